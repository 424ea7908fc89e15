"""A game as the rest of the house sees it: its door plate, and the modules behind it, opened on demand."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

from longbeard.engine.encoder import Encoder
from longbeard.engine.errors import BadOptions
from longbeard.engine.hints import Hints
from longbeard.engine.state import Box, State
from longbeard.engine.story import Event

RANDOM: Final = "random"


@dataclass(frozen=True)
class Option:
    """Something a table can choose before the deal. Every value is a short text, as typed or clicked."""

    name: str
    title: str
    default: str
    values: tuple[str, ...] = ()
    choose: int = 1
    """How many of the values are chosen, joined by `+`; 'random' always means: let luck choose."""
    seat: bool = False
    """Whether the values are the seats of the table, by number."""

    def allowed(self, seats: int) -> tuple[str, ...]:
        """The values that a table with so many seats can choose from."""
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
    """The plate on a room's door: what one wants to know before going in."""

    slug: str
    title: str
    tagline: str
    seats: tuple[int, int]
    minutes: tuple[int, int]
    stage: str
    rules: int
    """The version of the rules: a record names it, and another version plays another game."""
    endings: tuple[str, ...]
    """The named reasons for which a match can end."""
    options: tuple[Option, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The plate as plain data, for programs."""
        return asdict(self)


class Room:
    """One game: everything that page, terminal, bots and lab need, from the game's own package."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.plate: Plate = import_module(package).PLATE

    @property
    def compiled(self) -> bool:
        """Whether this room's rules run compiled; a third party's may be plain Python."""
        return not str(self._module("rules").__file__).endswith(".py")

    def _module(self, name: str) -> ModuleType:
        return import_module(f"{self.package}.{name}")

    @cached_property
    def _view(self) -> ModuleType:
        return self._module("view")

    @cached_property
    def _notation(self) -> ModuleType:
        return self._module("notation")

    @cached_property
    def box(self) -> Box:
        """The box as printed: `cards.toml` of the room."""
        return self.open_box(self.text("cards.toml"))

    def open_box(self, text: str) -> Box:
        """A box with other numbers, for designers who want to know what they do."""
        box: Box = self._module("cards").open_box(text)
        return box

    def text(self, name: str) -> str:
        """A text file of the room, such as `rulebook.md`."""
        return files(self.package).joinpath(name).read_text(encoding="utf-8")

    def settle(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """All options with their values, or BadOptions if the table cannot be opened like that."""
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
        """A table with so many seats, before the deal."""
        settled = self.settle(seats, options)
        state: State = self._module("rules").table(box or self.box, seats, settled)
        return state

    def lesson_table(self, maker: str, seats: int, options: Mapping[str, str]) -> State:
        """A table for the tutorial; `maker` names a function of the rules that may lay out a special one."""
        given = {option.name: options.get(option.name, option.default) for option in self.plate.options}
        state: State = getattr(self._module("rules"), maker)(self.box, seats, given)
        return state

    def luck_number(self, state: State, word: str | int) -> int:
        """What a scripted draw is called by: a card, a die, a token, as the room's notation names it."""
        if isinstance(word, int):
            return word
        number: int = self._notation.luck_number(state, word)
        return number

    @cached_property
    def hints(self) -> Hints:
        """What the room tells bots about good play; nothing in particular, if it has no `hints.py`."""
        if find_spec(f"{self.package}.hints") is None:
            return Hints()
        hints: Hints = self._module("hints").HINTS
        return hints

    @cached_property
    def encoder(self) -> Encoder:
        """What a seat may know as numbers for learners, or BadOptions if the room has no `encode.py`."""
        if find_spec(f"{self.package}.encode") is None:
            raise BadOptions(f"{self.plate.title} has no numbers for learners")
        encoder: Encoder = self._module("encode").ENCODER
        return encoder

    def spell(self, state: State, action: int) -> str:
        """An action as text."""
        text: str = self._notation.spell(state, action)
        return text

    def parse(self, state: State, text: str) -> int:
        """The action that a text stands for, or NotAnAction."""
        action: int = self._notation.parse(state, text)
        return action

    def look(self, state: State, viewer: int) -> dict[str, Any]:
        """What a viewer may see of the table, as plain data, built up from nothing."""
        table: dict[str, Any] = self._view.look(state, viewer)
        return table

    def words(self, look: Mapping[str, Any], names: Sequence[str]) -> list[str]:
        """That look as lines of text."""
        lines: list[str] = self._view.words(look, names)
        return lines

    def tell(self, box: Box, event: Event, names: Sequence[str]) -> str:
        """An event as a sentence; empty if it needs none. It knows of no table but what the event says."""
        sentence: str = self._view.tell(box, event, names)
        return sentence

    def event_name(self, event: Event) -> str:
        """The kind of an event, as a word for pages and programs."""
        name: str = self._view.EVENT_NAMES[event.kind]
        return name

    def phrase(self, state: State, action: int, names: Sequence[str]) -> str:
        """A choice in words, for whoever has it."""
        words: str = self._view.phrase(state, action, names)
        return words

    def ask(self, look: Mapping[str, Any]) -> str:
        """What is asked of the one who decides (`view.ask`); empty, if the room does not say."""
        ask = getattr(self._view, "ask", None)
        return "" if ask is None else ask(look)

    def steps(self, state: State, action: int) -> list[str]:
        """The spots of the page that one points at, in order, to choose an action (`view.steps`)."""
        steps = getattr(self._view, "steps", None)
        return [self.spell(state, action)] if steps is None else steps(state, action)

    def spots(self, box: Box, event: Event) -> list[str]:
        """The spots of the page where an event happened (`view.spots`); none, if the room does not say."""
        spots = getattr(self._view, "spots", None)
        return [] if spots is None else spots(box, event)

    def ending_words(self, ending: str) -> str:
        """A reason for the end, as a sentence."""
        words: str = self._view.ENDING_WORDS[ending]
        return words

    def glossary(self, box: Box) -> dict[str, str]:
        """Every card and word that a player may ask about, as it is typed, with its explanation."""
        entries: dict[str, str] = self._view.glossary(box)
        return {word.lower().replace(" ", "-"): text for word, text in entries.items()}
