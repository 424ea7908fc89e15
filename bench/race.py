"""Race our four games against OpenSpiel, PettingZoo, RLCard and Pgx, in turn, on one core, in one run.

    python bench/race.py [--seconds 0.4] [--rounds 3] [--events playouts,search] [--page docs/bench.md]

Run by `make bench`, which makes the peers' environment. Every side is a process of its own that waits until
it is asked; all are pinned to the same core, and take turns in every round, so that they meet the same
noise. The best and the median of the rounds are written to the page, with a chart beside it, and all
numbers to build/race.json; `--keep` alone writes the page again from there. With `--events` the tables of the
other events stay in the page as they are.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import race_page

HERE = Path(__file__).parent
ROOT = HERE.parent
EVENTS = ",".join(race_page.EVENTS)


class Side:
    """A process that measures."""

    def __init__(self, label: str, python: str, module: str, source: bool = False) -> None:
        self.label = label
        plain = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        command = [python, str(HERE / "race_worker.py"), module]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=plain | {"PYTHONPATH": str(ROOT / "src")} if source else plain,
        )  # fmt: skip
        hello = self._hear()
        self.missing: str = hello.get("missing", "")
        self.version: str = hello.get("version", "")
        self.racers: list[tuple[str, str]] = [(event, name) for event, name in hello.get("racers", [])]

    def _hear(self) -> Any:
        """Return the next line that is JSON: some libraries print greetings when they are imported."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(("{", "[")):
                return json.loads(line)
        return {"missing": f"it stopped (code {self.process.wait()})"}

    def measure(self, event: str, name: str, seconds: float) -> float:
        """Return a rate a second; raise RuntimeError if it cannot be measured."""
        assert self.process.stdin is not None
        try:
            print(json.dumps([event, name, seconds]), file=self.process.stdin, flush=True)
        except BrokenPipeError:
            raise RuntimeError("its process is gone") from None
        answer = self._hear()
        if isinstance(answer, dict):
            raise RuntimeError(answer.get("failed") or answer["missing"])
        return float(answer[0] / answer[1])

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(60)


@contextmanager
def sides(peers: str) -> Iterator[list[Side]]:
    """Start all sides, and end them after use."""
    with ExitStack() as leaving:
        found = [
            Side("Longbeard", sys.executable, "race_ours"),
            Side("Longbeard, interpreted", sys.executable, "race_ours", source=True),
            *(
                Side(label, peers, f"race_{label.lower()}")
                for label in ("OpenSpiel", "PettingZoo", "RLCard", "Pgx")
            ),
        ]
        for side in found:
            leaving.callback(side.close)
        yield found


def race(everybody: list[Side], seconds: float, rounds: int, events: list[str]) -> dict[str, Any]:
    """Run all rounds of some events; what failed is not asked again."""
    rates: dict[str, list[float]] = {}
    failed: dict[str, str] = {}
    for number in range(rounds):
        for side in everybody:
            for event, name in side.racers:
                key = "|".join([event, side.label, name])
                if key in failed or event not in events:
                    continue
                try:
                    rates.setdefault(key, []).append(side.measure(event, name, seconds))
                except RuntimeError as error:
                    failed[key] = str(error)
        print(f"round {number + 1} of {rounds} is over", flush=True)
    return {
        "rates": {key: found for key, found in rates.items() if found},
        "failed": failed,
        "missing": {side.label: side.missing for side in everybody if side.missing},
        "versions": [side.version for side in everybody if side.version],
        "rounds": rounds,
        "seconds": seconds,
        "machine": machine(),
    }


def machine() -> str:
    with open("/proc/cpuinfo") as file:
        model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "a CPU")
    load = os.getloadavg()[0]
    return f"{model}, one core of {os.cpu_count()}, Python {platform.python_version()}, load {load:.1f}"


def events(text: str) -> list[str]:
    """Return the events that are asked for, each of which there has to be."""
    asked = text.split(",")
    for event in asked:
        if event not in race_page.EVENTS:
            raise argparse.ArgumentTypeError(f"there is no event {event!r}; some of: {EVENTS}")
    return asked


def main() -> None:
    asked = argparse.ArgumentParser(description="Our games beside the peers'.")
    asked.add_argument("--seconds", type=float, default=0.4, help="for each contestant in each round")
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--events", type=events, default=list(race_page.EVENTS), help=f"some of: {EVENTS}")
    asked.add_argument("--peers", default=str(ROOT / "build/peers/bin/python"))
    asked.add_argument("--page", type=Path, default=ROOT / "docs/bench.md")
    asked.add_argument("--numbers", type=Path, default=ROOT / "build/race.json", help="where all numbers go")
    asked.add_argument("--keep", type=Path, help="write the page again from this file, and measure nothing")
    wanted = asked.parse_args()
    if wanted.keep:
        found = json.loads(wanted.keep.read_text())
    else:
        with sides(wanted.peers) as everybody:
            found = race(everybody, wanted.seconds, wanted.rounds, wanted.events)
        wanted.numbers.parent.mkdir(exist_ok=True)
        wanted.numbers.write_text(json.dumps(found))
    print(race_page.write(wanted.page, found))


if __name__ == "__main__":
    main()
