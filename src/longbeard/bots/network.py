"""Networks in ONNX files as policies: `onnx:FILE` wherever a bot is named (extra `onnx`).

A network takes rows of `observation` (docs/layouts.md), and `action_mask` if it wants it, and its first
output has a score for every action. The best action that is allowed is played.
"""

from pathlib import Path
from typing import Any, Final

from longbeard.bots.policy import Asked, Policy
from longbeard.engine.errors import BadOptions

INPUTS: Final = ("observation", "action_mask")
TYPES: Final = {
    "tensor(float)": "float32",
    "tensor(double)": "float64",
    "tensor(float16)": "float16",
    "tensor(int8)": "int8",
    "tensor(int16)": "int16",
    "tensor(int32)": "int32",
    "tensor(int64)": "int64",
    "tensor(bool)": "bool",
}


class Network(Policy):
    """A network that was trained anywhere. It thinks on one core, and always answers the same."""

    def __init__(self, path: Path) -> None:
        try:
            import numpy
            import onnxruntime
        except ImportError as error:
            raise BadOptions(
                f"onnx:{path} needs more than is installed: pip install 'longbeard[onnx]'"
            ) from error
        if not path.is_file():
            raise BadOptions(f"onnx:{path}: there is no such file")
        wishes = onnxruntime.SessionOptions()
        wishes.intra_op_num_threads = wishes.inter_op_num_threads = 1
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), wishes, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # whatever the runtime says of a file that it cannot read
            raise BadOptions(f"onnx:{path} is no network: {str(error).splitlines()[0]}") from error
        self._numpy = numpy
        self._path = path
        self._inputs = {one.name: one for one in self._session.get_inputs()}
        self._check()

    def _check(self) -> None:
        names = set(self._inputs)
        if not {INPUTS[0]} <= names <= set(INPUTS):
            raise BadOptions(
                f"onnx:{self._path} takes {', '.join(sorted(names))}; a bot takes {INPUTS[0]}, "
                f"and {INPUTS[1]} if it wants it"
            )
        for name, one in self._inputs.items():
            if one.type not in TYPES or len(one.shape) != 2:
                raise BadOptions(f"onnx:{self._path}: {name} is rows of numbers, not {one.type}{one.shape}")

    def plays(self, game: str, players: int, numbers: int, actions: int) -> bool:
        """Tell whether it takes so many numbers and scores so many actions, as far as its file says."""
        taken = {"observation": numbers, "action_mask": actions}
        scored = self._session.get_outputs()[0].shape
        fits = [one.shape[1] == taken[name] for name, one in self._inputs.items() if is_known(one.shape)]
        return all(fits) and (not is_known(scored) or scored[1] == actions)

    def decide(self, asked: Asked) -> int:
        """Return the action with the best score of those that are allowed."""
        rows = (self._numpy.asarray(one).reshape(1, -1) for one in (asked.observation, asked.mask))
        return int(self.answer(*rows)[0])

    def answer(self, observations: Any, masks: Any) -> Any:
        """Return for each row the action with the best score of those that are allowed."""
        np = self._numpy
        given = {"observation": observations, "action_mask": masks}
        feed = {name: self._rows(name, given[name]) for name in self._inputs}
        scores = np.concatenate([self._session.run(None, part)[0] for part in self._parts(feed)])
        if scores.shape != masks.shape:
            raise ValueError(f"{self._path.name} has scores of shape {scores.shape}, not {masks.shape}")
        return np.where(np.asarray(masks, bool), scores, -np.inf).argmax(axis=1)

    def _parts(self, feed: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the rows all at once or, where the file takes one at a time, one after the other."""
        if all(isinstance(one.shape[0], int) for one in self._inputs.values()):
            count = len(next(iter(feed.values())))
            return [{name: rows[place : place + 1] for name, rows in feed.items()} for place in range(count)]
        return [feed]

    def _rows(self, name: str, numbers: Any) -> Any:
        """Return the numbers as the network takes them."""
        wanted = self._inputs[name]
        if is_known(wanted.shape) and wanted.shape[1] != numbers.shape[1]:
            raise ValueError(
                f"{self._path.name} takes {wanted.shape[1]} numbers as {name}, "
                f"and here are {numbers.shape[1]}"
            )
        return numbers.astype(TYPES[wanted.type])


def is_known(shape: Any) -> bool:
    """Tell whether a file says how long the rows of a tensor are."""
    return len(shape) == 2 and isinstance(shape[1], int)
