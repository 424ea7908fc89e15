"""Presence at a table: one answer for its seats, for lists and for programs.

A person is *here* while a page of theirs is open and visible, *idle* while all of them are hidden, and *away*
once no connection to them answers. What everybody sees and is told follows from that and from the seats.
"""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from time import monotonic
from typing import Final, Literal, NamedTuple

Presence = Literal["here", "idle", "away", "left", "free", "bot"]
GRACE: Final = 1.2
"""Seconds for reloading a page before its person counts as away."""
COMING: Final = 10.0
"""Seconds for somebody who has just taken a seat to open its page."""
TOLD_SECONDS: Final = 5.0
"""Seconds after which the table is told that somebody is away."""
MARK_BYTES: Final = 9
MARKS: Final = 16_384
"""Size of the cache of `mark_of`, which each page and each notice needs."""
AWAY_SECONDS: Final = 20.0
"""Seconds a player must be away before others may bring in a bot."""


@dataclass(eq=False)
class Page:
    """An open page of a table."""

    person: str
    """Identity of its person; empty for spectators."""
    in_sight: bool = True
    silent: bool = False
    """Whether its connection no longer answers."""


class Company:
    """The open pages of a table, and since when people without one have been away."""

    def __init__(self) -> None:
        self._pages: dict[str, list[Page]] = {}
        self._away_since: dict[str, float] = {}
        self._opened = monotonic()
        self.elsewhere: dict[str, dict[str, str]] = {}
        """Who has pages open on other servers: here or idle, by server and `mark_of` each person."""
        self.deaf = False
        """Whether messages of other servers do not arrive now, so that nobody is known to be away."""

    def __bool__(self) -> bool:
        return bool(self._pages) or bool(self.elsewhere)

    def here(self) -> dict[str, str]:
        """Return who has pages open on this server, by `mark_of` each person."""
        return {
            mark_of(person): "here" if any(page.in_sight for page in pages if not page.silent) else "idle"
            for person, pages in self._pages.items()
            if any(not page.silent for page in pages)
        }

    def _elsewhere(self, person: str) -> list[str]:
        if not self.elsewhere:
            return []
        mark = mark_of(person)
        return [people[mark] for people in self.elsewhere.values() if mark in people]

    def arrive(self, person: str) -> Page:
        """Note that somebody opened a page."""
        page = Page(person)
        self._pages.setdefault(person, []).append(page)
        self._away_since.pop(person, None)
        return page

    def depart(self, page: Page) -> None:
        """Note that a page was closed or disconnected."""
        pages = self._pages[page.person]
        pages.remove(page)
        if not pages:
            del self._pages[page.person]
        self.note(page.person)

    def forget(self, person: str) -> None:
        """Forget somebody who has no seat, and so cannot be away."""
        self._away_since.pop(person, None)

    def note(self, person: str) -> None:
        """Start or stop counting how long somebody is away, after one of their pages changed."""
        if self._reached(person):
            self._away_since.pop(person, None)
        else:
            self._away_since.setdefault(person, monotonic())

    def expect(self, person: str) -> None:
        """Give somebody who takes a seat the time to open its page."""
        if person not in self._pages:
            self._away_since[person] = monotonic() + COMING - GRACE

    def presence(self, person: str) -> Presence:
        """Return the presence of a person."""
        pages = [page for page in self._pages.get(person, ()) if not page.silent]
        others = self._elsewhere(person)
        if pages or others:
            return "here" if "here" in others or any(page.in_sight for page in pages) else "idle"
        return "away" if self.away_for(person) >= GRACE else "here"

    def away_for(self, person: str) -> float:
        """Return the seconds for which somebody has been away; negative for those who are expected."""
        if self._reached(person) or self.deaf:
            return 0.0
        return monotonic() - self._away_since.get(person, self._opened)

    def _reached(self, person: str) -> bool:
        """Return whether a connection to somebody answers, here or on another server."""
        return any(not page.silent for page in self._pages.get(person, ())) or bool(self._elsewhere(person))

    def next_change(self, people: list[str]) -> float:
        """Return the seconds until time alone changes the presence of some people; 0 if it does not."""
        waits = [
            mark - away
            for away in map(self.away_for, people)
            if away != 0.0
            for mark in (GRACE, TOLD_SECONDS, AWAY_SECONDS)
            if mark > away
        ]
        return min(waits, default=0.0)


@lru_cache(MARKS)
def mark_of(person: str) -> str:
    """Return a pseudonym for a person on the bus, from which nobody can find or impersonate them."""
    return (
        blake2b(person.encode(), digest_size=MARK_BYTES, person=b"longbeard here").hexdigest()
        if person
        else ""
    )


class Attendant(NamedTuple):
    """The presence of one seat."""

    name: str
    presence: Presence
    stand_in: bool
    missed: bool
    """Whether its player has been away for long enough that the table was told."""
    absent: bool
    """Whether its player has been away for long enough that others may bring in a bot."""


def news(before: Attendant, now: Attendant) -> str:
    """Describe a change of a seat's presence in a sentence; empty if there is nothing to tell."""
    name = now.name
    if "free" in (before.presence, now.presence):
        if before.presence == now.presence:
            taken, freed = now.stand_in and not before.stand_in, before.stand_in and not now.stand_in
            return (
                f"A bot takes the chair of {name}." if taken else f"A chair is free: {name}." if freed else ""
            )
        return f"{name} sits down." if before.presence == "free" else f"A chair is free: {name}."
    if "left" in (before.presence, now.presence):
        if before.presence == now.presence:
            return ""
        return f"{name} leaves; a bot plays on." if now.presence == "left" else f"{name} is back."
    if now.stand_in != before.stand_in:
        return f"A bot plays on for {name}." if now.stand_in else f"{name} plays on."
    if now.missed != before.missed:
        return f"{name} is away." if now.missed else f"{name} is back."
    return f"{before.name} is now called {name}." if name != before.name else ""
