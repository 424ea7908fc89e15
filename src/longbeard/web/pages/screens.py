"""The pages of one table, frame by frame: for each viewer the parts that changed since their last message.

A screen is the page at one moment, as parts by name. A part is made when its data differ from the part of
that name before, and the same one is sent to everybody who needs it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypedDict, final

import msgspec

from longbeard.engine import gate
from longbeard.engine.face import Showing
from longbeard.engine.html import Html
from longbeard.engine.look import Choice, Told
from longbeard.engine.match import Match, Scene
from longbeard.engine.part import MARK, Part, place
from longbeard.engine.room import Room
from longbeard.engine.state import NOBODY
from longbeard.engine.story import SPECTATOR, Event
from longbeard.table.house import free_seats
from longbeard.table.live import LiveTable
from longbeard.web.pages import fragments, views
from longbeard.web.pages.addresses import only_here

MOST_MOVES: Final = 12
"""Missed moves beyond which a viewer is shown the present, and told the rest on request."""
MOST_RETOLD: Final = 60
"""Most moves that are told again."""
PLACE: Final = re.compile(f"{MARK}([^{MARK}]+){MARK}")
TAG: Final = re.compile(r"<\w+")
_encoder: Final = msgspec.json.Encoder()

PROMPTS: Final = 8
"""Prompts of a table that are cached: most come back with every turn."""
WORTH: Final = 60
"""Letters that sending only the change of a part must save."""

Parts = dict[str, Part]
"""Parts by name."""


@final
class Screen:
    """A page at one moment: what everybody sees, and what one viewer sees besides, or in its place."""

    __slots__ = ("apart", "own", "public")

    def __init__(self, public: Parts, own: Parts, apart: Parts) -> None:
        self.public = public
        self.own = own
        self.apart = apart
        """Parts about presence: they are sent at once, whatever is still being told."""

    def part(self, name: str) -> Part | None:
        """Return the part of a name, as this viewer sees it."""
        return self.own.get(name) or self.public.get(name) or self.apart.get(name)


NO_PARTS: Final[Parts] = {}


class SentChoice(TypedDict, total=False):
    """A choice as it is sent; the page itself lists the choices in words (spots.js)."""

    action: str
    words: str
    steps: list[str]
    risky: bool
    """Whether the page may ask for confirmation; left out, if not."""


class SentTold(TypedDict):
    """An event as it is sent."""

    event: str
    """Name of the event: selects its sound."""
    turn: int
    """The seat whose turn begins with it; NOBODY with most events."""
    words: str
    rule: str
    """Number of the rule behind it."""
    spots: list[str]
    path: list[str]
    weight: int


class SentFrame(TypedDict, total=False):
    """A moment as it is sent."""

    frame: str
    """Number of the moment: `12.3` is the fourth moment of move 12."""
    move: int
    seat: int
    told: list[object]
    """`SentTold` of each event, encoded."""
    parts: dict[str, object]
    """The parts that changed, by name: each as a text, or as a change of the text before (`changed`)."""
    html: str
    """Everything inside <main> round its parts, if this viewer has nothing of it yet; all parts are sent,
    too."""
    log: list[fragments.LogLine]
    """The whole story, where lines of it vanish or return; otherwise what is told is appended."""


class Moment:
    """A scene, with what everybody sees of it."""

    def __init__(self, match: Match, scene: Scene, before: Parts) -> None:
        self.scene = scene
        self.public = gate.public(match, scene.state)
        self.over = scene.last and match.over and scene.move == len(match.log)
        self.winners = scene.state.winners() if self.over else []
        showing = self.showing(match, gate.private(match, scene.state, SPECTATOR))
        self.parts = by_name(face_parts(match.room, showing), before)
        """The public parts of the face; those that look as before are the same objects as before."""
        self._before = before
        self._news = [name for name, part in self.parts.items() if before.get(name) is not part]
        self.told: list[tuple[Event, SentTold, object, set[int]]] = []
        """The events that are told at this moment, encoded for those who may see them, and the seats they
        name."""
        for event in scene.events:
            told, spoken_of = gate.told_to_all(match, scene.move, event)
            if told["words"] or told["path"]:
                one = sent(match.room, told)
                self.told.append((event, one, as_sent(one), spoken_of))

    @property
    def frame(self) -> str:
        return f"{self.scene.move}.{self.scene.beat}"

    def told_to(self, match: Match, viewer: int) -> list[object]:
        """Return what a viewer is told at this moment; encoded again only where it names them."""
        found: list[object] = []
        for event, told, one, named in self.told:
            if event.seen_by(viewer):
                found.append(
                    {**told, "words": gate.told_words(match, event, viewer)} if viewer in named else one
                )
        return found

    def showing(
        self, match: Match, private: Any, me: int | None = None, choices: Sequence[Choice] = ()
    ) -> Showing[Any]:
        """Return what a face may read at this moment."""
        look = {**self.public, **private}
        return Showing(look, match.seats, self.winners, self.over, me, choices)

    def news(self, seen: Parts) -> Iterable[str]:
        """Return the names of public parts that may differ from those that somebody has seen."""
        if seen is self.parts:
            return ()
        return self._news if seen is self._before else self.parts


def moments_of(match: Match, scenes: Sequence[Scene], before: Parts) -> list[Moment]:
    """Turn scenes into moments, each with the parts of the one before where they look the same."""
    found: list[Moment] = []
    for scene in scenes:
        found.append(Moment(match, scene, found[-1].parts if found else before))
    return found


def by_name(parts: list[Part], before: Parts) -> Parts:
    """Return parts by name, with the objects from before where they look the same."""
    found: Parts = {}
    for part in parts:
        old = before.get(part.name)
        found[part.name] = part if old is None or not old.same(part) else old
    return found


def face_parts(room: Room, showing: Showing[Any]) -> list[Part]:
    """Return the public parts of a room's face; a room without one is shown in words."""
    if room.face is None:
        return [Part("words", fragments.plain_face, room.words(showing.look, showing.names))]
    return room.face.parts(showing)


