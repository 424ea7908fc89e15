"""The pages of one table, frame by frame: for each viewer the parts that changed since they last looked.

A screen is the page at one moment, as parts by name. A part is made when its data differ from the part of
that name before, and the same one is sent to everybody who needs it.
"""

import re
from collections.abc import Sequence
from typing import Any, Final, TypedDict

import msgspec

from longbeard.engine import gate
from longbeard.engine.face import MARK, Part, Showing
from longbeard.engine.html import Html
from longbeard.engine.look import Choice, Look, Told
from longbeard.engine.match import Match, Scene
from longbeard.engine.room import Room
from longbeard.engine.story import SPECTATOR
from longbeard.table.house import free_seats
from longbeard.table.live import LiveTable
from longbeard.web.pages import fragments, views

MOST_MOVES: Final = 12
"""Whoever has missed more moves than that is shown the present, and told the rest on request."""
MOST_RETOLD: Final = 60
"""So many moves are told again at most."""
KEPT: Final = 16
"""So many of a table's last moments are kept (or all of the last move), for who has not seen them yet."""
PLACE: Final = re.compile(f"{MARK}([^{MARK}]+){MARK}")
TAG: Final = re.compile(r"<\w+")
encode = msgspec.json.Encoder().encode

Screen = dict[str, Part]


class SentTold(TypedDict):
    """What a page is told of an event."""

    words: str
    spots: list[str]
    path: list[str]
    weight: int


class SentFrame(TypedDict, total=False):
    """A moment, as it is sent."""

    frame: str
    """Its number: `12.3` is the fourth moment of move 12."""
    move: int
    seat: int
    told: list[SentTold]
    parts: list[str]
    """The parts that changed; each says its name."""
    html: str
    """All that is inside <main>, if this viewer has nothing of it yet."""
    log: list[str]
    """The whole story, where lines of it are to vanish or return; otherwise what is told is added."""


class Moment:
    """A scene, with what everybody sees of it."""

    def __init__(self, match: Match, scene: Scene, before: Screen) -> None:
        self.scene = scene
        room = match.room
        self.public = gate.public(match, scene.state)
        self.over = scene.last and match.over and scene.move == len(match.log)
        self.winners = scene.state.winners() if self.over else []
        showing = self.showing(match, gate.private(match, scene.state, SPECTATOR))
        self.parts = renewed({f"face:{part.name}": part for part in face_parts(room, showing)}, before)
        """What everybody sees of the face; what looks as before is the same part as before."""
        told = [(event, gate.told(match, scene.move, event, SPECTATOR)) for event in scene.events]
        self.told = [
            (event, _sent(one), gate.named(match, event))
            for event, one in told
            if one["words"] or one["path"]
        ]
        """What is told at this moment, for those who may hear it; and the seats of which it speaks."""
        self.screens: dict[int, Screen] = {}

    @property
    def frame(self) -> str:
        return f"{self.scene.move}.{self.scene.beat}"

    def told_to(self, match: Match, viewer: int) -> list[SentTold]:
        """What a viewer is told at this moment; made anew only where it speaks of them."""
        return [
            _sent(gate.told(match, self.scene.move, event, viewer)) if viewer in named else one
            for event, one, named in self.told
            if event.seen_by(viewer)
        ]

    def showing(
        self, match: Match, private: Any, me: int | None = None, choices: Sequence[Choice] = ()
    ) -> Showing[Any]:
        """What a face may read at this moment."""
        look = {**self.public, **private}
        return Showing(look, match.seats, self.winners, self.over, me, choices)


def moments_of(match: Match, scenes: Sequence[Scene], before: Screen) -> list[Moment]:
    """Scenes as moments, each with the parts of the one before where they look the same."""
    found: list[Moment] = []
    for scene in scenes:
        found.append(Moment(match, scene, found[-1].parts if found else before))
    return found


def renewed(parts: Screen, before: Screen) -> Screen:
    """Parts, but the very ones that were there before where they look the same."""
    for name, part in parts.items():
        old = before.get(name)
        if old is not None and old.same(part):
            parts[name] = old
    return parts


def face_parts(room: Room, showing: Showing[Any]) -> list[Part]:
    """The public parts of a room's face; a room without one is shown in words."""
    if room.face is None:
        return [Part("words", fragments.plain_face, room.words(showing.look, showing.names))]
    return room.face.parts(showing)


def own_parts(room: Room, showing: Showing[Any]) -> list[Part]:
    """What looks different to one viewer."""
    if room.face is None:
        return face_parts(room, showing)
    return room.face.own_parts(showing)


