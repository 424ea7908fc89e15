"""A game as all other packages see it: its plate, and the game behind it, imported on demand."""

import json
import os
import tomllib
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from longbeard.engine.encoder import Encoder
from longbeard.engine.errors import BadGame, BadOptions, LongbeardError
from longbeard.engine.face import Face, Showing
from longbeard.engine.game import Game
from longbeard.engine.hints import Hints
from longbeard.engine.panel import Panel
from longbeard.engine.piece import Example, Piece
from longbeard.engine.state import Box, State
from longbeard.engine.story import Event
from longbeard.engine.telling import NO_READER, Row

RANDOM: Final = "random"
GROUP: Final = b"longbeard__mypyc"
"""Name of the mypyc group, which every module compiled with longbeard imports."""
BOXES: Final = "LONGBEARD_BOXES"
"""Environment variable that names designers' card files by game, as JSON: {"a-game": "/home/my.toml"}. It is
set by `--box`, and every process that a server or an arena starts inherits it."""


@dataclass(frozen=True)
class Option:
    """A setting of a table, chosen before the deal. Every value is a short text, as typed or clicked."""

    name: str
    title: str
    default: str
    values: tuple[str, ...] = ()
    choose: int = 1
    """Number of values to choose, joined by `+`; 'random' always means: let luck choose."""
    seat: bool = False
    """Whether the values are the seats of the table, by number."""

    def allowed(self, seats: int) -> tuple[str, ...]:
        """Return the values that a table with a number of seats can choose from."""
        return tuple(str(seat) for seat in range(seats)) if self.seat else self.values

    def check(self, value: str, seats: int) -> None:
        """Refuse a value that this option does not have."""
        if value == self.default:
            return
        parts = value.split("+")
        allowed = self.allowed(seats)
        if len(parts) != self.choose or len(set(parts)) != len(parts) or not set(parts) <= set(allowed):
            several = f"{self.choose} of these, joined by +" if self.choose > 1 else "one of these"
            raise BadOptions(f"{self.name}={value}: it is {self.default} or {several}: {', '.join(allowed)}")


FIRST_SEAT: Final = Option("first", "Who plays first", RANDOM, seat=True)


@dataclass(frozen=True)
class Plate:
    """Metadata of a game that can be read without importing its rules."""

    slug: str
    title: str
    tagline: str
    seats: tuple[int, int]
    minutes: tuple[int, int]
    stage: str
    rules: int
    """Version of the rules; every record names it."""
    endings: tuple[str, ...]
    """Reasons for which a match can end."""
    unwon: tuple[str, ...] = ()
    """Endings with which nobody wins; with every other, the seats with the best score win."""
    broken: tuple[str, ...] = ()
    """Endings with which only some of the seats with the best score win, because a tie was broken."""
    options: tuple[Option, ...] = ()
    replays: tuple[int, ...] = ()
    """Older versions of the rules whose matches continue under these: every action that was legal then still
    is, and does the same."""
    scored: bool = True
    """Whether `State.scores` counts points; False where it only says who has won."""

    def plays(self, rules: int) -> bool:
        """Return whether a match of this version of the rules can be continued and replayed."""
        return rules == self.rules or rules in self.replays

    def as_dict(self) -> dict[str, Any]:
        """Return the plate as plain data, for programs."""
        return asdict(self)


def refuse_compiled_apart(package: str, slug: str) -> None:
    """Refuse rules that were compiled apart from longbeard: their State has another memory layout, and
    crashes."""
    found = find_spec(f"{package}.rules")
    path = Path(found.origin) if found and found.origin else None
    if path is None or path.suffix == ".py":
        return
    if GROUP not in path.read_bytes():
        raise BadGame(
            f"{slug} cannot be opened: {path.name} was compiled apart from Longbeard. Compile both together "
            f"(`longbeard compile`, docs/declared.md), or leave the game plain Python"
        )


