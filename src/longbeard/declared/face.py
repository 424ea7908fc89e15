"""Drawing of a declared game in the browser: rivals above, the shared table in the middle, one's own below.

The author writes none of it: places, numbers and actions say what there is to see and to point at. A room
that wants more gives `declare` a face of its own.
"""

from collections.abc import Sequence
from importlib.resources import files
from itertools import groupby
from typing import Any, Final

from longbeard.declared.looks import CardLook, Look, PlaceLook, ValueLook
from longbeard.declared.table import CardGame
from longbeard.engine.face import Face, Part, Showing, place
from longbeard.engine.html import Html, classes, h, seat_name, spot
from longbeard.engine.piece import picture
from longbeard.engine.telling import joined

SHARED: Final = -1
MOST_BACKS: Final = 8
"""Most cards that are drawn face down; the number beside them is their count."""
CardData = tuple[str, str, str, str, int]
"""Key, name, number, text and copies of a card that is drawn."""


class DeclaredFace:
    """Draws one declared game; its methods are those of a `Face`."""

    def __init__(self, game: type[CardGame[Any, Any]], slug: str) -> None:
        self._slug = slug
        self._grouped = {name for name, one in game.declared_places.items() if one.sorted}
        parameters = [parameter for one in game.actions for parameter in one.parameters]
        self._chosen_from = {one.place.name for one in parameters if one.is_card and one.place is not None}
        self._pointed = {one.place.name for one in parameters if one.place is not None}
        self._pointed |= {one.at.name for one in game.actions if one.at is not None}
        self._seats_pointed = any(one.is_seat and one.place is None for one in parameters)
        # Parts made by different functions always differ, and each access makes a new bound method: keep one.
        self._draw_player, self._draw_shared = self._player_html, self._shared_html
        self._buttons = {f"do:{one.name}": one.label for one in game.actions}
        for parameter in parameters:
            self._buttons |= {f"{parameter.name}:{value}": str(value) for value in parameter.values}

    def face(self) -> Face[Look]:
        """Return the face with its style sheet."""
        style = files("longbeard.declared").joinpath("face.css").read_text(encoding="utf-8")
        return Face[Look](self.frame, self.parts, self.own_parts, style)

    def frame(self, showing: Showing[Look]) -> Html:
        """Return the table round its parts; a viewer's own things are at the bottom."""
        seats, me = len(showing.names), showing.me
        order = [(seat + (me or 0)) % seats for seat in range(seats)]
        others = [seat for seat in order if seat != me]
        return h(
            "<div class='{}'><section class='rivals' aria-label='The others'>{}</section>"
            "<section class='shared' aria-label='The table'>{}</section>"
            "<section class='mine' aria-label='Your side'>{}{}</section></div>",
            classes(
                "face face-declared", f"face-{self._slug}", f"seats-{seats}", me is not None and "seated"
            ),
            [place(f"player-{seat}") for seat in others],
            place("shared"),
            place(f"player-{me}") if me is not None else None,
            place("doings"),
        )

    def parts(self, showing: Showing[Look]) -> list[Part]:
        """Return what everybody sees."""
        look = showing.look
        found = [self._player(showing, seat) for seat in range(len(showing.names))]
        shared = self._drawn(look, SHARED)
        found.append(Part("shared", self._draw_shared, shared, _value_data(look, SHARED)))
        found.append(Part("doings", _no_doings))
        return found

    def own_parts(self, showing: Showing[Look]) -> list[Part]:
        """Return what one viewer sees besides: hidden cards, and buttons for steps that are not cards."""
        look, me = showing.look, showing.me
        owners = {place["seat"] for place in look["places"] if place["spot"] in look["own"]}
        owners |= {value["seat"] for value in look["secrets"]}
        if me is not None:
            owners.add(me)
        found = [self._player(showing, seat) for seat in sorted(owners - {SHARED})]
        if SHARED in owners:
            shared = self._drawn(look, SHARED)
            found.append(Part("shared", self._draw_shared, shared, _value_data(look, SHARED)))
        keys = list(dict.fromkeys(step for choice in showing.choices for step in choice["steps"]))
        buttons = [(key, self._buttons[key]) for key in keys if key in self._buttons]
        if buttons:
            found.append(Part("doings", _doings, buttons))
        return found

    # ── parts ─────────────────────────────────────────────────────────────────────────────────────

    def _player(self, showing: Showing[Look], seat: int) -> Part:
        look = showing.look
        state = classes(
            look["turn"] == seat and "turn-now",
            showing.over and seat in showing.winners and "winner",
            seat == showing.me and "own",
        )
        return Part(
            f"player-{seat}",
            self._draw_player,
            seat,
            showing.names[seat],
            state,
            _value_data(look, seat),
            self._drawn(look, seat),
        )

    def _player_html(
        self,
        seat: int,
        name: str,
        state: str,
        values: Sequence[tuple[str, str]],
        places: Sequence[tuple[str, str, str, int, list[CardData] | None]],
    ) -> Html:
        own = "own" in state.split()
        plate = seat_name(seat, name, own)
        if self._seats_pointed:
            plate = spot(f"seat:{seat}", name, plate, "plate")
        return h(
            "<article class='{}' aria-label='{}'><h2>{}</h2>{}<div class='places'>{}</div></article>",
            classes("player", f"seat-{seat}", state),
            name,
            plate,
            _values(values),
            [self._place(*one, owner="Your" if own else f"{name}’s") for one in places],
        )

    def _shared_html(
        self,
        places: Sequence[tuple[str, str, str, int, list[CardData] | None]],
        values: Sequence[tuple[str, str]],
    ) -> Html:
        return h(
            "<div class='places'>{}{}</div>",
            [self._place(*one) for one in places],
            _values(values),
        )

    def _drawn(self, look: Look, seat: int) -> list[tuple[str, str, str, int, list[CardData] | None]]:
        """Return the places of a seat (or of nobody) as plain data: what can be seen of each."""
        return [
            (one["spot"], one["name"], one["title"], one["count"], self._cards(look, one))
            for one in look["places"]
            if one["seat"] == seat
        ]

    def _cards(self, look: Look, one: PlaceLook) -> list[CardData] | None:
        cards = one["cards"] if one["cards"] is not None else look["own"].get(one["spot"])
        if cards is None:
            return None
        if one["name"] not in self._grouped:
            return [_card_data(card, 1) for card in cards]
        copies = groupby(cards, lambda card: card["key"])
        return [_card_data(found[0], len(found)) for key, same in copies if (found := list(same))]

    def _place(
        self, key: str, name: str, title: str, count: int, cards: list[CardData] | None, owner: str = "The"
    ) -> Html:
        """Draw a place: a head that can be pointed at, and cards, or their backs."""
        said = joined([_counted(card) for card in cards]) if cards else "empty" if cards is not None else ""
        label = f"{owner} {title}: {said or _number_of_cards(count)}"
        head = h("<b>{}</b> <span class='count'>{}</span>", title, count)
        inside = (
            _backs(count) if cards is None else [self._card(key, card, at) for at, card in enumerate(cards)]
        )
        pointed = name in self._pointed
        heap = name not in self._chosen_from
        state = (heap and "heap", cards is None and "hidden-cards", not count and "empty")
        return h(
            "<div class='{}' data-key='{}' data-ground='{}'>{}<div class='cards'>{}</div></div>",
            classes("place", f"place-{name}", *state),
            key,
            key,
            spot(key, label, head, "place-head", tip=label) if pointed
            else h("<p class='place-head'><span class='unseen'>{}</span>{}</p>", label, head),
            inside,
        )  # fmt: skip

    def _card(self, place: str, card: CardData, at: int) -> Html:
        key, name, number, text, copies = card
        return spot(
            f"{place}:{key}",
            _counted(card),
            h(
                "<span class='printed-card'>{}<b class='number'>{}</b><span class='name'>{}</span>{}</span>",
                picture(self._slug, key),
                number,
                name,
                h("<i class='copies'>×{}</i>", copies) if copies > 1 else None,
            ),
            "lying",
            id=f"{place}:{key}:{at}".replace(":", "-"),
            tip=f"{name}. {text}" if text else name,
            drag=True,
            card=key,
        )


def _card_data(card: CardLook, copies: int) -> CardData:
    return (card["key"], card["name"], card["number"], card["text"], copies)


def _counted(card: CardData) -> str:
    return f"{card[4]} × {card[1]}" if card[4] > 1 else card[1]


def _number_of_cards(count: int) -> str:
    return "1 card, face down" if count == 1 else f"{count} cards, face down"


def _backs(count: int) -> list[Html]:
    return [Html("<i class='back'></i>")] * min(count, MOST_BACKS)


def _value_data(look: Look, seat: int) -> list[tuple[str, str]]:
    found: list[ValueLook] = [*look["values"], *look["secrets"]]
    return [(one["title"], one["words"]) for one in found if one["seat"] == seat and one["words"]]


def _values(values: Sequence[tuple[str, str]]) -> Html:
    return h(
        "<ul class='values'>{}</ul>",
        [h("<li>{} <b>{}</b></li>", title, words) for title, words in values],
    )


def _no_doings() -> Html:
    return Html("<div class='doings' hidden></div>")


def _doings(buttons: Sequence[tuple[str, str]]) -> Html:
    return h(
        "<div class='doings'>{}</div>",
        [spot(key, label, h("<span>{}</span>", label), "doing") for key, label in buttons],
    )
