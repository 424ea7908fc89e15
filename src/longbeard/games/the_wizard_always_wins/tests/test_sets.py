"""Sets: E1 to E3."""

from itertools import product
from typing import TYPE_CHECKING

import pytest

from longbeard.engine.errors import NotAnAction
from longbeard.games.the_wizard_always_wins import notation, rules
from longbeard.games.the_wizard_always_wins.choices import parse
from longbeard.games.the_wizard_always_wins.pieces import CARDS, count, shown
from longbeard.games.the_wizard_always_wins.sets import mixes, parts

if TYPE_CHECKING:
    from longbeard.games.the_wizard_always_wins.tests.conftest import Lay, Table

NEEDED = {"flower": 4, "snail": 5, "bone": 6, "mushroom": 7, "potion": 8}
VALUE = {0: 1, 1: 2, 2: 3, 3: 1}


def with_sets(lay: "Lay", pieces: str) -> "Table":
    """Return a table on which Ada has played the Queen's card and is asked about the sets."""
    hands = ("bone-1 bone-2 bone-3", "flower-2 snail-2 bone-2")
    return lay(2, hands=hands).lay(0, pieces).play("take:queen", "potion-1").play("play:bone-1")


@pytest.mark.parametrize(
    ("pieces", "turn_in", "levels", "gems"),
    [
        ("flower-3 flower-1", "flower=3+1", 1, 0),
        ("snail-3 snail-2", "snail=3+2", 0, 1),
        ("bone-3 bone-3", "bone=3+3", 2, 0),
        ("mushroom-3 mushroom-2 mushroom-2", "mushroom=3+2+2", 1, 1),
        ("potion-3 potion-3 potion-2", "potion=3+3+2", 0, 2),
    ],
)
def test_e1_what_a_set_is_worth(lay: "Lay", pieces: str, turn_in: str, levels: int, gems: int) -> None:
    table = with_sets(lay, pieces).play(f"turn-in:{turn_in}")
    assert table.state.level[0] == 1 + levels
    assert table.in_bag("red-gem") == gems
    assert table.state.gems[0] == 8 - gems


@pytest.mark.parametrize("pieces", ["flower-3", "snail-3 snail-1", "bone-2 bone-2", "mushroom-3 mushroom-3"])
def test_e1_one_short_is_no_set(lay: "Lay", pieces: str) -> None:
    assert with_sets(lay, pieces).actor == 1


def test_e1_any_mix_of_cards_and_tokens(lay: "Lay") -> None:
    table = with_sets(lay, "snail-3 snail-1 snail-token snail-token")
    assert table.choices == ["done", "turn-in:snail=3+1+token", "turn-in:snail=3+token+token"]


def test_e1_cards_in_the_hand_do_not_count(lay: "Lay") -> None:
    table = with_sets(lay, "bone-3 bone-1")
    assert table.hand(0) == "bone-2 bone-3 potion-1"
    assert table.actor == 1


def test_e1_any_number_of_sets(lay: "Lay") -> None:
    table = with_sets(lay, "flower-3 flower-3 flower-1 flower-1 snail-3 snail-2")
    table.play("turn-in:flower=3+1").play("turn-in:snail=3+2")
    assert table.choices == ["done", "turn-in:flower=3+1"], "what is left is one set"
    table.play("turn-in:flower=3+1")
    assert (table.actor, table.state.level[0], table.in_bag("red-gem")) == (1, 3, 1)


def test_e1_none_is_allowed_too(lay: "Lay") -> None:
    table = with_sets(lay, "flower-3 flower-3").play("done")
    assert (table.actor, table.face(0), table.state.level[0]) == (1, "flower-3 flower-3 bone-1", 1)


def test_e2_more_may_be_given_without_change(lay: "Lay") -> None:
    table = with_sets(lay, "snail-3 snail-3")
    assert table.choices == ["done", "turn-in:snail=3+3"]
    table.play("turn-in:snail=3+3")
    assert (table.face(0), table.in_bag("red-gem")) == ("bone-1", 1)


def test_e2_nothing_is_given_for_nothing(lay: "Lay") -> None:
    table = with_sets(lay, "flower-2 flower-2 flower-token")
    assert table.choices == ["done", "turn-in:flower=2+2"]
    table = with_sets(lay, "flower-3 flower-2 flower-1 flower-token")
    assert table.choices == [
        "done",
        "turn-in:flower=3+2",
        "turn-in:flower=3+1",
        "turn-in:flower=3+token",
        "turn-in:flower=2+1+token",
    ]


def test_e2_several_sets_at_once_pay_each(lay: "Lay") -> None:
    """Eight Flowers on three cards are two sets; one after the other they would be one, and two Flowers."""
    table = with_sets(lay, "flower-3 flower-3 flower-2")
    assert table.choices == [
        "done",
        "turn-in:flower=3+3",
        "turn-in:flower=3+2",
        "turn-in:flower=3+3+2",
    ]
    table.play("turn-in:flower=3+3+2")
    assert (table.face(0), table.state.level[0]) == ("bone-1", 3)
    assert table.discards == "flower-2 flower-3 flower-3"
    assert table.actor == 1
    assert table.words[0] == "Ada turns in 2 cards with 3 Flowers and a card with 2 Flowers as 2 sets."


