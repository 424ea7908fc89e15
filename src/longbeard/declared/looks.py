"""What a viewer sees of a declared game, as plain data and in words: it follows from the declarations."""

from collections.abc import Sequence
from typing import Any, TypedDict

from longbeard.declared.cards import Card
from longbeard.declared.places import EVERYBODY, OWNER, Place
from longbeard.declared.table import CardGame
from longbeard.declared.values import Flag, Flags, Tags, tag_words
from longbeard.engine.state import OVER
from longbeard.engine.story import ALL_EYES, SPECTATOR, sees
from longbeard.engine.telling import joined


class CardLook(TypedDict):
    """A card that is seen."""

    key: str
    name: str
    number: str
    text: str


class PlaceLook(TypedDict):
    """A place as everybody sees it."""

    spot: str
    name: str
    """Its name in the class: all seats' hands have the same."""
    title: str
    seat: int
    count: int
    cards: list[CardLook] | None
    """None if not everybody sees them."""


class ValueLook(TypedDict):
    """A number, flag or tags, in words; empty for a flag that is false."""

    title: str
    seat: int
    words: str


class Public(TypedDict):
    """What everybody sees."""

    turn: int
    places: list[PlaceLook]
    values: list[ValueLook]


class Private(TypedDict):
    """What one viewer sees besides."""

    own: dict[str, list[CardLook]]
    """The cards of hidden places that the viewer sees, by spot."""
    secrets: list[ValueLook]
    asked: str


class Look(Public, Private):
    """What one viewer sees."""


Table = CardGame[Any, Any]


def public(state: Table) -> Public:
    """Return what everybody sees."""
    return {
        "turn": int(state.to_act()),
        "places": [_place(place) for place in state.all_places()],
        "values": [
            _value(state, name, seat)
            for name, one in state.declared_values.items()
            if one.sees is EVERYBODY and one.shown
            for seat in (range(state.seats) if one.per_seat else (SPECTATOR,))
        ],
    }


def private(state: Table, viewer: int) -> Private:
    """Return what one viewer sees besides, now: what it saw before, it has to remember itself."""
    closed = [place for place in state.all_places() if place.declared.sees is not EVERYBODY]
    hidden = [(name, one) for name, one in state.declared_values.items() if one.sees is not EVERYBODY]
    own = [place for place in closed if _sees(place, viewer)]
    return {
        "own": {place.spot: [_card(card) for card in place] for place in own},
        "secrets": [
            _value(state, name, seat)
            for name, one in hidden
            for seat in (range(state.seats) if one.per_seat else (SPECTATOR,))
            if viewer == ALL_EYES or (one.sees is OWNER and sees(viewer, seat))
        ],
        "asked": question(state) if viewer >= 0 and viewer == int(state.to_act()) else "",
    }


def _sees(place: Place[Any], viewer: int) -> bool:
    return viewer == ALL_EYES or (place.declared.sees is OWNER and sees(viewer, place.owner))


def _place(place: Place[Any]) -> PlaceLook:
    is_open = place.declared.sees is EVERYBODY
    return {
        "spot": place.spot,
        "name": place.declared.name,
        "title": place.declared.title,
        "seat": int(place.owner),
        "count": len(place),
        "cards": [_card(card) for card in place] if is_open else None,
    }


def _card(card: Card) -> CardLook:
    return {"key": card.key, "name": card.name, "number": card.number, "text": card.text}


def _value(state: Table, name: str, seat: int) -> ValueLook:
    one = state.declared_values[name]
    value = state.values[name][max(seat, 0) if one.per_seat else 0]
    words = str(int(value))
    if isinstance(one, Tags):
        words = ", ".join(tag_words(one, value))
    elif isinstance(one, Flag | Flags):
        words = "yes" if value else ""
    return {"title": one.title, "seat": seat, "words": words}


def question(state: Table) -> str:
    """Return the question to whoever decides: that of the only kind of action, or which kind it is to be."""
    kinds = [one for one in state.actions if one.legal(state)]
    if len(kinds) == 1:
        return kinds[0].ask or f"{kinds[0].label}: which?"
    labels = [one.label.lower() for one in kinds]
    return f"{', '.join(labels[:-1])} or {labels[-1]}?".capitalize() if labels else ""


def words(look: Look, names: Sequence[str]) -> list[str]:
    """Put a look into lines."""
    shared = [_place_words(look, place) for place in look["places"] if place["seat"] < 0]
    shared += [_value_words(value) for value in _values(look, SPECTATOR)]
    lines = [f"{'; '.join(shared)}."] if shared else []
    for seat, name in enumerate(names):
        facts = [_value_words(value) for value in _values(look, seat)]
        facts += [_place_words(look, place) for place in look["places"] if place["seat"] == seat]
        turn = " (to play)" if look["turn"] == seat else ""
        lines.append(f"{name}, seat {seat}{turn}: {'; '.join(facts)}.")
    if look["turn"] == OVER:
        lines.append("It is over.")
    return lines


def _values(look: Look, seat: int) -> list[ValueLook]:
    return [one for one in [*look["values"], *look["secrets"]] if one["seat"] == seat and one["words"]]


def _value_words(value: ValueLook) -> str:
    return f"{value['title']} {value['words']}"


def _place_words(look: Look, place: PlaceLook) -> str:
    cards = place["cards"] if place["cards"] is not None else look["own"].get(place["spot"])
    if cards is None:
        return f"{place['title']} {place['count']}"
    return f"{place['title']}: {joined([card['name'] for card in cards]) if cards else 'empty'}"
