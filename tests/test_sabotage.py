# ruff: noqa: E501 (a mistake is a line)
"""A newcomer changes the game of `longbeard new`, and `check` names each planted mistake with its cure.

Mistakes of games in the fast form are in test_conformance.py.
"""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from longbeard.engine.room import Room
from longbeard.terminal.check import check_games
from longbeard.terminal.new import new

HINTS = """
from longbeard.engine.hints import Hints
class Mine(Hints):
    def {method}
GAME: Final = declare(MyGame, PLATE, hints=Mine())
"""
ENCODER = """
from longbeard.declared.encode import DeclaredEncoder
from longbeard.engine.encoder import Field, count
class Mine(DeclaredEncoder):
    {method}
GAME: Final = declare(MyGame, PLATE, encoder=Mine())
"""
FACE = """
from longbeard.declared.face import DeclaredFace
from longbeard.engine.face import Face, Part, place
from longbeard.engine.html import Html
plain = DeclaredFace(MyGame, PLATE.slug)
{method}
GAME: Final = declare(MyGame, PLATE, face=Face({frame}, {parts}, {own}))
"""


def face(
    method: str, frame: str = "plain.frame", parts: str = "plain.parts", own: str = "plain.own_parts"
) -> str:
    return FACE.format(method=method, frame=frame, parts=parts, own=own)


WRAPPED = """def changed(showing):
    return Html(str(plain.frame(showing)).replace({old!r}, {new!r}, 1))"""
