"""A live table: people who come and go, bots that think in other processes, and a log that is stored before
it is shown.

Everything that changes a table is an entry of its log. An action is checked and carried out, its entry is
stored, and only then is anybody shown what it did; if it cannot be stored, it is undone and refused. Readers
await `settled` first.
"""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextvars import Context
from hmac import compare_digest
from random import choice
from time import time
from typing import Any, Final, Protocol, TypeVar

from longbeard.bots import DEFAULT
from longbeard.engine.errors import (
    BadMove,
    BadOptions,
    BadRecord,
    CannotUndo,
    LongbeardError,
    NotYourTurn,
)
from longbeard.engine.match import PERSON
from longbeard.engine.story import SPECTATOR
from longbeard.store.store import CHAT_KEPT, Entry, NumberTaken, Outline
from longbeard.table.minds import Minds, MindsError, Question
from longbeard.table.opening import Opening, read_opening
from longbeard.table.policies import NO_POLICIES, Decision, Policies, is_policy, levels
from longbeard.table.presence import AWAY_SECONDS, TOLD_SECONDS, Attendant, Company, Page, Presence, news
from longbeard.table.seat import OPEN, Seat, bot_name, clean_name, free_name, new_token

CHAT_LENGTH: Final = 240
STORE_PAUSE: Final = 2.0
RETURN_SECONDS: Final = 60.0
"""Least seconds to decide after a table was read from the store again, so that people can come back."""
LOOK_AGAIN: Final = 60.0
"""Longest timer in seconds: longer waits are compared with the time of day in between, since machines sleep
and clocks are set."""
LOOK_SECONDS: Final = 3.0
"""Seconds after which a server looks at a table whose bot or clock should have done something."""
PERMIT_SECONDS: Final = 1.0
"""Seconds until a server asks again whether it may think for a bot, while another one does."""
ATTEMPTS: Final = 20
"""Attempts at a change, if other servers are quicker."""
KINDS: Final = frozenset(
    ["play", "undo", "next", "start", "name", "come", "free", "leave", "sit", "move", "link", "bot", "back"],
)
"""Kinds of log entries."""
log = logging.getLogger("longbeard.table")
Answer = TypeVar("Answer")
NOBODYS: Final = (SPECTATOR, -1)
"""Value of `_timed` without a decision."""


class Stale(BadMove):
    """The action answers an earlier move than the last one, or was sent twice."""


class NotSeated(LongbeardError):
    """Only those who sit at the table may do this."""


class NotStarted(BadMove):
    """The match has not begun: the table waits for people."""


class TableClosed(LongbeardError):
    """The table was dropped while somebody still had it open; a new connection finds it again."""


class Keeper(Protocol):
    """Stores entry `number` of a table's log; raises OSError if it cannot."""

    def __call__(self, number: int, kind: str, seat: int, text: str, over: bool) -> Awaitable[None]: ...


class Neighbours(Protocol):
    """Other servers with the same store, as a table sees them."""

    async def newer(self, table: "LiveTable") -> list[Entry]:
        """Return the entries of a table's log that are in the store and not here yet."""
        ...

    async def permit(self, table: "LiveTable") -> bool:
        """Return whether this server may think for a table's bots now: one does at a time."""
        ...

    def permitted(self, table: "LiveTable") -> None:
        """Note that this server no longer thinks for a table's bots."""
        ...

    def company(self, table: "LiveTable") -> None:
        """Note that people opened or closed pages of a table here."""
        ...

    def broken(self, table: "LiveTable") -> None:
        """Note that entries of others do not fit: the table must be loaded again."""
        ...


