"""Learn a room's value by self-play, and write it beside the rules: `value.json`, or as the room names it.

    python bench/learn.py GAME [--players 2,2,3] [--generations 3] [--games 30000] [--samples 4] [--seed 1]
        [--after FILE] [--visits 200]

A room with several values (`Hints.which`) learns the one that judges a fresh table of the first number of
players; the others judge where they do, but in the first generation. So those for fewer come first.

Each generation plays games of a bot that looks one move ahead (`GreedyBot`), the first with the room's own
`worth` and the others with the value that was learned so far; one decision in ten is made at random, so that
all kinds of positions come up. With `--after` a value that was learned before takes the place of `worth`.
With `--visits` whoever knows a value searches with it, so that a position is worth what good players make of
it; that takes several times as long. The features of one position in three (`Hints.note`), from each seat,
with what that seat got in the end, are the examples. Where a value is known, what a position is worth is not
the end alone but also what that value said of the positions after it: TD(λ), which is less noisy. A small
network is fitted by Adam to the examples of the generation and of all before it but those of a bot that knew
nothing. With `--roots`, what the search itself said of a position is its target, mixed with those after it by
the same λ. Gambles (`Hints.gamble`), such as the last draw of The Wizard Always Wins, are lost in these
games, and reckoned with: what a position was worth is then not whether somebody was lucky, but the odds that
they had. A tenth of the games is kept apart, to say how well it foretells their ends. It needs numpy and
scipy.
"""

import argparse
import json
from array import array
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from longbeard.bots.bot import Bot
from longbeard.bots.greedy import GreedyBot
from longbeard.bots.searcher import Searcher
from longbeard.engine.hints import share_of_win
from longbeard.engine.luck import QuickLuck
from longbeard.engine.room import Room
from longbeard.engine.state import OVER
from longbeard.engine.value import SCALE, Features, Value, Values, read_value
from longbeard.games import rooms

ROOT = Path(__file__).parent.parent
STRAY = 10
"""One decision in so many is made at random."""
NOTED = 3
"""One position in so many is an example: those of a game are much alike."""
LEFT = 0.1
"""Gambles are reckoned with until a game as it is would have ended this often, but for so many."""
BATCH = 2048
KEPT_APART = 10
Floats = NDArray[np.float32]


@dataclass
class Examples:
    """Positions as lists of features, with what they were worth in the end."""

    number: int = 0
    """Which of the room's values judges them."""
    features: "array[int]" = field(default_factory=lambda: array("H"))
    ends: "array[int]" = field(default_factory=lambda: array("q", [0]))
    shares: "array[float]" = field(default_factory=lambda: array("f"))

    def matrix(self, width: int) -> csr_array:
        ends = np.array(self.ends, dtype=np.int64)
        columns = np.asarray(self.features, dtype=np.int32)
        return csr_array((np.ones(len(columns), np.float32), columns, ends), shape=(len(ends) - 1, width))


@dataclass
class Network:
    """The weights of `Value`, as they are learned."""

    rows: Floats
    bias: Floats
    out: Floats
    out_bias: Floats

    @classmethod
    def fresh(cls, width: int, hidden: int, seed: int) -> "Network":
        luck = np.random.default_rng(seed)
        return cls(
            luck.normal(0, 0.1, (width, hidden)).astype(np.float32),
            np.full(hidden, 0.1, np.float32),
            luck.normal(0, 0.3, hidden).astype(np.float32),
            np.zeros(1, np.float32),
        )

    def parts(self) -> list[Floats]:
        return [self.rows, self.bias, self.out, self.out_bias]

    def judge(self, features: csr_array) -> tuple[Floats, Floats]:
        """Return what the hidden units and the whole network say of positions."""
        sums = features @ self.rows + self.bias
        hidden = np.maximum(sums, 0)
        return hidden, 1 / (1 + np.exp(-(hidden @ self.out + self.out_bias[0])))

    def slopes(self, features: csr_array, shares: Floats, decay: float) -> list[Floats]:
        """Return the gradient of the log loss."""
        hidden, judged = self.judge(features)
        error = (judged - shares) / len(shares)
        back = np.outer(error, self.out) * (hidden > 0)
        rows = features.T @ back + decay * self.rows / len(shares)
        return [rows, back.sum(axis=0), hidden.T @ error, np.asarray([error.sum()])]

    def value(self, cards: str) -> Value:
        """Return it as bots use it, for a box."""
        kept = self.kept()
        return Value(kept["rows"], kept["bias"], kept["out"], kept["out_bias"][0], cards)

    def kept(self) -> dict[str, list[int]]:
        names = ("rows", "bias", "out", "out_bias")
        return {
            name: [round(float(number) * SCALE) for number in part.ravel()]
            for name, part in zip(names, self.parts(), strict=True)
        }


