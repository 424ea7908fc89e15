"""What a viewer sees of A Wizard Did It…, and the same in words."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final, NotRequired, TypedDict

from longbeard.engine.state import NOBODY
from longbeard.engine.story import sees
from longbeard.engine.telling import joined, plural
from longbeard.games.a_wizard_did_it.box import CARD, LOCATIONS, STACKS, RoadBox
from longbeard.games.a_wizard_did_it.journey import Stage, Sum, journey
from longbeard.games.a_wizard_did_it.printed import (
    KIND_NAMES,
    Card,
    Goal,
    Place,
    card_look,
    goal_look,
    goal_name,
    place_look,
)
from longbeard.games.a_wizard_did_it.rules import AWizardDidIt

COLUMNS: Final = 100
START: Final = "start"
CASTLE: Final = "castle"
MOMENTS: Final = 3
"""Most moments that are listed as decisive."""

ENDING_WORDS: Final = {
    "most-points": "Both knights are at the Castle; the wizard with the most goal points joins the Guild.",
    "tie": "Both knights are at the Castle, and the wizards have equally many goal points: a shared win.",
}


class Stack(Place):
    """A stack at its location."""

    height: int
    top: Card | None
    """None also once a knight has drawn from it: the rest is turned over card by card."""
    cards: NotRequired[list[Card]]
    """Cards from the top, with the memory aid."""


class Knight(TypedDict):
    """A knight, and where it stands."""

    valor: int
    bonus: int
    items: list[Card]
    at: str
    """start, a location, or castle."""
    at_castle: bool
    princess: bool


class Score(TypedDict):
    """The points of a wizard, part by part (P1)."""

    valor: int
    princess: int
    goals: int
    total: int


class Wizard(TypedDict):
    """A wizard's road and goals."""

    cards: int
    """Number of cards in hand."""
    goals: list[Goal]
    stacks: list[Stack]
    knight: Knight
    score: Score | None
    """None until it has been told."""


class Public(TypedDict):
    """What everybody sees."""

    phase: str
    """wizards, knights or over."""
    memory: bool
    turn: int
    """The seat that plays, or whose knight walks."""
    plays: int
    deck: int
    discards: list[Card]
    princess: int
    """Her worth in points."""
    wizards: list[Wizard]
    winners: list[int]
    encounter: Stage | None
    """What the walking knight draws and fights, as far as it has been told."""
    journey: list[Stage]
    """The finished stages of both knights."""


class Private(TypedDict):
    """What one viewer sees besides."""

    hands: list[list[Card]]
    """The cards in hand of each wizard; empty where the viewer may not see them."""


class Look(Public, Private):
    """What one viewer sees."""


def ask(look: Look) -> str:
    """Return the question to the seat that decides; the page asks for the stack when a card is picked."""
    return "Which card do you play?"


def public(state: AWizardDidIt) -> Public:
    """Return what everybody may see now: of a stack the top (W6), or all with the aid."""
    box, walking, over = state.box, state.walker != NOBODY, state.ending() != ""
    told, at_hand = journey(state)
    stacks = _stacks(state)
    return {
        "phase": "knights" if walking else "over" if over else "wizards",
        "memory": state.memory,
        "turn": int(state.walker if walking else state.actor),
        "plays": int(state.plays),
        "deck": int(state.deck_count),
        "discards": _pile(box, list(state.discards)),
        "princess": int(box.princess),
        "wizards": [
            {
                "cards": int(state.held(seat)),
                "goals": _goals(state, seat),
                "stacks": stacks[seat * LOCATIONS : (seat + 1) * LOCATIONS],
                "knight": _knight(state, seat, told),
                "score": _score(state, seat) if over or seat < state.scored else None,
            }
            for seat in range(state.seats)
        ],
        "winners": state.winners(),
        "encounter": at_hand,
        "journey": told,
    }


def private(state: AWizardDidIt, viewer: int) -> Private:
    """Return the hand of the viewer; both hands for all eyes."""
    return {
        "hands": [
            [card_look(state.box, card) for card in state.hand(seat)] if sees(viewer, seat) else []
            for seat in range(state.seats)
        ]
    }


def look(state: AWizardDidIt, viewer: int) -> Look:
    """Return the public and the private look together."""
    return {**public(state), **private(state, viewer)}


def _goals(state: AWizardDidIt, seat: int) -> list[Goal]:
    box, met, each = state.box, int(state.met), int(state.goals_each)
    places = range(seat * each, (seat + 1) * each)
    goals = list(state.goals)
    return [goal_look(box, goals[place], bool((met >> place) & 1)) for place in places]


