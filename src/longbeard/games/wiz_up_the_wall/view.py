"""What a viewer sees of Wiz Up The Wall, built up from nothing; and what happened, in words."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from longbeard.engine.story import ALL_EYES, Event, sees
from longbeard.games.wiz_up_the_wall import drawing, events, rules, telling
from longbeard.games.wiz_up_the_wall.board import BLIND_TIP, FAILED, MATCH_OVER, PLACE
from longbeard.games.wiz_up_the_wall.box import BLIND, NO_CARD, SYMBOLS, StreamBox, forks, symbols_in
from longbeard.games.wiz_up_the_wall.rules import WizUpTheWall
from longbeard.games.wiz_up_the_wall.streams import (
    CARD_BITS,
    CELL_SHIFT,
    TIP_SHIFT,
    WAY_MASK,
    WIZARD,
    Streams,
)

DECISIONS: Final = ("blind-tip", "draw-or-finish", "place", "finished")
ASKED: Final = {
    "blind-tip": "Where does your unseen card go?",
    "draw-or-finish": "Draw another card, or let it be?",
    "place": "At which tip do you lay it?",
}
FATES: Final = ("casting", "finished", "crossed", "touched", "stuck", "ran-out")
EVENT_NAMES: Final = telling.EVENT_NAMES

ENDING_WORDS: Final = {
    "longest": "One wizard has the highest total and wins.",
    "shared": "Several wizards share the highest total, and the win.",
}


def ask(look: Mapping[str, Any]) -> str:
    """What is asked of the one who decides."""
    return ASKED[look["decision"]]


def look(state: WizUpTheWall, viewer: int) -> dict[str, Any]:
    """What this viewer may see now: shapes and places, and the symbols in the viewer's own hand."""
    over = state.step == MATCH_OVER
    cards = _laid(state, state.streams, turned_up=over or viewer == ALL_EYES)
    counting = [card["seat"] for card in cards if card["counts"]]
    return {
        "round": int(state.round) + 1,
        "rounds": int(state.rounds),
        "first": int(state.starting_seat()),
        "turn": int(state.turn),
        "decision": DECISIONS[state.step],
        "columns": int(state.tower.columns),
        "symbols": list(state.box.symbols),
        "symbol_icons": list(state.box.symbol_icons),
        "bust": int(state.box.bust),
        "wizards": [_wizard(state, seat, viewer) for seat in range(state.seats)],
        "cards": cards,
        "counting": [counting.count(seat) for seat in range(state.seats)],
        "unlaid": [_shape(card) for card in state.unlaid()],
        "pile": int(state.cards_left()),
        "next": _shape(state.next),
        "drawn": _shape(state.hand),
        "hand": _hand(state, viewer),
        "earlier": _laid(state, state.earlier, turned_up=True) if state.earlier else [],
    }


def _shape(card: int) -> str:
    if card == NO_CARD:
        return ""
    return "fork" if forks(card) else "straight"


def _hand(state: WizUpTheWall, viewer: int) -> dict[str, Any]:
    """T2: nobody else looks at the symbols of a drawn card."""
    if state.step != PLACE or not sees(viewer, int(state.turn)):
        return {}
    return _face(state.box, state.hand)


def _face(box: StreamBox, card: int) -> dict[str, Any]:
    return {
        "slug": box.slugs[card],
        "name": box.names[card],
        "shape": _shape(card),
        "symbols": _symbols(box, card),
        "text": box.texts[card],
    }


def _symbols(box: StreamBox, card: int) -> list[str]:
    return [box.symbols[box.first[card]], box.symbols[box.second[card]]]


def _wizard(state: WizUpTheWall, seat: int, viewer: int) -> dict[str, Any]:
    rounds = [int(state.points[row * state.seats + seat]) for row in range(state.rounds_over())]
    return {
        "letter": drawing.LETTERS[seat],
        "card": state.box.wizards[seat],
        "icon": state.box.wizard_icons[seat],
        "column": int(state.tower.wizard(state.place_of(seat))),
        "spell": FATES[state.streams.fate(seat)],
        "tips": [_tip(state, seat, tip) for tip in _tips(state, seat)],
        "points": [None if points == FAILED else points for points in rounds],
        "total": int(state.total(seat)),
        "seen": _seen(state, seat) if state.memory and sees(viewer, seat) else None,
    }


def _tips(state: WizUpTheWall, seat: int) -> list[int]:
    """One tip for each cell: of two ways into it, the one that a card laid there continues (G8)."""
    streams = state.streams
    tips = [int(streams.tip(seat, number)) for number in range(streams.tip_count(seat))]
    first = {tip >> CELL_SHIFT: tip for tip in reversed(tips)}
    return [first[cell] for cell in sorted(first)]


def _tip(state: WizUpTheWall, seat: int, tip: int) -> dict[str, Any]:
    """Where a card may go, which way the stream comes in, and what everyone can see that it would do."""
    cell = tip >> CELL_SHIFT
    crossed, touched = _met(state, seat, cell)
    return _cell(state, cell) | {"way": tip & WAY_MASK, "crosses": crossed, "touches": touched}


