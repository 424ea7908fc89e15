"""The server's own parts of a table's page: prompt, seats, choices, free seats, result."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, TypedDict

from longbeard.engine.face import Face, Showing
from longbeard.engine.html import NOTHING, Html, classes, glyph, h, icon, seat_name
from longbeard.engine.look import Choice
from longbeard.engine.part import MARK, Part, place
from longbeard.engine.telling import joined, plural
from longbeard.table.presence import Presence

NUMBER_KEYS: Final = 9
"""Choices that can be made with a number key."""


class SeatRow(TypedDict):
    """A seat as everybody may see it."""

    name: str
    seat: int
    bot: bool
    who: str
    stand_in: bool
    left: bool
    open: bool
    presence: Presence
    turn: bool
    glyph: str
    avatar: str
    """Address of the person's avatar; empty for bots and free seats."""


class LogLine(TypedDict):
    """A line of the log."""

    words: str
    seat: int
    """The seat in whose turn it happened; NOBODY for the deal."""
    begins: bool
    """Whether the turn begins with it: then it is a heading."""
    spots: list[str]
    """Spots of the page where it happened."""
    rule: str
    """Number of the rule behind it; empty if the room names none."""


class Decisive(TypedDict):
    """A moment that turned a match."""

    words: str
    move: int
    swing: int
    """1: good for the reader (for a spectator: for the winner), -1: bad, 0: unknown."""


class Result(TypedDict):
    """The end of a match."""

    why: str
    winners: list[int]
    standing: list[tuple[int, int]]
    """Seats with their points, the best first; empty where a game knows only who won."""
    decisive: list[Decisive]
    levels: list[tuple[str, str]]
    """Levels at which bots can play the next match: name and title; empty if there are no bots."""
    daily: str
    """Address of the comparison, after a daily deal; empty otherwise."""
    next: str
    """Name of the table of the rematch, once somebody has asked for one."""
    asked_by: int
    """The seat that asked for it; -1 if unknown."""


class Lobby(TypedDict):
    """A table that waits for people."""

    free: int
    names: list[str]
    """Names of those who were invited, and have not come yet."""
    seated: bool
    host: bool
    """Whether the reader may start it."""
    levels: list[tuple[str, str]]
    """Levels of bots that can take the free seats; empty if there are none."""


# ── the frame ─────────────────────────────────────────────────────────────────────────────────────


def inside(title: str, face: Html, seats: int) -> Html:
    """Return everything inside <main>: the server's places round a room's face."""
    return h(
        "<h1 class='unseen'>{}</h1>{}<div class='middle' id='board'>{}</div>{}"
        "<aside class='side' id='side' aria-label='Seats, choices and story'>"
        "<section class='seats-strip' aria-label='The seats'><ul>{}</ul></section>{}{}{}"
        "<section class='advice side-block' id='advice' aria-labelledby='h-advice' hidden>"
        "<h2 id='h-advice'>What the bots would do</h2><ol class='hint-list' id='hint-list'></ol></section>"
        "<section class='story' aria-labelledby='h-story'><h2 id='h-story'>What happened</h2>"
        "<ol class='story-list' id='story' tabindex='0' aria-label='What happened, line by line'>{}</ol>"
        "</section></aside>",
        title,
        place("house:prompt"),
        face,
        place("house:result"),
        [place(f"house:seat-{seat}") for seat in range(seats)],
        place("house:choices"),
        place("house:invite"),
        place("house:chairs"),
        place("house:story"),
    )


def plain_face(lines: Sequence[str]) -> Html:
    """Return the table of a room without a face, in words."""
    return h("<pre class='in-words'>{}</pre>", "\n".join(lines))


PLAIN_FRAME: Final = h("<div class='face face-plain'>{}</div>", place("words"))


def face_frame(face: Face[object], showing: Showing[object]) -> Html:
    """Return a room's frame. The names of its parts have no colon: those with one are the server's."""
    frame = face.frame(showing)
    for name in frame.split(MARK)[1::2]:
        if ":" in name:
            raise ValueError(f"the name of a room's part has no colon, as {name} has")
    return frame


# ── the parts ─────────────────────────────────────────────────────────────────────────────────────


