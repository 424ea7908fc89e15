"""A puzzle as a page: the table as its seat sees it, and after a choice, the search's evaluation of each."""

from functools import lru_cache
from typing import Final, TypedDict

from markupsafe import Markup

from longbeard.bots.puzzles import Puzzle, puzzles_of
from longbeard.engine import gate
from longbeard.engine.errors import BadOptions
from longbeard.engine.look import Choice
from longbeard.engine.match import Match
from longbeard.engine.room import Plate, Room
from longbeard.engine.telling import joined
from longbeard.web.pages.analysis import percent
from longbeard.web.pages.screens import still

LINES: Final = 6
"""Lines of the story that are told before the puzzle."""
KEPT: Final = 40


class Row(TypedDict):
    """A choice, and its evaluation by the search."""

    words: str
    chance: str
    margin: int
    share: float
    """The chance as a number, for a meter."""
    mine: bool
    best: bool


class PuzzlePage(TypedDict):
    """Everything that `puzzle.html` reads."""

    plate: Plate
    game: str
    number: int
    count: int
    next: int
    """Number of the next puzzle; 0 after the last one."""
    seat_name: str
    others: str
    asked: str
    told: list[str]
    face: Markup
    choices: list[Choice]
    answered: bool
    solved: bool
    verdict: str
    rows: list[Row]


@lru_cache(KEPT)
def position(room: Room, number: int) -> tuple[Puzzle, Match, int]:
    """Return a puzzle by its number, from 1, with its match at that point, and the number of puzzles."""
    found = puzzles_of(room)
    if not found:
        raise BadOptions(f"{room.plate.title} has no puzzles yet")
    if not 1 <= number <= len(found):
        raise BadOptions(f"{room.plate.title} has puzzles 1 to {len(found)}")
    return found[number - 1], found[number - 1].match(room), len(found)


def puzzle_page(room: Room, number: int, action: str) -> PuzzlePage:
    """Return the page of a puzzle; with an action, its evaluation beside all others."""
    puzzle, match, count = position(room, number)
    return page_of(puzzle, match, number, count, action)


def page_of(puzzle: Puzzle, match: Match, number: int, count: int, action: str = "") -> PuzzlePage:
    """Make the page from what the gate gives the seat, and from the search's evaluations."""
    seat, room = puzzle.seat, match.room
    look = gate.look(match, seat)
    choices = look["choices"]
    if action and action not in {choice["action"] for choice in choices}:
        raise BadOptions(
            f"{action} is not one of the choices here: {', '.join(choice['action'] for choice in choices)}"
        )
    told = [
        told["words"] for told in gate.story(match, seat, max(0, len(match.log) - LINES)) if told["words"]
    ]
    others = [name for other, name in enumerate(match.seats) if other != seat]
    shown = [] if action else choices
    return {
        "plate": room.plate,
        "game": room.plate.slug,
        "number": number,
        "count": count,
        "next": number + 1 if number < count else 0,
        "seat_name": match.seats[seat],
        "others": joined(others),
        "asked": look["asked"] or "What do you do?",
        "told": told[-LINES:],
        "face": Markup(still(room, look["table"], match.seats, [], False, seat, shown)),
        "choices": shown,
        "answered": bool(action),
        "solved": action == puzzle.best,
        "verdict": _verdict(puzzle, choices, action),
        "rows": _rows(puzzle, choices, action) if action else [],
    }


def _verdict(puzzle: Puzzle, choices: list[Choice], action: str) -> str:
    if not action:
        return ""
    best = puzzle.verdicts[0]
    words = {choice["action"]: choice["words"] for choice in choices}
    reason = f" {puzzle.reason[:1].upper()}{puzzle.reason[1:].rstrip('.')}." if puzzle.reason else ""
    if action == best.action:
        return f"{round(100 * puzzle.gap)} points better than the next best choice.{reason}"
    gave = next(one for one in puzzle.verdicts if one.action == action)
    lost = round(100 * (best.chance - gave.chance))
    return f"“{words[best.action]}” is {lost} points better.{reason}"


def _rows(puzzle: Puzzle, choices: list[Choice], action: str) -> list[Row]:
    words = {choice["action"]: choice["words"] for choice in choices}
    return [
        {
            "words": words[one.action],
            "chance": percent(one.chance),
            "margin": max(1, round(100 * one.margin)),
            "share": round(one.chance, 3),
            "mine": one.action == action,
            "best": one.action == puzzle.best,
        }
        for one in puzzle.verdicts
    ]
