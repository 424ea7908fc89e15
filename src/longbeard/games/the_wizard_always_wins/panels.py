"""The Wizard Always Wins on a terminal's screen: players, characters, the Bag of Fate, and the hand."""

from collections.abc import Sequence
from typing import Final

from longbeard.engine.face import Showing
from longbeard.engine.panel import Bit, Line, Panel, Place, Tile, Tiles, Tone, line, owned, seat_tone
from longbeard.games.the_wizard_always_wins.view import Card, Character, Element, LastDraw, Look, Player, Way

TONES: Final = (Tone.PINK, Tone.GREEN, Tone.PLAIN, Tone.RED, Tone.VIOLET)
"""Tones of the elements, in order."""
SIGNS: Final = ("☼", "§", "≈", "♠", "♥")


def panels(showing: Showing[Look]) -> list[Panel]:
    """Return the whole table as one viewer sees it."""
    look, names, me = showing.look, showing.names, showing.me
    elements = [one["element"] for one in look["players"][0]["face_up"]]
    found = [_board(look, seat, names[seat], me) for seat in range(len(names))]
    found += [_characters(look, names), _bag(look, names)]
    if look["looked_at"]:
        tiles = tuple(_card(card, "looked", elements) for card in look["looked_at"])
        found.append(Panel("Before the Oracle", (Tiles(tiles),), Place.HAND, Tone.GOLD, "looked"))
    if look["ways"]:
        tiles = tuple(_way(way, elements) for way in look["ways"])
        found.append(Panel("Sets to turn in", (Tiles(tiles),), Place.HAND, Tone.GOLD))
    for seat, hand in enumerate(look["hands"]):
        if hand is not None:
            tiles = tuple(_card(card, "hand", elements) for card in hand)
            title = "Your hand" if seat == me else f"{names[seat]}'s hand"
            found.append(Panel(title, (Tiles(tiles),), Place.HAND, seat_tone(seat), f"{seat}.hand"))
    return found


def _board(look: Look, seat: int, name: str, me: int | None) -> Panel:
    player = look["players"][seat]
    held = next((one["name"] for one in look["characters"] if one["holder"] == seat), "")
    place = Place.OWN if seat == me else Place.RIVAL
    note = f"the {held}" if held else ""
    rows = (_facts(player, seat), _elements(player, seat))
    return Panel(owned(name, seat, me), rows, place, seat_tone(seat), f"{seat}.board", note)


def _facts(player: Player, seat: int) -> Line:
    return line(
        Bit(f"level {player['level']}", Tone.GOLD, f"{seat}.level",
            f"Tokens that the Apprentice or the Wizard draws; the dial ends at {player['dial_end']}."),
        Bit(f"  ♦ {player['gems_in_bag']} in the bag, {player['gems']} beside it", Tone.TEAL, f"{seat}.gems"),
        Bit(f"  {player['hand']} cards"),
        Bit(f"  wins as Wizard: {player['odds']['words']}",
            Tone.BAD if player["odds"]["ways"] else Tone.DIM),
    )  # fmt: skip


def _elements(player: Player, seat: int) -> Line:
    bits: list[Bit] = []
    for at, element in enumerate(player["face_up"]):
        if element["pieces"]:
            bits += _pieces(element, at, seat)
    return line(*bits) if bits else line(Bit("nothing face up", Tone.DIM))


def _pieces(element: Element, at: int, seat: int) -> list[Bit]:
    full = f" = {element['worth']}" if element["sets"] else ""
    heading = f"{SIGNS[at]} {element['name']} {element['shown']}/{element['needed']}{full} "
    about = f"{element['needed']} {element['name']} face up make a set worth {element['reward']}."
    tone = Tone.GOOD if element["sets"] else TONES[at]
    bits = [Bit(heading, tone, f"{seat}.element.{at}", about)]
    for piece in element["pieces"]:
        shows = piece.rpartition("-")[2]
        said = "a token, which counts as 1" if shows == "token" else f"a card that shows {shows}"
        text = "(1)" if shows == "token" else f"[{shows}]"
        bits.append(Bit(text, TONES[at], f"{seat}.{piece}", f"{element['one']}: {said}."))
    return [*bits, Bit("  ")]


def _characters(look: Look, names: Sequence[str]) -> Panel:
    order = ", ".join([names[seat] for seat in look["order"]])
    tiles = tuple(_character(one, names) for one in look["characters"])
    return Panel(f"Round {look['round']}: {order}", (Tiles(tiles),))


def _character(one: Character, names: Sequence[str]) -> Tile:
    holder = one["holder"]
    about = f"{one['name']}: {one['text']}"
    if holder is None:
        return Tile(one["name"], str(one["number"]), tone=Tone.GOLD, spot=f"character.{one['slug']}",
                    about=about)  # fmt: skip
    return Tile(one["name"], str(one["number"]), notes=(names[holder],), tone=seat_tone(holder),
                spot=f"character.{one['slug']}", about=about, bare=True)  # fmt: skip


def _bag(look: Look, names: Sequence[str]) -> Panel:
    gems = {f"{one['colour']}-gem": seat for seat, one in enumerate(look["players"])}
    bits: list[Bit] = []
    for kind, (token, number) in enumerate(look["bag"].items()):
        if not number:
            continue
        word = token.removesuffix("-token").replace("-", " ")
        tone = seat_tone(gems[token]) if token in gems else Tone.PLAIN
        word = f"♦ of {names[gems[token]]}" if token in gems else word
        bits.append(Bit(f"{number} {word}  ", tone, f"bag.{kind}"))
    rows = [line(*bits)]
    if look["last_draw"]:
        rows.append(_draw(look["last_draw"], names, gems))
    deck = f"deck {look['deck']}, discards {len(look['discards'])}"
    return Panel(
        f"Bag of Fate: {look['tokens']} tokens", tuple(rows), tone=Tone.VIOLET, spot="bag", note=deck
    )


def _draw(draw: LastDraw, names: Sequence[str], gems: dict[str, int]) -> Line:
    bits = [Bit(f"{names[draw['seat']]} drew: ", seat_tone(draw["seat"]))]
    for number, token in enumerate(draw["tokens"], start=1):
        text = (
            f"♦ of {names[gems[token]]}" if token in gems else token.removesuffix("-token").replace("-", " ")
        )
        tone = seat_tone(gems[token]) if token in gems else Tone.STRONG
        bits.append(Bit(f"({text}) ", tone, f"draw.{number}"))
    left = draw["wanted"] - len(draw["tokens"])
    if left > 0:
        bits.append(Bit("○ " * left, Tone.DIM))
        if draw["wizard"]:
            bits.append(Bit(f"{draw['chance']['words']} to win", Tone.BAD))
    return line(*bits)


def _card(card: Card, prefix: str, elements: Sequence[str]) -> Tile:
    at = elements.index(card["element"])
    name = card["name"].partition(" ")[2]
    return Tile(name, str(card["shows"]), SIGNS[at], tone=TONES[at], spot=f"{prefix}.{card['slug']}",
                about=f"{card['name']}. {card['text']}")  # fmt: skip


def _way(way: Way, elements: Sequence[str]) -> Tile:
    at = elements.index(way["element"])
    notes = (f"for {way['reward']}", "the best way") if way["best"] else (f"for {way['reward']}",)
    return Tile(
        way["words"], "", SIGNS[at], notes, TONES[at], way["key"], f"{way['words']}: {way['reward']}."
    )
