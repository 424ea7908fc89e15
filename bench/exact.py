"""Compute how far our bots are from perfect play in the tiny variants, by OpenSpiel.

    python bench/exact.py [--iterations 200] [--samples 8] [--matches 20000] [--search 50,500] [GAME …]

Every variant is solved by OpenSpiel's CFR+. A bot is asked at every information state, `--samples` times with
other luck, and what it answered is its strategy there; OpenSpiel's `exploitability` then says what a perfect
opponent wins against it, in wins a match (0 is perfect play, 1 is to lose always), and `policy_value` what
share of the wins it has against `greedy` on average, from both seats. CFR's strategy also plays real matches
against `greedy`, every deal from both seats. The table goes to docs/bench.md.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import race_page
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from longbeard.bots import bot
from longbeard.engine.luck import QuickLuck
from longbeard.games import room, rooms
from longbeard.lab.statistics import clustered
from longbeard.rl.openspiel import name_of, variants
from longbeard.rl.openspiel_bots import SeatBot, SeededChance

ROOT = Path(__file__).parent.parent
TINY = {slug: name_of(found, "tiny") for slug, found in rooms().items() if "tiny" in variants(found)}


def tabulated(game: Any, slug: str, spec: str, samples: int) -> Any:
    """Return the strategy of a bot that starts to think anew at every information state."""
    table = policy.TabularPolicy(game)
    for number, state in enumerate(table.states):
        seat = state.current_player()
        chosen = np.zeros(game.num_distinct_actions())
        for sample in range(samples):
            luck = QuickLuck(1 + number * samples + sample)
            one = bot(spec, room(slug).hints)
            chosen[one.choose(state.table.state.imagine(seat, luck), seat, luck)] += 1
        table.action_probability_array[number] = chosen / samples
    return table


def share(game: Any, one: Any, other: Any) -> float:
    """Return the share of the wins of a strategy against another, from both seats: reckoned, not played."""
    root = game.new_initial_state()
    gained = expected_game_score.policy_value(root, [one, other])[0]
    gained += expected_game_score.policy_value(root, [other, one])[1]
    return float(2 + gained) / 4


def matches(game: Any, slug: str, solved: Any, count: int) -> Any:
    """Play a strategy against greedy, every deal from both seats; return the share of its wins."""
    deals = []
    for deal in range(count // 2):
        won = 0.0
        for seat in (0, 1):
            dice = np.random.default_rng(2 * deal + seat)
            chance = SeededChance(1_000 + deal)
            rival = SeatBot("greedy", room(slug), 1 - seat, 2 * deal + seat)
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    action = chance.outcome(state)
                elif state.current_player() == seat:
                    odds = solved.action_probabilities(state)
                    action = int(
                        dice.choice(list(odds), p=np.array(list(odds.values())) / sum(odds.values()))
                    )
                else:
                    action = rival.step(state)
                state.apply_action(action)
            won += (1 + state.returns()[seat]) / 2
        deals.append((won, 2.0))
    return clustered(deals)


def measure(slug: str, wanted: argparse.Namespace) -> list[str]:
    """Return the rows of one variant."""
    game = pyspiel.load_game(TINY[slug])
    solver = cfr.CFRPlusSolver(game)
    for _iteration in range(wanted.iterations):
        solver.evaluate_and_update_policy()
    solved = solver.average_policy()
    blank = policy.TabularPolicy(game)
    found = {"random": blank}
    for spec in ["greedy", *(f"search:{visits}" for visits in wanted.search.split(","))]:
        found[spec] = tabulated(game, slug, spec, wanted.samples)
    found[f"CFR+, {wanted.iterations} iterations"] = solved
    rows = [
        f"| {slug} | {len(blank.states):,} | {name} | {exploitability.exploitability(game, one):.4f} "
        f"| {share(game, one, found['greedy']):.4f} | |"
        for name, one in found.items()
    ]
    won = matches(game, slug, solved, wanted.matches)
    rows[-1] = rows[-1][:-1] + f"{won.value:.4f} [{won.low:.4f}–{won.high:.4f}] of {wanted.matches:,} |"
    return rows


def main() -> None:
    """Solve, ask and write."""
    asked = argparse.ArgumentParser(description="How far our bots are from perfect play in tiny variants.")
    asked.add_argument("games", nargs="*", default=list(TINY))
    asked.add_argument("--iterations", type=int, default=200)
    asked.add_argument("--samples", type=int, default=8)
    asked.add_argument("--matches", type=int, default=20_000)
    asked.add_argument("--search", default="50,500", help="visits a decision, one strategy for each")
    asked.add_argument("--page", type=Path, default=ROOT / "docs/bench.md")
    wanted = asked.parse_args()
    lines = [
        "| variant | information states | strategy | exploitability | share against greedy | in matches |"
    ]
    lines.append("|---|---:|---|---:|---:|---|")
    for slug in wanted.games:
        found = measure(slug, wanted)
        print("\n".join(found), flush=True)
        lines += found
    race_page.put(wanted.page, "exact", "\n".join(lines))


if __name__ == "__main__":
    main()
