"""Sentences: by name to everybody, in the second person to those they name."""

import re

from longbeard.engine import gate
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.engine.story import ALL_EYES, SPECTATOR
from longbeard.engine.telling import Row, named_seat

NAMES = ("Qaa", "Qbb", "Qcc")
YOU = re.compile(r"\byou(r|rs)?\b", re.IGNORECASE)
THIRD = re.compile(r"\b[Yy]ou (\w+s|is|has|does)\b")
"""Matches a verb that is left in the third person: You draws."""


def played(room: Room, seed: int) -> Match:
    match = Match(room, NAMES[: min(3, room.plate.seats[1])], secret=seed_secret(seed))
    luck = QuickLuck(seed)
    while not match.over and len(match.log) < 250:
        legal = match.state.legal()
        match.play(match.to_act, legal[int(luck.below(len(legal)))])
    return match


def test_whoever_is_spoken_of_is_called_you(room: Room) -> None:
    """No sentence calls its reader by name; every sentence that names somebody says "you" to them."""
    spoken = 0
    for seed in range(3):
        match = played(room, seed)
        for event in (*match.opening, *(event for move in match.log for event in move.events)):
            plain = gate.told(match, 0, event, SPECTATOR)["words"]
            assert not YOU.search(plain)
            for seat, name in enumerate(match.seats):
                words = gate.told(match, 0, event, seat)["words"]
                assert name not in words
                assert bool(YOU.search(words)) == (name in plain), (plain, words)
                assert not THIRD.search(words), words
                assert words == plain or seat in gate.told_to_all(match, 0, event)[1]
                spoken += words != plain
    assert spoken > 100


def test_guests_and_all_eyes_hear_names(room: Room) -> None:
    match = played(room, 1)
    eyes = [SPECTATOR, ALL_EYES] if match.over else [SPECTATOR]
    for viewer in eyes:
        assert not any(YOU.search(told["words"]) for told in gate.story(match, viewer))
        for frame in gate.frames(match, viewer, len(match.log) - 3):
            assert not any(YOU.search(told["words"]) for told in frame["told"])


def test_frames_and_story_say_the_same(room: Room) -> None:
    match = played(room, 2)
    for viewer in (SPECTATOR, *range(len(match.seats))):
        since = max(len(match.log) - 5, gate.told_since(match, viewer))
        framed = [told for frame in gate.frames(match, viewer, since) for told in frame["told"]]
        assert framed == gate.story(match, viewer, since)


def test_forms_of_one_seat_and_of_several() -> None:
    row = Row(
        0, "beats", ("who", "whom"), "{who:You beat|# beats} {whom:you|#}.", more=lambda box, names, data: {}
    )
    namers = {"who": named_seat, "whom": named_seat}
    context = (None, NAMES)
    told = [row.tell(context, [0, 1], namers, reader) for reader in (-1, 0, 1, 2)]
    assert told == ["Qaa beats Qbb.", "You beat Qbb.", "Qaa beats you.", "Qaa beats Qbb."]
    assert row.named(context, [0, 1], namers) == {0, 1}
    shared = Row(0, "won", (), "{seats:You} share it.", more=lambda box, names, data: {"seats": tuple(data)})
    told = [shared.tell(context, [0, 1, 2], {}, reader) for reader in (-1, 1)]
    assert told == ["Qaa, Qbb and Qcc share it.", "You, Qaa and Qcc share it."]
