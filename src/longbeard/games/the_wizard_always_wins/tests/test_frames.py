"""What people see happen: the beats of a move, what is told at each, and what the page shows then."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from longbeard.engine import gate
from longbeard.engine.face import Part, Showing
from longbeard.engine.look import Weight
from longbeard.engine.luck import QuickLuck, ScriptedLuck, seed_secret
from longbeard.engine.match import Match, Scene
from longbeard.engine.room import Room
from longbeard.engine.story import ALL_EYES, SPECTATOR, Story
from longbeard.games.the_wizard_always_wins import events, view
from longbeard.games.the_wizard_always_wins.choices import parse
from longbeard.games.the_wizard_always_wins.face import FACE
from longbeard.games.the_wizard_always_wins.notation import KIND_NAMES
from longbeard.games.the_wizard_always_wins.pieces import KINDS
from longbeard.games.the_wizard_always_wins.rules import TheWizardAlwaysWins

if TYPE_CHECKING:
    from longbeard.games.the_wizard_always_wins.tests.conftest import Lay, Table

NAMES = ["Ada", "Bert <b>", "Cleo", "Dora", "Emil"]
SEATS = range(2, 6)
VOID = {"use", "rect", "path", "img"}


def scenes(room: Room, seats: int, seed: int) -> Iterator[tuple[Match, Scene]]:
    """Yield every moment of a random match."""
    match = Match(room, NAMES[:seats], secret=seed_secret(seed))
    yield from ((match, scene) for scene in match.scenes(0))
    luck = QuickLuck(seed)
    while not match.over:
        legal = match.state.legal()
        match.play(match.to_act, legal[luck.below(len(legal))])
        yield from ((match, scene) for scene in match.scenes(len(match.log)))


def table_of(scene: Scene) -> TheWizardAlwaysWins:
    assert isinstance(scene.state, TheWizardAlwaysWins)
    return scene.state


def moments(table: "Table", text: str, *script: str) -> list[tuple[list[str], view.Public]]:
    """Return what is told in a move, beat by beat, with what everybody sees then; the last is its end."""
    story, luck = Story(watched=True), ScriptedLuck([table.number(word) for word in script])
    table.state.story = story
    table.state.resolve(parse(table.state, text), luck)
    table.state.story = None
    found, told = [], 0
    for beat in story.beats:
        assert isinstance(beat.table, TheWizardAlwaysWins)
        names = [events.ROWS[event.kind].name for event in story.events[told : beat.count]]
        found.append((names, view.public(beat.table)))
        told = beat.count
    if told < len(story.events):
        rest = [events.ROWS[event.kind].name for event in story.events[told:]]
        found.append((rest, view.public(table.state)))
    return found


# ── the beats ─────────────────────────────────────────────────────────────────────────────────────


def test_r4_tokens_come_out_one_by_one_and_then_have_their_effect(lay: "Lay") -> None:
    table = lay(2)
    table.state.level[0] = 3
    seen = moments(table, "take:apprentice", "snail-token", "add-a-gem", "bone-token")
    assert [told for told, _ in seen] == [
        ["takes"],
        ["reaches", "token"],
        ["token"],
        ["token"],
        ["keeps-token"],
        ["adds-gem"],
        ["keeps-token", "returned"],
        ["turn"],
    ]
    drawn = [look["last_draw"] and look["last_draw"]["tokens"] for _, look in seen]
    assert drawn[:4] == [None, ["snail-token"], ["snail-token", "add-a-gem"], drawn[-1]]
    assert [look["tokens"] for _, look in seen] == [31, 30, 29, 28, 28, 28, 30, 30]
    assert [look["drawn"] for _, look in seen] == [0, 1, 2, 3, 2, 3, 0, 0]
    assert [look["bag"]["add-a-gem"] for _, look in seen] == [3, 3, 2, 2, 2, 2, 3, 3]
    assert [look["players"][0]["gems_in_bag"] for _, look in seen] == [0, 0, 0, 0, 0, 1, 1, 1]
    pieces = [sum(len(pile["pieces"]) for pile in look["players"][0]["face_up"]) for _, look in seen]
    assert pieces == [0, 0, 0, 0, 1, 1, 2, 2]


def test_r5_the_wizard_s_draw_is_told_token_by_token(lay: "Lay") -> None:
    table = lay(2).fill_bag("snail-token bone-token red-gem add-a-gem")
    table.state.level[0] = 3
    seen = moments(table, "take:wizard", "snail-token", "bone-token", "red-gem")
    assert [told for told, _ in seen] == [
        ["takes"],
        ["fate"],
        ["fate-token"],
        ["fate-token"],
        ["breath"],
        ["fate-token"],
        ["wins"],
    ]
    assert [look["decision"] == "finished" for _, look in seen] == [False] * 6 + [True]
    draws = [look["last_draw"] for _, look in seen[1:]]
    assert [draw and len(draw["tokens"]) for draw in draws] == [0, 1, 2, 2, 3, 3]
    assert [look["tokens"] for _, look in seen] == [4, 4, 3, 2, 2, 1, 4]
    chances = [draw["chance"]["words"] for draw in draws if draw]
    assert chances[:4] == ["75 %", "67 %", "50 %", "50 %"], "of what is still to come"
    assert all(draw and draw["wizard"] and draw["wanted"] == 3 for draw in draws)
    assert {look["players"][0]["odds"]["words"] for _, look in seen} == {"75 %"}, "as they were for the draw"
    assert all(events.ROWS[kind].weight is Weight.DRAMATIC for kind in (events.FATE, events.FATE_TOKEN))


def test_r5_a_draw_in_vain_begins_like_one_that_wins(lay: "Lay") -> None:
    """Until the token that wins, all that is seen and told is the same."""
    found = []
    for last in ("red-gem", "bone-token"):
        table = lay(2).fill_bag("snail-token bone-token red-gem add-a-gem")
        table.state.level[0] = 2
        found.append(moments(table, "take:wizard", "snail-token", last))
    won, missed = found
    assert won[:4] == missed[:4]
    assert won[4] != missed[4]
    assert [told for told, _ in missed[3:]] == [["breath"], ["fate-token"], ["misses"], ["turn"]]


def test_r5_no_breath_is_held_for_a_draw_that_cannot_win(lay: "Lay") -> None:
    table = lay(2).fill_bag("snail-token bone-token add-a-gem")
    table.state.level[0] = 2
    seen = moments(table, "take:wizard", "snail-token", "bone-token")
    assert ["breath"] not in [told for told, _ in seen]
    one = lay(2).fill_bag("snail-token red-gem")
    assert ["breath"] not in [told for told, _ in moments(one, "take:wizard", "snail-token")], (
        "the first is the last"
    )


def test_r4_the_odds_of_the_next_token_change_with_what_is_out(lay: "Lay") -> None:
    table = lay(2).fill_bag("snail-token snail-token add-a-gem red-gem")
    table.state.level[0] = 2
    seen = moments(table, "take:apprentice", "snail-token", "add-a-gem")
    good = [look["last_draw"]["good_for"] for _, look in seen if look["last_draw"]]
    assert good[:2] == [[34, 0, 33, 33], [0, 0, 50, 50]]
    assert [sum(look["shares"]) for _, look in seen] == [100] * len(seen)


def test_e1_a_set_then_each_of_its_rewards(lay: "Lay") -> None:
    table = lay(2).lay(0, "mushroom-3 mushroom-3 flower-3 flower-token")
    table.give(0, "mushroom-1").play("take:queen", "potion-1").play("play:mushroom-1")
    seen = moments(table, "turn-in:mushroom=3+3+1")
    assert [told for told, _ in seen] == [["turns-in"], ["level-up"], ["adds-gem"]]
    assert [look["players"][0]["level"] for _, look in seen] == [1, 2, 2]
    assert [look["players"][0]["gems_in_bag"] for _, look in seen] == [0, 0, 1]
    assert [len(look["discards"]) for _, look in seen] == [3, 3, 3]


def test_r7_a_trade_crosses_over(room: Room, lay: "Lay") -> None:
    table = lay(2).lay(0, "flower-3").lay(1, "snail-token")
    table.play("take:trader", "potion-1").play("play:bone-1")
    data = [0, table_piece("flower-3"), 1, table_piece("snail-token")]
    table.play("trade:flower-3>1:snail-token")
    assert table.events("trades") == [data]
    (back,) = table.events("traded")
    ways = [
        events.ROWS[kind].way((table.box, ()), numbers, events.NAMERS)
        for kind, numbers in ((events.TRADES, data), (events.TRADED, back))
    ]
    assert ways == [["0.flower-3", "1.flower-3"], ["1.snail-token", "0.snail-token"]]


def table_piece(name: str) -> int:
    element, kind = name.split("-")
    return ["flower", "snail"].index(element) * KINDS + KIND_NAMES.index(kind)


def test_a_move_has_as_many_moments_as_there_is_to_see(room: Room) -> None:
    counts: list[int] = []
    for match, scene in scenes(room, 4, 5):
        if scene.last and scene.move:
            counts.append(scene.beat + 1)
        assert scene.events or scene.last, match.text(match.log[-1])
    assert 2 <= sum(counts) / len(counts) <= 4


# ── every moment ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", SEATS)
def test_every_piece_has_its_place_at_every_beat(room: Room, seats: int) -> None:
    for seed in range(3):
        pieces: list[int] = []
        for _, scene in scenes(room, seats, seed):
            pieces = pieces or scene.state.pieces()
            assert scene.state.pieces() == pieces
            view.words(view.look(table_of(scene), SPECTATOR), NAMES)


@pytest.mark.parametrize("seats", SEATS)
def test_what_a_seat_imagines_at_a_beat_looks_the_same_to_it(room: Room, seats: int) -> None:
    luck = QuickLuck(seats)
    for number, (_, scene) in enumerate(scenes(room, seats, seats)):
        state = table_of(scene)
        for viewer in (SPECTATOR, number % seats):
            twin = state.imagine(viewer, luck)
            assert view.look(twin, viewer) == view.look(state, viewer)
            assert view.public(twin) == view.public(state), "it is told nobody's secrets"
            assert twin.pieces() == state.pieces()


@pytest.mark.parametrize("seats", SEATS)
def test_nothing_tells_the_winner_before_the_last_frame(room: Room, seats: int) -> None:
    for match, scene in scenes(room, seats, 7):
        if match.over and not scene.last:
            assert scene.state.winners() == []
            look = json.dumps(view.look(table_of(scene), SPECTATOR))
            assert "finished" not in look
            told = [events.ROWS[event.kind].name for event in scene.events]
            assert "wins" not in told
            assert "winner" not in "".join(part.html for part in parts_of(match, scene, SPECTATOR))


# ── rows ──────────────────────────────────────────────────────────────────────────────────────────


def test_every_event_can_be_told_and_has_its_places(room: Room) -> None:
    seen = set()
    for seats in SEATS:
        for match, scene in scenes(room, seats, 11):
            for event in scene.events:
                told = room.tell(match.box, event, match.seats)
                assert bool(told) == (event.kind != events.TRADED)
                assert "{" not in told + "".join(room.spots(match.box, event) + room.path(match.box, event))
                assert len(room.path(match.box, event)) in (0, 2)
                seen.add(event.kind)
    rare = {events.NO_GEM_LEFT, events.DIAL_END, events.NOTHING_TO_DRAW, events.NOTHING_TO_TRADE}
    rare |= {events.NOTHING_TO_PLAY, events.NO_TRADE}
    assert set(range(len(events.ROWS))) - seen <= rare
    for kind in rare:
        assert events.ROWS[kind].tell((room.box, NAMES), [0, 10, -1], events.NAMERS).endswith(".")


# ── the page ──────────────────────────────────────────────────────────────────────────────────────


class OneElement(HTMLParser):
    """Fails on anything but exactly one well-formed element."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.roots = 0
        self.feed(html)
        assert not self.open, self.open
        assert self.roots == 1, html[:200]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert "style" not in dict(attrs)
        self.roots += not self.open
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert self.open

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        assert self.open or not data.strip()


