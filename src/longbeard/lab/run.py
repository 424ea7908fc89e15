"""A run of the lab: a folder with its plan and a folder for each chunk that is done; the others are played.

A chunk appears whole or not at all (it is written beside its place, synced, and renamed), so a run can be
stopped at any moment and gone on with. Only the process that runs it writes, and only one does at a time.
"""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import polars as pl

from longbeard.engine.errors import LongbeardError
from longbeard.lab.crew import Crew, Task, uninterrupted
from longbeard.lab.looks import look
from longbeard.lab.plan import Plan, play_chunk, read_plan
from longbeard.lab.tables import tables, to_parquet

PLAN: Final = "plan.json"
LOCK: Final = ".lock"
CHUNKS: Final = "chunks"
LOOKS: Final = "looks"
Files = dict[str, bytes]


def do_chunk(plan: Plan, chunk: int) -> Files:
    """Play a chunk and return its files, by name."""
    return _files(tables(play_chunk(plan, chunk)))


def do_looks(plan: Plan, chunk: int) -> Files:
    """Look into a chunk's matches and return its files, by name."""
    return _files(look(plan, chunk))


def _files(found: dict[str, pl.DataFrame]) -> Files:
    return {f"{name}.parquet": to_parquet(table) for name, table in found.items()}


def chunk_task(plan: Plan, chunk: int) -> Task:
    return Task(f"chunk {chunk}", do_chunk, (plan, chunk))


class Run:
    """The folder of a run."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan

    @property
    def done(self) -> list[int]:
        """The chunks that are there, in order."""
        return self._numbers(CHUNKS)

    @property
    def looked(self) -> list[int]:
        """The chunks of looks that are there, in order."""
        return self._numbers(LOOKS)

    def _numbers(self, kind: str) -> list[int]:
        return sorted(int(path.name) for path in (self.folder / kind).glob("[0-9]*") if path.is_dir())

    def missing(self) -> list[tuple[str, int]]:
        """Return what is still to be done, as kind and number."""
        done, looked = {*self.done}, {*self.looked}
        return [(CHUNKS, chunk) for chunk in range(self.plan.chunks) if chunk not in done] + [
            (LOOKS, chunk) for chunk in range(len(self.plan.look_chunks())) if chunk not in looked
        ]

    @property
    def whole(self) -> bool:
        return not self.missing()

    def keep(self, kind: str, chunk: int, files: Files) -> None:
        """Put a chunk in its place, whole: what has its name was synced before it got it."""
        place = self.folder / kind / f"{chunk:06}"
        fresh = place.with_name(f".{place.name}.new")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        for name, data in files.items():
            with (fresh / name).open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        fresh.rename(place)

    def table(self, name: str, series: int, chunks: list[int] | None = None) -> pl.DataFrame:
        """Read a table of one series, of all chunks that are there or of some."""
        wanted = [chunk for chunk in (self.done if chunks is None else chunks)
                  if self.plan.place(chunk)[0] == series]  # fmt: skip
        return self._read(CHUNKS, name, wanted)

    def looks(self, name: str, series: int) -> pl.DataFrame:
        """Read a table of the looks into one series."""
        places = self.plan.look_chunks()
        return self._read(LOOKS, name, [chunk for chunk in self.looked if places[chunk][0] == series])

    def _read(self, kind: str, name: str, chunks: list[int]) -> pl.DataFrame:
        paths = [self.folder / kind / f"{chunk:06}" / f"{name}.parquet" for chunk in chunks]
        return pl.concat([pl.read_parquet(path) for path in paths]) if paths else pl.DataFrame()


def open_run(folder: Path) -> Run:
    """Open the folder of a run, or say what is wrong with it."""
    try:
        text = (folder / PLAN).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise LongbeardError(f"{folder} is no run of the lab: it has no {PLAN}") from error
    return Run(folder, read_plan(text))


def begin_run(folder: Path, plan: Plan) -> Run:
    """Make the folder of a run, or go on with the one that is there if its plan is the same."""
    path = folder / PLAN
    if path.exists():
        if open_run(folder).plan != plan:
            raise LongbeardError(f"{folder} has another plan: choose another folder")
    elif folder.exists() and any(folder.iterdir()):
        raise LongbeardError(f"{folder} is not empty, and no run of the lab")
    else:
        folder.mkdir(parents=True, exist_ok=True)
        fresh = folder / f".{PLAN}.new"
        fresh.write_text(plan.write(), encoding="utf-8")
        fresh.rename(path)
    return Run(folder, plan)


def go_on(
    run: Run, crew: Crew, progress: Callable[[str, int, Files], None] = lambda kind, chunk, files: None
) -> None:
    """Play every chunk that is missing, then look into matches."""
    does = {CHUNKS: do_chunk, LOOKS: do_looks}
    with _alone_in(run.folder):
        missing = run.missing()
        tasks = [Task(f"{kind} {chunk}", does[kind], (run.plan, chunk)) for kind, chunk in missing]
        doing: Any = crew(tasks)
        try:
            for place, files in doing:
                kind, chunk = missing[place]
                with uninterrupted():
                    run.keep(kind, chunk, files)
                    progress(kind, chunk, files)
        finally:
            doing.close()


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Refuse a second process that would play the same; the lock goes with the process that holds it."""
    with (folder / LOCK).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise LongbeardError(f"{folder}: another process plays this run") from error
        yield
