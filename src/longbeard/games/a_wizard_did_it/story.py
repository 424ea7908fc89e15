"""What happened in A Wizard Did It…, in words: every event as a sentence."""

from collections.abc import Callable, Sequence
from typing import Final

from longbeard.engine.story import Event
from longbeard.games.a_wizard_did_it import events
from longbeard.games.a_wizard_did_it.box import LOCATIONS, RoadBox

# In the order of events.py: the word for programs.
EVENT_NAMES: Final = (
    *("first", "goal-dealt", "dealt", "draws", "drawn", "deck-out", "plays", "only-items", "swaps"),
    *("swaps-nothing", "knights-phase", "turn", "goes-to", "reveals", "in-space", "lurking", "surprise"),
    *("goal", "no-monster", "encounter", "monsters", "knight", "wins", "loses", "takes", "leaves", "valor"),
    *("waits", "castle", "princess", "road-ends", "score", "won", "tie"),
)


def tell(box: RoadBox, event: Event, names: Sequence[str]) -> str:
    """An event as a sentence."""
    return TELLERS[event.kind](box, event.data, names)


def short_place(box: RoadBox, location: int) -> str:
    """`Forest`: the location's name without its article."""
    return box.places[location].removeprefix("The ")


def _stack(box: RoadBox, stack: int, names: Sequence[str]) -> str:
    return f"{names[stack // LOCATIONS]}'s {short_place(box, stack % LOCATIONS)}"


def _ended(sentence: str) -> str:
    """A full stop, unless a card has brought its own mark."""
    return sentence if sentence.endswith("!") else f"{sentence}."


def _cards(box: RoadBox, cards: Sequence[int]) -> str:
    return _joined([box.names[card] for card in cards]) if cards else "nothing, for no card is left there"


def _joined(parts: Sequence[str]) -> str:
    """`a, b and c`."""
    return ", ".join(parts[:-1]) + f" and {parts[-1]}" if len(parts) > 1 else parts[0]


def _tallied(names: Sequence[str]) -> str:
    """`Bear, 2 × Pigeon and Kung Fu`: cards in their order, copies together."""
    different = list(dict.fromkeys(names))
    parts = [f"{names.count(name)} × {name}" if names.count(name) > 1 else name for name in different]
    return _joined(parts)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _in_threes(data: Sequence[int]) -> list[tuple[int, int, int]]:
    return [(data[at], data[at + 1], data[at + 2]) for at in range(0, len(data), 3)]


def _in_twos(data: Sequence[int]) -> list[tuple[int, int]]:
    return [(data[at], data[at + 1]) for at in range(0, len(data), 2)]


# ── Setup and Wizard's Phase ──────────────────────────────────────────────────────────────────────


