"""Who meets whom: line-ups of bots, and every deal played with each of them in every seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations


@dataclass(frozen=True)
class Pairing:
    """One match of the arena: a deal, and which bot sits where."""

    deal: int
    line_up: int
    rotation: int
    bots: tuple[str, ...]

    def __str__(self) -> str:
        return f"deal {self.deal}, rotation {self.rotation} ({', '.join(self.bots)})"


def line_ups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Every table that the bots can make: the last one fills the seats, or they take turns to sit out.

    >>> line_ups(["a", "b"], 4)
    [('a', 'b', 'b', 'b')]
    >>> line_ups(["a", "b", "c"], 2)
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    if len(bots) <= players:
        return [(*bots, *[bots[-1]] * (players - len(bots)))]
    return list(combinations(bots, players))


def rotations(line_up: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The different ways to move round the table together, beginning with the line-up itself.

    >>> rotations(("a", "b", "b"))
    [('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a')]
    >>> rotations(("a", "a"))
    [('a', 'a')]
    """
    seats = len(line_up)
    moved = [line_up[seats - step :] + line_up[: seats - step] for step in range(seats)]
    return list(dict.fromkeys(moved))


def matches_of(deal: int, tables: Sequence[tuple[str, ...]]) -> list[Pairing]:
    """The matches of one deal: the same luck for every line-up in every rotation."""
    return [
        Pairing(deal, number, rotation, seated)
        for number, table in enumerate(tables)
        for rotation, seated in enumerate(rotations(table))
    ]


def table_seed(seed: int, deal: int) -> int:
    """The seed of a deal's tables: `longbeard play --seed` with it deals the same."""
    return _number(f"longbeard arena deal {seed} {deal}")


def thought_seed(seed: int, pairing: Pairing, seat: int, move: int) -> int:
    """The seed of a bot's thoughts on a move, which depends on nothing but which move it is."""
    return _number(
        f"longbeard arena bot {seed} {pairing.deal} {pairing.line_up} {pairing.rotation} {seat} {move}"
    )


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")