def own_parts(room: Room, showing: Showing[Any]) -> list[Part]:
    """Return the parts that look different to one viewer."""
    if room.face is None:
        return face_parts(room, showing)
    return room.face.own_parts(showing)


def frame_of(room: Room, showing: Showing[Any]) -> Html:
    """Return the element round a room's parts."""
    return fragments.PLAIN_FRAME if room.face is None else fragments.face_frame(room.face, showing)


class Seating:
    """The server's parts that depend on who sits where: made once, until somebody comes or goes."""

    def __init__(self, table: LiveTable, link: str) -> None:
        self.table = table
        self.link = link
        self.people = people(table)
        self.rows = views.seats(table)
        self._seats: dict[tuple[int, int], list[Part]] = {}
        self._apart: dict[int, Parts] = {}
        self._past: dict[tuple[int, int], Parts] = {}
        self._prompts: list[Part] = []

    def seats(self, turn: int, viewer: int) -> list[Part]:
        """Return the seats, with whoever acts marked."""
        found = self._seats.get((turn, viewer))
        if found is None:
            rows = self.rows
            found = self._seats[turn, viewer] = [
                fragments.seat_part(row, row["seat"] == turn, row["seat"] == viewer) for row in rows
            ]
        return found

    def apart(self, viewer: int) -> Parts:
        """Return the parts about presence, free seats and stand-ins."""
        found = self._apart.get(viewer)
        if found is None:
            table, rows = self.table, self.rows
            empty, stood_in = views.bots_for(table, viewer), views.bots_against(table, viewer)
            invited = viewer >= 0 and free_seats(table) > 0
            parts = [
                *(fragments.here_part(row, row["seat"] == viewer) for row in rows),
                fragments.invite_part(invited, table.id, self.link, invited and only_here(self.link)),
                fragments.chairs_part(rows, empty, stood_in, views.can_free(table, viewer)),
            ]
            found = self._apart[viewer] = {part.name: part for part in parts}
        return found

    def prompt(self, part: Part) -> Part:
        """Return a prompt, or an earlier one with the same data, whose text is made already."""
        for known in self._prompts:
            if known.same(part):
                return known
        if len(self._prompts) == PROMPTS:
            self._prompts.pop(0)
        self._prompts.append(part)
        return part

    def past(self, turn: int, viewer: int) -> Parts:
        """Return the server's parts at a past moment: somebody acts, and nobody has anything to decide."""
        found = self._past.get((turn, viewer))
        if found is None:
            table, names = self.table, self.table.match.seats
            decider = (turn, names[turn], True) if turn >= 0 else None
            parts = [
                *self.seats(turn, viewer),
                fragments.prompt_part("", False, "", 0, viewer, decider, (False, False)),
                fragments.result_part(None, names, viewer, table.id, False),
            ]
            found = self._past[turn, viewer] = {part.name: part for part in parts}
        return found


