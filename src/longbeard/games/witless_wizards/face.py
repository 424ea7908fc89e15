"""Character boards in battle: how Witless Wizards is drawn in the browser.

The opponents stand above, in the order of their seats, the viewer below; what is drawn, rolled and decided is
between them. A card that is there only once keeps its id wherever it goes, so it glides.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from longbeard.engine.face import Face, Part, Showing, place
from longbeard.engine.html import NOTHING, Html, classes, glyph, h, icon, spot
from longbeard.engine.look import Choice
from longbeard.engine.telling import plural
from longbeard.games.witless_wizards.view import BattleLook, Card, Look, Wizard

SLOT_WORDS: Final = {"offensive": "weapon", "defensive": "armour", "special": "special"}
BARE: Final = {"offensive": "bare, bony fists", "defensive": "a nightshirt", "special": "nothing special"}
PORTRAITS: Final = ("wizard-face", "witch-face", "dwarf-face", "hooded-figure")
PIPS: Final = {
    1: ((12, 12),),
    2: ((7, 7), (17, 17)),
    3: ((6, 6), (12, 12), (18, 18)),
    4: ((7, 7), (17, 7), (7, 17), (17, 17)),
    5: ((7, 7), (17, 7), (12, 12), (7, 17), (17, 17)),
    6: ((7, 6), (17, 6), (7, 12), (17, 12), (7, 18), (17, 18)),
}
CUBE: Final = Html(
    '<svg class="icon cube" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2 21 7v10l-9 5-9-5V7Z"/>'
    '<path class="edges" d="M3 7l9 5 9-5M12 12v10"/></svg>'
)
SHIELD: Final = Html(
    '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">'
    '<path d="M12 1.5 21.5 4.5v7c0 5.5-4 9-9.5 11-5.5-2-9.5-5.5-9.5-11v-7Z"/></svg>'
)
HEART: Final = Html(
    '<svg class="icon heart" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 21C5 15 2 11.5 2 7.5'
    'A5.2 5.2 0 0 1 12 5.5 5.2 5.2 0 0 1 22 7.5C22 11.5 19 15 12 21Z"/></svg>'
)
SECOND_CARD: Final = {
    "": "Your first card.",
    "kept": "Your second card: it must be given away.",
    "gave": "Your second card: it is yours, like it or not.",
}
USES_CARD: Final = {
    "reroll": "uses up your card",
    "block": "uses up your card: no hits",
    "take-it": "keep your card",
    "heal": "uses up your card",
}
ASKS_FOR_BUTTONS: Final = ("draw-more", "focus", "reroll", "guard", "block", "rest")


def frame(showing: Showing[Look]) -> Html:
    """The field: the centre, the opponents' boards, one's own."""
    seats = len(showing.names)
    me = showing.me
    first = 0 if me is None else me
    around = [(first + at) % seats for at in range(0 if me is None else 1, seats)]
    return h(
        "<div class='face face-witless-wizards seats-{}'><div class='field'>"
        "<section class='centre' aria-label='Between the boards'>{}{}</section>"
        "<div class='foes'>{}</div>{}</div></div>",
        seats,
        place("piles"),
        place("stage"),
        [_board(seat, showing.names[seat], False) for seat in around],
        _board(me, showing.names[me], True) if me is not None else None,
    )


def _board(seat: int, name: str, own: bool) -> Html:
    return h(
        "<section class='{}' aria-label='{}’s board' data-key='place:{}'>{}{}"
        "<ul class='slots'>{}</ul></section>",
        classes(f"board seat-{seat}", own and "own"),
        name,
        seat,
        place(f"who-{seat}"),
        place(f"vitals-{seat}"),
        [place(f"slot-{seat}-{number}") for number in range(len(SLOT_WORDS))],
    )


def parts(showing: Showing[Look]) -> list[Part]:
    """What everybody sees: the boards, the piles, the fight."""
    look, names = showing.look, showing.names
    found = [
        Part("piles", _piles, look["deck"], look["decks"], len(look["discards"]), look["discarded"], "", ""),
        Part("stage", _public_stage, look["battle"], look["drawn"], look["decision"], look["turn"], names),
    ]
    track = (look["most_stamina"], look["weakened"])
    for seat, wizard in enumerate(look["wizards"]):
        found.append(_who_part(showing, seat, {}))
        found.append(Part(f"vitals-{seat}", _vitals, wizard["in"], wizard["stamina"], wizard["cubes"],
                          _income(wizard), track))  # fmt: skip
        for number, (kind, card) in enumerate(wizard["equipment"].items()):
            found.append(Part(f"slot-{seat}-{number}", _slot, seat, number, kind, card, names[seat], False))
    return found


def own_parts(showing: Showing[Look]) -> list[Part]:
    """One's own name, what one has drawn, and what one may do."""
    look, names, choices = showing.look, showing.names, showing.choices
    me = showing.me
    deeds = {choice["steps"][0]: choice for choice in choices}
    choosing = bool(choices) and look["decision"] in ("whose", "give-to", "target")
    seats = range(len(names)) if choosing else () if me is None else (me,)
    found = [_who_part(showing, seat, deeds) for seat in seats]
    if choosing and look["hand"] and look["decision"] != "target":
        found += _landings(showing, deeds)
    if not (choices or look["hand"]):
        return found
    another = deeds.get("deck")
    price = ("free" if look["free_look"] else "for 1 cube") if another else ""
    words = another["words"] if another else ""
    found.append(
        Part(
            "piles",
            _piles,
            look["deck"],
            look["decks"],
            len(look["discards"]),
            look["discarded"],
            words,
            price,
        )
    )
    own = look["wizards"][look["turn"] if me is None else me]
    found.append(
        Part(
            "stage", _own_stage, look["battle"], look["hand"], look["decision"], look["first_card"], names,
            choices, own["cubes"], own["stamina"] <= look["weakened"],
        )
    )  # fmt: skip
    return found


