"""What a viewer sees of The Wizard Always Wins, and the same in words."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypedDict

from longbeard.engine.state import NOBODY
from longbeard.engine.story import sees
from longbeard.games.the_wizard_always_wins import odds
from longbeard.games.the_wizard_always_wins import words as say
from longbeard.games.the_wizard_always_wins.bag import ADD_GEM, GEM, LEVEL_UP
from longbeard.games.the_wizard_always_wins.box import CHARACTERS, PLAY, FateBox
from longbeard.games.the_wizard_always_wins.choices import mix_key
from longbeard.games.the_wizard_always_wins.notation import KIND_NAMES, card_name, piece_name, token_name
from longbeard.games.the_wizard_always_wins.pieces import (
    CARDS,
    ELEMENTS,
    KINDS,
    VALUES,
    count,
    holds,
    shown,
    size,
)
from longbeard.games.the_wizard_always_wins.rules import WHICH_SETS, WHICH_TO_PLAY, TheWizardAlwaysWins
from longbeard.games.the_wizard_always_wins.sets import parts, sets_in

DECISIONS: Final = ("character", "keep", "play", "trade", "sets", "finished")
ASKED: Final = {
    "character": "Who will you be in this round?",
    "keep": "Which of these cards do you keep?",
    "play": "{which} do you lay face up?",
    "trade": "One of your pieces for one of theirs?",
    "sets": "Turn in sets?",
}
ENDING_WORDS: Final = {"own-gem": "The Wizard drew a gem of their own out of the Bag of Fate."}


class Card(TypedDict):
    """A card as whoever sees it may read it."""

    slug: str
    name: str
    element: str
    shows: int
    text: str
    icon: str


class Action(TypedDict):
    """An action of a character; 0 times means as often as the level."""

    what: str
    times: int


class Character(TypedDict):
    """A character's tile, and who has it this round."""

    number: int
    slug: str
    name: str
    text: str
    icon: str
    does: list[Action]
    holder: int | None


class Element(TypedDict):
    """What lies face up of one element before a player."""

    element: str
    name: str
    one: str
    """Its name in the singular."""
    icon: str
    shown: int
    needed: int
    reward: str
    levels: int
    """Worth of a set in levels, and in gems."""
    gems: int
    sets: int
    worth: str
    pieces: list[str]


class Odds(TypedDict):
    """The number of draws with which the Wizard would win, of all draws, and that in words."""

    ways: int
    of: int
    words: str


class Player(TypedDict):
    """What everybody sees of a player."""

    colour: str
    level: int
    gems: int
    gems_in_bag: int
    dial_end: int
    odds: Odds
    marker: int
    hand: int
    face_up: list[Element]


class LastDraw(TypedDict):
    """The last draw from the bag: whose, of how many tokens, and what came out so far, in order."""

    seat: int
    wanted: int
    tokens: list[str]
    wizard: bool
    """Whether it is for the win. Known while the draw lasts: the tile goes back at the end of the round."""
    chance: Odds
    """Chance of a gem of their own among those that are still to come (R5)."""
    good_for: list[int]
    """Effects of the next token, in percent: a gem, a level, an element, nothing (R4)."""


class Way(TypedDict):
    """A way to turn in sets."""

    key: str
    element: str
    icon: str
    pieces: list[str]
    words: str
    sets: int
    reward: str
    best: bool


class Public(TypedDict):
    """What everybody sees."""

    round: int
    turn: int
    order: list[int]
    decision: str
    characters: list[Character]
    players: list[Player]
    deck: int
    discards: list[str]
    bag: dict[str, int]
    tokens: int
    """Number of tokens in the bag."""
    drawn: int
    """Number of tokens that are out of it just now, on their way back."""
    last_draw: LastDraw | None
    out: dict[str, int]
    looking: int
    ways: list[Way]
    shares: list[int]
    """Kinds of the tokens in the bag, in percent: Add-a-Gem, Level-Up, an element, somebody's gem."""
    plays: list[int]
    """Number of the card that is to be played in this turn, and how many there are."""


class Private(TypedDict):
    """What a seat sees besides: its hand, and the cards that it looks at as the Oracle."""

    hands: list[list[Card] | None]
    looked_at: list[Card]


class Look(Public, Private):
    """What one viewer sees."""


