"""Checks of what stands round the rules: what learners, bots, readers and pages get.

Part of the conformance suite (`check.py`); the numbers are those of the list in CONTRIBUTING.md.
"""

import re
import tomllib
from fnmatch import fnmatch
from html.parser import HTMLParser
from importlib.resources import files
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Any, Final

from longbeard.engine import gate
from longbeard.engine.encoder import KINDS, Sheet, width, write_row
from longbeard.engine.errors import BadOptions
from longbeard.engine.face import Showing
from longbeard.engine.luck import Luck
from longbeard.engine.match import Match
from longbeard.engine.part import MARK
from longbeard.engine.room import Room
from longbeard.engine.state import State
from longbeard.engine.story import ALL_EYES, SPECTATOR
from longbeard.engine.tutorial import Lesson

SMALLEST, LARGEST = 1, 100
"""Range of `Hints.weigh`."""
PLACE: Final = re.compile(f"{MARK}([^{MARK}]+){MARK}")
DATA_FILES: Final = ("*.toml", "*.md", "*.css", "*.html", "*.json", "py.typed")
VOID: Final = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr", "use", "path", "circle", "rect"})
FORBIDDEN: Final = frozenset({"script", "style", "iframe", "link", "object", "embed"})
LEFT: Final = re.compile(r"\{\w*(:[^{}]*)?\}")
"""Matches a place of a sentence that was not filled."""


class Breach(Exception):
    """Raised when a game breaks its contract; says which part, and where to see it."""


def hold(truth: bool, what: str) -> None:
    """Raise Breach unless `truth` holds."""
    if not truth:
        raise Breach(what)


# ── learners and bots ─────────────────────────────────────────────────────────────────────────────


def check_encoder(room: Room, state: State, viewer: int, eye: Luck) -> None:
    """Check (14) that an observation keeps to its layout, and shows nothing that the viewer cannot know."""
    try:
        encoder = room.encoder
    except BadOptions:
        return  # an encoder is optional
    fields = encoder.layout(state)
    names = [field.name for field in fields]
    hold(len(names) == len(set(names)), f"two parts of the observation have the same name: {names}")
    sheet = Sheet(2, width(encoder, state))
    twin = state.imagine(viewer, eye)
    for row, table in enumerate((state, twin)):
        try:
            write_row(encoder, table, viewer, sheet, row)
        except (IndexError, OverflowError) as error:
            raise Breach(
                f"the encoder writes outside of its layout: {type(error).__name__}: {error}"
            ) from error
    numbers = list(sheet.numbers)
    at = 0
    for field in fields:
        hold(field.kind in KINDS, f"{field.name} is a {field.kind!r}; a part is one of {', '.join(KINDS)}")
        real, other = (numbers[start + at : start + at + field.numbers] for start in (0, int(sheet.width)))
        hold(real == other, f"the encoder shows seat {viewer} in {field.name!r} what it cannot know")
        outside = [int(number) for number in real if not field.lowest <= number <= field.highest]
        said = f"from {field.lowest} to {field.highest}"
        hold(not outside, f"the encoder writes {outside[:1]} in {field.name!r}, which goes {said}")
        at += field.numbers


def check_hints(room: Room, state: State, legal: list[int], viewer: int, eye: Luck) -> None:
    """Check (15) that hints are finite numbers in their ranges."""
    hints = room.hints
    table = state.imagine(viewer, eye)
    worth = hints.worth(table, viewer)
    hold(isfinite(worth) and 0.0 <= worth <= 1.0, f"hints.worth is {worth}: it goes from 0 (lost) to 1 (won)")
    once = hints.worth_once(table.clone(), viewer)
    hold(once == worth, f"hints.worth_once is {once}, and hints.worth {worth}: they judge alike")
    for action in legal:
        weight = hints.weigh(table, action)
        text = room.spell(table, action)
        said = f"it goes from {SMALLEST} to {LARGEST}"
        hold(SMALLEST <= weight <= LARGEST, f"hints.weigh of {text!r} is {weight}: {said}")
        reason = hints.why(table, action)
        hold(not LEFT.search(reason), f"hints.why of {text!r} has a place that is not filled: {reason!r}")
    patience = int(hints.patience())
    hold(patience >= -1, f"hints.patience is {patience}: END_OF_GAME (-1), or a number of decisions")


# ── readers ───────────────────────────────────────────────────────────────────────────────────────


