"""The tower's wall unrolled, drawn in plain characters and described in words. It reads a look, nothing else.

Every column is four characters wide, every half height is a line, so six wizards fit into 100 characters:

     3      (A)
           /
     2    A
          |
     1    A

        =[A]====
"""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Final

from longbeard.games.wiz_up_the_wall import view
from longbeard.games.wiz_up_the_wall.view import LETTERS, SHAPE_WORDS, TURNED_UP, VERBS, Laid, Look
from longbeard.games.wiz_up_the_wall.wall import COLUMN_STEP, HALF_STEP, to_the_left, to_the_right, where

DIRECTIONS: Final = ("up", "up and right", "down and right", "down", "down and left", "up and left")
SPELLS: Final = {
    "casting": "still casting",
    "finished": "finished",
    "crossed": "ended by a crossing",
    "touched": "ended by touching tips",
    "stuck": "finished, with no way on",
    "ran-out": "finished with the pile",
}

MARGIN: Final = 3
PITCH: Final = 4
WIDEST: Final = 5
COLUMNS: Final = 100

Cell = tuple[int, int]
"""A column, and a height in halves."""


def words(look: Look, names: Sequence[str]) -> list[str]:
    """Return a look at the table: the wall drawn, and then the same in words that can be read aloud."""
    return draw(look, names) + describe(look, names)


def _cell(thing: view.Cell) -> Cell:
    return thing["q"], thing["halves"]


def _ahead(cell: Cell, way: int, columns: int) -> Cell:
    return (cell[0] + COLUMN_STEP[way]) % columns, cell[1] + HALF_STEP[way]


def _ways_out(card: Laid) -> list[int]:
    """Return the ways out of a card (G2)."""
    way = card["way"]
    return [way] if card["shape"] == "straight" else [int(to_the_left(way)), int(to_the_right(way))]


# ── drawn ─────────────────────────────────────────────────────────────────────────────────────────


def draw(look: Look, names: Sequence[str]) -> list[str]:
    """Return the wall from its highest line down to the floor, and how to read it."""
    streams: list[view.Cell] = [*look["cards"]]
    streams += [tip for wizard in look["wizards"] for tip in wizard["tips"]]
    top = max([2, *(thing["halves"] for thing in streams)])
    lines = [[" "] * (MARGIN + PITCH * look["columns"] + 1) for halves in range(top + 1)]
    _draw_links(look, lines)
    for cell, text in _tokens(look).items():
        _write(lines[cell[1]], _middle(cell[0]), text)
    drawn = [_label(halves) + "".join(lines[halves][MARGIN:]).rstrip() for halves in range(top, -1, -1)]
    return [line.rstrip() for line in drawn] + _floor(look["columns"]) + _legend(look, names)


def _label(halves: int) -> str:
    return f"{halves // 2:2} " if halves % 2 == 0 else " " * MARGIN


def _middle(column: int) -> int:
    return MARGIN + 2 + PITCH * column


def _draw_links(look: Look, lines: list[list[str]]) -> None:
    """Draw what joins the cards to what they continue, and the tips to what they are ahead of."""
    columns = look["columns"]
    for card in look["cards"]:
        _link(lines, _ahead(_cell(card), (card["way"] + 3) % 6, columns), card["way"], columns)
    for seat, wizard in enumerate(look["wizards"]):
        tips = [_cell(tip) for tip in wizard["tips"]]
        for card in look["cards"]:
            for way in _ways_out(card) if card["seat"] == seat else []:
                if _ahead(_cell(card), way, columns) in tips:
                    _link(lines, _cell(card), way, columns)


