"""Two roads of three stacks each, a knight at one end and the Castle at the other, in the browser.

The roads stay when the knights walk: each knight is a token that goes from place to place, and the stack that
it turns over lies open at its place, with the two sums of the fight beside it. Below is what was met so far.
"""

from collections.abc import Sequence
from typing import Final

from longbeard.engine.face import Face, Part, Showing, place
from longbeard.engine.html import Html, classes, glyph, h, icon, seat_name, spot
from longbeard.engine.telling import plural
from longbeard.games.a_wizard_did_it.box import LOCATIONS, SEATS
from longbeard.games.a_wizard_did_it.journey import GoalMet, Moved, Stage, Sum
from longbeard.games.a_wizard_did_it.printed import Card, Goal
from longbeard.games.a_wizard_did_it.view import CASTLE, START, Knight, Look, Score, Stack

MOST_EDGES: Final = 7
"""Taller stacks show no more edges of cards."""
SIGNS: Final = {
    "monster": "fangs",
    "monster modifier": "star-swirl",
    "item": "open-treasure-chest",
    "stack modifier": "card-random",
    "spell": "crystal-wand",
}
MOVE_SIGNS: Final = {"in-space": "ufo", "lurking": "hidden", "surprise": "boxing-glove-surprise"}
RIVALS: Final = (("a rival's", "your", "{}'s"), ("the rival", "you", "{}"))
"""How the name of a goal calls the rival; how the rival reads it; and everybody else."""
CHOOSING: Final = "choosing"
PLAYING: Final = "playing"
WATCHING: Final = "watching"


def frame(showing: Showing[Look]) -> Html:
    """The board with its two lanes, the hand, and what the knights have met."""
    me = showing.me
    near = me or 0
    order = [1 - near, near] if len(showing.names) == SEATS else [0]
    return h(
        "<div class='face face-a-wizard-did-it'><div class='board'>{}{}</div>{}{}"
        "<div class='walks'>{}</div></div>",
        [_lane(seat, seat == near, showing.names[seat]) for seat in order],
        place("castle") if len(order) == SEATS else None,
        place("hand") if me is not None else None,
        place("piles"),
        [_walk(seat, showing.names[seat]) for seat in reversed(order)],
    )


def _lane(seat: int, near: bool, name: str) -> Html:
    return h(
        "<section class='lane lane-{} seat-{}' aria-label='{}’s road'>{}"
        "<div class='road'>{}<ol class='sites'>{}</ol></div></section>",
        "near" if near else "far",
        seat,
        name,
        place(f"goals-{seat}"),
        place(f"start-{seat}"),
        [place(f"stack-{seat}-{location}") for location in range(LOCATIONS)],
    )


def _walk(seat: int, name: str) -> Html:
    legs = [place(f"leg-{seat}-{location}") for location in range(LOCATIONS)]
    return h(
        "<section class='walk seat-{}' aria-label='What {}’s knight met'><h2>{}</h2>{}{}</section>",
        seat,
        name,
        seat_name(seat, name),
        legs,
        place(f"end-{seat}"),
    )


def parts(showing: Showing[Look]) -> list[Part]:
    """What everybody sees: the roads, the Castle, the piles, and what the knights met."""
    look, names = showing.look, list(showing.names)
    found: list[Part] = []
    for seat in range(len(names)):
        found.append(_goals_part(showing, seat, None))
        found.append(_start_part(showing, seat, False, []))
        found += [_stack_part(showing, seat, location, False) for location in range(LOCATIONS)]
        found += _journey_parts(look, seat, names)
    if len(names) == SEATS:
        knights = [wizard["knight"] for wizard in look["wizards"]]
        inside = [seat for seat, knight in enumerate(knights) if knight["at"] == CASTLE]
        owner = [seat for seat, knight in enumerate(knights) if knight["princess"]]
        found.append(Part("castle", _castle, inside, owner, names))
    return [*found, _piles_part(showing, WATCHING)]


