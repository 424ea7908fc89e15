"""Wiz Up The Wall on a terminal's screen: the wall as a drawing, its wizards, and the card in hand."""

from collections.abc import Sequence
from typing import Final

from longbeard.engine.face import Showing
from longbeard.engine.panel import Bit, Fold, Line, Panel, Place, Tile, Tiles, Tone, line, owned, seat_tone
from longbeard.games.wiz_up_the_wall.view import (
    SCORING,
    SHAPE_WORDS,
    TURNED_UP,
    Laid,
    Look,
    Tip,
    Wizard,
    mana,
    turned_up,
)
from longbeard.games.wiz_up_the_wall.wall import WAYS, where

ARROWS: Final = "↑↗↘↓↙↖"
"""The six ways, clockwise from straight up."""
Grid = dict[tuple[int, int], Bit]
"""What stands at a column and a height in halves."""
CELL: Final = 3
"""Width of a cell in letters; it is two lines high, and every other column stands one line higher."""
ABOVE: Final = 2
"""Halves of wall that are shown above what is on it."""
SPELLS: Final = {
    "casting": "casting",
    "finished": "finished",
    "crossed": "was cut",
    "touched": "was touched",
    "stuck": "is stuck",
    "ran-out": "ran out",
}


def panels(showing: Showing[Look]) -> list[Panel]:
    """Return the whole table as one viewer sees it."""
    look, names, me = showing.look, showing.names, showing.me
    found = [_wizards(look, names, me), _wall(look, names)]
    if look["decision"] in TURNED_UP or look["earlier"]:
        found.append(_mana(look, names))
    found.append(_hand(look, names, me))
    return found


def _wizards(look: Look, names: Sequence[str], me: int | None) -> Panel:
    rows = tuple(
        _wizard(wizard, seat, owned(names[seat], seat, me), look)
        for seat, wizard in enumerate(look["wizards"])
    )
    return Panel(f"Round {look['round']} of {look['rounds']}", rows, Place.RIVAL)


def _wizard(wizard: Wizard, seat: int, name: str, look: Look) -> Line:
    points = [f"{'bust' if number is None else number}" for number in wizard["points"]]
    rounds = f" ({' + '.join(points)})" if points else ""
    turn = look["turn"] == seat and look["decision"] not in ("finished", *SCORING)
    return line(
        Bit("► " if turn else "  ", Tone.GOLD),
        Bit(f"{wizard['letter']} {name}", seat_tone(seat), f"wizard:{seat}", wizard["about"]),
        Bit(f"  {SPELLS[wizard['spell']]}", Tone.DIM if wizard["spell"] == "casting" else Tone.STRONG),
        Bit(f"  {look['counting'][seat]} on the wall"),
        Bit(f"  total {wizard['total']}{rounds}", Tone.GOLD),
    )


# ── the wall ──────────────────────────────────────────────────────────────────────────────────────


def _wall(look: Look, names: Sequence[str]) -> Panel:
    """Draw line by line from the top: a cell is the two lines of its height in halves and of the one
    above."""
    grid: Grid = {}
    for seat, wizard in enumerate(look["wizards"]):
        stands = Bit(f" {wizard['letter']} ", seat_tone(seat), f"wizard:{seat}", wizard["about"], filled=True)
        grid[wizard["column"], 0] = grid[wizard["column"], 1] = stands
    for seat, wizard in enumerate(look["wizards"]):
        for tip in wizard["tips"]:
            _add_tip(grid, tip, seat, names, look["turn"] == seat)
    faces = look["faces"] or [card["symbols"] for card in look["cards"]]
    for card, symbols in zip(look["cards"], faces, strict=True):
        _add_card(grid, card, symbols, names)
    top = max([halves for column, halves in grid], default=0) + ABOVE
    rows = tuple(_wall_line(grid, look["columns"], halves) for halves in range(top, -1, -1))
    return Panel("The wall", (*rows, _floor(look["columns"])), note=f"{look['pile']} cards in the pile")


def _wall_line(grid: Grid, columns: int, halves: int) -> Line:
    label = f"{halves // 2:>2} " if halves % 4 == 0 else "   "
    empty = [Bit(" · " if (halves - column % 2) % 2 == 0 else "   ", Tone.DIM) for column in range(columns)]
    cells = [grid.get((column, halves), empty[column]) for column in range(columns)]
    return Line((Bit(label, Tone.DIM), *cells), Fold.NEVER)


def _floor(columns: int) -> Line:
    ticks = "".join([f"{column:^{CELL}}" for column in range(columns)])
    return Line((Bit("   "), Bit(ticks, Tone.DIM)), Fold.NEVER)