def test_e2_the_rewards_come_one_set_after_the_other(lay: "Lay") -> None:
    """R8, R12: when the dial ends or no gem is left, the rest of what the sets are worth is gained."""
    table = with_sets(lay, "mushroom-3 mushroom-3 mushroom-3 mushroom-3 mushroom-2")
    table.state.level[0] = 9
    table.play("turn-in:mushroom=3+3+3+3+2")
    rewards = ("level-up", "adds-gem", "dial-end", "no-gem-left")
    assert [event for event, _ in table.told if event in rewards] == [
        "level-up",
        "adds-gem",
        "dial-end",
        "adds-gem",
    ]
    assert (table.state.level[0], table.in_bag("red-gem")) == (10, 2)


def test_e2_three_sets_of_cards_and_tokens(lay: "Lay") -> None:
    table = with_sets(lay, "flower-3 flower-3 flower-3 flower-token flower-token flower-token")
    pieces = table.state.pieces()
    table.play("turn-in:flower=3+3+3+token+token+token")
    assert (table.face(0), table.state.level[0], list(table.state.tokens_out)) == (
        "bone-1",
        4,
        [3, 0, 0, 0, 0],
    )
    assert table.state.pieces() == pieces


@pytest.mark.parametrize("text", ["flower=3+3+1", "flower=3+3+2+token", "flower=3+2+2", "flower=2+3+3"])
def test_e2_a_piece_that_makes_no_set_is_not_added(lay: "Lay", text: str) -> None:
    with pytest.raises(NotAnAction):
        parse(lay.open(2).state, f"turn-in:{text}")


@pytest.mark.parametrize("element", list(NEEDED))
def test_e2_every_mix_there_is_and_no_other(lay: "Lay", element: str) -> None:
    """Against the words of the rule: so many sets, and with any one piece less there are fewer."""
    box = lay.open(2).box
    number = box.elements.index(element)
    found = [parts(box.mixes[mix]) for mix in range(box.mix_start[number], box.mix_start[number + 1])]
    wanted, needed = [], NEEDED[element]
    for ones, twos, threes, tokens in product(range(5), range(5), range(5), range(6)):
        kinds = [2] * threes + [1] * twos + [0] * ones + [3] * tokens
        total = sum(VALUE[kind] for kind in kinds)
        if total >= needed and all((total - VALUE[kind]) // needed < total // needed for kind in kinds):
            wanted.append(kinds)
    assert sorted(found) == sorted(wanted)
    sets = list(box.mix_sets[box.mix_start[number] : box.mix_start[number + 1]])
    assert sets == [sum(VALUE[kind] for kind in kinds) // needed for kinds in found]
    assert sets == sorted(sets), "`offer_sets` relies on it"


def test_e2_the_number_of_mixes_stays_small(lay: "Lay") -> None:
    assert len(lay.open(2).box.mixes) == 680


def test_e2_every_mix_of_a_pile_is_offered_and_no_other(lay: "Lay") -> None:
    """A large pile, 20 Flowers: all of its mixes, for one set up to five."""
    pieces = (
        "flower-1 flower-1 flower-2 flower-2 flower-3 flower-3 flower-3 flower-3 flower-token flower-token"
    )
    table = with_sets(lay, pieces)
    held = {kind: pieces.split().count(f"flower-{name}") for kind, name in enumerate(notation.KIND_NAMES)}
    box = table.box
    wanted = [
        f"turn-in:{notation.mix_name(box, mix)}"
        for mix in range(box.mix_start[0], box.mix_start[1])
        if all(parts(box.mixes[mix]).count(kind) <= number for kind, number in held.items())
    ]
    assert table.choices == ["done", *wanted]
    best = parse(table.state, wanted[-1]) - rules.TURN_IN
    assert (box.mix_sets[best], shown(box.mixes[best])) == (5, 20)


def test_e2_mixes_are_not_limited_to_what_the_ledger_prints() -> None:
    assert [parts(mix) for mix in mixes(2, [1, 1, 1, 1])] == [
        *([2], [1], [0, 3]),
        *([2, 1], [2, 0], [2, 3], [1, 0, 3]),
        *([2, 1, 0], [2, 1, 3]),
    ]


def test_e3_the_choice_is_the_player_s(lay: "Lay") -> None:
    table = with_sets(lay, "flower-3 flower-1 flower-token").play("turn-in:flower=3+token")
    assert (table.face(0), table.discards) == ("flower-1 bone-1", "flower-3")


def test_e3_cards_to_the_discards_tokens_out_of_the_game(lay: "Lay") -> None:
    table = with_sets(lay, "potion-3 potion-3 potion-token potion-token")
    pieces = table.state.pieces()
    table.play("turn-in:potion=3+3+token+token")
    assert table.discards == "potion-3 potion-3"
    assert list(table.state.tokens_out) == [0, 0, 0, 0, 2]
    assert table.in_bag("potion-token") == 3
    assert table.state.pieces() == pieces


def test_e3_tokens_that_are_out_do_not_come_back(lay: "Lay") -> None:
    table = with_sets(lay, "flower-3 flower-token").play("turn-in:flower=3+token")
    table.leave("", "flower-3").play("take:trader", "flower-3")
    assert sum(count(table.state.hands[1], card) for card in range(CARDS)) == 4
    assert table.in_bag("flower-token") == 4
