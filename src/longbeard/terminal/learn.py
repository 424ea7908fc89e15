"""`longbeard learn`: a room's lesson at the learner's pace."""

from longbeard.engine import gate
from longbeard.engine.errors import LongbeardError
from longbeard.engine.room import Room
from longbeard.engine.tutorial import Lesson, Step
from longbeard.terminal.lines import ask, choose_number, painted, say, say_choice, say_entry


def learn(room: Room) -> None:
    """Run the lesson."""
    try:
        lesson = Lesson(room)
    except FileNotFoundError as error:
        raise LongbeardError(
            f"{room.plate.title} has no tutorial yet; try: longbeard rules {room.plate.slug}"
        ) from error
    say(f"{room.plate.title}: {lesson.title}. Press Enter to go on; q leaves.", "bold")
    try:
        while not lesson.over:
            _teach(lesson)
    except (EOFError, KeyboardInterrupt):
        say()
        return
    say(f"That is all. Now play: longbeard play {room.plate.slug}")


def _teach(lesson: Lesson) -> None:
    say()
    for moment in lesson.moments:
        if moment.sentences:
            say(painted(f"  {' '.join(moment.sentences)}", lesson.seats))
    step = lesson.step
    say(step.say)
    if step.question:
        _question(step)
    if lesson.own_move:
        _own_move(lesson)
    elif not step.question:
        _read("Enter: ")
    lesson.go_on()


def _read(prompt: str) -> str:
    text = ask(prompt)
    if text == "q":
        raise EOFError
    return text


def _question(step: Step) -> None:
    say(step.question)
    for number, answer in enumerate(step.answers, start=1):
        say_entry(number, answer)
    choice = -1
    while choice < 0:
        choice = choose_number(_read("> "), len(step.answers))
    say(f"{'Right.' if choice == step.right else 'Not quite.'} {step.because}".strip())


def _own_move(lesson: Lesson) -> None:
    """Ask the learner for the move of the lesson: its number, its notation, or just Enter."""
    room, state, wanted = lesson.room, lesson.state, lesson.step.play
    choices = [gate.choice(room, state, action, lesson.seats) for action in state.legal()]
    for number, choice in enumerate(choices, start=1):
        say_choice(number, choice)
    number, choice = next(entry for entry in enumerate(choices, start=1) if entry[1]["action"] == wanted)
    say(f"In this lesson: {choice['words']}.")
    while True:
        text = _read("> ")
        place = choose_number(text, len(choices))
        if text in ("", wanted) or place == number - 1:
            return
        say(f"In a real game you could. Here, type {number}, or just press Enter.")
