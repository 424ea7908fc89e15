"""Who plays better: our Archmage against OpenSpiel's ISMCTS, on the same games through the adapter.

    python bench/strength.py [--mode time] [--seconds 0.2] [--iterations 500] [--matches 40] [GAME …]

Two players; every deal is played twice, with the seats exchanged. Modes: `time`, both think for so many
seconds of the core a move, so that other work on the machine takes nothing from either (ours thinks in
slices of 8 ms, and begins none that would end later); `iterations`, both make so many; `plain`, the same
without the hints that a room gives our search, so that the searches alone are compared. OpenSpiel's is the
one in Python: the one in C++ cannot search a game that is written in Python (docs/openspiel.md). It is given
our compiled playouts, which are much quicker than its own (`--rollouts own` takes those).

Every match that is over is kept in build/strength.json, so it can be stopped and gone on with; the tables go
to docs/bench.md.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pyspiel
import race_page
from open_spiel.python.algorithms import ismcts, mcts

from longbeard.bots.bot import Bot
from longbeard.bots.player import InsidePlayer
from longbeard.bots.searcher import SLICE, Searcher
from longbeard.engine.hints import Hints, share_of_win
from longbeard.engine.luck import Luck, QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import FIRST_SEAT, Room
from longbeard.engine.state import State
from longbeard.games import rooms
from longbeard.lab.pairing import Pairing, matches_of, table_seed, thought_seed
from longbeard.lab.statistics import clustered
from longbeard.rl.openspiel import name_of
from longbeard.rl.openspiel_bots import PlayoutEvaluator, SeededChance

ROOT = Path(__file__).parent.parent
OURS, THEIRS = "ours", "theirs"
ENDLESS = 10**9
HOUR = 3600.0
SEED = 1


@dataclass(frozen=True)
class Terms:
    """On which terms they meet: a time for each move, or a number of iterations."""

    mode: str
    seconds: float
    iterations: int
    uct: float
    rollouts: str

    @property
    def timed(self) -> bool:
        return self.mode == "time"

    def __str__(self) -> str:
        rollouts = "" if self.rollouts == "ours" else f", {self.rollouts} rollouts"
        budget = f"{self.seconds} s of the core" if self.timed else f"{self.iterations} iterations"
        return f"{self.mode}: {budget} a move, uct {self.uct}{rollouts}"


class TimeUp(Exception):
    """The searcher has used its time."""


class Theirs:
    """OpenSpiel's ISMCTS with its usual settings: UCT, the most visited move, a new world every time."""

    def __init__(self, game: Any, terms: Terms, seed: int) -> None:
        luck = np.random.RandomState(seed % 2**32)
        rollouts = mcts.RandomRolloutEvaluator(1, luck) if terms.rollouts == "own" else PlayoutEvaluator(seed)
        self.terms = terms
        self.iterations: list[int] = []
        most = ENDLESS if terms.timed else terms.iterations
        self.bot = ismcts.ISMCTSBot(game, rollouts, terms.uct, most, random_state=luck)
        self.bot.set_resampler(self._imagine)
        self._end = float("inf")
        self._count = 0

    def _imagine(self, state: Any, player: int) -> Any:
        """A world for the next iteration: here they are counted, and here the search stops in time."""
        if process_time() >= self._end:
            raise TimeUp
        self._count += 1
        return state.resample_from_infostate(player, self.bot.random_number)

    def decide(self, state: Any) -> int:
        self._count = 0
        self._end = process_time() + self.terms.seconds if self.terms.timed else float("inf")
        try:
            policy = self.bot.run_search(state)
        except TimeUp:
            policy = self.bot.get_final_policy(state, self.bot._root_node)
        if len(state.legal_actions()) > 1:
            self.iterations.append(self._count)
        return int(max(policy, key=lambda choice: choice[1])[0])


class OnTheCore(Bot):
    """A search that has so many seconds of the core, whatever the clock on the wall says."""

    def __init__(self, searcher: Searcher, seconds: float) -> None:
        super().__init__()
        self.searcher = searcher
        self.seconds = seconds
        self._end = 0.0

    def choose(self, imagined: State, seat: int, luck: Luck) -> int:
        self.begin(imagined, seat, luck)
        while self.think():
            pass
        return self.answer()

    def begin(self, imagined: State, seat: int, luck: Luck, since: list[int] | None = None) -> None:
        self._end = process_time() + self.seconds
        self.searcher.begin(imagined, seat, luck, since)

    def think(self) -> bool:
        return self.searcher.think() and process_time() + SLICE < self._end

    def answer(self) -> int:
        return int(self.searcher.answer())


