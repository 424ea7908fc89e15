"""Lessons run on the real rules, to their end, and expect what is so."""

from collections.abc import Callable

import pytest

from longbeard.engine.errors import BadBox, BadMove
from longbeard.engine.room import Room
from longbeard.engine.tutorial import Lesson


def lesson_has(words: str) -> Callable[[Room], bool]:
    """Return whether a room has a lesson, with these words in it."""

    def found(room: Room) -> bool:
        try:
            return words in room.text("tutorial.toml")
        except FileNotFoundError:
            return False

    return found


@pytest.mark.rooms(that=lesson_has("say = "))
def test_a_lesson_runs_to_its_end_and_every_expectation_holds(room: Room) -> None:
    lesson = Lesson(room)
    told = 0
    while not lesson.over:
        step = lesson.step
        assert step.say
        assert not step.question or 0 <= step.right < len(step.answers)
        told += len(lesson.told)
        assert lesson.unmet() == []
        lesson.go_on()
    assert told > 0


class Retold(Room):
    """A room with another lesson."""

    def __init__(self, package: str, lesson: str) -> None:
        super().__init__(package)
        self.lesson = lesson

    def text(self, name: str) -> str:
        return self.lesson if name == "tutorial.toml" else super().text(name)


def retold(room: Room, old: str, new: str) -> Lesson:
    lesson = room.text("tutorial.toml")
    assert old in lesson
    return Lesson(Retold(room.package, lesson.replace(old, new, 1)))


def run(lesson: Lesson) -> None:
    while not lesson.over:
        lesson.go_on()


@pytest.mark.rooms(that=lesson_has("play = "))
def test_a_lesson_with_an_illegal_move_is_refused(room: Room) -> None:
    with pytest.raises(BadMove):
        run(retold(room, 'play = "', 'play = "make-tea-'))


@pytest.mark.rooms(that=lesson_has("\nluck = ["))
def test_a_lesson_with_luck_to_spare_is_refused(room: Room) -> None:
    with pytest.raises(BadBox, match=r"step \d+"):
        run(retold(room, "\nluck = [", "\nluck = [0, 0, 0, 0, 0, 0, 0, 0, "))