def loss(judged: Floats, shares: Floats) -> float:
    sure = np.clip(judged, 1e-6, 1 - 1e-6)
    return float(-(shares * np.log(sure) + (1 - shares) * np.log(1 - sure)).mean())


def fit(network: Network, features: csr_array, shares: Floats, epochs: int, seed: int, pace: float) -> None:
    """Fit a network by Adam, slower from epoch to epoch."""
    luck = np.random.default_rng(seed)
    parts = network.parts()
    means, squares = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    step = 0
    for epoch in range(epochs):
        rate = pace * 0.5 ** (epoch * 4 / epochs)
        order = luck.permutation(len(shares))
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            step += 1
            for part, mean, square, slope in zip(
                parts, means, squares, network.slopes(features[chosen], shares[chosen], 1e-4), strict=True
            ):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope**2 - square)
                scale = np.sqrt(square / (1 - 0.999**step)) + 1e-8
                part -= rate * mean / (1 - 0.9**step) / scale


def play(
    room: Room,
    bot: Bot,
    players: int,
    luck: QuickLuck,
    examples: Examples,
    fade: float,
    values: Values | None,
    noted: int,
    roots: bool,
) -> None:
    """Play one game of a bot with itself; note some positions with more than one choice, from each seat.

    Those that another value judges only say what became of the ones before, by the values learned so far.
    With `roots` it is what the search found that is said of a position, and of those before.
    """
    state, hints, features = room.table(players), room.hints, Features()
    state.deal(luck)
    seats: list[int] = []
    chances: list[float] = []
    judged: list[bool] = []
    gambles: dict[int, list[tuple[int, float]]] = {}
    left = 1.0
    while state.to_act() != OVER:
        legal = state.legal()
        seat = int(state.to_act())
        before, wanted = len(seats), 0
        if len(legal) > 1 and luck.below(noted) == 0:
            number = int(hints.which(state))
            value = values.of(number) if values else None
            for viewer in range(players):
                features.clear()
                hints.note(state, viewer, features)
                if features.count:
                    judged.append(number == examples.number)
                    if judged[-1]:
                        examples.features.extend(features.listed())
                        examples.ends.append(len(examples.features))
                    seats.append(viewer)
                    chances.append(value.chance(features) if value else 0.0)
            wanted = len(seats) - before if roots else 0
        stray = len(legal) == 1 or luck.below(STRAY) == 0
        if wanted or not stray:
            action = int(bot.choose(state.imagine(seat, luck), seat, luck))
        if wanted:
            found = found_by(bot, seat, players)
            chances[before:] = [found[viewer] for viewer in seats[before:]]
        if stray:
            action = legal[luck.below(len(legal))]
        chance = hints.gamble(state, action) if left > LEFT else 0.0
        if 0 < chance < 1:
            # Most of what games differ by is luck at their end: where the odds are known, they count instead.
            left *= 1 - chance
            gambles.setdefault(len(seats), []).insert(0, (seat, chance))
            state.resolve(action, hints.unlucky(state, luck))
        else:
            state.resolve(action, luck)
    worth = [share_of_win(state, seat) for seat in range(players)]
    for gambler, chance in gambles.get(len(seats), ()):
        reckon(worth, gambler, chance)
    targets = [0.0] * len(seats)
    for number in reversed(range(len(seats))):
        seat = seats[number]
        if not roots:
            targets[number] = worth[seat]
        if values:
            worth[seat] = fade * worth[seat] + (1 - fade) * chances[number]
        if roots:
            targets[number] = worth[seat]
        for gambler, chance in gambles.get(number, ()):
            reckon(worth, gambler, chance)
    examples.shares.extend(target for target, kept in zip(targets, judged, strict=True) if kept)


def reckon(worth: list[float], gambler: int, chance: float) -> None:
    """Mix what each seat gets after a lost gamble with what it gets if that is won."""
    for seat in range(len(worth)):
        worth[seat] *= 1 - chance
    worth[gambler] += chance


