"""PNG pictures from our own drawings, for previews of shared links; resvg draws them, without a browser."""

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
"""Any will do: drawings are measured in millimetres, and the picture in pixels."""
FONTS: Final = ("title.ttf", "text.ttf", "text-bold.ttf")


FULL_NAME: Final = ("Grenze Gotisch", "Grenze Gotisch SemiBold")
"""The file of the title font knows only its full name."""


class CannotDrawNow(LongbeardError):
    """There is no picture, because resvg is not installed."""


def can_draw() -> bool:
    """Tell whether pictures can be made here."""
    return find_spec("resvg_py") is not None


@cache
def _fonts() -> list[str]:
    """The fonts of our pages, and no others: the same drawing is the same picture everywhere."""
    return [str(files("longbeard.press").joinpath("built", name)) for name in FONTS]


def png(drawing: Svg) -> bytes:
    """Draw a picture."""
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
    """Draws pictures one at a time, beside the event loop, and keeps the latest."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._turn = asyncio.Semaphore(1)

    async def png(self, drawing: Svg) -> bytes:
        """Return a picture, drawn now or before."""
        async with self._turn:
            if drawing not in self._kept:
                self._kept[drawing] = await asyncio.to_thread(png, drawing)
            self._kept.move_to_end(drawing)
            while sum(map(len, self._kept.values())) > KEPT_BYTES:
                self._kept.popitem(last=False)
            return self._kept[drawing]
