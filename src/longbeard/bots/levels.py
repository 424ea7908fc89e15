"""The bots one can play against: their strength, the names of their wizards, and what they say."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from longbeard.bots.bot import Bot
from longbeard.bots.flat import FlatBot
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
    """The budget of a decision, in visits or in seconds. If neither is given, the bot's own default."""

    visits: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Level:
    """A level of play that a player can choose for a bot."""

    name: str
    title: str
    about: str
    names: tuple[str, ...]
    """Names for its wizards, one for every seat that there can be."""
    hello: str
    won: str
    lost: str
    unwon: str
    """What it says if nobody has won."""
    make: Callable[[Hints, Budget], Bot]

    def last_words(self, seat: int, winners: Sequence[int]) -> str:
        """Return what the bot in a seat says when the match is over."""
        if not winners:
            return self.unwon
        return self.won if seat in winners else self.lost


def _searcher(hints: Hints, budget: Budget, visits: int, seconds: float) -> Bot:
    given = budget.visits or budget.seconds
    return Searcher(hints, budget.visits if given else visits, budget.seconds if given else seconds)


def _flat(budget: Budget) -> Bot:
    given = budget.visits or budget.seconds
    return FlatBot(budget.visits if given else SEARCH_VISITS, budget.seconds)


LEVELS: Final = (
    Level(
        "apprentice",
        "Apprentice",
        "Forgets what it saw and sometimes just does something.",
        ("Fizzlewick", "Damp Toby", "Wick", "Pip Underhat", "Left-Sock Lou", "Dribble"),
        hello="Is it my turn? Which one is the front of the card?",
        won="I did not mean to do that. Can I keep it?",
        lost="I had a plan. I wrote it on my hand, and then I washed.",
        unwon="Nobody? Then I have never been so close to the top.",
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
        unwon="Nobody, then. We have all had better evenings.",
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
        unwon="All of us at once. It was in the index, under W.",
        make=lambda hints, budget: _searcher(hints, budget, 0, ARCHMAGE_SECONDS),
    ),
)
DEFAULT: Final = "journeyman"

_PLAIN: Final[dict[str, Callable[[Hints, Budget], Bot]]] = {
    "random": lambda hints, budget: RandomBot(),
    "greedy": lambda hints, budget: GreedyBot(hints),
    "learned": lambda hints, budget: GreedyBot(hints, learns=True),
    "flat": lambda hints, budget: _flat(budget),
    "search": lambda hints, budget: _searcher(hints, budget, SEARCH_VISITS, 0.0),
}
BOTS: Final = {level.name: level.make for level in LEVELS} | _PLAIN
"""Every bot by name: the levels for players, and plain ones to compare with."""


def level(spec: str) -> Level | None:
    """Return the level of a bot, or None if it is a plain one."""
    return next((level for level in LEVELS if level.name == spec.partition(":")[0]), None)


def bot(spec: str, hints: Hints) -> Bot:
    """Return the bot that a spec names, with the hints of a room.

    A budget may follow the name: `archmage:2000` searches 2000 visits a move, `archmage:0.2s` 0.2 seconds.
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