def people(table: LiveTable) -> tuple[object, ...]:
    """Return a key that changes whenever the server's parts about the seats would."""
    bots = [seat.bot for seat in table.seats]
    return (table.over, table.started, table.attended, table.retold, bots)


class Screens:
    """All screens of one table."""

    def __init__(self, table: LiveTable, base: str) -> None:
        self.table = table
        self.base = base
        self._moments: list[Moment] = []
        self._retold = table.retold
        self._version = (-1, -1)
        self._seating = Seating(table, self.link)
        self._newest: dict[int, Screen] = {}
        """The newest screen of each viewer: what has not changed since is not made again."""
        self._present: set[int] = set()
        """The viewers whose newest screen is up to date."""
        self._choices: list[Choice] | None = None
        self._guests: dict[tuple[int, int], bytes] = {}
        """Encoded messages to spectators, of whom many may have seen the same."""

    # ── messages ──────────────────────────────────────────────────────────────────────────────────

    def message(self, viewer: int, since: int, seen: Screen | None, retold: int) -> tuple[bytes, Screen]:
        """Return what happened after move `since`, for a viewer whose page is `seen`, and their page then.

        Only after `settled`. Spectators who have seen the same are sent the same text.
        """
        self._renew()
        if viewer != SPECTATOR or retold != self.table.retold:
            return encoded(self._message(viewer, since, seen, retold)), self.present(viewer)
        key = (since, id(seen) if seen is not None else 0)
        text = self._guests.get(key)
        if text is None:
            text = self._guests[key] = encoded(self._message(viewer, since, seen, retold))
        return text, self.present(viewer)

    def people_message(self, viewer: int, seen: Screen) -> tuple[bytes, Screen]:
        """Return the changes of presence, for a viewer whose page is `seen`, and their page then."""
        self._renew()
        present = self.present(viewer)
        key = (-1, id(seen))
        text = self._guests.get(key) if viewer == SPECTATOR else None
        if text is None:
            text = encoded({"type": "people", "apart": apart(present, seen)})
            if viewer == SPECTATOR:
                self._guests[key] = text
        return text, present

    def retold_from(self, viewer: int, since: int) -> bytes:
        """Return the moments after a move once more, for a viewer who wants to know what they missed."""
        self._renew()
        since = max(since, self.table.moves - MOST_RETOLD)
        message = self._message(viewer, since, None, self.table.retold, MOST_RETOLD)
        return encoded({**message, "again": True})

    def _message(
        self, viewer: int, since: int, seen: Screen | None, retold: int, most: int = MOST_MOVES
    ) -> dict[str, Any]:
        table = self.table
        again = retold != table.retold or since > table.moves or table.moves - since > most
        moments = [] if again else self._since(since + 1, viewer, seen)
        frames: list[SentFrame] = []
        first = seen
        for moment in moments[:-1]:
            screen = self._past_screen(moment, viewer, seen)
            frames.append(self._frame(moment, viewer, screen, seen))
            seen = screen
        newest = moments[-1] if moments else self._moments[-1]
        last = self._frame(newest, viewer, self.present(viewer, seen), seen)
        if not moments:
            last["told"] = []
        if not moments and (again or seen is None):
            last["log"] = self.log(viewer)
        elif moments and table.over and table.match.options.get("memory") == "off":
            last["log"] = self._lines_until(newest, viewer)  # everything is told again now
        frames.append(last)
        choices = self.choices(viewer)
        return {
            "type": "page",
            "apart": apart(self.present(viewer), first),
            "move": table.moves,
            "mine": bool(choices),
            "over": table.over,
            "choices": [_sent_choice(choice) for choice in choices],
            "missed": table.moves - since if again and since < table.moves else 0,
            "frames": frames,
        }

    def _frame(self, moment: Moment, viewer: int, screen: Screen, seen: Screen | None) -> SentFrame:
        scene = moment.scene
        frame: SentFrame = {
            "frame": moment.frame,
            "move": scene.move,
            "seat": scene.seat,
            "told": moment.told_to(self.table.match, self._eyes(viewer)),
        }
        if seen is None:
            empty = {"house:story": "", "house:choices": fragments.choices_list(())}
            frame["html"] = fill_places(self._round(viewer), empty)
            frame["parts"] = whole_parts(frame["html"], screen)
        else:
            frame["parts"] = changes(screen, seen, moment.news(seen.public))
        if seen is None or (scene.beat == 0 and self._forgets(scene, viewer)):
            frame["log"] = self._lines_until(moment, viewer)
        return frame

    def _forgets(self, scene: Scene, viewer: int) -> bool:
        """Return whether the story begins anew with this move, where remembering is part of the game."""
        return not gate.retells(self.table.match) and viewer in (scene.seat, SPECTATOR)

    def _lines_until(self, moment: Moment, viewer: int) -> list[fragments.LogLine]:
        """Return the story up to a moment, without what the moment itself tells."""
        match, scene = self.table.match, moment.scene
        before = gate.story(match, self._eyes(viewer), until=scene.move)
        if scene.beat:
            for one in match.scenes(scene.move):
                if one.move == scene.move and one.beat < scene.beat:
                    before += self._heard(one, viewer)
        return self._written(before)

    def _heard(self, scene: Scene, viewer: int) -> list[Told]:
        """Return what a viewer is told at a scene."""
        match, eyes = self.table.match, self._eyes(viewer)
        return [gate.told(match, scene.move, event, eyes) for event in gate.heard(scene.events, eyes)]

    def _written(self, told: Sequence[Told]) -> list[fragments.LogLine]:
        """Return what was told as lines of the log, each with the seat in whose turn it happened."""
        log = self.table.match.log
        lines: list[fragments.LogLine] = []
        move, seat = -1, NOBODY
        for one in told:
            if one["move"] != move:
                move = one["move"]
                seat = log[move - 1].seat if move else NOBODY
            turn = turn_of(one)
            seat = turn if turn != NOBODY else seat
            if one["words"]:
                lines.append(
                    {
                        "words": one["words"],
                        "seat": seat,
                        "begins": turn != NOBODY,
                        "spots": one["spots"],
                        "rule": self.table.match.room.cites(one["event"]),
                    }
                )
        return lines

    # ── moments ───────────────────────────────────────────────────────────────────────────────────

    def _renew(self) -> None:
        """Drop what is outdated."""
        table = self.table
        if self._retold != table.retold:
            self._retold = table.retold
            self._moments = []
        version = (table.version, table.attended)
        if self._version != version:
            self._version = version
            self._present, self._choices, self._guests = set(), None, {}
            if self._seating.people != people(table):
                self._seating = Seating(table, self.link)
            self._moments = self._moments or [Moment(table.match, table.match.scenes(table.moves)[-1], {})]
            self._catch_up()

    def _catch_up(self) -> None:
        """Make the moments of moves that were played since."""
        match, newest = self.table.match, self._moments[-1].scene.move
        if newest < len(match.log):
            # Older ones are dropped, for they take memory; for a viewer that far behind they are played
            # again.
            self._moments = moments_of(match, match.scenes(newest + 1), self._moments[-1].parts)

    def _since(self, move: int, viewer: int, seen: Screen | None = None) -> list[Moment]:
        """Return the moments from a move on, as far back as a viewer is told."""
        match = self.table.match
        if not gate.retells(match):
            move = max(move, gate.told_since(match, viewer))
        first = self._moments[0].scene
        if move < first.move or (move == first.move and first.beat > 0):
            return moments_of(match, match.scenes(move), seen.public if seen else {})
        return [moment for moment in self._moments if moment.scene.move >= move]

    # ── screens ───────────────────────────────────────────────────────────────────────────────────

    def _eyes(self, viewer: int) -> int:
        """Return the seat whose cards a viewer sees: before the match begins, nobody sees any."""
        return viewer if self.table.started else SPECTATOR

    def choices(self, viewer: int) -> list[Choice]:
        """Return the choices of a viewer: none, unless it is theirs to decide."""
        match = self.table.match
        if viewer != match.to_act or match.over or not self.table.started:
            return []
        if self._choices is None:
            self._choices = gate.choices(match, match.state)
        return self._choices

    def present(self, viewer: int, before: Screen | None = None) -> Screen:
        """Return the page as it is now; its parts are those of `before` where they look the same."""
        self._renew()
        if viewer not in self._present:
            moment = self._moments[-1]
            look, own = self._own_parts(moment, viewer, self.choices(viewer))
            own += self._present_parts(viewer, look)
            old = before or self._newest.get(viewer)
            mine = by_name(own, old.own if old else NO_PARTS)
            self._newest[viewer] = Screen(moment.parts, mine, self._seating.apart(viewer))
            self._present.add(viewer)
        return self._newest[viewer]

    def _past_screen(self, moment: Moment, viewer: int, before: Screen | None) -> Screen:
        """Return the page at a past moment: nobody has anything to decide in it."""
        house, apart = self._seating.past(moment.scene.seat, viewer), self._seating.apart(viewer)
        if viewer == SPECTATOR:
            return Screen(moment.parts, house, apart)
        own = by_name(self._own_parts(moment, viewer, ())[1], before.own if before else NO_PARTS)
        own.update(house)
        return Screen(moment.parts, own, apart)

    def _own_parts(
        self, moment: Moment, viewer: int, choices: Sequence[Choice]
    ) -> tuple[dict[str, Any], list[Part]]:
        """Return the parts that look different to one viewer, and the look from which they were made."""
        match, viewer = self.table.match, self._eyes(viewer)
        private = gate.private(match, moment.scene.state, viewer)
        showing = moment.showing(match, private, viewer if viewer >= 0 else None, choices)
        return showing.look, [] if viewer == SPECTATOR else own_parts(match.room, showing)

    def _present_parts(self, viewer: int, look: dict[str, Any]) -> list[Part]:
        """Return the server's parts as they are now."""
        table, match, turn = self.table, self.table.match, self.table.to_act
        choices = self.choices(viewer)
        seating, mine = self._seating, bool(choices)
        asked = match.room.ask(look) if mine else ""
        waiting = 0 if table.over or not seating.rows[turn]["open"] else free_seats(table)
        lobby = views.lobby(table, viewer)
        decider = None if table.over else (turn, match.seats[turn], False)
        result = self._result(viewer) if table.over else None
        tools = (match.can_undo(viewer), mine and not table.opening.daily)
        over = fragments.over_words(result["winners"], match.seats, viewer) if result else ""
        return [
            *seating.seats(turn if table.started and not table.over else SPECTATOR, viewer),
            seating.prompt(
                fragments.prompt_part(over, mine, asked, waiting, viewer, decider, tools, int(table.due))
            )
            if lobby is None
            else fragments.lobby_part(lobby),
            fragments.result_part(result, match.seats, viewer, table.id, viewer >= 0),
        ]

    def _result(self, viewer: int) -> fragments.Result:
        match = self.table.match
        return views.result(self.table, gate.look(match, viewer), viewer)

    # ── the whole page ────────────────────────────────────────────────────────────────────────────

    def first_sight(self, viewer: int) -> int:
        """Return the move after which a viewer who opens the page is shown the table.

        Whoever has just sat down and not moved yet sees the deal, and then what others did.
        """
        match = self.table.match
        moved = any(move.seat == viewer for move in match.log)
        if viewer < 0 or moved or len(match.log) > MOST_MOVES or gate.told_since(match, viewer):
            return self.table.moves
        return 0

    def page(self, viewer: int, since: int) -> str:
        """Return everything inside <main>, as it was after a move."""
        self._renew()
        if since == self.table.moves:
            return self._fill(viewer, self.present(viewer), self.log(viewer), self.choices(viewer))
        moment = [one for one in self._since(since, viewer) if one.scene.move == since][-1]
        return self._fill(viewer, self._past_screen(moment, viewer, None), self._told_to(moment, viewer))

    def _told_to(self, moment: Moment, viewer: int) -> list[fragments.LogLine]:
        """Return the story up to a moment, included."""
        now = self._written(self._heard(moment.scene, viewer))
        return [*self._lines_until(moment, viewer), *now]

    def _round(self, viewer: int) -> str:
        """Return everything inside <main>, with a place for each part."""
        match = self.table.match
        me = viewer if self._eyes(viewer) >= 0 else None
        showing = Showing[Any]({}, match.seats, (), False, me, ())
        return fragments.inside(match.room.plate.title, frame_of(match.room, showing), len(match.seats))

    def _fill(
        self,
        viewer: int,
        screen: Screen,
        lines: Sequence[fragments.LogLine],
        choices: Sequence[Choice] = (),
    ) -> str:
        story = fragments.story_lines(lines, self.table.match.seats, viewer)
        more = {"house:story": story, "house:choices": fragments.choices_list(choices)}
        return fill(fill_places(self._round(viewer), more), screen)

    def log(self, viewer: int) -> list[fragments.LogLine]:
        """Return the story as far as it may be told."""
        return self._written(gate.story(self.table.match, self._eyes(viewer)))

    def lines(self, viewer: int) -> list[str]:
        """Return the story as far as it may be told, in words."""
        return [line["words"] for line in self.log(viewer)]

    @property
    def link(self) -> str:
        """The address of the table."""
        return f"{self.base}/t/{self.table.id}"