def prompt_part(
    over: str,
    mine: bool,
    asked: str,
    waiting: int,
    me: int,
    decider: tuple[int, str, bool] | None,
    tools: tuple[bool, bool],
    until: int = 0,
) -> Part:
    """Return the prompt: what to do now, or who is doing it, and until when (seconds since 1970; 0: no
    limit)."""
    return Part("house:prompt", _prompt, over, mine, asked, waiting, me, decider, tools, until)


def _prompt(
    over: str,
    mine: bool,
    asked: str,
    waiting: int,
    me: int,
    decider: tuple[int, str, bool] | None,
    tools: tuple[bool, bool],
    until: int,
) -> Html:
    return h(
        "<div class='prompt{}' id='prompt' tabindex='-1'><p class='prompt-words'>{}</p>{}{}</div>",
        " go" if mine else "",
        _prompt_words(over, mine, asked, waiting, me, decider),
        _clock(until) if until else None,
        _back_to_result() if over else _tools(*tools),
    )


def _clock(until: int) -> Html:
    """Return the end of the time for a decision. (clock.js counts down to it.)"""
    moment = datetime.fromtimestamp(until, UTC)
    return h(
        "<p class='clock'>{}<time datetime='{}' data-until='{}'>until {}</time></p>",
        icon("hourglass"),
        moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
        until,
        f"{moment.day} {moment:%B, %H:%M} UTC",
    )


def _back_to_result() -> Html:
    door = _button("result", h("{}Result", icon("queen-crown")), "button small")
    return h("<div class='prompt-tools'>{}</div>", door)


def _prompt_words(
    over: str, mine: bool, asked: str, waiting: int, me: int, decider: tuple[int, str, bool] | None
) -> Html:
    if over:
        return h("{}<span><b>The game is over.</b> {}</span>", icon("queen-crown"), over)
    if mine:
        words = asked or "Point at something that glows, or choose in words."
        return h("{}<span><b>Your decision.</b> {}</span>", icon("pointy-hat"), words)
    if waiting:
        whom = plural("a friend|# friends", waiting)
        hint = " Send them the link." if me >= 0 else ""
        return h("{}<span><b>Waiting for {} to sit down.</b>{}</span>", icon("wooden-door"), whom, hint)
    if decider is None:
        return h("{}<span><b>The cards are dealt.</b></span>", icon("pointy-hat"))
    seat, name, acting = decider
    if seat == me:
        return h("{}<span><b>You</b> {}</span>", glyph(seat), "play …" if acting else "decide …")
    return h("{}<span><b>{}</b> {}</span>", glyph(seat), name, "plays …" if acting else "decides …")


def _tools(undo: bool, hint: bool) -> Html:
    if not undo and not hint:
        return NOTHING
    return h(
        "<div class='prompt-tools'>{}{}</div>",
        _button("undo", h("{}<span class='button-words'>Undo</span>", icon("undo")), "button small")
        if undo
        else None,
        _button("hint", h("{}Hint", icon("crystal-ball")), "button small") if hint else None,
    )


def lobby_part(lobby: Lobby) -> Part:
    """Return the prompt of a table that waits: for whom, and the button that starts it."""
    return Part("house:prompt", _lobby, lobby)


def _lobby(lobby: Lobby) -> Html:
    whom = [*lobby["names"], *([plural("a friend|# friends", lobby["free"])] if lobby["free"] else [])]
    hint = " Send them the link, or start with bots." if lobby["host"] and lobby["free"] else ""
    levels = [h("<option value='{}'>{}</option>", name, title) for name, title in lobby["levels"]]
    link = _button("invite", h("{}Link", icon("link")), "button small narrow-only")
    start = h(
        "<div class='prompt-tools'>{}{}{}</div>",
        link if lobby["free"] else None,
        h("<select id='start-level' aria-label='Level of the bots'>{}</select>", levels) if levels else None,
        _button("start", Html("Start now"), "button small main-button"),
    )
    return h(
        "<div class='prompt' id='prompt' tabindex='-1'><p class='prompt-words'>{}"
        "<span><b>Waiting for {} to {}.</b>{}</span></p>{}</div>",
        icon("wooden-door"),
        joined(whom),
        "sit down" if lobby["free"] else "come",
        hint,
        start if lobby["host"] else None,
    )


