"""Seven characters round a fat bag, and apprentices with their harvest: how the game is drawn in the browser.

Above are the others, a strip each, with all that a Trader may want; in the middle the Bag of Fate between
the characters; below one's own board and hand. What is asked, and what comes out of the bag, is laid over the
characters, which nobody needs then: nothing ever moves aside. Everybody sees the same; a hand is its owner's.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from longbeard.engine.face import Face, Part, Showing, place
from longbeard.engine.html import NOTHING, Html, classes, glyph, h, icon, seat_name, spot
from longbeard.engine.piece import picture
from longbeard.engine.telling import plural
from longbeard.games.the_wizard_always_wins import PLATE
from longbeard.games.the_wizard_always_wins.bag import GEM
from longbeard.games.the_wizard_always_wins.box import CHARACTERS
from longbeard.games.the_wizard_always_wins.choices import GOOD_FOR
from longbeard.games.the_wizard_always_wins.pieces import CARDS as CARD_KINDS
from longbeard.games.the_wizard_always_wins.pieces import ELEMENTS, VALUES
from longbeard.games.the_wizard_always_wins.view import (
    Card,
    Character,
    Element,
    LastDraw,
    Look,
    Odds,
    Player,
    Way,
)

SIGNS: Final = {
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
SHARES: Final = ("Add-a-Gem", "Level-Up", "an element", "a gem")
"""Kinds of tokens in the bag, in the order of `Public.shares`."""
EFFECTS: Final = {"add-a-gem": "a gem into the bag", "level-up": "one level up"}
CARDS: Final = "no cards|1 card|# cards"
BESIDE_THE_BAG: Final = 2
"""So many ways to turn in have room beside the bag; more are laid over it."""

Hold = tuple[Element, ...]
Tokens = tuple[tuple[str, str, str], ...]
"""Tokens: name in a look, picture, and name in words."""


def art(key: str, class_: str = "") -> Html:
    """Return the picture of a piece."""
    return picture(PLATE.slug, key, class_)


# ── the frame ─────────────────────────────────────────────────────────────────────────────────────


def frame(showing: Showing[Look]) -> Html:
    """Return the others, the bag among the characters, and one's own side."""
    names, me = showing.names, showing.me
    seats = len(names)
    near = 0 if me is None else me
    around = [(near + step) % seats for step in range(1, seats)]
    tiles = [
        h("<li>{}{}</li>", place(f"character-{number}"), place(f"holder-{number}"))
        for number in range(CHARACTERS)
    ]
    return h(
        "<div class='face face-the-wizard-always-wins seats-{}'>"
        "<section class='rivals' aria-label='The others'>{}</section>"
        "<section class='stage' aria-label='The characters and the Bag of Fate'>"
        "<ol class='characters' aria-label='The characters'>{}</ol>{}{}{}{}</section>"
        "<div class='{}'>{}{}</div></div>",
        seats,
        [_board(seat, names[seat], "strip", False) for seat in around],
        tiles,
        _heaps(),
        _bag(names),
        place("tray"),
        place("draw"),
        classes("mine", me is not None and "seated"),
        _board(near, names[near], "own", me is not None),
        _hand(me) if me is not None else None,
    )


def _hand(seat: int) -> Html:
    """Draw one's own hand: a place for every kind of card, empty or not."""
    return h(
        "<section class='hand' aria-label='Your hand'><h2 class='unseen'>Your hand: secret; only what lies "
        "face up counts for sets</h2><ul class='leaves' data-key='{}.hand'>{}"
        "<li class='nothing'>No cards in your hand</li></ul></section>",
        seat,
        [place(f"held-{kind}") for kind in range(CARD_KINDS)],
    )


