"""A match of people and bots in one process; every move is saved before anybody sees what it did."""

from collections.abc import Callable

from longbeard.bots.player import Forfeit, Player, player, thoughts
from longbeard.engine.match import PERSON, Match, Move


class Table:
    """A match with its players.

    `keep` is called with the match after every change and before anyone is shown it; if it fails, so does the
    change.
    """

    def __init__(self, match: Match, keep: Callable[[Match], None], outside: bool = False) -> None:
        self.match = match
        self.forfeit: Forfeit | None = None
        """Why the last move of a program was made for it, if it was."""
        self._keep = keep
        # A match can come from a file or over a network: its programs are started only if the caller says so.
        self._programs: list[Player | None] = [
            None if name == PERSON else player(name, match.room, outside) for name in match.players
        ]
        keep(match)

    @property
    def waits_for_person(self) -> bool:
        """Whether a person decides now."""
        return not self.match.over and self._programs[self.match.to_act] is None

    def play(self, seat: int, text: str) -> Move:
        """Play a person's action."""
        return self._play(seat, self.match.room.parse(self.match.state, text))

    def play_bot(self) -> Move:
        """Let the bot whose turn it is decide, with what its seat may know."""
        seat = self.match.to_act
        program = self._programs[seat]
        if program is None:
            raise ValueError(f"{self.match.seats[seat]} is a person: use play")
        forfeits = len(program.forfeits)
        action = program.decide(self.match, seat, thoughts(self.match))
        self.forfeit = program.forfeits[-1] if len(program.forfeits) > forfeits else None
        return self._play(seat, action)

    def close(self) -> None:
        """Close the programs; at the end of the match they are told how it ended."""
        for seat, program in enumerate(self._programs):
            if program:
                program.finish(self.match, seat)
                program.close()

    def undo(self, seat: int) -> Move:
        """Take a person's last move back."""
        move = self.match.undo(seat)
        try:
            self._keep(self.match)
        except OSError:
            self.match.play(seat, move.action)
            raise
        return move

    def _play(self, seat: int, action: int) -> Move:
        move = self.match.play(seat, action)
        try:
            self._keep(self.match)
        except OSError:
            self.match.strike_out()
            raise
        return move