def own_parts(showing: Showing[Look]) -> list[Part]:
    """One's own hand and road, goals read from one's own side, and what one may do."""
    look, names, me = showing.look, showing.names, showing.me
    if me is None:
        open_hands = [seat for seat, hand in enumerate(look["hands"]) if hand]
        return [_start_part(showing, seat, False, look["hands"][seat]) for seat in open_hands]
    playing = look["phase"] == "wizards" and look["turn"] == me
    return [
        *(_goals_part(showing, seat, me) for seat in range(len(names))),
        _start_part(showing, me, True, []),
        *(_stack_part(showing, me, location, True) for location in range(LOCATIONS)),
        Part("hand", _hand, me, look["hands"][me], look["phase"]),
        _piles_part(showing, CHOOSING if showing.choices else PLAYING if playing else WATCHING),
    ]


# ── cards ─────────────────────────────────────────────────────────────────────────────────────────


def _kind(card: Card) -> str:
    return "kind-" + "-".join(card["kind"].split())


def _whole(card: Card, key: str = "") -> Html:
    """A whole card: its kind is told by word, sign and colour. What is played flies to its picture."""
    return h(
        "<span class='play {}'><span class='play-kind'>{}<span>{}</span>{}</span>"
        "<span class='play-art'{}>{}</span><span class='play-name'>{}</span>"
        "<span class='play-text'>{}</span></span>",
        _kind(card),
        icon(SIGNS[card["kind"]]),
        card["kind"],
        h("<b>{}</b>", card["mark"]) if card["mark"] else None,
        h(" data-key='{}'", key) if key else None,
        icon(card["icon"]),
        card["name"],
        card["text"],
    )


def _small(card: Card) -> Html:
    """A card as small as it gets."""
    return h(
        "<span class='small {}' title='{}'>{}<span class='hush'>{}</span>{}</span>",
        _kind(card),
        card["name"],
        icon(card["icon"]),
        card["name"],
        h("<b aria-hidden='true'>{}</b>", card["mark"]) if card["mark"] else None,
    )


def _chip(card: Card, newest: bool) -> Html:
    """A card that was turned over: its picture and its name."""
    return h(
        "<span class='chip {}'{} title='{}'>{}<span>{}</span></span>",
        _kind(card),
        Html(' data-key="turned-over"') if newest else None,
        card["text"],
        icon(card["icon"]),
        card["name"],
    )


def _comma(cards: Sequence[Card]) -> str:
    return ", ".join(card["name"] for card in cards)


# ── goals ─────────────────────────────────────────────────────────────────────────────────────────


def _goals_part(showing: Showing[Look], seat: int, me: int | None) -> Part:
    goals = showing.look["wizards"][seat]["goals"]
    return Part(f"goals-{seat}", _goals, seat, goals, list(showing.names), me)


def _goals(seat: int, goals: list[Goal], names: list[str], me: int | None) -> Html:
    return h(
        "<ul class='goals' aria-label='{}’s goals'>{}</ul>",
        names[seat],
        [_goal(seat, goal, names, me) for goal in goals],
    )


def _goal(seat: int, goal: Goal, names: list[str], me: int | None) -> Html:
    """A goal, as whoever looks would say it."""
    name, who = goal_name(goal, seat, names, me), goal_knight(goal, seat, names, me)
    text = goal_text(goal, who)
    inside = h(
        "<span class='goal-points'>{}<small>pts</small></span><span class='goal-words'>"
        "<span class='goal-name'>{}</span> <span class='goal-who'>{}</span></span>"
        "<span class='goal-art'>{}</span>{}",
        goal["points"],
        name,
        who,
        icon(goal["icon"]),
        Html("<span class='goal-met'>met ✓</span>") if goal["met"] else None,
    )
    owner = "Your goal" if seat == me else f"{names[seat]}'s goal"
    label = f"{owner}, {goal['points']} points{', met' if goal['met'] else ''}: {name}. {text}"
    key = f"{seat}.goal.{goal['slug']}"
    shown = spot(key, label, inside, class_=classes("goal", goal["met"] and "met"), tip=text)
    return h("<li>{}</li>", shown)


def goal_name(goal: Goal, seat: int, names: Sequence[str], me: int | None) -> str:
    """What a goal of a seat is called; the rival is called by name."""
    for printed, yours, others in RIVALS:
        before, found, after = goal["name"].partition(printed)
        if found and len(names) == SEATS:
            return before + (yours if 1 - seat == me else others.format(names[1 - seat])) + after
    return goal["name"]


def goal_knight(goal: Goal, seat: int, names: Sequence[str], me: int | None) -> str:
    """Whose knight a goal is about, from the reader's side."""
    if goal["knight"] == "either" or len(names) < SEATS:
        return "either knight" if len(names) == SEATS else "your knight"
    whose = seat if goal["knight"] == "own" else 1 - seat
    return "your knight" if whose == me else f"{names[whose]}'s knight"