def ask(look: Look) -> str:
    """Return the question to the seat that decides; with several cards to play, which one it is."""
    number, plays = look["plays"]
    counted = f"Card {number} of {plays}: which one" if plays > 1 else "Which card"
    return ASKED[look["decision"]].format(which=counted)


def public(state: TheWizardAlwaysWins) -> Public:
    """Return what everybody may see now: all but the hands, the deck and the cards before the Oracle."""
    box, bag = state.box, state.bag
    inside = list(bag.tokens[: bag.inside])
    names = token_names(box, int(state.seats))
    return {
        "round": int(state.round),
        "turn": int(state.turn),
        "order": list(state.order),
        "decision": DECISIONS[state.step],
        "characters": [_character(box, number, state.holder[number]) for number in range(CHARACTERS)],
        "players": [_player(state, seat) for seat in range(state.seats)],
        "deck": int(state.deck_count),
        "discards": _card_names(box, state.discards),
        "bag": {name: inside.count(token) for token, name in enumerate(names)},
        "tokens": int(bag.inside),
        "drawn": int(bag.drawn),
        "last_draw": _last_draw(state, names),
        "out": dict(zip(box.elements, state.tokens_out, strict=True)),
        "looking": int(size(state.looking)),
        "ways": _ways(state) if state.step == WHICH_SETS else [],
        "shares": _shares(inside),
        "plays": _plays(state) if state.step == WHICH_TO_PLAY else [0, 0],
    }


def private(state: TheWizardAlwaysWins, viewer: int) -> Private:
    """Return a seat's hand, and what it looks at as the Oracle."""
    return {
        "hands": [
            _seen_cards(state.box, state.hands[seat]) if sees(viewer, seat) else None
            for seat in range(state.seats)
        ],
        "looked_at": _seen_cards(state.box, state.looking) if sees(viewer, int(state.turn)) else [],
    }


def look(state: TheWizardAlwaysWins, viewer: int) -> Look:
    """Return the public and the private look together."""
    return {**public(state), **private(state, viewer)}


def _last_draw(state: TheWizardAlwaysWins, names: Sequence[str]) -> LastDraw | None:
    bag = state.bag
    if bag.hand == NOBODY:
        return None
    seat = int(bag.hand)
    return {
        "seat": seat,
        "wanted": int(bag.wanted),
        "tokens": [names[token] for token in bag.last[: bag.last_count]],
        "wizard": state.holder[_wizard(state.box)] == seat,
        "chance": _odds(*odds.of_the_rest(state, seat)),
        "good_for": odds.percents(odds.of_a_token(state, seat)),
    }


@lru_cache(16)
def _wizard(box: FateBox) -> int:
    """Return the character that draws for the win."""
    return next(number for number in range(CHARACTERS) if ("fate", 0) in say.does(box, number))


def _shares(inside: Sequence[int]) -> list[int]:
    gems = len([token for token in inside if token >= GEM])
    boons = [inside.count(ADD_GEM), inside.count(LEVEL_UP)]
    return odds.percents([*boons, len(inside) - gems - sum(boons), gems])


def _plays(state: TheWizardAlwaysWins) -> list[int]:
    """Return which card of the turn is to be played; the action that asks has begun, so it lies before the
    next one."""
    box = state.box
    character = next(number for number in range(CHARACTERS) if state.holder[number] == state.turn)
    begin, now, end = box.action_start[character], state.action, box.action_start[character + 1]
    before, after = (
        len([place for place in range(one, other) if box.actions[place] == PLAY])
        for one, other in ((begin, now), (now, end))
    )
    return [before, before + after]


# Values that depend on a few numbers are cached: nobody writes to what a view shows.


@lru_cache(64)
def token_names(box: FateBox, seats: int) -> tuple[str, ...]:
    """Return the names of the tokens with a number of players, by token number."""
    return tuple(token_name(box, token) for token in range(GEM + seats))


def _cards(pile: int) -> list[int]:
    return [card for card in range(CARDS) for copy in range(count(pile, card))]


@lru_cache(512)
def _card_names(box: FateBox, pile: int) -> list[str]:
    return [card_name(box, card) for card in _cards(pile)]


@lru_cache(512)
def _seen_cards(box: FateBox, pile: int) -> list[Card]:
    return [_card(box, card) for card in _cards(pile)]


