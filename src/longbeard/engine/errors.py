"""What can go wrong, each with its own name. A bad move says which of the three kinds it is."""


class LongbeardError(Exception):
    """Anything that a person can be told in a sentence."""


class BadMove(LongbeardError):
    """A move that was refused; nothing has changed."""


class NotAnAction(BadMove):
    """The text or number is no action of this game at all."""


class NotAllowedNow(BadMove):
    """It is an action, but the rules do not allow it here."""


class NotYourTurn(BadMove):
    """Somebody else decides now, or nobody."""


class CannotUndo(BadMove):
    """The last move showed something, used luck, or was somebody else's."""


class BadBox(LongbeardError):
    """A card file that cannot be played with."""


class BadOptions(LongbeardError):
    """A table that cannot be opened like that."""


class BadRecord(LongbeardError):
    """A record that is damaged, of an unknown version, or not true. Says which line is wrong."""


class NoSuchGame(LongbeardError):
    """No game of that name is installed."""


class BadGame(LongbeardError):
    """An installed game that cannot be opened; says why, and where."""
