"""A table that a seat cannot tell from the real one: what the memory leaves open is drawn again.

Every table that can be so may come up, and no other. If players choose what to play whatever they hold, each
comes up exactly as often as it is likely, as long as no question is open to the viewer. Open questions are
answered one after the other, each by what is likely given the answers so far; what later answers would say
against them counts only where it makes them impossible: then all are answered anew, beginning with the one
that had no answer left.

The work is bounded, whatever was seen: there are only so many questions (`memory.py` says what is lost by
that), and only so many attempts. If they all fail, which has not been seen to happen, the oldest question is
settled as the memory does it, on this table only: decks are mixed, and cards come up that a perfect memory
would know to be elsewhere.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.games.the_wizard_always_wins.board import Board
from longbeard.games.the_wizard_always_wins.memory import (
    DECK,
    DECK_BITS,
    LAID_OPEN,
    SEAT,
    SEAT_BITS,
    deck_of,
    fits,
    look_of,
)
from longbeard.games.the_wizard_always_wins.pieces import BITS, CARDS, MASK, count, one, size

SCALE: Final = 1 << 20
ATTEMPTS: Final = 64
"""Attempts to answer the questions before one of them is settled. Two are enough, as a rule."""
UNKNOWN: Final = -1


def imagine_cards(board: Board, viewer: i64, luck: Luck) -> None:
    """Draw again what a viewer cannot know: the hands of the others, the Oracle's look, the deck."""
    attempt: i64 = 1
    fancy = _begin(board, viewer)
    while not fancy.answer_questions(luck):
        if attempt % ATTEMPTS == 0:
            board.memory.settle_oldest()
            fancy = _begin(board, viewer)
        else:
            fancy = fancy.again()
        attempt += 1
    fancy.fill_hands(luck)
    fancy.lay_out()
    if len(board.memory.hidden) == 1:
        board.memory.length = 0


def _begin(board: Board, viewer: i64) -> "Fancy":
    if len(board.memory.hidden) == 1:
        board.write_down_cards()
    return Fancy(board, viewer)