class LiveTable:
    """A match with people and bots at it. All methods are for one event loop."""

    def __init__(
        self,
        name: str,
        opening: Opening,
        keep: Keeper,
        minds: Minds | None = None,
        entries: Iterable[tuple[str, int, str]] = (),
        chat: Iterable[tuple[int, str, str]] = (),
        times: Iterable[float] = (),
    ) -> None:
        """Fold a table's log. `times` are the opening's and the entries' times of storage, if stored."""
        self.id = name
        self.opening = opening
        self.match = opening.deal()
        self.seats = [Seat(**seat.as_dict()) for seat in opening.seats]
        self.chat: deque[tuple[int, str, str]] = deque(chat, maxlen=CHAT_KEPT)
        self.next_table = ""
        """Name of the table of the rematch."""
        self.next_by = SPECTATOR
        """The seat that asked for the rematch."""
        self.started = not opening.waits
        """Whether the match has begun, or still waits for people."""
        held = enumerate(self.seats)
        self.awaited = {seat for seat, one in held if one.person not in ("", opening.host)}
        """The seats of those who were invited to a table that waits, and have not come yet."""
        self.company = Company()
        self.version = 0
        """Counter of changes to a page, except who is present."""
        self.attended = 0
        """Counter of changes to who is present."""
        self.retold = 0
        """Counter of changes to lines that were told: a move taken back, another name."""
        self.on_change: Callable[[LiveTable], None] = lambda table: None
        self.on_end: Callable[[LiveTable], None] = lambda table: None
        self.on_news: Callable[[LiveTable, int, str], None] = lambda table, seat, words: None
        """Called with a sentence about somebody who comes, goes or is replaced by a bot."""
        self.on_turn: Callable[[LiveTable, int], None] = lambda table, seat: None
        """Called with the seat of the person who has to decide from now on."""
        self.on_forfeit: Callable[[LiveTable, int, Decision], None] = lambda table, seat, decision: None
        """Called if another bot decided in place of the operator's policy at a seat."""
        self.policies: Policies = NO_POLICIES
        self.neighbours: Neighbours | None = None
        """Other servers with the same store, if there may be any."""
        self._keep = keep
        self._minds = minds
        self._entries = 0
        self._turn = asyncio.Lock()
        self._running: set[asyncio.Task[Any]] = set()
        self._thinking: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._timed = NOBODYS
        """The decision that is timed: its seat, and the number of moves before it."""
        self._since = 0.0
        """Time of day at which that decision began."""
        self._closing = False
        self.closed = False
        """Whether it was dropped. Nothing is written any more: another copy may be read from the store."""
        kept_at = iter(times)
        opened = next(kept_at, 0.0)
        self._mark_time(opened or time())
        for kind, seat, text in entries:
            self._fold(kind, seat, text)
            self._mark_time(next(kept_at, 0.0) or time())
        self._not_before = time() + min(opening.pace, RETURN_SECONDS) if opened else 0.0
        self._settle()
        self._called = self._awaits()
        self._attendance = self.attendance()
        self._next_look: asyncio.TimerHandle | None = None

    # What is settled: safe to read at any time, because it is stored.

    def _settle(self) -> None:
        self.moves, self.to_act, self.over = len(self.match.log), self.match.to_act, self.match.over
        self._mark_time(time())
        self.version += 1

    @property
    def settling(self) -> bool:
        """Whether something is being written."""
        return self._turn.locked()

    async def settled(self) -> None:
        """Wait until nothing is being written; read the match right afterwards, before the next `await`."""
        if self._turn.locked():
            async with self._turn:
                pass

    def viewer_of(self, person: str) -> int:
        """Return the seat that a person holds, or SPECTATOR."""
        for number, seat in enumerate(self.seats):
            if person and seat.person == person and not seat.left:
                return number
        return SPECTATOR

    def eyes_of(self, person: str) -> int:
        """Return the seat whose cards a person may see; SPECTATOR before the match begins."""
        return self.viewer_of(person) if self.started else SPECTATOR

    def is_of(self, person: str) -> bool:
        """Return whether a person opened this table, or holds or has left a seat of it."""
        return bool(person) and person in (self.opening.host, *(seat.person for seat in self.seats))

    def left_by(self, person: str) -> int:
        """Return the seat that a person left and can come back to, or SPECTATOR."""
        if self.viewer_of(person) != SPECTATOR:
            return SPECTATOR
        held = (number for number, seat in enumerate(self.seats) if person and seat.person == person)
        return next(held, SPECTATOR)

    def seat_by_token(self, token: str) -> int:
        """Return the seat of a seat link, or SPECTATOR, in constant time for any wrong link."""
        found = SPECTATOR
        for number, seat in enumerate(self.seats):
            if seat.token and compare_digest(seat.token.encode(), token.encode()):
                found = number
        return found

    # Presence.

    def presence(self, seat: int) -> Presence:
        """Return the presence of the player of a seat."""
        held = self.seats[seat]
        if held.who != PERSON:
            return "free" if held.who == OPEN else "bot"
        return "left" if held.left or not held.person else self.company.presence(held.person)

    def attendance(self) -> list[Attendant]:
        """List the presence of all seats."""
        found = []
        for number, held in enumerate(self.seats):
            # Before the match begins the table waits for people anyway, and says so.
            told = self.started and not held.left and not self.opening.by_days
            missed = told and self._away_for(held) >= TOLD_SECONDS
            stand_in = bool(held.stand_in)
            found.append(Attendant(held.name, self.presence(number), stand_in, missed, self.is_away(number)))
        return found

    def arrive(self, person: str) -> Page:
        """Note that somebody opened a page of this table."""
        page = self.company.arrive(person)
        self._company_changed()
        return page

    def depart(self, page: Page) -> None:
        """Note that a page was closed or disconnected."""
        self.company.depart(page)
        if self.viewer_of(page.person) == SPECTATOR:
            self.company.forget(page.person)
        self._company_changed()

    def note(self, page: Page, in_sight: bool | None = None, silent: bool | None = None) -> None:
        """Note that a page became visible or hidden, or that its connection fell silent or answers again."""
        page.in_sight = page.in_sight if in_sight is None else in_sight
        page.silent = page.silent if silent is None else silent
        self.company.note(page.person)
        self._company_changed()

    def note_elsewhere(self, server: str, people: dict[str, str], deaf: bool = False) -> None:
        """Note who has pages of this table open on another server: here or idle, by `mark_of` each person.

        A deaf server does not learn of pages on other servers now, and considers nobody away.
        """
        self.company.deaf = deaf
        self.company.elsewhere.pop(server, None)
        if people:
            self.company.elsewhere[server] = people
        for held in self.seats:
            if held.person:
                self.company.note(held.person)
        self._attend()

    def _company_changed(self) -> None:
        """Update presence after a page here was opened, closed or changed, and tell the other servers."""
        self._attend()
        if self.neighbours is not None:
            self.neighbours.company(self)

    def is_away(self, seat: int) -> bool:
        """Return whether a seat's player has been away long enough to be replaced."""
        held = self.seats[seat]
        # Where the clock counts days, nobody has to stay: only the clock brings in a bot.
        return held.left or (self._away_for(held) >= AWAY_SECONDS and not self.opening.by_days)

    def _away_for(self, held: Seat) -> float:
        return self.company.away_for(held.person) if held.who == PERSON else 0.0

    def _attend(self) -> None:
        """Publish who is present, if that has changed; schedule the next look if time alone will change
        it."""
        before, self._attendance = self._attendance, self.attendance()
        if self._next_look is not None:
            self._next_look.cancel()
            self._next_look = None
        if before != self._attendance:
            self.attended += 1
            self.on_change(self)
        for seat, (old, new) in enumerate(zip(before, self._attendance, strict=True)):
            # Those who leave a finished table, perhaps for the next one, are not reported as away.
            if words := news(old._replace(missed=new.missed) if self.over else old, new):
                self.on_news(self, seat, words)
        people = [held.person for held in self.seats if held.person and not held.left]
        wait = self.company.next_change(people) if self.company and not self._closing else 0.0
        if wait > 0.0:
            self._next_look = asyncio.get_running_loop().call_later(wait + 0.01, self._attend)

    # People.

    async def play(self, person: str, move: int, text: str) -> None:
        """Play an action that answers move number `move`."""
        await asyncio.shield(self.play_soon(person, move, text))

    def play_soon(
        self, person: str, move: int, text: str, context: Context | None = None
    ) -> asyncio.Task[None]:
        """Start to play an action. Do not cancel the task: it must run to its end."""
        action = self._read_and_play(person, move, text)
        return self._begin(asyncio.get_running_loop().create_task(action, context=context))

    async def _read_and_play(self, person: str, move: int, text: str) -> None:
        seat = await self._newest_seat_of(person)
        await self.settled()
        if move > self.moves:  # somebody who saw more on another server
            await self.catch_up()
        self._refuse_stale(move)
        await self._play(seat, move, self.match.room.parse(self.match.state, text))

    async def _play(self, seat: int, move: int, action: int) -> None:
        async with self._turn:
            self._refuse_stale(move)  # again: somebody may have been quicker
            if not self.started:
                raise NotStarted(
                    "the match has not begun yet: the table waits for people, or for its host to start"
                )
            match = self.match
            made = match.play(seat, action)
            try:
                await self._write("play", seat, match.text(made), match.over)
            except Exception as error:
                match.strike_out()
                await self._refuse_overtaken(error)
                raise
            self._settle()
        self.on_change(self)  # a move does not change who is present
        self.wake()
        self._call_decider()
        if self.over:
            self.on_end(self)

    async def undo(self, person: str, move: int) -> None:
        """Take one's own last move back, where the engine allows it."""
        seat = await self._newest_seat_of(person)

        async def take_back() -> None:
            async with self._turn:
                self._refuse_stale(move)
                if self.over:  # all cards are open: nobody may go back and use that
                    raise CannotUndo("the match is over")
                made = self.match.undo(seat)
                self.retold += 1
                try:
                    await self._write("undo", seat)
                except Exception as error:
                    self.match.play(seat, made.action)
                    await self._refuse_overtaken(error)
                    raise
                self._settle()
            self._changed()

        await self._run(take_back())

    async def sit(self, person: str, seat: int, name: str, avatar: str = "") -> int:
        """Sit down at an open seat (the first one, for -1), or again at the seat that one left.

        Whoever sits down at another seat than the one they left gives that one up: nobody holds two.
        """
        name = clean_name(name)
        if self.left_by(person) != SPECTATOR and seat in (SPECTATOR, self.left_by(person)):
            return await self._change("back", lambda: self._come_back(person))

        def check() -> tuple[int, str]:
            self._refuse_nobody(person)
            if self.viewer_of(person) != SPECTATOR:
                raise BadOptions("you sit at this table already: leave your seat first")
            free = self.free_chairs()
            if not free or (seat != SPECTATOR and seat not in free):
                raise BadOptions("this seat is taken" if free else "all seats are taken")
            place = free[0] if seat == SPECTATOR else seat
            called = free_name(name, self._names(place))
            sitter = {"name": called, "person": person, "token": new_token(), "avatar": avatar}
            return place, json.dumps(sitter)

        return await self._change("sit", check)

    def _come_back(self, person: str) -> tuple[int, str]:
        """Check a return to the seat that one left, with a new link: leaving ended the old one."""
        left = self.left_by(person)
        if left == SPECTATOR:
            raise BadOptions("your seat was given to others meanwhile: take a free one, or watch")
        return left, new_token()

    async def move_seat(self, person: str, token: str) -> int:
        """Move a seat to another device, with its link."""

        def check() -> tuple[int, str]:
            self._refuse_nobody(person)
            seat = self.seat_by_token(token)
            if seat == SPECTATOR:
                raise NotSeated(
                    "this link fits no seat of this table: copy the newest from the page of its holder"
                )
            if self.viewer_of(person) not in (SPECTATOR, seat):
                raise BadOptions("you sit at this table already, at another seat: leave that one first")
            return seat, person

        return await self._change("move", check)

    async def renew_link(self, person: str) -> int:
        """Give one's seat a new link; the old one no longer works."""

        def check() -> tuple[int, str]:
            if self.opening.daily:
                raise BadOptions("a daily deal belongs to one person: take yourself along, on the page “You”")
            return self._seat_of(person), new_token()

        return await self._change("link", check)

    async def rename(self, person: str, name: str) -> None:
        """Change one's name at this table."""
        name = clean_name(name)

        def check() -> tuple[int, str]:
            seat = self._seat_of(person)
            return seat, free_name(name, self._names(seat))

        await self._change("name", check)

    async def come(self, person: str) -> None:
        """Note that somebody came who was invited to a table that waits."""
        if not self.started and self.viewer_of(person) in self.awaited:
            await self._change("come", lambda: (self._seat_of(person), ""))

    async def start(self, person: str, level: str = "") -> None:
        """Start the match, with bots of a level on the free seats; only the host may."""
        level = level or DEFAULT

        def check() -> tuple[int, str]:
            self._refuse_guest(person)
            known = [one["name"] for one in self.levels()]
            if level not in known:
                raise BadOptions(f"a level is one of: {', '.join(known)}")
            taken = {held.name for held in self.seats}
            names: dict[int, str] = {}
            for seat in self.free_chairs():
                names[seat] = free_name(bot_name(level, taken), taken)
                taken.add(names[seat])
            return self._seat_of(person), json.dumps({"level": level, "names": names})

        await self._change("start", check)

    def levels(self) -> list[dict[str, str]]:
        """List the bots that can play here, the operator's policies included."""
        return levels(self.policies, self.opening.game, len(self.seats))

    async def free_chair(self, person: str, seat: int) -> None:
        """Free a seat before the match begins; only the host may."""

        def check() -> tuple[int, str]:
            self._refuse_guest(person)
            if self._held(seat).who != PERSON or seat == self._seat_of(person):
                raise BadOptions("nobody sits there whom you could send away")
            return seat, ""

        await self._change("free", check)

    def is_host(self, person: str) -> bool:
        """Return whether a person decides about a table that waits: its host, or anybody if the host is
        gone."""
        return person == self.opening.host or self.viewer_of(self.opening.host) == SPECTATOR

    def _refuse_guest(self, person: str) -> None:
        self._seat_of(person)
        if not self.is_host(person):
            raise BadOptions("only who opened the table decides that")
        if self.started:
            raise BadOptions("the match has begun")

    def free_chairs(self) -> list[int]:
        """List the free seats."""
        return [seat for seat, held in enumerate(self.seats) if held.who == OPEN and not held.stand_in]

    async def leave(self, person: str) -> int:
        """Leave one's seat; a bot plays on, except in a daily deal."""
        stand_in = "" if self.opening.daily else DEFAULT
        return await self._change("leave", lambda: (self._seat_of(person), stand_in))

    async def bring_bot(self, person: str, seat: int) -> int:
        """Let a bot play an open seat, one's own, or that of a player who is away."""

        def check() -> tuple[int, str]:
            if refusal := self.refuses_bot(self._seat_of(person), seat):
                raise BadOptions(refusal)
            return seat, DEFAULT

        return await self._change("bot", check)

    async def give_back(self, person: str, seat: int) -> int:
        """Remove the stand-in: whoever holds the seat plays on; a seat that somebody left becomes open."""

        def check() -> tuple[int, str]:
            if self.left_by(person) == seat:
                return self._come_back(person)
            own = self._seat_of(person)
            if refusal := self.keeps_bot(own, seat):
                raise BadOptions(refusal)
            return seat, "" if seat == own else OPEN

        return await self._change("back", check)

    def refuses_bot(self, own: int, seat: int) -> str:
        """Return why the player at `own` may not let a bot play `seat`; empty if they may."""
        held = self._held(seat)
        if self.opening.daily:
            return "a daily deal is for you alone"
        if held.bot:
            return "a bot plays this seat already"
        if not self.started and not self.is_host(self.seats[own].person):
            return "who opened the table decides that"
        if held.who == PERSON and seat != own and not self.is_away(seat):
            return f"{held.name} is still here"
        return ""

    def keeps_bot(self, own: int, seat: int) -> str:
        """Return why the player at `own` may not remove the bot at `seat`; empty if they may."""
        held = self._held(seat)
        if seat != own and not (held.left or held.who == OPEN):
            return f"{held.name} decides about that"
        return "" if held.stand_in else "no bot stands in at this seat"

    async def say(self, person: str, text: str) -> tuple[int, str, str]:
        """Check a line of chat of somebody who sits here. (The caller stores it.)"""
        seat = await self._newest_seat_of(person)
        text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        if not text or len(text) > CHAT_LENGTH:
            raise BadOptions(f"a line of chat has 1 to {CHAT_LENGTH} letters")
        return seat, self.seats[seat].name, text

    async def set_next(self, name: str, seat: int) -> None:
        """Note the table of the rematch, and who asked for it."""

        def check() -> tuple[int, str]:
            if self.next_table:
                raise Stale("the next table was opened already")
            return seat, name

        await self._change("next", check)
        if seat >= 0:
            self.on_news(self, seat, f"{self.seats[seat].name} wants to play again.")

    async def advise(self, person: str) -> Any:
        """Ask a bot about the choices of the person who decides now."""
        seat = await self._newest_seat_of(person)
        await self.settled()
        if seat != self.to_act or not self.started:
            raise NotYourTurn("there is nothing for you to decide now")
        if self.opening.daily:
            raise BadOptions("there are no hints in the daily deal: everybody plays it alone")
        if self._minds is None:
            raise MindsError("this server has no bots that could give advice")
        return await self._minds.think(self.question(seat, DEFAULT, person))

    def _held(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.seats):
            raise BadOptions(f"there is no seat {seat}: seats are 0 to {len(self.seats) - 1}")
        return self.seats[seat]

    def _seat_of(self, person: str) -> int:
        seat = self.viewer_of(person)
        if seat == SPECTATOR:
            raise NotSeated("you have no seat at this table: take a free one first")
        return seat

    async def _newest_seat_of(self, person: str) -> int:
        """Return the seat of a person, which another server may have given them just now."""
        if person and self.viewer_of(person) == SPECTATOR:
            await self.catch_up()
        return self._seat_of(person)

    def _refuse_nobody(self, person: str) -> None:
        """Refuse spectators: they have no identity here, so they can hold no seat."""
        if not person:
            raise NotSeated("those who only watch cannot do this")

    def _refuse_stale(self, move: int) -> None:
        if move != len(self.match.log):
            raise Stale("the table has moved on since; nothing was done")

    # The log.

    async def _change(self, kind: str, check: Callable[[], tuple[int, str]]) -> int:
        """Change something about the seats: check it, store it, then fold it."""

        async def change() -> int:
            async with self._turn:
                for attempt in range(ATTEMPTS):
                    try:
                        seat, text = check()
                    except LongbeardError:
                        # Only the newest state can refuse: another server may have changed it just now.
                        if attempt == ATTEMPTS - 1 or not await self._catch_up():
                            raise
                        continue
                    try:
                        await self._write(kind, seat, text, self.over)
                        break
                    except NumberTaken:
                        if attempt == ATTEMPTS - 1 or not await self._catch_up():
                            raise
                self._fold_seat(kind, seat, text)
                self._settle()
            self._changed()
            return seat

        return await self._run(change())

    async def _refuse_overtaken(self, error: Exception) -> None:
        """Raise Stale if another server was quicker; return on any other error."""
        if isinstance(error, NumberTaken) and await self._catch_up():
            raise Stale("the table has moved on since; nothing was done") from error

    @property
    def busy(self) -> bool:
        """Whether work is going on here that would be lost if the table were dropped now."""
        return bool(self._running) or self._thinking is not None or self._turn.locked()

    @property
    def entries(self) -> int:
        """Number of log entries that are folded here."""
        return self._entries

    async def catch_up(self) -> None:
        """Fold what other servers have written."""
        if self.neighbours is not None:
            await self._run(self._catch_up_in_turn())

    async def _catch_up_in_turn(self) -> None:
        async with self._turn:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        """Fold what others have written, while holding the lock; return False if there is nothing."""
        if self.neighbours is None or self.closed:
            return False
        newer = await self.neighbours.newer(self)
        self._take_in(newer)
        return bool(newer)

    def take_in(self, after: int, entries: list[Entry]) -> bool:
        """Fold entries of others after number `after`; return False while something is being written."""
        if self.neighbours is None or self.closed or self._turn.locked():
            return False
        self._take_in(entries[self._entries - after :])
        return True

    def _take_in(self, newer: list[Entry]) -> None:
        assert self.neighbours is not None
        try:
            for entry in newer:
                self._fold(entry.kind, entry.seat, entry.text)
                self._mark_time(entry.at or time())
        except Exception as error:
            log.error("what another server wrote does not fit: %r", error, extra={"table": self.id})
            self.neighbours.broken(self)
            raise TableClosed("this table is read anew; load the page again") from error
        if newer:
            self._settle()
            self._follow(seats=any(entry.kind not in ("play", "undo") for entry in newer))
            for entry in newer:
                if entry.kind == "next" and entry.seat >= 0:
                    self.on_news(self, entry.seat, f"{self.seats[entry.seat].name} wants to play again.")

    def outline(self, kind: str = "", text: str = "") -> Outline:
        """Return what other servers have to know of this table, once an entry of this kind is written."""
        people = {held.person for held in self.seats if held.person}
        if kind == "sit":
            people.add(str(json.loads(text)["person"]))
        elif kind == "move":
            people.add(text)
        opening, match = self.opening, self.match
        look_in = 0.0
        if kind not in ("", "play", "undo"):
            look_in = LOOK_SECONDS  # who sits where is known only after the fold
        elif self.started and not match.over and self._wanted:
            if self.seats[match.to_act].bot:
                look_in = LOOK_SECONDS
            elif opening.pace:
                look_in = (
                    max(0.0, self.due - time()) + LOOK_SECONDS if not kind else opening.pace + LOOK_SECONDS
                )
        return Outline(frozenset(people), look_in, opening.host, opening.listed)

    async def _write(self, kind: str, seat: int, text: str = "", over: bool = False) -> None:
        if self.closed:
            raise TableClosed("this table was put away just now; load the page again")
        await self._keep(self._entries + 1, kind, seat, text, over)
        self._entries += 1

    async def _run(self, action: Coroutine[Any, Any, Answer]) -> Answer:
        """Run an action to its end, even if whoever asked for it is gone."""
        return await asyncio.shield(self._begin(asyncio.ensure_future(action)))

    def _begin(self, task: asyncio.Task[Answer]) -> asyncio.Task[Answer]:
        """Keep a reference to a task until it is done."""
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    def _fold(self, kind: str, seat: int, text: str) -> None:
        """Apply one entry of the log."""
        if kind not in KINDS:
            raise BadRecord(
                f"this table holds something ({kind}) that this longbeard does not know yet: update it"
            )
        self._entries += 1
        if kind == "play":
            self.match.play_text(seat, text)
        elif kind == "undo":
            self.match.undo(seat)
            self.retold += 1
        else:
            self._fold_seat(kind, seat, text)

    def _fold_seat(self, kind: str, seat: int, text: str) -> None:
        if kind == "next":
            self.next_table, self.next_by = text, seat
            return
        held = self.seats[seat]
        if kind == "start":
            self._fill_chairs(**json.loads(text))
        elif kind == "name":
            held.name = text
            self._call(seat, held)
        elif kind == "come":
            self.awaited.discard(seat)
        elif kind == "free" or (kind == "leave" and not self.started):
            self._call(seat, Seat(free_name(f"Seat {seat + 1}", self._names(seat)), OPEN))
            self.awaited.discard(seat)
        elif kind == "sit":
            sitter = Seat(who=PERSON, **json.loads(text))
            self._release(sitter.person)
            self._call(seat, sitter)
            self.company.expect(sitter.person)
        elif kind == "move":
            self._release(text, seat)
            held.person, held.stand_in, held.left = text, "", False
            self.company.expect(text)
            self.awaited.discard(seat)
        elif kind == "link":
            held.token = text
        elif kind == "leave":
            held.left, held.stand_in, held.token = True, text, ""
        elif kind == "bot":
            held.stand_in = text
            self.awaited.discard(seat)
        elif kind == "back" and (text == OPEN or not held.person):
            self.seats[seat] = Seat(held.name, OPEN)
        elif kind == "back":
            held.stand_in, held.left, held.token = "", False, text or held.token
            self.company.expect(held.person)
        if not self.free_chairs() and not self.awaited:
            self.started = True

    def _fill_chairs(self, level: str, names: dict[str, str]) -> None:
        """Start the match, with bots on the free seats."""
        for seat, name in names.items():
            self._call(int(seat), Seat(name, level))
        self.started = True

    def _call(self, seat: int, held: Seat) -> None:
        """Give a seat to somebody, whose name it has from now on."""
        self.seats[seat] = held
        self.match.seats[seat] = held.name
        self.retold += 1

    def _names(self, but: int) -> set[str]:
        return {held.name for number, held in enumerate(self.seats) if number != but}

    def _release(self, person: str, keeps: int = SPECTATOR) -> None:
        """Give up every other seat of a person: a bot plays it until somebody else sits down."""
        for number, held in enumerate(self.seats):
            if person and held.person == person and number != keeps:
                held.person, held.token, held.left = "", "", True
                held.stand_in = held.stand_in or DEFAULT

    def _follow(self, seats: bool) -> None:
        """Show what another server has written; that server notified whom it concerns."""
        self.on_change(self)
        if seats:  # a move does not change who is present
            self._attend()
        self.wake()
        self._called = self._awaits()

    def _changed(self) -> None:
        self.on_change(self)
        self._attend()
        self.wake()
        self._call_decider()

    def _call_decider(self) -> None:
        """Notify the person who has to decide from now on."""
        before, self._called = self._called, self._awaits()
        if self._called not in (before, SPECTATOR):
            self.on_turn(self, self._called)

    def _awaits(self) -> int:
        """Return the seat of the person who decides now; SPECTATOR if a bot does, or nobody."""
        if self.over or not self.started or self.seats[self.to_act].who != PERSON:
            return SPECTATOR
        return SPECTATOR if self.seats[self.to_act].bot else self.to_act

    # Bots, and the clock.

    def wake(self) -> None:
        """Let a bot think if it is its turn, and set the timer for a person."""
        if self._closing:
            return
        self._set_alarm()
        if self._thinking is None and self._bot_decides() and self._minds is not None:
            self._thinking = asyncio.ensure_future(self._think())

    def _bot_decides(self) -> bool:
        return self.started and not self.over and self._wanted and bool(self.seats[self.to_act].bot)

    @property
    def _wanted(self) -> bool:
        """Whether anybody sits here or watches: bots do not play alone."""
        return bool(self.company) or any(seat.who == PERSON and not seat.left for seat in self.seats)

    async def _think(self) -> None:
        try:
            while self._bot_decides():
                if self.neighbours is not None and not await self.neighbours.permit(self):
                    await asyncio.sleep(
                        PERMIT_SECONDS
                    )  # another server's bot thinks; if that server died, the lease ends
                    continue
                if self._bot_decides():  # again: another server's bot may have moved in the meantime
                    await self._bot_move()
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("a bot could not move", extra={"table": self.id})
        finally:
            self._thinking = None
            if self.neighbours is not None:
                self.neighbours.permitted(self)

    async def _bot_move(self) -> None:
        seat, move = self.to_act, self.moves
        try:
            action = int(await self._asked(seat, move))
            # While it thought, somebody may have taken a move back, or the seat.
            if (self.to_act, self.moves) == (seat, move) and self.seats[seat].bot:
                await self._run(self._play(seat, move, action))
        except BadMove:
            await asyncio.sleep(0)  # the table has changed: think again
        except OSError as error:
            log.error("a bot's move could not be kept: %s", error, extra={"table": self.id})
            await asyncio.sleep(STORE_PAUSE)

    async def _asked(self, seat: int, move: int) -> int:
        assert self._minds is not None
        try:
            question = self.question(seat, self.seats[seat].bot)
            said = await self._minds.think(question)
            if not is_policy(question.bot):
                return int(said)
            if said["forfeit"]:
                self.on_forfeit(self, seat, said)
            return int(said["action"])
        except MindsError as error:
            # A failing bot must not stop a table.
            log.error("a bot had no idea: %s", error, extra={"table": self.id})
            self._refuse_stale(move)  # another server may have moved for it, perhaps to the end
            return choice(self.match.state.legal())

    def question(self, seat: int, bot: str, adviser_of: str = "") -> Question:
        """Return the question what a bot would do at a seat, or what it advises a person to do."""
        match = self.match
        return Question(
            match.room.plate.slug,
            match.options,
            match.seats,
            match.players,
            match.secret.hex(),
            [int(move.action) for move in match.log[: self.moves]],
            seat,
            bot,
            advice=bool(adviser_of),
            asker=adviser_of or self.opening.host,
            table=self.id,
            entry=self._entries,
        )

    def _mark_time(self, now: float) -> None:
        """Note since when a person has to decide; coming and going does not restart the clock."""
        if not self.opening.pace:
            return
        seat = self.match.to_act
        held = self.seats[seat]
        ticking = self.started and not self.match.over and held.who == PERSON and not held.bot
        decision = (seat, len(self.match.log)) if ticking else NOBODYS
        if decision != self._timed:
            self._timed, self._since = decision, now

    @property
    def due(self) -> float:
        """Time of day at which the time for this decision is up; 0 without a clock."""
        if self._timed == NOBODYS:
            return 0.0
        return max(self._since + self.opening.pace, self._not_before)

    def _set_alarm(self) -> None:
        """Set a timer for the end of the time for a decision, if there is a clock."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if due := self.due:
            wait = max(0.0, min(due - time(), LOOK_AGAIN))
            self._alarm = asyncio.get_running_loop().call_later(wait, self._look_at_clock)

    def _look_at_clock(self) -> None:
        if time() >= self.due:
            self._time_is_up(*self._timed)
        else:
            self._set_alarm()

    def _time_is_up(self, seat: int, move: int) -> None:
        def check() -> tuple[int, str]:
            self._refuse_stale(move)
            if self.seats[seat].bot:
                raise Stale("a bot plays this seat already")
            return seat, DEFAULT

        async def take_over() -> None:
            try:
                await self._change("bot", check)
            except BadMove:
                return  # they have decided just now
            except OSError as error:
                log.warning("the clock ran out in vain: %s", error, extra={"table": self.id})
                if not self._closing:
                    loop = asyncio.get_running_loop()
                    self._alarm = loop.call_later(STORE_PAUSE, self._look_at_clock)

        self._running.add(task := asyncio.ensure_future(take_over()))
        task.add_done_callback(self._running.discard)

    async def close(self) -> None:
        """Stop bots and timers; finish what is being written, and write no more."""
        self._closing = True
        for timer in (self._alarm, self._next_look):
            if timer is not None:
                timer.cancel()
        if self._thinking is not None:
            self._thinking.cancel()
        while self._running:
            await asyncio.wait(set(self._running))
        self.closed = True


def restore(
    name: str,
    opening: str,
    entries: Iterable[tuple[str, int, str]],
    chat: Iterable[tuple[int, str, str]] = (),
    keep: Keeper | None = None,
    minds: Minds | None = None,
    times: Iterable[float] = (),
) -> LiveTable:
    """Restore a stored table, or raise BadRecord if it is damaged. Without a keeper it is read-only."""
    try:
        return LiveTable(name, read_opening(opening), keep or _keep_nothing, minds, entries, chat, times)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, BadMove, BadOptions) as error:
        log.error("a table is damaged: %r", error, extra={"table": name})
        raise BadRecord("what was stored of this table is damaged") from error


async def _keep_nothing(number: int, kind: str, seat: int, text: str, over: bool) -> None:
    raise OSError("this table is read-only")
