"""A match as a JSON file that people can read and anybody can check: one line for each fact and each move."""

import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NoReturn

from longbeard.engine.errors import BadMove, BadOptions, BadRecord, LongbeardError
from longbeard.engine.luck import commitment
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.engine.state import Box

FORMAT: Final = 1
LONGEST_QUOTE: Final = 60
KEYS: Final = (
    *("longbeard", "game", "rules", "cards", "options", "seats", "players"),
    *("commitment", "secret", "actions", "ending", "winners", "seal"),
)


@dataclass(frozen=True)
class Record:
    """The facts of a record whose form was checked; `replay` checks whether they are true."""

    text: str
    game: str
    rules: int
    cards: str
    options: dict[str, str]
    seats: list[str]
    players: list[str]
    commitment: str
    secret: str | None
    actions: list[str]
    ending: str | None
    winners: list[int]
    seal: str

    def line_of(self, key: str, item: int = 0) -> int:
        """Return the line of a fact, or of one of the actions."""
        return _line_of(self.text, key) + (item + 1 if key == "actions" else 0)


def write(match: Match, private: bool = False) -> str:
    """Write a match as a record. A running match is written only as a private save, since moves may be
    secret."""
    if not match.over and not private:
        raise LongbeardError("the match is still running: its record is public once it is over")
    return _render(
        {
            "longbeard": FORMAT,
            "game": match.room.plate.slug,
            "rules": match.room.plate.rules,
            "cards": match.box.digest,
            "options": match.options,
            "seats": match.seats,
            "players": match.players,
            "commitment": match.commitment,
            "secret": match.secret.hex(),
            "actions": [f"{move.seat} {match.text(move)}" for move in match.log],
            "ending": match.state.ending() if match.over else None,
            "winners": match.state.winners(),
        }
    )


def _render(facts: dict[str, Any]) -> str:
    lines = []
    for key in KEYS[:-1]:
        if key == "actions" and facts[key]:
            moves = ",\n".join(f"  {json.dumps(action)}" for action in facts[key])
            lines.append(f' "actions": [\n{moves}\n ],')
        else:
            lines.append(f' "{key}": {json.dumps(facts[key], ensure_ascii=False)},')
    body = "{\n" + "\n".join(lines) + "\n"
    return f'{body} "seal": "{_seal(body)}"\n}}\n'


def _seal(body: str) -> str:
    return sha256(body.encode()).hexdigest()


