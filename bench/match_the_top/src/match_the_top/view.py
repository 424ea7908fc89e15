"""What a viewer sees of the table, and the same in words."""

from collections.abc import Sequence
from typing import Final, TypedDict

from longbeard.engine.story import sees
from longbeard.engine.telling import joined, plural
from match_the_top.box import TopBox
from match_the_top.rules import EMPTY_HAND, MatchTheTop, cards_in

ENDING_WORDS: Final = {EMPTY_HAND: "The deck is gone, and a hand is empty."}


class Card(TypedDict):
    """A card that a viewer may see."""

    number: int
    suit: str
    rank: int


class Place(TypedDict):
    """What lies before a player."""

    points: int
    cards: int


class Public(TypedDict):
    """What everybody sees."""

    turn: int
    left: int
    top: Card
    seats: list[Place]


class Private(TypedDict):
    """The hands that a viewer can look into; None for the others."""

    hands: list[list[Card] | None]


class Look(Public, Private):
    """What one viewer sees."""


def card_look(box: TopBox, card: int) -> Card:
    """A card as it is seen."""
    return {"number": card, "suit": box.suits[box.suit(card)], "rank": box.rank(card)}


def public(state: MatchTheTop) -> Public:
    """What everybody may see."""
    seats: list[Place] = [
        {"points": int(state.points[seat]), "cards": int(state.held[seat])} for seat in range(state.seats)
    ]
    return {
        "turn": int(state.to_act()),
        "left": int(state.left),
        "top": card_look(state.box, int(state.top)),
        "seats": seats,
    }


def private(state: MatchTheTop, viewer: int) -> Private:
    """One's own hand."""
    hands: list[list[Card] | None] = []
    for seat in range(state.seats):
        seen = sees(viewer, seat)
        hands.append([card_look(state.box, card) for card in cards_in(state.hands[seat])] if seen else None)
    return {"hands": hands}


def card_words(card: Card) -> str:
    """A card in words."""
    return f"{card['rank']} of {card['suit']}"


def words(look: Look, names: Sequence[str]) -> list[str]:
    """That look, line by line."""
    lines = [f"The {card_words(look['top'])} lies open; {_cards(look['left'])} in the deck."]
    for seat, place in enumerate(look["seats"]):
        turn = "to play, " if look["turn"] == seat else ""
        hand = look["hands"][seat]
        held = joined([card_words(card) for card in hand]) if hand else _cards(place["cards"])
        points = plural("no points|1 point|# points", place["points"])
        lines.append(f"{names[seat]} (seat {seat}): {turn}{points}, in hand {held}.")
    return lines


def _cards(count: int) -> str:
    return plural("no cards|1 card|# cards", count)


def ask(look: Look) -> str:
    """What is asked of the one who decides."""
    return "Draw a card, or play one." if look["left"] else "Play a card."


def glossary(box: TopBox) -> dict[str, str]:
    """Every word a player may ask about."""
    return {
        "draw": "Draw: take a card from the deck into your hand.",
        "play": "Play: lay a card of your hand onto the one that lies open.",
        "fit": "A card fits if it has the suit or the rank of the one below it; then it scores its rank.",
        "deck": f"The deck has one card of each rank from 1 to {box.ranks} of {joined(box.suits)}.",
    }