def _board(seat: int, name: str, kind: str, own: bool) -> Html:
    elements = [
        h(
            "<li class='element' data-key='{}.element.{}'>{}</li>",
            seat,
            number,
            place(f"pile-{seat}-{number}"),
        )
        for number in range(ELEMENTS)
    ]
    return h(
        "<section class='{}' data-key='{}.board' aria-label='{}'><header class='who'><h2>{}</h2>"
        "{}{}{}</header><ul class='elements'>{}</ul></section>",
        f"player seat-{seat} {kind}",
        seat,
        f"{name}: level, gems and what lies face up",
        seat_name(seat, name, own),
        place(f"who-{seat}"),
        place(f"worth-{seat}"),
        place(f"cards-{seat}"),
        elements,
    )


def _heaps() -> Html:
    return h(
        "<section class='heaps' aria-label='Round, deck and discards'>{}{}{}</section>",
        place("order"),
        place("deck"),
        place("discards"),
    )


def _bag(names: Sequence[str]) -> Html:
    tokens = [
        h("<li data-key='bag.{}'>{}</li>", token, place(f"token-{token}"))
        for token in range(GEM + len(names))
    ]
    return h(
        "<section class='bag' data-key='bag' aria-label='The Bag of Fate'>"
        "<div class='bag-inner'><div class='sack'>{}<span class='mouth' data-key='bag.mouth'></span>{}</div>"
        "<h2 class='bag-name'>The Bag of Fate</h2><ul class='inside' aria-label='In the bag'>{}</ul>{}{}"
        "</div></section>",
        art("bag-label"),
        place("bag"),
        tokens,
        place("shares"),
        place("last"),
    )


# ── the parts ─────────────────────────────────────────────────────────────────────────────────────


def parts(showing: Showing[Look]) -> list[Part]:
    """Return what everybody sees: the characters, the boards, the bag."""
    look, names, turn = showing.look, showing.names, _turn(showing)
    found = [
        Part("tray", _gazing, names[look["turn"]] if look["looking"] else "", look["looking"]),
        Part("order", _order, look["round"], look["order"], names, turn),
        Part("deck", _deck, look["deck"]),
        Part("discards", _discards, look["discards"]),
    ]
    for one in look["characters"]:
        found += [_character_part(one), _holder_part(one, names, "", None)]
    found += _bag_parts(look, names)
    found.append(_draw_part(showing, None))
    for seat, player in enumerate(look["players"]):
        name = names[seat]
        found.append(_who_part(showing, seat, "chooses …"))
        found.append(Part(f"cards-{seat}", _backs, seat, player["hand"]))
        found.append(_worth_part(seat, player, look["tokens"] + look["drawn"]))
        for number, pile in enumerate(player["face_up"]):
            found.append(Part(f"pile-{seat}-{number}", _pile, seat, name, pile))
    return found


def _turn(showing: Showing[Look]) -> int | None:
    return None if showing.over or showing.look["round"] == 0 else showing.look["turn"]


def _who_part(showing: Showing[Look], seat: int, doing: str) -> Part:
    """Return which character a player has in this round, or what they do about it."""
    tiles = {one["holder"]: (one["slug"], one["name"]) for one in showing.look["characters"]}
    won = showing.over and seat in showing.winners
    return Part(f"who-{seat}", _who, seat, won, seat == _turn(showing), tiles.get(seat), doing)


def _token_names(look: Look, names: Sequence[str]) -> Tokens:
    elements = look["players"][0]["face_up"]
    return (
        *((f"{one['element']}-token", f"token-{one['element']}", f"{one['one']} token") for one in elements),
        ("add-a-gem", "token-add-a-gem", "Add-a-Gem token"),
        ("level-up", "token-level-up", "Level-Up token"),
        *(
            (f"{player['colour']}-gem", f"gem-{player['colour']}", f"gem of {names[seat]}’s")
            for seat, player in enumerate(look["players"])
        ),
    )


def _bag_parts(look: Look, names: Sequence[str]) -> list[Part]:
    last, tokens = look["last_draw"], _token_names(look, names)
    quiet = last is None or _is_drawing(look, last)
    drawn = () if quiet or last is None else tuple(last["tokens"])
    found = [
        Part("bag", _tokens, look["tokens"]),
        Part("shares", _shares, tuple(look["shares"]), "A token in the bag is"),
        Part("last", _last, names[last["seat"]] if last else "", drawn, tokens),
    ]
    for number, (name, amount) in enumerate(look["bag"].items()):
        found.append(Part(f"token-{number}", _token, *tokens[number][1:], amount))
    return found