def _knight(state: AWizardDidIt, seat: int, told: Sequence[Stage]) -> Knight:
    cards = int(state.box.cards)
    return {
        "valor": int(state.valor[seat]),
        "bonus": int(state.bonus[seat]),
        "items": _pile(state.box, list(state.equipped[seat * cards : (seat + 1) * cards])),
        "at": _where(state, seat, told),
        "at_castle": bool((state.arrived >> seat) & 1),
        "princess": state.princess == seat,
    }


def _where(state: AWizardDidIt, seat: int, told: Sequence[Stage]) -> str:
    """Return where a knight stands: where it met something last, until it goes on."""
    if (state.arrived >> seat) & 1:
        return CASTLE
    if state.walker == seat and state.location >= 0:
        return state.box.locations[state.location]
    for stage in reversed(told):
        if stage["knight"] == seat and stage["location"]:
            return stage["location"]
    return START


def _stacks(state: AWizardDidIt) -> list[Stack]:
    """Return all six stacks. One that a knight has begun to turn over shows no top: the next card is told
    first."""
    box, heights = state.box, list(state.heights)
    begun = [False] * STACKS
    if state.walker != NOBODY and not state.memory:
        begun = [height != length for height, length in zip(heights, state.road_lengths, strict=True)]
    piles, tall = state.piles, int(box.tall)
    found: list[Stack] = []
    for stack, height in enumerate(heights):
        place = place_look(box, stack % LOCATIONS)
        top = card_look(box, piles[stack * tall + height - 1] & CARD) if height and not begun[stack] else None
        seen: Stack = {
            "location": place["location"],
            "name": place["name"],
            "icon": place["icon"],
            "home_of": place["home_of"],
            "home_pieces": place["home_pieces"],
            "home_turf": place["home_turf"],
            "height": height,
            "top": top,
        }
        if state.memory:
            seen["cards"] = [card_look(box, card & CARD) for card in reversed(list(state.pile(stack)))]
        found.append(seen)
    return found


def _pile(box: RoadBox, counts: list[int]) -> list[Card]:
    found: list[Card] = []
    for card, copies in enumerate(counts):
        if copies:
            found += [card_look(box, card)] * copies
    return found


def _score(state: AWizardDidIt, seat: int) -> Score:
    valor, princess = int(state.valor[seat]), int(state.princess_points(seat))
    total = state.points(seat)
    return {"valor": valor, "princess": princess, "goals": total - valor - princess, "total": total}


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def words(look: Look, names: Sequence[str]) -> list[str]:
    """Return a look at the table as lines that can be read aloud."""
    lines = [_heading(look, names)]
    if look["encounter"]:
        lines += _encounter_words(look["encounter"])
    for seat, wizard in enumerate(look["wizards"]):
        lines += _wizard_words(wizard, names[seat], look["hands"][seat], look["phase"])
    return [part for line in lines for part in _wrapped(line)]


def _heading(look: Look, names: Sequence[str]) -> str:
    if look["phase"] == "knights":
        return f"Knight's Phase, {names[look['turn']]}'s knight walks."
    if look["phase"] == "over":
        winners = " and ".join(names[seat] for seat in look["winners"])
        return f"The game is over. Winner: {winners}."
    discards = f", {_cards(len(look['discards']))} discarded" if look["discards"] else ""
    return f"Wizard's Phase, {names[look['turn']]} to play. {_cards(look['deck'])} in the deck{discards}."


def _encounter_words(stage: Stage) -> list[str]:
    cards = [card["name"] for card in stage["cards"]]
    lines = [f"  At {stage['place']}: {joined(cards) or 'no card drawn yet'}."]
    if stage["item"]:
        lines[0] = f"{lines[0][:-1]}; at stake: {stage['item']['name']}."
    lines += [f"    {moved['words']}" for moved in stage["moved"]]
    if stage["modifier"]:
        lines.append(f"    Takes effect now: {stage['modifier']['name']}")
    if stage["monsters"]:
        lines.append(f"    The monsters: {_sum_words(stage['monsters'])}.")
    if stage["strength"]:
        lines.append(f"    The knight: {_sum_words(stage['strength'])}.")
    outcome = {"won": "The knight wins.", "lost": "The knight loses.", "free": "No monster, no fight."}
    if stage["outcome"]:
        lines.append(f"    {outcome[stage['outcome']]}")
    return lines


def _sum_words(found: Sum) -> str:
    terms = " + ".join(f"{term['strength']} ({term['words']})" for term in found["terms"])
    note = f"; {found['note']}" if found["note"] else ""
    return f"{terms} = {found['total']}{note}" if terms else f"{found['total']}{note}"