def showing(match: Match, scene: Scene, viewer: int) -> Showing[view.Look]:
    over = scene.last and match.over
    winners = scene.state.winners() if over else []
    choices = []
    if scene.last and viewer == match.to_act and not match.over:
        choices = [
            gate.choice(match.room, scene.state, action, match.seats) for action in scene.state.legal()
        ]
    look = view.look(table_of(scene), viewer)
    return Showing(look, match.seats, winners, over, viewer if viewer >= 0 else None, choices)


def parts_of(match: Match, scene: Scene, viewer: int) -> list[Part]:
    """Return the page of a viewer at a moment, made as the server makes it."""
    found = {part.name: part for part in FACE.parts(showing(match, scene, SPECTATOR))}
    if viewer != SPECTATOR:
        found |= {part.name: part for part in FACE.own_parts(showing(match, scene, viewer))}
    return list(found.values())


@pytest.mark.parametrize("seats", SEATS)
def test_every_part_is_one_element_and_has_its_place(room: Room, seats: int) -> None:
    for number, (match, scene) in enumerate(scenes(room, seats, 2)):
        viewer = scene.state.to_act() if scene.last else number % (seats + 1) - 1
        if match.over and scene.last:
            viewer = ALL_EYES
        viewer = int(viewer)
        found = parts_of(match, scene, viewer)
        for part in found:
            OneElement(part.html)
            assert len(part.html) < 8000, part.name
            assert "Bert <b>" not in part.html
        frame = FACE.frame(Showing({}, match.seats, me=viewer if viewer >= 0 else None))  # type: ignore[typeddict-item]
        assert sorted(re.findall("\0([^\0]+)\0", frame)) == sorted(part.name for part in found)
        OneElement(re.sub("\0[^\0]+\0", "", frame))