def _is_drawing(look: Look, last: LastDraw) -> bool:
    """Return whether tokens are out of the bag, or are just coming out of it."""
    return look["drawn"] > 0 or len(last["tokens"]) < last["wanted"]


def _draw_part(showing: Showing[Look], me: int | None) -> Part:
    """Return the draw from the bag, as long as it lasts; the one that wins stays."""
    look, last = showing.look, showing.look["last_draw"]
    if last is None or not (_is_drawing(look, last) or last["seat"] in showing.winners):
        return Part("draw", _no_draw)
    name = "You" if last["seat"] == me else showing.names[last["seat"]]
    own = look["players"][last["seat"]]["colour"] + "-gem"
    inside = look["tokens"]
    gems = look["bag"][own]
    return Part("draw", _reach, last, name, _token_names(look, showing.names), own, gems, inside)


def own_parts(showing: Showing[Look]) -> list[Part]:
    """Return one's own hand and odds, and one's choices; after the end, all hands."""
    look, me = showing.look, showing.me
    if me is None:
        hands = enumerate(look["hands"])
        return [Part(f"cards-{seat}", _open_hand, seat, hand) for seat, hand in hands if hand is not None]
    player, hand = look["players"][me], look["hands"][me] or []
    held = tuple(player["face_up"])
    deciding = look["decision"] if showing.choices else ""
    found = [*_hand_parts(hand, held), _who_part(showing, me, "your turn")]
    if look["last_draw"] and look["last_draw"]["seat"] == me:
        found.append(_draw_part(showing, me))
    if not showing.over:
        words = player["odds"]["words"]
        shown = [one for one in look["characters"] if _is_fateful(one) or one["holder"] == me]
        found += [_holder_part(one, showing.names, words, me) for one in shown]
    if look["looked_at"]:
        found.append(Part("tray", _looking, look["looked_at"], held))
    elif deciding == "trade":
        found.append(Part("tray", _trading))
    elif deciding == "sets":
        found.append(Part("tray", _turning_in, look["ways"]))
    return found


# ── what is asked now ─────────────────────────────────────────────────────────────────────────────


def _tray(label: str, say: Html, more: Html = NOTHING, class_: str = "") -> Html:
    return h(
        "<section class='{}' data-key='looked' aria-label='{}'><p class='tray-say'>{}</p>{}</section>",
        classes("tray panel", class_),
        label,
        say,
        more,
    )


def _gazing(oracle: str, cards: int) -> Html:
    if not oracle:
        return Html('<section class="tray" hidden></section>')
    words = h("<b>{}</b> gazes at {} nobody else can see.", oracle, plural(CARDS, cards))
    backs = h("<span class='gazed' aria-hidden='true'>{}</span>", [_back()] * cards)
    return _tray("Before the Oracle", words, backs)


def _looking(cards: Sequence[Card], held: Hold) -> Html:
    words = Html("<b>Keep one.</b> The others go to the discards.")
    return _tray("Before the Oracle", words, _spread(cards, "looked", held))


def _trading() -> Html:
    """Draw the question of a trade; the style sheet shows the half that fits the steps (`.picking`)."""
    words = Html(
        "<span class='first'><b>Which of your pieces do you give?</b> Point at it on your board.</span>"
        "<span class='then'><b>And for which of theirs?</b> Point at it above. They cannot refuse.</span>"
    )
    nothing = spot("no-trade", "Trade nothing", Html("Trade nothing"), class_="plain")
    return _tray("The trade", words, nothing, "trade")


