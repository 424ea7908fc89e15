"""Small networks in ONNX files, for tests."""

from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save

from longbeard.bots.policy import Asked
from longbeard.engine.luck import QuickLuck
from longbeard.engine.match import Match
from longbeard.engine.room import Room


def a_match(room: Room, seats: int) -> Match:
    return Match(room, [f"Wizard {seat}" for seat in range(seats)])


def network(room: Room, path: Path, actions: int = 0, masked: bool = False, players: int = 0) -> Path:
    """Write a small network: scores that grow with an action's number, whatever is seen."""
    seats = players or room.plate.seats[0]
    blank = room.table(seats)
    width = len(Asked(a_match(room, seats), 0, QuickLuck(1)).observation)
    actions = actions or int(blank.action_count())
    given = [helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["rows", width])]
    nodes = [helper.make_node("Gemm", ["observation", "weights", "ranks"], ["scores"])]
    if masked:
        given.append(helper.make_tensor_value_info("action_mask", TensorProto.FLOAT, ["rows", actions]))
        nodes = [
            helper.make_node("Gemm", ["observation", "weights", "ranks"], ["raw"]),
            helper.make_node("Mul", ["raw", "action_mask"], ["scores"]),
        ]
    numbers = [
        numpy_helper.from_array(np.zeros((width, actions), np.float32), "weights"),
        numpy_helper.from_array(np.arange(1, actions + 1, dtype=np.float32), "ranks"),
    ]
    made = [helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["rows", actions])]
    graph = helper.make_graph(nodes, "ranks", given, made, numbers)
    save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10), path)
    return path
