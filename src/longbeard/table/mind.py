"""One process that thinks: `python -m longbeard.table.mind`. A question a line comes in, an answer goes out.

It ends when its input does, so that no mind outlives the server, however that ended.
"""

import json
import os
import sys
from collections import OrderedDict
from dataclasses import asdict
from threading import Timer
from time import perf_counter
from typing import Any, Final

from longbeard.bots import bot
from longbeard.bots.advice import advise
from longbeard.bots.player import InsidePlayer
from longbeard.engine.luck import KeyedLuck, QuickLuck
from longbeard.engine.match import Match
from longbeard.games import room

NICENESS: Final = 5
"""Thinking can wait; the table cannot."""
KEPT: Final = 4
"""Seats remembered with all that was thought there; a bot that searches fills many megabytes."""


class Mind:
    """Answers questions; for the seats asked about last it keeps the match, and the bot with its thoughts."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, str], tuple[Match, InsidePlayer]] = OrderedDict()

    def answer(self, question: dict[str, Any]) -> Any:
        """Make the bot's choice, or give advice about all choices."""
        match, thinker = self._recall(question)
        # Thoughts have a luck of their own, so that they tell nothing about the luck of the moves.
        purpose = b"longbeard advice" if question["advice"] else b"longbeard bot"
        thoughts = KeyedLuck(match.secret, len(match.log), purpose)
        seed, seat, patience = int(thoughts.below(1 << 31)), question["seat"], question["patience"]
        if question["advice"]:
            end = perf_counter() + patience
            found = advise(match, seat, seed=seed, stop=lambda: perf_counter() > end)
            return [asdict(advice) for advice in found]
        bell = Timer(patience, thinker.stop)
        bell.daemon = True
        bell.start()
        try:
            return thinker.decide(match, seat, QuickLuck(seed))
        finally:
            bell.cancel()

    def _recall(self, question: dict[str, Any]) -> tuple[Match, InsidePlayer]:
        """Restore the match at the moment in question, from the remembered one if that began so."""
        key = (question["secret"], question["seat"], question["bot"])
        moves = question["moves"]
        known = self._kept.pop(key, None)
        if known is None or [move.action for move in known[0].log] != moves[: len(known[0].log)]:
            match = _deal(question)
            known = match, InsidePlayer(question["bot"], bot(question["bot"], match.room.hints))
        match = known[0]
        match.seats = list(question["seats"])  # somebody may have sat down meanwhile
        for action in moves[len(match.log) :]:
            match.play(match.to_act, action)
        self._kept[key] = known
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return known


def _deal(question: dict[str, Any]) -> Match:
    secret = bytes.fromhex(question["secret"])
    found = room(question["game"])
    return Match(found, question["seats"], question["options"], secret=secret, players=question["players"])


def main() -> None:
    """Answer until there are no more questions."""
    os.nice(NICENESS)
    mind = Mind()
    for line in sys.stdin:
        try:
            said = {"answer": mind.answer(json.loads(line))}
        except Exception as error:  # the table wants to hear of it; the next question may be a better one
            said = {"error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
