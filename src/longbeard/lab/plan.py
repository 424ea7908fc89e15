"""What a run of the lab plays: a plan, cut into numbered chunks, each a pure function of plan and number."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from longbeard.bots import BOTS, bot
from longbeard.bots.player import is_outside
from longbeard.engine.errors import BadOptions, LongbeardError
from longbeard.engine.luck import seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import FIRST_SEAT, Room
from longbeard.engine.state import Box
from longbeard.games import room as room_of
from longbeard.lab.pairing import line_ups, matches_of, table_seed, thinking
from longbeard.lab.program import program_of
from longbeard.lab.recorder import Recorder
from longbeard.lab.tables import MOVES

FORMAT: Final = 1
SIZES: Final = {"random": 2000, "greedy": 50, "journeyman": 50, "apprentice": 50}
"""Deals in a chunk by its slowest bot, so that it takes some seconds; SIZE of those that search."""
SIZE: Final = 10
LOOKS: Final = 4
"""Matches that are looked into, in a chunk."""
BUDGETS: Final = ("random", "search:50", "search:200", "search:800")
"""Bots whose win shares against OPPONENT say how far thinking goes in a game, and how far luck."""
OPPONENT: Final = "greedy"


@dataclass(frozen=True)
class Series:
    """Matches of the same kind: so many seats, the same bots."""

    players: int
    bots: tuple[str, ...]
    deals: int
    size: int
    """Deals in a chunk."""
    skill: bool = False
    """Whether it is there to compare bots: the first with the others, which are all alike."""

    @property
    def matches(self) -> int:
        return self.deals * self.each

    @property
    def chunks(self) -> int:
        return -(-self.deals // self.size)

    @property
    def each(self) -> int:
        """The matches of a deal."""
        return len(matches_of(0, line_ups(self.bots, self.players)))


@dataclass(frozen=True)
class Plan:
    """Everything that a run's matches depend on; `plan.json` in its folder."""

    game: str
    rules: int
    cards: str
    """The fingerprint of the box."""
    seed: int
    series: tuple[Series, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    box: str = ""
    """The text of a designer's card file; empty for the box as printed."""
    keeps_events: bool = True
    looks: int = 0
    """How many matches of each series are looked into (lab/looks.py)."""
    format: int = FORMAT

    @property
    def chunks(self) -> int:
        return sum(one.chunks for one in self.series)

    @property
    def matches(self) -> int:
        return sum(one.matches for one in self.series)

    def looked_into(self, series: int) -> list[int]:
        """Return the matches of a series that are looked into, spread evenly over it; none of comparisons."""
        one = self.series[series]
        count = 0 if one.skill else min(self.looks, one.matches)
        return [number * one.matches // count for number in range(count)]

    def look_chunks(self) -> list[tuple[int, list[int]]]:
        """Return the series and the matches of every chunk of looks."""
        return [
            (series, wanted[first : first + LOOKS])
            for series in range(len(self.series))
            for wanted in (self.looked_into(series),)
            for first in range(0, len(wanted), LOOKS)
        ]

    def place(self, chunk: int) -> tuple[int, range]:
        """Find the series of a chunk, and its deals."""
        for number, series in enumerate(self.series):
            if chunk < series.chunks:
                first = chunk * series.size
                return number, range(first, min(first + series.size, series.deals))
            chunk -= series.chunks
        raise IndexError(f"there is no chunk {chunk}")

    def open_box(self) -> Box:
        found = room_of(self.game)
        return found.open_box(self.box) if self.box else found.printed_box

    def with_box(self, text: str) -> "Plan":
        """Return the same plan, deal for deal, with other cards."""
        digest = room_of(self.game).open_box(text).digest
        return replace(self, box=text, cards=digest)

    def write(self) -> str:
        return json.dumps(asdict(self), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def read_plan(text: str) -> Plan:
    """Read a plan, and refuse one that would be played otherwise now."""
    facts: dict[str, Any] = json.loads(text)
    if facts.get("format") != FORMAT:
        raise LongbeardError(
            f"this run's plan has format {facts.get('format')}; this longbeard reads {FORMAT}"
        )
    facts["series"] = tuple(Series(**{**one, "bots": tuple(one["bots"])}) for one in facts["series"])
    plan = Plan(**facts)
    found = room_of(plan.game)
    if not found.plate.plays(plan.rules) or plan.open_box().digest != plan.cards:
        raise LongbeardError("this run was played by other rules or with other cards than these")
    return plan


def make_plan(
    room: Room,
    players: range,
    bots: tuple[str, ...],
    matches: int,
    seed: int,
    options: Mapping[str, str],
    box: str = "",
    keeps_events: bool = True,
    looks: int = 0,
    skill: int = 0,
    size: int = 0,
) -> Plan:
    """Plan so many matches for each number of players, in whole deals; BadOptions says why not.

    With `skill`, so many more are played for each of BUDGETS against OPPONENT. With `size`, a chunk has so
    many deals, whoever plays.
    """
    if matches < 1 or not bots:
        raise BadOptions("a run needs a bot and a match")
    for spec in bots:
        _refuse_what_cannot_be_repeated(spec)
        bot(spec, room.hints)
    series: list[Series] = []
    settled: Mapping[str, str] = {}
    # The same seat plays first in every deal, so that its advantage can be measured.
    first = {"first": "0"} if FIRST_SEAT in room.plate.options else {}
    for seats in players:
        settled = room.settle(seats, {**first, **options})
        series.append(_series(seats, bots, matches, size))
        if skill:
            rungs = [_series(seats, (rung, OPPONENT), skill, size) for rung in BUDGETS]
            series += [replace(one, skill=True) for one in rungs]
    digest = (room.open_box(box) if box else room.printed_box).digest
    return Plan(
        *(room.plate.slug, room.plate.rules, digest, seed, tuple(series), dict(settled)),
        *(box, keeps_events, looks),
    )


def _series(seats: int, bots: tuple[str, ...], matches: int, size: int) -> Series:
    each = len(matches_of(0, line_ups(bots, seats)))
    return Series(seats, bots, -(-matches // each), size or min(SIZES.get(spec, SIZE) for spec in bots))


def _refuse_what_cannot_be_repeated(spec: str) -> None:
    name, _, budget = spec.partition(":")
    if is_outside(spec) or name not in BOTS:
        raise BadOptions(
            f"{spec}: the lab plays with our own bots, {', '.join(BOTS)}; `longbeard arena` takes others"
        )
    if budget.endswith("s") or spec == "archmage":
        raise BadOptions(
            f"{spec} thinks for seconds, which depend on the machine: give visits, archmage:2000"
        )


@lru_cache(4)
def _opened(game: str, box: str) -> tuple[Room, Box]:
    found = room_of(game)
    return found, found.open_box(box) if box else found.printed_box


def secret_of(plan: Plan, series: int, deal: int) -> bytes:
    """Return the luck of a deal. It depends on no box, so that two boxes meet the same."""
    return seed_secret(table_seed(plan.seed, deal * len(plan.series) + series))


def play_chunk(plan: Plan, chunk: int) -> Recorder:
    """Play one chunk."""
    number, deals = plan.place(chunk)
    each = plan.series[number].each
    matches = range(deals.start * each, deals.stop * each)
    return play_matches(plan, number, matches, plan.keeps_events)


def play_matches(
    plan: Plan, number: int, matches: Sequence[int], keeps_events: bool, listens: bool = True
) -> Recorder:
    """Play some matches of a series, the same again however often."""
    series = plan.series[number]
    room, box = _opened(plan.game, plan.box)
    recorder = Recorder(program_of(room, box), series.players, keeps_events)
    recorder.listens = listens
    endings = list(room.plate.endings)
    bots = {spec: [bot(spec, room.hints) for seat in range(series.players)] for spec in {*series.bots}}
    tables = line_ups(series.bots, series.players)
    for match in matches:
        deal, at = divmod(match, series.each)
        pairing = matches_of(deal, tables)[at]
        seated = [bots[spec][seat] for seat, spec in enumerate(pairing.bots)]
        state = room.table(series.players, plan.options, box)
        name = thinking(plan.seed, pairing)
        recorder.play(match, state, secret_of(plan, number, deal), seated, name, endings)
    return recorder


Moves = Sequence[tuple[int, int]]
"""Seat and action of every move."""


def match_of(plan: Plan, number: int, match: int, moves: Moves = ()) -> Match:
    """Return a match of a series that can be looked at, recorded and shown.

    Without the moves that a run has kept of it, its bots think again.
    """
    series = plan.series[number]
    room, box = _opened(plan.game, plan.box)
    deal, at = divmod(match, series.each)
    bots = matches_of(deal, line_ups(series.bots, series.players))[at].bots
    names = [f"Wizard {seat + 1}" for seat in range(series.players)]
    found = Match(room, names, plan.options, secret_of(plan, number, deal), box, bots)
    for seat, action in moves or _moves_again(plan, number, match):
        found.play(seat, action)
    return found


def _moves_again(plan: Plan, number: int, match: int) -> Moves:
    recorder = play_matches(plan, number, [match], True)
    numbers = memoryview(recorder.moves_bytes()).cast("i")
    return [(numbers[row + 2], numbers[row + 3]) for row in range(0, len(numbers), len(MOVES))]