def goal_text(goal: Goal, who: str) -> str:
    """What a goal asks for, of that knight."""
    if not goal["deed"]:
        return goal["text"]
    subject = "A knight" if goal["knight"] == "either" else who[0].upper() + who[1:]
    return f"{subject} {goal['deed']}"


# ── a knight, and where it starts ─────────────────────────────────────────────────────────────────


def _token(seat: int, name: str) -> Html:
    """The knight itself. There is one of each, so it goes along the road before one's eyes."""
    return h(
        "<span class='token seat-{}' id='knight-{}' data-key='{}.knight' title='{}’s knight'>{}{}</span>",
        seat,
        seat,
        seat,
        name,
        icon("knight-banner"),
        glyph(seat),
    )


def _start_part(showing: Showing[Look], seat: int, own: bool, hand: list[Card]) -> Part:
    look = showing.look
    wizard = look["wizards"][seat]
    held = wizard["cards"] if not own and look["phase"] == "wizards" else None
    won = seat in look["winners"] and not look["training"]
    name = showing.names[seat]
    return Part(f"start-{seat}", _start, seat, name, wizard["knight"], held, hand, wizard["score"], won)


def _start(
    seat: int, name: str, knight: Knight, held: int | None, hand: list[Card], score: Score | None, won: bool
) -> Html:
    return h(
        "<div class='start'><h2 class='lane-name'>{}{}</h2>{}{}{}{}</div>",
        seat_name(seat, name),
        icon("crown", label="winner") if won else None,
        _token(seat, name) if knight["at"] == START else Html("<span class='gone'></span>"),
        _strength(seat, name, knight),
        _backs(seat, held, hand) if held is not None else None,
        _score(seat, score) if score else None,
    )


def _strength(seat: int, name: str, knight: Knight) -> Html:
    """Valor and items."""
    items = _comma(knight["items"]) or "no items"
    princess = ", with the Princess" if knight["princess"] else ""
    bonus = f" and items {knight['bonus']}" if knight["bonus"] else ""
    inside = h(
        "<span class='knight-valor'><b>{}</b> Valor</span>{}{}",
        knight["valor"],
        h("<span class='knight-items'>{}</span>", [_small(item) for item in knight["items"]])
        if knight["items"]
        else None,
        h("<span class='knight-princess'>{}</span>", icon("jewel-crown")) if knight["princess"] else None,
    )
    return spot(
        f"{seat}.items",
        f"{name}'s knight: {knight['valor']} Valor, {items}{princess}.",
        inside,
        class_=f"knight seat-{seat}",
        tip=f"Strength in a fight: Valor {knight['valor']}{bonus}. Every Valor is a goal point at the end.",
    )


def _backs(seat: int, held: int, hand: list[Card]) -> Html:
    """A hand that is not the viewer's: its backs, or its cards for those who may see them all."""
    if hand:
        cards = [_small(card) for card in hand]
        inside = h("<span class='open-hand'><span class='hush'>In hand: </span>{}</span>", cards)
    else:
        back = h("<i class='back' aria-hidden='true'>{}</i>", icon("pointy-hat"))
        inside = h(
            "{}<span class='backs-count'>{}<span class='hush'> in hand</span></span>",
            [back] * held,
            plural("no cards|1 card|# cards", held),
        )
    return h("<span class='backs' data-key='{}.hand'>{}</span>", seat, inside)


def _score(seat: int, score: Score) -> Html:
    """P1."""
    parts = (f"{score['valor']} Valor", f"+ {score['princess']} Princess", f"+ {score['goals']} goals")
    return h(
        "<div class='score' data-key='{}.score'><p class='total'><b>{}</b> {}</p>"
        "<p class='score-parts'>{}</p></div>",
        seat,
        score["total"],
        "goal point" if score["total"] == 1 else "goal points",
        [h("<span>{}</span> ", part) for part in parts],
    )


# ── a stack, closed or being turned over ──────────────────────────────────────────────────────────


