"""Seven characters, a fat bag, and apprentices with their harvest: how the game is drawn in the browser.

Below the characters are one's own hand and board, beside them the Bag of Fate with all that is in it and what
it would hold for each Wizard, then the others' boards. Everybody sees the same boards; a hand is its owner's.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from longbeard.engine.face import Face, Part, Showing, place
from longbeard.engine.html import NOTHING, Html, classes, glyph, h, icon, seat_name, spot
from longbeard.engine.telling import plural
from longbeard.games.the_wizard_always_wins.bag import GEM
from longbeard.games.the_wizard_always_wins.box import CHARACTERS
from longbeard.games.the_wizard_always_wins.pieces import CARDS as CARD_KINDS
from longbeard.games.the_wizard_always_wins.pieces import ELEMENTS, VALUES
from longbeard.games.the_wizard_always_wins.view import (
    Action,
    Card,
    Character,
    Element,
    LastDraw,
    Look,
    Odds,
    Way,
)

PICTURES: Final = {
    "draw-cards": "card-draw",
    "look": "crystal-ball",
    "play": "card-play",
    "trade": "trade",
    "draw-tokens": "swap-bag",
    "fate": "emerald",
}
DEEDS: Final = {
    "draw-cards": "draw",
    "look": "look at",
    "play": "play",
    "trade": "trade",
    "draw-tokens": "tokens",
    "fate": "fate",
}
BOONS: Final = {"add-a-gem": ("open-treasure-chest", "Add-a-Gem"), "level-up": ("upgrade", "Level-Up")}
MOST_BACKS: Final = 8
"""A bigger hand of somebody else is drawn as so many cards; the number says the rest."""
CARDS: Final = "no cards|1 card|# cards"

Hold = tuple[Element, ...]


# ── the frame ─────────────────────────────────────────────────────────────────────────────────────


def frame(showing: Showing[Look]) -> Html:
    """The court, what is one's own, the bag, the others."""
    names, me = showing.names, showing.me
    seats = len(names)
    near = 0 if me is None else me
    around = [(near + step) % seats for step in range(1, seats)]
    tiles = [place(f"character-{number}") + place(f"holder-{number}") for number in range(CHARACTERS)]
    return h(
        "<div class='face face-the-wizard-always-wins'>{}<section class='court' aria-label='The characters'>"
        "{}{}<ol class='characters'>{}</ol></section><div class='hall'><div class='mine'>{}{}</div>{}"
        "<div class='others'>{}</div></div></div>",
        place("tray"),
        place("now"),
        place("order"),
        [h("<li>{}</li>", Html(tile)) for tile in tiles],
        _hand(me) if me is not None else None,
        _board(near, names[near], me is not None),
        _bag(names),
        [_board(seat, names[seat], False) for seat in around],
    )


def _hand(seat: int) -> Html:
    """One's own hand: a place for every kind of card, empty or not."""
    return h(
        "<section class='hand' data-key='{}.hand' aria-label='Your hand'><h2 class='hand-name'>Your hand "
        "<small>secret; only what lies face up counts for sets</small></h2><ul class='leaves'>{}"
        "<li class='nothing'>no cards</li></ul></section>",
        seat,
        [place(f"held-{kind}") for kind in range(CARD_KINDS)],
    )


def _board(seat: int, name: str, own: bool) -> Html:
    elements = [
        h(
            "<li class='element' data-key='{}.element.{}'>{}{}</li>",
            seat,
            number,
            place(f"element-{number}-{seat}"),
            place(f"pile-{seat}-{number}"),
        )
        for number in range(ELEMENTS)
    ]
    return h(
        "<section class='{}' data-key='{}.board' aria-label='{}'><header class='who'><h2>{}</h2>{}{}</header>"
        "{}<ul class='elements'>{}</ul></section>",
        classes(f"seat-board seat-{seat}", own and "own"),
        seat,
        name,
        seat_name(seat, name),
        place(f"who-{seat}"),
        place(f"cards-{seat}"),
        place(f"worth-{seat}"),
        elements,
    )


