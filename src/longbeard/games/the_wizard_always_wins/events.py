"""Events of The Wizard Always Wins: the kinds by number, and a row for each."""

from collections.abc import Mapping, Sequence
from typing import Final

from longbeard.engine.look import Weight
from longbeard.engine.telling import Namer, Row, named_seat, numbered
from longbeard.games.the_wizard_always_wins import notation, odds
from longbeard.games.the_wizard_always_wins import words as say
from longbeard.games.the_wizard_always_wins.bag import GEM
from longbeard.games.the_wizard_always_wins.box import FateBox
from longbeard.games.the_wizard_always_wins.pieces import KINDS, VALUES
from longbeard.games.the_wizard_always_wins.pieces import TOKEN as ELEMENT_TOKEN
from longbeard.games.the_wizard_always_wins.sets import element_of

DEALT: Final = 0
HAND: Final = 1
PLACE: Final = 2
ROUND: Final = 3
TURN: Final = 4
TAKES: Final = 5
DRAWS: Final = 6
DRAWN: Final = 7
NOTHING_TO_DRAW: Final = 8
REFILL: Final = 9
LOOKS: Final = 10
SEES: Final = 11
KEEPS: Final = 12
KEPT: Final = 13
DISCARDS: Final = 14
PLAYS: Final = 15
NOTHING_TO_PLAY: Final = 16
TRADES: Final = 17
NO_TRADE: Final = 18
NOTHING_TO_TRADE: Final = 19
REACHES: Final = 20
TOKEN: Final = 21
ADDS_GEM: Final = 22
NO_GEM_LEFT: Final = 23
LEVEL_UP: Final = 24
DIAL_END: Final = 25
KEEPS_TOKEN: Final = 26
RETURNED: Final = 27
FATE: Final = 28
MISSES: Final = 29
TURNS_IN: Final = 30
DONE: Final = 31
MARKER: Final = 32
WINS: Final = 33
TRADED: Final = 34
FATE_TOKEN: Final = 35
BREATH: Final = 36

# A spot's key says only what everybody who sees it can read off it: `character.oracle`, `2.snail-token`.
BAG: Final = "bag"
MOUTH: Final = "bag.mouth"
DRAW: Final = "draw"
DECK: Final = "deck"
DISCARDED: Final = "discards"
LOOKED: Final = "looked"
BOARD: Final = "{seat:#}.board"
IN_HAND: Final = "{seat:#}.hand"
LEVEL: Final = "{seat:#}.level"
GEMS: Final = "{seat:#}.gems"

CARDS: Final = "no cards|1 card|# cards"
TOKENS: Final = "no tokens|1 token|# tokens"

NAMERS: Final[Mapping[str, Namer]] = {
    "seat": named_seat,
    "other": named_seat,
    "owner": named_seat,
    "card": lambda box, names, card: say.card(box, card),
    "mine": lambda box, names, piece: say.piece(box, piece),
    "theirs": lambda box, names, piece: say.piece(box, piece),
    "token": lambda box, names, token: say.token(box, token),
    "element": lambda box, names, element: box.element_names[element],
    "character": lambda box, names, character: box.character_names[character],
    "mix": lambda box, names, mix: say.mix(box, mix),
}

More = Mapping[str, str | int]
Names = Sequence[str]


def _card(box: FateBox, names: Names, data: Sequence[int]) -> More:
    return {"slug": notation.card_name(box, data[1])}


def _played(box: FateBox, names: Names, data: Sequence[int]) -> More:
    element = data[1] // VALUES
    return {"slug": notation.piece_name(box, element * KINDS + data[1] % VALUES)}


def _kept(box: FateBox, names: Names, data: Sequence[int]) -> More:
    return {"slug": notation.piece_name(box, data[1] * KINDS + ELEMENT_TOKEN)}


def _taken(box: FateBox, names: Names, data: Sequence[int]) -> More:
    return {"slug": box.characters[data[1]]}


def _gem(box: FateBox, names: Names, data: Sequence[int]) -> More:
    return {"token": GEM + data[0]}


def _traded(box: FateBox, names: Names, data: Sequence[int]) -> More:
    """Return the piece that goes from one player to the other."""
    return {"slug": notation.piece_name(box, data[1])}


def _turned_in(box: FateBox, names: Names, data: Sequence[int]) -> More:
    return {"element": int(element_of(box, data[1])), "sets": int(box.mix_sets[data[1]])}


def _chance(draws: int, gems: int, tokens: int) -> More:
    return {"chance": odds.percent(*odds.chance(tokens, gems, draws))}


def _own(
    kind: int, name: str, fields: tuple[str, ...], sentence: str, place: str, weight: Weight = Weight.USUAL
) -> Row:
    """Return the row of something that happens to one player."""
    return Row(kind, name, fields, sentence, (place,), weight=weight)


