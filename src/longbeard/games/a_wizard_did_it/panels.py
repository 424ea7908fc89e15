"""A Wizard Did It… on a terminal's screen: two roads with their stacks and goals, the encounter, the hand."""

from typing import Final

from longbeard.engine.face import Showing
from longbeard.engine.panel import (
    Bit,
    Line,
    Panel,
    Place,
    Tile,
    Tiles,
    Tone,
    line,
    owned,
    prose,
    seat_tone,
)
from longbeard.games.a_wizard_did_it.journey import Stage, Sum
from longbeard.games.a_wizard_did_it.printed import Card, Goal
from longbeard.games.a_wizard_did_it.view import CASTLE, START, Knight, Look, Stack, Wizard

TONES: Final = {
    "monster": Tone.RED,
    "monster modifier": Tone.ORANGE,
    "item": Tone.GOLD,
    "stack modifier": Tone.TEAL,
    "spell": Tone.VIOLET,
}
SIGNS: Final = {"monster": "●", "monster modifier": "+", "item": "♦", "stack modifier": "≡", "spell": "☼"}
WHOSE: Final = {
    "own": ("your knight", "own knight"),
    "rival": ("rival's knight", "rival's knight"),
    "either": ("either knight", "either knight"),
}
"""Whose knight a goal is about: for its owner, and for everybody else."""
OUTCOMES: Final = {"won": "The knight wins.", "lost": "The knight loses.", "free": "No monster, no fight."}


def panels(showing: Showing[Look]) -> list[Panel]:
    """Return the whole table as one viewer sees it."""
    look, names, me = showing.look, showing.names, showing.me
    found = [_road(look, seat, names[seat], me) for seat in range(len(look["wizards"]))]
    found.append(_middle(look))
    if look["encounter"]:
        stage = look["encounter"]
        found.append(_encounter(stage, names[stage["knight"]]))
    for seat, hand in enumerate(look["hands"]):
        if hand:
            tiles = tuple(_card(card, f"hand.{card['slug']}") for card in hand)
            title = "Your hand" if seat == me else f"{names[seat]}'s hand"
            found.append(Panel(title, (Tiles(tiles),), Place.HAND, seat_tone(seat), f"{seat}.hand"))
    return found


def _road(look: Look, seat: int, name: str, me: int | None) -> Panel:
    wizard = look["wizards"][seat]
    rows: list[Line | Tiles] = [_knight(wizard, seat, look["phase"])]
    if look["phase"] != "over":
        rows.append(Tiles(tuple(_stack(stack, seat, wizard["knight"]) for stack in wizard["stacks"])))
    rows.append(Tiles(tuple(_goal(goal, seat, seat == me) for goal in wizard["goals"])))
    place = Place.OWN if seat == me else Place.RIVAL
    note = "plays" if look["phase"] == "wizards" and look["turn"] == seat else ""
    return Panel(owned(name, seat, me), tuple(rows), place, seat_tone(seat), note=note)


def _knight(wizard: Wizard, seat: int, phase: str) -> Line:
    knight, score = wizard["knight"], wizard["score"]
    bits = [Bit(f"Knight: {knight['valor']} Valor", Tone.GOLD, f"{seat}.knight")]
    items = ", ".join([item["name"] for item in knight["items"]])
    if items:
        bits.append(Bit(f"  with {items}", spot=f"{seat}.items"))
    if knight["princess"]:
        bits.append(Bit("  ♥ and the Princess", Tone.PINK))
    if score:
        parts = (
            f" = {score['valor']} Valor + {score['princess']} for the Princess + {score['goals']} for goals"
        )
        bits.append(Bit(f"  ► {score['total']} goal points", Tone.STRONG, f"{seat}.score"))
        bits.append(Bit(parts, Tone.DIM))
    elif phase == "knights":
        bits.append(Bit(_where(wizard), Tone.DIM))
    else:
        bits.append(Bit(f"  {wizard['cards']} cards in hand", Tone.DIM))
    return line(*bits)


def _where(wizard: Wizard) -> str:
    at = wizard["knight"]["at"]
    if at == START:
        return "  has not set out yet"
    if at == CASTLE:
        return "  is at The Castle"
    return f"  is at {next(stack['name'] for stack in wizard['stacks'] if stack['location'] == at)}"


