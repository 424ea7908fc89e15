"""Matches in which nobody wants to be the Wizard, for thousands of rounds: all that is kept stays small.

What is asserted are sizes, not seconds: the work of `imagine` and the rest follows from them.
"""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from longbeard.bots.search import Search
from longbeard.engine.luck import QuickLuck
from longbeard.engine.story import SPECTATOR
from longbeard.games.the_wizard_always_wins import encode, rules, view
from longbeard.games.the_wizard_always_wins.box import CHARACTERS
from longbeard.games.the_wizard_always_wins.hints import HINTS
from longbeard.games.the_wizard_always_wins.memory import LAID_OPEN, MOST_ABOUT_A_CARD, MOST_QUESTIONS
from longbeard.games.the_wizard_always_wins.pieces import CARDS, count, one, size
from longbeard.games.the_wizard_always_wins.rules import TheWizardAlwaysWins

if TYPE_CHECKING:
    from longbeard.games.the_wizard_always_wins.tests.conftest import Lay

WIZARD = CHARACTERS - 1
ORACLE = 1
ALL_CARDS = 60
ROUNDS = 2000
EVERY = 251
"""One decision in this many is examined from all sides."""


def endless(lay: "Lay", seats: int, rounds: int, oracles: bool = False) -> Iterator[TheWizardAlwaysWins]:
    """Yield a random match without a Wizard, after every decision; with `oracles`, somebody is the Oracle in
    every round."""
    luck = QuickLuck(seats)
    state = lay.open(seats).state
    state.deal(luck)
    while state.round <= rounds:
        legal = state.legal()
        if state.step == rules.WHICH_CHARACTER:
            legal = [action for action in legal if action != rules.TAKE + WIZARD]
            if oracles and rules.TAKE + ORACLE in legal:
                legal = [rules.TAKE + ORACLE]
        state.resolve(legal[luck.below(len(legal))], luck)
        yield state


def hold_small(state: TheWizardAlwaysWins) -> None:
    """Check the bounds that the memory promises."""
    memory = state.memory
    asked = [int(entry & 15) for entry in memory.trail[: memory.length] if entry >= LAID_OPEN]
    assert len(asked) == memory.questions <= MOST_QUESTIONS
    assert memory.length <= ALL_CARDS + 2 * MOST_QUESTIONS
    assert len(memory.hidden) <= ALL_CARDS + MOST_QUESTIONS + 1
    unseen = state.unseen_cards()
    for card in range(CARDS):
        assert asked.count(card) <= MOST_ABOUT_A_CARD
        hidden = sum(int(count(deck, card)) for deck in memory.hidden)
        assert hidden == count(unseen, card) + asked.count(card) <= 15, "a pile has room for all of them"


def seen(state: TheWizardAlwaysWins, viewer: int) -> tuple[str, list[int]]:
    """Return all that a viewer sees, for people and for learners."""
    numbers = vec[i64]([0] * encode.size(state))
    encode.encode(state, viewer, numbers)
    return json.dumps(view.look(state, viewer)), list(numbers)


