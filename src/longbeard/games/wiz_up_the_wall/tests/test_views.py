"""What one sees, what one can imagine, and how it is told: the secrets of this room are its game."""

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from longbeard.engine import gate
from longbeard.engine.luck import QuickLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.engine.state import OVER
from longbeard.engine.story import ALL_EYES, EVERYONE, SPECTATOR, Event
from longbeard.games.wiz_up_the_wall import choices, drawing, events, view
from longbeard.games.wiz_up_the_wall.box import BLIND, forks
from longbeard.games.wiz_up_the_wall.rules import WizUpTheWall

if TYPE_CHECKING:
    from longbeard.games.wiz_up_the_wall.tests.conftest import Lay, Table


def known_cards(state: WizUpTheWall, seat: int) -> list[int]:
    """Return the cards that a seat saw in this round, as laid: its own but the blind ones, and its hand."""
    streams = state.streams
    places = range(BLIND * int(state.seats), int(streams.laid))
    cards = [int(streams.card(place)) for place in places if streams.owner(place) == seat]
    return cards + ([int(state.hand)] if state.holds(seat) else [])


def shapes(state: WizUpTheWall) -> list[bool]:
    laid = [forks(state.streams.card(place)) for place in range(state.dealt())]
    return [*laid, forks(state.hand), forks(state.next)]


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_imagine_keeps_what_was_seen_and_every_shape(lay: "Lay", seats: int) -> None:
    luck = QuickLuck(seats)
    state = lay.open(seats, rounds="2").state
    state.deal(luck)
    while state.to_act() != OVER:
        for seat in range(seats):
            twin = state.imagine(seat, luck)
            assert known_cards(twin, seat) == known_cards(state, seat)
            assert shapes(twin) == shapes(state)
            assert sorted(twin.pile) == sorted(state.box.pile)
            assert twin.pieces() == state.pieces() == [2] * 21 + [1] * 21
        legal = state.legal()
        state.resolve(legal[0] if luck.below(4) else legal[-1], luck)


def test_imagine_forgets_everything_else(lay: "Lay") -> None:
    """Blind cards, others' cards, others' hand and the next card all come out differently at times."""
    table = lay("s s s s", "steam").grow("0,3", "4,1").play("draw")
    luck = QuickLuck(1)
    seen = [table.state.imagine(1, luck) for sample in range(60)]
    for place in (0, 1, 2, 3, 4):
        assert len({int(twin.streams.card(place)) for twin in seen}) > 10
    assert len({int(twin.streams.card(5)) for twin in seen}) == 1
    assert len({int(twin.hand) for twin in seen}) > 10
    assert len({int(twin.next) for twin in seen}) > 10
    assert {int(table.state.imagine(0, luck).hand) for sample in range(60)} == {int(table.state.hand)}


def test_imagine_is_fair(lay: "Lay") -> None:
    """Ada has seen both straight steams. For her blind straight card the other 40 are equally likely."""
    table = lay("s f s s", "steam").play("draw", "ash").play("place@1,2")
    table.play("draw", "steam").play("place@4,1").play("draw", "s").play("place@2,2")
    luck, box = QuickLuck(7), table.state.box
    drawn = Counter(int(table.state.imagine(0, luck).streams.card(0)) for sample in range(8000))
    steam = box.slugs.index("steam")
    assert drawn[steam] == 0
    expected = {card: 8000 * (2 if card != steam else 0) / 40 for card in range(21)}
    chi = sum((drawn[card] - number) ** 2 / number for card, number in expected.items() if number)
    assert chi < 43.8  # 19 degrees of freedom: one in a thousand
    forked = Counter(int(table.state.imagine(0, luck).streams.card(1)) for sample in range(4200))
    chi = sum((forked[card] - 200) ** 2 / 200 for card in range(21, 42))
    assert chi < 45.3  # 20 degrees of freedom


