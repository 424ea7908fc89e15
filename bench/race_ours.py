"""Our side of the race: the four games as they are installed, or as plain Python (PYTHONPATH=src)."""

from collections.abc import Callable
from random import Random
from typing import Any

from race_worker import Makers, Racer, timed

from longbeard import __version__
from longbeard.bots.search import Search
from longbeard.engine.build import compiled, form
from longbeard.engine.luck import QuickLuck
from longbeard.engine.playout import playout, playouts
from longbeard.engine.room import Room
from longbeard.engine.state import Choices, State
from longbeard.games import rooms

GAMES = 40 if compiled() else 1
NODES = 400_000
CHOICES = 3
TABLES = 256
"""How many tables the vectorised environment steps at once."""


def version() -> str:
    return f"Longbeard {__version__}, {form()}"


def players(room: Room) -> int:
    """Return three, where a game can be played by three, or else the nearest number."""
    fewest, most = room.plate.seats
    return min(max(3, fewest), most)


def whole_games(room: Room) -> Racer:
    """Play random games with the deal."""
    table, luck = room.table(players(room)), QuickLuck(1)
    return timed(lambda: int(playouts(table, luck, GAMES)))


def after_the_deal(room: Room) -> Racer:
    """Play random games from one deal, over and over."""
    luck, choices, dealt = QuickLuck(1), Choices(), room.table(players(room))
    dealt.deal(luck)
    return timed(lambda: sum(int(playout(dealt.clone(), luck, choices, 100_000)) for _ in range(GAMES)))


def python_loop(room: Room) -> Racer:
    """Play random games with the deal, every decision made in Python."""
    table, luck, chooser = room.table(players(room)), QuickLuck(1), Random(1)

    def play() -> int:
        state, decisions = table.clone(), 0
        state.deal(luck)
        while state.to_act() >= 0:
            state.resolve(chooser.choice(state.legal()), luck)
            decisions += 1
        return decisions

    return timed(play)


def openspiel_loop(room: Room) -> Racer:
    """Do the same through OpenSpiel, where every draw is a step, too; count the decisions."""
    from race_openspiel import python_loop

    from longbeard.rl.openspiel import name_of

    return python_loop(f"{name_of(room)}(players={players(room)})")


def middle(room: Room) -> tuple[State, QuickLuck]:
    """Return a decision with some choices in the first half of a random game of the fewest players."""
    luck = QuickLuck(1)
    state = room.table(room.plate.seats[0])
    state.deal(luck)
    for _ in range(10):
        legal = state.legal()
        state.resolve(legal[luck.below(len(legal))], luck)
    while len(state.legal()) < CHOICES:
        state.resolve(state.legal()[0], luck)
    return state, luck


def search(room: Room) -> Racer:
    """Run the search of the Archmage. It begins anew now and then, as it does at every decision."""
    state, luck = middle(room)
    seat = state.to_act()
    visits = 2000 if compiled() else 20

    def play() -> int:
        Search(state.imagine(seat, luck), seat, room.hints, luck, NODES).run(visits)
        return visits

    return timed(play)


def vector(room: Room) -> Racer:
    """Step the vectorised environment with random actions; every step writes observations and masks."""
    from longbeard.rl.arrays import Arrays

    tables: Any = Arrays(room.plate.slug, TABLES, players=players(room), seed=1)

    def play() -> int:
        tables.play(100)
        return 100 * TABLES

    return timed(play)


def vector_from_python(room: Room) -> Racer:
    """Do the same, but ask for every step from Python, with actions handed over in an array."""
    from longbeard.rl.arrays import Arrays

    tables: Any = Arrays(room.plate.slug, TABLES, players=players(room), seed=1)

    def play() -> int:
        tables.step(tables.sample())
        return TABLES

    return timed(play)


def pettingzoo(room: Room) -> Racer:
    """Step one table through PettingZoo, as a learner would."""
    from race_pettingzoo import loop

    from longbeard.rl.pettingzoo import env

    return loop(env(room.plate.slug, players=players(room)))


EVENTS: dict[str, Callable[[Room], Racer]] = {
    "playouts": whole_games,
    "rollouts": after_the_deal,
    "loop": python_loop,
    "search": search,
}
STEPS: dict[str, Callable[[Room], Racer]] = {
    "vector": vector,
    "vector from Python": vector_from_python,
    "PettingZoo": pettingzoo,
}


def makers() -> Makers:
    """Return all that this form can measure; environments are measured in the compiled one alone."""
    found: Makers = {}
    for slug, room in rooms().items():
        for event, make in EVENTS.items():
            found[event, slug] = lambda make=make, room=room: make(room)
        if compiled():
            found["loop", f"{slug}, through OpenSpiel"] = lambda room=room: openspiel_loop(room)
        for way, make in STEPS.items() if compiled() else ():
            found["steps", f"{slug}, {way}"] = lambda make=make, room=room: make(room)
    return found


MAKERS = makers()