@pytest.mark.parametrize("oracles", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r2_r10_what_is_known_stays_small_and_true(lay: "Lay", seats: int, oracles: bool) -> None:
    luck = QuickLuck(7)
    decks, settled, before = 0, False, 0
    for moves, state in enumerate(endless(lay, seats, ROUNDS // (2 if oracles else 1), oracles)):
        memory = state.memory
        assert memory.questions <= MOST_QUESTIONS
        settled |= before == MOST_QUESTIONS > memory.questions + 1
        before, decks = int(memory.questions), max(decks, len(memory.hidden))
        if moves % EVERY:
            continue
        hold_small(state)
        assert lay.truth_holds(state)
        viewer = moves // EVERY % (seats + 1) - 1
        twin = state.imagine(viewer, luck)
        hold_small(twin)
        assert lay.truth_holds(twin)
        assert seen(twin, viewer) == seen(state, viewer)
        assert twin.pieces() == state.pieces()
        assert twin.imagine(viewer, QuickLuck(1)).dump() == state.imagine(viewer, QuickLuck(1)).dump()
    assert decks > 2
    assert settled, "the limit was met"


@pytest.mark.parametrize("seats", [2, 5])
def test_r2_r10_every_question_can_be_settled(lay: "Lay", seats: int) -> None:
    """One after the other, until there is nothing to remember but what lies open; all of it stays true."""
    for moves, state in enumerate(endless(lay, seats, ROUNDS // 10, oracles=True)):
        if moves % 31 == 0:
            other = state.clone()
            while other.memory.questions > 0:
                decks, asked = len(other.memory.hidden), int(other.memory.questions)
                other.memory.settle_oldest()
                assert len(other.memory.hidden) < decks or other.memory.questions < asked
                assert lay.truth_holds(other)
                hold_small(other)
            twin = other.imagine(SPECTATOR, QuickLuck(moves))
            assert lay.truth_holds(twin)
            assert seen(twin, SPECTATOR) == seen(state, SPECTATOR)


@pytest.mark.parametrize("seats", [2, 5])
def test_a_look_and_its_numbers_do_not_grow(lay: "Lay", seats: int) -> None:
    """Both after the first round and after many: what is seen is what lies on the table."""
    sizes = []
    for moves, state in enumerate(endless(lay, seats, ROUNDS // 4)):
        if moves % EVERY == 0:
            text, numbers = seen(state, SPECTATOR)
            sizes.append((len(text), len(numbers), len(state.dump())))
    tenth = len(sizes) // 10
    for early, late in zip(
        zip(*sizes[: 5 * tenth], strict=True), zip(*sizes[-tenth:], strict=True), strict=True
    ):
        assert max(late) <= 1.3 * max(early)


@pytest.mark.parametrize("seats", [2, 5])
def test_a_short_search_late_in_the_match_stays_small(lay: "Lay", seats: int) -> None:
    nodes, visits = 200, 30
    state = next(state for state in endless(lay, seats, ROUNDS // 4) if state.round == ROUNDS // 4)
    seat = int(state.to_act())
    search = Search(state.imagine(seat, QuickLuck(1)), seat, HINTS, QuickLuck(2), nodes)
    search.run(visits)
    assert search.visits == visits
    assert search.tree.count <= nodes + state.action_count(), "full, but for the children of one node"
    assert search.best() in state.legal()


def test_r2_a_question_is_settled_by_mixing_only_the_decks_that_could_answer_it(lay: "Lay") -> None:
    """Ada's Bone is of the first deck or of the second: then these are one, and the third is not in it."""
    hands = ("bone-1 bone-2 bone-3", "flower-1 flower-2 flower-3")
    table = lay(2, hands=hands).leave("", "bone-1 potion-1 potion-2")
    table.play("take:queen", "potion-1").play("play:bone-1")
    table.play("take:farmer", "potion-2", "bone-1", "snail-token").play("play:flower-1")
    memory = table.state.memory
    memory.new_deck(one(table.number("mushroom-1")))
    assert (memory.questions, len(memory.hidden)) == (1, 3)
    unseen = [int(deck) for deck in memory.hidden]
    memory.settle_oldest()
    assert (memory.questions, len(memory.hidden)) == (0, 2)
    assert list(memory.hidden) == [unseen[0] + unseen[1] - one(table.number("bone-1")), unseen[2]]
    assert size(memory.hidden[0]) == memory.length


def test_r2_a_deck_of_which_everything_was_seen_is_forgotten(lay: "Lay") -> None:
    hands = ("bone-1 bone-2 bone-3", "flower-1 flower-2 flower-3")
    table = lay(2, hands=hands).leave("", "potion-1").play("take:queen", "potion-1").play("play:potion-1")
    assert list(table.state.memory.hidden)[1:] == [0]
    table.state.discards = one(table.number("mushroom-1"))
    table.play("take:queen" if "take:queen" in table.choices else "take:trader", "mushroom-1")
    assert len(table.state.memory.hidden) == 2, "the first deck and the newest"
    assert table.state.memory.hidden[1] == one(table.number("mushroom-1"))