def _turning_in(ways: Sequence[Way]) -> Html:
    """Draw the ways to turn in: the best of each element first, and then the others; the list scrolls."""
    firsts = [
        way for place, way in enumerate(ways) if not place or ways[place - 1]["element"] != way["element"]
    ]
    others = [way for way in ways if way not in firsts]
    done = spot("done", "Turn in nothing more and end your turn", Html("End turn"), "plain")
    return h(
        "<section class='{}' data-key='looked' aria-label='Sets to turn in'>"
        "<p class='tray-say'><b>{}</b>{}</p><ul class='mixes'>{}{}{}</ul></section>",
        classes("tray panel sets", len(ways) > BESIDE_THE_BAG and "many"),
        plural("A full set!|Full sets!", len(firsts)),
        done,
        [_way(way, "") for way in firsts],
        Html("<li class='or'>Or</li>") if others else None,
        [_way(way, "other") for way in others],
    )


def _way(way: Way, class_: str) -> Html:
    inside = h(
        "<span class='mix-pieces'>{}</span><span class='mix-reward'>{}<b>{}</b></span>",
        [_piece(f"{way['element']}-{kind}") for kind in way["pieces"]],
        f"{way['sets']} sets: " if way["sets"] > 1 else None,
        way["reward"],
    )
    label = f"Turn in {way['words']} for {way['reward']}" + (", the best way" if way["best"] else "")
    return h(
        "<li class='{}'>{}</li>",
        class_,
        spot(way["key"], label, inside, f"mix of-{way['element']}", tip=label),
    )


# ── the characters ────────────────────────────────────────────────────────────────────────────────


def _is_fateful(one: Character) -> bool:
    return "fate" in [deed["what"] for deed in one["does"]]


def _character_part(one: Character) -> Part:
    does = tuple((deed["what"], deed["times"]) for deed in one["does"])
    return Part(f"character-{one['number'] - 1}", _character, one["number"], one["slug"], one["name"],
                one["text"], does, _is_fateful(one))  # fmt: skip


def _character(
    number: int, slug: str, name: str, text: str, does: tuple[tuple[str, int], ...], fateful: bool
) -> Html:
    inside = h(
        "<span class='crop'>{}</span><span class='number'>{}</span>"
        "<span class='tile-words'><span class='character-name'>{}</span><span class='does'>{}</span>"
        "<span class='character-text'>{}</span></span>",
        art(f"character-{slug}"),
        number,
        name,
        [_deed(what, times) for what, times in does],
        text,
    )
    state = classes("character", fateful and "fateful")
    label = f"{number}, {name}: {text}"
    return spot(f"character.{slug}", label, inside, class_=state, tip=label)


def _deed(what: str, times: int) -> Html:
    return h(
        "<span class='{}'>{}<span class='deed-name'>{}</span><b>{}</b></span>",
        "deed" if times else "deed by-level",
        icon(SIGNS[what]),
        DEEDS[what],
        times or "×level",
    )


def _holder_part(one: Character, names: Sequence[str], odds: str, me: int | None) -> Part:
    """Return who has a character; or, on the free tile that draws for the win, one's own odds."""
    seat = one["holder"]
    name = "" if seat is None else "you" if seat == me else names[seat]
    return Part(
        f"holder-{one['number'] - 1}", _holder, seat, name, odds if _is_fateful(one) else "", seat == me
    )


def _holder(seat: int | None, name: str, odds: str, own: bool) -> Html:
    if seat is None:
        words = h("<span class='holder odds-now'>{}<span> to win</span></span>", odds)
        return words if odds else Html("<span></span>")
    return h(
        "<span class='{}'>{}<span><span class='unseen'>taken by </span>{}</span></span>",
        classes(f"holder taken seat-{seat}", own and "by-me"),
        glyph(seat),
        name,
    )


# ── cards and tokens ──────────────────────────────────────────────────────────────────────────────


def _back() -> Html:
    return h("<i class='back'>{}</i>", art("bag-label"))


def _piece(name: str) -> Html:
    """Draw a card that lies face up, with its number, or a round token."""
    element, _, kind = name.rpartition("-")
    if kind == "token":
        return h("<span class='piece token'>{}</span>", art(f"token-{element}"))
    return h("<span class='piece chip of-{}'>{}<b>{}</b></span>", element, art(f"card-{name}"), kind)