def test_what_is_imagined_depends_on_nothing_hidden(lay: "Lay") -> None:
    """Two tables that Ada cannot tell apart."""
    one, other = lay("s s s s", "steam"), lay("ash comet moonflower coral", "steam")
    for table, theirs in ((one, "flood"), (other, "ossuary")):
        table.play("draw", theirs).play("place@0,3").play("draw", "s").play("place@4,1")
    for seed in range(5):
        assert one.state.imagine(0, QuickLuck(seed)).dump() == other.state.imagine(0, QuickLuck(seed)).dump()
    assert one.look(0) == other.look(0)
    assert one.state.imagine(1, QuickLuck(1)).dump() != other.state.imagine(1, QuickLuck(1)).dump()


def test_everything_is_known_when_the_match_is_over(lay: "Lay") -> None:
    table = lay("blaze steam flood storm", "ash").finish(2)
    twin = table.state.imagine(SPECTATOR, QuickLuck(1))
    assert [int(twin.streams.card(place)) for place in range(4)] == [
        int(table.state.streams.card(place)) for place in range(4)
    ]


def seen(table: "Table", seat: int) -> dict[str, int]:
    """Return what the memory aid tells a seat."""
    found = table.look(seat)["seen"][seat]
    assert found is not None
    return found


def test_the_memory_aid_counts_what_one_has_seen(lay: "Lay") -> None:
    """Not the blind cards, not the hand, not what was cut off, and only for oneself."""
    table = lay("blaze blaze-fork flood flood", "steam", memory="on")
    assert table.look(0)["seen"][0] == dict.fromkeys(table.state.box.symbols, 0)
    table.play("draw", "comet").play("place@1,2")
    assert seen(table, 0)["ember"] == 1
    assert table.look(1)["seen"][0] is None
    assert table.look(SPECTATOR)["seen"] == [None, None]
    table.play("draw", "s").play("place@4,1").grow("2,2", "4,2", "3,2")
    assert seen(table, 1)["star"] >= 1
    before = sum(seen(table, 1).values())
    table.finish().grow("4,2")
    assert sum(seen(table, 1).values()) == before - 2
    assert "  Seen in cards that count: " in "\n".join(drawing.words(table.look(1), table.names))


def test_without_the_memory_aid_nothing_is_counted(lay: "Lay") -> None:
    table = lay("s s s s", "steam").grow("0,3")
    assert table.look(0)["seen"] == [None, None]


def test_t2_symbols_of_cards_laid_earlier_are_forgotten(lay: "Lay") -> None:
    """Some of them, and never those in hand; the shapes lie there for all to see."""
    table = lay("s s s s", "steam").grow("0,3", "4,1", "0,4", "4,2").play("draw")
    mine = [4, 6]
    seen: set[tuple[int, ...]] = set()
    for seed in range(40):
        twin = table.state.imagine(0, QuickLuck(seed))
        twin.forget(0, QuickLuck(seed))
        assert twin.pieces() == table.state.pieces()
        assert view.look(twin, 0) == table.look(0)
        assert int(twin.hand) == int(table.state.hand)
        seen.add(tuple(int(twin.streams.card(place)) for place in mine))
    truth = tuple(int(table.state.streams.card(place)) for place in mine)
    assert truth in seen
    assert {one == truth[0] for one, _ in seen} == {True, False}
    assert {other == truth[1] for _, other in seen} == {True, False}


def test_t2_with_the_memory_aid_nothing_is_forgotten(lay: "Lay") -> None:
    table = lay("s s s s", "steam", memory="on").grow("0,3", "4,1", "0,4", "4,2")
    for seed in range(20):
        twin = table.state.imagine(0, QuickLuck(seed))
        twin.forget(0, QuickLuck(seed))
        assert [int(twin.streams.card(place)) for place in (4, 6)] == [
            int(table.state.streams.card(place)) for place in (4, 6)
        ]


def test_whoever_replays_a_match_with_all_eyes_sees_both_sides_of_the_cards(lay: "Lay") -> None:
    state = lay("s s s s", "steam").state
    faces = view.look(state, ALL_EYES)["faces"]
    assert [len(symbols) for symbols in faces] == [2] * 4
    for viewer in (SPECTATOR, 0, 1):
        assert not any(card["symbols"] for card in view.look(state, viewer)["cards"])
        assert view.look(state, viewer)["faces"] == []


