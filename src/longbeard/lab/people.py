"""People beside bots: the finished matches of a server as tables of the lab, without names.

A match is told to the recorder again from its log; who played a seat is `person` or the bot's level, and
nothing else of anybody is kept.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from longbeard.engine.luck import KeyedLuck
from longbeard.engine.match import PERSON, Match
from longbeard.engine.room import Room
from longbeard.games import room as room_of
from longbeard.games import rooms
from longbeard.lab.figures import Row, Table, by_deal, length_table, mean, seats_table, ties_table
from longbeard.lab.page import Report, Section
from longbeard.lab.program import counters_of, program_of
from longbeard.lab.recorder import Recorder
from longbeard.lab.tables import tables
from longbeard.lab.things import things_tables

FEWEST: Final = 5
"""Of fewer matches nothing is said: one of them could be somebody's."""


@dataclass(frozen=True)
class Sat:
    """A finished match without names: who played each seat, as `person` or a bot's level."""

    match: Match
    players: tuple[str, ...]


def retell(recorder: Recorder, number: int, match: Match) -> None:
    """Tell a match to the recorder, as if it were played now."""
    endings = list(match.room.plate.endings)
    recorder.begin(number)
    state = match.room.table(len(match.seats), match.options, match.box)
    state.story = recorder
    state.deal(KeyedLuck(match.secret, 0))
    for at, move in enumerate(match.log, start=1):
        recorder.decides(move.seat, move.action, len(state.legal()))
        state.resolve(move.action, KeyedLuck(match.secret, at))
    state.story = None
    recorder.finish(state.scores(), state.winners(), endings.index(state.ending()))


def people_report(everything: Sequence[Sat]) -> Report:
    """Report on finished matches."""
    groups: dict[tuple[str, int, str], list[Sat]] = defaultdict(list)
    for sat in everything:
        groups[sat.match.room.plate.slug, len(sat.players), sat.match.box.digest].append(sat)
    sections = []
    few = 0
    for slug in rooms():
        for (game, players, _digest), sats in sorted(groups.items(), key=lambda pair: pair[0]):
            if game == slug and len(sats) >= FEWEST:
                sections.append(_section(room_of(game), players, sats))
            elif game == slug:
                few += len(sats)
    facts = [
        f"{len(everything):,} finished matches; names and identities were not read into it.",
        f"Of fewer than {FEWEST} matches of a kind nothing is said ({few} matches).",
        "± is half of a 95 % interval, as if no two matches had the same people, which they may have.",
    ]
    return Report("People beside bots", "", facts, sections)


def _section(room: Room, players: int, sats: list[Sat]) -> Section:
    box = sats[0].match.box
    recorder = Recorder(program_of(room, box), players, False)
    for number, sat in enumerate(sats):
        retell(recorder, number, sat.match)
    found = tables(recorder)
    who = pl.DataFrame(
        [(number, seat, name) for number, sat in enumerate(sats) for seat, name in enumerate(sat.players)],
        {"match": pl.Int32, "seat": pl.Int32, "who": pl.String},
        orient="row",
    )
    seats = found["seats"]
    pace = room.game.counting.seconds if room.game.counting else 10.0
    parts = [
        _who_table(seats.join(who, on=("match", "seat"), maintain_order="left"), players),
        seats_table(seats, players, 1),
        ties_table(found["matches"], seats, room.plate.endings, 1, room.plate.scored),
        length_table(found["matches"], seats, 1, pace, room.plate.minutes),
        *things_tables(found["counts"], seats, players, counters_of(room, box)),
    ]
    return Section(f"{room.plate.title}, {players} players: {len(sats):,} matches", parts)


def _who_table(seats: pl.DataFrame, players: int) -> Table:
    """Make the table of people and each level of bots: how often they sat, and what they won."""
    rows: list[Row] = []
    for who in sorted(seats["who"].unique(), key=lambda name: (name != PERSON, name)):
        own = seats.filter(pl.col("who") == who).with_columns(
            share=pl.col("share") * players, forced=pl.col("forced") / pl.col("decisions").clip(1)
        )
        rows.append((who, len(own), mean(by_deal(own, "share", 1)), mean(by_deal(own, "decisions", 1))))
    columns = ("who", "seats", "× fair share", "decisions a match")
    return Table("who", "People and bots", "Who played a seat at the end of the match.", columns, rows)