def _bag(names: Sequence[str]) -> Html:
    odds = [
        h(
            "<li class='seat-{}'><span class='odds-who'>{}</span>{}</li>",
            seat,
            seat_name(seat, name),
            place(f"odds-{seat}"),
        )
        for seat, name in enumerate(names)
    ]
    tokens = [
        h("<li data-key='bag.{}'>{}{}</li>", token, place(f"token-{token}"), place(f"count-{token}"))
        for token in range(GEM + len(names))
    ]
    return h(
        "<section class='fate' data-key='bag' aria-label='The Bag of Fate'><h2 class='fate-name'>"
        "<span class='mouth' data-key='bag.mouth'>{}</span><span>The Bag of Fate{}</span></h2>"
        "<ul class='inside'>{}</ul>{}"
        "<h3 class='odds-name'>Whoever is Wizard now would win with</h3><ol class='odds'>{}</ol>"
        "<p class='heaps'>{}{}</p></section>",
        icon("swap-bag"),
        place("bag"),
        tokens,
        place("draw"),
        odds,
        place("deck"),
        place("discards"),
    )


# ── the parts ─────────────────────────────────────────────────────────────────────────────────────


def parts(showing: Showing[Look]) -> list[Part]:
    """What everybody sees: the characters, the boards, the bag."""
    look, names = showing.look, showing.names
    turn = None if showing.over or look["round"] == 0 else look["turn"]
    found = [
        Part("tray", _gazing, names[look["turn"]] if look["looking"] else "", look["looking"]),
        Part("now", _now, turn),
        Part("order", _order, look["round"], look["order"], names),
        Part("deck", _deck, look["deck"]),
        Part("discards", _discards, look["discards"]),
    ]
    for one in look["characters"]:
        found += [_character_part(one), _holder_part(one, names, "")]
    found += _bag_parts(look, names)
    tiles = _tiles(look["characters"])
    for seat, player in enumerate(look["players"]):
        name, won = names[seat], showing.over and seat in showing.winners
        found.append(Part(f"who-{seat}", _who, seat, won, seat == turn, tiles.get(seat)))
        found.append(Part(f"cards-{seat}", _backs, seat, player["hand"]))
        found.append(Part(f"worth-{seat}", _worth, seat, player["level"], player["dial_end"],
                          player["gems_in_bag"], player["gems"]))  # fmt: skip
        for number, pile in enumerate(player["face_up"]):
            found.append(Part(f"element-{number}-{seat}", _element, pile["icon"], pile["name"]))
            found.append(Part(f"pile-{seat}-{number}", _pile, seat, name, pile))
    return found


def _bag_parts(look: Look, names: Sequence[str]) -> list[Part]:
    elements = look["players"][0]["face_up"]
    icons = tuple([(f"{one['element']}-token", one["icon"], one["name"]) for one in elements])
    gems = tuple([f"{player['colour']}-gem" for player in look["players"]])
    everything, last = look["tokens"] + look["drawn"], look["last_draw"]
    found = [
        Part("bag", _tokens, look["tokens"]),
        Part("draw", _draw, last, names[last["seat"]] if last else "", look["drawn"] > 0, icons, gems),
    ]
    for number, (name, amount) in enumerate(look["bag"].items()):
        found.append(Part(f"token-{number}", _token, name, icons, gems))
        found.append(Part(f"count-{number}", _count, amount))
    for seat, player in enumerate(look["players"]):
        found.append(
            Part(f"odds-{seat}", _odds, player["odds"], player["level"], player["gems_in_bag"], everything)
        )
    return found