def _several(cards: Sequence[Card]) -> list[tuple[Card, int]]:
    """Group equal cards, with their number."""
    found = {card["slug"]: card for card in cards}
    slugs = [card["slug"] for card in cards]
    return [(card, slugs.count(slug)) for slug, card in found.items()]


def _no_card() -> Html:
    return Html("<li hidden></li>")


NOTHING_HELD: Final = [Part(f"held-{number}", _no_card) for number in range(ELEMENTS * VALUES)]


def _hand_parts(cards: Sequence[Card], held: Hold) -> list[Part]:
    """Return the cards of a hand by kind, so that a card that is played or drawn is sent alone."""
    found = list(NOTHING_HELD)
    places = {pile["element"]: place_ for place_, pile in enumerate(held)}
    for card, number in _several(cards):
        place_ = places[card["element"]]
        at = place_ * VALUES + card["shows"] - 1
        found[at] = Part(f"held-{at}", _held, card, number, "hand", held[place_])
    return found


def _spread(cards: Sequence[Card], prefix: str, held: Hold) -> Html:
    """Draw cards as spots; each says what it would make with what lies face up."""
    piles = {pile["element"]: pile for pile in held}
    found = [_held(card, number, prefix, piles[card["element"]]) for card, number in _several(cards)]
    return h("<ul class='leaves'>{}</ul>", found)


def _held(card: Card, copies: int, prefix: str, pile: Element) -> Html:
    """Draw a card; over it its number, its name, and what it would make with what lies face up."""
    then = pile["shown"] + card["shows"]
    sets = then // pile["needed"]
    name = card["name"] + (f", {copies} of them" if copies > 1 else "")
    makes = plural("a full set|# full sets", sets) if sets else f"{then} of {pile['needed']}"
    label = (
        f"{name}. {card['text']} {pile['needed']} {pile['name']} face up make a set worth {pile['reward']}; "
        f"with this one there are {then}."
    )
    inside = h(
        "{}<b class='shows'>{}</b><span class='leaf-words'><span class='leaf-name'>{}</span>"
        "<span class='{}'>{}</span></span>{}",
        art(f"card-{card['slug']}"),
        card["shows"],
        card["name"],
        "makes full" if sets else "makes",
        makes,
        _copies(copies),
    )
    class_ = classes("held", copies > 1 and "several", f"of-{card['element']}")
    return h(
        "<li>{}</li>",
        spot(f"{prefix}.{card['slug']}", label, inside, class_, f"{prefix}-{card['slug']}", label),
    )


def _copies(copies: int) -> Html | None:
    return h("<span class='copies'>×{}</span>", copies) if copies > 1 else None


# ── a player's board ──────────────────────────────────────────────────────────────────────────────


def _who(seat: int, won: bool, turn: bool, tile: tuple[str, str] | None, doing: str) -> Html:
    return h(
        "<span class='{}' data-key='{}.as'>{}{}</span>",
        classes("as", turn and "turn-now", won and "winner"),
        seat,
        icon("crown", "winner") if won else None,
        h("{}<span>{}</span>", art(f"character-{tile[0]}"), tile[1]) if tile else doing if turn else None,
    )


def _backs(seat: int, hand: int) -> Html:
    """Draw somebody's cards from behind. One's own board does not show them (table.css)."""
    return h(
        "<span class='backs' data-key='{}.hand' data-tip='{} in hand'>{}<b aria-hidden='true'>{}</b>"
        "<span class='unseen'>{} in hand</span></span>",
        seat,
        plural(CARDS, hand),
        _back(),
        hand,
        plural(CARDS, hand),
    )


def _open_hand(seat: int, cards: Sequence[Card]) -> Html:
    shown = [
        h(
            "<span title='{}'>{}<span class='unseen'>{}</span></span>",
            card["name"],
            _piece(card["slug"]),
            card["name"],
        )
        for card in cards
    ]
    return h(
        "<span class='backs open' data-key='{}.hand'><span class='unseen'>In hand: </span>{}</span>",
        seat,
        shown or Html("no cards"),
    )


