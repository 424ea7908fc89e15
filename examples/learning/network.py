"""A small network in plain numpy: from the numbers of an observation to logits and a value."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
FEW = 3
"""A number that is never larger is given as it is; one that can be is also told by which it is."""
MOST = 64
NEVER = np.float32(-1e9)


class Features:
    """Turns an observation into inputs: every number scaled, and larger ones one-hot besides.

    It knows nothing of the game: which numbers there are is learned from observations of random play.
    """

    def __init__(self, lows: NDArray[np.int64], highs: NDArray[np.int64]) -> None:
        self.lows, self.highs = lows, highs
        self.many = np.flatnonzero((highs > FEW) & (highs - lows < MOST))
        widths = (highs - lows + 1)[self.many]
        self.starts = len(lows) + np.concatenate([[0], np.cumsum(widths)[:-1]]).astype(np.int64)
        self.size = int(len(lows) + widths.sum())
        self.scales = (1.0 / np.maximum(1, np.maximum(highs, -lows))).astype(np.float32)

    @classmethod
    def of(cls, observations: NDArray[np.int16]) -> "Features":
        """Return the features for numbers like these."""
        return cls(observations.min(axis=0).astype(np.int64), observations.max(axis=0).astype(np.int64))

    def __call__(self, observations: NDArray[np.int16]) -> Floats:
        rows = len(observations)
        features = np.zeros((rows, self.size), np.float32)
        features[:, : len(self.scales)] = observations * self.scales
        lows, highs = self.lows[self.many], self.highs[self.many]
        places = self.starts + np.clip(observations[:, self.many], lows, highs) - lows
        features[np.arange(rows)[:, None], places] = 1.0
        return features


class Network:
    """Has two hidden layers, a logit for each action, and the value of the position for the seat."""

    def __init__(self, features: Features, actions: int, hidden: int, seed: int) -> None:
        self.features, self.actions = features, actions
        dice = np.random.default_rng(seed)

        def layer(inputs: int, outputs: int, scale: float) -> Floats:
            weights = dice.standard_normal((inputs, outputs), np.float32)
            return weights * np.float32(scale / np.sqrt(inputs))

        self.weights: list[Floats] = [
            layer(features.size, hidden, 1.4),
            np.zeros(hidden, np.float32),
            layer(hidden, hidden, 1.4),
            np.zeros(hidden, np.float32),
            layer(hidden, actions + 1, 0.05),
            np.zeros(actions + 1, np.float32),
        ]
        self._means = [np.zeros_like(weight) for weight in self.weights]
        self._squares = [np.zeros_like(weight) for weight in self.weights]
        self._updates = 0

    def forward(self, inputs: Floats, masks: NDArray[np.bool_]) -> tuple[Floats, Floats, list[Floats]]:
        """Return the log-probabilities of all actions, the value, and what `backward` needs."""
        one, one_bias, two, two_bias, last, last_bias = self.weights
        first = np.maximum(inputs @ one + one_bias, 0)
        second = np.maximum(first @ two + two_bias, 0)
        out = second @ last + last_bias
        scores = np.where(masks, out[:, :-1], NEVER)
        scores -= scores.max(axis=1, keepdims=True)
        logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        return logs, out[:, -1], [inputs, first, second]

    def backward(self, slopes: Floats, kept: list[Floats]) -> list[Floats]:
        """Return the gradients of all weights, given those of the outputs."""
        inputs, first, second = kept
        two, last = self.weights[2], self.weights[4]
        second_slopes = (slopes @ last.T) * (second > 0)
        first_slopes = (second_slopes @ two.T) * (first > 0)
        return [
            inputs.T @ first_slopes,
            first_slopes.sum(axis=0),
            first.T @ second_slopes,
            second_slopes.sum(axis=0),
            second.T @ slopes,
            slopes.sum(axis=0),
        ]

    def update(self, slopes: list[Floats], rate: float, longest: float = 1.0) -> None:
        """Take a step of Adam, with the gradient clipped to the norm `longest`."""
        self._updates += 1
        length = float(np.sqrt(sum(float((slope * slope).sum()) for slope in slopes)))
        shrink = min(1.0, longest / (length + 1e-8))
        fix = np.sqrt(1 - 0.999**self._updates) / (1 - 0.9**self._updates)
        for weight, slope, mean, square in zip(self.weights, slopes, self._means, self._squares, strict=True):
            slope *= shrink
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weight -= (rate * fix * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)

    def best(self, observation: NDArray[np.int16], legal: list[int]) -> int:
        """Return the legal action with the largest logit."""
        masks = np.zeros((1, self.actions), bool)
        masks[0, legal] = True
        return int(self.forward(self.features(observation[None]), masks)[0][0].argmax())

    def save(self, path: Path, **more: Any) -> None:
        """Keep everything, so that learning can go on."""
        kept: dict[str, Any] = {f"weight{n}": weight for n, weight in enumerate(self.weights)}
        kept |= {f"mean{n}": mean for n, mean in enumerate(self._means)}
        kept |= {f"square{n}": square for n, square in enumerate(self._squares)}
        np.savez_compressed(
            path,
            lows=self.features.lows,
            highs=self.features.highs,
            updates=self._updates,
            **kept,
            **more,
        )

    @classmethod
    def load(cls, kept: Any) -> "Network":
        """Return the network that `save` kept."""
        weights = [kept[f"weight{n}"] for n in range(6)]
        network = cls(Features(kept["lows"], kept["highs"]), weights[5].size - 1, weights[1].size, 0)
        network.weights = weights
        network._means = [kept[f"mean{n}"] for n in range(6)]
        network._squares = [kept[f"square{n}"] for n in range(6)]
        network._updates = int(kept["updates"])
        return network
