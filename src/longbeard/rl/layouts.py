"""What the numbers of an observation mean, for every game and number of players, as a page for people.

`python -m longbeard.rl.layouts > docs/layouts.md` writes the page; a test fails when it is stale.
"""

from collections.abc import Iterator

from longbeard.engine.encoder import width
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.rl.register import names

HEAD = """\
# What the numbers of an observation mean

Written by `python -m longbeard.rl.layouts > docs/layouts.md` from each room's `encode.py`, which says more.
Places count from 0; `3` is one number and `4–9` are six. All numbers are whole, and fit into 16 bits. The
options of the tables are the usual ones.
"""


def page() -> str:
    """The whole page."""
    known = {table["game"] for _name, table in names()}
    chapters = [chapter(room) for slug, room in rooms().items() if slug in known]
    return "\n".join([HEAD, *chapters])


def chapter(room: Room) -> str:
    """One game: a row for each part, a column for each number of players."""
    fewest, most = room.plate.seats
    counts = range(fewest, most + 1)
    columns = [dict(places(room, players)) for players in counts]
    rows = [[part, *(column.get(part, "") for column in columns)] for part in columns[-1]]
    tables = [room.table(players) for players in counts]
    rows.append(["**numbers**", *(str(width(room.encoder, table)) for table in tables)])
    rows.append(["**actions**", *(str(table.action_count()) for table in tables)])
    head = ["part", *(f"{players} players" for players in counts)]
    return "\n".join([f"## {room.plate.title}\n", *map(_row, [head, ["---"] * len(head), *rows]), ""])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def places(room: Room, players: int) -> Iterator[tuple[str, str]]:
    """The parts of an observation, and where they are in it."""
    at = 0
    for part, numbers in room.encoder.layout(room.table(players)):
        yield part, f"{at}" if numbers == 1 else f"{at}–{at + numbers - 1}"
        at += numbers


if __name__ == "__main__":
    print(page(), end="")
