"""Two roads of three stacks each, a knight at one end and the Castle at the other, in the browser.

The roads stay when the knights walk. Each knight is a token that goes from place to place; what it turns over
lies on the stage below, card by card, between the two sums of the fight. When all is over the stage is the
report of what was met.
"""

from collections.abc import Sequence
from typing import Final

from longbeard.engine.face import Face, Part, Showing, place
from longbeard.engine.html import Html, classes, glyph, h, icon, seat_name, spot
from longbeard.engine.piece import picture
from longbeard.engine.telling import plural
from longbeard.games.a_wizard_did_it.box import LOCATIONS, SEATS
from longbeard.games.a_wizard_did_it.journey import GoalMet, Moved, Stage, Sum, Term
from longbeard.games.a_wizard_did_it.previews import preview
from longbeard.games.a_wizard_did_it.printed import (
    PAIR,
    VALOR_PIECE,
    Card,
    Goal,
    card_piece,
    full_text,
    goal_name,
    goal_piece,
    place_piece,
    rival_in,
)
from longbeard.games.a_wizard_did_it.view import CASTLE, START, Knight, Look, Score, Stack

GAME: Final = "a-wizard-did-it"
PICTURED: Final = ("goals",)
"""Lists of the data file that are shown by their art alone: build_assets.py needs no icons of theirs."""
MOST_EDGES: Final = 7
"""Most edges of cards that a stack shows."""
OUTCOME_SIGNS: Final = {"won": "✓", "lost": "✗", "free": "✓"}
SPELL: Final = "spell"
EITHER_WAY: Final = ", and wins or loses"
"""Part of a goal's text that is left to its tip."""
MET: Final = h("<span class='goal-met'>met</span>")


def frame(showing: Showing[Look]) -> Html:
    """Return the board with its two lanes and the Castle, and below it the hand, the stage and the piles."""
    me = showing.me
    near = me or 0
    return h(
        "<div class='face face-a-wizard-did-it'>{}{}<div class='low'>{}{}{}</div></div>",
        [_lane(seat, seat == near, showing.names[seat], me is not None) for seat in (1 - near, near)],
        place("castle"),
        place("hand") if me is not None else None,
        place("stage"),
        place("piles"),
    )


def _lane(seat: int, near: bool, name: str, previews: bool) -> Html:
    return h(
        "<section class='lane lane-{} seat-{}' aria-label='{}’s road'>{}{}"
        "<ol class='sites'>{}{}</ol></section>",
        "near" if near else "far",
        seat,
        name,
        place(f"goals-{seat}"),
        place(f"start-{seat}"),
        [place(f"stack-{seat}-{location}") for location in range(LOCATIONS)],
        place(f"previews-{seat}") if previews else None,
    )


def parts(showing: Showing[Look]) -> list[Part]:
    """Return what everybody sees: the roads, the Castle, the stage and the piles."""
    look, names = showing.look, list(showing.names)
    found: list[Part] = []
    for seat in range(SEATS):
        found.append(_goals_part(showing, seat, None))
        found.append(_start_part(showing, seat, None, []))
        found += [_stack_part(showing, seat, location, None) for location in range(LOCATIONS)]
    knights = [wizard["knight"] for wizard in look["wizards"]]
    inside = [seat for seat, knight in enumerate(knights) if knight["at"] == CASTLE]
    taken = any(knight["princess"] for knight in knights)
    found.append(Part("castle", _castle, inside, taken, look["princess"], names))
    return [*found, _stage_part(showing, None), _piles_part(showing)]


def own_parts(showing: Showing[Look]) -> list[Part]:
    """Return one's own hand and what its cards would do on each stack; goals and fights from one's own
    side."""
    look, me = showing.look, showing.me
    if me is None:
        open_hands = [seat for seat, hand in enumerate(look["hands"]) if hand]
        return [_start_part(showing, seat, None, look["hands"][seat]) for seat in open_hands]
    seats = range(SEATS)
    return [
        *(_goals_part(showing, seat, me) for seat in seats),
        _start_part(showing, me, me, []),
        *(_stack_part(showing, me, location, me) for location in range(LOCATIONS)),
        *(_previews_part(showing, seat, me) for seat in seats),
        Part("hand", _hand, me, look["hands"][me], look["phase"]),
        _stage_part(showing, me),
    ]


