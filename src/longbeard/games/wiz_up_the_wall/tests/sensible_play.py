"""Plays many matches of simple but sensible players and prints how they went; `notes.md` keeps the figures.

Run it as a script on the compiled rules: `python sensible_play.py 1000`; or with other numbers in the card
file: `python sensible_play.py 1000 distance=6`. A player here knows what a careful person knows, and nothing
else: it asks `imagine` how the unseen cards may be, draws as long as that promises more points, and places
where it hurts others and not itself.
"""

import re
import sys
from collections import Counter
from collections.abc import Sequence

from longbeard.engine.luck import QuickLuck
from longbeard.engine.state import OVER
from longbeard.games import room as open_room
from longbeard.games.wiz_up_the_wall import rules, scoring
from longbeard.games.wiz_up_the_wall.board import DRAW_OR_FINISH, FAILED
from longbeard.games.wiz_up_the_wall.cards import open_box
from longbeard.games.wiz_up_the_wall.rules import WizUpTheWall
from longbeard.games.wiz_up_the_wall.streams import CARD_BITS, TIP_SHIFT
from longbeard.games.wiz_up_the_wall.view import FATES
from longbeard.games.wiz_up_the_wall.wall import WAY_BITS

SAMPLES = 30
GOOD_STREAM = 8
"""Usual length of a stream; what is missing from it is what a spell may still be worth."""


def choose(state: WizUpTheWall, luck: QuickLuck) -> int:
    """Return the action of a sensible player."""
    if state.step == DRAW_OR_FINISH:
        return int(rules.DRAW if draws(state, luck) else rules.FINISH)
    legal = state.legal()
    values = [value(state, action - rules.PLACE_AT) + luck.below(100) / 1000 for action in legal]
    return legal[values.index(max(values))]


def draws(state: WizUpTheWall, luck: QuickLuck) -> bool:
    """Return whether one more card promises more points than stopping here."""
    seat, box = int(state.turn), state.box
    now = then = 0
    for sample in range(SAMPLES):
        twin = state.imagine(seat, luck)
        worth = twin.streams.worth(box, seat, 0)
        now += max(0, scoring.points_for(worth, box.bust))
        then += max(0, scoring.points_for(worth + box.worth[twin.next], box.bust))
    return then > now


def value(state: WizUpTheWall, cell: int) -> float:
    """Return the value of placing a card in a cell: its effect on others, on oneself, and what it
    threatens."""
    others = CARD_BITS & ~(1 << state.turn)
    here = int(state.streams.here(cell))
    worth: float = sum(lost(state, seat, cell) for seat in seats_of(here & others))
    touched = seats_of((here >> TIP_SHIFT) & others)
    if touched:
        return worth + sum(hope(state, seat) for seat in touched) - hope(state, int(state.turn)) - 0.5
    for way in range(6):
        ahead = int(state.tower.ahead[(cell << WAY_BITS) | way])
        if ahead >= 0:
            near = int(state.streams.here(ahead))
            worth += 0.1 * sum(lost(state, seat, ahead) for seat in seats_of(near & others))
    return worth


def seats_of(bits: int) -> list[int]:
    return [seat for seat in range(TIP_SHIFT) if (bits >> seat) & 1]


def lost(state: WizUpTheWall, seat: int, cell: int) -> int:
    """Return how many cards an opponent would lose here, and what the spell was still worth."""
    place = state.streams.find(seat, cell)
    if not state.streams.counts(place):
        return 0
    hoped = hope(state, seat) if (state.streams.casting >> seat) & 1 else 0
    return int(scoring.bits(state.streams.cut_off(place))) + hoped


def hope(state: WizUpTheWall, seat: int) -> int:
    """Return the cards that a spell may still get."""
    counted = int(state.streams.counted())
    cards = sum(
        1 for at in range(state.streams.laid) if state.streams.owner(at) == seat and (counted >> at) & 1
    )
    return max(0, GOOD_STREAM - cards)


class Figures:
    """Counts over many matches with one number of seats."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.spells: Counter[str] = Counter()
        self.points = self.best = self.cards = 0
        self.places: Counter[int] = Counter()
        self.order: Counter[int] = Counter()
        self.rounds = 0.0

    def add_round(self, state: WizUpTheWall, number: int, row: list[int]) -> None:
        """Add a finished round: how the spells ended, and who won it."""
        self.rounds += 1
        self.points += sum(max(0, points) for points in row)
        self.best += max(0, *row)
        self.spells["bust"] += row.count(int(FAILED))
        winners = [seat for seat in range(self.seats) if row[seat] == max(row) and row[seat] != FAILED]
        for seat in winners:
            self.places[(seat + number) % self.seats] += 1
            self.order[(seat - int(state.first) - number) % self.seats] += 1

    def add_fates(self, state: WizUpTheWall) -> None:
        streams = state.streams if state.to_act() == OVER else state.earlier
        assert streams is not None
        for seat in range(self.seats):
            self.spells[FATES[streams.fate(seat)]] += 1
        cut = {int(streams.owner(place)) for place in range(streams.laid) if (streams.cut >> place) & 1}
        self.spells["cut"] += len(cut)
        self.cards += int(streams.laid)

    def lines(self) -> list[str]:
        spells = self.rounds * self.seats
        share = {name: f"{100 * number / spells:.1f} %" for name, number in sorted(self.spells.items())}
        return [
            f"{self.seats} wizards, {self.rounds:.0f} rounds: "
            + ", ".join(f"{k} {v}" for k, v in share.items()),
            f"  points a spell {self.points / spells:.2f}, best of a round {self.best / self.rounds:.2f}, "
            f"cards laid {self.cards / self.rounds:.1f}",
            "  won by place "
            + shares(self.places, self.seats)
            + "; by turn order "
            + shares(self.order, self.seats),
        ]


def shares(wins: Counter[int], seats: int) -> str:
    total = sum(wins.values()) or 1
    return " ".join(f"{100 * wins[place] / total:.1f}" for place in range(seats))


def measure(seats: int, matches: int, changes: Sequence[str] = ()) -> Figures:
    """Play matches of three rounds and count."""
    room = open_room("wiz-up-the-wall")
    table = room.table(seats, box=open_box(changed(room.text("cards.toml"), changes)))
    figures, luck = Figures(seats), QuickLuck(seats)
    for match in range(matches):
        state = table.clone()
        assert isinstance(state, WizUpTheWall)
        state.deal(luck)
        while state.to_act() != OVER:
            number = int(state.rounds_over())
            state.resolve(choose(state, luck), luck)
            if int(state.rounds_over()) > number:
                row = [int(points) for points in state.points[number * seats : (number + 1) * seats]]
                figures.add_round(state, number, row)
                figures.add_fates(state)
    return figures


def changed(text: str, changes: Sequence[str]) -> str:
    """Return the card file with other numbers: `distance=6`, or `straight=1 fork=2` for every card."""
    for change in changes:
        name, _, number = change.partition("=")
        text = re.sub(rf"\b{name} = \d+", f"{name} = {number}", text)
    return text


def main() -> None:
    for seats in range(2, 7):
        print("\n".join(measure(seats, int(sys.argv[1]), sys.argv[2:]).lines()), flush=True)


if __name__ == "__main__":
    main()