def own_parts(showing: Showing[Look]) -> list[Part]:
    """One's own hand and odds, and what one may do; after the end, all hands."""
    look, me = showing.look, showing.me
    if me is None:
        hands = enumerate(look["hands"])
        return [Part(f"cards-{seat}", _open_hand, seat, hand) for seat, hand in hands if hand is not None]
    player, hand = look["players"][me], look["hands"][me] or []
    held = tuple(player["face_up"])
    deciding = look["decision"] if showing.choices else ""
    found = _hand_parts(hand, held)
    if not showing.over:
        words = player["odds"]["words"]
        found += [_holder_part(one, showing.names, words) for one in look["characters"] if _is_fateful(one)]
    if look["looked_at"]:
        found.append(Part("tray", _looking, look["looked_at"], held))
    elif deciding == "trade":
        found.append(Part("tray", _trading))
    elif deciding == "sets":
        found.append(Part("tray", _turning_in, look["ways"]))
    return found


# ── what is asked now ─────────────────────────────────────────────────────────────────────────────


def _tray(label: str, sign: str, say: Html, more: Html = NOTHING, class_: str = "") -> Html:
    return h(
        "<div class='asked'><section class='{}' data-key='looked' aria-label='{}'><p class='tray-say'>{}"
        "<span>{}</span></p>{}</section></div>",
        classes("tray", class_),
        label,
        icon(sign),
        say,
        more,
    )


def _gazing(oracle: str, cards: int) -> Html:
    if not oracle:
        return Html('<div class="asked"></div>')
    words = h("<b>{}</b> gazes at {} nobody else can see.", oracle, plural(CARDS, cards))
    return _tray("Before the Oracle", "crystal-ball", words)


def _looking(cards: Sequence[Card], held: Hold) -> Html:
    words = Html("<b>The Oracle sees:</b> keep one, the others go to the discards.")
    return _tray("Before the Oracle", "crystal-ball", words, _spread(cards, "looked", held))


def _trading() -> Html:
    words = Html(
        "<b>Trade:</b> point at one of your pieces below, then at one of somebody else's. They cannot refuse."
    )
    nothing = spot("no-trade", "Trade nothing", Html("Trade nothing"), class_="plain")
    return _tray("The trade", "trade", words, nothing, "trade")


def _turning_in(ways: Sequence[Way]) -> Html:
    words = Html("<b>A full set!</b> Choose what to turn in. It is gone then, and the reward is yours.")
    done = spot("done", "Turn in nothing more and end your turn", Html("Keep the rest, end turn"), "plain")
    mixes = h("<ul class='mixes'>{}<li>{}</li></ul>", [_way(way) for way in ways], done)
    return _tray("Sets to turn in", "open-treasure-chest", words, mixes)


def _way(way: Way) -> Html:
    inside = h(
        "<span class='mix-pieces'>{}</span><span class='mix-reward'>{}› {}</span>",
        [_piece(way["icon"], kind) for kind in way["pieces"]],
        f"{way['sets']} sets " if way["sets"] > 1 else "",
        way["reward"],
    )
    label = f"Turn in {way['words']} for {way['reward']}" + (", the best way" if way["best"] else "")
    return h(
        "<li>{}</li>",
        spot(way["key"], label, inside, class_=classes(f"mix of-{way['element']}", way["best"] and "best")),
    )


# ── the court ─────────────────────────────────────────────────────────────────────────────────────


def _now(turn: int | None) -> Html:
    """Whose turn it is, for the style sheet: it marks a seat in the order."""
    return h("<span class='{}' hidden></span>", "nobody" if turn is None else f"now-{turn}")


def _order(round_: int, order: Sequence[int], names: Sequence[str]) -> Html:
    seats = [
        h(
            "<span class='order-seat'>{}</span>{}",
            seat_name(seat, names[seat]),
            " › " if seat != order[-1] else None,
        )
        for seat in order
    ]
    return h("<p class='order'><b>Round {}</b> <span>plays in this order:</span> {}</p>", round_, seats)


def _is_fateful(one: Character) -> bool:
    return "fate" in [deed["what"] for deed in one["does"]]


def _tiles(characters: Sequence[Character]) -> dict[int | None, tuple[str, str]]:
    """The picture and name of the character that each seat has."""
    return {one["holder"]: (one["icon"], one["name"]) for one in characters}


