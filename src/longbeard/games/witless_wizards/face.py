"""Wizards in the arena: how Witless Wizards is drawn in the browser.

The opponents stand above, in the order of their seats, the viewer below; what is drawn, rolled and decided is
between them. A card that is there only once keeps its id wherever it goes, so it glides.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from longbeard.engine.face import Face, Part, Showing, place
from longbeard.engine.html import NOTHING, Html, classes, glyph, h, icon, spot
from longbeard.engine.look import Choice
from longbeard.engine.piece import picture
from longbeard.engine.telling import plural
from longbeard.games.witless_wizards import PLATE
from longbeard.games.witless_wizards.clash import bars, die_spot, fight, stage
from longbeard.games.witless_wizards.forecast import Forecast
from longbeard.games.witless_wizards.gear import (
    CUBE,
    HEART,
    SLOT_WORDS,
    card_id,
    card_words,
    drawn_card,
    portrait,
    slot,
)
from longbeard.games.witless_wizards.view import (
    BattleLook,
    Card,
    Look,
    Wizard,
    chance_words,
    fall_words,
)

CUBES: Final = "no cubes|1 cube|# cubes"
DRAFT: Final = ("draw-more", "which-card", "whose", "give-to")
CHOOSING: Final = ("whose", "give-to", "target")
DEED_ICONS: Final = {"Attack": "crossed-swords", "Wear it": "robe", "Give it": "present"}
SECOND_CARD: Final = {
    "": "One of your two cards you wear, the other you give away.",
    "kept": "You kept the first, so this one is for somebody else.",
    "gave": "You gave the first away, so this one is yours.",
}
USES_CARD: Final = {
    "reroll": "uses up your card",
    "block": "uses up your card",
    "take-it": "keeps your card",
    "heal": "uses up your card",
}
SAID: Final = ("focus", "recover")
"""Actions whose buttons need no tip, which would cover the buttons beside them."""
SHORT_NAME: Final = 10
"""Letters beyond which a name has a line of its own."""
ASKS_FOR_BUTTONS: Final = ("draw-more", "focus", "reroll", "guard", "block", "rest")


def frame(showing: Showing[Look]) -> Html:
    """Return the arena: the opponents' boards, the middle, one's own board."""
    seats = len(showing.names)
    me = showing.me
    first = 0 if me is None else me
    around = [(first + at) % seats for at in range(0 if me is None else 1, seats)]
    return h(
        "<div class='face face-witless-wizards seats-{}{}'>"
        "<div class='foes'>{}</div>"
        "<section class='centre' aria-label='Between the boards'>{}{}</section>{}</div>",
        seats,
        " watched" if me is None else "",
        [_board(seat, showing.names[seat], False) for seat in around],
        place("piles"),
        place("stage"),
        _board(me, showing.names[me], True) if me is not None else None,
    )


def _board(seat: int, name: str, own: bool) -> Html:
    return h(
        "<section class='{}' aria-label='{}’s board' data-key='place:{}' data-ground='board:{}'>{}{}"
        "<ul class='slots'>{}</ul></section>",
        classes(f"board seat-{seat}", own and "own"),
        name,
        seat,
        seat,
        place(f"who-{seat}"),
        place(f"vitals-{seat}"),
        [place(f"slot-{seat}-{number}") for number in range(len(SLOT_WORDS))],
    )


def parts(showing: Showing[Look]) -> list[Part]:
    """Return what everybody sees: the boards, the piles, the fight."""
    look, names = showing.look, showing.names
    found = [_piles_part(look, "", ""), _stage_part(look, names)]
    track = (look["most_stamina"], look["weakened"])
    for seat, wizard in enumerate(look["wizards"]):
        found.append(_who_part(showing, seat, {}))
        found.append(_vitals_part(look, names, seat, track))
        for number, (kind, card) in enumerate(wizard["equipment"].items()):
            found.append(Part(f"slot-{seat}-{number}", slot, seat, number, kind, card, names[seat], None))
    return found


def own_parts(showing: Showing[Look]) -> list[Part]:
    """Return one's own name, what one has drawn, and one's choices."""
    look, names, choices = showing.look, showing.names, showing.choices
    me = showing.me
    deeds = {choice["steps"][0]: choice for choice in choices}
    mine = bool(choices) and look["turn"] == me
    found = [_who_part(showing, seat, deeds) for seat in range(len(names)) if mine or seat == me]
    if mine and look["previews"]:
        found += _landings(showing, deeds)
    if me is not None and not look["wizards"][me]["in"] and not showing.over:
        found.append(Part(f"vitals-{me}", _out, fall_words(look["wizards"][me]["fell"], names, me), me))
    if not (choices or look["hand"]):
        return found
    another = deeds.get("deck")
    price = ("free" if look["free_look"] else "for 1 cube") if another else ""
    found.append(_piles_part(look, another["words"] if another else "", price))
    found.append(_own_stage_part(look, names, choices, look["turn"] if me is None else me))
    return found


def _landings(showing: Showing[Look], deeds: Mapping[str, Choice]) -> list[Part]:
    """Return the slots that the drawn card would go into, with what it would change."""
    look, landing = showing.look, showing.look["hand"][0]["kind"]
    number = list(SLOT_WORDS).index(landing)
    return [
        Part(
            f"slot-{preview['seat']}-{number}", slot, preview["seat"], number, landing,
            look["wizards"][preview["seat"]]["equipment"][landing], showing.names[preview["seat"]],
            preview["changes"],
        )
        for preview in look["previews"]
        if f"board:{preview['seat']}" in deeds
    ]  # fmt: skip


# ── a wizard's board ──────────────────────────────────────────────────────────────────────────────


def _who_part(showing: Showing[Look], seat: int, deeds: Mapping[str, Choice]) -> Part:
    look = showing.look
    own = seat == showing.me
    choice = deeds.get(f"board:{seat}")
    choosing = bool(deeds) and look["decision"] in CHOOSING
    barred = choosing and choice is None and not own and seat not in look["reach"]
    battle, wizard = look["battle"], look["wizards"][seat]
    targeted = "" if battle is None or battle["target"] != seat else battle["stage"]
    if targeted == "struck" and battle is not None and not battle["hits"]:
        targeted = "missed"
    return Part(
        f"who-{seat}",
        _who,
        seat,
        showing.names[seat],
        own,
        (wizard["in"], wizard["stamina"], wizard["cubes"]),
        showing.over and seat in showing.winners,
        not showing.over and seat == look["turn"],
        targeted,
        (choice["label"], choice["words"]) if choice else ("out of reach", "") if barred else None,
        _threat(look, seat) if deeds and not own and look["decision"] in DRAFT else "",
    )


def _who(
    seat: int,
    name: str,
    own: bool,
    vitals: tuple[bool, int, int],
    won: bool,
    turn: bool,
    targeted: str,
    deed: tuple[str, str] | None,
    threat: str,
) -> Html:
    label, words = deed or ("", "")
    alive, stamina, cubes = vitals
    about = f"{name}, stamina {stamina}, {plural(CUBES, cubes)}" if alive else f"{name}, out of the game"
    inside = h(
        "<span class='portrait'>{}{}</span><span class='who-name'>{}<span>{}</span>{}</span>{}{}",
        portrait(seat) if alive else icon("tombstone"),
        icon("crown", class_="crowned") if won else None,
        glyph(seat),
        name,
        h("<small class='{}'>(you)</small>", "unseen" if len(name) > SHORT_NAME else "") if own else None,
        h("<span class='threat'>{}{}</span>", icon("crossed-swords"), threat) if threat else None,
        _deed(label, bool(words)) if label else None,
    )
    state = classes(
        "who", won and "won", turn and "turn", targeted and f"targeted {targeted}", not alive and "out"
    )
    tip = f"If you attacked {name} now: {threat}." if threat else ""
    return spot(f"board:{seat}", words or about, inside, class_=state, tip=tip)


def _deed(label: str, allowed: bool) -> Html:
    sign = icon(DEED_ICONS[label]) if label in DEED_ICONS else None
    return h("<span class='{}'>{}<span>{}</span></span>", classes("deed", not allowed and "no"), sign, label)


def _threat(look: Look, seat: int) -> str:
    """Return what one's attack would do as things stand: `2–4 hits`."""
    for forecast in look["forecasts"]:
        if forecast["seat"] == seat:
            fewest, most = forecast["chances"][0]["hits"], forecast["chances"][-1]["hits"]
            return plural("no hits|1 hit|# hits", most) if fewest == most else f"{fewest}–{most} hits"
    return ""


