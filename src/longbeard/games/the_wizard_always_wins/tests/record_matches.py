"""Writes the recorded matches and the playthrough again, after rules or cards have changed.

Run it as a script. The players choose at random, by seed.
"""

from collections.abc import Iterator
from pathlib import Path

from longbeard.engine import gate, record
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.engine.story import ALL_EYES
from longbeard.games import room as open_room

HERE = Path(__file__).parent
NAMES = ["Ambrose", "Beatrix", "Cuthbert", "Dorothea", "Erasmus"]
PLAYTHROUGH = (3, 21)
"""The seats and the seed of the match that is told in words."""


def random_match(room: Room, seats: int, seed: int) -> Match:
    """Return a match of players who choose at random."""
    match = Match(room, NAMES[:seats], secret=seed_secret(seed))
    luck = QuickLuck(seed)
    while not match.over:
        legal = match.state.legal()
        match.play(match.to_act, legal[luck.below(len(legal))])
    return match


def records(room: Room) -> Iterator[tuple[str, str]]:
    """Yield a record for every ending (there is one) and every number of seats, by its file name."""
    for seats in range(room.plate.seats[0], room.plate.seats[1] + 1):
        match = random_match(room, seats, seats)
        yield f"{match.state.ending()}-{seats}.json", record.write(match)


def playthrough(room: Room) -> str:
    """Return a whole match in words, with all cards open."""
    match = random_match(room, *PLAYTHROUGH)
    past = match.until(0)
    lines = [f"{room.plate.title}: {', '.join(match.seats)}", ""]
    lines += [room.tell(match.box, event, match.seats) for event in match.opening]
    turn = (0, 0)
    for move in match.log:
        table = room.look(past.state, move.seat)
        if (table["round"], table["turn"]) != turn:
            turn = (table["round"], table["turn"])
            lines += ["", *(f"| {line}" for line in room.words(table, match.seats)), ""]
        choices = ", ".join(choice["action"] for choice in gate.choices(past, past.state))
        lines.append(f"{match.seats[move.seat]} ({choices}): {match.text(move)}")
        told = [room.tell(match.box, event, match.seats) for event in move.events]
        lines += [f"  {words}" for words in told if words]
        past.play(move.seat, move.action)
    winners = " and ".join(match.seats[seat] for seat in match.state.winners())
    lines += ["", *(f"| {line}" for line in room.words(room.look(match.state, ALL_EYES), match.seats))]
    lines += ["", f"{room.ending_words(match.state.ending())} Won by {winners}."]
    return "\n".join(lines) + "\n"


def main() -> None:
    room = open_room("the-wizard-always-wins")
    for name, text in records(room):
        (HERE / "matches" / name).write_text(text, encoding="utf-8", newline="\n")
        print(name)
    (HERE / "playthrough.txt").write_text(playthrough(room), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
