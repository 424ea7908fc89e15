"""Names for every game and every number of players in the registries of PettingZoo and Gymnasium."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, Final

import gymnasium
import pettingzoo

from longbeard.games import rooms

VERSION: Final = "v0"


def names() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every name, and the table that it stands for; games without numbers for learners have none."""
    for slug, room in rooms().items():
        if find_spec(f"{room.package}.encode") is None:
            continue
        yield f"longbeard/{slug}-{VERSION}", {"game": slug}
        fewest, most = room.plate.seats
        for players in range(fewest, most + 1):
            yield f"longbeard/{slug}-{players}p-{VERSION}", {"game": slug, "players": players}


def register_all() -> None:
    """Make all of them known; once, however often this is asked."""
    for name, table in names():
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, "longbeard.rl.pettingzoo:env", kwargs=table)
            pettingzoo.register("parallel", name, "longbeard.rl.pettingzoo:parallel_env", kwargs=table)
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                "longbeard.rl.gymnasium:SeatEnv",
                vector_entry_point="longbeard.rl.vector:TablesVectorEnv",
                kwargs=table,
            )
