"""Errors of the web layer, and the HTTP status and word of every error."""

from typing import Final

from longbeard.engine.errors import (
    BadMove,
    BadOptions,
    BadRecord,
    CannotUndo,
    LongbeardError,
    NoSuchGame,
    NotAllowedNow,
    NotAnAction,
    NotYourTurn,
)
from longbeard.people.people import NoSuchLink
from longbeard.store.store import InDoubt, StoreError
from longbeard.table.house import NoSuchTable, Sealed
from longbeard.table.limits import TooMany
from longbeard.table.live import NotSeated, Stale, TableClosed
from longbeard.table.minds import MindsError
from longbeard.web.printing import CannotPrintNow
from longbeard.web.sharing import CannotDrawNow


class NotFound(LongbeardError):
    """There is no such page, picture or file."""


class NotOver(LongbeardError):
    """Something is shown only once the match is over."""


class BadBody(LongbeardError):
    """The body of a request is not what was asked for."""


class NoCSRF(LongbeardError):
    """A form did not come from one of our pages."""


# The first class that matches counts.
STATUS: Final[list[tuple[type[Exception], int, str]]] = [
    (NoSuchTable, 404, "no_such_table"),
    (NotFound, 404, "not_found"),
    (NoSuchLink, 404, "no_such_link"),
    (NoSuchGame, 404, "no_such_game"),
    (Sealed, 403, "sealed"),
    (NotSeated, 403, "not_seated"),
    (NoCSRF, 403, "no_csrf"),
    (TableClosed, 409, "table_closed"),
    (Stale, 409, "stale"),
    (NotYourTurn, 409, "not_your_turn"),
    (NotAllowedNow, 409, "not_allowed_now"),
    (CannotUndo, 409, "cannot_undo"),
    (NotOver, 409, "not_over"),
    (NotAnAction, 400, "not_an_action"),
    (BadMove, 400, "bad_move"),
    (BadOptions, 400, "bad_options"),
    (TooMany, 429, "too_many"),
    (InDoubt, 503, "in_doubt"),
    (StoreError, 503, "not_kept"),
    (MindsError, 503, "no_bots"),
    (CannotPrintNow, 503, "not_printed"),
    (CannotDrawNow, 503, "not_drawn"),
    (BadRecord, 500, "bad_record"),
    (LongbeardError, 400, "refused"),
]
TITLES: Final = {
    400: "That does not work",
    403: "Not for you",
    404: "Nothing here but a toad",
    409: "Not now",
    413: "Too much of it",
    429: "Slowly, slowly",
    500: "Something fell off the shelf",
    503: "The ink has run dry",
}


def status_of(error: Exception) -> tuple[int, str]:
    """Return the HTTP status and the word for an error."""
    for kind, status, word in STATUS:
        if isinstance(error, kind):
            return status, word
    return 500, "broken"
