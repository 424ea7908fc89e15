"""How many imagined games a second a search plays, beside OpenSpiel's C++ search, in turn in one run.

A visit is one descent and one random game to its end (or, where a room's hints have patience, to their
judgement). Both search a decision with several choices in the first half of a game. OpenSpiel (`pip install
open_spiel`) is looked for; if it is not there, that is said.
"""

import random
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

from longbeard.bots.search import Search
from longbeard.engine.build import form
from longbeard.engine.luck import QuickLuck
from longbeard.games import rooms

ROUNDS = 5
SLICE = 0.4
CHOICES = 3
NODES = 400_000
# OpenSpiel's card games whose states can be imagined (ResampleFromInfostate). Bridge does 2 visits a second;
# spades, crazy eights, skat, cribbage and tarok cannot be searched.
PEERS = ("leduc_poker", "oh_hell", "euchre", "gin_rummy")
Run = Callable[[int], None]


def ours(slug: str) -> Run:
    """A search in a decision of the first half of a random game."""
    room, luck = rooms()[slug], QuickLuck(1)
    state = room.table(room.plate.seats[0])
    state.deal(luck)
    for _ in range(10):
        legal = state.legal()
        state.resolve(legal[luck.below(len(legal))], luck)
    while len(state.legal()) < CHOICES:
        state.resolve(state.legal()[0], luck)
    seat = state.to_act()

    def run(visits: int) -> None:
        Search(state.imagine(seat, luck), seat, room.hints, luck, NODES).visit(visits)

    return run


def theirs(name: str, spiel: Any) -> Run:
    """OpenSpiel's ISMCTSBot at such a decision, one random game a visit."""
    luck, state = random.Random(1), spiel.load_game(name).new_initial_state()
    moves = 0
    while state.is_chance_node() or moves < 2 or len(state.legal_actions()) < CHOICES:
        if state.is_terminal():
            state, moves = spiel.load_game(name).new_initial_state(), 0
            continue
        outcomes = [(action, 1.0) for action in state.legal_actions()]
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
        moves += not state.is_chance_node()
        actions, chances = zip(*outcomes, strict=True)
        state.apply_action(luck.choices(actions, chances)[0])

    def run(visits: int) -> None:
        bot = spiel.ISMCTSBot(
            *(1, spiel.RandomRolloutEvaluator(1, 7), 0.7, visits, -1),
            *(spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False),
        )
        bot.step(state)

    return run


def speed(run: Run, visits: int) -> float:
    start = perf_counter()
    run(visits)
    return visits / (perf_counter() - start)


def main() -> None:
    """Measure everybody in turn, a few rounds, and print the best of each."""
    runs: dict[str, Run] = {slug: ours(slug) for slug in rooms()}
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed: it is missing from this table.", file=sys.stderr)
    else:
        runs |= {f"OpenSpiel {name}": theirs(name, pyspiel) for name in PEERS}
    sizes = {name: max(20, int(speed(run, 20) * SLICE)) for name, run in runs.items()}
    best = dict.fromkeys(runs, 0.0)
    for _ in range(ROUNDS):
        for name, run in runs.items():
            best[name] = max(best[name], speed(run, sizes[name]))
    print(f"Visits a second on one core, {form()}, best of {ROUNDS} slices of about {SLICE} s:\n")
    print("| search | visits/s |\n|---|---|")
    for name, visits in sorted(best.items(), key=lambda row: -row[1]):
        print(f"| {name} | {visits:,.0f} |")


if __name__ == "__main__":
    main()
