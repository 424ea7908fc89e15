"""Actions and events of a declared game: methods, each with a row of words.

An action is numbered by its parameters: a card, a seat, a number of a range, or one of a list of words. An
event is called like a method, and tells its sentence with the values that it is given.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from itertools import product
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, get_type_hints, overload

from longbeard.declared.cards import Card, CardBox
from longbeard.declared.places import BadDeclaration, Declared, Seat
from longbeard.engine.look import Weight
from longbeard.engine.telling import Namer, Row, named_seat

if TYPE_CHECKING:
    from longbeard.declared.table import CardGame

S = TypeVar("S", bound="CardGame[Any, Any]")
P = ParamSpec("P")
Value = Card | Seat | int | str
Domain = Declared[Any] | range | Sequence[str]
FIELD = re.compile(r"\{(\w+)((?::[^{}]*)?)\}")
RESERVED = ("?", "help", "table", "story", "undo", "save", "quit", "exit", "q")
"""Commands of the terminal, with which no notation may begin."""


def fields_of(text: str) -> list[str]:
    """Return the names of the places in a text."""
    return [name for name, forms in FIELD.findall(text)]


class Parameter:
    """A parameter of an action: its values, and where to point to choose one."""

    def __init__(self, name: str, hint: Any, domain: Domain | None, where: str) -> None:
        self.name = name
        self.is_seat = hint is Seat
        self.is_card = isinstance(hint, type) and issubclass(hint, Card)
        self.place = domain if isinstance(domain, Declared) else None
        self.values: tuple[int | str, ...] = ()
        if self.is_seat:
            if domain is not None and (self.place is None or not self.place.each):
                raise BadDeclaration(f"{where}: {name} is a Seat; {name}=… names Piles or a Hand to point at")
        elif self.is_card:
            if self.place is None:
                raise BadDeclaration(f"{where}: say out of which place {name} is chosen: {name}=hand")
        elif isinstance(domain, Declared) or not domain:
            raise BadDeclaration(f"{where}: say what {name} can be: {name}=range(1, 7), or a list of words")
        else:
            self.values = tuple(domain)

    def count(self, box: CardBox[Any, Any], most: int) -> int:
        """Return the number of values, whatever the table."""
        return most if self.is_seat else len(box.cards) if self.is_card else len(self.values)

    def value(self, box: CardBox[Any, Any], number: int) -> Value:
        """Return the value with a number."""
        return Seat(number) if self.is_seat else box.cards[number] if self.is_card else self.values[number]

    def number(self, value: Value) -> int:
        """Return the number of a value."""
        if isinstance(value, Card):
            return value.id
        return int(value) if self.is_seat else self.values.index(value)

    def text(self, value: Value) -> str:
        """Return a value in notation."""
        return value.key if isinstance(value, Card) else str(value)

    def possible(self, table: "CardGame[Any, Any]") -> Sequence[Value]:
        """Return the values that are possible at a table, in the order of their numbers."""
        if self.is_seat:
            return list(table.everyone)
        if self.is_card:
            assert self.place is not None
            return table.place_of(self.place, table.turn).kinds
        return self.values

    def spot(self, table: "CardGame[Any, Any]", value: Value) -> str:
        """Return the spot to point at to choose a value."""
        if self.is_seat:
            return f"{self.place.name if self.place else 'seat'}:{value}"
        if isinstance(value, Card):
            assert self.place is not None
            return f"{table.place_of(self.place, table.turn).spot}:{value.key}"
        return f"{self.name}:{value}"


class Action(Generic[S, P]):
    """A kind of action: its rule is the method, and the rest follows from its declaration."""

    def __init__(
        self,
        rule: Callable[Concatenate[S, P], None],
        notation: str,
        phrase: str,
        label: str,
        ask: str,
        at: Declared[Any] | None,
        flags: tuple[bool, bool, bool],
        domains: Mapping[str, Domain],
    ) -> None:
        self.rule = rule
        self.name = rule.__name__
        self.notation = notation
        self.label = label or notation.partition(":")[0].partition(" ")[0].capitalize()
        self.ask = ask
        self.at = at
        self.quiet, self.secret, self.risky = flags
        self._allowed: Callable[..., bool] | None = None
        self._worded: Callable[..., str] | None = None
        hints = get_type_hints(rule)
        names = list(signature(rule).parameters)[1:]
        where = f"action {self.name}"
        unknown = sorted({*domains} - {*names})
        if unknown:
            raise BadDeclaration(
                f"{where}: it has no parameter {unknown[0]}; it has {', '.join(names) or 'none'}"
            )
        self.parameters = [Parameter(name, hints.get(name), domains.get(name), where) for name in names]
        if fields_of(notation) != names:
            wanted = " ".join(f"{{{name}}}" for name in names)
            raise BadDeclaration(
                f"{where}: its notation {notation!r} has to name {wanted or 'nothing'}, in this order"
            )
        if not notation or notation != " ".join(notation.lower().split()):
            raise BadDeclaration(f"{where}: notation is small letters without double spaces: {notation!r}")
        if re.split(r"[ :]", notation)[0] in RESERVED:
            raise BadDeclaration(
                f"{where}: {notation!r} begins with a word of the terminal: {', '.join(RESERVED)}"
            )
        self.phrase = phrase or notation.replace(":", " ")
        odd = sorted({*fields_of(self.phrase)} - {*names})
        if odd:
            raise BadDeclaration(
                f"{where}: its phrase names {odd[0]}, but it is given {', '.join(names) or 'nothing'}"
            )
        self.row = Row(0, self.name, tuple(names), self.phrase)

    @overload
    def __get__(self, table: None, owner: type) -> "Action[S, P]": ...
    @overload
    def __get__(self, table: S, owner: type) -> Callable[P, None]: ...
    def __get__(self, table: Any, owner: type) -> Any:
        return self if table is None else self.rule.__get__(table, owner)

    def when(self, allowed: Callable[Concatenate[S, P], bool]) -> Callable[Concatenate[S, P], bool]:
        """Declare when the action is legal: `@stir.when`."""
        self._allowed = allowed
        return allowed

    def words(self, worded: Callable[Concatenate[S, P], str]) -> Callable[Concatenate[S, P], str]:
        """Declare a phrase that depends on the table: `@pour.words`. Places are filled as in `phrase`."""
        self._worded = worded
        return worded

    def namers(self) -> dict[str, Namer]:
        """Return the functions that put its values into words."""
        seats: dict[str, Namer] = {one.name: named_seat for one in self.parameters if one.is_seat}
        return seats | {one.name: named_card for one in self.parameters if one.is_card}

    def size(self, box: CardBox[Any, Any], most: int) -> int:
        """Return the number of actions of this kind."""
        total = 1
        for parameter in self.parameters:
            total *= parameter.count(box, most)
        return total

    def number(self, box: CardBox[Any, Any], most: int, values: Sequence[Value]) -> int:
        """Return the number of an action among those of this kind."""
        number = 0
        for parameter, value in zip(self.parameters, values, strict=True):
            number = number * parameter.count(box, most) + parameter.number(value)
        return number

    def values(self, box: CardBox[Any, Any], most: int, number: int) -> list[Value]:
        """Return the values of the action with a number."""
        found: list[Value] = []
        for parameter in reversed(self.parameters):
            number, rest = divmod(number, parameter.count(box, most))
            found.append(parameter.value(box, rest))
        return found[::-1]

    def legal(self, table: Any) -> list[Sequence[Value]]:
        """Return the values that are legal now."""
        given = product(*(parameter.possible(table) for parameter in self.parameters))
        return [values for values in given if self._allowed is None or self._allowed(table, *values)]

    def spell(self, values: Sequence[Value]) -> str:
        """Return an action in notation."""
        texts = {p.name: p.text(value) for p, value in zip(self.parameters, values, strict=True)}
        return FIELD.sub(lambda match: texts[match[1]], self.notation)

    def say(
        self, table: Any, values: Sequence[Value], names: Sequence[str], namers: Mapping[str, Namer]
    ) -> str:
        """Return an action in words, for the seat that has the choice."""
        row = self.row
        if self._worded is not None:
            row = Row(0, self.name, row.fields, self._worded(table, *values))
        data = [value.id if isinstance(value, Card) else value for value in values]
        own: dict[str, Namer] = {name: namers[name] for name in row.fields if name in namers}
        if any(isinstance(value, str) for value in data):
            words = {
                name: value for name, value in zip(row.fields, data, strict=True) if isinstance(value, str)
            }
            row = Row(0, self.name, row.fields, row.sentence, more=lambda *context: words)
        return row.tell(
            (table.box, names), [v if isinstance(v, int) else 0 for v in data], own, int(table.turn)
        )

    def steps(self, table: Any, values: Sequence[Value]) -> list[str]:
        """Return the spots to point at; its button last, if they could mean another action, too."""
        found = [p.spot(table, value) for p, value in zip(self.parameters, values, strict=True)]
        if self.at is not None:
            found.insert(0, table.place_of(self.at, table.turn).spot)
        needed = not found or any(self.is_like(other) and other.legal(table) for other in table.actions)
        return [*found, f"do:{self.name}"] if needed else found

    def is_like(self, other: "Action[Any, Any]") -> bool:
        """Return whether the spots of one of two actions could be the first ones of the other."""
        mine, theirs = self.pointing, other.pointing
        return other is not self and (theirs[: len(mine)] == mine or mine[: len(theirs)] == theirs)

    @property
    def pointing(self) -> tuple[str, ...]:
        """The kinds of spots in its steps, to find out whether two actions could be confused."""
        found = [
            f"card {p.place.name}" if p.is_card and p.place else p.place.name if p.place else p.name
            for p in self.parameters
        ]
        return (*([self.at.name] if self.at else []), *found)


def action(
    notation: str,
    *,
    phrase: str = "",
    label: str = "",
    ask: str = "",
    at: Declared[Any] | None = None,
    quiet: bool = False,
    secret: bool = False,
    risky: bool = False,
    **domains: Domain,
) -> Callable[[Callable[Concatenate[S, P], None]], Action[S, P]]:
    """Declare a method as an action.

    `notation` is what is typed, with a place for each parameter; `phrase` the choice in words, `label` the
    same in two or three, `ask` the question if it is the only kind of action. `at` is a place to point at
    first. Each parameter names its domain: a card a place, a number a range; a seat may name where to point.
    `quiet` actions show nobody anything hidden and can be undone; of `secret` ones, others see only that one
    was done; `risky` ones need a confirmation.
    """

    def declare(rule: Callable[Concatenate[S, P], None]) -> Action[S, P]:
        return Action(rule, notation, phrase, label, ask, at, (quiet, secret, risky), domains)

    return declare


class Event(Generic[S, P]):
    """A kind of event: called with its values, it tells its sentence."""

    def __init__(
        self,
        stub: Callable[Concatenate[S, P], None],
        sentence: str,
        to: str,
        weight: Weight,
        rule: str,
        name: str,
    ) -> None:
        self.name = name or stub.__name__
        self.sentence = sentence
        self.to = to
        self.weight = weight
        self.cites = rule
        self.kind = 0
        self.fields = list(signature(stub).parameters)[1:]
        self.hints = get_type_hints(stub)
        where = f"event {self.name}"
        odd = sorted({*fields_of(sentence)} - {*self.fields})
        if odd:
            raise BadDeclaration(
                f"{where}: its sentence names {odd[0]}, but it is given {', '.join(self.fields)}"
            )
        for field, forms in FIELD.findall(sentence):
            if self.hints.get(field) is Seat and forms and "|" not in forms:
                raise BadDeclaration(
                    f"{where}: {{{field}:{forms}}} has no form for others; "
                    f"it is like {{{field}:You take|# takes}}"
                )
        if to and (to not in self.fields or self.hints[to] is not Seat):
            raise BadDeclaration(f"{where}: to={to!r} has to name one of its parameters that is a Seat")

    @overload
    def __get__(self, table: None, owner: type) -> "Event[S, P]": ...
    @overload
    def __get__(self, table: S, owner: type) -> Callable[P, None]: ...
    def __get__(self, table: Any, owner: type) -> Any:
        if table is None:
            return self
        return lambda *values, **named: table.happened(
            self, [*values, *(named[n] for n in self.fields[len(values) :])]
        )

    def rows(self) -> list[Row]:
        """Return its rows: without motion, and with the motion of the card that was moved for it."""
        still = Row(self.kind, self.name, tuple(self.fields), self.sentence, weight=self.weight)
        more = ("from_place", "to_place")
        moving = Row(
            self.kind + 1,
            self.name,
            (*self.fields, *more),
            self.sentence,
            spots=("{to_place}",),
            path=("{from_place}", "{to_place}"),
            weight=self.weight,
        )
        return [still, moving]

    def namers(self) -> dict[str, Namer]:
        """Return the functions that put its values into words."""
        found: dict[str, Namer] = {}
        for name in self.fields:
            if self.hints.get(name) is Seat:
                found[name] = named_seat
            elif isinstance(self.hints.get(name), type) and issubclass(self.hints[name], Card):
                found[name] = named_card
        return found


def named_card(box: CardBox[Any, Any], names: Sequence[str], number: int) -> str:
    """Name a card."""
    name: str = box.cards[number].name
    return name


def event(
    sentence: str,
    *,
    to: str = "",
    weight: Weight = Weight.USUAL,
    rule: str = "",
    name: str = "",
) -> Callable[[Callable[Concatenate[S, P], None]], Event[S, P]]:
    """Declare a method without a body as an event.

    The sentence has a place for each value: `{seat:You draw|# draws}`, `{card}`, `{points:1 point|# points}`.
    With `to`, only the seat in that parameter is told; otherwise the card that was moved just before is shown
    with it. `rule` is the number of the rule behind it.
    """

    if not isinstance(sentence, str) or not sentence:
        raise BadDeclaration('an event has a sentence: @event("{seat:You play|# plays} the {card}.")')

    def declare(stub: Callable[Concatenate[S, P], None]) -> Event[S, P]:
        return Event(stub, sentence, to, weight, rule, name)

    return declare
