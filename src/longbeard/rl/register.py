"""Names for every game and every number of players in the registries of PettingZoo and Gymnasium."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, Final

import gymnasium
import pettingzoo

from longbeard.games import rooms

VERSION: Final = "v0"
FLAT: Final = "flat"
"""For learners without masks, or that take them from the info: a plain Box as observation, and an action that
is not allowed is a forfeit at every door."""
SOLVED: Final = 0.8
"""The mean reward at which a learner may stop, for scripts that ask (`env.spec.reward_threshold`): of two
players, who wins nine matches of ten has it."""
LENIENT: Final = {"masks": "info", "illegal": "forfeit"}


def names() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every name with the table that it stands for; games without an encoder have none."""
    for slug, room in rooms().items():
        if find_spec(f"{room.package}.encode") is None:
            continue
        yield f"longbeard/{slug}-{VERSION}", {"game": slug}
        yield f"longbeard/{slug}-{FLAT}-{VERSION}", {"game": slug} | LENIENT
        fewest, most = room.plate.seats
        for players in range(fewest, most + 1):
            table = {"game": slug, "players": players}
            yield f"longbeard/{slug}-{players}p-{VERSION}", table
            yield f"longbeard/{slug}-{players}p-{FLAT}-{VERSION}", table | LENIENT


def register_all() -> None:
    """Register all of them; a second call changes nothing."""
    for name, table in names():
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, "longbeard.rl.pettingzoo:env", kwargs=table)
            pettingzoo.register("parallel", name, "longbeard.rl.pettingzoo:parallel_env", kwargs=table)
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                "longbeard.rl.gymnasium:SeatEnv",
                vector_entry_point="longbeard.rl.vector:TablesVectorEnv",
                reward_threshold=SOLVED,
                kwargs=table,
            )
