"""Actions of Wiz Up The Wall: `draw`, `finish`, `place@5,-1` (the column q and the rise r of a cell).

The cells of the wall are actions of their own, so each kind of action is a branch here and not a row.
"""

import re
from collections.abc import Sequence
from typing import Final

from longbeard.engine.errors import NotAnAction
from longbeard.games.wiz_up_the_wall import rules
from longbeard.games.wiz_up_the_wall.board import BLIND_TIP
from longbeard.games.wiz_up_the_wall.rules import WizUpTheWall
from longbeard.games.wiz_up_the_wall.view import SHAPE_WORDS, met, shape_of
from longbeard.games.wiz_up_the_wall.wall import CLOSED, where

WORDS: Final = {rules.DRAW: "draw", rules.FINISH: "finish"}
LABELS: Final = {rules.DRAW: "Draw", rules.FINISH: "Finish"}
SPOTS: Final = {rules.DRAW: "pile", rules.FINISH: "finish"}
PLACING: Final = re.compile(r"place@(0|[1-9][0-9]?),(0|-?[1-9][0-9]?)")


def spell(state: WizUpTheWall, action: int) -> str:
    """Return an action as text."""
    if action in WORDS:
        return WORDS[action]
    q, r = _cell(state, action)
    return f"place@{q},{r}"


def parse(state: WizUpTheWall, text: str) -> int:
    """Return the action that a text stands for."""
    for action, word in WORDS.items():
        if text == word:
            return action
    if found := PLACING.fullmatch(text):
        cell = state.tower.cell(int(found[1]), int(found[2]))
        if cell != CLOSED:
            return int(rules.PLACE_AT + cell)
    raise NotAnAction(f"{text!r} is not an action of Wiz Up The Wall")


def phrase(state: WizUpTheWall, action: int, names: Sequence[str]) -> str:
    """Return a choice in words, for the player who has it."""
    if action == rules.DRAW:
        return f"Draw the top card, {SHAPE_WORDS[shape_of(state.next)]}"
    if action == rules.FINISH:
        return "Declare your spell finished"
    q, r = _cell(state, action)
    if state.step == BLIND_TIP:
        return f"Lay your second unseen card at {where(q, 2 * r + q)}"
    return f"Place the card at {where(q, 2 * r + q)}{_consequences(state, action - rules.PLACE_AT, names)}"


def _consequences(state: WizUpTheWall, cell: int, names: Sequence[str]) -> str:
    crossed, touched = met(state, int(state.turn), cell)
    parts = [f"crosses {names[seat]}'s stream" for seat in crossed]
    parts += [f"touches {names[seat]}'s tip and ends both spells" for seat in touched]
    return f" ({'; '.join(parts)})" if parts else ""


def label(state: WizUpTheWall, action: int) -> str:
    """Return a choice in two or three words."""
    return LABELS.get(action, "Lay it here")


def risky(state: WizUpTheWall, action: int) -> bool:
    """Return whether a page may ask for confirmation: a spell that is finished by mistake stays finished."""
    return action == rules.FINISH


def steps(state: WizUpTheWall, action: int) -> list[str]:
    """Return the spot to point at: the pile, the end of the spell, or a cell."""
    if action in SPOTS:
        return [SPOTS[action]]
    q, r = _cell(state, action)
    return [f"cell:{q},{r}"]


def _cell(state: WizUpTheWall, action: int) -> tuple[int, int]:
    """Return the q and r that a card is laid at."""
    cell = action - rules.PLACE_AT
    if not 0 <= cell < state.tower.cells:
        raise NotAnAction(f"{action} is not an action of Wiz Up The Wall")
    return int(state.tower.column(cell)), int(state.tower.rise(cell))


def luck_number(state: WizUpTheWall, word: str) -> int:
    """Return the number behind a scripted card: `steam` runs straight, `steam-fork` forks."""
    return state.box.slugs.index(word)