def _stack(stack: Stack, seat: int, knight: Knight) -> Tile:
    spot, top = f"{seat}.{stack['location']}", stack["top"]
    here = "► knight" if knight["at"] == stack["location"] else ""
    home = f"{', '.join(stack['home_of'])} +{stack['home_turf']} here"
    about = f"{stack['name']}: {home}."
    if stack.get("cards"):
        about += f" From the top: {', '.join([card['name'] for card in stack['cards']])}."
    if top is None:
        state = "empty" if not stack["height"] else "face down"
        return Tile(stack["name"], str(stack["height"]), notes=(here or state,), spot=spot, about=about,
                    bare=True)  # fmt: skip
    said = f"{top['name']} {top['mark']}".strip()
    about += f" On top: {_about(top)}"
    notes = (f"{SIGNS[top['kind']]} {said}", here) if here else (f"{SIGNS[top['kind']]} {said}",)
    return Tile(stack["name"], str(stack["height"]), notes=notes, tone=TONES[top["kind"]], spot=spot,
                about=about)  # fmt: skip


def _goal(goal: Goal, seat: int, own: bool) -> Tile:
    whose = WHOSE[goal["knight"]][0 if own else 1]
    tone = Tone.GOOD if goal["met"] else Tone.PLAIN
    text = goal["text"] if own or goal["knight"] == "either" else f"the {whose} {goal['deed']}"
    about = f"{goal['points']} points: {goal['name']}. {text[0].upper()}{text[1:]}"
    return Tile(goal["name"], str(goal["points"]), "√ Goal" if goal["met"] else "Goal", (whose,), tone,
                f"{seat}.goal.{goal['slug']}", about)  # fmt: skip


def _about(card: Card) -> str:
    signs = " ".join([sign["said"] for sign in card["signs"]])
    return f"{card['name']}, {card['kind']}. {card['text']} {signs}".strip()


def _card(card: Card, spot: str) -> Tile:
    notes = tuple(_sign(sign["kind"], sign["name"], sign["number"]) for sign in card["signs"])
    return Tile(card["name"], card["mark"], SIGNS[card["kind"]], notes or (card["kind"],),
                TONES[card["kind"]], spot, _about(card))  # fmt: skip


def _sign(kind: str, name: str, number: str) -> str:
    return f"Valor {number}" if kind == "valor" else f"{name.removeprefix('The ')} {number}"


def _middle(look: Look) -> Panel:
    if look["phase"] == "over":
        title = "The journey is over"
    else:
        title = "Knight's Phase" if look["phase"] == "knights" else "Wizard's Phase"
    deck = Bit(f"Deck: {look['deck']} cards", spot="deck")
    discards = Bit(f"   Discards: {len(look['discards'])}", spot="discards",
                   about=", ".join([card["name"] for card in look["discards"]]))  # fmt: skip
    castle = Bit(f"   The Castle: the Princess is worth {look['princess']}", Tone.PINK, "castle")
    return Panel(title, (line(deck, discards, castle),))


def _encounter(stage: Stage, name: str) -> Panel:
    tiles = [_card(card, "turned-over") for card in stage["cards"]]
    if stage["item"]:
        tiles.append(_card(stage["item"], "turned-over"))
    rows: list[Line | Tiles] = [Tiles(tuple(tiles))] if tiles else [prose("No card drawn yet.", Tone.DIM)]
    rows += [prose(moved["words"], Tone.TEAL) for moved in stage["moved"]]
    if stage["modifier"]:
        rows.append(prose(f"Takes effect now: {stage['modifier']['name']}", Tone.TEAL))
    for what, found, tone in (("Monsters", stage["monsters"] or stage["so_far"], Tone.RED),
                              ("Knight  ", stage["strength"] or stage["ready"], Tone.GOLD)):  # fmt: skip
        if found:
            rows.append(_sum(what, found, tone))
    if stage["outcome"] in OUTCOMES:
        won = stage["outcome"] != "lost"
        rows.append(line(Bit(OUTCOMES[stage["outcome"]], Tone.GOOD if won else Tone.BAD)))
    return Panel(f"{name}'s knight at {stage['place']}", tuple(rows), tone=Tone.GOLD, spot="encounter")


def _sum(what: str, found: Sum, tone: Tone) -> Line:
    terms = " + ".join([f"{term['strength']} {term['brief']}" for term in found["terms"]])
    note = f"  {found['note']}" if found["note"] else ""
    return line(
        Bit(f"{what} {found['total']}", tone), Bit(f"  = {terms}" if terms else ""), Bit(note, Tone.DIM)
    )
