"""Process in which bots think: `python -m longbeard.table.mind`. It reads a question a line and writes an
answer. If another line comes, which may be empty, it answers with what it has found so far.

It ends when its input does, so that no mind outlives the server, however that ended. Policies of an operator
(policies.py) are named on its command line; `--check` loads them and reports where they can play.
"""

import json
import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from select import select
from time import perf_counter
from typing import Any, Final

from longbeard.bots import DEFAULT, bot
from longbeard.bots.advice import advise
from longbeard.bots.outside import OutsidePlayer
from longbeard.bots.player import InsidePlayer, Player, player
from longbeard.bots.policy import PolicyPlayer
from longbeard.bots.searcher import Searcher
from longbeard.engine.encoder import width
from longbeard.engine.errors import BadOptions
from longbeard.engine.luck import KeyedLuck, QuickLuck
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.games import room, rooms
from longbeard.table.policies import Decision, is_policy, name_of

NICENESS: Final = 5
"""Lower priority than the tables'."""
KEPT: Final = 4
"""Seats whose match and bot are kept; a bot that searches fills many megabytes."""


class Mind:
    """Answers questions; for the seats asked about last it keeps the match, and the bot with its tree."""

    def __init__(self, policies: Mapping[str, str] | None = None) -> None:
        self._policies = policies or {}
        self._kept: OrderedDict[tuple[str, int, str], tuple[Match, Player]] = OrderedDict()

    def answer(self, question: dict[str, Any], called_back: Callable[[], bool] = lambda: False) -> Any:
        """Return the bot's choice, or advice about all choices; for a policy, a `Decision`.

        For a share (`Question.share`) it is what a search found of every action, and whether it was called
        back before it was done; for pondering, nothing.
        """
        match, thinker = self._recall(question)
        seat, share = question["seat"], question["share"]
        # Search has a luck of its own, so that it tells nothing about the luck of the moves.
        purpose = "advice" if question["advice"] else "ponder" if question["ponder"] else "bot"
        thoughts = KeyedLuck(match.secret, len(match.log), f"longbeard {purpose}".encode())
        seed = [int(thoughts.below(1 << 31)) for _ in range(max(share, 0) + 1)][-1]
        end = perf_counter() + question["patience"]

        def stopped() -> bool:
            return perf_counter() > end or called_back()

        if question["advice"]:
            return [asdict(advice) for advice in advise(match, seat, seed=seed, stop=stopped)]
        if is_policy(question["bot"]):
            return _decided(thinker, match, seat, seed)
        assert isinstance(thinker, InsidePlayer)
        if question["ponder"]:
            if not match.over and match.to_act != seat:
                thinker.ponder(match, seat, QuickLuck(seed), stopped)
            return None
        action = thinker.decide(match, seat, QuickLuck(seed), stopped)
        if share < 0:
            return action
        assert isinstance(thinker.bot, Searcher)
        return {"tally": thinker.bot.tally(), "cut": called_back()}

    def _recall(self, question: dict[str, Any]) -> tuple[Match, Player]:
        """Restore the match in question, from the kept one if that is a prefix of it."""
        key = (question["secret"], question["seat"], question["bot"])
        moves = question["moves"]
        known = self._kept.pop(key, None)
        if known is None or [move.action for move in known[0].log] != moves[: len(known[0].log)]:
            if known is not None:
                known[1].close()
            match = _deal(question)
            known = match, self._player(question["bot"], match.room)
        match = known[0]
        match.seats = list(question["seats"])  # somebody may have sat down in the meantime
        for action in moves[len(match.log) :]:
            match.play(match.to_act, action)
        self._kept[key] = known
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)[1][1].close()
        return known

    def _player(self, who: str, room: Room) -> Player:
        """Make one of our bots, or a policy by the name that the operator gave it."""
        if is_policy(who):
            return player(self._policies[name_of(who)], room)
        return InsidePlayer(who, bot(who, room.hints))


def _decided(thinker: Player, match: Match, seat: int, seed: int) -> Decision:
    """Let a policy decide; if it fails, let the default bot decide and say why."""
    failures = len(thinker.forfeits)
    action = thinker.decide(match, seat, QuickLuck(seed))
    if len(thinker.forfeits) == failures:
        return {"action": action, "forfeit": ""}
    stand_in = InsidePlayer(DEFAULT, bot(DEFAULT, match.room.hints))
    action = stand_in.decide(match, seat, QuickLuck(seed))
    return {"action": action, "forfeit": thinker.forfeits[-1].reason}


def check(policies: Mapping[str, str]) -> dict[str, Any]:
    """Load every policy, and list where each can play; or return what is wrong with one."""
    plays: dict[str, dict[str, list[int]]] = {}
    for name, spec in policies.items():
        try:
            plays[name] = {slug: _counts(spec, found) for slug, found in rooms().items()}
        except Exception as error:  # whatever code of others raises: the operator reads it
            return {"error": f"{name}: {error}"}
        plays[name] = {slug: counts for slug, counts in plays[name].items() if counts}
    return {"plays": plays}


def _counts(spec: str, found: Room) -> list[int]:
    """List the numbers of players with which a policy plays a game."""
    fewest, most = found.plate.seats
    seated = player(spec, found)
    if isinstance(seated, OutsidePlayer):
        return [*range(fewest, most + 1)]
    if not isinstance(seated, PolicyPlayer):
        raise BadOptions(f"{spec} is one of our own bots; they are offered anyway")
    if found.game.encoder is None:
        return []
    blanks = [found.table(count) for count in range(fewest, most + 1)]
    return [
        int(blank.seats)
        for blank in blanks
        if seated.policy.plays(
            found.plate.slug, int(blank.seats), width(found.encoder, blank), int(blank.action_count())
        )
    ]


def _deal(question: dict[str, Any]) -> Match:
    secret = bytes.fromhex(question["secret"])
    found = room(question["game"])
    return Match(found, question["seats"], question["options"], secret=secret, players=question["players"])


class Lines:
    """Lines of a pipe, of which one can see whether more has come."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._rest = b""

    def __iter__(self) -> Iterator[bytes]:
        while True:
            line, end, rest = self._rest.partition(b"\n")
            if end:
                self._rest = rest
                yield line
            elif chunk := os.read(self._pipe, 1 << 16):
                self._rest += chunk
            else:
                return

    def more(self) -> bool:
        """Whether another line, or the end, has come."""
        return bool(self._rest) or bool(select([self._pipe], [], [], 0)[0])


def main() -> None:
    """Answer questions until the input ends."""
    os.nice(NICENESS)
    policies = json.loads(sys.argv[-1]) if len(sys.argv) > 1 else {}
    # What code of others prints, from Python or from C, must not be taken for an answer.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    if "--check" in sys.argv:
        answers.write(json.dumps(check(policies)) + "\n")
        answers.close()
        return
    mind, lines = Mind(policies), Lines(0)
    for line in filter(None, lines):
        try:
            said = {"answer": mind.answer(json.loads(line), lines.more)}
        except Exception as error:  # reported to the table; the next question may succeed
            said = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(said) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