def _stack_part(showing: Showing[Look], seat: int, location: int, own: bool) -> Part:
    look, name = showing.look, showing.names[seat]
    wizard = look["wizards"][seat]
    stack = wizard["stacks"][location]
    here = wizard["knight"]["at"] == stack["location"]
    stage = look["encounter"]
    if stage and (stage["knight"] != seat or stage["location"] != stack["location"]):
        stage = None
    walked = look["phase"] != "wizards"
    return Part(f"stack-{seat}-{location}", _site, seat, name, own, stack, here, stage, walked)


def _site(
    seat: int, name: str, own: bool, stack: Stack, here: bool, stage: Stage | None, walked: bool
) -> Html:
    whose = "Your" if own else f"{name}'s"
    short = stack["name"].split()[-1]
    homes = " and the ".join(stack["home_of"])
    home = f" Home turf of the {homes}: a stronger monster here." if homes else ""
    top, height = stack["top"], stack["height"]
    count = plural("no cards|1 card|# cards", height)
    if top:
        label = f"{whose} {short}, {count}, on top: {top['name']}, {top['kind']}. {top['text']}{home}"
        tip = f"{top['name']} ({top['kind']}). {top['text']}{home}"
    elif height:
        label, tip = (
            f"{whose} {short}, {count} to be turned over.{home}",
            f"To be turned over: {count}.{home}",
        )
    else:
        nothing = "No card is left here." if walked else "No card here yet."
        label, tip = f"{whose} {short}, empty.{home}", f"{nothing}{home}"
    inside = h(
        "<span class='site-name'>{}<span>{}</span>{}</span><span class='pile'>{}</span>",
        icon(stack["icon"]),
        short,
        _height(height) if height else None,
        _pile(stack, f"{seat}.{stack['location']}.top"),
    )
    shown = spot(
        f"{seat}.{stack['location']}",
        label,
        inside,
        class_=f"stack tall-{min(height, MOST_EDGES)}",
        tip=tip,
    )
    return h(
        "<li class='{}'>{}{}{}{}</li>",
        classes(f"site site-{stack['location']}", stage and "opened", here and "here"),
        _token(seat, name) if here else None,
        shown,
        _below(stack["cards"][1:]) if len(stack.get("cards", [])) > 1 else None,
        _encounter(stage) if stage else None,
    )


def _height(height: int) -> Html:
    return h("<b>{}<small> {}</small></b>", height, "card" if height == 1 else "cards")


def _pile(stack: Stack, key: str) -> Html:
    if stack["top"]:
        return h("{}<span class='aside'>{}</span>", _whole(stack["top"], key), stack["top"]["text"])
    if stack["height"]:
        return h("<span class='play face-down' data-key='{}'>{}</span>", key, icon("pointy-hat"))
    return h("<span class='bare' data-key='{}'>{}<span>empty</span></span>", key, icon(stack["icon"]))


def _below(cards: Sequence[Card]) -> Html:
    """W6, with the memory aid."""
    inside = [_small(card) for card in cards]
    return h("<span class='below'><span class='hush'>Below it, from the top: </span>{}</span>", inside)


def _encounter(stage: Stage) -> Html:
    """The stack's cards as far as they were turned over, and the fight as far as it was told."""
    outcome = {"won": "The knight wins", "lost": "The knight loses", "free": "Nobody about"}
    monsters, knight = stage["monsters"], stage["strength"]
    return h(
        "<div class='{}' data-key='encounter'>{}{}{}{}{}{}</div>",
        classes("encounter", stage["outcome"] and f"outcome-{stage['outcome']}"),
        [_moved(moved) for moved in stage["moved"]],
        _drawn(stage) if stage["cards"] or stage["item"] else None,
        h("<p class='at-work'>{}</p>", _chip(stage["modifier"], True)) if stage["modifier"] else None,
        _sum("monsters", "Monsters", monsters) if monsters else None,
        _sum("knights", "Knight", knight) if knight else None,
        h("<p class='verdict'>{}{}</p>", outcome[stage["outcome"]], _gain(stage))
        if stage["outcome"]
        else None,
    )


def _gain(stage: Stage) -> Html | None:
    if stage["outcome"] == "free":
        item = stage["item"]
        return h(": {} for the taking", item["name"]) if item else None
    if stage["change"]:
        return h(" <span class='valor-now'>{} Valor</span>", f"{stage['change']:+}")
    return None


