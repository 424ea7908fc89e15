"""Ratings of people: the bots hold the scale, the uncertain move most, and whoever leaves has lost."""

import pytest

pytest.importorskip("openskill")

from longbeard.bots import DEFAULT, LEVELS
from longbeard.people.ratings import Rating, of_bot, rated
from longbeard.people.results import Sitting


def sitting(seat: int, person: str = "", bot: str = "", place: int = 1, stayed: bool = True) -> Sitting:
    return Sitting(seat, person, bot, person or bot, "", place, place == 1, 0, stayed, True)


def test_the_bots_hold_the_scale() -> None:
    strengths = [of_bot(level.name).mu for level in LEVELS]
    assert strengths == sorted(strengths)
    assert of_bot(DEFAULT).mu == Rating().mu == 25.0


def test_to_win_raises_to_lose_lowers_and_both_make_it_surer() -> None:
    known = {"ada": Rating()}
    won = rated([sitting(0, "ada", place=1), sitting(1, bot=DEFAULT, place=2)], known)["ada"]
    lost = rated([sitting(0, "ada", place=2), sitting(1, bot=DEFAULT, place=1)], known)["ada"]
    assert lost.mu < 25.0 < won.mu
    assert max(won.sigma, lost.sigma) < Rating().sigma
    assert won.matches == 1
    harder = rated([sitting(0, "ada", place=1), sitting(1, bot=LEVELS[-1].name, place=2)], known)["ada"]
    assert harder.mu > won.mu


def test_who_wants_no_rating_gets_none_and_counts_as_unknown() -> None:
    seats = [sitting(0, "ada", place=1), sitting(1, "bert", place=2)]
    assert set(rated(seats, {"ada": Rating()})) == {"ada"}
    assert rated(seats, {}) == {}


def test_whoever_leaves_has_lost_and_the_others_are_rated_without_them() -> None:
    known = {"ada": Rating(), "bert": Rating(), "cleo": Rating()}
    seats = [
        sitting(0, "ada", place=1, stayed=False),  # the bot in her place won
        sitting(1, "bert", place=2),
        sitting(2, "cleo", place=3),
    ]
    found = rated(seats, known)
    assert found["ada"].mu < 25.0
    assert found["bert"].mu > 25.0 > found["cleo"].mu
    alone = rated([sitting(0, "ada", place=1, stayed=False), sitting(1, "bert", place=2)], known)
    assert "bert" not in alone, "there is nobody left to compare him with"
    assert alone["ada"].mu < 25.0


def test_if_nobody_wins_equals_stay_equal() -> None:
    known = {"ada": Rating(), "bert": Rating()}
    found = rated([sitting(0, "ada", place=0), sitting(1, "bert", place=0)], known)
    assert found["ada"].mu == pytest.approx(25.0)
    assert found["bert"].mu == pytest.approx(25.0)


def test_a_player_as_good_as_a_level_ends_near_its_rating() -> None:
    """Wins half of the matches against the strongest bots: after many, that is what the rating says."""
    rating, top = Rating(), LEVELS[-1].name
    for match in range(400):
        won = match % 2 == 0
        seats = [sitting(0, "ada", place=1 if won else 2), sitting(1, bot=top, place=2 if won else 1)]
        rating = rated(seats, {"ada": rating})["ada"]
    assert rating.mu == pytest.approx(of_bot(top).mu, abs=1.0)
    assert rating.margin < 4.0
