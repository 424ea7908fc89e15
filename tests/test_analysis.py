"""Analyses: they add up, know no more than the seat does, are the same again, and take a bounded time."""

from functools import cache
from itertools import pairwise
from time import process_time

import pytest
from tests.twins import Twin, real_match

from longbeard.bots.analysis import Analysis, analyse, raw_chance, read_analysis
from longbeard.bots.calibration import calibration_of, kind_of
from longbeard.bots.search import Search
from longbeard.bots.turning import turning_points
from longbeard.engine.errors import LongbeardError
from longbeard.engine.hints import share_of_win
from longbeard.engine.luck import QuickLuck
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.web.pages.views import DECISIVE, decisive

ENDLESS = 10_000
VISITS = 40


def played(room: Room) -> Match:
    """Return a match of the fewest players, played at random."""
    return real_match(room, room.plate.seats[0], ENDLESS)


@cache
def shortest() -> Match:
    return min((played(room) for room in rooms().values()), key=lambda match: len(match.log))


@cache
def analysed() -> Analysis:
    return analyse(shortest(), visits=VISITS, seconds=600)


def test_choices_draws_and_others_add_up_from_a_fair_share_to_the_result() -> None:
    match = shortest()
    for seat, share in enumerate(analysed().shares()):
        total = share.fair + share.deal + share.choices + share.draws + share.others
        assert total == pytest.approx(share.result)
        assert share.result == share_of_win(match.state, seat)
        assert share.choices <= 0


def test_every_move_is_a_decision_of_who_made_it_and_the_better_choice_was_legal() -> None:
    match, analysis = shortest(), analysed()
    assert [(one.move, one.seat, one.chosen) for one in analysis.decisions] == [
        (number, move.seat, move.action) for number, move in enumerate(match.log, start=1)
    ]
    for one in analysis.decisions:
        assert one.best in match.state_at(one.move - 1).legal()
        assert (one.cost > 0) == (one.best != one.chosen)
    assert len(analysis.chances) == len(analysis.margins) == len(match.log) + 1


def test_a_match_at_random_has_mistakes_and_turning_points() -> None:
    analysis = analysed()
    seats = range(len(shortest().seats))
    assert any(analysis.mistakes(seat, 3) for seat in seats)
    for seat in seats:
        costs = [one.cost for one in analysis.mistakes(seat, 3)]
        assert costs == sorted(costs, reverse=True)
        turns = analysis.turning_points(seat, 3)
        assert turns == sorted(turns)
        assert len(turns) <= 3


def test_how_it_ended_is_among_what_decided_it(room: Room) -> None:
    """Whoever lost reads the moment at which they did, whatever great things they did before."""
    match = played(room)
    last = len(match.log)
    for seat in range(match.state.seats):
        moments = decisive(match, seat, seat)
        assert 1 <= len(moments) <= DECISIVE
        assert [one["move"] for one in moments] == sorted({one["move"] for one in moments})
        if turning_points(match, seat, last)[-1].move == last:
            won = seat in match.state.winners()
            assert (moments[-1]["move"], moments[-1]["swing"]) == (last, 1 if won else -1)


def test_the_same_match_is_analysed_the_same_again_and_kept_whole() -> None:
    text = analysed().write()
    assert analyse(shortest(), visits=VISITS, seconds=600).write() == text
    assert read_analysis(text).write() == text


def test_a_running_match_is_not_analysed(room: Room) -> None:
    with pytest.raises(LongbeardError, match="when it is over"):
        analyse(real_match(room, room.plate.seats[0], 3))


def test_a_chance_is_made_of_what_the_seat_can_know(room: Room) -> None:
    for seats in {*room.plate.seats}:
        match = real_match(room, seats, 12)
        for seat in range(seats):
            twin = Twin(match, seat)
            assert raw_chance(room.hints, match.state, seat, 8, 5) == raw_chance(
                room.hints, twin.state, seat, 8, 5
            )


def test_a_forced_action_begins_every_simulation(room: Room) -> None:
    state = real_match(room, room.plate.seats[0], 0).state
    legal, luck = state.legal(), QuickLuck(1)
    search = Search(state.imagine(state.to_act(), luck), state.to_act(), room.hints, luck, 1000)
    search.forced = legal[-1]
    search.run(20)
    assert search.visits_of(legal[-1]) == 20
    assert sum(search.mean_of(seat) for seat in range(state.seats)) == pytest.approx(1, abs=0.02)


def test_no_time_at_all_still_gives_an_analysis_soon() -> None:
    start = process_time()
    analysis = analyse(shortest(), seconds=0)
    assert analysis.visits < 100
    assert process_time() - start < 60


def test_every_room_has_measured_chances_that_rise(room: Room) -> None:
    calibration = calibration_of(room)
    fewest, most = room.plate.seats
    for seats in range(fewest, most + 1):
        for decides in (True, False):
            knots = calibration.knots[kind_of(seats, decides)]
            assert list(knots[0]) == [0, 0]
            assert list(knots[-1]) == [1, 1]
            assert all(a[0] < b[0] and a[1] <= b[1] for a, b in pairwise(knots))
            assert calibration.chance(0.3, seats, decides) < calibration.chance(0.7, seats, decides)
