"""Finds the tables that a rulebook shows: examples come from random matches played with the box at hand."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar, cast

from longbeard.engine.drawing import Canvas, Svg, Type
from longbeard.engine.luck import QuickLuck
from longbeard.engine.state import OVER, State
from longbeard.engine.story import Beat, Event, Story
from longbeard.engine.telling import Namer, Row

S = TypeVar("S", bound=State)
MATCHES: Final = 3_000
"""Number of matches that are searched; a moment that is rarer has no picture."""
LONGEST: Final = 2_000
NAMES: Final = ("Ada", "Bert", "Cleo", "Dora", "Emil", "Fay")
"""Names of the players in examples."""


@dataclass(frozen=True)
class Moment(Generic[S]):
    """One move of a match: the table before and after it, and what happened."""

    before: S
    action: int
    after: S
    events: list[Event]
    beats: list[Beat]
    """The table at every beat of the move, and the number of events that had happened by then."""

    def first(self, kind: int) -> Event | None:
        """Return the first event of a kind, if there is one."""
        return next((event for event in self.events if event.kind == kind), None)

    def event(self, kind: int) -> Event:
        """Return the first event of a kind; the moment must have one."""
        return next(event for event in self.events if event.kind == kind)


def find(table: S, wanted: Callable[[Moment[S]], bool], matches: int = MATCHES) -> Moment[S] | None:
    """Return the first wanted moment of a fixed series of random matches."""
    return next(
        (moment for seed in range(matches) for moment in _moments(table, seed) if wanted(moment)), None
    )


def _moments(table: S, seed: int) -> Iterator[Moment[S]]:
    luck = QuickLuck(seed)
    state = cast(S, table.clone())
    state.deal(luck)
    for number in range(LONGEST):
        if state.to_act() == OVER:
            return
        legal = state.legal()
        action = legal[luck.below(len(legal))]
        before, story = cast(S, state.clone()), Story(watched=True)
        state.story = story
        state.resolve(action, luck)
        state.story = None
        yield Moment(before, action, cast(S, state.clone()), story.events, story.beats)


def told(box: object, rows: Sequence[Row], namers: Mapping[str, Namer], events: Sequence[Event]) -> str:
    """Return events in words."""
    said = [rows[event.kind].tell((box, NAMES), event.data, namers) for event in events]
    return " ".join([words for words in said if words])


# ── pieces laid out ───────────────────────────────────────────────────────────────────────────────

WIDE: Final = 900.0
EDGE: Final = 26.0
GAP: Final = 14.0
LABEL: Final = 44.0


@dataclass(frozen=True)
class Shelf:
    """A row of pieces in a picture, below a caption."""

    words: str
    drawings: Sequence[Svg]
    width: float
    """Width of each piece in tenths of a millimetre."""
    shape: float
    """Height of each piece divided by its width."""


def spread(key: str, shelves: Sequence[Shelf], top: str, bottom: str, ink: str = "#ffffff") -> Svg:
    """Draw pieces laid out on a cloth that goes from one colour to another."""
    tall = [_rows(shelf) * (shelf.width * shelf.shape + GAP) for shelf in shelves]
    height = 2 * EDGE + sum(tall) + len(shelves) * (LABEL + GAP) - GAP
    canvas = Canvas(key, WIDE / 10, height / 10)
    canvas.rect(0, 0, WIDE, height, canvas.gradient(top, bottom), corner=16)
    y = EDGE
    for shelf, down in zip(shelves, tall, strict=True):
        canvas.words(shelf.words, EDGE, y, WIDE - 2 * EDGE, LABEL, 38, Type.BOLD, ink, least=20)
        for place, drawing in enumerate(shelf.drawings):
            row, column = divmod(place, _across(shelf))
            x = (WIDE - min(len(shelf.drawings), _across(shelf)) * (shelf.width + GAP) + GAP) / 2
            x += column * (shelf.width + GAP)
            canvas.place(
                drawing, x, y + LABEL + GAP / 2 + row * (shelf.width * shelf.shape + GAP), shelf.width
            )
        y += LABEL + GAP + down
    return canvas.done()


def _across(shelf: Shelf) -> int:
    return max(1, int((WIDE - 2 * EDGE + GAP) // (shelf.width + GAP)))


def _rows(shelf: Shelf) -> int:
    return -(-len(shelf.drawings) // _across(shelf))
