"""What a viewer sees of The Wizard Always Wins, built up from nothing; and what happened, in words."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from longbeard.engine.state import NOBODY
from longbeard.engine.story import Event, sees
from longbeard.games.the_wizard_always_wins import box as tiles
from longbeard.games.the_wizard_always_wins import events, odds
from longbeard.games.the_wizard_always_wins import words as say
from longbeard.games.the_wizard_always_wins.bag import GEM
from longbeard.games.the_wizard_always_wins.box import FateBox
from longbeard.games.the_wizard_always_wins.face import spots, steps
from longbeard.games.the_wizard_always_wins.notation import card_name, piece_name, token_name
from longbeard.games.the_wizard_always_wins.phrases import phrase
from longbeard.games.the_wizard_always_wins.pieces import (
    CARDS,
    ELEMENTS,
    KINDS,
    VALUES,
    count,
    shown,
    size,
)
from longbeard.games.the_wizard_always_wins.rules import TheWizardAlwaysWins

DECISIONS: Final = ("character", "keep", "play", "trade", "sets", "finished")
ASKED: Final = {
    "character": "Who will you be in this round?",
    "keep": "Which of these cards do you keep?",
    "play": "Which card do you lay face up?",
    "trade": "One of your pieces for one of theirs?",
    "sets": "Turn in a set?",
}
ENDING_WORDS: Final = {"own-gem": "The Wizard drew a gem of their own out of the Bag of Fate."}


__all__ = [
    "ASKED",
    "DECISIONS",
    "ENDING_WORDS",
    "EVENT_NAMES",
    "ask",
    "glossary",
    "look",
    "phrase",
    "spots",
    "steps",
    "tell",
    "words",
]


def ask(look: Mapping[str, Any]) -> str:
    """What is asked of the one who decides."""
    return ASKED[look["decision"]]


def look(state: TheWizardAlwaysWins, viewer: int) -> dict[str, Any]:
    """What this viewer may see now. Secret are the hands, and the cards that the Oracle looks at."""
    box = state.box
    return {
        "round": int(state.round),
        "turn": int(state.turn),
        "order": [int(seat) for seat in state.order],
        "decision": DECISIONS[state.step],
        "characters": [_character(state, number) for number in range(len(box.characters))],
        "players": [_player(state, seat) for seat in range(state.seats)],
        "deck": int(state.deck_count),
        "discards": [card_name(box, card) for card in _cards(state.discards)],
        "bag": {token_name(box, token): int(state.bag.count(token)) for token in range(GEM + state.seats)},
        "tokens": int(state.bag.inside),
        "last_draw": _last_draw(state),
        "out": {box.elements[element]: int(state.tokens_out[element]) for element in range(ELEMENTS)},
        "hands": [
            _seen_cards(box, state.hands[seat]) if sees(viewer, seat) else None for seat in range(state.seats)
        ],
        "looking": int(size(state.looking)),
        "looked_at": _seen_cards(box, state.looking) if sees(viewer, state.turn) else [],
    }


def _last_draw(state: TheWizardAlwaysWins) -> dict[str, Any] | None:
    bag = state.bag
    if bag.hand == NOBODY:
        return None
    tokens = [token_name(state.box, token) for token in bag.last[: bag.last_count]]
    return {"seat": int(bag.hand), "tokens": tokens}


def _cards(pile: int) -> list[int]:
    return [card for card in range(CARDS) for copy in range(count(pile, card))]


def _seen_cards(box: FateBox, pile: int) -> list[dict[str, Any]]:
    return [_card(box, card) for card in _cards(pile)]


def _card(box: FateBox, card: int) -> dict[str, Any]:
    element = card // VALUES
    return {
        "slug": card_name(box, card),
        "name": say.card(box, card),
        "element": box.elements[element],
        "shows": card % VALUES + 1,
        "text": box.card_texts[card],
        "icon": box.element_icons[element],
    }


def _character(state: TheWizardAlwaysWins, number: int) -> dict[str, Any]:
    box = state.box
    holder = int(state.holder[number])
    return {
        "number": number + 1,
        "slug": box.characters[number],
        "name": box.character_names[number],
        "text": box.character_texts[number],
        "icon": box.character_icons[number],
        "does": _does(box, number),
        "holder": None if holder == NOBODY else holder,
    }


def _does(box: FateBox, number: int) -> list[dict[str, Any]]:
    """The actions of a tile in their order, one and the same after itself as one; 0 times is: your level."""
    found: list[dict[str, Any]] = []
    for place in range(box.action_start[number], box.action_start[number + 1]):
        what, times = tiles.ACTIONS[box.actions[place]], int(box.amounts[place])
        if found and found[-1]["what"] == what:
            found[-1]["times"] += times
        else:
            found.append({"what": what, "times": times})
    return found


def _player(state: TheWizardAlwaysWins, seat: int) -> dict[str, Any]:
    box = state.box
    ways, all_ways = odds.to_win(state, seat)
    return {
        "colour": box.colours[seat],
        "level": int(state.level[seat]),
        "gems": int(state.gems[seat]),
        "gems_in_bag": int(state.gems_in_bag(seat)),
        "dial_end": int(box.dial_end),
        "odds": {"ways": ways, "of": all_ways, "words": odds.percent(ways, all_ways)},
        "marker": int(state.marker[seat]),
        "hand": int(size(state.hands[seat])),
        "face_up": [_element(state, seat, element) for element in range(ELEMENTS)],
    }


def _element(state: TheWizardAlwaysWins, seat: int, element: int) -> dict[str, Any]:
    box = state.box
    pile = state.face[seat * ELEMENTS + element]
    return {
        "element": box.elements[element],
        "name": box.element_plurals[element],
        "icon": box.element_icons[element],
        "shown": int(shown(pile)),
        "needed": int(box.needed[element]),
        "reward": say.reward(box, element),
        "pieces": [
            piece_name(box, element * KINDS + kind)
            for kind in range(KINDS)
            for copy in range(count(pile, kind))
        ],
    }


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def words(look: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """A look at the table as lines that can be read aloud."""
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


def _free_words(characters: Sequence[Mapping[str, Any]]) -> str:
    free = [f"{one['number']} {one['name']}" for one in characters if one["holder"] is None]
    return f"Free characters: {', '.join(free)}."


def _character_of(look: Mapping[str, Any], seat: int) -> str:
    return "".join(f", the {one['name']}" for one in look["characters"] if one["holder"] == seat)


def _player_words(player: Mapping[str, Any], name: str, character: str) -> list[str]:
    hand = say.counted(player["hand"], "card", "cards")
    line = (
        f"{name}{character}: level {player['level']}, {hand} in hand. "
        f"Gems: {player['gems_in_bag']} in the bag, {player['gems']} beside it. "
        f"Wizard's odds: {player['odds']['words']}."
    )
    return [line, *(_element_words(one) for one in player["face_up"] if one["pieces"])]


def _element_words(element: Mapping[str, Any]) -> str:
    kinds = "+".join(piece.rpartition("-")[2] for piece in element["pieces"])
    full = f", a full set: {element['reward']}" if element["shown"] >= element["needed"] else ""
    return f"  {element['name']} {element['shown']} of {element['needed']} ({kinds}){full}"


def _bag_words(look: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    gems = {f"{one['colour']}-gem": f"gem of {names[seat]}'s" for seat, one in enumerate(look["players"])}
    found = [f"{number} {token.removesuffix('-token')}" for token, number in look["bag"].items()
             if number and token not in gems]  # fmt: skip
    found.append(say.counted(sum(one["gems_in_bag"] for one in look["players"]), "gem", "gems"))
    lines = [f"Bag of Fate, {look['tokens']} tokens: {', '.join(found)}."]
    if look["last_draw"]:
        drawn = ", ".join(gems.get(token, token) for token in look["last_draw"]["tokens"]) or "nothing"
        lines.append(f"Last draw, {names[look['last_draw']['seat']]}'s: {drawn}.")
    return lines


def _hand_words(hand: Sequence[Mapping[str, Any]], name: str) -> str:
    return f"{name}'s hand: {', '.join(card['name'] for card in hand) or 'no cards'}."


def _listed(slugs: Sequence[str]) -> str:
    several = {slug: slugs.count(slug) for slug in slugs}
    return (
        ", ".join(slug if number == 1 else f"{number} {slug}" for slug, number in several.items()) or "none"
    )


# ── what happened ─────────────────────────────────────────────────────────────────────────────────

# In the order of events.py: the word for programs, and the sentence. {a}, {b} and {c} are the event's
# numbers; n names a seat, the others what they say.
SENTENCES: Final = (
    ("dealt", "{n[a]} is dealt {b} cards."),
    ("hand", "Dealt: {card[b]}."),
    ("place", "{n[a]}'s marker goes onto space {b}."),
    ("round", "Round {a}."),
    ("turn", "{n[a]}'s turn."),
    ("takes", "{n[a]} takes the {character[b]}."),
    ("draws", "{n[a]} draws a card."),
    ("drawn", "Drawn: {card[b]}."),
    ("nothing-to-draw", "There is no card left for {n[a]} to draw."),
    ("refill", "The discards become the new deck: {cards[a]}."),
    ("looks", "{n[a]} looks at the next {cards[b]}."),
    ("sees", "Seen: {card[b]}."),
    ("keeps", "{n[a]} keeps one of them."),
    ("kept", "Kept: {card[b]}."),
    ("discards", "{n[a]} discards {card[b]}."),
    ("plays", "{n[a]} plays {card[b]}."),
    ("nothing-to-play", "{n[a]} has no card to play."),
    ("trades", ""),
    ("no-trade", "{n[a]} does not trade."),
    ("nothing-to-trade", "There is nothing for {n[a]} to trade."),
    ("reaches", "{n[a]} reaches into the Bag of Fate for {tokens[b]}."),
    ("token", "Token {c}: {token[b]}."),
    ("adds-gem", "{n[a]} puts a gem into the bag and has {b} in it."),
    ("no-gem-left", "{n[a]} has no gem left to put into the bag."),
    ("level-up", "{n[a]} rises to level {b}."),
    ("dial-end", "{n[a]} is at the end of the dial and stays at level {b}."),
    ("keeps-token", "{n[a]} keeps the {element[b]} token."),
    ("returned", "Back into the bag: {tokens[b]}."),
    ("fate", ""),
    ("misses", "No gem of {n[a]}'s among them: everything goes back into the bag."),
    ("turns-in", "{n[a]} turns in {mix[b]}."),
    ("done", "{n[a]} turns in nothing more."),
    ("marker", "{n[a]}'s marker goes onto space {b}."),
    ("wins", ""),
)
EVENT_NAMES: Final = tuple(name for name, _ in SENTENCES)


class _Named:
    """`{card[2]}` in a sentence: a number as people say it."""

    def __init__(self, name: Any) -> None:
        self.name = name

    def __getitem__(self, number: int) -> str:
        text: str = self.name(number)
        return text


def tell(box: FateBox, event: Event, names: Sequence[str]) -> str:
    """An event as a sentence."""
    if event.kind == events.TRADES:
        return _tell_trade(box, event.data, names)
    if event.kind == events.FATE:
        return _tell_fate(event.data, names)
    if event.kind == events.WINS:
        return _tell_win(event.data, names)
    return _fill(SENTENCES[event.kind][1], box, names, event.data)


def _tell_trade(box: FateBox, data: Sequence[int], names: Sequence[str]) -> str:
    seat, mine, other, theirs = data
    return f"{names[seat]} trades a {say.piece(box, mine)} for {names[other]}'s {say.piece(box, theirs)}."


def _tell_fate(data: Sequence[int], names: Sequence[str]) -> str:
    seat, draws, gems, tokens = data
    won = odds.percent(*odds.chance(tokens, gems, draws))
    own = say.counted(gems, "gem", "gems")
    return (
        f"{names[seat]} reaches into the Bag of Fate for {say.counted(draws, 'token', 'tokens')} "
        f"of {tokens}, with {own} in it: {won} to win."
    )


def _tell_win(data: Sequence[int], names: Sequence[str]) -> str:
    seat, number, draws, gems, tokens = data
    won = odds.percent(*odds.chance(tokens, gems, draws))
    return (
        f"{names[seat]} wins with token {number} of {draws}: a gem of {names[seat]}'s own. "
        f"The odds of that draw were {won} ({say.counted(gems, 'gem', 'gems')} among {tokens} tokens)."
    )


def _fill(sentence: str, box: FateBox, names: Sequence[str], numbers: Sequence[int]) -> str:
    """`str.format` with the event's numbers as keys: {n[a]} is the name of the seat that a says."""
    a, b, c = numbers
    for letter, number in (("a", a), ("b", b), ("c", c)):
        sentence = sentence.replace(f"[{letter}]", f"[{number}]")
    return sentence.format(
        a=a, b=b, c=c, n=names, element=box.element_names, character=box.character_names,
        card=_Named(lambda number: say.card(box, number)),
        mix=_Named(lambda number: say.mix(box, number)),
        token=_Named(lambda number: say.token(box, number, names)),
        cards=_Named(lambda number: say.counted(number, "card", "cards")),
        tokens=_Named(lambda number: say.counted(number, "token", "tokens")),
    )  # fmt: skip


# ── explanations ──────────────────────────────────────────────────────────────────────────────────


def glossary(box: FateBox) -> dict[str, str]:
    """Every card, token, set and character, explained."""
    entries = {
        card_name(box, card): f"{say.card(box, card)}. {box.card_texts[card]}" for card in range(CARDS)
    }
    for element, slug in enumerate(box.elements):
        entries[slug] = (
            f"{box.element_plurals[element]}: {box.needed[element]} of them, on face-up cards and tokens, "
            f"make a set worth {say.reward(box, element)}."
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
