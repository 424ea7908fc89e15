"""Lessons as pages. A lesson is the same for everybody, so a step is found by playing it up to there."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypedDict

from markupsafe import Markup

from longbeard.bots import LEVELS
from longbeard.engine import gate
from longbeard.engine.errors import BadOptions, LongbeardError
from longbeard.engine.face import Showing
from longbeard.engine.look import Choice
from longbeard.engine.room import Plate, Room
from longbeard.engine.tutorial import Lesson, Shown
from longbeard.web.pages.screens import (
    Screen,
    SentFrame,
    changes,
    encoded,
    face_of,
    fill,
    frame_of,
    sent,
)

FEW_LINES: Final = 3


class Verdict(TypedDict):
    """The teacher's reaction to what the learner did."""

    kind: str
    """`right` or `wrong`."""
    begins: str
    words: str


class Page(TypedDict):
    """Everything that `learn.html` reads."""

    plate: Plate
    game: str
    title: str
    at: int
    place: int
    """Number of the step, from 1."""
    steps: int
    over: bool
    told: list[str]
    told_open: bool
    """Whether what happened is listed at once: a long list would keep the teacher's words out of sight."""
    says: list[str]
    question: str
    answers: Sequence[str]
    """Answers to choose from; empty once one was given."""
    verdict: Verdict | None
    choices: list[Choice]
    level: str
    """Level of bots for a real match, and its title."""
    level_title: str
    face: Markup
    frames: str
    """The moments that led here, as JSON: the page plays them, if its script runs."""


@dataclass
class Learnt:
    """State of a learner: the lesson, whether the step's question was answered, and what was just said."""

    lesson: Lesson
    answered: int | None = None
    said: str = ""
    frames: list[SentFrame] = field(default_factory=list)

    def page(self) -> Page:
        """Return everything that `learn.html` reads."""
        lesson = self.lesson
        step = None if lesson.over else lesson.step
        choices = self.choices()
        told = lesson.told if self.answered is None else []
        return {
            "plate": lesson.room.plate,
            "game": lesson.room.plate.slug,
            "title": lesson.title,
            "at": lesson.at,
            "place": min(lesson.at + 1, len(lesson.steps)),
            "steps": len(lesson.steps),
            "over": lesson.over,
            "told": told,
            "told_open": len(told) <= FEW_LINES,
            "says": step.say.strip().split("\n\n") if step else [],
            "question": step.question if step else "",
            "answers": step.answers if step and self.asking else (),
            "verdict": self._verdict(),
            "choices": choices,
            "level": LEVELS[0].name,
            "level_title": LEVELS[0].title,
            "face": Markup(fill(_frame(lesson), _screen(lesson, lesson.shown, choices))),
            "frames": encoded(self.frames).decode(),
        }

    @property
    def asking(self) -> bool:
        """Whether the step's question is still open."""
        return not self.lesson.over and bool(self.lesson.step.question) and self.answered is None

    def _verdict(self) -> Verdict | None:
        if self.said:
            return {"kind": "wrong", "begins": "", "words": self.said}
        if self.answered is None:
            return None
        step = self.lesson.step
        if self.answered == step.right:
            return {"kind": "right", "begins": "Right.", "words": step.because}
        return {
            "kind": "wrong",
            "begins": f"Not quite: {step.answers[step.right]}.",
            "words": step.because,
        }

    def choices(self) -> list[Choice]:
        """Return the one choice that the lesson continues with: it alone glows, once nothing is asked."""
        return [] if self.asking else _choices(self.lesson)

    def go_on(self) -> None:
        """Go to the next step, moment by moment."""
        before = _screen(self.lesson, self.lesson.shown, _choices(self.lesson))
        self.lesson.go_on()
        for beat, moment in enumerate(self.lesson.moments):
            screen = _screen(self.lesson, moment, before=before)
            self.frames.append(
                {
                    "frame": f"{self.lesson.at}.{beat}",
                    "move": self.lesson.at,
                    "told": [sent(self.lesson.room, told) for told in moment.told],
                    "parts": changes(screen, before, screen.public, whole=True),
                }
            )
            before = screen


def at(room: Room, step: int) -> Learnt:
    """Play the lesson of a room up to a step."""
    try:
        lesson = Lesson(room)
    except FileNotFoundError as error:
        raise LongbeardError(f"{room.plate.title} has no lesson yet") from error
    if not 0 <= step <= len(lesson.steps):
        raise BadOptions(f"the lesson has steps 0 to {len(lesson.steps)}, not {step}")
    while lesson.at < step:
        lesson.go_on()
    return Learnt(lesson)


def answer(room: Room, step: int, go: str, answered: int, action: str) -> Learnt:
    """Apply what the learner did at a step: answer, play, or continue."""
    learnt = at(room, 0 if go == "restart" else step)
    lesson = learnt.lesson
    if go == "restart" or lesson.over:
        return learnt
    if go == "answer" and lesson.step.question and 0 <= answered < len(lesson.step.answers):
        learnt.answered = answered
        return learnt
    if lesson.own_move and (go != "play" or action != room.spell(lesson.state, lesson.action)):
        learnt.said = "In a real game you could. Here, follow what glows."
        return learnt
    learnt.go_on()
    return learnt


def _choices(lesson: Lesson) -> list[Choice]:
    if not lesson.own_move:
        return []
    return [gate.choice(lesson.room, lesson.state, lesson.action, lesson.seats)]


def _screen(
    lesson: Lesson, shown: Shown, choices: Sequence[Choice] = (), before: Screen | None = None
) -> Screen:
    """Return the parts of the table as the learner sees it: no further than was told, unless they play
    now."""
    state = lesson.state if choices else shown.state
    table = gate.seen(lesson.room, state, lesson.you)
    winners = state.winners() if shown.over else []
    showing = Showing[Any](table, lesson.seats, winners, shown.over, lesson.you, choices)
    return face_of(lesson.room, showing, lesson.you, before)


def _frame(lesson: Lesson) -> str:
    return frame_of(lesson.room, Showing[Any]({}, lesson.seats, me=lesson.you))
