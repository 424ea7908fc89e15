"""Setting up (S1 to S3)."""

from typing import TYPE_CHECKING

from longbeard.engine.luck import QuickLuck

if TYPE_CHECKING:
    from longbeard.games.wiz_up_the_wall.tests.conftest import Lay


def test_s1_two_cards_each_laid_unseen_from_the_wizard_up(lay: "Lay") -> None:
    table = lay("blaze steam flood storm", "ash")
    assert table.wall == [
        " 3  (A)             (B)",
        "     |               |",
        " 2   A               B",
        "     |               |",
        " 1   A               B",
        "     |               |",
        " 0  [A]             [B]",
    ]
    cards = table.look(0)["cards"]
    assert [card["blind"] for card in cards] == [True] * 4
    assert [card["seat"] for card in cards] == [0, 0, 1, 1]
    for viewer in (-1, 0, 1):
        assert [card["symbols"] for card in table.look(viewer)["cards"]] == [[]] * 4
    assert [table.state.box.slugs[table.state.streams.card(place)] for place in range(4)] == [
        *("blaze", "steam", "flood", "storm")
    ]


def test_s1_everyone_has_a_wizard_card_of_their_own(lay: "Lay") -> None:
    wizards = lay("s s " * 6).look()["wizards"]
    assert len({wizard["card"] for wizard in wizards}) == 6


def test_s1_no_event_of_the_deal_tells_a_symbol(lay: "Lay") -> None:
    one, other = lay("blaze steam flood storm", "ash"), lay("coral ossuary ash comet", "steam")
    assert one.told == other.told


def test_s2_everyone_sees_whether_the_next_card_forks(lay: "Lay") -> None:
    for viewer in (-1, 0, 1):
        assert lay("s s s s", "f").look(viewer)["next"] == "fork"
        assert lay("s s s s", "s").look(viewer)["next"] == "straight"


def test_s2_the_card_that_was_seen_is_the_card_that_is_drawn(lay: "Lay") -> None:
    table = lay("s s s s", "comet-fork")
    assert (table.look()["pile"], table.look()["next"]) == (59, "fork")
    table.play("draw", "ash")
    assert (table.hand, table.look()["pile"], table.look()["next"]) == ("comet-fork", 58, "straight")
    table.play("place@0,3")
    table.play("draw", "f")
    assert table.hand == "ash"


def test_s3_left_of_the_dealer_begins_and_it_goes_clockwise(lay: "Lay") -> None:
    table = lay("s s s s s s", first="1")
    order = []
    for turn in range(6):
        order.append(table.actor)
        table.play("draw").play(table.choices[0])
    assert order == [1, 2, 0, 1, 2, 0]


def test_s3_the_deal_moves_left_each_round(lay: "Lay") -> None:
    table = lay("s s s s s s", first="2", rounds="3")
    begins = [table.actor]
    for number in range(2):
        table.play("finish").play("finish").play("finish", *["s"] * 7)
        begins.append(table.actor)
    assert begins == [2, 0, 1]


def test_the_first_player_can_be_left_to_chance(lay: "Lay") -> None:
    table = lay.open(3, first="random")
    table.run(table.state.deal, [2, *["s"] * 7])
    assert table.actor == 2
    firsts = set()
    for seed in range(40):
        state = lay.open(3, first="random").state
        state.deal(QuickLuck(seed))
        firsts.add(int(state.first))
    assert firsts == {0, 1, 2}
