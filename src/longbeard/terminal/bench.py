"""`longbeard bench`: random decisions per second on one core."""

from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

from longbeard.engine.build import compiled, form
from longbeard.engine.luck import QuickLuck
from longbeard.engine.playout import playouts
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.table.seat import usual_seats

SLICES: Final = 10


def measure(seconds: float, print_row: Callable[[str], None] | None) -> dict[str, Any]:
    """Play every game at random. Noise only slows a machine down, so the best of ten slices counts."""
    if print_row:
        print_row(f"Random play with {form()}, the deal included, one core, the best of {SLICES} slices.")
    results = []
    for room in rooms().values():
        result = _measure_room(room, seconds)
        results.append(result)
        if print_row:
            print_row(
                f"{result['game']}, {result['players']} players: {result['decisions_per_s']:,} decisions/s, "
                f"{result['games_per_s']:,} games/s, {result['decisions_per_game']} decisions a game"
                f"{'.' if room.compiled or not compiled() else ', plain Python.'}"
            )
    return {"compiled": compiled(), "games": results}


def _measure_room(room: Room, seconds: float) -> dict[str, Any]:
    players = usual_seats(room.plate)
    table, luck = room.table(players), QuickLuck(1)
    games = _games_in(seconds / SLICES, lambda count: int(playouts(table, luck, count)))
    best, decisions, played = 0.0, 0, 0
    for slice_ in range(SLICES):
        start = perf_counter()
        made = int(playouts(table, luck, games))
        best = max(best, made / (perf_counter() - start))
        decisions, played = decisions + made, played + games
    return {
        "game": room.plate.slug,
        "players": players,
        "decisions_per_s": round(best),
        "games_per_s": round(best * played / decisions),
        "decisions_per_game": round(decisions / played, 1),
    }


def _games_in(seconds: float, play: Callable[[int], int]) -> int:
    """Return the number of games that fill a slice of time."""
    games = 1
    while True:
        start = perf_counter()
        play(games)
        if (spent := perf_counter() - start) > seconds / 4:
            return max(1, int(games * seconds / spent))
        games *= 2
