"""Lessons on the page. A lesson is the same for everyone, so a step is found by playing it up to there."""

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from longbeard.engine.errors import BadOptions, LongbeardError
from longbeard.engine.look import Choice
from longbeard.engine.room import Room
from longbeard.engine.state import OVER
from longbeard.engine.tutorial import Lesson
from longbeard.web.pages.screens import still


@dataclass
class Learnt:
    """Where a learner is: the lesson, whether the step's question was answered, and what was just said."""

    lesson: Lesson
    answered: int | None = None
    said: str = ""

    @property
    def own_move(self) -> bool:
        """Tell whether the learner is to make the step's move."""
        lesson = self.lesson
        if lesson.over or not lesson.step.play:
            return False
        return int(lesson.state.to_act()) == lesson.you

    def context(self) -> dict[str, Any]:
        """Return all that `learn.html` reads."""
        lesson = self.lesson
        step = None if lesson.over else lesson.step
        asking = step is not None and bool(step.question) and self.answered is None
        choices = self.choices() if self.own_move and not asking else []
        return {
            "plate": lesson.room.plate,
            "game": lesson.room.plate.slug,
            "lesson": lesson,
            "step": step,
            "face": _face(lesson, choices),
            "choices": choices,
            "told": lesson.told if self.answered is None else [],
            "answered": self.answered,
            "said": self.said,
        }

    def choices(self) -> list[Choice]:
        """Return the one choice that the lesson goes on with: it alone is highlighted."""
        lesson = self.lesson
        room, state = lesson.room, lesson.state
        return [room.choice(state, room.parse(state, lesson.step.play), lesson.seats)]


def at(room: Room, step: int) -> Learnt:
    """Play the lesson of a room up to a step."""
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
    """Apply what the learner did at a step: answer, play, or go on."""
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


def _face(lesson: Lesson, choices: list[Choice]) -> Markup:
    """Draw a lesson's table as the learner sees it."""
    state = lesson.state
    over = state.to_act() == OVER
    table = lesson.room.look(state, lesson.you)
    winners = state.winners() if over else []
    return Markup(still(lesson.room, table, lesson.seats, winners, over, lesson.you, choices))