# ── cards ─────────────────────────────────────────────────────────────────────────────────────────


def _kind(card: Card) -> str:
    return "kind-" + "-".join(card["kind"].split())


def _whole(card: Card, key: str = "", worded: bool = False) -> Html:
    """Draw a card: its picture, its number, its signs and its name. What is played flies to it."""
    return h(
        "<span class='play {}'{}>{}{}{}<span class='play-words'>"
        "<span class='play-name'>{}</span>{}</span></span>",
        _kind(card),
        h(" data-key='{}'", key) if key else None,
        picture(GAME, card_piece(card["slug"])),
        h("<b class='badge badge-{}'>{}</b>", card["badge"], card["mark"]) if card["mark"] else None,
        _signs(card) if card["signs"] else None,
        card["name"],
        h("<span class='play-text'>{}</span>", card["text"]) if worded else None,
    )


def _signs(card: Card) -> Html:
    """Draw partner, home and glory: the partner beside its number, so that one looks for it."""
    signs = [
        h("<span class='sign sign-{}'>{}<b>{}</b></span>", sign["kind"], _tiny(sign["piece"]), sign["number"])
        for sign in card["signs"]
    ]
    return h("<span class='signs'>{}</span>", signs)


def _tiny(piece: str) -> Html:
    """Return a picture in a line of words."""
    return picture(GAME, piece, "tiny")


def _small(card: Card) -> Html:
    """Return a card as small as it gets."""
    return h(
        "<span class='small {}' title='{}'>{}<span class='hush'>{} </span></span>",
        _kind(card),
        card["name"],
        picture(GAME, card_piece(card["slug"])),
        card["name"],
    )


def _comma(cards: Sequence[Card]) -> str:
    return ", ".join(card["name"] for card in cards)


def _owned(name: str, seat: int, me: int | None) -> str:
    """Return whose something is, at the beginning of a sentence."""
    return "Your" if seat == me else f"{name}'s"


# ── goals ─────────────────────────────────────────────────────────────────────────────────────────


def _goals_part(showing: Showing[Look], seat: int, me: int | None) -> Part:
    goals = showing.look["wizards"][seat]["goals"]
    return Part(f"goals-{seat}", _goals, seat, goals, list(showing.names), me)


def _goals(seat: int, goals: list[Goal], names: list[str], me: int | None) -> Html:
    ranks = sorted({goal["points"] for goal in goals})
    return h(
        "<ul class='goals' aria-label='{} goals'>{}</ul>",
        _owned(names[seat], seat, me),
        [_goal(seat, goal, ranks.index(goal["points"]) + 1, names, me) for goal in goals],
    )


def _goal(seat: int, goal: Goal, rank: int, names: list[str], me: int | None) -> Html:
    """Draw a goal, in the words of the reader."""
    name, who = goal_name(goal["name"], seat, names, me), goal_knight(goal, seat, names, me)
    text = goal_text(goal, who)
    # "Overboard with Ada" says too little: a goal about the rival is a whole sentence, with the knight in it.
    told = text.removesuffix(".").removesuffix(EITHER_WAY) if rival_in(goal["name"])[2] else ""
    inside = h(
        "{}<b class='seal seal-{}'>{}</b><span class='goal-words'><span class='goal-name'>{}</span> "
        "<span class='goal-who'>{}<span class='who-words'>{}</span></span></span>{}",
        picture(GAME, goal_piece(goal["slug"]), "goal-art"),
        rank,
        goal["points"],
        told or name,
        _whose(goal, seat),
        "" if told else who,
        MET if goal["met"] else None,
    )
    owner = "Your goal" if seat == me else f"{names[seat]}'s goal"
    points = plural("no points|1 point|# points", goal["points"])
    label = f"{owner}, {points}{', met' if goal['met'] else ''}: {name}. {text}"
    key = f"{seat}.goal.{goal['slug']}"
    shown = spot(
        key,
        label,
        inside,
        class_=classes("goal", goal["met"] and "met"),
        tip=f"{owner}, {points}{', met' if goal['met'] else ''}. {text}",
        card=goal_piece(goal["slug"]),
    )
    return h("<li>{}</li>", shown)


