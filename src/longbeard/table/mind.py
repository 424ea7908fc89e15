"""One process that thinks: `python -m longbeard.table.mind`. A question a line comes in, an answer goes out.

It ends when its input does, so that no mind outlives the server, however that ended.
"""

import json
import os
import sys
from typing import Any, Final

from longbeard.bots import bot
from longbeard.engine.hints import share_of_win
from longbeard.engine.luck import KeyedLuck, QuickLuck
from longbeard.engine.match import Match
from longbeard.engine.playout import playout
from longbeard.engine.state import Choices, State
from longbeard.games import room

NICENESS: Final = 5
"""Thinking can wait; the table cannot."""
ADVICE_PLAYOUTS: Final = 400
MOST_STEPS: Final = 10_000


def answer(question: dict[str, Any]) -> Any:
    """The bot's choice, or advice about all choices."""
    found = room(question["game"])
    secret = bytes.fromhex(question["secret"])
    match = Match(found, question["seats"], question["options"], secret=secret, players=question["players"])
    match.state = fold(match, question["moves"])
    seat = question["seat"]
    # Thoughts have a luck of their own, so that they tell nothing about the luck of the moves.
    purpose = b"longbeard advice" if question["advice"] else b"longbeard bot"
    thoughts = KeyedLuck(secret, len(question["moves"]), purpose)
    luck = QuickLuck(int(thoughts.below(1 << 31)))
    imagined = match.state.imagine(seat, luck)
    if question["advice"]:
        return advise(match, imagined, seat, luck)
    return int(bot(question["bot"], found.hints).choose(imagined, seat, luck))


def fold(match: Match, moves: list[int]) -> State:
    """The state after these moves; they were checked when they were made."""
    for number, action in enumerate(moves, start=1):
        match.state.resolve(action, KeyedLuck(match.secret, number))
    return match.state


def advise(match: Match, imagined: State, seat: int, luck: QuickLuck) -> list[dict[str, Any]]:
    """Every choice with its chance to win in random games, the best first."""
    legal, choices, hints = imagined.legal(), Choices(), match.room.hints
    each = max(8, ADVICE_PLAYOUTS // len(legal))
    rows = []
    for action in legal:
        wins = 0.0
        for _game in range(each):
            table = imagined.imagine(seat, luck)
            table.resolve(action, luck)
            playout(table, luck, choices, MOST_STEPS)
            wins += share_of_win(table, seat)
        spelled = match.room.spell(imagined, action)
        rows.append({"action": spelled, "chance": round(wins / each, 3), "why": hints.why(imagined, action)})
    return sorted(rows, key=lambda row: -float(str(row["chance"])))


def main() -> None:
    """Answer until there are no more questions."""
    os.nice(NICENESS)
    for line in sys.stdin:
        try:
            said = {"answer": answer(json.loads(line))}
        except Exception as error:  # the table wants to hear of it; the next question may be a better one
            said = {"error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