def read(text: str) -> Record:
    """Parse a record, or raise BadRecord with the line that is wrong."""
    facts = _parse(text)
    _refuse_half_letters(text, facts)
    version = facts.get("longbeard", "none")
    if type(version) is not int or version != FORMAT:  # `true` and 1.0 equal 1, but are not how it is written
        _wrong(_line_of(text, "longbeard"), f"the format is {version}; this longbeard reads format {FORMAT}")
    for key in KEYS:
        if key not in facts:
            _wrong(len(text.rstrip("\n").split("\n")), f"{key} is missing")
    for key in facts:
        if key not in KEYS:
            _wrong(_line_of(text, key), f"{key} is no part of a record")
    for key, (fits, what) in FORMS.items():
        if not fits(facts[key]):
            _wrong(_line_of(text, key), f"{key} is {what}")
    _refuse_other_layout(text, _render(facts))
    del facts["longbeard"]
    return Record(text, **facts)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_hash(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def _is_options(value: Any) -> bool:
    return isinstance(value, dict) and _is_texts(list(value.values()))


def _is_winners(value: Any) -> bool:
    return isinstance(value, list) and all(type(item) is int for item in value)


FORMS: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {
    "game": (_is_text, "the name of a game"),
    "rules": (lambda value: type(value) is int, "a version number"),
    "cards": (_is_hash, "the fingerprint of a card file: 64 hex digits"),
    "options": (_is_options, "a table of short texts"),
    "seats": (_is_texts, "a list of names"),
    "players": (_is_texts, "a list of who plays each seat"),
    "commitment": (_is_hash, "64 hex digits"),
    "secret": (lambda value: value is None or _is_hash(value), "64 hex digits, or null while the match runs"),
    "actions": (_is_texts, "a list of moves"),
    "ending": (lambda value: value is None or _is_text(value), "the reason for the end, or null"),
    "winners": (_is_winners, "a list of seats"),
    "seal": (_is_hash, "64 hex digits"),
}


def _parse(text: str) -> dict[str, Any]:
    try:
        facts = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadRecord(f"line {error.lineno}: this is not a record: {error.msg}") from error
    except ValueError as error:
        raise BadRecord(f"line {_long_number(text)}: this is not a record: a number is too long") from error
    except RecursionError as error:
        raise BadRecord("line 1: this is not a record: it is nested too deeply") from error
    if not isinstance(facts, dict):
        _wrong(1, "this is not a record")
    return facts


def _line_of(text: str, key: str) -> int:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.lstrip().startswith(f'"{key}":'):
            return number
    return 1


def _long_number(text: str) -> int:
    """Return the line of the number that Python refused to parse for its length."""
    lines = enumerate(text.split("\n"), start=1)
    return next((number for number, line in lines if re.search("[0-9]{1000}", line)), 1)


def _refuse_half_letters(text: str, facts: dict[str, Any]) -> None:
    r"""Refuse lone surrogates such as `\ud800`, which cannot be printed, hashed or saved."""
    if not _is_unicode(facts):
        lines = enumerate(text.split("\n"), start=1)
        halves = (number for number, line in lines if re.search(r"\\u[dD][89a-fA-F]", line))
        _wrong(next(halves, 1), "a text holds half of a letter (a lone surrogate)")


def _is_unicode(facts: Any) -> bool:
    try:
        json.dumps(facts, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _refuse_other_layout(text: str, expected: str) -> None:
    """Refuse any other layout than the one that `write` produces, so that nothing can hide between the lines.

    The seal line is left to `replay`, which can often say better what is wrong.
    """
    found, wanted = text.split("\n"), expected.split("\n")
    for number in range(max(len(found), len(wanted))):
        here = found[number] if number < len(found) else None
        there = wanted[number] if number < len(wanted) else None
        sealed = here is not None and re.fullmatch(r' "seal": "[0-9a-f]{64}"', here)
        if here != there and not sealed:
            _wrong(number + 1, "this line is not as a record writes it")


def _wrong(line: int, what: str) -> NoReturn:
    raise BadRecord(f"line {line}: {what}")


def replay(record: Record, room: Room, box: Box | None = None) -> Match:
    """Play a record again and check every fact in it; BadRecord names the line that is not true."""
    match = _open(record, room, box or room.find_box(record.cards))
    for number, text in enumerate(record.actions):
        seat, separator, action = text.partition(" ")
        if not separator or not re.fullmatch("[0-9]{1,3}", seat):
            _wrong(record.line_of("actions", number), f"a move is a seat and an action, not {_short(text)}")
        try:
            move = match.play_text(int(seat), action)
        except BadMove as error:
            raise BadRecord(f"line {record.line_of('actions', number)}: {error}") from error
        written = f"{move.seat} {match.text(move)}"
        if written != text:
            _wrong(record.line_of("actions", number), f"{text!r} is written {written}")
    _refuse_other_outcome(record, match)
    if record.ending != (match.state.ending() or None):
        _wrong(record.line_of("ending"), f"the ending is {match.state.ending() or 'still open'}")
    if record.winners != match.state.winners():
        _wrong(record.line_of("winners"), f"the winners are {match.state.winners()}")
    if _seal(_sealed(record.text)) != record.seal:
        _wrong(record.line_of("seal"), "the seal does not fit: something in this record was changed")
    return match


def _sealed(text: str) -> str:
    """Return what the seal covers: all lines above it. `read` has checked that it is at the end."""
    return text[: text.rindex('\n "seal": ') + 1]


def _short(text: str) -> str:
    return repr(text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…")


def _open(record: Record, room: Room, box: Box | None) -> Match:
    if record.game != room.plate.slug:
        _wrong(record.line_of("game"), f"this is a record of {record.game}, not of {room.plate.slug}")
    if not room.plate.plays(record.rules):
        _wrong(
            record.line_of("rules"),
            f"played by rules {record.rules}; this longbeard plays rules {room.plate.rules}",
        )
    if box is None or record.cards != box.digest:
        _wrong(
            record.line_of("cards"),
            f"it was played with other cards than these, those of box {record.cards[:12]}: "
            f"whoever has that card file can give it with --box {room.plate.slug}=FILE",
        )
    if record.secret is None:
        _wrong(record.line_of("secret"), "the match was still running: its luck is not known yet")
    if commitment(bytes.fromhex(record.secret)) != record.commitment:
        _wrong(record.line_of("secret"), "the secret does not fit the commitment")
    if len(record.players) != len(record.seats):
        _wrong(
            record.line_of("players"),
            f"{len(record.seats)} seats need as many players, not {len(record.players)}",
        )
    try:
        match = Match(room, record.seats, record.options, bytes.fromhex(record.secret), box, record.players)
    except BadOptions as error:
        raise BadRecord(f"line {record.line_of('options')}: {error}") from error
    options = match.options
    if (
        record.rules != room.plate.rules
    ):  # it may be older than some of the options, which then had their defaults
        options = {name: value for name, value in options.items() if name in record.options}
    if options != record.options:
        _wrong(record.line_of("options"), f"the options are {options}")
    return match


def _refuse_other_outcome(record: Record, match: Match) -> None:
    """Refuse, with a reason of its own, a record of older rules whose match ends differently by the current
    ones."""
    rules, ending = match.room.plate.rules, match.state.ending() or None
    if record.rules != rules and (record.ending, record.winners) != (ending, match.state.winners()):
        _wrong(
            record.line_of("ending"),
            f"it was played by rules {record.rules}, and cannot be replayed: by rules {rules} the ending is "
            f"{ending or 'still open'} and the winners are {match.state.winners()}",
        )


def save(path: Path, text: str) -> None:
    """Write a file atomically: a power failure leaves the old one or the new one."""
    fresh = path.with_name(f".{path.name}.new")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
