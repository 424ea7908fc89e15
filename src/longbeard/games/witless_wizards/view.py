"""What a viewer sees of Witless Wizards, and the same in words."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypedDict

from longbeard.engine.story import sees
from longbeard.engine.telling import joined, plural
from longbeard.games.witless_wizards import abilities, actions, battle
from longbeard.games.witless_wizards.box import DEFENSIVE, NO_CARD, OFFENSIVE, SLOTS, SPECIAL, WizardBox
from longbeard.games.witless_wizards.forecast import Chance, Forecast, forecast
from longbeard.games.witless_wizards.reasons import changes
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
    "struck",
    "blocked",
)
ASKED: Final = {
    "draw-more": "Card {draft} of 2: take the {card}, or look at another?",
    "which-card": "Card {draft} of 2: which of the two do you take?",
    "whose": "Card {draft} of 2: wear the {card}, or press it upon somebody?",
    "give-to": "Card {draft} of 2: who gets the {card}?",
    "target": "Whom do you attack?",
    "focus": "How many cubes go into the attack?",
    "reroll": "You rolled {die}: roll again?",
    "guard": "A {die} was rolled: how many cubes go into your defence?",
    "block": "A {die} was rolled: block the attack?",
    "rest": "Catch your breath?",
}
"""The question of each kind of decision."""
YES_OR_NO: Final = ("twice", "reach", "scry", "reroll", "block")
"""The abilities that have no number: a card has them or not."""
PLACED: Final = ("", "kept", "gave")
"""Uses of the turn's first card (D5)."""
STAGES: Final = {
    actions.FOCUSING: "aim",
    actions.REROLLING: "rolled",
    actions.GUARDING: "rolled",
    actions.BLOCKING: "rolled",
    actions.STRUCK: "struck",
    actions.BLOCKED: "blocked",
}
"""Stage of a battle, by what is being decided or shown."""
FORESEEN: Final = (*range(actions.DRAW_MORE, actions.TARGET + 1), actions.FOCUSING)
"""Decisions during which everybody can compute what the attack of this turn would do."""
FALLS: Final = {
    battle.HIT: "hit",
    battle.SPLASHED: "splash",
    battle.BACKFIRED: "backfire",
    battle.CURSED: "curse",
}

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


class Fall(TypedDict):
    """Why a wizard is out."""

    how: str
    """`hit`, `splash`, `backfire` or `curse`."""
    by: int
    """The seat whose turn it was."""
    card: str
    """Name of the weapon; empty if there was none."""


# A key that is a keyword of Python needs the functional form.
Wizard = TypedDict(
    "Wizard",
    {"in": bool, "stamina": int, "cubes": int, "equipment": dict[str, Card | None], "fell": Fall | None},
)
"""A wizard's board; `in` is false once the wizard is out of the game."""


class Term(TypedDict):
    """A number of a sum, and where it comes from."""

    what: str
    number: int


class BattleLook(TypedDict):
    """A fight as it stands and, once the die is cast, its outcome."""

    stage: str
    """`aim`, `rolled`, `struck` or `blocked`."""
    attack_terms: list[Term]
    """Terms of the attack: the die, once it is cast, the weapon, and what cards and cubes add."""
    defence_terms: list[Term]
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
    draft: int
    """Number of the card in the turn, 1 or 2."""
    die_faces: list[int]
    battle: BattleLook | None
    forecasts: list[Forecast]
    """What the attack of this turn would do to each possible target, before the die is cast."""


class ChangeLook(TypedDict):
    """One thing that a card changes on a board: `attack`, `defence`, `cubes a turn`, or an ability."""

    what: str
    before: int
    after: int
    words: str


class Preview(TypedDict):
    """What the drawn card would change for somebody."""

    seat: int
    changes: list[ChangeLook]


class Private(TypedDict):
    """What the drafter sees besides (D6)."""

    hand: list[Card]
    previews: list[Preview]
    """What the drawn card would change, for each wizard it may go to."""


class Look(Public, Private):
    """What one viewer sees."""


def ask(look: Look) -> str:
    """Return the question to the seat that decides."""
    card = look["hand"][0]["name"] if look["hand"] else "card"
    die = look["battle"]["die"] if look["battle"] else 0
    return ASKED[look["decision"]].format(draft=look["draft"], card=card, die=die)


