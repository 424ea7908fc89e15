"""What one sees and can remember (R2, R10): imagined tables hold only what is possible, and all that is
possible."""

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from longbeard.engine.luck import QuickLuck
from longbeard.engine.state import OVER
from longbeard.engine.story import SPECTATOR
from longbeard.games.the_wizard_always_wins.choices import parse
from longbeard.games.the_wizard_always_wins.pieces import CARDS, count, size

if TYPE_CHECKING:
    from longbeard.games.the_wizard_always_wins.tests.conftest import Lay, Table

TIMES = 300


def imagined(table: "Table", viewer: int, seat: int) -> Counter[str]:
    """Return the hands of a seat that a viewer imagines, and how often."""
    luck = QuickLuck(1)
    real, hands = table.state, Counter[str]()
    for time in range(TIMES):
        table.state = real.imagine(viewer, luck)
        hands[table.hand(seat)] += 1
        assert table.state.pieces() == real.pieces()
        assert size(table.state.hands[seat]) == size(real.hands[seat])
    table.state = real
    return hands


def kinds(hands: Counter[str]) -> set[str]:
    return {card for hand in hands for card in hand.split()}


def test_s2_another_s_hand_may_be_anything_unseen(lay: "Lay") -> None:
    table = lay(2, hands=("potion-3 potion-3 potion-3", "flower-1 flower-2 flower-3"))
    seen = imagined(table, 0, 1)
    assert len(kinds(seen)) == 15
    assert all(hand.split().count("potion-3") <= 1 for hand in seen), "Ada has three of the four"
    assert imagined(table, 0, 0) == {"potion-3 potion-3 potion-3": TIMES}
    assert len(kinds(imagined(table, SPECTATOR, 0))) == 15


def test_the_oracle_s_look_is_the_oracle_s(lay: "Lay") -> None:
    table = lay(2).play("take:oracle", "potion-1", "potion-2", "potion-3")
    luck = QuickLuck(2)
    looks = set()
    for time in range(TIMES):
        assert table.state.imagine(0, luck).looking == table.state.looking
        other = table.state.imagine(1, luck)
        assert size(other.looking) == 3
        looks.add(int(other.looking))
    assert len(looks) > 100


def test_what_the_oracle_discards_lies_open_and_what_is_kept_is_secret(lay: "Lay") -> None:
    table = lay(2, hands=("bone-1 bone-1 bone-1", "bone-2 bone-2 bone-2"))
    table.play("take:oracle", "potion-1", "potion-1", "potion-1").play("keep:potion-1")
    hands = imagined(table, 1, 0)
    assert all(hand.split().count("potion-1") <= 2 for hand in hands), "two of the four lie open"
    assert len(kinds(hands)) == 15


def drawn_to_the_end(lay: "Lay") -> "Table":
    """Lay out a table on which Bert and Ada hold the last cards of the first deck; the discards are the new
    one but for one card."""
    hands = ("bone-1 bone-2 bone-3", "flower-1 flower-2 flower-3")
    table = lay(2, hands=hands).leave("", "potion-1 potion-1 potion-2 potion-3")
    return table.play("take:queen", "potion-1").play("play:bone-1")


def test_r2_a_card_that_was_in_the_discards_is_in_no_hand_unless_drawn_since(lay: "Lay") -> None:
    table = drawn_to_the_end(lay)
    assert imagined(table, 0, 1) == {"flower-1 flower-2 flower-3": TIMES}, "what else could Bert have?"
    hands = imagined(table, 1, 0)
    assert set(hands) == {f"bone-2 bone-3 potion-{shows}" for shows in (1, 2, 3)}
    assert 110 < hands["bone-2 bone-3 potion-1"] < 190, "one in two"


def test_r2_it_is_remembered_over_later_turns(lay: "Lay") -> None:
    table = drawn_to_the_end(lay)
    table.play("take:farmer", "potion-2", "potion-1", "bone-token").play("play:flower-2")
    assert set(imagined(table, 0, 1)) == {
        "flower-1 flower-3 potion-1 potion-2",
        "flower-1 flower-3 potion-1 potion-3",
        "flower-1 flower-3 potion-2 potion-3",
    }


