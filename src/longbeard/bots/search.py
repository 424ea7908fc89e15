"""Single-observer information-set Monte Carlo tree search (SO-ISMCTS) for any game of the engine.

There is one tree, for the seat that searches. Each simulation draws a determinization (`State.imagine`: a
table that looks to this seat like the real one), descends by PUCT with priors from the room's hints, expands
the leaf, finishes with a rollout, and backpropagates a reward for every seat (max^n: each seat maximises its
own). Moves that the searching seat cannot tell apart (`State.shown`) share a node. In a closed loop
(`Tuning.closed`) there is a node for each luck below a move, too. docs/bots.md has the alternatives that were
measured.
"""

from math import sqrt
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from longbeard.bots.tree import NONE, ROOT, Tree
from longbeard.engine.hints import AS_HINTED, END_OF_GAME, Hints, Tuning
from longbeard.engine.luck import Luck
from longbeard.engine.state import OVER, Choices, State
from longbeard.engine.value import Features, Values

MAX_ROLLOUT: Final = 10_000
"""Decisions after which any rollout is cut off and its position evaluated."""


@final
@mypyc_attr(acyclic=True)
class Search:
    """The search of one seat for its next action."""

    def __init__(
        self,
        imagined: State,
        seat: i64,
        hints: Hints,
        luck: Luck,
        max_nodes: i64,
        tuning: Tuning | None = None,
    ) -> None:
        self.imagined = imagined
        self.seat = seat
        self.hints = hints
        self.luck = luck
        self.tuning = tuning if tuning is not None else hints.tuning(imagined.seats)
        use_value = self.tuning.learned and hints.fits(imagined)
        # Where a value should judge, but there is none for this box, rollouts are not cut short, and few
        # nodes must do: a rollout says little about one card among many.
        as_tuned = use_value or not self.tuning.learned
        wanted = self.tuning.patience if as_tuned else AS_HINTED
        self.max_rollout: i64 = hints.patience() if wanted == AS_HINTED else wanted
        """Decisions in a rollout before its position is evaluated; END_OF_GAME (-1) is never reached."""
        self.values: Values | None = hints.learned() if use_value else None
        self.features = Features()
        self.actions: i64 = imagined.action_count()
        self.closed: bool = self.tuning.closed and as_tuned and hints.lucks() > 0
        self.labels: i64 = self.actions * imagined.seats
        """Labels of moves; those above are of what luck brought."""
        self.tree = Tree(self.labels + hints.lucks(), max_nodes)
        self.visits: i64 = 0
        """Simulations run for this decision; the root also counts those kept from earlier ones."""
        self._choices = Choices()
        self._children: vec[i64] = vec[i64]([NONE] * 64)
        """The child node of each choice."""
        self._root_choices = Choices()
        self._root_children: vec[i64] = vec[i64]()
        """The seat's own choices at the root with their nodes, which no determinization changes; empty until
        they are known, and where another seat decides."""
        self._path: vec[i64] = vec[i64]([ROOT] * 64)
        """The nodes from the root to the leaf of the current simulation."""
        self._depth: i64 = 0
        self._rewards: vec[float] = vec[float]([0.0] * imagined.seats)
        self._totals: vec[float] = vec[float]([0.0] * imagined.seats)
        """What the simulations for this decision rewarded each seat with, added up."""
        self.forced: i64 = NONE
        """The action with which every simulation begins; NONE: the search selects it."""

    def reroot(self, imagined: State, luck: Luck, moves: list[int]) -> None:
        """Move on to the seat's next decision, keeping the subtree below the moves played since.

        `moves` are node labels: seat * action_count + action as this seat saw it.
        """
        self.imagined = imagined
        self.luck = luck
        self.visits = 0
        self._totals = vec[float]([0.0] * imagined.seats)
        self._root_choices.clear()
        node: i64 = ROOT
        for label in moves:
            if node != NONE:
                node = self.tree.find_child(node, label)
        self.tree = (
            Tree(self.labels + self.hints.lucks(), self.tree.max_nodes)
            if node == NONE
            else self.tree.subtree(node)
        )

    # ── one simulation ────────────────────────────────────────────────────────────────────────────

    def run(self, visits: i64) -> None:
        """Run more simulations; each visits the root once."""
        for number in range(visits):
            self._simulate()
        self.visits += visits

    def _simulate(self) -> None:
        table = self.imagined.imagine(self.seat, self.luck)
        self._descend(table)
        self._rollout(table)
        self._backpropagate()

    def _descend(self, table: State) -> None:
        """Play from the root to a leaf, selecting and expanding; note the path."""
        self._depth = 0
        node: i64 = ROOT
        while node != NONE and table.to_act() != OVER and self._expandable(node):
            node = self._step(node, table)

    def _push(self, node: i64) -> None:
        """Add a node to the path."""
        self._depth += 1
        if self._depth == len(self._path):
            self._path = append(self._path, ROOT)
        self._path[self._depth] = node

    def _expandable(self, node: i64) -> bool:
        """Whether to descend below a node: it gets children on its second visit, if there is room."""
        tree = self.tree
        return tree.first_child[node] != NONE or node == ROOT or (tree.visits[node] > 0.0 and not tree.full())

    def _step(self, node: i64, table: State) -> i64:
        """Select a child and play its move; return NONE where a full tree has no node for that move."""
        if node == ROOT and table.to_act() == self.seat:
            if self._root_choices.count == 0:
                self._expand_root(table)
            choices, children = self._root_choices, self._root_children
        else:
            self._expand(node, table)
            choices, children = self._choices, self._children
        forced = node == ROOT and self.forced != NONE
        number = self._forced_choice(choices) if forced else self._select(children, choices.count)
        child = children[number]
        table.resolve(choices.items[number], self.luck)
        if child != NONE:
            self._push(child)
            if self.closed and self.tree.visits[child] > 0.0 and table.to_act() != OVER:
                child = self._after_luck(child, table)
        return child

    def _after_luck(self, node: i64, table: State) -> i64:
        """Return the node below a move that stands for what luck brought then."""
        luck = self.hints.luck(table, self.seat)
        if luck == 0:
            return node
        tree = self.tree
        child = tree.find_child(node, self.labels + luck)
        if child == NONE and not tree.full():
            child = tree.add(node, self.labels + luck, 0.0)
        if child != NONE:
            self._push(child)
        return child

    def _expand_root(self, table: State) -> None:
        self._expand(ROOT, table)
        self._root_choices, self._choices = self._choices, self._root_choices
        self._root_children = self._children[:]

    def _expand(self, node: i64, table: State) -> None:
        """List the choices, find the child of each, and add those that no earlier determinization had."""
        tree, choices = self.tree, self._choices
        choices.clear()
        table.offer(choices)
        actor = table.to_act()
        own = actor == self.seat
        while len(self._children) < choices.count:
            self._children = append(self._children, NONE)
        actions, children = choices.items, self._children
        tree.index_children(node)
        for number in range(choices.count):
            action = actions[number]
            # Moves that look alike to the searching seat are one node of its information set.
            label = actor * self.actions + (action if own else table.shown(action, self.seat))
            child = tree.indexed_child(label)
            if child == NONE and (node == ROOT or not tree.full()):
                child = tree.add(node, label, float(self.hints.weigh(table, action)))
            children[number] = child

    def _select(self, children: vec[i64], count: i64) -> i64:
        """Return the choice with the highest PUCT value; ties are broken at random.

        value + exploration * sqrt(choices) * prior * sqrt(N + 1) / (visits + 1), where the priors of the
        choices are scaled to add up to 1 and mixed with equal ones (`Tuning.trust`), N is the sum of their
        visits, and an unvisited child has the mean value of its siblings (first-play urgency).
        """
        tree = self.tree
        prior, explored, rewards = tree.prior, tree.visits, tree.total_reward
        priors, visits, total_reward = 0.0, 0.0, 0.0
        for number in range(count):
            child = children[number]
            if child != NONE:
                priors += prior[child]
                visits += explored[child]
                total_reward += rewards[child]
        if priors == 0.0:
            return self.luck.below(count)
        unvisited = total_reward / visits if visits > 0.0 else 0.5
        tuning = self.tuning
        exploration = tuning.exploration * sqrt(float(count)) * sqrt(visits + 1.0)
        trusted, even = exploration * tuning.trust / priors, exploration * (1.0 - tuning.trust) / float(count)
        best: i64 = 0
        highest = -1.0
        ties: i64 = 1
        for number in range(count):
            child = children[number]
            if child == NONE:
                continue
            times = explored[child]
            puct = trusted * prior[child] + even
            if times > 0.0:
                puct = rewards[child] / times + puct / (times + 1.0)
            else:
                puct += unvisited
            if puct > highest:
                best, highest, ties = number, puct, 1
            elif puct == highest:
                ties += 1
                if self.luck.below(ties) == 0:
                    best = number
        return best

    def _forced_choice(self, choices: Choices) -> i64:
        """Return the choice that is the forced action."""
        for number in range(choices.count):
            if choices.items[number] == self.forced:
                return number
        raise ValueError(f"action {self.forced} is not legal for the seat that decides")

    def _rollout(self, table: State) -> None:
        """Play to the end, or to the limit that the room's hints set, and note the rewards of all seats.

        To the end the room may play by itself (`Hints.finish`).
        """
        choices, luck = self._choices, self.luck
        decisions: i64 = 0
        to_end = self.max_rollout == END_OF_GAME and self.tuning.finishes
        if to_end and table.to_act() != OVER and self.hints.finish(table, luck):
            self._score(table)
            return
        while table.to_act() != OVER:
            if decisions == self.max_rollout or decisions == MAX_ROLLOUT:
                self._evaluate(table)
                return
            count = table.count_choices(choices)
            table.resolve(self._rollout_action(table, count, choices, luck), luck)
            decisions += 1
        self._score(table)

    def _rollout_action(self, table: State, count: i64, choices: Choices, luck: Luck) -> i64:
        """Draw two choices at random and return one of them, in proportion to their priors; or any choice."""
        if count == 1:
            return table.choice_at(0, choices)
        one = table.choice_at(luck.below(count), choices)
        if not self.tuning.choosy:
            return one
        other = table.choice_at(luck.below(count), choices)
        if one == other:
            return one
        prior = self.hints.weigh(table, one)
        return one if luck.below(prior + self.hints.weigh(table, other)) < prior else other

    def _evaluate(self, table: State) -> None:
        """Reward each seat with what the room's hints say the position is worth to it."""
        values = self.values
        if table.seats == 2:
            # What one of two players has not, the other has: one judgement is enough, and it is dear.
            chance = (
                self.hints.worth_once(table, self.seat)
                if values is None
                else self._learned(values, table, self.seat)
            )
            self._rewards[self.seat] = chance
            self._rewards[1 - self.seat] = 1.0 - chance
        elif values is None:
            for seat in range(table.seats):
                self._rewards[seat] = self.hints.worth(table, seat)
        else:
            self._share_out(values, table)

    def _learned(self, values: Values, table: State, seat: i64) -> float:
        """Return a seat's chance by the learned value; a seat that has nothing to note is out."""
        features = self.features
        features.clear()
        self.hints.note(table, seat, features)
        value = values.of(self.hints.which(table))
        return value.chance(features) if value is not None and features.count > 0 else 0.0

    def _share_out(self, values: Values, table: State) -> None:
        """Reward all seats by the learned value, so that their chances add up to 1."""
        together = 0.0
        for seat in range(table.seats):
            self._rewards[seat] = self._learned(values, table, seat)
            together += self._rewards[seat]
        for seat in range(table.seats):
            self._rewards[seat] /= together

    def _score(self, table: State) -> None:
        """Reward each seat with its share of the win in a finished game."""
        # This is `share_of_win` for every seat, inlined so that the winners are listed once.
        winners = table.winners()
        others = 0.0 if winners else 1.0 / float(table.seats)
        for seat in range(table.seats):
            self._rewards[seat] = others
        for winner in winners:
            self._rewards[winner] = 1.0 / float(len(winners))

    def _backpropagate(self) -> None:
        """Add a visit to every node on the path, and the reward of the seat that made its move."""
        tree = self.tree
        tree.visits[ROOT] += 1.0
        for seat in range(len(self._totals)):
            self._totals[seat] += self._rewards[seat]
        for step in range(1, self._depth + 1):
            node = self._path[step]
            tree.visits[node] += 1.0
            label = tree.label[node]
            if label < self.labels:
                tree.total_reward[node] += self._rewards[label // self.actions]

    # ── results ───────────────────────────────────────────────────────────────────────────────────

    def visits_of(self, action: i64) -> i64:
        """Return the visits of an action at the root."""
        node = self.tree.find_child(ROOT, self.seat * self.actions + action)
        return i64(self.tree.visits[node]) if node != NONE else 0

    def value_of(self, action: i64) -> float:
        """Return the mean reward of an action at the root: its expected share of the win."""
        node = self.tree.find_child(ROOT, self.seat * self.actions + action)
        return self.tree.value(node) if node != NONE else 0.0

    def mean_of(self, seat: i64) -> float:
        """Return the mean reward of a seat over all simulations for this decision."""
        return self._totals[seat] / float(self.visits) if self.visits > 0 else 0.0

    def best(self) -> i64:
        """Return the legal action with the most visits; of equals, the one with the highest mean reward."""
        legal = self.imagined.legal()
        best: i64 = legal[0]
        most: i64 = -1
        for action in legal:
            visits = self.visits_of(action)
            if visits > most or (visits == most and self.value_of(action) > self.value_of(best)):
                best, most = action, visits
        return best

    def lead(self) -> i64:
        """Return by how many visits the most visited action is ahead of the next."""
        most: i64 = 0
        second: i64 = 0
        for action in self.imagined.legal():
            visits = self.visits_of(action)
            if visits > most:
                most, second = visits, most
            elif visits > second:
                second = visits
        return most - second