def _whose(goal: Goal, seat: int) -> list[Html]:
    """Return the signs of the knights that a goal is about."""
    about = {"own": [seat], "rival": [1 - seat], "either": [0, 1]}[goal["knight"]]
    return [picture(GAME, f"knight-{knight}", "who-sign") for knight in about]


def goal_knight(goal: Goal, seat: int, names: Sequence[str], me: int | None) -> str:
    """Return whose knight a goal is about, from the reader's side."""
    if goal["knight"] == "either":
        return "either knight"
    whose = seat if goal["knight"] == "own" else 1 - seat
    return "your knight" if whose == me else f"{names[whose]}'s knight"


def goal_text(goal: Goal, who: str) -> str:
    """Return what a goal asks of a knight."""
    if not goal["deed"]:
        return goal["text"]
    subject = "A knight" if goal["knight"] == "either" else who[0].upper() + who[1:]
    return f"{subject} {goal['deed']}"


# ── a knight, and where it starts ─────────────────────────────────────────────────────────────────


def _token(seat: int, name: str) -> Html:
    """Draw the knight itself. Its id is unique, so it glides along the road."""
    return h(
        "<span class='token seat-{}' id='knight-{}' data-key='{}.knight' title='{}’s knight'>{}</span>",
        seat,
        seat,
        seat,
        name,
        picture(GAME, f"knight-{seat}"),
    )


def _princess() -> Html:
    """Draw the Princess. Her id is unique, and she leaves with a knight."""
    return h("<span class='princess' id='princess'>{}</span>", picture(GAME, "princess"))


def _start_part(showing: Showing[Look], seat: int, me: int | None, hand: list[Card]) -> Part:
    look = showing.look
    wizard = look["wizards"][seat]
    held = wizard["cards"] if seat != me and look["phase"] == "wizards" else None
    won = seat in look["winners"]
    name, walks = showing.names[seat], look["phase"] == "knights" and look["turn"] == seat
    data = (wizard["knight"], held, hand, wizard["score"], won, walks)
    return Part(f"start-{seat}", _start, seat, name, seat == me, *data)


def _start(
    seat: int,
    name: str,
    own: bool,
    knight: Knight,
    held: int | None,
    hand: list[Card],
    score: Score | None,
    won: bool,
    walks: bool,
) -> Html:
    return h(
        "<div class='{}'><h2 class='lane-name'>{}{}</h2>{}{}{}{}</div>",
        classes("start", walks and "walks"),
        seat_name(seat, name, own),
        icon("crown", label="winner") if won else None,
        h(
            "<span class='stand'>{}</span>",
            _token(seat, name) if knight["at"] == START else Html("<span class='gone'></span>"),
        ),
        _strength(seat, name, knight),
        _backs(seat, held, hand) if held is not None else None,
        _score(seat, score) if score else None,
    )


def _strength(seat: int, name: str, knight: Knight) -> Html:
    """Draw a knight's strength: Valor, items and the Princess."""
    items = _comma(knight["items"]) or "no items"
    princess = ", with the Princess" if knight["princess"] else ""
    bonus = f" and items {knight['bonus']}" if knight["bonus"] else ""
    inside = h(
        "<span class='knight-valor' data-key='{}.valor' title='Valor'>{}<b class='badge badge-valor'>{}</b>"
        "<span class='valor-word'> Valor</span></span>"
        "<span class='knight-items' data-key='{}.pouch' data-receives>{}{}</span>",
        seat,
        picture(GAME, VALOR_PIECE, "hush"),  # what flies here is Valor
        knight["valor"],
        seat,
        [_carried(copies[0], len(copies)) for copies in _different(knight["items"])],
        _princess() if knight["princess"] else None,
    )
    return spot(
        f"{seat}.items",
        f"{name}'s knight: {knight['valor']} Valor, {items}{princess}.",
        inside,
        class_=f"knight seat-{seat}",
        tip=f"Strength in a fight: Valor {knight['valor']}{bonus} ({items}). "
        "Every Valor is a goal point at the end.",
    )


