"""Policies that an operator lets people play against: networks, classes and programs, by name.

Whoever opens a table can choose a name that the operator gave, and nothing else: the spec behind it, a file
or a command, is passed to the processes that think (mind.py) on their command line, and shown to nobody.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NotRequired, TypedDict

from longbeard.bots import DEFAULT, LEVELS, level
from longbeard.bots.outside import START_LIMIT
from longbeard.engine.errors import BadOptions
from longbeard.games import room
from longbeard.table.seat import clean_name

PREFIX: Final = "policy:"
"""Prefix of a seat's player that is a policy: `policy:Nettle`."""
OPENING_SECONDS: Final = 4 * START_LIMIT


class Decision(TypedDict):
    """The result of asking a policy."""

    action: int
    forfeit: str
    """Why a stand-in decided, for the operator; empty if the policy did."""
    unknown: NotRequired[bool]
    """Whether the process that thinks has no policy of that name; others may have."""


@dataclass(frozen=True)
class Policies:
    """The policies that an operator offers, and where each of them can play."""

    specs: Mapping[str, str] = field(default_factory=dict)
    """Spec of each name: `onnx:FILE`, `module:Class`, or the command line of a program."""
    plays: Mapping[str, Mapping[str, tuple[int, ...]]] = field(default_factory=dict)
    """For each name the games that it plays, with the numbers of players."""

    def counts(self, who: str, game: str) -> tuple[int, ...]:
        """Return the numbers of players with which a policy plays a game; empty if it does not."""
        return self.plays.get(name_of(who), {}).get(game, ()) if is_policy(who) else ()

    def offered(self, game: str, count: int | None = None) -> list[dict[str, str]]:
        """List the policies that play a game, with `count` players if given."""
        found = []
        for name in self.plays:
            counts = self.counts(PREFIX + name, game)
            if counts and (count is None or count in counts):
                found.append({"name": PREFIX + name, "title": name, "about": _about(game, counts)})
        return found

    def refuse(self, who: str, game: str, count: int) -> None:
        """Raise BadOptions if a policy does not play at a table with `count` seats."""
        if not is_policy(who) or count in (counts := self.counts(who, game)):
            return
        title = room(game).plate.title
        if not counts:
            raise BadOptions(f"there is no policy {name_of(who)} here that plays {title}")
        raise BadOptions(f"{name_of(who)} plays {title} {_with(counts)}")

    def or_usual(self, who: str, game: str, count: int) -> str:
        """Return a bot, or the default one in place of a policy that no longer plays there."""
        return who if not is_policy(who) or count in self.counts(who, game) else DEFAULT


NO_POLICIES: Final = Policies()


def is_policy(who: str) -> bool:
    """Return whether a seat is played by a policy of the operator."""
    return who.startswith(PREFIX)


def name_of(who: str) -> str:
    """Return the name that the operator gave.

    >>> name_of("policy:Nettle")
    'Nettle'
    """
    return who.removeprefix(PREFIX)


def title_of(who: str) -> str:
    """Return the title of a level, or the name of a policy, for people."""
    found = level(who)
    return found.title if found is not None else name_of(who)


def levels(policies: Policies, game: str, count: int | None = None) -> list[dict[str, str]]:
    """List the bots that can be chosen for a game, the default first. Nothing else may be named."""
    return our_levels() + policies.offered(game, count)


def all_levels(policies: Policies) -> list[dict[str, str]]:
    """List the bots of all games; a policy says which ones it plays."""
    found = our_levels()
    for name, games in policies.plays.items():
        about = "; ".join(f"{room(game).plate.title} {_with(counts)}" for game, counts in games.items())
        found.append({"name": PREFIX + name, "title": name, "about": f"A policy of this server: {about}."})
    return found


def our_levels() -> list[dict[str, str]]:
    """List the levels of our own bots, the default first."""
    found = sorted(LEVELS, key=lambda level: level.name != DEFAULT)
    return [{"name": level.name, "title": level.title, "about": level.about} for level in found]


def read_policies(asked: Iterable[str]) -> dict[str, str]:
    """Parse `NAME=SPEC`, several times, as an operator types it.

    >>> read_policies(["Nettle=onnx:nettle.onnx", "Old Soot=./soot.py --bold"])
    {'Nettle': 'onnx:nettle.onnx', 'Old Soot': './soot.py --bold'}
    """
    found: dict[str, str] = {}
    for text in asked:
        name, _, spec = text.partition("=")
        if not name.strip() or not spec.strip():
            raise BadOptions(f"--policy is NAME=SPEC, like Nettle=onnx:nettle.onnx, not {text!r}")
        name = clean_name(name)
        if set(name) & set('"\\'):
            raise BadOptions(f"--policy: a name has no quotes and no backslashes: {name}")
        if name in found:
            raise BadOptions(f"--policy: there are two called {name}")
        found[name] = spec.strip()
    return found


def open_policies(specs: Mapping[str, str]) -> Policies:
    """Load every policy once, in a process of its own, and find where it can play; or raise BadOptions."""
    if not specs:
        return NO_POLICIES
    command = [sys.executable, "-m", "longbeard.table.mind", "--check", json.dumps(dict(specs))]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=OPENING_SECONDS, check=False
        )
        said = json.loads(done.stdout.splitlines()[-1])
    except subprocess.TimeoutExpired as error:
        raise BadOptions(f"--policy: not loaded after {OPENING_SECONDS:g} s") from error
    except (IndexError, ValueError) as error:
        words = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise BadOptions(f"--policy: {words[-1] if words else f'it ended with {done.returncode}'}") from error
    if "error" in said:
        raise BadOptions(f"--policy: {said['error']}")
    plays = {
        name: {game: tuple(counts) for game, counts in found.items()} for name, found in said["plays"].items()
    }
    for name, games in plays.items():
        if not games:
            raise BadOptions(f"--policy: {name} ({specs[name]}) fits no game and no number of players")
    return Policies(dict(specs), plays)


def _about(game: str, counts: tuple[int, ...]) -> str:
    fewest, most = room(game).plate.seats
    whole = len(counts) == most - fewest + 1
    return "A policy of this server." if whole else f"A policy of this server. It plays {_with(counts)}."


def _with(counts: tuple[int, ...]) -> str:
    return f"with {' or '.join(map(str, counts))} players"