def frame_of(room: Room, showing: Showing[Any]) -> Html:
    """The element round a room's parts."""
    return fragments.PLAIN_FRAME if room.face is None else fragments.face_frame(room.face, showing)


class Screens:
    """All that is shown of one table."""

    def __init__(self, table: LiveTable, base: str) -> None:
        self.table = table
        self.base = base
        self._moments: list[Moment] = []
        self._retold = table.retold
        self._last: dict[int, Screen] = {}
        """The newest screen of each viewer: what has not changed since is not made again."""
        self._version = -1
        self._present: dict[int, Screen] = {}
        self._looks: dict[int, Look] = {}
        self._seats: dict[int, list[fragments.SeatRow]] = {}
        self._chairs: dict[int, list[Part]] = {}
        self._past: dict[tuple[int, int], list[Part]] = {}
        self._texts: dict[tuple[int, int, int], str] = {}

    # ── messages ──────────────────────────────────────────────────────────────────────────────────

    def message(self, viewer: int, since: int, seen: Screen | None, retold: int) -> tuple[str, Screen]:
        """What happened after move `since`, for someone whose page is `seen`; and their page then.

        Only after `settled`. Those who see the same are sent the same text.
        """
        self._renew()
        key = (viewer, since, id(seen) if seen is not None else 0)
        text = self._texts.get(key) if retold == self.table.retold else None
        screen = self.present(viewer)
        if text is None:
            text = encode(self._message(viewer, since, seen, retold)).decode()
            self._texts[key] = text
        return text, screen

    def retold_from(self, viewer: int, since: int) -> str:
        """The moments after a move once more, for someone who wants to know what they missed."""
        self._renew()
        since = max(since, self.table.moves - MOST_RETOLD)
        return encode(self._message(viewer, since, None, self.table.retold, MOST_RETOLD)).decode()

    def _message(
        self, viewer: int, since: int, seen: Screen | None, retold: int, most: int = MOST_MOVES
    ) -> dict[str, Any]:
        table = self.table
        again = retold != table.retold or since > table.moves or table.moves - since > most
        moments = [] if again else self._since(since + 1, viewer)
        frames: list[SentFrame] = []
        for moment in moments[:-1]:
            screen = self._screen(moment, viewer)
            frames.append(self._frame(moment, viewer, screen, seen))
            seen = screen
        screen = self.present(viewer)
        newest = moments[-1] if moments else self._newest()
        last = self._frame(newest, viewer, screen, seen)
        if not moments:
            last["told"] = []
        if not moments and (again or seen is None):
            last["log"] = self.lines(viewer)
        elif moments and table.over and table.match.options.get("memory") == "off":
            last["log"] = self._lines_until(newest, viewer)  # all is told again now
        frames.append(last)
        look = self._look(viewer)
        return {
            "type": "page",
            "move": table.moves,
            "mine": bool(look["choices"]),
            "over": table.over,
            "choices": look["choices"],
            "missed": table.moves - since if again and since < table.moves else 0,
            "frames": frames,
        }

    def _frame(self, moment: Moment, viewer: int, screen: Screen, seen: Screen | None) -> SentFrame:
        scene = moment.scene
        frame: SentFrame = {
            "frame": moment.frame,
            "move": scene.move,
            "seat": scene.seat,
            "told": moment.told_to(self.table.match, viewer),
        }
        if seen is None:
            frame["html"] = self._whole(viewer, screen)
        else:
            frame["parts"] = [
                tagged(name, part) for name, part in screen.items() if seen.get(name) is not part
            ]
        if seen is None or (scene.beat == 0 and self._forgets(scene, viewer)):
            frame["log"] = self._lines_until(moment, viewer)
        return frame

    def _forgets(self, scene: Scene, viewer: int) -> bool:
        """Whether, where remembering is part of the game, the story begins anew with this move."""
        return not gate.retells(self.table.match) and viewer in (scene.seat, SPECTATOR)

    def _lines_until(self, moment: Moment, viewer: int) -> list[str]:
        """The story up to a moment, without what the moment itself tells."""
        match, scene = self.table.match, moment.scene
        before = [told["words"] for told in gate.story(match, viewer) if told["move"] < scene.move]
        if scene.beat:
            for one in match.scenes(scene.move):
                if one.move == scene.move and one.beat < scene.beat:
                    before += [
                        gate.told(match, 0, event, viewer)["words"]
                        for event in gate.heard(one.events, viewer)
                    ]
        return [line for line in before if line]

    # ── moments ───────────────────────────────────────────────────────────────────────────────────

    def _renew(self) -> None:
        """Forget what is no longer so."""
        table = self.table
        if self._retold != table.retold:
            self._retold = table.retold
            self._moments = []
        if self._version != table.version:
            self._version = table.version
            self._present, self._texts, self._looks = {}, {}, {}
            self._seats, self._chairs, self._past = {}, {}, {}
            self._moments = self._moments or [Moment(table.match, table.match.scenes(table.moves)[-1], {})]
            self._catch_up()

    def _catch_up(self) -> None:
        """Make the moments of moves that were played since."""
        match, newest = self.table.match, self._moments[-1].scene.move
        if newest < len(match.log):
            self._moments += moments_of(match, match.scenes(newest + 1), self._moments[-1].parts)
            whole = [moment for moment in self._moments if moment.scene.move == len(match.log)]
            self._moments = self._moments[-max(KEPT, len(whole)) :]

    def _since(self, move: int, viewer: int) -> list[Moment]:
        """The moments from a move on, as far back as a viewer is told."""
        match = self.table.match
        if not gate.retells(match):
            move = max(move, gate.told_since(match, viewer))
        first = self._moments[0].scene
        if move < first.move or (move == first.move and first.beat > 0):
            return moments_of(match, match.scenes(move), {})
        return [moment for moment in self._moments if moment.scene.move >= move]

    def _newest(self) -> Moment:
        return self._moments[-1]

    # ── screens ───────────────────────────────────────────────────────────────────────────────────

    def _look(self, viewer: int) -> Look:
        found = self._looks.get(viewer)
        if found is None:
            moment, match = self._newest(), self.table.match
            private = gate.private(match, match.state, viewer)
            found = self._looks[viewer] = gate.look_at(match, viewer, {**moment.public, **private})
        return found

    def present(self, viewer: int) -> Screen:
        """The page as it is now."""
        self._renew()
        found = self._present.get(viewer)
        if found is None:
            found = self._present[viewer] = self._lay_out(self._newest(), viewer, self._look(viewer))
        return found

    def _screen(self, moment: Moment, viewer: int) -> Screen:
        """The page at a moment that is over: nobody has anything to decide in it."""
        found = moment.screens.get(viewer)
        if found is None:
            found = moment.screens[viewer] = self._lay_out(moment, viewer, None)
        return found

    def _lay_out(self, moment: Moment, viewer: int, look: Look | None) -> Screen:
        match = self.table.match
        own = {part.name: part for part in self._house_parts(moment, viewer, look)}
        if viewer != SPECTATOR:
            private = gate.private(match, moment.scene.state, viewer)
            choices = look["choices"] if look else ()
            showing = moment.showing(match, private, viewer if viewer >= 0 else None, choices)
            own |= {f"face:{part.name}": part for part in own_parts(match.room, showing)}
        screen = moment.parts | renewed(own, self._last.get(viewer, {}))
        self._last[viewer] = screen
        return screen

    def _seat_rows(self, turn: int) -> list[fragments.SeatRow]:
        """The seats, with whoever acts marked: the same for all viewers."""
        found = self._seats.get(turn)
        if found is None:
            found = self._seats[turn] = views.seats(self.table, turn)
        return found

    def _house_parts(self, moment: Moment, viewer: int, look: Look | None) -> list[Part]:
        """The house's parts; with a look for the present, without for a moment that is over."""
        if look is None:
            return self._past_parts(moment.scene.seat, viewer)
        table, names, seated = self.table, self.table.match.seats, viewer >= 0
        turn = table.to_act
        seats = self._seat_rows(SPECTATOR if table.over else turn)
        can = views.can(table, viewer, look["can_undo"])
        result = views.result(table, look, self.lines(viewer)[-3:]) if table.over else None
        waiting = 0 if table.over or not seats[turn]["open"] else free_seats(table)
        decider = None if table.over else (turn, names[turn], False)
        mine = bool(look["choices"])
        tools = (can["undo"], can["hint"] and mine)
        over = result["why"] if result else ""
        return [
            fragments.seats_part(seats, viewer),
            fragments.prompt_part(over, mine, look["asked"], waiting, seated, decider, tools),
            fragments.choices_part(look["choices"]),
            fragments.result_part(result, names, viewer, table.id, can["rematch"]),
            *self._chair_parts(viewer, can),
        ]

    def _past_parts(self, turn: int, viewer: int) -> list[Part]:
        """The house's parts at a moment that is over: somebody acts, and nobody has anything to decide."""
        found = self._past.get((turn, viewer))
        if found is None:
            table, names = self.table, self.table.match.seats
            decider = (turn, names[turn], True) if turn >= 0 else None
            found = self._past[turn, viewer] = [
                fragments.seats_part(self._seat_rows(turn), viewer),
                fragments.prompt_part("", False, "", 0, viewer >= 0, decider, (False, False)),
                fragments.choices_part(()),
                fragments.result_part(None, names, viewer, table.id, False),
                *self._chair_parts(viewer, views.can(table, viewer, False)),
            ]
        return found

    def _chair_parts(self, viewer: int, can: views.Can) -> list[Part]:
        """Free chairs and stand-ins: the same in every moment, until somebody comes or goes."""
        found = self._chairs.get(viewer)
        if found is None:
            table = self.table
            found = self._chairs[viewer] = [
                fragments.invite_part(viewer >= 0 and free_seats(table) > 0, table.id, self.link),
                fragments.chairs_part(self._seat_rows(SPECTATOR), can["takeover"], can["giveback"]),
            ]
        return found

    # ── the whole page ────────────────────────────────────────────────────────────────────────────

    def first_sight(self, viewer: int) -> int:
        """The move after which somebody who opens the page is shown the table.

        Whoever has just sat down and not moved yet sees the deal, and then what others did.
        """
        match = self.table.match
        moved = any(move.seat == viewer for move in match.log)
        if viewer < 0 or moved or len(match.log) > MOST_MOVES or gate.told_since(match, viewer):
            return self.table.moves
        return 0

    def page(self, viewer: int, since: int) -> tuple[str, Look | None]:
        """All that is inside <main>, as it was after a move; with the look, if that is the present."""
        self._renew()
        if since == self.table.moves:
            moment, look = self._newest(), self._look(viewer)
            screen = self.present(viewer)
        else:
            moments = [one for one in self._since(since, viewer) if one.scene.move == since]
            moment, look = moments[-1], None
            screen = self._screen(moment, viewer)
        lines = self.lines(viewer) if look else self._told_to(moment, viewer)
        return self._fill(viewer, screen, lines), look

    def _told_to(self, moment: Moment, viewer: int) -> list[str]:
        """The story up to and with a moment."""
        events = gate.heard(moment.scene.events, viewer)
        now = [gate.told(self.table.match, 0, event, viewer)["words"] for event in events]
        return [*self._lines_until(moment, viewer), *(line for line in now if line)]

    def _whole(self, viewer: int, screen: Screen) -> str:
        return self._fill(viewer, screen, ())

    def _fill(self, viewer: int, screen: Screen, lines: Sequence[str]) -> str:
        match = self.table.match
        me = viewer if viewer >= 0 else None
        showing = Showing[Any]({}, match.seats, (), False, me, ())
        whole = fragments.inside(match.room.plate.title, frame_of(match.room, showing))
        return fill(whole, screen, {"house:story": fragments.story_lines(lines)})

    def lines(self, viewer: int) -> list[str]:
        """The story as far as it may be told, in words."""
        return [told["words"] for told in gate.story(self.table.match, viewer) if told["words"]]

    @property
    def link(self) -> str:
        """The address of the table."""
        return f"{self.base}/t/{self.table.id}"