def check_readable(words: str, keys: frozenset[str], where: str) -> None:
    """Check (16) that a text has no place that is not filled, and no key of a piece where its name
    belongs."""
    hold(not LEFT.search(words), f"{where} has a place that is not filled: {words!r}")
    raw = [word for word in re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)+", words) if word in keys]
    hold(not raw, f"{where} has the key {raw[0]!r} where a name belongs: {words!r}" if raw else "")


def piece_keys(room: Room) -> frozenset[str]:
    """Return the keys that no sentence may contain: those of several words that are not names of pieces."""
    try:
        pieces = room.pieces(room.box)
    except Exception:  # reported by check 13
        return frozenset()
    names = {piece.name.lower() for piece in pieces}
    return frozenset(piece.key for piece in pieces if "-" in piece.key and piece.key not in names)


def check_match_words(match: Match, keys: frozenset[str]) -> None:
    """Check (16) a whole match: everything told, and the final table in words."""
    room = match.room
    for viewer in (ALL_EYES, SPECTATOR, *range(len(match.seats))):
        for told in gate.story(match, viewer):
            check_readable(told["words"], keys, f"the event {told['event']!r}")
    for line in room.words(room.look(match.state, SPECTATOR), match.seats):
        check_readable(line, keys, "the table in words")


def check_choice_words(room: Room, state: State, legal: list[int], keys: frozenset[str]) -> None:
    """Check (16) that every choice has words of its own."""
    names = [f"Wizard {seat}" for seat in range(state.seats)]
    phrases: dict[str, str] = {}
    for action in legal:
        text = room.spell(state, action)
        phrase = room.phrase(state, action, names)
        hold(bool(phrase), f"{text!r} has no words")
        check_readable(phrase, keys, f"the choice {text!r}")
        hold(phrase not in phrases, f"{phrases.get(phrase)!r} and {text!r} read the same: {phrase!r}")
        phrases[phrase] = text


def check_lesson(room: Room) -> None:
    """Check (17) that the lesson can be played on the rules as they are, and shows what it expects."""
    try:
        room.text("tutorial.toml")
    except FileNotFoundError:
        return
    try:
        lesson = Lesson(room)
        while not lesson.over:
            unmet = lesson.unmet()
            hold(not unmet, f"tutorial.toml, {unmet[0]}" if unmet else "")
            step = lesson.step
            hold(bool(step.say), f"tutorial.toml, step {lesson.at + 1} says nothing")
            right = not step.question or 0 <= step.right < len(step.answers)
            hold(
                right, f"tutorial.toml, step {lesson.at + 1}: answer {step.right} is right, but there is none"
            )
            lesson.go_on()
    except Breach:
        raise
    except Exception as error:
        raise Breach(f"the lesson cannot be played: {type(error).__name__}: {error}") from error


# ── pages ─────────────────────────────────────────────────────────────────────────────────────────


class Page(HTMLParser):
    """Parser that collects the keys and ids of a page, and what is wrong with its markup."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.keys: set[str] = set()
        self.ids: list[str] = []
        self.faults: list[str] = []
        self.feed(text)
        self.close()
        if self.open:
            self.faults.append(f"<{self.open[-1]}> is not closed")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)
        if "spot" in (given.get("class") or "").split() and not given.get("aria-label"):
            self.faults.append(f"the spot {given.get('data-key')!r} has no label")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "data-key" and value:
                self.keys.add(value)
            elif name == "id" and value:
                self.ids.append(value)
            elif name == "style" or name.startswith("on"):
                self.faults.append(f"<{tag}> has {name}=, which the page's policy forbids")
        if tag in FORBIDDEN:
            self.faults.append(f"<{tag}> is forbidden in a face")

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes what is not open")


def drawn(room: Room, state: State, names: list[str], viewer: int, match: Match | None = None) -> Page | None:
    """Draw a table as one viewer sees it; None if the room has no face."""
    face = room.face
    if face is None:
        return None
    choices = gate.look(match, viewer)["choices"] if match is not None and viewer >= 0 else []
    over, winners = bool(state.ending()), [int(seat) for seat in state.winners()]
    guest = Showing[Any](room.look(state, SPECTATOR), names, winners, over)
    me = viewer if viewer >= 0 else None
    own = Showing[Any](room.look(state, viewer), names, winners, over, me, choices)
    shared = face.parts(guest)
    listed = [part.name for part in shared]
    twice = [name for name, other in pairwise(sorted(listed)) if name == other]
    hold(not twice, f"the face has two parts called {twice[0]!r}" if twice else "")
    parts = {part.name: part for part in shared}
    if viewer != SPECTATOR:
        parts |= {part.name: part for part in face.own_parts(own)}
    frame = face.frame(own if viewer != SPECTATOR else guest)
    places = PLACE.findall(frame)
    hold(len(places) == len(set(places)), f"the frame has a part twice: {sorted(places)}")
    missing, homeless = set(places) - set(parts), set(parts) - set(places)
    nested = "".join(str(part.html) for part in parts.values())
    homeless -= set(PLACE.findall(nested))
    hold(not missing, f"the frame has a place for {sorted(missing)}, but there is no such part")
    hold(not homeless, f"the parts {sorted(homeless)} have no place in the frame")
    return Page(_filled(str(frame), {name: str(part.html) for name, part in parts.items()}))


def _filled(text: str, parts: dict[str, str]) -> str:
    while MARK in text:
        text = PLACE.sub(lambda found: parts[found[1]], text)
    return text


def check_face(match: Match) -> None:
    """Check (18) that every viewer's page is well-formed, and that every choice can be pointed at."""
    room = match.room
    for viewer in (SPECTATOR, *range(len(match.seats)), *([ALL_EYES] if match.over else [])):
        page = drawn(room, match.state, match.seats, viewer, match)
        if page is None:
            return
        hold(not page.faults, f"the face: {page.faults[0]}" if page.faults else "")
        twice = [one for one, other in pairwise(sorted(page.ids)) if one == other]
        hold(not twice, f"the face has two things with the id {twice[0]!r}" if twice else "")
        if viewer >= 0 and viewer == match.to_act:
            _check_steps(match, page)


