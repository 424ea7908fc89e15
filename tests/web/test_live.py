"""The live table, without a server: stored before shown, refused without harm, bots that never stall it."""

import asyncio
import json
from collections.abc import Coroutine
from random import Random
from typing import Any

import pytest
from tests.web.served import QUICK

from longbeard.engine.errors import BadMove, BadOptions, NotAllowedNow, NotYourTurn
from longbeard.engine.luck import seed_secret
from longbeard.engine.match import PERSON
from longbeard.engine.room import Room
from longbeard.engine.story import SPECTATOR
from longbeard.games import rooms
from longbeard.store.store import Entry
from longbeard.table import live
from longbeard.table.live import LiveTable, NotSeated, Stale, TableClosed
from longbeard.table.minds import MindsError, Question
from longbeard.table.opening import Opening, read_opening
from longbeard.table.seat import OPEN, Seat, clean_name

LARGE = max(rooms(), key=lambda slug: rooms()[slug].plate.seats[1])
"""A game for many."""
Kept = list[tuple[int, str, int, str, bool]]


class Notebook:
    """Keeps entries in a list; can be told to fail, or to be slow."""

    def __init__(self) -> None:
        self.kept: Kept = []
        self.broken = False
        self.gate = asyncio.Event()
        self.gate.set()

    async def keep(self, number: int, kind: str, seat: int, text: str, over: bool) -> None:
        await self.gate.wait()
        if self.broken:
            raise OSError("the disk is full")
        assert number == len(self.kept) + 1
        self.kept.append((number, kind, seat, text, over))

    @property
    def entries(self) -> list[tuple[str, int, str]]:
        return [(kind, seat, text) for _number, kind, seat, text, _over in self.kept]


class AnyChoice:
    """A mind that takes any action, after a moment."""

    def __init__(self) -> None:
        self.asked = 0

    async def think(self, question: Question) -> Any:
        self.asked += 1
        await asyncio.sleep(0)
        table = opening_of(question.game, [Seat(name, PERSON) for name in question.seats]).deal()
        for action in question.moves:
            table.play(table.to_act, action)
        return Random(self.asked).choice(table.state.legal())


class Ill:
    async def think(self, question: Question) -> Any:
        raise MindsError("no idea")


def opening_of(slug: str, seats: list[Seat], pace: int = 0) -> Opening:
    room = rooms()[slug]
    secret = seed_secret(5)
    options = room.settle(len(seats), {})
    return Opening(slug, options, seats, secret, room.plate.rules, room.box.digest, "ada", pace=pace)


def people(*names: str) -> list[Seat]:
    return [Seat(name, PERSON, name.lower(), f"token-{name}") for name in names]


def a_slug() -> str:
    return next(iter(rooms()))


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


def first(table: LiveTable) -> str:
    return table.match.room.spell(table.match.state, table.match.state.legal()[0])


def who_acts(table: LiveTable) -> str:
    return table.seats[table.to_act].person


def test_a_move_that_cannot_be_kept_is_undone(room: Room) -> None:
    async def test() -> None:
        book = Notebook()
        table = LiveTable("t", opening_of(room.plate.slug, people("Ada", "Bert")), book.keep)
        changes: list[int] = []
        table.on_change = lambda changed: changes.append(changed.version)
        before = table.match.state.dump()
        book.broken = True
        with pytest.raises(OSError, match="full"):
            await table.play(who_acts(table), 0, first(table))
        assert table.match.state.dump() == before
        assert (table.moves, changes) == (0, [])
        book.broken = False
        await table.play(who_acts(table), 0, first(table))
        assert table.moves == len(book.kept) == len(changes) == 1

    run(test())


def test_nobody_is_shown_what_is_not_kept_yet(room: Room) -> None:
    async def test() -> None:
        book = Notebook()
        table = LiveTable("t", opening_of(room.plate.slug, people("Ada", "Bert")), book.keep)
        changes: list[int] = []
        table.on_change = lambda changed: changes.append(changed.moves)
        book.gate.clear()
        playing = asyncio.ensure_future(table.play(who_acts(table), 0, first(table)))
        await asyncio.sleep(0.01)
        reading = asyncio.ensure_future(table.settled())
        await asyncio.sleep(0.01)
        assert (table.moves, changes, reading.done()) == (0, [], False)
        playing.cancel()  # whoever sent it has closed the page: it still counts
        book.gate.set()
        await reading
        assert table.moves == 1
        await asyncio.sleep(0.01)
        assert changes == [1]

    run(test())


