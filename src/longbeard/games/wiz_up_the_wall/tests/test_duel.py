"""What decides between two wizards: the features of their learned value."""

from typing import TYPE_CHECKING

import pytest

from longbeard.engine.luck import QuickLuck
from longbeard.engine.room import Room
from longbeard.engine.state import OVER
from longbeard.engine.value import Features
from longbeard.games.wiz_up_the_wall.duel import (
    ALONE,
    BINS,
    FEATURES,
    NOW_AT,
    REACHES,
    SPELL,
    SPELLS_AT,
    TEMPO_AT,
    Duel,
)
from longbeard.games.wiz_up_the_wall.hints import HINTS, TWO

if TYPE_CHECKING:
    from longbeard.games.wiz_up_the_wall.tests.conftest import Lay, Table


def look(table: "Table", seat: int = 0) -> tuple[Duel, list[int]]:
    """Return the scratch pad after a look at a table, and the features noted."""
    duel, features = Duel(), Features()
    duel.note(table.state, seat, features)
    return duel, features.listed()


def group(noted: list[int], first: int, size: int) -> list[int]:
    """Return the features of one group, from 0."""
    return [feature - first for feature in noted if first <= feature < first + size]


def reaches(table: "Table", seat: int) -> list[int]:
    duel, _ = look(table)
    return [int(lost) for lost in duel.reach[seat * REACHES : (seat + 1) * REACHES]]


@pytest.mark.parametrize("rounds", ["1", "3", "9"])
def test_features_of_random_matches_are_known_and_asking_changes_nothing(room: Room, rounds: str) -> None:
    luck, state = QuickLuck(7), room.table(2, {"rounds": rounds})
    features = Features()
    state.deal(luck)
    while state.to_act() != OVER:
        before, legal = state.dump(), state.legal()
        for seat in (0, 1):
            features.clear()
            HINTS.note(state, seat, features)
            noted = features.listed()
            assert len(noted) == len(set(noted))
            assert all(0 <= feature < FEATURES for feature in noted)
        assert state.dump() == before
        state.resolve(legal[luck.below(len(legal))], luck)
    assert HINTS.features(TWO) == FEATURES


def test_neither_blind_cards_nor_the_next_one_are_peeped_at(lay: "Lay") -> None:
    """Two tables that nobody can tell apart."""
    one, other = lay("blaze blaze s s", "blaze-fork"), lay("flood storm s s", "ossuary-fork")
    for seat in (0, 1):
        assert look(one, seat)[1] == look(other, seat)[1]


def test_t5_what_a_wizard_may_cut_is_seen_before_its_tip_is_there(lay: "Lay") -> None:
    table = lay("s f s s").grow("1,2", "4,1", "2,2", "4,2")
    straight_on = reaches(table, 0)[:4]
    assert straight_on == [0, 1, 0, 1]  # the other branch comes round the tower, two cards later
    table.grow("3,2", "4,3")
    assert reaches(table, 0)[0] == 2
    assert reaches(table, 1) == [0] * REACHES
    before = look(table)[1]
    table.play("draw").play("place@4,2")
    assert reaches(table, 0)[:2] == [0, 0]  # what is cut does not count any more
    assert group(before, TEMPO_AT, 156)[0] // 12 == 1  # own turn, and a tip on the other's stream: at once


def test_t2_the_shape_of_the_next_card_tells_where_it_leads(lay: "Lay") -> None:
    fork = lay("s f s s").grow("1,2", "4,1", "2,2", "4,2>f")
    straight, past_a_fork = reaches(fork, 0)[1:4], reaches(fork, 0)[4]
    assert straight == [0, 0, 0]
    assert past_a_fork == 2  # one way out leads down to a card that has another beyond it


def test_a_cut_helps_whoever_makes_it(lay: "Lay") -> None:
    table = lay("s f s s").grow("1,2", "4,1", "2,2", "4,2", "3,2", "4,3")
    own, others = (look(table, seat)[1] for seat in (0, 1))
    mine = group(own, SPELLS_AT + 232, 6 * BINS)
    theirs = group(others, SPELLS_AT + SPELL + 232, 6 * BINS)
    assert mine == theirs  # the same cut, seen by either
    assert len(mine) == 1
    now = group(own, NOW_AT, 4 * BINS)[0] % BINS
    assert mine[0] % BINS > now


def test_p4_in_the_last_round_more_points_win(lay: "Lay") -> None:
    table = lay("s s s s").grow("0,3", "4,1").finish(1)
    table.grow("4,2", "4,3")
    noted = look(table, 1)[1]
    assert group(noted, NOW_AT, 4 * BINS)[0] % BINS == BINS - 1
    assert group(noted, SPELLS_AT + ALONE, 2 * BINS)[0] == 2 * BINS - 1
    assert not group(noted, SPELLS_AT + SPELL + ALONE, 2 * BINS)  # the other has stopped
