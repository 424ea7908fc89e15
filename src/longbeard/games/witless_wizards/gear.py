"""Equipment on the page: a card in its slot, in the hand, and its signs."""

from functools import cache
from itertools import pairwise
from typing import Final

from longbeard.engine.html import Html, h, icon, spot
from longbeard.engine.look import Choice
from longbeard.engine.piece import picture
from longbeard.engine.telling import plural
from longbeard.games.witless_wizards import PLATE
from longbeard.games.witless_wizards.view import YES_OR_NO, Card, ChangeLook

SLOT_WORDS: Final = {"offensive": "weapon", "defensive": "armour", "special": "special"}
BARE: Final = {"offensive": "bare, bony fists", "defensive": "a nightshirt", "special": "nothing special"}
CUBE: Final = Html(
    '<svg class="icon cube" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2 21 7v10l-9 5-9-5V7Z"/>'
    '<path class="edges" d="M3 7l9 5 9-5M12 12v10"/></svg>'
)
STAR: Final = Html(
    '<svg class="icon star" viewBox="0 0 24 24" aria-hidden="true">'
    '<path d="M12 1l2.6 8.4L23 12l-8.4 2.6L12 23l-2.6-8.4L1 12l8.4-2.6z"/></svg>'
)
HEART: Final = Html(
    '<svg class="icon heart" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 21C5 15 2 11.5 2 7.5'
    'A5.2 5.2 0 0 1 12 5.5 5.2 5.2 0 0 1 22 7.5C22 11.5 19 15 12 21Z"/></svg>'
)
BADGES: Final = {
    "offensive": "M50 2 60 26 81 12 79 36 102 36 85 54 99 74 75 74 73 98 55 83 40 103 31 80 8 91"
    " 15 68-7 63 11 46-3 26 22 28 23 4 42 19Z",
    "defensive": "M50 0 94 14V54C94 80 74 96 50 106 26 96 6 80 6 54V14Z",
    "special": "M50 2a50 50 0 1 1 0 100 50 50 0 1 1 0-100Z",
}
"""The shape of a value's badge, by kind: a burst, a shield, a circle."""


def portrait(seat: int) -> Html:
    """Draw a wizard's head."""
    return picture(PLATE.slug, f"marker-{seat + 1}")


def sign(kind: str) -> Html:
    """Draw the sign of a kind of card."""
    return STAR if kind == "special" else icon("crossed-swords" if kind == "offensive" else "shield")


def numbers(card: Card) -> Html:
    """Draw the badges of a card: its value in the shape of its kind, and its income."""
    kind = card["kind"]
    inside = h("<b>{}</b>", card["value"]) if kind != "special" else sign(kind)
    return h(
        "<span class='badge {}'><svg viewBox='-8 -4 116 114' aria-hidden='true'><path d='{}'/></svg>{}"
        "</span>{}",
        kind,
        BADGES[kind],
        inside,
        h("<span class='income'>{}<b>+{}</b></span>", CUBE, card["income"]) if card["income"] else None,
    )


def card_words(card: Card) -> str:
    """Describe a card in a sentence or two: name, numbers, text."""
    parts = [card["name"]]
    if card["kind"] == "offensive":
        parts.append(f"attack {card['value']}")
    elif card["kind"] == "defensive":
        parts.append(f"defence {card['value']}")
    if card["income"]:
        parts.append(plural("1 cube a turn|# cubes a turn", card["income"]))
    return f"{', '.join(parts)}. {card['text']}"


VOWELS: Final = "aeiouy"
ONE_SOUND: Final = ("ch", "ph", "sh", "th")
LONG: Final = 8
"""Letters from which a word may be broken, where a slot is narrow."""


@cache
def hyphened(name: str) -> str:
    """Put soft hyphens into the long words of a name, between the middle consonants of two vowels.

    >>> hyphened("Blunderbuss Hat").replace("\u00ad", "-"), hyphened("Trebuchet").replace("\u00ad", "-")
    ('Blun-der-buss Hat', 'Tre-buchet')
    """
    return " ".join([_broken(word) if len(word) >= LONG else word for word in name.split(" ")])