def _met(state: WizUpTheWall, seat: int, cell: int) -> tuple[list[int], list[int]]:
    """T5, T6: whom a card in a cell would cross, and whom it would touch; unseen cards do neither (G7)."""
    if state.step == BLIND_TIP:
        return [], []
    here, others = state.streams.here(cell), ~(1 << seat)
    crossed = [other for other in _seats(here & CARD_BITS & others) if _would_cut(state, other, cell)]
    return crossed, _seats((here >> TIP_SHIFT) & others)


def _cell(state: WizUpTheWall, cell: int) -> dict[str, Any]:
    tower = state.tower
    return {"q": int(tower.column(cell)), "r": int(tower.rise(cell)), "halves": int(tower.halves(cell))}


def _seen(state: WizUpTheWall, seat: int) -> dict[str, int]:
    """The memory aid: the symbols that a wizard has seen in the own cards that count."""
    worth = state.streams.worth(state.box, seat, 0 if state.step == MATCH_OVER else BLIND * state.seats)
    return {state.box.symbols[symbol]: int(symbols_in(worth, symbol)) for symbol in range(SYMBOLS)}


def _laid(state: WizUpTheWall, streams: Streams, turned_up: bool) -> list[dict[str, Any]]:
    """The cards on the wall in the order laid: their backs, or both sides once they are turned up."""
    counted = streams.counted()
    return [
        _cell(state, streams.cell(place))
        | {
            "seat": int(streams.owner(place)),
            "shape": _shape(streams.card(place)),
            "way": int(streams.way_in(place)),
            "after": _before(streams, place),
            "blind": place < BLIND * state.seats,
            "counts": bool((counted >> place) & 1),
            "cut": bool((streams.cut >> place) & 1),
            "symbols": _symbols(state.box, streams.card(place)) if turned_up else [],
        }
        for place in range(streams.laid)
    ]


def _before(streams: Streams, place: int) -> int | None:
    before = int(streams.before(place))
    return None if before == WIZARD else before


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def words(look: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """A look at the table: the wall drawn, and then the same in words that can be read aloud."""
    return drawing.draw(look, names) + drawing.describe(look, names)


def phrase(state: WizUpTheWall, action: int, names: Sequence[str]) -> str:
    """A choice in words, for the player who has it."""
    if action == rules.DRAW:
        return f"Draw the top card, {drawing.SHAPE_WORDS[_shape(state.next)]}"
    if action == rules.FINISH:
        return "Declare your spell finished"
    cell = action - rules.PLACE_AT
    where = drawing.where(int(state.tower.column(cell)), int(state.tower.halves(cell)))
    if state.step == BLIND_TIP:
        return f"Lay your second unseen card at {where}"
    return f"Place the card at {where}{_consequences(state, cell, names)}"


def _consequences(state: WizUpTheWall, cell: int, names: Sequence[str]) -> str:
    crossed, touched = _met(state, int(state.turn), cell)
    parts = [f"crosses {names[seat]}'s stream" for seat in crossed]
    parts += [f"touches {names[seat]}'s tip and ends both spells" for seat in touched]
    return f" ({'; '.join(parts)})" if parts else ""


def _seats(bits: int) -> list[int]:
    return [seat for seat in range(TIP_SHIFT) if (bits >> seat) & 1]


def _would_cut(state: WizUpTheWall, seat: int, cell: int) -> bool:
    return state.streams.counts(state.streams.find(seat, cell))


def tell(box: StreamBox, event: Event, names: Sequence[str]) -> str:
    """An event as a sentence."""
    return telling.sentence(box, int(event.kind), list(event.data), list(names))


# ── on the page ───────────────────────────────────────────────────────────────────────────────────

PILE: Final = "pile"
HAND: Final = "hand"
FINISH: Final = "finish"
ABOUT_A_SEAT: Final = (
    events.STANDS,
    events.DEALT,
    events.TURN,
    events.FINISHES,
    events.STUCK,
    events.COUNT,
    events.BUST,
    events.POINTS,
)


def steps(state: WizUpTheWall, action: int) -> list[str]:
    """The spots that one points at to choose an action: the pile, the end of the spell, or a cell."""
    if action == rules.DRAW:
        return [PILE]
    if action == rules.FINISH:
        return [FINISH]
    cell = action - rules.PLACE_AT
    return [_cell_key(int(state.tower.column(cell)), int(state.tower.rise(cell)))]


def spots(box: StreamBox, event: Event) -> list[str]:
    """The spots where an event happened."""
    kind, data = event.kind, event.data
    if kind in (events.LAYS_BLIND, events.LAYS, events.TURNS_UP):
        return [_cell_key(data[1], data[2])]
    if kind in (events.CROSSES, events.CUT):
        return [_cell_key(data[2], data[3])]
    if kind == events.TOUCHES:
        return [_wizard_key(data[0]), _wizard_key(data[1])]
    if kind in (events.ROUND_WON, events.WON):
        return [_wizard_key(seat) for seat in data]
    if kind in (events.NEXT, events.DRAWS):
        return [PILE]
    if kind == events.DRAWN:
        return [HAND]
    return [_wizard_key(data[0])] if kind in ABOUT_A_SEAT else []


def _cell_key(q: int, r: int) -> str:
    return f"cell:{q},{r}"


def _wizard_key(seat: int) -> str:
    return f"wizard:{seat}"


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
    """Every card, symbol, wizard and word, explained."""
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
    return (
        f"{box.names[card]} ({first}, {second}), a card that {drawing.VERBS[_shape(card)]}. {box.texts[card]}"
    )
