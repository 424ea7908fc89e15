"""Fair before the deal: what of a match depends on the seats, and what does not.

A match is played beside its twin, in which the same people sit elsewhere and everybody gets the same luck.
Where the twin offers other choices, or ends otherwise, something but the turn order depends on a seat.
docs/balance argues from this.
"""

from itertools import permutations, product
from math import factorial

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from longbeard.engine.luck import Luck, QuickLuck, ScriptedLuck
from longbeard.engine.state import OVER
from longbeard.games import room
from longbeard.games.a_wizard_did_it.box import LOCATIONS, STACKS
from longbeard.games.a_wizard_did_it.rules import PLAY, SWAP_NONE, AWizardDidIt
from longbeard.games.a_wizard_did_it.rules import SWAP as SWAPS
from longbeard.games.the_wizard_always_wins.bag import GEM
from longbeard.games.the_wizard_always_wins.pieces import ELEMENTS, PIECES
from longbeard.games.the_wizard_always_wins.rules import DONE, TRADE, TheWizardAlwaysWins
from longbeard.games.the_wizard_always_wins.trade import PARTNERS
from longbeard.games.wiz_up_the_wall.rules import PLACE_AT, WizUpTheWall

Moved = tuple[int, ...]
"""The seat that each seat's player has at the twin's table."""


class Noted(Luck):
    """Luck that notes what comes up, and how large the pile is that it comes from."""

    def __init__(self, luck: Luck) -> None:
        super().__init__()
        self.luck = luck
        self.picked: list[tuple[int, int]] = []

    def below(self, n: i64) -> i64:
        number = self.luck.below(n)
        self.picked.append((int(number), 0))
        return number

    def pick(self, pile: vec[i64], count: i64) -> i64:
        place = self.luck.pick(pile, count)
        self.picked.append((int(pile[place]), len(pile)))
        return place

    @property
    def numbers(self) -> list[int]:
        return [number for number, pile in self.picked]


class Nth(Luck):
    """Luck that picks the things at given places."""

    def __init__(self, places: tuple[int, ...]) -> None:
        super().__init__()
        self.places = iter(places)

    def pick(self, pile: vec[i64], count: i64) -> i64:
        return next(self.places)


def by_seat(numbers: list[int], each: int, moved: Moved) -> list[int]:
    """Give what was dealt to each seat, so many things, to the seat that its player has now."""
    return [number for seat in range(len(moved))
            for number in numbers[each * moved.index(seat) : each * (moved.index(seat) + 1)]]  # fmt: skip


# ── The Wizard Always Wins: any seats may be exchanged ────────────────────────────────────────────────


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_s3_every_order_of_the_first_round_is_equally_likely(seats: int) -> None:
    drawn = []
    for places in product(*(range(left) for left in range(seats, 0, -1))):
        state = room("the-wizard-always-wins").table(seats)
        assert isinstance(state, TheWizardAlwaysWins)
        state.choose_order(Nth(places))
        drawn.append(tuple(int(seat) for seat in state.order))
    assert len(drawn) == factorial(seats)
    assert sorted(drawn) == sorted(permutations(range(seats)))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(4))
def test_s3_but_for_the_order_nothing_depends_on_a_seat(seats: int, seed: int) -> None:
    luck = QuickLuck(seed)
    moved = tuple((seats - 1 - seat + seed) % seats for seat in range(seats))
    one, other = (room("the-wizard-always-wins").table(seats) for _ in range(2))
    assert isinstance(one, TheWizardAlwaysWins)
    assert isinstance(other, TheWizardAlwaysWins)
    noted = Noted(luck)
    one.deal(noted)
    dealt = one.box.hand * seats
    order = [moved[seat] for seat in noted.numbers[dealt:]]
    other.deal(ScriptedLuck(by_seat(noted.numbers[:dealt], one.box.hand, moved) + order))
    while one.to_act() != OVER:
        assert as_seen(one, moved) == as_seen(other, tuple(range(seats)))
        legal = one.legal()
        assert sorted(traded(action, moved) for action in legal) == sorted(other.legal())
        action = legal[int(luck.below(len(legal)))]
        noted = Noted(luck)
        one.resolve(action, noted)
        bag = len(one.bag.tokens)
        other.resolve(
            traded(action, moved),
            ScriptedLuck([
                GEM + moved[number - GEM] if pile == bag and number >= GEM else number
                for number, pile in noted.picked
            ]),
        )  # fmt: skip
    assert [moved[seat] for seat in one.winners()] == other.winners()