def _button(do: str, inside: Html, class_: str, seat: int | None = None) -> Html:
    data = h(" data-seat='{}'", seat) if seat is not None else None
    return h("<button type='button' class='{}' data-do='{}'{}>{}</button>", class_, do, data, inside)


def seat_part(row: SeatRow, turn: bool, own: bool) -> Part:
    """Return a seat: who sits there, whether they are here, and whether it is their turn."""
    number = row["seat"]
    said = _who(row, own)
    return Part(
        f"house:seat-{number}", _seat, number, row["name"], row["avatar"], *said, row["bot"], own, turn
    )


def _seat(number: int, name: str, avatar: str, sign: str, who: str, bot: bool, own: bool, turn: bool) -> Html:
    return h(
        "<li id='seat-{}' class='{}' data-seat='{}'>{}{}<span class='seat-words'><b>{}</b>"
        "<small>{}{}</small></span></li>",
        number,
        classes(f"seat seat-{number}", turn and "turn", own and "me", bot and "bot"),
        number,
        h("<img class='avatar' src='{}' alt='' width='28' height='28'>", avatar) if avatar else None,
        glyph(number),
        name,
        h("<span class='presence {}' data-part='house:here-{}'>{}</span>", sign, number, who),
        Html('<span class="unseen">, decides now</span>') if turn else None,
    )


def here_part(row: SeatRow, own: bool) -> Part:
    """Return the presence at a seat: inside the seat, but changed apart from the story."""
    return Part(f"house:here-{row['seat']}", _here, *_who(row, own))


def _here(sign: str, who: str) -> Html:
    return h("<span class='presence {}'>{}</span>", sign, who)


def _who(row: SeatRow, own: bool) -> tuple[str, str]:
    """Return the class of a seat's presence, and the words under its name."""
    if own:
        return "here", "you"
    if row["bot"]:
        return "bot", row["who"]
    return row["presence"], "free chair" if row["open"] else row["presence"]


def choices_list(choices: Sequence[Choice]) -> Html:
    """Return the choices in words, on a page that comes whole. (spots.js makes the same list from a
    message.)"""
    return h(
        "<section class='choices' id='choices' aria-labelledby='h-choices'{}><h2 id='h-choices'>"
        "<button type='button' class='fold' data-do='words' title='Show or fold the choices in words'>"
        "In words<kbd aria-hidden='true'>W</kbd></button></h2>"
        "<ol class='choice-list'>{}</ol></section>",
        None if choices else Html(" hidden"),
        [_choice(number, choice) for number, choice in enumerate(choices, start=1)],
    )


def _choice(number: int, choice: Choice) -> Html:
    key = h("<kbd aria-hidden='true'>{}</kbd>", number) if number <= NUMBER_KEYS else None
    return h(
        "<li><button type='button' class='choice' data-action='{}'>{}<span>{}</span></button></li>",
        choice["action"],
        key,
        choice["words"],
    )


def invite_part(shown: bool, table: str, link: str, only_here: bool) -> Part:
    """Return the link to a free seat, with a warning if it works on this computer alone."""
    given = (table, link, only_here) if shown else ()
    return Part("house:invite", _invite if shown else _nothing, *given)


def _nothing() -> Html:
    return Html("<section hidden></section>")


ONLY_HERE: Final = Html(
    "<p class='only-here'>This link works on this computer alone. To let friends on your network in, "
    "start the server with <code>longbeard serve --host 0.0.0.0</code>.</p>"
)


def _invite(table: str, link: str, only_here: bool) -> Html:
    qr = h(
        "<p class='qr'><img src='/t/{}/qr.svg' width='148' height='148' "
        "alt='The link as a QR code, to be scanned with a phone' loading='lazy'></p>",
        table,
    )
    return h(
        "<section class='invite side-block' aria-labelledby='h-invite'><h2 id='h-invite'>Invite</h2>"
        "<p class='copy-line'><input id='link' readonly value='{}' aria-label='Link to this table'>"
        "<button type='button' class='button small' data-do='copy' data-copies='link'>{}Copy</button></p>"
        "{}</section>",
        link,
        icon("link"),
        ONLY_HERE if only_here else qr,
    )


