"""The wall in the browser: what its parts show, to whom, and how much of it is sent."""

import re
from typing import TYPE_CHECKING, cast
from xml.etree import ElementTree

import pytest

from longbeard.engine import gate
from longbeard.engine.face import Part, Showing
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.part import MARK
from longbeard.engine.room import Room
from longbeard.engine.state import State
from longbeard.engine.story import ALL_EYES, SPECTATOR
from longbeard.games.wiz_up_the_wall import face, tower
from longbeard.games.wiz_up_the_wall.cards import MOST_DISTANCE, open_box
from longbeard.games.wiz_up_the_wall.view import Look

if TYPE_CHECKING:
    from longbeard.games.wiz_up_the_wall.tests.conftest import Lay, Table

NAMES = ["Ada", "Bert", "Cleo", "Dora", "Egon", "Fritz"]
MOST = 8_000
"""Most characters of a part."""


def showing(room: Room, match: Match, state: State, viewer: int) -> Showing[Look]:
    """Return what a face is given for a moment of a match."""
    present = state is match.state
    choices = gate.choices(match, state) if present and viewer == match.to_act else []
    me = viewer if viewer >= 0 else None
    winners = state.winners() if present else []
    return Showing(
        cast(Look, room.look(state, viewer)), match.seats, winners, present and match.over, me, choices
    )


def public_parts(room: Room, match: Match, state: State) -> dict[str, Part]:
    return {part.name: part for part in face.parts(showing(room, match, state, SPECTATOR))}


def all_parts(room: Room, match: Match, state: State, viewer: int) -> dict[str, Part]:
    own = face.own_parts(showing(room, match, state, viewer)) if viewer != SPECTATOR else []
    return public_parts(room, match, state) | {part.name: part for part in own}


def page(room: Room, match: Match, state: State, viewer: int) -> str:
    """Return the whole face, as one viewer sees it."""
    parts = all_parts(room, match, state, viewer)
    me = viewer if viewer >= 0 else None
    pieces = face.frame(Showing(cast(Look, {}), match.seats, me=me)).split(MARK)
    assert sorted(pieces[1::2]) == sorted(parts), "every part has its place"
    return "".join(parts[piece].html if at % 2 else piece for at, piece in enumerate(pieces))


def shown(table: "Table", viewer: int = SPECTATOR) -> dict[str, str]:
    """Return a table by hand, as its parts."""
    me = viewer if viewer >= 0 else None
    seen = Showing(table.look(viewer), table.names, me=me)
    own = face.own_parts(seen) if viewer != SPECTATOR else []
    return {part.name: part.html for part in [*face.parts(seen), *own]}


def matches(room: Room, seats: int, moves: int = 60) -> list[Match]:
    """Return a random match: under way, and at its end."""
    match = Match(room, NAMES[:seats], {"rounds": "1", "memory": "on"}, secret=seed_secret(seats))
    luck, found = QuickLuck(seats), []
    while not match.over:
        legal = match.state.legal()
        match.play(match.to_act, legal[luck.below(len(legal))] if luck.below(3) else legal[0])
        if len(match.log) % moves == 0:
            found.append(match.until(len(match.log)))
    return [*found, match]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_part_of_every_moment_is_one_small_element(room: Room, seats: int) -> None:
    match = matches(room, seats)[-1]
    for scene in match.scenes(0)[::3] + match.scenes(len(match.log)):
        for viewer in (SPECTATOR, 0, ALL_EYES):
            for name, part in all_parts(room, match, scene.state, viewer).items():
                ElementTree.fromstring(
                    re.sub(r" (hidden|data-ghost|data-drag|data-tip)(?=[ >])", "", part.html).replace(
                        'draggable="false" decoding="async">', "/>"
                    )
                )
                assert len(part.html) < MOST, name
                assert " style=" not in part.html


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_face_is_whole_for_everyone(room: Room, seats: int) -> None:
    for match in matches(room, seats, 12):
        for viewer in [SPECTATOR, *range(seats), *([ALL_EYES] if match.over else [])]:
            html = page(room, match, match.state, viewer)
            ids = re.findall(r' id="([^"]+)"', html)
            assert len(ids) == len(set(ids))
            keys = re.findall(r' data-key="([^"]+)"', html)
            assert {f"wizard:{seat}" for seat in range(seats)} <= set(keys)
            for link in re.findall(r' href="#([^"]+)"', html):
                assert link in ids or not link.startswith(
                    ("hex", "bead", "symbol", "fork", "straight", "dry")
                )
            if viewer == match.to_act:
                steps = [step for choice in gate.choices(match, match.state) for step in choice["steps"]]
                spots = re.findall(r'class="spot[^"]*"[^>]*? data-key="([^"]+)"', html)
                assert set(steps) <= set(spots)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_public_parts_show_nothing_that_is_hidden(room: Room, seats: int) -> None:
    """They are the same on a table that a guest imagines, at every moment."""
    match, luck = matches(room, seats)[-1], QuickLuck(4)
    for scene in match.scenes(0):
        twin = scene.state.imagine(SPECTATOR, luck)
        real, imagined = public_parts(room, match, scene.state), public_parts(room, match, twin)
        assert {name: part.html for name, part in real.items()} == {
            name: part.html for name, part in imagined.items()
        }


