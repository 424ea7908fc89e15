"""Declared games pass the conformance suite, and keep secrets by construction."""

import json
import sys
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests.twins import Twin, real_match

from longbeard.declared.places import bit
from longbeard.engine import gate
from longbeard.engine.check import check, check_pieces
from longbeard.engine.encoder import Sheet, width, write_row
from longbeard.engine.luck import QuickLuck
from longbeard.engine.room import Room

GAMES = Path(__file__).parent.parent / "examples" / "games"
PACKAGES = ("small_potions", "small_bats")


@pytest.fixture
def example(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Room:
    package: str = request.param
    monkeypatch.syspath_prepend(str(GAMES / package.removeprefix("small_") / "src"))
    for name in [name for name in sys.modules if name.startswith(package)]:
        monkeypatch.delitem(sys.modules, name)
    return Room(package)


@pytest.mark.parametrize("example", PACKAGES, indirect=True)
def test_an_example_passes_the_suite(example: Room) -> None:
    fewest, most = example.plate.seats
    for seats in range(fewest, most + 1):
        check(example, seats, 3, 1)
    check_pieces(example)


@pytest.mark.parametrize("example", ["small_bats"], indirect=True)
def test_who_passed_a_card_knows_where_it_is_and_nothing_else(example: Room) -> None:
    table: Any = example.table(4, {"first": "0"})
    luck = QuickLuck(3)
    table.deal(luck)
    given = table.hand[0][0]
    table.resolve(example.parse(table, f"pass {given.key}"), luck)
    for seat in range(3):
        table.resolve(table.legal()[0], luck)
    assert given in table.hand[1]
    assert given.name not in json.dumps(example.look(table, 0)), "a look shows no more than is seen now"
    for seed in range(30):
        twin: Any = table.imagine(0, QuickLuck(seed))
        assert given in twin.hand[1]
    seen = {tuple(card.id for card in table.imagine(0, QuickLuck(s)).hand[2]) for s in range(10)}
    assert len(seen) > 1


@pytest.mark.parametrize("example", ["small_potions"], indirect=True)
def test_what_is_not_declared_is_refused(example: Room) -> None:
    with pytest.raises(AttributeError, match="is not declared, so copies would not have it"):
        example.table(2).stirred = 3  # type: ignore[attr-defined]


@pytest.mark.parametrize("example", ["small_bats"], indirect=True)
@pytest.mark.parametrize("tries", [0, 50])
def test_who_lacks_a_suit_is_never_imagined_with_it(
    example: Room, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("longbeard.declared.table.TRIES", tries)
    luck = QuickLuck(11)
    lacking = 0
    for seats in (3, 4):
        state: Any = example.table(seats)
        state.deal(luck)
        while not state.reason:
            if any(state.values["lacks"]):
                for viewer in range(-1, seats):
                    twin: Any = state.imagine(viewer, luck)
                    for seat, hand in enumerate(twin.hand):
                        lacking += bool(hand) and bool(state.values["lacks"][seat])
                        assert not [card for card in hand if card.suit in state.lacks[seat]]
            legal = state.legal()
            state.resolve(legal[luck.below(len(legal))], luck)
    assert lacking > 100


@pytest.mark.parametrize("example", ["small_bats"], indirect=True)
@pytest.mark.parametrize("tries", [0, 1000])
def test_all_possible_deals_are_imagined_equally_often(
    example: Room, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three bats and three owls between two who lack a suit each, and the deck, which may have any."""
    monkeypatch.setattr("longbeard.declared.table.TRIES", tries)
    state: Any = example.table(3)
    state.deal(QuickLuck(1))
    for place in state.all_places():
        if place is not state.taken[0]:
            place.give_all(state.taken[0])
    wanted = [card for card in state.taken[0] if card.suit in ("bats", "owls") and card.rank <= 9]
    for card, place in zip(wanted, [state.hand[1]] * 2 + [state.deck] * 2 + [state.hand[2]] * 2, strict=True):
        state.taken[0].give(card, place)
        place._known = [0] * len(place)
    state.lacks[1].add("bats")
    state.lacks[2].add("owls")
    seen: Counter[str] = Counter()
    luck = QuickLuck(5)
    for look in range(900):
        twin: Any = state.imagine(0, luck)
        seen[str([twin.hand[1], twin.hand[2], twin.deck])] += 1
    assert len(seen) == 9  # two of three owls, and two of three bats; the rest lies in the deck
    assert sum((times - 100) ** 2 / 100 for times in seen.values()) < 26.1  # 1 in 1000, 8 degrees of freedom


@pytest.mark.parametrize("example", PACKAGES, indirect=True)
def test_what_a_viewer_is_sent_and_taught_does_not_depend_on_what_it_cannot_know(example: Room) -> None:
    fewest, most = example.plate.seats
    for seats, moves in product((fewest, most), (0, 9)):
        match = real_match(example, seats, moves)
        numbers = width(example.encoder, match.state)
        for viewer in range(-1, seats):
            twin = Twin(match, viewer)
            looks = [json.dumps(example.look(one.state, viewer)) for one in (match, twin)]
            assert looks[0] == looks[1]
            frames = [
                json.dumps([gate.frame(one, scene, viewer) for scene in one.scenes(0)])
                for one in (match, twin)
            ]
            assert frames[0] == frames[1]
            sheet = Sheet(2, numbers)
            for row, one in enumerate((match, twin)):
                write_row(example.encoder, one.state, viewer, sheet, row)
            assert list(sheet.numbers)[:numbers] == list(sheet.numbers)[numbers:]


@pytest.mark.parametrize("example", ["small_potions"], indirect=True)
def test_of_two_copies_that_one_leaves_which_a_viewer_knew(example: Room) -> None:
    state: Any = example.table(3)
    state.deal(QuickLuck(1))
    for place in state.pocket:
        place.give_all(state.cupboard)
    kind = state.box.cards[0]
    for copy in range(2):
        state.luck.draw(state.cupboard, state.spent)  # the deck is as unknown as after any draw
        state.cupboard.give(kind, state.pocket[0])
    assert [card.name for card in state.pocket[0].known_to(1)] == []
    state.pocket[0]._known[1] |= bit(1)
    state.pocket[0].give(kind, state.brew[0])
    assert list(state.pocket[0]) == [kind]
    assert state.pocket[0].known_to(1) == []
    assert state.pocket[0].known_to(0) == [kind]