def _carried(item: Card, copies: int) -> Html:
    """Return an item of a knight, and how many of it."""
    if copies == 1:
        return _small(item)
    return h("<span class='carried'>{}<b>×{}</b></span>", _small(item), copies)


def _backs(seat: int, held: int, hand: list[Card]) -> Html:
    """Draw a hand that is not the viewer's: its backs, or its cards for those who may see them all."""
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
    """Draw the points of a wizard (P1)."""
    parts = (f"{score['valor']} Valor", f"+ {score['princess']} Princess", f"+ {score['goals']} goals")
    return h(
        "<div class='score' data-key='{}.score'><p class='total'><b>{}</b> {}</p>"
        "<p class='score-parts'>{}</p></div>",
        seat,
        score["total"],
        "goal point" if score["total"] == 1 else "goal points",
        [h("<span>{}</span> ", part) for part in parts],
    )


# ── a stack at its place ──────────────────────────────────────────────────────────────────────────


def _stack_part(showing: Showing[Look], seat: int, location: int, me: int | None) -> Part:
    look, name = showing.look, showing.names[seat]
    wizard = look["wizards"][seat]
    stack = wizard["stacks"][location]
    here = wizard["knight"]["at"] == stack["location"]
    walked = look["phase"] != "wizards"
    fought = [
        (stage["outcome"], *_totals(stage))
        for stage in look["journey"]
        if stage["knight"] == seat and stage["location"] == stack["location"]
    ]
    whose = _owned(name, seat, me)
    return Part(f"stack-{seat}-{location}", _site, seat, name, whose, stack, here, fought, walked)


def _site(
    seat: int,
    name: str,
    whose: str,
    stack: Stack,
    here: bool,
    fought: list[tuple[str, int, int]],
    walked: bool,
) -> Html:
    label, tip = _stack_words(whose, stack, walked)
    top, height = stack["top"], stack["height"]
    shown = spot(
        f"{seat}.{stack['location']}",
        label,
        h(
            "<span class='site-name'><span>{}</span>{}{}</span><span class='pile tall-{}'>{}</span>",
            stack["name"].split()[-1],
            [_home(piece, stack["home_turf"]) for piece in stack["home_pieces"]],
            h("<b class='height'>{}</b>", height) if height else None,
            min(height, MOST_EDGES),
            _pile(stack, f"{seat}.{stack['location']}.top"),
        ),
        class_="stack",
        tip=tip,
        card=card_piece(top["slug"]) if top else place_piece(stack["location"]),
        then=f"Swap: {top['name']}, and which other stack?" if top and not walked else "",
    )
    return h(
        "<li class='{}'>{}{}{}{}{}</li>",
        classes(f"site site-{stack['location']}", here and "here"),
        picture(GAME, place_piece(stack["location"]), "land"),
        shown,
        _below(stack["cards"][1:]) if len(stack.get("cards", [])) > 1 else None,
        [_fought(*fight) for fight in fought],
        _token(seat, name) if here else None,
    )


def _previews_part(showing: Showing[Look], seat: int, me: int) -> Part:
    """Return what one's own cards would do on the stacks of a road: a part of its own, as it changes with the
    hand."""
    look = showing.look
    hand = look["hands"][me] if look["phase"] == "wizards" else []
    cards = [copies[0] for copies in _different(hand)]
    stacks = look["wizards"][seat]["stacks"] if cards else []
    return Part(f"previews-{seat}", _previews, [[preview(card, stack) for card in cards] for stack in stacks])