def _landings(showing: Showing[Look], deeds: Mapping[str, Choice]) -> list[Part]:
    """The slots that the drawn card would go into."""
    look, landing = showing.look, showing.look["hand"][0]["kind"]
    number = list(SLOT_WORDS).index(landing)
    return [
        Part(
            f"slot-{seat}-{number}", _slot, seat, number, landing, wizard["equipment"][landing],
            showing.names[seat], True,
        )
        for seat, wizard in enumerate(look["wizards"])
        if f"board:{seat}" in deeds
    ]  # fmt: skip


# ── a wizard's board ──────────────────────────────────────────────────────────────────────────────


def _who_part(showing: Showing[Look], seat: int, deeds: Mapping[str, Choice]) -> Part:
    look = showing.look
    own = seat == showing.me
    choice = deeds.get(f"board:{seat}")
    choosing = bool(deeds) and look["decision"] in ("whose", "give-to", "target")
    barred = choosing and choice is None and not own and seat not in look["reach"]
    battle, wizard = look["battle"], look["wizards"][seat]
    return Part(
        f"who-{seat}",
        _who,
        seat,
        showing.names[seat],
        own,
        (wizard["in"], wizard["stamina"], wizard["cubes"]),
        showing.over and seat in showing.winners,
        not showing.over and seat == look["turn"],
        battle is not None and battle["target"] == seat,
        (choice["label"], choice["words"]) if choice else ("out of reach", "") if barred else None,
    )


def _who(
    seat: int,
    name: str,
    own: bool,
    vitals: tuple[bool, int, int],
    won: bool,
    turn: bool,
    targeted: bool,
    deed: tuple[str, str] | None,
) -> Html:
    label, words = deed or ("", "")
    alive, stamina, cubes = vitals
    about = f"{name}, stamina {stamina}, {plural(CUBES, cubes)}" if alive else f"{name}, out of the game"
    inside = h(
        "<span class='portrait'>{}{}</span><span class='who-name'>{}<span>{}{}</span></span>{}",
        icon(PORTRAITS[seat] if alive else "tombstone"),
        icon("crown", class_="crowned") if won else None,
        glyph(seat),
        name,
        Html(" <small>(you)</small>") if own else None,
        _deed(label, bool(words)) if label else None,
    )
    state = classes("who", won and "won", turn and "turn", targeted and "targeted", not alive and "out")
    return spot(f"board:{seat}", words or about, inside, class_=state)