def test_the_round_before_stays_turned_up(lay: "Lay") -> None:
    table = lay("blaze steam flood storm", "ash", rounds="2")
    assert table.look()["earlier"] == []
    table.finish(2)
    earlier = table.look()["earlier"]
    assert [card["symbols"] for card in earlier][:2] == [["ember", "ember"], ["ember", "tide"]]
    assert [card["symbols"] for card in table.look()["cards"]] == [[]] * 4
    assert "Last round, Ada: 2 cards count, 3 ember, 1 tide." in drawing.words(table.look(), table.names)
    assert table.state.clone().earlier is table.state.earlier


def test_twin_matches_send_the_same_bytes(room: Room) -> None:
    """Two matches that differ only in what a seat cannot know."""
    match = Match(room, ["Ada", "Bert", "Cleo"], {"first": "0"}, secret=seed_secret(5))
    for move in range(14):
        match.play(match.to_act, match.state.legal()[0])
    for viewer in (SPECTATOR, 0, 1, 2):
        sent = gate.sent(match, viewer)
        truth = match.state
        match.state = truth.imagine(viewer, QuickLuck(3))
        assert gate.sent(match, viewer) == sent
        assert match.state.dump() != truth.dump()
        match.state = truth


def test_only_finishing_can_be_taken_back_and_not_the_last_one(lay: "Lay") -> None:
    table = lay("s s s s")
    assert (table.state.quiet(1), table.state.quiet(0)) == (True, False)
    assert not table.finish().state.quiet(1)
    assert not table.play("draw").state.quiet(table.state.legal()[0])


# ── drawn and told ────────────────────────────────────────────────────────────────────────────────