def _drawn(stage: Stage) -> Html:
    cards, item = stage["cards"], stage["item"]
    newest = len(cards) if item or stage["modifier"] else len(cards) - 1
    chips = [_chip(card, number == newest) for number, card in enumerate(cards)]
    guards = Html("<span class='guards'>guarding</span>") if item and cards else None
    return h("<p class='drawn'>{}{}{}</p>", chips, guards, _chip(item, True) if item else None)


def _moved(moved: Moved) -> Html:
    sign = icon(MOVE_SIGNS[moved["effect"]])
    return h("<p class='stage-moved'>{}<span>{}</span></p>", sign, moved["words"])


def _sum(kind: str, title: str, found: Sum) -> Html:
    """A side of the fight: its parts, and what they come to."""
    terms = [
        h("<span class='term'><b>{}</b> {}</span>", term["strength"], term["words"])
        for term in found["terms"]
    ]
    return h(
        "<p class='sum sum-{}'><span class='sum-name'>{}</span> <b class='sum-total'>{}</b> "
        "<span class='terms'>{}{}</span></p>",
        kind,
        title,
        found["total"],
        terms,
        h("<em>{}</em>", found["note"]) if found["note"] else None,
    )


# ── the Castle ────────────────────────────────────────────────────────────────────────────────────


def _castle(inside: list[int], owner: list[int], names: list[str]) -> Html:
    waiting = Html("<span>the Princess<small> for the first</small></span>")
    off = h("<span>off with <small>{}’s knight</small></span>", names[owner[0]]) if owner else waiting
    return h(
        "<div class='castle' data-key='castle' title='The first knight at the Castle takes the Princess: "
        "goal points.'>{}<span class='castle-name'>The Castle</span>"
        "<span class='castle-princess'>{}{}</span><span class='castle-yard'>{}</span></div>",
        icon("castle"),
        icon("jewel-crown"),
        off,
        [_token(seat, names[seat]) for seat in inside],
    )


# ── the hand and the piles ────────────────────────────────────────────────────────────────────────


def _hand(me: int, hand: list[Card], phase: str) -> Html:
    different: dict[str, list[Card]] = {}
    for card in hand:
        different.setdefault(card["slug"], []).append(card)
    cards = [_held(copies[0], len(copies)) for copies in different.values()]
    if not cards and phase == "wizards":
        cards = [Html("<li class='nothing'>No cards left: soon the knights set out.</li>")]
    return h(
        "<section class='{}' aria-label='Your hand' data-key='{}.hand'><span class='hush'>{}</span>"
        "<ul class='cards'>{}</ul></section>",
        classes("hand", phase != "wizards" and "played-out"),
        me,
        icon("pointy-hat"),  # what flies here from the deck is a card's back
        cards,
    )


def _held(card: Card, copies: int) -> Html:
    several = f", {copies} of them" if copies > 1 else ""
    shown = spot(
        f"hand.{card['slug']}",
        f"{card['name']}{several}, {card['kind']}. {card['text']}",
        h("{}{}", _whole(card), h("<span class='copies'>×{}</span>", copies) if copies > 1 else None),
        class_=classes("held", copies > 1 and "several"),
        id=f"hand-{card['slug']}",
        tip=card["text"],
    )
    return h("<li>{}</li>", shown)


def _piles_part(showing: Showing[Look], viewer: str) -> Part:
    look = showing.look
    name = showing.names[look["turn"]] if look["phase"] == "wizards" else ""
    discards = [card["name"] for card in look["discards"]]
    return Part("piles", _piles, viewer, look["phase"], look["training"], name, look["deck"], discards)


def _piles(viewer: str, phase: str, training: bool, name: str, deck: int, discards: list[str]) -> Html:
    listed = ", ".join(discards)
    return h(
        "<div class='{}'><p class='say'>{}</p>"
        "<span class='deck' data-key='deck'>{}<b>{}</b><span>in the deck</span></span>{}</div>",
        classes("piles", phase != "wizards" and "walked"),
        _say(viewer, phase, training, name),
        icon("card-draw"),
        deck,
        spot(
            "discards",
            f"Discards: {listed or 'none'}",
            h("{}<b>{}</b><span>discarded</span>", icon("card-discard"), len(discards)),
            class_="discards",
            tip=listed or "Spells end here.",
        ),
    )


