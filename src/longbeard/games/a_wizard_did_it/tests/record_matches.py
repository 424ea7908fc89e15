"""Writes matches/*.json and playthrough.txt again: `python record_matches.py`. The tests compare them."""

from pathlib import Path

from longbeard.engine import gate, record
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.games import room

HERE = Path(__file__).parent
ROOM = room("a-wizard-did-it")
NAMES = ("Ada", "Bert")
PLAYTHROUGH = 0


def random_match(seed: int, memory: str = "off") -> Match:
    """Return a match of two players who choose at random."""
    match = Match(ROOM, NAMES, {"memory": memory}, seed_secret(seed))
    luck = QuickLuck(seed)
    while not match.over:
        legal = match.state.legal()
        match.play(match.to_act, legal[luck.below(len(legal))])
    return match


def find(ending: str) -> int:
    """Return the first seed with this ending."""
    seed = 0
    while random_match(seed).state.ending() != ending:
        seed += 1
    return seed


def playthrough() -> str:
    """Return a whole match in words: what the first wizard sees and hears, and every choice."""
    whole = random_match(PLAYTHROUGH)
    match = Match(ROOM, NAMES, whole.options, whole.secret)
    lines = [f"{ROOM.plate.title}: a whole match, as {NAMES[0]} sees it.", "", *_told(match, 0), ""]
    for move in whole.log:
        if move.seat == 0:
            lines += [*ROOM.words(ROOM.look(match.state, 0), NAMES), ""]
            lines += _choices(match)
        match.play(move.seat, move.action)
        lines += [f"> {NAMES[move.seat]}: {match.text(move)}", *_told(match, len(match.log)), ""]
    lines += [*ROOM.words(ROOM.look(match.state, 0), NAMES), "", ROOM.ending_words(match.state.ending())]
    return "\n".join(lines) + "\n"


def _choices(match: Match) -> list[str]:
    """Return the choices: all of them at first; later there are too many to read."""
    choices = gate.choices(match, match.state)
    if match.log[1:]:
        return [f"({len(choices)} choices)"]
    return [f"  {choice['action']:<32}{choice['words']}" for choice in choices]


def _told(match: Match, move: int) -> list[str]:
    return [event["words"] for event in gate.story(match, 0, move) if event["words"]]


if __name__ == "__main__":
    for ending in ROOM.plate.endings:
        kept = record.write(random_match(find(ending)))
        (HERE / "matches" / f"{ending}-2.json").write_text(kept, encoding="utf-8")
    (HERE / "playthrough.txt").write_text(playthrough(), encoding="utf-8")
