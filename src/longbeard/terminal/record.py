"""`longbeard record`: finds a match for every ending, and writes it for the tests of the room."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final

from longbeard.bots.player import player, thoughts
from longbeard.engine import record
from longbeard.engine.luck import seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import Room

PLAYERS: Final = ("random", "greedy")
"""Bots that play in turn: some endings come about by chance alone, others only if somebody wants them."""
NAMES: Final = ("Ada", "Bert", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")


def found(room: Room, tries: int, seed: int) -> Iterator[tuple[str, Match]]:
    """Play until there is a match of every ending with every number of players, or the tries are spent.

    Yield the shortest match of each, named by its ending and number of players.
    """
    fewest, most = room.plate.seats
    for seats in range(fewest, most + 1):
        best: dict[str, Match] = {}
        for number in range(tries):
            match = play(room, seats, PLAYERS[number % len(PLAYERS)], seed + number)
            ending = match.state.ending()
            if ending not in best or len(match.log) < len(best[ending].log):
                best[ending] = match
            if len(best) == len(room.plate.endings) and number + 1 >= len(PLAYERS):
                break
        for ending in room.plate.endings:
            if ending in best:
                yield f"{ending}-{seats}", best[ending]


def play(room: Room, seats: int, spec: str, seed: int) -> Match:
    """Play one match of bots of one kind."""
    names = [NAMES[seat] if seat < len(NAMES) else f"Wizard {seat}" for seat in range(seats)]
    match = Match(room, names, secret=seed_secret(seed))
    bots = [player(spec, room) for seat in range(seats)]
    while not match.over:
        match.play(match.to_act, bots[match.to_act].decide(match, match.to_act, thoughts(match)))
    return match


def home_of(room: Room) -> Path:
    """Return the folder of a room's recorded matches."""
    return Path(str(files(room.package))) / "tests" / "matches"


def write_matches(room: Room, folder: Path, tries: int, seed: int) -> tuple[list[Path], list[str]]:
    """Write a file for each ending that was found; return the files, and the endings that were not found."""
    fewest, most = room.plate.seats
    missing = [f"{ending}-{seats}" for ending in room.plate.endings for seats in range(fewest, most + 1)]
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, match in found(room, tries, seed):
        path = folder / f"{name}.json"
        path.write_text(record.write(match), encoding="utf-8")
        written.append(path)
        missing.remove(name)
    return written, missing