def test_late_double_and_foreign_actions_do_no_harm() -> None:
    async def test() -> None:
        book = Notebook()
        table = LiveTable("t", opening_of(a_slug(), people("Ada", "Bert")), book.keep)
        person, text = who_acts(table), first(table)
        other = "bert" if person == "ada" else "ada"
        for who, move, action, error in [
            (person, 1, text, Stale),
            (other, 0, text, NotYourTurn),
            ("stranger", 0, text, NotSeated),
            ("", 0, text, NotSeated),
            (person, 0, "no such thing", BadMove),
        ]:
            with pytest.raises(error):
                await table.play(who, move, action)
        twice = [table.play(person, 0, text), table.play(person, 0, text)]
        answers = await asyncio.gather(*twice, return_exceptions=True)
        assert answers[0] is None
        assert isinstance(answers[1], Stale)
        assert len(book.kept) == table.moves == 1
        with pytest.raises((NotAllowedNow, BadMove)):
            await table.undo(other, 1)

    run(test())


def test_a_table_is_folded_again_from_its_log(room: Room) -> None:
    async def test() -> None:
        book = Notebook()
        fewest = room.plate.seats[0]
        seats = [*people("Ada"), *[Seat(f"Seat {n}", OPEN) for n in range(2, fewest + 1)]]
        opening = opening_of(room.plate.slug, seats)
        table = LiveTable("t", opening, book.keep, AnyChoice())
        await table.sit("bert", SPECTATOR, "Bert")
        for seat in range(2, fewest):
            await table.bring_bot("ada", seat)
        for _ in range(6):
            if table.seats[table.to_act].bot:
                await asyncio.sleep(0.01)
            elif not table.over:
                await table.play(who_acts(table), table.moves, first(table))
        await table.close()
        again = LiveTable("t", read_opening(opening.write()), book.keep, None, book.entries)
        assert again.match.state.dump() == table.match.state.dump()
        assert again.seats == table.seats
        assert again.match.seats == table.match.seats == [seat.name for seat in again.seats]
        assert (again.moves, again.to_act) == (table.moves, table.to_act)

    run(test())


def test_bots_play_to_the_end_even_if_nobody_can_think(room: Room) -> None:
    async def test(minds: Any) -> None:
        book = Notebook()
        seats = [Seat(f"Bot {n}", QUICK) for n in range(room.plate.seats[0])]
        table = LiveTable("t", opening_of(room.plate.slug, seats), book.keep, minds)
        table.wake()
        await asyncio.sleep(0.01)
        assert table.moves == 0  # nobody watches, so nobody plays
        table.arrive("a spectator")
        table.wake()
        while not table.over:
            await asyncio.sleep(0.01)
        assert book.kept[-1][4]
        assert [entry for entry in book.kept[:-1] if entry[4]] == []

    run(test(AnyChoice()))
    run(test(Ill()))


def test_a_bot_goes_on_when_the_store_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "STORE_PAUSE", 0.01)

    async def test() -> None:
        book = Notebook()
        seats = [*people("Ada"), Seat("Bot", QUICK)]
        table = LiveTable("t", opening_of(a_slug(), seats), book.keep, AnyChoice())
        book.broken = True
        table.wake()
        if table.to_act == 0:
            book.broken = False
            while table.to_act == 0:
                await table.play("ada", table.moves, first(table))
            book.broken = True
        moves = table.moves
        await asyncio.sleep(0.05)
        assert table.moves == moves
        book.broken = False
        while table.moves == moves:
            await asyncio.sleep(0.01)
        await table.close()

    run(test())


class QuickerServer:
    """Another server, whose bot ends the match while a table waits for the permit to think for it."""

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        self.given_back = asyncio.Event()

    async def newer(self, table: LiveTable) -> list[Entry]:
        return self.entries[table.entries :]

    async def permit(self, table: LiveTable) -> bool:
        await table.catch_up()
        return True

    def permitted(self, table: LiveTable) -> None:
        self.given_back.set()

    def company(self, table: LiveTable) -> None: ...

    def broken(self, table: LiveTable) -> None: ...


