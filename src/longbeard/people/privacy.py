"""Everything personal that a server stores: what, where, how long, and how it is forgotten.

The page /privacy prints this list, `forget` carries it out, and a test compares it with the database: a table
with a column for an identity that is not listed here fails it. Whoever adds such a table adds a row here.
"""

from dataclasses import dataclass
from typing import Final

from longbeard.people.erasing import SOMEBODY
from longbeard.store.store import CHAT_KEPT

UNSEEN_DAYS: Final = 400
"""Days after which a person who has not come again is forgotten: the cookie does not live longer."""
LINK_MINUTES: Final = 10


@dataclass(frozen=True)
class Kept:
    """Something that is stored of a person."""

    what: str
    where: str
    how_long: str
    leaves: str
    """What "forget me" does with it."""
    tables: tuple[str, ...] = ()
    """The tables of the database that hold it."""
    forget: tuple[str, ...] = ()
    """Statements that forget it; each has one placeholder, for the identity."""


AS_LONG: Final = f"Until you are forgotten, or have not been here for {UNSEEN_DAYS} days"
KEPT: Final = (
    Kept(
        "A random number that says that you are you, your name and your avatar",
        "In your browser, as a cookie called lb_id, signed by this server",
        f"{UNSEEN_DAYS} days after it was written",
        "Deleted; on your other devices it is no longer accepted",
    ),
    Kept(
        "Your settings",
        "In your browser (localStorage)",
        "Until you clear your browser's data",
        "Deleted on this device",
    ),
    Kept(
        "The same number, your name, avatar and settings, whether you want a rating and to be named, and "
        "when you were here last",
        "On this server, in its database",
        AS_LONG,
        "Deleted",
        ("people",),
        ("DELETE FROM people WHERE id = ?",),
    ),
    Kept(
        "A link that takes you to another device (a hash of it)",
        "On this server, in its database",
        f"{LINK_MINUTES} minutes, or until it is used",
        "Deleted",
        ("devices",),
        ("DELETE FROM devices WHERE person = ?",),
    ),
    Kept(
        "Results of your matches: game, when, with whom, place and points. History, statistics, streaks and "
        "daily deals are made of them",
        "On this server, in its database",
        AS_LONG,
        f"Yours are deleted; in the history of others you become “{SOMEBODY}”",
        ("match_seats", "matches"),
        (f"UPDATE match_seats SET person = '', name = '{SOMEBODY}', avatar = '' WHERE person = ?",),
    ),
    Kept(
        "Ratings, if you want them",
        "On this server, in its database",
        AS_LONG,
        "Deleted",
        ("ratings",),
        ("DELETE FROM ratings WHERE person = ?",),
    ),
    Kept(
        "Where your browser can be told that it is your turn (an address of its maker's push service, with "
        "keys), if you turned that on",
        "On this server, in its database",
        "Until you turn it off, the push service says that the browser is gone, or you are forgotten",
        "Deleted",
        ("subscriptions",),
        ("DELETE FROM subscriptions WHERE person = ?",),
    ),
    Kept(
        "Tables where you sat: your number, name and avatar, and every move",
        "On this server, in its database; whoever has the link of a finished match can download its record",
        "For as long as the operator keeps the tables",
        f"Number, avatar and links are deleted, your name becomes “{SOMEBODY}”; the moves stay, so that "
        "others can replay their match",
        ("tables", "entries"),
    ),
    Kept(
        "What you said in the chat of a table",
        "On this server, in its database",
        f"The last {CHAT_KEPT} lines of a table, until it is put away",
        "Deleted. What others said, even about you, is theirs",
        ("chat",),
    ),
    Kept(
        "That somebody with your number wanted to be forgotten (a hash, from which it cannot be told)",
        "On this server, in its database",
        f"{UNSEEN_DAYS} days, as long as a cookie of yours may be somewhere",
        "Begins to be kept, so that an old cookie is not accepted",
        ("forgotten",),
    ),
    Kept(
        "Your network address, with the pages that you ask for",
        "In the server's log, and in its memory to count requests",
        "As long as the operator keeps logs; in memory until the server is stopped",
        "Stays: it is not connected with your number or your name",
    ),
    Kept(
        "Whatever was in the database when the operator made a backup",
        "Where the operator keeps backups",
        "As long as the operator keeps them",
        "Stays there",
    ),
)
NOT_PERSONAL: Final = ("commits", "migrations")
"""Tables of the database without anything about people."""