def chairs_part(
    seats: Sequence[SeatRow], takeover: Sequence[int], giveback: Sequence[int], free: Sequence[int]
) -> Part:
    """Return the free seats and what can be done about them, and the seats that can be freed."""
    if not takeover and not giveback and not free:
        return Part("house:chairs", _nothing)
    empty = [(seat, seats[seat]["name"], seats[seat]["presence"]) for seat in takeover]
    stood_in = [(seat, seats[seat]["name"]) for seat in giveback]
    return Part("house:chairs", _chairs, empty, stood_in, [(seat, seats[seat]["name"]) for seat in free])


def _chairs(
    empty: list[tuple[int, str, Presence]], stood_in: list[tuple[int, str]], free: list[tuple[int, str]]
) -> Html:
    bot, back = Html("Let a bot play on"), Html("Give the seat back")
    lines = [
        h(
            "<p>{} {}</p>",
            h("Nobody sits on the chair of {} yet.", seat_name(seat, name))
            if presence == "free"
            else h("{} is away.", seat_name(seat, name)),
            _button("takeover", bot, "button small", seat),
        )
        for seat, name, presence in empty
    ]
    lines += [
        h(
            "<p>A bot plays for {}. {}</p>",
            seat_name(seat, name),
            _button("giveback", back, "button small", seat),
        )
        for seat, name in stood_in
    ]
    lines += [
        h(
            "<p>{} has a chair. {}</p>",
            seat_name(seat, name),
            _button("free", Html("Free this chair"), "button small", seat),
        )
        for seat, name in free
    ]
    return h("<section class='side-block' aria-label='Chairs'>{}</section>", lines)


def result_part(result: Result | None, names: Sequence[str], me: int, table: str, rematch: bool) -> Part:
    """Return the result, item by item."""
    if result is None:
        return Part("house:result", _nothing)
    return Part("house:result", _result, result, list(names), me, table, rematch)


def _result(result: Result, names: Sequence[str], me: int, table: str, rematch: bool) -> Html:
    winners = result["winners"]
    points = [
        h(
            "<li class='{}'>{} <b>{}</b> {}</li>",
            "won" if seat in winners else "",
            seat_name(seat, "You" if seat == me else names[seat]),
            score,
            "point" if score == 1 else "points",
        )
        for seat, score in result["standing"]
    ]
    return h(
        "<section class='{}' id='result' tabindex='-1' aria-labelledby='h-result'>"
        "<button type='button' class='tool result-shut' data-do='result' aria-label='See the table'>{}"
        "</button>"
        "<h2 id='h-result'>{}<span>{}</span></h2><p class='result-why'>{}{}</p>{}{}"
        "<div class='result-doors'>{}{}<a class='button' href='/t/{}/replay'>{}Replay</a>"
        "{}</div>{}</section>",
        classes("result", me >= 0 and ("won" if me in winners else "lost")),
        icon("close"),
        icon("queen-crown"),
        winners_words(winners, names, me),
        result["why"],
        placed_words(result["standing"], winners, me),
        h("<ol class='result-lines'>{}</ol>", points) if points else None,
        _decisive(result["decisive"], table),
        h("<a class='button main-button' href='{}'>How others fared</a>", result["daily"])
        if result["daily"] and me >= 0
        else None,
        _again(result, names, me) if rematch or result["next"] else None,
        table,
        icon("hourglass"),
        _button("share", h("{}Share", icon("link")), "button") if not result["daily"] else None,
        _proof(table) if not result["daily"] else None,
    )


def _proof(table: str) -> Html:
    """Return the links to what a daily deal shows only when its day is over."""
    return h(
        "<p class='result-more'><a href='/t/{}/proof'>Proof of the deal</a> · "
        "<a href='/t/{}/record.json' download>Record</a></p>",
        table,
        table,
    )


def _decisive(moments: Sequence[Decisive], table: str) -> Html | None:
    if not moments:
        return None
    lines = [
        h(
            "<li class='{}'><a href='/t/{}/replay?move={}'>{}</a></li>",
            ("against", "", "for")[moment["swing"] + 1],
            table,
            moment["move"],
            moment["words"],
        )
        for moment in moments
    ]
    return h(
        "<h3 id='h-decisive'>What decided it</h3>"
        "<ol class='result-moments' aria-labelledby='h-decisive'>{}</ol>",
        lines,
    )


