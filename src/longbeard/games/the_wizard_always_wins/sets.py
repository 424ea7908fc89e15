"""Element sets (E1 to E3): the mixes of face-up cards and tokens that may be turned in."""

from librt.vecs import vec
from mypy_extensions import i64

from longbeard.engine.state import Choices
from longbeard.games.the_wizard_always_wins.box import FateBox
from longbeard.games.the_wizard_always_wins.pieces import ELEMENTS, count, holds, shown


def mixes(needed: int, copies: list[int]) -> list[int]:
    """Return all mixes that make full sets without a superfluous piece (E2): for one set first, then for two…

    `copies` says how many cards that show 1, 2 and 3 there are, and how many tokens. Among the mixes for as
    many sets, those with the most cards that show 3 come first.

    >>> [hex(mix) for mix in mixes(4, [1, 2, 1, 1])]
    ['0x110', '0x101', '0x1100', '0x20', '0x1011', '0x121', '0x1120']
    """
    found: list[int] = []
    ones, twos, threes, tokens = copies
    for three in range(threes, -1, -1):
        for two in range(twos, -1, -1):
            for card in range(ones, -1, -1):
                for token in range(tokens + 1):
                    mix = card + (two << 4) + (three << 8) + (token << 12)
                    if is_whole(mix, needed):
                        found.append(mix)
    return sorted(found, key=lambda mix: sets_in(mix, needed))


def sets_in(mix: i64, needed: i64) -> i64:
    """Return how many full sets a mix is turned in for (E2).

    >>> sets_in(0x210, 4)
    2
    """
    return shown(mix) // needed


def is_whole(mix: i64, needed: i64) -> bool:
    """Return whether a mix is at least one full set, without a piece that could be left out (E2)."""
    over = shown(mix) % needed
    return shown(mix) >= needed and over < _smallest(mix)


def _smallest(mix: i64) -> i64:
    if count(mix, 0) > 0 or mix >> 12 > 0:
        return 1
    return 2 if count(mix, 1) > 0 else 3


def any_set(box: FateBox, face: vec[i64], seat: i64) -> bool:
    """Return whether a full set lies before a player."""
    needed = box.needed
    place = seat * ELEMENTS
    element: i64 = 0
    while element < ELEMENTS and shown(face[place + element]) < needed[element]:
        element += 1
    return element < ELEMENTS


def offer_sets(box: FateBox, face: vec[i64], seat: i64, first: i64, choices: Choices) -> None:
    """Add every mix that a player may turn in, as actions from `first` on (E1 to E3)."""
    for element in range(ELEMENTS):
        pile = face[seat * ELEMENTS + element]
        if shown(pile) >= box.needed[element]:
            _offer_mixes(box, pile, element, first, choices)


def _offer_mixes(box: FateBox, pile: i64, element: i64, first: i64, choices: Choices) -> None:
    mixes = box.mixes
    # The mixes for several sets come later: most piles make one set, and need not look at them.
    end = box.several_start[element]
    if sets_in(pile, box.needed[element]) > 1:
        end = box.mix_start[element + 1]
    for mix in range(box.mix_start[element], end):
        if holds(pile, mixes[mix]):
            choices.add(first + mix)


def element_of(box: FateBox, mix: i64) -> i64:
    """Return the element that a mix is of."""
    element: i64 = 0
    while box.mix_start[element + 1] <= mix:
        element += 1
    return element


def parts(mix: i64) -> list[int]:
    """Return the pieces of a mix, greatest first and tokens last, each by its kind.

    >>> parts(0x1101)
    [2, 0, 3]
    """
    found: list[int] = []
    order: list[int] = [2, 1, 0, 3]
    for kind in order:
        found += [kind] * int(count(mix, kind))
    return found