@lru_cache(256)
def _card(box: FateBox, card: int) -> Card:
    element = card // VALUES
    return {
        "slug": card_name(box, card),
        "name": say.card(box, card),
        "element": box.elements[element],
        "shows": card % VALUES + 1,
        "text": box.card_texts[card],
        "icon": box.element_icons[element],
    }


@lru_cache(512)
def _character(box: FateBox, number: int, holder: int) -> Character:
    return {
        "number": number + 1,
        "slug": box.characters[number],
        "name": box.character_names[number],
        "text": box.character_texts[number],
        "icon": box.character_icons[number],
        "does": [{"what": what, "times": times} for what, times in say.does(box, number)],
        "holder": None if holder == NOBODY else holder,
    }


def _player(state: TheWizardAlwaysWins, seat: int) -> Player:
    box = state.box
    return {
        "colour": box.colours[seat],
        "level": int(state.level[seat]),
        "gems": int(state.gems[seat]),
        "gems_in_bag": int(state.gems_in_bag(seat)),
        "dial_end": int(box.dial_end),
        "odds": _odds(*odds.to_win(state, seat)),
        "marker": int(state.marker[seat]),
        "hand": int(size(state.hands[seat])),
        "face_up": [
            _element(box, element, state.face[seat * ELEMENTS + element]) for element in range(ELEMENTS)
        ],
    }


@lru_cache(1024)
def _odds(ways: int, all_ways: int) -> Odds:
    return {"ways": ways, "of": all_ways, "words": odds.percent(ways, all_ways)}


@lru_cache(4096)
def _element(box: FateBox, element: int, pile: int) -> Element:
    needed = int(box.needed[element])
    sets = int(sets_in(pile, needed))
    return {
        "element": box.elements[element],
        "name": box.element_plurals[element],
        "one": box.element_names[element],
        "icon": box.element_icons[element],
        "shown": int(shown(pile)),
        "needed": needed,
        "reward": say.reward(box, element),
        "levels": int(box.set_levels[element]),
        "gems": int(box.set_gems[element]),
        "sets": sets,
        "worth": say.reward(box, element, sets) if sets else "",
        "pieces": [
            piece_name(box, element * KINDS + kind)
            for kind in range(KINDS)
            for copy in range(count(pile, kind))
        ],
    }


def _ways(state: TheWizardAlwaysWins) -> list[Way]:
    """Return what the player whose turn it is may turn in (E2), the best way of each element first."""
    found: list[Way] = []
    for element in range(ELEMENTS):
        pile = state.face[state.turn * ELEMENTS + element]
        if shown(pile) >= state.box.needed[element]:
            found += _element_ways(state.box, element, pile)
    return found


@lru_cache(512)
def _element_ways(box: FateBox, element: int, pile: int) -> list[Way]:
    """Return the ways for one element; the best is for the most sets, with the least waste and fewest
    pieces."""
    needed = box.needed[element]
    mixes = [
        mix
        for mix in range(box.mix_start[element], box.mix_start[element + 1])
        if holds(pile, box.mixes[mix])
    ]
    mixes.sort(key=lambda mix: (-box.mix_sets[mix], shown(box.mixes[mix]) % needed, size(box.mixes[mix])))
    return [_way(box, element, mix, mix == mixes[0] and len(mixes) > 1) for mix in mixes]


def _way(box: FateBox, element: int, mix: int, best: bool) -> Way:
    sets = int(box.mix_sets[mix])
    return {
        "key": mix_key(box, mix),
        "element": box.elements[element],
        "icon": box.element_icons[element],
        "pieces": [KIND_NAMES[kind] for kind in parts(box.mixes[mix])],
        "words": f"{say.mix(box, mix)}{say.sets(box, mix)}",
        "sets": sets,
        "reward": say.reward(box, element, sets),
        "best": best,
    }


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def words(look: Look, names: Sequence[str]) -> list[str]:
    """Return a look at the table as lines that can be read aloud."""
    order = ", ".join(names[seat] for seat in look["order"])
    lines = [f"Round {look['round']}, {names[look['turn']]} to play. Order of this round: {order}."]
    lines.append(_free_words(look["characters"]))
    for seat, player in enumerate(look["players"]):
        lines += _player_words(player, names[seat], _character_of(look, seat))
    lines += _bag_words(look, names)
    lines.append(
        f"Deck: {say.counted(look['deck'], 'card', 'cards')}. Discards: {_listed(look['discards'])}."
    )
    lines += [_hand_words(hand, names[seat]) for seat, hand in enumerate(look["hands"]) if hand is not None]
    if look["looked_at"]:
        lines.append(f"Before the Oracle: {', '.join(card['name'] for card in look['looked_at'])}.")
    return lines