def _income(wizard: Wizard) -> int:
    return sum([card["income"] for card in wizard["equipment"].values() if card])


def _vitals_part(look: Look, names: Sequence[str], seat: int, track: tuple[int, int]) -> Part:
    wizard, battle = look["wizards"][seat], look["battle"]
    if not wizard["in"]:
        return Part(f"vitals-{seat}", _fallen, fall_words(wizard["fell"], names, None))
    struck = battle is not None and battle["stage"] == "struck" and battle["target"] == seat
    lost = battle["hits"] or 0 if struck and battle is not None else 0
    return Part(
        f"vitals-{seat}", _vitals, seat, names[seat], wizard["stamina"], wizard["cubes"], _income(wizard),
        track, lost,
    )  # fmt: skip


def _vitals(
    seat: int, name: str, stamina: int, cubes: int, income: int, track: tuple[int, int], lost: int
) -> Html:
    most, weakened = track
    weak = stamina <= weakened
    red = f"In the red, at {weakened} or less, one is weakened: after one’s attack, cubes become stamina."
    heart = h(
        "{}<b>{}</b>{}{}",
        HEART,
        stamina,
        _track(max(0, stamina), most, weakened, lost),
        h("<span class='loss'>−{}</span>", lost) if lost else None,
    )
    pool = h("{}<b>{}</b>{}", CUBE, cubes, h("<small>+{}</small>", income) if income else None)
    said = f"{name}: {stamina} of {most} stamina{', weakened' if weak else ''}"
    earns = plural("no cubes a turn|1 cube a turn|# cubes a turn", income)
    return h(
        "<div class='vitals'>{}{}</div>",
        spot(
            f"stamina:{seat}",
            said,
            heart,
            class_=classes("stamina", weak and "weak"),
            tip=f"{said}. At 0 a wizard is out. {red}",
        ),
        spot(
            f"cubes:{seat}",
            f"{name}: {plural(CUBES, cubes)}, {earns}",
            pool,
            class_="cubes",
            tip=f"{name}: {plural(CUBES, cubes)}, and {earns} from what is worn. A cube buys another card to "
            f"choose from, or stamina for the weakened.",
        ),
    )


