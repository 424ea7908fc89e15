"""Puzzles: positions of bots' matches where one choice is clearly better, and not the obvious one.

They are found offline (`longbeard puzzles GAME -o FILE`) and shipped with a room as `puzzles.json`: the match
so far as a sealed record, the seat that decides, and what the search thinks of every choice.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import count
from math import sqrt
from typing import Final

from longbeard.bots.advice import margin_of
from longbeard.bots.analysis import search_of
from longbeard.bots.calibration import calibration_of
from longbeard.bots.greedy import GreedyBot
from longbeard.bots.player import thoughts
from longbeard.engine import record
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import Room

FILE: Final = "puzzles.json"
NAMES: Final = ("Ada", "Bert", "Cleo", "Dora", "Emil", "Fay")
CHOICES: Final = (3, 14)
"""Fewest and most choices of a puzzle: fewer are too easy, more are tedious to read."""
GLANCE: Final = 400
"""Visits that find out whether a position is worth a closer look."""
CLOSER: Final = 3000
VISITS: Final = 6000
"""Visits of each choice in the final search."""
GAP: Final = 0.07
"""Least lead of the best choice over the next, in chances of winning."""
APART: Final = 2
"""Least lead of the best choice, in multiples of what the search may be wrong by."""
OPEN: Final = (0.15, 0.97)
"""Lowest and highest chance with the best choice, so that the match is not decided."""
LONGEST: Final = 600


@dataclass(frozen=True)
class Verdict:
    """What the search thinks of a choice."""

    action: str
    chance: float
    margin: float
    """How far the chance may be off, either way."""


@dataclass(frozen=True)
class Puzzle:
    """A position, and what the search thinks of each choice there."""

    record: str
    """The match up to the position, with the luck that dealt it: for the server alone."""
    seat: int
    verdicts: list[Verdict]
    """The best first."""
    obvious: str
    """What the bot that looks one move ahead would do."""
    reason: str

    @property
    def best(self) -> str:
        return self.verdicts[0].action

    @property
    def gap(self) -> float:
        """By how much the best choice is better than the next."""
        return self.verdicts[0].chance - self.verdicts[1].chance

    def match(self, room: Room) -> Match:
        """Return the match as it stands at the position; BadRecord if these are other rules or cards."""
        return record.replay(record.read(self.record), room)


def puzzles_of(room: Room) -> list[Puzzle]:
    """Read the puzzles of a room; none, if it has none."""
    try:
        kept = json.loads(room.text(FILE))["puzzles"]
    except FileNotFoundError:
        return []
    return [Puzzle(**(one | {"verdicts": [Verdict(**each) for each in one["verdicts"]]})) for one in kept]


def write_puzzles(found: list[Puzzle], made_by: str) -> str:
    """Write puzzles as a room keeps them."""
    facts = {"made_by": made_by, "puzzles": [asdict(puzzle) for puzzle in found]}
    return json.dumps(facts, ensure_ascii=False, indent=1) + "\n"


def find_puzzles(
    room: Room, wanted: int, seed: int, progress: Callable[[int, int], None] = lambda matches, found: None
) -> list[Puzzle]:
    """Find so many puzzles, at most one in a match; the same ones for the same seed."""
    found: list[Puzzle] = []
    for number, match in enumerate(_matches(room, seed)):
        progress(number, len(found))
        puzzle = _puzzle_in(match)
        if puzzle is not None:
            found.append(puzzle)
            if len(found) == wanted:
                break
    return found


def _matches(room: Room, seed: int) -> Iterator[Match]:
    """Deal matches for every number of players in turn.

    Whoever solves a puzzle has not seen what came before, so the table remembers it for them, if it can.
    """
    fewest, most = room.plate.seats
    options = {option.name: "on" for option in room.plate.options if option.name == "memory"}
    for number in count():
        seats = fewest + number % (most - fewest + 1)
        secret = seed_secret(seed * 10**6 + number)
        yield Match(room, NAMES[:seats], options, secret, players=["greedy"] * seats)


def _puzzle_in(match: Match) -> Puzzle | None:
    """Play a match by the bot that looks one move ahead, until a position is a puzzle."""
    bot = GreedyBot(match.room.hints)
    while not match.over and len(match.log) < LONGEST:
        seat, luck = match.to_act, thoughts(match)
        obvious = int(bot.choose(match.state.imagine(seat, luck), seat, luck))
        puzzle = _puzzle_at(match, seat, obvious)
        if puzzle is not None:
            return puzzle
        match.play(seat, obvious)
    return None


def _puzzle_at(match: Match, seat: int, obvious: int) -> Puzzle | None:
    """Return the puzzle that a position is, if it is one: cheap questions first."""
    legal = match.state.legal()
    if not CHOICES[0] <= len(legal) <= CHOICES[1]:
        return None
    for visits in (GLANCE, CLOSER):
        search = search_of(match.room.hints, match.state, seat, len(match.log))
        search.run(visits)
        best = int(search.best())
        rest = max(search.value_of(action) for action in legal if action != best)
        if best == obvious or search.value_of(best) - rest < GAP / 2:
            return None
    verdicts = judge(match, seat, len(match.log) + 1)
    if not _is_clear(verdicts) or verdicts[0].action == match.room.spell(match.state, obvious):
        return None
    again = judge(match, seat, len(match.log) + 2)
    if not _is_clear(again) or again[0].action != verdicts[0].action:
        return None
    imagined = match.state.imagine(seat, QuickLuck(1))
    best = match.room.parse(match.state, verdicts[0].action)
    why = match.room.hints.why(imagined, best)
    text = record.write(match, private=True)
    return Puzzle(text, seat, verdicts, match.room.spell(match.state, obvious), why)


def judge(match: Match, seat: int, seed: int, visits: int = 0) -> list[Verdict]:
    """Search every choice of the seat that decides, alike; the best first."""
    visits = visits or VISITS
    calibration, seats = calibration_of(match.room), len(match.seats)
    found = []
    for action in match.state.legal():
        search = search_of(match.room.hints, match.state, seat, seed)
        search.forced = action
        search.run(visits)
        raw = float(search.value_of(action))
        margin = margin_of(raw, visits)
        low, chance, high = (
            calibration.chance(min(1.0, max(0.0, value)), seats, True)
            for value in (raw - margin, raw, raw + margin)
        )
        text = match.room.spell(match.state, action)
        found.append(Verdict(text, round(chance, 4), round((high - low) / 2, 4)))
    return sorted(found, key=lambda one: -one.chance)


def _is_clear(verdicts: list[Verdict]) -> bool:
    """Return whether the best choice is better than the next by more than the search may be wrong by."""
    best, second = verdicts[:2]
    gap = best.chance - second.chance
    return (
        gap >= GAP
        and gap > APART * sqrt(best.margin**2 + second.margin**2)
        and OPEN[0] <= best.chance <= OPEN[1]
    )
