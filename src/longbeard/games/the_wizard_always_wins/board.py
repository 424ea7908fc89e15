"""The table of The Wizard Always Wins: hands, face-up pieces, dials, the deck, and how they are handled."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.state import NOBODY, OVER, State
from longbeard.games.the_wizard_always_wins import events
from longbeard.games.the_wizard_always_wins.bag import GEM, Bag, fill, room_for_all
from longbeard.games.the_wizard_always_wins.box import CHARACTERS, FateBox
from longbeard.games.the_wizard_always_wins.memory import Memory
from longbeard.games.the_wizard_always_wins.pieces import (
    BITS,
    CARDS,
    ELEMENTS,
    KINDS,
    MASK,
    TOKEN,
    count,
    one,
    sum_of,
)


@mypyc_attr(acyclic=True)
class Board(State):
    """The table, and operations on it; `rules.py` decides when they happen."""

    def __init__(self, box: FateBox) -> None:
        super().__init__()
        self.box = box
        # what belongs to a seat
        self.hands: vec[i64] = vec[i64]()
        """The cards in each hand, as a pile."""
        self.face: vec[i64] = vec[i64]()
        """Pieces that lie face up before a player, a pile for each element, at seat * ELEMENTS + element."""
        self.level: vec[i64] = vec[i64]()
        self.gems: vec[i64] = vec[i64]()
        """Gems that are still beside the bag."""
        self.marker: vec[i64] = vec[i64]()
        # the middle of the table: what is left of the deck is its first cards
        self.bag = Bag(vec[i64]())
        self.deck: vec[i64] = vec[i64]()
        self.deck_count: i64 = 0
        self.discards: i64 = 0
        """The discards as a pile: they lie open, in no order that matters."""
        self.tokens_out: vec[i64] = vec[i64]()
        """Element tokens that are out of the game (E3)."""
        # the round
        self.round: i64 = 0
        self.holder: vec[i64] = vec[i64]()
        """The seat that has each character this round."""
        self.taken: i64 = 0
        """The characters that somebody has, a bit for each."""
        self.order: vec[i64] = vec[i64]()
        self.place: i64 = 0
        # the turn
        self.turn: i64 = 0
        self.looking: i64 = 0
        """The cards before the Oracle, as a pile."""
        self.action: i64 = 0
        """Index of the character's next action in the box's row of them, and of its end."""
        self.last_action: i64 = 0
        # the decision
        self.step: i64 = 0
        self.actor: i64 = OVER
        self.winner: i64 = NOBODY
        # what a careful person remembers
        self.memory = Memory()

    @final
    def set_up(self, seats: int) -> None:
        """Lay out a table for a number of players, before the deal (S1)."""
        self.seats = seats
        self.hands = vec[i64]([0] * seats)
        self.face = vec[i64]([0] * (ELEMENTS * seats))
        self.level = vec[i64]([0] * seats)
        self.gems = vec[i64]([0] * seats)
        self.marker = vec[i64]([0] * seats)
        self.order = vec[i64](list(range(seats)))
        self.holder = vec[i64]([NOBODY] * CHARACTERS)
        self.tokens_out = vec[i64]([0] * ELEMENTS)
        self.deck = vec[i64]([card for card in range(CARDS) for copy in range(self.box.copies[card])])
        self.deck_count = len(self.deck)
        self.memory.new_deck(sum_of(self.deck))
        self.bag = Bag(vec[i64]([0] * room_for_all(self.box, seats)))
        fill(self.bag, self.box)

    @final
    def copy_to(self, copy: "Board") -> None:
        """Copy this table to another."""
        copy.seats = self.seats
        copy.hands = self.hands[:]
        copy.face = self.face[:]
        copy.level = self.level[:]
        copy.gems = self.gems[:]
        copy.marker = self.marker[:]
        copy.bag = self.bag.clone()
        copy.deck = self.deck[:]
        copy.deck_count = self.deck_count
        copy.discards = self.discards
        copy.tokens_out = self.tokens_out[:]
        copy.round = self.round
        copy.holder = self.holder[:]
        copy.taken = self.taken
        copy.order = self.order[:]
        copy.place = self.place
        copy.turn = self.turn
        copy.looking = self.looking
        copy.action = self.action
        copy.last_action = self.last_action
        copy.step = self.step
        copy.actor = self.actor
        copy.winner = self.winner
        copy.memory = self.memory.clone()

    @final
    def dump(self) -> list[int]:
        numbers: list[int] = [self.seats, self.deck_count, self.discards, self.round, self.place, self.turn]
        numbers += [self.looking, self.action, self.last_action, self.step, self.actor, self.winner]
        numbers += [self.bag.inside, self.bag.drawn, self.bag.hand, self.bag.last_count]
        for row in (self.hands, self.face, self.level, self.gems, self.marker, self.tokens_out):
            numbers.extend(row)
        for row in (self.holder, self.order, self.deck[: self.deck_count]):
            numbers.extend(row)
        numbers.extend(self.bag.tokens[: self.bag.inside + self.bag.drawn])
        numbers.extend(self.bag.last[: self.bag.last_count])
        numbers.append(self.memory.questions)
        numbers.extend(self.memory.hidden)
        numbers.extend(self.memory.trail[: self.memory.length])
        return numbers

    @final
    def pieces(self) -> list[int]:
        """Count the cards of each kind; then the tokens, by number."""
        cards = [0] * CARDS
        for kind in self.deck[: self.deck_count]:
            cards[kind] += 1
        for kind in range(CARDS):
            cards[kind] += int(count(self.discards, kind) + count(self.looking, kind))
            for seat in range(self.seats):
                element, value = kind // (KINDS - 1), kind % (KINDS - 1)
                cards[kind] += int(count(self.hands[seat], kind))
                cards[kind] += int(count(self.face[seat * ELEMENTS + element], value))
        tokens = [int(self.bag.count(token)) for token in range(GEM + self.seats)]
        for element in range(ELEMENTS):
            tokens[element] += int(self.tokens_out[element])
        for seat in range(self.seats):
            tokens[GEM + seat] += int(self.gems[seat])
            for element in range(ELEMENTS):
                tokens[element] += int(count(self.face[seat * ELEMENTS + element], TOKEN))
        return cards + tokens

    # ── cards ─────────────────────────────────────────────────────────────────────────────────────

    @final
    def refill(self) -> None:
        """Make the discards the new deck, when a card is wanted and none is left (R2, R10)."""
        if self.discards == 0:
            return
        if len(self.memory.hidden) == 1:
            self.write_down_cards()
        self.memory.new_deck(self.discards)
        rest = self.discards
        kind: i64 = 0
        while rest > 0:
            for card in range(rest & MASK):
                self.deck[self.deck_count] = kind
                self.deck_count += 1
            rest >>= BITS
            kind += 1
        self.discards = 0
        self.tell(events.REFILL, self.deck_count)
        self.beat()

    @final
    def write_down_cards(self) -> None:
        """Note who has cards of the first deck; those before the Oracle last."""
        for seat in range(self.seats):
            self.memory.write_down(seat, self.hands[seat])
        self.memory.write_down(self.turn, self.looking)

    @final
    def unseen_cards(self) -> i64:
        """Return all cards that do not lie open, as a pile."""
        cards = self.looking + sum_of(self.deck[: self.deck_count])
        for seat in range(self.seats):
            cards += self.hands[seat]
        return cards

    @final
    def any_card(self) -> bool:
        """Return whether a card can be drawn, from the deck or a new one (R2)."""
        if self.deck_count == 0:
            self.refill()
        return self.deck_count > 0

    @final
    def top_card(self, luck: Luck) -> i64:
        deck = self.deck
        place = luck.pick(deck, self.deck_count)
        card = deck[place]
        self.deck_count -= 1
        deck[place] = deck[self.deck_count]
        return card

    @final
    def take_into_hand(self, seat: i64, card: i64) -> None:
        self.hands[seat] += one(card)

    # ── dials and gems ────────────────────────────────────────────────────────────────────────────

    @final
    def raise_level(self, seat: i64) -> None:
        """Raise a seat's level, up to the dial's end (R8)."""
        if self.level[seat] < self.box.dial_end:
            self.level[seat] += 1
            self.tell(events.LEVEL_UP, seat, self.level[seat])
        else:
            self.tell(events.DIAL_END, seat, self.level[seat])

    @final
    def add_gem(self, seat: i64) -> None:
        """Add a gem of a seat to the bag, if one is left (R8)."""
        if self.gems[seat] > 0:
            self.gems[seat] -= 1
            self.bag.put(GEM + seat)
            self.tell(events.ADDS_GEM, seat, self.gems_in_bag(seat))
        else:
            self.tell(events.NO_GEM_LEFT, seat)

    @final
    def gems_in_bag(self, seat: i64) -> i64:
        return self.box.gems - self.gems[seat]