def _wizard_words(wizard: Wizard, name: str, hand: Sequence[Card], phase: str) -> list[str]:
    knight = _knight_words(wizard["knight"])
    if wizard["score"]:
        lines = [f"{name}: {_score_words(wizard['score'])}.", f"  Home comes a {knight}."]
    else:
        where = _where_words(wizard) if phase == "knights" else f"{_cards(wizard['cards'])} in hand"
        lines = [f"{name}: {knight}; {where}."]
        lines += [f"  {stack['name'] + ':':<17}{_stack_words(stack)}" for stack in wizard["stacks"]]
    lines += [f"  {_goal_words(goal)}" for goal in wizard["goals"]]
    if hand:
        lines.append(f"  Hand: {', '.join(card['name'] for card in hand)}.")
    return lines


def _where_words(wizard: Wizard) -> str:
    at = wizard["knight"]["at"]
    places = {stack["location"]: stack["name"] for stack in wizard["stacks"]}
    return {START: "has not set out yet", CASTLE: "is at The Castle"}.get(at) or f"is at {places[at]}"


def _knight_words(knight: Knight) -> str:
    items = ", ".join(item["name"] for item in knight["items"])
    line = f"knight with {knight['valor']} Valor and " + (items or "no items")
    return line + (", and the Princess" if knight["princess"] else "")


def _stack_words(stack: Stack) -> str:
    if not stack["height"]:
        return "empty"
    if "cards" in stack:
        cards = ", ".join(card["name"] for card in stack["cards"])
        return f"{_cards(stack['height'])}, from the top: {cards}"
    return _cards(stack["height"]) + (f", on top: {stack['top']['name']}" if stack["top"] else "")


def _goal_words(goal: Goal) -> str:
    mark = "[x]" if goal["met"] else "[ ]"
    whose = {"own": "own knight", "rival": "rival's knight", "either": "either knight"}[goal["knight"]]
    return f"{mark} {goal['points']} points: {goal['name']} ({whose})"


def _score_words(score: Score) -> str:
    return (
        f"{score['total']} goal points ({score['valor']} Valor, {score['princess']} for the Princess, "
        f"{score['goals']} for goals)"
    )


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _wrapped(line: str) -> list[str]:
    """Break a line to fit a terminal, with a hanging indent."""
    indent = len(line) - len(line.lstrip())
    return wrap(line, COLUMNS, subsequent_indent=" " * (indent + 4), break_on_hyphens=False)


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
    """Return every card, every goal and the words of the rulebook, explained."""
    entries = {
        box.slugs[card]: f"{box.names[card]}, {KIND_NAMES[box.kind[card]]}, {box.copies[card]} in the deck. "
        f"{box.texts[card]}"
        for card in range(1, box.cards)
    }
    for goal, slug in enumerate(box.goals):
        entries[slug] = f"{box.goal_names[goal]}, {box.goal_points[goal]} points. {box.goal_texts[goal]}"
    return entries | WORDS


def fate(look: Look, names: Sequence[str], seat: int) -> str:
    """Return what everybody's points are made of (P1), one's own first; the standing has the sums."""
    rows = [("You", look["wizards"][seat]["score"])]
    rows += [(names[other], wizard["score"]) for other, wizard in enumerate(look["wizards"]) if other != seat]
    return " ".join(f"{who}: {_made_of(score)}." for who, score in rows if score)


def _made_of(score: Score) -> str:
    princess = f"the Princess {score['princess']}, " if score["princess"] else ""
    return f"Valor {score['valor']}, {princess}goals {score['goals']}"


def moments(look: Look, names: Sequence[str], me: int) -> list[tuple[str, int]]:
    """Return what brought most points in the Knight's Phase, in order: the Princess, and goals."""
    side = me if me >= 0 else next(iter(look["winners"]), 0)
    found: list[tuple[int, int, str]] = []
    for stage in look["journey"]:
        knight = stage["knight"]
        if stage["outcome"] == "princess":
            whose = "Your" if knight == me else f"{names[knight]}'s"
            words = f"{whose} knight is first at the Castle and takes the Princess"
            found.append((look["princess"], knight, words))
        for met in stage["goals"]:
            seat = met["seat"]
            called = goal_name(met["name"], seat, names, me)
            words = f"{'You meet your goal' if seat == me else f'{names[seat]} meets a goal'}: {called}"
            found.append((met["points"], seat, words))
    most = sorted(found, key=lambda row: -row[0])[:MOMENTS]
    return [
        (f"{words}, {plural('1 point|# points', points)}.", 1 if seat == side else -1)
        for points, seat, words in found
        if (points, seat, words) in most
    ]
