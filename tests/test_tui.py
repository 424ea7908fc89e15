"""The table on a whole screen: matches by keys and by mouse, two sizes, and nobody's secrets."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from tests.twins import NAMES, Twin, real_match
from textual.pilot import Pilot
from textual.widgets import Input, Static

from longbeard.engine import gate, record
from longbeard.engine.luck import seed_secret
from longbeard.engine.match import PERSON, Match
from longbeard.engine.room import Room
from longbeard.engine.story import ALL_EYES, SPECTATOR
from longbeard.games import rooms
from longbeard.table.table import Table
from longbeard.terminal import saves
from longbeard.terminal.tui import pace
from longbeard.terminal.tui.app import TableApp
from longbeard.terminal.tui.draw import Mark, draw
from longbeard.terminal.tui.pace import Speed
from longbeard.terminal.tui.picking import begins, complete, entries, open_spots
from longbeard.terminal.tui.play import PlayApp
from longbeard.terminal.tui.replay import ReplayApp
from longbeard.terminal.tui.widgets import Board, Curtain, Log, Menu, Page, Question

one_room = pytest.mark.rooms(that=lambda room: room.plate.slug == "witless-wizards")
"""For what is the same in all games."""
SMALL, LARGE = (80, 24), (120, 40)
LONGEST = 400
"""Decisions after which a match counts as stuck."""
T = TypeVar("T")


def run(coroutine: Awaitable[T]) -> T:
    """Run a coroutine in asyncio's own loop, which is enough for Textual's pilot."""

    async def main() -> T:
        return await coroutine

    return asyncio.run(main())


def new_table(room: Room, people: int = 1, seed: int = 5, seats: int = 0) -> Table:
    count = max(seats or room.plate.seats[0], people)
    players = [PERSON] * people + ["random"] * (count - people)
    match = Match(room, NAMES[:count], secret=seed_secret(seed), players=players)
    return Table(match, lambda match: None)


@asynccontextmanager
async def shown(app: TableApp[T], size: tuple[int, int] = LARGE) -> AsyncIterator[Pilot[T]]:
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        yield pilot


async def settled(app: TableApp[T], pilot: Pilot[T]) -> None:
    """Wait until nobody thinks and nothing is being told."""
    for _ in range(200):
        await pilot.pause()
        await app.workers.wait_for_complete()
        if not app.telling and not app.workers:
            await pilot.pause()
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never settles")


def screen_text(app: TableApp[T]) -> str:
    """Return the letters of the whole screen."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


def said(app: TableApp[T], part: str) -> str:
    return str(app.screen_stack[0].query_one(f"#{part}", Static).render())


def notices(app: TableApp[T]) -> str:
    return " ".join(notice.message for notice in app._notifications)


async def press(app: PlayApp, pilot: Pilot[str], *keys: str) -> None:
    await pilot.press(*keys)
    await settled(app, pilot)


async def click_spot(app: PlayApp, pilot: Pilot[str], spot: str) -> bool:
    """Click on something of the board, if it is in sight."""
    place = app.board.drawing.places.get(spot)
    if place is None:
        return False
    y = place[0] - int(app.board.scroll_offset.y)
    if not 0 <= y < app.board.size.height:
        return False
    left = app.board.styles.padding.left
    await pilot.click(Board, offset=(place[1] + left + 1, y))
    await settled(app, pilot)
    return True