def encoded(message: object) -> bytes:
    """Encode a message as JSON."""
    text: bytes = _encoder.encode(message)
    return text


def as_sent(value: object) -> object:
    """Encode a value as JSON that is put into messages as it stands."""
    return msgspec.Raw(_encoder.encode(value))


def turn_of(told: Told) -> int:
    """Return the seat whose turn begins with an event: the first number of one that a room names `turn`."""
    return told["data"][0] if told["event"] == "turn" and told["data"] else NOBODY


def sent(room: Room, told: Told) -> SentTold:
    """Return an event as it is sent to pages."""
    return {
        "event": told["event"],
        "turn": turn_of(told),
        "words": told["words"],
        "rule": room.cites(told["event"]),
        "spots": told["spots"],
        "path": told["path"],
        "weight": told["weight"],
    }


def _sent_choice(choice: Choice) -> SentChoice:
    sent: SentChoice = {"action": choice["action"], "words": choice["words"], "steps": choice["steps"]}
    if choice["risky"]:
        sent["risky"] = True
    return sent


def changes(screen: Screen, seen: Screen, news: Iterable[str], whole: bool = False) -> dict[str, object]:
    """Return the parts that differ from those that somebody has seen, as they are sent.

    `news` are the public parts that may have changed since.
    """
    found: dict[str, object] = {}
    own, public = screen.own, screen.public
    for name in news:
        if name not in own:
            _add_change(found, name, public[name], seen, whole)
    for name in seen.own:
        if name not in own and name in public:  # this viewer sees it as everybody does again
            _add_change(found, name, public[name], seen, whole)
    for name, part in own.items():
        _add_change(found, name, part, seen, whole)
    return found


