"""Knight's Training: the worked example of the rulebook, value by value, and the lesson that tells it."""

from typing import cast

from longbeard.engine.luck import QuickLuck
from longbeard.engine.state import OVER
from longbeard.engine.story import Story
from longbeard.engine.tutorial import Lesson
from longbeard.games import room
from longbeard.games.a_wizard_did_it import events
from longbeard.games.a_wizard_did_it.box import RoadBox
from longbeard.games.a_wizard_did_it.events import EVENT_NAMES
from longbeard.games.a_wizard_did_it.rules import AWizardDidIt

ROOM = room("a-wizard-did-it")
BOX = cast(RoadBox, ROOM.box)


def card(slug: str) -> int:
    return BOX.slugs.index(slug)


def walked() -> tuple[AWizardDidIt, list[tuple[str, list[int]]]]:
    """Return the lesson's own game at its end, and the events of the Squire's knight in The Forest."""
    lesson = Lesson(ROOM)
    story = Story()
    while lesson.state.to_act() != OVER:
        lesson.state.story = story
        lesson.state.resolve(lesson.action, QuickLuck(0))
        lesson.at += 1
    happened = [(EVENT_NAMES[event.kind], event.data) for event in story.events]
    names = [name for name, data in happened]
    first, second = [place for place, name in enumerate(names) if name == "goes-to"][:2]
    return cast(AWizardDidIt, lesson.state), happened[first:second]


def test_the_worked_example_value_by_value() -> None:
    """Valor 2, 3 and 4 (K9), strengths 1, 2 and 2 (K6), Kung Fu (K7), two goals (K16)."""
    state, happened = walked()
    told = (
        "encounter",
        "monsters",
        "knight",
        "wins",
        "takes",
        "valor",
        "lurking",
        "in-space",
        "goal",
    )
    sword, shield = card("sword"), card("shield")
    lurking, bacon = BOX.goals.index("lurking-a-pigeon"), BOX.goals.index("pigeon-in-bacon")
    assert [(name, data) for name, data in happened if name in told] == [
        # 1. Ninja guards a Sword: 1 against 1
        ("encounter", [0, 0, sword, card("ninja")]),
        ("monsters", [0, 1, events.LONE, card("ninja"), 1]),
        ("knight", [0, 1, 1, 0]),
        ("wins", [0, 1, 1]),
        ("takes", [0, sword, -1]),
        ("valor", [0, 1, 2, 1]),
        # 2. Shark, lasers (1), Kung Fu guard a Shield: 2 against Valor 2
        ("encounter", [0, 0, shield, card("shark"), card("with-laser-beams-1"), card("kung-fu")]),
        ("monsters", [0, 2, events.LONE, card("shark"), 1, events.ADDED, card("with-laser-beams-1"), 1]),
        ("knight", [0, 2, 2, 1, sword, 1]),
        ("wins", [0, 2, 2]),
        ("takes", [0, shield, -1]),
        ("valor", [0, 1, 3, 1]),
        # 3. Lurking sends Bacon and Pigeon to the bottom: the first goal
        ("lurking", [0, 0, card("wrapped-in-bacon"), card("pigeon")]),
        ("goal", [0, lurking, 2]),
        # 4. In Space (1) discards the Force Field
        ("in-space", [0, 0, card("force-field")]),
        # 5. Bear on home turf, Bacon, Pigeon, end of stack: strength 2
        ("encounter", [0, 0, 0, card("bear"), card("wrapped-in-bacon"), card("pigeon")]),
        ("monsters", [0, 2, *(events.LONE, card("bear"), 1), *(events.LONE, card("pigeon"), 0),
                      *(events.HOME, card("bear"), 1)]),
        ("knight", [0, 5, 3, 0, sword, 1, shield, 1]),
        ("wins", [0, 5, 2]),
        ("valor", [0, 1, 4, 1, card("pigeon"), -1, card("wrapped-in-bacon"), 1]),
        ("goal", [0, bacon, 2]),
    ]  # fmt: skip
    # 2 + 2 for the goals, 4 for Valor; and what the lesson's game adds: a Shield, 2 Valor and the Princess
    assert 2 + 2 + 4 == 8
    assert state.scores() == [8 + 2 + BOX.princess, 1]


def test_the_training_stack_is_drawn_in_this_order() -> None:
    drawn = [BOX.slugs[data[1]] for name, data in walked()[1] if name == "reveals"]
    assert drawn == [
        *("ninja", "sword", "shark", "with-laser-beams-1", "kung-fu", "shield"),
        *("lurking", "in-space-1", "bear", "wrapped-in-bacon", "pigeon"),
    ]


def test_the_lesson_expects_what_is_so_and_ends_with_the_score() -> None:
    lesson = Lesson(ROOM)
    told: list[str] = []
    while not lesson.over:
        assert lesson.unmet() == []
        told += lesson.told
        lesson.go_on()
    assert told[-1] == "You win with 14 goal points and join the Guild."


def test_the_learner_plays_every_kind_of_card() -> None:
    lesson = Lesson(ROOM)
    played = []
    while not lesson.over:
        if lesson.own_move:
            played.append(lesson.step.play.partition("@")[0])
        lesson.go_on()
    assert played == ["bear", "shark", "force-field", "swap", "wrapped-in-bacon"]


def test_no_outcome_is_told_before_it_was_asked_for() -> None:
    """What a question asks is told only in the step after it."""
    lesson = Lesson(ROOM)
    while not lesson.over:
        assert not (lesson.step.question and any("goal points: " in line for line in lesson.told))
        if lesson.step.question.startswith("1 against 1"):
            assert not any("wins" in line for line in lesson.told)
        assert not lesson.step.question or lesson.step.because
        lesson.go_on()


def test_the_lesson_says_the_right_answers() -> None:
    lesson = Lesson(ROOM)
    right = []
    while not lesson.over:
        if lesson.step.question:
            right.append(lesson.step.answers[lesson.step.right])
        lesson.go_on()
    assert right == [
        "On my own road",
        "Yes, a tie is a win",
        "Against Kung Fu no item helps",
        "Yes: there is a Lurking Pigeon now",
        "No, it is gone",
        "The Bear 1, and 1 for its home turf",
        "1",
        "My knight, 7 against 4",
        "1 Valor, but never the last, and the turn",
        "14",
    ]