async def click_entry(app: PlayApp, pilot: Pilot[str], at: int) -> None:
    """Click on a line of the list, after scrolling it into view with the wheel."""
    app.menu.scroll_to_highlight()
    line = sum(len(entry.words) // (app.menu.size.width - 3) + 1 for entry in app.entries[:at])
    app.menu.scroll_to(y=line, animate=False, force=True)
    await pilot.pause()
    await pilot.click(Menu, offset=(6, line - int(app.menu.scroll_offset.y)))
    await settled(app, pilot)


def test_a_match_can_be_played_with_keys_alone(room: Room) -> None:
    async def play() -> None:
        app, luck = PlayApp(new_table(room), Speed.INSTANT), random.Random(1)
        async with shown(app, SMALL) as pilot:
            for _ in range(LONGEST):
                if app.match.over:
                    break
                assert app.look is not None
                before = len(app.match.log), len(app.picked)
                way = luck.choice(["digit", "list", "board"])
                if way == "digit":
                    await press(app, pilot, str(luck.randint(1, min(9, len(app.entries)))))
                elif way == "list":
                    await press(app, pilot, *["down"] * luck.randint(0, 2), "enter")
                else:
                    await press(app, pilot, luck.choice(["left", "right"]), "enter")
                if app.armed:
                    await press(app, pilot, "enter")
                assert (len(app.match.log), len(app.picked)) != before, screen_text(app)
            assert app.match.over
            assert "It is over" in said(app, "prompt")
            assert app.menu.option_count == 3
            await pilot.press("3")
        assert app.return_value == "leave"

    run(play())


def test_a_match_can_be_played_with_the_mouse_alone(room: Room) -> None:
    async def play() -> None:
        app, luck = PlayApp(new_table(room, seed=8), Speed.INSTANT), random.Random(2)
        on_board = 0
        async with shown(app) as pilot:
            for _ in range(LONGEST):
                if app.match.over:
                    break
                assert app.look is not None
                choice = luck.choice(app.look["choices"])
                moves = len(app.match.log)
                for step in choice["steps"]:
                    if not await click_spot(app, pilot, step):
                        break
                    on_board += 1
                while len(app.match.log) == moves:
                    at = next(at for at, entry in enumerate(app.entries) if choice in entry.choices)
                    await click_entry(app, pilot, at)
                assert [app.match.text(app.match.log[moves])] == [choice["action"]]
            assert app.match.over
            if room.face is not None:  # a room with a face has spots
                assert on_board > 10

    run(play())


def test_a_click_on_what_lies_on_a_board_counts_as_the_board_and_another_card_replaces_the_first() -> None:
    room = rooms()["a-wizard-did-it"]

    async def play() -> None:
        app = PlayApp(new_table(room), Speed.INSTANT)
        async with shown(app) as pilot:
            assert app.look is not None
            first, second = open_spots(app.look["choices"], [])[:2]
            await click_spot(app, pilot, first)
            assert app.picked == [first]
            await click_spot(app, pilot, second)
            assert app.picked == [second]
            await press(app, pilot, "escape")
            assert app.picked == []

    run(play())


def test_what_is_told_takes_its_time_and_can_be_skipped(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longbeard.terminal.tui.app.SECOND", 1.0)  # so slow that only a skip ends it

    async def play() -> None:
        app = PlayApp(new_table(room), Speed.SLOW)
        async with app.run_test(size=LARGE) as pilot:
            await pilot.pause()
            assert app.telling
            assert app.look is None
            assert app.menu.option_count == 0, "one may act when all has been told"
            for _ in range(LONGEST):
                if app.look is not None:
                    break
                await app.workers.wait_for_complete()
                await pilot.press("space")
                await pilot.pause()
            assert app.look is not None
            assert app.menu.option_count > 0
            assert app.told == gate.story(app.match, 0)
            await pilot.press("plus")
            assert app.speed is Speed.NORMAL
            await pilot.press("minus", "minus")
            assert app.speed is Speed.SLOW

    run(play())


def test_the_clock_is_the_one_of_the_web() -> None:
    script = (Path(__file__).parent.parent / "src/longbeard/web/static/player.js").read_text()
    constants = re.findall(r"^const ([A-Z_]+) = ([^;]+);", script, re.MULTILINE)
    numbers = {name: [int(number) for number in re.findall(r"\d+", value)] for name, value in constants}
    assert numbers["SHOW"] == [*pace.SHOW]
    assert numbers["LEAST"] == [*pace.LEAST]
    assert numbers["A_WORD"] + numbers["LONGEST"] + numbers["LAST"] == [pace.A_WORD, pace.LONGEST, pace.LAST]
    assert numbers["MOST"] == [pace.MOST_LIGHT, pace.MOST_HEAVY]
    factors = re.search(r"FACTOR = {(.+?)}", script)
    assert factors
    written = dict(pair.split(":") for pair in factors[1].replace(" ", "").split(","))
    assert {speed.name.lower(): speed.value for speed in Speed} == {
        name: float(value) for name, value in written.items()
    }


def test_a_long_story_is_told_in_little_time_and_its_drama_in_more(room: Room) -> None:
    match = real_match(room, room.plate.seats[0], 60)
    frames = gate.frames(match, SPECTATOR, 0)
    lasting = pace.times(frames)
    assert sum(lasting) <= pace.MOST_LIGHT + pace.MOST_HEAVY + pace.LEAST[2] * len(frames)
    assert all(time >= 0 for time in lasting)
    assert max(lasting) <= pace.LONGEST


def reversible(room: Room) -> Match | None:
    """Return a match in which the deciding player may take the last move back."""
    for seed in range(20):
        match, luck = new_table(room, people=2, seed=seed).match, random.Random(seed)
        while not match.over and len(match.log) < 60:
            if match.can_undo(match.to_act):
                return match
            match.play(match.to_act, luck.choice(match.state.legal()))
    return None


def test_a_move_can_be_taken_back_or_is_refused_with_a_reason(room: Room) -> None:
    match = reversible(room)

    async def play() -> None:
        table = new_table(room)
        if match is not None:
            match.players = [PERSON if seat == match.to_act else "random" for seat in range(len(match.seats))]
            table = Table(match, lambda match: None)
        app = PlayApp(table, Speed.INSTANT)
        async with shown(app) as pilot:
            moves = len(app.match.log)
            await press(app, pilot, "u")
            assert app.look is not None
            if match is None:
                assert app.look["move"] == moves
                assert "Only your own last move" in notices(app)
            else:
                assert app.look["move"] == len(app.match.log) == moves - 1
                assert "Taken back" in notices(app)

    run(play())
    if room.plate.slug == "witless-wizards":
        assert match, "there a card that one goes on with can be put back"


def test_help_rules_words_and_hints_are_at_hand(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longbeard.terminal.tui.play.HINT_SECONDS", 0.2)

    async def play() -> None:
        app = PlayApp(new_table(room), Speed.INSTANT)
        async with shown(app) as pilot:
            await press(app, pilot, "k")
            assert isinstance(app.screen, Page)
            await press(app, pilot, "escape", "r")
            assert isinstance(app.screen, Page)
            assert app.screen.markdown == room.text("rulebook.md")
            await press(app, pilot, "escape", "question_mark")
            assert isinstance(app.screen, Question)
            word, entry = next(iter(room.glossary(room.box).items()))
            app.screen.query_one(Input).value = word
            await press(app, pilot, "enter")
            assert entry in str(app.screen.query_one("#answer", Static).render())
            await press(app, pilot, "escape", "tab")
            read = app.board.drawing.abouts
            assert not read or said(app, "info") == next(iter(read.values()))[1]
            moves = len(app.match.log)
            await press(app, pilot, "h")
            assert app.advice
            assert len(app.match.log) == moves
            assert "%" in screen_text(app)

    run(play())


def test_a_kept_game_goes_on_where_it_was(room: Room, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    match = new_table(room).match

    async def play(table: Table, keys: int) -> None:
        app = PlayApp(table, Speed.INSTANT)
        async with shown(app) as pilot:
            for _ in range(keys):
                await press(app, pilot, "1")
                if app.armed:
                    await press(app, pilot, "1")
            await pilot.press("q")
        assert app.return_value is None

    run(play(Table(match, saves.keeper(path)), 3))
    kept = record.replay(record.read(path.read_text()), room)
    assert [move.action for move in kept.log] == [move.action for move in match.log]
    moves = len(kept.log)
    run(play(Table(kept, saves.keeper(path)), 4))
    assert len(record.replay(record.read(path.read_text()), room).log) > moves


@one_room
def test_a_copy_is_kept_and_no_file_overwritten(tmp_path: Path, room: Room) -> None:
    async def play() -> None:
        app = PlayApp(new_table(room), Speed.INSTANT)
        async with shown(app) as pilot:
            await press(app, pilot, "s")
            field = app.screen.query_one(Input)
            field.value = str(tmp_path / "copy.json")
            await press(app, pilot, "enter")
            kept = (tmp_path / "copy.json").read_text()
            assert record.read(kept).game == room.plate.slug
            field.value = str(tmp_path / "copy.json")
            await press(app, pilot, "enter")
            assert "already" in str(app.screen.query_one("#answer", Static).render())
            assert (tmp_path / "copy.json").read_text() == kept

    run(play())


@one_room
def test_a_move_that_cannot_be_kept_is_not_made(room: Room) -> None:
    table = new_table(room)

    async def play() -> None:
        app = PlayApp(table, Speed.INSTANT)
        async with shown(app) as pilot:
            moves = len(app.match.log)

            def fail(match: Match) -> None:
                raise OSError(28, "No space left on device")

            table._keep = fail
            assert app.look is not None
            choice = app.look["choices"][0]
            app.armed = choice["action"]
            app._play(choice)
            await pilot.pause()
            assert len(app.match.log) == moves
            assert app.look is not None
            assert "No space left" in notices(app)

    run(play())


# ── secrets ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("size", "moves"), [(SMALL, 4), (LARGE, 17)], ids=["80x24", "120x40"])
def test_the_screen_shows_nothing_that_its_viewer_cannot_know(
    room: Room, size: tuple[int, int], moves: int
) -> None:
    """A match and its twin, which differ in what the viewer cannot know, look the same to the last letter."""

    async def look(match: Match, viewer: int) -> list[str]:
        app = ReplayApp(match, viewer, Speed.INSTANT)
        pictures = []
        async with shown(app, size) as pilot:
            for at in (len(app.frames) // 2, len(app.frames) - 1):
                app.go_to(at)
                await pilot.pause()
                await pilot.press("tab")
                pictures.append(screen_text(app))
        return pictures

    seats = room.plate.seats[0]
    real = real_match(room, seats, moves)
    while real.over:
        moves -= 1
        real = real_match(room, seats, moves)
    for viewer in (0, SPECTATOR):
        assert run(look(real, viewer)) == run(look(Twin(real, viewer), viewer))


def test_whoever_decides_is_shown_nothing_that_others_hide(room: Room) -> None:
    async def look(match: Match) -> str:
        match.players = [PERSON if seat == match.to_act else "random" for seat in range(len(match.seats))]
        app = PlayApp(Table(match, lambda match: None), Speed.INSTANT)
        async with shown(app):
            assert app.look is not None
            return screen_text(app)

    for moves in (2, 9):
        real = real_match(room, room.plate.seats[0], moves)
        assert run(look(real)) == run(look(Twin(real, real.to_act)))


def test_at_one_keyboard_everything_is_hidden_before_privacy_is_asked_for(room: Room) -> None:
    async def play() -> None:
        app, luck = PlayApp(new_table(room, people=2), Speed.INSTANT), random.Random(3)
        curtains = 0
        async with shown(app, SMALL) as pilot:
            for _ in range(LONGEST):
                if app.match.over or curtains == 5:
                    break
                if isinstance(app.screen, Curtain):
                    curtains += 1
                    name = app.match.seats[app.match.to_act]
                    assert app.viewer == SPECTATOR
                    words = screen_text(app)
                    letters = re.sub(r"[^\w.]+", " ", words).strip()
                    assert letters == f"{name} decides. Press Enter when nobody else is looking.", words
                    below = app.screen_stack[0]
                    assert not app.board.drawing.lines
                    assert not app.told
                    assert not app.menu.option_count
                    assert below.query_one(Log).text.plain == "\n".join(app.greeting)
                    assert said(app, "prompt") == said(app, "info") == ""
                    await press(app, pilot, "enter")
                    assert app.viewer == app.match.to_act
                elif app.hiding:
                    assert "hide your side" in said(app, "prompt")
                    await press(app, pilot, "enter")
                else:
                    assert app.look is not None
                    assert app.look["viewer"] == app.viewer == app.match.to_act
                    await press(app, pilot, str(luck.randint(1, min(9, len(app.entries)))))
                    if app.armed:
                        await press(app, pilot, "enter")
        assert curtains == 5

    run(play())


# ── the screen ────────────────────────────────────────────────────────────────────────────────────


def test_the_screen_may_change_its_size_at_any_time(room: Room) -> None:
    async def play() -> None:
        app = PlayApp(new_table(room, seats=room.plate.seats[1]), Speed.INSTANT)
        async with shown(app) as pilot:
            for width, height in ((80, 24), (200, 60), (40, 12), (20, 8), (1, 1), (120, 40)):
                await pilot.resize_terminal(width, height)
                await settled(app, pilot)
                await press(app, pilot, "tab", "right", "1")
                if app.armed:
                    await press(app, pilot, "1")
            assert "move" in screen_text(app)

    run(play())


def test_every_board_fits_its_width_and_every_step_of_a_choice_is_on_it_or_in_the_list(room: Room) -> None:
    for seats in {room.plate.seats[0], room.plate.seats[1]}:
        for moves in range(1, 40, 6):
            match = real_match(room, seats, moves)
            viewer = ALL_EYES if match.over else match.to_act
            look = gate.look(match, viewer)
            app = PlayApp(Table(match, lambda match: None))
            app.viewer = viewer
            panels = app.panels(look["table"], look["choices"])
            marks = dict.fromkeys(open_spots(look["choices"], []), Mark.OPEN)
            for width, height in ((78, 12), (82, 27), (30, 10), (160, 60)):
                drawing = draw(panels, width, height, marks)
                assert {line.cell_len for line in drawing.lines} == {max(width, 20)}
            for choice in look["choices"]:
                assert complete(look["choices"], choice["steps"]) == choice
                assert begins(choice, choice["steps"][:1])
            listed = [choice for entry in entries(look["choices"], []) for choice in entry.choices]
            assert sorted(one["action"] for one in listed) == sorted(one["action"] for one in look["choices"])


def test_a_game_without_panels_is_played_in_words(room: Room) -> None:
    plain = Room(room.package)
    vars(plain)["game"] = replace(room.game, panels=None)

    async def play() -> None:
        app = PlayApp(new_table(plain), Speed.INSTANT)
        async with shown(app, SMALL) as pilot:
            assert "The table" in screen_text(app)
            moves = len(app.match.log)
            while len(app.match.log) == moves:
                await press(app, pilot, "enter")

    run(play())


def test_a_replay_goes_forth_and_back_and_changes_eyes(room: Room) -> None:
    match = real_match(room, room.plate.seats[0], 2000)
    assert match.over

    async def play() -> None:
        app = ReplayApp(match, ALL_EYES, Speed.INSTANT)
        async with shown(app) as pilot:
            await pilot.press("right", "right")
            assert app.at == 2
            await pilot.press("left", "end")
            await pilot.pause()
            assert app.frames[app.at]["move"] == len(match.log)
            await pilot.press("home", "e")
            await pilot.pause()
            assert app.viewer == 0
            assert "Seen by Ada" in said(app, "info")
            app.go_to(len(app.frames) - 4)
            await pilot.press("space")
            for _ in range(200):
                await asyncio.sleep(0.02)
                if not app.playing:
                    break
            assert app.at == len(app.frames) - 1
            await pilot.press("q")

    run(play())
