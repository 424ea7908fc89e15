"""PDFs for visitors: made one at a time in a process of their own, and cached."""

import asyncio
import logging
import sys
from collections import OrderedDict
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from longbeard.engine.errors import LongbeardError
from longbeard.press.order import Backs, Cut, Ink, Paper, What

KEPT_BYTES: Final = 64_000_000
WAITING: Final = 8
"""Different orders that may wait for the one that is being made."""
SECONDS: Final = 120.0
log = logging.getLogger("longbeard.printing")


class CannotPrintNow(LongbeardError):
    """This server cannot make a PDF, or not now."""


def can_print() -> bool:
    """Return whether typst, which makes PDFs, is installed."""
    return find_spec("typst") is not None


@dataclass(frozen=True)
class Wish:
    """A PDF that a visitor asks for."""

    slug: str
    paper: Paper = Paper.A4
    what: What = What.ALL
    cut: Cut = Cut.MARKS
    backs: Backs = Backs.DUPLEX
    ink: Ink = Ink.FULL

    @property
    def arguments(self) -> list[str]:
        """Arguments of the command that makes it."""
        given = {
            "paper": self.paper,
            "what": self.what,
            "cut": self.cut,
            "backs": self.backs,
            "ink": self.ink,
        }
        return [
            "press",
            self.slug,
            *(word for name, one in given.items() for word in (f"--{name}", one.value)),
        ]

    @property
    def file(self) -> str:
        return f"{self.slug}-{self.what.value}-{self.paper.value}.pdf"


class Printer:
    """Makes PDFs. Those who ask for the same one at the same time wait for the same process."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Wish, bytes] = OrderedDict()
        self._under_way: dict[Wish, asyncio.Task[bytes]] = {}
        self._turn = asyncio.Semaphore(1)

    async def pdf(self, wish: Wish) -> bytes:
        """Return a PDF, made now or from the cache."""
        if wish in self._kept:
            self._kept.move_to_end(wish)
            return self._kept[wish]
        if not can_print():
            raise CannotPrintNow("this server makes no PDFs: typst is not installed there")
        task = self._under_way.get(wish)
        if task is None:
            if len(self._under_way) > WAITING:
                raise CannotPrintNow("the press is busy; try again in a minute")
            task = self._under_way[wish] = asyncio.create_task(self._make(wish))
            task.add_done_callback(lambda done: self._under_way.pop(wish, None))
        return await asyncio.shield(task)

    async def _make(self, wish: Wish) -> bytes:
        async with self._turn:
            with TemporaryDirectory() as folder:
                pdf = await _run(wish, Path(folder) / "made.pdf")
        self._kept[wish] = pdf
        while sum(map(len, self._kept.values())) > KEPT_BYTES:
            self._kept.popitem(last=False)
        return pdf

    async def close(self) -> None:
        """Stop what is being made."""
        for task in list(self._under_way.values()):
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)


async def _run(wish: Wish, path: Path) -> bytes:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "longbeard", *wish.arguments, "-o", str(path),
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        _out, said = await asyncio.wait_for(process.communicate(), SECONDS)
    except (TimeoutError, asyncio.CancelledError):
        process.kill()
        await process.wait()
        raise
    if process.returncode:
        log.error("a PDF was not made", extra={"said": said.decode(errors="replace")[-2000:]})
        raise CannotPrintNow("the PDF could not be made; try again, or tell the operator, whose log says why")
    return await asyncio.to_thread(path.read_bytes)
