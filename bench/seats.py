"""What each seat wins, and where it comes from, with the box as it is or with changed numbers.

    python bench/seats.py GAME BOT [--players 2] [--matches 300] [--seed 1] [--option NAME=VALUE …]
        [--set PATH=VALUE …] [--box FILE] [--turns]

All seats are played by bots of one kind (`search:100`, `learned` …), and seat 1 begins. It says the seats'
shares, in fair shares with half of a 95 % interval. Of A Wizard Did It… it also says what their points come
from: Valor, the Princess, and goals by whose knight they are about and when; of Wiz Up The Wall how many
points a stream has by its wizard's place in the turn order of a round, and on the wall. With `--turns` the
first seat goes round, and shares are by the place in the turn order. docs/balance quotes it.
"""

import argparse
import sys
import tomllib
from collections import Counter
from math import sqrt
from pathlib import Path
from statistics import stdev
from time import process_time

from longbeard.bots import bot
from longbeard.engine.hints import share_of_win
from longbeard.engine.luck import QuickLuck
from longbeard.engine.room import FIRST_SEAT, Room
from longbeard.engine.state import OVER, State
from longbeard.games import rooms
from longbeard.games.a_wizard_did_it.rules import AWizardDidIt
from longbeard.games.wiz_up_the_wall.rules import WizUpTheWall
from longbeard.lab.statistics import Z
from longbeard.lab.whatif import changed


def play(room: Room, state: State, spec: str, deal: int) -> State:
    """Play one match of bots of a kind; the deal is the luck of the table, and they think with another."""
    luck, thought = QuickLuck(2 * deal + 1), QuickLuck(2 * deal + 10**9)
    state.deal(luck)
    bots = [bot(spec, room.hints) for _ in range(state.seats)]
    actions = state.action_count()
    since: list[list[int] | None] = [None for _ in bots]
    while state.to_act() != OVER:
        seat = int(state.to_act())
        decider = bots[seat]
        decider.begin(state.imagine(seat, thought), seat, thought, since[seat])
        while decider.think():
            pass
        action = int(decider.answer())
        for other, moves in enumerate(since):
            if other == seat:
                since[other] = [seat * actions + action]
            elif moves is not None:
                moves.append(seat * actions + int(state.shown(action, other)))
        state.resolve(action, luck)
    return state


def parts(state: State, kinds: dict[str, str]) -> Counter[tuple[str, int]]:
    """Return what the points of a finished match come from, for each seat."""
    found: Counter[tuple[str, int]] = Counter()
    if isinstance(state, AWizardDidIt):
        box, each = state.box, int(state.goals_each)
        found["the Princess", int(state.princess)] += int(box.princess)
        for seat in range(state.seats):
            found["Valor", seat] += int(state.valor[seat])
            for place in range(seat * each, (seat + 1) * each):
                goal = state.goals[place]
                found[f"goals: {kinds[box.goals[goal]]}", seat] += int(
                    box.goal_points[goal] * (state.met >> place & 1)
                )
    if isinstance(state, WizUpTheWall):
        for number in range(state.rounds):
            for seat in range(state.seats):
                place = int(seat - state.first - number) % int(state.seats)
                points = max(0, int(state.points[number * state.seats + seat]))
                found[f"round {number + 1}, by place in the turn order", place] += points
                found[f"round {number + 1}, by place on the wall", (seat + number) % int(state.seats)] += (
                    points
                )
    return found


def main() -> None:
    """Play all matches and print what was found."""
    asked = argparse.ArgumentParser(description="What each seat wins, and where it comes from.")
    asked.add_argument("game", choices=list(rooms()))
    asked.add_argument("bot")
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--matches", type=int, default=300)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    asked.add_argument("--set", action="append", default=[], metavar="PATH=VALUE")
    asked.add_argument("--box", type=Path)
    asked.add_argument("--turns", action="store_true")
    wanted = asked.parse_args()
    room = rooms()[wanted.game]
    text = wanted.box.read_text(encoding="utf-8") if wanted.box else room.text("cards.toml")
    text = changed(text, tuple(wanted.set))
    box = room.open_box(text)
    kinds = {
        goal["slug"]: f"{goal['knight']}, {goal['event']}"
        for kind in tomllib.loads(text).get("goals", [])
        for goal in kind["list"]
    }
    options = dict(option.split("=", 1) for option in wanted.option)
    if FIRST_SEAT in room.plate.options:
        options = {"first": "0"} | options
    started = process_time()
    shares: list[list[float]] = [[] for _ in range(wanted.players)]
    found: Counter[tuple[str, int]] = Counter()
    for deal in range(wanted.matches):
        first = deal % wanted.players if wanted.turns else 0
        given = options | {"first": str(first)} if wanted.turns else options
        state = room.table(wanted.players, given, box)
        play(room, state, wanted.bot, wanted.seed * 100_000 + deal)
        for place, won in enumerate(shares):
            won.append(wanted.players * share_of_win(state, (first + place) % wanted.players))
        found += parts(state, kinds)
    said = " ".join(f"{sum(won) / len(won):.3f}" for won in shares)
    print(f"{said} ± {max(half_width(won) for won in shares):.3f} of {wanted.matches} matches")
    for name in dict.fromkeys(name for name, _ in found):
        print(f"  {name}:", *(f"{found[name, seat] / wanted.matches:.2f}" for seat in range(wanted.players)))
    print(f"{process_time() - started:.0f} s of a core", file=sys.stderr)


def half_width(won: list[float]) -> float:
    """Return half of the 95 % interval of a mean."""
    return Z * stdev(won) / sqrt(len(won))


if __name__ == "__main__":
    main()
