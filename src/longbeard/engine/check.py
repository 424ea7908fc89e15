"""The conformance suite for any game, ours or a third party's: `longbeard check`.

The numbers in the docstrings are those of the list in CONTRIBUTING.md. Every match makes the cheap checks at
every decision and the expensive ones at some decisions, which depend on its seed alone; the first few are
also played as whole matches. A failure is reported with the seed and the move, and the command that
reproduces it.
"""

import json
import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from longbeard.engine import check_room, gate, record
from longbeard.engine.check_room import Breach, piece_keys
from longbeard.engine.check_room import hold as _hold
from longbeard.engine.drawing import Svg
from longbeard.engine.errors import BadMove, BadRecord, NotAllowedNow, NotAnAction, NotYourTurn
from longbeard.engine.luck import Luck, QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.playout import EndlessGame, playout
from longbeard.engine.room import Room
from longbeard.engine.state import OVER, Choices, State
from longbeard.engine.story import ALL_EYES, EVERYONE, SPECTATOR, Event, Story

LIMIT: Final = 20_000
"""Decisions after which a random match counts as one without an end; those of real games have hundreds."""
STUCK: Final = "end it, or give the turn to a seat that can act"
NO_END: Final = "let every round bring the end nearer, and call it there"
OTHER_DRAWS: Final = 60
"""Draws of a deal, chosen by luck, that are made to come out otherwise."""
WHOLE_MATCHES: Final = 10
FIRST_LOOK: Final = 8
"""Decisions at the start of a match among which the first closer look is drawn."""
BETWEEN_LOOKS: Final = 40
"""Upper bound on the decisions between two closer looks."""
DRAWN: Final = 5
"""In a whole match, one position in this many is drawn: most look alike."""
ENOUGH: Final = 100
"""Matches after which every viewer should have imagined somebody's secrets wrongly at least once."""
RULE: Final = re.compile(r"^- \*\*([A-Z]\d+)\*\*", re.MULTILINE)
KEY: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
CITED: Final = re.compile(r"\b([A-Z]\d+)\b|def test_([a-z]\d+)_")


class Endless(Breach):
    """Raised for a match that does not end: more of them would only take long."""


@dataclass
class Report:
    """Results for one number of seats."""

    game: str
    seats: int
    matches: int = 0
    decisions: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    secrets: bool = False
    """Whether any event was told to one seat alone."""
    wondered: set[int] = field(default_factory=set)
    """The viewers who at least once imagined a table that looks different to somebody else."""
    fingerprint: str = ""
    """Hash over everything that was played: the same on every machine, compiled or not."""


@dataclass
class At:
    """Position of a match while it is checked."""

    move: int = 0
    doing: str = ""
    """The last action, in notation."""

    def __str__(self) -> str:
        return f"move {self.move}" + (f" (after {self.doing!r})" if self.doing else "")


def check(
    room: Room, seats: int, matches: int, seed: int, heard: Callable[[], None] = lambda: None
) -> Report:
    """Play random matches and check every one of them against the contract."""
    report = Report(room.plate.slug, seats)
    table = room.table(seats)
    keys = piece_keys(room)
    _check_action_space(room, table)
    print_ = sha256()
    for number in range(matches):
        at = At()
        try:
            if number < WHOLE_MATCHES and number <= matches // 10:
                _check_ends(table, seed + number)
                _check_deal(room, table, seed + number)
                report.secrets |= _check_whole_match(room, seats, seed + number, keys, at)
            at = At()
            for part in _check_match(room, table, seed + number, report, keys, at):
                print_.update(json.dumps(part).encode())
        except Exception as error:
            what = str(error) if isinstance(error, Breach) else _where(error)
            what = f"{error}: {NO_END}" if isinstance(error, EndlessGame) else what
            again = f"longbeard check {room.plate.slug} --seats {seats} --seed {seed + number} --matches 1"
            said = f"{seats} seats, match {seed + number}, {at}: {what}. See it again: {again}"
            raise (Endless if isinstance(error, EndlessGame) else Breach)(said) from error
        report.matches += 1
        heard()
    if report.secrets and matches >= ENOUGH:  # 6
        knowing = {SPECTATOR, *range(seats)} - report.wondered
        _hold(not knowing, f"{seats} seats: viewers {sorted(knowing)} imagine nothing but the truth")
    report.fingerprint = print_.hexdigest()
    return report


