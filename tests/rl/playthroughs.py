"""OpenSpiel's playthroughs of our games, kept short. Run it to write them anew, after a change on purpose.

A playthrough prints everything that OpenSpiel can ask at many states of a match. Long lines are kept as
their beginning and a hash: whatever changes in them is noticed, and the files stay small enough to read.
"""

import re
from hashlib import sha256
from pathlib import Path

from open_spiel.python.algorithms import generate_playthrough

from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.rl.openspiel import name_of

FOLDER = Path(__file__).parent / "playthroughs"
LONGEST = 100


def kept(room: Room) -> Path:
    return FOLDER / f"{name_of(room)}.txt"


def playthrough(room: Room, actions: list[int]) -> str:
    """The playthrough in which these actions come first; the others are random, but always the same."""
    lines = generate_playthrough.playthrough_lines(name_of(room), action_sequence=actions, seed=1)
    # Both tensors are the room's encoding: one of them is enough to read.
    lines = [line for line in lines if not line.startswith("ObservationTensor(")]
    return "\n".join([*map(_short, lines), ""])


def actions_of(text: str) -> list[int]:
    return [int(action) for action in re.findall(r"^action: (\d+)$", text, re.MULTILINE)]


def _short(line: str) -> str:
    if len(line) <= LONGEST:
        return line
    return f"{line[:LONGEST]}… {sha256(line.encode()).hexdigest()[:16]}"


if __name__ == "__main__":
    for one in rooms().values():
        kept(one).write_text(playthrough(one, []), encoding="utf-8")
