"""The moments of a move: what people see between two decisions, and that it gives nothing away."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

import pytest

from longbeard.engine import gate
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match, Scene
from longbeard.engine.room import Room
from longbeard.engine.story import ALL_EYES, EVERYONE, SPECTATOR, Event
from longbeard.games.wiz_up_the_wall import events, view
from longbeard.games.wiz_up_the_wall.box import SYMBOLS
from longbeard.games.wiz_up_the_wall.rules import WizUpTheWall

if TYPE_CHECKING:
    from longbeard.games.wiz_up_the_wall.tests.conftest import Lay

NAMES = ["Ada", "Bert", "Cleo", "Dora", "Egon", "Fritz"]
SEATS = [2, 3, 4, 5, 6]
SCORED = ("turns-up", "cut", "count", "bust", "points", "round-won")


def played(room: Room, seats: int, seed: int, **options: str) -> Match:
    """Return a match in which everybody draws three times out of four and places anywhere."""
    match = Match(room, NAMES[:seats], {"rounds": "2"} | options, secret=seed_secret(seed))
    luck = QuickLuck(seed)
    while not match.over:
        legal = match.state.legal()
        finishing = len(legal) == 2 and legal[0] == 0
        match.play(match.to_act, legal[luck.below(4) // 3] if finishing else legal[luck.below(len(legal))])
    return match


def scenes(room: Room, seats: int, seed: int = 1, **options: str) -> list[Scene]:
    return played(room, seats, seed, **options).scenes(0)


def state_of(scene: Scene) -> WizUpTheWall:
    return cast(WizUpTheWall, scene.state)


def names_of(room: Room, scene: Scene) -> list[str]:
    return [room.event_name(event) for event in scene.events]


def scored(room: Room, seats: int, seed: int = 1) -> Iterator[tuple[list[str], Scene]]:
    """Yield the moments in which a round is scored, with the names of their events."""
    for scene in scenes(room, seats, seed):
        names = names_of(room, scene)
        if set(names) & set(SCORED):
            yield names, scene


# ── every moment ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", SEATS)
def test_every_card_has_its_place_at_every_moment(room: Room, seats: int) -> None:
    for scene in scenes(room, seats):
        assert scene.state.pieces() == [2] * 21 + [1] * 21, names_of(room, scene)


@pytest.mark.parametrize("seats", SEATS)
def test_everybody_sees_the_same_of_what_is_public(room: Room, seats: int) -> None:
    for scene in scenes(room, seats, memory="on"):
        shown = room.public(scene.state)
        private = [view.private(state_of(scene), viewer) for viewer in range(ALL_EYES, seats)]
        for one in private:
            assert one.keys() == private[0].keys()
            assert not one.keys() & shown.keys()


@pytest.mark.parametrize("seats", SEATS)
def test_what_a_viewer_cannot_know_changes_no_moment(room: Room, seats: int) -> None:
    luck = QuickLuck(7)
    for scene in scenes(room, seats, seed=seats, memory="on"):
        for viewer in range(SPECTATOR, seats):
            twin = scene.state.imagine(viewer, luck)
            assert room.look(twin, viewer) == room.look(scene.state, viewer)
            assert twin.pieces() == scene.state.pieces()


@pytest.mark.parametrize("seats", SEATS)
def test_p1_no_symbol_is_public_before_it_was_told(room: Room, seats: int) -> None:
    """And all that was told is to be seen, until the wall is empty again."""
    told: dict[int, list[int]] = {}
    for scene in scenes(room, seats, seed=3):
        for event in scene.events:
            if event.kind == events.ROUND:
                told = {}
            elif event.kind == events.TURNS_UP:
                told[event.data[6]] = event.data[3:5]
        look = view.public(state_of(scene))
        for place, card in enumerate(look["cards"]):
            symbols = [look["symbols"][symbol] for symbol in told.get(place, [])]
            assert card["symbols"] == symbols


def test_a_moment_can_be_read_aloud(room: Room) -> None:
    for scene in scenes(room, 4):
        for viewer in (SPECTATOR, 0, ALL_EYES):
            lines = room.words(room.look(scene.state, viewer), NAMES[:4])
            assert all(len(line) <= 100 for line in lines)


def test_watching_changes_nothing(room: Room) -> None:
    match = played(room, 3, 5)
    last = match.scenes(0)[-1]
    assert last.state.dump() == match.state.dump()
    told = [event for scene in match.scenes(0) for event in scene.events]
    heard = [*match.opening, *(event for move in match.log for event in move.events)]
    assert [(event.kind, event.data) for event in told] == [(event.kind, event.data) for event in heard]


def test_the_usual_turn_is_a_few_moments(room: Room) -> None:
    """Draw; lay; and whose turn it is. The end of a round takes three for every stream."""
    match = played(room, 3, 8)
    counts = Counter(scene.move for scene in match.scenes(1))
    draws = [number for number, move in enumerate(match.log, start=1) if match.text(move) == "draw"]
    assert {counts[number] for number in draws} == {1}
    assert Counter(counts[number] for number in counts if number not in draws).most_common(1)[0][0] == 2
    assert max(counts.values()) <= 3 * 3 + 1 + 3 + 4


# ── the end of a round (finding 3) ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", SEATS)
def test_p1_the_wall_stands_until_its_scoring_was_told(room: Room, seats: int) -> None:
    moments = scenes(room, seats)
    for number, scene in enumerate(moments):
        names = names_of(room, scene)
        if not set(names) & set(SCORED):
            continue
        assert not {"round", "stands", "dealt"} & set(names), "the next round is told for itself"
        look, before = view.public(state_of(scene)), view.public(state_of(moments[number - 1]))
        backs = [(card["q"], card["r"], card["seat"]) for card in look["cards"]]
        assert backs == [(card["q"], card["r"], card["seat"]) for card in before["cards"]]
        assert (look["round"], look["unlaid"], look["drawn"]) == (before["round"], [], "")


@pytest.mark.parametrize("seats", SEATS)
def test_p2_a_stream_is_turned_up_counted_and_scored_one_after_the_other(room: Room, seats: int) -> None:
    steps = []
    for names, scene in scored(room, seats):
        look = view.public(state_of(scene))
        if "won" not in names:
            steps.append((look["decision"], look["turn"] if look["decision"] != "round-over" else -1))
        up = {card["seat"] for card in look["cards"] if card["symbols"]}
        known = [len(wizard["points"]) == look["round"] for wizard in look["wizards"]]
        if look["decision"] in ("round-over", "finished"):
            assert all(known)
        else:
            turn = look["turn"]
            assert up == set(range(turn + 1))
            assert known == [seat < turn + (look["decision"] == "scored") for seat in range(seats)]
        for wizard in look["wizards"]:
            assert wizard["total"] == sum(points or 0 for points in wizard["points"])
    each = [(step, seat) for seat in range(seats) for step in ("turning-up", "counting", "scored")]
    assert steps == [*each, ("round-over", -1)] * 2


def test_p3_points_are_seen_when_they_are_told(room: Room) -> None:
    for scene in scenes(room, 4, seed=6):
        look = view.public(state_of(scene))
        for event in scene.events:
            if event.kind == events.POINTS:
                seat, points, total = event.data
                assert (look["wizards"][seat]["points"][-1] or 0, look["wizards"][seat]["total"]) == (
                    points,
                    total,
                )


def test_p4_nobody_has_won_before_it_is_told(room: Room) -> None:
    *before, last = scenes(room, 3)
    assert [scene.state.winners() for scene in before] == [[]] * len(before)
    assert not [scene for scene in before if "won" in names_of(room, scene)]
    assert names_of(room, last) == ["won"]
    assert last.state.winners()


# ── a cut ─────────────────────────────────────────────────────────────────────────────────────────


def test_t5_a_card_lies_there_before_it_cuts(room: Room) -> None:
    """First the card on the other's stream, then what it does to it."""
    moments = [
        scene
        for seed in range(4)
        for scene in scenes(room, 6, seed)
        if {"lays", "crosses"} & set(names_of(room, scene)) and not scene.last
    ]
    crossed = [number for number, scene in enumerate(moments) if "crosses" in names_of(room, scene)]
    assert crossed
    for number in crossed:
        laid, cut = (view.public(state_of(scene)) for scene in moments[number - 1 : number + 1])
        (told,) = [event.data for event in moments[number].events if event.kind == events.CROSSES]
        by, seat, q, r, lost, _ = told
        (card,) = [card for card in cut["cards"] if (card["q"], card["r"], card["seat"]) == (q, r, seat)]
        assert (card["cut"], card["by"], card["counts"]) == (True, by, False)
        assert laid["counting"][seat] - cut["counting"][seat] == lost
        top = laid["cards"][-1]
        assert (top["q"], top["r"], top["seat"]) == (q, r, by)
        assert cut["wizards"][seat]["spell"] != "casting"


