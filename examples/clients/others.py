"""Run scripts of others' making with nothing changed but the environment's name: `make clients`.

Nothing is copied: a script is taken from the package that ships it, from its files or from the examples on
its front page (the long description in its metadata), and what has to be another name is replaced. Every
script has two minutes. docs/environments.md lists the ones that cannot run, and why.

    others.py [--list] [PACKAGE …]      all packages that are installed, if none is named
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter

SECONDS = 120.0
FLAT = "longbeard.rl:longbeard/witless-wizards-2p-flat-v0"
"""A name that imports what registers it; a plain Box, and the mask in the info alone."""
ZOO = "longbeard/witless-wizards-2p-flat-v0"
REGISTERS = "import longbeard.rl"
SPIEL = "import longbeard.rl.openspiel"
"""PettingZoo's and OpenSpiel's names import nothing, so the first line of a script does."""
TINY = "longbeard_a_wizard_did_it_tiny"


@dataclass(frozen=True)
class Script:
    """A script that somebody else wrote."""

    package: str
    source: str
    """A module, or the numbers of the examples on the front page."""
    changed: tuple[tuple[str, str], ...] = ()
    """What is written in place of what."""
    words: tuple[str, ...] = ()
    """The command line."""
    first: str = ""
    """A line before all others."""
    says: str = ""
    """What it prints if it worked."""

    def text(self) -> str:
        """Return the script with the other name in it."""
        text = self.read()
        for old, new in self.changed:
            if old not in text:
                raise SystemExit(f"{self.package}: {self.source} has no {old!r} any more")
            text = text.replace(old, new)
        return f"{self.first}\n{text}"

    def read(self) -> str:
        """Return the script as it is shipped."""
        if re.fullmatch(r"[\d ]+", self.source):
            blocks = re.findall(r"^```(\w*)\n(.*?)^```", front_page(self.package), re.DOTALL | re.MULTILINE)
            code = [block for language, block in blocks if language == "python"]
            return "\n".join(code[int(number)] for number in self.source.split())
        found = find_spec(self.source)
        if found is None or found.origin is None:
            raise SystemExit(f"{self.package} ships no {self.source}")
        return Path(found.origin).read_text(encoding="utf-8")


def front_page(package: str) -> str:
    """Return what a package says of itself."""
    said = metadata(package)
    return str(said.get_payload() or said["Description"])  # type: ignore[attr-defined]


def spiel(example: str, *words: str, says: str = "xploitability") -> Script:
    """Return an example of OpenSpiel, which takes the name of a game on its command line."""
    return Script("open_spiel", f"open_spiel.python.examples.{example}", (), words, SPIEL, says)


CART = ("CartPole-v1", FLAT)
SCRIPTS = (
    Script("gymnasium", "0", (CART,)),
    Script("pettingzoo", "0 1", (("butterfly/pistonball-v6", ZOO),), first=REGISTERS),
    Script("stable_baselines3", "0", (CART,), says="total_timesteps"),
    Script("stable_baselines3", "1", (CART,)),
    # Ten epochs, and a hundred matches in slow motion afterwards, would take longer than two minutes. What is
    # mended besides fails with CartPole, too: the factory of 2.0.1 takes no seeds, and DQN is not imported.
    Script(
        "tianshou",
        "1",
        (
            CART,
            ("            training_seed=0,\n            test_seed=10,\n", ""),
            ("max_epochs=10", "max_epochs=1"),
            ("num_test_envs=100", "num_test_envs=10"),
            ("watch=True", "watch=False"),
        ),
    ),
    Script(
        "tianshou",
        "2 3 4 5 6 7 8",
        (
            CART,
            ("import DiscreteQLearningPolicy", "import DQN, DiscreteQLearningPolicy"),
            ("lr, epoch, batch_size = 1e-3, 10, 64", "lr, epoch, batch_size = 1e-3, 1, 64"),
            ("num_training_envs, num_test_envs = 10, 100", "num_training_envs, num_test_envs = 10, 10"),
        ),
        says="Finished training",
    ),
    spiel("mccfr_example", f"--game={TINY}", "--iterations=1000", "--print_freq=200"),
    spiel("mccfr_example", f"--game={TINY}", "--sampling=external", "--iterations=200", "--print_freq=50"),
    spiel("cfr_example", f"--game={TINY}", "--iterations=20"),
    spiel("uniform_policy_exploitability", "--game=longbeard_witless_wizards_tiny"),
    spiel("example", "--game_string=longbeard_witless_wizards", says="Utility for player 1"),
    Script(
        "ray",
        "ray.rllib.examples.multi_agent.pettingzoo_parameter_sharing",
        (
            # Not by its name: its workers are processes of their own, which register nothing.
            ("from pettingzoo.sisl import waterworld_v4", "from longbeard.rl.pettingzoo import env as table"),
            ("waterworld_v4.env()", "table('witless-wizards', masks='info', illegal='forfeit')"),
        ),
        ("--num-agents=2", "--stop-iters=1", "--num-env-runners=1", "--no-tune"),
    ),
)


def main() -> None:
    """Run what is asked for; end with an error if one of them does not work."""
    asked = argparse.ArgumentParser(description="Scripts of others' making on Longbeard's environments.")
    asked.add_argument("packages", nargs="*")
    asked.add_argument("--list", action="store_true", help="Only say what would be run.")
    wanted = asked.parse_args()
    failed = 0
    for script in SCRIPTS:
        if wanted.packages and script.package not in wanted.packages:
            continue
        try:
            title = f"{script.package} {metadata(script.package)['Version']}: {script.source}"
        except PackageNotFoundError:
            continue
        print(title, *script.words, flush=True)
        if not wanted.list:
            failed += not run(script)
    raise SystemExit(bool(failed))


def run(script: Script) -> bool:
    """Run one script; tell whether it worked, in time."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "script.py"
        path.write_text(script.text(), encoding="utf-8")
        began = perf_counter()
        environment = os.environ | {"PYTHONWARNINGS": "ignore", "OMP_NUM_THREADS": "1"}
        try:
            done = subprocess.run(
                [sys.executable, str(path), *script.words],
                cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            print(f"  not done after {SECONDS:g} s", flush=True)
            return False
        worked = done.returncode == 0 and script.says in done.stdout
        lines = done.stdout.strip().splitlines() or [""]
        print(
            f"  {'works' if worked else 'FAILS'}, {perf_counter() - began:.0f} s: {lines[-1][:100]}",
            flush=True,
        )
        if not worked:
            print(done.stdout[-2000:], done.stderr[-3000:], sep="\n", file=sys.stderr, flush=True)
        return worked


if __name__ == "__main__":
    main()
