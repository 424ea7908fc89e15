"""Actions as text and back: `draw`, `finish`, `place@5,-1` (the column q and the rise r of a cell)."""

import re
from typing import Final

from longbeard.engine.errors import NotAnAction
from longbeard.games.wiz_up_the_wall import rules
from longbeard.games.wiz_up_the_wall.rules import WizUpTheWall
from longbeard.games.wiz_up_the_wall.wall import CLOSED

WORDS: Final = {rules.DRAW: "draw", rules.FINISH: "finish"}
PLACING: Final = re.compile(r"place@(0|[1-9][0-9]?),(0|-?[1-9][0-9]?)")


def spell(state: WizUpTheWall, action: int) -> str:
    """An action as text."""
    if action in WORDS:
        return WORDS[action]
    cell = action - rules.PLACE_AT
    if not 0 <= cell < state.tower.cells:
        raise NotAnAction(f"{action} is not an action")
    return f"place@{state.tower.column(cell)},{state.tower.rise(cell)}"


def parse(state: WizUpTheWall, text: str) -> int:
    """The action that a text stands for."""
    for action, word in WORDS.items():
        if text == word:
            return action
    if found := PLACING.fullmatch(text):
        cell = state.tower.cell(int(found[1]), int(found[2]))
        if cell != CLOSED:
            return int(rules.PLACE_AT + cell)
    raise NotAnAction(f"{text!r} is not an action of Wiz Up The Wall")


def luck_number(state: WizUpTheWall, word: str) -> int:
    """The number behind a scripted card: `steam` runs straight, `steam-fork` forks."""
    return state.box.slugs.index(word)
