"""Train a player against itself: masked PPO in plain numpy on many tables at once.

    python examples/learning/learn.py --minutes 20 --save wizard.npz --curve curve.json

All seats are played by one network, which gets what the deciding seat may know. Now and then it plays paired
matches against a bot: every deal twice, once from each seat. `--save` keeps the network, and a second run
with the same file goes on with it. Minutes are minutes of one core, so that a busy machine does not count.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from network import Features, Floats, Network
from numpy.typing import NDArray

from longbeard.bots.player import player
from longbeard.engine.hints import share_of_win
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.games import room as open_room
from longbeard.lab.pairing import table_seed
from longbeard.lab.statistics import Share, clustered
from longbeard.rl import Arrays, arrays
from longbeard.rl.sitting import Sitting

STEPS, LOOKS = 64, 100
EPOCHS, BATCH = 3, 2048
CLIP, TRACE = 0.2, 0.95
CURIOSITY, VALUE = 0.01, 0.5


@dataclass
class Point:
    """A point of the learning curve: the training so far, and the share of the wins against the bot."""

    minutes: float
    steps: int
    matches: int
    share: float
    low: float
    high: float


@dataclass
class Batch:
    """Decisions to learn from."""

    observations: NDArray[np.int16]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    logs: Floats
    advantages: Floats
    returns: Floats

    def parts(self, dice: np.random.Generator) -> Iterator["Batch"]:
        """Yield all of them once, shuffled, in minibatches."""
        mixed = dice.permutation(len(self.actions))
        for some in np.array_split(mixed, max(1, len(mixed) // BATCH)):
            yield Batch(*(array[some] for array in vars(self).values()))


def choose(logs: Floats, dice: np.random.Generator) -> NDArray[np.int64]:
    """Sample an action for each row: the largest of the log-probabilities with Gumbel noise."""
    noise = -np.log(-np.log(dice.random(logs.shape, np.float32) + 1e-20) + 1e-20)
    chosen: NDArray[np.int64] = (logs + noise).argmax(axis=1)
    return chosen


def play(network: Network, tables: Arrays, dice: np.random.Generator) -> Batch:
    """Let the network play all seats for some steps."""
    seen, masks, actions, logs, values, turns, rewards, dones = ([] for _list in range(8))
    for _step in range(STEPS):
        seen.append(tables.observations.copy())  # the arrays are written over by the next step
        masks.append(tables.masks.copy())
        turns.append(tables.turns.copy())
        chances, value, _kept = network.forward(network.features(seen[-1]), masks[-1])
        actions.append(choose(chances, dice))
        logs.append(chances[np.arange(tables.n), actions[-1]])
        values.append(value)
        tables.step(actions[-1])
        rewards.append(tables.rewards.copy())
        dones.append(tables.dones.copy())
    after = network.forward(network.features(tables.observations), tables.masks)[1]
    gains, known = advantages(np.array(values), np.array(turns), np.array(rewards), np.array(dones),
                              tables.turns, after)  # fmt: skip
    arrays: list[NDArray[Any]] = [
        np.array(seen),
        np.array(masks),
        np.array(actions),
        np.array(logs),
        gains,
        gains + values,
    ]
    return Batch(*(array[known] for array in arrays))


def advantages(
    values: Floats, turns: NDArray[np.int64], rewards: NDArray[np.float64], dones: NDArray[np.bool_],
    turn: NDArray[np.int64], after: Floats,
) -> tuple[Floats, NDArray[np.bool_]]:  # fmt: skip
    """Return generalised advantages, and which decisions have an outcome yet.

    A seat's next value is that of its own next decision, or its reward: others decide in between.
    """
    steps, count = values.shape
    table = np.arange(count)
    coming = np.zeros((count, rewards.shape[2]), np.float32)
    trace, sure = np.zeros_like(coming), np.zeros(coming.shape, bool)
    coming[table, turn], sure[table, turn] = after, True
    gains, known = np.zeros_like(values), np.zeros(values.shape, bool)
    for step in range(steps - 1, -1, -1):
        over = dones[step]
        coming[over], trace[over], sure[over] = rewards[step][over], 0.0, True
        seat = turns[step]
        gains[step] = coming[table, seat] - values[step] + TRACE * trace[table, seat]
        known[step] = sure[table, seat]
        coming[table, seat], trace[table, seat], sure[table, seat] = values[step], gains[step], True
    return gains, known


def learn(network: Network, batch: Batch, rate: float, dice: np.random.Generator) -> None:
    """Update the network by PPO, in several epochs over the batch."""
    for _epoch in range(EPOCHS):
        for part in batch.parts(dice):
            inputs = network.features(part.observations)
            logs, values, kept = network.forward(inputs, part.masks)
            slopes = np.empty((len(values), network.actions + 1), np.float32)
            slopes[:, :-1] = policy_slopes(logs, part)
            slopes[:, -1] = VALUE * (values - part.returns)
            network.update(network.backward(slopes / np.float32(len(values)), kept), rate)


def policy_slopes(logs: Floats, part: Batch) -> Floats:
    """Return the gradient of the loss by the logits: PPO's clipped objective and an entropy bonus."""
    rows = np.arange(len(part.actions))
    ratio = np.exp(logs[rows, part.actions] - part.logs)
    gain = (part.advantages - part.advantages.mean()) / (part.advantages.std() + 1e-6)
    clipped = np.where(gain > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    pull = np.where(clipped, 0.0, gain * ratio).astype(np.float32)
    chances = np.exp(logs)
    slopes = chances * pull[:, None]
    slopes[rows, part.actions] -= pull
    plain = np.where(part.masks, logs, 0.0)
    variety = -(chances * plain).sum(axis=1, keepdims=True)
    slopes += CURIOSITY * chances * (plain + variety)
    return slopes


def measure(network: Network, room: Room, bot: str, deals: int, seed: int) -> Share:
    """Return the share of the wins against a bot, with its interval: every deal is played from both seats."""
    sitting = Sitting(room.plate.slug, 2, {}, "win")
    won = []
    for deal in range(deals):
        shares = [_match(network, sitting, bot, seat, seed, deal) for seat in range(2)]
        won.append((sum(shares), 2.0))
    share = clustered(won)
    assert share is not None
    return share


def _match(network: Network, sitting: Sitting, bot: str, seat: int, seed: int, deal: int) -> float:
    """Play one match; return the network's share of the win."""
    other, luck = player(bot, sitting.room), QuickLuck(seed + deal)
    sitting.match = Match(sitting.room, sitting.names, {}, seed_secret(table_seed(seed, deal)))
    match = sitting.match
    while not match.over:
        if match.to_act == seat:
            sitting.play(network.best(sitting.see(seat)["observation"], match.state.legal()))
        else:
            sitting.play(other.decide(match, 1 - seat, luck))
    return share_of_win(match.state, seat)


def untaught(tables: Arrays, hidden: int, seed: int) -> Network:
    """Return a new network; which numbers occur in observations is taken from random play."""
    seen = [tables.step(tables.sample())[0].copy() for _step in range(LOOKS)]
    return Network(Features.of(np.concatenate(seen)), tables.masks.shape[1], hidden, seed)


def train(wish: argparse.Namespace) -> list[Point]:
    """Learn for some minutes; return the curve."""
    room, dice = open_room(wish.game), np.random.default_rng(wish.seed)
    tables = arrays(wish.game, wish.tables, players=2, seed=wish.seed)
    curve: list[Point] = []
    network = untaught(tables, wish.hidden, wish.seed)
    if wish.save and wish.save.exists():
        kept = np.load(wish.save)
        network = Network.load(kept)
        curve = [Point(**point) for point in json.loads(str(kept["curve"]))]
    spent, steps = (curve[-1].minutes, curve[-1].steps) if curve else (0.0, 0)
    first, looked = spent, spent
    while spent - first < wish.minutes:
        start = process_time()
        rate = wish.rate * max(0.1, 1 - (spent - first) / wish.minutes)
        learn(network, play(network, tables, dice), rate, dice)
        steps += wish.tables * STEPS
        spent += (process_time() - start) / 60
        last = spent - first >= wish.minutes
        if spent - looked >= wish.every or last:
            looked = spent
            deals = wish.last_deals if last else wish.deals
            share = measure(network, room, wish.bot, deals, wish.seed + (10**6 if last else 0))
            curve.append(Point(round(spent, 4), steps, 2 * deals, *asdict(share).values()))
            report(curve[-1], wish.bot)
            if wish.save:
                network.save(wish.save, curve=json.dumps([asdict(point) for point in curve]))
    return curve


def report(point: Point, bot: str) -> None:
    """Print a point of the curve."""
    print(
        f"{point.minutes:6.2f} min  {point.steps / 1e6:6.2f} M decisions  {point.share:.3f} of the wins "
        f"against {bot} [{point.low:.3f}–{point.high:.3f}], {point.matches} matches",
        flush=True,
    )


def main() -> None:
    """Learn, and write what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="witless-wizards")
    parser.add_argument("--bot", default="greedy", help="whom it is measured against")
    parser.add_argument("--minutes", type=float, default=20.0, help="of one core; measuring comes on top")
    parser.add_argument(
        "--every", type=float, default=1.0, help="minutes between two looks at how good it is"
    )
    parser.add_argument("--deals", type=int, default=100, help="of such a look; each is two matches")
    parser.add_argument("--last-deals", type=int, default=1000, help="of the last look, on deals of its own")
    parser.add_argument("--tables", type=int, default=256, help="how many it plays at at once")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--rate", type=float, default=7e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="keeps the network; goes on with it if it is there")
    parser.add_argument("--curve", type=Path, help="writes the curve as JSON")
    wish = parser.parse_args()
    curve = train(wish)
    if wish.curve:
        points = ",\n  ".join(json.dumps(asdict(point)) for point in curve)
        wish.curve.write_text(f"[\n  {points}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
