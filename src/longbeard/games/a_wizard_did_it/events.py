"""Events of A Wizard Did It…: the kinds by number, and a row for each with its words.

A knight is the seat of its wizard; a stack is seat * 3 + location; "…" are any number of them.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from longbeard.engine.look import Weight
from longbeard.engine.telling import Namer, Row, Value, joined, named_seat, numbered
from longbeard.games.a_wizard_did_it.box import LOCATIONS, NO_CARD, RoadBox
from longbeard.games.a_wizard_did_it.printed import rival_in

# Setup and Wizard's Phase
FIRST: Final = 0
GOAL_DEALT: Final = 1
DEALT: Final = 2
DRAWS: Final = 3
DRAWN: Final = 4  # whispered
DECK_OUT: Final = 5
PLAYS: Final = 6
ONLY_ITEMS: Final = 7  # an item went on an item, so the whole hand was items (W9)
SWAPS: Final = 8  # with the cards as they lie afterwards
SWAPS_NOTHING: Final = 9

# Knight's Phase
KNIGHTS_PHASE: Final = 10
TURN: Final = 11
GOES_TO: Final = 12
REVEALS: Final = 13
IN_SPACE: Final = 14  # … and cards…, top first
LURKING: Final = 15  # the same
SURPRISE: Final = 16  # the same
GOAL: Final = 17
NO_MONSTER: Final = 18
ENCOUNTER: Final = 19  # … and cards…
MONSTERS: Final = 20  # … and for each part: reason, card or combo, strength
KNIGHT: Final = 21  # … and for each item: card, bonus
WINS: Final = 22
LOSES: Final = 23
TAKES: Final = 24
LEAVES: Final = 25
VALOR: Final = 26  # … and for each card: card, change
WAITS: Final = 27
CASTLE: Final = 28
PRINCESS: Final = 29
SCORE: Final = 30  # … and for each goal met: goal, points
WON: Final = 31
TIE: Final = 32

# The reasons for the monsters' strength (K6).
PAIR: Final = 0  # a combo
LONE: Final = 1  # a card
HOME: Final = 2  # a card
ADDED: Final = 3  # a card: With Laser Beams

DECK_SPOT: Final = "deck"
DISCARDS_SPOT: Final = "discards"
HAND_SPOT: Final = "{seat:#}.hand"
GOAL_SPOT: Final = "{seat:#}.goal.{slug}"
SCORE_SPOT: Final = "{seat:#}.score"
KNIGHT_SPOT: Final = "{knight:#}.knight"
ITEMS_SPOT: Final = "{knight:#}.items"
CASTLE_SPOT: Final = "castle"
ENCOUNTER_SPOT: Final = "encounter"
DRAWN_SPOT: Final = "turned-over"
SITE_SPOT: Final = "{knight:#}.{place}"
TOP_SPOT: Final = "{knight:#}.{place}.top"
GOAL_CALLED: Final = "{before}{whose:your|#'s}{whom:you|#}{after}"

Names = Sequence[str]
Places = Mapping[str, Value]


# ── numbers in words ──────────────────────────────────────────────────────────────────────────────


def short_place(box: RoadBox, location: int) -> str:
    """Return a location's name without its article: `Forest`."""
    return box.places[location].removeprefix("The ")


def stack_key(box: RoadBox, stack: int) -> str:
    """Return the key of a stack, by owner and location, for notation and page: `1.forest`."""
    return f"{stack // LOCATIONS}.{box.locations[stack % LOCATIONS]}"


def _card(box: RoadBox, names: Names, card: int) -> str:
    return box.names[card]


NAMERS: Final[Mapping[str, Namer]] = {
    "seat": named_seat,
    "knight": named_seat,
    "owner": named_seat,
    "lower_owner": named_seat,
    "higher_owner": named_seat,
    "whose": named_seat,
    "whom": named_seat,
    "card": _card,
    "item": _card,
    "on_lower": _card,
    "on_higher": _card,
    "location": lambda box, names, location: box.places_at[location],
}


def _tallied(names: Sequence[str]) -> str:
    """List cards in their order, copies together: `Bear, 2 × Pigeon and Kung Fu`."""
    different = list(dict.fromkeys(names))
    return joined([f"{names.count(name)} × {name}" if names.count(name) > 1 else name for name in different])