def played_out(opening: Opening) -> tuple[list[Entry], int]:
    """Play a match elsewhere; return its log, and its length when a seat but the first decides."""
    match, entries, luck = opening.deal(), [], Random(2)
    while not match.over:
        seat = match.to_act
        made = match.play(seat, luck.choice(match.state.legal()))
        entries.append(Entry("play", seat, match.text(made), 0.0))
    return entries, next(number for number, entry in enumerate(entries) if entry.seat)


def test_a_bot_is_not_asked_about_a_match_that_ended_on_another_server(room: Room) -> None:
    async def test() -> None:
        seats = [*people("Ada"), *(Seat("Bot", QUICK) for _ in range(1, room.plate.seats[0]))]
        opening, minds = opening_of(room.plate.slug, seats), AnyChoice()
        entries, bots = played_out(opening)
        known = [(entry.kind, entry.seat, entry.text) for entry in entries[:bots]]
        table = LiveTable("t", opening, Notebook().keep, minds, known)
        other = table.neighbours = QuickerServer(entries)
        table.wake()
        await other.given_back.wait()
        assert table.over
        assert minds.asked == 0

    run(test())


def test_a_bot_without_an_idea_is_quiet_if_the_match_ended_meanwhile(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class LateAndIll(Ill):
        async def think(self, question: Question) -> Any:
            await tables[0].catch_up()
            return await super().think(question)

    class Permitted(QuickerServer):
        async def permit(self, table: LiveTable) -> bool:
            return True

    tables: list[LiveTable] = []

    async def test() -> None:
        opening = opening_of(a_slug(), [*people("Ada"), Seat("Bot", QUICK)])
        entries, bots = played_out(opening)
        known = [(entry.kind, entry.seat, entry.text) for entry in entries[:bots]]
        tables.append(LiveTable("t", opening, Notebook().keep, LateAndIll(), known))
        other = tables[0].neighbours = Permitted(entries)
        tables[0].wake()
        await other.given_back.wait()
        assert tables[0].over

    run(test())
    assert [record.getMessage() for record in caplog.records] == ["a bot had no idea: no idea"]


def test_sitting_leaving_and_giving_back() -> None:
    async def test() -> None:
        book = Notebook()
        table = LiveTable("t", opening_of(a_slug(), [*people("Ada"), Seat("Seat 2", OPEN)]), book.keep)
        for name in ("", "x" * 99, "a\u202eb"):
            with pytest.raises(BadOptions):
                await table.sit("bert", 1, name)
        with pytest.raises(BadOptions, match="already"):
            await table.sit("ada", 1, "Ada")
        assert await table.sit("bert", 1, "  Ada ") == 1
        assert table.match.seats == ["Ada", "Ada 2"]
        with pytest.raises(BadOptions, match="taken"):
            await table.sit("carl", 1, "Carl")
        table.arrive("bert")
        with pytest.raises(BadOptions, match="still here"):
            await table.bring_bot("ada", 1)
        await table.leave("bert")
        assert table.seats[1].bot
        assert table.viewer_of("bert") == SPECTATOR
        with pytest.raises(NotSeated):
            await table.play("bert", table.moves, first(table))
        await table.give_back("bert", 1)  # whoever left may come back
        assert table.viewer_of("bert") == 1
        assert not table.seats[1].bot
        await table.leave("bert")
        await table.give_back("ada", 1)  # or the others free the seat
        assert table.seats[1].who == OPEN
        with pytest.raises(NotSeated):
            await table.give_back("bert", 1)
        assert await table.sit("carl", -1, "Carl") == 1
        await table.leave("carl")
        assert await table.sit("carl", -1, "Carl") == 1  # through the door again
        assert not table.seats[1].bot

    run(test())


def test_a_seat_moves_with_its_link_only() -> None:
    async def test() -> None:
        table = LiveTable("t", opening_of(a_slug(), people("Ada", "Bert")), Notebook().keep)
        for token in ("", "token-", "token-Adaa", "ädä"):
            with pytest.raises(NotSeated):
                await table.move_seat("phone", token)
        with pytest.raises(BadOptions):
            await table.move_seat("bert", "token-Ada")
        assert await table.move_seat("phone", "token-Ada") == 0
        assert (table.viewer_of("phone"), table.viewer_of("ada")) == (0, SPECTATOR)

    run(test())


def test_nobody_without_a_seat_changes_anything() -> None:
    async def test() -> None:
        book = Notebook()
        seats = [*people("Ada", "Bert"), Seat("Seat 3", OPEN), Seat("Seat 4", OPEN)]
        table = LiveTable("t", opening_of(LARGE, seats), book.keep)
        await table.bring_bot("ada", 2)
        await table.leave("bert")
        table.arrive("")
        kept = list(book.kept)
        for person in ("", "stranger"):
            tries: list[Coroutine[Any, Any, Any]] = [
                *(table.give_back(person, seat) for seat in range(-1, 5)),
                *(table.bring_bot(person, seat) for seat in range(-1, 5)),
                *(table.leave(person), table.undo(person, 0), table.play(person, 0, first(table))),
                *(table.say(person, "hi"), table.advise(person), table.renew_link(person)),
                *(table.move_seat(person, token) for token in ("", "token-Bert", "x")),
            ]
            if not person:
                tries += [table.sit(person, seat, "Nobody") for seat in range(-1, 4)]
                tries.append(table.move_seat(person, "token-Ada"))
            for trying in tries:
                with pytest.raises((NotSeated, BadOptions)):
                    await trying
        assert book.kept == kept
        assert (table.left_by(""), table.viewer_of("")) == (SPECTATOR, SPECTATOR)
        assert [table.presence(seat) for seat in (1, 2, 3)] == ["left", "free", "free"]

    run(test())


def test_nobody_holds_two_seats() -> None:
    async def test() -> None:
        book = Notebook()
        opening = opening_of(LARGE, [*people("Ada", "Bert"), Seat("Seat 3", OPEN)])
        table = LiveTable("t", opening, book.keep)
        await table.leave("ada")
        assert await table.sit("ada", 2, "Ada") == 2
        await table.give_back("ada", 0)  # which is not hers any more: it is free for others
        assert [seat.person for seat in table.seats] == ["", "bert", "ada"]
        assert table.seats[0].who == OPEN
        with pytest.raises(NotSeated):
            await table.move_seat("phone", "token-Ada")
        await table.leave("ada")
        assert await table.sit("ada", 0, "Ada") == 0
        await table.leave("bert")
        link = table.seats[0].token
        assert await table.move_seat("bert", link) == 0  # with a link that was given to him
        with pytest.raises(BadOptions, match="no bot stands in"):
            await table.give_back("bert", 0)
        assert [seat.person for seat in table.seats] == ["bert", "", ""]
        assert await table.give_back("bert", 1) == 1
        assert table.seats[1].who == OPEN
        with pytest.raises(BadOptions, match="already"):
            await table.sit("bert", 1, "Bert")
        again = LiveTable("t", read_opening(opening.write()), book.keep, None, book.entries)
        assert again.seats == table.seats

    run(test())


def test_an_old_log_in_which_somebody_holds_two_seats_opens_one_of_them() -> None:
    async def test() -> None:
        seats = [*people("Ada", "Bert"), Seat("Seat 3", OPEN)]
        sitter = json.dumps({"name": "Ada 2", "person": "ada", "token": "x"})
        entries = [("leave", 0, QUICK), ("sit", 2, sitter), ("back", 0, "")]
        table = LiveTable("t", opening_of(LARGE, seats), Notebook().keep, None, entries)
        assert [(seat.person, seat.who) for seat in table.seats] == [
            ("", OPEN),
            ("bert", PERSON),
            ("ada", PERSON),
        ]

    run(test())


def test_a_seat_link_can_be_renewed_and_dies_with_the_seat() -> None:
    async def test() -> None:
        book = Notebook()
        opening = opening_of(a_slug(), people("Ada", "Bert"))
        table = LiveTable("t", opening, book.keep)
        assert await table.renew_link("ada") == 0
        renewed = table.seats[0].token
        assert len(renewed) >= 22
        with pytest.raises(NotSeated, match="fits no seat"):
            await table.move_seat("phone", "token-Ada")
        assert await table.move_seat("phone", renewed) == 0
        await table.leave("phone")
        with pytest.raises(NotSeated, match="fits no seat"):
            await table.move_seat("thief", renewed)
        assert await table.sit("phone", SPECTATOR, "Ada") == 0
        assert table.seats[0].token not in ("", renewed, "token-Ada")
        assert [kind for kind, _seat, _text in book.entries] == ["link", "move", "leave", "back"]
        again = LiveTable("t", read_opening(opening.write()), book.keep, None, book.entries)
        assert again.seats == table.seats

    run(test())


def test_a_closed_table_writes_nothing_any_more() -> None:
    async def test() -> None:
        book = Notebook()
        table = LiveTable("t", opening_of(a_slug(), people("Ada", "Bert")), book.keep, AnyChoice())
        book.gate.clear()
        playing = asyncio.ensure_future(table.play(who_acts(table), 0, first(table)))
        leaving = asyncio.ensure_future(table.leave("bert"))
        await asyncio.sleep(0)
        closing = asyncio.ensure_future(table.close())
        await asyncio.sleep(0)
        book.gate.set()
        await asyncio.gather(playing, leaving, closing)  # what was asked before is still done
        kept = list(book.kept)
        assert len(kept) == 2
        before = table.match.state.dump()
        for late in (table.play(who_acts(table), table.moves, first(table)), table.leave("ada")):
            with pytest.raises((TableClosed, NotSeated)):
                await late
        assert (book.kept, table.match.state.dump()) == (kept, before)

    run(test())


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ada\u3164", "Ada"),
        ("\u2800Ada\u2800\u2800Love", "Ada Love"),
        ("\u2764\ufe0f", "\u2764"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u0e17\u0e31\u0e49\u0e07", "\u0e17\u0e31\u0e49\u0e07"),
        ("\u674e\u5c0f\u9f99", "\u674e\u5c0f\u9f99"),
    ],
)
def test_names_are_cleaned_of_what_cannot_be_seen(given: str, shown: str) -> None:
    assert clean_name(given) == shown


