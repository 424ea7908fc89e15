"""What a viewer sees of Wiz Up The Wall: shapes and places, and few symbols."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, TypedDict

from longbeard.engine.story import ALL_EYES, sees
from longbeard.engine.telling import joined
from longbeard.games.wiz_up_the_wall.board import BLIND_TIP, FAILED
from longbeard.games.wiz_up_the_wall.box import BLIND, NO_CARD, SYMBOLS, StreamBox, forks, symbols_in
from longbeard.games.wiz_up_the_wall.rules import WizUpTheWall
from longbeard.games.wiz_up_the_wall.streams import (
    CARD_BITS,
    CARD_SHIFT,
    CELL_MASK,
    CELL_SHIFT,
    FROM_MASK,
    FROM_SHIFT,
    OWNER_MASK,
    OWNER_SHIFT,
    TIP_SHIFT,
    WAY_MASK,
    WIZARD,
    Streams,
)

DECISIONS: Final = (
    "blind-tip",
    "draw-or-finish",
    "place",
    "finished",
    "turning-up",
    "counting",
    "scored",
    "round-over",
)
"""Decisions; and after `finished`, the steps of scoring, in which nobody is asked."""
SCORING: Final = ("turning-up", "counting", "scored", "round-over")
TURNED_UP: Final = (*SCORING, "finished")
"""Steps in which this round's faces are visible, as far as they are turned up."""
ASKED: Final = {
    "blind-tip": "Where does your unseen card go?",
    "draw-or-finish": "Draw another card, or let it be?",
    "place": "At which tip do you lay it?",
}
FATES: Final = ("casting", "finished", "crossed", "touched", "stuck", "ran-out")
LETTERS: Final = "ABCDEF"
SHAPE_WORDS: Final = {"straight": "a straight card", "fork": "a fork", "": "nothing"}
VERBS: Final = {"straight": "runs straight", "fork": "forks", "": "is not there"}

ENDING_WORDS: Final = {
    "longest": "The highest total wins.",
    "shared": "Several wizards share the highest total, and the win.",
    "tie-broken": "Several wizards have the highest total; the longest stream of a single round decides.",
    "nobody-scored": "No wizard has scored a single point.",
}


class Cell(TypedDict):
    """A place on the wall: column, rise, and height in halves."""

    q: int
    r: int
    halves: int


class Tip(Cell):
    """Where a card may go, which way the stream comes in, and what everyone can see that it would do."""

    way: int
    crosses: list[int]
    touches: list[int]


class Laid(Cell):
    """A card on the wall: its back, and its symbols once it is turned up."""

    seat: int
    shape: str
    way: int
    after: int | None
    """Index of the card that it continues; None if it continues the wizard."""
    blind: bool
    counts: bool
    cut: bool
    by: int | None
    """The seat that cut it."""
    symbols: list[str]


class Wizard(TypedDict):
    """A seat's wizard, spell and points."""

    letter: str
    card: str
    about: str
    icon: str
    column: int
    spell: str
    tips: list[Tip]
    points: list[int | None]
    """Points of every round that was told to its end; None for a bust."""
    total: int


class Hand(TypedDict, total=False):
    """The card in hand; empty for everyone but its holder."""

    slug: str
    name: str
    shape: str
    symbols: list[str]
    text: str


class Public(TypedDict):
    """What everybody sees."""

    round: int
    rounds: int
    first: int
    turn: int
    decision: str
    columns: int
    symbols: list[str]
    symbol_icons: list[str]
    bust: int
    wizards: list[Wizard]
    cards: list[Laid]
    counting: list[int]
    unlaid: list[str]
    pile: int
    next: str
    drawn: str
    earlier: list[Laid]
    """The round before, turned up."""


class Private(TypedDict):
    """What one viewer sees besides (T2)."""

    hand: Hand
    seen: list[dict[str, int] | None]
    """The memory aid, by seat: the symbols that a wizard has seen in its own cards that count."""
    faces: list[list[str]]
    """The symbols of all the cards on the wall, for all eyes after the end."""


class Look(Public, Private):
    """What one viewer sees."""


def ask(look: Look) -> str:
    """Return the question to the seat that decides; with a card in hand, what it shows comes first (T2)."""
    question = ASKED[look["decision"]]
    if not look["hand"]:
        return question
    first, second = look["hand"]["symbols"]
    shown = f"{first} twice" if first == second else f"{first} and {second}"
    return f"{shown[0].upper()}{shown[1:]}. {question}"


