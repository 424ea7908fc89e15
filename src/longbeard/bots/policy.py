"""Bots as Python classes: a policy gets what its seat may know as numbers, and answers with a number.

A class is named by `module:Class` wherever a bot is, or by the name under which an installed package offers
it (entry point `longbeard.bots`); `onnx:FILE` is a network in a file. docs/bots.md has an example.
"""

import re
from abc import abstractmethod
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Final

from longbeard.bots.player import NETWORK, Forfeit, Player
from longbeard.engine import gate
from longbeard.engine.encoder import Sheet, width, write_row
from longbeard.engine.errors import BadOptions, NotAllowedNow
from longbeard.engine.look import Look
from longbeard.engine.luck import Luck
from longbeard.engine.match import Match
from longbeard.engine.state import State

if TYPE_CHECKING:
    from longbeard.bots.network import Network

GROUP: Final = "longbeard.bots"
CLASS: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


class Asked:
    """Shows a policy a decision of its seat: all that the seat may know, and nothing else."""

    def __init__(self, match: Match, seat: int, luck: Luck) -> None:
        self.game: str = match.room.plate.slug
        self.players: int = len(match.seats)
        self.seat = seat
        self.move: int = len(match.log)
        self.legal: list[int] = match.state.legal()
        """The numbers of the actions that are allowed now."""
        self._match = match
        self._luck = luck

    @property
    def observation(self) -> memoryview:
        """Return the numbers of docs/layouts.md as 16-bit integers; `numpy.asarray` takes them."""
        match = self._match
        encoder = match.room.encoder
        sheet = Sheet(1, width(encoder, match.state))
        write_row(encoder, match.state, self.seat, sheet, 0)
        return memoryview(sheet.numbers)

    @property
    def mask(self) -> memoryview:
        """Return a byte for every action of the game: 1 if it is allowed now."""
        mask = bytearray(self._match.state.action_count())
        for action in self.legal:
            mask[action] = 1
        return memoryview(mask).cast("b")

    def look(self) -> Look:
        """Return the table as the seat sees it, as plain data; each choice has its notation and words."""
        return gate.look(self._match, self.seat)

    def text(self, action: int) -> str:
        """Return a legal action in notation."""
        return self._match.room.spell(self._match.state, action)

    def imagine(self) -> State:
        """Return a new table that the seat cannot tell from the real one; it may be played on."""
        return self._match.state.imagine(self.seat, self._luck)


class Policy:
    """A bot in Python. One object plays all matches of a process, so that what it loads is loaded once."""

    player: "PolicyPlayer | None" = None
    """The seat for which it was told last that a match begins."""

    def plays(self, game: str, players: int, numbers: int, actions: int) -> bool:
        """Tell whether it plays a game with so many players; asked by servers that offer it to people.

        `numbers` are those of an observation there, `actions` those of a mask.
        """
        return True

    def begin(self, game: str, players: int, seat: int, seed: int) -> None:
        """Be told for which match and seat it is asked from now on.

        A policy that takes all chance from `seed` is repeatable. A server's tables take turns: then it is
        called with the same seed again.
        """

    @abstractmethod
    def decide(self, asked: Asked) -> int:
        """Return one of `asked.legal`. For anything else, or an error, chance makes the decision."""
        raise NotImplementedError

    def end(self, winners: list[int], scores: list[int]) -> None:
        """Be told how the match ended."""


class PolicyPlayer(Player):
    """Lets a policy play a seat. An error costs it the decision; with `raises` it is raised instead."""

    def __init__(self, name: str, policy: Policy, raises: bool = False) -> None:
        super().__init__(name)
        self.policy = policy
        self._raises = raises
        self._match: Match | None = None
        self._seed = 0

    def decide(self, match: Match, seat: int, luck: Luck) -> int:
        if match is not self._match:
            self._match, self._seed = match, int(luck.below(1 << 31))
            self.policy.player = None
        asked = Asked(match, seat, luck)
        try:
            if self.policy.player is not self:
                self.policy.begin(asked.game, asked.players, seat, self._seed)
                self.policy.player = self
            action = index(self.policy.decide(asked))
        except Exception as error:
            if self._raises:
                raise
            return self._forfeit(asked, luck, f"{type(error).__name__}: {error}")
        if action in asked.legal:
            return action
        reason = f"action {action} is not allowed now"
        if self._raises:
            raise NotAllowedNow(f"{self.name}: {reason}; it may answer {', '.join(map(str, asked.legal))}")
        return self._forfeit(asked, luck, reason)

    def _forfeit(self, asked: Asked, luck: Luck, reason: str) -> int:
        self.forfeits.append(Forfeit(asked.move, asked.seat, reason))
        return asked.legal[luck.below(len(asked.legal))]

    def finish(self, match: Match, seat: int) -> None:
        if match is not self._match:
            return
        self.policy.player = None
        try:
            self.policy.end(match.state.winners(), match.state.scores())
        except Exception as error:  # the match is over: it costs nothing, and is told
            if self._raises:
                raise
            self.forfeits.append(
                Forfeit(len(match.log), seat, f"at the end: {type(error).__name__}: {error}")
            )


def installed() -> dict[str, str]:
    """Return the policies that installed packages offer, as `module:Class` by name."""
    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def is_policy(spec: str) -> bool:
    """Tell whether a spec names a class, or a network in a file.

    >>> is_policy("my_bots.nettle:Nettle"), is_policy("onnx:nets/nettle.onnx")
    (True, True)
    >>> is_policy("greedy"), is_policy("./bot.py")
    (False, False)
    """
    return spec.startswith(NETWORK) or CLASS.fullmatch(spec) is not None or spec in installed()


def policy_player(spec: str, raises: bool = False) -> PolicyPlayer:
    """Return a player for a seat of one match; the policy itself is made once in a process."""
    name = Path(spec).stem if spec.startswith(NETWORK) else spec.rpartition(":")[2]
    return PolicyPlayer(name.removeprefix(NETWORK), _policy(installed().get(spec, spec)), raises)


@cache
def network(spec: str) -> "Network":
    """Return the network that `onnx:FILE` names; it is loaded once in a process."""
    from longbeard.bots.network import Network

    return Network(Path(spec.removeprefix(NETWORK)))


@cache
def _policy(spec: str) -> Policy:
    if spec.startswith(NETWORK):
        return network(spec)
    module, _, name = spec.partition(":")
    try:
        made = getattr(import_module(module), name)()
    except ImportError as error:
        raise BadOptions(f"{spec}: {error}; is its folder on PYTHONPATH?") from error
    except Exception as error:  # its own code: a file that is missing, a class that wants arguments
        raise BadOptions(f"{spec} cannot be made: {type(error).__name__}: {error}") from error
    if not isinstance(made, Policy):
        raise BadOptions(f"{spec} is no bot: it has to be a subclass of longbeard.bots.policy.Policy")
    return made