@cache
def _track(stamina: int, most: int, weakened: int, lost: int) -> Html:
    """Draw stamina as a row of notches: the low ones red and short, those just lost falling."""
    gone = min(lost, most - stamina)
    runs = [
        ("on low", range(min(stamina, weakened)), 9),
        ("on", range(weakened, stamina), 12),
        ("gone", range(stamina, stamina + gone), 12),
        ("low", range(stamina + gone, weakened), 9),
        ("", range(max(stamina + gone, weakened), most), 12),
    ]
    return h(
        "<svg class='track' viewBox='0 0 {} 14' preserveAspectRatio='none' aria-hidden='true'>{}</svg>",
        6 * most,
        [_notches(*run) for run in runs if run[1]],
    )


def _notches(class_: str, places: range, height: int) -> Html:
    path = "".join([f"M{6 * at}.5 {13 - height}h4.6v{height}h-4.6z" for at in places])
    return h("<path class='{}' d='{}'/>", class_, path)


def _fallen(why: str) -> Html:
    return h("<p class='vitals fallen'>{}</p>", why)


def _out(why: str, seat: int) -> Html:
    """Tell a player who is out why, and what they may do now."""
    return h(
        "<div class='vitals fallen mine'><p><b>You are out.</b> {} Watch how it ends, or:</p>"
        "<p class='out-doors'>"
        "<button type='button' class='button small' data-pace='skip'>{}Skip to the end</button>"
        "<a class='button small' href='/new/{}'>{}New game</a></p></div>",
        why,
        icon("hourglass"),
        PLATE.slug,
        icon("rolling-dices"),
    )


