"""Effects of a choice, in words and numbers: for labels, and for the reasons of hints."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from longbeard.engine.telling import plural
from longbeard.games.witless_wizards import abilities, actions
from longbeard.games.witless_wizards.box import DEFENSIVE, OFFENSIVE, SLOTS
from longbeard.games.witless_wizards.forecast import forecast, outcomes, percents
from longbeard.games.witless_wizards.rules import WitlessWizards

CUBES: Final = "no cubes|1 cube|# cubes"
HITS: Final = "no hits|1 hit|# hits"
COUNTED: Final = (abilities.MIGHT, abilities.WARD)
"""Abilities that are already in the sums of attack and defence."""
UNNUMBERED: Final = (
    abilities.TWICE, abilities.REACH, abilities.SCRY, abilities.REROLL, abilities.BLOCK,
)  # fmt: skip
BAD: Final = (abilities.CURSED, abilities.RECOIL)


class Strength(NamedTuple):
    """What a wizard's three cards add up to."""

    attack: int
    defence: int
    income: int


class Change(NamedTuple):
    """One thing that a card changes on a board."""

    what: str
    """`attack`, `defence`, `cubes a turn`, or an ability."""
    before: int
    after: int

    @property
    def better(self) -> bool:
        """Whether it is good for the wearer of the card."""
        bad = self.what in [abilities.NAMES[word] for word in BAD]
        return (self.after > self.before) != bad

    @property
    def numbered(self) -> bool:
        """Whether it has a number that goes up or down; other abilities are there or not."""
        return self.what not in abilities.NAMES or bool(self.before and self.after)

    @property
    def words(self) -> str:
        """`attack from 2 to 5`, `with pierce 2`, `without dodge 1`."""
        if self.numbered:
            return f"{self.what} from {self.before} to {self.after}"
        word = self.what
        if abilities.NAMES.index(word) not in UNNUMBERED:
            word = f"{word} {self.before or self.after}"
        return f"with {word}" if self.after else f"without {word}"


def strength(state: WitlessWizards, seat: int) -> Strength:
    """Attack but for the die, defence, and cubes a turn of a wizard."""
    box, place = state.box, seat * SLOTS
    worn = [int(card) for card in state.worn[place : place + SLOTS]]
    return Strength(
        int(box.value[worn[OFFENSIVE]] + state.total(seat, abilities.MIGHT)),
        int(box.value[worn[DEFENSIVE]] + state.total(seat, abilities.WARD)),
        sum([int(box.income[card]) for card in worn]),
    )


def changes(state: WitlessWizards, seat: int, card: int) -> list[Change]:
    """Return what changes for a wizard who gets a card."""
    table = state.clone()
    table.wear(seat, card)
    before, after = strength(state, seat), strength(table, seat)
    found = [
        Change(what, *pair)
        for what, *pair in zip(("attack", "defence", "cubes a turn"), before, after, strict=True)
    ]
    found += [
        Change(name, int(state.total(seat, word)), int(table.total(seat, word)))
        for word, name in enumerate(abilities.NAMES)
        if word not in COUNTED
    ]
    return [change for change in found if change.before != change.after]


def why(state: WitlessWizards, action: int) -> str:
    """Return what speaks for an action, computed from what it changes; empty if nothing does."""
    if action == actions.KEEP:
        return _keeping(state, int(state.hand[0]))
    if actions.GIVE <= action < actions.GIVE + actions.MOST_SEATS:
        return _giving(state, action - actions.GIVE)
    if actions.ATTACK <= action < actions.ATTACK + actions.MOST_SEATS:
        return _attacking(state, action - actions.ATTACK)
    if action > actions.DISCARD:
        kept = int(state.hand[1] if state.hand[0] == action - actions.DISCARD else state.hand[0])
        return _of_two(state, kept)
    if action == actions.BLOCK:
        return f"it spares you {plural(HITS, _coming(state))}" if _coming(state) else ""
    if actions.GUARD < action <= actions.GUARD + actions.MOST_CUBES:
        return _guarding(state, action - actions.GUARD)
    if action == actions.REROLL:
        return _rolling_again(state)
    return ""


def _listed(changes: Sequence[Change], whose: str) -> str:
    """Join changes to one reason: `it brings your attack from 2 to 5`."""
    numbers = [change.words for change in changes if change.numbered]
    words = [change.words for change in changes if not change.numbered]
    said = [f"it takes {whose} {' and '.join(numbers)}"] if numbers else []
    if words:
        said.append(f"{'you are' if whose == 'your' else 'they are'} {', '.join(words)}")
    return "; ".join(said)


def _keeping(state: WitlessWizards, card: int) -> str:
    return _listed([change for change in changes(state, int(state.turn), card) if change.better], "your")


def _giving(state: WitlessWizards, seat: int) -> str:
    found = [change for change in changes(state, seat, int(state.hand[0])) if not change.better]
    return _listed(found, "their")


def _of_two(state: WitlessWizards, kept: int) -> str:
    """Return why to go on with one of two cards: what it does to oneself, if oneself is to wear it."""
    reason = _keeping(state, kept) if state.placed != 1 else ""
    return reason.replace("it takes", f"the {state.box.names[kept]} takes", 1)


def _attacking(state: WitlessWizards, seat: int) -> str:
    chances = forecast(state, seat)["chances"]
    fewest, most = chances[0]["hits"], chances[-1]["hits"]
    if most == 0:
        return ""
    out = sum([chance["percent"] for chance in chances if chance["left"] <= 0])
    said = plural(HITS, most) if fewest == most else f"{fewest} to {most} hits"
    return f"{said}, and {out} % to put them out" if out else said


def _coming(state: WitlessWizards) -> int:
    """Return the hits that are about to fall."""
    return int(state.clone().hits())


def _guarding(state: WitlessWizards, cubes: int) -> str:
    before = _coming(state)
    after = guarded(state, cubes)
    return f"{plural(HITS, after)} instead of {before}" if after < before else ""


def guarded(state: WitlessWizards, cubes: int) -> int:
    """Return the hits that are about to fall if the target puts cubes into its defence."""
    table = state.clone()
    table.guard = cubes
    return int(table.hits())


def _rolling_again(state: WitlessWizards) -> str:
    """Return how likely a new roll hits harder; the card that is used up may have been worth something,
    too."""
    now = _coming(state)
    table = state.clone()
    table.use_up(table.turn, abilities.REROLL)
    ways = outcomes(table, int(state.target), int(state.focus))
    more = sum([count for hits, count in ways.items() if hits > now])
    share = percents([more, sum(ways.values()) - more])[0]
    return f"{share} % for more than {plural(HITS, now)}" if more else ""