CUBES: Final = "no cubes|1 cube|# cubes"
DEED_ICONS: Final = {"Attack": "crossed-swords", "Wear it": "robe", "Give it": "present"}


def _deed(label: str, allowed: bool) -> Html:
    sign = icon(DEED_ICONS[label]) if label in DEED_ICONS else None
    return h("<span class='{}'>{} {}</span>", classes("deed", not allowed and "no"), sign, label)


def _income(wizard: Wizard) -> int:
    return sum([card["income"] for card in wizard["equipment"].values() if card])


def _vitals(alive: bool, stamina: int, cubes: int, income: int, track: tuple[int, int]) -> Html:
    most, weakened = track
    weak = stamina <= weakened
    return h(
        "<div class='vitals'><span class='stamina{}'>{}<b>{}</b>"
        "<span class='unseen'> of {} stamina{}</span>{}</span><span class='cubes'>{}<b>{}</b>"
        "<span class='unseen'> {}</span>{}</span></div>",
        " weak" if weak and alive else "",
        HEART,
        stamina,
        most,
        ", weakened" if weak else "",
        _track(max(0, stamina), most, weakened),
        CUBE,
        cubes,
        "cube" if cubes == 1 else "cubes",
        h("<small>+{}<span class='unseen'> a turn</span></small>", income) if income else None,
    )


@cache
def _track(stamina: int, most: int, weakened: int) -> Html:
    """Stamina as a row of notches, the low ones red."""
    runs = [
        ("on low", range(min(stamina, weakened)), 9),
        ("on", range(weakened, stamina), 12),
        ("low", range(stamina, weakened), 9),
        ("", range(max(stamina, weakened), most), 12),
    ]
    return h(
        "<svg class='track' viewBox='0 0 {} 14' preserveAspectRatio='none' aria-hidden='true'>{}</svg>",
        6 * most,
        [_notches(*run) for run in runs if run[1]],
    )


def _notches(class_: str, places: range, height: int) -> Html:
    path = "".join(f"M{6 * at}.5 {13 - height}h4.6v{height}h-4.6z" for at in places)
    return h("<path class='{}' d='{}'/>", class_, path)


def _slot(seat: int, number: int, kind: str, card: Card | None, name: str, lands: bool) -> Html:
    key, what = f"slot:{seat}:{number}", SLOT_WORDS[kind]
    if card is None:
        inside = h("<span class='art'>{}</span><span class='gear-name'>{}</span>", _sign(kind), BARE[kind])
        label = f"{name}’s {what}: none, just {BARE[kind]}"
        shown = spot(key, label, inside, class_="slot bare", tip=label)
    else:
        about = card_words(card)
        label = f"{name}’s {what}: {about}"
        shown = spot(key, label, _gear(card), class_="slot", tip=label)
    lands_here = h("<span class='lands'>{}</span>", "replaced" if card else "goes here") if lands else None
    return h("<li class='{}'>{}{}</li>", "landing" if lands else "", shown, lands_here)


# ── cards ─────────────────────────────────────────────────────────────────────────────────────────


def _sign(kind: str) -> Html:
    if kind == "defensive":
        return SHIELD
    return icon("crossed-swords" if kind == "offensive" else "star-swirl")


def _numbers(card: Card) -> Html:
    value = None
    if card["kind"] != "special":
        value = h(
            "<span class='value {}'>{}<b>{}</b></span>", card["kind"], _sign(card["kind"]), card["value"]
        )
    income = h("<span class='income'>{}<b>+{}</b></span>", CUBE, card["income"]) if card["income"] else None
    return h("<span class='numbers'>{}{}</span>", value, income)


def card_words(card: Card) -> str:
    """A card in a sentence or two: name, numbers, text."""
    parts = [card["name"]]
    if card["kind"] == "offensive":
        parts.append(f"attack {card['value']}")
    elif card["kind"] == "defensive":
        parts.append(f"defence {card['value']}")
    if card["income"]:
        parts.append(plural("1 cube a turn|# cubes a turn", card["income"]))
    return f"{', '.join(parts)}. {card['text']}"


