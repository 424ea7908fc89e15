"""PNG pictures of our own drawings, for previews of shared links; resvg renders them, without a browser."""

import asyncio
from collections import OrderedDict
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Final

from longbeard.engine.drawing import Svg
from longbeard.engine.errors import LongbeardError
from longbeard.web.pages.preview import TALL, WIDE

KEPT_BYTES: Final = 32 << 20
DPI: Final = 96.0
"""Resolution for resvg; any will do, since the picture is measured in pixels."""
FONTS: Final = ("title.ttf", "text.ttf", "text-bold.ttf")


FULL_NAME: Final = ("Grenze Gotisch", "Grenze Gotisch SemiBold")
"""Names of the title font: family, and the full name, by which alone its file is found."""


class CannotDrawNow(LongbeardError):
    """There is no picture, because resvg is not installed."""


def can_draw() -> bool:
    """Return whether pictures can be made here."""
    return find_spec("resvg_py") is not None


@cache
def _fonts() -> list[str]:
    """Return the fonts of our pages, and no others: the same drawing gives the same picture everywhere."""
    return [str(files("longbeard.press").joinpath("built", name)) for name in FONTS]


def png(drawing: Svg) -> bytes:
    """Render a drawing as PNG."""
    if not can_draw():
        raise CannotDrawNow("this server makes no pictures: resvg-py is not installed there")
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawing.replace(*FULL_NAME),
            width=WIDE,
            height=TALL,
            dpi=DPI,
            skip_system_fonts=True,
            font_files=_fonts(),
        )
    )


class Pictures:
    """Renders pictures one at a time, beside the event loop, and caches the latest."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._turn = asyncio.Semaphore(1)

    async def png(self, drawing: Svg) -> bytes:
        """Return a picture, rendered now or from the cache."""
        async with self._turn:
            if drawing not in self._kept:
                self._kept[drawing] = await asyncio.to_thread(png, drawing)
            self._kept.move_to_end(drawing)
            while sum(map(len, self._kept.values())) > KEPT_BYTES:
                self._kept.popitem(last=False)
            return self._kept[drawing]
