"""What the numbers of observations and actions mean, for every game and number of players, as pages.

`python -m longbeard.rl.layouts` writes docs/layouts.md, docs/actions.md and docs/actions.csv; a test fails
when one of them is stale.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from longbeard.engine.encoder import Field, width
from longbeard.engine.luck import QuickLuck
from longbeard.engine.room import Room
from longbeard.engine.state import OVER
from longbeard.games import rooms
from longbeard.rl.register import names

LAYOUTS: Final = """\
# What the numbers of an observation mean

Written by `python -m longbeard.rl.layouts` from each room's `encode.py`, which says more. Places count from
0; `3` is one number and `4–9` are six. All numbers are whole and fit into 16 bits; the spaces of the
environments have these bounds. A *count* says how many, a *label* names something (a card, a seat, a step:
learners do well to split it up), a *flag* is 1 or 0, and *seats* is a bit for each seat. The tables have the
usual options; below them are those that `options={"name": "value"}` takes, and the kinds of `rewards`.
"""
ACTIONS: Final = """\
# What the numbers of actions mean

Written by `python -m longbeard.rl.layouts`: actions in the notation that page, terminal, records and programs
use, in order of their numbers. Actions of one kind that follow each other are drawn together here, with the
first and the last of them; **[actions.csv](actions.csv)** has every one in a line of its own. Where the
numbers depend on how many play, there is a table for each number of players. Seats count from 0.
`State.legal()` and the mask say which are allowed.
"""
DOCS: Final = Path("docs")
MATCHES: Final = 60
"""How many random matches are searched for a table where an action can be put into words."""


def known() -> list[Room]:
    """Return the games that have numbers for learners."""
    slugs = {table["game"] for _name, table in names()}
    return [room for slug, room in rooms().items() if slug in slugs]


def layouts_page() -> str:
    """Return the page of all observations."""
    return "\n".join([LAYOUTS, *map(layout_chapter, known())])


def layout_chapter(room: Room) -> str:
    """Return one game: a row for each part, a column for each number of players."""
    fewest, most = room.plate.seats
    tables = [room.table(players) for players in range(fewest, most + 1)]
    columns = [dict(places(room.encoder.layout(table))) for table in tables]
    fields = room.encoder.layout(tables[-1])
    rows = [
        [field.name, field.kind, _range(field), *(column.get(field.name, "") for column in columns)]
        for field in fields
    ]
    rows.append(["**numbers**", "", "", *(str(width(room.encoder, table)) for table in tables)])
    rows.append(["**actions**", "", "", *(str(table.action_count()) for table in tables)])
    head = ["part", "kind", "from–to", *(f"{players} players" for players in range(fewest, most + 1))]
    return "\n".join(
        [f"## {room.plate.title}\n", *map(_row, [head, ["---"] * len(head), *rows]), "", *options(room)]
    )


def options(room: Room) -> list[str]:
    """Return the options of a game as a table, and its kinds of rewards."""
    rows = [["option", "values", "usual", "what it says"], ["---"] * 4]
    for option in room.plate.options:
        values = "a seat, from 0" if option.seat else ", ".join(f"`{value}`" for value in option.values)
        several = f"{option.choose} of {values}, joined by `+`" if option.choose > 1 else values
        rows.append([f"`{option.name}`", several, f"`{option.default}`", option.title])
    kinds = '`rewards="win"` or `"score"`.' if room.plate.scored else '`rewards="win"`: it counts no points.'
    return [*map(_row, rows), "", kinds, ""] if room.plate.options else [kinds, ""]


def _range(field: Field) -> str:
    return f"{field.lowest}–{field.highest}" if field.lowest >= 0 else f"−{-field.lowest} to {field.highest}"


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def places(fields: list[Field]) -> Iterator[tuple[str, str]]:
    """Return the parts of an observation, and where they are in it."""
    at = 0
    for field in fields:
        yield field.name, f"{at}" if field.numbers == 1 else f"{at}–{at + field.numbers - 1}"
        at += field.numbers


def actions_page() -> str:
    """Return the page of all actions."""
    return "\n".join([ACTIONS, *map(actions_chapter, known())])


def actions_chapter(room: Room) -> str:
    """Return one game: a row for each run of actions of one kind, with an example in words."""
    found = by_players(room)
    blocks = [f"## {room.plate.title}"]
    for players, texts in found:
        if len(found) > 1:
            blocks.append(f"### {players[0]} players")
        blocks.append("\n".join(map(_row, actions_table(texts, spoken(room, players[-1])))))
    return "\n\n".join(blocks) + "\n"


def actions_table(texts: list[str], words: dict[int, str]) -> list[list[str]]:
    """Return the rows of a table of actions, the head first."""
    rows = [["number", "notation", "for example"], ["---"] * 3]
    for first, last in runs(texts):
        numbers = f"{first}" if first == last else f"{first}–{last}"
        notation = f"`{texts[first]}`" if first == last else f"`{texts[first]}` … `{texts[last]}`"
        example = next((words[action] for action in range(first, last + 1) if action in words), "")
        rows.append([numbers, notation, example])
    return rows


def actions(room: Room, players: int) -> list[str]:
    """Return the notation of every action at a table for so many, by its number."""
    table = room.table(players)
    return [room.spell(table, action) for action in range(table.action_count())]


def by_players(room: Room) -> list[tuple[list[int], list[str]]]:
    """Return the actions of a game, with the numbers of players at whose tables they have these numbers."""
    found: list[tuple[list[int], list[str]]] = []
    fewest, most = room.plate.seats
    for players in range(fewest, most + 1):
        texts = actions(room, players)
        if found and found[-1][1] == texts:
            found[-1][0].append(players)
        else:
            found.append(([players], texts))
    return found


def actions_file() -> str:
    """Return every action of every game and number of players as lines of CSV."""
    lines = ["game,players,action,notation"]
    for room in known():
        for players, texts in by_players(room):
            counts = " ".join(map(str, players))
            lines += [f'{room.plate.slug},{counts},{action},"{text}"' for action, text in enumerate(texts)]
    return "\n".join(lines) + "\n"


def runs(texts: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the first and last of actions that follow each other and begin with the same word."""
    first = 0
    for place in range(1, len(texts) + 1):
        if place == len(texts) or kind_of(texts[place]) != kind_of(texts[first]):
            yield first, place - 1
            first = place


def kind_of(text: str) -> str:
    """Return the word with which an action begins.

    >>> kind_of("give:2"), kind_of("bear@0.forest"), kind_of("draw")
    ('give', 'bear', 'draw')
    """
    return re.split("[:@]", text, maxsplit=1)[0]


def spoken(room: Room, players: int) -> dict[int, str]:
    """Return actions in words, as far as random matches meet a table where they are legal."""
    people = [f"Wizard {seat}" for seat in range(players)]
    found: dict[int, str] = {}
    for seed in range(MATCHES):
        luck, table = QuickLuck(seed), room.table(players)
        table.deal(luck)
        while table.to_act() != OVER:
            legal = table.legal()
            for action in legal:
                if action not in found:
                    found[action] = room.phrase(table, action, people)
            table.resolve(legal[luck.below(len(legal))], luck)
    return found


if __name__ == "__main__":
    (DOCS / "layouts.md").write_text(layouts_page(), encoding="utf-8")
    (DOCS / "actions.md").write_text(actions_page(), encoding="utf-8")
    (DOCS / "actions.csv").write_text(actions_file(), encoding="utf-8")