def public(state: WitlessWizards) -> Public:
    """Return what everybody may see now: all but the drawn cards."""
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
        "draft": int(min(2, state.draws + 1)),
        "die_faces": [int(face) for face in state.box.die],
        "battle": _battle(state) if state.step in STAGES else None,
        "forecasts": _forecasts(state, reach) if state.step in FORESEEN and state.turns else [],
    }


def private(state: WitlessWizards, viewer: int) -> Private:
    """Return the drawn cards, for whoever drew them (D6)."""
    drawn = state.hand[: state.held] if sees(viewer, state.turn) else ()
    cards = [card_look(state.box, card) for card in drawn]
    return {
        "hand": [card for card in cards if card is not None],
        "previews": _previews(state) if len(cards) == 1 else [],
    }


def look(state: WitlessWizards, viewer: int) -> Look:
    """Return the public and the private look together."""
    return {**public(state), **private(state, viewer)}


def _forecasts(state: WitlessWizards, reach: int) -> list[Forecast]:
    if state.step == actions.FOCUSING:
        return [forecast(state, int(state.target), int(state.focus))]
    return [forecast(state, seat) for seat in range(state.seats) if (reach >> seat) & 1]


def _previews(state: WitlessWizards) -> list[Preview]:
    """Return what the drawn card does to each board that it may still go to (D3, D5)."""
    if state.step not in (actions.WHOSE, actions.GIVE_TO):
        return []
    reach, card = state.reach(), int(state.hand[0])
    seats = [seat for seat in range(state.seats) if (reach >> seat) & 1]
    if state.step == actions.WHOSE:
        seats.append(int(state.turn))
    return [
        {
            "seat": seat,
            "changes": [
                {"what": change.what, "before": change.before, "after": change.after, "words": change.words}
                for change in changes(state, seat, card)
            ],
        }
        for seat in sorted(seats)
    ]


def _arm(fell: Fall) -> str:
    return f"the {fell['card']}" if fell["card"] else "bare fists"


def fall_words(fell: Fall | None, names: Sequence[str], me: int | None) -> str:
    """Return why a wizard is out; in the second person for that wizard."""
    you, your = ("you", "Your") if me is not None else ("", "Their")
    if fell is None:
        return "Out of stamina."
    by = "" if me == fell["by"] else names[fell["by"]]
    arm = f" with {_arm(fell)}"
    if fell["how"] == "hit":
        return f"{by} struck {you} down{arm}." if you else f"Struck down by {by}{arm}."
    if fell["how"] == "splash":
        what = fell["card"] or "attack"
        return f"{by}’s {what} splashed {you}." if you else f"Splashed by {by}’s {what}."
    if fell["how"] == "curse":
        return f"{your} curse took the last stamina."
    return f"{your} own attack took the last stamina."


def fate(look: Look, names: Sequence[str], seat: int) -> str:
    """Return who struck down whom: how the seat fell or, if it is left, whom it struck down."""
    own = look["wizards"][seat]
    if not own["in"]:
        return fall_words(own["fell"], names, seat)
    falls = [(names[other], wizard["fell"]) for other, wizard in enumerate(look["wizards"])]
    mine = [(name, fell) for name, fell in falls if fell and fell["by"] == seat and fell["how"] == "hit"]
    arms = [f"{name} with {_arm(fell)}" for name, fell in mine]
    return f"You struck down {' and '.join(arms)}." if arms else ""


def _fall(state: WitlessWizards, seat: int) -> Fall | None:
    fell = int(state.fell >> (battle.FELL_BITS * seat)) % 2**battle.FELL_BITS
    if not fell:
        return None
    card = fell // battle.FELL_CARD
    return {
        "how": FALLS[fell % battle.FELL_BY],
        "by": fell // battle.FELL_BY % actions.MOST_SEATS,
        "card": state.box.names[card] if card else "",
    }


def _wizard(state: WitlessWizards, seat: int) -> Wizard:
    return {
        "in": bool((state.alive >> seat) & 1),
        "stamina": int(state.stamina[seat]),
        "cubes": int(state.cubes[seat]),
        "equipment": {
            name: card_look(state.box, state.worn[seat * SLOTS + slot])
            for slot, name in enumerate(SLOT_NAMES)
        },
        "fell": _fall(state, seat),
    }