Change = tuple[str, str, str]
"""A file of the package, the text there (or nothing: append), and its replacement."""
SABOTAGES: list[tuple[str, Change, str]] = [
    ("a syntax error", ("rules.py", "def setup(self)", "def setup(self"), "SyntaxError"),
    ("a missing import", ("game.py", "import declare", "import declared"), "ImportError"),
    ("an ending without words", ("rules.py", '"hands": "All', '"hand": "All'), "they name the same ways to end"),
    ("an ending that is not declared", ("rules.py", 'self.end("hands")', 'self.end("bored")'), "no ending 'bored'"),
    ("a card that is lost", ("rules.py", "self.points[winner] += 1", "self.won[winner]._cards.clear()"), "pieces are between two places"),
    ("a number that is not declared", ("rules.py", "self.points[winner] += 1", "self.rounds = 1"), "is not declared"),
    ("an event of an unknown value", ("rules.py", "{seat:You lead|# leads}.", "{whom} leads."), "its sentence names whom"),
    ("a sentence with one form for all", ("rules.py", "{seat:You take|# takes} the", "{seat:You take} the"), "has no form for others; it is like"),
    ("a die of one's own", ("rules.py", "self.points[winner] += 1", "import random; self.points[winner] += random.randrange(9)"), "let chance come from the luck that is handed in"),
    ("a list that copies share", ("rules.py", "self.points[winner] += 1", "self.about.setdefault('x', []).append(1); self.points[winner] += len(self.about['x'])"), "keep nothing outside of the state"),
    ("a notation without its value", ("rules.py", '"play {card}"', '"play"'), "has to name {card}"),
    ("a place for a card that is not said", ("rules.py", ", card=hand)", ")"), "say out of which place card is chosen"),
    ("no deck", ("rules.py", "deck = Deck[Beast]()", "deck = Hand[Beast]()"), "has no Deck"),
    ("choices that are miscounted", ("rules.py", "deck = Deck[Beast]()", "deck = Deck[Beast]()\n\n    def count_choices(self, choices): return super().count_choices(choices) - 1"), "but by `count_choices`"),
    ("no actions", ("rules.py", '@action("play {card}", ask="Which beast do you play?", card=hand)', ""), "has no actions"),
    ("a card of the deal that all are told", ("rules.py", "        self.leads(self.turn)", "            self.plays(seat, self.hand[seat][0])"), "tells a guest in the event 'plays' what they cannot see: tell it to the seat alone"),
    ("a card of the deal that a neighbour is told", ("rules.py", '        self.leads(self.turn)\n', """            self.peeps(self.after(seat), self.hand[seat][0])

    @event("{seat:You see|# sees} the {card}.", to="seat")
    def peeps(self, seat: Seat, card: Beast) -> None: ...
"""), "in the event 'peeps' what they cannot see"),
    ("a match without end", ("rules.py", 'self.end("hands")  # E1', """for seat in self.everyone:
                self.won[seat].give_all(self.deck)
            self.setup()"""), "no end after 20000 decisions: let every round bring the end nearer"),
    ("an event without a sentence", ("rules.py", '@event("{seat:You lead|# leads}.", rule="S2")', "@event"), "an event has a sentence"),
    ("an event of no rule", ("rules.py", 'rule="R1"', 'rule="R9"'), "the event 'plays' cites rule R9"),
    ("a score that nobody reads", ("rules.py", "points = Score()", "points = Score()\n    fame = Score()"), "has two Scores, points and fame"),
    ("a score of halves", ("rules.py", "self.points[winner] += 1", "self.points[winner] += 0.5"), "scores are whole numbers"),
    ("fewest and most players the wrong way round", ("__init__.py", "seats=(2, 3)", "seats=(3, 2)"), "say the fewest players and the most"),
    ("a turn of somebody who can do nothing", ("rules.py", "    def take(self)", "    @play.when\n    def may_play(self, card: Beast) -> bool: return False\n\n    def take(self)"), "has no legal action, but the game goes on: end it"),
    ("a rule that loops", ("rules.py", "self.points[winner] += 1", "\n        while True: pass"), "seconds of one match (rules.py, line"),
    ("a game without end", ("rules.py", 'self.end("hands")  # E1', "self.deal_again()"), "deal_again"),
    ("a hand that is too large", ("cards.toml", "hand = 4", "hand = 40"), "deck is empty"),
    ("a number of the wrong kind", ("cards.toml", "hand = 4", 'hand = "four"'), "is not a whole number"),
    ("a number that is missing", ("cards.toml", "hand = 4", ""), "hand is missing"),
    ("a card without its strength", ("cards.toml", "strength = [8, 9]\n", ""), "stands for nothing"),
    ("two cards with one key", ("cards.toml", 'key = "owl-{strength}"', 'key = "frog-{strength}"'), "two cards have the key"),
    ("an icon that is not there", ("cards.toml", "dragon-head", "dragon-tail"), "there is no icon 'dragon-tail'"),
    ("a tone that is not there", ("cards.toml", 'tone = "red"', 'tone = "reddish"'), "there is no tone"),
    ("a key where a name belongs", ("rules.py", "{seat:You take|# takes} the round.", "{seat:You take|# takes} the round with frog-2."), "where a name belongs"),
    ("choices that read the same", ("rules.py", '"play {card}", ask', '"play {card}", phrase="play a card", ask'), "read the same"),
    ("a lesson with an impossible move", ("tutorial.toml", "play dragon-9", "play dragon-8"), "is not allowed"),
    ("a lesson with a misspelt move", ("tutorial.toml", "play dragon-9", "ply dragon-9"), "is not an action"),
    ("a lesson that expects what is not so", ("tutorial.toml", 'play = "play frog-2"', 'expect = { "turn" = 4 }'), "turn is 1, not 4"),
    ("a lesson with too much luck", ("tutorial.toml", 'deal = [', 'deal = ["owl-6", '), "not all of its luck was used"),
    ("hints that divide by zero", ("game.py", "", HINTS.format(method="worth(self, state, seat): return 1 / 0")), "ZeroDivisionError"),
    ("hints that are no number", ("game.py", "", HINTS.format(method="worth(self, state, seat): return float('nan')")), "hints.worth is nan"),
    ("hints that judge in two ways", ("game.py", "", HINTS.format(method="worth_once(self, state, seat): return 0.25")), "they judge alike"),
    ("hints beyond their range", ("game.py", "", HINTS.format(method="weigh(self, state, action): return 0")), "it goes from 1 to 100"),
    ("an encoder that leaks hands", ("game.py", "", ENCODER.format(method='''def layout(self, state): return [*super().layout(state), count("peep", numbers=6)]
    def write(self, state, viewer, sheet):
        super().write(state, viewer, sheet)
        for seat in state.everyone:
            sheet.put(sheet.width - 1 - seat, sum(card.strength for card in state.hand[seat]))''')), "in 'peep' what it cannot know"),
    ("an encoder that crashes", ("game.py", "", ENCODER.format(method="def write(self, state, viewer, sheet): raise KeyError('oops')")), "KeyError"),
    ("an encoder outside its range", ("game.py", "", ENCODER.format(method='def layout(self, state): return [Field(one.name, one.numbers, one.kind, 0, 0) for one in super().layout(state)]')), "which goes from 0 to 0"),
    ("an encoder outside its layout", ("game.py", "", ENCODER.format(method="def layout(self, state): return super().layout(state)[:2]")), "outside of its layout"),
    ("a face with an open tag", ("game.py", "", face(WRAPPED.format(old="<section class=\"shared\"", new="<b><section class=\"shared\""), frame="changed")), "closes what is not open"),
    ("a face with a style", ("game.py", "", face(WRAPPED.format(old="<section", new="<section style=\"color: red\""), frame="changed")), "which the page's policy forbids"),
    ("a face with a script", ("game.py", "", face(WRAPPED.format(old="</div>", new="<script>1</script></div>"), frame="changed")), "is forbidden in a face"),
    ("a face without a place", ("game.py", "", face("def changed(showing):\n    return [*plain.parts(showing), Part('lost', lambda: Html('<p></p>'))]", parts="changed")), "have no place in the frame"),
    ("a face without a part", ("game.py", "", face("def changed(showing):\n    return [one for one in plain.parts(showing) if one.name != 'shared']", parts="changed")), "there is no such part"),
    ("a face without the hand", ("game.py", "", face("def changed(showing):\n    return []", own="changed")), "which is nowhere in the face"),
    ("a face that crashes", ("game.py", "", face("def changed(showing):\n    return showing.look['nonsense']", own="changed")), "KeyError: 'nonsense'"),
    ("a rule without a test", ("rulebook.md", "## The end", "- **R4** And so on.\n\n## The end"), "no test cites rule R4"),
    ("a test of no rule", ("tests/test_rules.py", "test_r3_", "test_r9_"), "a test cites R9"),
    ("an ending without a match", ("tests/matches/hands-2.json", "{", "{{"), "longbeard record my-game --every-ending"),
    ("a file that a wheel leaves out", ("../../pyproject.toml", '"*.toml", ', ""), "cards.toml would be missing from a wheel"),
]  # fmt: skip