def _where(error: Exception) -> str:
    """Describe an exception raised by the game: its type, its text, and the line it comes from."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}, line {last.lineno}, {last.name})"


def _check_action_space(room: Room, table: State) -> None:
    """Check (2) that every action of the space has its own text, and that the text parses back to it."""
    texts = set()
    for action in range(table.action_count()):
        text = room.spell(table, action)
        _hold(text not in texts, f"two actions are written {text!r}")
        _hold(room.parse(table, text) == action, f"{text!r} does not lead back to action {action}")
        texts.add(text)


def _check_length(decisions: int) -> None:
    """Check (8) that a match comes to its end."""
    if decisions >= LIMIT:
        raise EndlessGame(f"no end after {LIMIT} decisions")


def _check_ends(table: State, seed: int) -> None:
    """Check (8) that a match ends, before it is played with every check at every move, which takes long."""
    luck = QuickLuck(seed)
    state = table.clone()
    try:
        state.deal(luck)
        playout(state, luck, Choices(), LIMIT)
    except EndlessGame:
        raise
    except Exception:  # the match itself will raise it again, and say at which move
        return


class OtherLuck(Luck):
    """The luck of a seed, in which one draw comes out otherwise; it keeps what it was asked."""

    def __init__(self, seed: int, at: int = -1, step: int = 0) -> None:
        super().__init__()
        self._luck, self._at, self._step = QuickLuck(seed), at, step
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        value = int(self._luck.below(n))
        self.asked.append(int(n))
        return (value + self._step) % n if len(self.asked) == self._at + 1 else value

    def word(self) -> int:
        return int(self._luck.word())


def _check_deal(room: Room, table: State, seed: int) -> None:
    """Check (6) that the deal tells nobody what they cannot see.

    It is dealt again and again, each time with one draw that comes out otherwise. Who sees no difference may
    be told none, unless nothing is hidden behind it: a die for the first turn may be told and forgotten, and
    so may the order in which open things were drawn. Where the other draw led to other questions of luck, all
    that follows is otherwise and is not compared.
    """
    viewers, eye = (SPECTATOR, *range(table.seats)), QuickLuck(-seed - 1)

    def dealt(luck: OtherLuck) -> tuple[list[int], list[tuple[list[Event], list[str]]]]:
        state, story = table.clone(), Story(watched=True)
        state.story = story
        state.deal(luck)
        state.story = None
        return state.dump(), [_witnessed(room, state, story, viewer) for viewer in viewers]

    luck = OtherLuck(seed)
    dump, real = dealt(luck)
    for at in sorted({int(eye.below(len(luck.asked))) for draw in range(OTHER_DRAWS if luck.asked else 0)}):
        if luck.asked[at] < 2:
            continue
        other = OtherLuck(seed, at, 1 + int(eye.below(luck.asked[at] - 1)))
        dump_then, twin = dealt(other)
        if other.asked != luck.asked or dump_then == dump:
            continue
        for viewer, (heard, shown), (heard_then, shown_then) in zip(viewers, real, twin, strict=True):
            then = _numbers(heard_then)
            told = next((event for event in heard if [event.kind, event.data] not in then), None)
            if shown != shown_then or told is None:
                continue
            who = "a guest" if viewer == SPECTATOR else f"seat {viewer}"
            raise Breach(
                f"the deal of {room.plate.slug} tells {who} in the event {room.event_name(told)!r} what they "
                'cannot see: tell it to the seat alone that sees it (to="seat" in a declared event), '
                "or show it to all"
            )


def _check_match(
    room: Room, table: State, seed: int, report: Report, keys: frozenset[str], at: At
) -> Iterator[list[int]]:
    """Play and check one random match; yield the numbers that make its fingerprint."""
    luck, eye = QuickLuck(seed), QuickLuck(-seed - 1)
    state = table.clone()
    state.deal(luck)
    pieces = state.pieces()
    yield state.dump()
    log: list[int] = []
    closer_look = int(eye.below(FIRST_LOOK))
    while state.to_act() != OVER:
        legal = state.legal()
        _check_legal(state, legal)
        if len(log) == closer_look:
            _check_decision(room, state, legal, eye, report, keys)
            closer_look += 1 + int(eye.below(BETWEEN_LOOKS))
        action = legal[luck.below(len(legal))]
        at.move, at.doing = len(log) + 1, room.spell(state, action)
        state.resolve(action, luck)
        log.append(action)
        _hold(state.pieces() == pieces, "pieces were lost or made")  # 5
        _check_length(len(log))
    _check_end(room, state)
    _hold(_refold(table, seed, log) == state.dump(), "the log does not lead to the same end again")  # 4
    report.decisions += len(log)
    report.endings[state.ending()] += 1
    yield log
    yield state.dump()


def _check_legal(state: State, legal: list[int]) -> None:
    """Check (1) that legal actions exist, are unique and in order, and lie inside the action space."""
    _hold(0 <= state.to_act() < state.seats, f"seat {state.to_act()} cannot decide: there is no such seat")
    _hold(bool(legal), f"seat {state.to_act()} has no legal action, but the game goes on: {STUCK}")
    _hold(legal == sorted(set(legal)), f"legal actions are not unique and in order: {legal}")
    _hold(legal[0] >= 0 and legal[-1] < state.action_count(), f"legal actions outside the space: {legal}")
    choices = Choices()
    picked = [state.choice_at(number, choices) for number in range(state.count_choices(choices))]
    _hold(picked == legal, f"legal actions are {legal}, but by `count_choices` and `choice_at` {picked}")


def _check_end(room: Room, state: State) -> None:
    """Check (8) that the plate names the ending, and that the winners fit the scores."""
    _hold(state.ending() in room.plate.endings, f"the door plate does not name the ending {state.ending()!r}")
    _hold(state.legal() == [], "there are legal actions after the end")
    winners, scores = state.winners(), state.scores()
    _hold(all(isinstance(score, int) for score in scores), f"scores are whole numbers, not {scores}")
    best = [seat for seat in range(state.seats) if scores[seat] == max(scores)]
    if state.ending() in room.plate.unwon:
        best = []
        _hold(
            winners == best, f"{winners} won, but the door plate says of {state.ending()!r} that nobody does"
        )
    if state.ending() in room.plate.broken:
        _hold(0 < len(winners) < len(best), f"{state.ending()!r} broke no tie: {winners} of {best} won")
        best = [seat for seat in best if seat in winners]
    _hold(len(scores) == state.seats and winners == best, f"{winners} won, but the scores are {scores}")


def _refold(table: State, seed: int, log: list[int]) -> list[int]:
    luck = QuickLuck(seed)
    state = table.clone()
    state.deal(luck)
    for action in log:
        luck.below(len(state.legal()))  # the match drew its actions from the same luck
        state.resolve(action, luck)
    return state.dump()


def _check_decision(
    room: Room, state: State, legal: list[int], eye: Luck, report: Report, keys: frozenset[str]
) -> None:
    before = state.dump()
    texts = [room.spell(state, action) for action in legal]
    _hold(
        [room.parse(state, text) for text in texts] == legal, "a text does not lead back to its action"
    )  # 2
    copy = state.clone()
    _hold(copy.dump() == before, "a clone is not equal")
    playout(copy, eye, Choices(), LIMIT)
    _hold(state.dump() == before, "what happened to a clone changed the original")  # 3
    for viewer in (SPECTATOR, *range(state.seats)):
        if _check_imagined(room, state, viewer, eye):
            report.wondered.add(viewer)
        _check_told(room, state, legal[eye.below(len(legal))], viewer, eye)
        check_room.check_encoder(room, state, viewer, eye)
    check_room.check_hints(room, state, legal, int(state.to_act()), eye)
    check_room.check_choice_words(room, state, legal, keys)
    _hold(state.dump() == before, "looking or imagining changed the state")


def _seen(room: Room, state: State, viewer: int) -> str:
    choices = state.legal() if viewer == state.to_act() else []
    return json.dumps([room.look(state, viewer), int(state.to_act()), choices], sort_keys=True)


def _check_imagined(room: Room, state: State, viewer: int, eye: Luck) -> bool:
    """Check (6) that an imagined table looks the same to its viewer and depends on nothing that they cannot
    know.

    Return whether another viewer sees a difference, which never happens in a game without secrets.
    """
    seed = int(eye.below(1 << 30))
    twin = state.imagine(viewer, QuickLuck(seed))
    _hold(
        _seen(room, twin, viewer) == _seen(room, state, viewer), f"seat {viewer} sees that it only imagines"
    )
    _hold(twin.pieces() == state.pieces(), "imagining makes or loses pieces")
    again, other = QuickLuck(seed + 1), QuickLuck(seed + 1)
    _hold(
        twin.imagine(viewer, again).dump() == state.imagine(viewer, other).dump(),
        f"what seat {viewer} imagines depends on what it cannot know",
    )
    others = [seat for seat in range(state.seats) if seat != viewer]
    mistaken = any(room.look(twin, seat) != room.look(state, seat) for seat in others)
    playout(twin, eye, Choices(), LIMIT)
    return mistaken


def _check_told(room: Room, state: State, action: int, viewer: int, eye: Luck) -> None:
    """Check (6) that what a viewer is told agrees with what they see, and that a quiet action shows
    nothing."""
    seed = int(eye.below(1 << 30))
    real, twin = state.clone(), state.imagine(viewer, eye)
    text = repr(room.spell(state, action))
    if action not in twin.legal():
        _hold(not state.quiet(action), f"{text} is called quiet, but seat {viewer} learns from it")
        return
    lucks = QuickLuck(seed), QuickLuck(seed)
    heard, shown_then = zip(
        *(
            _resolve_aloud(room, table, action, luck, viewer)
            for table, luck in ((real, lucks[0]), (twin, lucks[1]))
        ),
        strict=True,
    )
    same_look = shown_then[0] == shown_then[1]
    _hold(
        not same_look or heard[0] == heard[1],
        f"seat {viewer} hears of {text} what it can see at no moment of the move, nor after it",
    )
    lucky = any(luck.state != QuickLuck(seed).state for luck in lucks)
    shown = state.quiet(action) and not lucky and not same_look
    _hold(not shown, f"{text} is called quiet, but it shows seat {viewer} something")


def _check_moments(room: Room, match: Match) -> None:
    """Check (4, 5 and 6) every beat of the last move: it ends where the move ended and tells the same, no
    piece is between two places, and every viewer can be shown it."""
    pieces = match.state.pieces()
    scenes = match.scenes(len(match.log))
    told = [event for scene in scenes for event in scene.events]
    _hold(told == list(match.log[-1].events), "the moments of a move do not tell what the move told")
    _hold(
        scenes[-1].state.dump() == match.state.dump(),
        "the last moment of a move is not where it ended: with the same luck it came out otherwise; "
        "let chance come from the luck that is handed in, and keep nothing outside of the state",
    )
    for scene in scenes:
        _hold(scene.state.pieces() == pieces, "at a beat, pieces are between two places")
        for viewer in (SPECTATOR, *range(len(match.seats))):
            public, private = room.game.public(scene.state), room.game.private(scene.state, viewer)
            _hold(not set(public) & set(private), "the public look and the private one share keys")
            room.words({**public, **private}, match.seats)
            json.dumps(gate.frame(match, scene, viewer))


def _resolve_aloud(
    room: Room, state: State, action: int, luck: Luck, viewer: int
) -> tuple[list[Any], list[str]]:
    """Carry out an action; return what a viewer is told of it, and sees at its beats and after it."""
    story = Story(watched=True)
    state.story = story
    state.resolve(action, luck)
    state.story = None
    heard, shown = _witnessed(room, state, story, viewer)
    return _numbers(heard), shown


def _witnessed(room: Room, state: State, story: Story, viewer: int) -> tuple[list[Event], list[str]]:
    """Return what a viewer is told, and sees at the beats of a story and after it."""
    heard = [event for event in story.events if event.seen_by(viewer)]
    return heard, [_seen(room, table, viewer) for table in (*(beat.table for beat in story.beats), state)]


def _numbers(events: list[Event]) -> list[Any]:
    return [[event.kind, event.data] for event in events]


def _check_whole_match(room: Room, seats: int, seed: int, keys: frozenset[str], at: At) -> bool:
    """Check refusals, undo, the fold, the gate and the record on a match as a table plays it.

    Return whether any event was told to one seat alone.
    """
    names = [f"Wizard {seat}" for seat in range(seats)]
    match = Match(room, names, secret=seed_secret(seed))
    luck = QuickLuck(seed)
    while not match.over:
        legal = match.state.legal()
        _check_legal(match.state, legal)
        _check_refusals(match)
        action = legal[luck.below(len(legal))]
        before = match.state.dump()
        if len(match.log) % DRAWN == 0:
            check_room.check_face(match)
        at.move, at.doing = len(match.log) + 1, room.spell(match.state, action)
        move = match.play(match.to_act, action)
        if match.can_undo(move.seat):
            match.undo(move.seat)
            _hold(match.state.dump() == before, "taking a move back does not restore the state")
            match.play(move.seat, action)
        _check_length(len(match.log))
        _check_moments(room, match)
        if len(match.log) % DRAWN == 0:
            check_room.check_paths(match)
    _check_words(match)
    check_room.check_match_words(match, keys)
    check_room.check_face(match)
    middle = len(match.log) // 2
    _hold(
        match.until(middle).state.dump() == match.state_at(middle).dump(), "two folds of the log differ"
    )  # 4
    _hold(match.state_at(len(match.log)).dump() == match.state.dump(), "the fold of the log differs")
    again = record.replay(record.read(record.write(match)), room)
    _hold(again.state.dump() == match.state.dump(), "the record leads to another end")
    _hold(gate.sent(again, SPECTATOR) == gate.sent(match, SPECTATOR), "the record tells another story")
    chapters = [match.opening, *(move.events for move in match.log)]
    return any(event.audience != EVERYONE for events in chapters for event in events)


def _check_words(match: Match) -> None:
    """Check that everything a player may read can be worded: the story for every viewer, the ending, the
    glossary."""
    for viewer in (ALL_EYES, SPECTATOR, *range(len(match.seats))):
        gate.sent(match, viewer)
    _hold(bool(match.room.ending_words(match.state.ending())), "the ending has no words")
    entries = match.room.glossary(match.box)
    _hold(bool(entries) and all(entries.values()), "something that a player may ask about is not explained")


def _check_refusals(match: Match) -> None:
    """Check (7) that a bad move raises its own kind of error and changes nothing."""
    before, seat, legal = match.state.dump(), match.to_act, match.state.legal()
    stranger = (seat + 1) % len(match.seats)
    illegal = next((action for action in range(match.state.action_count()) if action not in legal), None)
    attempts: list[tuple[int, int | None, type[BadMove]]] = [
        (stranger, legal[0], NotYourTurn),
        (seat, illegal, NotAllowedNow),
        (seat, match.state.action_count(), NotAnAction),
        (seat, -1, NotAnAction),
    ]
    for who, action, kind in attempts:
        if action is None:
            continue
        try:
            match.play(who, action)
        except kind:
            continue
        except BadMove as error:
            raise Breach(f"action {action} raises {type(error).__name__}, not {kind.__name__}") from error
        raise Breach(f"action {action} of seat {who} should raise {kind.__name__}")
    _hold(match.state.dump() == before, "a refused move changed the state")


# ── what is printed ───────────────────────────────────────────────────────────────────────────────


def check_pieces(room: Room) -> None:
    """Check (13) that every printed piece can be drawn, has a key of its own, and cites rules that exist."""
    rules = set(RULE.findall(room.text("rulebook.md")))
    keys: set[str] = set()
    try:
        pieces, examples = room.pieces(room.box), room.examples(room.box)
    except Exception as error:
        raise Breach(f"the pieces cannot be drawn: {_where(error)}") from error
    for piece in pieces:
        _hold(KEY.fullmatch(piece.key) is not None, f"{piece.key!r} is no key: letters, digits and dashes")
        _hold(piece.key not in keys, f"two pieces are called {piece.key}")
        keys.add(piece.key)
        _hold(bool(piece.name and piece.kind and piece.text), f"{piece.key} needs a name, a kind and a text")
        _hold(
            piece.copies >= 0 and min(piece.size) > 0,
            f"{piece.key} needs copies of 0 or more and a size above 0",
        )
        _hold({*piece.rules} <= rules, f"{piece.key} cites rules that are not in rulebook.md: {piece.rules}")
        for side in filter(None, (piece.front, piece.art, piece.back)):
            _check_drawing(side, piece.key, piece.size)
        _hold("<text" not in piece.art, f"the art of {piece.key} has words in it")
    cited = {
        rule: event for event, rule in room.game.cites.items() if CITED.fullmatch(rule) and rule not in rules
    }
    for rule, event in cited.items():
        raise Breach(f"the event {event!r} cites rule {rule}, which is not in rulebook.md")
    for example in examples:
        _hold(
            example.after in rules,
            f"an example stands after rule {example.after}, which is not in rulebook.md",
        )
        _hold(bool(example.caption), f"the example after rule {example.after} has no words")
        _check_drawing(example.picture, f"the example after {example.after}")


def _check_drawing(drawing: Svg, name: str, size: tuple[float, float] | None = None) -> None:
    """Check that a drawing is well-formed, has the stated proportions, and has nothing that a page's policy
    forbids."""
    try:
        root = ElementTree.fromstring(drawing)
    except ElementTree.ParseError as error:
        raise Breach(f"{name} is not well-formed: {error}") from error
    across, down = map(float, root.get("viewBox", "0 0 0 0").split()[2:])
    fits = size is None or abs(across / down - size[0] / size[1]) < 0.01
    _hold(fits, f"{name} is drawn {across:g} × {down:g}, but is {size} mm large")
    for element in root.iter():
        kind = element.tag.rpartition("}")[2]
        forbidden = kind in ("style", "script") or element.get("style") is not None
        _hold(not forbidden, f"{name} has a style or a script, which pages forbid: {kind}")


# ── what the room's own tests must have ───────────────────────────────────────────────────────────


def uncited_rules(room: Room, tests: Path) -> tuple[list[str], list[str]]:
    """Return (11) the rules of the rulebook that no test cites, and the cited numbers that are no rules."""
    rules = RULE.findall(room.text("rulebook.md"))
    letters = {rule[0] for rule in rules}
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(tests.glob("test_*.py")))
    cited = {(plain or name).upper() for plain, name in CITED.findall(source)}
    return (
        [rule for rule in rules if rule not in cited],
        sorted(rule for rule in cited - set(rules) if rule[0] in letters),
    )


def missing_matches(room: Room, tests: Path) -> list[str]:
    """Return (12) the endings, for each number of seats, of which no recorded match replays."""
    fewest, most = room.plate.seats
    wanted = {(ending, seats) for ending in room.plate.endings for seats in range(fewest, most + 1)}
    for path in tests.glob("matches/*.json"):
        try:
            match = record.replay(record.read(path.read_text(encoding="utf-8")), room)
        except BadRecord:
            continue
        wanted.discard((match.state.ending(), len(match.seats)))
    return sorted(f"{ending} with {seats} seats" for ending, seats in wanted)