@lru_cache(1024)
def card_look(box: WizardBox, card: int) -> Card | None:
    """Return a card as everybody may read it. Cached: nobody writes to what a view shows."""
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
    """Return the fight as it stands and, once the die is cast, its outcome (B3, B4)."""
    stage = STAGES[state.step]
    rolled = stage != "aim"
    strength, defence = int(state.strength()), int(state.defence())
    die = int(state.die) if rolled else 0
    attack = strength + max(die, int(state.greatest(state.turn, abilities.STEADY)))
    dodged = rolled and bool(state.dodged())
    missed = dodged or stage == "blocked"
    return {
        "stage": stage,
        "attack_terms": _attack_terms(state, die),
        "defence_terms": _defence_terms(state),
        "attacker": int(state.turn),
        "target": int(state.target),
        "focus": int(state.focus),
        "die": die,
        "guard": int(state.guard),
        "strength": strength,
        "attack": attack if rolled else None,
        "defence": defence,
        "dodged": dodged,
        "hits": (0 if missed else max(0, attack - defence)) if rolled else None,
    }


def _attack_terms(state: WitlessWizards, die: int) -> list[Term]:
    """Return the numbers that B3 adds up."""
    weapon = int(state.worn[state.turn * SLOTS + OFFENSIVE])
    found: list[Term] = []
    if die:
        steady = max(die, int(state.greatest(state.turn, abilities.STEADY)))
        found.append({"what": "die" if steady == die else f"die of {die}, steady", "number": steady})
    found.append(
        {"what": state.box.names[weapon] if weapon else "fists", "number": int(state.box.value[weapon])}
    )
    found += _card_terms(state, int(state.turn), abilities.MIGHT)
    if state.focus:
        found.append({"what": "focus", "number": int(state.focus)})
    return found


def _defence_terms(state: WitlessWizards) -> list[Term]:
    """Return the numbers of B4; pierce reduces the card's value alone (X6)."""
    armour = int(state.worn[state.target * SLOTS + DEFENSIVE])
    value = int(state.box.value[armour])
    found: list[Term] = [{"what": state.box.names[armour] if armour else "nightshirt", "number": value}]
    pierced = min(value, int(state.total(state.turn, abilities.PIERCE)))
    if pierced:
        found.append({"what": "pierced", "number": -pierced})
    found += _card_terms(state, int(state.target), abilities.WARD)
    if state.guard:
        found.append({"what": "guard", "number": int(state.guard)})
    return found


def _card_terms(state: WitlessWizards, seat: int, ability: int) -> list[Term]:
    """Return what each card of a wizard adds by an ability."""
    box, place = state.box, seat * SLOTS
    row = ability * box.cards
    worn = [int(card) for card in state.worn[place : place + SLOTS]]
    return [
        {"what": box.names[card], "number": int(box.powers[row + card])}
        for card in worn
        if box.powers[row + card]
    ]


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def words(look: Look, names: Sequence[str]) -> list[str]:
    """Return a look at the table as lines that can be read aloud."""
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
    if look["decision"] in ("target", "focus"):
        lines += [forecast_words(one, names) for one in look["forecasts"]]
    return lines


def forecast_words(forecast: Forecast, names: Sequence[str]) -> str:
    """Return what an attack can do, in a sentence: `Attack on Bert: 2 hits 50 %, 3 hits 50 %; can block
    …`."""
    chances = ", ".join([chance_words(chance) for chance in forecast["chances"]])
    return "; ".join([f"Attack on {names[forecast['seat']]}: {chances}", *forecast["notes"]]) + "."


def chance_words(chance: Chance) -> str:
    """Return one possible outcome in words: `3 hits 17 %, 12 stamina left`."""
    then = f"leaving {chance['left']}" if chance["left"] > 0 else "out"
    return f"{plural('no hits|1 hit|# hits', chance['hits'])} {chance['percent']} % ({then})"


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
    """Return a card by its name and numbers: `Nunchaku (attack 2, +1 cube, twice)`."""
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
    """Return every card, every ability and the die, explained."""
    entries = {box.slugs[card]: _card_entry(box, card) for card in range(1, box.cards)}
    sides = joined([str(face) for face in box.die])
    entries["die"] = f"Die: {len(box.die)} sides, {sides}. What it shows is added to your attack (B3)."
    return entries | {name: f"{name}: {ABILITY_WORDS[name]}" for name in abilities.NAMES}


def _card_entry(box: WizardBox, card: int) -> str:
    seen = card_look(box, card)
    assert seen is not None
    kind = {OFFENSIVE: "offensive", DEFENSIVE: "defensive", SPECIAL: "special"}[int(box.kind[card])]
    deck = box.titles[box.deck_of[card]] if box.deck_of[card] >= 0 else "standard"
    return f"{card_words(seen)}, {kind} equipment of the {deck} deck. {seen['text']}"