class Ours:
    """The Archmage, as it sits at every table."""

    def __init__(self, room: Room, terms: Terms) -> None:
        hints = Hints() if terms.mode == "plain" else room.hints
        self.searcher = Searcher(hints, 0 if terms.timed else terms.iterations, HOUR if terms.timed else 0.0)
        bot = OnTheCore(self.searcher, terms.seconds) if terms.timed else self.searcher
        self.player = InsidePlayer("archmage", bot)
        self.iterations: list[int] = []

    def decide(self, match: Match, seat: int, seed: int) -> int:
        action = self.player.decide(match, seat, QuickLuck(seed))
        search = self.searcher.search
        if search is not None and len(match.state.legal()) > 1:
            self.iterations.append(int(search.visits))
        return action


def draw(state: Any, chance: SeededChance) -> None:
    while state.is_chance_node():
        state.apply_action(chance.outcome(state))


def play(room: Room, terms: Terms, pairing: Pairing) -> dict[str, Any]:
    """One match, kept twice: as it is at our tables, and as OpenSpiel sees it."""
    first = {"first": "0"} if FIRST_SEAT in room.plate.options else {}
    seed = table_seed(SEED, pairing.deal)
    match = Match(room, pairing.bots, first, seed_secret(seed))
    parameters = {"players": 2} | {name: int(seat) for name, seat in first.items()}
    game, chance = pyspiel.load_game(name_of(room), parameters), SeededChance(seed)
    state = game.new_initial_state()
    ours, theirs = Ours(room, terms), Theirs(game, terms, thought_seed(SEED, pairing, 0, 0))
    draw(state, chance)
    while not match.over:
        seat = match.to_act
        if pairing.bots[seat] == OURS:
            action = ours.decide(match, seat, thought_seed(SEED, pairing, seat, len(match.log)))
        else:
            action = theirs.decide(state)
        match.play(seat, action)
        state.apply_action(action)
        draw(state, chance)
    assert state.table.state.dump() == match.state.dump()
    won = share_of_win(match.state, pairing.bots.index(OURS))
    return {"won": won, "moves": len(match.log), OURS: ours.iterations, THEIRS: theirs.iterations}


def row(game: str, terms: str, found: list[dict[str, Any]]) -> str:
    """One line of the table, of deals that were played whole."""
    deals = [(one["won"] + other["won"], 2.0) for one, other in zip(found[::2], found[1::2], strict=False)]
    share = clustered(deals)
    if share is None:
        return f"| {game} | {terms} | | | {len(found)} | | |"
    middle = [np.mean([count for match in found for count in match[who]] or [0]) for who in (OURS, THEIRS)]
    return (
        f"| {game} | {terms} | {share.value:.2f} | {share.low:.2f}–{share.high:.2f} | {2 * len(deals)} | "
        f"{middle[0]:,.0f} | {middle[1]:,.0f} |"
    )


def write(page: Path, kept: dict[str, list[dict[str, Any]]]) -> None:
    title = "| game | terms | our share of the wins | 95 % | matches | our iterations a move | theirs |"
    lines = [row(*key.split("|"), found) for key, found in sorted(kept.items())]
    race_page.put(page, "strength", "\n".join([title, "|---|---|---:|---|---:|---:|---:|", *lines]))


def main() -> None:
    """Play what was not played yet."""
    asked = argparse.ArgumentParser(description="Our Archmage against OpenSpiel's ISMCTS.")
    asked.add_argument("games", nargs="*", default=list(rooms()))
    asked.add_argument("--mode", choices=("time", "iterations", "plain"), default="time")
    asked.add_argument("--seconds", type=float, default=0.2)
    asked.add_argument("--iterations", type=int, default=500)
    asked.add_argument("--uct", type=float, default=1.4)
    asked.add_argument("--rollouts", choices=("ours", "own"), default="ours")
    asked.add_argument("--matches", type=int, default=40)
    asked.add_argument("--keep", type=Path, default=ROOT / "build/strength.json")
    asked.add_argument("--page", type=Path, default=ROOT / "docs/bench.md")
    wanted = vars(asked.parse_args())
    games, matches, keep, page = (wanted.pop(name) for name in ("games", "matches", "keep", "page"))
    terms = Terms(**wanted)
    kept: dict[str, list[dict[str, Any]]] = json.loads(keep.read_text()) if keep.exists() else {}
    for game in games:
        found = kept.setdefault(f"{game}|{terms}", [])
        deals = [matches_of(deal, [(OURS, THEIRS)]) for deal in range((matches + 1) // 2)]
        pairings = [pairing for deal in deals for pairing in deal]
        for pairing in pairings[len(found) :]:
            found.append(play(rooms()[game], terms, pairing))
            keep.write_text(json.dumps(kept))
        write(page, kept)
        print(row(game, str(terms), found), flush=True)


if __name__ == "__main__":
    main()