# ── between the boards ────────────────────────────────────────────────────────────────────────────


def _piles_part(look: Look, another: str, price: str) -> Part:
    return Part(
        "piles", _piles, look["deck"], look["decks"], len(look["discards"]), look["discarded"], another, price
    )


def _piles(deck: int, decks: list[str], thrown: int, top: Card | None, another: str, price: str) -> Html:
    about = f"The deck: {plural('1 card|# cards', deck)}"
    name = h("<b>Another card</b><small>{}</small>", price) if another else Html("Deck")
    back = h("<span class='back'>{}<b>{}</b></span><span class='pile-name'>{}</span>",
             icon("pointy-hat"), deck, name)  # fmt: skip
    tip = f"{about}. In play: {', '.join(decks)}."
    discards = f"Discards: {plural('1 card|# cards', thrown)}" + (
        f", on top {card_words(top)}" if top else ", none yet"
    )
    shown = (
        h(
            "<span class='top-card'{}>{}</span>",
            card_id(top),
            picture(PLATE.slug, f"card-{top['slug']}"),
        )
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
            card=f"card-{top['slug']}" if top else "",
        ),
    )


def _stage_part(look: Look, names: Sequence[str]) -> Part:
    """Return what happens in the middle, for those who have nothing to decide."""
    battle = look["battle"]
    if battle:
        return Part("stage", _battle_stage, battle, *_arms(look, battle), names, look["die_faces"])
    if look["drawn"]:
        return Part("stage", _pondering, look["drawn"], names[look["turn"]], look["draft"])
    resting = look["decision"] == "rest"
    return Part("stage", _quiet, names[look["turn"]] if resting else "")


def _arms(look: Look, battle: BattleLook) -> tuple[Card | None, Card | None, int, Forecast | None]:
    """Return the weapon, the armour, the stamina of the target, and the forecast while the die is not
    cast."""
    wizards = look["wizards"]
    target = wizards[battle["target"]]
    return (
        wizards[battle["attacker"]]["equipment"]["offensive"],
        target["equipment"]["defensive"],
        target["stamina"],
        look["forecasts"][0] if look["forecasts"] else None,
    )


def _battle_stage(
    battle: BattleLook,
    weapon: Card | None,
    armour: Card | None,
    stamina: int,
    forecast: Forecast | None,
    names: Sequence[str],
    faces: list[int],
) -> Html:
    return stage(fight(battle, weapon, armour, stamina, forecast, names, faces, False), NOTHING, "fight")


def _pondering(drawn: int, name: str, draft: int) -> Html:
    backs = [h("<span class='back'>{}</span>", icon("pointy-hat"))] * drawn
    say = f"{name} ponders {'a card' if drawn == 1 else 'two cards'}: number {draft} of 2."
    return stage(h("<div class='hidden-cards'>{}</div><p class='say'>{}</p>", backs, say), NOTHING)


def _quiet(resting: str) -> Html:
    return stage(h("<p class='say big'>{} rests.</p>", resting) if resting else NOTHING, NOTHING)


def _own_stage_part(look: Look, names: Sequence[str], choices: Sequence[Choice], seat: int) -> Part:
    """Return what happens in the middle, for the one who holds a card or has to decide."""
    decision, battle, own = look["decision"], look["battle"], look["wizards"][seat]
    say = (
        _say(decision, look["first_card"], own["cubes"], own["stamina"] <= look["weakened"])
        if choices
        else ""
    )
    shown = [choice for choice in choices if choice["steps"] != ["deck"]]
    acts = shown if decision in ASKS_FOR_BUTTONS else []
    if battle:
        arms = _arms(look, battle)
        return Part("stage", _battle_choice, battle, *arms, names, look["die_faces"], say, acts)
    if look["hand"]:
        return Part("stage", _hand, look["hand"], look["draft"], decision, choices, say, acts)
    if decision == "target":
        return Part("stage", _targets, look["forecasts"], names, choices, look["die_faces"])
    return Part("stage", _asking, say, acts)


