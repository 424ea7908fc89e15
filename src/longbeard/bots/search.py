"""Information-set Monte Carlo tree search: one tree, and for every visit another imagined table.

What was tried besides, and what it gave, is in docs/bots.md.
"""

from math import sqrt
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from longbeard.bots.tree import NONE, ROOT, Tree
from longbeard.engine.hints import Hints
from longbeard.engine.luck import Luck
from longbeard.engine.state import OVER, Choices, State

CURIOSITY: Final = 0.7
MOST_DECISIONS: Final = 10_000
"""An imagined game that goes on for longer than this is judged as it stands."""


@final
@mypyc_attr(acyclic=True)
class Search:
    """The thoughts of one seat about one decision."""

    def __init__(self, imagined: State, seat: i64, hints: Hints, luck: Luck, nodes: i64) -> None:
        self.imagined = imagined
        self.seat = seat
        self.hints = hints
        self.luck = luck
        self.patience: i64 = hints.patience()
        self.curiosity = CURIOSITY
        self.actions: i64 = imagined.action_count()
        self.tree = Tree(self.actions * imagined.seats, nodes)
        self.visits: i64 = 0
        """How many imagined games were played for this decision."""
        self._choices = Choices()
        self._children: vec[i64] = vec[i64]([NONE] * 64)
        """The node of each of the choices."""
        self._path: vec[i64] = vec[i64]([ROOT] * 64)
        self._gains: vec[float] = vec[float]([0.0] * imagined.seats)

    # ── between two decisions ─────────────────────────────────────────────────────────────────────

    def go_on(self, imagined: State, luck: Luck, moves: list[int]) -> None:
        """Turn to the next decision of the same seat; `moves` are the labels of what was played since."""
        self.imagined = imagined
        self.luck = luck
        self.visits = 0
        node: i64 = ROOT
        for label in moves:
            if node != NONE:
                node = self.tree.find(node, label)
        self.tree = (
            Tree(self.actions * imagined.seats, self.tree.most) if node == NONE else self.tree.below(node)
        )

    # ── one visit ─────────────────────────────────────────────────────────────────────────────────

    def visit(self, times: i64) -> None:
        """Play so many more imagined games."""
        for number in range(times):
            self._visit()
        self.visits += times

    def _visit(self) -> None:
        table = self.imagined.imagine(self.seat, self.luck)
        depth: i64 = 0
        node: i64 = ROOT
        while node != NONE and table.to_act() != OVER and self._grows(node):
            node = self._descend(node, table)
            if node != NONE:
                depth += 1
                if depth == len(self._path):
                    self._path = append(self._path, ROOT)
                self._path[depth] = node
        self._play_on(table)
        self._remember(depth)

    def _grows(self, node: i64) -> bool:
        """A node gets children on its second visit, while there is room for them."""
        tree = self.tree
        return tree.first[node] != NONE or node == ROOT or (tree.visits[node] > 0 and not tree.full())

    def _descend(self, node: i64, table: State) -> i64:
        """Make a promising move; answer its node, or NONE where a full tree has none for it."""
        choices = self._choices
        choices.clear()
        table.offer(choices)
        self._find_children(node, table)
        number = self._promising()
        table.resolve(choices.items[number], self.luck)
        return self._children[number]

    def _find_children(self, node: i64, table: State) -> None:
        tree, choices = self.tree, self._choices
        actor = table.to_act()
        while len(self._children) < choices.count:
            self._children = append(self._children, NONE)
        tree.mark(node)
        for number in range(choices.count):
            action = choices.items[number]
            # What the searcher could not tell apart at the table, it does not tell apart here.
            looks = action if actor == self.seat else table.shown(action, self.seat)
            child = tree.child(actor * self.actions + looks)
            if child == NONE and (node == ROOT or not tree.full()):
                child = tree.add(node, actor * self.actions + looks, float(self.hints.weigh(table, action)))
            self._children[number] = child
        tree.unmark(node)

    def _promising(self) -> i64:
        """The choice that did well, or was tried little for how promising it looks (PUCT)."""
        tree, count = self.tree, self._choices.count
        weights, total = 0.0, 0.0
        visits: i64 = 0
        for number in range(count):
            child = self._children[number]
            if child != NONE:
                weights += tree.weight[child]
                visits += tree.visits[child]
                total += tree.total[child]
        if weights == 0.0:
            return self.luck.below(count)
        usual = total / float(visits) if visits > 0 else 0.5
        eager = self.curiosity * sqrt(float(count)) * sqrt(float(visits) + 1.0) / weights
        best: i64 = 0
        most = -1.0
        ties: i64 = 1
        for number in range(count):
            child = self._children[number]
            if child == NONE:
                continue
            tried = tree.visits[child]
            hope = tree.total[child] / float(tried) if tried > 0 else usual
            hope += eager * tree.weight[child] / float(tried + 1)
            if hope > most:
                best, most, ties = number, hope, 1
            elif hope == most:
                ties += 1
                if self.luck.below(ties) == 0:
                    best = number
        return best

    # ── the rest of the game, in a hurry ──────────────────────────────────────────────────────────

    def _play_on(self, table: State) -> None:
        """Play to the end, or as long as the room's hints have patience, and see what everyone gains."""
        choices = self._choices
        decisions: i64 = 0
        while table.to_act() != OVER:
            if decisions == self.patience or decisions == MOST_DECISIONS:
                self._judge(table)
                return
            choices.clear()
            table.offer(choices)
            table.resolve(self._likely(table), self.luck)
            decisions += 1
        self._settle(table)

    def _likely(self, table: State) -> i64:
        """One of two random choices, more likely the one that looks more promising."""
        choices, luck = self._choices, self.luck
        if choices.count == 1:
            return choices.items[0]
        one, other = choices.items[luck.below(choices.count)], choices.items[luck.below(choices.count)]
        if one == other:
            return one
        weight = self.hints.weigh(table, one)
        return one if luck.below(weight + self.hints.weigh(table, other)) < weight else other

    def _judge(self, table: State) -> None:
        for seat in range(table.seats):
            self._gains[seat] = self.hints.worth(table, seat)

    def _settle(self, table: State) -> None:
        winners = table.winners()
        for seat in range(table.seats):
            self._gains[seat] = 0.0
        for winner in winners:
            self._gains[winner] = 1.0 / float(len(winners))

    def _remember(self, depth: i64) -> None:
        tree = self.tree
        tree.visits[ROOT] += 1
        for step in range(1, depth + 1):
            node = self._path[step]
            tree.visits[node] += 1
            tree.total[node] += self._gains[tree.label[node] // self.actions]

    # ── what came of it ───────────────────────────────────────────────────────────────────────────

    def visits_of(self, action: i64) -> i64:
        """How often an own action was tried."""
        node = self.tree.find(ROOT, self.seat * self.actions + action)
        return self.tree.visits[node] if node != NONE else 0

    def chance_of(self, action: i64) -> float:
        """The share of the win that an own action is expected to bring."""
        node = self.tree.find(ROOT, self.seat * self.actions + action)
        return self.tree.mean(node) if node != NONE else 0.0

    def best(self) -> i64:
        """The own action that was tried most."""
        legal = self.imagined.legal()
        best: i64 = legal[0]
        most: i64 = -1
        for action in legal:
            visits = self.visits_of(action)
            if visits > most:
                best, most = action, visits
        return best

    def lead(self) -> i64:
        """By how many visits the best action is ahead of the next."""
        most: i64 = 0
        second: i64 = 0
        for action in self.imagined.legal():
            visits = self.visits_of(action)
            if visits > most:
                most, second = visits, most
            elif visits > second:
                second = visits
        return most - second