def _add_change(found: dict[str, object], name: str, part: Part, seen: Screen, whole: bool) -> None:
    old = seen.part(name)
    if old is None or (whole and not old.same(part)):
        found[name] = whole_text(part)
    elif old is not part and not old.same(part):
        found[name] = changed(old, part)


def apart(screen: Screen, seen: Screen | None) -> dict[str, object]:
    """Return the parts about presence that differ from those that somebody has seen; they are sent whole."""
    found: dict[str, object] = {}
    if seen is None or seen.apart is not screen.apart:
        for name, part in screen.apart.items():
            old = seen.apart.get(name) if seen is not None else None
            if old is None or not old.same(part):
                found[name] = whole_text(part)
    return found


def whole_parts(frame: str, screen: Screen) -> dict[str, object]:
    """Return every part that has a place in a frame, as it is sent."""
    found: dict[str, object] = {}
    for name in frame.split(MARK)[1::2]:
        part = screen.part(name)
        if part is None:
            raise ValueError(f"there is no part {name}")
        found[name] = whole_text(part)
    return found


def whole_text(part: Part) -> str:
    """Return a part as it is sent."""
    # Every quote in markup is an attribute's, and JSON would escape double ones.
    return part.html.replace('"', "'")


def kept_text(part: Part) -> bytes:
    """Return the text of a part, made once for all who need it, and kept with the part."""
    if not part.text:
        part.text = whole_text(part).encode()
    return part.text


