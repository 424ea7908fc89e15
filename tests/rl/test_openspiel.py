"""The games through OpenSpiel: its own checks, its own searchers, our luck, and nobody's secrets."""

import pickle
import random
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.tests import games_sim_test
from tests.rl import playthroughs

from longbeard.engine.luck import seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.engine.story import EVERYONE
from longbeard.games import rooms
from longbeard.rl.openspiel import load, name_of, register
from longbeard.rl.openspiel_bots import PlayoutEvaluator, SeatBot, SeededChance

FIFTH = Path(__file__).parent.parent / "fifth_game" / "src"


def game_of(room: Room, **parameters: int | str) -> Any:
    return pyspiel.load_game(name_of(room), parameters)


def states(game: Any, seed: int) -> Iterator[Any]:
    """A random match, state by state, with the luck of a seed. The last one is over."""
    state, luck, chance = game.new_initial_state(), random.Random(seed), SeededChance(seed)
    while not state.is_terminal():
        yield state.clone()
        chosen = chance.outcome(state) if state.is_chance_node() else luck.choice(state.legal_actions())
        state.apply_action(chosen)
    yield state


def decisions(game: Any, seed: int) -> list[Any]:
    return [state for state in states(game, seed) if state.is_player_node()]


# ── OpenSpiel's own checks ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("which", ["fewest", "most"])
def test_it_passes_the_random_simulation_of_openspiel(room: Room, which: str) -> None:
    players = room.plate.seats[which == "most"]
    pyspiel.random_sim_test(game_of(room, players=players), num_sims=1, serialize=True, verbose=False)


def test_it_passes_the_python_simulation_of_openspiel(room: Room) -> None:
    games_sim_test.GamesSimTest().sim_game(game_of(room))


def test_it_passes_the_api_tests_of_openspiel(room: Room) -> None:
    class Ours(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        game, game_name = game_of(room), name_of(room)

        @classmethod
        def setUpClass(cls) -> None:
            # Its own sample of four hundred states may not come to the end of a deal; a match does.
            cls.some_states = list(states(cls.game, 1))
            cls.game_type = cls.game.get_type()

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Ours).run(result)
    assert result.testsRun > 3
    assert not result.failures + result.errors


def test_a_playthrough_goes_as_it_is_kept(room: Room) -> None:
    if not room.package.startswith("longbeard."):
        pytest.skip("a third party's game has no playthrough here")
    text = playthroughs.kept(room).read_text(encoding="utf-8")
    found = playthroughs.playthrough(room, playthroughs.actions_of(text))
    assert found.splitlines() == text.splitlines(), (
        "if on purpose: PYTHONPATH=src:. python -m tests.rl.playthroughs"
    )


# ── the game ──────────────────────────────────────────────────────────────────────────────────────


def test_every_number_of_players_plays_to_a_fair_end(room: Room) -> None:
    fewest, most = room.plate.seats
    for players in range(fewest, most + 1):
        game = game_of(room, players=players)
        *_, end = states(game, players)
        returns = end.returns()
        assert len(returns) == game.num_players() == players
        assert sum(returns) == pytest.approx(0)
        best = [seat for seat, won in enumerate(returns) if won == max(returns)]
        assert best == (end.table.state.winners() or list(range(players)))


def test_options_are_parameters(room: Room) -> None:
    for option in room.plate.options:
        value = "+".join(option.allowed(2)[: option.choose])
        game = pyspiel.load_game(f"{name_of(room)}({option.name}={value})")
        assert game.options[option.name] == value
        assert load(str(game)).options == pickle.loads(pickle.dumps(game)).options == game.options


def test_no_draw_has_more_outcomes_than_the_game_says(room: Room) -> None:
    for players in room.plate.seats:
        game = game_of(room, players=players)
        drawn = [len(state.chance_outcomes()) for state in states(game, 1) if state.is_chance_node()]
        assert 1 < max(drawn) <= game.max_chance_outcomes()


def test_what_cannot_be_done_is_refused(room: Room) -> None:
    first = game_of(room).new_initial_state()
    with pytest.raises(ValueError, match="no draw"):
        first.apply_action(len(first.chance_outcomes()))
    state = decisions(game_of(room), 1)[0]
    wrong = next(action for action in range(game_of(room).num_distinct_actions())
                 if action not in state.legal_actions())  # fmt: skip
    with pytest.raises(ValueError, match="not allowed"):
        state.apply_action(wrong)


# ── the luck ──────────────────────────────────────────────────────────────────────────────────────


def test_a_seed_gives_the_match_that_it_gives_everywhere(room: Room) -> None:
    for players in room.plate.seats:
        match = Match(room, [f"W{seat}" for seat in range(players)], secret=seed_secret(7))
        luck, chance = random.Random(7), SeededChance(7)
        state = game_of(room, players=players).new_initial_state()
        while not match.over:
            while state.is_chance_node():
                state.apply_action(chance.outcome(state))
            assert state.table.state.dump() == match.state.dump()
            action = luck.choice(match.state.legal())
            state.apply_action(action)
            match.play(match.to_act, action)
        while state.is_chance_node():
            state.apply_action(chance.outcome(state))
        assert state.is_terminal()
        assert state.table.state.dump() == match.state.dump()