def _token(kind: int, name: str, weight: Weight) -> Row:
    """Return the row of a token that comes out of the bag."""
    return Row(
        kind,
        name,
        ("seat", "token", "number"),
        ("Token {number}: {token}.", "Token {number}: a gem of {owner:yours|#'s}."),
        (BAG, "bag.{token:#}"),
        (MOUTH, "draw.{number}"),
        weight,
        pick=lambda data: int(data[1] >= GEM),
        more=lambda box, names, data: {"owner": data[1] - GEM} if data[1] >= GEM else {},
    )


ROWS: Final = numbered(
    [
        Row(
            DEALT,
            "dealt",
            ("seat", "cards"),
            f"{{seat:You are|# is}} dealt {{cards:{CARDS}}}.",
            (DECK, IN_HAND),
            (DECK, IN_HAND),
        ),
        Row(
            HAND,
            "hand",
            ("seat", "card"),
            "Dealt: {card}.",
            ("hand.{slug}",),
            weight=Weight.TRIVIAL,
            more=_card,
        ),
        _own(PLACE, "place", ("seat", "place"), "{seat:Your|#'s} marker goes onto space {place}.", BOARD,
             Weight.TRIVIAL),
        Row(ROUND, "round", ("round",), "Round {round}."),
        _own(TURN, "turn", ("seat",), "{seat:Your|#'s} turn.", BOARD, Weight.TRIVIAL),
        Row(
            TAKES,
            "takes",
            ("seat", "character"),
            "{seat:You take|# takes} the {character}.",
            ("character.{slug}",),
            ("character.{slug}", "{seat:#}.as"),
            more=_taken,
        ),
        Row(
            DRAWS,
            "draws",
            ("seat",),
            "{seat:You draw|# draws} a card.",
            (DECK, IN_HAND),
            (DECK, IN_HAND),
            Weight.TRIVIAL,
        ),
        Row(DRAWN, "drawn", ("seat", "card"), "Drawn: {card}.", ("hand.{slug}",), more=_card),
        _own(
            NOTHING_TO_DRAW,
            "nothing-to-draw",
            ("seat",),
            "There is no card left for {seat:you|#} to draw.",
            DECK,
        ),
        Row(
            REFILL,
            "refill",
            ("cards",),
            f"The discards become the new deck: {{cards:{CARDS}}}.",
            (DECK,),
            (DISCARDED, DECK),
        ),
        Row(
            LOOKS,
            "looks",
            ("seat", "cards"),
            f"{{seat:You look|# looks}} at the next {{cards:{CARDS}}}.",
            (DECK,),
            (DECK, LOOKED),
        ),
        Row(SEES, "sees", ("seat", "card"), "Seen: {card}.", ("looked.{slug}",), more=_card),
        Row(KEEPS, "keeps", ("seat",), "{seat:You keep|# keeps} one of them.", (IN_HAND,), (LOOKED, IN_HAND)),
        Row(KEPT, "kept", ("seat", "card"), "Kept: {card}.", ("hand.{slug}",), more=_card),
        Row(
            DISCARDS,
            "discards",
            ("seat", "card"),
            "{seat:You discard|# discards} {card}.",
            (DISCARDED,),
            (LOOKED, DISCARDED),
        ),
        Row(
            PLAYS,
            "plays",
            ("seat", "card"),
            "{seat:You play|# plays} {card}.",
            ("{seat:#}.{slug}",),
            (IN_HAND, "{seat:#}.{slug}"),
            more=_played,
        ),
        _own(NOTHING_TO_PLAY, "nothing-to-play", ("seat",), "{seat:You have|# has} no card to play.",
             IN_HAND),
        # A trade is told once, and crosses over: the other piece's way is TRADED.
        Row(
            TRADES,
            "trades",
            ("seat", "mine", "other", "theirs"),
            "{seat:You trade|# trades} a {mine} for {other:your|#'s} {theirs}.",
            ("{other:#}.{slug}",),
            ("{seat:#}.{slug}", "{other:#}.{slug}"),
            Weight.DRAMATIC,
            more=_traded,
        ),
        _own(NO_TRADE, "no-trade", ("seat",), "{seat:You do|# does} not trade.", BOARD),
        _own(
            NOTHING_TO_TRADE,
            "nothing-to-trade",
            ("seat",),
            "There is nothing for {seat:you|#} to trade.",
            BOARD,
        ),
        Row(
            REACHES,
            "reaches",
            ("seat", "tokens", "inside"),
            f"{{seat:You reach|# reaches}} into the Bag of Fate for {{tokens:{TOKENS}}}.",
            (BAG,),
        ),
        _token(TOKEN, "token", Weight.USUAL),
        Row(
            ADDS_GEM,
            "adds-gem",
            ("seat", "gems"),
            "{seat:You put|# puts} a gem into the bag and {seat:have|has} {gems} in it.",
            (BAG, GEMS),
            (GEMS, "bag.{token:#}"),
            more=_gem,
        ),
        _own(NO_GEM_LEFT, "no-gem-left", ("seat",), "{seat:You have|# has} no gem left to put into the bag.",
             GEMS),
        _own(LEVEL_UP, "level-up", ("seat", "level"), "{seat:You rise|# rises} to level {level}.", LEVEL),
        _own(
            DIAL_END,
            "dial-end",
            ("seat", "level"),
            "{seat:You are|# is} at the end of the dial and {seat:stay|stays} at level {level}.",
            LEVEL,
        ),
        Row(
            KEEPS_TOKEN,
            "keeps-token",
            ("seat", "element"),
            "{seat:You keep|# keeps} the {element} token.",
            ("{seat:#}.{slug}",),
            (DRAW, "{seat:#}.{slug}"),
            more=_kept,
        ),
        Row(
            RETURNED,
            "returned",
            ("seat", "tokens"),
            f"Back into the bag: {{tokens:{TOKENS}}}.",
            (BAG,),
            (DRAW, MOUTH),
            Weight.TRIVIAL,
        ),
        Row(
            FATE,
            "fate",
            ("seat", "tokens", "gems", "inside"),
            f"{{seat:You reach|# reaches}} into the Bag of Fate for {{tokens:{TOKENS}}} of {{inside}}, "
            "with {gems:no gems|1 gem|# gems} in it: {chance} to win.",
            (BAG,),
            weight=Weight.DRAMATIC,
            more=lambda box, names, data: _chance(data[1], data[2], data[3]),
        ),
        Row(
            MISSES,
            "misses",
            ("seat", "tokens"),
            "No gem of {seat:yours|#'s} among them: everything goes back into the bag.",
            (BAG,),
            (DRAW, MOUTH),
        ),
        Row(
            TURNS_IN,
            "turns-in",
            ("seat", "mix"),
            "{seat:You turn|# turns} in {mix}{sets:| as # sets}.",
            ("{seat:#}.element.{element:#}",),
            ("{seat:#}.element.{element:#}", DISCARDED),
            more=_turned_in,
        ),
        _own(DONE, "done", ("seat",), "{seat:You turn|# turns} in nothing more.", BOARD, Weight.TRIVIAL),
        _own(MARKER, "marker", ("seat", "place"), "{seat:Your|#'s} marker goes onto space {place}.", BOARD,
             Weight.TRIVIAL),
        Row(
            WINS,
            "wins",
            ("seat", "number", "tokens", "gems", "inside"),
            "{seat:You win|# wins} with token {number} of {tokens}: a gem of {seat:your|#'s} own. "
            "The odds of that draw were "
            "{chance} ({gems:no gems|1 gem|# gems} among {inside} tokens).",
            (BAG, BOARD),
            weight=Weight.DRAMATIC,
            more=lambda box, names, data: _chance(data[2], data[3], data[4]),
        ),
        Row(
            TRADED,
            "traded",
            ("seat", "mine", "other"),
            "",
            ("{other:#}.{slug}",),
            ("{seat:#}.{slug}", "{other:#}.{slug}"),
            more=_traded,
        ),
        _token(FATE_TOKEN, "fate-token", Weight.DRAMATIC),
        Row(
            BREATH,
            "breath",
            ("seat", "gems", "inside"),
            "One token left: {chance} for a gem of {seat:yours|#'s}.",
            (BAG,),
            weight=Weight.DRAMATIC,
            more=lambda box, names, data: _chance(1, data[1], data[2]),
        ),
    ]
)  # fmt: skip
CITES: Final = {
    "dealt": "S2",
    "hand": "S2",
    "place": "S3",
    "round": "R1",
    "turn": "R1",
    "takes": "R1",
    "draws": "R2",
    "drawn": "R2",
    "nothing-to-draw": "R2",
    "refill": "R10",
    "looks": "C3",
    "sees": "C3",
    "keeps": "C3",
    "kept": "C3",
    "discards": "C3",
    "plays": "R3",
    "nothing-to-play": "R3",
    "trades": "R7",
    "no-trade": "R7",
    "nothing-to-trade": "R7",
    "reaches": "R4",
    "token": "R4",
    "adds-gem": "R4",
    "no-gem-left": "R8",
    "level-up": "R4",
    "dial-end": "R8",
    "keeps-token": "R4",
    "returned": "R4",
    "fate": "R5",
    "misses": "R5",
    "turns-in": "E1",
    "done": "E1",
    "marker": "R9",
    "wins": "Z1",
    "fate-token": "R5",
    "breath": "R5",
}
"""Number of the rule behind each kind of event."""