def changed(before: Part, part: Part) -> object:
    """Return a part for somebody who has the one before: `[start, text, end]`, or the whole text.

    `start` and `end` count the letters of the old text that stay, and the new text goes between them.
    """
    old, new = kept_text(before), kept_text(part)
    if part.changed_from is not old:
        start = same_start(old, new)
        end = same_end(old, new, start)
        size = len(new)
        if start + end > WORTH and new.isascii():
            part.change = as_sent([start, new[start : size - end].decode(), end])
        elif start + end > WORTH:
            kept = [
                len(new[:start].decode()),
                new[start : size - end].decode(),
                len(new[size - end :].decode()),
            ]
            part.change = as_sent(kept)
        else:
            part.change = as_sent(new.decode())
        part.changed_from = old
    return part.change


def _splits(text: bytes, place: int) -> bool:
    """Return whether a place is inside a letter of UTF-8."""
    return 0 < place < len(text) and text[place] & 0xC0 == 0x80


def same_start(old: bytes, new: bytes) -> int:
    """Return the length of the common start of two texts, in bytes, without cutting a letter.

    >>> same_start(b"<b class='on'>", b"<b class='off'>"), same_start("é".encode(), "è".encode())
    (11, 0)
    """
    low, high = 0, min(len(old), len(new))
    while low < high:  # comparing slices is so fast that bisection beats going letter by letter
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    while _splits(new, low) or _splits(old, low):
        low -= 1
    return low


