"""Events of Witless Wizards: the kinds by number, and a row for each with its words."""

from collections.abc import Mapping, Sequence
from typing import Final

from longbeard.engine.look import Weight
from longbeard.engine.telling import Namer, Row, named_seat, numbered
from longbeard.games.witless_wizards.box import WizardBox

TURN: Final = 0
DRAWS: Final = 1
DRAWN: Final = 2
PAYS: Final = 3
SCRIES: Final = 4
DISCARDS: Final = 5
KEEPS: Final = 6
GIVES: Final = 7
REPLACED: Final = 8
RESHUFFLE: Final = 9
SKIPS_BATTLE: Final = 10
ATTACKS: Final = 11
FOCUSES: Final = 12
ROLLS: Final = 13
REROLLS: Final = 14
GUARDS: Final = 15
BLOCKS: Final = 16
DODGES: Final = 17
FIGHT: Final = 18
HITS: Final = 19
SPLASHES: Final = 20
DRAINS: Final = 21
LEECHES: Final = 22
THORNS: Final = 23
RECOILS: Final = 24
OUT: Final = 25
RECOVERS: Final = 26
HEALS: Final = 27
INCOME: Final = 28
REGROWS: Final = 29
CURSED: Final = 30
LAST_STANDING: Final = 31
NOBODY_LEFT: Final = 32
NOTHING_TO_DRAW: Final = 33
DECK: Final = 34
FIRST: Final = 35

DECK_SPOT: Final = "deck"
DISCARDS_SPOT: Final = "discards"
HAND_SPOT: Final = "hand"
BATTLE_SPOT: Final = "battle"
BOARD: Final = "board:{seat:#}"
SLOT: Final = "slot:{seat:#}:{slot}"

NAMERS: Final[Mapping[str, Namer]] = {
    "seat": named_seat,
    "to": named_seat,
    "card": lambda box, names, card: box.names[card],
    "deck": lambda box, names, deck: box.titles[deck],
}


def _slot_of_third(box: WizardBox, names: Sequence[str], data: Sequence[int]) -> Mapping[str, int]:
    """Return the slot that a card goes into (D4); the card is the event's third number."""
    return {"slot": int(box.kind[data[2]])}


def _slot_of_second(box: WizardBox, names: Sequence[str], data: Sequence[int]) -> Mapping[str, int]:
    return {"slot": int(box.kind[data[1]])}


def _better(box: WizardBox, names: Sequence[str], data: Sequence[int]) -> Mapping[str, int]:
    return {"better": max(data[1], data[2])}


def _used_up(kind: int, name: str, fields: tuple[str, ...], sentence: str) -> Row:
    """Return the row of a card that goes from a board onto the discards."""
    spots = (SLOT, DISCARDS_SPOT)
    return Row(kind, name, fields, sentence, spots, spots, more=_slot_of_second)


def _on_board(
    kind: int, name: str, fields: tuple[str, ...], sentence: str, weight: Weight = Weight.USUAL
) -> Row:
    """Return the row of something that happens to one wizard."""
    return Row(kind, name, fields, sentence, (BOARD,), weight=weight)