@pytest.mark.parametrize("seats", SEATS)
def test_hidden_cards_are_on_nobody_else_s_page(room: Room, seats: int) -> None:
    """A page is made from what its viewer sees: with other cards in other hands it is the same page."""
    luck = QuickLuck(seats)
    for number, (match, scene) in enumerate(scenes(room, seats, 4)):
        viewer = number % (seats + 1) - 1
        twin = scene.state.imagine(viewer, luck)
        other = Scene(scene.move, scene.beat, scene.events, twin, scene.last, scene.seat)
        pages = [[(part.name, part.html) for part in parts_of(match, one, viewer)] for one in (scene, other)]
        assert pages[0] == pages[1]
        public = "".join(part.html for part in parts_of(match, scene, SPECTATOR))
        assert 'data-key="hand.' not in public
        assert 'data-key="looked.' not in public


def test_every_step_of_a_choice_is_a_spot_on_the_page(room: Room) -> None:
    for seats in SEATS:
        for match, scene in scenes(room, seats, 6):
            if scene.last and not match.over:
                seen = showing(match, scene, match.to_act)
                page = "".join(part.html for part in parts_of(match, scene, match.to_act))
                keys = set(re.findall(r'data-key="([^"]+)"', page))
                assert {key for choice in seen.choices for key in choice["steps"]} <= keys


