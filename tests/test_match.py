"""A match: refusals, taking back, and the fold of the log."""

from dataclasses import replace

import pytest

from longbeard.engine import gate
from longbeard.engine.errors import BadOptions, CannotUndo, NotAllowedNow, NotAnAction, NotYourTurn
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import LISTED, PERSON, Match
from longbeard.engine.room import FIRST_SEAT, Option, Room


def open_match(room: Room, seed: int = 1) -> Match:
    return Match(room, [f"Wizard {seat}" for seat in range(room.plate.seats[0])], secret=seed_secret(seed))


def test_the_same_secret_gives_the_same_match(room: Room, played: Match) -> None:
    again = Match(room, played.seats, secret=played.secret)
    for move in played.log:
        assert again.text(again.play_text(move.seat, played.text(move))) == played.text(move)
    assert again.state.dump() == played.state.dump()


def test_secrets_are_different_and_hidden_in_the_commitment(room: Room) -> None:
    seats = [f"Wizard {seat}" for seat in range(room.plate.seats[0])]
    one, other = Match(room, seats), Match(room, seats)
    assert len(one.secret) == 32
    assert one.secret != other.secret
    assert one.secret.hex() not in one.commitment


def test_the_three_kinds_of_bad_move(room: Room) -> None:
    match = open_match(room)
    before, seat = match.state.dump(), match.to_act
    stranger = (seat + 1) % len(match.seats)
    with pytest.raises(NotAnAction):
        match.play_text(seat, "make-tea")
    with pytest.raises(NotAnAction):
        match.play(seat, match.state.action_count())
    with pytest.raises(NotYourTurn, match=match.seats[seat]):
        match.play(stranger, match.state.legal()[0])
    illegal = next(a for a in range(match.state.action_count()) if a not in match.state.legal())
    with pytest.raises(NotAllowedNow):
        match.play(seat, illegal)
    assert match.state.dump() == before
    assert match.log == []


def test_a_refusal_lists_what_the_seat_may_do_and_reveals_nothing_else(room: Room) -> None:
    """At every position of a random match; on a table that the seat cannot tell apart it reads the same."""
    match, luck = open_match(room), QuickLuck(5)
    lengths = set()
    while not match.over:
        seat, legal = match.to_act, match.state.legal()
        illegal = next((a for a in range(match.state.action_count()) if a not in legal), None)
        if illegal is not None:
            real, choices = match.state, [choice["action"] for choice in gate.look(match, seat)["choices"]]
            more = f" and {len(legal) - LISTED} more" if len(legal) > LISTED else ""
            refused = f"{room.spell(real, illegal)} is not allowed now"
            said = f"{refused}; you may {', '.join(choices[:LISTED])}{more}"
            for state in (real, real.imagine(seat, luck)):
                match.state = state
                with pytest.raises(NotAllowedNow) as error:
                    match.play(seat, illegal)
                assert str(error.value) == said
                with pytest.raises(NotYourTurn, match=r"decides now$"):
                    match.play((seat + 1) % len(match.seats), illegal)
            match.state = real
            lengths.add(len(legal) > LISTED)
        match.play(seat, legal[luck.below(len(legal))])
    assert False in lengths


def test_nobody_moves_after_the_end(played: Match) -> None:
    for seat in range(len(played.seats)):
        with pytest.raises(NotYourTurn, match="over"):
            played.play(seat, 0)


def test_a_move_is_taken_back_only_if_it_showed_nothing_and_used_no_luck(room: Room) -> None:
    match = open_match(room)
    with pytest.raises(CannotUndo):
        match.undo(match.to_act)
    reversible = 0
    while not match.over:
        seat, before = match.to_act, match.state.dump()
        move = match.play(seat, match.state.legal()[0 if len(match.log) % 3 else -1])
        stranger = (seat + 1) % len(match.seats)
        assert not match.can_undo(stranger)
        if not move.reversible:
            with pytest.raises(CannotUndo):
                match.undo(seat)
            continue
        reversible += 1
        match.undo(seat)
        assert match.state.dump() == before
        match.play(seat, move.action)
    assert reversible <= len(match.log)


def test_every_prefix_of_the_log_folds(played: Match) -> None:
    for moves in (0, 1, len(played.log) // 2, len(played.log)):
        earlier = played.until(moves)
        assert len(earlier.log) == moves
        assert earlier.state.dump() == played.state_at(moves).dump()


def test_players_are_persons_unless_said_otherwise(room: Room) -> None:
    assert set(open_match(room).players) == {PERSON}


@pytest.mark.parametrize("names", [["Ada", "Ada"], ["Ada", ""], ["Ada", " Bert"], ["Ada", "Be\nrt"]])
def test_names_are_printable_and_different(room: Room, names: list[str]) -> None:
    with pytest.raises(BadOptions, match="name"):
        Match(room, names)


def test_a_table_has_as_many_seats_as_the_plate_says(room: Room) -> None:
    fewest, most = room.plate.seats
    for seats in (0, fewest - 1, most + 1):
        with pytest.raises(BadOptions, match=f"{fewest} to {most} players"):
            room.table(seats)


def test_unknown_options_are_refused(room: Room) -> None:
    with pytest.raises(BadOptions, match="no option tea"):
        room.table(room.plate.seats[0], {"tea": "yes"})
    for option in room.plate.options:
        with pytest.raises(BadOptions, match=option.name):
            room.table(room.plate.seats[0], {option.name: "nonsense"})


def test_an_option_chooses_so_many_different_values() -> None:
    decks = Option("decks", "Decks", "random", ("a", "b", "c", "d"), choose=2)
    decks.check("random", 3)
    decks.check("a+d", 3)
    for wrong in ("a", "a+a", "a+b+c", "a+e", ""):
        with pytest.raises(BadOptions, match="2 of these"):
            decks.check(wrong, 3)


def test_a_seat_option_knows_the_seats() -> None:
    FIRST_SEAT.check("2", 3)
    with pytest.raises(BadOptions, match="0, 1, 2"):
        FIRST_SEAT.check("3", 3)


def test_nothing_is_taken_back_once_it_is_over(room: Room) -> None:
    """The end opens all cards: whoever could take the last move back would have seen them."""
    match = Match(room, [f"Wizard {seat}" for seat in range(room.plate.seats[0])], secret=seed_secret(1))
    luck = QuickLuck(1)
    while not match.over:
        legal = match.state.legal()
        match.play(match.to_act, legal[luck.below(len(legal))])
    match.log[-1] = replace(match.log[-1], reversible=True)
    assert not match.can_undo(match.log[-1].seat)
    with pytest.raises(CannotUndo):
        match.undo(match.log[-1].seat)
