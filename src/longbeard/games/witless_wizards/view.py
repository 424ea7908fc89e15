"""What a viewer sees of Witless Wizards, built up from nothing, and the same in words."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypedDict

from longbeard.engine.story import sees
from longbeard.games.witless_wizards import abilities, actions
from longbeard.games.witless_wizards.box import DEFENSIVE, NO_CARD, OFFENSIVE, SLOTS, SPECIAL, WizardBox
from longbeard.games.witless_wizards.rules import WitlessWizards

SLOT_NAMES: Final = ("offensive", "defensive", "special")
DECISIONS: Final = (
    "draw-more",
    "which-card",
    "whose",
    "give-to",
    "target",
    "focus",
    "reroll",
    "guard",
    "block",
    "rest",
    "finished",
)
ASKED: Final = {
    "draw-more": "Take this card, or look at another?",
    "which-card": "Which of the two do you take?",
    "whose": "Wear it, or press it upon somebody?",
    "give-to": "Who gets it?",
    "target": "Whom do you attack?",
    "focus": "How many cubes go into the attack?",
    "reroll": "Roll again?",
    "guard": "How many cubes go into your defence?",
    "block": "Block it?",
    "rest": "Catch your breath?",
}
YES_OR_NO: Final = ("twice", "reach", "scry", "reroll", "block")
"""The abilities that have no number: a card has them or not."""
PLACED: Final = ("", "kept", "gave")
"""What was done with the turn's first card (D5)."""
BATTLE: Final = (actions.FOCUSING, actions.REROLLING, actions.GUARDING, actions.BLOCKING)

ENDING_WORDS: Final = {
    "last-standing": "One wizard is left standing.",
    "nobody-left": "Nobody is left standing; the wizard closest to 0 stamina wins.",
    "nobody-left-shared": "Nobody is left standing; the wizards closest to 0 stamina share the win.",
}


class Card(TypedDict):
    """A card as everyone may read it."""

    slug: str
    name: str
    kind: str
    value: int
    income: int
    abilities: dict[str, int]
    text: str
    icon: str
    copies: int


# A key that is a word of Python's own needs the other form.
Wizard = TypedDict("Wizard", {"in": bool, "stamina": int, "cubes": int, "equipment": dict[str, Card | None]})
"""A wizard's board; `in` is false once the wizard is out of the game."""


class BattleLook(TypedDict):
    """A fight as it stands and, once the die is cast, what would come of it."""

    attacker: int
    target: int
    focus: int
    die: int
    guard: int
    strength: int
    attack: int | None
    defence: int
    dodged: bool
    hits: int | None


class Public(TypedDict):
    """What everybody sees."""

    decks: list[str]
    turn: int
    turns: int
    decision: str
    wizards: list[Wizard]
    deck: int
    discards: list[str]
    discarded: Card | None
    first_card: str
    reach: list[int]
    free_look: bool
    """Whether another card costs nothing (scry)."""
    most_stamina: int
    weakened: int
    drawn: int
    battle: BattleLook | None


class Private(TypedDict):
    """What the drafter sees besides (D6)."""

    hand: list[Card]


class Look(Public, Private):
    """What one viewer sees."""


def ask(look: Look) -> str:
    """What is asked of the one who decides."""
    return ASKED[look["decision"]]


def public(state: WitlessWizards) -> Public:
    """What everybody may see now: all but the drawn cards."""
    reach = state.reach()
    return {
        "decks": [state.box.decks[deck] for deck in sorted(state.decks)],
        "turn": int(state.turn),
        "turns": int(state.turns),
        "decision": DECISIONS[state.step],
        "wizards": [_wizard(state, seat) for seat in range(state.seats)],
        "deck": int(state.deck_count),
        "discards": [state.box.slugs[card] for card in state.discards[: state.discard_count]],
        "discarded": card_look(state.box, state.discards[state.discard_count - 1])
        if state.discard_count
        else None,
        "first_card": PLACED[state.placed],
        "reach": [seat for seat in range(state.seats) if (reach >> seat) & 1],
        "free_look": bool(state.says(state.turn, 1 << abilities.SCRY)),
        "most_stamina": int(state.box.stamina),
        "weakened": int(state.box.weakened),
        "drawn": int(state.held),
        "battle": _battle(state) if state.step in BATTLE else None,
    }


def private(state: WitlessWizards, viewer: int) -> Private:
    """The drawn cards, for whoever drew them (D6)."""
    drawn = state.hand[: state.held] if sees(viewer, state.turn) else ()
    cards = [card_look(state.box, card) for card in drawn]
    return {"hand": [card for card in cards if card is not None]}


def look(state: WitlessWizards, viewer: int) -> Look:
    """Both together, as the gate puts them."""
    return {**public(state), **private(state, viewer)}


def _wizard(state: WitlessWizards, seat: int) -> Wizard:
    return {
        "in": bool((state.alive >> seat) & 1),
        "stamina": int(state.stamina[seat]),
        "cubes": int(state.cubes[seat]),
        "equipment": {
            name: card_look(state.box, state.worn[seat * SLOTS + slot])
            for slot, name in enumerate(SLOT_NAMES)
        },
    }


@lru_cache(1024)
def card_look(box: WizardBox, card: int) -> Card | None:
    """A card as everyone may read it. Made once: nobody writes to what a view shows."""
    if card == NO_CARD:
        return None
    return {
        "slug": box.slugs[card],
        "name": box.names[card],
        "kind": SLOT_NAMES[box.kind[card]],
        "value": int(box.value[card]),
        "income": int(box.income[card]),
        "abilities": _abilities(box, card),
        "text": box.texts[card],
        "icon": box.icons[card],
        "copies": int(box.copies[card]),
    }