def _previews(stacks: list[list[str]]) -> Html:
    columns = [
        h(
            "<span class='over'>{}</span>",
            [
                h("<span class='preview for-{}'>{}</span>", number, words)
                for number, words in enumerate(said)
                if words
            ],
        )
        for said in stacks
    ]
    return h("<li class='previews'{}>{}</li>", None if columns else Html(" hidden"), columns)


def _home(piece: str, home_turf: int) -> Html:
    return h("<span class='sign sign-home'>{}<b>{}</b></span>", _tiny(piece), f"{home_turf:+}")


def _totals(stage: Stage) -> tuple[int, int]:
    """Return the strength of both sides; zeros if there was no fight."""
    knight, monsters = stage["strength"], stage["monsters"]
    return (knight["total"], monsters["total"]) if knight and monsters else (0, 0)


def _fought(outcome: str, knight: int, monsters: int) -> Html:
    """Draw a finished fight as a mark at its place: the knight's strength and the monsters'."""
    against = f"{knight}:{monsters}" if knight else "free"
    said = {"won": "won", "lost": "lost", "free": "no monster"}[outcome]
    return h(
        "<span class='fought fought-{}' title='{}'>{} {}</span>",
        outcome,
        f"The knight against the monsters: {said}, {against}",
        OUTCOME_SIGNS[outcome],
        against,
    )


def _stack_words(whose: str, stack: Stack, walked: bool) -> tuple[str, str]:
    """Return the label of a stack, and the tip on it."""
    short = stack["name"].split()[-1]
    homes = " and ".join(f"every {name}" for name in stack["home_of"])
    home = f" Home turf: {homes} here is {stack['home_turf']} stronger." if homes else ""
    top, height = stack["top"], stack["height"]
    count = plural("no cards|1 card|# cards", height)
    below = _comma(stack.get("cards", [])[1:])  # W6, with the memory aid
    if top:
        said = f"{top['name']}, {top['kind']}. {full_text(top)}"
        under = f" Below it: {below}." if below else ""
        # The tip has the card itself above it.
        return (
            f"{whose} {short}, {count}, on top: {said}{under}{home}",
            f"{whose} {short}, {count}.{under}{home}",
        )
    if height:
        return f"{whose} {short}, {count} to be turned over.{home}", f"To be turned over: {count}."
    # The card of the place, above the tip, has its home turf.
    return f"{whose} {short}, empty.{home}", "No card is left here." if walked else "No card here yet."


def _pile(stack: Stack, key: str) -> Html:
    if stack["top"]:
        return _whole(stack["top"], key)
    if stack["height"]:
        return h("<span class='play face-down' data-key='{}'>{}</span>", key, icon("pointy-hat"))
    return h("<span class='bare' data-key='{}'></span>", key)


def _below(cards: Sequence[Card]) -> Html:
    """List the cards below the top (W6), with the memory aid."""
    inside = [_small(card) for card in cards]
    return h("<span class='below'><span class='hush'>Below it, from the top: </span>{}</span>", inside)


# ── the stage: what the walking knight turns over ─────────────────────────────────────────────────


def _stage_part(showing: Showing[Look], me: int | None) -> Part:
    look, names = showing.look, list(showing.names)
    if look["phase"] == "over":
        return Part("stage", _report, look["journey"], names, me)
    if look["phase"] == "wizards":
        return Part("stage", _no_stage)
    seat = look["turn"]
    knight = look["wizards"][seat]["knight"]
    return Part("stage", _stage, seat, names[seat], knight["at"], look["encounter"], me)


WATCH: Final = "The Knight's Phase: nobody decides any more. Watch the knights."


def _no_stage() -> Html:
    return Html("<section class='stage' hidden></section>")


