"""Analyses of finished matches, made in the background, one at a time, and cached.

People take turns. Analyses are files beside the store, named by a hash of the match: they can be deleted at
any time, are made again on request, and hold neither names nor words.
"""

import asyncio
import json
import logging
import sys
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

from longbeard.bots.analysis import VERSION, Analysis, read_analysis
from longbeard.engine import record
from longbeard.engine.errors import LongbeardError
from longbeard.engine.match import Match
from longbeard.table.limits import TooMany

WAITING: Final = 100
"""Matches that may wait in the queue; more are refused."""
WAITING_EACH: Final = 5
"""Matches of one person that may wait in the queue."""
KEPT: Final = 64
"""Analyses that are cached in memory."""
FILES: Final = 2000
"""Analyses that are cached on disk, 5 to 50 kB each; the oldest are deleted."""
LINE_LIMIT: Final = 1 << 24
DEAD_SECONDS: Final = 900.0
"""Seconds after which an analyst counts as dead. It needs 15 s of a core, at the lowest priority."""
log = logging.getLogger("longbeard.analysis")


def key_of(match: Match) -> str:
    """Return a key for a finished match, independent of who sat at it and at which table."""
    actions = [move.action for move in match.log]
    facts = [VERSION, match.room.plate.slug, match.options, match.box.digest, match.secret.hex(), actions]
    return sha256(json.dumps(facts).encode()).hexdigest()


@dataclass
class Job:
    """A match to analyse."""

    key: str
    text: str
    """The record of the match."""
    done: int = 0
    of: int = 0
    """Progress; 0 of 0 while it waits."""


@dataclass
class _Queue:
    """Jobs by person; people take turns, one job each."""

    waiting: OrderedDict[str, deque[Job]] = field(default_factory=OrderedDict)

    def add(self, asker: str, job: Job) -> None:
        own = self.waiting.get(asker, deque())
        if len(own) >= WAITING_EACH or sum(map(len, self.waiting.values())) >= WAITING:
            raise TooMany("many matches wait to be looked at; ask again in a minute")
        self.waiting.setdefault(asker, deque()).append(job)

    def take(self) -> Job | None:
        if not self.waiting:
            return None
        asker, jobs = self.waiting.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self.waiting[asker] = jobs
        return job


class Analyses:
    """Makes and keeps analyses. All methods are for one event loop."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self.folder = folder
        self.seconds = seconds
        """Seconds of one core for each analysis; 0 if none are made."""
        self._kept: OrderedDict[str, Analysis] = OrderedDict()
        self._jobs: dict[str, Job] = {}
        """Jobs that wait or are running, by key."""
        self.failed: set[str] = set()
        """Keys of matches whose analysis failed since the server started."""
        self._queue = _Queue()
        self._worker: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """Number of matches that wait or are being analysed."""
        return len(self._jobs)

    def find(self, key: str) -> Analysis | None:
        """Return the analysis of a match, if it is cached."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        try:
            found = read_analysis(self._path(key).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.warning("an analysis cannot be read, and is made again", extra={"why": str(error)})
            return None
        self._remember(key, found)
        return found

    def job(self, key: str) -> Job | None:
        """Return the job of a match, if it was asked for and is not done."""
        return self._jobs.get(key)

    def ask(self, match: Match, asker: str) -> None:
        """Queue a finished match for analysis, unless it is cached or queued already."""
        if not match.over:
            raise LongbeardError("a match is analysed when it is over, and this one is still running")
        if not self.seconds:
            raise TooMany("no matches are analysed on this server: its operator has turned that off")
        key = key_of(match)
        if key in self._jobs or self.find(key) is not None:
            return
        job = Job(key, record.write(match))
        self._queue.add(asker, job)
        self._jobs[key] = job
        self.failed.discard(key)
        if self._worker is None or self._worker.done():
            self._worker = asyncio.ensure_future(self._work())

    async def _work(self) -> None:
        while (job := self._queue.take()) is not None:
            try:
                found = await self._run(job)
            except (OSError, TimeoutError, ValueError, KeyError) as error:
                log.error("a match was not analysed", extra={"why": str(error)})
                self.failed.add(job.key)
            else:
                self._remember(job.key, found)
                await asyncio.to_thread(self._save, job.key, found)
            finally:
                self._jobs.pop(job.key, None)

    async def _run(self, job: Job) -> Analysis:
        """Analyse a match in a process of its own, which is gone afterwards in any case."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "longbeard.table.analyst", str(self.seconds)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_LIMIT,
            start_new_session=True,  # Ctrl-C is for the server, which then ends it
        )
        try:
            async with asyncio.timeout(DEAD_SECONDS):
                return await _listen(process, job)
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()

    def _remember(self, key: str, found: Analysis) -> None:
        self._kept[key] = found
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _save(self, key: str, found: Analysis) -> None:
        """Cache an analysis on disk; if that fails, it lasts as long as the server."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            record.save(self._path(key), found.write())
            files = sorted(self.folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
            for path in files[:-FILES]:
                path.unlink(missing_ok=True)
        except OSError as error:
            log.warning("an analysis cannot be kept", extra={"why": str(error)})

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.json"

    async def close(self) -> None:
        """Stop the running analysis."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)


async def _listen(process: asyncio.subprocess.Process, job: Job) -> Analysis:
    """Read the progress of a process until it is done."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(job.text.encode())
    await process.stdin.drain()
    process.stdin.close()
    while line := await process.stdout.readline():
        said = json.loads(line)
        if "analysis" in said:
            return read_analysis(said["analysis"])
        job.done, job.of = int(said["done"]), int(said["of"])
    raise ValueError("the analyst ended without an answer")