INVISIBLE = (
    "\u3164 \u2800 \ufe0f \u115f \u1160 \uffa0 \u034f \u17b4 \u180b \u180e \u200b \u200d \u2060 \u00ad \ufeff"
)


@pytest.mark.parametrize(
    "name",
    [
        *INVISIBLE.split(" "),
        *(
            "\U000e0041",
            "\U000e0100",
            "\U0001d159",
            "\u3164\ufe0f \u2800",
            "\u0301",
            "\u20dd\u0301",
            "\ud800",
        ),
        *("Ada \u0301Bert", "a" + "\u0352" * 9, "Ada\u200b", "\u202eAda", "", "\n", "x" * 25),
    ],
)
def test_names_that_cannot_be_seen_are_refused(name: str) -> None:
    with pytest.raises(BadOptions):
        clean_name(name)


def test_the_clock_brings_a_bot() -> None:
    async def test() -> None:
        book = Notebook()
        opening = opening_of(a_slug(), people("Ada", "Bert"), pace=1)
        object.__setattr__(opening, "pace", 0.05)
        table = LiveTable("t", opening, book.keep, AnyChoice())
        late = table.to_act
        table.wake()
        while not table.moves:
            await asyncio.sleep(0.01)
        assert book.entries[0][:2] == ("bot", late)
        assert table.seats[late].stand_in
        await table.close()

    run(test())


def test_coming_and_going_does_not_wind_the_clock_up() -> None:
    async def test() -> None:
        book = Notebook()
        opening = opening_of(a_slug(), people("Ada", "Bert"), pace=1)
        object.__setattr__(opening, "pace", 0.2)
        table = LiveTable("t", opening, book.keep)
        table.wake()
        for _ in range(30):
            await asyncio.sleep(0.02)
            table.wake()  # as every new socket does
        assert table.seats[table.to_act].stand_in
        await table.close()

    run(test())


def test_chat_is_short_and_clean() -> None:
    async def test() -> None:
        table = LiveTable("t", opening_of(a_slug(), people("Ada", "Bert")), Notebook().keep)
        assert await table.say("ada", " <b>hi</b>\n\tthere\u202e ") == (0, "Ada", "<b>hi</b> there")
        for text in ("", " \n", "x" * 5000):
            with pytest.raises(BadOptions):
                await table.say("ada", text)
        with pytest.raises(NotSeated):
            await table.say("stranger", "hi")

    run(test())