def test_r2_a_card_that_may_be_of_either_deck_leaves_it_open(lay: "Lay") -> None:
    """Ada plays a Bone that the old deck and the new one both had: the rest of her hand may be old or new."""
    hands = ("bone-1 bone-2 bone-3", "flower-1 flower-2 flower-3")
    table = lay(2, hands=hands).leave("", "bone-1 potion-1 potion-2")
    table.play("take:queen", "potion-1").play("play:bone-1")
    assert table.state.memory.questions == 1
    assert set(imagined(table, 1, 0)) == {
        "bone-1 bone-2 bone-3",  # she drew the other bone-1, and played either
        "bone-2 bone-3 potion-1",
        "bone-2 bone-3 potion-2",
    }


def test_r2_what_another_seat_has_drawn_answers_it_for_that_seat(lay: "Lay") -> None:
    hands = ("bone-1 bone-2 bone-3", "flower-1 flower-2 flower-3")
    table = lay(2, hands=hands).leave("", "bone-1 potion-1 potion-2")
    table.play("take:queen", "potion-1").play("play:bone-1")
    table.play("take:farmer", "bone-1", "potion-2", "snail-token").play("play:bone-1")
    assert imagined(table, 1, 0) == {"bone-2 bone-3 potion-1": TIMES}, "Bert drew the other bone-1"
    assert table.state.memory.questions == 2, "nobody else can know who of them had the old one"
    assert len(imagined(table, SPECTATOR, 0)) > 1


def test_r2_and_what_is_laid_open_answers_it_for_all(lay: "Lay") -> None:
    hands = ("bone-1 bone-2 bone-3", "flower-1 flower-2 flower-3")
    table = lay(2, hands=hands).leave("", "bone-1 potion-1 potion-2 potion-3")
    table.play("take:queen", "potion-1").play("play:bone-1")
    assert table.state.memory.questions == 1
    table.play("take:oracle", "bone-1", "potion-2", "potion-3").play("keep:potion-2")
    assert table.state.memory.questions == 0, "the new one lies open, so Ada's was old"
    assert imagined(table, 1, 0) == {"bone-2 bone-3 potion-1": TIMES}


def test_r10_a_look_over_two_decks(lay: "Lay") -> None:
    """One card of the old deck, two of the new: what was kept is of either."""
    hands = ("bone-1 bone-2 bone-3", "flower-1 flower-2 flower-3")
    table = lay(2, hands=hands).leave("snail-1", "potion-1 potion-1 snail-1")
    table.play("take:oracle", "snail-1", "potion-1", "snail-1").play("keep:potion-1").play("play:bone-1")
    assert set(imagined(table, 1, 0)) == {"bone-2 bone-3 potion-1"}, "both Snails lie open"
    table = lay(2, hands=hands).leave("snail-1", "potion-1 potion-1 snail-1")
    table.play("take:oracle", "snail-1", "potion-1", "snail-1").play("keep:snail-1").play("play:bone-1")
    assert set(imagined(table, 1, 0)) == {"bone-2 bone-3 potion-1", "snail-1 bone-2 bone-3"}


def test_r10_what_the_oracle_throws_away_is_out_of_the_look(lay: "Lay") -> None:
    """Two thrown away, one of three was old: whatever they were, only one new card is in the hand."""
    hands = ("bone-1 bone-2 bone-3", "flower-1 flower-2 flower-3")
    table = lay(2, hands=hands).leave("snail-1", "bone-1 bone-2 potion-1 potion-2")
    table.play("take:oracle", "snail-1", "bone-1", "bone-2").play("keep:snail-1")
    assert table.state.memory.questions == 2
    seen = imagined(table, 1, 0)
    assert any("potion-1" in hand for hand in seen)
    assert not any("potion-1 potion-2" in hand for hand in seen)