def public(state: WizUpTheWall) -> Public:
    """Return what everybody may see now: the backs of all cards, and the faces that are turned up."""
    box, seats = state.box, range(state.seats)
    cards = _wall(state)
    counting = [0] * state.seats
    for card in cards:
        if card["counts"]:
            counting[card["seat"]] += 1
    return {
        "round": int(state.round) + 1,
        "rounds": int(state.rounds),
        "first": int(state.starting_seat()),
        "turn": int(state.turn),
        "decision": DECISIONS[state.step],
        "columns": int(state.tower.columns),
        "symbols": box.symbols,
        "symbol_icons": box.symbol_icons,
        "bust": int(box.bust),
        "wizards": [_wizard(state, seat) for seat in seats],
        "cards": cards,
        "counting": counting,
        "unlaid": [shape_of(card) for card in state.unlaid()],
        "pile": int(state.cards_left()),
        "next": shape_of(state.next),
        "drawn": shape_of(state.hand),
        "earlier": _earlier(state.earlier, box, int(state.seats)) if state.earlier else [],
    }


def private(state: WizUpTheWall, viewer: int) -> Private:
    """Return the drawn card, for its holder (T2); the memory aid, for oneself; all faces, for all eyes."""
    streams, turn = state.streams, int(state.turn)
    holding = state.hand != NO_CARD and sees(viewer, turn)
    return {
        "hand": _hand(state.box, int(state.hand)) if holding else {},
        "seen": [
            _seen(state, seat) if state.memory and sees(viewer, seat) else None for seat in range(state.seats)
        ],
        "faces": [_symbols(state.box, streams.card(place)) for place in range(streams.laid)]
        if viewer == ALL_EYES
        else [],
    }


def look(state: WizUpTheWall, viewer: int) -> Look:
    """Return the public and the private look together."""
    return {**public(state), **private(state, viewer)}


def shape_of(card: int) -> str:
    """Return what the back of a card shows."""
    if card == NO_CARD:
        return ""
    return "fork" if forks(card) else "straight"


@lru_cache(64)
def _hand(box: StreamBox, card: int) -> Hand:
    return {
        "slug": box.slugs[card],
        "name": box.names[card],
        "shape": shape_of(card),
        "symbols": _symbols(box, card),
        "text": box.texts[card],
    }


def _symbols(box: StreamBox, card: int) -> list[str]:
    return [box.symbols[box.first[card]], box.symbols[box.second[card]]]


def _wizard(state: WizUpTheWall, seat: int) -> Wizard:
    rounds = int(state.round) + int(state.scored(seat))
    points = [int(state.points[row * state.seats + seat]) for row in range(rounds)]
    return {
        "letter": LETTERS[seat],
        "card": state.box.wizards[seat],
        "about": f"{state.box.wizard_names[seat]}. {state.box.wizard_texts[seat]}",
        "icon": state.box.wizard_icons[seat],
        "column": int(state.tower.wizard(state.place_of(seat))),
        "spell": FATES[state.streams.fate(seat)],
        "tips": _tips(state, seat),
        "points": [None if number == FAILED else number for number in points],
        "total": sum([max(0, number) for number in points]),
    }


def _seen(state: WizUpTheWall, seat: int) -> dict[str, int]:
    worth = state.streams.worth(state.box, seat, 0 if state.turned_up(seat) else BLIND * state.seats)
    return {state.box.symbols[symbol]: int(symbols_in(worth, symbol)) for symbol in range(SYMBOLS)}


# ── tips ──────────────────────────────────────────────────────────────────────────────────────────


def _tips(state: WizUpTheWall, seat: int) -> list[Tip]:
    """Return one tip for each cell: of two ways into it, the one that a card laid there continues (G8)."""
    streams = state.streams
    found: list[Tip] = []
    last = -1
    for number in range(streams.tip_count(seat)):
        tip = int(streams.tip(seat, number))
        cell = tip >> CELL_SHIFT
        if cell != last:
            crosses, touches = met(state, seat, cell)
            found.append(_tip(int(state.tower.columns), cell, tip & WAY_MASK, crosses, touches))
            last = cell
    return found


