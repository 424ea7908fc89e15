"""Bots: legal, honest, repeatable, and better than chance."""

import pytest

from longbeard.bots import BOTS, bot
from longbeard.bots.bot import Bot
from longbeard.bots.greedy import GreedyBot
from longbeard.bots.random_bot import RandomBot
from longbeard.bots.rollout import RolloutBot
from longbeard.engine.errors import BadOptions
from longbeard.engine.hints import Hints
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.engine.state import OVER, State
from longbeard.table.table import Table


def positions(room: Room, seats: int, seed: int) -> list[State]:
    """A few positions of a random game."""
    luck, state, found = QuickLuck(seed), room.table(seats), []
    state.deal(luck)
    while state.to_act() != OVER:
        if luck.below(8) == 0:
            found.append(state.clone())
        legal = state.legal()
        state.resolve(legal[luck.below(len(legal))], luck)
    return found[:6]


@pytest.mark.parametrize("name", ["random", "greedy", "rollout"])
def test_a_bot_answers_to_what_its_seat_can_know_and_to_nothing_else(room: Room, name: str) -> None:
    player: Bot = RolloutBot(40) if name == "rollout" else bot(name, room.hints)
    for state in positions(room, room.plate.seats[0], 5):
        seat = int(state.to_act())
        twin = state.imagine(seat, QuickLuck(99))
        answers = []
        for table in (state, twin):
            luck = QuickLuck(7)
            answers.append(int(player.choose(table.imagine(seat, luck), seat, luck)))
        assert answers[0] == answers[1]
        assert answers[0] in state.legal()


def test_thinking_changes_nothing(room: Room) -> None:
    for state in positions(room, room.plate.seats[0], 6):
        before = state.dump()
        RolloutBot(20).choose(state, state.to_act(), QuickLuck(1))
        assert state.dump() == before


def wins(room: Room, players: list[Bot], games: int) -> list[int]:
    won = [0] * len(players)
    for game in range(games):
        luck, state = QuickLuck(game), room.table(len(players))
        state.deal(luck)
        while state.to_act() != OVER:
            seat = int(state.to_act())
            state.resolve(players[seat].choose(state.imagine(seat, luck), seat, luck), luck)
        for seat in state.winners():
            won[seat] += 1
    return won


def test_playing_choices_out_beats_chance(room: Room) -> None:
    thinker, chance = RolloutBot(24), RandomBot()
    rest: list[Bot] = [chance] * (room.plate.seats[0] - 1)
    first = wins(room, [thinker, *rest], 8)[0]
    last = wins(room, [*rest, thinker], 8)[-1]
    assert first + last >= 1.3 * 16 / room.plate.seats[0]


def test_one_step_with_hints_beats_chance(room: Room) -> None:
    hints, chance = room.hints, RandomBot()
    if type(hints) is Hints:
        pytest.skip("a room without hints")
    rest: list[Bot] = [chance] * (room.plate.seats[0] - 1)
    looker = GreedyBot(hints, looks=2)
    first = wins(room, [looker, *rest], 5)[0]
    last = wins(room, [*rest, looker], 5)[-1]
    assert first + last >= 1.3 * 10 / room.plate.seats[0]


def test_hints_are_in_their_range(room: Room) -> None:
    for state in positions(room, room.plate.seats[0], 8):
        worths = [room.hints.worth(state, seat) for seat in range(state.seats)]
        assert all(0 <= worth <= 1 for worth in worths)
        assert all(1 <= room.hints.weigh(state, action) <= 100 for action in state.legal())
        assert all(isinstance(room.hints.why(state, action), str) for action in state.legal())


def test_bots_are_found_by_name() -> None:
    assert all(isinstance(bot(name, Hints()), Bot) for name in BOTS)
    with pytest.raises(BadOptions, match="random"):
        bot("teapot", Hints())


def open_table(room: Room, kept: list[int]) -> Table:
    seats = room.plate.seats[0]
    names = [f"Wizard {seat}" for seat in range(seats)]
    match = Match(room, names, secret=seed_secret(3), players=["random"] * seats)
    return Table(match, lambda match: kept.append(len(match.log)))


def test_a_table_keeps_every_move_and_plays_the_same_again(room: Room) -> None:
    logs = []
    for _ in range(2):
        kept: list[int] = []
        table = open_table(room, kept)
        while not table.match.over:
            table.play_bot()
        assert kept == list(range(len(table.match.log) + 1))
        logs.append([move.text for move in table.match.log])
    assert logs[0] == logs[1]


def test_a_move_that_cannot_be_kept_is_not_made(room: Room) -> None:
    table = open_table(room, [])
    table.play_bot()
    before, moves = table.match.state.dump(), len(table.match.log)

    def full_disk(match: Match) -> None:
        raise OSError("no space left")

    table._keep = full_disk
    with pytest.raises(OSError, match="no space"):
        table.play_bot()
    assert table.match.state.dump() == before
    assert len(table.match.log) == moves


def test_a_person_is_waited_for_and_never_played_for(room: Room) -> None:
    seats = room.plate.seats[0]
    match = Match(room, [f"Wizard {seat}" for seat in range(seats)])
    table = Table(match, lambda match: None)
    assert table.waits_for_person
    with pytest.raises(ValueError, match="no bot"):
        table.play_bot()