@pytest.fixture(scope="module")
def skeleton(tmp_path_factory: pytest.TempPathFactory) -> Path:
    parent = tmp_path_factory.mktemp("skeleton")
    new("my-game", "2-3", parent)
    _forget()
    return parent / "my-game"


@pytest.fixture
def package(skeleton: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package of a copy that can be imported afresh."""
    shutil.copytree(skeleton, tmp_path / "my-game", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.syspath_prepend(str(tmp_path / "my-game" / "src"))
    monkeypatch.setattr("longbeard.terminal.check._other_hash_seeds", lambda *words: [])  # a process each
    _forget()
    yield tmp_path / "my-game" / "src" / "my_game"
    _forget()


def _forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "my_game"]:
        del sys.modules[name]


def problems() -> list[str]:
    """Return what `check` says."""
    (result,) = check_games(Room("my_game"), 5, 1, None, quiet=True)
    found: list[Any] = result["problems"]
    assert result["passed"] == (not found)
    return found


def test_the_skeleton_has_no_faults(package: Path) -> None:
    assert problems() == []


@pytest.mark.parametrize(
    ("change", "said"), [pytest.param(change, said, id=name) for name, change, said in SABOTAGES]
)
def test_a_planted_mistake_is_named(
    package: Path, change: Change, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, old, put = change
    if "while True" in put:
        monkeypatch.setattr("longbeard.terminal.check.PATIENCE", 2)
    path = package / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, put) if old else text + put, encoding="utf-8")
    found = problems()
    assert any(said in one for one in found), found


def test_a_planted_mistake_in_a_match_is_told_with_the_command_that_shows_it(package: Path) -> None:
    rules = package / "rules.py"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(
        text.replace("self.points[winner] += 1", "self.won[winner]._cards.clear()"), encoding="utf-8"
    )
    first = problems()[0]
    assert "2 seats, match" in first
    assert "(after 'play " in first
    assert "See it again: longbeard check my-game --seats 2 --seed" in first