def met(state: WizUpTheWall, seat: int, cell: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return whom a card in a cell would cross, and whom it would touch; unseen cards do neither (T5, T6,
    G7)."""
    here = int(state.streams.here(cell)) & ~((1 | (1 << TIP_SHIFT)) << seat)
    if here == 0 or state.step == BLIND_TIP:
        return (), ()
    streams = state.streams
    crossed = [other for other in _seats(here & CARD_BITS) if streams.counts(streams.find(other, cell))]
    return tuple(crossed), tuple(_seats(here >> TIP_SHIFT))


def _seats(bits: int) -> list[int]:
    return [seat for seat in range(TIP_SHIFT) if (bits >> seat) & 1]


@lru_cache(8192)
def _tip(columns: int, cell: int, way: int, crosses: tuple[int, ...], touches: tuple[int, ...]) -> Tip:
    """Return a tip. Cached, like everything here: nobody writes to what a view shows."""
    return {**_cell(columns, cell), "way": way, "crosses": list(crosses), "touches": list(touches)}


def _cell(columns: int, cell: int) -> Cell:
    """Return a cell by its number, as `wall.py` counts them."""
    row, q = divmod(cell, columns)
    return {"q": q, "r": row - q // 2, "halves": 2 * row + q % 2}


# ── cards on the wall ─────────────────────────────────────────────────────────────────────────────

SHAPE_ONLY: Final = (1 << CARD_SHIFT) - 1
"""Mask of a laid card's number without the card itself."""


def _wall(state: WizUpTheWall) -> list[Laid]:
    """Return the cards on the wall in the order laid."""
    up = [bool(state.turned_up(seat)) for seat in range(state.seats)]
    return _laid(state.streams, state.box, int(state.seats), up)


@lru_cache(512)
def _earlier(streams: Streams, box: StreamBox, seats: int) -> list[Laid]:
    """Return the wall of a finished round, which does not change any more."""
    return _laid(streams, box, seats, [True] * seats)


def _laid(streams: Streams, box: StreamBox, seats: int, up: Sequence[bool]) -> list[Laid]:
    counted, cut, blind = int(streams.counted()), int(streams.cut), BLIND * seats
    columns = int(streams.tower.columns)
    found: list[Laid] = []
    for place, card in enumerate(streams.cards[: streams.laid]):
        by = int(streams.cut_by(place, seats)) if (cut >> place) & 1 else None
        shown = box if up[(card >> OWNER_SHIFT) & OWNER_MASK] else None
        fork = bool(forks(card >> CARD_SHIFT))
        number = card if shown else card & SHAPE_ONLY
        counts = bool((counted >> place) & 1)
        found.append(_card(columns, shown, number, fork, place < blind, counts, by))
    return found


@lru_cache(16384)
def _card(
    columns: int, box: StreamBox | None, number: int, fork: bool, blind: bool, counts: bool, by: int | None
) -> Laid:
    """Return a laid card; without a box it is not turned up, and its number has no card in it."""
    before = (number >> FROM_SHIFT) & FROM_MASK
    return {
        **_cell(columns, (number >> CELL_SHIFT) & CELL_MASK),
        "seat": (number >> OWNER_SHIFT) & OWNER_MASK,
        "shape": "fork" if fork else "straight",
        "way": number & WAY_MASK,
        "after": None if before == WIZARD else before,
        "blind": blind,
        "counts": counts,
        "cut": by is not None,
        "by": by,
        "symbols": _symbols(box, number >> CARD_SHIFT) if box else [],
    }


def turned_up(look: Public) -> list[Laid]:
    """Return the wall whose faces are visible: this round's while it is scored, then the last one's."""
    return look["cards"] if look["decision"] in TURNED_UP else look["earlier"]


def mana(cards: Iterable[Laid], symbols: Sequence[str], seats: int) -> list[dict[str, int]]:
    """Return by seat how often each symbol is on the cards that count (P2)."""
    counts = [dict.fromkeys(symbols, 0) for seat in range(seats)]
    for card in cards:
        if card["counts"]:
            own = counts[card["seat"]]
            for symbol in card["symbols"]:
                own[symbol] += 1
    return counts


# ── explanations ──────────────────────────────────────────────────────────────────────────────────

TERMS: Final = {
    "tip": "The open end of a branch: the empty-handed cell ahead of it, where your next card may go.",
    "fork": "A card with one way in and two ways out, 60 degrees to the left and to the right.",
    "straight": "A card that leads out opposite to where the stream came in.",
    "blind": "The first two cards of every stream, laid without looking. Nobody knows them until scoring.",
    "crossing": "Placing a card on an opponent's card: their stream is cut there and their spell ends.",
    "touching": "Placing a card on the cell of an opponent's tip: both spells end, and nothing is cut.",
    "finished": "A spell that draws no more cards. Its stream can still be crossed.",
}


def glossary(box: StreamBox) -> dict[str, str]:
    """Return every card, symbol, wizard and word, explained."""
    entries = {slug: _card_entry(box, card) for card, slug in enumerate(box.slugs)}
    entries |= {slug: f"{slug}, a mana symbol. {box.symbol_texts[at]}" for at, slug in enumerate(box.symbols)}
    entries |= {
        slug: f"{box.wizard_names[at]}, a wizard. {box.wizard_texts[at]}"
        for at, slug in enumerate(box.wizards)
    }
    entries |= {word: f"{word}: {text}" for word, text in TERMS.items()}
    bust = f"bust: More than {box.bust} of one symbol among the cards that count: no points in this round."
    return entries | {"bust": bust}


def _card_entry(box: StreamBox, card: int) -> str:
    first, second = _symbols(box, card)
    return f"{box.names[card]} ({first}, {second}), a card that {VERBS[shape_of(card)]}. {box.texts[card]}"


def fate(look: Look, names: Sequence[str], seat: int) -> str:
    """Return what each round brought (P2, P3); the standing has their sum."""
    points = look["wizards"][seat]["points"]
    if len(points) == 1:
        return "You went bust." if points[0] is None else ""
    return f"Your rounds: {joined(['bust' if one is None else str(one) for one in points])}."
