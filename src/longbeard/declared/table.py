"""The base of a declared game: a State whose copies, secrets and imagined tables follow from its
declarations."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar, cast, get_args

from librt.vecs import vec
from mypy_extensions import i64

from longbeard.declared.cards import Card, CardBox
from longbeard.declared.deeds import Action, Event, Value, event
from longbeard.declared.places import SHARED, BadDeclaration, Deck, Declared, Place, Seat
from longbeard.declared.values import EVERYBODY, OWNER, Number, Score
from longbeard.declared.values import Value as Declared_Value
from longbeard.engine.look import Weight
from longbeard.engine.luck import Luck
from longbeard.engine.room import RANDOM
from longbeard.engine.state import OVER, Choices, State
from longbeard.engine.story import EVERYONE
from longbeard.engine.telling import Namer, Row

C = TypeVar("C", bound=Card)
N = TypeVar("N")
TRIES: Final = 50
"""Random deals that are tried when a table is imagined, before a deal is repaired."""
MIXING: Final = 20
"""Random exchanges per card that mix a repaired deal, where both places could hold the other's card."""
OWNERS: Final = 16
BUILT_IN: Final = ("seats", "story", "box", "options", "most", "places", "values", "reason", "luck", "_moved")


class Drawing:
    """The luck of one move, as rules use it."""

    def __init__(self, luck: Luck) -> None:
        self._luck = luck

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        return int(self._luck.below(n))

    def pick(self, place: Place[C]) -> C:
        """Return one of the cards of a place, which stays where it is."""
        if not place:
            raise ValueError(f"{place.spot} is empty: nothing can be drawn from it")
        return place[int(self._luck.pick(vec[i64]([card.id for card in place]), len(place)))]

    def draw(self, place: Place[C], to: Place[C]) -> C:
        """Move one of the cards of a place to another, and return it."""
        card = self.pick(place)
        place.give(card, to)
        return card


