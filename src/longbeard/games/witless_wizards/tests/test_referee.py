"""A second set of rules, written from the rulebook alone, plays along: the two must agree at every decision.

The referee is plain and slow on purpose. It knows names, lists and dicts, and nothing of the room's own code.
Boxes are dealt at random too, so that every word meets every other one on one table.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from longbeard.engine.luck import Luck
from longbeard.engine.state import OVER
from longbeard.games.witless_wizards import abilities, notation
from longbeard.games.witless_wizards.box import NO_CARD, WizardBox

if TYPE_CHECKING:
    from longbeard.games.witless_wizards.tests.conftest import Lay, Table

KINDS = ("offensive", "defensive", "special")
CROOK, ARMOR = "magical-crook-of-standing", "magical-armor-of-resting"
STARTS = [([CROOK], 1), ([ARMOR], 1), ([CROOK, ARMOR], 1), ([CROOK, ARMOR], 2)]
MOST_DECISIONS = 150


@dataclass
class Card:
    kind: str
    value: int
    income: int
    words: dict[str, int]


@dataclass
class Wizard:
    cards: dict[str, str] = field(default_factory=dict)  # kind: slug
    stamina: int = 20
    cubes: int = 0
    alive: bool = True


class Enough(Exception):
    """Raised when the match is long enough."""


class Referee:
    """The rules of the rulebook, in its order."""

    def __init__(
        self,
        cards: dict[str, Card],
        deck: list[str],
        wizards: list[Wizard],
        ask: Callable[[int, list[str]], str],
        chance: Callable[[list[str]], str],
        weakened: int,
    ) -> None:
        self.cards, self.deck, self.wizards = cards, deck, wizards
        self.ask_seat, self.chance, self.weakened = ask, chance, weakened
        self.discards: list[str] = []
        self.hand: list[str] = []
        self.turn = 0
        self.winners: list[int] = []
        self.ending = ""

    def ask(self, seat: int, answers: list[str]) -> str:
        """Ask a seat, if there are two different answers (X1)."""
        return self.ask_seat(seat, answers) if len(set(answers)) > 1 else answers[0]

    def numbers(self, seat: int, word: str) -> list[int]:
        return [self.cards[slug].words.get(word, 0) for slug in self.wizards[seat].cards.values()]

    def number(self, seat: int, word: str) -> int:
        """Return the number of a word: sums, but the greatest of dodge and steady (X5)."""
        numbers = self.numbers(seat, word)
        return max(numbers, default=0) if word in ("dodge", "steady") else sum(numbers)

    def has(self, seat: int, word: str) -> bool:
        return any(self.numbers(seat, word))

    def value(self, seat: int, kind: str) -> int:
        slug = self.wizards[seat].cards.get(kind)
        return self.cards[slug].value if slug else 0

    def reach(self) -> list[int]:
        """Return the seats in reach (D3, B2)."""
        seats = [seat for seat, wizard in enumerate(self.wizards) if wizard.alive]
        if len(seats) == 4 and not self.has(self.turn, "reach"):
            seats = [seat for seat in seats if (seat - self.turn) % 4 in (1, 3)]
        return [seat for seat in seats if seat != self.turn]

    def throw_away(self, slug: str) -> None:
        self.discards.append(slug)
        self.turn_over()

    def turn_over(self) -> None:
        """Make the discards the deck when it is empty (X2)."""
        if not self.deck:
            self.deck, self.discards = self.discards, []

    def play(self, first: int) -> None:
        self.turn = first
        turns = 0
        while True:
            at_start = [seat for seat, wizard in enumerate(self.wizards) if wizard.alive]
            self.draft()
            if turns > 0:  # B1, X4
                self.battle()
            if self.wizards[self.turn].alive:  # X8
                self.end_of_turn()
            turns += 1
            left = [seat for seat, wizard in enumerate(self.wizards) if wizard.alive]
            if len(left) < 2:
                self.finish(left, at_start)
                return
            self.turn = next(  # X9
                seat for step in range(1, 5) if (seat := (self.turn + step) % len(self.wizards)) in left
            )

    def finish(self, left: list[int], at_start: list[int]) -> None:
        """End the match (Z1)."""
        best = min(abs(self.wizards[seat].stamina) for seat in at_start)
        closest = [seat for seat in at_start if abs(self.wizards[seat].stamina) == best]
        self.winners = left or closest
        shared = "nobody-left-shared" if len(closest) > 1 else "nobody-left"
        self.ending = "last-standing" if left else shared

    # ── D1 to D6 ──────────────────────────────────────────────────────────────────────────────────

    def draft(self) -> None:
        kept: bool | None = None
        for _ in range(2):
            if self.deck:  # D6
                self.draw()
                self.draw_another()
                kept = self.place(kept)

    def draw(self) -> None:
        card = self.chance(self.deck)
        self.deck.remove(card)
        self.hand.append(card)
        self.turn_over()

    def draw_another(self) -> None:
        """Draw another card for a cube (D2, X3)."""
        me = self.wizards[self.turn]
        free = self.has(self.turn, "scry")
        if not self.deck or not (free or me.cubes) or self.ask(self.turn, ["spend", "hold"]) == "hold":
            return
        me.cubes -= 0 if free else 1
        self.draw()
        gone = self.ask(self.turn, [f"discard:{card}" for card in self.hand]).partition(":")[2]
        self.hand.remove(gone)
        self.throw_away(gone)

    def place(self, kept: bool | None) -> bool:
        """Keep or give a card (D3 to D5)."""
        gifts = [f"give:{seat}" for seat in self.reach()]
        keep = ["keep"]
        answer = self.ask(self.turn, {None: keep + gifts, True: gifts, False: keep}[kept])
        seat = self.turn if answer == "keep" else int(answer.partition(":")[2])
        card = self.hand.pop()
        kind = self.cards[card].kind
        before = self.wizards[seat].cards.pop(kind, "")
        self.wizards[seat].cards[kind] = card
        if before:
            self.throw_away(before)
        return answer == "keep"

    # ── B1 to B7, and the order of a battle ───────────────────────────────────────────────────────

    def battle(self) -> None:
        me = self.wizards[self.turn]
        reach = self.reach()
        target = int(self.ask(self.turn, [f"attack:{seat}" for seat in reach]).partition(":")[2])
        focus = self.cubes_into("focus", self.turn, self.number(self.turn, "focus-attack"))
        die = self.roll()
        if self.has(self.turn, "reroll") and self.ask(self.turn, ["reroll", "stand"]) == "reroll":
            self.use_up(self.turn, "reroll")
            die = self.roll()
        guard = self.cubes_into("guard", target, self.number(target, "focus-defence"))
        hits = self.hits(target, die, focus, guard)
        if self.has(target, "block") and self.ask(target, ["block", "take-it"]) == "block":
            self.use_up(target, "block")
            hits = 0
        self.wizards[target].stamina -= hits
        for seat in reach:
            self.wizards[seat].stamina -= self.number(self.turn, "splash") if seat != target else 0
        if hits:
            self.bleed(target)
        me.stamina -= self.number(self.turn, "recoil")
        self.settle()
        if me.alive:
            self.rest()
            me.cubes += sum(self.cards[slug].income for slug in me.cards.values())  # B6

    def cubes_into(self, word: str, seat: int, most: int) -> int:
        most = min(most, self.wizards[seat].cubes)
        cubes = int(self.ask(seat, [f"{word}:{number}" for number in range(most + 1)]).partition(":")[2])
        self.wizards[seat].cubes -= cubes
        return cubes

    def roll(self) -> int:
        faces = [str(face) for face in range(1, 7)]
        return max(int(self.chance(faces)) for _ in range(2 if self.has(self.turn, "twice") else 1))

    def use_up(self, seat: int, word: str) -> int:
        worn = self.wizards[seat].cards
        kind = next(kind for kind in KINDS if kind in worn and self.cards[worn[kind]].words.get(word, 0))
        slug = worn.pop(kind)
        self.throw_away(slug)
        return self.cards[slug].words[word]

    def hits(self, target: int, die: int, focus: int, guard: int) -> int:
        """Return the hits of an attack (B3, B4, X5, X6)."""
        if die <= self.number(target, "dodge"):
            return 0
        attack = max(die, self.number(self.turn, "steady")) + focus
        attack += self.value(self.turn, "offensive") + self.number(self.turn, "might")
        armour = max(0, self.value(target, "defensive") - self.number(self.turn, "pierce"))
        return max(0, attack - armour - self.number(target, "ward") - guard)

    def bleed(self, target: int) -> None:
        """Apply drain, leech and thorns, if any hit was dealt (X7)."""
        me, other = self.wizards[self.turn], self.wizards[target]
        drained = min(other.cubes, self.number(self.turn, "drain"))
        other.cubes -= drained
        me.cubes += drained
        me.stamina = min(20, me.stamina + self.number(self.turn, "leech"))
        me.stamina -= self.number(target, "thorns")

    def settle(self) -> None:
        """Remove whoever has no stamina (B4, X8)."""
        for wizard in self.wizards:
            if wizard.alive and wizard.stamina <= 0:
                wizard.alive, wizard.cubes = False, 0
                for kind in KINDS:
                    if kind in wizard.cards:
                        self.throw_away(wizard.cards.pop(kind))

    def rest(self) -> None:
        """Rest and heal (B5)."""
        me, recovered = self.wizards[self.turn], False
        while True:
            weakened = me.stamina <= self.weakened
            most = min(me.cubes, 20 - me.stamina) if weakened and not recovered else 0
            answers = [f"recover:{cubes}" for cubes in range(1, most + 1)]
            answers += ["heal"] if self.has(self.turn, "heal") else []
            answer = self.ask(self.turn, [*answers, "end"])
            if answer == "end":
                return
            if answer == "heal":
                me.stamina = min(20, me.stamina + self.use_up(self.turn, "heal"))
            else:
                cubes = int(answer.partition(":")[2])
                me.stamina, me.cubes, recovered = me.stamina + cubes, me.cubes - cubes, True

    def end_of_turn(self) -> None:
        me = self.wizards[self.turn]
        me.stamina = min(20, me.stamina + self.number(self.turn, "regrow"))
        me.stamina -= self.number(self.turn, "cursed")
        self.settle()


# ── playing along ─────────────────────────────────────────────────────────────────────────────────


class SharedChance(Luck):
    """Luck for the room and for the referee: the same draws in the same order, whatever their piles."""

    def __init__(self, seed: int, box: WizardBox) -> None:
        super().__init__()
        self.random = Random(seed)
        self.names = box.slugs
        self.faces = len(box.die)

    def choose(self, names: list[str]) -> str:
        return self.random.choice(sorted(names))

    def pick(self, pile: vec[i64], count: i64) -> i64:
        die = len(pile) == self.faces
        names = [str(thing) if die else self.names[thing] for thing in pile[:count]]
        return names.index(self.choose(names))


def read(box: WizardBox) -> dict[str, Card]:
    """Return the cards as the referee knows them."""
    return {
        box.slugs[card]: Card(
            KINDS[box.kind[card]],
            int(box.value[card]),
            int(box.income[card]),
            {
                word: int(box.powers[number * box.cards + card])
                for number, word in enumerate(abilities.NAMES)
                if box.powers[number * box.cards + card]
            },
        )
        for card in range(1, box.cards)
    }


def boards(table: "Table") -> list[tuple[list[str], int, int, bool]]:
    return [
        (table.worn(seat), table.stamina[seat], table.cubes[seat], seat in table.alive)
        for seat in range(int(table.state.seats))
    ]


def compare(table: "Table", referee: Referee) -> None:
    assert boards(table) == [
        ([wizard.cards[kind] for kind in KINDS if kind in wizard.cards], *numbers)
        for wizard in referee.wizards
        for numbers in [(wizard.stamina, wizard.cubes, wizard.alive)]
    ]
    assert Counter(table.deck) == Counter(referee.deck)
    assert Counter(table.discards) == Counter(referee.discards)
    assert Counter(table.hand) == Counter(referee.hand)


def play_along(table: "Table", first: int, seed: int) -> Referee:
    """Play a match at random, the room and the referee side by side."""
    seats = int(table.state.seats)
    luck, chance, players = SharedChance(seed, table.box), SharedChance(seed, table.box), Random(seed + 1)
    in_play = [
        slug for slug in table.box.slugs[3:] if table.box.deck_of[table.box.slugs.index(slug)] in (0, 1, 4)
    ]
    cards = read(table.box)
    wizards = [Wizard() for _ in range(seats)]
    for place, (start, cubes) in enumerate(STARTS[:seats]):  # S1
        wizard = wizards[(first + place) % seats]
        wizard.cards, wizard.cubes = {cards[slug].kind: slug for slug in start}, cubes
    asked = 0

    def ask(seat: int, answers: list[str]) -> str:
        nonlocal asked
        asked += 1
        if asked > MOST_DECISIONS:
            raise Enough
        assert table.actor == seat
        assert sorted(table.choices) == sorted(answers)
        compare(table, referee)
        answer = players.choice(answers)
        before = table.state.pieces()
        table.state.resolve(notation.parse(table.state, answer), luck)
        assert table.state.pieces() == before
        assert NO_CARD not in table.state.deck[: table.state.deck_count]
        return answer

    referee = Referee(cards, in_play, wizards, ask, chance.choose, int(table.box.weakened))
    table.state.deal(luck)
    try:
        referee.play(first)
    except Enough:
        return referee
    compare(table, referee)
    assert table.actor == OVER
    assert (table.state.ending(), table.state.winners()) == (referee.ending, referee.winners)
    return referee


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_rules_agree_with_the_referee(lay: "Lay", seats: int) -> None:
    """With the rulebook's cards: D1–D6, B1–B7, Z1 and X1–X9 all at once."""
    endings: Counter[str] = Counter()
    for seed in range(40):
        first = seed % seats
        endings[play_along(lay.open(seats, first=str(first)), first, seed).ending] += 1
    assert endings["last-standing"] > 20