def _stage(seat: int, name: str, at: str, stage: Stage | None, me: int | None) -> Html:
    """Draw the knight and its sum, the cards as far as they were turned over, the monsters and theirs."""
    whose = f"{_owned(name, seat, me)} knight"
    if stage is None:
        said = "waits at the Castle" if at == CASTLE else "walks on" if at != START else "sets out"
        return h(
            "<section class='stage resting seat-{}' aria-label='The fight' data-scene='{}'>{}"
            "<p class='stage-rest'>{} {}</p><span data-key='encounter'></span></section>",
            seat,
            WATCH,
            picture(GAME, f"knight-{seat}", "stage-knight"),
            whose,
            said,
        )
    return h(
        "<section class='{}' aria-label='The fight' data-scene='{}'>{}"
        "<div class='drawn' data-key='encounter'>{}{}{}</div>{}{}</section>",
        classes(
            f"stage seat-{seat}",
            f"at-{stage['location']}",
            stage["outcome"] and f"outcome-{stage['outcome']}",
        ),
        WATCH,
        _camp("knights", whose, stage["ready"], stage["strength"] is not None),
        [_moved(moved) for moved in stage["moved"]],
        _drawn(stage),
        h("<span class='at-work'>{}</span>", _turned(stage["modifier"], True)) if stage["modifier"] else None,
        _camp("monsters", "Monsters", stage["so_far"], stage["monsters"] is not None),
        _verdict(stage, whose) if stage["outcome"] else None,
    )


def _camp(kind: str, title: str, found: Sum | None, counted: bool) -> Html:
    """Draw a side of the fight: its total, and its parts."""
    terms = found["terms"] if found else []
    return h(
        "<div class='{}'><span class='camp-name'>{}</span><b class='camp-total'>{}</b>"
        "<ul class='terms'>{}{}</ul></div>",
        classes(f"camp camp-{kind}", counted and "counted"),
        title,
        found["total"] if found else 0,
        [_term(*row) for row in _together(terms)],
        h("<li class='note'>{}</li>", found["note"]) if found and found["note"] else None,
    )


def _together(terms: Sequence[Term]) -> list[tuple[str, int, list[str]]]:
    """Group equal parts of a sum: in a word or two, their total, and their pictures."""
    found: dict[str, list[Term]] = {}
    for term in terms:
        found.setdefault(term["brief"], []).append(term)
    return [
        (
            brief if len(same) == 1 else f"{len(same)} × {brief}",
            sum(term["strength"] for term in same),
            same[0]["pieces"],
        )
        for brief, same in found.items()
    ]


def _term(words: str, strength: int, pieces: list[str]) -> Html:
    return h(
        "<li class='term' title='{}'><b>{}</b>{}<span>{}</span></li>",
        f"{strength}: {words}",
        strength,
        [_tiny(piece) for piece in pieces],
        words,
    )


def _drawn(stage: Stage) -> list[Html]:
    cards, item = stage["cards"], stage["item"]
    newest = len(cards) - 1 if not item and not stage["modifier"] else -1
    found = [
        _turned(card, number == newest, _paired(card, cards[:number])) for number, card in enumerate(cards)
    ]
    if item:
        found.append(h("<span class='at-stake'>{}</span>", _turned(item, not stage["modifier"])))
    return found


def _paired(card: Card, before: Sequence[Card]) -> bool:
    """Return whether a card finds its partner among those that lie there already (K6: one to one)."""
    partner = next((sign["of"] for sign in card["signs"] if sign["kind"] == PAIR), "")
    if not partner:
        return False
    same = sum(other["slug"] == card["slug"] for other in before)
    return sum(other["slug"] == partner for other in before) > same


def _turned(card: Card, newest: bool, paired: bool = False) -> Html:
    """Draw a card that was turned over; the newest one is where the last flight ends."""
    return h(
        "<span class='{}' title='{}'{}>{}</span>",
        classes("turned", newest and "fresh", paired and "paired"),
        f"{card['name']}. {full_text(card)}",
        Html(' data-key="turned-over"') if newest else None,
        _whole(card),
    )