def _worth_part(seat: int, player: Player, tokens: int) -> Part:
    gems = player["gems_in_bag"], player["gems"]
    return Part(f"worth-{seat}", _worth, seat, player["colour"], player["level"], player["dial_end"], *gems,
                player["odds"], tokens)  # fmt: skip


def _worth(
    seat: int, colour: str, level: int, dial_end: int, in_bag: int, beside: int, odds: Odds, tokens: int
) -> Html:
    """Draw level, gems in the bag, and the chance with which the Wizard would win with them."""
    draws, gems = plural("1 draw|# draws", level), plural("no gem|1 gem|# gems", in_bag)
    why = f"As the Wizard now: {odds['words']} to win. {draws}, {gems} of their own among {tokens} tokens."
    return h(
        "<span class='worth'><span class='level' data-key='{}.level' data-tip='{}'><small>Level</small>"
        "<b>{}</b>{}</span><span class='gems' data-key='{}.gems' data-tip='{}'>{}<b>{}</b>"
        "<small>in the bag</small><span class='unseen'>gems in the bag, {} beside it</span></span>"
        "<span class='chance' data-tip='{}'><small>Wizard</small>{}<b>{}</b>"
        "<span class='unseen'>to win as the Wizard</span></span></span>",
        seat,
        f"Level {level} of {dial_end}: so many tokens are drawn as Apprentice and as Wizard.",
        level,
        _dial(level, dial_end),
        seat,
        f"{plural('No gem|1 gem|# gems', in_bag)} in the bag, {beside} beside it.",
        art(f"gem-{colour}"),
        in_bag,
        beside,
        why,
        icon("pointy-hat"),
        odds["words"].replace("less than ", "<").replace("more than ", ">"),
    )


@cache
def _dial(level: int, end: int) -> Html:
    return h("<span class='dial' aria-hidden='true'>{}</span>", _notches(level, end))


@cache
def _notches(on: int, of: int) -> Html:
    lit, unlit = min(on, of), max(0, of - on)
    return Html('<i class="on"></i>' * lit + "<i></i>" * unlit)


def _pile(seat: int, name: str, pile: Element) -> Html:
    """Draw what lies face up of an element before a player."""
    kinds = list(dict.fromkeys(pile["pieces"]))
    said = f"{pile['name']}: {pile['shown']} of {pile['needed']}. A set is worth {pile['reward']}."
    if pile["sets"]:
        said += f" {plural('A full set|# full sets', pile['sets'])}: {pile['worth']}."
    return h(
        "<div class='{}' role='group' aria-label='{}'><span class='pile-head' data-tip='{}'>{}"
        "<b class='count'>{}<small>/{}</small></b><span class='pips' aria-hidden='true'>{}</span>"
        "{}</span><span class='pieces'>{}</span></div>",
        classes("pile", f"of-{pile['element']}", f"kinds-{len(kinds)}", pile["sets"] > 0 and "full"),
        f"{name}’s {said}",
        said,
        icon(pile["icon"]),
        pile["shown"],
        pile["needed"],
        _notches(pile["shown"], pile["needed"]),
        _gain(max(1, pile["sets"]), pile["levels"], pile["gems"]),
        [_lying(seat, name, pile, piece, pile["pieces"].count(piece)) for piece in kinds],
    )


@cache
def _gain(sets: int, levels: int, gems: int) -> Html:
    """Draw the signs of what sets are worth; the words are beside them."""
    return h(
        "<span class='reward' aria-hidden='true'><span class='gain levels'>{}</span>"
        "<span class='gain jewels'>{}</span></span>",
        [icon("upgrade")] * (sets * levels),
        [icon("emerald")] * (sets * gems),
    )