def _abilities(box: WizardBox, card: int) -> dict[str, int]:
    numbers = {name: int(box.powers[row * box.cards + card]) for row, name in enumerate(abilities.NAMES)}
    return {name: number for name, number in numbers.items() if number}


def _battle(state: WitlessWizards) -> BattleLook:
    """The fight as it stands and, once the die is cast, what would come of it as it stands (B3, B4)."""
    rolled = state.step != actions.FOCUSING
    strength, defence = int(state.strength()), int(state.defence())
    die = int(state.die) if rolled else 0
    attack = strength + max(die, int(state.greatest(state.turn, abilities.STEADY)))
    dodged = rolled and bool(state.dodged())
    return {
        "attacker": int(state.turn),
        "target": int(state.target),
        "focus": int(state.focus),
        "die": die,
        "guard": int(state.guard),
        "strength": strength,
        "attack": attack if rolled else None,
        "defence": defence,
        "dodged": dodged,
        "hits": (0 if dodged else max(0, attack - defence)) if rolled else None,
    }


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def words(look: Look, names: Sequence[str]) -> list[str]:
    """A look at the table as lines that can be read aloud."""
    decks = ", ".join(look["decks"])
    now = f"Turn {look['turns'] + 1}, {names[look['turn']]} to play."
    if look["decision"] == "finished":
        now = f"Over after {look['turns']} turns."
    lines = [f"{now} Decks: {decks}."]
    lines += [_wizard_words(wizard, names[seat]) for seat, wizard in enumerate(look["wizards"])]
    lines.append(f"Deck: {look['deck']} cards. Discards: {', '.join(look['discards']) or 'none'}.")
    if look["hand"]:
        lines += [f"Drawn: {card_words(card)}. {card['text']}" for card in look["hand"]]
    if look["battle"]:
        lines.append(_battle_words(look["battle"], names))
    return lines


def _wizard_words(wizard: Wizard, name: str) -> str:
    if not wizard["in"]:
        return f"{name}: out of the game, stamina {wizard['stamina']}."
    worn = [card_words(card) for card in wizard["equipment"].values() if card]
    return f"{name}: stamina {wizard['stamina']}, {cubes(wizard['cubes'])}. " + (
        f"Wears {'; '.join(worn)}." if worn else "Wears nothing."
    )


def _battle_words(battle: BattleLook, names: Sequence[str]) -> str:
    line = f"{names[battle['attacker']]} attacks {names[battle['target']]}"
    if battle["die"]:
        line += f" with a roll of {battle['die']}"
    if battle["focus"]:
        line += f" and {cubes(battle['focus'])} of focus"
    return line + "."


def card_words(card: Card) -> str:
    """A card by its name and numbers: `Nunchaku (attack 2, +1 cube, twice)`."""
    numbers = [] if card["kind"] == "special" else [f"{_value_name(card)} {card['value']}"]
    if card["income"]:
        numbers.append(f"+{cubes(card['income'])}")
    numbers += [
        name if name in YES_OR_NO else f"{name} {number}" for name, number in card["abilities"].items()
    ]
    return f"{card['name']} ({', '.join(numbers)})"


def _value_name(card: Card) -> str:
    return "attack" if card["kind"] == "offensive" else "defence"


def cubes(number: int) -> str:
    return f"{number} cube" if number == 1 else f"{number} cubes"


# ── explanations ──────────────────────────────────────────────────────────────────────────────────

ABILITY_WORDS: Final = {
    "focus-attack": "Before the roll, return up to that many cubes for +1 attack each.",
    "focus-defence": "After the roll, return up to that many cubes for +1 defence each.",
    "pierce": "Ignore up to that much of the target's defence value.",
    "steady": "Your die counts as at least that much.",
    "twice": "Roll two dice; the better one counts.",
    "splash": "Everyone else you could have attacked takes that many hits.",
    "drain": "If you hit, take up to that many cubes from the target.",
    "leech": "If you hit, regain that much stamina.",
    "recoil": "Lose that much stamina after your attack, whether or not it hit.",
    "thorns": "Whoever hits you takes that many hits.",
    "dodge": "An attack whose die shows that much or less deals you no hits.",
    "reach": "With four wizards in the game, you may give to and attack anyone.",
    "regrow": "At the end of your turn, regain that much stamina.",
    "cursed": "At the end of your turn, lose that much stamina.",
    "scry": "On each draw you may draw a second card for free and discard one of the two.",
    "might": "That much is added to your attack.",
    "ward": "That much is added to your defence.",
    "heal": "After your battle, discard the card to regain that much stamina.",
    "reroll": "After your roll, discard the card to roll again; the new roll counts.",
    "block": "When attacked, discard the card: no hits from that attack.",
}


def glossary(box: WizardBox) -> dict[str, str]:
    """Every card and every ability, explained."""
    entries = {box.slugs[card]: _card_entry(box, card) for card in range(1, box.cards)}
    return entries | {name: f"{name}: {ABILITY_WORDS[name]}" for name in abilities.NAMES}


def _card_entry(box: WizardBox, card: int) -> str:
    seen = card_look(box, card)
    assert seen is not None
    kind = {OFFENSIVE: "offensive", DEFENSIVE: "defensive", SPECIAL: "special"}[int(box.kind[card])]
    deck = box.titles[box.deck_of[card]] if box.deck_of[card] >= 0 else "standard"
    return f"{card_words(seen)}, {kind} equipment of the {deck} deck. {seen['text']}"