def found_by(bot: Bot, seat: int, players: int) -> list[float]:
    """Return what a search that has just decided for a seat says each seat may hope for."""
    assert isinstance(bot, Searcher)
    search = bot.search
    assert search is not None
    own = search.value_of(search.best())
    means = [0.0 if other == seat else search.mean_of(other) for other in range(players)]
    rest = sum(means)
    found = [(1 - own) * mean / rest if rest else (1 - own) / (players - 1) for mean in means]
    found[seat] = own
    return found


def main() -> None:
    """Play, fit, and say how well; write the weights after every generation."""
    asked = argparse.ArgumentParser(description="Learn a room's value by self-play.")
    asked.add_argument("game", choices=list(rooms()))
    asked.add_argument("--players", default="2")
    asked.add_argument("--generations", type=int, default=3)
    asked.add_argument("--games", type=int, default=30_000)
    asked.add_argument("--hidden", type=int, default=16)
    asked.add_argument("--samples", type=int, default=4, help="imagined tables for each choice")
    asked.add_argument("--fade", type=float, default=0.8, help="the λ of TD(λ); 1: the end alone counts")
    asked.add_argument("--epochs", type=int, default=5)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--visits", type=int, default=0, help="of a search that plays; 0: one move ahead")
    asked.add_argument(
        "--roots", action="store_true", help="targets are what the search says, and TD(λ) of it"
    )
    asked.add_argument("--noted", type=int, default=NOTED, help="one position in so many is an example")
    asked.add_argument("--after", type=Path, help="a value that was learned before")
    asked.add_argument("--out", type=Path)
    wanted = asked.parse_args()
    room = rooms()[wanted.game]
    counts = [int(number) for number in wanted.players.split(",")]
    table = room.table(counts[0])
    table.deal(QuickLuck(0))
    values, number = room.hints.learned(), int(room.hints.which(table))
    assert values is not None, "the room has no learned values"
    out = (
        wanted.out or ROOT / "src/longbeard/games" / wanted.game.replace("-", "_") / values.paths[number].name
    )
    width = room.hints.features(number)
    if wanted.after:
        values.take(number, read_value(wanted.after))
    started, curve = process_time(), []
    examples = Examples(number)
    for generation in range(wanted.generations):
        apart, luck = Examples(number), QuickLuck(wanted.seed * 1000 + generation)
        knows = generation > 0 or wanted.after is not None
        if generation == 1 and not wanted.after:
            examples = Examples(number)  # a bot that had learned nothing teaches the first value only
        bot: Bot = GreedyBot(room.hints, wanted.samples, learns=knows)
        if wanted.visits and knows:
            bot = Searcher(room.hints, wanted.visits)
        for game in range(wanted.games):
            into = apart if game % KEPT_APART == 0 else examples
            fade = 1.0 if into is apart else wanted.fade
            players = counts[game // KEPT_APART % len(counts)]
            roots = wanted.roots and bool(wanted.visits) and knows and into is examples
            play(room, bot, players, luck, into, fade, values if knows else None, wanted.noted, roots)
        played = process_time() - started
        features, shares = examples.matrix(width), np.array(examples.shares, np.float32)
        network = Network.fresh(width, wanted.hidden, wanted.seed)
        fit(network, features, shares, wanted.epochs, wanted.seed, 0.01)
        values.take(number, network.value(room.box.digest))
        true = np.array(apart.shares, np.float32)
        judged = network.judge(apart.matrix(width))[1]
        seconds = process_time() - started
        curve.append(
            {
                "generation": generation,
                "positions": len(shares),
                "loss": round(loss(network.judge(features[:200_000])[1], shares[:200_000]), 4),
                "loss apart": round(loss(judged, true), 4),
                "loss of the mean": round(loss(np.full_like(true, true.mean()), true), 4),
                "seconds of a core": round(seconds),
            }
        )
        print(curve[-1], f"(played {played:.0f})", flush=True)
        made = {name: given for name, given in vars(wanted).items() if name != "out"}
        if wanted.after:
            made["after"] = json.loads(wanted.after.read_text(encoding="utf-8"))["made"]
        kept = network.kept()
        text = {
            "made": made,
            "curve": curve,
            "cards": room.box.digest,
            **kept,
            "out_bias": kept["out_bias"][0],
        }
        out.write_text(json.dumps(text, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
