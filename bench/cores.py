"""What more minds and pondering are worth to a bot that searches by time.

    python bench/cores.py visits [GAME …] [--minds 2] [--decisions 10] [--seconds 0.5]
    python bench/cores.py shares GAME [--visits 1000] [--minds 2] [--matches 200] [--seed 0]
    python bench/cores.py pondering GAME [--visits 1000] [--matches 200] [--seed 0]

`visits` asks a pool of one mind and a pool of several the same decisions in turn, each pool alone, and prints
the visits of both. `shares` plays searches that share the visits of a decision among several trees against
one tree with all of them; `pondering` plays a search that has as many visits again after each of its moves,
in the other's time, against one that has not. Two players, both seats of every deal.
"""

import argparse
import asyncio
import json
from statistics import median
from typing import Any

from longbeard.bots.searcher import Searcher
from longbeard.engine.hints import share_of_win
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import PERSON, Match
from longbeard.engine.room import FIRST_SEAT, Room
from longbeard.engine.state import OVER, State
from longbeard.games import room, rooms
from longbeard.lab.statistics import clustered
from longbeard.table.limits import HouseLimits
from longbeard.table.minds import MindProcesses, Question, most_visited

NAMES = ["Ada", "Bert"]


class Counted(MindProcesses):
    """Minds whose visits are added up."""

    visits = 0

    async def _speak(self, mind: Any, line: bytes, seconds: float) -> dict[str, Any] | None:
        # As a share, a mind says what it has found, also where it is the only one.
        asked = json.loads(line)
        asked["share"] = max(asked["share"], 0)
        said = await super()._speak(mind, json.dumps(asked).encode() + b"\n", seconds)
        if said is None:
            return None
        self.visits += sum(visits for _action, visits, _reward in said["answer"]["tally"])
        return said if self.count > 1 else {"answer": most_visited([said["answer"]["tally"]])}


def decision(found: Room, seed: int, seconds: float) -> Question:
    """Return a question in the middle of a match of random moves, with at least four choices."""
    match, luck = Match(found, NAMES, secret=seed_secret(seed)), QuickLuck(seed)
    while not match.over and (len(match.log) < 10 or len(match.state.legal()) < 4):
        legal = match.state.legal()
        match.play(match.to_act, legal[luck.below(len(legal))])
    if match.over:
        return decision(found, seed + 1000, seconds)
    moves = [int(move.action) for move in match.log]
    people, secret = [PERSON] * len(NAMES), match.secret.hex()
    # Its budget is longer than its time: no search ends because no other choice could catch up.
    return Question(
        found.plate.slug,
        match.options,
        NAMES,
        people,
        secret,
        moves,
        match.to_act,
        "archmage:60s",
        patience=seconds,
    )


async def count_visits(games: list[str], minds: int, decisions: int, seconds: float) -> None:
    """Print the visits of one mind and of several, for each game."""
    limits = HouseLimits(ponder_seconds=0.0)
    pools = [Counted(count, None, limits) for count in (1, minds)]
    for slug in games:
        counts: list[list[int]] = [[], []]
        for seed in range(decisions + 1):
            asked = decision(room(slug), seed, seconds)
            for pool, counted in zip(pools, counts, strict=True):
                pool.visits = 0
                await pool.think(asked)
                counted.append(pool.visits)
        one, several = (counted[1:] for counted in counts)  # in the first one, minds are started
        ratios = [more / less for less, more in zip(one, several, strict=True)]
        print(
            f"{slug}: {median(one):,.0f} visits with 1 mind, {median(several):,.0f} with {minds}; "
            f"median ratio {median(ratios):.2f} of {len(ratios)} decisions",
            flush=True,
        )
    for pool in pools:
        await pool.close()


class Seat:
    """A searcher, or several whose visits are added up, which may ponder."""

    def __init__(self, found: Room, visits: int, trees: int = 1, ponders: bool = False) -> None:
        self.trees = [Searcher(found.hints, visits // trees) for _ in range(trees)]
        self.ponders = ponders
        self.since: list[int] | None = None

    def begin(self, state: State, seat: int, luck: QuickLuck) -> None:
        """Begin to think about the table as it is now."""
        for tree in self.trees:
            tree.begin(state.imagine(seat, luck), seat, luck, self.since)
        self.since = []

    def decide(self) -> int:
        """Return the most visited action of all trees."""
        for tree in self.trees:
            while tree.think():
                pass
        return most_visited(tree.tally() for tree in self.trees)

    def ponder(self) -> None:
        """Think on in the other's time."""
        for tree in self.trees:
            while tree.ponder():
                pass


def play(found: Room, seats: list[Seat], deal: int) -> State:
    """Play one match on a bare table."""
    luck, thought = QuickLuck(2 * deal + 1), QuickLuck(2 * deal + 10**9)
    state = found.table(len(seats), {"first": "0"} if FIRST_SEAT in found.plate.options else {})
    state.deal(luck)
    actions = state.action_count()
    while state.to_act() != OVER:
        seat = int(state.to_act())
        seats[seat].begin(state, seat, thought)
        action = seats[seat].decide()
        for number, other in enumerate(seats):
            if other.since is not None:
                shown = action if number == seat else int(state.shown(action, number))
                other.since.append(seat * actions + shown)
        state.resolve(action, luck)
        if seats[seat].ponders and state.to_act() not in (OVER, seat):
            seats[seat].begin(state, seat, thought)
            seats[seat].ponder()
    return state


def duel(asked: argparse.Namespace) -> str:
    """Play all deals; return the result in one line."""
    (slug,) = asked.games
    found, trees, ponders = room(slug), 1, asked.what == "pondering"
    if asked.what == "shares":
        trees = asked.minds
    deals = []
    for deal in range(-(-asked.matches // 2)):
        won = 0.0
        for place in range(2):
            seats = [Seat(found, asked.visits), Seat(found, asked.visits)]
            seats[place] = Seat(found, asked.visits, trees, ponders)
            won += share_of_win(play(found, seats, asked.seed * 100_000 + deal), place)
        deals.append((won, 2.0))
    share = clustered(deals)
    assert share is not None
    what = (
        f"{trees} trees of {asked.visits // trees}" if trees > 1 else f"{asked.visits} visits and pondering"
    )
    return (
        f"{slug}: {what} over one of {asked.visits}: {share.value:.3f} [{share.low:.3f}–{share.high:.3f}] "
        f"of {2 * len(deals)} matches, seed {asked.seed}"
    )


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description="What more minds and pondering are worth.")
    parser.add_argument("what", choices=["visits", "shares", "pondering"])
    parser.add_argument("games", nargs="*", default=list(rooms()))
    parser.add_argument("--minds", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--visits", type=int, default=1000)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    if asked.what == "visits":
        asyncio.run(count_visits(asked.games, asked.minds, asked.decisions, asked.seconds))
    else:
        print(duel(asked))


if __name__ == "__main__":
    main()
