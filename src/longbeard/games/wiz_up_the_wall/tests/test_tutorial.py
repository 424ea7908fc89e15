"""The lesson can be played to its end: every move is legal, every word about the table true."""

from longbeard.engine.room import Room
from longbeard.engine.state import OVER
from longbeard.engine.tutorial import Lesson


def test_the_lesson_runs_to_the_end(room: Room) -> None:
    lesson = Lesson(room)
    told = list(lesson.told)
    while not lesson.over:
        assert lesson.unmet() == []
        lesson.go_on()
        told += lesson.told
    assert lesson.state.to_act() == OVER
    assert (lesson.state.ending(), lesson.state.winners()) == ("longest", [lesson.you])
    assert told[-1] == "You win."


def test_it_says_something_at_every_step(room: Room) -> None:
    lesson = Lesson(room)
    assert 15 <= len(lesson.steps) <= 30
    for step in lesson.steps:
        assert step.say.strip()
        assert bool(step.question) == bool(step.answers) == bool(step.because)
        assert not step.answers or 0 <= step.right < len(step.answers)


def test_it_teaches_what_a_player_needs(room: Room) -> None:
    """Drawing, forks, crossing, touching, bust and finishing."""
    lesson = Lesson(room)
    told = list(lesson.told)
    while not lesson.over:
        lesson.go_on()
        told += lesson.told
    story = " ".join(told)
    for words in (
        *(
            "You draw a fork",
            "It shows tide and bone",
            "You cross Osric's stream",
            "touch Petra's tip",
        ),
        *(
            "Osric declares the spell finished",
            "Petra goes bust: 7 gale",
            "was cut at column 4, height 3 by you",
        ),
    ):
        assert words in story