def test_r2_a_hand_that_has_no_more_old_cards(lay: "Lay") -> None:
    """Ada has one old card and one new: when the old one is known, so is the other."""
    table = lay(2, hands=("flower-3 snail-2 snail-3", "bone-1 flower-1 flower-2")).give(0, "flower-3")
    table.leave("", "bone-1 potion-1").play("take:hunter", "bone-1", "snail-token").play("play:bone-1")
    assert table.state.memory.questions == 1, "Bert's bone-1 is old: Ada's may be"
    table.play("play:flower-3")
    assert table.state.memory.questions == 0


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r2_r10_the_memory_is_true_in_random_games_and_imagined_ones(lay: "Lay", seats: int) -> None:
    luck = QuickLuck(seats)
    decks = 0
    for game in range(12):
        state = lay.open(seats).state
        state.deal(luck)
        moves = 0
        while state.to_act() != OVER:
            legal = state.legal()
            state.resolve(legal[luck.below(len(legal))], luck)
            moves += 1
            if len(state.memory.hidden) > 1:
                assert lay.truth_holds(state)
                if moves % 10 == 0:
                    other = state.imagine(moves % seats, luck)
                    assert lay.truth_holds(other)
        decks = max(decks, len(state.memory.hidden))
    assert seats == 2 or decks > 1, "some deck ran out"


def test_imagined_hands_are_as_likely_as_they_are(lay: "Lay") -> None:
    """Three old cards in two hands: every way to share them out comes up, each as often as the others."""
    hands = ("bone-1 bone-2 bone-3", "flower-1 flower-2 flower-3", "snail-1 snail-2 snail-3")
    table = lay(3, hands=hands).leave("", "potion-1 potion-2")
    table.play("take:queen", "potion-1").play("play:bone-1")
    hands_of = imagined(table, 0, 1)
    assert len(hands_of) == 20, "three of six"
    assert all(2 <= times <= 35 for times in hands_of.values()), "about fifteen times each"


@pytest.mark.parametrize("seats", [2, 5])
def test_what_is_imagined_depends_on_nothing_that_is_hidden(lay: "Lay", seats: int) -> None:
    luck = QuickLuck(seats)
    state = lay.open(seats).state
    state.deal(luck)
    while state.to_act() != OVER:
        viewer = int(luck.below(seats + 1)) - 1
        twin = state.imagine(viewer, luck)
        assert twin.imagine(viewer, QuickLuck(1)).dump() == state.imagine(viewer, QuickLuck(1)).dump()
        legal = state.legal()
        state.resolve(legal[luck.below(len(legal))], luck)


def test_the_bag_has_no_order(lay: "Lay") -> None:
    table = lay(2).play("take:wizard", "snail-token")
    tokens = list(table.state.imagine(0, QuickLuck(1)).bag.tokens[:31])
    assert tokens == sorted(tokens)
    assert sum(count(table.state.memory.hidden[0], card) for card in range(CARDS)) == 60


# ── what can be forgotten, and what others are shown ──────────────────────────────────────────────


def test_r2_what_lay_in_the_discards_can_be_forgotten(lay: "Lay") -> None:
    table = drawn_to_the_end(lay)
    forgetful = 0
    for seed in range(TIMES):
        luck = QuickLuck(seed)
        other = table.state.imagine(0, luck)
        other.forget(0, luck)
        assert other.pieces() == table.state.pieces()
        assert other.hands[0] == table.state.hands[0]
        assert size(other.hands[1]) == 3
        assert other.deck_count == table.state.deck_count
        assert lay.truth_holds(other)
        forgetful += other.hands[1] != table.state.hands[1]
    assert 100 < forgetful < 200, "half of the time Bert may have anything"


def test_with_the_first_deck_there_is_nothing_to_forget(lay: "Lay") -> None:
    table = lay(2).play("take:queen", "potion-1").play("play:bone-1")
    for seed in range(10):
        other = table.state.clone()
        other.forget(1, QuickLuck(seed))
        assert other.dump() == table.state.dump()


def test_c3_others_are_shown_what_the_oracle_throws_away_and_not_what_is_kept(lay: "Lay") -> None:
    keeping = set()
    for third in ("potion-3", "bone-2", "flower-1"):
        table = lay(2).play("take:oracle", "potion-1", "snail-2", third)
        legal = table.state.legal()
        shown = {int(table.state.shown(action, 1)) for action in legal}
        assert len(shown) == 3, "three that can be told apart"
        assert [int(table.state.shown(action, 0)) for action in legal] == legal
        keeping.add(int(table.state.shown(parse(table.state, f"keep:{third}"), 1)))
    assert len(keeping) == 1, "the same cards on the discards, whatever was kept"


def test_c3_two_alike_before_the_oracle(lay: "Lay") -> None:
    table = lay(2).play("take:oracle", "potion-1", "potion-1", "snail-2")
    assert len({int(table.state.shown(action, 1)) for action in table.state.legal()}) == 2