def _say(viewer: str, phase: str, training: bool, name: str) -> Html:
    if phase == "over":
        return h(
            "{}",
            "The lesson's road, as it was walked." if training else "The road is walked. A wizard did it.",
        )
    if phase == "knights":
        return Html("The knights walk: nobody decides anything any more.")
    if viewer == CHOOSING:
        return Html("Pick a card, then a stack on either road. <em>Last played is first met.</em>")
    return Html("Your turn.") if viewer == PLAYING else h("{} is up to something.", name)


# ── what was met so far ───────────────────────────────────────────────────────────────────────────


def _journey_parts(look: Look, seat: int, names: list[str]) -> list[Part]:
    """A part for each stretch of a road, and one for its end."""
    own = [stage for stage in look["journey"] if stage["knight"] == seat]
    found: list[Part] = []
    for location, stack in enumerate(look["wizards"][seat]["stacks"]):
        stages = [stage for stage in own if stage["location"] == stack["location"]]
        found.append(
            Part(
                f"leg-{seat}-{location}", _leg, stack["location"], stack["name"], stack["icon"], stages, names
            )
        )
    ends = [stage for stage in own if not stage["location"]]
    return [*found, Part(f"end-{seat}", _end, ends, names, look["training"])]


def _leg(location: str, name: str, sign: str, stages: list[Stage], names: list[str]) -> Html:
    if not stages:
        return h("<section class='leg site-{}' hidden></section>", location)
    return h(
        "<section class='leg site-{}'><h3 class='leg-name'>{}{}</h3><ol class='stages'>{}</ol></section>",
        location,
        icon(sign),
        name,
        [_stage(stage, _met(stage), names) for stage in stages],
    )


def _end(stages: list[Stage], names: list[str], training: bool) -> Html:
    shown = []
    for stage in stages:
        if stage["outcome"] == "princess":
            words = h(
                "<p class='stage-fight'>{} <b class='verdict'>First at the Castle</b> "
                "and off with the Princess.</p>",
                icon("jewel-crown"),
            )
        else:
            said = "The end of the training road." if training else "At the Castle. The Princess has left."
            words = h("<p class='stage-fight'>{} {}</p>", icon("castle"), said)
        shown.append(_stage(stage, words, names))
    return h("<ol class='stages stages-end'>{}</ol>", shown)


def _stage(stage: Stage, met: Html, names: list[str]) -> Html:
    """What came up, who was stronger, what it changed."""
    return h(
        "<li class='stage stage-{}'><span class='stage-number' aria-hidden='true'>{}</span>"
        "<div class='stage-story'>{}{}{}</div></li>",
        stage["outcome"],
        stage["number"],
        [_moved(moved) for moved in stage["moved"]],
        met,
        [_stage_goal(goal, names) for goal in stage["goals"]],
    )


def _met(stage: Stage) -> Html:
    item, monsters, knight = stage["item"], stage["monsters"], stage["strength"]
    if monsters is None or knight is None:
        if item is None:
            return Html("<p class='stage-fight'>Nobody about, nothing to find.</p>")
        return h(
            "<p class='stage-fight'><b class='verdict'>Free</b> "
            "<span>Nobody about: the knight pockets the {}.</span>{}</p>",
            item["name"],
            icon(item["icon"]),
        )
    guarded = h("<span class='guards'>guarding</span>{}", _small(item)) if item else None
    change = h(" <small>({})</small>", f"{stage['change']:+}") if stage["change"] else None
    return h(
        "<p class='stage-cards'>{}{}</p><details class='sums'><summary class='stage-fight'>"
        "<b class='verdict'>{}</b> <span class='versus'>knight <b>{}</b></span> {} "
        "<span class='versus'>monsters <b>{}</b></span> <span class='how'>how?</span>"
        "<span class='valor-now'>Valor {}{}</span></summary>{}{}</details>",
        [_small(card) for card in stage["cards"]],
        guarded,
        "Won" if stage["outcome"] == "won" else "Lost",
        knight["total"],
        icon("crossed-swords", label="against"),
        monsters["total"],
        stage["valor"],
        change,
        _sum("monsters", "Monsters", monsters),
        _sum("knights", "Knight", knight),
    )


def _stage_goal(goal: GoalMet, names: list[str]) -> Html:
    return h(
        "<p class='stage-goal seat-{}'>{} <b>+{}</b> {}: {}</p>",
        goal["seat"],
        glyph(goal["seat"]),
        goal["points"],
        names[goal["seat"]],
        goal["name"],
    )


FACE: Final = Face[Look](frame, parts, own_parts)
