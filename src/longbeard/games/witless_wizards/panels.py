"""Witless Wizards on a terminal's screen: boards with their three slots, the deck, the fight and the draw."""

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
from longbeard.games.witless_wizards.view import (
    SLOT_NAMES,
    YES_OR_NO,
    BattleLook,
    Card,
    Look,
    Term,
    Wizard,
    card_words,
    cubes,
    forecast_words,
)

TONES: Final = {"offensive": Tone.RED, "defensive": Tone.BLUE, "special": Tone.VIOLET}
SIGNS: Final = {"offensive": "►", "defensive": "■", "special": "♦"}
BAR: Final = 20


def panels(showing: Showing[Look]) -> list[Panel]:
    """Return the whole table as one viewer sees it."""
    look, names, me = showing.look, showing.names, showing.me
    found = [
        _board(wizard, seat, names[seat], me, look) for seat, wizard in enumerate(look["wizards"])
    ]  # the own one is drawn below the middle, wherever it is in the list
    found.append(_middle(look))
    if look["battle"]:
        found.append(_battle(look["battle"], list(names)))
    elif look["forecasts"] and look["decision"] in ("target", "focus"):
        rows = tuple(prose(forecast_words(one, names)) for one in look["forecasts"])
        found.append(Panel("What an attack would do", rows, tone=Tone.GOLD))
    if look["hand"]:
        found.append(_drawn(look, list(names)))
    return found


def _board(wizard: Wizard, seat: int, name: str, me: int | None, look: Look) -> Panel:
    place = Place.OWN if seat == me else Place.RIVAL
    title, tone = owned(name, seat, me), seat_tone(seat)
    if not wizard["in"]:
        gone = line(Bit(f"out of the game, stamina {wizard['stamina']}", Tone.DIM))
        return Panel(title, (gone,), place, Tone.DIM, f"board:{seat}")
    slots = tuple(_slot(wizard["equipment"][kind], kind, f"slot:{seat}:{at}")
                  for at, kind in enumerate(SLOT_NAMES))  # fmt: skip
    note = "plays" if look["turn"] == seat and look["decision"] != "finished" else ""
    return Panel(title, (_stamina(wizard, look), Tiles(slots)), place, tone, f"board:{seat}", note)


def _stamina(wizard: Wizard, look: Look) -> Line:
    """Return stamina as a bar of hearts: the weakened part of it is red."""
    most = look["most_stamina"]
    left = max(0, round(wizard["stamina"] * BAR / most))
    weak = wizard["stamina"] <= look["weakened"]
    tone = Tone.BAD if weak else Tone.GOOD
    return line(
        Bit(f"♥ {wizard['stamina']:>2} ", tone),
        Bit("█" * left, tone),
        Bit("░" * (BAR - left), Tone.DIM),
        Bit("  weakened" if weak else "", Tone.BAD),
        Bit(f"  ▪ {cubes(wizard['cubes'])}", Tone.GOLD),
    )


def _slot(card: Card | None, kind: str, spot: str) -> Tile:
    if card is None:
        about = f"An empty slot: {kind} equipment goes here."
        return Tile(f"no {kind}", sign=SIGNS[kind], tone=TONES[kind], spot=spot, about=about, bare=True)
    return _card(card, spot)


def _card(card: Card, spot: str) -> Tile:
    number = "" if card["kind"] == "special" else str(card["value"])
    notes = [f"+{cubes(card['income'])}"] if card["income"] else []
    notes += [word if word in YES_OR_NO else f"{word} {power}" for word, power in card["abilities"].items()]
    about = f"{card_words(card)}. {card['text']}"
    note = (", ".join(notes),) if notes else ()
    return Tile(card["name"], number, SIGNS[card["kind"]], note, TONES[card["kind"]], spot, about)


def _middle(look: Look) -> Panel:
    deck = Tile("Deck", str(look["deck"]), notes=("cards left",), spot="deck", bare=True,
                about="The deck of this match: three decks shuffled together.")  # fmt: skip
    top = look["discarded"]
    discards = Tile("Discards", "0", notes=("none",), spot="discards", bare=True)
    if top:
        count = str(len(look["discards"]))
        discards = Tile("Discards", count, notes=(top["name"],), spot="discards", tone=TONES[top["kind"]],
                        about=f"On top: {card_words(top)}. {top['text']}")  # fmt: skip
    die = Tile("Die", "/".join(map(str, look["die_faces"])), notes=("its faces",), bare=True,
               about="The die of every attack; its six faces.")  # fmt: skip
    title = f"Turn {look['turns'] + 1}: {', '.join(look['decks'])}"
    return Panel(title, (Tiles((deck, discards, die)),))


def _battle(battle: BattleLook, names: list[str]) -> Panel:
    attack = battle["strength"] if battle["attack"] is None else battle["attack"]
    rows = [
        _sum(
            "Attack ", battle["attack_terms"], attack, Tone.RED, " + die" if battle["attack"] is None else ""
        ),
        _sum("Defence", battle["defence_terms"], battle["defence"], Tone.BLUE, ""),
    ]
    if battle["stage"] == "blocked":
        rows.append(line(Bit("Blocked: no hits.", Tone.STRONG)))
    elif battle["dodged"]:
        rows.append(line(Bit("Dodged: no hits.", Tone.STRONG)))
    elif battle["hits"] is not None:
        hits = "1 hit" if battle["hits"] == 1 else f"{battle['hits'] or 'no'} hits"
        rows.append(line(Bit(f"► {hits}", Tone.BAD if battle["hits"] else Tone.GOOD)))
    title = f"{names[battle['attacker']]} attacks {names[battle['target']]}"
    die = f"die {battle['die']}" if battle["die"] else "the die is still to be rolled"
    return Panel(title, tuple(rows), tone=Tone.GOLD, spot="battle", note=die)


def _sum(what: str, terms: list[Term], total: int, tone: Tone, more: str) -> Line:
    parts = " ".join([f"{term['number']:+} {term['what']}" for term in terms])
    return line(Bit(f"{what} {total}{more}", tone), Bit("  = ", Tone.DIM), Bit(parts.removeprefix("+")))


def _drawn(look: Look, names: list[str]) -> Panel:
    tiles = tuple(_card(card, f"hand:{at}") for at, card in enumerate(look["hand"]))
    rows: list[Line | Tiles] = [Tiles(tiles)]
    if len(look["hand"]) == 1:
        rows.append(prose(look["hand"][0]["text"], Tone.DIM))
    for preview in look["previews"]:
        changes = ", ".join([change["words"] for change in preview["changes"]]) or "nothing changes"
        rows.append(line(Bit(f"{names[preview['seat']]}: ", seat_tone(preview["seat"])), Bit(changes)))
    return Panel(f"Drawn, card {look['draft']} of 2", tuple(rows), Place.HAND, Tone.GOLD, "hand")