def test_the_ends_of_every_way_are_on_the_page(room: Room) -> None:
    """Where a piece comes from before, and where it goes after: somewhere that everybody sees."""
    before: set[str] = set()
    for match, scene in scenes(room, 4, 8):
        frame = FACE.frame(Showing({}, match.seats))  # type: ignore[typeddict-item]
        page = frame + "".join(part.html for part in parts_of(match, scene, SPECTATOR))
        keys = set(re.findall(r'data-key="([^"]+)"', page))
        for event in scene.events:
            way = room.path(match.box, event)
            if way and event.seen_by(SPECTATOR) and scene.move:
                assert way[0] in before | keys, (way, room.row(event).name)
                assert way[1] in keys, (way, room.row(event).name)
        before = keys


def drawn_scene(table: "Table", text: str, *script: str) -> list[str]:
    """Return the part of the page that shows the draw from the bag, at every moment of a move."""
    story, luck = Story(watched=True), ScriptedLuck([table.number(word) for word in script])
    table.state.story = story
    table.state.resolve(parse(table.state, text), luck)
    table.state.story = None
    found: list[str] = []
    for beat in story.beats:
        assert isinstance(beat.table, TheWizardAlwaysWins)
        seen = Showing(view.look(beat.table, SPECTATOR), NAMES[:2])
        found.append(next(part.html for part in FACE.parts(seen) if part.name == "draw"))
    return found


