"""Pictures for the rulebook, from matches played for them: fights, and a stack modifier at work."""

from collections.abc import Callable, Sequence
from typing import Final

from longbeard.engine.examples import NAMES, Moment, Shelf, find, spread, told
from longbeard.engine.piece import CARD, Example
from longbeard.engine.story import Event
from longbeard.games.a_wizard_did_it import drawings, events, rules
from longbeard.games.a_wizard_did_it.box import NO_CARD, RoadBox

CLOTH: Final = ("#1c2f4f", "#1d4a3c")
TALL: Final = CARD[1] / CARD[0]
WIDTH: Final = 196.0
FEW: Final = 4
"""Most cards of an encounter that are shown beside each other."""
AFTERWARDS: Final = (events.TAKES, events.LEAVES, events.VALOR)

Found = Moment[rules.AWizardDidIt]
Fight = list[Event]


def examples(box: RoadBox) -> list[Example]:
    """Return the pictures that matches with this box give."""
    table = rules.table(box, 2, {"first": "0", "memory": "off"})
    found = []
    for rule, wanted in (("K9", _won_against_a_pair), ("K10", _lost_to_kung_fu)):
        moment = find(table, _with_fight(wanted))
        if moment is not None:
            found.append(_of_fight(box, rule, next(filter(wanted, _fights(moment)))))
    moved = find(table, lambda moment: _move(moment) is not None)
    if moved is not None:
        found.append(_of_move(box, moved))
    return found


# ── fights ────────────────────────────────────────────────────────────────────────────────────────


def _fights(moment: Found) -> list[Fight]:
    """Return the encounters of a move: all events from the encounter to the Valor that it cost or brought."""
    fights: list[Fight] = []
    for event in moment.events:
        if event.kind == events.ENCOUNTER:
            fights.append([])
        if fights and (not fights[-1] or fights[-1][-1].kind != events.VALOR):
            fights[-1].append(event)
    return fights


def _part(fight: Fight, kind: int) -> Sequence[int]:
    """Return the numbers of the fight's event of a kind; empty if there is no such event."""
    return next((event.data for event in fight if event.kind == kind), ())


def _met(fight: Fight) -> list[int]:
    data = _part(fight, events.ENCOUNTER)
    return [*data[3:], *([data[2]] if data[2] != NO_CARD else [])]


def _small(fight: Fight) -> bool:
    return _part(fight, events.ENCOUNTER)[2] != NO_CARD and len(_met(fight)) <= FEW


def _won_against_a_pair(fight: Fight) -> bool:
    """Return whether a fight is a win with an item over a pair, one of whom is at home."""
    reasons = [reason for reason, what, strength in events.in_threes(_part(fight, events.MONSTERS)[2:])]
    items = _part(fight, events.KNIGHT)[4:]
    won = bool(_part(fight, events.WINS))
    return won and _small(fight) and {events.PAIR, events.HOME} <= {*reasons} and 0 < len(items) <= 6


def _lost_to_kung_fu(fight: Fight) -> bool:
    """Return whether a fight is a defeat of a knight whose items do not help."""
    knight = _part(fight, events.KNIGHT)
    return bool(_part(fight, events.LOSES)) and _small(fight) and bool(knight[3]) and len(knight) > 4


def _with_fight(wanted: Callable[[Fight], bool]) -> Callable[[Found], bool]:
    return lambda moment: any(map(wanted, _fights(moment)))


def _of_fight(box: RoadBox, rule: str, fight: Fight) -> Example:
    fronts = {piece.key: piece.front for piece in drawings.pieces(box)}
    strength = _part(fight, events.MONSTERS)[1]
    knight = _part(fight, events.KNIGHT)
    at_stake = _part(fight, events.ENCOUNTER)[2]
    items = [item for item, bonus in events.in_twos(knight[4:])]
    helped = "Valor alone" if knight[3] else f"Valor {knight[2]} and what it carries"
    picture = spread(
        f"awdi-example-{rule}",
        [
            Shelf(
                f"The monsters: {strength}. At stake: {box.names[at_stake]}",
                [fronts[f"card-{box.slugs[card]}"] for card in _met(fight)],
                WIDTH,
                TALL,
            ),
            Shelf(
                f"{NAMES[knight[0]]}’s knight: {knight[1]} ({helped})",
                [fronts[f"knight-{knight[0]}"], *(fronts[f"card-{box.slugs[item]}"] for item in items)],
                WIDTH * 0.62,
                TALL,
            ),
        ],
        *CLOTH,
    )
    return Example(rule, told(box, events.ROWS, events.NAMERS, fight), picture)


# ── stack modifiers ───────────────────────────────────────────────────────────────────────────────


def _move(moment: Found) -> tuple[Event, Event] | None:
    """Return a stack modifier that was turned over, and the two cards that it took."""
    for turned, took in zip(moment.events, moment.events[1:], strict=False):
        if turned.kind == events.REVEALS and took.kind == events.LURKING and len({*took.data[2:]}) == 2:
            return turned, took
    return None


def _of_move(box: RoadBox, moment: Found) -> Example:
    turned, took = _move(moment) or (moment.events[0], moment.events[0])
    fronts = {piece.key: piece.front for piece in drawings.pieces(box)}
    cards = [turned.data[1], *took.data[2:]]
    shelf = Shelf(
        "Turned over, and what it takes", [fronts[f"card-{box.slugs[card]}"] for card in cards], WIDTH, TALL
    )
    caption = told(box, events.ROWS, events.NAMERS, [turned, took])
    return Example("K14", caption, spread("awdi-example-K14", [shelf], *CLOTH))
