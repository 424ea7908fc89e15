"""The arithmetic of a battle: whom one may strike, how hard, and what follows."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from longbeard.engine.numbers import larger, smaller
from longbeard.games.witless_wizards import abilities, events
from longbeard.games.witless_wizards.actions import MOST_SEATS
from longbeard.games.witless_wizards.board import Board
from longbeard.games.witless_wizards.box import DEFENSIVE, NO_CARD, OFFENSIVE, SLOTS

# How a wizard fell: in `Board.fell`, with the seat whose turn it was and the weapon, if there was one.
HIT: Final = 1
SPLASHED: Final = 2
BACKFIRED: Final = 3
CURSED: Final = 4
FELL_BY: Final = 8
FELL_CARD: Final = FELL_BY * MOST_SEATS
FELL_BITS: Final = 15


@mypyc_attr(acyclic=True)
class Battle(Board):
    """A table where one wizard strikes another."""

    @final
    def reach(self) -> i64:
        """Return whom the player may give to and attack, a bit for each seat: with 4 in, only neighbours (D3,
        B2)."""
        others = self.alive & ~(1 << self.turn)
        if self.standing < MOST_SEATS or self.says(self.turn, 1 << abilities.REACH):
            return others
        return others & ~(1 << ((self.turn + 2) % MOST_SEATS))

    @final
    def hits(self) -> i64:
        """Return the hits of the attack on its target (B3, B4)."""
        if self.dodged():
            self.tell(events.DODGES, self.target, self.die)
            return 0
        attack = larger(self.die, self.greatest(self.turn, abilities.STEADY)) + self.strength()
        defence = self.defence()
        hits = larger(0, attack - defence)
        self.tell(events.FIGHT, attack, defence, hits)
        return hits

    @final
    def dodged(self) -> bool:
        """Return whether the target dodges the face that is showing (X5)."""
        return self.die <= self.greatest(self.target, abilities.DODGE)

    @final
    def strength(self) -> i64:
        """Return the total attack without the die (B3)."""
        card = self.worn[self.turn * SLOTS + OFFENSIVE]
        return self.focus + self.box.value[card] + self.total(self.turn, abilities.MIGHT)

    @final
    def defence(self) -> i64:
        """Return what is subtracted from the attack (B4). Pierce reduces the card's value alone (X6)."""
        value = self.box.value[self.worn[self.target * SLOTS + DEFENSIVE]]
        value = larger(0, value - self.total(self.turn, abilities.PIERCE))
        return value + self.total(self.target, abilities.WARD) + self.guard

    @final
    def aftermath(self, hits: i64) -> None:
        """Carry out what a strike does besides its hits, in the order of a battle."""
        self._splash()
        if hits > 0:
            self._drain()
            self._leech()
            self._thorns()
        self._recoil()

    @final
    def _splash(self) -> None:
        hits = self.total(self.turn, abilities.SPLASH)
        if hits == 0:
            return
        reach = self.in_reach  # a card that gave reach may be used up since
        for seat in range(self.seats):
            if seat != self.target and (reach >> seat) & 1 != 0:
                self.stamina[seat] -= hits
                self.tell(events.SPLASHES, seat, hits, self.stamina[seat])

    @final
    def _drain(self) -> None:
        cubes = smaller(self.total(self.turn, abilities.DRAIN), self.cubes[self.target])
        if cubes > 0:
            self.cubes[self.target] -= cubes
            self.cubes[self.turn] += cubes
            self.tell(events.DRAINS, self.turn, self.target, cubes)

    @final
    def _leech(self) -> None:
        stamina = self.total(self.turn, abilities.LEECH)
        if stamina > 0:
            gained = self.regain(self.turn, stamina)
            self.tell(events.LEECHES, self.turn, gained, self.stamina[self.turn])

    @final
    def _thorns(self) -> None:
        hits = self.total(self.target, abilities.THORNS)
        if hits > 0:
            self.stamina[self.turn] -= hits
            self.tell(events.THORNS, self.turn, hits, self.stamina[self.turn])

    @final
    def _recoil(self) -> None:
        lost = self.total(self.turn, abilities.RECOIL)
        if lost > 0:
            self.stamina[self.turn] -= lost
            self.tell(events.RECOILS, self.turn, lost, self.stamina[self.turn])

    @final
    def settle(self, cursed: bool = False) -> None:
        """Remove whoever has no stamina left, with equipment and cubes (B4, X8)."""
        weapon = self.worn[self.turn * SLOTS + OFFENSIVE]
        for seat in range(self.seats):
            if self.stamina[seat] <= 0 and self.is_in(seat):
                self._note_fall(seat, cursed, weapon)
                self._leave(seat)

    @final
    def _note_fall(self, seat: i64, cursed: bool, weapon: i64) -> None:
        how = CURSED if cursed else BACKFIRED
        if seat != self.turn:
            how = (HIT if seat == self.target else SPLASHED) + FELL_CARD * weapon
        self.fell |= (how + FELL_BY * self.turn) << (FELL_BITS * seat)

    @final
    def _leave(self, seat: i64) -> None:
        self.alive ^= 1 << seat
        self.standing -= 1
        self.cubes[seat] = 0
        self.tell(events.OUT, seat)
        self.words[seat] = 0
        for slot in range(seat * SLOTS, seat * SLOTS + SLOTS):
            card = self.worn[slot]
            if card != NO_CARD:
                self.worn[slot] = NO_CARD
                self.discard(card)
