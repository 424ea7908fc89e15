"""What a viewer sees of A Wizard Did It…, built up from nothing; `story.py` says what happened."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any, Final

from longbeard.engine.story import sees
from longbeard.games.a_wizard_did_it import face, story
from longbeard.games.a_wizard_did_it.box import ITEM, LOCATIONS, MONSTER, STACKS, RoadBox
from longbeard.games.a_wizard_did_it.journey import Stage, journey
from longbeard.games.a_wizard_did_it.rules import PLAY, SWAP, SWAP_NONE, AWizardDidIt

tell = story.tell
steps = face.steps
spots = face.spots
EVENT_NAMES: Final = story.EVENT_NAMES
KIND_NAMES: Final = ("monster", "monster modifier", "item", "stack modifier", "spell")
COLUMNS: Final = 100

ENDING_WORDS: Final = {
    "most-points": "Both knights are at the Castle; the wizard with the most goal points joins the Guild.",
    "tie": "Both knights are at the Castle, and the wizards have equally many goal points: a shared win.",
}


def ask(look: Mapping[str, Any]) -> str:
    """What is asked of the one who decides."""
    return "Which card do you play, and on which stack?"


def look(state: AWizardDidIt, viewer: int) -> dict[str, Any]:
    """What this viewer may see now. Hands are secret; of a stack the top shows (W6), or all with the aid."""
    over = state.ending() != ""
    return {
        "phase": "over" if over else "wizards",
        "memory": state.memory,
        "training": state.training,
        "turn": int(state.actor),
        "plays": int(state.plays),
        "deck": int(state.deck_count),
        "discards": _pile(state.box, list(state.discards)),
        "wizards": [_wizard(state, seat, viewer) for seat in range(state.seats)],
        "winners": state.winners(),
        "journey": [_stage(state.box, stage) for stage in journey(state)] if over else [],
    }


def _wizard(state: AWizardDidIt, seat: int, viewer: int) -> dict[str, Any]:
    box = state.box
    first = seat * box.cards
    return {
        "cards": int(state.held(seat)),
        "hand": [_card(box, card) for card in state.hand(seat)] if sees(viewer, seat) else [],
        "goals": [_goal(state, place) for place in _goal_places(state, seat)],
        "stacks": [_stack(state, seat * LOCATIONS + location) for location in range(LOCATIONS)],
        "knight": {
            "valor": int(state.valor[seat]),
            "bonus": int(state.bonus[seat]),
            "items": _pile(box, list(state.equipped[first : first + box.cards])),
            "at_castle": bool((state.arrived >> seat) & 1),
            "princess": state.princess == seat,
        },
        "score": _score(state, seat) if state.ending() else None,
    }


def _goal_places(state: AWizardDidIt, seat: int) -> range:
    return range(int(seat * state.goals_each), int((seat + 1) * state.goals_each))


def _goal(state: AWizardDidIt, place: int) -> dict[str, Any]:
    box, goal = state.box, state.goals[place]
    return {
        "slug": box.goals[goal],
        "name": box.goal_names[goal],
        "text": box.goal_texts[goal],
        "icon": box.goal_icons[goal],
        "knight": box.goal_knights[goal],
        "points": int(box.goal_points[goal]),
        "met": bool((state.met >> place) & 1),
    }


def _stack(state: AWizardDidIt, stack: int) -> dict[str, Any]:
    pile = list(state.pile(stack))
    seen = {
        "location": state.box.locations[stack % LOCATIONS],
        "name": state.box.places[stack % LOCATIONS],
        "icon": state.box.place_icons[stack % LOCATIONS],
        "height": len(pile),
        "top": _card(state.box, pile[-1]) if pile else None,
        "home_of": [
            state.box.names[card]
            for card in range(1, state.box.cards)
            if state.box.home[card] == stack % LOCATIONS and state.box.kind[card] == MONSTER
        ],
    }
    if state.memory:
        seen["cards"] = [_card(state.box, card) for card in reversed(pile)]
    return seen


def _pile(box: RoadBox, counts: list[int]) -> list[dict[str, Any]]:
    return [_card(box, card) for card in range(box.cards) for copy in range(counts[card])]


def _card(box: RoadBox, card: int) -> dict[str, Any]:
    return {
        "slug": box.slugs[card],
        "name": box.names[card],
        "kind": KIND_NAMES[box.kind[card]],
        "text": box.texts[card],
        "icon": box.icons[card],
        "mark": _mark(box, card),
    }


def _mark(box: RoadBox, card: int) -> str:
    """The number in the corner of a card; empty if there is none that matters."""
    kind = box.kind[card]
    if kind == MONSTER:
        return str(box.strength[card])
    if kind == ITEM:
        return f"{box.bonus[card]:+}"
    if box.reach[card]:
        return str(box.reach[card])
    return f"{box.strength[card]:+}" if box.strength[card] else ""


def _stage(box: RoadBox, stage: Stage) -> Stage:
    """A stage of the walk, with its cards as they are shown."""
    place = stage["location"]
    return stage | {
        "place": box.places[place] if place >= 0 else "",
        "location": box.locations[place] if place >= 0 else "",
        "cards": [_card(box, card) for card in stage["cards"]],
        "item": _card(box, stage["item"]) if stage["item"] else None,
        "moved": [
            moved | {"cards": [_card(box, card) for card in moved["cards"]]} for moved in stage["moved"]
        ],
    }


def _score(state: AWizardDidIt, seat: int) -> dict[str, int]:
    """P1, part by part."""
    valor, princess = int(state.valor[seat]), int(state.princess_points(seat))
    total = state.points(seat)
    return {"valor": valor, "princess": princess, "goals": total - valor - princess, "total": total}


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def words(look: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """A look at the table as lines that can be read aloud."""
    lines = [_heading(look, names)]
    for wizard, name in zip(look["wizards"], names, strict=True):
        lines += _wizard_words(wizard, name)
    return [part for line in lines for part in _wrapped(line)]


def _heading(look: Mapping[str, Any], names: Sequence[str]) -> str:
    if look["training"]:
        return "Knight's Training is over."
    if look["phase"] == "over":
        winners = " and ".join(names[seat] for seat in look["winners"])
        return f"The game is over. Winner: {winners}."
    discards = f", {_cards(len(look['discards']))} discarded" if look["discards"] else ""
    return f"Wizard's Phase, {names[look['turn']]} to play. {_cards(look['deck'])} in the deck{discards}."


def _wizard_words(wizard: Mapping[str, Any], name: str) -> list[str]:
    lines = [f"{name}: {_knight_words(wizard['knight'])}; {_cards(wizard['cards'])} in hand."]
    if wizard["score"]:
        lines = [
            f"{name}: {_score_words(wizard['score'])}.",
            f"  Home comes a {_knight_words(wizard['knight'])}.",
        ]
    else:
        lines += [f"  {stack['name'] + ':':<17}{_stack_words(stack)}" for stack in wizard["stacks"]]
    lines += [f"  {_goal_words(goal)}" for goal in wizard["goals"]]
    if wizard["hand"]:
        lines.append(f"  Hand: {', '.join(card['name'] for card in wizard['hand'])}.")
    return lines


def _knight_words(knight: Mapping[str, Any]) -> str:
    items = ", ".join(item["name"] for item in knight["items"])
    line = f"knight with {knight['valor']} Valor and " + (items or "no items")
    return line + (", and the Princess" if knight["princess"] else "")


def _stack_words(stack: Mapping[str, Any]) -> str:
    if not stack["height"]:
        return "empty"
    if "cards" in stack:
        cards = ", ".join(card["name"] for card in stack["cards"])
        return f"{_cards(stack['height'])}, from the top: {cards}"
    return f"{_cards(stack['height'])}, on top: {stack['top']['name']}"


def _goal_words(goal: Mapping[str, Any]) -> str:
    mark = "[x]" if goal["met"] else "[ ]"
    whose = {"own": "own knight", "rival": "rival's knight", "either": "either knight"}[goal["knight"]]
    return f"{mark} {goal['points']} points: {goal['name']} ({whose})"


def _score_words(score: Mapping[str, int]) -> str:
    return (
        f"{score['total']} goal points ({score['valor']} Valor, {score['princess']} for the Princess, "
        f"{score['goals']} for goals)"
    )


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _wrapped(line: str) -> list[str]:
    """Lines that fit a terminal; what hangs over is indented below."""
    indent = len(line) - len(line.lstrip())
    return wrap(line, COLUMNS, subsequent_indent=" " * (indent + 4), break_on_hyphens=False)


def phrase(state: AWizardDidIt, action: int, names: Sequence[str]) -> str:
    """A choice in words, for the player who has it."""
    box = state.box
    if action == SWAP_NONE:
        return f"Play {box.names[box.swap]} for no effect: there are no two stacks with a card"
    if action < PLAY:
        lower, higher = box.swap_lower[action - SWAP], box.swap_higher[action - SWAP]
        return f"Swap {_top_words(state, lower, names)} with {_top_words(state, higher, names)}"
    card, stack = divmod(action - PLAY, STACKS)
    top = f" (on top of {box.names[state.pile(stack)[-1]]})" if state.heights[stack] else " (empty)"
    return f"Play {box.names[card + 1]} on {_place_words(state, stack, names)}{top}"


def _top_words(state: AWizardDidIt, stack: int, names: Sequence[str]) -> str:
    return f"the {state.box.names[state.pile(stack)[-1]]} on {_place_words(state, stack, names)}"


def _place_words(state: AWizardDidIt, stack: int, names: Sequence[str]) -> str:
    """Whose stack, as the player who decides would say it."""
    seat, location = divmod(stack, LOCATIONS)
    whose = "your" if seat == state.actor else f"{names[seat]}'s"
    return f"{whose} {story.short_place(state.box, location)}"


# ── explanations ──────────────────────────────────────────────────────────────────────────────────

WORDS: Final = {
    "valor": "A knight's courage: counts as strength in every fight, and as goal points at the end.",
    "combo": "Two monsters that are stronger together: Pirate-Ninja, Bear-Shark, Vampire-Zombie.",
    "home turf": "A Pirate on the Ship, a Bear in the Forest, a Vampire in the Crypt are stronger there.",
    "encounter": "The monsters and monster modifiers drawn before an item or the end of a stack.",
    "princess": "She leaves with the first knight at the Castle, and brings goal points.",
    "castle": "Where a knight is when all three of its stacks are empty.",
    "lurking card": "A card that a Lurking took to the bottom of its stack.",
    "surprise! card": "A card that a Surprise! took to the top of its stack.",
}


def glossary(box: RoadBox) -> dict[str, str]:
    """Every card, every goal and the words of the rulebook, explained."""
    entries = {
        box.slugs[card]: f"{box.names[card]}, {KIND_NAMES[box.kind[card]]}, {box.copies[card]} in the deck. "
        f"{box.texts[card]}"
        for card in range(1, box.cards)
    }
    for goal, slug in enumerate(box.goals):
        entries[slug] = f"{box.goal_names[goal]}, {box.goal_points[goal]} points. {box.goal_texts[goal]}"
    return entries | WORDS