def test_a_copy_of_a_match_does_not_know_its_luck(room: Room) -> None:
    """What lies behind a chance node is drawn by whoever plays on: copies go all the ways that there are."""
    waiting = next(state for state in states(game_of(room), 3) if state.is_chance_node())
    ways = {tuple(waiting.child(outcome).table.draws) for outcome, _ in waiting.chance_outcomes()}
    assert len(ways) == len(waiting.chance_outcomes()) > 1


# ── the secrets ───────────────────────────────────────────────────────────────────────────────────


def test_a_resampled_match_is_the_same_to_its_seat(room: Room) -> None:
    for players in room.plate.seats:
        for state in decisions(game_of(room, players=players), 2)[::5]:
            for seat in range(players):
                other = state.resample_from_infostate(seat, random.Random(seat).random)
                assert other.information_state_string(seat) == state.information_state_string(seat)
                assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
                assert other.observation_string(seat) == state.observation_string(seat)
                assert other.current_player() == state.current_player()
                if seat == state.current_player():
                    assert other.legal_actions() == state.legal_actions()


def test_a_resampled_match_holds_nothing_that_its_seat_does_not_know(room: Room) -> None:
    """Resampled from two matches that a seat cannot tell apart, with the same luck, it is the same match."""
    for state in decisions(game_of(room), 4)[::5]:
        seat = state.current_player()
        twin = state.resample_from_infostate(seat, random.Random(1).random)
        one = state.resample_from_infostate(seat, random.Random(2).random)
        two = twin.resample_from_infostate(seat, random.Random(2).random)
        assert one.table.state.dump() == two.table.state.dump()
        assert one.history() == two.history() == []
        for viewer in range(state.num_players()):
            assert one.information_state_string(viewer) == two.information_state_string(viewer)
        with pytest.raises(TypeError, match="imagined"):
            pickle.dumps(one)


def test_a_seat_is_told_its_own_secrets_and_no_others(room: Room) -> None:
    *_, end = states(game_of(room), 5)
    events = [event for chapter in end.table.chapters for event in chapter.events]
    for seat in range(end.num_players()):
        said = end.information_state_string(seat).splitlines()
        heard = [event for event in events if event.audience in (EVERYONE, seat)]
        lines = [" ".join([room.event_name(event), *map(str, event.data)]) for event in heard]
        assert [line for line in said if line and line[0] not in ">="] == lines
        own = [chapter for chapter in end.table.chapters if chapter.seat == seat]
        assert len([line for line in said if line.startswith("> ")]) == len(own)
        assert len(lines) < len(events)


# ── who plays ─────────────────────────────────────────────────────────────────────────────────────


def test_ismcts_plays_to_the_end(room: Room) -> None:
    game, luck = game_of(room), np.random.RandomState(1)
    evaluator = PlayoutEvaluator(1)
    searcher = ismcts.ISMCTSBot(game, evaluator, 1.0, 4, random_state=luck)
    returns = pyspiel.evaluate_bots(game.new_initial_state(), [searcher, SeatBot("greedy", room, 1, 1)], 3)
    assert sum(returns) == pytest.approx(0)
    assert evaluator.count >= 4


def test_the_searchers_of_openspiel_answer_with_a_legal_action(room: Room) -> None:
    game, luck = game_of(room), np.random.RandomState(1)
    state = next(state for state in decisions(game, 6) if len(state.legal_actions()) > 1)
    rollouts = mcts.RandomRolloutEvaluator(1, luck)
    for searcher in (
        ismcts.ISMCTSBot(game, rollouts, 1.0, 8, random_state=luck),
        mcts.MCTSBot(game, 1.0, 8, PlayoutEvaluator(1), random_state=luck),
    ):
        assert searcher.step(state) in state.legal_actions()
    native = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 7), 1.0, 8, 100, False, 7, False)
    assert native.mcts_search(state).best_child().action in state.legal_actions()


def test_our_bots_beat_a_random_player_there_too() -> None:
    room = next(iter(rooms().values()))
    won = 0.0
    for seed in range(6):
        bots = [SeatBot("greedy", room, 0, seed), SeatBot("random", room, 1, seed)]
        won += pyspiel.evaluate_bots(game_of(room).new_initial_state(), bots, seed)[0]
    assert won >= 4


# ── a room that leaves things out ─────────────────────────────────────────────────────────────────


def test_a_game_without_an_encoding_has_strings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FIFTH))
    fifth = Room("pocket_potions")
    register(fifth)
    game = game_of(fifth)
    assert not game.get_type().provides_information_state_tensor
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    *_, end = states(game, 1)
    assert end.information_state_string(0) != end.information_state_string(1)