def _say(decision: str, first_card: str, cubes: int, weak: bool) -> str:
    return {
        "draw-more": SECOND_CARD[first_card],
        "which-card": "The other goes to the discards.",
        "whose": SECOND_CARD[first_card],
        "give-to": SECOND_CARD[first_card],
        "focus": f"Each of your {plural('1 cube|# cubes', cubes)} adds 1 to the attack.",
        "guard": f"Each of your {plural('1 cube|# cubes', cubes)} takes 1 off the hits.",
        "rest": "You are weakened: each cube you return is a point of stamina."
        if weak
        else "You may use up your healing card.",
    }.get(decision, "")


def _doing(say: str, acts: Sequence[Choice]) -> Html:
    buttons = h(
        "<div class='acts' role='group' aria-label='What you can do'>{}</div>", [_act(act) for act in acts]
    )
    return h("{}{}", h("<p class='say'>{}</p>", say) if say else None, buttons if acts else None)


def _battle_choice(
    battle: BattleLook,
    weapon: Card | None,
    armour: Card | None,
    stamina: int,
    forecast: Forecast | None,
    names: Sequence[str],
    faces: list[int],
    say: str,
    acts: Sequence[Choice],
) -> Html:
    shown = fight(battle, weapon, armour, stamina, forecast, names, faces, bool(acts))
    return stage(shown, _doing(say, acts), "fight")


def _hand(
    hand: list[Card], draft: int, decision: str, choices: Sequence[Choice], say: str, acts: Sequence[Choice]
) -> Html:
    deeds = {choice["steps"][0]: choice for choice in choices}
    drag = bool(choices) and decision in ("whose", "give-to")
    cards = [drawn_card(number, card, deeds.get(f"hand:{number}"), drag) for number, card in enumerate(hand)]
    count = h("<p class='count'><b>Card {} of 2</b></p>", draft)
    return stage(
        h("<div class='hand{}'>{}</div>", " two" if len(hand) > 1 else "", cards),
        h("{}{}", count, _doing(say, acts)),
        "draft",
    )


def _targets(
    forecasts: list[Forecast], names: Sequence[str], choices: Sequence[Choice], faces: list[int]
) -> Html:
    """Draw the possible targets, each with the forecast."""
    words = {choice["steps"][0]: choice["words"] for choice in choices}
    rows = [_target(one, names[one["seat"]], words.get(f"board:{one['seat']}", "")) for one in forecasts]
    return stage(h("{}<div class='forecasts'>{}</div>", die_spot(0, faces), rows), NOTHING, "aiming")


def _target(forecast: Forecast, name: str, words: str) -> Html:
    seat = forecast["seat"]
    chances = ", ".join([chance_words(chance) for chance in forecast["chances"]])
    label = "; ".join([f"{words}: {chances}", *forecast["notes"]])
    return spot(f"board:{seat}", label, _forecast(forecast, name), class_=f"forecast seat-{seat}")


def _forecast(forecast: Forecast, name: str) -> Html:
    """Draw a target's name, the bars of its forecast, and further notes."""
    return h(
        "<span class='forecast-name'>{}<b>{}</b></span>{}{}",
        portrait(forecast["seat"]),
        name,
        bars(forecast),
        h("<span class='forecast-notes'>{}</span>", "; ".join(forecast["notes"]))
        if forecast["notes"]
        else None,
    )


def _asking(say: str, acts: Sequence[Choice]) -> Html:
    return stage(NOTHING, _doing(say, acts), "asking")


def _act(choice: Choice) -> Html:
    """Draw a button for a choice that has no place on the table."""
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
        tip=choice["words"] if kind not in SAID else "",
    )


FACE: Final = Face[Look](frame, parts, own_parts)
