"""The table of Witless Wizards: the boards, the piles, and what is known of the hand."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.numbers import larger, smaller
from longbeard.engine.state import OVER, State
from longbeard.games.witless_wizards import events
from longbeard.games.witless_wizards.box import NO_CARD, SLOTS, WizardBox

RANDOM: Final = -1

# Uses of the first draw (D5).
NEITHER: Final = 0
KEPT: Final = 1
GAVE: Final = 2


@mypyc_attr(acyclic=True)
class Board(State):
    """The table, and operations on it; `rules.py` decides when they happen."""

    def __init__(self, box: WizardBox) -> None:
        super().__init__()
        self.box = box
        # the choice of the table: who starts, or RANDOM; the decks in play, or more to choose from
        self.first: i64 = RANDOM
        self.decks: vec[i64] = vec[i64]()
        # the boards, by seat
        self.stamina: vec[i64] = vec[i64]()
        self.cubes: vec[i64] = vec[i64]()
        self.worn: vec[i64] = vec[i64]()
        """The card in each slot, at seat * SLOTS + slot."""
        self.words: vec[i64] = vec[i64]()
        """The abilities on those three cards, a bit for each: a quick test for most questions."""
        self.standing: i64 = 0
        self.alive: i64 = 0
        """The seats that are still in, a bit for each."""
        # the piles: what is left of each is its first cards
        self.deck: vec[i64] = vec[i64]()
        self.deck_count: i64 = 0
        self.discards: vec[i64] = vec[i64]()
        self.discard_count: i64 = 0
        # the turn
        self.turn: i64 = 0
        self.turns: i64 = 0
        self.alive_at_start: i64 = 0
        self.draws: i64 = 0
        self.placed: i64 = NEITHER
        self.hand: vec[i64] = vec[i64]()
        self.held: i64 = 0
        self.known: i64 = 0
        """Number of cards of the hand, from the first, that everybody can work out."""
        self.ruled_out: i64 = NO_CARD
        """The card that everybody can tell the hand is not."""
        # the battle
        self.target: i64 = 0
        self.in_reach: i64 = 0
        """The seats that could have been the target when it was chosen, a bit for each: for splash."""
        self.focus: i64 = 0
        self.die: i64 = 0
        self.guard: i64 = 0
        self.recovered = False
        self.fell: i64 = 0
        """How each wizard who is out fell, FELL_BITS for each seat. It is shown, and no rule reads it."""
        # the decision
        self.step: i64 = 0
        self.actor: i64 = OVER
        self.end: i64 = 0
        self.won: i64 = 0

    @final
    def set_up(self, seats: int, first: int, decks: list[int]) -> None:
        """Lay out empty boards for a number of wizards."""
        self.seats = seats
        self.first = first
        self.decks = vec[i64](decks)
        self.stamina = vec[i64]([0] * seats)
        self.cubes = vec[i64]([0] * seats)
        self.worn = vec[i64]([NO_CARD] * (SLOTS * seats))
        self.words = vec[i64]([0] * seats)
        self.hand = vec[i64]([NO_CARD, NO_CARD])
        most: i64 = 0
        for copies in self.box.copies:
            most += copies
        self.deck = vec[i64]([NO_CARD] * int(most))
        self.discards = vec[i64]([NO_CARD] * int(most))

    @final
    def copy_to(self, copy: "Board") -> None:
        """Copy this table to another."""
        copy.seats = self.seats
        copy.first = self.first
        copy.decks = self.decks
        copy.stamina = self.stamina[:]
        copy.cubes = self.cubes[:]
        copy.worn = self.worn[:]
        copy.words = self.words[:]
        copy.standing = self.standing
        copy.alive = self.alive
        copy.deck = self.deck[:]
        copy.deck_count = self.deck_count
        copy.discards = self.discards[:]
        copy.discard_count = self.discard_count
        copy.turn = self.turn
        copy.turns = self.turns
        copy.alive_at_start = self.alive_at_start
        copy.draws = self.draws
        copy.placed = self.placed
        copy.hand = self.hand[:]
        copy.held = self.held
        copy.known = self.known
        copy.ruled_out = self.ruled_out
        copy.target = self.target
        copy.in_reach = self.in_reach
        copy.focus = self.focus
        copy.die = self.die
        copy.guard = self.guard
        copy.recovered = self.recovered
        copy.fell = self.fell
        copy.step = self.step
        copy.actor = self.actor
        copy.end = self.end
        copy.won = self.won

    @final
    def dump(self) -> list[int]:
        numbers: list[int] = [self.seats, self.first, self.standing, self.alive, self.turn, self.turns]
        numbers += [self.alive_at_start, self.draws, self.placed, self.held, self.known, self.ruled_out]
        numbers += [
            self.target,
            self.in_reach,
            self.focus,
            self.die,
            self.guard,
            int(self.recovered),
            self.step,
            self.actor,
            self.end,
            self.won,
        ]
        for pile in (self.decks, self.stamina, self.cubes, self.worn, self.hand[: self.held]):
            numbers.append(len(pile))
            numbers.extend(pile)
        for pile in (self.deck[: self.deck_count], self.discards[: self.discard_count]):
            numbers.append(len(pile))
            numbers.extend(pile)
        return numbers

    @final
    def pieces(self) -> list[int]:
        counts = [0] * int(self.box.cards)
        for pile in (self.worn, self.hand[: self.held]):
            for card in pile:
                counts[card] += 1
        for pile in (self.deck[: self.deck_count], self.discards[: self.discard_count]):
            for card in pile:
                counts[card] += 1
        return counts[1:]

    # ── the boards ────────────────────────────────────────────────────────────────────────────────

    @final
    def is_in(self, seat: i64) -> bool:
        return (self.alive >> seat) & 1 != 0

    @final
    def says(self, seat: i64, words: i64) -> bool:
        """Return whether any card of a wizard has any of these abilities."""
        return self.words[seat] & words != 0

    @final
    def total(self, seat: i64, ability: i64) -> i64:
        """Return the sum of an ability on the three cards of a wizard."""
        if not self.says(seat, 1 << ability):
            return 0
        return self.sum(seat, ability)

    @final
    def sum(self, seat: i64, ability: i64) -> i64:
        slot = seat * SLOTS
        powers = self.box.powers
        row = ability * self.box.cards
        total = powers[row + self.worn[slot]] + powers[row + self.worn[slot + 1]]
        return total + powers[row + self.worn[slot + 2]]

    @final
    def greatest(self, seat: i64, ability: i64) -> i64:
        """Return the greatest number of an ability: for dodge and steady, which do not add up (X5)."""
        if not self.says(seat, 1 << ability):
            return 0
        slot = seat * SLOTS
        powers = self.box.powers
        row = ability * self.box.cards
        best = larger(powers[row + self.worn[slot]], powers[row + self.worn[slot + 1]])
        return larger(best, powers[row + self.worn[slot + 2]])

    @final
    def wear(self, seat: i64, card: i64) -> i64:
        """Put a card into its slot of a board; return the card that was there."""
        place = seat * SLOTS + self.box.kind[card]
        before = self.worn[place]
        self.worn[place] = card
        self.read_board(seat)
        return before

    @final
    def read_board(self, seat: i64) -> None:
        """Note which abilities the cards of a board have, after any of them changed."""
        place = seat * SLOTS
        worn = self.worn
        words = self.box.words
        self.words[seat] = words[worn[place]] | words[worn[place + 1]] | words[worn[place + 2]]

    @final
    def cubes_for(self, seat: i64, ability: i64) -> i64:
        """Return how many cubes a wizard may put into focus: as many as the cards allow and the pool
        holds."""
        return smaller(self.total(seat, ability), self.cubes[seat])

    @final
    def regain(self, seat: i64, stamina: i64) -> i64:
        """Regain stamina, at most to the start's; return how much it was."""
        gained = smaller(stamina, self.box.stamina - self.stamina[seat])
        self.stamina[seat] += gained
        return gained

    @final
    def use_up(self, seat: i64, ability: i64) -> i64:
        """Discard the card with a one-time ability; return it."""
        row = ability * self.box.cards
        for slot in range(SLOTS):
            card = self.worn[seat * SLOTS + slot]
            if self.box.powers[row + card] > 0:
                self.worn[seat * SLOTS + slot] = NO_CARD
                self.read_board(seat)
                self.discard(card)
                return card
        raise AssertionError("no card with that ability")

    # ── the piles ─────────────────────────────────────────────────────────────────────────────────

    @final
    def top_card(self, luck: Luck) -> i64:
        place = luck.pick(self.deck, self.deck_count)
        card = self.deck[place]
        self.deck_count -= 1
        self.deck[place] = self.deck[self.deck_count]
        return card

    @final
    def take_card(self, luck: Luck) -> None:
        card = self.top_card(luck)
        self.hand[self.held] = card
        self.held += 1
        self.tell(events.DRAWS, self.turn)
        self.whisper(self.turn, events.DRAWN, self.turn, card)
        if self.deck_count == 0:
            self.refill()

    @final
    def discard(self, card: i64) -> None:
        self.discards[self.discard_count] = card
        self.discard_count += 1
        if self.deck_count == 0:
            self.refill()

    @final
    def refill(self) -> None:
        """Make the discards the deck, when the deck is empty (D1, X2)."""
        if self.discard_count == 0:
            return
        for place in range(self.discard_count):
            self.deck[place] = self.discards[place]
        self.deck_count = self.discard_count
        self.discard_count = 0
        # What was in the old deck and is not in the discards is in the hand: anyone can work that out.
        self.known = self.held
        self.tell(events.RESHUFFLE, self.deck_count)

    # ── what others can know of the hand ──────────────────────────────────────────────────────────

    @final
    def return_hand(self) -> None:
        """Put the cards of the hand that nobody else can know back into the deck."""
        for place in range(self.known, self.held):
            self.deck[self.deck_count] = self.hand[place]
            self.deck_count += 1

    @final
    def sort_deck(self) -> None:
        """Sort the deck, whose order nobody knows, so that it gives nothing away."""
        deck = self.deck
        for place in range(1, self.deck_count):
            card = deck[place]
            gap = place
            while gap > 0 and deck[gap - 1] > card:
                deck[gap] = deck[gap - 1]
                gap -= 1
            deck[gap] = card

    @final
    def redraw_hand(self, luck: Luck) -> None:
        """Draw the unknown cards of the hand again, until they fit what everybody has seen."""
        fits = self.held == self.known
        while not fits:
            for place in range(self.known, self.held):
                self.hand[place] = self.top_card(luck)
            # Two cards to choose from are not alike (X1); nor is the one that stayed like the one that went.
            fits = self.hand[0] != (self.hand[1] if self.held == 2 else self.ruled_out)
            if not fits:
                self.return_hand()