def _sent(told: Told) -> SentTold:
    return {
        "words": told["words"],
        "spots": told["spots"],
        "path": told["path"],
        "weight": told["weight"],
    }


def tagged(name: str, part: Part) -> str:
    """A part's element that says which part it is."""
    if not part.tagged:
        part.tagged = named(name, part.html)
    return part.tagged


def named(name: str, element: str) -> str:
    """An element with its part's name on it.

    >>> named("face:board-2", "<section>…</section>")
    '<section data-part="face:board-2">…</section>'
    """
    start = TAG.match(element)
    if start is None:
        raise ValueError(f"part {name} is not an element: {element[:60]}")
    return f'{element[: start.end()]} data-part="{name}"{element[start.end() :]}'


def fill(frame: str, screen: Screen, more: dict[str, str] = {}) -> str:
    """A frame with every part in its place."""

    def put(place: re.Match[str]) -> str:
        name = place[1]
        return more[name] if name in more else tagged(name, screen[name])

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
    """A room's face outside of a live table, for lessons and replays."""
    showing = Showing[Any](table, names, winners, over, viewer if viewer >= 0 else None, choices)
    screen = {f"face:{part.name}": part for part in face_parts(room, showing)}
    if viewer != SPECTATOR:
        screen |= {f"face:{part.name}": part for part in own_parts(room, showing)}
    return fill(frame_of(room, showing), screen)