def _id(card: Card) -> Html | None:
    """What is there only once can be followed with the eye."""
    return h(" id='card-{}'", card["slug"]) if card["copies"] == 1 else None


def _gear(card: Card) -> Html:
    return h(
        "<span class='gear {}'{}><span class='art'>{}</span>{}<span class='gear-name'>{}</span>"
        "<span class='gear-text'>{}</span></span>",
        card["kind"],
        _id(card),
        icon(card["icon"]),
        _numbers(card),
        card["name"],
        card["text"],
    )


def _drawn(number: int, card: Card, choice: Choice | None, drag: bool) -> Html:
    inside = h(
        "<span class='gear big {}'{}><span class='art'>{}</span><span class='gear-about'>"
        "<span class='gear-name'>{}</span><span class='gear-kind'>{}</span>{}"
        "<span class='gear-text'>{}</span></span></span>{}",
        card["kind"],
        _id(card),
        icon(card["icon"]),
        card["name"],
        SLOT_WORDS[card["kind"]],
        _numbers(card),
        card["text"],
        Html('<span class="deed">Take this one</span>') if choice else None,
    )
    label = choice["words"] if choice else f"In your hand: {card_words(card)}"
    return spot(f"hand:{number}", label, inside, class_=f"drawn {card['kind']}", drag=drag)


# ── between the boards ────────────────────────────────────────────────────────────────────────────


def _piles(deck: int, decks: list[str], thrown: int, top: Card | None, another: str, price: str) -> Html:
    about = f"The deck: {plural('1 card|# cards', deck)}"
    name = h("<b>Another card</b><small>{}</small>", price) if another else Html("Deck")
    back = h(
        "<span class='back'><b>{}</b>{}</span><span class='pile-name'>{}</span>",
        deck,
        icon("pointy-hat"),
        name,
    )
    tip = f"{about}. In play: {', '.join(decks)}."
    discards = f"Discards: {plural('1 card|# cards', thrown)}" + (
        f", on top {card_words(top)}" if top else ", none yet"
    )
    shown = (
        h("<span class='top-card'{}>{}</span>", _id(top), icon(top["icon"]))
        if top
        else h("<span class='top-card none'>{}</span>", icon("card-discard"))
    )
    return h(
        "<div class='piles'>{}{}</div>",
        spot("deck", another or about, back, class_="deck", tip=tip),
        spot(
            "discards",
            discards,
            h("{}<span class='pile-name'>Discards</span>", shown),
            class_="discards",
            tip=discards,
        ),
    )


def _stage(show: Html, do: Html) -> Html:
    return h(
        "<div class='stage' data-key='hand'><div class='show'>{}</div><div class='do'>{}</div></div>",
        show,
        do,
    )


def _public_stage(
    battle: BattleLook | None, drawn: int, decision: str, turn: int, names: Sequence[str]
) -> Html:
    """What happens in the middle, as those see it who have nothing to decide."""
    if battle:
        return _stage(_clash(battle, names, False), NOTHING)
    if drawn:
        backs = [h("<span class='back'>{}</span>", icon("pointy-hat"))] * drawn
        say = f"{names[turn]} has drawn {'a card' if drawn == 1 else 'two cards'} and ponders."
        return _stage(
            h("<div class='hand'><div class='hidden-cards'>{}</div></div>", backs),
            h("<p class='say'>{}</p>", say),
        )
    if decision == "rest":
        return _stage(h("<p class='say big'>{} rests.</p>", names[turn]), NOTHING)
    return _stage(NOTHING, NOTHING)


def _own_stage(
    battle: BattleLook | None,
    hand: list[Card],
    decision: str,
    first_card: str,
    names: Sequence[str],
    choices: Sequence[Choice],
    cubes: int,
    weak: bool,
) -> Html:
    """What happens in the middle, for the one who holds a card or has to decide."""
    deeds = {choice["steps"][0]: choice for choice in choices}
    if battle:
        show = _clash(battle, names, bool(choices))
    elif hand:
        drag = bool(choices) and decision in ("whose", "give-to")
        cards = [_drawn(number, card, deeds.get(f"hand:{number}"), drag) for number, card in enumerate(hand)]
        show = h("<div class='hand{}'>{}</div>", " two" if len(hand) > 1 else "", cards)
    else:
        show = h("<p class='say big'>{}</p>", BIG_WORDS.get(decision, ""))
    say = _say(decision, first_card, bool(hand), cubes, weak) if choices else ""
    acts = None
    if choices and decision in ASKS_FOR_BUTTONS:
        buttons = [_act(choice) for choice in choices if choice["steps"] != ["deck"]]
        acts = h("<div class='acts' role='group' aria-label='What you can do'>{}</div>", buttons)
    return _stage(show, h("{}{}", h("<p class='say'>{}</p>", say) if say else None, acts))


