"""A table where people and bots play a match, and every move is kept before anyone sees what it did."""

from collections.abc import Callable

from longbeard.bots import bot
from longbeard.bots.bot import Bot
from longbeard.engine.luck import KeyedLuck, QuickLuck
from longbeard.engine.match import PERSON, Match, Move


class Table:
    """A match with its players.

    `keep` is called with the match after every change and before anyone is shown it; if it fails, so does the
    change.
    """

    def __init__(self, match: Match, keep: Callable[[Match], None]) -> None:
        self.match = match
        self._keep = keep
        self._bots: list[Bot | None] = [
            None if name == PERSON else bot(name, match.room.hints) for name in match.players
        ]
        keep(match)

    @property
    def waits_for_person(self) -> bool:
        """Whether a person decides now."""
        return not self.match.over and self._bots[self.match.to_act] is None

    def play(self, seat: int, text: str) -> Move:
        """Play a person's action."""
        return self._play(seat, self.match.room.parse(self.match.state, text))

    def play_bot(self) -> Move:
        """Let the bot whose turn it is decide, on a table that its seat imagines."""
        seat = self.match.to_act
        player = self._bots[seat]
        if player is None:
            raise ValueError(f"{self.match.seats[seat]} is no bot")
        # Its thoughts have a luck of their own, so that they tell nothing about the luck of the moves.
        thoughts = KeyedLuck(self.match.secret, len(self.match.log), b"longbeard bot")
        luck = QuickLuck(int(thoughts.below(1 << 31)))
        imagined = self.match.state.imagine(seat, luck)
        return self._play(seat, int(player.choose(imagined, seat, luck)))

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