def test_a_seat_sees_no_more_than_it_knows(room: Room) -> None:
    match, luck = matches(room, 3)[-1], QuickLuck(4)
    for scene in match.scenes(0):
        for viewer in range(3):
            twin = scene.state.imagine(viewer, luck)
            for name, part in all_parts(room, match, scene.state, viewer).items():
                assert all_parts(room, match, twin, viewer)[name].html == part.html


def test_public_parts_are_made_without_knowing_who_looks(room: Room) -> None:
    match = matches(room, 3, 20)[0]
    plain = face.parts(showing(room, match, match.state, SPECTATOR))
    look = showing(room, match, match.state, match.to_act)
    for part, other in zip(plain, face.parts(look), strict=True):
        assert part.html == other.html


def test_a_placed_card_sends_its_own_stream_alone(lay: "Lay") -> None:
    table = lay("s s s s s s").grow("0,3").play("draw")
    before = shown(table)
    table.play("place@4,1")
    changed = {name for name, html in shown(table).items() if html != before[name]}
    assert {name for name in changed if name.startswith("stream")} == {"stream-1"}
    assert changed == {"stream-1", "row-1", "hand", "now"}


def test_t5_a_cut_is_seen_with_who_made_it(lay: "Lay") -> None:
    table = lay("s f s s").grow("1,2", "4,1", "2,2", "4,2", "3,2", "4,3", "4,2")
    parts = shown(table)
    assert '<g class="snip at q4 seat-0"' in parts["stream-1"]
    assert "Bert’s straight card, cut by Ada" in parts["stream-1"]
    assert "Bert’s straight card, cut by Ada: 2 cards lost" in parts["stream-1"]
    assert ">−2</text>" in parts["stream-1"]
    assert 'data-tip="Cut by Ada: −2 cards. ' in parts["row-1"]
    assert "<span class='unseen'>Ada</span></span>: −2<".replace("'", '"') in parts["row-1"]
    assert "<b>3</b> <small>cards</small>" in parts["row-1"]
    assert "snip" not in parts["stream-0"]


