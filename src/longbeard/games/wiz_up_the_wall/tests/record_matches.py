"""Writes the recorded matches and the playthrough again, after rules or cards have changed.

Run it as a script. The players draw four times out of five and place at random, by seed; the first seed that
ends as wanted is kept. For a match in which nobody scores, they play one round and seldom finish.
"""

from collections.abc import Iterator
from pathlib import Path

from longbeard.engine import gate, record
from longbeard.engine.luck import KeyedLuck, QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.engine.state import OVER, State
from longbeard.engine.story import ALL_EYES
from longbeard.games import room as open_room

HERE = Path(__file__).parent
NAMES = ["Ambrose", "Beatrix", "Cuthbert", "Dorothea", "Egbert", "Felicity"]
PLAYTHROUGH = (3, 4, {"rounds": "2", "memory": "on"})
"""The seats, the seed and the options of the match that is told in words."""


BREAKING = {"ties": "longest"}
"""The options of a match in which a tie is broken."""
RECKLESS = {"rounds": "1"}
"""The options of a match in which nobody scores: a spell is finished once in fifty turns, not in five."""


def choose(state: State, luck: QuickLuck, options: dict[str, str]) -> int:
    """Return a random action; finishing is less likely than the others."""
    legal = state.legal()
    if len(legal) == 2 and legal[0] == 0:
        return 1 if luck.below(50 if options == RECKLESS else 5) == 0 else 0
    return legal[luck.below(len(legal))]


def played(room: Room, seats: int, seed: int, options: dict[str, str]) -> Match:
    """Return a match of such players."""
    match = Match(room, NAMES[:seats], options, secret=seed_secret(seed))
    luck = QuickLuck(seed)
    while not match.over:
        match.play(match.to_act, choose(match.state, luck, options))
    return match


def ending_of(room: Room, seats: int, seed: int, options: dict[str, str]) -> str:
    """Return the ending of the match with a seed, without its story."""
    state, secret, luck, move = room.table(seats, options), seed_secret(seed), QuickLuck(seed), 0
    state.deal(KeyedLuck(secret, 0))
    while state.to_act() != OVER:
        move += 1
        state.resolve(choose(state, luck, options), KeyedLuck(secret, move))
    return state.ending()


def records(room: Room) -> Iterator[tuple[str, str]]:
    """Yield a record for every ending and every number of seats, by its file name."""
    for seats in range(room.plate.seats[0], room.plate.seats[1] + 1):
        for ending in room.plate.endings:
            options = (
                RECKLESS if ending in room.plate.unwon else BREAKING if ending in room.plate.broken else {}
            )
            seed = next(seed for seed in range(10_000) if ending_of(room, seats, seed, options) == ending)
            yield f"{ending}-{seats}.json", record.write(played(room, seats, seed, options))


def playthrough(room: Room) -> str:
    """Return a whole match in words; the table is drawn as whoever decides sees it."""
    seats, seed, options = PLAYTHROUGH
    match = played(room, seats, seed, options)
    past = match.until(0)
    lines = [f"{room.plate.title}: {', '.join(match.seats)}", ""]
    lines += [room.tell(match.box, event, match.seats) for event in match.opening]
    for move in match.log:
        table = room.look(past.state, move.seat)
        if table["decision"] != "draw-or-finish" or match.text(move) == "finish":
            lines += ["", *(f"| {line}" for line in room.words(table, match.seats)), ""]
        choices = "; ".join(choice["words"] for choice in gate.choices(past, past.state))
        lines.append(f"{match.seats[move.seat]} ({choices}): {match.text(move)}")
        lines += [f"  {room.tell(match.box, event, match.seats)}" for event in move.events]
        past.play(move.seat, move.action)
    winners = " and ".join(match.seats[seat] for seat in match.state.winners())
    lines += ["", *(f"| {line}" for line in room.words(room.look(match.state, ALL_EYES), match.seats))]
    lines += ["", f"{room.ending_words(match.state.ending())} Won by {winners or 'nobody'}."]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def main() -> None:
    room = open_room("wiz-up-the-wall")
    for name, text in records(room):
        (HERE / "matches" / name).write_text(text, encoding="utf-8", newline="\n")
        print(name)
    (HERE / "playthrough.txt").write_text(playthrough(room), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
