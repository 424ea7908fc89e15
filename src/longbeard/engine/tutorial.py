"""A scripted lesson: a room's `tutorial.toml`, played step by step with the teacher's words.

The lesson runs on the real rules with scripted luck, so it cannot teach what the game does not do.
"""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from longbeard.engine import gate
from longbeard.engine.errors import BadBox, BadMove
from longbeard.engine.look import Told
from longbeard.engine.luck import Luck, LuckError, ScriptedLuck
from longbeard.engine.match import Scene, cut
from longbeard.engine.room import Room
from longbeard.engine.state import OVER, State
from longbeard.engine.story import Story


@dataclass(frozen=True)
class Step:
    """One step of a lesson. In this order it tells events, says something, asks, and makes a move."""

    say: str
    until: str = ""
    """Name of the event up to which the story is told before the words; all of it, if empty."""
    question: str = ""
    answers: tuple[str, ...] = ()
    right: int = 0
    because: str = ""
    """The teacher's explanation after any answer."""
    play: str = ""
    """Move to make now, in notation; the learner is asked to make it if it is theirs."""
    luck: tuple[str | int, ...] = ()
    """Draws of that move, by name."""
    expect: dict[str, Any] = field(default_factory=dict)
    """What the learner then sees, by its path in the look: `wizards.0.stamina = 18`. Tests check it."""


@dataclass(frozen=True)
class Shown:
    """A moment of a lesson: what is told, and the table then."""

    told: tuple[Told, ...]
    state: State
    over: bool = False
    """Whether the game is over at this moment."""

    @property
    def sentences(self) -> list[str]:
        """The sentences that are told."""
        return [told["words"] for told in self.told if told["words"]]


class Lesson:
    """A lesson in progress: show the `moments` and the `step`, then `go_on`."""

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
        self._pending: list[Scene] = []
        self._run(lambda luck: self.state.deal(luck), tuple(script.get("deal", ())))
        self.shown = Shown((), self._pending[0].state)
        """The last moment that was told; the state may be ahead of it."""
        self.moments = self._tell(self.step.until)
        """The moments that are told before the step."""

    @property
    def step(self) -> Step:
        return self.steps[self.at]

    @property
    def over(self) -> bool:
        return self.at == len(self.steps)

    @property
    def told(self) -> list[str]:
        """The sentences that are told before the step."""
        return [sentence for moment in self.moments for sentence in moment.sentences]

    @property
    def own_move(self) -> bool:
        """Whether the learner is to make the step's move."""
        return not self.over and bool(self.step.play) and int(self.state.to_act()) == self.you

    @property
    def action(self) -> int:
        """The step's move."""
        return self.room.parse(self.state, self.step.play)

    def go_on(self) -> None:
        """Make the step's move, if it has one, and go to the next step."""
        step = self.step
        if step.play:
            action = self.action
            if action not in self.state.legal():
                legal = ", ".join(self.room.spell(self.state, other) for other in self.state.legal())
                raise BadMove(f"step {self.at + 1}: {step.play} is not allowed; allowed: {legal}")
            self._run(lambda luck: self.state.resolve(action, luck), step.luck)
        self.at += 1
        self.moments = [] if self.over else self._tell(self.step.until)

    def unmet(self) -> list[str]:
        """Return the expectations of the step that do not hold; tests require none."""
        look = gate.seen(self.room, self.state, self.you)
        return [
            f"step {self.at + 1}: {path} is {_at(look, path)!r}, not {value!r}"
            for path, value in self.step.expect.items()
            if _at(look, path) != value
        ]

    def _run(self, play: Callable[[Luck], None], script: tuple[str | int, ...]) -> None:
        luck = ScriptedLuck([self.room.luck_number(self.state, word) for word in script])
        story = Story(watched=True)
        self.state.story = story
        try:
            play(luck)
        except LuckError as error:
            raise BadBox(f"tutorial.toml, step {self.at + 1}: {error}") from error
        self.state.story = None
        if not luck.spent():
            raise BadBox(f"tutorial.toml, step {self.at + 1}: not all of its luck was used")
        self._pending += cut(self.at, self.you, tuple(story.events), story.beats, self.state)

    def _tell(self, until: str) -> list[Shown]:
        """Return the moments up to the next event of a name, or all. A scene that is cut short keeps the
        table before it."""
        heard = [gate.heard(scene.events, self.you) for scene in self._pending]
        names = [[self.room.event_name(event) for event in events] for events in heard]
        here = next((number for number, found in enumerate(names) if until in found), None)
        if here is None:
            whole, self._pending = self._pending, []
            return [self._show(scene) for scene in whole]
        count = names[here].index(until) + 1
        scene, rest = self._pending[here], heard[here][count:]
        shown = [self._show(one) for one in self._pending[:here]]
        self._pending = self._pending[here + 1 :]
        if rest:
            self._pending.insert(0, replace(scene, events=tuple(rest)))
            scene = replace(scene, events=tuple(heard[here][:count]), state=self.shown.state, last=False)
        return [*shown, self._show(scene)]

    def _show(self, scene: Scene) -> Shown:
        names, box = tuple(self.seats), self.room.box
        heard = gate.heard(scene.events, self.you)
        told = [gate.told_in(self.room, box, names, self.at, event, self.you) for event in heard]
        self.shown = Shown(tuple(told), scene.state, scene.last and int(scene.state.to_act()) == OVER)
        return self.shown


def _step(row: dict[str, Any]) -> Step:
    lists: dict[str, Any] = {key: tuple(row[key]) for key in ("answers", "luck") if key in row}
    return Step(**(row | lists))


def _at(look: Any, path: str) -> Any:
    for part in path.split("."):
        look = look[int(part)] if isinstance(look, list) else look[part]
    return look
