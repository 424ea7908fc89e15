"""Knight's Training: the worked example of the rulebook, value by value, and the lesson that tells it."""

from typing import Any, cast

from longbeard.engine.luck import ScriptedLuck
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
    state = cast(AWizardDidIt, ROOM.lesson_table("training", 1, {}))
    story = Story()
    state.story = story
    state.deal(ScriptedLuck([]))
    return state, [(EVENT_NAMES[event.kind], event.data) for event in story.events]


def test_the_worked_example_value_by_value() -> None:
    """Valor 2, 3 and 4 (K9), strengths 1, 2 and 2 (K6), Kung Fu (K7), two goals (K16) and 8 points (P1)."""
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
        "score",
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
        ("score", [0, 8, 4, 0, lurking, 2, bacon, 2]),
    ]  # fmt: skip
    assert state.scores() == [8]
    assert state.to_act() == -1
    assert "castle" not in [name for name, data in happened]


def test_the_training_stack_is_drawn_in_this_order() -> None:
    drawn = [BOX.slugs[data[1]] for name, data in walked()[1] if name == "reveals"]
    assert drawn == [
        *("ninja", "sword", "shark", "with-laser-beams-1", "kung-fu", "shield"),
        *("lurking", "in-space-1", "bear", "wrapped-in-bacon", "pigeon"),
    ]


def test_the_lesson_runs_to_its_end_and_expects_what_is_so() -> None:
    lesson = Lesson(ROOM)
    told: list[str] = []
    while not lesson.over:
        assert lesson.unmet() == []
        told += lesson.told
        lesson.go_on()
    happened = walked()[1]
    assert len(told) == len(happened)
    goals = "2 (Make a Lurking Pigeon) + 2 (Encounter a Pigeon Wrapped in Bacon)"
    assert told[-1] == f"Your goal points: 4 (Valor) + {goals} = 8."


def test_there_is_a_question_before_each_outcome() -> None:
    """What a question asks is told only in the step after it."""
    lesson = Lesson(ROOM)
    outcomes = ("wins!", "lurking at the bottom", "into space", "gains", "goal points: ")
    asked: Any = False
    while not lesson.over:
        surprises = [line for line in lesson.told if any(outcome in line for outcome in outcomes)]
        assert not surprises or asked, surprises
        step = lesson.step
        asked = bool(step.question)
        assert not step.question or (0 <= step.right < len(step.answers) and step.because)
        lesson.go_on()


def test_the_lesson_says_the_right_answers() -> None:
    lesson = Lesson(ROOM)
    right = []
    while not lesson.over:
        if lesson.step.question:
            right.append(lesson.step.answers[lesson.step.right])
        lesson.go_on()
    assert right == [
        "Yes, a tie is a win",
        "2: Valor alone",
        "Yes: there is a Lurking Pigeon now",
        "No, it is gone",
        "2",
        "1",
        "8",
    ]
