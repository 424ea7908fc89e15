"""Pictures for the rulebook, from matches played for them: a fork and its tips, a crossing, touching tips."""

from collections.abc import Callable
from typing import Final

from longbeard.engine.drawing import Canvas, Svg, Type
from longbeard.engine.examples import NAMES, Moment, find
from longbeard.engine.html import Html
from longbeard.engine.piece import Example
from longbeard.games.wiz_up_the_wall import drawings, events, rules, view
from longbeard.games.wiz_up_the_wall.box import PAIRS, StreamBox
from longbeard.games.wiz_up_the_wall.scenery import HIGH, NIGHT, WIDE, bricks

SEATS: Final = 2
FEW: Final = 10
"""Most cards in a small picture."""
TALLEST: Final = 9
"""Most half heights in it."""
SCALE: Final = 0.3
FACES: Final = (6, 8)
"""Fewest and most cards of a stream that are shown from their faces."""
EDGE: Final = 24.0
COLOURS: Final = ("#ff7fb6", "#62e6d4")
"""Colours of the two wizards; their letters tell them apart, too."""

Found = Moment[rules.WizUpTheWall]


def examples(box: StreamBox) -> list[Example]:
    """Return the pictures that matches with this box give."""
    table = rules.table(box, SEATS, {"first": "0", "memory": "off", "rounds": "1"})
    wishes: list[tuple[str, Callable[[Found], bool], Callable[[StreamBox, Found], str]]] = [
        ("G3", _forks, _said_of_a_fork),
        ("T5", _crosses, _said_of_a_crossing),
        ("T6", _touches, _said_of_tips),
    ]
    found = []
    for rule, wanted, said in wishes:
        moment = find(table, wanted)
        if moment is not None:
            found.append(Example(rule, said(box, moment), _picture(box, moment, f"wutw-example-{rule}")))
    bust = find(table, _goes_bust)
    return found if bust is None else [*found, _turned_up(box, bust)]


def _small(moment: Found) -> bool:
    """Return whether the wall is easy to take in, and no stream has gone round the tower."""
    look = view.public(moment.after)
    cards = look["cards"]
    steps = [card["q"] - cards[card["after"]]["q"] for card in cards if card["after"] is not None]
    return (
        5 <= len(cards) <= FEW
        and max(card["halves"] for card in cards) <= TALLEST
        and all(abs(step) <= 1 for step in steps)
    )


def _forks(moment: Found) -> bool:
    laid = moment.first(events.LAYS)
    if laid is None or not laid.data[3] or len(moment.events) != 2 or not _small(moment):
        return False
    return len(view.public(moment.after)["wizards"][laid.data[0]]["tips"]) >= 3


def _crosses(moment: Found) -> bool:
    crossed = moment.first(events.CROSSES)
    return crossed is not None and crossed.data[4] >= 2 and crossed.data[5] == 0 and _small(moment)


def _touches(moment: Found) -> bool:
    touched = moment.first(events.TOUCHES)
    return touched is not None and moment.first(events.CROSSES) is None and _small(moment)


def _goes_bust(moment: Found) -> bool:
    bust = moment.first(events.BUST)
    if bust is None or moment.first(events.LAYS) is not None:
        return False
    return FACES[0] <= len(_faces(moment, bust.data[0])) <= FACES[1]


def _told(box: StreamBox, moment: Found, *kinds: int) -> str:
    """Return the words of the events of some kinds."""
    told = [event for event in moment.events if event.kind in kinds]
    rows = [events.ROWS[event.kind].tell((box, NAMES), event.data, events.NAMERS) for event in told]
    return " ".join(rows)


def _said_of_a_fork(box: StreamBox, moment: Found) -> str:
    seat = moment.event(events.LAYS).data[0]
    tips = len(view.public(moment.after)["wizards"][seat]["tips"])
    return f"{_told(box, moment, events.LAYS)} The stream now has {tips} tips, drawn with a broken line."


def _said_of_a_crossing(box: StreamBox, moment: Found) -> str:
    return f"{_told(box, moment, events.LAYS, events.CROSSES)} What does not count any more is drawn pale."


def _said_of_tips(box: StreamBox, moment: Found) -> str:
    return f"{_told(box, moment, events.LAYS, events.TOUCHES)} No card is lost."


# ── scoring ───────────────────────────────────────────────────────────────────────────────────────


def _faces(moment: Found, seat: int) -> list[tuple[int, int, int]]:
    """Return the cards of a seat that count, as they are turned up: two symbols, and the place in the
    order."""
    turned = [event.data for event in moment.events if event.kind == events.TURNS_UP]
    return [(data[3], data[4], data[6]) for data in turned if data[0] == seat and data[5]]


