"""Two bots, at equal simulations or time, on paired deals: for ablations of the search.

    python bench/duel.py GAME ONE OTHER [--matches 300] [--players 2] [--seed 0] [--bar SHARE]

A bot is `flat:1000`, `greedy`, or `search:1000`, perhaps with switches of its tuning (`Tuning`):
`search:1000:trust=0.3,keeps=0`; `plain=1` takes the room's hints away, `value=FILE` reads another learned
value (so does `learned::value=FILE`); `old:1000` is the search as it was before rooms had learned values.
`search:0.1s` thinks for so many seconds of the core, so that other work on the machine takes nothing from
either; an only choice is no thinking. ONE sits once in every seat of a deal among OTHER's kind, on bare
tables in one process; what it says is its win share with the 95 % interval. Three scripted beginners, for the
Apprentice: `first` takes the first choice, `vague` is greedy at one imagined table without its memory,
`novice` is vague and makes every second decision at random.
With `--reckon` gambles (`Hints.gamble`) are lost, and what they would have won is added up: the share is the
same on average, and its interval about half as wide in a game that ends by a lottery.
With a bar it stops before the last match once the share is clearly above or below: from 60 matches on it
looks every ten deals, and the 99 % interval must be clear of the bar, since who looks often sees much by
chance.
"""

import argparse
import sys
from pathlib import Path
from time import process_time
from typing import Final

from longbeard.bots import bot
from longbeard.bots.bot import Bot
from longbeard.bots.greedy import GreedyBot
from longbeard.bots.searcher import Searcher
from longbeard.engine.hints import Hints, Tuning, share_of_win
from longbeard.engine.luck import Luck, QuickLuck
from longbeard.engine.room import FIRST_SEAT, Room
from longbeard.engine.state import OVER, State
from longbeard.engine.value import read_value
from longbeard.games import rooms
from longbeard.lab.statistics import Share, clustered

ENDLESS: Final = 3600.0
PARTS: Final = 10
"""Deals after which it says how it stands."""
FEWEST: Final = 60
"""Matches before the first look at a bar."""
LEFT: Final = 0.05
"""What is left of a match when gambles are no longer reckoned with."""
CLEARER: Final = 2.576 / 1.96
"""The width of a 99 % interval, in those of a 95 % one."""


class First(Bot):
    """Takes the first choice."""

    def choose(self, imagined: State, seat: int, luck: Luck) -> int:
        return imagined.legal()[0]


class Vague(Bot):
    """Looks one move ahead, at one table, on which whatever can be forgotten is drawn anew.

    Of so many decisions as `errs` says, one is random; 0: none.
    """

    def __init__(self, hints: Hints, errs: int) -> None:
        super().__init__()
        self.greedy = GreedyBot(hints, samples=1)
        self.errs = errs

    def choose(self, imagined: State, seat: int, luck: Luck) -> int:
        if self.errs and luck.below(self.errs) == 0:
            legal = imagined.legal()
            return legal[luck.below(len(legal))]
        vague = imagined.clone()
        vague.forget(seat, luck)
        return int(self.greedy.choose(vague, seat, luck))


def old_tuning(game: str) -> Tuning:
    """Return how rooms tuned their search before they had learned values."""
    return Tuning(exploration=1.2, trust=0.3, keeps=False) if game == "witless-wizards" else Tuning()


def seconds_of(spec: str) -> float:
    """Return the seconds of the core that a bot may think for; 0 if its budget is another one."""
    budget = spec.split(":")[1] if ":" in spec else ""
    return float(budget[:-1]) if budget.endswith("s") else 0.0


def make(spec: str, room: Room, players: int) -> Bot:
    """Return a bot, its search tuned as the spec says."""
    name, _, rest = spec.partition(":")
    budget, _, switches = rest.partition(":")
    if seconds_of(spec):
        budget = f"{ENDLESS:.0f}s"  # the duel keeps the time
    hints = room.hints
    if name == "first":
        return First()
    if name in {"vague", "novice"}:
        return Vague(hints, 2 if name == "novice" else 0)
    if "value=" in switches:
        hints = type(room.hints)()
        path = Path(switches.partition("value=")[2].partition(",")[0])
        values = hints.learned()
        assert values is not None
        table = room.table(players)
        table.deal(QuickLuck(0))
        values.take(hints.which(table), read_value(path))
    made = bot(f"{name.replace('old', 'search')}:{budget}" if budget else name, hints)
    if not isinstance(made, Searcher):
        return made
    tuning = room.hints.tuning(players)
    if name == "old":
        tuning = old_tuning(room.plate.slug)
    for switch in filter(None, switches.split(",")):
        key, _, value = switch.partition("=")
        if key == "plain":
            hints = Hints()
        elif key == "value":
            continue
        else:
            kind = type(getattr(tuning, key))
            setattr(tuning, key, bool(int(value)) if kind is bool else kind(value))
    return Searcher(hints, int(made.max_visits), made.seconds, tuning=tuning)