def test_r5_a_reach_for_the_win_is_a_scene_with_the_odds_of_what_is_still_to_come(lay: "Lay") -> None:
    table = lay(2).fill_bag("snail-token bone-token red-gem add-a-gem")
    table.state.level[0] = 3
    taken, reach, first, second, breath, won = drawn_scene(
        table, "take:wizard", "snail-token", "bone-token", "red-gem"
    )
    assert "hidden" in taken
    assert [page.count('class="slot empty"') for page in (reach, first, second, breath, won)] == [
        3,
        2,
        1,
        1,
        0,
    ]
    assert [re.findall(r"(\d+ %) to win", page) for page in (reach, first, second)] == [
        ["75 %"],
        ["67 %"],
        ["50 %"],
    ]
    assert ["breath" in page for page in (reach, first, second, breath, won)] == [
        False,
        False,
        True,
        True,
        False,
    ]
    assert "Ada’s own gem!" in won


def test_r4_the_chances_on_the_page_add_up_to_a_hundred(lay: "Lay") -> None:
    table = lay(2)
    table.state.level[0] = 2
    pages = drawn_scene(table, "take:apprentice", "snail-token", "add-a-gem")
    shares = [[int(share) for share in re.findall(r"<b>(\d+) %</b>", page)] for page in pages]
    assert [sum(share) for share in shares if share] == [100]
    look = view.look(table.state, SPECTATOR)
    bag = next(part.html for part in FACE.parts(Showing(look, NAMES[:2])) if part.name == "shares")
    assert sum(int(share) for share in re.findall(r"<b>(\d+) %</b>", bag)) == 100
    assert all(name in bag for name in ("Add-a-Gem", "Level-Up", "an element", "a gem"))


def test_the_question_of_a_trade_follows_its_steps_and_sets_begin_with_the_best_way(lay: "Lay") -> None:
    hands = ("bone-1 bone-2 bone-3", "flower-2 snail-2 bone-2")
    table = lay(2, hands=hands).lay(0, "flower-3 flower-3 flower-2 snail-3").lay(1, "bone-3")
    table.play("take:trader", "potion-1").play("play:bone-1")

    def tray() -> str:
        state = table.state
        choices = [gate.choice(lay.room, state, action, NAMES[:2]) for action in state.legal()]
        seen = Showing(view.look(state, 0), NAMES[:2], me=0, choices=choices)
        return next(part.html for part in FACE.own_parts(seen) if part.name == "tray")

    asked = tray()
    assert asked.index("do you give?") < asked.index("for which of theirs?")
    table.play("no-trade")
    ways = re.findall(r'data-key="mix\.([^"]+)"', tray())
    assert ways == ["flower=3+3+2", "flower=3+2", "flower=3+3"]
    first, _, others = tray().partition(">Or<")
    assert "flower=3+3+2" in first
    assert "flower=3+2" in others


def test_nobody_reads_a_number_without_knowing_what_it_counts(lay: "Lay") -> None:
    """Every pile names its owner and element, every token of the bag its kind, every gem its owner."""
    table = lay(3).lay(1, "snail-3")
    found = FACE.parts(Showing(view.look(table.state, SPECTATOR), ["Ada", "Bert", "Cleo"]))
    pages = {part.name: part.html for part in found}
    assert 'aria-label="Bert’s Snails: 3 of 5. A set is worth 1 gem."' in pages["pile-1-1"]
    assert "5 Snail tokens" in pages["token-1"]
    assert "no gems of Cleo’s" in pages["token-9"]
    assert "gems in the bag, 8 beside it" in pages["worth-0"]
