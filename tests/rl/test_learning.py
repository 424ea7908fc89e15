"""The example that learns: it runs from end to end, goes on where it stopped, and its slopes are right."""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).parent.parent.parent / "examples" / "learning"


@pytest.fixture
def learn(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The script as a module."""
    monkeypatch.syspath_prepend(str(HERE))
    spec = importlib.util.spec_from_file_location("learn", HERE / "learn.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "learn", module)
    spec.loader.exec_module(module)
    yield module
    sys.modules.pop("network", None)


def test_it_learns_from_end_to_end_and_goes_on(tmp_path: Path) -> None:
    kept, curve, chart = tmp_path / "wizard.npz", tmp_path / "curve.json", tmp_path / "chart.svg"
    words = [
        "--minutes",
        "0.001",
        "--tables",
        "4",
        "--bot",
        "random",
        "--deals",
        "1",
        "--last-deals",
        "2",
        "--hidden",
        "8",
    ]
    for runs in (1, 2):
        command = [sys.executable, str(HERE / "learn.py"), *words, "--save", str(kept), "--curve", str(curve)]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        assert ran.returncode == 0, ran.stderr
        points = json.loads(curve.read_text())
        assert len(points) == runs
        assert 0 <= points[-1]["low"] <= points[-1]["share"] <= points[-1]["high"] <= 1
    assert points[1]["steps"] > points[0]["steps"]
    command = [sys.executable, str(HERE / "chart.py"), str(curve), str(chart), "A wizard learns"]
    subprocess.run(command, check=True)
    assert "polyline" in chart.read_text()


def test_a_seat_s_outcome_is_its_own(learn: Any) -> None:
    """Seats 0, 1, 0 decide, then it is over; later seat 1 decides in a game that goes on."""
    values = np.array([[0.5], [0.25], [0.0], [0.125]], np.float32)
    rewards = np.zeros((4, 1, 2))
    rewards[2, 0] = 1, -1
    turns, dones = np.array([[0], [1], [0], [1]]), np.array([[False], [False], [True], [False]])
    gains, known = learn.advantages(
        values, turns, rewards, dones, np.array([0]), np.array([0.75], np.float32)
    )
    assert gains[2, 0] == 1
    assert gains[1, 0] == -1.25
    assert gains[0, 0] == pytest.approx(0 - 0.5 + learn.TRACE * 1)
    assert known[:, 0].tolist() == [True, True, True, False]


def test_the_slopes_are_those_of_the_aim(learn: Any) -> None:
    """Against differences: PPO's aim with its clip, the love of variety, and the value."""
    dice = np.random.default_rng(3)
    rows, actions = 6, 5
    masks = dice.random((rows, actions)) < 0.7
    masks[:, 0] = True
    chosen = np.array([np.flatnonzero(mask)[-1] for mask in masks])
    part = learn.Batch(
        None, masks, chosen, np.log(dice.random(rows) * 0.8 + 0.1), dice.standard_normal(rows), None
    )
    gain = (part.advantages - part.advantages.mean()) / (part.advantages.std() + 1e-6)

    def logs_of(scores: Any) -> Any:
        shown = np.where(masks, scores, -1e9)
        shown = shown - shown.max(axis=1, keepdims=True)
        return shown - np.log(np.exp(shown).sum(axis=1, keepdims=True))

    def loss(scores: Any) -> float:
        logs = logs_of(scores)
        ratio = np.exp(logs[np.arange(rows), chosen] - part.logs)
        aim = np.minimum(ratio * gain, np.clip(ratio, 1 - learn.CLIP, 1 + learn.CLIP) * gain)
        variety = -(np.exp(logs) * np.where(masks, logs, 0)).sum(axis=1)
        return float(-(aim + learn.CURIOSITY * variety).sum())

    scores = dice.standard_normal((rows, actions))
    slopes = learn.policy_slopes(logs_of(scores), part)
    for place in np.ndindex(rows, actions):
        nudge = np.zeros_like(scores)
        nudge[place] = 1e-5
        expected = (loss(scores + nudge) - loss(scores - nudge)) / 2e-5
        assert slopes[place] == pytest.approx(expected, abs=1e-5)


def test_the_network_s_slopes_are_right(learn: Any) -> None:
    dice = np.random.default_rng(4)
    seen = dice.integers(-1, 9, (30, 4)).astype(np.int16)
    network = learn.Network(learn.Features.of(seen), actions=3, hidden=7, seed=1)
    network.weights = [weight + dice.normal(0, 0.1, weight.shape) for weight in network.weights]
    inputs, masks = network.features(seen).astype(np.float64), np.ones((30, 3), bool)
    aim = dice.standard_normal(30)

    def loss() -> float:
        return float((aim * network.forward(inputs, masks)[1]).sum())

    slopes = np.zeros((30, 4))
    slopes[:, -1] = aim
    found = network.backward(slopes, network.forward(inputs, masks)[2])
    for weight, slope in zip(network.weights, found, strict=True):
        place = np.unravel_index(int(np.abs(slope).argmax()), slope.shape)
        before = weight[place]
        weight[place] = before + 1e-6
        more = loss()
        weight[place] = before - 1e-6
        less = loss()
        weight[place] = before
        assert slope[place] == pytest.approx((more - less) / 2e-6, rel=1e-4)