def _turned_up(box: StreamBox, moment: Found) -> Example:
    """Draw everything that a wizard who went bust had laid."""
    seat, symbol = moment.event(events.BUST).data[:2]
    laid = view.public(moment.before)["cards"]
    fronts = {piece.key: piece.front for piece in drawings.pieces(box)}
    faces = _faces(moment, seat)
    columns = (len(faces) + 1) // 2
    wide, high = WIDE * 0.4, HIGH * 0.4
    canvas = Canvas(
        "wutw-example-P2", (columns * (wide + 8) + 2 * EDGE) / 10, (2 * (high + 8) + 2 * EDGE) / 10
    )
    canvas.rect(0, 0, canvas.width, canvas.height, canvas.gradient("#15122f", "#2a2160"), corner=14)
    for number, (first, second, place) in enumerate(faces):
        pair = next(card for card in range(PAIRS) if (box.first[card], box.second[card]) == (first, second))
        card = pair + (PAIRS if laid[place]["shape"] == "fork" else 0)
        x, y = EDGE + (number % columns) * (wide + 8), EDGE + (number // columns) * (high + 8)
        canvas.place(fronts[f"card-{box.slugs[card]}"], x, y, wide)
        if symbol in (first, second):
            _ring(canvas, x, y, "#ffffff", 7, 0, scale=0.4)
    said = [
        event
        for event in moment.events
        if event.kind in (events.COUNT, events.BUST) and event.data[0] == seat
    ]
    words = [events.ROWS[event.kind].tell((box, NAMES), event.data, events.NAMERS) for event in said]
    caption = f"{' '.join(words)} These {len(faces)} cards would have been {len(faces)} points."
    return Example("P3", caption, canvas.done())


# ── the wall, unrolled ────────────────────────────────────────────────────────────────────────────


def _picture(box: StreamBox, moment: Found, key: str) -> Svg:
    """Draw the wall after a move, with its tips; the new card has a bright edge."""
    look = view.public(moment.after)
    tips = [(seat, tip) for seat, wizard in enumerate(look["wizards"]) for tip in wizard["tips"]]
    places = [*look["cards"], *(tip for seat, tip in tips)]
    columns = [place["q"] for place in places] + [wizard["column"] for wizard in look["wizards"]]
    first, last = min(columns), max(columns)
    top = max(place["halves"] for place in places)
    wide, high = WIDE * SCALE, HIGH * SCALE
    width = (last - first) * wide * 0.75 + wide + 2 * EDGE
    height = (top + 2) * high / 2 + 2 * EDGE
    canvas = Canvas(key, width / 10, height / 10)
    canvas.rect(0, 0, width, height, canvas.gradient("#15122f", "#2a2160"), corner=14)
    canvas.rect(0, 0, width, height, bricks(canvas, "#372f74"), corner=14)

    def at(place: view.Cell) -> tuple[float, float]:
        return EDGE + (place["q"] - first) * wide * 0.75, EDGE + (top - place["halves"]) * high / 2

    pieces = {piece.key: piece for piece in drawings.pieces(box)}
    by_kind = {piece.kind: piece.back for piece in pieces.values() if piece.back is not None}
    for seat, wizard in enumerate(look["wizards"]):
        x, y = at({"q": wizard["column"], "r": 0, "halves": 0})
        canvas.place(pieces[f"wizard-{box.wizards[seat]}"].art, x, y, wide)
        _letter(canvas, seat, x + wide / 2, y + high - 34)
    for place, card in enumerate(look["cards"]):
        x, y = at(card)
        covers = any(at(other) == (x, y) for other in look["cards"][:place])
        inset = 0.1 if covers else 0.0
        with canvas.group("opacity='{}'", "1" if card["counts"] else "0.42"):
            canvas.place(
                by_kind[card["shape"]],
                x + inset * wide,
                y + inset * high,
                wide * (1 - 2 * inset),
                60.0 * card["way"],
            )
        new = place == len(look["cards"]) - 1
        _ring(canvas, x, y, COLOURS[card["seat"]], 9 if new else 4, inset, card["counts"])
        _letter(canvas, card["seat"], x + wide / 2, y + high / 2)
    for seat, tip in tips:
        x, y = at(tip)
        _ring(canvas, x, y, COLOURS[seat], 4, 0.08, dashed=True)
        _letter(canvas, seat, x + wide / 2, y + high / 2)
    return canvas.done()


def _ring(
    canvas: Canvas,
    x: float,
    y: float,
    colour: str,
    thick: float,
    inset: float,
    solid: bool = True,
    dashed: bool = False,
    scale: float = SCALE,
) -> None:
    wide, high = WIDE * scale, HIGH * scale
    shares = ((0, 0.5), (0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1))
    inner = 0.04 + inset
    left, top, across, down = (
        x + wide * inner,
        y + high * inner,
        wide * (1 - 2 * inner),
        high * (1 - 2 * inner),
    )
    corners = [f"{left + across * right:.1f} {top + down * low:.1f}" for right, low in shares]
    canvas.add(
        "<path d='M{}z' fill='none' stroke='{}' stroke-width='{}' stroke-linejoin='round' opacity='{}'{}/>",
        "L".join(corners),
        colour,
        str(thick),
        "1" if solid else "0.4",
        Html(' stroke-dasharray="12 9"') if dashed else None,
    )


def _letter(canvas: Canvas, seat: int, x: float, y: float) -> None:
    canvas.circle(x, y, 21, NIGHT, COLOURS[seat], 4)
    canvas.words(NAMES[seat][0], x - 20, y - 20, 40, 40, 32, Type.BOLD, "#ffffff")
