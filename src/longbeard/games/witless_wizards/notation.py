"""Actions as text and back: `give:2`, `discard:katana`, `recover:3`."""

from typing import Final

from longbeard.engine.errors import NotAnAction
from longbeard.games.witless_wizards import actions
from longbeard.games.witless_wizards.rules import WitlessWizards

WORDS: Final = {
    actions.SPEND: "spend",
    actions.HOLD: "hold",
    actions.KEEP: "keep",
    actions.REROLL: "reroll",
    actions.STAND: "stand",
    actions.BLOCK: "block",
    actions.TAKE_IT: "take-it",
    actions.HEAL: "heal",
    actions.END: "end",
}
# The words with a number after them: where they begin, and the numbers there are.
NUMBERED: Final = {
    "give": (actions.GIVE, range(actions.MOST_SEATS)),
    "attack": (actions.ATTACK, range(actions.MOST_SEATS)),
    "focus": (actions.FOCUS, range(actions.MOST_CUBES + 1)),
    "guard": (actions.GUARD, range(actions.MOST_CUBES + 1)),
    "recover": (actions.RECOVER, range(1, actions.MOST_STAMINA)),
}


def spell(state: WitlessWizards, action: int) -> str:
    """An action as text."""
    if action in WORDS:
        return WORDS[action]
    if actions.DISCARD < action < state.action_count():
        return f"discard:{state.box.slugs[action - actions.DISCARD]}"
    for word, (first, numbers) in NUMBERED.items():
        if action - first in numbers:
            return f"{word}:{action - first}"
    raise NotAnAction(f"{action} is not an action")


def parse(state: WitlessWizards, text: str) -> int:
    """The action that a text stands for."""
    for action, word in WORDS.items():
        if text == word:
            return action
    word, _, rest = text.partition(":")
    if word == "discard" and rest in state.box.slugs[1:]:
        return actions.DISCARD + state.box.slugs.index(rest)
    if word in NUMBERED:
        first, numbers = NUMBERED[word]
        for number in numbers:
            if rest == str(number):
                return first + number
    raise NotAnAction(f"{text!r} is not an action of Witless Wizards")


def luck_number(state: WitlessWizards, word: str) -> int:
    """The number behind a scripted card or deck."""
    if word in state.box.decks:
        return state.box.decks.index(word)
    return state.box.slugs.index(word)
