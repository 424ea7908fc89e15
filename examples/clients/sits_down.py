"""Train a MaskablePPO for some seconds and let it sit down: in the arena, at the terminal, at a web table.

The same network also goes into an ONNX file, which has to play the same matches. `sits_down:Brindle` is the
bot: a class that loads `brindle.zip` from the folder where the command runs.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import Request, urlopen

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from longbeard.bots.policy import Asked, Policy
from longbeard.engine import record
from longbeard.engine.luck import QuickLuck
from longbeard.engine.match import Match
from longbeard.games import room

GAME, KEPT, FILE = "witless-wizards", "brindle.zip", "brindle.onnx"
BOT = "sits_down:Brindle"
STEPS = 32_768
MOVES = 400
"""More decisions than a person makes in a match."""


class Brindle(Policy):
    """A MaskablePPO that was trained with `longbeard.rl.sb3`."""

    def __init__(self) -> None:
        torch.set_num_threads(1)
        self.model = MaskablePPO.load(KEPT, device="cpu")

    def plays(self, game: str, players: int, numbers: int, actions: int) -> bool:
        """Tell whether it was trained on tables like these: a server asks before it offers a policy."""
        return self.model.observation_space.shape == (numbers,) and self.model.action_space.n == actions

    def decide(self, asked: Asked) -> int:
        seen, mask = np.asarray(asked.observation), np.asarray(asked.mask, bool)
        action, _state = self.model.predict(seen, action_masks=mask, deterministic=True)
        return int(action)


class Scores(torch.nn.Module):
    """The part of a MaskablePPO that scores actions: what `onnx:FILE` needs."""

    def __init__(self, model: MaskablePPO) -> None:
        super().__init__()
        self.policy = model.policy

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        """Return a score for every action, for each row of numbers."""
        features = self.policy.pi_features_extractor(observation)
        return self.policy.action_net(self.policy.mlp_extractor.forward_actor(features))


def train(folder: Path) -> None:
    """Learn a little, and keep it in both forms."""
    from longbeard.rl.sb3 import TablesVecEnv

    torch.set_num_threads(1)
    tables = TablesVecEnv(GAME, 128, opponents="random", seed=1)
    model = MaskablePPO("MlpPolicy", tables, n_steps=64, batch_size=2048, n_epochs=4, seed=1, device="cpu")
    model.learn(STEPS)
    model.save(folder / KEPT)
    torch.onnx.export(
        Scores(model),
        (torch.zeros(1, *tables.observation_space.shape),),
        folder / FILE,
        input_names=["observation"],
        output_names=["scores"],
        dynamic_axes={"observation": {0: "rows"}, "scores": {0: "rows"}},
        dynamo=False,
    )
    print(f"{STEPS:,} steps of MaskablePPO are in {KEPT} and {FILE}", flush=True)


def longbeard(folder: Path, *words: str, typed: str = "") -> str:
    """Run a command of ours in the folder, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "longbeard", *words],
        cwd=folder, env=environment(), input=typed, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment() -> dict[str, str]:
    """Let Python find this file as a module."""
    return os.environ | {"PYTHONPATH": str(Path(__file__).resolve().parent), "PYTHONWARNINGS": "ignore"}


def in_the_arena(folder: Path) -> None:
    """Play the same deals as a class and as a file: every match has to end alike, and none is forfeited."""
    ends = []
    for bot in (BOT, f"onnx:{FILE}"):
        words = ("--bots", f"{bot},random", "-n", "100", "--seed", "5", "--json", "--rows")
        told = json.loads(longbeard(folder, "arena", GAME, *words))
        assert not told["forfeits"], told["forfeits"]
        ends.append([(row["table_seed"], row["winners"], row["moves"]) for row in told["rows"]])
        share = next(one["win_share"] for one in told["bots"] if one["bot"] != "random")
        print("arena: {} wins {value:.2f} [{low:.2f}-{high:.2f}] against random".format(bot, **share))
    assert ends[0] == ends[1], "the file plays otherwise than the class"


def at_the_terminal(folder: Path) -> None:
    """Play a match against it as a person who always takes the first choice."""
    kept = folder / "match.json"
    seats = f"you:Ada,{BOT}"
    longbeard(folder, "play", GAME, "--seats", seats, "--seed", "7", "--save", str(kept), typed="1\n" * MOVES)
    match = record.replay(record.read(kept.read_text(encoding="utf-8")), room(GAME))
    assert match.over, "the match was not played to its end"
    print(f"terminal: {len(match.log)} moves, won by {winners(match)}", flush=True)


def winners(match: Match) -> str:
    """Return who won, by name."""
    return " and ".join(match.seats[seat] for seat in match.state.winners())


class Person:
    """Somebody who plays at a web table through the API."""

    def __init__(self, base: str) -> None:
        self.base, self.token = base, ""
        self.token = self.ask("identity", {"name": "Ada"})["token"]

    def ask(self, path: str, body: object = None) -> dict:
        """Send a request, and return its answer."""
        return json.loads(self.text(path, body))

    def text(self, path: str, body: object = None) -> str:
        """Send a request, and return its answer as it comes."""
        sent = None if body is None else json.dumps(body).encode()
        heads = {"Content-Type": "application/json", "Origin": self.base}
        if self.token:
            heads["Authorization"] = f"Bearer {self.token}"
        with urlopen(Request(f"{self.base}/api/v1/{path}", sent, heads)) as answer:
            return answer.read().decode()


def at_a_web_table(folder: Path) -> None:
    """Offer it as an operator does, and play a match against it to the end."""
    command = [sys.executable, "-W", "ignore", "-m", "longbeard", "serve", "--port", "0"]
    command += ["--data", str(folder / "data"), "--policy", f"Brindle={BOT}"]
    said = folder / "said.txt"  # not a pipe: nobody reads on, and a full one stops the server
    with said.open("w") as out:
        server = subprocess.Popen(command, cwd=folder, env=environment(), stderr=out, stdout=out)
    try:
        while not (found := re.search(r"http://[\d.:]+\d\b", said.read_text())):
            assert server.poll() is None, said.read_text()
            time.sleep(0.1)
        play(Person(found[0]), folder)
    finally:
        server.terminate()
        server.wait(30)


def play(ada: Person, folder: Path) -> None:
    """Open a table with the policy and always take the first choice; then compare its moves with its own."""
    seats = [{"who": "me"}, {"who": "policy:Brindle"}]
    table = ada.ask("tables", {"game": GAME, "seats": seats})
    while not table["look"]["over"]:
        choices = table["look"]["choices"]
        if choices:
            answer = {"move": table["look"]["move"], "action": choices[0]["action"]}
            table = ada.ask(f"tables/{table['id']}/play", answer)
        else:
            time.sleep(0.1)
            table = ada.ask(f"tables/{table['id']}")
    counted = urlopen(f"{ada.base}/metrics").read().decode()
    assert "policy_forfeits_total{" not in counted, "another bot decided for it"
    match = record.replay(record.read(ada.text(f"tables/{table['id']}/record")), room(GAME))
    os.chdir(folder)
    bot = Brindle()
    for number, move in enumerate(match.log):
        if move.seat == 1:
            assert bot.decide(Asked(match.until(number), 1, QuickLuck(1))) == move.action
    print(f"web: {len(match.log)} moves, won by {winners(match)}", flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        train(Path(name))
        in_the_arena(Path(name))
        at_the_terminal(Path(name))
        at_a_web_table(Path(name))