def check_paths(match: Match) -> None:
    """Check (18) at every moment of the last move that a piece which moves has a place to go to."""
    room = match.room
    for scene in match.scenes(len(match.log)):
        page: Page | None = None
        for event in scene.events:
            path = room.path(match.box, event)
            name = room.event_name(event)
            hold(len(path) % 2 == 0, f"the path of {name!r} has no end: {path}")
            if path and room.face is not None and event.seen_by(SPECTATOR):
                page = page or drawn(room, scene.state, match.seats, SPECTATOR)
                unknown = [key for key in path[1::2] if page and key not in page.keys]
                here = f"a piece of {name!r} goes to {unknown[0]!r}" if unknown else ""
                hold(not unknown, f"{here}, which is nowhere in the face then")


def _check_steps(match: Match, page: Page) -> None:
    choices = gate.look(match, match.to_act)["choices"]
    paths: dict[tuple[str, ...], str] = {}
    for choice in choices:
        steps = tuple(choice["steps"])
        hold(bool(steps), f"{choice['action']!r} has no steps: nobody can point at it")
        hold(steps not in paths, f"{paths.get(steps)!r} and {choice['action']!r} have the same steps {steps}")
        unknown = [key for key in steps if key not in page.keys]
        here = f"{choice['action']!r} is pointed at by {unknown[0]!r}" if unknown else ""
        hold(not unknown, f"{here}, which is nowhere in the face")
        paths[steps] = choice["action"]
    for steps, action in paths.items():
        shorter = [paths[steps[:size]] for size in range(1, len(steps)) if steps[:size] in paths]
        hold(not shorter, f"the steps of {action!r} begin with all of those of {shorter[:1]}")


# ── the package ───────────────────────────────────────────────────────────────────────────────────


def missing_from_wheel(room: Room) -> list[str]:
    """Return (19) the data files that the package's own pyproject.toml would leave out of a wheel."""
    package = Path(str(files(room.package)))
    project = next(
        (one / "pyproject.toml" for one in package.parents if (one / "pyproject.toml").exists()), None
    )
    if project is None:
        return []  # installed: what is here is what the wheel had
    data = tomllib.loads(project.read_text(encoding="utf-8"))
    shipped = data.get("tool", {}).get("setuptools", {}).get("package-data")
    if shipped is None:
        return []  # another build backend, or setuptools' defaults
    patterns = [
        pattern for name, found in shipped.items() if name in ("*", "", room.package) for pattern in found
    ]
    there = [path for path in package.iterdir() if any(fnmatch(path.name, one) for one in DATA_FILES)]
    left_out = sorted(path.name for path in there if not any(fnmatch(path.name, one) for one in patterns))
    return [
        f"{name} would be missing from a wheel: add it to [tool.setuptools.package-data] of {project.name}"
        for name in left_out
    ]
