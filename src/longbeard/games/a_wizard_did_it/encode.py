"""Observations of A Wizard Did It… for learners: own things first, then the rival's.

Stacks are given whole, from the bottom up: every card was played in the open, and a learner forgets nothing.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from longbeard.engine.encoder import Encoder, Field, Sheet, count, flag, label, write_all
from longbeard.engine.numbers import larger
from longbeard.engine.state import OVER, State
from longbeard.games.a_wizard_did_it.box import CARD, LOCATIONS, LURKING_TAG, SURPRISE_TAG
from longbeard.games.a_wizard_did_it.rules import AWizardDidIt
from longbeard.games.a_wizard_did_it.stacks import Stacks

TABLE: Final = 4
WIZARD: Final = 5


def layout(state: AWizardDidIt) -> list[Field]:
    """Return the parts of an observation, in order."""
    box = state.box
    goals, cards, deck = int(state.goals_each), int(box.cards) - 1, len(box.deck)
    alike = max(list(box.copies))
    parts = [
        flag("over"),
        flag("my decision"),
        count("plays so far", deck),
        count("cards in the deck", deck),
        count("my hand, how many of each card", alike, cards),
        count("discards, how many of each card", alike, cards),
    ]
    for whose in ("my", "rival's"):
        parts += [
            count(f"{whose} cards in hand", deck),
            count(f"{whose} items surely in hand", deck),
            count(f"{whose} Valor"),
            flag(f"{whose} knight is at the Castle"),
            flag(f"{whose} knight has the Princess"),
            count(f"{whose} items equipped, how many of each card", alike, cards),
            label(f"{whose} goals, by number from 1", len(box.goals), goals),
            flag(f"{whose} goals met", goals),
            count(f"heights of {whose} stacks", int(box.tall), LOCATIONS),
        ]
    for whose in ("my", "rival's"):
        for location in box.locations:
            name = f"{whose} {location} stack, cards from the bottom"
            parts.append(label(name, CARD + LURKING_TAG + SURPRISE_TAG, int(box.tall)))
    return parts


def size(state: AWizardDidIt) -> int:
    """Return the length of an observation."""
    return sum([field.numbers for field in layout(state)])


def encode(state: AWizardDidIt, viewer: i64, out: vec[i64]) -> None:
    """Write what a viewer may know. A spectator sees it from seat 0, without a hand."""
    write_all(ENCODER, state, viewer, out)


@final
@mypyc_attr(acyclic=True)
class RoadEncoder(Encoder):
    """Encodes the table, then both wizards, then the stacks."""

    def layout(self, state: State) -> list[Field]:
        assert isinstance(state, AWizardDidIt)
        return layout(state)

    def write(self, state: State, viewer: i64, sheet: Sheet) -> None:
        assert isinstance(state, AWizardDidIt)
        me = larger(viewer, 0)
        rival = (me + 1) % state.seats
        row = sheet.numbers
        at = _write_table(state, viewer, row, sheet.start)
        at = _write_wizard(state, me, row, at)
        at = _write_wizard(state, rival, row, at) - sheet.start
        at = _put_stacks(state, me, sheet, at)
        _put_stacks(state, rival, sheet, at)


ENCODER: Final = RoadEncoder()


def _write_table(state: Stacks, viewer: i64, row: vec[i16], at: i64) -> i64:
    row[at] = i16(state.actor == OVER)
    row[at + 1] = i16(viewer >= 0 and state.actor == viewer)
    row[at + 2] = i16(state.plays)
    row[at + 3] = i16(state.deck_count)
    at += TABLE
    if viewer >= 0:  # the one secret: others get zeros
        at = _write_counts(state, state.hands, viewer, row, at)
    else:
        at = _write_counts(state, state.box.zeros, 0, row, at)
    return _write_counts(state, state.discards, 0, row, at)


def _write_counts(state: Stacks, counts: vec[i64], seat: i64, row: vec[i16], at: i64) -> i64:
    """Write how many of each card, from card 1 on, a seat has."""
    cards = state.box.cards
    shift = at - seat * cards - 1
    for card in range(seat * cards + 1, (seat + 1) * cards):
        row[shift + card] = i16(counts[card])
    return at + cards - 1


def _write_wizard(state: Stacks, seat: i64, row: vec[i16], at: i64) -> i64:
    row[at] = i16(state.held(seat))
    row[at + 1] = i16(state.sure_items[seat])
    row[at + 2] = i16(state.valor[seat])
    row[at + 3] = i16((state.arrived >> seat) & 1)
    row[at + 4] = i16(state.princess == seat)
    at = _write_counts(state, state.equipped, seat, row, at + WIZARD)
    each = state.goals_each
    for goal in range(each):
        row[at + goal] = i16(state.goals[seat * each + goal] + 1)
        row[at + each + goal] = i16((state.met >> (seat * each + goal)) & 1)
    at += 2 * each
    for stack in range(LOCATIONS):
        row[at + stack] = i16(state.heights[seat * LOCATIONS + stack])
    return at + LOCATIONS


def _put_stacks(state: Stacks, seat: i64, sheet: Sheet, at: i64) -> i64:
    """Write the cards of a seat's stacks; above them are zeros."""
    tall, piles = state.box.tall, state.piles
    for stack in range(seat * LOCATIONS, (seat + 1) * LOCATIONS):
        for place in range(state.heights[stack]):
            sheet.put(at + place, i64(piles[stack * tall + place]))
        at += tall
    return at