@final
@mypyc_attr(acyclic=True)
class Fancy:
    """One attempt to imagine the cards."""

    def __init__(self, board: Board, viewer: i64) -> None:
        self.board = board
        self.viewer = viewer
        self.trail = board.memory.trail[: board.memory.length]
        self.hidden = board.memory.hidden[:]
        """For each deck, the cards that this viewer has not seen and this attempt has not placed."""
        self.open: vec[i64] = vec[i64]([0] * len(self.trail))
        """For each entry of the trail: whether it is a card yet to be imagined, or an open question."""
        self.answers: vec[i64] = vec[i64]([UNKNOWN] * len(self.trail))
        """For each open question: how many answers it has, or UNKNOWN since something was answered."""
        for place in range(len(self.trail)):
            entry = self.trail[place]
            if (entry >> SEAT) & SEAT_BITS != viewer:
                self.open[place] = 1
            elif entry < LAID_OPEN:
                self.hidden[deck_of(entry)] -= one(entry & MASK)

        self.urgent: vec[i64] = vec[i64]([0] * len(self.trail))
        """For each question: in how many attempts before this one no answer was left for it."""

    def again(self) -> "Fancy":
        """Start another attempt, which first asks what this one and those before could not answer."""
        other = Fancy(self.board, self.viewer)
        other.urgent = self.urgent
        return other

    # ── questions: which deck did that card come from? ────────────────────────────────────────────

    def answer_questions(self, luck: Luck) -> bool:
        """Answer every open question, the one with the fewest answers first; return False at a dead end."""
        place = self._hardest_question()
        while place >= 0:
            if not self._answer(place, luck):
                self.urgent[place] += 1
                return False
            place = self._hardest_question()
        return True

    def _hardest_question(self) -> i64:
        hardest: i64 = -1
        fewest: i64 = len(self.trail) + 1
        for place in range(len(self.trail)):
            if self.open[place] == 1 and self.trail[place] >= LAID_OPEN:
                if self.answers[place] == UNKNOWN:
                    self.answers[place] = self._answers(place)
                answers = self.answers[place] - self.urgent[place] * len(self.trail)
                if answers < fewest:
                    hardest = place
                    fewest = answers
        return hardest

    def _answers(self, question: i64) -> i64:
        """Return the number of answers to a question, or a few more."""
        card = self.trail[question] & MASK
        answers: i64 = 0
        before: i64 = -1
        for place in range(question):
            if self._may_be(place, question):
                source = self.trail[place] >> DECK
                if source != before and count(self.hidden[source & DECK_BITS], card) > 0:
                    answers += 1
                    before = source
        return answers

    def _answer(self, question: i64, luck: Luck) -> bool:
        """Answer a question: each card of the hand is weighted by what its deck hides."""
        total: i64 = 0
        for place in range(question):
            if self._may_be(place, question):
                total += self._weight(place, question)
        if total == 0:
            return False
        point = luck.below(total)
        place = 0
        while True:
            if self._may_be(place, question):
                point -= self._weight(place, question)
                if point < 0:
                    break
            place += 1
        self._settle(self._last_alike(place, question), question)
        return True

    def _weight(self, place: i64, question: i64) -> i64:
        deck = self.hidden[self._deck(place)]
        copies = count(deck, self.trail[question] & MASK)
        return copies * SCALE // size(deck) if copies > 0 else 0

    def _last_alike(self, place: i64, question: i64) -> i64:
        """Return the last card in a hand with the same source: the earlier ones can still answer earlier
        questions."""
        last = place
        for later in range(place + 1, question):
            if self._may_be(later, question) and self.trail[later] >> DECK == self.trail[place] >> DECK:
                last = later
        return last

    def _settle(self, place: i64, question: i64) -> None:
        self._become(place, self.trail[question] & MASK)
        self.open[question] = 0
        asked = self.trail[question]
        for other in range(len(self.trail)):
            same_seat = (self.trail[other] >> SEAT) & SEAT_BITS == (asked >> SEAT) & SEAT_BITS
            if same_seat or self.trail[other] & MASK == asked & MASK:
                self.answers[other] = UNKNOWN

    def _become(self, place: i64, card: i64) -> None:
        self.hidden[self._deck(place)] -= one(card)
        self.trail[place] += card - (self.trail[place] & MASK)
        self.open[place] = 0

    def _deck(self, place: i64) -> i64:
        return deck_of(self.trail[place])

    def _may_be(self, place: i64, question: i64) -> bool:
        """Return whether a question may be about this card."""
        asked = self.trail[question]
        seat = (asked >> SEAT) & SEAT_BITS
        return self.open[place] == 1 and fits(self.trail[place], seat, look_of(asked))

    # ── the rest ──────────────────────────────────────────────────────────────────────────────────

    def fill_hands(self, luck: Luck) -> None:
        """Draw what is still unknown from the cards that its deck hides."""
        for place in range(len(self.trail)):
            if self.open[place] == 1:
                deck = self.hidden[self._deck(place)]
                self._become(place, _nth(deck, luck.below(size(deck))))

    def lay_out(self) -> None:
        """Put the imagined cards onto the table."""
        board = self.board
        board.memory.trail = self.trail
        for seat in range(board.seats):
            board.hands[seat] = 0
        for place in range(len(self.trail)):
            entry = self.trail[place]
            seat, card = (entry >> SEAT) & SEAT_BITS, entry & MASK
            board.hands[seat] += one(card) if entry < LAID_OPEN else -one(card)
        self._lay_out_look()
        self._lay_out_deck()

    def _lay_out_look(self) -> None:
        """Put the cards before the Oracle, which are the last of the trail and not in the hand."""
        board = self.board
        seen = size(board.looking)
        board.looking = 0
        for place in range(len(self.trail) - seen, len(self.trail)):
            board.looking += one(self.trail[place] & MASK)
        board.hands[board.turn] -= board.looking

    def _lay_out_deck(self) -> None:
        board = self.board
        rest = self.hidden[len(self.hidden) - 1]
        place: i64 = 0
        for card in range(CARDS):
            for copy in range(count(rest, card)):
                board.deck[place] = card
                place += 1


def _nth(pile: i64, number: i64) -> i64:
    """Return the card at a place in a pile."""
    card: i64 = 0
    while number >= pile & MASK:
        number -= pile & MASK
        pile >>= BITS
        card += 1
    return card