BIG_WORDS: Final = {"target": "Whom do you attack?", "rest": "Catch your breath?"}


def _say(decision: str, first_card: str, hand: bool, cubes: int, weak: bool) -> str:
    if hand:
        return {
            "draw-more": f"{SECOND_CARD[first_card]} Take it, or look at one more?",
            "which-card": "Take one; the other goes to the discards.",
            "whose": "Wear it, or press it upon somebody? The next card goes the other way.",
            "give-to": "You kept the first card, so this one goes to an opponent. To whom?",
        }.get(decision, "")
    return {
        "focus": f"How many of your {plural('1 cube|# cubes', cubes)} go into the attack?",
        "guard": f"How many of your {plural('1 cube|# cubes', cubes)} go into your defence?",
        "rest": "You are weakened: each cube you return is a point of stamina."
        if weak
        else "You may use up your healing card.",
    }.get(decision, "")


def _act(choice: Choice) -> Html:
    """A button for a choice that is no place on the table."""
    kind, _, number = choice["action"].partition(":")
    if number:
        inside = h("<b>{}</b><span>{}</span>", number, choice["label"])
    else:
        note = USES_CARD.get(kind)
        inside = h("{}{}", choice["label"], h("<small>{}</small>", note) if note else None)
    return spot(
        choice["steps"][0],
        choice["words"],
        inside,
        class_=classes("act", number and "number"),
        tip=choice["words"],
    )


def _clash(battle: BattleLook, names: Sequence[str], so_far: bool) -> Html:
    attack = battle["attack"]
    hits = battle["hits"]
    if hits is None:
        outcome = Html("The die is not cast yet.")
    elif battle["dodged"]:
        outcome = Html("<b>Dodged</b>: no hits")
    elif hits:
        outcome = h("<b>{}</b> {}{}", hits, "hit" if hits == 1 else "hits", " so far" if so_far else "")
    else:
        outcome = Html("<b>No</b> hits")
    return h(
        "<div class='clash' data-key='battle'>{}{}{}<p class='outcome'>{}</p></div>",
        _fighter(battle["attacker"], names, "attack", battle["strength"] if attack is None else attack,
                 "+ the die" if attack is None else ""),
        _die(battle["die"]),
        _fighter(battle["target"], names, "defence", battle["defence"], ""),
        outcome,
    )  # fmt: skip


def _fighter(seat: int, names: Sequence[str], what: str, number: int, more: str) -> Html:
    return h(
        "<div class='fighter seat-{}'><span class='portrait'>{}</span><p><b>{}</b>"
        "<span class='sum'>{} {} <b>{}</b>{}</span></p></div>",
        seat,
        icon(PORTRAITS[seat]),
        names[seat],
        _sign("offensive" if what == "attack" else "defensive"),
        what,
        number,
        h("<small> {}</small>", more) if more else None,
    )


def _die(shows: int) -> Html:
    if shows in PIPS:
        inside = [h("<circle cx='{}' cy='{}' r='2.2'/>", x, y) for x, y in PIPS[shows]]
    else:
        inside = [h("<text x='12' y='17.5'>{}</text>", shows or "?")]
    label = f"The die shows {shows}" if shows else "The die is not cast yet"
    return h(
        "<svg class='die' id='die-{}' viewBox='0 0 24 24' role='img' aria-label='{}'>"
        "<rect x='1' y='1' width='22' height='22' rx='5'/>{}</svg>",
        shows,
        label,
        inside,
    )


FACE: Final = Face[Look](frame, parts, own_parts)