class CardGame(State, Generic[C, N]):
    """A card game: `class Potions(CardGame[Potion, Numbers])`, with its declarations."""

    endings: ClassVar[Mapping[str, str]] = {}
    """The sentence for every way to end."""
    about: ClassVar[Mapping[str, str]] = {}
    """Words that a player may ask about, besides the cards."""
    card_type: ClassVar[type[Card]]
    numbers_type: ClassVar[type]
    declared_places: ClassVar[dict[str, Declared[Any]]]
    declared_values: ClassVar[dict[str, Declared_Value]]
    actions: ClassVar[list[Action[Any, Any]]]
    events: ClassVar[list[Event[Any, Any]]]

    _turn = Number(name="turn", shown=False)

    @event("{seat:Your turn|#’s turn}.", weight=Weight.TRIVIAL, name="turn")
    def _turns(self, seat: Seat) -> None: ...

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        bases = [base for base in getattr(cls, "__orig_bases__", ()) if get_args(base)]
        if bases:
            cls.card_type, cls.numbers_type = get_args(bases[0])
        found: dict[str, Any] = {}
        for owner in reversed(cls.__mro__):
            found.update(vars(owner))
        cls.declared_places = {n: one for n, one in found.items() if isinstance(one, Declared)}
        cls.declared_values = {n: one for n, one in found.items() if isinstance(one, Declared_Value)}
        cls.actions = [one for one in found.values() if isinstance(one, Action)]
        cls.events = [one for one in found.values() if isinstance(one, Event)]
        if not any(isinstance(one, Deck) for one in cls.declared_places.values()):
            raise BadDeclaration(
                f"{cls.__name__} has no Deck: declare one, in which all cards lie at the start"
            )
        scores = [name for name, one in cls.declared_values.items() if isinstance(one, Score)]
        if len(scores) > 1 and cls.score is CardGame.score:
            raise BadDeclaration(
                f"{cls.__name__} has two Scores, {' and '.join(scores)}: declare one as Numbers(), "
                "or write score(seat)"
            )
        if not cls.actions:
            raise BadDeclaration(f"{cls.__name__} has no actions: declare methods with @action")
        for number, told in enumerate(cls.events):
            told.kind = 2 * number

    def __init__(self, box: CardBox[C, N], seats: int, options: Mapping[str, str], most: int) -> None:
        super().__init__()
        self.seats = seats
        self.box = box
        self.options = options
        self.most = most
        self.reason = ""
        self.places: dict[str, list[Place[Any]]] = {
            name: [Place(one, self, Seat(owner)) for owner in (range(seats) if one.each else (SHARED,))]
            for name, one in self.declared_places.items()
        }
        self.values: dict[str, list[int]] = {
            name: [one.start] * (seats if one.per_seat else 1) for name, one in self.declared_values.items()
        }
        self._moved: tuple[Place[Any], Place[Any]] | None = None

    def __setattr__(self, name: str, value: object) -> None:
        if name not in BUILT_IN and not hasattr(getattr(type(self), name, None), "__set__"):
            raise AttributeError(
                f"{type(self).__name__}.{name} is not declared, so copies would not have it: "
                f"write {name} = Number() (or Flag, Numbers, Tags) in the class"
            )
        super().__setattr__(name, value)

    # ── what rules use ────────────────────────────────────────────────────────────────────────────

    luck: Drawing

    @property
    def numbers(self) -> N:
        """The numbers of `cards.toml`."""
        return self.box.numbers

    @property
    def turn(self) -> Seat:
        """The seat that decides."""
        return Seat(self.values["_turn"][0])

    @turn.setter
    def turn(self, seat: Seat) -> None:
        self.values["_turn"][0] = int(seat)

    @property
    def everyone(self) -> Sequence[Seat]:
        """All seats, from 0."""
        return [Seat(seat) for seat in range(self.seats)]

    def after(self, seat: Seat) -> Seat:
        """Return the seat to the left of another."""
        return Seat((seat + 1) % int(self.seats))

    def around(self, first: Seat) -> Iterator[Seat]:
        """Yield the seats round the table, from one on."""
        for step in range(int(self.seats)):
            yield Seat((first + step) % int(self.seats))

    def end(self, reason: str) -> None:
        """End the game, for a reason that `endings` has a sentence for."""
        if reason not in self.endings:
            raise ValueError(f"there is no ending {reason!r}; there are {', '.join(self.endings)}")
        self.reason = reason

    # ── what a game declares ──────────────────────────────────────────────────────────────────────

    def setup(self) -> None:
        """Deal the cards. `turn` is who plays first: seat 0, or as the option `first` says."""
        raise NotImplementedError(f"{type(self).__name__} has no setup(): say how cards are dealt")

    def done(self) -> None:
        """Do what follows every action: set whose turn is next, and end the game."""

    def score(self, seat: Seat) -> int:
        """Return the points of a seat; by default those declared as Score."""
        for name, one in self.declared_values.items():
            if isinstance(one, Score):
                return self.values[name][seat]
        raise NotImplementedError(f"{type(self).__name__} has no Score and no score(seat)")

    def could_hold(self, place: Place[C], card: C) -> bool:
        """Return whether a hidden place could hold a card, by what everybody knows (and by nothing else)."""
        return True

    # ── the contract ──────────────────────────────────────────────────────────────────────────────

    @property
    def everybody(self) -> int:
        """The mask of all viewers."""
        return (1 << (int(self.seats) + 1)) - 1

    def place_of(self, declared: Declared[Any], seat: int) -> Place[Any]:
        """Return a place; for places of each seat, that of one seat."""
        found = self.places[declared.name]
        return found[seat] if declared.each else found[0]

    def all_places(self) -> list[Place[Any]]:
        """Return every place of the table."""
        return [place for places in self.places.values() for place in places]

    def moved(self, source: Place[Any], target: Place[Any]) -> None:
        """Note where a card went: the next event shows it."""
        self._moved = (source, target)

    def happened(self, told: Event[Any, Any], values: Sequence[Value]) -> None:
        """Tell an event, with the motion that led to it."""
        if len(values) != len(told.fields):
            raise TypeError(f"event {told.name} is given {', '.join(told.fields)}, not {len(values)} values")
        moved, self._moved = self._moved, None
        if self.story is None:
            return
        data = [value.id if isinstance(value, Card) else int(value) for value in values]
        if told.to:
            self.story.add(data[told.fields.index(told.to)], told.kind, data)
            return
        if moved is None:
            self.story.add(EVERYONE, told.kind, data)
        else:
            self.story.add(EVERYONE, told.kind + 1, [*data, *map(self._number_of, moved)])
        self.beat()

    def _number_of(self, place: Place[Any]) -> int:
        return list(self.declared_places).index(place.declared.name) * OWNERS + place.owner + 1

    def deal(self, luck: Luck) -> None:
        self.luck = Drawing(luck)
        first = self.options.get("first", "0")
        self.turn = Seat(int(luck.below(self.seats)) if first == RANDOM else int(first))
        deck = next(place for place in self.all_places() if isinstance(place.declared, Deck))
        deck.fill([card for card in self.box.cards for copy in range(card.copies)])
        self.setup()
        self._turns(self.turn)
        self._go_on()

    def to_act(self) -> i64:
        return OVER if self.reason else self.turn

    def _firsts(self) -> list[int]:
        found = self.box.firsts
        if not found:
            found.append(0)
            for one in self.actions:
                found.append(found[-1] + one.size(self.box, self.most))
        return found

    def offer(self, choices: Choices) -> None:
        firsts = self._firsts()
        found = [
            first + one.number(self.box, self.most, values)
            for first, one in zip(firsts, self.actions, strict=False)
            for values in one.legal(self)
        ]
        for number in sorted(found):
            choices.add(number)

    def find(self, number: int) -> tuple[Action[Any, Any], list[Value]]:
        """Return the kind of the action with a number, and its values."""
        firsts = self._firsts()
        at = next(at for at, one in enumerate(self.actions) if number < firsts[at + 1])
        return self.actions[at], self.actions[at].values(self.box, self.most, number - firsts[at])

    def resolve(self, action: i64, luck: Luck) -> None:
        self.luck = Drawing(luck)
        self._act(int(action))
        self._go_on()

    def _act(self, number: int) -> None:
        before = self.turn
        one, values = self.find(number)
        one.rule(self, *values)
        self.done()
        self._moved = None
        if self.turn != before and not self.reason:
            self._turns(self.turn)

    def _go_on(self) -> None:
        """Carry out decisions that have only one legal action."""
        self._moved = None
        while not self.reason:
            legal = self.legal()
            if len(legal) != 1:
                return
            self._act(legal[0])

    def clone(self) -> "CardGame[C, N]":
        copy = type(self)(self.box, int(self.seats), self.options, self.most)
        copy.reason = self.reason
        for name, places in self.places.items():
            for place, other in zip(copy.places[name], places, strict=True):
                place.copy_from(other)
        for name, values in self.values.items():
            copy.values[name] = values[:]
        return copy

    def imagine(self, seat: i64, luck: Luck) -> "CardGame[C, N]":
        twin = self.clone()
        unknown: list[Card] = []
        slots: list[tuple[Place[Any], list[int]]] = []
        for place in twin.all_places():
            taken, free = place.empty_for(int(seat))
            unknown += taken
            slots.append((place, free))
        unknown.sort(key=lambda card: card.id)
        owners = [place for place, free in slots for slot in free]
        dealt = twin._dealt(unknown, owners, luck)
        for place, free in slots:
            place.put_imagined(dealt[: len(free)], free)
            dealt = dealt[len(free) :]
        for name, one in self.declared_values.items():
            if one.sees is EVERYBODY:
                continue
            values = twin.values[name]
            for owner, value in enumerate(values):
                if value != one.start and not (one.sees is OWNER and owner == seat):
                    values[owner] = one.among[int(luck.below(len(one.among)))]
        return twin

    def _dealt(self, cards: list[Card], owners: list[Place[Any]], luck: Luck) -> list[Card]:
        """Deal cards at random to the places that are to have them, so that each could hold what it gets.

        That is guaranteed of every deal. If one of the first TRIES deals is possible, it is taken, so all
        possible deals are equally likely. Otherwise the last is repaired and then mixed by random exchanges
        that keep it possible: each step is as likely as its reverse, so that the longer it is mixed, the less
        the repair matters; but deals that no exchanges of two cards lead to are not found.
        """
        could = cast(Callable[[Place[Any], Card], bool], self.could_hold)
        dealt = cards
        for attempt in range(TRIES):
            dealt = _shuffled(cards, luck)
            if all(could(place, card) for place, card in zip(owners, dealt, strict=True)):
                return dealt
        return _mixed(_repaired(dealt, owners, could), owners, could, luck)

    def scores(self) -> list[int]:
        return [self.score(seat) for seat in self.everyone]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in range(self.seats) if self.reason and scores[seat] == max(scores)]

    def ending(self) -> str:
        return self.reason

    def dump(self) -> list[int]:
        numbers = [list(self.endings).index(self.reason) if self.reason else -1]
        for values in self.values.values():
            numbers += values
        for place in self.all_places():
            numbers += place.numbers()
        return numbers

    def pieces(self) -> list[int]:
        found = [0] * len(self.box.cards)
        for place in self.all_places():
            for card in place:
                found[card.id] += 1
        return found

    def action_count(self) -> int:
        return self._firsts()[-1]

    def quiet(self, action: i64) -> bool:
        return self.find(int(action))[0].quiet

    def shown(self, action: i64, seat: i64) -> i64:
        one = self.find(int(action))[0]
        return self._firsts()[self.actions.index(one)] if one.secret else action

    # ── rows ──────────────────────────────────────────────────────────────────────────────────────

    @classmethod
    def rows(cls) -> tuple[Row, ...]:
        """Return the rows of all events."""
        return tuple(row for one in cls.events for row in one.rows())

    @classmethod
    def namers(cls) -> dict[str, Namer]:
        """Return the functions that put values of events and actions into words; a name has one meaning in a
        game."""
        found: dict[str, Namer] = {"from_place": cls._spot_of, "to_place": cls._spot_of}
        every: list[Event[Any, Any] | Action[Any, Any]] = [*cls.events, *cls.actions]
        for one in every:
            fields = one.fields if isinstance(one, Event) else list(one.row.fields)
            own = one.namers()
            for name in fields:
                if name in found and found[name] != own.get(name) and own.get(name) is not None:
                    raise BadDeclaration(
                        f"{one.name}: {name} means something else in another event or action: "
                        "give it another name"
                    )
            found.update(own)
        return found

    @classmethod
    def _spot_of(cls, box: object, names: Sequence[str], number: int) -> str:
        name = list(cls.declared_places)[number // OWNERS]
        owner = number % OWNERS - 1
        return name if owner < 0 else f"{name}:{owner}"


def _shuffled(cards: Sequence[Card], luck: Luck) -> list[Card]:
    found = list(cards)
    for last in range(len(found) - 1, 0, -1):
        other = int(luck.below(last + 1))
        found[last], found[other] = found[other], found[last]
    return found


def _mixed(
    cards: list[Card], owners: Sequence[Place[Any]], could: Callable[[Place[Any], Card], bool], luck: Luck
) -> list[Card]:
    """Exchange two cards at random, many times, wherever both places could hold the other's."""
    dealt = cards[:]
    for step in range(MIXING * len(dealt)):
        one, other = int(luck.below(len(dealt))), int(luck.below(len(dealt)))
        if could(owners[one], dealt[other]) and could(owners[other], dealt[one]):
            dealt[one], dealt[other] = dealt[other], dealt[one]
    return dealt


def _repaired(
    cards: list[Card], owners: Sequence[Place[Any]], could: Callable[[Place[Any], Card], bool]
) -> list[Card]:
    """Exchange cards until every place could hold its own (a bipartite matching by augmenting paths)."""
    holder: dict[int, int] = {}  # card → slot

    def find(slot: int, tried: set[int]) -> bool:
        for at in (slot, *range(len(cards))):
            if at not in tried and could(owners[slot], cards[at]):
                tried.add(at)
                if at not in holder or find(holder[at], tried):
                    holder[at] = slot
                    return True
        return False

    for slot in range(len(owners)):
        if not find(slot, set()):
            raise ValueError("could_hold forbids the table as it is: it has to be true of every real table")
    dealt = cards[:]
    for at, slot in holder.items():
        dealt[slot] = cards[at]
    return dealt