def _moved(moved: Moved) -> Html:
    """Describe what a stack modifier did, with the cards that it took."""
    return h(
        "<span class='moved moved-{}'><span class='moved-sign'>{}</span><span class='moved-cards'>{}</span>"
        "<span class='moved-words'>{}</span></span>",
        moved["effect"],
        _tiny(moved["piece"]),
        [_small(card) for card in moved["cards"]],
        moved["words"],
    )


def _verdict(stage: Stage, whose: str) -> Html:
    if stage["outcome"] == "free":
        item = stage["item"]
        return h(
            "<p class='verdict'>{}</p>",
            f"Nobody about: the {item['name']} is free" if item else "Nobody about",
        )
    said = "wins" if stage["outcome"] == "won" else "loses"
    change = stage["change"]
    return h(
        "<p class='verdict'><span>{} {}</span>{}</p>",
        whose,
        said,
        h(" <span class='verdict-valor'>{} Valor</span>", f"{change:+}") if change else None,
    )


# ── the Castle ────────────────────────────────────────────────────────────────────────────────────


def _castle(inside: list[int], taken: bool, points: int, names: list[str]) -> Html:
    """Draw the end of both roads. Its tip says what it is worth to be first."""
    worth = plural("no points|1 point|# points", points)
    said = (
        "The Castle: the Princess has left it."
        if taken
        else f"The Castle: the first knight here takes the Princess, {worth}."
    )
    return h(
        "<div class='castle' data-key='castle' data-tip='{}' data-card='castle'>{}"
        "<span class='castle-name'>The Castle</span><span class='castle-tower'>{}</span>"
        "<span class='castle-yard'>{}</span></div>",
        said,
        picture(GAME, "castle", "land"),
        None if taken else h("{}<b class='seal seal-3'>{}</b>", _princess(), points),
        [_token(seat, names[seat]) for seat in inside],
    )


# ── the hand and the piles ────────────────────────────────────────────────────────────────────────


def _different(hand: Sequence[Card]) -> list[list[Card]]:
    """Group the cards of a hand or of a knight, copies together."""
    found: dict[str, list[Card]] = {}
    for card in hand:
        found.setdefault(card["slug"], []).append(card)
    return list(found.values())


def _hand(me: int, hand: list[Card], phase: str) -> Html:
    cards = [_held(number, copies[0], len(copies)) for number, copies in enumerate(_different(hand))]
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


def _held(number: int, card: Card, copies: int) -> Html:
    several = f", {copies} of them" if copies > 1 else ""
    text = full_text(card)
    shown = spot(
        f"hand.{card['slug']}",
        f"{card['name']}{several}, {card['kind']}. {text}",
        h("{}{}", _whole(card, worded=True), h("<b class='copies'>×{}</b>", copies) if copies > 1 else None),
        class_=classes("held", f"held-{number}", copies > 1 and "several"),
        id=f"hand-{card['slug']}",
        tip=f"{card['kind'].capitalize()}. {text}",
        then=f"{card['name']}: which two stacks?"
        if card["kind"] == SPELL
        else f"{card['name']}: onto which stack?",
    )
    return h("<li>{}</li>", shown)


def _piles_part(showing: Showing[Look]) -> Part:
    look = showing.look
    discards = [card["name"] for card in look["discards"]]
    return Part("piles", _piles, look["phase"], look["deck"], discards)


def _piles(phase: str, deck: int, discards: list[str]) -> Html:
    listed = ", ".join(discards)
    return h(
        "<div class='{}'><span class='deck' data-key='deck' title='Cards in the deck'>{}<b>{}</b>"
        "<span>in the deck</span></span>{}</div>",
        classes("piles", phase != "wizards" and "walked"),
        icon("pointy-hat"),
        deck,
        spot(
            "discards",
            f"Discards: {listed or 'none'}",
            h("{}<b>{}</b><span>discarded</span>", icon("card-discard"), len(discards)),
            class_="discards",
            tip=f"Discarded: {listed}." if listed else "Spells, and what the knights met, end here.",
        ),
    )


