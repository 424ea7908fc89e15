"""Helpers for testing a game: a table with scripted luck, on which moves are written in notation.

>>> table = Table("witless-wizards", deal=["foil-hat"], options={"decks": "wizard+sci-fi+medieval"})
>>> table.choices
['spend', 'hold']
>>> table.play("spend", "gravity-hammer", then="returns a cube").choices
['discard:gravity-hammer', 'discard:foil-hat']
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from longbeard.engine import record
from longbeard.engine.luck import Luck, QuickLuck, ScriptedLuck
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.engine.state import State
from longbeard.engine.story import SPECTATOR, Story
from longbeard.games import room as open_room


class Table:
    """A table of a game without a match: luck comes from the test's script, or from a seed.

    `game` is a slug, the package of a game, or a Room. `deal` and the luck of a move are named as in
    `tutorial.toml`: a card by its key, a die by its number. Without `deal`, all luck follows from `seed`.
    """

    def __init__(
        self,
        game: str | Room,
        seats: int = 2,
        deal: Sequence[str | int] | None = None,
        seed: int = 1,
        options: Mapping[str, str] | None = None,
    ) -> None:
        if isinstance(game, str):
            game = Room(game) if "_" in game or "-" not in game else open_room(game)
        self.room = game
        self.names = [f"Seat {seat}" for seat in range(seats)]
        given = {"first": "0"} if any(one.name == "first" for one in game.plate.options) else {}
        self.state: State = game.table(seats, given | dict(options or {}))
        self._quick = QuickLuck(seed)
        self.told: list[str] = []
        """What the last move told, sentence by sentence, whispers included."""
        self._run(lambda luck: self.state.deal(luck), deal)

    def play(self, action: str, *luck: str | int, then: str = "") -> "Table":
        """Make a move for the seat that is to act; `then` must be part of what is told."""
        number = self.room.parse(self.state, action)
        assert number in self.state.legal(), (
            f"{action} is not allowed now; allowed: {', '.join(self.choices)}"
        )
        self._run(lambda given: self.state.resolve(number, given), luck or None)
        assert then in " ".join(self.told), f"{then!r} was not told, but: {' '.join(self.told)}"
        return self

    def play_out(self) -> "Table":
        """Make random moves until the end."""
        while not self.over:
            legal = self.state.legal()
            self.state.resolve(legal[int(self._quick.below(len(legal)))], self._quick)
        return self

    def _run(self, move: Callable[[Luck], None], script: Sequence[str | int] | None) -> None:
        luck: Luck = self._quick
        if script is not None:
            luck = ScriptedLuck([self.room.luck_number(self.state, word) for word in script])
        self.state.story = story = Story()
        move(luck)
        self.state.story = None
        sentences = [self.room.tell(self.room.box, event, self.names) for event in story.events]
        self.told = [sentence for sentence in sentences if sentence]
        if isinstance(luck, ScriptedLuck):
            assert luck.spent(), "the script has more luck than the move used"

    @property
    def choices(self) -> list[str]:
        """Legal actions of the seat that is to act, in notation."""
        return [self.room.spell(self.state, action) for action in self.state.legal()]

    @property
    def turn(self) -> int:
        """The seat that is to act."""
        return int(self.state.to_act())

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.ending())

    @property
    def ending(self) -> str:
        """Reason for the end; empty while the game is running."""
        return self.state.ending()

    @property
    def scores(self) -> list[int]:
        """The points of all seats."""
        return self.state.scores()

    @property
    def winners(self) -> list[int]:
        """Seats that have won."""
        return self.state.winners()

    def look(self, viewer: int = SPECTATOR) -> dict[str, Any]:
        """Return what a seat sees; by default what a spectator sees."""
        return self.room.look(self.state, viewer)


def recorded(tests: Path) -> list[Path]:
    """List the recorded matches beside a room's tests, for `pytest.mark.parametrize`."""
    return sorted(tests.glob("matches/*.json"))


def replayed(path: Path, room: Room) -> Match:
    """Replay a recorded match, whose file is named by its ending and number of seats: `shelf-2.json`."""
    match = record.replay(record.read(path.read_text(encoding="utf-8")), room)
    assert path.stem == f"{match.state.ending()}-{len(match.seats)}", (
        f"the match ended with {match.state.ending()}"
    )
    return match
