"""Verification of records."""

from pathlib import Path
from typing import Any

from longbeard.engine import record
from longbeard.engine.errors import BadRecord
from longbeard.engine.telling import joined
from longbeard.games import room


def verify(path: Path) -> dict[str, Any]:
    """Replay a record; return whether it is true, and what that proves, in sentences."""
    try:
        kept = record.read(read_text(path))
        match = record.replay(kept, room(kept.game))
    except BadRecord as error:
        return {"file": str(path), "true": False, "says": [f"{path}: refused. {error}"]}
    title, moves = match.room.plate.title, len(match.log)
    says = [
        f"{path}: a match of {title}, {', '.join(match.seats)}, {moves} moves.",
        "Every move was legal, and the luck of every move follows from the secret.",
        f"The secret fits the commitment {kept.commitment}:",
        "if you saw that commitment before the first move, nobody could change the luck afterwards.",
    ]
    if match.over:
        winners = joined([match.seats[seat] for seat in match.state.winners()])
        says.append(f"It ended: {match.room.ending_words(match.state.ending())} {winners or 'Nobody'} won.")
    else:
        says.append(
            "It is not over: this is a private save, and whoever has it can work out the luck to come."
        )
    facts = {"game": kept.game, "moves": moves, "ending": kept.ending, "winners": kept.winners}
    return {"file": str(path), "true": True, **facts, "commitment": kept.commitment, "says": says}


def read_text(path: Path) -> str:
    """Return the text of a record file, or raise BadRecord if it is not text."""
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadRecord(f"line {line}: this is not a text file") from error