def test_p1_while_a_round_is_scored_its_faces_and_meters_come_stream_by_stream(room: Room) -> None:
    match = Match(room, NAMES[:2], {"rounds": "2", "first": "0"}, secret=seed_secret(3))
    while room.public(match.state)["round"] == 1:
        finish = [action for action in match.state.legal() if action == 1]
        match.play(match.to_act, finish[0] if finish else match.state.legal()[0])
    moments = {
        room.public(scene.state)["decision"] + str(room.public(scene.state)["turn"]): scene.state
        for scene in match.scenes(len(match.log))
    }
    up = public_parts(room, match, moments["turning-up0"])
    assert "turned" in up["stream-0"].html
    assert "turned" not in up["stream-1"].html
    assert "turned up" in up["scene"].html
    assert "waiting" in up["mana-0"].html
    counted = public_parts(room, match, moments["counting0"])
    assert "waiting" not in counted["mana-0"].html
    assert "point" not in counted["scene"].html
    assert "waiting" in counted["mana-1"].html
    assert "gain" not in counted["wizard-0"].html
    scored = public_parts(room, match, moments["scored0"])
    assert "2 points" in scored["scene"].html
    assert ">+2<" in scored["wizard-0"].html
    over = public_parts(room, match, next(state for key, state in moments.items() if "round-over" in key))
    assert 'data-pace="on"' in over["scene"].html
    after = public_parts(room, match, match.state)
    assert "hidden" in after["scene"].html
    for seat in range(2):
        assert "turned" in over[f"stream-{seat}"].html
        assert "turned" not in after[f"stream-{seat}"].html
        assert "last" in after[f"mana-{seat}"].html, "the mana of the last round remains"
        assert "gain" not in after[f"wizard-{seat}"].html


def test_p2_a_bust_is_seen_on_wall_and_wizard_once_it_is_told(lay: "Lay", room: Room) -> None:
    match = Match(room, NAMES[:2], {"rounds": "1", "first": "0"}, secret=seed_secret(2))
    while not match.over:
        match.play(match.to_act, match.state.legal()[0])
    told = []
    for scene in match.scenes(len(match.log)):
        look, parts = room.public(scene.state), public_parts(room, match, scene.state)
        for seat in range(2):
            burst = look["wizards"][seat]["points"] == [None]
            assert ("burst" in parts[f"wizard-{seat}"].html) is burst
            assert ("burst" in parts[f"stream-{seat}"].html) is burst
            told.append(burst)
    assert set(told) == {False, True}


def test_all_eyes_see_every_face(lay: "Lay") -> None:
    table = lay("s s s s", "steam")
    assert "turned" not in shown(table)["stream-0"]
    assert shown(table, ALL_EYES)["stream-0"].count('<g class="turned') == 2


def test_the_wall_is_the_same_for_everybody_and_turned_by_one_small_part(lay: "Lay") -> None:
    table = lay("s s s s s s")
    guest = shown(table)
    for seat in range(3):
        own = shown(table, seat)
        assert own["home"] == f'<i class="home home-{seat}"></i>'
        assert {name for name in own if own[name] != guest[name]} <= {"home", "finish", "mana-0"}
        assert f'class="wizard at q{4 * seat} ' in own[f"wizard-{seat}"]


def test_other_distances_fit_the_same_frame(lay: "Lay") -> None:
    wide = open_box(lay.text.replace("distance = 4 ", "distance = 6 "))
    assert "each-6 " in shown(lay("s s s s", box=wide))["now"]
    assert "each-4 " in shown(lay("s s s s"))["now"]


def test_the_style_knows_every_column_place_distance_and_height(lay: "Lay", room: Room) -> None:
    """They are classes, because a page may not set styles: none may be missing."""
    style = room.text("table.css")
    most = MOST_DISTANCE * len(NAMES)
    assert [column for column in range(most) if f".q{column} {{ --q: {column}; }}" not in style] == []
    assert [seat for seat in range(1, 6) if f":has(.home-{seat})" not in style] == []
    assert [
        far for far in range(2, MOST_DISTANCE + 1, 2) if far != 4 and f":has(.each-{far})" not in style
    ] == []
    assert [level for level in range(1, len(tower.TOPS)) if f":has(.high-{level})" not in style] == []


def test_a_high_wall_is_drawn_smaller(lay: "Lay") -> None:
    table = lay("s s s s")
    assert "high-0 " in shown(table)["now"]
    for rise in range(3, 9):
        table.grow(f"0,{rise}", f"4,{rise - 2}")
    assert "high-3 " in shown(table)["now"]


def test_names_are_escaped(lay: "Lay") -> None:
    table = lay("f s s s")
    seen = Showing(table.look(0), ["<b>Ada", "B&amp;ert"], me=0)
    for part in [*face.parts(seen), *face.own_parts(seen)]:
        assert "<b>Ada" not in part.html
        assert "B&amp;ert" not in part.html.replace("B&amp;amp;ert", "")