def _free_words(characters: Sequence[Character]) -> str:
    free = [f"{one['number']} {one['name']}" for one in characters if one["holder"] is None]
    return f"Free characters: {', '.join(free)}."


def _character_of(look: Look, seat: int) -> str:
    return "".join(f", the {one['name']}" for one in look["characters"] if one["holder"] == seat)


def _player_words(player: Player, name: str, character: str) -> list[str]:
    hand = say.counted(player["hand"], "card", "cards")
    line = (
        f"{name}{character}: level {player['level']}, {hand} in hand. "
        f"Gems: {player['gems_in_bag']} in the bag, {player['gems']} beside it. "
        f"Wizard's odds: {player['odds']['words']}."
    )
    return [line, *(_element_words(one) for one in player["face_up"] if one["pieces"])]


def _element_words(element: Element) -> str:
    kinds = "+".join(piece.rpartition("-")[2] for piece in element["pieces"])
    full = f", {_sets_words(element['sets'])}: {element['worth']}" if element["sets"] else ""
    return f"  {element['name']} {element['shown']} of {element['needed']} ({kinds}){full}"


def _sets_words(sets: int) -> str:
    return "a full set" if sets == 1 else f"{sets} full sets"


def _bag_words(look: Look, names: Sequence[str]) -> list[str]:
    gems = {f"{one['colour']}-gem": f"gem of {names[seat]}'s" for seat, one in enumerate(look["players"])}
    found = [f"{number} {token.removesuffix('-token')}" for token, number in look["bag"].items()
             if number and token not in gems]  # fmt: skip
    found.append(say.counted(sum(look["bag"][gem] for gem in gems), "gem", "gems"))
    lines = [f"Bag of Fate, {look['tokens']} tokens: {', '.join(found)}."]
    if look["last_draw"]:
        drawn = ", ".join(gems.get(token, token) for token in look["last_draw"]["tokens"]) or "nothing"
        lines.append(f"Last draw, {names[look['last_draw']['seat']]}'s: {drawn}.")
    return lines


def _hand_words(hand: Sequence[Card], name: str) -> str:
    return f"{name}'s hand: {', '.join(card['name'] for card in hand) or 'no cards'}."


def _listed(slugs: Sequence[str]) -> str:
    several = {slug: slugs.count(slug) for slug in slugs}
    return (
        ", ".join(slug if number == 1 else f"{number} {slug}" for slug, number in several.items()) or "none"
    )


# ── explanations ──────────────────────────────────────────────────────────────────────────────────


def glossary(box: FateBox) -> dict[str, str]:
    """Return every card, token, set and character, explained."""
    entries = {
        card_name(box, card): f"{say.card(box, card)}. {box.card_texts[card]}" for card in range(CARDS)
    }
    for element, slug in enumerate(box.elements):
        entries[slug] = (
            f"{box.element_plurals[element]}: {box.needed[element]} of them, on face-up cards and tokens, "
            f"make a set worth {say.reward(box, element)}. Several sets may be turned in together."
        )
        entries[f"{slug}-token"] = (
            f"{box.element_names[element]} token: counts as one {box.element_names[element]}."
        )
    for number, slug in enumerate(box.characters):
        entries[slug] = f"{box.character_names[number]} ({number + 1}): {box.character_texts[number]}"
    return entries | {
        "add-a-gem": "Add-a-Gem: put one of your gems into the Bag of Fate. The Wizard ignores it.",
        "level-up": "Level-Up: your level rises by 1. The Wizard ignores it.",
        "gem": "A gem in the Bag of Fate does nothing, until its owner draws it as the Wizard and wins.",
        "level": "As Apprentice or Wizard you draw as many tokens as your level.",
    }


def fate(look: Look, names: Sequence[str], seat: int) -> str:
    """Return who was the Wizard, and how close the seat was if it was not."""
    last = look["last_draw"]
    if last is None:
        return ""
    at = f"with token {len(last['tokens'])} of {last['wanted']}"
    if last["seat"] == seat:
        return f"That was you, {at}."
    own = look["players"][seat]["odds"]["words"]
    return f"That was {names[last['seat']]}, {at}. As the Wizard you would have had {own}."
