"""What happened, as sentences. They name people, never "you"."""

from collections.abc import Callable
from typing import Final

from longbeard.games.wiz_up_the_wall import drawing
from longbeard.games.wiz_up_the_wall.box import StreamBox

# In the order of events.py.
EVENT_NAMES: Final = (
    "round",
    "stands",
    "dealt",
    "next",
    "lays-blind",
    "turn",
    "draws",
    "drawn",
    "lays",
    "crosses",
    "touches",
    "finishes",
    "stuck",
    "ran-out",
    "scoring",
    "turns-up",
    "cut",
    "count",
    "bust",
    "points",
    "round-won",
    "won",
)

BOTH: Final = ("run straight", "fork")


class Teller:
    """Knows the names and the box, and has a method for each event."""

    def __init__(self, box: StreamBox, names: list[str]) -> None:
        self.box = box
        self.names = names

    def round(self, data: list[int]) -> str:
        number, rounds, first = data
        return f"Round {number} of {rounds}. {self.names[first]} plays first."

    def stands(self, data: list[int]) -> str:
        return f"{self.names[data[0]]} stands at column {data[1]}."

    def dealt(self, data: list[int]) -> str:
        seat, first, second = data
        which = f"{shape(first)}, then {shape(second)}" if first != second else f"both {BOTH[first]}"
        return f"{self.names[seat]} is dealt two cards unseen: {which}."

    def next(self, data: list[int]) -> str:
        left = "the last of the pile" if data[1] == 1 else f"the first of {data[1]} left"
        return f"The next card {verb(data[0])}; it is {left}."

    def lays_blind(self, data: list[int]) -> str:
        seat, q, r, fork = data[:4]
        return f"{self.names[seat]} lays {shape(fork)} unseen at {at(q, r)}."

    def turn(self, data: list[int]) -> str:
        return f"{self.names[data[0]]}'s turn."

    def draws(self, data: list[int]) -> str:
        seat, fork, left = data
        return f"{self.names[seat]} draws {shape(fork)}." + (" The pile is empty." if left == 0 else "")

    def drawn(self, data: list[int]) -> str:
        return f"It shows {self.pair(data[1], data[2])}."

    def lays(self, data: list[int]) -> str:
        seat, q, r, fork = data[:4]
        return f"{self.names[seat]} places {shape(fork)} at {at(q, r)}."

    def crosses(self, data: list[int]) -> str:
        seat, opponent, q, r, lost, ended = data
        whose = self.names[opponent]
        rest = (
            f"the spell was over, but {cards(lost)} no longer count"
            if ended
            else f"the spell ends, and {cards(lost)} no longer count"
        )
        return f"{self.names[seat]} crosses {whose}'s stream at {at(q, r)}: {singular(rest, lost)}."

    def touches(self, data: list[int]) -> str:
        return f"{self.names[data[0]]} touches {self.names[data[1]]}'s tip: both spells end."

    def finishes(self, data: list[int]) -> str:
        return f"{self.names[data[0]]} declares the spell finished."

    def stuck(self, data: list[int]) -> str:
        return f"{self.names[data[0]]}'s stream has no way on, so the spell is finished."

    def ran_out(self, data: list[int]) -> str:
        return "That was the last card: all spells are finished."

    def scoring(self, data: list[int]) -> str:
        return f"Round {data[0]} is over. Everything is turned up."

    def turns_up(self, data: list[int]) -> str:
        seat, q, r, first, second, counts = data[:6]
        rest = "" if counts else " It does not count."
        return f"{self.names[seat]}, {at(q, r)}: {self.pair(first, second)}.{rest}"

    def cut(self, data: list[int]) -> str:
        seat, by, q, r, lost = data
        rest = singular(f"{cards(lost)} do not count", lost)
        return f"{self.names[seat]}'s stream was cut at {at(q, r)} by {self.names[by]}: {rest}."

    def count(self, data: list[int]) -> str:
        counts = [f"{number} {self.box.symbols[at]}" for at, number in enumerate(data[1:]) if number]
        return f"{self.names[data[0]]}'s mana: {', '.join(counts) or 'none'}."

    def bust(self, data: list[int]) -> str:
        seat, symbol, number = data
        mana = f"{number} {self.box.symbols[symbol]}"
        return f"{self.names[seat]} goes bust: {mana}, and {self.box.bust} is the most."

    def points(self, data: list[int]) -> str:
        seat, points, total = data
        return f"{self.names[seat]} scores {count(points, 'point')} and has {total}."

    def round_won(self, data: list[int]) -> str:
        if not data:
            return "Nobody wins the round: all went bust."
        return f"{self.several(data)} {'win' if len(data) > 1 else 'wins'} the round."

    def won(self, data: list[int]) -> str:
        if len(data) > 1:
            return f"{self.several(data)} share the win."
        return f"{self.names[data[0]]} wins."

    def pair(self, first: int, second: int) -> str:
        """The two symbols of a card in words."""
        one, other = self.box.symbols[first], self.box.symbols[second]
        return f"{one} twice" if one == other else f"{one} and {other}"

    def several(self, seats: list[int]) -> str:
        """A list of names."""
        names = [self.names[seat] for seat in seats]
        return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def sentence(box: StreamBox, kind: int, data: list[int], names: list[str]) -> str:
    """An event as a sentence."""
    tell: Callable[[list[int]], str] = getattr(Teller(box, names), EVENT_NAMES[kind].replace("-", "_"))
    return tell(data)


def shape(fork: int) -> str:
    return "a fork" if fork else "a straight card"


def verb(fork: int) -> str:
    return "forks" if fork else "runs straight"


def at(q: int, r: int) -> str:
    """A cell by its column and height."""
    return drawing.where(q, 2 * r + q)


def cards(number: int) -> str:
    return count(number, "card")


def count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def singular(words: str, number: int) -> str:
    """The verb of "3 cards do not count", made to agree."""
    if number != 1:
        return words
    return words.replace("no longer count", "no longer counts").replace("do not count", "does not count")
