"""Pairings: the line-ups of bots, and the rotations that put each of them in every seat of a deal."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations

from longbeard.lab.recorder import thought


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
    """Return every line-up of the bots: the last one fills empty seats, or they take turns to sit out.

    >>> line_ups(["a", "b"], 4)
    [('a', 'b', 'b', 'b')]
    >>> line_ups(["a", "b", "c"], 2)
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    if len(bots) <= players:
        return [(*bots, *[bots[-1]] * (players - len(bots)))]
    return list(combinations(bots, players))


def rotations(line_up: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the distinct rotations of a line-up, beginning with the line-up itself.

    >>> rotations(("a", "b", "b"))
    [('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a')]
    >>> rotations(("a", "a"))
    [('a', 'a')]
    """
    seats = len(line_up)
    moved = [line_up[seats - step :] + line_up[: seats - step] for step in range(seats)]
    return list(dict.fromkeys(moved))


def matches_of(deal: int, tables: Sequence[tuple[str, ...]]) -> list[Pairing]:
    """Return the matches of one deal: every line-up in every rotation, with the same luck."""
    return [
        Pairing(deal, number, rotation, seated)
        for number, table in enumerate(tables)
        for rotation, seated in enumerate(rotations(table))
    ]


def table_seed(seed: int, deal: int) -> int:
    """Return the seed of a deal's tables; `longbeard play --seed` deals the same with it."""
    return _number(f"longbeard arena deal {seed} {deal}")


def thinking(seed: int, pairing: Pairing) -> str:
    """Return what names a match for the seeds of its bots' thoughts (`recorder.thought`)."""
    return f"longbeard arena bot {seed} {pairing.deal} {pairing.line_up} {pairing.rotation}"


def thought_seed(seed: int, pairing: Pairing, seat: int, move: int) -> int:
    """Return the seed for a bot's thinking about a move; no other move has the same."""
    return thought(thinking(seed, pairing), seat, move)


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")