def _again(result: Result, names: Sequence[str], me: int) -> Html:
    """Return the way to the next match: ask for it, or join whoever has asked."""
    if result["next"]:
        asker = names[result["asked_by"]] if result["asked_by"] not in (-1, me) else ""
        words = h("{} wants to play again.", asker) if asker else Html("The next match is open.")
        door = h("/t/{}", result["next"]) if me >= 0 else h("/t/{}/watch", result["next"])
        return h(
            "<span class='again offered'><b>{}</b> <a class='button main-button' href='{}'>{}{}</a></span>",
            words,
            door,
            icon("rolling-dices"),
            "Join" if me >= 0 else "Watch",
        )
    against = [
        h("<option value='{}'>against {}</option>", name, plural_title(title))
        for name, title in result["levels"]
    ]
    choice = h(
        "<select id='again-level' aria-label='Next time'><option value=''>same bots</option>{}</select>",
        against,
    )
    return h(
        "<span class='again'>{}{}</span>",
        _button("rematch", h("{}Play again", icon("rolling-dices")), "button main-button"),
        choice if against else None,
    )


def plural_title(title: str) -> str:
    """Name several bots of a level.

    >>> plural_title("Apprentice"), plural_title("Journeyman")
    ('Apprentices', 'Journeymen')
    """
    return f"{title[:-3]}men" if title.endswith("man") else f"{title}s"


def winners_words(winners: Sequence[int], names: Sequence[str], me: int) -> str:
    """Return who won, as told to one reader.

    >>> winners_words([1], ["Ada", "Bert"], 1), winners_words([0, 1], ["Ada", "Bert"], 1)
    ('You win!', 'You and Ada share the win')
    """
    if not winners:
        return "Nobody wins"
    others = [names[seat] for seat in winners if seat != me]
    if me in winners and not others:
        return "You win!"
    who = ["You", *others] if me in winners else others
    if len(who) == 1:
        return f"{who[0]} wins"
    return f"{joined(who)} share the win"


def over_words(winners: Sequence[int], names: Sequence[str], me: int) -> str:
    """Return who won, as a sentence.

    >>> over_words([1], ["Ada", "Bert"], 1), over_words([1], ["Ada", "Bert"], 0)
    ('You win!', 'Bert wins.')
    """
    words = winners_words(winners, names, me)
    return words if words.endswith("!") else f"{words}."


PLACES: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


def placed_words(standing: Sequence[tuple[int, int]], winners: Sequence[int], me: int) -> str:
    """Return the place of a player who did not win, and how far behind; empty if there is nothing to say.

    >>> placed_words([(1, 12), (0, 9), (2, 9)], [1], 2)
    ' You came second, 3 points behind.'
    """
    points = dict(standing)
    if me not in points or me in winners:
        return ""
    ahead = len([score for score in points.values() if score > points[me]])
    behind = plural("a point|# points", standing[0][1] - points[me])
    return f" You came {PLACES[ahead]}, {behind} behind." if ahead else ""


def story_lines(lines: Sequence[LogLine], names: Sequence[str], me: int) -> Html:
    """Return the log, with a heading wherever another seat's turn begins. (log.js adds lines like these.)"""
    found: list[Html] = []
    turn: int | None = None
    for line in lines:
        seat, words = line["seat"], line["words"]
        if line["begins"]:
            found.append(_heading(seat, words.removesuffix("."), line["rule"]))
        elif seat != turn:
            found.append(_heading(seat, "The deal" if seat < 0 else "You" if seat == me else names[seat]))
        if not line["begins"]:
            spots = " ".join(line["spots"])
            found.append(
                h(
                    "<li data-seat='{}' data-spots='{}' data-rule='{}'>{}</li>",
                    seat,
                    spots,
                    line["rule"],
                    words,
                )
            )
        turn = seat
    return Html("".join(found))


def _heading(seat: int, words: str, rule: str = "") -> Html:
    sign = glyph(seat) if seat >= 0 else None
    kind = f"turn seat-{seat}" if seat >= 0 else "turn"
    return h("<li class='{}' data-seat='{}' data-rule='{}'>{}{}</li>", kind, seat, rule, sign, words)
