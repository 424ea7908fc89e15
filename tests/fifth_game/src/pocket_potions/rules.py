"""The rules of Pocket Potions; the numbers in the comments are those of the rulebook."""

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from longbeard.engine.luck import Luck
from longbeard.engine.room import RANDOM
from longbeard.engine.state import NOBODY, OVER, Box, Choices, State
from pocket_potions import events
from pocket_potions.cards import FEWEST_SEATS, MOST_SEATS, PotionBox

STIR: Final = 0
CORK: Final = 1
POUR: Final = 2
"""The first of the pours: one for each seat and strength."""
SHELF: Final = "shelf"
CUPBOARD: Final = "cupboard"


def table(box: Box, seats: int, options: Mapping[str, str]) -> "Potions":
    """Return the table before the deal."""
    assert isinstance(box, PotionBox)
    first = options["first"]
    return Potions(box, seats, NOBODY if first == RANDOM else int(first))


@final
class Potions(State):
    """Pockets are secret; brews, shelves and what is spent lie open; the cupboard has no order."""

    def __init__(self, box: PotionBox, seats: int, first: int) -> None:
        super().__init__()
        self.seats = seats
        self.box = box
        self.turn = first
        self.reason = ""
        self.cupboard = vec[i64]([s for s, n in enumerate(box.copies, start=1) for copy in range(n)])
        self.left = len(self.cupboard)
        self.pockets: list[list[int]] = [[] for seat in range(seats)]
        self.brews: list[list[int]] = [[] for seat in range(seats)]
        self.spent: list[int] = []
        self.points = [0] * seats

    def deal(self, luck: Luck) -> None:
        if self.turn == NOBODY:  # S2
            self.turn = luck.below(self.seats)
        self.tell(events.BEGINS, self.turn)
        for seat in range(self.seats):
            for card in range(self.box.pocket):  # S3
                self._fill_pocket(seat, luck)

    def to_act(self) -> i64:
        return OVER if self.reason else self.turn

    def offer(self, choices: Choices) -> None:
        choices.add(STIR)
        if self.brews[self.turn]:
            choices.add(CORK)
        for whose in range(self.seats):
            if whose == self.turn or self.brews[whose]:  # T3
                for strength in sorted(set(self.pockets[self.turn])):
                    choices.add(self.pour(whose, strength))

    def pour(self, whose: int, strength: int) -> int:
        """Return the action of pouring such a card into somebody's brew."""
        return POUR + whose * len(self.box.copies) + strength - 1

    def poured(self, action: int) -> tuple[int, int]:
        """Whose brew it goes into, and how strong it is."""
        whose, place = divmod(action - POUR, len(self.box.copies))
        return whose, place + 1

    def goal(self) -> int:
        """Return the points that end the game."""
        return self.box.shelf[self.seats - FEWEST_SEATS]

    def resolve(self, action: i64, luck: Luck) -> None:
        self._act(action, luck)
        while not self.reason and not self.brews[self.turn] and not self.pockets[self.turn]:
            self._act(STIR, luck)  # T7

    def _act(self, action: int, luck: Luck) -> None:
        if action == STIR:
            strength = self._draw(luck)
            self.tell(events.STIRS, self.turn, strength)
            self._add(self.turn, strength)
        elif action == CORK:
            self._cork(luck)
        else:
            whose, strength = self.poured(action)
            self.pockets[self.turn].remove(strength)
            self.tell(events.POURS, self.turn, strength, whose)
            self._add(whose, strength)
        if not self.reason and self.left == 0:
            self.reason = CUPBOARD  # E2
        self.turn = (self.turn + 1) % self.seats

    def _draw(self, luck: Luck) -> int:
        place = luck.pick(self.cupboard, self.left)
        strength = self.cupboard[place]
        self.left -= 1
        self.cupboard[place] = self.cupboard[self.left]
        return strength

    def _fill_pocket(self, seat: int, luck: Luck) -> None:
        strength = self._draw(luck)
        self.pockets[seat] = sorted([*self.pockets[seat], strength])
        self.tell(events.DRAWS, seat)
        self.whisper(seat, events.FINDS, seat, strength)

    def _add(self, whose: int, strength: int) -> None:
        self.brews[whose].append(strength)
        total = sum(self.brews[whose])
        if total > self.box.boiling:  # T4
            self.tell(events.BOILS, whose, total)
            self._spend(whose)

    def _spend(self, whose: int) -> None:
        self.spent = sorted(self.spent + self.brews[whose])
        self.brews[whose] = []

    def _cork(self, luck: Luck) -> None:
        seat = self.turn
        points = sum(self.brews[seat])  # T5
        if points == self.box.boiling:
            points += self.box.bonus
        self.points[seat] += points
        self.tell(events.CORKS, seat, points)
        self._spend(seat)
        if self.points[seat] >= self.goal():
            self.reason = SHELF  # E1
        elif len(self.pockets[seat]) < self.box.pocket:
            self._fill_pocket(seat, luck)  # T6

    def clone(self) -> "Potions":
        copy = Potions(self.box, self.seats, self.turn)
        copy.reason = self.reason
        copy.cupboard = self.cupboard[:]
        copy.left = self.left
        copy.pockets = [pocket[:] for pocket in self.pockets]
        copy.brews = [brew[:] for brew in self.brews]
        copy.spent = self.spent[:]
        copy.points = self.points[:]
        return copy

    def imagine(self, seat: i64, luck: Luck) -> "Potions":
        twin = self.clone()
        others = [other for other in range(self.seats) if other != seat]
        unknown = [int(card) for card in self.cupboard[: self.left]]
        for other in others:
            unknown += self.pockets[other]
        twin.cupboard, twin.left = vec[i64](sorted(unknown)), len(unknown)
        for other in others:
            twin.pockets[other] = sorted([twin._draw(luck) for card in self.pockets[other]])
        return twin

    def scores(self) -> list[int]:
        return self.points[:]

    def winners(self) -> list[int]:
        best = max(self.points)  # E3
        return [seat for seat in range(self.seats) if self.reason and self.points[seat] == best]

    def ending(self) -> str:
        return self.reason

    def dump(self) -> list[int]:
        numbers = [self.turn, int(self.reason == SHELF), int(self.reason == CUPBOARD), *self.points]
        for pile in (list(self.cupboard[: self.left]), *self.pockets, *self.brews, self.spent):
            numbers += [len(pile), *pile]
        return numbers

    def pieces(self) -> list[int]:
        cards = [*self.cupboard[: self.left], *self.spent]
        for pile in self.pockets + self.brews:
            cards += pile
        return [cards.count(strength) for strength in range(1, len(self.box.copies) + 1)]

    def action_count(self) -> int:
        return POUR + MOST_SEATS * len(self.box.copies)
