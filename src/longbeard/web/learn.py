"""Lessons on the page. A lesson is the same for everyone, so a step is found by playing it up to there."""

from dataclasses import dataclass
from typing import Any

from longbeard.engine.errors import BadOptions, LongbeardError
from longbeard.engine.room import Room
from longbeard.engine.state import OVER
from longbeard.engine.tutorial import Lesson


@dataclass
class Learnt:
    """Where a learner is: the lesson, whether the step's question was answered, and what was just said."""

    lesson: Lesson
    answered: int | None = None
    said: str = ""

    @property
    def own_move(self) -> bool:
        """Whether the learner is to make the step's move."""
        lesson = self.lesson
        if lesson.over or not lesson.step.play:
            return False
        return int(lesson.state.to_act()) == lesson.you

    def context(self) -> dict[str, Any]:
        """All that `learn.html` reads."""
        lesson = self.lesson
        step = None if lesson.over else lesson.step
        asking = step is not None and bool(step.question) and self.answered is None
        choices = self.choices() if self.own_move and not asking else []
        return {
            "plate": lesson.room.plate,
            "lesson": lesson,
            "step": step,
            "look": _look(lesson, choices),
            "choices": choices,
            "told": lesson.told if self.answered is None else [],
            "answered": self.answered,
            "said": self.said,
        }

    def choices(self) -> list[dict[str, Any]]:
        """The one choice that the lesson goes on with: it alone glows."""
        lesson = self.lesson
        room, state = lesson.room, lesson.state
        action = room.parse(state, lesson.step.play)
        words = room.phrase(state, action, lesson.seats)
        return [{"action": room.spell(state, action), "words": words, "steps": room.steps(state, action)}]


def at(room: Room, step: int) -> Learnt:
    """The lesson of a room, at a step."""
    try:
        lesson = Lesson(room)
    except FileNotFoundError as error:
        raise LongbeardError(f"{room.plate.title} has no lesson yet") from error
    if not 0 <= step <= len(lesson.steps):
        raise BadOptions("the lesson has no such step")
    while lesson.at < step:
        lesson.go_on()
    return Learnt(lesson)


def answer(room: Room, step: int, go: str, answered: int, action: str) -> Learnt:
    """What the learner did at a step: answered, played, or went on."""
    learnt = at(room, 0 if go == "restart" else step)
    lesson = learnt.lesson
    if go == "restart" or lesson.over:
        return learnt
    if go == "answer" and lesson.step.question and 0 <= answered < len(lesson.step.answers):
        learnt.answered = answered
        return learnt
    if learnt.own_move and (go != "play" or action != learnt.choices()[0]["action"]):
        learnt.said = "In a real game you could. Here, follow what glows."
        return learnt
    lesson.go_on()
    return learnt


def _look(lesson: Lesson, choices: list[dict[str, Any]]) -> dict[str, Any]:
    """A lesson's table, in the shape in which `gate.look` shows a match."""
    state = lesson.state
    to_act = int(state.to_act())
    return {
        "game": lesson.room.plate.slug,
        "seats": list(lesson.seats),
        "players": ["person"] * len(lesson.seats),
        "options": {},
        "viewer": lesson.you,
        "move": lesson.at,
        "to_act": to_act,
        "over": to_act == OVER,
        "ending": state.ending(),
        "winners": state.winners(),
        "scores": [],
        "commitment": "",
        "secret": "",
        "table": lesson.room.look(state, lesson.you),
        "asked": "",
        "choices": choices,
        "can_undo": False,
    }
