"""Memory of a careful person at the table about the hidden cards.

Every deck is made of known cards: the first one of all, each later one of the discards that lay open. So a
card in a hand can only be what its deck still hides, and a card that lay in the discards when the deck was
refilled is in no hand, unless it was drawn since. When a card is played that could have come from several
decks, the memory keeps the question open until something answers it.

All of this is kept in bounded space, however long the match lasts. A deck is forgotten as soon as all of its
cards have been seen. Nothing is lost by that. Only so many questions are kept open, and here the memory
approximates: before one more is asked, the oldest is settled by no longer telling apart the decks that its
card may have come from. From then on their cards are one pile: each of them may be wherever any of them was
drawn. What really happened always stays possible.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from longbeard.games.the_wizard_always_wins.pieces import BITS, MASK, MOST_ALIKE, count, one, size

# An entry of the trail, from the lowest bits: which card, whose, out of which deck; and if it was seen in a
# look that went over from one deck to the next, in which of the looks that are not cleared up (from 1 on).
SEAT: Final = 4
DECK: Final = 8
LOOK: Final = 28
SEAT_BITS: Final = 15
DECK_BITS: Final = 0xFFFFF
# Deck and look together are a card's source.
NO_CARD: Final = -1
LAID_OPEN: Final = 0x1000000000000
"""Bit of an entry that is not a drawn card but one that was laid open, from an unknown deck."""

MOST_QUESTIONS: Final = 16
"""Most open questions; there are more only where a single look, with other data than the printed, discards
more cards."""
MOST_ABOUT_A_CARD: Final = MASK - MOST_ALIKE
"""Questions about one kind of card. All decks together hide as many of a kind as lie face down, and one for
each question about it: so even a single pile of all of them has room for it."""


@final
@mypyc_attr(acyclic=True)
class Memory:
    """The cards in hands in the order in which they were drawn, between them the open questions.

    As long as the first deck lasts there is nothing to note but what it still hides: nothing is on the trail.
    """

    def __init__(self) -> None:
        self.trail: vec[i64] = vec[i64]()
        self.length: i64 = 0
        self.questions: i64 = 0
        """How many entries of the trail are cards laid open whose deck is unknown."""
        self.hidden: vec[i64] = vec[i64]()
        """For each deck that is not seen through: the cards of it that nobody has seen laid open, as a pile.
        The newest is the last."""

    def clone(self) -> "Memory":
        copy = Memory()
        copy.trail = self.trail[: self.length]
        copy.length = self.length
        copy.questions = self.questions
        copy.hidden = self.hidden[:]
        return copy

    # ── what is seen to happen ────────────────────────────────────────────────────────────────────

    def new_deck(self, cards: i64) -> None:
        self._drop_decks(len(self.hidden))
        self.hidden = append(self.hidden, cards)

    def start_again(self, cards: i64) -> None:
        """Forget that there was more than one deck: these cards may be anywhere."""
        self.length = 0
        self.questions = 0
        self.hidden = vec[i64]([cards])

    def write_down(self, seat: i64, cards: i64) -> None:
        """Note the cards of a seat, as long as there is but one deck that they can be from."""
        card: i64 = 0
        while cards > 0:
            for copy in range(cards & MASK):
                self._add((seat << SEAT) + card)
            cards >>= BITS
            card += 1

    def draw(self, seat: i64, card: i64) -> None:
        """Note that somebody takes a card of the newest deck into the hand, or lays it out to look at it."""
        deck: i64 = len(self.hidden) - 1
        if deck > 0:
            self._add((deck << DECK) + (seat << SEAT) + card)

    def play(self, seat: i64, card: i64) -> None:
        """Note that somebody lays a card from the hand open."""
        if len(self.hidden) == 1:
            self.hidden[0] -= one(card)
            return
        source = self._only_source(self.length, seat, card, 0)
        if source < 0 and self._is_full(card):
            self._make_room(one(card))
            self.play(seat, card)
        elif source < 0:
            self._ask(seat, card, 0)
        else:
            self._forget(self.length, seat, card, source)
            if self.questions > 0:
                self._ask_again(seat, card)

    def keep(self, seat: i64, kept: i64, thrown: i64) -> None:
        """Note that of the cards looked at, the last of the trail, one is kept and the others are laid
        open."""
        seen = size(thrown) + 1
        if self._over_two_decks(seen):
            self._make_room(thrown)
        if self._over_two_decks(seen):
            self._keep_open(seat, thrown, self.length - seen)
            return
        newest: i64 = len(self.hidden) - 1
        self.hidden[newest] -= thrown
        if newest > 0:
            first = self.length - seen
            self.trail[first] = (newest << DECK) + (seat << SEAT) + kept
            self.length = first + 1
            self._ask_about(seat, thrown)

    def _over_two_decks(self, seen: i64) -> bool:
        """Return whether the last cards of the trail are of the newest deck and the one before."""
        newest: i64 = len(self.hidden) - 1
        return newest > 0 and deck_of(self.trail[self.length - seen]) != newest

    def _keep_open(self, seat: i64, thrown: i64, first: i64) -> None:
        """Ask, after a look over two decks, which deck the discarded cards came from."""
        look = self._free_look()
        for place in range(first, self.length):
            self.trail[place] += look << LOOK
        card: i64 = 0
        while thrown > 0:
            for copy in range(thrown & MASK):
                self._ask(seat, card, look)
            thrown >>= BITS
            card += 1
        self._ask_again(seat, NO_CARD)

    def _free_look(self) -> i64:
        """Return a number for a look that no other look on the trail has."""
        look: i64 = 1
        place: i64 = 0
        while place < self.length:
            if look_of(self.trail[place]) == look:
                look += 1
                place = 0
            else:
                place += 1
        return look

    def _ask_about(self, seat: i64, cards: i64) -> None:
        """Ask about cards that were laid open, where it is known from where."""
        card: i64 = 0
        while cards > 0 and self.questions > 0:
            if cards & MASK > 0:
                self._ask_again(seat, card)
            cards >>= BITS
            card += 1

    def _add(self, entry: i64) -> None:
        if self.length < len(self.trail):
            self.trail[self.length] = entry
        else:
            self.trail = append(self.trail, entry)
        self.length += 1

    # ── open questions ────────────────────────────────────────────────────────────────────────────

    def _is_full(self, card: i64) -> bool:
        """Return whether a question must be settled before another one about this card is asked."""
        return self.questions >= MOST_QUESTIONS or self._about(card) >= MOST_ABOUT_A_CARD

    def _about(self, card: i64) -> i64:
        """Return how many open questions there are about a card."""
        found: i64 = 0
        for place in range(self.length):
            if self.trail[place] >= LAID_OPEN and self.trail[place] & MASK == card:
                found += 1
        return found

    def _make_room(self, cards: i64) -> None:
        """Settle the oldest questions, until there is room for one about each of these cards."""
        while self.questions > 0 and self.questions + size(cards) > MOST_QUESTIONS:
            self._settle(self._oldest(NO_CARD))
        card: i64 = 0
        while cards > 0:
            while cards & MASK > 0 and self._about(card) + (cards & MASK) > MOST_ABOUT_A_CARD:
                self._settle(self._oldest(card))
            cards >>= BITS
            card += 1

    def settle_oldest(self) -> None:
        """Settle the question that has been open for the longest."""
        self._settle(self._oldest(NO_CARD))

    def _oldest(self, card: i64) -> i64:
        """Return where the first question stands, or the first about a card, if one is named."""
        place: i64 = 0
        while self.trail[place] < LAID_OPEN or (card != NO_CARD and self.trail[place] & MASK != card):
            place += 1
        return place

    def _settle(self, question: i64) -> None:
        """Answer a question by no longer telling apart the decks that its card may have come from.

        That depends only on what everyone knows. With a card of a look that is not cleared up, the look's
        decks are of them.
        """
        asked = self.trail[question]
        seat, look, card = (asked >> SEAT) & SEAT_BITS, look_of(asked), asked & MASK
        mixed: vec[i64] = vec[i64]([0] * len(self.hidden))
        for place in range(question):
            entry = self.trail[place]
            if fits(entry, seat, look) and count(self.hidden[deck_of(entry)], card) > 0:
                mixed[deck_of(entry)] = 1
                if look_of(entry) > 0:
                    self._mark_look(look_of(entry), mixed)
        self._mix(mixed)
        self._drop_decks(len(self.hidden) - 1)
        self._answer_all()
        if len(self.hidden) == 1:
            self.length = 0

    def _mark_look(self, look: i64, decks: vec[i64]) -> None:
        for place in range(self.length):
            if self.trail[place] < LAID_OPEN and look_of(self.trail[place]) == look:
                decks[deck_of(self.trail[place])] = 1

    def _mix(self, decks: vec[i64]) -> None:
        """Make one deck of those that are marked, in the place of the newest of them."""
        newest: i64 = len(decks) - 1
        while decks[newest] == 0:
            newest -= 1
        for deck in range(newest):
            if decks[deck] == 1:
                self.hidden[newest] += self.hidden[deck]
                self.hidden[deck] = 0
        for place in range(self.length):
            entry = self.trail[place]
            if entry < LAID_OPEN and decks[deck_of(entry)] == 1:
                self.trail[place] += (newest - deck_of(entry)) << DECK

    def _drop_decks(self, end: i64) -> None:
        """Forget those of the first decks of which everything has been seen: no entry is of them."""
        numbers = self.hidden[:]
        left: i64 = 0
        for deck in range(len(self.hidden)):
            numbers[deck] = left
            if self.hidden[deck] > 0 or deck >= end:
                self.hidden[left] = self.hidden[deck]
                left += 1
        if left == len(self.hidden):
            return
        self.hidden = self.hidden[:left]
        for place in range(self.length):
            entry = self.trail[place]
            if entry < LAID_OPEN:
                self.trail[place] += (numbers[deck_of(entry)] - deck_of(entry)) << DECK

    def _answer_all(self) -> None:
        """Answer every question that has only one answer left."""
        place: i64 = 0
        while place < self.length:
            if self.trail[place] >= LAID_OPEN and self._answer(place, self.trail[place]):
                place = 0
            else:
                place += 1

    def _ask(self, seat: i64, card: i64, look: i64) -> None:
        self._add(LAID_OPEN + (look << LOOK) + (seat << SEAT) + card)
        self.questions += 1

    def _ask_again(self, seat: i64, card: i64) -> None:
        """Ask again, after an answer, about this hand and such cards: only one answer may be left."""
        place: i64 = 0
        while place < self.length:
            entry = self.trail[place]
            related = (entry >> SEAT) & SEAT_BITS == seat or entry & MASK == card
            if entry >= LAID_OPEN and related and self._answer(place, entry):
                self._ask_again((entry >> SEAT) & SEAT_BITS, entry & MASK)
                place = 0
            else:
                place += 1

    def _answer(self, place: i64, question: i64) -> bool:
        seat, card = (question >> SEAT) & SEAT_BITS, question & MASK
        look = look_of(question)
        source = self._only_source(place, seat, card, look)
        if source < 0:
            return False
        self._remove(place)
        self.questions -= 1
        self._forget(place, seat, card, source)
        if look > 0:
            self._end_look(look)
        return True

    def _only_source(self, before: i64, seat: i64, card: i64, look: i64) -> i64:
        """Return where a card must have come from, for all that everyone knows; -1 if there are several
        answers."""
        found: i64 = -1
        trail = self.trail
        for place in range(before):
            entry = trail[place]
            source = entry >> DECK
            if (
                source != found
                and fits(entry, seat, look)
                and count(self.hidden[source & DECK_BITS], card) > 0
            ):
                if found >= 0:
                    return -1
                found = source
        return found

    def _forget(self, before: i64, seat: i64, card: i64, source: i64) -> None:
        """Remove the last card that was drawn from a source, now that it is known where it came from.

        The cards in a hand that have one source are alike to everyone else, so they may change places.
        """
        self.hidden[source & DECK_BITS] -= one(card)
        last: i64 = -1
        for place in range(before - 1, -1, -1):
            entry = self.trail[place]
            if entry >> DECK == source and (entry >> SEAT) & SEAT_BITS == seat:
                if last < 0:
                    last = place
                if entry & MASK == card:
                    self.trail[place] += (self.trail[last] & MASK) - card
                    self._remove(last)
                    return
        raise AssertionError("nobody had that card")

    def _end_look(self, look: i64) -> None:
        """Treat the kept card like any other, once the discards of a look are known."""
        for place in range(self.length):
            if self.trail[place] >= LAID_OPEN and look_of(self.trail[place]) == look:
                return
        for place in range(self.length):
            if look_of(self.trail[place]) == look:
                self.trail[place] -= look << LOOK

    def _remove(self, place: i64) -> None:
        self.length -= 1
        for later in range(place, self.length):
            self.trail[later] = self.trail[later + 1]


def fits(entry: i64, seat: i64, look: i64) -> bool:
    """Return whether an entry is a card that this seat drew, in this look if it was in one."""
    if entry >= LAID_OPEN or (entry >> SEAT) & SEAT_BITS != seat:
        return False
    return look == 0 or look_of(entry) == look


def deck_of(entry: i64) -> i64:
    """Return the deck that a card of the trail was drawn from."""
    return (entry >> DECK) & DECK_BITS


def look_of(entry: i64) -> i64:
    """Return the look that an entry is of; 0 if it is of none, or of one that is cleared up."""
    return (entry >> LOOK) & DECK_BITS
