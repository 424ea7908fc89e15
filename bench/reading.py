"""What a choice in a recorded match was worth, if it is played on from there many times: docs/readings.md.

    python bench/reading.py RECORD MOVE [ACTION …] [--bot learned] [--games 1000]
    python bench/reading.py RECORD MOVE --exact

MOVE is the number of the move, from 1; without actions, all that were allowed are compared, what was played
first. Every game begins at a table that the seat imagines, and the bot then plays both seats; for each action
it is the same table and the same luck until the games differ. `--exact` looks at all that can follow instead:
for the end of A Wizard Did It…, when the deck is empty and every card is known.
"""

import argparse
from math import sqrt
from pathlib import Path
from typing import Final

from longbeard.bots import bot
from longbeard.engine import record
from longbeard.engine.hints import share_of_win
from longbeard.engine.luck import Luck, QuickLuck
from longbeard.engine.match import Match
from longbeard.engine.state import OVER, State
from longbeard.games import room

SURE: Final = 1.96
WON: Final = 1.0


def played_on(match: Match, table: State, spec: str, luck: Luck) -> State:
    """Let a bot play a table to its end, in both seats."""
    bots = [bot(spec, match.room.hints) for _ in match.seats]
    while (seat := int(table.to_act())) != OVER:
        action = table.legal()[0]
        if len(table.legal()) > 1:
            mind = QuickLuck(int(luck.below(1 << 30)))
            action = int(bots[seat].choose(table.imagine(seat, mind), seat, mind))
        table.resolve(action, luck)
    return table


def compare(match: Match, before: State, actions: list[int], spec: str, games: int) -> None:
    """Print each action's share of the wins, and its difference from the first one's."""
    seat = int(before.to_act())
    shares: list[list[float]] = [[] for _ in actions]
    for game in range(games):
        for action, found in zip(actions, shares, strict=True):
            table = before.imagine(seat, QuickLuck(77_000 + game))
            table.resolve(action, QuickLuck(99_000 + game))
            end = played_on(match, table, spec, QuickLuck(55_000 + game))
            found.append(float(share_of_win(end, seat)))
    for action, found in zip(actions, shares, strict=True):
        mean = sum(found) / games
        apart = [one - first for one, first in zip(found, shares[0], strict=True)]
        off = sum(apart) / games
        error = sqrt(sum((one - off) ** 2 for one in apart) / games / max(1, games - 1))
        print(f"{match.room.spell(before, action)}: {mean:.3f}, {off:+.3f} ± {SURE * error:.3f}")


def exact(table: State, seat: int, luck: Luck, low: float = 0.0, high: float = WON) -> float:
    """Return a seat's share of the win with best play of both, where nothing depends on luck any more."""
    actor = int(table.to_act())
    if actor == OVER:
        return float(share_of_win(table, seat))
    for action in table.legal():
        after = table.clone()
        after.resolve(action, luck)
        worth = exact(after, seat, luck, low, high)
        low, high = (max(low, worth), high) if actor == seat else (low, min(high, worth))
        if low >= high:
            break
    return low if actor == seat else high


def main() -> None:
    """Read a record and judge the choice at one of its moves."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("record", type=Path)
    parser.add_argument("move", type=int)
    parser.add_argument("actions", nargs="*")
    parser.add_argument("--bot", default="learned")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--exact", action="store_true")
    given = parser.parse_args()
    facts = record.read(given.record.read_text(encoding="utf-8"))
    match = record.replay(facts, room(facts.game))
    before, played = match.state_at(given.move - 1), match.log[given.move - 1]
    texts = given.actions or [match.text(played)]
    actions = [match.room.parse(before, text) for text in texts]
    if not given.actions:
        actions += [action for action in before.legal() if action != played.action]
    if not given.exact:
        compare(match, before, actions, given.bot, given.games)
        return
    luck = QuickLuck(1)
    for action in actions:
        after = before.clone()
        after.resolve(action, luck)
        print(f"{match.room.spell(before, action)}: {exact(after, played.seat, luck)}")


if __name__ == "__main__":
    main()
