"""Two builds of Longbeard against each other, at equal time, on paired deals: what did a change bring?

    python bench/builds.py GAME BOT --one PYTHON --other PYTHON [--matches 200] [--players 2] [--seed 0]
        [--box FILE] [--bar SHARE]

PYTHON is the interpreter of an environment with a build: build/compiled/bin/python, or a copy of that folder
that was kept. BOT is what bench/duel.py knows (`search:0.1s` thinks for so many seconds of the core); each
build plays it in a process of its own, with its own rules, hints and values. Both fold the same match: the
same deal and the same moves. ONE's bot sits once in every seat of a deal among OTHER's. With `--box` both
play by that card file. A match in which the builds disagree about what is legal, or who won, ends the run.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from duel import FEWEST, PARTS, decide, make, said, seconds_of, settled

from longbeard.engine.hints import share_of_win
from longbeard.engine.luck import QuickLuck
from longbeard.engine.room import FIRST_SEAT
from longbeard.engine.state import OVER
from longbeard.games import rooms
from longbeard.lab.statistics import clustered


class Side:
    """A match as one process folds it, with the bots of the seats that it plays."""

    def __init__(self, asked: dict[str, Any]) -> None:
        room = rooms()[asked["game"]]
        players, deal = asked["players"], asked["deal"]
        self.luck, self.thought = QuickLuck(2 * deal + 1), QuickLuck(2 * deal + 10**9 + asked["side"])
        options = {"first": "0"} if FIRST_SEAT in room.plate.options else {}
        box = room.open_box(asked["box"]) if asked["box"] else room.box
        self.state = room.table(players, options, box)
        self.state.deal(self.luck)
        self.bots = {seat: make(asked["bot"], room, players) for seat in asked["seats"]}
        self.seconds = seconds_of(asked["bot"])
        self.since: dict[int, list[int] | None] = dict.fromkeys(self.bots)

    def decide(self) -> int:
        """Let the bot that is to act think."""
        seat = int(self.state.to_act())
        bot = self.bots[seat]
        bot.begin(self.state.imagine(seat, self.thought), seat, self.thought, self.since[seat])
        self.since[seat] = []
        return decide(bot, self.seconds)

    def move(self, action: int) -> None:
        """Carry out a move of anybody."""
        seat, actions = int(self.state.to_act()), self.state.action_count()
        for viewer, moves in self.since.items():
            if moves is not None:
                moves.append(seat * actions + int(self.state.shown(action, viewer)))
        self.state.resolve(action, self.luck)

    def stands(self) -> list[int]:
        """Return whose turn it is and what they may do; in the end, who won."""
        state = self.state
        return [int(state.to_act()), *(state.winners() if state.to_act() == OVER else state.legal())]


def work() -> None:
    """Answer on standard output what is asked on standard input, a line of JSON each."""
    side: Side | None = None
    for line in sys.stdin:
        asked = json.loads(line)
        answer: Any = None
        if "game" in asked:
            side = Side(asked)
        assert side is not None
        if "move" in asked:
            side.move(asked["move"])
        if "decide" in asked:
            answer = side.decide()
        print(json.dumps([answer, side.stands()]), flush=True)


class Build:
    """A process of a build."""

    def __init__(self, python: str) -> None:
        self.process = subprocess.Popen(
            [python, __file__, "--work"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, **asked: Any) -> Any:
        """Ask something, and return the answer and how its table stands."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("longbeard: a build has stopped; what it said is above")
        return json.loads(line)


def play(wanted: argparse.Namespace, builds: list[Build], deal: int, seat: int) -> float:
    """Play a match in which the first build has one seat; return its share of the win."""
    box = wanted.box.read_text(encoding="utf-8") if wanted.box else ""
    players = wanted.players
    seats = [[seat], [other for other in range(players) if other != seat]]
    table = {"game": wanted.game, "players": players, "deal": deal, "bot": wanted.bot, "box": box}
    own = Side({**table, "side": 0, "seats": []})
    for side, build in enumerate(builds):
        build.ask(**table, side=side, seats=seats[side])
    while own.state.to_act() != OVER:
        action, _ = builds[int(own.state.to_act() != seat)].ask(decide=True)
        own.move(action)
        if any(build.ask(move=action)[1] != own.stands() for build in builds):
            raise SystemExit(f"longbeard: the builds disagree about deal {deal} after action {action}")
    return float(share_of_win(own.state, seat))


def main() -> None:
    """Play all deals and print one line."""
    asked = argparse.ArgumentParser(description="Two builds on paired deals.")
    asked.add_argument("game", choices=list(rooms()))
    asked.add_argument("bot")
    asked.add_argument("--one", required=True, metavar="PYTHON")
    asked.add_argument("--other", required=True, metavar="PYTHON")
    asked.add_argument("--matches", type=int, default=200)
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--box", type=Path)
    asked.add_argument("--bar", type=float, default=0.0)
    wanted = asked.parse_args()
    wanted.other_python, wanted.other = wanted.other, "the other build"
    wanted.one_python, wanted.one = wanted.one, wanted.bot
    builds = [Build(wanted.one_python), Build(wanted.other_python)]
    deals: list[tuple[float, float]] = []
    players = wanted.players
    for deal in range(-(-wanted.matches // players)):
        won = sum(play(wanted, builds, wanted.seed * 100_000 + deal, seat) for seat in range(players))
        deals.append((won, float(players)))
        if deal % PARTS == PARTS - 1:
            print("so far:", said(wanted, deals), file=sys.stderr, flush=True)
            if wanted.bar and players * len(deals) >= FEWEST and settled(clustered(deals), wanted.bar):
                break
    print(said(wanted, deals))


if __name__ == "__main__":
    if sys.argv[1:] == ["--work"]:
        work()
    else:
        main()
