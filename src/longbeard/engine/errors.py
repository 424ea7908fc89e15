"""Every error that a person can be told. A bad move says which of the three kinds it is."""


class LongbeardError(Exception):
    """Base class: an error whose message is a sentence for people."""


class BadMove(LongbeardError):
    """A move that was refused; nothing has changed."""


class NotAnAction(BadMove):
    """The text or number is not an action of this game."""


class NotAllowedNow(BadMove):
    """The action exists, but the rules do not allow it at this decision."""


class NotYourTurn(BadMove):
    """Another seat decides now, or the match is over."""


class CannotUndo(BadMove):
    """The last move showed something hidden, used luck, or was another seat's."""


class BadBox(LongbeardError):
    """The card file cannot be played with."""


class BadOptions(LongbeardError):
    """The table cannot be opened with these seats or options."""


class BadRecord(LongbeardError):
    """The record is damaged, of an unknown version, or not true; the message names the line."""


class NoSuchGame(LongbeardError):
    """No game of that name is installed."""


class BadGame(LongbeardError):
    """An installed game cannot be opened; the message says why, and where."""
