"""What a seat may know, as OpenSpiel asks for it: a string, and a tensor whose parts have names."""

import json
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from longbeard.engine.encoder import Encoder, Field, Sheet, write_row
from longbeard.engine.errors import BadOptions
from longbeard.engine.room import Room
from longbeard.engine.story import SPECTATOR
from longbeard.rl.openspiel_table import Table


class Observer:
    """The observer that `open_spiel.python.observation` describes.

    The tensor is the room's `encode`. The string is the table as the viewer sees it; with perfect recall it
    is all that the viewer was ever told, and the encoding: searchers ask for it at every node, and the look
    is made for people and takes its time. Public information is what a spectator has.
    """

    def __init__(self, table: Table, wanted: Any) -> None:
        self._recalls = bool(wanted.perfect_recall)
        self._public = bool(wanted.public_info)
        self._private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._encoder = encoder_of(table.room)
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        # What is private alone has a string only: the encoding does not tell the two apart.
        if self._encoder is not None and self._public:
            self._lay_out(self._encoder.layout(table.state))

    def _lay_out(self, layout: list[Field]) -> None:
        size = sum(field.numbers for field in layout)
        self._sheet = Sheet(1, size)
        self._numbers: NDArray[np.int16] = np.frombuffer(memoryview(self._sheet.numbers), np.int16)
        self.tensor = np.zeros(size, np.float32)
        at = 0
        for field in layout:
            self.dict[field.name] = self.tensor[at : at + field.numbers]
            at += field.numbers

    def _viewer(self, player: int) -> int:
        return player if self._private else SPECTATOR

    def _encoded(self, table: Table, viewer: int) -> NDArray[np.int16]:
        """Return the numbers of a viewer; the next call writes over them."""
        assert self._encoder is not None
        write_row(self._encoder, table.state, viewer, self._sheet, 0)
        return self._numbers

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor; before the deal there is nothing to know."""
        if self.tensor is None:
            return
        table: Table = state.table
        self.tensor[:] = self._encoded(table, self._viewer(player)) if table.dealt else 0

    def string_from(self, state: Any, player: int) -> str:
        """Return what the viewer may know; nothing before the deal."""
        table: Table = state.table
        viewer = self._viewer(player)
        if not table.dealt:
            return ""
        if not self._public:
            return _only_private(table, viewer)
        if not self._recalls:
            return _plain(table.look(viewer))
        return "\n".join([*table.told(viewer), f"= {self._now(table, viewer)}"])

    def _now(self, table: Table, viewer: int) -> str:
        """Return the table in short: the encoding without its zeros, or the look if there is none."""
        if self._encoder is None:
            return _plain(table.look(viewer))
        numbers = self._encoded(table, viewer)
        places = np.flatnonzero(numbers)
        pairs = zip(places.tolist(), numbers[places].tolist(), strict=True)
        return " ".join([f"{place}:{number}" for place, number in pairs])


def encoder_of(room: Room) -> Encoder | None:
    """Return the room's encoder, or None if it has none."""
    try:
        return room.encoder
    except BadOptions:
        return None


def _only_private(table: Table, viewer: int) -> str:
    """Return the parts of the viewer's look that a spectator's lacks, or has with other values."""
    public = table.look(SPECTATOR)
    look = {key: value for key, value in table.look(viewer).items() if value != public.get(key)}
    return _plain(look) if look else ""


def _plain(look: dict[str, Any]) -> str:
    return json.dumps(look, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