# ── the rows ──────────────────────────────────────────────────────────────────────────────────────

SAMPLES = {
    "round": [1, 3, 0],
    "stands": [1, 4],
    "dealt": [0, 1, 0],
    "next": [0, 12],
    "lays-blind": [0, 4, -1, 1, 0, 2],
    "turn": [1],
    "draws": [1, 1, 0],
    "drawn": [1, 2, 2],
    "lays": [0, 3, 1, 0, 1, 9],
    "crosses": [0, 1, 4, 2, 1, 0],
    "touches": [0, 1],
    "finishes": [1],
    "stuck": [1],
    "ran-out": [],
    "scoring": [2],
    "turns-up": [0, 4, 1, 0, 3, 0, 5],
    "cut": [1, 0, 4, 2, 1],
    "count": [0, 3, 0, 1, 0, 0, 0],
    "bust": [0, 1, 6],
    "points": [0, 1, 8],
    "round-won": [0, 1, 2],
    "won": [2],
    "stream": [1],
}


def test_every_event_has_a_row_that_can_be_told(room: Room, lay: "Lay") -> None:
    assert [row.name for row in room.game.events] == list(SAMPLES)
    for kind, data in enumerate(SAMPLES.values()):
        event = Event(kind, EVERYONE, data)
        words = room.tell(lay.box, event, NAMES)
        assert words.endswith(".") or kind == events.TURNS_UP
        assert "{" not in "".join([words, *room.spots(lay.box, event), *room.path(lay.box, event)])
        assert len(room.path(lay.box, event)) in (0, 2)


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        (events.CROSSES, [0, 1, 4, 2, 1, 0], "the spell ends, and 1 card no longer counts."),
        (events.CROSSES, [0, 1, 4, 2, 3, 1], "the spell was over, but 3 cards no longer count."),
        (events.CUT, [1, 0, 4, 2, 1], "by Ada: 1 card does not count."),
        (events.CUT, [1, 0, 4, 2, 2], "by Ada: 2 cards do not count."),
        (events.POINTS, [0, 1, 8], "Ada scores 1 point and has 8."),
        (events.POINTS, [0, 0, 8], "Ada scores 0 points and has 8."),
        (events.COUNT, [1] + [0] * SYMBOLS, "Bert's mana: none."),
        (events.NEXT, [1, 1], "The next card forks; it is the last of the pile."),
        (events.DRAWS, [1, 0, 0], "Bert draws a straight card. The pile is empty."),
        (events.DEALT, [1, 0, 1], "unseen: a straight card, then a fork."),
        (events.DEALT, [1, 1, 1], "unseen: both fork."),
        (events.STREAM, [0], "Ada's stream is turned up."),
        (events.TURNS_UP, [0, 4, 1, 3, 3, 0, 5], ""),
        (events.ROUND_WON, [], "Nobody wins the round: nobody scored."),
        (events.ROUND_WON, [1], "Bert wins the round."),
        (events.ROUND_WON, [0, 1, 2], "Ada, Bert and Cleo win the round."),
        (events.WON, [0, 1], "Ada and Bert share the win."),
    ],
)
def test_sentences_agree_with_their_numbers(
    room: Room, lay: "Lay", kind: int, data: list[int], words: str
) -> None:
    told = room.tell(lay.box, Event(kind, EVERYONE, data), NAMES)
    assert told.endswith(words)
    assert bool(told) is bool(words)


def test_the_gate_shows_every_moment_of_the_last_move(room: Room) -> None:
    match = played(room, 3, 1)
    frames = gate.frames(match, SPECTATOR, len(match.log))
    assert [frame["table"]["decision"] for frame in frames][-3:] == ["scored", "round-over", "finished"]
    assert [frame["last"] for frame in frames] == [False] * (len(frames) - 1) + [True]
