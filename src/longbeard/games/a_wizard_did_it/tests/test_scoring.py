"""Scoring: P1."""

from typing import cast

from longbeard.games import room
from longbeard.games.a_wizard_did_it.box import RoadBox
from longbeard.games.a_wizard_did_it.scenes import lay_out, walk

ROOM = room("a-wizard-did-it")
BOX = cast(RoadBox, ROOM.box)


def test_p1_valor_and_princess_and_goals() -> None:
    state = lay_out(
        BOX,
        {"0.forest": "ninja", "1.forest": "sword bear wrapped-in-bacon wrapped-in-bacon shield ninja"},
        goals=("a-fall laser-monster", "glory bear-at-home"),
    )
    happened = walk(state)
    assert state.scores() == [2 + 4, 5 + 6 + 2]
    assert state.winners() == [1]
    assert state.ending() == "most-points"
    scores = [data for name, data in happened if name == "score"]
    goals = [BOX.goals.index("glory"), 6, BOX.goals.index("bear-at-home"), 2]
    assert scores == [[0, 6, 2, 4], [1, 13, 5, 0, *goals]]
    assert happened[-1] == ("won", [1, 13])


def test_p1_the_look_itemises_the_score() -> None:
    state = lay_out(BOX, {"0.forest": "ninja"}, goals=("glory", "banquet"))
    assert [wizard["score"] for wizard in ROOM.look(state, 0)["wizards"]] == [None, None]
    walk(state)
    look = ROOM.look(state, -1)
    assert [wizard["score"] for wizard in look["wizards"]] == [
        {"valor": 2, "princess": 4, "goals": 0, "total": 6},
        {"valor": 1, "princess": 0, "goals": 0, "total": 1},
    ]
    assert look["winners"] == [0]
    assert "Ada: 6 goal points (2 Valor, 4 for the Princess, 0 for goals)." in ROOM.words(
        look, ["Ada", "Bert"]
    )


def test_p1_the_end_says_what_everybody_s_points_are_made_of_and_no_sum() -> None:
    state = lay_out(BOX, {"0.forest": "ninja"}, goals=("glory", "banquet"))
    assert ROOM.fate(ROOM.look(state, 0), ["Ada", "Bert"], 0) == ""
    walk(state)
    look = ROOM.look(state, 0)
    assert [ROOM.fate(look, ["Ada", "Bert"], seat) for seat in range(2)] == [
        "You: Valor 2, the Princess 4, goals 0. Bert: Valor 1, goals 0.",
        "You: Valor 1, goals 0. Ada: Valor 2, the Princess 4, goals 0.",
    ]


def test_p1_what_brought_most_points_decided_it() -> None:
    state = lay_out(BOX, {"0.forest": "ninja"}, goals=("glory", "banquet"))
    walk(state)
    look = ROOM.look(state, -1)
    assert look["winners"] == [0]
    princess = "knight is first at the Castle and takes the Princess, 4 points."
    assert ROOM.moments(look, ["Ada", "Bert"], 1) == [(f"Ada's {princess}", -1)]
    assert ROOM.moments(look, ["Ada", "Bert"], 0) == [(f"Your {princess}", 1)]
    assert ROOM.moments(look, ["Ada", "Bert"], -1) == [(f"Ada's {princess}", 1)]
    state = lay_out(BOX, {"0.forest": "ninja sword bear"}, goals=("bear-at-home", "overboard"))
    walk(state)
    met = ROOM.moments(ROOM.look(state, 1), ["Ada", "Bert"], 1)
    assert ("Ada meets a goal: Defeat a Bear in The Forest, 2 points.", -1) in met


def test_p1_equally_many_points_are_a_shared_win() -> None:
    state = lay_out(
        BOX,
        {"1.forest": "ninja wrapped-in-bacon wrapped-in-bacon sword ninja"},
        goals=("glory", "banquet"),
    )
    happened = walk(state)
    assert state.scores() == [5, 5]
    assert state.winners() == [0, 1]
    assert state.ending() == "tie"
    assert happened[-1] == ("tie", [5])


def test_p1_the_losers_goals_count_as_well_as_the_winners() -> None:
    state = lay_out(BOX, {"0.ship": "pirate"}, goals=("pirate-at-home", "a-fall"))
    walk(state)
    assert state.scores() == [1, 1 + 4 + 6]
    assert state.winners() == [1]


def test_nobody_has_won_before_the_end() -> None:
    state = lay_out(BOX, {"0.ship": "pirate"})
    assert (state.winners(), state.ending()) == ([], "")