def _add_tip(grid: Grid, tip: Tip, seat: int, names: Sequence[str], turn: bool) -> None:
    spot, at = f"cell:{tip['q']},{tip['r']}", (tip["q"], tip["halves"])
    said = [f"crosses {names[other]}'s stream" for other in tip["crosses"]]
    said += [f"touches {names[other]}'s tip and ends both spells" for other in tip["touches"]]
    about = f"{names[seat]}'s tip at {where(tip['q'], tip['halves'])}" + (
        f": {'; '.join(said)}." if said else "."
    )
    warn = "×" if tip["crosses"] else "!" if tip["touches"] else " "
    if at in grid and not turn:
        return
    tone = Tone.BAD if said else seat_tone(seat)
    grid[at] = Bit(f"[{warn}]", tone, spot, about)
    grid[tip["q"], tip["halves"] + 1] = Bit(f" {ARROWS[tip['way']]} ", tone, spot, about)


def _add_card(grid: Grid, card: Laid, symbols: Sequence[str], names: Sequence[str]) -> None:
    """Add a card: where its stream leads; below that its symbols, or that nobody has seen it."""
    spot, seat, way = f"cell:{card['q']},{card['r']}", card["seat"], card["way"]
    out = f"╭{ARROWS[way]}╮"
    if card["shape"] == "fork":
        out = f"{ARROWS[(way - 1) % WAYS]}Y{ARROWS[(way + 1) % WAYS]}"
    state = "cut" if card["cut"] else "counts" if card["counts"] else "does not count"
    said = f" {' and '.join(symbols)}," if symbols else " unseen," if card["blind"] else ""
    about = f"{names[seat]}'s {SHAPE_WORDS[card['shape']].removeprefix('a ')} at "
    about += f"{where(card['q'], card['halves'])}:{said} {state}."
    tone = seat_tone(seat) if card["counts"] else Tone.DIM
    below = "·".join([symbol[0] for symbol in symbols]) or ("╰?╯" if card["blind"] else "╰─╯")
    at = card["q"], card["halves"]
    tip = grid.get(at)
    if tip is not None and tip.text.startswith("["):
        if not card["counts"]:
            return  # where a card may be laid matters more than one that was cut
        # Somebody may lay a card over this one: the card stays, and its corner warns.
        below, about = tip.text, f"{about} {tip.about}"
    grid[at] = Bit(below, tone, spot, about, filled=card["counts"])
    grid[card["q"], card["halves"] + 1] = Bit(out, tone, spot, about, filled=card["counts"])


# ── what is known of the cards ────────────────────────────────────────────────────────────────────


def _mana(look: Look, names: Sequence[str]) -> Panel:
    counts = mana(turned_up(look), look["symbols"], len(names))
    rows = tuple(
        line(Bit(f"{names[seat]}: ", seat_tone(seat)), *_symbols(counts[seat], look["bust"]))
        for seat in range(len(names))
    )
    return Panel(
        "Mana" if look["decision"] in TURNED_UP else "Mana of the last round", rows, tone=Tone.VIOLET
    )


def _symbols(counts: dict[str, int], bust: int) -> list[Bit]:
    """Return how often each symbol counts; more than `bust` of one is too many."""
    return [
        Bit(f"{symbol} {number}{'!' if number > bust else ''}  ",
            Tone.BAD if number > bust else Tone.GOLD if number == bust else Tone.PLAIN)
        for symbol, number in counts.items() if number
    ] or [Bit("nothing turned up", Tone.DIM)]  # fmt: skip


def _hand(look: Look, names: Sequence[str], me: int | None) -> Panel:
    above = SHAPE_WORDS[look["next"]].removeprefix("a ")
    pile = Tile("Pile", str(look["pile"]), notes=(above,), spot="pile", bare=True,
                about=f"The card on top of the pile is {SHAPE_WORDS[look['next']]}.")  # fmt: skip
    finish = Tile("Finish", notes=("your spell",), spot="finish", tone=Tone.ORANGE, bare=True,
                  about="A spell that is finished draws no more cards. It can still be crossed.")  # fmt: skip
    tiles = [pile, finish] if me is not None else [pile]
    hand = look["hand"]
    if hand:
        tiles.append(Tile(hand["name"], notes=(" ".join(hand["symbols"]), hand["shape"]), tone=Tone.GOLD,
                          spot="unlaid", about=f"{hand['name']}: {hand['text']}"))  # fmt: skip
    elif look["drawn"]:
        tiles.append(Tile(f"{names[look['turn']]}'s card", notes=(look["drawn"],), bare=True, spot="unlaid"))
    rows: list[Line | Tiles] = [Tiles(tuple(tiles))]
    for seat, seen in enumerate(look["seen"]):
        if seen is not None:
            rows.append(line(Bit(f"{names[seat]} has seen: ", Tone.DIM), *_symbols(seen, look["bust"])))
    return Panel("The draw", tuple(rows), Place.HAND, Tone.GOLD)