def _broken(word: str) -> str:
    lower, found, start = word.lower(), "", 0
    vowels = [place for place, letter in enumerate(lower) if letter in VOWELS]
    for left, right in pairwise(vowels):
        cut = (left + right + 1) // 2
        cut -= lower[cut - 1 : cut + 1] in ONE_SOUND
        if right - left > 1 and cut - start > 2 and len(word) - cut > 2:
            found += word[start:cut] + "\u00ad"
            start = cut
    return found + word[start:]


def card_id(card: Card) -> Html | None:
    """Return an id for a card that is there only once, so that it glides."""
    return h(" id='card-{}'", card["slug"]) if card["copies"] == 1 else None


def keywords(card: Card) -> str:
    """Return the abilities of a card: `steady 2`."""
    return ", ".join([
        word if word in YES_OR_NO else f"{word} {number}" for word, number in card["abilities"].items()
    ])  # fmt: skip


def slot(
    seat: int, number: int, kind: str, card: Card | None, name: str, lands: list[ChangeLook] | None
) -> Html:
    """Draw one of the three places of a board, with what is worn there, and what a new card would change."""
    key, what = f"slot:{seat}:{number}", SLOT_WORDS[kind]
    if card is None:
        bare = BARE[kind].replace("nightshirt", "night\u00adshirt")
        inside = h("<span class='bare'>{}<span class='gear-name'>{}</span></span>", sign(kind), bare)
        label = f"{name}’s {what}: none, just {BARE[kind]}"
        shown = spot(key, label, inside, class_="slot", tip=label)
    else:
        label = f"{name}’s {what}: {card_words(card)}"
        shown = spot(key, label, gear(card), class_="slot", tip=label, card=f"card-{card['slug']}")
    if lands is None:
        return h("<li class='{}'>{}</li>", kind, shown)
    changes = [_change(change) for change in lands] or [Html("<span>no change</span>")]
    return h("<li class='{} landing'>{}<span class='lands'>{}</span></li>", kind, shown, changes)


def _change(change: ChangeLook) -> Html:
    """Draw what a new card would change, as a sign and two numbers; or an ability that comes or goes."""
    what = change["what"]
    signs = {"attack": icon("crossed-swords"), "defence": icon("shield"), "cubes a turn": CUBE}
    if what in signs or (change["before"] and change["after"]):
        return h("<span>{} {} → {}</span>", signs.get(what, what), change["before"], change["after"])
    word = change["words"].partition(" ")[2]
    return h("<span>{} {}</span>", "+" if change["after"] else "−", word)


def gear(card: Card) -> Html:
    """Draw a card in its slot: the picture, its badges, and its words as far as they fit."""
    signs = keywords(card)
    return h(
        "<span class='gear'{}>{}<span class='badges'>{}</span><span class='gear-words'>"
        "<span class='gear-name'>{}</span>{}<span class='gear-text'>{}</span></span></span>",
        card_id(card),
        picture(PLATE.slug, f"card-{card['slug']}"),
        numbers(card),
        hyphened(card["name"]),
        h("<span class='gear-signs'>{}</span>", signs) if signs else None,
        card["text"],
    )


def drawn_card(number: int, card: Card, choice: Choice | None, drag: bool) -> Html:
    """Draw a card in one's hand: large, with all it says."""
    inside = h(
        "<span class='gear big {}'{}>{}<span class='gear-about'>"
        "<span class='gear-name'>{}</span><span class='gear-kind'>{}{}</span>"
        "<span class='gear-text'>{}</span>{}</span></span>",
        card["kind"],
        card_id(card),
        h("<span class='gear-picture'>{}<span class='badges'>{}</span></span>",
          picture(PLATE.slug, f"card-{card['slug']}"), numbers(card)),
        card["name"],
        SLOT_WORDS[card["kind"]],
        _signs(card),
        card["text"],
        Html('<span class="deed">Take this one</span>') if choice else None,
    )  # fmt: skip
    label = choice["words"] if choice else f"In your hand: {card_words(card)}"
    return spot(f"hand:{number}", label, inside, class_=f"drawn {card['kind']}", drag=drag)


def _signs(card: Card) -> Html | None:
    signs = keywords(card)
    return h(" · <b>{}</b>", signs) if signs else None


def mini(card: Card | None, kind: str) -> Html:
    """Draw a card as a small picture, or what stands for none."""
    if card is None:
        return h("<span class='mini none'>{}</span>", sign(kind))
    return h("<span class='mini'>{}</span>", picture(PLATE.slug, f"card-{card['slug']}"))
