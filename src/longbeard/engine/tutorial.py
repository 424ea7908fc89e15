"""A scripted lesson: a room's `tutorial.toml`, played step by step with the teacher's words.

The lesson runs on the real rules with scripted luck, so it cannot teach what the game does not do.
"""

import tomllib
from dataclasses import dataclass, field
from typing import Any

from longbeard.engine.errors import BadBox, BadMove
from longbeard.engine.luck import LuckError, ScriptedLuck
from longbeard.engine.room import Room
from longbeard.engine.state import State
from longbeard.engine.story import Event, Story


@dataclass(frozen=True)
class Step:
    """One beat of a lesson, in this order: what is told, said, asked, and then played."""

    say: str
    until: str = ""
    """Before the words: tell what happened, up to the next event of this name (all of it, if empty)."""
    question: str = ""
    answers: tuple[str, ...] = ()
    right: int = 0
    because: str = ""
    """What the teacher says to any answer."""
    play: str = ""
    """The move that is made now, in notation; the learner is asked to make it if it is theirs."""
    luck: tuple[str | int, ...] = ()
    """What chance brings in that move, by name."""
    expect: dict[str, Any] = field(default_factory=dict)
    """What the learner then sees, by its path in the look: `wizards.0.stamina = 18`. The tests check it."""


class Lesson:
    """A lesson in progress: show `told` and the `step`, then `go_on`."""

    def __init__(self, room: Room) -> None:
        script = tomllib.loads(room.text("tutorial.toml"))
        self.room = room
        self.title: str = script["title"]
        self.seats: list[str] = script["seats"]
        self.you: int = script.get("you", 0)
        self.steps = [_step(row) for row in script["step"]]
        self.at = 0
        maker, options = script.get("table", "table"), script.get("options", {})
        self.state: State = room.lesson_table(maker, len(self.seats), options)
        self._pending: list[Event] = []
        self.heard: list[str] = []
        """All that was told so far."""
        self._run(lambda luck: self.state.deal(luck), tuple(script.get("deal", ())))
        self.told = self._tell(self.step.until)

    @property
    def step(self) -> Step:
        return self.steps[self.at]

    @property
    def over(self) -> bool:
        return self.at == len(self.steps)

    @property
    def telling(self) -> bool:
        """Whether more has happened than was told: the table is ahead of the teacher, so do not show it."""
        return bool(self._pending)

    def go_on(self) -> None:
        """Make the step's move, if it has one, and come to the next step."""
        step = self.step
        if step.play:
            action = self.room.parse(self.state, step.play)
            if action not in self.state.legal():
                raise BadMove(f"step {self.at + 1}: {step.play} is not allowed")
            self._run(lambda luck: self.state.resolve(action, luck), step.luck)
        self.at += 1
        self.told = [] if self.over else self._tell(self.step.until)

    def unmet(self) -> list[str]:
        """Where the lesson expects what is not so: the tests want none."""
        look = self.room.look(self.state, self.you)
        return [
            f"step {self.at + 1}: {path} is {_at(look, path)!r}, not {value!r}"
            for path, value in self.step.expect.items()
            if _at(look, path) != value
        ]

    def _run(self, play: Any, script: tuple[str | int, ...]) -> None:
        luck = ScriptedLuck([self.room.luck_number(self.state, word) for word in script])
        story = Story()
        self.state.story = story
        try:
            play(luck)
        except LuckError as error:
            raise BadBox(f"tutorial.toml, step {self.at + 1}: {error}") from error
        self.state.story = None
        if not luck.spent():
            raise BadBox(f"tutorial.toml, step {self.at + 1}: not all of its luck was used")
        self._pending += [event for event in story.events if event.seen_by(self.you)]

    def _tell(self, until: str) -> list[str]:
        names = [self.room.event_name(event) for event in self._pending]
        count = names.index(until) + 1 if until in names else len(names)
        now, self._pending = self._pending[:count], self._pending[count:]
        sentences = [self.room.tell(self.room.box, event, self.seats, self.you) for event in now]
        told = [sentence for sentence in sentences if sentence]
        self.heard += told
        return told


def _step(row: dict[str, Any]) -> Step:
    lists: dict[str, Any] = {key: tuple(row[key]) for key in ("answers", "luck") if key in row}
    return Step(**(row | lists))


def _at(look: Any, path: str) -> Any:
    for part in path.split("."):
        look = look[int(part)] if isinstance(look, list) else look[part]
    return look