def _character_part(one: Character) -> Part:
    """A tile as it is printed."""
    return Part(f"character-{one['number'] - 1}", _character, one["number"], one["slug"], one["name"],
                one["text"], one["icon"], one["does"], _is_fateful(one))  # fmt: skip


def _character(
    number: int, slug: str, name: str, text: str, art: str, does: Sequence[Action], fateful: bool
) -> Html:
    inside = h(
        "<span class='number'>{}</span><span class='character-art'>{}</span>"
        "<span class='character-name'>{}</span><span class='does'>{}</span>"
        "<span class='character-text'>{}</span>",
        number,
        icon(art),
        name,
        [_deed(deed["what"], deed["times"]) for deed in does],
        text,
    )
    state = classes("character", fateful and "fateful")
    return spot(f"character.{slug}", f"{number}, {name}: {text}", inside, class_=state, tip=text)


def _holder_part(one: Character, names: Sequence[str], odds: str) -> Part:
    """Who has a character; or, on the free tile that draws for the win, one's own odds."""
    seat = one["holder"]
    name = "" if seat is None else names[seat]
    return Part(f"holder-{one['number'] - 1}", _holder, seat, name, odds)


def _holder(seat: int | None, name: str, odds: str) -> Html:
    if seat is None:
        return h("<span class='holder odds-now'>{} to win</span>", odds) if odds else Html("<span></span>")
    return h(
        "<span class='holder taken seat-{}'>{}<span><span class='unseen'>taken by </span>{}</span></span>",
        seat,
        glyph(seat),
        name,
    )


def _deed(what: str, times: int) -> Html:
    return h(
        "<span class='deed' title='{}'>{}<span class='deed-name'>{}</span> <b>{}</b></span>",
        DEEDS[what],
        icon(PICTURES[what]),
        DEEDS[what],
        times or "level",
    )


# ── cards, tokens, gems ───────────────────────────────────────────────────────────────────────────


def _piece(art: str, kind: str) -> Html:
    """An element, once, twice or three times on a card, or once on a round token."""
    shape, times = ("token", 1) if kind == "token" else ("chip", int(kind))
    return h("<span class='piece {} shows-{}'>{}</span>", shape, kind, [icon(art)] * times)


def _gem(seat: int) -> Html:
    return h("<span class='gem seat-{}'>{}{}</span>", seat, icon("emerald"), glyph(seat))


def _token(name: str, icons: tuple[tuple[str, str, str], ...], gems: tuple[str, ...]) -> Html:
    """A token as it comes out of the bag, by its name there."""
    if name in gems:
        return _gem(gems.index(name))
    if name in BOONS:
        return h("<span class='token boon'>{}</span>", icon(BOONS[name][0], BOONS[name][1]))
    art, label = next((art, label) for token, art, label in icons if token == name)
    return h("<span class='token of-{}'>{}</span>", name.removesuffix("-token"), icon(art, label))


def _leaf(element: str, art: str, shows: int, name: str, text: str) -> Html:
    return h(
        "<span class='leaf of-{}'><span class='leaf-art shows-{}'>{}</span><span class='leaf-name'>{}</span>"
        "<span class='leaf-text'>{}</span></span>",
        element,
        shows,
        [icon(art)] * shows,
        name,
        text,
    )


def _several(cards: Sequence[Card]) -> list[tuple[Card, int]]:
    """Equal cards as one, with how many there are of it."""
    found = {card["slug"]: card for card in cards}
    slugs = [card["slug"] for card in cards]
    return [(card, slugs.count(slug)) for slug, card in found.items()]


def _no_card() -> Html:
    return Html("<li hidden></li>")


NOTHING_HELD: Final = [Part(f"held-{number}", _no_card) for number in range(ELEMENTS * VALUES)]