def _lying(seat: int, name: str, pile: Element, piece: str, copies: int) -> Html:
    kind = piece.rpartition("-")[2]
    what = "token, counts as one" if kind == "token" else f"card that shows {kind}"
    label = f"{name}’s {pile['name']} {what}" + (f", {copies} of them" if copies > 1 else "")
    inside = h("{}{}", _piece(piece), _copies(copies))
    return spot(f"{seat}.{piece}", label, inside, class_="lying", id=f"lies-{seat}-{piece}", tip=label)


# ── round, deck and discards ──────────────────────────────────────────────────────────────────────


def _order(round_: int, order: Sequence[int], names: Sequence[str], turn: int | None) -> Html:
    seats = [
        h(
            "<li class='{}'>{}<span class='unseen'>{}{}</span></li>",
            "now" if seat == turn else "",
            glyph(seat),
            names[seat],
            ", now" if seat == turn else None,
        )
        for seat in order
    ]
    said = "This round’s order: " + ", ".join(names[seat] for seat in order) + "."
    return h(
        "<div class='order' data-tip='{}'><b>Round {}</b><ol aria-label='Order of turns'>{}</ol></div>",
        said,
        round_,
        seats,
    )


def _deck(cards: int) -> Html:
    return h(
        "<p class='heap' data-key='deck' data-tip='The deck'>{}<span><b>{}</b> <span>in the deck</span>"
        "</span></p>",
        _back(),
        cards,
    )


def _discards(cards: Sequence[str]) -> Html:
    return h(
        "<p class='heap' data-key='discards' data-tip='{}'>{}<span><b>{}</b> <span>discarded</span>"
        "</span></p>",
        ", ".join(cards) or "No discards",
        Html('<i class="back open"></i>'),
        len(cards),
    )


# ── the Bag of Fate ───────────────────────────────────────────────────────────────────────────────


def _tokens(tokens: int) -> Html:
    return h("<b class='bag-count'>{}<small> {}</small></b>", tokens, "token" if tokens == 1 else "tokens")


def _token(key: str, name: str, amount: int) -> Html:
    """Return how many of a token are in the bag."""
    several = name.replace("gem of", "gems of") if name.startswith("gem") else f"{name}s"
    label = plural(f"no {several}|1 {name}|# {several}", amount)
    return h(
        "<span class='{}' data-tip='In the bag: {}.'>{}<b aria-hidden='true'>{}</b>"
        "<span class='unseen'>{}</span></span>",
        classes("count", not amount and "none"),
        label,
        art(key),
        amount,
        label,
    )


def _shares(shares: Sequence[int], title: str, names: Sequence[str] = SHARES) -> Html:
    """Draw chances that add up to a hundred, as a bar and in words."""
    bars, left = [], 0
    for number, share in enumerate(shares):
        bars.append(h("<rect class='share-{}' x='{}' width='{}' height='8'/>", number, left, share))
        left += share
    words = [
        h("<li class='share-{}'><b>{} %</b> {}</li>", number, share, name)
        for number, (share, name) in enumerate(zip(shares, names, strict=True))
    ]
    return h(
        "<div class='shares' role='group' aria-label='{}'><svg class='bar' viewBox='0 0 100 8' "
        "preserveAspectRatio='none' aria-hidden='true'>{}</svg><ul>{}</ul></div>",
        title,
        bars,
        words,
    )


def _last(name: str, drawn: Sequence[str], tokens: Tokens) -> Html:
    """Draw what came out last, until the next draw."""
    if not drawn:
        return Html('<p class="last" hidden></p>')
    pictures = {token: (key, label) for token, key, label in tokens}
    shown = [h("<span title='{}'>{}<span class='unseen'>{}, </span></span>", pictures[token][1],
               art(pictures[token][0]), pictures[token][1]) for token in drawn]  # fmt: skip
    return h("<p class='last'><span class='last-who'>{}’s last draw</span>{}</p>", name, shown)


def _no_draw() -> Html:
    return Html('<div class="reach" hidden data-key="draw"></div>')


