"""The end: Z1, and X8 where it speaks of it."""

from typing import TYPE_CHECKING

import pytest

from longbeard.engine.state import OVER

if TYPE_CHECKING:
    from longbeard.games.witless_wizards.tests.conftest import Lay, Table


def end_of(table: "Table") -> tuple[str, list[int], list[int]]:
    return table.state.ending(), table.state.winners(), table.state.scores()


def with_fallen(table: "Table") -> "Table":
    """Return a table on which the wizards laid out without stamina fell on an earlier turn."""
    table.state.settle()
    table.state.alive_at_start = table.state.alive
    return table


def test_z1_one_left_at_the_end_of_a_turn_wins(lay: "Lay") -> None:
    table = lay("katana", "", stamina=(3, 2)).fight(6)
    assert end_of(table) == ("last-standing", [0], [1, 0])
    assert (table.actor, table.choices) == (OVER, [])
    assert table.told[-1] == ("last-standing", [0, -1, -1])


def test_z1_also_if_it_is_not_the_attacker(lay: "Lay") -> None:
    table = lay("tome-thrown-in-anger", "power-armor", stamina=(1, 20)).fight(1)
    assert end_of(table) == ("last-standing", [1], [0, 1])


def test_z1_with_two_left_it_goes_on(lay: "Lay") -> None:
    table = lay("katana", "", "", stamina=(3, 2, 1)).fight().play("attack:1", 6)
    assert end_of(table) == ("", [], [0, 0, 0])
    assert table.actor == 2


@pytest.mark.parametrize(
    ("attacker", "target", "winners"),
    [(1, 1, [0]), (2, 9, [1]), (1, 8, [1]), (3, 8, [0])],
)
def test_z1_nobody_left_the_closest_to_0_wins(
    lay: "Lay", attacker: int, target: int, winners: list[int]
) -> None:
    """Tome 5 and a 6 against 2, so 9 hits; thorns 1 and recoil 2 back."""
    box = lay.box(tome_thrown_in_anger="offensive 5/0 recoil 2")
    table = lay("tome-thrown-in-anger", "mirror-cloak", stamina=(attacker, target), box=box).fight(6)
    left = [attacker - 3, target - 9]
    assert table.stamina == left
    assert max(left) == left[winners[0]], "the closest to 0"
    assert end_of(table)[:2] == ("nobody-left", winners)


def test_z1_equally_close_share_the_win(lay: "Lay") -> None:
    table = lay("tome-thrown-in-anger", "", stamina=(1, 11)).fight(6)
    assert table.stamina == [0, 0]
    assert end_of(table) == ("nobody-left-shared", [0, 1], [1, 1])
    table = lay("tome-thrown-in-anger", "mirror-cloak", stamina=(1, 8)).fight(6)
    assert table.stamina == [-1, -1]
    assert end_of(table)[0] == "nobody-left-shared"


def test_z1_some_may_share_while_another_is_further_off(lay: "Lay") -> None:
    box = lay.box(staff_of_fireballs="offensive 3/0 splash 1 recoil 1")
    table = lay("staff-of-fireballs", "", "", stamina=(1, 2, 1), box=box).fight().play("attack:1", 6)
    assert table.stamina == [0, -7, 0]
    assert end_of(table) == ("nobody-left-shared", [0, 2], [1, 0, 1])


def test_z1_only_those_still_in_at_the_turn_s_start_count(lay: "Lay") -> None:
    """Who fell earlier with 0 stamina is closer, but too early."""
    table = with_fallen(lay("tome-thrown-in-anger", "mirror-cloak", "", stamina=(1, 1, 0)))
    table.fight(6)
    assert table.stamina == [-1, -8, 0]
    assert end_of(table) == ("nobody-left", [0], [1, 0, 0])


def test_z1_a_whole_turn_from_its_start(lay: "Lay") -> None:
    """The same with the draft played, so that the turn's start is the real one."""
    table = lay("tome-thrown-in-anger", "mirror-cloak", "", stamina=(1, 1, 0))
    table.state.settle()
    table.draft("smoke-bomb").play("keep", "crystal-ball", 6)
    assert end_of(table) == ("nobody-left", [0], [1, 0, 0])


def test_z1_everybody_may_fall_at_once(lay: "Lay") -> None:
    box = lay.box(blunderbuss="offensive 4/0 splash 3 recoil 2")
    table = lay("blunderbuss jetpack", "", "", "", stamina=(1, 4, 2, 1), box=box).fight().play("attack:1", 1)
    assert table.stamina == [-1, -1, -1, -2]
    assert end_of(table) == ("nobody-left-shared", [0, 1, 2], [1, 1, 1, 0])


def test_z1_a_curse_at_the_end_of_the_turn_may_leave_nobody(lay: "Lay") -> None:
    """X8: who fell in the battle and who fell to the curse were both in at the turn's start."""
    table = lay("katana court-jester", "", stamina=(1, 5)).fight(3)
    assert table.stamina == [0, -2]
    assert end_of(table) == ("nobody-left", [0], [1, 0])


def test_x8_nothing_ends_before_the_turn_does(lay: "Lay") -> None:
    """With the last opponent out, the attacker still rests, and the curse still comes."""
    table = lay("katana philosophers-thermos", "", stamina=(2, 1), cubes=(2, 0)).fight(6)
    assert (table.actor, table.state.winners()) == (0, [])
    table.play("recover:2").play("heal")
    assert end_of(table) == ("last-standing", [0], [1, 0])
    assert table.stamina[0] == 9
