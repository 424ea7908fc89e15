"""The Bag of Fate: what is in it, and what has been drawn out of it and not yet gone anywhere."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from longbeard.engine.luck import Luck
from longbeard.engine.state import NOBODY
from longbeard.games.the_wizard_always_wins.box import FateBox
from longbeard.games.the_wizard_always_wins.pieces import ELEMENTS

# Token numbers: those of an element are the element's number.
ADD_GEM: Final = ELEMENTS
LEVEL_UP: Final = ELEMENTS + 1
GEM: Final = ELEMENTS + 2
"""Number of the first seat's gem; those of the others follow."""


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
        """Begin a draw of a number of tokens by a seat."""
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
        """Draw a random token."""
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
        """Leave the element that was drawn as number `number`, from 0, with whoever drew it (R4).

        Those drawn later lie before it, so take them out in the order in which they were drawn.
        """
        tokens = self.tokens
        self.drawn -= 1
        for place in range(self.inside + self.last_count - 1 - number, self.inside + self.drawn):
            tokens[place] = tokens[place + 1]

    def give_back(self) -> None:
        """Return everything to the bag that was drawn and not taken out."""
        self.inside += self.drawn
        self.drawn = 0

    def count(self, token: i64) -> i64:
        """Return how many of a token are in the bag, or drawn and on their way back."""
        found: i64 = 0
        for place in range(self.inside + self.drawn):
            if self.tokens[place] == token:
                found += 1
        return found

    def sort(self) -> None:
        """Sort the bag, whose order nobody knows, so that it gives nothing away."""
        tokens = self.tokens
        for place in range(1, self.inside):
            token = tokens[place]
            gap = place
            while gap > 0 and tokens[gap - 1] > token:
                tokens[gap] = tokens[gap - 1]
                gap -= 1
            tokens[gap] = token


def room_for_all(box: FateBox, seats: int) -> int:
    """Return the most tokens that the bag may come to hold."""
    room = int(box.add_gems + box.level_ups) + int(box.gems) * seats
    for tokens in box.tokens:
        room += int(tokens)
    return room


def fill(bag: Bag, box: FateBox) -> None:
    """Fill the bag with all tokens but the gems (S1)."""
    for element in range(ELEMENTS):
        for token in range(box.tokens[element]):
            bag.put(element)
    for token in range(box.add_gems):
        bag.put(ADD_GEM)
    for token in range(box.level_ups):
        bag.put(LEVEL_UP)
