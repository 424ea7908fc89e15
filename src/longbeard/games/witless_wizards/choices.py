"""Actions of Witless Wizards: a row for each kind, with its notation, words and steps."""

from collections.abc import Callable
from typing import Final

from longbeard.engine.choosing import Deed, Deeds, Names
from longbeard.engine.numbers import lowest, several
from longbeard.engine.telling import plural
from longbeard.games.witless_wizards import abilities, actions
from longbeard.games.witless_wizards.board import GAVE, KEPT
from longbeard.games.witless_wizards.box import NO_CARD, SLOTS
from longbeard.games.witless_wizards.reasons import changes, guarded
from longbeard.games.witless_wizards.rules import WitlessWizards
from longbeard.games.witless_wizards.view import cubes

SEATS: Final = range(actions.MOST_SEATS)
CUBES: Final = range(actions.MOST_CUBES + 1)
CARDS: Final = range(1, 1000)


def _board(state: WitlessWizards, seat: int) -> list[str]:
    return [f"board:{seat}"]


def _spend(state: WitlessWizards, number: int, names: Names) -> str:
    free = state.says(state.turn, 1 << abilities.SCRY)
    price = "Look at another card for free" if free else "Return a cube to draw another card"
    return f"{price}, then discard one of the two"


def _keep(state: WitlessWizards, number: int, names: Names) -> str:
    return _placing(state, int(state.turn), f"Keep the {state.box.names[state.hand[0]]}")


def _give(state: WitlessWizards, seat: int, names: Names) -> str:
    return _placing(state, seat, f"Give the {state.box.names[state.hand[0]]} to {names[seat]}")


def _placing(state: WitlessWizards, seat: int, words: str) -> str:
    """Describe what happens to the card, what it pushes out, and what that changes."""
    card = int(state.hand[0])
    before = state.worn[seat * SLOTS + state.box.kind[card]]
    changed = ", ".join([change.words for change in changes(state, seat, card)])
    notes = [] if before == NO_CARD else [f"it replaces the {state.box.names[before]}"]
    notes += [changed] if changed else []
    return f"{words} ({'; '.join(notes)})" if notes else words


def _hold(state: WitlessWizards, number: int, names: Names) -> str:
    """Describe what follows if one goes on with the card (D3, D5)."""
    card = state.box.names[state.hand[0]]
    if state.placed == GAVE:
        return _placing(state, int(state.turn), f"Take the {card}: you wear it")
    reach = state.reach()
    if state.placed == KEPT and not several(reach):
        seat = int(lowest(reach))
        return _placing(state, seat, f"Take the {card}: it goes to {names[seat]}")
    then = "then give it to somebody" if state.placed == KEPT else "then wear it or give it away"
    return f"Take the {card}: {then}"


def _guard(state: WitlessWizards, number: int, names: Names) -> str:
    hits = plural("no hits|1 hit|# hits", guarded(state, number))
    return f"Guard with {cubes(number)}: defence +{number}, {hits}"


def _using(ability: int, words: str) -> Callable[[WitlessWizards, int, Names], str]:
    """Return a phrase with the card that would be used up."""

    def phrase(state: WitlessWizards, number: int, names: Names) -> str:
        row = ability * state.box.cards
        worn = [int(card) for card in state.worn[state.actor * SLOTS : (state.actor + 1) * SLOTS]]
        card = next(card for card in worn if state.box.powers[row + card])
        return words.format(card=state.box.names[card], number=state.box.powers[row + card])

    return phrase


def _take(state: WitlessWizards, number: int, names: Names) -> str:
    hits = plural("no hits|1 hit|# hits", guarded(state, int(state.guard)))
    return f"Keep your card and take {hits}"


def _discard(state: WitlessWizards, card: int, names: Names) -> str:
    other = state.hand[1] if state.hand[0] == card else state.hand[0]
    return f"Discard the {state.box.names[card]} and go on with the {state.box.names[other]}"


def _other_card(state: WitlessWizards, card: int) -> list[str]:
    """Return the spot of the card to go on with; the other one is discarded."""
    return [f"hand:{1 if state.hand[0] == card else 0}"]


def _slug(state: WitlessWizards, card: int) -> str:
    return state.box.slugs[card] if card < state.box.cards else ""


def says(words: str) -> Callable[[WitlessWizards, int, Names], str]:
    """Return a phrase that is always the same."""
    return lambda state, number, names: words


DEEDS: Final[Deeds[WitlessWizards]] = Deeds(
    "Witless Wizards",
    [
        Deed("spend", actions.SPEND, None, _spend, "Another card", lambda state, number: ["deck"]),
        Deed("hold", actions.HOLD, None, _hold, "Take it"),
        Deed(
            "keep", actions.KEEP, None, _keep, "Wear it", lambda state, number: _board(state, int(state.turn))
        ),
        Deed("give", actions.GIVE, SEATS, _give, "Give it", _board),
        Deed(
            "attack",
            actions.ATTACK,
            SEATS,
            lambda state, seat, names: f"Attack {names[seat]}",
            "Attack",
            _board,
        ),
        Deed(
            "focus",
            actions.FOCUS,
            CUBES,
            lambda state, number, names: f"Focus {cubes(number)}: attack +{number}",
            "attack +#",
        ),
        Deed(
            "reroll",
            actions.REROLL,
            None,
            _using(abilities.REROLL, "Discard the {card} to roll again"),
            "Roll again",
        ),
        Deed(
            "stand",
            actions.STAND,
            None,
            lambda state, number, names: f"Let the roll of {state.die} stand",
            "Let it stand",
        ),
        Deed(
            "guard",
            actions.GUARD,
            CUBES,
            _guard,
            "defence +#",
        ),
        Deed(
            "block",
            actions.BLOCK,
            None,
            _using(abilities.BLOCK, "Discard the {card} to block: no hits from this attack"),
            "Block",
        ),
        Deed("take-it", actions.TAKE_IT, None, _take, "Take the hits"),
        Deed(
            "recover",
            actions.RECOVER,
            range(1, actions.MOST_STAMINA),
            lambda state, number, names: f"Return {cubes(number)} to recover as much stamina",
            "stamina +#",
        ),
        Deed(
            "heal",
            actions.HEAL,
            None,
            _using(abilities.HEAL, "Discard the {card} to regain up to {number} stamina"),
            "Heal",
        ),
        Deed("end", actions.END, None, says("End your turn"), "End your turn"),
        Deed("discard", actions.DISCARD, CARDS, _discard, "Take the other", _other_card, _slug),
    ],
)
