"""The Knight's Phase once more, for the page: what each knight met on the way, stage by stage.

Nobody decides anything in it, so it follows from the roads as they were built; it is walked again and listened
to. Only for a finished table: a road that is still being built is to be remembered (W6).
"""

from collections.abc import Callable
from typing import Any, Final

from longbeard.engine.story import EVERYONE, Event, Story
from longbeard.games.a_wizard_did_it import events, face, story
from longbeard.games.a_wizard_did_it.box import RoadBox
from longbeard.games.a_wizard_did_it.rules import AWizardDidIt

Stage = dict[str, Any]
MOVES: Final = {events.IN_SPACE: "in-space", events.LURKING: "lurking", events.SURPRISE: "surprise"}


def journey(state: AWizardDidIt) -> list[Stage]:
    """The stages of both knights, in the order in which they happened."""
    stages: list[Stage] = []
    for event in _walk_again(state):
        _note(state.box, event, stages)
    return [stage for stage in stages if stage["outcome"]]


def _walk_again(state: AWizardDidIt) -> list[Event]:
    again = AWizardDidIt(state.box)
    again.set_up(state.seats, 0, False)
    again.training = state.training
    again.goals = state.goals[:]
    again.goals_each = state.goals_each
    again.piles = state.roads[:]
    again.heights = state.road_lengths[:]
    told = Story()
    again.story = told
    again.walk(state.leader)
    return told.events


def _note(box: RoadBox, event: Event, stages: list[Stage]) -> None:
    """Write an event down: it opens a stage, or says more of the last one."""
    kind, data = event.kind, event.data
    if kind in (events.KNIGHTS_PHASE, events.TURN):
        return
    if kind == events.REVEALS and (not stages or stages[-1]["outcome"]):
        stages.append(_stage(data[0], data[2]))
    elif kind in (events.CASTLE, events.ROAD_ENDS):
        stages.append(_stage(data[0], -1) | {"outcome": "castle", "key": face.castle_key(data[0])})
    if kind in MOVES:
        _note_move(box, event, stages[-1])
    elif kind == events.GOAL:
        stages[-1]["goals"].append({"seat": data[0], "name": box.goal_names[data[1]], "points": data[2]})
    elif kind in (events.ENCOUNTER, events.NO_MONSTER):
        _note_meeting(box, event, stages[-1])
    elif kind in NOTES:
        stages[-1] |= NOTES[kind](box, data)


def _stage(knight: int, location: int) -> Stage:
    """A stage of which nothing is known yet but where it is."""
    nothing: Stage = {
        "cards": [],
        "item": 0,
        "moved": [],
        "goals": [],
        "outcome": "",
        "valor": 0,
        "change": 0,
    }
    return nothing | {"knight": knight, "location": location, "key": "", "monsters": 0, "strength": 0}


def _note_move(box: RoadBox, event: Event, stage: Stage) -> None:
    """A stack modifier took cards away; which, is told."""
    moved = {"effect": MOVES[event.kind], "cards": event.data[2:], "words": story.tell(box, event, [])}
    stage["moved"].append(moved | {"key": face.spots(box, event)[-1]})


def _note_meeting(box: RoadBox, event: Event, stage: Stage) -> None:
    """All is drawn: monsters, or none."""
    stage["key"] = face.spots(box, event)[-1]
    if event.kind == events.ENCOUNTER:
        stage["item"], stage["cards"] = event.data[2], event.data[3:]
    else:
        stage["item"], stage["outcome"] = event.data[1], "free"


def _monsters(box: RoadBox, data: list[int]) -> Stage:
    words = story.tell(box, Event(events.MONSTERS, EVERYONE, data), [])
    return {"monsters": data[1], "monsters_words": words}


def _knight(box: RoadBox, data: list[int]) -> Stage:
    """The knight's strength: who it is, the page knows better."""
    words = story.tell(box, Event(events.KNIGHT, EVERYONE, data), ["-", "-"]).partition(": ")[2]
    return {"strength": data[1], "strength_words": words}


NOTES: Final[dict[int, Callable[[RoadBox, list[int]], Stage]]] = {
    events.MONSTERS: _monsters,
    events.KNIGHT: _knight,
    events.WINS: lambda box, data: {"outcome": "won"},
    events.LOSES: lambda box, data: {"outcome": "lost"},
    events.VALOR: lambda box, data: {"valor": data[2], "change": data[1]},
    events.PRINCESS: lambda box, data: {"outcome": "princess"},
}