def decide(decider: Bot, seconds: float) -> int:
    """Let a bot think for its budget."""
    end = process_time() + seconds
    while decider.think() and not (seconds and process_time() >= end):
        pass
    return int(decider.answer())


def play(room: Room, bots: list[Bot], times: list[float], deal: int, reckoned: bool) -> list[float]:
    """Play one match; return what each seat got. The deal is the luck of the table, and the bots think with
    luck of their own.

    Gambles (`Hints.gamble`) are lost, and what they would have won is reckoned with, until a match as it is
    would seldom go on; then luck decides.
    """
    luck, thought = QuickLuck(2 * deal + 1), QuickLuck(2 * deal + 10**9)
    state = room.table(len(bots), {"first": "0"} if FIRST_SEAT in room.plate.options else {})
    state.deal(luck)
    actions, goes_on, won = state.action_count(), 1.0, [0.0 for _ in bots]
    since: list[list[int] | None] = [None for _ in bots]
    while state.to_act() != OVER:
        seat = int(state.to_act())
        decider = bots[seat]
        decider.begin(state.imagine(seat, thought), seat, thought, since[seat])
        action = decide(decider, times[seat])
        for other, moves in enumerate(since):
            if other == seat:
                since[other] = [seat * actions + action]
            elif moves is not None:
                moves.append(seat * actions + int(state.shown(action, other)))
        chance = room.hints.gamble(state, action) if reckoned and goes_on > LEFT else 0.0
        if 0 < chance < 1:
            won[seat] += goes_on * chance
            goes_on *= 1 - chance
            state.resolve(action, room.hints.unlucky(state, luck))
        else:
            state.resolve(action, luck)
    return [before + goes_on * share_of_win(state, seat) for seat, before in enumerate(won)]


def main() -> None:
    """Play all deals and print one line."""
    asked = argparse.ArgumentParser(description="Two bots on paired deals.")
    asked.add_argument("game", choices=list(rooms()))
    asked.add_argument("one")
    asked.add_argument("other")
    asked.add_argument("--matches", type=int, default=300)
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--bar", type=float, default=0.0)
    asked.add_argument("--reckon", action="store_true", help="reckon with gambles instead of drawing")
    wanted = asked.parse_args()
    room, players = rooms()[wanted.game], wanted.players
    started, deals = process_time(), []
    for deal in range(-(-wanted.matches // players)):
        won = 0.0
        for seat in range(players):
            specs = [wanted.one if place == seat else wanted.other for place in range(players)]
            bots, times = [make(spec, room, players) for spec in specs], [seconds_of(spec) for spec in specs]
            won += play(room, bots, times, wanted.seed * 100_000 + deal, wanted.reckon)[seat]
        deals.append((won, float(players)))
        if deal % PARTS == PARTS - 1:
            print("so far:", said(wanted, deals, process_time() - started), file=sys.stderr, flush=True)
            if wanted.bar and players * len(deals) >= FEWEST and settled(clustered(deals), wanted.bar):
                break
    print(said(wanted, deals, process_time() - started))


def settled(share: Share | None, bar: float) -> bool:
    """Return whether a share is clearly above a bar, or below it."""
    assert share is not None
    low = share.value - CLEARER * (share.value - share.low)
    return low > bar or share.value + CLEARER * (share.high - share.value) < bar


def said(wanted: argparse.Namespace, deals: list[tuple[float, float]], seconds: float = 0.0) -> str:
    """Return the result in one line, and how long it took."""
    share = clustered(deals)
    assert share is not None
    return (
        f"{wanted.game}, {wanted.players} players: {wanted.one} over {wanted.other}: {share.value:.3f} "
        f"[{share.low:.3f}–{share.high:.3f}] of {wanted.players * len(deals)} matches, seed {wanted.seed}"
        + (f", {seconds:.0f} s of a core" if seconds else "")
    )


if __name__ == "__main__":
    main()
