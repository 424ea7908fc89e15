"""How Wiz Up The Wall is shown in the browser: the tower, the desk with pile and card, and the wizards.

While a round is scored, the desk is the place where its mana is counted, stream by stream.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from longbeard.engine.face import Face, Part, Showing, place
from longbeard.engine.html import Html, classes, glyph, h, icon, seat_name, spot
from longbeard.engine.piece import picture
from longbeard.engine.telling import joined, plural
from longbeard.games.wiz_up_the_wall import tower, view
from longbeard.games.wiz_up_the_wall.view import SCORING, SHAPE_WORDS, TURNED_UP, VERBS, Hand, Laid, Look

SLUG: Final = "wiz-up-the-wall"
SPELLS: Final = {
    "casting": "casting",
    "finished": "finished",
    "crossed": "crossed",
    "touched": "touched tips",
    "stuck": "no way on",
    "ran-out": "pile ran out",
}
SPELL_TIPS: Final = {
    "casting": "Still drawing cards.",
    "finished": "Declared finished: draws no more in this round, but can still be crossed.",
    "crossed": "Somebody laid a card across the stream: the spell is over, and what lies beyond the cut does "
    "not count.",
    "touched": "Two tips met in one cell: both spells are over, nothing is cut.",
    "stuck": "The stream has no way on: the spell is finished.",
    "ran-out": "The pile is empty: all spells are finished.",
}
SPELL_ICONS: Final = {
    "casting": "magic-swirl",
    "finished": "scroll-unfurled",
    "crossed": "crossed-swords",
    "touched": "lightning-storm",
    "stuck": "rock",
    "ran-out": "hourglass",
}
STATUS: Final = {
    "blind-tip": "lays cards that nobody has seen",
    "draw-or-finish": "draws a card, or lets it be",
    "place": "has laid a card",
}
"""What the player whose turn it is does, if there is no card to be shown in their hand."""
PILE_WORDS: Final = {"straight": "straight", "fork": "a fork", "": "empty"}
PILE_TIP: Final = (
    "What lies on top shows its back, so everyone can see whether it forks. Its two symbols only the one who "
    "draws it sees."
)
FINISH_TIP: Final = (
    "Declare your spell finished: you draw no more in this round. Your stream stays, and can still be "
    "crossed."
)
CARDS_TIP: Final = "Cards of this round's stream that count: a point for each, if the spell does not go bust."
AID_TIP: Final = "The memory aid: symbols that you have seen in your own cards that count."
MANY_ROUNDS: Final = 4
"""Rounds beyond which (or if there is one alone) the points of rounds are only in the tip of the total."""
HOLD: Final = 12_000
"""Milliseconds for which the end of a round stays, unless somebody continues."""

Counts = list[tuple[str, int]]
"""Symbols with their numbers."""


# ── the page ──────────────────────────────────────────────────────────────────────────────────────


def frame(showing: Showing[Look]) -> Html:
    """Return the tower with a place for every stream and wizard, the desk, and the points."""
    seats, me = len(showing.names), showing.me
    return h(
        "<div class='face face-wiz-up-the-wall seats-{}'>"
        "<section class='tower' aria-label='The tower' data-turning>{}{}{}<i data-step></i>{}</section>"
        "<section class='desk' aria-label='Pile and card'>{}{}{}{}</section>"
        "<section class='wizards' aria-label='Wizards and points'>{}<ul>{}</ul></section></div>",
        seats,
        place("home"),
        tower.drawing(seats),
        [place(f"wizard-{seat}") for seat in range(seats)],
        _turners(),
        place("pile"),
        place("finish"),
        place("hand"),
        place("scene"),
        place("head"),
        [
            h(
                "<li class='{}' data-key='mana:{}'>{}{}</li>",
                classes(f"entry seat-{seat}", seat == me and "own"),
                seat,
                place(f"row-{seat}"),
                place(f"mana-{seat}"),
            )
            for seat in range(seats)
        ],
    )


def _turners() -> Html:
    left = Html('<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15 4 7 12l8 8"/></svg>')
    right = Html('<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 4l8 8-8 8"/></svg>')
    buttons = (
        ("-1", left, "Turn the tower to the left (A)"),
        ("0", icon("pointy-hat"), "Turn the tower back (S)"),
        ("1", right, "Turn the tower to the right (D)"),
    )
    return h(
        "<div class='turners' role='group' aria-label='Turn the tower'>{}</div>",
        [
            h(
                "<button type='button' class='turner' data-turn='{}' aria-label='{}' title='{}'>{}</button>",
                way,
                words,
                words,
                sign,
            )
            for way, sign, words in buttons
        ],
    )


def parts(showing: Showing[Look]) -> list[Part]:
    """Return what everybody sees. A spectator stands where the first seat does."""
    look = showing.look
    return [
        Part("home", _home, look["wizards"][0]["column"] * len(showing.names) // look["columns"]),
        tower.symbols_part(look),
        tower.now_part(look, len(showing.names), _acting(showing)),
        tower.columns_part(look),
        *_stream_parts(showing),
        *_wizard_parts(showing),
        Part("cells", tower.no_cells),
        _pile_part(look, "", showing.over),
        Part("finish", _no_finish),
        _hand_part(showing),
        _scene_part(showing),
        Part("head", _head, look["round"], look["rounds"]),
        *_row_parts(showing),
        *_mana_parts(showing),
    ]


def own_parts(showing: Showing[Look]) -> list[Part]:
    """Return where one stands, what one holds, and one's choices; for all eyes, every face."""
    look, me = showing.look, showing.me
    if me is None:
        return _stream_parts(showing)
    deeds = {choice["steps"][0]: choice for choice in showing.choices}
    found = [Part("home", _home, look["wizards"][me]["column"] * len(showing.names) // look["columns"])]
    seen = look["seen"][me]
    if seen is not None and not showing.over and look["decision"] not in SCORING:
        found.append(Part(f"mana-{me}", _aid, list(seen.items()), look["symbol_icons"], look["bust"]))
    if "pile" in deeds:
        found.append(_pile_part(look, deeds["pile"]["words"], False))
    casting = look["wizards"][me]["spell"] == "casting" and look["decision"] not in SCORING
    if casting and not showing.over:
        words = deeds["finish"]["words"] if "finish" in deeds else ""
        found.append(Part("finish", _finish, words, look["counting"][me], look["bust"]))
    if look["hand"]:
        found.append(Part("hand", _own_hand, look["hand"], _icons(look), bool(deeds)))
    elif look["unlaid"] and deeds:
        found.append(Part("hand", _unlaid, "Your", look["unlaid"][0], True))
    elif "finish" in deeds:
        found.append(Part("hand", _your_turn, look["next"], look["pile"]))
    cells = [(key, choice["words"]) for key, choice in deeds.items() if key.startswith("cell:")]
    if cells:
        found.append(tower.cells_part(look, me, cells))
    return found


def _nothing() -> Html:
    return Html("<div hidden></div>")


def _home(at: int) -> Html:
    """Draw the marker of the place to which the tower is turned, until somebody turns it."""
    return h("<i class='home home-{}'></i>", at)


def _icons(look: Look) -> dict[str, tuple[str, int]]:
    """Return each symbol's icon and number, by symbol."""
    return {symbol: (look["symbol_icons"][number], number) for number, symbol in enumerate(look["symbols"])}


# ── the tower's foot ──────────────────────────────────────────────────────────────────────────────


def _told(showing: Showing[Look]) -> tuple[list[bool], list[bool]]:
    """Return by seat whether its mana of this round is counted already, and whether its points are told."""
    look, seats = showing.look, len(showing.names)
    decision, turn = look["decision"], look["turn"]
    if decision == "finished" or decision == "round-over":
        return [True] * seats, [True] * seats
    if decision not in SCORING:
        return [False] * seats, [False] * seats
    counted = [seat < turn or (seat == turn and decision != "turning-up") for seat in range(seats)]
    scored = [seat < turn or (seat == turn and decision == "scored") for seat in range(seats)]
    return counted, scored


def _stream_parts(showing: Showing[Look]) -> list[Part]:
    look = showing.look
    counted, scored = _told(showing)
    burst = [
        scored[seat] and wizard["points"][look["round"] - 1] is None
        for seat, wizard in enumerate(look["wizards"])
    ]
    return tower.stream_parts(look, showing.names, burst, counted)


def _wizard_parts(showing: Showing[Look]) -> list[Part]:
    look = showing.look
    scored = _told(showing)[1]
    found = []
    for seat, wizard in enumerate(look["wizards"]):
        gain = wizard["points"][look["round"] - 1 :] if scored[seat] else []
        state = classes(
            wizard["spell"] != "casting" and "done",
            showing.over and seat in showing.winners and "won",
            gain == [None] and "burst",
        )
        about = (showing.names[seat], wizard["card"], wizard["about"], wizard["spell"])
        found.append(Part(f"wizard-{seat}", _wizard, seat, about, state, wizard["column"], gain))
    return found


def _acting(showing: Showing[Look]) -> int | None:
    """Return whose turn it is, or whose mana is counted."""
    look = showing.look
    return None if showing.over or look["decision"] in ("round-over", "finished") else look["turn"]


def _wizard(
    seat: int, about: tuple[str, str, str, str], state: str, column: int, gain: Sequence[int | None]
) -> Html:
    """Draw a wizard at the foot of the tower, with the points of the round once they are told."""
    name, card, words, spell = about
    said = f"{name}, {SPELLS[spell]}, at column {column}. {words}"
    won = "won" in state.split()
    return h(
        "<div class='{}' role='img' data-key='wizard:{}' aria-label='{}' data-tip>{}{}{}{}"
        "<span class='label'>{}<b>{}</b></span></div>",
        classes(f"wizard at q{column} seat-{seat}", state),
        seat,
        said,
        picture(SLUG, f"wizard-{card}", "portrait"),
        icon("crown", class_="crown") if won else None,
        h("<span class='gain'>{}</span>", "bust" if gain[0] is None else f"+{gain[0]}") if gain else None,
        icon(SPELL_ICONS[spell], class_="sign") if spell != "casting" else None,
        glyph(seat),
        name,
    )


# ── the desk: what one draws from, what one holds, and the way to stop ────────────────────────────


def _pile_part(look: Look, words: str, over: bool) -> Part:
    if over:
        return Part("pile", _nothing)
    return Part("pile", _pile, look["pile"], look["next"], words)


def _pile(left: int, top: str, words: str) -> Html:
    about = f"The pile: {left} left" + (f", the next card {VERBS[top]}" if top else "")
    inside = h(
        "<span class='stack'>{}</span><span class='about'><b>{}</b><span>{}</span><small>{} left</small>"
        "</span>",
        tower.back(top),
        "Draw" if words else "Pile",
        PILE_WORDS[top],
        left,
    )
    return spot("pile", words or about, inside, class_="pile", tip=PILE_TIP)


def _no_finish() -> Html:
    return Html('<div class="finish none" aria-hidden="true"></div>')


def _finish(words: str, points: int, bust: int) -> Html:
    worth = plural("1 point|# points", points)
    inside = h(
        "<span class='about'><b>{} Finish</b><span>for {}</span></span>",
        icon("scroll-unfurled"),
        worth,
    )
    said = f"{words or 'Finish your spell'}: {worth}, if no symbol is there more than {bust} times"
    return spot("finish", said, inside, class_="finish", tip=FINISH_TIP)


def _hand_part(showing: Showing[Look]) -> Part:
    """Return what everybody sees beside the pile: who holds what, or does what."""
    look = showing.look
    turn, decision = look["turn"], look["decision"]
    name = showing.names[turn]
    if showing.over or decision not in STATUS:
        return Part("hand", _nothing)
    if look["drawn"]:
        return Part("hand", _held, turn, name, f"holds {SHAPE_WORDS[look['drawn']]}", look["drawn"])
    if len(look["unlaid"]) % 2:
        return Part("hand", _unlaid, f"{name}’s", look["unlaid"][0], False)
    return Part("hand", _held, turn, name, STATUS[decision], "")


def _held(seat: int, name: str, does: str, shape: str) -> Html:
    return h(
        "<div class='hand other seat-{}' data-key='hand'><span class='stack'>{}</span>"
        "<span class='about'><b>{}</b><span>{}</span></span></div>",
        seat,
        tower.back(shape),
        name,
        does,
    )


def _your_turn(top: str, left: int) -> Html:
    """Draw the desk of a player who may draw and has nothing in hand yet: it says what a card would be."""
    words = f"The next card {VERBS[top]}." if left else "The pile is empty."
    return h(
        "<div class='hand other yours' data-key='hand'><span class='stack'>{}</span>"
        "<span class='about'><b>Your turn</b><span>{} Draw it, or let it be.</span></span></div>",
        tower.back(""),
        words,
    )


def _unlaid(whose: str, shape: str, drag: bool) -> Html:
    words = f"{whose} second card is {SHAPE_WORDS[shape]}. Nobody looks at it before scoring."
    inside = h(
        "<span class='stack' data-ghost>{}</span><span class='about'><b>Unseen</b><span>{}</span></span>",
        tower.back(shape),
        words,
    )
    return spot("unlaid", words, inside, class_="hand other", drag=drag)


def _own_hand(hand: Hand, icons: Mapping[str, tuple[str, int]], drag: bool) -> Html:
    """Draw the card in hand, for its holder alone (T2)."""
    symbols = hand["symbols"]
    words = f"In your hand: {hand['name']}, {' and '.join(symbols)}, on {SHAPE_WORDS[hand['shape']]}."
    inside = h(
        "<span class='stack' data-ghost>{}</span><span class='held'>{}</span><span class='about'><b>{}</b>"
        "<span class='symbols'>{}</span><span class='quip'>{}</span>"
        "<small>Only you see it. Remember it: once it lies, it is hidden.</small></span>",
        tower.back(hand["shape"]),
        picture(SLUG, f"card-{hand['slug']}"),
        hand["name"],
        [
            h("<span class='symbol mana-{}'>{}<b>{}</b></span>", icons[one][1], icon(icons[one][0]), one)
            for one in symbols
        ],
        hand["text"],
    )
    card = f"card-{hand['slug']}"
    return spot(
        "hand", f"{words} {hand['text']}", inside, class_="hand mine", tip=hand["text"], drag=drag, card=card
    )


# ── the scene: a round is scored ──────────────────────────────────────────────────────────────────


def _scene_part(showing: Showing[Look]) -> Part:
    """Return the scene of counting one stream after the other, and of how the round ended."""
    look, names = showing.look, showing.names
    decision, seat = look["decision"], look["turn"]
    if decision not in TURNED_UP:
        return Part("scene", _nothing)
    number = look["round"]
    if decision == "round-over" or decision == "finished":
        points = [wizard["points"][number - 1] for wizard in look["wizards"]]
        best = max([0, *(one or 0 for one in points)])
        won = [names[at] for at, one in enumerate(points) if best and one == best]
        return Part("scene", _round_over, number, look["rounds"], won, best, decision == "finished")
    cuts = _cut_words(*_cuts(look["cards"], len(names))[seat], names) if decision != "turning-up" else ""
    counts = _counts(look, seat) if decision != "turning-up" else []
    gain = look["wizards"][seat]["points"][number - 1 :] if decision == "scored" else []
    kind = (look["symbols"], look["symbol_icons"], look["bust"])
    cards = look["counting"][seat]
    return Part("scene", _counting, seat, names[seat], cards, counts, gain, cuts, kind)


def _counts(look: Look, seat: int) -> Counts:
    return list(view.mana(view.turned_up(look), look["symbols"], len(look["wizards"]))[seat].items())


def _counting(
    seat: int,
    name: str,
    cards: int,
    counts: Counts,
    gain: Sequence[int | None],
    cuts: str,
    kind: tuple[Sequence[str], Sequence[str], int],
) -> Html:
    symbols, icons, bust = kind
    burst = list(gain) == [None]
    if not gain:
        verdict = plural("1 card|# cards", cards) if counts else ""
    elif burst:
        verdict = "Bust!"
    else:
        verdict = plural("1 point|# points", gain[0] or 0)
    return h(
        "<div class='{}' data-scene='{}'><p class='whose'>{}<b class='verdict'>{}</b></p>"
        "<ul class='tubes'>{}</ul><p class='cut'>{}</p></div>",
        classes(f"scene seat-{seat}", burst and "burst", bool(gain) and not burst and "safe"),
        "The round is over: every stream is turned up and counted.",
        seat_name(seat, name),
        verdict,
        [
            _tube(number, symbol, icons[number], dict(counts).get(symbol, 0), bust, bool(gain))
            for number, symbol in enumerate(symbols)
        ],
        h("{} {}", icon("crossed-swords"), cuts) if cuts else None,
    )


@lru_cache(2048)
def _tube(number: int, symbol: str, sign: str, count: int, bust: int, judged: bool) -> Html:
    """Draw a meter of one symbol: a step for each that is allowed, and one too many."""
    steps = [f"M1 {8 * (bust - at) + 1}h14v6h-14z" for at in range(bust + 1)]
    full = min(count, bust)
    return h(
        "<li class='{}' data-tip='{}'><svg class='tube' viewBox='0 0 16 {}' aria-hidden='true'>"
        "<path d='{}'/><path class='over' d='{}'/><path class='on' d='{}'/>{}</svg>"
        "{}<b>{}</b><span class='what'>{}</span></li>",
        classes(f"mana-{number}", count > bust and judged and "bust", not count and "none"),
        f"{count} {symbol}: {bust} is the most",
        8 * (bust + 1),
        "".join(steps[:bust]),
        steps[bust],
        "".join(steps[:full]),
        h("<path class='on over' d='{}'/>", steps[bust]) if count > bust else None,
        icon(sign),
        count,
        symbol,
    )


def _round_over(number: int, rounds: int, won: Sequence[str], best: int, over: bool) -> Html:
    points = plural("1 point|# points", best)
    if not won:
        words = "Nobody scores in this round."
    elif len(won) == 1:
        words = f"{won[0]} had the longest stream: {points}."
    else:
        words = f"{joined(won)} had the longest streams: {points} each."
    return h(
        "<div class='scene ended' data-scene='{}'><div class='ending'><p class='whose'><b>{}</b></p>"
        "<p>{}</p></div>{}</div>",
        "The round is over." if not over else "The last round is over.",
        f"Round {number} of {rounds} is over" if not over else "The last round is over",
        words,
        None
        if over
        else h(
            "<button type='button' class='button main-button' data-pace='on' data-hold='{}'>Continue"
            "</button>",
            HOLD,
        ),
    )


# ── the wizards and their points ──────────────────────────────────────────────────────────────────


def _head(number: int, rounds: int) -> Html:
    return h("<h2>Round {} <small>of {}</small></h2>", number, rounds)


def _cuts(cards: Sequence[Laid], seats: int) -> list[tuple[list[int], int]]:
    """Return by seat who cut its stream, and how many cards that cost."""
    cutters: list[list[int]] = [[] for seat in range(seats)]
    lost = [0] * seats
    for card in cards:
        seat, by = card["seat"], card["by"]
        lost[seat] += not card["counts"]
        if by is not None and by not in cutters[seat]:
            cutters[seat].append(by)
    return list(zip(cutters, lost, strict=True))


def _cut_words(who: Sequence[int], lost: int, names: Sequence[str]) -> str:
    """Return who cut a stream and what that cost: `cut by Ada: −3 cards`."""
    return f"cut by {joined([names[by] for by in who])}: −{plural('1 card|# cards', lost)}" if who else ""


def _cut_signs(who: Sequence[int], lost: int, names: Sequence[str]) -> Html:
    """Draw the same in a narrow row: whoever cut is a sign."""
    return h(
        "cut by {}: −{}",
        [
            h("<span class='seat-{}'>{}<span class='unseen'>{}</span></span>", by, glyph(by), names[by])
            for by in who
        ],
        lost,
    )


def _row_parts(showing: Showing[Look]) -> list[Part]:
    look, names = showing.look, showing.names
    cuts = _cuts(look["cards"], len(names))
    return [
        Part(
            f"row-{seat}", _row, seat, list(names), wizard["card"], wizard["spell"], cuts[seat],
            look["counting"][seat], wizard["points"], wizard["total"], look["rounds"],
        )
        for seat, wizard in enumerate(look["wizards"])
    ]  # fmt: skip


def _row(
    seat: int,
    names: list[str],
    card: str,
    spell: str,
    cuts: tuple[list[int], int],
    counting: int,
    points: Sequence[int | None],
    total: int,
    rounds: int,
) -> Html:
    cut = _cut_words(*cuts, names)
    fate = h("{}", SPELLS[spell])
    if cut:
        signs = _cut_signs(*cuts, names)
        fate = signs if spell == "crossed" else h("{}, {}", fate, signs)
    return h(
        "<div class='row'>{}<span class='who'>{}</span>"
        "<span class='fate {}' data-tip='{}'>{}<span>{}</span></span>"
        "<span class='count' data-tip='{}'><b>{}</b> <small>{}</small></span>"
        "<ol class='{}'>{}</ol><span class='total' data-tip='{}'><b>{}</b> <small>{}</small></span></div>",
        picture(SLUG, f"wizard-{card}", "portrait"),
        seat_name(seat, names[seat]),
        classes(spell, bool(cut) and "cut"),
        f"{cut[:1].upper()}{cut[1:]}. {SPELL_TIPS[spell]}" if cut else SPELL_TIPS[spell],
        icon(SPELL_ICONS[spell]),
        fate,
        CARDS_TIP,
        counting,
        "card" if counting == 1 else "cards",
        classes("rounds", not 1 < rounds <= MANY_ROUNDS and "folded"),
        [_round(at + 1, points[at] if at < len(points) else "") for at in range(rounds)],
        ". ".join([_round_words(at + 1, one) for at, one in enumerate(points)]) or "No round is scored yet",
        total,
        "point" if total == 1 else "points",
    )


def _round_words(number: int, points: int | None) -> str:
    return f"Round {number}: {'bust' if points is None else points}"


def _round(number: int, points: int | str | None) -> Html:
    """Draw what a round brought: a number, a bust, or nothing yet."""
    if isinstance(points, str):
        return h("<li class='yet'><span class='unseen'>Round {}: not played yet</span></li>", number)
    said = _round_words(number, points)
    return h(
        "<li class='{}' data-tip='{}'><span class='unseen'>{}</span><span aria-hidden='true'>{}</span></li>",
        "burst" if points is None else "",
        said,
        said,
        "✗" if points is None else points,
    )


def _mana_parts(showing: Showing[Look]) -> list[Part]:
    """Return the symbols that were turned up: this round's while it is scored, stream by stream; then the
    last's."""
    look, seats = showing.look, len(showing.names)
    now = look["decision"] in TURNED_UP
    number = look["round"] if now else look["round"] - 1
    if not number:
        return [Part(f"mana-{seat}", _no_mana) for seat in range(seats)]
    counted, scored = _told(showing) if now else ([True] * seats, [True] * seats)
    mana = view.mana(view.turned_up(look), look["symbols"], seats)
    title = "" if now else "last round"
    return [
        Part(
            f"mana-{seat}", _mana, list(mana[seat].items()), look["symbol_icons"], look["bust"],
            scored[seat], title,
        )
        if counted[seat]
        else Part(f"mana-{seat}", _no_mana)
        for seat in range(seats)
    ]  # fmt: skip


def _no_mana() -> Html:
    return Html('<ul class="mana waiting"></ul>')


def _mana(counts: Counts, icons: Sequence[str], bust: int, judged: bool, title: str) -> Html:
    """Draw how often each symbol is on the cards that count; whether it is too much is shown once it was
    told."""
    return h(
        "<ul class='{}'>{}{}</ul>",
        classes("mana", bool(title) and "earlier"),
        h("<li class='title' data-tip='The mana of the last round'>{}</li>", title) if title else None,
        [
            _amount(place, symbol, number, icons[place], bust, judged)
            for place, (symbol, number) in enumerate(counts)
        ],
    )


def _aid(seen: Counts, icons: Sequence[str], bust: int) -> Html:
    """Draw the memory aid: what one has seen in one's own cards that count."""
    return h(
        "<ul class='mana aid'><li class='title' data-tip='{}'>seen</li>{}</ul>",
        AID_TIP,
        [
            _amount(place, symbol, number, icons[place], bust, True)
            for place, (symbol, number) in enumerate(seen)
        ],
    )


@lru_cache(512)
def _amount(place: int, symbol: str, number: int, sign: str, bust: int, judged: bool) -> Html:
    verdict = "bust" if number > bust and judged else "full" if number == bust else "" if number else "none"
    much = f", and {bust} is the most" if number >= bust else ""
    return h(
        "<li class='{}' data-tip='{}'>{}<b>{}</b></li>",
        classes(f"mana-{place}", verdict),
        f"{number} {symbol}{much}",
        icon(sign, symbol),
        number,
    )


FACE: Final = Face[Look](frame, parts, own_parts)
