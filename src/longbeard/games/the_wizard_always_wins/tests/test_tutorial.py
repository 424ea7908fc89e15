"""The tutorial can be played to its end."""

from longbeard.engine.room import Room
from longbeard.engine.tutorial import Lesson


def test_the_lesson_runs_to_the_end(room: Room) -> None:
    lesson = Lesson(room)
    questions = 0
    while not lesson.over:
        assert lesson.unmet() == []
        step = lesson.step
        questions += bool(step.question)
        assert not step.question or (
            len(step.answers) > 1 and 0 <= step.right < len(step.answers) and step.because
        )
        lesson.go_on()
    assert lesson.state.winners() == [0]
    assert questions >= 3
