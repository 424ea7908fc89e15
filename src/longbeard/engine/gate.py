"""The one way out: returns what a viewer may know of a match, as plain data. Page, terminal and API read only
it."""

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from longbeard.engine.errors import LongbeardError
from longbeard.engine.look import Choice, Frame, Look, Told
from longbeard.engine.match import Match, Scene
from longbeard.engine.room import Room
from longbeard.engine.state import OVER, Box, State
from longbeard.engine.story import ALL_EYES, SPECTATOR, Event, sees
from longbeard.engine.telling import Row


def look(match: Match, viewer: int) -> Look:
    """Return the match as a seat sees it now (or SPECTATOR; or ALL_EYES once it is over)."""
    _refuse(match, viewer)
    return look_at(match, viewer, match.room.look(match.state, viewer))


def look_at(match: Match, viewer: int, table: dict[str, Any]) -> Look:
    """Return the match as a viewer sees it, with a look at its table that was made already."""
    state = match.state
    deciding = viewer == match.to_act and not match.over
    return {
        "game": match.room.plate.slug,
        "seats": list(match.seats),
        "players": list(match.players),
        "options": dict(match.options),
        "viewer": viewer,
        "move": len(match.log),
        "to_act": match.to_act,
        "over": match.over,
        "ending": state.ending(),
        "winners": state.winners(),
        "scores": state.scores() if match.over else [],
        "commitment": match.commitment,
        "secret": match.secret.hex() if match.over else "",
        "table": table,
        "asked": match.room.ask(table) if deciding else "",
        "choices": choices(match, state) if deciding else [],
        "can_undo": match.can_undo(viewer),
    }


def table_at(match: Match, moves: int, viewer: int) -> dict[str, Any]:
    """Return the table after a number of moves, for a replay; no further back than the story is told."""
    _refuse(match, viewer)
    if moves < told_since(match, viewer):
        raise LongbeardError(
            "this game is about remembering: earlier tables are shown once the match is over"
        )
    return match.room.look(match.state_at(moves), viewer)


def frames(match: Match, viewer: int, since: int, moves: int | None = None) -> list[Frame]:
    """Return what a viewer sees of `moves` moves from number `since` on (0 is the deal), moment by moment.

    Where remembering is part of the game, no further back than the story is told.
    """
    _refuse(match, viewer)
    since = max(since, told_since(match, viewer))
    scenes = match.scenes(since, None if moves is None else since + moves - 1)
    return [frame(match, scene, viewer) for scene in scenes]


def public(match: Match, state: State) -> dict[str, Any]:
    """Return what everybody sees of a table of this match."""
    return match.room.public(state)


def private(match: Match, state: State, viewer: int) -> dict[str, Any]:
    """Return what one viewer sees of a table besides the public look."""
    _refuse(match, viewer)
    return match.room.private(state, viewer)


def frame(match: Match, scene: Scene, viewer: int) -> Frame:
    """Return a moment of a match as one viewer sees it."""
    return {
        "move": scene.move,
        "beat": scene.beat,
        "last": scene.last,
        "told": [told(match, scene.move, event, viewer) for event in heard(scene.events, viewer)],
        "table": public(match, scene.state) | private(match, scene.state, viewer),
    }


def title(match: Match, number: int, viewer: int) -> str:
    """Return the heading of a move: who made it and, for that seat alone, the action."""
    _refuse(match, viewer)
    move = match.log[number - 1]
    return match.seats[move.seat] + (f": {match.text(move)}" if sees(viewer, move.seat) else "")


def deed(match: Match, number: int, viewer: int) -> str:
    """Return a move as a sentence for the seat that made it; empty for all others."""
    _refuse(match, viewer)
    move = match.log[number - 1]
    if not sees(viewer, move.seat):
        return ""
    return f"{match.room.phrase(match.state_at(number - 1), move.action, match.seats)}."


def choices(match: Match, state: State) -> list[Choice]:
    """Return the legal actions of the seat that decides, as choices."""
    return [choice(match.room, state, action, match.seats) for action in state.legal()]


def choice(room: Room, state: State, action: int, names: Sequence[str]) -> Choice:
    """Return an action as a choice: in notation, in words, and as steps on the page."""
    game = room.game
    text, words = game.spell(state, action), game.phrase(state, action, names)
    label = game.label(state, action) if game.label else words
    steps = game.steps(state, action) if game.steps else [text]
    risky = game.risky is not None and game.risky(state, action)
    return {"action": text, "words": words, "label": label, "steps": steps, "risky": risky}