def all_looks(room: Room, seats: int, seed: int) -> list[dict[str, Any]]:
    names = ["Ada", "Bert", "Cleo", "Dora", "Egon", "Fritz"][:seats]
    match = Match(room, names, {"memory": "on"}, secret=seed_secret(seed))
    luck, looks = QuickLuck(seed), []
    while not match.over:
        looks.append(room.look(match.state, match.to_act))
        legal = match.state.legal()
        match.play(match.to_act, legal[luck.below(len(legal))] if luck.below(4) else legal[0])
    return [*looks, room.look(match.state, ALL_EYES)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_words_fit_a_terminal(room: Room, seats: int) -> None:
    names = ["Ada", "Bert", "Cleo", "Dora", "Egon", "Fritz"][:seats]
    for look in all_looks(room, seats, seats):
        for line in room.words(look, names):
            assert len(line) <= 100
            assert line == line.rstrip()
            assert line.isascii()


def test_a_stream_round_the_edge_is_drawn_at_both(lay: "Lay") -> None:
    assert (
        lay("s s f s")
        .play("place@5,-1")
        .grow("0,3", "6,-1", "0,4", "7,-1")
        .shows(
            """
        : 5  (A)
        :     |
        : 4   A
        :     |
        : 3  A(B)
        :   / |                           B /
        : 2   A                       B /
        :     |          (B)      B /
        : 1   A             \\ B /
        :     |               |
        : 0  [A]             [B]
        """
        )
    )


def test_more_than_fits_into_a_cell_is_starred() -> None:
    line = [" "] * 20
    drawing._write(line, 10, "Abc(DE)")
    assert "".join(line).strip() == "Abc(*"


def test_the_streams_in_words(lay: "Lay") -> None:
    table = lay("s f s s").grow("1,2", "4,1", "2,2", "4,2", "3,2", "4,3", "4,2")
    lines = drawing.describe(table.look(), table.names)
    assert lines[:6] == [
        "Round 1 of 1. Ada draws a card or finishes.",
        "Ada (A) at column 0: still casting, 6 cards count.",
        "  From the wizard up: 2 cards, column 0, height 1 to column 0, height 2; it ends in a fork; tip at",
        "      column 7, height 2.5.",
        "  From the fork at column 0, height 2 up and right: 4 cards, column 1, height 2.5 to column 4,",
        "      height 4; tip at column 5, height 4.5.",
    ]
    assert lines[6:9] == [
        "Bert (B) at column 4: ended by a crossing, 3 cards count.",
        "  From the wizard up: 5 cards, column 4, height 1 to column 4, height 5; cut at column 4, height 4",
        "      by Ada.",
    ]
    assert lines[9].startswith("Pile: 52 left; the next card ")


def test_whom_a_tip_would_hit_is_said(lay: "Lay") -> None:
    table = lay("f s s s f s").play("place@1,1").play("place@7,-2")
    table.grow("2,1", "4,1", "6,-1", "3,1", "4,2", "5,0").play("draw")
    told = " ".join(drawing.describe(table.look(0), table.names))
    assert "tip at column 4, height 3, on Bert's stream, which is also Cleo's tip" in " ".join(told.split())
    assert choices.phrase(table.state, table.state.legal()[1], table.names) == (
        "Place the card at column 4, height 3 "
        "(crosses Bert's stream; touches Cleo's tip and ends both spells)"
    )
    assert f"In hand: {' and '.join(table.look(0)['hand']['symbols'])}, on a straight card." in (
        drawing.describe(table.look(0), table.names)
    )
    assert "Ada holds a straight card." in drawing.describe(table.look(1), table.names)


def test_choices_in_words(lay: "Lay") -> None:
    table = lay("f s s s", "f")
    assert choices.phrase(table.state, table.state.legal()[0], table.names) == (
        "Lay your second unseen card at column 1, height 1.5"
    )
    table.play("place@1,1")
    assert [choices.phrase(table.state, action, table.names) for action in table.state.legal()] == [
        *("Draw the top card, a fork", "Declare your spell finished")
    ]


def test_every_event_has_a_sentence(room: Room) -> None:
    match = Match(room, ["Ada", "Bert", "Cleo"], secret=seed_secret(9))
    while not match.over:
        legal = match.state.legal()
        match.play(match.to_act, legal[0] if len(match.log) % 7 else legal[-1])
    told = [entry for viewer in (0, 1, 2) for entry in gate.story(match, viewer)]
    assert {entry["event"] for entry in told if not entry["words"]} == {"turns-up"}, "a stream is told as one"


def test_every_word_is_explained(lay: "Lay") -> None:
    entries = view.glossary(lay.box)
    assert entries["steam"].startswith("Steam (ember, tide), a card that runs straight.")
    assert {"tip", "fork", "bust", "ember", "old-spout", "crossing", "touching"} <= entries.keys()
    assert set(lay.box.slugs) <= entries.keys()


# ── on the page ───────────────────────────────────────────────────────────────────────────────────


def test_one_points_at_the_pile_at_the_scroll_or_at_a_cell(lay: "Lay") -> None:
    table = lay("s s s s", "steam")
    state = table.state
    assert [choices.steps(state, action) for action in state.legal()] == [["pile"], ["finish"]]
    table.play("draw")
    cells = [(tip["q"], tip["r"]) for tip in view.look(state, 0)["wizards"][int(state.turn)]["tips"]]
    assert [choices.steps(state, action) for action in state.legal()] == [[f"cell:{q},{r}"] for q, r in cells]


def test_where_something_happened_says_nothing_of_the_symbols(room: Room, lay: "Lay") -> None:
    box = lay("s s s s").state.box
    told = {tuple(room.spots(box, Event(events.DRAWN, 0, [0, one, 3]))) for one in range(6)}
    assert told == {("hand",)}
    lays = Event(events.LAYS, EVERYONE, [0, 4, 1, 0, 0, 4])
    assert (room.spots(box, lays), room.path(box, lays)) == (["cell:4,1"], ["hand", "cell:4,1"])
    assert room.spots(box, Event(events.TOUCHES, EVERYONE, [0, 1])) == ["wizard:0", "wizard:1"]
    assert room.spots(box, Event(events.WON, EVERYONE, [0, 2])) == ["wizard:0", "wizard:2"]
    assert room.spots(box, Event(events.WON, EVERYONE, [])) == []