def _first(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return f"{names[data[0]]} plays first."


def _goal_dealt(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    seat, goal = data[0], data[1]
    points = _count(box.goal_points[goal], "point", "points")
    return f"{names[seat]} has a goal worth {points}: {box.goal_names[goal]}."


def _dealt(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return f"{names[data[0]]} is dealt {_count(data[1], 'card', 'cards')}."


def _draws(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return f"{names[data[0]]} draws a card."


def _drawn(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return _ended(f"It is {box.names[data[1]]}")


def _deck_out(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return "That was the last card of the deck."


def _plays(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    seat, card, stack = data
    return f"{names[seat]} plays {box.names[card]} on {_stack(box, stack, names)}."


def _only_items(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return f"{names[data[0]]} holds nothing but items, so one may go on another."


def _swaps(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    seat, lower, higher, on_lower, on_higher = data
    here, there = _stack(box, lower, names), _stack(box, higher, names)
    return (
        f"{names[seat]} plays {box.names[box.swap]}: {box.names[on_higher]} goes from {here} to {there}, "
        f"and {box.names[on_lower]} the other way."
    )


def _swaps_nothing(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return f"{names[data[0]]} plays {box.names[box.swap]}, and there is nothing to swap."


# ── Knight's Phase ────────────────────────────────────────────────────────────────────────────────


def _knights_phase(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return f"The roads are built. The Knight's Phase begins with {names[data[0]]}'s knight."


def _turn(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return f"It is the turn of {names[data[0]]}'s knight."


def _goes_to(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return f"{names[data[0]]}'s knight is {box.places_at[data[1]]}."


def _reveals(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return _ended(f"{names[data[0]]}'s knight turns over: {box.names[data[1]]}")


def _in_space(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return _ended(f"Out of the stack and into space: {_cards(box, data[2:])}")


def _lurking(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return _ended(f"Now lurking at the bottom of the stack: {_cards(box, data[2:])}")


def _surprise(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return _ended(f"Surprise! From the bottom to the top of the stack: {_cards(box, data[2:])}")


def _goal(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    seat, goal, points = data
    return f"{names[seat]} meets a goal: {box.goal_names[goal]} ({_count(points, 'point', 'points')})."


def _no_monster(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    item, location = data[1], data[2]
    then = f"the {box.names[item]} is for the taking" if item else "on goes the journey"
    return f"No monster shows itself {box.places_at[location]}: {then}."


def _encounter(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    location, item = data[1], data[2]
    what = _tallied([box.names[card] for card in data[3:]])
    at_stake = f"at stake is {_article(box.names[item])}" if item else "no item is at stake"
    return f"An encounter {box.places_at[location]}: {what}; {at_stake}."


def _article(name: str) -> str:
    return f"an {name}" if name[0] in "AEIOU" else f"a {name}"


def _monsters(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    parts = [_part(box, *part) for part in _in_threes(data[2:])]
    return f"The monsters: {' + '.join(parts)} = {data[1]}." if parts else f"The monsters: {data[1]}."


def _part(box: RoadBox, reason: int, what: int, strength: int) -> str:
    if reason == events.PAIR:
        return f"{strength} (the pair {box.combo_names[what]})"
    if reason == events.HOME:
        return f"{strength} (home turf of the {box.names[what]})"
    return f"{strength} ({box.names[what]})"


def _knight(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    knight, strength, valor, valor_only, *items = data
    bonuses = _in_twos(items)
    line = f"{names[knight]}'s knight: {valor} (Valor)"
    if valor_only:
        why = "Kung Fu, so no item helps" if bonuses else "Kung Fu, but there are no items to miss"
        return f"{line} = {strength}; {why}."
    if not bonuses:
        return f"{line} = {strength}; no items yet."
    return f"{line} + {' + '.join(f'{bonus} ({box.names[item]})' for item, bonus in bonuses)} = {strength}."


def _wins(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    knight, strength, monsters = data
    close = ", and a tie is a win" if strength == monsters else ""
    return f"{strength} against {monsters}{close}: {names[knight]}'s knight wins!"


def _loses(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    knight, strength, monsters = data
    return f"{strength} against {monsters}: {names[knight]}'s knight loses, and the turn is over."


def _takes(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return f"{names[data[0]]}'s knight takes the {box.names[data[1]]}: {box.bonus[data[1]]:+} from now on."


def _leaves(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return f"The {box.names[data[1]]} is discarded."


def _valor(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    knight, change, after, outcome, *cards = data
    who = f"{names[knight]}'s knight"
    if outcome < 0:
        return (
            f"{who} loses {-change} Valor and has {after}."
            if change
            else f"{who} keeps the last {after} Valor."
        )
    reasons = [f"{outcome:+} for the win", *(f"{gain:+} {box.names[card]}" for card, gain in _in_twos(cards))]
    asked = outcome + sum(gain for card, gain in _in_twos(cards))
    floor = ", never less than none" if asked < 0 else ""
    return f"{who} gains {change or 'no'} Valor ({', '.join(reasons)}{floor}) and has {after}."


def _waits(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return f"{names[data[0]]}'s knight waits at the Castle, so the turn comes back."


def _castle(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return f"{names[data[0]]}'s knight has no more cards ahead and reaches the Castle."


def _princess(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return f"{names[data[0]]}'s knight is the first there and takes the Princess: {data[1]} points."


def _road_ends(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return f"{names[data[0]]}'s knight has come to the end of the training road."


def _score(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    seat, total, valor, princess, *goals = data
    parts = [f"{valor} (Valor)"]
    if princess:
        parts.append(f"{princess} (Princess)")
    parts += [f"{points} ({box.goal_names[goal]})" for goal, points in _in_twos(goals)]
    return f"{names[seat]}'s goal points: {' + '.join(parts)} = {total}."


def _won(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return f"{names[data[0]]} wins with {_count(data[1], 'goal point', 'goal points')} and joins the Guild."


def _tie(box: RoadBox, data: list[int], names: Sequence[str]) -> str:
    return (
        f"{_joined(list(names))} have {_count(data[0], 'goal point', 'goal points')} each and share the win."
    )


TELLERS: Final[tuple[Callable[[RoadBox, list[int], Sequence[str]], str], ...]] = (
    *(_first, _goal_dealt, _dealt, _draws, _drawn, _deck_out, _plays, _only_items, _swaps),
    *(_swaps_nothing, _knights_phase, _turn, _goes_to, _reveals, _in_space, _lurking, _surprise),
    *(_goal, _no_monster, _encounter, _monsters, _knight, _wins, _loses, _takes, _leaves, _valor),
    *(_waits, _castle, _princess, _road_ends, _score, _won, _tie),
)
