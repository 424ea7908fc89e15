"""The longest matches that players can make who do not want them to end: everything stays bounded.

What is looked at are sizes and counts, not seconds: how many numbers a state has, how long a look is, how
often `imagine` asks for chance, and how much a search of a few visits does.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

import pytest
from mypy_extensions import i64

from longbeard.bots.search import Search
from longbeard.engine.encoder import Sheet, width, write_row
from longbeard.engine.luck import Luck, QuickLuck
from longbeard.engine.room import Room
from longbeard.engine.state import OVER, State
from longbeard.engine.story import SPECTATOR
from longbeard.games import room as open_room
from longbeard.games.a_wizard_did_it.box import RoadBox
from longbeard.games.a_wizard_did_it.rules import AWizardDidIt
from longbeard.games.a_wizard_did_it.scenes import lay_out, play
from longbeard.games.witless_wizards import abilities
from longbeard.games.witless_wizards import encode as wizards
from longbeard.games.witless_wizards.box import DEFENSIVE, OFFENSIVE, SLOTS
from longbeard.games.witless_wizards.rules import WitlessWizards
from longbeard.games.wiz_up_the_wall.box import CARDS
from longbeard.games.wiz_up_the_wall.rules import WizUpTheWall

WALL = open_room("wiz-up-the-wall")
WIZARDS = open_room("witless-wizards")
ROADS = open_room("a-wizard-did-it")
ROAD_BOX = cast(RoadBox, ROADS.box)
ROAD_CARDS = [ROAD_BOX.slugs[card] for card in ROAD_BOX.deck]
VISITS = 4


class CountingLuck(Luck):
    """Quick luck that counts how often it was asked."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.quick = QuickLuck(seed)

    def word(self) -> i64:
        self.used += 1
        return self.quick.word()


@dataclass(frozen=True)
class Bounds:
    """The most that a position of a game may take, however long the match has gone on."""

    dump: int
    """Numbers in a state."""
    look: int
    """Characters in a look."""
    draws: int
    """Times that `imagine` asks for chance, for any viewer."""
    playout: int
    """Times that one visit of a search asks for chance."""


def check_bounded(room: Room, state: State, bounds: Bounds, seed: int) -> None:
    """Check a position against its bounds, for every viewer; and let the seat that decides search."""
    assert len(state.dump()) <= bounds.dump
    sheet = Sheet(1, width(room.encoder, state))
    for viewer in (SPECTATOR, *range(int(state.seats))):
        assert len(json.dumps(room.look(state, viewer))) <= bounds.look
        luck = CountingLuck(seed)
        assert len(state.imagine(viewer, luck).dump()) <= bounds.dump
        assert luck.used <= bounds.draws
        write_row(room.encoder, state, viewer, sheet, 0)
    if state.to_act() != OVER:
        luck = CountingLuck(seed)
        seat = state.to_act()
        search = Search(state.imagine(seat, luck), seat, room.hints, luck, 10_000)
        search.run(VISITS)
        assert luck.used <= (VISITS + 1) * (bounds.draws + bounds.playout)
        assert search.tree.count <= 1 + VISITS * 100


def drawn_out(state: State, peace: Callable[[Any], float], seed: int) -> Iterator[State]:
    """Yield a match, position by position, of players who all choose the most peaceful action.

    They even know what luck will bring, so that few other matches can be longer.
    """
    luck, to_come = QuickLuck(seed), QuickLuck()
    state.deal(luck)
    while state.to_act() != OVER:
        yield state
        best, most = -1, float("-inf")
        for action in state.legal():
            after = state.clone()
            to_come.state = luck.state
            after.resolve(action, to_come)
            worth = peace(after)
            if worth > most:
                best, most = action, worth
        state.resolve(best, luck)
    yield state


# ── Wiz Up The Wall: nine rounds, and nobody ever stops ───────────────────────────────────────────


def casting(state: WizUpTheWall) -> float:
    """Prefer to draw on, and to cross and touch nobody: count the spells that go on, and the cards laid."""
    return 100.0 * int(state.streams.casting).bit_count() + int(state.streams.laid) + 1000 * int(state.round)


@pytest.mark.parametrize("seats", [2, 6])
def test_wiz_up_the_wall_is_bounded(seats: int) -> None:
    bounds = Bounds(dump=300, look=25_000, draws=CARDS + 2, playout=2_000)
    state = WALL.table(seats, {"rounds": "9", "memory": "on", "first": "0"})
    assert isinstance(state, WizUpTheWall)
    cards = []
    for number, position in enumerate(drawn_out(state, casting, 3)):
        if number % 97 == 0 or position.to_act() == OVER:
            check_bounded(WALL, position, bounds, number)
        if number % 10 == 0:
            cards.append(int(state.streams.laid))
    assert state.round == 8
    assert state.earlier is not None
    assert max(cards) > 50, "the players do not build for long"


