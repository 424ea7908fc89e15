"""OpenSpiel's side of the race: its card games in C++."""

from importlib.metadata import version as version_of
from random import Random
from time import process_time
from typing import Any

import pyspiel
from race_worker import Makers, Racer, timed

GAMES = ("hearts", "spades", "crazy_eights", "oh_hell", "gin_rummy", "euchre", "skat", "leduc_poker")
# Those whose states can be imagined (ResampleFromInfostate) fast enough: bridge does 2 iterations a second.
SEARCHED = ("leduc_poker", "oh_hell", "euchre", "gin_rummy")
BATCH = 50
ROLLOUTS = 100
ITERATIONS = 200
CHOICES = 3


def version() -> str:
    return f"OpenSpiel {version_of('open_spiel')}"


def decisions_in(state: Any) -> int:
    return sum(1 for step in state.full_history() if step.player >= 0)


def draw(state: Any, luck: Random) -> None:
    """Let chance have its turn."""
    actions, chances = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(luck.choices(actions, chances)[0])


def whole_games(name: str) -> Racer:
    """Play games with their deal between random bots by `evaluate_bots`, C++ all through."""
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]

    def race(seconds: float) -> tuple[int, float]:
        decisions, spent = 0, 0.0
        while spent < seconds:
            start = process_time()
            states = [game.new_initial_state() for _ in range(BATCH)]
            for seed, state in enumerate(states):
                pyspiel.evaluate_bots(state, bots, decisions + seed)
            spent += process_time() - start
            decisions += sum(map(decisions_in, states))  # the counting is ours, and is not timed
        return decisions, spent

    return race


def dealt(name: str, luck: Random) -> Any:
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        draw(state, luck)
    return state


def typical_length(state: Any, luck: Random, games: int = 200) -> float:
    """Return how many decisions a random game takes from here: the rollouts in C++ do not say."""
    total = 0
    for _ in range(games):
        end = state.clone()
        while not end.is_terminal():
            if end.is_chance_node():
                draw(end, luck)
            else:
                end.apply_action(luck.choice(end.legal_actions()))
        total += decisions_in(end) - decisions_in(state)
    return total / games


def after_the_deal(name: str) -> Racer:
    """Play random rollouts in C++ from one deal: a search with one simulation does nothing else."""
    luck = Random(1)
    state = dealt(name, luck)
    length = typical_length(state, luck)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 7)
    bot = pyspiel.MCTSBot(state.get_game(), evaluator, 1.0, 1, 100, False, 7, False)

    def play() -> int:
        bot.mcts_search(state)
        return round(ROLLOUTS * length)

    return timed(play)


def python_loop(name: str) -> Racer:
    """Play games with their deal, every decision and every draw made in Python."""
    game, luck = pyspiel.load_game(name), Random(1)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                draw(state, luck)
            else:
                state.apply_action(luck.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return timed(play)


def search(name: str) -> Racer:
    """Search by `ISMCTSBot`, C++ all through, at a decision with some choices; one rollout an iteration."""
    luck = Random(1)
    state = dealt(name, luck)
    moves = 0
    while moves < 2 or len(state.legal_actions()) < CHOICES:
        if state.is_terminal():
            state, moves = dealt(name, luck), 0
        elif state.is_chance_node():
            draw(state, luck)
        else:
            state.apply_action(luck.choice(state.legal_actions()))
            moves += 1
        while state.is_chance_node():
            draw(state, luck)

    def play() -> int:
        bot = pyspiel.ISMCTSBot(
            *(1, pyspiel.RandomRolloutEvaluator(1, 7), 0.7, ITERATIONS, -1),
            *(pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False),
        )
        bot.step(state)
        return ITERATIONS

    return timed(play)


MAKERS: Makers = {
    **{("playouts", name): (lambda name=name: whole_games(name)) for name in GAMES},
    **{("rollouts", name): (lambda name=name: after_the_deal(name)) for name in GAMES},
    **{("loop", name): (lambda name=name: python_loop(name)) for name in GAMES},
    **{("search", name): (lambda name=name: search(name)) for name in SEARCHED},
}
