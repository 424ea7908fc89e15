"""Finding tables worth a picture: examples of a rulebook come from matches that are played for them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Generic, TypeVar, cast

from longbeard.engine.luck import QuickLuck
from longbeard.engine.state import OVER, State
from longbeard.engine.story import Beat, Event, Story

S = TypeVar("S", bound=State)
MATCHES: Final = 3_000
"""So many are looked through; whoever has rare wishes goes without a picture."""
LONGEST: Final = 2_000
NAMES: Final = ("Ada", "Bert", "Cleo", "Dora", "Emil", "Fay")
"""Who plays in examples."""


@dataclass(frozen=True)
class Moment(Generic[S]):
    """One move of a match: the table before and after it, and what happened."""

    before: S
    action: int
    after: S
    events: list[Event]
    beats: list[Beat]
    """The table at every beat of the move, and how many of the events had happened by then."""

    def first(self, kind: int) -> Event | None:
        """The first event of a kind, if there is one."""
        return next((event for event in self.events if event.kind == kind), None)


def find(table: S, wanted: Callable[[Moment[S]], bool], matches: int = MATCHES) -> Moment[S] | None:
    """The first wanted moment of matches that are played at random, always the same ones."""
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
