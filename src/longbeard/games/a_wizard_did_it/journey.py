"""The Knight's Phase as the page shows it: what each knight met on the way so far, stage by stage.

Nobody decides anything in it, so it follows from the roads as built: it is walked again and listened to, and
whatever has not been told yet is left out.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypedDict

from longbeard.engine.state import NOBODY
from longbeard.engine.story import Event, Story
from longbeard.games.a_wizard_did_it import encounters, events
from longbeard.games.a_wizard_did_it.box import CARD, NO_CARD, RoadBox
from longbeard.games.a_wizard_did_it.knights import strength_parts
from longbeard.games.a_wizard_did_it.printed import (
    VALOR_PIECE,
    Card,
    card_look,
    card_piece,
    effect_of,
    place_piece,
)
from longbeard.games.a_wizard_did_it.rules import AWizardDidIt, rebuilt

MOVES: Final = {events.IN_SPACE: "in-space", events.LURKING: "lurking", events.SURPRISE: "surprise"}
OUTCOMES: Final = ("", "", "", "won", "lost", "free")
"""Outcome of an encounter by how far it has been told (`encounters.py`)."""


class Term(TypedDict):
    """A part of a sum, and where it comes from."""

    strength: int
    words: str
    brief: str
    """The same in a word or two."""
    pieces: list[str]
    """The pictures of what it comes from."""


class Sum(TypedDict):
    """The strength of one side of a fight, part by part."""

    total: int
    terms: list[Term]
    note: str
    """Further remark; mostly empty."""


class Moved(TypedDict):
    """What a stack modifier did."""

    effect: str
    piece: str
    """The picture of such a modifier."""
    cards: list[Card]
    words: str


class GoalMet(TypedDict):
    """A goal that was met on the way."""

    seat: int
    name: str
    points: int


class Stage(TypedDict):
    """An encounter, or an arrival, as far as it has been told."""

    number: int
    """Number from 1, in the order of both knights' stages."""
    knight: int
    location: str
    """Name of the location; empty at the Castle."""
    place: str
    cards: list[Card]
    """Monsters and monster modifiers, as they were drawn."""
    item: Card | None
    modifier: Card | None
    """A stack modifier that was turned over and takes effect next."""
    moved: list[Moved]
    monsters: Sum | None
    strength: Sum | None
    """The knight's."""
    so_far: Sum | None
    """Strength of the monsters that were turned over so far; None when the stage is over."""
    ready: Sum | None
    """Strength of the knight against them so far; None when the stage is over."""
    outcome: str
    """won, lost, free (no monster), castle or princess; empty while it is open."""
    valor: int
    change: int
    goals: list[GoalMet]


def journey(state: AWizardDidIt) -> tuple[list[Stage], Stage | None]:
    """Return the finished stages of both knights, in the order in which they happened, and the current
    one."""
    if state.leader == NOBODY:
        return [], None
    stages = _walked(state.box, tuple(state.built()))
    if state.ending():
        return list(stages), None
    over = list(stages[: state.stages])
    if state.drawn_count == 0 and state.modified == 0 and state.modifier == NO_CARD:
        return over, None
    return over, _so_far(state, stages[state.stages])


def _so_far(state: AWizardDidIt, stage: Stage) -> Stage:
    """Return what the walking knight is drawing or fighting now, as far as it has been told."""
    box, told = state.box, state.told
    drawn = [card & CARD for card in state.drawn[: state.drawn_count]]
    return {
        **stage,
        "cards": [card_look(box, card) for card in (drawn[:-1] if state.item else drawn)],
        "item": card_look(box, state.item) if state.item else None,
        "modifier": card_look(box, state.modifier) if state.modifier else None,
        "moved": stage["moved"][: state.modified],
        "monsters": stage["monsters"] if told >= encounters.MONSTERS_ADDED else None,
        "strength": stage["strength"] if told >= encounters.KNIGHT_ADDED else None,
        "so_far": _turned_over(state, drawn),
        "ready": (stage["strength"] if told >= encounters.KNIGHT_ADDED else None) or _ready(state, drawn),
        "outcome": OUTCOMES[told],
        "valor": stage["valor"] if told >= encounters.WON else 0,
        "change": stage["change"] if told >= encounters.WON else 0,
        "goals": [],
    }


def _turned_over(state: AWizardDidIt, drawn: Sequence[int]) -> Sum:
    """Return the strength of what lies open: it grows card by card, and pairs find each other."""
    box = state.box
    counted = box.zeros[:]
    for card in drawn:
        counted[card] += 1
    parts = strength_parts(box, state.location, counted)
    return _monsters(box, [state.walker, sum(parts[2::3]), *parts], int(state.location))


def _ready(state: AWizardDidIt, drawn: Sequence[int]) -> Sum:
    """Return the strength of the knight against what lies open (K7)."""
    box, seat = state.box, int(state.walker)
    items: list[int] = []
    for card in range(box.cards):
        for _ in range(state.equipped[seat * box.cards + card]):
            items += [card, box.bonus[card]]
    valor_only = any(box.valor_only[card] for card in drawn)
    total = state.valor[seat] + (0 if valor_only else sum(items[1::2]))
    return _knight(box, [seat, total, state.valor[seat], int(valor_only), *items])


