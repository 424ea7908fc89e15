"""Sources of chance, handed in by whoever runs the game: quick, keyed, or scripted.

Python does not guarantee its shuffles, so the numbers come from our own generators, the same on every version
and in both forms of the build (the vectors are in ``tests/test_luck.py``).
"""

from hashlib import blake2b, sha256
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

WORD: Final = 0xFFFFFFFF
# A multiply-with-carry in one number: the multiplier makes A * 2**32 - 1 a safe prime (period about
# 2**61) and keeps every state below 2**62, so the compiled form never overflows.
MULTIPLIER: Final = 999999339
SECRET_BYTES: Final = 32


class LuckError(Exception):
    """Raised when a script names what cannot happen, or runs out."""


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Luck:
    """A source of chance. A game asks for a number, or for one thing out of a pile."""

    def __init__(self) -> None:
        self.used: i64 = 0
        """Number of draws so far. QuickLuck does not count."""

    def word(self) -> i64:
        """Return thirty-two random bits."""
        raise NotImplementedError

    def below(self, n: i64) -> i64:
        """Return a number from 0 to n - 1, each equally likely (Lemire's method: no bias)."""
        product = self.word() * n
        if (product & WORD) < n:
            threshold = (WORD + 1 - n) % n
            while (product & WORD) < threshold:
                product = self.word() * n
        return product >> 32

    def pick(self, pile: vec[i64], count: i64) -> i64:
        """Return the index of one of the first `count` things of a pile."""
        return self.below(count)


@final
@mypyc_attr(acyclic=True)
class QuickLuck(Luck):
    """Luck for playouts and search: fast and seeded, but predictable.

    >>> luck = QuickLuck(1)
    >>> [luck.below(6) + 1 for roll in range(8)]
    [2, 3, 6, 3, 5, 2, 6, 4]
    """

    def __init__(self, seed: int = 0) -> None:
        self.used = 0
        self.state: i64 = 1
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        # Consecutive seeds would give similar first draws: hash them apart.
        digest = sha256(b"longbeard quick luck %d" % seed).digest()
        self.state = int.from_bytes(digest[:8], "big") % (MULTIPLIER * (WORD + 1) - 2) + 1

    def word(self) -> i64:
        state = self.state
        state = MULTIPLIER * (state & WORD) + (state >> 32)
        self.state = state
        return (state ^ (state >> 32)) & WORD

    def below(self, n: i64) -> i64:
        # Luck.below once more, inlined: playouts spend most of their luck here.
        state = self.state
        state = MULTIPLIER * (state & WORD) + (state >> 32)
        self.state = state
        product = ((state ^ (state >> 32)) & WORD) * n
        if (product & WORD) < n:
            product = self._fair(product, n)
        return product >> 32

    def _fair(self, product: i64, n: i64) -> i64:
        threshold = (WORD + 1 - n) % n
        while (product & WORD) < threshold:
            product = self.word() * n
        return product

    def pick(self, pile: vec[i64], count: i64) -> i64:
        return self.below(count)


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class KeyedLuck(Luck):
    """Luck for live tables: that of one move, keyed by the table's secret and the number of the move.

    The bits are BLAKE2b over (secret, move, block). Knowing some of them tells nothing of the others, and
    a move that was taken back finds the same luck when it is played again.
    """

    def __init__(self, secret: bytes, move: int, purpose: bytes = b"longbeard luck") -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a table's secret has {SECRET_BYTES} bytes, not {len(secret)}")
        self.used = 0
        self._secret = secret
        self._move = move
        self._purpose = purpose
        self._block = 0
        self._bytes = b""

    def word(self) -> i64:
        self.used += 1
        if not self._bytes:
            message = self._move.to_bytes(8, "big") + self._block.to_bytes(8, "big")
            self._bytes = blake2b(message, key=self._secret, person=self._purpose).digest()
            self._block += 1
        word = int.from_bytes(self._bytes[:4], "big")
        self._bytes = self._bytes[4:]
        return word


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class ScriptedLuck(Luck):
    """Luck for tests and tutorials: the named cards, dice and tokens come up in the order written down."""

    def __init__(self, script: list[int]) -> None:
        self.used = 0
        self._script = script

    def _next(self) -> int:
        if self.used >= len(self._script):
            raise LuckError(f"the script ran out after {self.used} draws: add what comes next")
        value = self._script[self.used]
        self.used += 1
        return value

    def word(self) -> i64:
        raise LuckError("a script holds cards and dice, not bits: draw with below or pick")

    def below(self, n: i64) -> i64:
        value = self._next()
        if not 0 <= value < n:
            raise LuckError(f"draw {self.used}: {value} is not a number from 0 to {n - 1}")
        return value

    def pick(self, pile: vec[i64], count: i64) -> i64:
        value = self._next()
        for place in range(count):
            if pile[place] == value:
                return place
        raise LuckError(f"draw {self.used}: {value} is not in the pile {list(pile[:count])}")

    def spent(self) -> bool:
        """Return whether the whole script has been used."""
        return self.used == len(self._script)


def seed_secret(seed: int) -> bytes:
    """Derive a table's secret from a seed, so that a seed gives the same match everywhere."""
    return sha256(b"longbeard seed %d" % seed).digest()


def commitment(secret: bytes) -> str:
    """Return the hash that a table shows at its start; its secret, shown at the end, proves that the deal was
    fixed."""
    return sha256(b"longbeard table " + secret).hexdigest()