def story(match: Match, viewer: int, since: int = 0, until: int | None = None) -> list[Told]:
    """Return what happened from move `since` on (0 is the deal) and before `until`, as far as a viewer may
    know.

    Where remembering is part of the game (an option `memory`, and it is off), a running match does not tell
    again what was told before the viewer's last move.
    """
    _refuse(match, viewer)
    moves = range(max(since, told_since(match, viewer)), len(match.log) + 1 if until is None else until)
    return [
        told(match, number, event, viewer)
        for number in moves
        for event in heard(match.log[number - 1].events if number else match.opening, viewer)
    ]


def retells(match: Match) -> bool:
    """Return whether all that was told may be told again."""
    return match.over or match.options.get("memory") != "off"


def heard(events: Iterable[Event], viewer: int) -> list[Event]:
    """Return the events that a viewer may know."""
    return [event for event in events if event.seen_by(viewer)]


def seen(room: Room, state: State, viewer: int) -> dict[str, Any]:
    """Return a table outside of a match as a viewer may see it: for lessons and searches."""
    if viewer == ALL_EYES and state.to_act() != OVER:
        raise LongbeardError("all cards are open only once the match is over")
    return room.look(state, viewer)


def told_since(match: Match, viewer: int) -> int:
    """Return the first move of which a viewer may be told: 0, or their last move where memory is part of the
    game (for a spectator, anybody's last move)."""
    if retells(match):
        return 0
    number = len(match.log)
    while number and viewer not in (match.log[number - 1].seat, SPECTATOR):
        number -= 1
    return number


def told(match: Match, number: int, event: Event, viewer: int) -> Told:
    """Return an event for a viewer who may see it; in the second person if it names them."""
    return told_in(match.room, match.box, tuple(match.seats), number, event, viewer)


def told_in(room: Room, box: Box, names: tuple[str, ...], number: int, event: Event, viewer: int) -> Told:
    """Return an event outside of a match, as `told` does: for lessons."""
    words, spots, path, spoken_of = _telling(room, box, event, names)
    if viewer in spoken_of:
        words = _addressing(room, box, event, names, viewer)
    return _as_told(room.row(event), number, event, words, spots, path)


def _as_told(row: Row, number: int, event: Event, words: str, spots: list[str], path: list[str]) -> Told:
    return {
        "move": number,
        "event": row.name,
        "data": list(event.data),
        "words": words,
        "spots": spots,
        "path": path,
        "weight": int(row.weight),
    }


def told_words(match: Match, event: Event, viewer: int) -> str:
    """Return the words of an event in the second person, for a viewer whom it names."""
    return _addressing(match.room, match.box, event, tuple(match.seats), viewer)


def told_to_all(match: Match, number: int, event: Event) -> tuple[Told, set[int]]:
    """Return an event for all who may see it, and the seats that it names: only their words differ."""
    words, spots, path, spoken_of = _telling(match.room, match.box, event, tuple(match.seats))
    return _as_told(match.room.row(event), number, event, words, spots, path), spoken_of


@lru_cache(4096)
def _telling(
    room: Room, box: Box, event: Event, names: tuple[str, ...]
) -> tuple[str, list[str], list[str], set[int]]:
    """Return words, spots and path of an event for all whom it does not name, and the seats that it names."""
    return room.tell_all(box, event, names)


@lru_cache(4096)
def _addressing(room: Room, box: Box, event: Event, names: tuple[str, ...], reader: int) -> str:
    """Return the words of an event for a reader whom it names."""
    return room.tell(box, event, names, reader)


def sent(match: Match, viewer: int) -> bytes:
    """Return the bytes that a viewer is sent: twin matches must agree on them."""
    everything = {
        "look": look(match, viewer),
        "story": story(match, viewer),
        "frames": frames(match, viewer, len(match.log)),
    }
    return json.dumps(everything, sort_keys=True).encode()


def _refuse(match: Match, viewer: int) -> None:
    if viewer == ALL_EYES and not match.over:
        raise LongbeardError("all cards are open only once the match is over")
    if not ALL_EYES <= viewer < len(match.seats):
        raise LongbeardError(
            f"there is no seat {viewer}: seats are 0 to {len(match.seats) - 1}, a spectator is {SPECTATOR}"
        )
