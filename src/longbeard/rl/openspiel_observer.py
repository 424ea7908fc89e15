"""What a seat may know, as OpenSpiel asks for it: a string, and a tensor whose parts have names."""

import json
from importlib import import_module
from typing import Any

import mypy_extensions
import numpy as np
import pyspiel
from librt.vecs import vec

from longbeard.engine.story import SPECTATOR
from longbeard.rl.openspiel_table import Table


class Observer:
    """The observer that `open_spiel.python.observation` describes.

    The tensor is the room's `encode`, the string the table as the viewer sees it; with perfect recall, the
    string begins with all that the viewer was ever told. Public information is what a spectator has.
    """

    def __init__(self, table: Table, wanted: Any) -> None:
        self._recalls = bool(wanted.perfect_recall)
        self._public = bool(wanted.public_info)
        self._private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._encode = import_module(f"{table.room.package}.encode").encode
        layout = import_module(f"{table.room.package}.encode").layout(table.state)
        size = sum(width for _, width in layout)
        self._numbers = vec[mypy_extensions.i64]([0] * size)
        # What is private alone has a string only: the encoding does not tell the two apart.
        self.tensor = np.zeros(size, np.float32) if self._public else None
        self.dict: dict[str, np.ndarray[Any, Any]] = {}
        at = 0
        for name, width in layout if self.tensor is not None else []:
            self.dict[name] = self.tensor[at : at + width]
            at += width

    def _viewer(self, player: int) -> int:
        return player if self._private else SPECTATOR

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor; before the deal there is nothing to know."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        table: Table = state.table
        if table.dealt:
            self._encode(table.state, self._viewer(player), self._numbers)
            self.tensor[:] = list(self._numbers)

    def string_from(self, state: Any, player: int) -> str:
        table: Table = state.table
        if not table.dealt:
            return ""
        viewer = self._viewer(player)
        look = table.look(viewer)
        if not self._public:
            public = table.look(SPECTATOR)
            look = {key: value for key, value in look.items() if value != public.get(key)}
            return _plain(look) if look else ""
        return "\n".join([*(table.told(viewer) if self._recalls else []), _plain(look)])


def _plain(look: dict[str, Any]) -> str:
    return json.dumps(look, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