ONE_TIME = ("heal", "reroll", "block")
LASTING = [word for word in abilities.NAMES if word not in ONE_TIME]


def strange_card(random: Random, kind: str) -> str:
    """Return a card with up to three words and any numbers, and sometimes one more that uses it up."""
    words = random.sample(LASTING, random.randint(0, 3))
    if random.random() < (0.4 if kind == "special" else 0.2):
        words.append(random.choice(ONE_TIME))
    powers = [
        f"{word} {random.choice((-2, -1, 1, 2)) if word == 'might' else random.randint(1, 3)}"
        for word in words
    ]
    value = 0 if kind == "special" else random.randint(0, 6)
    return " ".join([f"{kind} {value}/{random.randint(0, 2)}", *powers])


@settings(derandomize=True, max_examples=120, deadline=None)
@given(seats=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_the_rules_agree_with_the_referee_on_strange_cards(lay: "Lay", seats: int, seed: int) -> None:
    """Every word with every other, several times on one board, with any numbers; regrow too."""
    random = Random(seed)
    printed = lay.printed
    cards = {
        printed.slugs[card].replace("-", "_"): strange_card(random, KINDS[printed.kind[card]])
        for card in range(3, printed.cards)
    }
    first = seed % seats
    box = lay.box(weakened=random.choice((1, 5, 19, 20)), **cards)
    play_along(lay.open(seats, box, first=str(first)), first, seed)