def _reach(last: LastDraw, name: str, tokens: Tokens, own: str, gems: int, inside: int) -> Html:
    """Draw the tokens of a draw one by one, with the odds of those that are still to come."""
    drawn, wanted, wizard = last["tokens"], last["wanted"], last["wizard"]
    left, won = wanted - len(drawn), own in drawn and wizard
    last_hope = wizard and left == 1 and wanted > 1 and gems > 0 and not won
    pictures = {token: (key, label) for token, key, label in tokens}
    slots = [_slot(number, *pictures[token], token == own and wizard)
             for number, token in enumerate(drawn, start=1)]  # fmt: skip
    slots += [
        h("<li class='slot empty' data-key='draw.{}'></li>", len(drawn) + 1 + step) for step in range(left)
    ]
    verb = "reach" if name == "You" else "reaches"
    return h(
        "<div class='{}'><section class='reach-out' tabindex='0' data-key='draw' aria-label='Out of the bag'>"
        "<p class='reach-who'><b>{}</b> {} into the bag{}</p><ol class='{}'>{}</ol></section>"
        "<section class='reach-odds' tabindex='0' aria-label='The odds'>{}</section></div>",
        classes("reach now", wizard and "fate", won and "won", last_hope and "breath"),
        name,
        verb,
        " for the win" if wizard else None,
        classes("slots", wanted > 5 and "many", wanted < 4 and "big-slots"),
        slots,
        _fate_odds(last["chance"], left, gems, inside, won, name)
        if wizard
        else _next_odds(last["good_for"], drawn, pictures, left),
    )


def _slot(number: int, key: str, label: str, wins: bool) -> Html:
    return h(
        "<li class='{}' data-key='draw.{}'>{}<span class='unseen'>{}</span></li>",
        classes("slot", wins and "wins"),
        number,
        art(key),
        label,
    )


def _fate_odds(chance: Odds, left: int, gems: int, inside: int, won: bool, name: str) -> Html:
    whose = "your" if name == "You" else "their"
    if won:
        return h("<p class='verdict'>{} own gem!</p>", "Your" if name == "You" else f"{name}’s")
    if not left:
        return h("<p class='verdict'>No gem of {} own. Everything goes back.</p>", whose)
    said = (
        f"{plural('1 token|# tokens', left)} to come, "
        f"{plural('no gem|1 gem|# gems', gems)} of {whose} own among {inside}"
    )
    return h(
        "<p class='big'>{}</p>{}<p class='reach-why'>{}</p>",
        f"{chance['words']} to win",
        _bar(chance),
        said,
    )


def _bar(chance: Odds) -> Html:
    return h(
        "<svg class='bar' viewBox='0 0 100 8' preserveAspectRatio='none' aria-hidden='true'>"
        "<rect class='bar-all' width='100' height='8'/><rect class='bar-won' width='{}' height='8'/></svg>",
        str(round(100 * chance["ways"] / chance["of"], 1)),
    )


def _next_odds(
    shares: Sequence[int], drawn: Sequence[str], pictures: Mapping[str, tuple[str, str]], left: int
) -> Html:
    """Draw the odds of the next token; after the last, the effect of each."""
    if left:
        return h("<p class='reach-why'>The next token:</p>{}", _shares(shares, "The next token", GOOD_FOR))
    kinds = [(token, *pictures[token], list(drawn).count(token)) for token in dict.fromkeys(drawn)]
    lines = [
        h("<li>{}<span>{}: <b>{}</b></span></li>", art(key), _short(label, times), _effect(token))
        for token, key, label, times in kinds
    ]
    return h("<ul class='comes'>{}</ul>", lines)


def _short(label: str, times: int = 1) -> str:
    """Name a token in few words.

    >>> _short("Bone token"), _short("gem of Ada’s", 2)
    ('Bone', '2 × gem of Ada’s')
    """
    name = label.removesuffix(" token")
    return f"{times} × {name}" if times > 1 else name


def _effect(token: str) -> str:
    """Describe the effect of a token that is drawn by anybody but the Wizard."""
    if token in EFFECTS:
        return EFFECTS[token]
    return "kept" if token.endswith("-token") else "back it goes"


FACE: Final = Face[Look](frame, parts, own_parts)
