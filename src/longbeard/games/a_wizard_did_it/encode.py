"""What a seat may know, as plain numbers for learners: own things first, then the rival's.

Stacks are given whole, from the bottom up: every card was played in the open, and a learner forgets nothing.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.state import OVER
from longbeard.games.a_wizard_did_it.box import LOCATIONS, STACKS
from longbeard.games.a_wizard_did_it.rules import AWizardDidIt
from longbeard.games.a_wizard_did_it.stacks import Stacks


def layout(state: AWizardDidIt) -> list[tuple[str, int]]:
    """The names of the parts and how many numbers each has, in order."""
    box = state.box
    goals = int(state.goals_each)
    cards = int(box.cards) - 1
    parts: list[tuple[str, int]] = [
        ("over", 1),
        ("my decision", 1),
        ("plays so far", 1),
        ("cards in the deck", 1),
        ("my hand, how many of each card", cards),
        ("discards, how many of each card", cards),
    ]
    for whose in ("my", "rival's"):
        parts += [
            (f"{whose} cards in hand", 1),
            (f"{whose} items surely in hand", 1),
            (f"{whose} Valor", 1),
            (f"{whose} knight is at the Castle", 1),
            (f"{whose} knight has the Princess", 1),
            (f"{whose} items equipped, how many of each card", cards),
            (f"{whose} goals, by number from 1", goals),
            (f"{whose} goals met", goals),
            (f"heights of {whose} stacks", LOCATIONS),
        ]
    for whose in ("my", "rival's"):
        for location in box.locations:
            parts.append((f"{whose} {location} stack, cards from the bottom", int(box.tall)))
    return parts


def size(state: AWizardDidIt) -> int:
    """How many numbers there are: the sum of the layout."""
    box = state.box
    cards = box.cards - 1
    each = 5 + cards + 2 * state.goals_each + LOCATIONS
    return int(4 + 2 * cards + 2 * each + STACKS * box.tall)


def encode(state: AWizardDidIt, viewer: i64, out: vec[i64]) -> None:
    """Write what a viewer may know. A spectator sees it from seat 0, without a hand."""
    writer = _Writer(out)
    me: i64 = viewer if viewer >= 0 else 0
    rival = (me + 1) % state.seats
    writer.add(1 if state.actor == OVER else 0)
    writer.add(1 if viewer >= 0 and state.actor == viewer else 0)
    writer.add(state.plays)
    writer.add(state.deck_count)
    writer.add_hand(state, viewer)
    for card in range(1, state.box.cards):
        writer.add(state.discards[card])
    writer.add_wizard(state, me)
    writer.add_wizard(state, rival)
    writer.add_stacks(state, me)
    writer.add_stacks(state, rival)


@final
@mypyc_attr(acyclic=True)
class _Writer:
    """Writes one number after another."""

    def __init__(self, out: vec[i64]) -> None:
        self.out = out
        self.at: i64 = 0

    def add(self, number: i64) -> None:
        self.out[self.at] = number
        self.at += 1

    def add_hand(self, state: Stacks, viewer: i64) -> None:
        """The one secret: only its owner gets more than zeros."""
        start = self.at - 1
        for card in range(1, state.box.cards):
            self.add(0)
        if viewer >= 0:
            for card in state.hand(viewer):
                self.out[start + card] += 1

    def add_wizard(self, state: Stacks, seat: i64) -> None:
        self.add(state.held(seat))
        self.add(state.sure_items[seat])
        self.add(state.valor[seat])
        self.add((state.arrived >> seat) & 1)
        self.add(1 if state.princess == seat else 0)
        for card in range(1, state.box.cards):
            self.add(state.equipped[seat * state.box.cards + card])
        first = seat * state.goals_each
        for place in range(first, first + state.goals_each):
            self.add(state.goals[place] + 1)
        for place in range(first, first + state.goals_each):
            self.add((state.met >> place) & 1)
        for stack in range(seat * LOCATIONS, (seat + 1) * LOCATIONS):
            self.add(state.heights[stack])

    def add_stacks(self, state: Stacks, seat: i64) -> None:
        for stack in range(seat * LOCATIONS, (seat + 1) * LOCATIONS):
            start = stack * state.box.tall
            height = state.heights[stack]
            for place in range(state.box.tall):
                self.add(state.piles[start + place] if place < height else 0)
