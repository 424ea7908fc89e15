"""The faces of the rooms: every legal action can be pointed at, and a face styles nothing else."""

import json
import re
from collections.abc import Iterator

import pytest

from longbeard.engine import gate
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.engine.state import State
from longbeard.engine.story import ALL_EYES, SPECTATOR, Story
from longbeard.games import rooms

pytest.importorskip("litestar", reason="pages need the web packages")

from longbeard.web.pages import assets
from longbeard.web.pages.screens import still

FACES = sorted(slug for slug, room in rooms().items() if room.face is not None)
KEY = re.compile(r'data-key="([^"]*)"')
SPOT = re.compile(r'<button type="button" class="spot[^>]*>')
NAMES = ["Ada", "Bert", "Circe", "Dunstan", "Esmeralda", "Fitz"]
MATCHES = 3
EVERY = 7
"""One position in this many is drawn: drawing is slow, and most positions look alike."""


def faced_tables() -> list[tuple[str, int]]:
    """Return every room with a face, for each number of seats."""
    sizes = {slug: rooms()[slug].plate.seats for slug in FACES}
    return [(slug, seats) for slug, (least, most) in sizes.items() for seats in range(least, most + 1)]


def positions(room: Room, seats: int, seed: int, moves: int = 400) -> Iterator[Match]:
    """Yield a random match, before every move and at its end (or at the limit)."""
    luck = QuickLuck(seed)
    match = Match(room, NAMES[:seats], secret=seed_secret(seed))
    while not match.over and len(match.log) < moves:
        yield match
        legal = match.state.legal()
        match.play(match.to_act, legal[int(luck.below(len(legal)))])
    yield match


def face(match: Match, viewer: int) -> str:
    look = gate.look(match, viewer)
    return still(
        match.room, look["table"], look["seats"], look["winners"], look["over"], viewer, look["choices"]
    )


@pytest.mark.parametrize(("slug", "seats"), faced_tables())
def test_every_action_can_be_pointed_at(slug: str, seats: int) -> None:
    for seed in range(MATCHES):
        for match in positions(rooms()[slug], seats, seed):
            choices = gate.look(match, max(match.to_act, 0))["choices"]
            paths = {tuple(choice["steps"]) for choice in choices}
            assert len(paths) == len(choices), "two actions have the same steps"
            assert all(paths), "an action has no steps"
            shorter = {path[:length] for path in paths for length in range(1, len(path))}
            assert not shorter & paths, "one action's steps begin another's: it could never be chosen"
            if len(match.log) % EVERY == 0:
                keys = set(KEY.findall(face(match, match.to_act))) if choices else set()
                wanted = {key for path in paths for key in path}
                assert wanted <= keys, f"not on the page: {sorted(wanted - keys)}"


@pytest.mark.parametrize(("slug", "seats"), faced_tables())
def test_everyone_has_a_face_to_look_at(slug: str, seats: int) -> None:
    for match in positions(rooms()[slug], seats, seed=1):
        if match.over or len(match.log) % (4 * EVERY) == 0:
            for viewer in (SPECTATOR, *range(seats), *([ALL_EYES] if match.over else [])):
                page = face(match, viewer)
                assert f'class="face face-{slug}' in page
                ids = re.findall(r'\bid="([^"]+)"', page)
                assert len(ids) == len(set(ids)), "two things have the same id"
                assert all('aria-label=""' not in spot for spot in SPOT.findall(page))


@pytest.mark.parametrize("slug", FACES)
def test_what_a_seat_cannot_know_does_not_change_its_face(slug: str) -> None:
    """The twin test on the page: a table that the viewer imagines is drawn just like the real one."""
    room, luck = rooms()[slug], QuickLuck(5)
    for match in positions(room, room.plate.seats[0], seed=4):
        if match.over or len(match.log) % EVERY:
            continue
        for viewer in (SPECTATOR, *range(len(match.seats))):
            real = face(match, viewer)
            state, match.state = match.state, match.state.imagine(viewer, luck)
            assert face(match, viewer) == real
            match.state = state


@pytest.mark.parametrize("slug", FACES)
def test_no_moment_shows_what_a_viewer_cannot_know(slug: str) -> None:
    """The twin test on every moment: where only hidden things differ, it is drawn just alike."""
    room, luck = rooms()[slug], QuickLuck(6)
    for match in positions(room, room.plate.seats[0], seed=9, moves=120):
        if match.over or len(match.log) % EVERY:
            continue
        for viewer in (SPECTATOR, *range(len(match.seats))):
            if viewer == match.to_act:
                continue
            twin = match.state.imagine(viewer, luck)
            for action in match.state.legal():
                if action in twin.legal():
                    real, other = (drawn(room, state, action, viewer) for state in (match.state, twin))
                    if real[-1] == other[-1]:  # then the move has shown nothing of the difference
                        assert real == other


def drawn(room: Room, state: State, action: int, viewer: int) -> list[str]:
    """Return what a viewer sees of one action, moment by moment."""
    table, story = state.clone(), Story(watched=True)
    table.story = story
    table.resolve(action, QuickLuck(1))
    table.story = None
    tables = [*(beat.table for beat in story.beats), table]
    names = NAMES[: int(state.seats)]
    return [still(room, room.look(one, viewer), names, (), False, viewer) for one in tables]


@pytest.mark.parametrize("slug", FACES)
def test_names_are_escaped(slug: str) -> None:
    room = rooms()[slug]
    names = [f"<b>{name}</b>" for name in NAMES[: room.plate.seats[0]]]
    page = face(Match(room, names, secret=seed_secret(1)), 0)
    assert "<b>Ada" not in page
    assert "&lt;b&gt;Ada" in page


@pytest.mark.parametrize("slug", FACES)
def test_a_face_needs_no_loosened_security_policy(slug: str) -> None:
    source = rooms()[slug].text("face.py")
    assert not re.search(r"\sstyle=|<script|<style|\son[a-z]+=|javascript:", source)


@pytest.mark.parametrize("slug", FACES)
def test_the_style_of_a_face_stays_on_its_own_ground(slug: str) -> None:
    css = re.sub(r"/\*.*?\*/", "", rooms()[slug].text("table.css"), flags=re.DOTALL)
    depth = 0
    for line in css.splitlines():
        if depth == 0 and line.strip():
            assert re.match(
                rf"(\.face-{slug}\b|@keyframes {slug}-|@media|@container|}}|@supports)", line.strip()
            ), line
        depth += line.count("{") - line.count("}")
    assert depth == 0
    assert "url(" not in css


@pytest.mark.parametrize("slug", FACES)
def test_every_picture_of_a_face_has_an_author(slug: str) -> None:
    authors = json.loads((assets.WEB.parent / "icon_authors.json").read_text(encoding="utf-8"))
    named = re.findall(r'\bicon\("([^"]+)"', rooms()[slug].text("face.py"))
    assert set(named) <= set(authors)