ROWS: Final = numbered(
    [
        _on_board(TURN, "turn", ("seat",), "{seat:Your|#'s} turn.", Weight.TRIVIAL),
        Row(
            DRAWS,
            "draws",
            ("seat",),
            "{seat:You draw|# draws} a card.",
            (DECK_SPOT,),
            (DECK_SPOT, HAND_SPOT),
            Weight.TRIVIAL,
        ),
        Row(DRAWN, "drawn", ("seat", "card"), "It is the {card}.", (f"{HAND_SPOT}:0",)),
        Row(
            PAYS, "pays", ("seat",), "{seat:You return|# returns} a cube to draw another card.", (DECK_SPOT,)
        ),
        Row(SCRIES, "scries", ("seat",), "{seat:You look|# looks} at another card for free.", (DECK_SPOT,)),
        Row(
            DISCARDS,
            "discards",
            ("seat", "card"),
            "{seat:You discard|# discards} the {card}.",
            (DISCARDS_SPOT,),
            (HAND_SPOT, DISCARDS_SPOT),
        ),
        Row(
            KEEPS,
            "keeps",
            ("seat", "card"),
            "{seat:You keep|# keeps} the {card}.",
            (SLOT,),
            (HAND_SPOT, SLOT),
            more=_slot_of_second,
        ),
        Row(
            GIVES,
            "gives",
            ("seat", "to", "card"),
            "{seat:You give|# gives} {to:you|#} the {card}.",
            ("slot:{to:#}:{slot}",),
            (HAND_SPOT, "slot:{to:#}:{slot}"),
            more=_slot_of_third,
        ),
        _used_up(REPLACED, "replaced", ("seat", "card"), "{seat:Your|#'s} {card} is discarded."),
        Row(
            RESHUFFLE,
            "reshuffle",
            ("cards",),
            "The discards become the new deck: {cards:1 card|# cards}.",
            (DECK_SPOT,),
            (DISCARDS_SPOT, DECK_SPOT),
        ),
        _on_board(
            SKIPS_BATTLE,
            "skips-battle",
            ("seat",),
            "{seat:You|#} played first and {seat:do|does} not attack on the first turn.",
        ),
        Row(
            ATTACKS,
            "attacks",
            ("seat", "to"),
            "{seat:You attack|# attacks} {to:you|#}.",
            (BOARD, "board:{to:#}"),
            weight=Weight.USUAL,
        ),
        Row(
            FOCUSES,
            "focuses",
            ("seat", "cubes"),
            "{seat:You return|# returns} {cubes:1 cube|# cubes} to focus: attack +{cubes}.",
            (BATTLE_SPOT,),
            (BOARD, BATTLE_SPOT),
        ),
        Row(
            ROLLS,
            "rolls",
            ("seat", "die", "other"),
            (
                "{seat:You roll|# rolls} {die}.",
                "{seat:You roll|# rolls} {die} and {other}, and {seat:keep|keeps} the {better}.",
            ),
            (BATTLE_SPOT,),
            weight=Weight.DRAMATIC,
            pick=lambda data: int(data[2] > 0),
            more=_better,
        ),
        _used_up(
            REROLLS, "rerolls", ("seat", "card"), "{seat:You discard|# discards} the {card} to roll again."
        ),
        Row(
            GUARDS,
            "guards",
            ("seat", "cubes"),
            "{seat:You return|# returns} {cubes:1 cube|# cubes} to guard: defence +{cubes}.",
            (BATTLE_SPOT,),
            (BOARD, BATTLE_SPOT),
        ),
        _used_up(
            BLOCKS,
            "blocks",
            ("seat", "card"),
            "{seat:You discard|# discards} the {card} and {seat:block|blocks} the attack.",
        ),
        _on_board(DODGES, "dodges", ("seat", "die"), "{seat:You dodge|# dodges} a roll of {die}."),
        Row(
            FIGHT,
            "fight",
            ("attack", "defence", "hits"),
            "Attack {attack} against defence {defence}: {hits:no hits|1 hit|# hits}.",
            (BATTLE_SPOT,),
        ),
        Row(
            HITS,
            "hits",
            ("seat", "hits", "stamina"),
            (
                "{seat:You are|# is} not hurt.",
                "{seat:You lose|# loses} {hits} stamina and {seat:have|has} {stamina}.",
            ),
            (BOARD,),
            weight=Weight.DRAMATIC,
            pick=lambda data: int(data[1] > 0),
        ),
        _on_board(
            SPLASHES,
            "splashes",
            ("seat", "hits", "stamina"),
            "{seat:You are|# is} splashed: {hits:no hits|1 hit|# hits}, "
            "and {seat:have|has} {stamina} stamina.",
        ),
        Row(
            DRAINS,
            "drains",
            ("seat", "to", "cubes"),
            "{seat:You take|# takes} {cubes:1 cube|# cubes} from {to:you|#}.",
            (BOARD, "board:{to:#}"),
            ("board:{to:#}", BOARD),
        ),
        _on_board(
            LEECHES,
            "leeches",
            ("seat", "gained", "stamina"),
            "{seat:You regain|# regains} {gained} stamina from the hit and {seat:have|has} {stamina}.",
        ),
        _on_board(
            THORNS,
            "thorns",
            ("seat", "hits", "stamina"),
            "{seat:You are|# is} hurt in return: {hits:no hits|1 hit|# hits}, "
            "and {seat:have|has} {stamina} stamina.",
        ),
        _on_board(
            RECOILS,
            "recoils",
            ("seat", "lost", "stamina"),
            "{seat:You suffer|# suffers} the recoil, "
            "{seat:lose|loses} {lost} stamina and {seat:have|has} {stamina}.",
        ),
        _on_board(OUT, "out", ("seat",), "{seat:You are|# is} out of the game.", Weight.DRAMATIC),
        _on_board(
            RECOVERS,
            "recovers",
            ("seat", "cubes", "stamina"),
            "{seat:You return|# returns} {cubes:1 cube|# cubes} and {seat:have|has} {stamina} stamina.",
        ),
        _used_up(
            HEALS,
            "heals",
            ("seat", "card", "stamina"),
            "{seat:You discard|# discards} the {card} to regain stamina and {seat:have|has} {stamina}.",
        ),
        _on_board(
            INCOME,
            "income",
            ("seat", "cubes", "after"),
            "{seat:You take|# takes} {cubes:1 cube|# cubes} and {seat:have|has} {after}.",
            Weight.TRIVIAL,
        ),
        _on_board(
            REGROWS,
            "regrows",
            ("seat", "gained", "stamina"),
            "{seat:You regain|# regains} {gained} stamina and {seat:have|has} {stamina}.",
        ),
        _on_board(
            CURSED,
            "cursed",
            ("seat", "lost", "stamina"),
            "{seat:You are|# is} cursed, {seat:lose|loses} {lost} stamina and {seat:have|has} {stamina}.",
        ),
        _on_board(
            LAST_STANDING,
            "last-standing",
            ("seat",),
            "{seat:You are|# is} the last wizard standing.",
            Weight.DRAMATIC,
        ),
        _on_board(
            NOBODY_LEFT,
            "nobody-left",
            ("seat",),
            "Nobody is left standing, but {seat:you|#} fell closest to 0.",
            Weight.DRAMATIC,
        ),
        Row(NOTHING_TO_DRAW, "nothing-to-draw", ("seat",), "There is nothing left to draw for {seat:you|#}."),
        Row(DECK, "deck", ("deck",), "The {deck} deck is in play.", (DECK_SPOT,), weight=Weight.TRIVIAL),
        _on_board(FIRST, "first", ("seat",), "{seat:You play|# plays} first.", Weight.TRIVIAL),
    ]
)
CITES: Final = {
    "turn": "D1",
    "draws": "D1",
    "drawn": "D6",
    "pays": "D2",
    "scries": "scry",
    "discards": "D2",
    "keeps": "D3",
    "gives": "D3",
    "replaced": "D4",
    "reshuffle": "D1",
    "skips-battle": "B1",
    "attacks": "B2",
    "focuses": "focus-attack",
    "rolls": "B3",
    "rerolls": "reroll",
    "guards": "focus-defence",
    "blocks": "block",
    "dodges": "dodge",
    "fight": "B4",
    "hits": "B4",
    "splashes": "splash",
    "drains": "drain",
    "leeches": "leech",
    "thorns": "thorns",
    "recoils": "recoil",
    "out": "B4",
    "recovers": "B5",
    "heals": "heal",
    "income": "B6",
    "regrows": "regrow",
    "cursed": "cursed",
    "last-standing": "Z1",
    "nobody-left": "Z1",
    "nothing-to-draw": "D6",
    "deck": "S2",
    "first": "S1",
}
"""Number of the rule behind each kind of event."""
