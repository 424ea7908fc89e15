"""The recorder's buffers as tables, and tables as Parquet: what every column means."""

from io import BytesIO
from typing import Final

import numpy as np
import polars as pl

from longbeard.lab.recorder import Recorder

MATCHES: Final = ("match", "moves", "turns", "winners", "ending")
SEATS: Final = (
    *("match", "seat", "won", "score", "decisions", "forced", "choices"),
    *("turns", "waited", "longest_wait", "out"),
)
COUNTS: Final = ("match", "seat", "counter", "count")
MOVES: Final = ("match", "move", "seat", "action", "choices")
EVENT: Final = ("match", "move", "event", "actor", "kind", "audience")
NAMES: Final = ("matches", "seats", "counts", "moves", "events")
"""The tables of a run; the last two only if events are kept."""


def field_names(width: int) -> list[str]:
    """Name the columns of an event's fields: the row of its kind says what they mean."""
    return [f"field_{number}" for number in range(width)]


def frame(data: bytes, columns: tuple[str, ...]) -> pl.DataFrame:
    """Read rows of 32-bit numbers as a table."""
    numbers = np.frombuffer(data, dtype="<i4").reshape(-1, len(columns))
    return pl.DataFrame({name: np.ascontiguousarray(numbers[:, at]) for at, name in enumerate(columns)})


def tables(recorder: Recorder) -> dict[str, pl.DataFrame]:
    """Hand over what was recorded. A seat's `share` is its part of the win; nobody's win is everybody's."""
    matches = frame(recorder.matches_bytes(), MATCHES)
    seats = frame(recorder.seats_bytes(), SEATS).join(
        matches.select("match", "winners"), on="match", how="left", maintain_order="left"
    )
    share = (
        pl.when(pl.col("winners") == 0)
        .then(1.0 / int(recorder.seats))
        .otherwise(pl.col("won") / pl.col("winners").clip(1))
    )
    found = {
        "matches": matches,
        "seats": seats.with_columns(share=share).drop("winners"),
        "counts": frame(recorder.counts_bytes(), COUNTS),
    }
    if recorder.keeps_events:
        found["moves"] = frame(recorder.moves_bytes(), MOVES)
        found["events"] = _events(recorder)
    return found


def _events(recorder: Recorder) -> pl.DataFrame:
    """Make a table of events, with their named fields as columns, and whatever numbers follow as a list."""
    columns = (*EVENT, *field_names(int(recorder.program.width)))
    events = frame(recorder.events_bytes(), columns)
    more = frame(recorder.more_bytes(), ("row", "more"))
    grouped = (
        more.group_by("row", maintain_order=True).agg("more").with_columns(pl.col("row").cast(pl.UInt32))
    )
    return events.with_row_index("row").join(grouped, on="row", how="left", maintain_order="left").drop("row")


def to_parquet(table: pl.DataFrame) -> bytes:
    """Write a table as Parquet, the same bytes for the same table."""
    file = BytesIO()
    table.write_parquet(file, compression="zstd", compression_level=1, statistics=False)
    return file.getvalue()