# ── the report: what was met, when all is over ────────────────────────────────────────────────────


def _report(journey: list[Stage], names: list[str], me: int | None) -> Html:
    walks = [
        _walk(seat, name, [stage for stage in journey if stage["knight"] == seat], names, me)
        for seat, name in enumerate(names)
    ]
    return h(
        "<section class='stage report' aria-label='What the knights met' tabindex='0'>{}</section>", walks
    )


def _walk(seat: int, name: str, stages: list[Stage], names: list[str], me: int | None) -> Html:
    return h(
        "<section class='walk seat-{}'><h2>{}</h2><ol class='stages'>{}</ol></section>",
        seat,
        seat_name(seat, f"{_owned(name, seat, me)} knight"),
        [_walked(stage, names, me) for stage in stages],
    )


def _walked(stage: Stage, names: list[str], me: int | None) -> Html:
    """Describe an encounter: what came up, who was stronger, what it changed."""
    return h(
        "<li class='stage-row stage-{}'><span class='stage-number' aria-hidden='true'>{}</span>"
        "<div class='stage-story'>{}{}{}</div></li>",
        stage["outcome"],
        stage["number"],
        [h("<p class='stage-moved'>{}</p>", moved["words"]) for moved in stage["moved"]],
        _met(stage),
        [_stage_goal(goal, names, me) for goal in stage["goals"]],
    )


def _met(stage: Stage) -> Html:
    item, monsters, knight = stage["item"], stage["monsters"], stage["strength"]
    if stage["outcome"] == "princess":
        return h(
            "<p class='stage-fight'>{} First at the Castle, and off with the Princess.</p>",
            _small_piece("princess"),
        )
    if stage["outcome"] == "castle":
        said = "At the Castle. The Princess has left."
        return h("<p class='stage-fight'>{} {}</p>", _small_piece("castle"), said)
    if monsters is None or knight is None:
        found = f"Nobody about: the {item['name']} is free." if item else "Nobody about, nothing to find."
        shown = [_small(item)] if item else []
        return h("<p class='stage-fight'><b class='won'>✓</b> {} {} {}</p>", stage["place"], shown, found)
    change = h(" <small>({})</small>", f"{stage['change']:+}") if stage["change"] else None
    return h(
        "<p class='stage-cards'><span class='stage-place'>{}</span> {}{}</p>"
        "<details class='sums'><summary class='stage-fight'>"
        "<b class='{}'>{}</b> <span class='versus'>{} against {}</span> <span class='how'>how?</span> "
        "<span class='valor-now'>Valor {}{}</span></summary>{}{}</details>",
        stage["place"],
        [_small(card) for card in stage["cards"]],
        h("<span class='guards'>guarding</span>{}", _small(item)) if item else None,
        stage["outcome"],
        "✓ Won" if stage["outcome"] == "won" else "✗ Lost",
        knight["total"],
        monsters["total"],
        stage["valor"],
        change,
        _sum("Monsters", monsters),
        _sum("Knight", knight),
    )


def _small_piece(key: str) -> Html:
    return h("<span class='small'>{}</span>", picture(GAME, key))


def _sum(title: str, found: Sum) -> Html:
    """Describe a side of a finished fight in one line."""
    terms = [f"{term['strength']} {term['words']}" for term in found["terms"]]
    note = f" ({found['note']})" if found["note"] else ""
    return h("<p class='sum'>{}: {} = <b>{}</b>{}</p>", title, " + ".join(terms) or "0", found["total"], note)


def _stage_goal(goal: GoalMet, names: list[str], me: int | None) -> Html:
    return h(
        "<p class='stage-goal seat-{}'>{} <b>+{}</b> {}: {}</p>",
        goal["seat"],
        glyph(goal["seat"]),
        goal["points"],
        names[goal["seat"]],
        goal_name(goal["name"], goal["seat"], names, me),
    )


FACE: Final = Face[Look](frame, parts, own_parts)
