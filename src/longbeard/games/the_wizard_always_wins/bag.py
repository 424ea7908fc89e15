"""The Bag of Fate: what is in it, and what has been drawn out of it and not yet gone anywhere."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.state import NOBODY
from longbeard.games.the_wizard_always_wins.box import FateBox
from longbeard.games.the_wizard_always_wins.pieces import ELEMENTS

# The tokens: those of an element have its number.
ADD_GEM: Final = ELEMENTS
LEVEL_UP: Final = ELEMENTS + 1
GEM: Final = ELEMENTS + 2
"""The gem of the first seat; those of the others follow."""


@final
@mypyc_attr(acyclic=True)
class Bag:
    """A row of tokens: first those inside, then those just drawn."""

    def __init__(self, tokens: vec[i64]) -> None:
        self.tokens = tokens
        self.inside: i64 = 0
        self.drawn: i64 = 0
        # The last draw, for all to see until the next: whose, of how many, and what was drawn, in order.
        self.hand: i64 = NOBODY
        self.wanted: i64 = 0
        self.last: vec[i64] = tokens[:]
        self.last_count: i64 = 0

    def clone(self) -> "Bag":
        copy = Bag(self.tokens[:])
        copy.inside = self.inside
        copy.drawn = self.drawn
        copy.hand = self.hand
        copy.wanted = self.wanted
        copy.last = self.last[:]
        copy.last_count = self.last_count
        return copy

    def reach_in(self, seat: i64, tokens: i64) -> None:
        """Somebody begins to draw so many."""
        self.hand = seat
        self.wanted = tokens
        self.last_count = 0

    def put(self, token: i64) -> None:
        """Put a token in, or with those that are drawn, to go in when they go back."""
        self.tokens[self.inside + self.drawn] = token
        if self.drawn == 0:
            self.inside += 1
        else:
            self.drawn += 1

    def draw(self, luck: Luck) -> i64:
        """Pull a token out, blindly."""
        tokens = self.tokens
        place = luck.pick(tokens, self.inside)
        self.inside -= 1
        self.drawn += 1
        token = tokens[place]
        tokens[place] = tokens[self.inside]
        tokens[self.inside] = token
        self.last[self.last_count] = token
        self.last_count += 1
        return token

    def take_out(self, number: i64) -> None:
        """R4: the element that was drawn as this one, from 0, stays with whoever drew it.

        Those drawn later lie before it, so take them out in the order in which they were drawn.
        """
        tokens = self.tokens
        self.drawn -= 1
        for place in range(self.inside + self.last_count - 1 - number, self.inside + self.drawn):
            tokens[place] = tokens[place + 1]

    def give_back(self) -> None:
        """Everything that was drawn and not taken out goes back."""
        self.inside += self.drawn
        self.drawn = 0

    def count(self, token: i64) -> i64:
        """How many of a token are in the bag, or drawn and on their way back."""
        found: i64 = 0
        for place in range(self.inside + self.drawn):
            if self.tokens[place] == token:
                found += 1
        return found

    def sort(self) -> None:
        """A bag has no order that anyone knows: put it into one that gives nothing away."""
        tokens = self.tokens
        for place in range(1, self.inside):
            token = tokens[place]
            gap = place
            while gap > 0 and tokens[gap - 1] > token:
                tokens[gap] = tokens[gap - 1]
                gap -= 1
            tokens[gap] = token


def room_for_all(box: FateBox, seats: int) -> int:
    """How many tokens the bag may come to hold."""
    room = int(box.add_gems + box.level_ups) + int(box.gems) * seats
    for tokens in box.tokens:
        room += int(tokens)
    return room


def fill(bag: Bag, box: FateBox) -> None:
    """S1: all tokens but the gems."""
    for element in range(ELEMENTS):
        for token in range(box.tokens[element]):
            bag.put(element)
    for token in range(box.add_gems):
        bag.put(ADD_GEM)
    for token in range(box.level_ups):
        bag.put(LEVEL_UP)
