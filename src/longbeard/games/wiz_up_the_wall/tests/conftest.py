"""Tables that tests play by hand: cards by name or shape, cells as `q,r`, the wall as a drawing."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from longbeard.engine.luck import Luck, LuckError
from longbeard.engine.room import Room
from longbeard.engine.story import Story
from longbeard.games import room as open_room
from longbeard.games.wiz_up_the_wall import choices, drawing, view
from longbeard.games.wiz_up_the_wall.box import NO_CARD, PAIRS, StreamBox
from longbeard.games.wiz_up_the_wall.cards import open_box
from longbeard.games.wiz_up_the_wall.rules import WizUpTheWall
from longbeard.games.wiz_up_the_wall.rules import table as open_table

HERE = Path(__file__).parent


class Script(Luck):
    """Luck in the order written down: a slug, `s` for any straight card, `f` for any fork; then `s`."""

    def __init__(self, box: StreamBox, script: Sequence[str | int]) -> None:
        super().__init__()
        self.box = box
        self.script = list(script)

    def below(self, n: i64) -> i64:
        return int(self.script.pop(0))

    def pick(self, pile: vec[i64], count: i64) -> i64:
        left = list(pile[:count])
        card = self._named(left, str(self.script.pop(0)) if self.script else "any")
        return left.index(card)

    def _named(self, left: list[int], wanted: str) -> int:
        """Return a card by its name, or one of a shape: a mixture, so that nobody goes bust by accident."""
        if wanted in self.box.slugs:
            return self.box.slugs.index(wanted)
        pairs = [(len(left) * 8 + pair) % PAIRS for pair in range(PAIRS)]
        straight, forking = pairs, [pair + PAIRS for pair in pairs]
        order = {"s": straight, "f": forking, "any": straight + forking}[wanted]
        fitting = [card for card in order if card in left]
        if not fitting:
            raise LuckError(f"{wanted} is not in the pile")
        return fitting[0]


class Table:
    """A table, played in notation and read by name."""

    def __init__(self, state: WizUpTheWall) -> None:
        self.state = state
        self.told: list[tuple[str, list[int]]] = []
        """What happened in the last move: the event's name and its numbers."""
        self.story: list[str] = []
        """The same in words, from the beginning."""

    def run(self, what: Callable[[Luck], None], script: Sequence[str | int]) -> "Table":
        luck = Script(self.state.box, script)
        story = Story()
        self.state.story = story
        what(luck)
        self.state.story = None
        assert not luck.script, f"chance was not asked for {luck.script}"
        room = open_room("wiz-up-the-wall")
        self.told = [(room.event_name(event), event.data) for event in story.events]
        self.story += [room.tell(self.state.box, event, self.names) for event in story.events]
        return self

    def play(self, text: str, *script: str | int) -> "Table":
        """Make a move; luck brings what is named, in this order."""
        assert text in self.choices, f"{text} is not among {self.choices}"
        action = choices.parse(self.state, text)
        return self.run(lambda luck: self.state.resolve(action, luck), script)

    def grow(self, *cells: str) -> "Table":
        """Play whole turns, one after the other: draw and place at `q,r`; `q,r>f` makes the next card a
        fork."""
        for cell in cells:
            where, _, following = cell.partition(">")
            self.play("draw", *([following] if following else ["s"] if self.state.cards_left() > 1 else []))
            self.play(f"place@{where}")
        return self

    def copy(self) -> "Table":
        """Return a copy of the table, to try something else."""
        return Table(self.state.clone())

    def finish(self, times: int = 1) -> "Table":
        for turn in range(times):
            self.play("finish")
        return self

    @property
    def names(self) -> list[str]:
        return ["Ada", "Bert", "Cleo", "Dora", "Egon", "Fritz"][: int(self.state.seats)]

    @property
    def choices(self) -> list[str]:
        return [choices.spell(self.state, action) for action in self.state.legal()]

    @property
    def actor(self) -> int:
        return int(self.state.to_act())

    @property
    def wall(self) -> list[str]:
        """The wall as it is drawn, without floor and legend."""
        return drawing.draw(self.look(), self.names)[:-4]

    def shows(self, picture: str) -> bool:
        """Return whether the wall looks like a picture, whose lines begin at a bar."""
        wanted = [line.partition(":")[2] for line in picture.strip().splitlines()]
        assert self.wall == wanted
        return True

    def look(self, viewer: int = -1) -> view.Look:
        return view.look(self.state, viewer)

    def tips(self, seat: int) -> list[str]:
        return [f"{tip['q']},{tip['r']}" for tip in self.look()["wizards"][seat]["tips"]]

    @property
    def spells(self) -> list[str]:
        """How everyone's spell stands."""
        return [wizard["spell"] for wizard in self.look()["wizards"]]

    def counted(self, seat: int) -> int:
        return sum(1 for card in self.look()["cards"] if card["seat"] == seat and card["counts"])

    @property
    def points(self) -> list[list[int | None]]:
        """The points of every round that is over, by seat; None is bust."""
        return [wizard["points"] for wizard in self.look()["wizards"]]

    def events(self, name: str) -> list[list[int]]:
        """Return the numbers of every event of that name in the last move."""
        return [data for event, data in self.told if event == name]

    @property
    def hand(self) -> str:
        return "" if self.state.hand == NO_CARD else self.state.box.slugs[self.state.hand]


class Lay:
    """Lays tables."""

    def __init__(self) -> None:
        self.text = (HERE.parent / "cards.toml").read_text(encoding="utf-8")
        self.box = open_box(self.text)

    def open(self, seats: int, box: StreamBox | None = None, **options: str) -> Table:
        """Return a table before the deal."""
        settled = {"first": "0", "rounds": "1", "memory": "off"} | options
        return Table(open_table(box or self.box, seats, settled))

    def __call__(
        self, blind: str, following: str = "s", box: StreamBox | None = None, **options: str
    ) -> Table:
        """Return a table after the deal: everyone's blind cards in turn order, and the first card of the
        pile."""
        cards = blind.split()
        table = self.open(len(cards) // 2, box, **options)
        return table.run(table.state.deal, [*cards, following])


@pytest.fixture(scope="session")
def lay() -> Lay:
    """Tables by hand."""
    return Lay()


@pytest.fixture(scope="session")
def room() -> Room:
    """The room as it is installed."""
    return open_room("wiz-up-the-wall")


@pytest.fixture(scope="session")
def here() -> Path:
    """The folder of these tests."""
    return HERE