def _link(lines: list[list[str]], cell: Cell, way: int, columns: int) -> None:
    """Draw a stroke between two cells. Slanted ones stand beside the lower cell, so they do not overlap."""
    column, halves = cell
    across, rise = COLUMN_STEP[way], HALF_STEP[way]
    if across == 0:
        lines[halves + rise // 2][_middle(column)] = "|"
        return
    line = lines[min(halves, halves + rise)]
    at = _middle(column) + 2 * across
    edges = _middle(0) - 2, _middle(columns - 1) + 2
    # The edges are the same place on the tower: what goes on round it is drawn at both.
    for place in edges if at in edges else (at,):
        line[place] = "/" if across == rise else "\\"


def _tokens(look: Look) -> dict[Cell, str]:
    """Return what stands in each cell: the top card first, then those under it, then the tips; or a
    wizard."""
    tokens = {(wizard["column"], 0): f"[{wizard['letter']}]" for wizard in look["wizards"]}
    for card in look["cards"]:
        letter = LETTERS[card["seat"]]
        tokens[_cell(card)] = (letter if card["counts"] else letter.lower()) + tokens.get(_cell(card), "")
    tips: dict[Cell, str] = {}
    for wizard in look["wizards"]:
        for tip in wizard["tips"]:
            tips[_cell(tip)] = tips.get(_cell(tip), "") + wizard["letter"]
    for cell, letters in tips.items():
        tokens[cell] = tokens.get(cell, "") + f"({letters})"
    return tokens


def _write(line: list[str], middle: int, text: str) -> None:
    if len(text) > WIDEST:
        text = text[: WIDEST - 1] + "*"
    start = middle - (len(text) - 1) // 2
    line[start : start + len(text)] = text


def _floor(columns: int) -> list[str]:
    numbers = "".join(f"{column:^{PITCH}}" for column in range(columns))
    return [" " * MARGIN + "=" * (PITCH * columns + 1), (" " * (MARGIN + 1) + numbers).rstrip()]


def _legend(look: Look, names: Sequence[str]) -> list[str]:
    who = ", ".join(f"{wizard['letter']} {name}" for wizard, name in zip(look["wizards"], names, strict=True))
    lines = [f"{who}. [A] wizard, A card, a no longer counts, (A) tip."]
    return [*lines, "The wall is round: what leaves it at one edge comes in at the other, on the same line."]


# ── described ─────────────────────────────────────────────────────────────────────────────────────


def describe(look: Look, names: Sequence[str]) -> list[str]:
    """Return the rest of the table, line by line for reading aloud."""
    lines = [_heading(look, names)]
    for seat in range(len(names)):
        lines += _describe_wizard(look, names, seat)
    lines.append(_pile_words(look))
    lines += _hand_words(look, names)
    lines += _earlier_words(look, names)
    return [part for line in lines for part in _folded(line)]


def _folded(line: str) -> list[str]:
    """Wrap a long line with a hanging indent."""
    start = line[: len(line) - len(line.lstrip())]
    return wrap(line.strip(), COLUMNS, initial_indent=start, subsequent_indent=start + "    ")


def _heading(look: Look, names: Sequence[str]) -> str:
    name = names[look["turn"]]
    now = {
        "blind-tip": f"{name} chooses where the second unseen card goes",
        "draw-or-finish": f"{name} draws a card or finishes",
        "place": f"{name} places a card",
        "finished": "The match is over",
        "turning-up": f"{name}'s stream is turned up",
        "counting": f"{name}'s mana is counted",
        "scored": f"{name} has scored",
        "round-over": "The round is over",
    }
    return f"Round {look['round']} of {look['rounds']}. {now[look['decision']]}."


def _describe_wizard(look: Look, names: Sequence[str], seat: int) -> list[str]:
    wizard = look["wizards"][seat]
    mine = [place for place, card in enumerate(look["cards"]) if card["seat"] == seat]
    counted = sum(1 for place in mine if look["cards"][place]["counts"])
    rounds = ", ".join("bust" if points is None else str(points) for points in wizard["points"])
    so_far = f" Rounds so far: {rounds}; total {wizard['total']}." if rounds else ""
    spell = SPELLS[wizard["spell"]]
    line = f"{names[seat]} ({wizard['letter']}) at column {wizard['column']}: {spell}, {_cards(counted)}."
    lines = [line + so_far]
    for place in mine:
        if _begins_run(look, place):
            lines.append("  " + _describe_run(look, names, place))
    seen = look["seen"][seat]
    if seen is not None:
        lines.append(f"  Seen in cards that count: {_mana_words(seen)}.")
    return lines


def _cards(number: int) -> str:
    return "1 card counts" if number == 1 else f"{number} cards count"


def _begins_run(look: Look, place: int) -> bool:
    """Return whether a card begins a run: the cards from a fork, or from the wizard, to the next fork or the
    end."""
    before = look["cards"][place]["after"]
    return before is None or look["cards"][before]["shape"] == "fork"


def _describe_run(look: Look, names: Sequence[str], first: int) -> str:
    cards = look["cards"]
    run = [first]
    while cards[run[-1]]["shape"] == "straight" and (after := _following(look, run[-1])):
        run.append(after[0])
    start, end = cards[run[0]], cards[run[-1]]
    source = "from the wizard" if start["after"] is None else f"from the fork at {_at(cards[start['after']])}"
    span = _at(start) if len(run) == 1 else f"{_at(start)} to {_at(end)}"
    count = "1 card" if len(run) == 1 else f"{len(run)} cards"
    parts = [f"{source} {DIRECTIONS[start['way']]}: {count}, {span}"]
    for place in run:
        parts += _cut_words(cards[place], names)
    line = "; ".join([*parts, *_end_words(look, names, run[-1])])
    return f"{line[0].upper()}{line[1:]}."


def _following(look: Look, place: int) -> list[int]:
    return [number for number, card in enumerate(look["cards"]) if card["after"] == place]


def _at(card: Laid) -> str:
    return where(*_cell(card))


def _cut_words(card: Laid, names: Sequence[str]) -> list[str]:
    """Return where and by whom a card was cut (T5)."""
    return [] if card["by"] is None else [f"cut at {_at(card)} by {names[card['by']]}"]


def _end_words(look: Look, names: Sequence[str], place: int) -> list[str]:
    """Return how a run ends: in a fork, in tips, or in nothing."""
    card = look["cards"][place]
    tips = [_cell(tip) for tip in look["wizards"][card["seat"]]["tips"]]
    ahead = [_ahead(_cell(card), way, look["columns"]) for way in _ways_out(card)]
    ends = ["it ends in a fork"] if card["shape"] == "fork" else []
    return ends + [
        f"tip at {where(*cell)}{_company(look, names, card['seat'], cell)}" for cell in ahead if cell in tips
    ]


def _company(look: Look, names: Sequence[str], seat: int, cell: Cell) -> str:
    """Return whom a card in the cell of a tip would cross or touch."""
    others = [
        f"on {names[card['seat']]}'s stream"
        for card in look["cards"]
        if _cell(card) == cell and card["counts"]
    ]
    for other, wizard in enumerate(look["wizards"]):
        if other != seat and cell in [_cell(tip) for tip in wizard["tips"]]:
            others.append(f"which is also {names[other]}'s tip")
    return "".join(f", {words}" for words in others)


def _pile_words(look: Look) -> str:
    unlaid = ", ".join(SHAPE_WORDS[shape] for shape in look["unlaid"])
    rest = f" Unseen cards to be laid: {unlaid}." if unlaid else ""
    if look["pile"] == 0:
        return "The pile is empty." + rest
    return f"Pile: {look['pile']} left; the next card {VERBS[look['next']]}.{rest}"


def _hand_words(look: Look, names: Sequence[str]) -> list[str]:
    if look["hand"]:
        return [f"In hand: {' and '.join(look['hand']['symbols'])}, on {SHAPE_WORDS[look['drawn']]}."]
    return [f"{names[look['turn']]} holds {SHAPE_WORDS[look['drawn']]}."] if look["drawn"] else []


def _earlier_words(look: Look, names: Sequence[str]) -> list[str]:
    """Return the mana of the cards that are turned up: of this round while and after it is scored, else the
    last."""
    cards = view.turned_up(look)
    title = "This round" if look["decision"] in TURNED_UP else "Last round"
    mana = view.mana(cards, look["symbols"], len(names))
    counting = [card["seat"] for card in cards if card["counts"]]
    shown = {card["seat"] for card in cards if card["symbols"]}
    return [
        f"{title}, {names[seat]}: {_cards(counting.count(seat))}, {_mana_words(mana[seat])}."
        for seat in sorted(shown)
    ]


def _mana_words(mana: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {symbol}" for symbol, number in mana.items() if number) or "no mana"