# ── Witless Wizards: everyone is kind to everyone ─────────────────────────────────────────────────


WIZARD_BOUNDS = Bounds(dump=100, look=6_000, draws=16, playout=5_000)


def kindness(state: WitlessWizards) -> float:
    """Prefer thick armour, blunt weapons, stamina and cubes for all who are in."""
    if state.to_act() == OVER:
        return 0.0
    worth = 0
    for seat in range(int(state.seats)):
        if not state.is_in(seat):
            continue
        stamina, slot = int(state.stamina[seat]), seat * SLOTS
        attack = state.box.value[state.worn[slot + OFFENSIVE]] + state.total(seat, abilities.MIGHT)
        armour = state.box.value[state.worn[slot + DEFENSIVE]] + state.total(seat, abilities.WARD)
        sharp = sum(
            int(state.total(seat, word))
            for word in (
                abilities.SPLASH,
                abilities.PIERCE,
                abilities.THORNS,
                abilities.RECOIL,
                abilities.TWICE,
            )
        )
        worth += 10_000 + 100 * min(stamina, 6) + stamina + 60 * int(armour - attack) - 100 * sharp
        worth += 5 * min(int(state.cubes[seat]), 30) - 200 * int(state.total(seat, abilities.CURSED))
    return float(worth)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_witless_wizards_is_bounded(seats: int) -> None:
    state = WIZARDS.table(seats, {"first": "0"})
    assert isinstance(state, WitlessWizards)
    for number, position in enumerate(islice(drawn_out(state, kindness, 8), 4000)):
        if number % 200 == 0:
            check_bounded(WIZARDS, position, WIZARD_BOUNDS, number)
    assert state.turns > 600, "these wizards are not kind enough"


def test_a_pool_of_any_size_and_any_number_of_turns_fit_into_an_observation() -> None:
    state = WIZARDS.table(2, {"first": "0"})
    assert isinstance(state, WitlessWizards)
    state.deal(QuickLuck(1))
    state.cubes[1], state.turns = 1_000_000, 40_000
    sheet = Sheet(1, width(WIZARDS.encoder, state))
    write_row(WIZARDS.encoder, state, 0, sheet, 0)
    written: dict[str, list[int]] = {}
    at = 0
    for field in wizards.layout(state):
        written[field.name] = [int(number) for number in sheet.numbers[at : at + field.numbers]]
        at += field.numbers
    assert (written["cubes"], written["turns"]) == ([1, 32_767], [32_767])
    check_bounded(WIZARDS, state, WIZARD_BOUNDS, 1)


# ── A Wizard Did It…: all its cards, whatever is played ───────────────────────────────────────────

# A rollout plays at most all cards, each with two choices, a draw between them, and the card drawn after it.
ROAD_BOUNDS = Bounds(dump=250, look=60_000, draws=60, playout=4 * len(ROAD_CARDS))


def tall(state: AWizardDidIt) -> float:
    """Prefer one tall stack: a match is as long as the deck, whatever is played."""
    return float(sum(int(height) ** 2 for height in state.heights))


def test_a_wizard_did_it_is_bounded() -> None:
    state = ROADS.table(2, {"first": "0", "memory": "on"})
    assert isinstance(state, AWizardDidIt)
    positions = 0
    for position in drawn_out(state, tall, 4):
        positions += 1
        if positions % 5 == 0 or position.to_act() == OVER:
            check_bounded(ROADS, position, ROAD_BOUNDS, positions)
    assert positions == len(state.box.deck) + 1, "every card is played once"


def test_a_wizard_did_it_imagines_a_hand_of_items_without_trying_for_long() -> None:
    """W9: six stacks show an item, and the player holds five: the play shows that the rest are items.

    Of all hands that could be drawn from the rest of the box, one in sixteen thousand is such a hand.
    """
    items = [slug for slug in ROAD_CARDS if slug in ("sword", "shield", "force-field")]
    others = [slug for slug in ROAD_CARDS if slug not in items]
    stacks = ("0.forest", "0.crypt", "0.ship", "1.forest", "1.crypt", "1.ship")
    hands = (" ".join(items[6:11]), " ".join(others[:5]))
    deck = " ".join([*items[11:], *others[5:]])
    goals = [" ".join(ROAD_BOX.goals[:4]), " ".join(ROAD_BOX.goals[4:8])]
    state = lay_out(ROAD_BOX, dict(zip(stacks, items, strict=False)), hands, deck, goals)
    play(state, f"{items[6]}@0.forest")
    assert list(state.sure_items) == [4, 0]
    for seed in range(100):
        check_bounded(ROADS, state, ROAD_BOUNDS, seed)
        assert state.imagine(SPECTATOR, QuickLuck(seed)).items_in_hand(0) >= 4