def _hand_parts(cards: Sequence[Card], held: Hold) -> list[Part]:
    """The cards of a hand by their kind, so that a card that is played or drawn is sent alone."""
    found = list(NOTHING_HELD)
    places = {pile["element"]: place_ for place_, pile in enumerate(held)}
    for card, number in _several(cards):
        place_ = places[card["element"]]
        at = place_ * VALUES + card["shows"] - 1
        found[at] = Part(f"held-{at}", _held, card, number, "hand", held[place_])
    return found


def _spread(cards: Sequence[Card], prefix: str, held: Hold) -> Html:
    """Cards as spots; each says what it would make with what lies face up."""
    piles = {pile["element"]: pile for pile in held}
    found = [_held(card, number, prefix, piles[card["element"]]) for card, number in _several(cards)]
    return h("<ul class='leaves'>{}</ul>", found)


def _held(card: Card, copies: int, prefix: str, pile: Element) -> Html:
    then = pile["shown"] + card["shows"]
    sets = then // pile["needed"]
    name = card["name"] + (f", {copies} of them" if copies > 1 else "")
    label = (
        f"{name}. {pile['needed']} {pile['name']} face up make a set worth {pile['reward']}; "
        f"with this one you have {then}."
    )
    inside = h(
        "{}<span class='{}'>{}</span>{}",
        _leaf(card["element"], card["icon"], card["shows"], card["name"], card["text"]),
        "then full" if sets else "then",
        plural("a set!|# sets!", sets) if sets else f"{then} of {pile['needed']}",
        h("<span class='copies'>×{}</span>", copies) if copies > 1 else None,
    )
    class_ = classes("held", copies > 1 and "several")
    return h(
        "<li>{}</li>",
        spot(f"{prefix}.{card['slug']}", label, inside, class_, f"{prefix}-{card['slug']}", label),
    )


# ── a player's board ──────────────────────────────────────────────────────────────────────────────


def _who(seat: int, won: bool, turn: bool, tile: tuple[str, str] | None) -> Html:
    doing = Html("choosing a character") if turn else None
    return h(
        "<span class='{}' data-key='{}.as'>{}{}</span>",
        classes("as", turn and "turn-now", won and "winner"),
        seat,
        icon("crown", "winner") if won else None,
        h("{}{}", icon(tile[0]), tile[1]) if tile else doing,
    )


def _backs(seat: int, hand: int) -> Html:
    """Somebody's cards from behind. One's own board does not show them (table.css)."""
    backs = Html('<i class="back"></i>' * min(hand, MOST_BACKS))
    return h(
        "<span class='backs' data-key='{}.hand'>{}<span>{}</span></span>", seat, backs, plural(CARDS, hand)
    )


def _open_hand(seat: int, cards: Sequence[Card]) -> Html:
    shown = [
        h(
            "<span class='of-{}' title='{}'>{}<span class='unseen'>{}</span></span>",
            card["element"],
            card["name"],
            _piece(card["icon"], str(card["shows"])),
            card["name"],
        )
        for card in cards
    ]
    return h(
        "<span class='backs open' data-key='{}.hand'><span class='unseen'>In hand: </span>{}</span>",
        seat,
        shown or Html("no cards"),
    )


def _worth(seat: int, level: int, dial_end: int, in_bag: int, beside: int) -> Html:
    return h(
        "<p class='worth'><span class='level' data-key='{}.level'><span class='worth-name'>Level</span>"
        "<b>{}</b>{}</span><span class='gems' data-key='{}.gems'><span class='worth-name'>Gems</span>{}"
        "<b>{}</b> in the bag <small>{} beside it</small></span></p>",
        seat,
        level,
        _dial(level, dial_end),
        seat,
        _gem(seat),
        in_bag,
        beside,
    )


@cache
def _dial(level: int, end: int) -> Html:
    return h("<span class='dial' aria-hidden='true'>{}</span>", _notches(level, end))


@cache
def _notches(on: int, of: int) -> Html:
    lit, unlit = min(on, of), max(0, of - on)
    return Html('<i class="on"></i>' * lit + "<i></i>" * unlit)


