"""How the table is drawn in the browser: the other's place above, the piles, one's own place below."""

from typing import Final

from longbeard.engine.face import Face, Part, Showing, place
from longbeard.engine.html import Html, classes, h, icon, seat_name, spot
from longbeard.engine.telling import plural
from match_the_top.view import Card, Look, card_words


def frame(showing: Showing[Look]) -> Html:
    """Everybody's place round the piles; the viewer's own comes last."""
    seats = len(showing.names)
    first = 0 if showing.me is None else showing.me
    places = [_place(showing, (first + at) % seats) for at in range(seats)]
    return h(
        "<div class='face face-match-the-top'>{}{}{}</div>",
        places[1:],
        place("piles"),
        places[0],
    )


def _place(showing: Showing[Look], seat: int) -> Html:
    return h(
        "<section class='{}' aria-label='{}’s place' data-key='place:{}'>{}{}</section>",
        classes("top-place", seat == showing.me and "own"),
        showing.names[seat],
        seat,
        place(f"who-{seat}"),
        place(f"hand-{seat}"),
    )


def parts(showing: Showing[Look]) -> list[Part]:
    """What everybody sees: the piles, and everybody's points and cards from behind."""
    look = showing.look
    found = [Part("piles", _piles, look["left"], look["top"])]
    for seat, lies in enumerate(look["seats"]):
        won = showing.over and seat in showing.winners
        found.append(
            Part(f"who-{seat}", _who, seat, showing.names[seat], lies["points"], look["turn"] == seat, won)
        )
        found.append(Part(f"hand-{seat}", _backs, seat, lies["cards"]))
    return found


def own_parts(showing: Showing[Look]) -> list[Part]:
    """The hands that one may see; one's own can be played from."""
    return [
        Part(f"hand-{seat}", _hand, seat, hand)
        for seat, hand in enumerate(showing.look["hands"])
        if hand is not None
    ]


def _piles(left: int, top: Card) -> Html:
    words = plural("The deck is gone|The deck: 1 card|The deck: # cards", left)
    return h(
        "<section class='top-piles' aria-label='The piles'>{}<div data-key='top' class='top-card'>{}</div>"
        "</section>",
        spot("deck", words, h("<span class='top-back'>{}</span>", left), "top-deck"),
        _card(top),
    )


def _card(card: Card) -> Html:
    return h(
        "<span class='top-front {}' id='card-{}'><b>{}</b> <small>{}</small></span>",
        card["suit"],
        card["number"],
        card["rank"],
        card["suit"],
    )


def _who(seat: int, name: str, points: int, turn: bool, won: bool) -> Html:
    return h(
        "<p class='{}'>{}{} <b>{}</b></p>",
        classes("top-who", turn and "turn", won and "won"),
        icon("crown") if won else None,
        seat_name(seat, name),
        plural("no points|1 point|# points", points),
    )


def _backs(seat: int, cards: int) -> Html:
    words = plural("no cards|1 card|# cards", cards)
    return h(
        "<p class='top-hand' data-key='hand:{}' aria-label='{}'>{}</p>",
        seat,
        words,
        [Html("<span class='top-back'></span>")] * cards,
    )


def _hand(seat: int, hand: list[Card]) -> Html:
    return h(
        "<p class='top-hand' data-key='hand:{}'>{}</p>",
        seat,
        [spot(f"card:{card['number']}", f"The {card_words(card)}", _card(card)) for card in hand],
    )


FACE: Final = Face(frame, parts, own_parts)
