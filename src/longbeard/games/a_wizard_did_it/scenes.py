"""Tables laid out by hand, in the middle of a game: for tests, puzzles and bug reports.

>>> from longbeard.games import room
>>> table = lay_out(room("a-wizard-did-it").box, {"0.forest": "ninja sword"})
>>> [name for name, data in walk(table)][-6:]
['princess', 'turn', 'castle', 'score', 'score', 'won']
"""

from collections.abc import Mapping, Sequence
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from longbeard.engine.luck import Luck, QuickLuck
from longbeard.engine.state import NOBODY, Box
from longbeard.engine.story import Event, Story
from longbeard.games.a_wizard_did_it.box import LOCATIONS, SEATS, RoadBox
from longbeard.games.a_wizard_did_it.events import EVENT_NAMES
from longbeard.games.a_wizard_did_it.notation import parse
from longbeard.games.a_wizard_did_it.rules import AWizardDidIt, table

Happened = list[tuple[str, list[int]]]
"""Names of events, with their numbers."""


def lay_out(
    box: Box,
    stacks: Mapping[str, str],
    hands: Sequence[str] = ("", ""),
    deck: str = "",
    goals: Sequence[str] = ("", ""),
    turn: int = 0,
    options: Mapping[str, str] = {},
) -> AWizardDidIt:
    """Lay out a table with these cards: stacks from the top, goals for each wizard, everything by its
    slug."""
    settled = {"first": "0", "memory": "off", **options}
    state = table(cast(RoadBox, box), SEATS, settled)
    for name, cards in stacks.items():
        seat, _, location = name.partition(".")
        for slug in reversed(cards.split()):
            place = int(seat) * LOCATIONS + state.box.locations.index(location)
            state.put_on(place, state.box.slugs.index(slug))
    for seat_number, hand in enumerate(hands):
        for slug in hand.split():
            card = state.box.slugs.index(slug)
            state.hands[seat_number * state.box.cards + card] += 1
            state.holds[seat_number] |= 1 << card
    in_deck = [state.box.slugs.index(slug) for slug in deck.split()]
    state.deck = vec[i64](in_deck + [0] * (len(state.box.deck) - len(in_deck)))
    state.deck_count = len(in_deck)
    lists = [[state.box.goals.index(slug) for slug in wizard.split()] for wizard in goals]
    state.goals_each = max(len(wizard) for wizard in lists)
    state.goals = vec[i64]([goal for wizard in lists for goal in wizard])
    if len(state.goals) != SEATS * state.goals_each:
        raise ValueError("both wizards have equally many goals")
    state.actor = turn
    return state


def play(state: AWizardDidIt, text: str, luck: Luck | None = None) -> Happened:
    """Play a move in notation; return what happened."""
    story = Story()
    state.story = story
    state.resolve(parse(state, text), luck or QuickLuck(0))
    state.story = None
    return [_named(event) for event in story.events]


def walk(state: AWizardDidIt, first: int = 0) -> Happened:
    """Let the knights walk what lies there, and count the points; return what happened."""
    story = Story()
    state.story = story
    state.walk(first)
    state.finish()
    state.story = None
    return [_named(event) for event in story.events]


def _named(event: Event) -> tuple[str, list[int]]:
    """Return an event by its name, with those of the usual three numbers that it uses."""
    data = event.data
    if len(data) == 3:
        data = [number for number in data if number != NOBODY]
    return EVENT_NAMES[event.kind], data
