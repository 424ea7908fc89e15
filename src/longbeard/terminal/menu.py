"""Choice of a game: from a menu, or by a name that may be misspelt."""

from collections import Counter

from longbeard.engine.errors import BadOptions
from longbeard.engine.room import Room
from longbeard.games import left_out, rooms
from longbeard.terminal.lines import ask, choose_number, say, say_entry
from longbeard.terminal.words import did_you_mean


def choose_game() -> Room:
    """Return the game that the player picks; the only one, if there is one."""
    found = list(rooms().values())
    if len(found) == 1:
        return found[0]
    say("Which game?", "bold")
    for number, room in enumerate(found, start=1):
        say_entry(number, f"{room.plate.title}: {room.plate.tagline}")
    while True:
        text = ask("> ")
        choice = choose_number(text, len(found))
        if choice >= 0:
            return found[choice]
        if text in ("q", "quit"):
            raise EOFError
        try:
            return find_game(text)
        except BadOptions:
            say(f"A number from 1 to {len(found)}, please, or a name.{did_you_mean(text, rooms())}")


def find_game(name: str) -> Room:
    """Return the game with a slug, or with the only slug that contains a text; BadOptions suggests others."""
    wanted = name.lower().strip()
    fitting = [room for slug, room in rooms().items() if wanted == slug]
    fitting = fitting or [room for slug, room in rooms().items() if wanted and wanted in slug]
    if len(fitting) == 1:
        return fitting[0]
    if wanted in left_out:
        raise BadOptions(f"{wanted} is installed, but cannot be opened: {left_out[wanted]}")
    near = did_you_mean(wanted, rooms()) or did_you_mean(wanted, _telling_words())
    raise BadOptions(
        f"there is no game {name!r}.{near} There are: {', '.join(rooms())}. "
        "A game of your own is there after `pip install -e .` in its folder."
    )


def _telling_words() -> list[str]:
    """Return the words that are part of one game's slug alone, each of which is enough to name the game."""
    words = Counter(word for slug in rooms() for word in slug.split("-"))
    return [word for word, games in words.items() if games == 1]