def _element(art: str, name: str) -> Html:
    return h("<span class='element-head'>{}<span class='element-name'>{}</span></span>", icon(art), name)


def _pile(seat: int, name: str, pile: Element) -> Html:
    """How much of an element lies face up before a player, and what."""
    reward = pile["reward"]
    if pile["sets"]:
        reward = f"{pile['sets']} sets: {pile['worth']}" if pile["sets"] > 1 else f"full: {reward}"
    kinds = list(dict.fromkeys(pile["pieces"]))
    return h(
        "<div class='{}'><b>{}<small>/{}</small></b><span class='element-pips'>{}</span>"
        "<span class='element-reward'>{}</span><span class='pieces'>{}</span></div>",
        classes("pile", pile["sets"] > 0 and "full"),
        pile["shown"],
        pile["needed"],
        _notches(pile["shown"], pile["needed"]),
        reward,
        [_lying(seat, name, pile, piece, pile["pieces"].count(piece)) for piece in kinds],
    )


def _lying(seat: int, name: str, pile: Element, piece: str, copies: int) -> Html:
    kind = piece.rpartition("-")[2]
    what = "token, counts as one" if kind == "token" else f"card that shows {kind}"
    label = f"{name}’s {pile['name']} {what}" + (f", {copies} of them" if copies > 1 else "")
    inside = h(
        "{}{}",
        _piece(pile["icon"], kind),
        h("<span class='copies'>×{}</span>", copies) if copies > 1 else None,
    )
    return spot(f"{seat}.{piece}", label, inside, class_="lying", id=f"lies-{seat}-{piece}", tip=label)


# ── the Bag of Fate ───────────────────────────────────────────────────────────────────────────────


def _tokens(tokens: int) -> Html:
    return h("<small>{} inside</small>", plural("no tokens|1 token|# tokens", tokens))


def _count(amount: int) -> Html:
    return h("<b>×{}</b>", amount) if amount else Html('<b class="none">×0</b>')


def _draw(
    last: LastDraw | None,
    name: str,
    now: bool,
    icons: tuple[tuple[str, str, str], ...],
    gems: tuple[str, ...],
) -> Html:
    """What comes out of the bag, token by token; between draws, what came out last."""
    if last is None:
        return Html('<p class="last-draw" hidden data-key="draw"></p>')
    drawn = [
        h("<span class='out' data-key='draw.{}'>{}</span>", number, _token(token, icons, gems))
        for number, token in enumerate(last["tokens"], start=1)
    ]
    reaching = now or not drawn
    return h(
        "<p class='{}' data-key='draw'><span>{}</span>{}</p>",
        classes("last-draw", reaching and "now"),
        f"{name} reaches in:" if reaching else f"{name}’s last draw:",
        drawn,
    )


def _odds(odds: Odds, level: int, gems: int, tokens: int) -> Html:
    why = f"{plural('1 draw|# draws', level)}, {plural('no own gems|1 own gem|# own gems', gems)} in {tokens}"
    return h(
        "<span class='chance'><svg class='bar' viewBox='0 0 100 10' "
        "preserveAspectRatio='none' aria-hidden='true'><rect class='bar-all' width='100' height='10'/>"
        "<rect class='bar-won' width='{}' height='10'/></svg><b class='odds-words'>{}</b>"
        "<small class='odds-why'>{}</small></span>",
        str(round(100 * odds["ways"] / odds["of"], 1)),
        odds["words"],
        why,
    )


def _deck(cards: int) -> Html:
    return h("<span class='heap' data-key='deck'>{}<b>{}</b> in the deck</span>", icon("card-draw"), cards)


def _discards(cards: Sequence[str]) -> Html:
    return h(
        "<span class='heap' data-key='discards' title='{}'>{}<b>{}</b> discarded</span>",
        ", ".join(cards),
        icon("card-discard"),
        len(cards),
    )


FACE: Final = Face[Look](frame, parts, own_parts)
