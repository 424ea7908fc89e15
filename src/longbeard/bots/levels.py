"""The wizards one can play against: how strong they are, what they are called, and how they talk."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from longbeard.bots.bot import Bot
from longbeard.bots.forgetful import ForgetfulBot
from longbeard.bots.greedy import GreedyBot
from longbeard.bots.random_bot import RandomBot
from longbeard.bots.searcher import Searcher
from longbeard.engine.errors import BadOptions
from longbeard.engine.hints import Hints

ARCHMAGE_SECONDS: Final = 1.0
SEARCH_VISITS: Final = 2000


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about a decision: imagined games, or seconds. Nothing given: what is usual."""

    visits: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Level:
    """A kind of bot, as a player chooses it."""

    name: str
    title: str
    about: str
    names: tuple[str, ...]
    """What its wizards are called; one for every seat that there can be."""
    hello: str
    won: str
    lost: str
    make: Callable[[Hints, Budget], Bot]


def _searcher(hints: Hints, budget: Budget, visits: int, seconds: float) -> Bot:
    given = budget.visits or budget.seconds
    return Searcher(hints, budget.visits if given else visits, budget.seconds if given else seconds)


LEVELS: Final = (
    Level(
        "apprentice",
        "Apprentice",
        "Forgets what it saw and sometimes just does something.",
        ("Fizzlewick", "Damp Toby", "Wick", "Pip Underhat", "Left-Sock Lou", "Dribble"),
        hello="Is it my turn? Which one is the front of the card?",
        won="I did not mean to do that. Can I keep it?",
        lost="I had a plan. I wrote it on my hand, and then I washed.",
        make=lambda hints, budget: ForgetfulBot(hints),
    ),
    Level(
        "journeyman",
        "Journeyman",
        "Remembers everything, and looks one step ahead with a practised eye.",
        ("Old Nettle", "Granny Soot", "Mumblebeard", "Twice-Burnt Tom", "Aunt Gravel", "Barley Hex"),
        hello="Right then. Sleeves up.",
        won="Practice, and a good chair.",
        lost="Well played. I will be sore about it until supper.",
        make=lambda hints, budget: GreedyBot(hints),
    ),
    Level(
        "archmage",
        "Archmage",
        "Plays a great many games in its head before every move.",
        ("Morwenna the Patient", "Ambrose Nine-Eyes", "The Grey Abacus", "Quillon", "Dame Isolde", "Umber"),
        hello="I have already lost to you in eleven thousand ways. Let us see the others.",
        won="It was the four-thousandth line. It usually is.",
        lost="How delightful. I had given that less than one in a hundred.",
        make=lambda hints, budget: _searcher(hints, budget, 0, ARCHMAGE_SECONDS),
    ),
)
DEFAULT: Final = "journeyman"

_PLAIN: Final[dict[str, Callable[[Hints, Budget], Bot]]] = {
    "random": lambda hints, budget: RandomBot(),
    "greedy": lambda hints, budget: GreedyBot(hints),
    "search": lambda hints, budget: _searcher(hints, budget, SEARCH_VISITS, 0.0),
}
BOTS: Final = {level.name: level.make for level in LEVELS} | _PLAIN
"""Every bot by name: the levels for players, and plain ones to measure by."""


def level(spec: str) -> Level | None:
    """The level that a bot plays at; none for a plain bot."""
    return next((level for level in LEVELS if level.name == spec.partition(":")[0]), None)


def bot(spec: str, hints: Hints) -> Bot:
    """The bot of that name, with what a room knows about good play.

    A budget may follow: `archmage:2000` plays so many games in its head before a move, `archmage:0.2s`
    thinks for so long.
    """
    name, _, budget = spec.partition(":")
    if name not in BOTS:
        raise BadOptions(f"there is no bot {name}; there are: {', '.join(BOTS)}")
    return BOTS[name](hints, _budget(spec, budget))


def _budget(spec: str, text: str) -> Budget:
    if not text:
        return Budget()
    try:
        budget = Budget(seconds=float(text[:-1])) if text.endswith("s") else Budget(visits=int(text))
    except ValueError:
        budget = Budget()
    if not (0 < budget.visits <= 10**9 or 0 < budget.seconds <= 3600):
        raise BadOptions(f"{spec}: a budget is a number of visits (archmage:2000) or seconds (archmage:0.5s)")
    return budget
