"""What a viewer sees of Witless Wizards, built up from nothing; and what happened, in words."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from longbeard.engine.story import Event, sees
from longbeard.games.witless_wizards import abilities, actions, events
from longbeard.games.witless_wizards.box import DEFENSIVE, NO_CARD, OFFENSIVE, SLOTS, SPECIAL, WizardBox
from longbeard.games.witless_wizards.rules import WitlessWizards
from longbeard.games.witless_wizards.spots import spots as spots
from longbeard.games.witless_wizards.spots import steps as steps

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


def ask(look: Mapping[str, Any]) -> str:
    """What is asked of the one who decides."""
    return ASKED[look["decision"]]


def look(state: WitlessWizards, viewer: int) -> dict[str, Any]:
    """What this viewer may see now. Only the drawn cards are secret, and only from the others (D6)."""
    return {
        "decks": [state.box.decks[deck] for deck in sorted(state.decks)],
        "turn": int(state.turn),
        "turns": int(state.turns),
        "decision": DECISIONS[state.step],
        "wizards": [_wizard(state, seat) for seat in range(state.seats)],
        "deck": int(state.deck_count),
        "discards": [state.box.slugs[card] for card in state.discards[: state.discard_count]],
        "discarded": _card(state.box, state.discards[state.discard_count - 1])
        if state.discard_count
        else None,
        "first_card": PLACED[state.placed],
        "reach": [seat for seat in range(state.seats) if (state.reach() >> seat) & 1],
        "most_stamina": int(state.box.stamina),
        "weakened": int(state.box.weakened),
        "drawn": int(state.held),
        "hand": [_card(state.box, card) for card in _hand(state)] if sees(viewer, state.turn) else [],
        "battle": _battle(state) if state.step in BATTLE else None,
    }


def _hand(state: WitlessWizards) -> list[int]:
    return list(state.hand[: state.held])


def _wizard(state: WitlessWizards, seat: int) -> dict[str, Any]:
    return {
        "in": bool((state.alive >> seat) & 1),
        "stamina": int(state.stamina[seat]),
        "cubes": int(state.cubes[seat]),
        "equipment": {
            name: _card(state.box, state.worn[seat * SLOTS + slot]) for slot, name in enumerate(SLOT_NAMES)
        },
    }


@lru_cache(1024)
def _card(box: WizardBox, card: int) -> dict[str, Any] | None:
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


def _battle(state: WitlessWizards) -> dict[str, Any]:
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


def words(look: Mapping[str, Any], names: Sequence[str]) -> list[str]:
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


def _wizard_words(wizard: Mapping[str, Any], name: str) -> str:
    if not wizard["in"]:
        return f"{name}: out of the game, stamina {wizard['stamina']}."
    worn = [card_words(card) for card in wizard["equipment"].values() if card]
    return f"{name}: stamina {wizard['stamina']}, {_cubes(wizard['cubes'])}. " + (
        f"Wears {'; '.join(worn)}." if worn else "Wears nothing."
    )


def _battle_words(battle: Mapping[str, Any], names: Sequence[str]) -> str:
    line = f"{names[battle['attacker']]} attacks {names[battle['target']]}"
    if battle["die"]:
        line += f" with a roll of {battle['die']}"
    if battle["focus"]:
        line += f" and {_cubes(battle['focus'])} of focus"
    return line + "."


def card_words(card: Mapping[str, Any]) -> str:
    """A card by its name and numbers: `Nunchaku (attack 2, +1 cube, twice)`."""
    numbers = [] if card["kind"] == "special" else [f"{_value_name(card)} {card['value']}"]
    if card["income"]:
        numbers.append(f"+{_cubes(card['income'])}")
    numbers += [
        name if name in YES_OR_NO else f"{name} {number}" for name, number in card["abilities"].items()
    ]
    return f"{card['name']} ({', '.join(numbers)})"


def _value_name(card: Mapping[str, Any]) -> str:
    return "attack" if card["kind"] == "offensive" else "defence"


def _cubes(number: int) -> str:
    return f"{number} cube" if number == 1 else f"{number} cubes"


def phrase(state: WitlessWizards, action: int, names: Sequence[str]) -> str:
    """A choice in words, for the player who has it."""
    box = state.box
    if action > actions.DISCARD:
        card = action - actions.DISCARD
        other = state.hand[1] if state.hand[0] == card else state.hand[0]
        return f"Discard the {box.names[card]} and go on with the {box.names[other]}"
    if actions.GIVE <= action < actions.GIVE + actions.MOST_SEATS:
        return _placing(
            state,
            action - actions.GIVE,
            f"Give the {box.names[state.hand[0]]} to {names[action - actions.GIVE]}",
        )
    if actions.ATTACK <= action < actions.ATTACK + actions.MOST_SEATS:
        return f"Attack {names[action - actions.ATTACK]}"
    if actions.FOCUS <= action <= actions.FOCUS + actions.MOST_CUBES:
        return f"Focus {_cubes(action - actions.FOCUS)}: attack +{action - actions.FOCUS}"
    if actions.GUARD <= action <= actions.GUARD + actions.MOST_CUBES:
        return f"Guard with {_cubes(action - actions.GUARD)}: defence +{action - actions.GUARD}"
    if actions.RECOVER < action < actions.HEAL:
        return f"Return {_cubes(action - actions.RECOVER)} to recover as much stamina"
    if action == actions.KEEP:
        return _placing(state, int(state.turn), f"Keep the {box.names[state.hand[0]]}")
    if action == actions.SPEND:
        free = state.says(state.turn, 1 << abilities.SCRY)
        price = "Look at another card for free" if free else "Return a cube to draw another card"
        return f"{price}, then discard one of the two"
    return {
        actions.HOLD: "Go on with this card",
        actions.REROLL: "Discard your card to roll again",
        actions.STAND: f"Let the roll of {state.die} stand",
        actions.BLOCK: "Discard your card to block: no hits from this attack",
        actions.TAKE_IT: "Keep your card and take what comes",
        actions.HEAL: "Discard your card to regain stamina",
        actions.END: "End your turn",
    }[action]


def _placing(state: WitlessWizards, seat: int, words: str) -> str:
    before = state.worn[seat * SLOTS + state.box.kind[state.hand[0]]]
    return words if before == NO_CARD else f"{words} (it replaces the {state.box.names[before]})"


# ── what happened ─────────────────────────────────────────────────────────────────────────────────

# In the order of events.py: the word for programs, and the sentence. {a}, {b} and {c} are the event's
# numbers; n names a seat, card and deck what they say, cubes and hits count.
SENTENCES: Final = (
    ("turn", "{n[a]}'s turn."),
    ("draws", "{n[a]} draws a card."),
    ("drawn", "It is the {card[b]}."),
    ("pays", "{n[a]} returns a cube to draw another card."),
    ("scries", "{n[a]} looks at another card for free."),
    ("discards", "{n[a]} discards the {card[b]}."),
    ("keeps", "{n[a]} keeps the {card[b]}."),
    ("gives", "{n[a]} gives {n[b]} the {card[c]}."),
    ("replaced", "{n[a]}'s {card[b]} is discarded."),
    ("reshuffle", "The discards become the new deck: {a} cards."),
    ("skips-battle", "{n[a]} played first and does not attack on the first turn."),
    ("attacks", "{n[a]} attacks {n[b]}."),
    ("focuses", "{n[a]} returns {cubes[b]} to focus: attack +{b}."),
    ("rolls", "{n[a]} rolls {b}."),
    ("rerolls", "{n[a]} discards the {card[b]} to roll again."),
    ("guards", "{n[a]} returns {cubes[b]} to guard: defence +{b}."),
    ("blocks", "{n[a]} discards the {card[b]} and blocks the attack."),
    ("dodges", "{n[a]} dodges a roll of {b}."),
    ("fight", "Attack {a} against defence {b}: {hits[c]}."),
    ("hits", "{n[a]} loses {b} stamina and has {c}."),
    ("splashes", "{n[a]} is splashed: {hits[b]}, and has {c} stamina."),
    ("drains", "{n[a]} takes {cubes[c]} from {n[b]}."),
    ("leeches", "{n[a]} regains {b} stamina from the hit and has {c}."),
    ("thorns", "{n[a]} is hurt in return: {hits[b]}, and has {c} stamina."),
    ("recoils", "{n[a]} suffers the recoil, loses {b} stamina and has {c}."),
    ("out", "{n[a]} is out of the game."),
    ("recovers", "{n[a]} returns {cubes[b]} and has {c} stamina."),
    ("heals", "{n[a]} discards the {card[b]} to regain stamina and has {c}."),
    ("income", "{n[a]} takes {cubes[b]} and has {c}."),
    ("regrows", "{n[a]} regains {b} stamina and has {c}."),
    ("cursed", "{n[a]} is cursed, loses {b} stamina and has {c}."),
    ("last-standing", "{n[a]} is the last wizard standing."),
    ("nobody-left", "Nobody is left standing, but {n[a]} fell closest to 0."),
    ("nothing-to-draw", "There is nothing left to draw for {n[a]}."),
    ("deck", "The {deck[a]} deck is in play."),
    ("first", "{n[a]} plays first."),
)
EVENT_NAMES: Final = tuple(name for name, _ in SENTENCES)


class _Counted:
    """`{hits[2]}` in a sentence: a number with its word, singular or plural."""

    def __init__(self, one: str, many: str) -> None:
        self.one, self.many = one, many

    def __getitem__(self, number: int) -> str:
        if number == 0:
            return f"no {self.many}"
        return f"{number} {self.one if number == 1 else self.many}"


def tell(box: WizardBox, event: Event, names: Sequence[str]) -> str:
    """An event as a sentence."""
    a, b, c = event.data
    if event.kind == events.ROLLS and c:
        return f"{names[a]} rolls {b} and {c}, and keeps the {max(b, c)}."
    if event.kind == events.HITS and b == 0:
        return f"{names[a]} is not hurt."
    return _fill(SENTENCES[event.kind][1], box, names, (a, b, c))


def _fill(sentence: str, box: WizardBox, names: Sequence[str], numbers: tuple[int, int, int]) -> str:
    """`str.format` with the event's numbers as keys: {n[a]} is the name of the seat that a says."""
    a, b, c = numbers
    for letter, number in (("a", a), ("b", b), ("c", c)):
        sentence = sentence.replace(f"[{letter}]", f"[{number}]")
    return sentence.format(
        a=a, b=b, c=c, n=names, card=box.names, deck=box.titles,
        cubes=_Counted("cube", "cubes"), hits=_Counted("hit", "hits"),
    )  # fmt: skip


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
    seen = _card(box, card)
    assert seen is not None
    kind = {OFFENSIVE: "offensive", DEFENSIVE: "defensive", SPECIAL: "special"}[int(box.kind[card])]
    deck = box.titles[box.deck_of[card]] if box.deck_of[card] >= 0 else "standard"
    return f"{card_words(seen)}, {kind} equipment of the {deck} deck. {seen['text']}"