def same_end(old: bytes, new: bytes, start: int) -> int:
    """Return the length of the common end of two texts after `start`, in bytes, without cutting a letter.

    >>> same_end(b"aaa", b"aaaa", 3)
    0
    """
    before, after = len(old), len(new)
    low, high = 0, min(before, after) - start
    while low < high:
        middle = (low + high + 1) // 2
        if old[before - middle : before - low] == new[after - middle : after - low]:
            low = middle
        else:
            high = middle - 1
    while _splits(new, after - low) or _splits(old, before - low):
        low -= 1
    return low


def named(name: str, element: str) -> str:
    """Return an element with its part's name on it.

    >>> named("board-2", "<section>…</section>")
    '<section data-part="board-2">…</section>'
    """
    start = TAG.match(element)
    if start is None:
        raise ValueError(f"part {name} is not an element: {element[:60]}")
    return f'{element[: start.end()]} data-part="{name}"{element[start.end() :]}'


def fill_places(frame: str, markup: Mapping[str, str]) -> str:
    """Fill some places of a frame, and leave all others."""
    for name, text in markup.items():
        frame = frame.replace(place(name), text)
    return frame


def fill(frame: str, screen: Screen) -> str:
    """Fill every place of a frame with its part."""

    def put(mark: re.Match[str]) -> str:
        part = screen.part(mark[1])
        if part is None:
            raise ValueError(f"there is no part {mark[1]}")
        return named(mark[1], part.html)

    return PLACE.sub(put, frame)


def still(
    room: Room,
    table: dict[str, Any],
    names: Sequence[str],
    winners: Sequence[int],
    over: bool,
    viewer: int,
    choices: Sequence[Choice] = (),
) -> str:
    """Return a room's face outside of a live table, for replays and puzzles."""
    showing = Showing[Any](table, names, winners, over, viewer if viewer >= 0 else None, choices)
    return fill(frame_of(room, showing), face_of(room, showing, viewer))


def face_of(room: Room, showing: Showing[Any], viewer: int, before: Screen | None = None) -> Screen:
    """Return all parts of a room's face for one viewer: those of `before` where they look the same."""
    own = [] if viewer == SPECTATOR else own_parts(room, showing)
    old = before or Screen(NO_PARTS, NO_PARTS, NO_PARTS)
    return Screen(by_name(face_parts(room, showing), old.public), by_name(own, old.own), NO_PARTS)
