"""What a seat may know, as OpenSpiel asks for it: a string, and a tensor whose parts have names."""

import json
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import mypy_extensions
import numpy as np
import pyspiel
from librt.vecs import vec

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
        self.tensor: np.ndarray[Any, Any] | None = None
        self.dict: dict[str, np.ndarray[Any, Any]] = {}
        # What is private alone has a string only: the encoding does not tell the two apart.
        if self._encoder is not None and self._public:
            self._lay_out(self._encoder.layout(table.state))

    def _lay_out(self, layout: list[tuple[str, int]]) -> None:
        size = sum(width for _, width in layout)
        self._numbers = vec[mypy_extensions.i64]([0] * size)
        self.tensor = np.zeros(size, np.float32)
        at = 0
        for name, width in layout:
            self.dict[name] = self.tensor[at : at + width]
            at += width

    def _viewer(self, player: int) -> int:
        return player if self._private else SPECTATOR

    def _encoded(self, table: Table, viewer: int) -> list[int]:
        assert self._encoder is not None
        self._encoder.encode(table.state, viewer, self._numbers)
        return list(self._numbers)

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor; before the deal there is nothing to know."""
        if self.tensor is None:
            return
        table: Table = state.table
        self.tensor[:] = self._encoded(table, self._viewer(player)) if table.dealt else 0

    def string_from(self, state: Any, player: int) -> str:
        """What the viewer may know; nothing before the deal."""
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
        """The table in short: the encoding without its zeros, or the look of a room that has none."""
        if self._encoder is None:
            return _plain(table.look(viewer))
        numbers = enumerate(self._encoded(table, viewer))
        return " ".join([f"{place}:{number}" for place, number in numbers if number])


def encoder_of(room: Room) -> ModuleType | None:
    """The room's `encode.py`, which it may leave out."""
    name = f"{room.package}.encode"
    return import_module(name) if find_spec(name) else None


def _only_private(table: Table, viewer: int) -> str:
    """The parts of the viewer's look that a spectator's has not, or has otherwise."""
    public = table.look(SPECTATOR)
    look = {key: value for key, value in table.look(viewer).items() if value != public.get(key)}
    return _plain(look) if look else ""


def _plain(look: dict[str, Any]) -> str:
    return json.dumps(look, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