class Room:
    """One game: everything that page, terminal, bots and lab need, from the game's own package."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.plate: Plate = import_module(package).PLATE

    @cached_property
    def game(self) -> Game[Any, Any, Any]:
        """The room's `game.py`, imported when it is first needed."""
        refuse_compiled_apart(self.package, self.plate.slug)
        try:
            game: Game[Any, Any, Any] = import_module(f"{self.package}.game").GAME
        except LongbeardError as error:
            raise BadGame(f"{self.plate.slug} cannot be opened: {error}") from error
        except Exception as error:  # an author's own mistake
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(last.filename).name}, line {last.lineno}"
            raise BadGame(
                f"{self.plate.slug} cannot be opened: {type(error).__name__}: {error} ({where})"
            ) from error
        return game

    @property
    def compiled(self) -> bool:
        """Whether this room's rules run compiled; a third party's may be plain Python."""
        return not str(import_module(f"{self.package}.rules").__file__).endswith(".py")

    @cached_property
    def box(self) -> Box:
        """The box that is played with: `cards.toml` of the room, or a designer's own (`BOXES`)."""
        return self.open_box(self.box_text())

    def box_text(self) -> str:
        """Return the card file that is played with."""
        own = json.loads(os.environ.get(BOXES, "{}")).get(self.plate.slug)
        return Path(own).read_text(encoding="utf-8") if own else self.text("cards.toml")

    def find_box(self, digest: str) -> Box | None:
        """Return the box with a digest, if it is the one in use, the printed one or a former one; else
        None."""
        if self.box.digest == digest:
            return self.box
        return self.printed_box if self.printed_box.digest == digest else self.former_boxes.get(digest)

    @cached_property
    def printed_box(self) -> Box:
        """The box as this longbeard ships it, whatever is played with."""
        return self.open_box(self.text("cards.toml"))

    @cached_property
    def former_boxes(self) -> dict[str, Box]:
        """The boxes of earlier releases by their digests: `former.toml` says what was different on their card
        files, the newest first, each beside the one after it."""
        file = files(self.package).joinpath("former.toml")
        if not file.is_file():
            return {}
        text, boxes = self.text("cards.toml"), {}
        for former in tomllib.loads(file.read_text(encoding="utf-8"))["former"]:
            for change in former["changes"]:
                text = text.replace(change["now"], change["then"])
            box = self.open_box(text)
            boxes[box.digest] = box
        return boxes

    def open_box(self, text: str) -> Box:
        """Make a box from the text of a card file."""
        box: Box = self.game.open_box(text)
        return box

    def text(self, name: str) -> str:
        """Return a text file of the room, such as `rulebook.md`."""
        return files(self.package).joinpath(name).read_text(encoding="utf-8")

    def settle(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """Return all options with their values; BadOptions if the table cannot be opened with them."""
        fewest, most = self.plate.seats
        if not fewest <= seats <= most:
            raise BadOptions(f"{self.plate.title} is for {fewest} to {most} players, not {seats}")
        known = {option.name: option for option in self.plate.options}
        for name, value in options.items():
            if name not in known:
                raise BadOptions(
                    f"{self.plate.title} has no option {name}; it has: {', '.join(known) or 'none'}"
                )
            known[name].check(value, seats)
        return {name: options.get(name, option.default) for name, option in known.items()}

    def table(self, seats: int, options: Mapping[str, str] = {}, box: Box | None = None) -> State:
        """Make a table with a number of seats, before the deal."""
        settled = self.settle(seats, options)
        state: State = self.game.table(box or self.box, seats, settled)
        return state

    def lesson_table(self, maker: str, seats: int, options: Mapping[str, str]) -> State:
        """Make a table for the tutorial; `maker` names one of the game's special ones, or is `table`."""
        given = {option.name: options.get(option.name, option.default) for option in self.plate.options}
        make = self.game.table if maker == "table" else self.game.lessons[maker]
        state: State = make(self.box, seats, given)
        return state

    def luck_number(self, state: State, word: str | int) -> int:
        """Return the number of a scripted draw that is named as in the room's notation: a card, a die, a
        token."""
        if isinstance(word, int) or self.game.luck_number is None:
            return int(word)
        return self.game.luck_number(state, word)

    @property
    def hints(self) -> Hints:
        """The room's knowledge of good play, for bots."""
        return self.game.hints

    @property
    def encoder(self) -> Encoder:
        """The room's observations as numbers, for learners; BadOptions if it has no encoder."""
        if self.game.encoder is None:
            raise BadOptions(f"{self.plate.title} has no encoder: its game.py needs encoder=… for learners")
        return self.game.encoder

    @property
    def face(self) -> Face[Any] | None:
        """The room's drawing in the browser, if it has one."""
        return self.game.face

    def panels(self, showing: Showing[Any]) -> list[Panel] | None:
        """Return the table as panels for a terminal; None if the room has none and is shown in words."""
        return None if self.game.panels is None else self.game.panels(showing)

    def pieces(self, box: Box) -> list[Piece]:
        """Draw every printed piece of a box; none if the room draws none."""
        return [] if self.game.pieces is None else self.game.pieces(box)

    def examples(self, box: Box) -> list[Example]:
        """Draw the pictures of the rulebook; none if the room draws none."""
        return [] if self.game.examples is None else self.game.examples(box)

    def spell(self, state: State, action: int) -> str:
        """Write an action in notation."""
        return self.game.spell(state, action)

    def parse(self, state: State, text: str) -> int:
        """Parse an action in notation, or raise NotAnAction."""
        return self.game.parse(state, text)

    def public(self, state: State) -> dict[str, Any]:
        """Return what everybody sees of the table."""
        return dict(self.game.public(state))

    def private(self, state: State, viewer: int) -> dict[str, Any]:
        """Return what one viewer sees of the table besides the public look."""
        return dict(self.game.private(state, viewer))

    def look(self, state: State, viewer: int) -> dict[str, Any]:
        """Return what a viewer may see of the table: the public and the private look together."""
        return self.public(state) | self.private(state, viewer)

    def words(self, look: Mapping[str, Any], names: Sequence[str]) -> list[str]:
        """Return a look as lines of text."""
        return self.game.words(look, names)

    def row(self, event: Event) -> Row:
        """Return the row of an event's kind."""
        return self.game.events[event.kind]

    def tell(self, box: Box, event: Event, names: Sequence[str], reader: int = NO_READER) -> str:
        """Return an event as a sentence; empty if it needs none. A row is given no table: it knows only the
        event.

        For a reader whom it names, it is in the second person.
        """
        return self.row(event).tell((box, names), event.data, self.game.namers, reader)

    def tell_all(
        self, box: Box, event: Event, names: Sequence[str]
    ) -> tuple[str, list[str], list[str], set[int]]:
        """Return an event as a sentence, with its spots, its path and the seats that it names."""
        return self.row(event).tell_all((box, names), event.data, self.game.namers)

    def event_name(self, event: Event) -> str:
        """Return the kind of an event, as a word for pages and programs."""
        return self.row(event).name

    def cites(self, event: str) -> str:
        """Return the number of the rule behind a kind of event; empty if the room names none."""
        return self.game.cites.get(event, "")

    def phrase(self, state: State, action: int, names: Sequence[str]) -> str:
        """Return a choice in words, for the seat that has it."""
        return self.game.phrase(state, action, names)

    def ask(self, look: Mapping[str, Any]) -> str:
        """Return the question to the seat that decides; empty if the room asks none."""
        return "" if self.game.ask is None else self.game.ask(look)

    def spots(self, box: Box, event: Event) -> list[str]:
        """Return the spots of the page where an event happened."""
        return self.row(event).places((box, ()), event.data, self.game.namers)

    def path(self, box: Box, event: Event) -> list[str]:
        """Return the spots from and to which pieces went in an event, two for each; empty if none moved."""
        return self.row(event).way((box, ()), event.data, self.game.namers)

    def ending_words(self, ending: str) -> str:
        """Return an ending as a sentence."""
        return self.game.endings[ending]

    def fate(self, look: Mapping[str, Any], names: Sequence[str], seat: int) -> str:
        """Return how it ended for a seat, in the second person; empty if the room has nothing to say."""
        return "" if self.game.fate is None else self.game.fate(look, names, seat)

    def moments(self, look: Mapping[str, Any], names: Sequence[str], me: int) -> list[tuple[str, int]]:
        """Return what decided a match, as the room tells it to a seat or a spectator; empty if it does
        not."""
        return [] if self.game.moments is None else self.game.moments(look, names, me)

    def glossary(self, box: Box) -> dict[str, str]:
        """Return the explanation of every card and word that a player may ask about, by the word as it is
        typed."""
        entries = self.game.glossary(box)
        return {word.lower().replace(" ", "-"): text for word, text in entries.items()}
