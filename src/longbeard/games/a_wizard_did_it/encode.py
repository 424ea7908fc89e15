"""What a seat may know, as plain numbers for learners: own things first, then the rival's.

Stacks are given whole, from the bottom up: every card was played in the open, and a learner forgets nothing.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.encoder import Encoder, Sheet, write_all
from longbeard.engine.numbers import larger
from longbeard.engine.state import OVER, State
from longbeard.games.a_wizard_did_it.box import LOCATIONS
from longbeard.games.a_wizard_did_it.rules import AWizardDidIt
from longbeard.games.a_wizard_did_it.stacks import Stacks

TABLE: Final = 4
WIZARD: Final = 5


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
    return sum([width for name, width in layout(state)])


def encode(state: AWizardDidIt, viewer: i64, out: vec[i64]) -> None:
    """Write what a viewer may know. A spectator sees it from seat 0, without a hand."""
    write_all(ENCODER, state, viewer, out)


@final
@mypyc_attr(acyclic=True)
class RoadEncoder(Encoder):
    """The table, then both wizards, then the stacks."""

    def layout(self, state: State) -> list[tuple[str, int]]:
        assert isinstance(state, AWizardDidIt)
        return layout(state)

    def write(self, state: State, viewer: i64, sheet: Sheet) -> None:
        assert isinstance(state, AWizardDidIt)
        me = larger(viewer, 0)
        rival = (me + 1) % state.seats
        at = _write_table(state, viewer, sheet)
        at = _write_wizard(state, me, sheet, at)
        at = _write_wizard(state, rival, sheet, at)
        at = _write_stacks(state, me, sheet, at)
        _write_stacks(state, rival, sheet, at)


ENCODER: Final = RoadEncoder()


def _write_table(state: Stacks, viewer: i64, sheet: Sheet) -> i64:
    sheet.put(0, i64(state.actor == OVER))
    sheet.put(1, i64(viewer >= 0 and state.actor == viewer))
    sheet.put(2, state.plays)
    sheet.put(3, state.deck_count)
    if viewer >= 0:  # the one secret: only its owner gets more than noughts
        _write_counts(state, state.hands, viewer, sheet, TABLE)
    _write_counts(state, state.discards, 0, sheet, TABLE + state.box.cards - 1)
    return TABLE + 2 * (state.box.cards - 1)


def _write_counts(state: Stacks, counts: vec[i64], seat: i64, sheet: Sheet, at: i64) -> None:
    """How many of each card, from card 1 on, there are of a seat's."""
    first = seat * state.box.cards + 1
    for card in range(state.box.cards - 1):
        sheet.put(at + card, counts[first + card])


def _write_wizard(state: Stacks, seat: i64, sheet: Sheet, at: i64) -> i64:
    sheet.put(at, state.held(seat))
    sheet.put(at + 1, state.sure_items[seat])
    sheet.put(at + 2, state.valor[seat])
    sheet.put(at + 3, (state.arrived >> seat) & 1)
    sheet.put(at + 4, i64(state.princess == seat))
    at += WIZARD
    _write_counts(state, state.equipped, seat, sheet, at)
    at += state.box.cards - 1
    each = state.goals_each
    for goal in range(each):
        sheet.put(at + goal, state.goals[seat * each + goal] + 1)
        sheet.put(at + each + goal, (state.met >> (seat * each + goal)) & 1)
    at += 2 * each
    for stack in range(LOCATIONS):
        sheet.put(at + stack, state.heights[seat * LOCATIONS + stack])
    return at + LOCATIONS


def _write_stacks(state: Stacks, seat: i64, sheet: Sheet, at: i64) -> i64:
    tall, piles = state.box.tall, state.piles
    for stack in range(seat * LOCATIONS, (seat + 1) * LOCATIONS):
        for place in range(state.heights[stack]):
            sheet.put(at + place, piles[stack * tall + place])
        at += tall
    return at
