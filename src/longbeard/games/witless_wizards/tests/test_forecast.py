"""Forecasts: the chances that are shown are those that the rules give, die by die."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import pytest

from longbeard.engine.story import SPECTATOR, Story
from longbeard.games.witless_wizards import abilities, events, notation, view
from longbeard.games.witless_wizards.forecast import forecast, outcomes, percents

if TYPE_CHECKING:
    from longbeard.games.witless_wizards.tests.conftest import Lay, Table

WEAPONS = ("katana", "nunchaku", "trebuchet", "wand-of-mild-sparks", "tome-thrown-in-anger", "")
SPECIALS = ("war-banner", "black-spot", "bottle-of-grog", "")
ARMOUR = ("o-yoroi", "kabuto-helm", "circle-of-salt", "watchful-parrot", "tower-shield", "mirror-cloak", "")
GUARDS = ("royal-banner", "smoke-bomb", "jetpack", "")


def played(table: "Table", target: int) -> dict[int, Fraction]:
    """Play every way the dice can fall by the rules: nobody focuses, rolls again, guards or blocks."""
    dice = 2 if table.state.says(0, 1 << abilities.TWICE) else 1
    found: Counter[int] = Counter()
    for faces in product([int(face) for face in table.box.die], repeat=dice):
        found[_hits(table, target, faces)] += 1
    return {hits: Fraction(ways, len(table.box.die) ** dice) for hits, ways in found.items()}


def _hits(table: "Table", target: int, faces: tuple[int, ...]) -> int:
    state = table.state.clone()
    story = Story()
    state.story = story
    move, rest = f"attack:{target}", ["focus:0", "stand", "guard:0", "take-it"]
    while not any(event.kind == events.HITS for event in story.events):
        legal = [notation.spell(state, action) for action in state.legal()]
        if move not in legal:
            move = next(other for other in rest if other in legal)
        rolling = not any(event.kind == events.ROLLS for event in story.events)
        focusing = move.startswith("attack") and state.cubes_for(0, abilities.FOCUS_ATTACK) > 0
        state.resolve(notation.parse(state, move), table.luck(faces if rolling and not focusing else ()))
        move = ""
    return next(event.data[1] for event in story.events if event.kind == events.HITS)


@pytest.mark.parametrize("weapon", WEAPONS)
def test_b3_b4_a_forecast_is_what_all_dice_together_give(lay: "Lay", weapon: str) -> None:
    for special, armour, guard in product(SPECIALS, ARMOUR, GUARDS):
        table = lay(f"{weapon} {special}", f"{armour} {guard}", "", cubes=(2, 2, 0)).fight()
        ways = outcomes(table.state, 1)
        total = sum(ways.values())
        assert {hits: Fraction(count, total) for hits, count in ways.items()} == played(table, 1)


def test_a_forecast_says_what_would_be_left(lay: "Lay") -> None:
    """A Katana of 4, steady at 3, against a Kabuto Helm of 2 that dodges a 1."""
    table = lay("katana", "kabuto-helm smoke-bomb", "mirror-cloak", stamina=(20, 7, 9)).fight()
    first, second = view.look(table.state, SPECTATOR)["forecasts"]
    assert first == {
        "seat": 1,
        "chances": [
            {"hits": 0, "percent": 17, "left": 7},
            {"hits": 5, "percent": 33, "left": 2},
            {"hits": 6, "percent": 17, "left": 1},
            {"hits": 7, "percent": 17, "left": 0},
            {"hits": 8, "percent": 16, "left": -1},
        ],
        "notes": ["can block with the Smoke Bomb"],
    }
    assert second["notes"] == ["thorns: 1 back for a hit"]


def test_cubes_that_are_put_in_count(lay: "Lay") -> None:
    state = lay("wand-of-mild-sparks", "o-yoroi", cubes=(3, 0)).fight().state
    before, after = (forecast(state, 1, cubes)["chances"] for cubes in (0, 2))
    assert [chance["hits"] for chance in before] == [0, 1, 2, 3]
    assert [chance["hits"] for chance in after] == [0, 1, 2, 3, 4, 5]


def test_b1_there_is_no_forecast_without_a_battle(lay: "Lay") -> None:
    assert view.look(lay.deal(2, "katana").state, 0)["forecasts"] == []
    assert view.look(lay("", "").draft("katana").state, 0)["forecasts"] != []


def test_a_forecast_leaves_the_table_alone(lay: "Lay") -> None:
    state = lay("katana bottle-of-grog", "o-yoroi", "").fight().state
    before = state.dump()
    forecast(state, 1)
    assert state.dump() == before


@pytest.mark.parametrize("ways", [[1], [1, 1, 1], [3, 2, 1], [10, 10, 80, 1], [1] * 7, [5, 0, 36]])
def test_percents_add_up(ways: list[int]) -> None:
    found = percents(ways)
    assert sum(found) == 100
    assert all(abs(percent - 100 * way / sum(ways)) < 1 for percent, way in zip(found, ways, strict=True))