def traded(action: int, moved: Moved) -> int:
    """Return the twin's action: a trade names the other's seat (R7)."""
    if not TRADE <= action < DONE:
        return action
    mine, (seat, theirs) = (action - TRADE) // PARTNERS, divmod((action - TRADE) % PARTNERS, PIECES)
    return int(TRADE + mine * PARTNERS + moved[seat] * PIECES + theirs)


def as_seen(state: TheWizardAlwaysWins, moved: Moved) -> object:
    """Return all that the rules go by, under the numbers of the seats to which the players moved."""
    seats = [moved.index(seat) for seat in range(len(moved))]
    holders = [moved[seat] if seat >= 0 else seat for seat in state.holder]
    tokens = [state.bag.count(token) for token in range(GEM)]
    tokens += [state.bag.count(GEM + seat) for seat in seats]
    each = [(state.hands[seat], state.level[seat], state.gems[seat], state.marker[seat],
             list(state.face[seat * ELEMENTS : (seat + 1) * ELEMENTS])) for seat in seats]  # fmt: skip
    order = [moved[seat] for seat in state.order]
    deck = sorted(state.deck[: state.deck_count])
    return (each, order, holders, tokens, deck, state.discards, state.looking, state.step,
            moved[state.turn], moved[state.actor])  # fmt: skip


# ── Wiz Up The Wall: only the place in the turn order counts ──────────────────────────────────────────


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("first", [0, 1])
def test_g7_only_the_place_in_the_turn_order_counts(seats: int, first: int) -> None:
    luck = QuickLuck(seats)
    game = room("wiz-up-the-wall")
    one = game.table(seats, {"first": str(first)})
    other = game.table(seats, {"first": str((first + 1) % seats)})
    assert isinstance(one, WizUpTheWall)
    assert isinstance(other, WizUpTheWall)
    noted = Noted(luck)
    one.deal(noted)
    other.deal(ScriptedLuck(noted.numbers))
    while one.to_act() != OVER:
        assert (one.to_act() + 1) % seats == other.to_act()
        legal = one.legal()
        assert sorted(further_round(one, action) for action in legal) == sorted(other.legal())
        action = legal[int(luck.below(len(legal)))]
        noted = Noted(luck)
        one.resolve(action, noted)
        other.resolve(further_round(other, action), ScriptedLuck(noted.numbers))
        assert [one.total(seat) for seat in range(seats)] == [
            other.total((seat + 1) % seats) for seat in range(seats)
        ]
    assert sorted((seat + 1) % seats for seat in one.winners()) == other.winners()


def further_round(state: WizUpTheWall, action: int) -> int:
    """Return the action one wizard further round the tower (G1)."""
    if action < PLACE_AT:
        return action
    row, column = divmod(action - PLACE_AT, int(state.tower.columns))
    column = (column + int(state.tower.distance)) % int(state.tower.columns)
    return int(PLACE_AT + row * state.tower.columns + column)


# ── A Wizard Did It…: only who plays first counts ─────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", range(8))
def test_k1_only_who_plays_first_counts(seed: int) -> None:
    luck = QuickLuck(seed)
    game = room("a-wizard-did-it")
    one, other = game.table(2, {"first": "0"}), game.table(2, {"first": "1"})
    assert isinstance(one, AWizardDidIt)
    assert isinstance(other, AWizardDidIt)
    box = one.box
    noted = Noted(luck)
    one.deal(noted)
    exchanged: list[int] = []
    for each in [*(int(goals) for goals in box.goals_dealt), int(box.hand)]:
        start = len(exchanged)
        exchanged += by_seat(noted.numbers[start : start + 2 * each], each, (1, 0))
    other.deal(ScriptedLuck(exchanged))
    while one.to_act() != OVER:
        assert 1 - one.to_act() == other.to_act()
        legal = one.legal()
        assert sorted(opposite(one, action) for action in legal) == sorted(other.legal())
        action = legal[int(luck.below(len(legal)))]
        noted = Noted(luck)
        one.resolve(action, noted)
        other.resolve(opposite(one, action), ScriptedLuck(noted.numbers))
    assert (one.scores(), one.princess) == (other.scores()[::-1], 1 - other.princess)


def opposite(state: AWizardDidIt, action: int) -> int:
    """Return the action on the stacks opposite."""
    if action >= PLAY:
        card, stack = divmod(action - PLAY, STACKS)
        return int(PLAY + card * STACKS + (stack + LOCATIONS) % STACKS)
    if action == SWAP_NONE:
        return action
    pairs = [int(pair) for pair in state.box.swap_pairs]
    stacks = pairs[action - SWAPS]
    own = (1 << LOCATIONS) - 1
    return int(SWAPS + pairs.index((stacks & own) << LOCATIONS | stacks >> LOCATIONS))
