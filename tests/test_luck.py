"""The generators: published vectors, fairness, and the luck of a move."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from longbeard.engine.luck import (
    MULTIPLIER,
    KeyedLuck,
    LuckError,
    QuickLuck,
    ScriptedLuck,
    commitment,
    seed_secret,
)

# The published vectors. They never change: records and seeds all over the world depend on them.
QUICK = {
    0: [345605266, 2878090862, 731436613, 2883188874, 2476614109, 3223067529],
    1: [1067954684, 1716782217, 4195561600, 1948349029, 3071643604, 959708847],
    -7: [94537344, 1478114708, 2358913727, 4054705877, 2559418736, 1450800534],
}
KEYED_MOVE_0 = [
    2900776406,
    3836576403,
    1944120864,
    1172347037,
    3239885624,
    2786770031,
    1741159006,
    1567125737,
    1763064406,
    4165635972,
    1239198951,
    2465318293,
    1893071063,
    3053359981,
    2753004330,
    1433696310,
    560977801,
    710517556,
]
KEYED_MOVE_1 = [1637676329, 2051012380, 2448897994, 4199093408, 191185820, 560561878]


def is_prime(number: int) -> bool:
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):  # enough below 3.3e24
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        if not any((power := power * power % number) == number - 1 for _ in range(twos - 1)):
            return False
    return True


def test_quick_luck_has_published_vectors() -> None:
    for seed, words in QUICK.items():
        luck = QuickLuck(seed)
        assert [luck.word() for _ in words] == words


def test_keyed_luck_has_published_vectors() -> None:
    for move, words in ((0, KEYED_MOVE_0), (1, KEYED_MOVE_1)):
        luck = KeyedLuck(bytes(range(32)), move)
        assert [luck.word() for _ in words] == words


def test_a_seed_and_a_secret_have_published_hashes() -> None:
    assert seed_secret(1).hex() == "ce7af8c591357954bec25d9b1b1df8138988ecbdb8c734b353fd4efc228b0df1"
    assert commitment(bytes(32)) == "d5f35ff2b573b77e1232e1090f0af0bdb8220a25d3cdea5fda6fa16a6fd7c3aa"


def test_the_period_is_that_of_a_safe_prime_and_never_overflows() -> None:
    modulus = MULTIPLIER * 2**32 - 1
    assert is_prime(modulus)
    assert is_prime((modulus - 1) // 2)
    assert MULTIPLIER * 2**32 < 2**62


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 46, 63])
def test_below_is_fair(sides: int) -> None:
    luck, throws = QuickLuck(sides), 60_000
    counts = [0] * sides
    for _ in range(throws):
        counts[luck.below(sides)] += 1
    expected = throws / sides
    chi_squared = sum((count - expected) ** 2 / expected for count in counts)
    # Six standard deviations of a chi-squared with sides - 1 degrees of freedom.
    assert chi_squared < (sides - 1) + 6 * (2 * (sides - 1)) ** 0.5 + 6


def test_neighbouring_seeds_are_not_neighbours() -> None:
    first = [int(QuickLuck(seed).below(24)) for seed in range(24_000)]
    pairs = [0] * 576
    for one, other in pairwise(first):
        pairs[one * 24 + other] += 1
    expected = len(first) / 576
    assert sum((count - expected) ** 2 / expected for count in pairs) < 575 + 6 * (2 * 575) ** 0.5


@given(st.binary(min_size=32, max_size=32), st.integers(0, 10_000), st.integers(1, 2**31 - 1))
def test_keyed_luck_is_the_same_again_and_in_range(secret: bytes, move: int, n: int) -> None:
    one, other = KeyedLuck(secret, move), KeyedLuck(secret, move)
    numbers = [int(one.below(n)) for _ in range(20)]
    assert numbers == [int(other.below(n)) for _ in range(20)]
    assert all(0 <= number < n for number in numbers)


def test_the_luck_of_another_move_or_purpose_is_another() -> None:
    secret = seed_secret(9)
    words = {
        tuple(int(luck.word()) for _ in range(4))
        for luck in (KeyedLuck(secret, 1), KeyedLuck(secret, 2), KeyedLuck(secret, 1, b"longbeard bot"))
    }
    assert len(words) == 3


def test_keyed_luck_counts_its_use_and_wants_a_whole_secret() -> None:
    luck = KeyedLuck(bytes(32), 3)
    assert luck.used == 0
    luck.below(6)
    assert luck.used > 0
    with pytest.raises(ValueError, match="32 bytes"):
        KeyedLuck(b"short", 0)


def test_a_script_names_what_comes_up() -> None:
    pile = vec[i64]([7, 9, 7, 3])
    luck = ScriptedLuck([3, 9, 5])
    assert luck.pick(pile, 4) == 3
    assert luck.pick(pile, 4) == 1
    with pytest.raises(LuckError, match="5 is not in the pile"):
        luck.pick(pile, 4)


def test_a_script_refuses_what_cannot_happen() -> None:
    pile = vec[i64]([7, 9, 7, 3])
    with pytest.raises(LuckError, match="not in the pile"):
        ScriptedLuck([3]).pick(pile, 3)  # it lies beyond the first three
    with pytest.raises(LuckError, match="not a number from 0 to 5"):
        ScriptedLuck([6]).below(6)
    with pytest.raises(LuckError, match="ran out"):
        ScriptedLuck([]).below(6)
    with pytest.raises(LuckError, match="not bits"):
        ScriptedLuck([1]).word()


def test_a_script_knows_when_it_is_spent() -> None:
    luck = ScriptedLuck([2])
    assert not luck.spent()
    luck.below(6)
    assert luck.spent()
