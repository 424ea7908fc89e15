"""Learn what good players of A Wizard Did It… play where, and write it beside the rules: `plays.json`.

    python bench/plays.py [--bot search:2000] [--games 100] [--seed 7001] [--box FILE] [--stiffness 2]
        [--matches FILE]

Bots of one kind play matches, and a policy is fitted to what they chose: a conditional logit, in which each
choice of a decision is as likely as the exponential of what its shape adds up to (`plays.py` of the room),
held near zero by the sum of its squares times the stiffness. What was played is added to a file, if one is
named, and what is in it already is learned from, too. A tenth of the decisions is kept apart: it says
how well the policy foretells them, in nats, beside choices that are all alike. It needs numpy and scipy.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from longbeard.bots import bot
from longbeard.engine.luck import QuickLuck
from longbeard.engine.state import OVER
from longbeard.games import room
from longbeard.games.a_wizard_did_it import plays
from longbeard.games.a_wizard_did_it.box import STACKS
from longbeard.games.a_wizard_did_it.rules import PLAY, AWizardDidIt

ROOM = room("a-wizard-did-it")
PLACES = 3
"""Places after the point of what is written."""


def dealt(deal: int, text: str | None) -> tuple[AWizardDidIt, QuickLuck]:
    """Return a table after its deal, and its luck."""
    state = ROOM.table(2, {"first": "0"}, ROOM.open_box(text) if text else ROOM.box)
    luck = QuickLuck(2 * deal + 1)
    state.deal(luck)
    assert isinstance(state, AWizardDidIt)
    return state, luck


def play(spec: str, deal: int, text: str | None) -> list[int]:
    """Play a match of bots of a kind; return their actions."""
    state, luck = dealt(deal, text)
    thought = QuickLuck(2 * deal + 10**9)
    bots, actions = [bot(spec, ROOM.hints) for _ in range(2)], []
    while state.to_act() != OVER:
        seat = int(state.to_act())
        actions.append(int(bots[seat].choose(state.imagine(seat, thought), seat, thought)))
        state.resolve(actions[-1], luck)
    return actions


class Examples:
    """Decisions, and the shapes of what could be chosen."""

    def __init__(self) -> None:
        self.rows: list[int] = []
        self.places: list[int] = []
        self.amounts: list[float] = []
        self.starts = [0]
        """The first choice of each decision, and one past the last."""
        self.chosen: list[int] = []

    def add_match(self, state: AWizardDidIt, luck: QuickLuck, actions: list[int]) -> None:
        """Add all decisions of a match."""
        shape = plays.Shape(state.box, state.goals)
        for action in actions:
            legal = state.legal()
            if len(legal) > 1:
                self.chosen.append(self.starts[-1] + legal.index(action))
                for choice in legal:
                    self._add_choice(state, shape, choice)
                self.starts.append(self.starts[-1] + len(legal))
            state.resolve(action, luck)

    def _add_choice(self, state: AWizardDidIt, shape: plays.Shape, action: int) -> None:
        row = self.rows[-1] + 1 if self.rows else 0
        if action < PLAY:
            found = [(plays.SWAP, 1.0)]
        else:
            card, stack = divmod(action - PLAY, STACKS)
            shape.take(state.actor, stack, card + 1, plays.top_of(state, stack))
            count = shape.count
            found = list(zip(shape.places[:count], shape.amounts[:count], strict=True))
        for place, amount in found:
            self.rows.append(row)
            self.places.append(int(place))
            self.amounts.append(float(amount))


def fitted(examples: Examples, upto: int, stiffness: float) -> tuple[NDArray[np.float64], float]:
    """Fit a policy to the first decisions; return it, and how well it foretells the others."""
    shapes = csr_matrix(
        (examples.amounts, (examples.rows, examples.places)), shape=(examples.starts[-1], plays.NUMBERS)
    )
    starts, chosen = np.array(examples.starts), np.array(examples.chosen)

    def surprise(numbers: NDArray[np.float64], first: int, end: int) -> tuple[float, NDArray[np.float64]]:
        """Return the surprise of some decisions, and its gradient."""
        rows = slice(starts[first], starts[end])
        sizes, begins = np.diff(starts[first : end + 1]), starts[first:end] - starts[first]
        sums = shapes[rows] @ numbers
        chances = np.exp(sums - np.repeat(np.maximum.reduceat(sums, begins), sizes))
        chances /= np.repeat(np.add.reduceat(chances, begins), sizes)
        took = chosen[first:end] - starts[first]
        gradient = shapes[rows].T @ chances
        np.add.at(gradient, shapes[chosen[first:end]].indices, -shapes[chosen[first:end]].data)
        return float(-np.log(chances[took]).sum()), gradient

    def stiff(numbers: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        value, gradient = surprise(numbers, 0, upto)
        return value + stiffness * numbers @ numbers, gradient + 2 * stiffness * numbers

    numbers = minimize(stiff, np.zeros(plays.NUMBERS), jac=True, method="L-BFGS-B").x
    mean = float((shapes @ numbers).mean())  # a usual play is to have the usual weight
    others = len(chosen) - upto
    foretold = surprise(numbers, upto, len(chosen))[0] / others if others else 0.0
    numbers[plays.AT : plays.HOME] -= mean
    numbers[plays.SWAP] -= mean
    return numbers, foretold


def main() -> None:
    """Play, fit, and write."""
    asked = argparse.ArgumentParser(description="Learn what good players play where.")
    asked.add_argument("--bot", default="search:2000")
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--seed", type=int, default=7001)
    asked.add_argument("--box", type=Path)
    asked.add_argument("--stiffness", type=float, default=2.0)
    asked.add_argument("--matches", type=Path, help="a file to keep what was played")
    wanted = asked.parse_args()
    text = wanted.box.read_text(encoding="utf-8") if wanted.box else None
    lines = wanted.matches.read_text().splitlines() if wanted.matches and wanted.matches.exists() else []
    matches = [json.loads(line) for line in lines]
    for deal in range(wanted.seed * 100_000, wanted.seed * 100_000 + wanted.games):
        matches.append([deal, play(wanted.bot, deal, text)])
        if wanted.matches:
            with wanted.matches.open("a") as file:
                print(json.dumps(matches[-1]), file=file)
    examples = Examples()
    for deal, actions in matches:
        examples.add_match(*dealt(deal, text), actions)
    decisions = len(examples.chosen)
    _, foretold = fitted(examples, decisions * 9 // 10, wanted.stiffness)
    alike = float(np.log(np.diff(examples.starts)).mean())
    print(f"{decisions} decisions, surprise of those kept apart {foretold:.3f}, all alike {alike:.3f}")
    numbers, _ = fitted(examples, decisions, wanted.stiffness)
    path = Path("src/longbeard/games/a_wizard_did_it/plays.json")
    path.write_text(json.dumps([round(float(number), PLACES) for number in numbers]) + "\n")


if __name__ == "__main__":
    main()
