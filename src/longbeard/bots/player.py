"""Players that are programs: our own bots, and the programs of others."""

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from longbeard.bots import BOTS, bot
from longbeard.bots.bot import Bot
from longbeard.bots.searcher import Searcher
from longbeard.engine.errors import BadOptions
from longbeard.engine.luck import KeyedLuck, Luck, QuickLuck
from longbeard.engine.match import Match
from longbeard.engine.room import Room

COMMAND: Final = "cmd:"
NETWORK: Final = "onnx:"
"""What a network in a file begins with (policy.py)."""
PEOPLE: Final = ("you", "me", "bot")
"""What may be typed for a seat besides the name of a bot: oneself, and the usual bot."""
BUDGET: Final = re.compile(r"\d+(\.\d+)?s?")
"""The budget that may follow a bot's name: visits a move, or seconds."""


@dataclass(frozen=True)
class Forfeit:
    """A decision that a program failed to make, and why; a random move was made for it."""

    move: int
    seat: int
    reason: str


class Player:
    """A program that plays one seat of one match."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.forfeits: list[Forfeit] = []

    def decide(self, match: Match, seat: int, luck: Luck) -> int:
        """Return a legal action for the seat that decides now, using only what that seat may know."""
        raise NotImplementedError

    def finish(self, match: Match, seat: int) -> None:
        """Hear that the match is over."""

    def close(self) -> None:
        """Release everything that is held. May be called twice, and in the middle of a match."""


class InsidePlayer(Player):
    """One of our own bots; it is given a determinization, never the real table."""

    def __init__(self, name: str, bot: Bot) -> None:
        super().__init__(name)
        self.bot = bot
        self._match: Match | None = None
        self._decided = 0
        """The number of moves in that match before it began to think."""

    def decide(self, match: Match, seat: int, luck: Luck, stopped: Callable[[], bool] = lambda: False) -> int:
        """Return a legal action: the best so far, once it is stopped."""
        self._begin(match, seat, luck)
        # Between two slices Python runs, so that other threads and Ctrl-C get their turn.
        while not stopped() and self.bot.think():
            pass
        return int(self.bot.answer())

    def ponder(self, match: Match, seat: int, luck: Luck, stopped: Callable[[], bool]) -> None:
        """Think about its next decision while another seat has to decide."""
        assert isinstance(self.bot, Searcher)
        self._begin(match, seat, luck)
        while not stopped() and self.bot.ponder():
            pass

    def _begin(self, match: Match, seat: int, luck: Luck) -> None:
        self.bot.begin(match.state.imagine(seat, luck), seat, luck, self._since(match, seat))
        self._match, self._decided = match, len(match.log)

    def _since(self, match: Match, seat: int) -> list[int] | None:
        """Return the moves since it last began to think, as the seat saw them; None if there are none."""
        moves = match.log[self._decided :]
        if match is not self._match or not moves:
            return None
        actions = match.state.action_count()
        return [move.seat * actions + move.looks[seat] for move in moves]


def thoughts(match: Match) -> QuickLuck:
    """Return the randomness for a bot's thinking about the next move, independent of the match's own."""
    keyed = KeyedLuck(match.secret, len(match.log), b"longbeard bot")
    return QuickLuck(int(keyed.below(1 << 31)))


def is_outside(spec: str) -> bool:
    """Return whether a spec is the command line of a program.

    >>> is_outside("./mybot.py --bold"), is_outside("cmd:node bot.js"), is_outside("greedy")
    (True, True, False)
    """
    return spec.startswith(COMMAND) or ("/" in spec and not spec.startswith(NETWORK))


def player(spec: str, room: Room, outside: bool = True) -> Player:
    """Return the player that a spec names: a bot, perhaps with a budget, or a command line.

    With `outside=False` commands and classes are refused: for tables that strangers open, or that come from
    a file.
    """
    if is_outside(spec):
        if not outside:
            raise BadOptions(f"{spec} is a program, and no program is started at this table")
        from longbeard.bots.outside import OutsidePlayer

        return OutsidePlayer(command(spec))
    if spec.partition(":")[0] not in BOTS:
        from longbeard.bots.policy import is_policy, policy_player

        if is_policy(spec):
            if not outside:
                raise BadOptions(f"{spec} is a policy, and no code of others is run at this table")
            return policy_player(spec)
    try:
        return InsidePlayer(spec, bot(spec, room.hints))
    except BadOptions as error:
        raise BadOptions(
            f"{error}; or a program: ./mybot.py, cmd:node bot.js; or a class: my_module:MyBot; "
            "or a network: onnx:FILE"
        ) from error


def command(spec: str) -> list[str]:
    """Split a command line into words as a shell would; no shell ever sees it.

    >>> command("cmd:node bot.js"), command("./mybot.py --name 'Old Nettle'")
    (['node', 'bot.js'], ['./mybot.py', '--name', 'Old Nettle'])
    """
    try:
        words = shlex.split(spec.removeprefix(COMMAND))
    except ValueError as error:
        raise BadOptions(f"{spec} is no command line: {error}") from error
    if not words:
        raise BadOptions(f"{spec!r} names no program")
    return words


def split_name(part: str) -> tuple[str, str]:
    """Split a seat as typed, `SPEC` or `SPEC:NAME`, into spec and name. A program has a name of its own.

    >>> split_name("you:Ada"), split_name("random"), split_name("search:2000:Bert"), split_name("cmd:bot.js")
    (('you', 'Ada'), ('random', ''), ('search:2000', 'Bert'), ('cmd:bot.js', ''))
    >>> split_name("my_bots:Nettle")
    ('my_bots:Nettle', '')
    """
    if is_outside(part) or part.partition(":")[0] not in {*PEOPLE, *BOTS}:
        return part, ""
    spec, _, name = part.partition(":")
    budget, _, rest = name.partition(":")
    return (f"{spec}:{budget}", rest) if BUDGET.fullmatch(budget) else (spec, name)