def _stop(last: str) -> str:
    """Return a full stop, unless a card's name ends in a mark of its own."""
    return "" if last.endswith("!") else "."


def in_twos(data: Sequence[int]) -> list[tuple[int, int]]:
    """Return numbers in pairs."""
    return [(data[at], data[at + 1]) for at in range(0, len(data), 2)]


def in_threes(data: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return numbers in threes."""
    return [(data[at], data[at + 1], data[at + 2]) for at in range(0, len(data), 3)]


def strength_reason(box: RoadBox, reason: int, what: int) -> str:
    """Return why monsters have some strength (K6), in words."""
    if reason == PAIR:
        return f"the pair {box.combo_names[what]}"
    return f"home turf of the {box.names[what]}" if reason == HOME else box.names[what]


# ── what a row needs besides its fields ───────────────────────────────────────────────────────────


def _of_goal(box: RoadBox, names: Names, data: Sequence[int]) -> Places:
    """Return the places of a goal's sentence; the rival is called by name, or "you"."""
    before, whose, whom, after = rival_in(box.goal_names[data[1]])
    rival = 1 - data[0]
    return {
        "slug": box.goals[data[1]],
        "points": int(box.goal_points[data[1]]),
        "before": before,
        "whose": rival if whose else "",
        "whom": rival if whom else "",
        "after": after,
    }


def _of_card(box: RoadBox, names: Names, data: Sequence[int]) -> Places:
    return {"slug": box.slugs[data[1]], "stop": _stop(box.names[data[1]])}


def _of_play(box: RoadBox, names: Names, data: Sequence[int]) -> Places:
    owner, location = divmod(data[2], LOCATIONS)
    return {"stack_key": stack_key(box, data[2]), "owner": owner, "site": short_place(box, location)}


def _of_swap(box: RoadBox, names: Names, data: Sequence[int]) -> Places:
    places: dict[str, Value] = {"swap": box.names[box.swap]}
    for name, stack in (("lower", data[1]), ("higher", data[2])):
        owner, location = divmod(stack, LOCATIONS)
        places |= {f"{name}_key": stack_key(box, stack), f"{name}_owner": owner}
        places[f"{name}_site"] = short_place(box, location)
    return places


def _swap_name(box: RoadBox, names: Names, data: Sequence[int]) -> Places:
    return {"swap": box.names[box.swap]}


def _at_second(box: RoadBox, names: Names, data: Sequence[int]) -> Places:
    return {"place": box.locations[data[1]]}


def _of_reveal(box: RoadBox, names: Names, data: Sequence[int]) -> Places:
    return {"place": box.locations[data[2]], "stop": _stop(box.names[data[1]])}


def _of_taken(box: RoadBox, names: Names, data: Sequence[int]) -> Places:
    cards = joined([box.names[card] for card in data[2:]])
    return {"place": box.locations[data[1]], "cards": cards, "stop": _stop(cards)}


def _at_third(box: RoadBox, names: Names, data: Sequence[int]) -> Places:
    return {"place": box.locations[data[2]]}


def _of_encounter(box: RoadBox, names: Names, data: Sequence[int]) -> Places:
    item = box.names[data[2]]
    return {
        "place": box.locations[data[1]],
        "cards": _tallied([box.names[card] for card in data[3:]]),
        "an_item": f"an {item}" if item[0] in "AEIOU" else f"a {item}",
    }


def _of_monsters(box: RoadBox, names: Names, data: Sequence[int]) -> Places:
    parts = in_threes(data[2:])
    return {"terms": " + ".join(f"{part[2]} ({strength_reason(box, part[0], part[1])})" for part in parts)}


def _of_knight(box: RoadBox, names: Names, data: Sequence[int]) -> Places:
    return {"terms": " + ".join(f"{bonus} ({box.names[item]})" for item, bonus in in_twos(data[4:]))}


def _knights_sum(data: Sequence[int]) -> int:
    """Pick the sentence about the knight's sum: with Kung Fu, without items, or with some."""
    return (2 if not data[3] else 0) + int(len(data) > 4)


def _of_item(box: RoadBox, names: Names, data: Sequence[int]) -> Places:
    return {"bonus": f"{box.bonus[data[1]]:+}"}


def _of_valor(box: RoadBox, names: Names, data: Sequence[int]) -> Places:
    reasons = [
        f"{data[3]:+} for the win",
        *(f"{gain:+} {box.names[card]}" for card, gain in in_twos(data[4:])),
    ]
    fight, knight = ENCOUNTER_SPOT, f"{data[0]}.valor"
    flight = (fight, knight) if data[1] > 0 else (knight, fight) if data[1] < 0 else (knight, knight)
    return {
        "lost": -data[1],
        "reasons": ", ".join(reasons),
        "valor_from": flight[0],
        "valor_to": flight[1],
    }


def _valor_change(data: Sequence[int]) -> int:
    """Pick the sentence about Valor: lost, kept after a defeat, gained, or gained only down to the floor."""
    if data[3] < 0:
        return 0 if data[1] else 1
    return 2 if data[3] + sum(data[5::2]) >= 0 else 3


def _of_score(box: RoadBox, names: Names, data: Sequence[int]) -> Places:
    parts = [f"{data[2]} (Valor)"]
    if data[3]:
        parts.append(f"{data[3]} (Princess)")
    parts += [f"{points} ({box.goal_names[goal]})" for goal, points in in_twos(data[4:])]
    return {"terms": " + ".join(parts)}


def _all_names(box: RoadBox, names: Names, data: Sequence[int]) -> Places:
    return {"everyone": tuple(range(len(names)))}


def _taken(kind: int, name: str, said: str, path: tuple[str, ...] = ()) -> Row:
    """Return the row of a stack modifier that took cards away, which it names."""
    return Row(
        kind,
        name,
        ("knight", "location"),
        (f"{said}: nothing, for no card is left there.", f"{said}: {{cards}}{{stop}}"),
        (SITE_SPOT,),
        path,
        pick=lambda data: int(len(data) > 2),
        more=_of_taken,
    )


ROWS: Final = numbered(
    [
        Row(
            FIRST,
            "first",
            ("seat",),
            "{seat:You play|# plays} first.",
            ("{seat:#}.knight",),
            weight=Weight.TRIVIAL,
        ),
        Row(
            GOAL_DEALT,
            "goal-dealt",
            ("seat", "goal"),
            f"{{seat:You have|# has}} a goal worth {{points:1 point|# points}}: {GOAL_CALLED}.",
            (GOAL_SPOT,),
            more=_of_goal,
        ),
        Row(
            DEALT,
            "dealt",
            ("seat", "cards"),
            "{seat:You are|# is} dealt {cards:1 card|# cards}.",
            (DECK_SPOT, HAND_SPOT),
            (DECK_SPOT, HAND_SPOT),
        ),
        Row(
            DRAWS,
            "draws",
            ("seat",),
            "{seat:You draw|# draws} a card.",
            (DECK_SPOT, HAND_SPOT),
            (DECK_SPOT, HAND_SPOT),
            Weight.TRIVIAL,
        ),
        Row(
            DRAWN,
            "drawn",
            ("seat", "card"),
            "{seat:You get|# gets} {card}{stop}",
            ("hand.{slug}",),
            more=_of_card,
        ),
        Row(DECK_OUT, "deck-out", (), "That was the last card of the deck.", (DECK_SPOT,)),
        Row(
            PLAYS,
            "plays",
            ("seat", "card", "stack"),
            (
                "{seat:You play|# plays} {card} on {owner:your|#'s} {site}.",
                "{seat:You play|# plays} {card} on {seat:your|their} own {site}.",
            ),
            ("{stack_key}",),
            (HAND_SPOT, "{stack_key}.top"),
            pick=lambda data: int(data[0] == data[2] // LOCATIONS),
            more=_of_play,
        ),
        Row(
            ONLY_ITEMS,
            "only-items",
            ("seat",),
            "{seat:You hold|# holds} nothing but items, so one may go on another.",
            (HAND_SPOT,),
        ),
        Row(
            SWAPS,
            "swaps",
            ("seat", "lower", "higher", "on_lower", "on_higher"),
            "{seat:You play|# plays} {swap}: {on_higher} goes from {lower_owner:your|#'s} {lower_site} "
            "to {higher_owner:your|#'s} {higher_site}, and {on_lower} the other way.",
            ("{lower_key}", "{higher_key}"),
            ("{lower_key}.top", "{higher_key}.top", "{higher_key}.top", "{lower_key}.top"),
            more=_of_swap,
        ),
        Row(
            SWAPS_NOTHING,
            "swaps-nothing",
            ("seat",),
            "{seat:You play|# plays} {swap}, and there is nothing to swap.",
            (DISCARDS_SPOT,),
            (HAND_SPOT, DISCARDS_SPOT),
            more=_swap_name,
        ),
        Row(
            KNIGHTS_PHASE,
            "knights-phase",
            ("knight",),
            "The roads are built. The Knight's Phase begins with {knight:your|#'s} knight.",
            (KNIGHT_SPOT,),
            weight=Weight.DRAMATIC,
        ),
        Row(
            TURN,
            "turn",
            ("knight",),
            "It is the turn of {knight:your|#'s} knight.",
            (KNIGHT_SPOT,),
            weight=Weight.TRIVIAL,
        ),
        Row(
            GOES_TO,
            "goes-to",
            ("knight", "location"),
            "{knight:Your|#'s} knight is {location}.",
            (KNIGHT_SPOT, SITE_SPOT),
            weight=Weight.TRIVIAL,
            more=_at_second,
        ),
        Row(
            REVEALS,
            "reveals",
            ("knight", "card", "location"),
            "{knight:Your|#'s} knight turns over: {card}{stop}",
            (DRAWN_SPOT,),
            (TOP_SPOT, DRAWN_SPOT),
            Weight.TRIVIAL,
            more=_of_reveal,
        ),
        _taken(IN_SPACE, "in-space", "Out of the stack and into space", (TOP_SPOT, DISCARDS_SPOT)),
        _taken(LURKING, "lurking", "Now lurking at the bottom of the stack"),
        _taken(SURPRISE, "surprise", "Surprise! From the bottom to the top of the stack"),
        Row(
            GOAL,
            "goal",
            ("seat", "goal", "points"),
            f"{{seat:You meet|# meets}} a goal: {GOAL_CALLED} ({{points:1 point|# points}}).",
            (GOAL_SPOT,),
            weight=Weight.DRAMATIC,
            more=_of_goal,
        ),
        Row(
            NO_MONSTER,
            "no-monster",
            ("knight", "item", "location"),
            (
                "No monster shows itself {location}: on goes the journey.",
                "No monster shows itself {location}: the {item} is for the taking.",
            ),
            (SITE_SPOT,),
            pick=lambda data: int(data[1] != NO_CARD),
            more=_at_third,
        ),
        Row(
            ENCOUNTER,
            "encounter",
            ("knight", "location", "item"),
            (
                "An encounter {location}: {cards}; no item is at stake.",
                "An encounter {location}: {cards}; at stake is {an_item}.",
            ),
            (ENCOUNTER_SPOT,),
            weight=Weight.TRIVIAL,
            pick=lambda data: int(data[2] != NO_CARD),
            more=_of_encounter,
        ),
        Row(
            MONSTERS,
            "monsters",
            ("knight", "strength"),
            ("The monsters: {strength}.", "The monsters: {terms} = {strength}."),
            (ENCOUNTER_SPOT,),
            pick=lambda data: int(len(data) > 2),
            more=_of_monsters,
        ),
        Row(
            KNIGHT,
            "knight",
            ("knight", "strength", "valor", "valor_only"),
            (
                "{knight:Your|#'s} knight: {valor} (Valor) = {strength}; "
                "Kung Fu, but there are no items to miss.",
                "{knight:Your|#'s} knight: {valor} (Valor) = {strength}; Kung Fu, so no item helps.",
                "{knight:Your|#'s} knight: {valor} (Valor) = {strength}; no items yet.",
                "{knight:Your|#'s} knight: {valor} (Valor) + {terms} = {strength}.",
            ),
            (ENCOUNTER_SPOT,),
            pick=_knights_sum,
            more=_of_knight,
        ),
        Row(
            WINS,
            "wins",
            ("knight", "strength", "monsters"),
            (
                "{strength} against {monsters}: {knight:your|#'s} knight wins!",
                "{strength} against {monsters}, and a tie is a win: {knight:your|#'s} knight wins!",
            ),
            (ENCOUNTER_SPOT,),
            weight=Weight.DRAMATIC,
            pick=lambda data: int(data[1] == data[2]),
        ),
        Row(
            LOSES,
            "loses",
            ("knight", "strength", "monsters"),
            "{strength} against {monsters}: {knight:your|#'s} knight loses, and the turn is over.",
            (ENCOUNTER_SPOT,),
            weight=Weight.DRAMATIC,
        ),
        Row(
            TAKES,
            "takes",
            ("knight", "item"),
            "{knight:Your|#'s} knight takes the {item}: {bonus} from now on.",
            (ITEMS_SPOT,),
            (DRAWN_SPOT, "{knight:#}.pouch"),
            more=_of_item,
        ),
        Row(
            LEAVES,
            "leaves",
            ("knight", "item"),
            "The {item} is discarded.",
            (DISCARDS_SPOT,),
            (DRAWN_SPOT, DISCARDS_SPOT),
        ),
        Row(
            VALOR,
            "valor",
            ("knight", "change", "after", "outcome"),
            (
                "{knight:Your|#'s} knight loses {lost} Valor and has {after}.",
                "{knight:Your|#'s} knight keeps the last {after} Valor.",
                "{knight:Your|#'s} knight gains {change:no|1|#} Valor ({reasons}) and has {after}.",
                "{knight:Your|#'s} knight gains no Valor ({reasons}, never less than none) and has {after}.",
            ),
            (ITEMS_SPOT,),
            ("{valor_from}", "{valor_to}"),
            pick=_valor_change,
            more=_of_valor,
        ),
        Row(
            WAITS,
            "waits",
            ("knight",),
            "{knight:Your|#'s} knight waits at the Castle, so the turn comes back.",
            (KNIGHT_SPOT, CASTLE_SPOT),
            weight=Weight.TRIVIAL,
        ),
        Row(
            CASTLE,
            "castle",
            ("knight",),
            "{knight:Your|#'s} knight has no more cards ahead and reaches the Castle.",
            (KNIGHT_SPOT, CASTLE_SPOT),
        ),
        Row(
            PRINCESS,
            "princess",
            ("knight", "points"),
            "{knight:Your|#'s} knight is the first there and takes the Princess: {points:1 point|# points}.",
            (KNIGHT_SPOT, CASTLE_SPOT),
            weight=Weight.DRAMATIC,
        ),
        Row(
            SCORE,
            "score",
            ("seat", "total", "valor", "princess"),
            "{seat:Your|#'s} goal points: {terms} = {total}.",
            (SCORE_SPOT,),
            more=_of_score,
        ),
        Row(
            WON,
            "won",
            ("seat", "points"),
            "{seat:You win|# wins} with {points:1 goal point|# goal points} and {seat:join|joins} the Guild.",
            (SCORE_SPOT,),
            weight=Weight.DRAMATIC,
        ),
        Row(
            TIE,
            "tie",
            ("points",),
            "{everyone:You} have {points:1 goal point|# goal points} each and share the win.",
            weight=Weight.DRAMATIC,
            more=_all_names,
        ),
    ]
)
EVENT_NAMES: Final = tuple(row.name for row in ROWS)
CITES: Final = {
    "first": "W1",
    "goal-dealt": "S1",
    "dealt": "S2",
    "draws": "W4",
    "drawn": "W4",
    "deck-out": "W5",
    "plays": "W1",
    "only-items": "W9",
    "swaps": "W8",
    "swaps-nothing": "W8",
    "knights-phase": "K1",
    "turn": "K10",
    "goes-to": "K3",
    "reveals": "K2",
    "in-space": "K14",
    "lurking": "K14",
    "surprise": "K15",
    "goal": "K16",
    "no-monster": "K5",
    "encounter": "K3",
    "monsters": "K6",
    "knight": "K7",
    "wins": "K8",
    "loses": "K8",
    "takes": "K9",
    "leaves": "K10",
    "valor": "K9",
    "waits": "K10",
    "castle": "K12",
    "princess": "K12",
    "score": "P1",
    "won": "P1",
    "tie": "P1",
}
"""Number of the rule behind each kind of event."""
