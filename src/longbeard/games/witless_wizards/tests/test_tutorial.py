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
    assert (lesson.state.ending(), lesson.state.winners()) == ("last-standing", [lesson.you])
    assert told[-1] == "You are the last wizard standing."


def test_it_is_short_and_says_something_at_every_step(room: Room) -> None:
    lesson = Lesson(room)
    assert 12 <= len(lesson.steps) <= 25
    for step in lesson.steps:
        assert step.say.strip()
        assert bool(step.question) == bool(step.answers) == bool(step.because)
        assert not step.answers or 0 <= step.right < len(step.answers)


def test_it_teaches_what_a_player_needs(room: Room) -> None:
    """Draw, spend, keep, give, attack, hits, an ability, a reaction, weakened and recover, the end."""
    lesson = Lesson(room)
    told = set(lesson.told)
    while not lesson.over:
        lesson.go_on()
        told |= set(lesson.told)
    story = " ".join(told)
    for words in (
        *("draw a card", "return a cube", "keep the", "give Osric", "attack Osric", "attacks you", "hits."),
        *("to guard", "is cursed", "suffers the recoil", "returns 2 cubes and has", "take 3 cubes", "is out"),
    ):
        assert words in story
