"""Actions as text and back (`give:2`, `discard:katana`, `recover:3`), and the words of scripted luck."""

from longbeard.games.witless_wizards.choices import DEEDS
from longbeard.games.witless_wizards.rules import WitlessWizards

spell = DEEDS.spell
parse = DEEDS.parse


def luck_number(state: WitlessWizards, word: str) -> int:
    """Return the number behind a scripted card or deck."""
    if word in state.box.decks:
        return state.box.decks.index(word)
    return state.box.slugs.index(word)
