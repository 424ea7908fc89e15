"""Places of cards: declared with who may see them, and moved so that everybody's knowledge is tracked.

A place knows for each of its cards which viewers know that it is there. A viewer who sees one end of a move
learns which card it was; for one who sees neither, it may have been any card of the place it came from. What
a seat can imagine follows from that, and nothing else is remembered.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, NewType, TypeVar, overload

from longbeard.declared.cards import Card
from longbeard.engine.errors import LongbeardError

if TYPE_CHECKING:
    from longbeard.declared.table import CardGame

C = TypeVar("C", bound=Card)
Seat = NewType("Seat", int)
"""The number of a seat, from 0."""
SHARED = Seat(-1)
"""The owner of a place that belongs to nobody."""


class Sees(Enum):
    """Who may see something."""

    EVERYBODY = "everybody"
    OWNER = "owner"
    NOBODY = "nobody"


EVERYBODY, OWNER, NOBODY = Sees.EVERYBODY, Sees.OWNER, Sees.NOBODY


class BadDeclaration(LongbeardError):
    """A game is not declared as it should be; the message says what would be right."""


def bit(viewer: int) -> int:
    """Return a viewer's bit in a mask; the spectator's is the first."""
    return 1 << (viewer + 1)


class Place(Sequence[C]):
    """Cards in one place of one table. Read it like a list; `give` moves a card."""

    def __init__(self, declared: "Declared[C]", table: "CardGame[Any, Any]", owner: Seat) -> None:
        self.declared = declared
        self.table = table
        self.owner = owner
        self._cards: list[C] = []
        self._known: list[int] = []

    def __len__(self) -> int:
        return len(self._cards)

    @overload
    def __getitem__(self, at: int) -> C: ...
    @overload
    def __getitem__(self, at: slice) -> list[C]: ...
    def __getitem__(self, at: int | slice) -> C | list[C]:
        return self._cards[at]

    def __iter__(self) -> Iterator[C]:
        return iter(self._cards[:])

    def __repr__(self) -> str:
        return f"<{self.spot}: {', '.join(card.name for card in self) or 'empty'}>"

    @property
    def spot(self) -> str:
        """Its key on the page: `deck`, or `hand:2`."""
        return self.declared.name if self.owner == SHARED else f"{self.declared.name}:{self.owner}"

    @property
    def kinds(self) -> list[C]:
        """The different cards that lie here, in the order of the box."""
        return sorted(set(self._cards), key=lambda card: card.id)

    @property
    def seen_by(self) -> int:
        """The mask of the viewers who see what lies here."""
        if self.declared.sees is EVERYBODY:
            return self.table.everybody
        return bit(self.owner) if self.declared.sees is OWNER else 0

    def known_to(self, viewer: int) -> list[C]:
        """Return the cards that a viewer knows to be here."""
        return [card for card, known in zip(self._cards, self._known, strict=True) if known & bit(viewer)]

    def give(self, card: C, to: "Place[C]", shown: bool = False) -> None:
        """Move one card; `shown` lets everybody see which, even if neither place is open."""
        if card not in self._cards:
            raise ValueError(f"{card.name} is not in {self.spot}: give a card that lies there")
        known = self._take(card)
        seen = self.seen_by | to.seen_by | (self.table.everybody if shown else 0)
        unseen = self.table.everybody & ~seen
        self._known = [mask & ~unseen for mask in self._known]
        to._add(card, (known & ~unseen) | seen)
        self.table.moved(self, to)

    def _take(self, card: C) -> int:
        """Remove a card, and return the mask of who knew of it.

        Nobody can tell copies apart: for whoever knew of some, it was one of those.
        """
        at = self._cards.index(card)
        self._cards.pop(at)
        known = self._known.pop(at)
        missing = self.table.everybody & ~known
        for other, mask in enumerate(self._known):
            if self._cards[other] == card:
                self._known[other] &= ~missing
                known |= mask
                missing &= ~mask
        return known

    def give_all(self, to: "Place[C]") -> None:
        """Move everything that lies here: whoever knew where a card was still knows it."""
        for card, known in zip(self._cards, self._known, strict=True):
            to._add(card, known | self.seen_by | to.seen_by)
        if self._cards:
            self.table.moved(self, to)
        self._cards, self._known = [], []

    def show(self, card: C, seat: Seat | None = None) -> None:
        """Let one seat know that a card is here, or everybody."""
        at = self._cards.index(card)
        self._known[at] |= self.table.everybody if seat is None else bit(seat)

    def _add(self, card: C, known: int) -> None:
        at = len(self._cards)
        if self.declared.sorted:
            at = next((at for at, other in enumerate(self._cards) if other.id > card.id), at)
        self._cards.insert(at, card)
        self._known.insert(at, known)

    def fill(self, cards: Sequence[C]) -> None:
        """Put the cards of the box here, before the deal: everybody knows what is in the box."""
        for card in cards:
            self._add(card, self.table.everybody)

    def copy_from(self, other: "Place[C]") -> None:
        """Copy the state of a place of another table."""
        self._cards, self._known = other._cards[:], other._known[:]

    def numbers(self) -> list[int]:
        """Return its whole state as numbers, for `State.dump`."""
        return [len(self._cards), *(card.id for card in self._cards), *self._known]

    def empty_for(self, viewer: int) -> tuple[list[C], list[int]]:
        """Remove what a viewer does not know; return the cards, and the index of each."""
        taken, slots = [], []
        for at in reversed(range(len(self._cards))):
            if not self._known[at] & bit(viewer):
                taken.append(self._cards.pop(at))
                self._known.pop(at)
                slots.append(at)
        return taken, slots[::-1]

    def put_imagined(self, cards: Sequence[C], slots: Sequence[int]) -> None:
        """Fill the freed slots with other cards; whoever sees the place knows them."""
        for card, slot in zip(cards, slots, strict=True):
            if self.declared.sorted:
                self._add(card, self.seen_by)
            else:
                self._cards.insert(slot, card)
                self._known.insert(slot, self.seen_by)


class Declared(Generic[C]):
    """A declaration of somewhere that cards can lie."""

    each = False
    sorted = False
    usual = EVERYBODY

    def __init__(self, name: str = "", sees: Sees | None = None) -> None:
        self.name = ""
        self.title = name
        self.sees = sees or self.usual
        if self.sees is OWNER and not self.each:
            raise BadDeclaration(
                "a shared place has no owner who could see it: use sees=EVERYBODY or sees=NOBODY"
            )

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name
        self.title = self.title or name.replace("_", " ")

    def __set__(self, table: object, value: object) -> None:
        raise AttributeError(f"cards are moved with give: {self.name} cannot be set")


D = TypeVar("D", bound="Shared[Any]")


class Shared(Declared[C]):
    """One place for the whole table."""

    @overload
    def __get__(self: D, table: None, owner: type) -> D: ...
    @overload
    def __get__(self, table: "CardGame[Any, Any]", owner: type) -> Place[C]: ...
    def __get__(self: Any, table: Any, owner: type) -> Any:
        return self if table is None else table.places[self.name][0]


E = TypeVar("E", bound="Each[Any]")


class Each(Declared[C]):
    """One place for each seat."""

    each = True

    @overload
    def __get__(self: E, table: None, owner: type) -> E: ...
    @overload
    def __get__(self, table: "CardGame[Any, Any]", owner: type) -> Sequence[Place[C]]: ...
    def __get__(self: Any, table: Any, owner: type) -> Any:
        return self if table is None else table.places[self.name]


class Deck(Shared[C]):
    """Cards face down, in no order: a draw picks one at random. The first deck holds all cards at the
    start."""

    sorted = True
    usual = NOBODY


class Pile(Shared[C]):
    """Cards that lie open, in the order in which they came."""


class Hand(Each[C]):
    """Each seat's own cards, which it alone sees; everybody sees how many there are."""

    sorted = True
    usual = OWNER


class Piles(Each[C]):
    """Open cards before each seat, in the order in which they came."""