@lru_cache(64)
def _walked(box: RoadBox, built: tuple[int, ...]) -> tuple[Stage, ...]:
    """Return all stages of a walk, to its end: only what has been told of them may be shown."""
    again = rebuilt(box, built)
    told = Story()
    again.story = told
    again.walk(again.leader)
    return _noted(box, told.events)


def _noted(box: RoadBox, told: Sequence[Event]) -> tuple[Stage, ...]:
    """Turn events into stages: each opens a stage, or completes the last one."""
    stages: list[Stage] = []
    for event in told:
        kind, data = event.kind, event.data
        if kind == events.REVEALS and (not stages or stages[-1]["outcome"]):
            stages.append(_stage(box, len(stages) + 1, data[0], data[2]))
        elif kind == events.CASTLE:
            stages.append(_stage(box, len(stages) + 1, data[0], NOBODY))
            stages[-1]["outcome"] = "castle"
        if stages:
            _note(box, event, stages[-1])
    return tuple(stages)


def _stage(box: RoadBox, number: int, knight: int, location: int) -> Stage:
    """Return an empty stage at a location."""
    return {
        "number": number,
        "knight": knight,
        "location": box.locations[location] if location >= 0 else "",
        "place": box.places[location] if location >= 0 else "",
        "cards": [],
        "item": None,
        "modifier": None,
        "moved": [],
        "monsters": None,
        "strength": None,
        "so_far": None,
        "ready": None,
        "outcome": "",
        "valor": 0,
        "change": 0,
        "goals": [],
    }


def _note(box: RoadBox, event: Event, stage: Stage) -> None:
    kind, data = event.kind, event.data
    if kind in MOVES:
        words = events.ROWS[kind].tell((box, ()), data, events.NAMERS)
        cards = [card_look(box, card) for card in data[2:]]
        effect = MOVES[kind]
        by = next(card for card in range(1, box.cards) if effect_of(box, card) == effect)
        piece = card_piece(box.slugs[by])
        stage["moved"].append({"effect": effect, "piece": piece, "cards": cards, "words": words})
    elif kind == events.GOAL:
        stage["goals"].append({"seat": data[0], "name": box.goal_names[data[1]], "points": data[2]})
    elif kind == events.NO_MONSTER:
        stage["item"] = card_look(box, data[1]) if data[1] else None
        stage["outcome"] = "free"
    elif kind == events.PRINCESS:
        stage["outcome"] = "princess"
    else:
        _note_fight(box, kind, data, stage)


def _note_fight(box: RoadBox, kind: int, data: Sequence[int], stage: Stage) -> None:
    if kind == events.ENCOUNTER:
        stage["item"] = card_look(box, data[2]) if data[2] else None
        stage["cards"] = [card_look(box, card) for card in data[3:]]
    elif kind == events.MONSTERS:
        stage["monsters"] = _monsters(box, data, box.locations.index(stage["location"]))
    elif kind == events.KNIGHT:
        stage["strength"] = _knight(box, data)
    elif kind in (events.WINS, events.LOSES):
        stage["outcome"] = "won" if kind == events.WINS else "lost"
    elif kind == events.VALOR:
        stage["valor"], stage["change"] = data[2], data[1]


def _monsters(box: RoadBox, data: Sequence[int], location: int) -> Sum:
    """Return the monsters' sum (K6)."""
    terms: list[Term] = [
        {
            "strength": strength,
            "words": events.strength_reason(box, reason, what),
            "brief": _brief(box, reason, what),
            "pieces": _pieces(box, reason, what, location),
        }
        for reason, what, strength in events.in_threes(data[2:])
    ]
    return {"total": data[1], "terms": terms, "note": ""}


def _brief(box: RoadBox, reason: int, what: int) -> str:
    if reason == events.PAIR:
        return box.combo_names[what]
    return "home turf" if reason == events.HOME else box.names[what]


def _pieces(box: RoadBox, reason: int, what: int, location: int) -> list[str]:
    if reason == events.PAIR:
        return [card_piece(box.slugs[card]) for card in (box.combo_one[what], box.combo_other[what])]
    return [place_piece(box.locations[location]) if reason == events.HOME else card_piece(box.slugs[what])]


def _knight(box: RoadBox, data: Sequence[int]) -> Sum:
    """Return the knight's sum (K7)."""
    valor: Term = {"strength": data[2], "words": "Valor", "brief": "Valor", "pieces": [VALOR_PIECE]}
    terms = [valor]
    valor_only = bool(data[3])
    if not valor_only:
        terms += [
            {
                "strength": bonus,
                "words": box.names[item],
                "brief": box.names[item],
                "pieces": [card_piece(box.slugs[item])],
            }
            for item, bonus in events.in_twos(data[4:])
        ]
    return {"total": data[1], "terms": terms, "note": "Kung Fu: no item helps" if valor_only else ""}
