"""A table that tests lay out by name and play in notation."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from longbeard.engine.luck import Luck, ScriptedLuck
from longbeard.engine.room import Room
from longbeard.engine.story import Story
from longbeard.games import room as open_room
from longbeard.games.the_wizard_always_wins import events, notation, view
from longbeard.games.the_wizard_always_wins.bag import GEM
from longbeard.games.the_wizard_always_wins.box import FateBox
from longbeard.games.the_wizard_always_wins.choices import DEEDS, parse
from longbeard.games.the_wizard_always_wins.memory import LAID_OPEN, SEAT, SEAT_BITS, deck_of, look_of
from longbeard.games.the_wizard_always_wins.pieces import CARDS, ELEMENTS, KINDS, MASK, TOKEN, count, one
from longbeard.games.the_wizard_always_wins.rules import TheWizardAlwaysWins
from longbeard.games.the_wizard_always_wins.rules import table as open_table

HANDS = (
    "flower-1 snail-1 bone-1",
    "flower-2 snail-2 bone-2",
    "flower-3 snail-3 bone-3",
    "mushroom-1 potion-1 potion-2",
    "mushroom-2 mushroom-3 potion-3",
)


class Table:
    """A table, played in notation and read by name."""

    def __init__(self, state: TheWizardAlwaysWins) -> None:
        self.state = state
        self.box: FateBox = state.box
        self.told: list[tuple[str, list[int]]] = []
        """What happened in the last move: the event's name and its numbers."""
        self.words: list[str] = []
        """The same in words, as everyone hears it together."""

    def number(self, word: str | int) -> int:
        return word if isinstance(word, int) else notation.luck_number(self.state, word)

    def run(self, what: Callable[[Luck], None], script: Sequence[str | int]) -> "Table":
        luck = ScriptedLuck([self.number(word) for word in script])
        story = Story()
        self.state.story = story
        what(luck)
        self.state.story = None
        assert luck.spent(), f"chance was asked {luck.used} times, not {len(script)}"
        names = ["Ada", "Bert", "Cleo", "Dora", "Emil"]
        self.told = [(events.ROWS[event.kind].name, event.data) for event in story.events]
        self.words = [
            events.ROWS[event.kind].tell((self.box, names), event.data, events.NAMERS)
            for event in story.events
        ]
        return self

    def play(self, text: str, *script: str | int) -> "Table":
        """Make a move; luck brings what is named, in this order, and nothing else."""
        assert text in self.choices, f"{text} is not among {self.choices}"
        action = parse(self.state, text)
        return self.run(lambda luck: self.state.resolve(action, luck), script)

    def events(self, name: str) -> list[list[int]]:
        """Return the numbers of every event of that name in the last move."""
        return [data for event, data in self.told if event == name]

    @property
    def choices(self) -> list[str]:
        return [DEEDS.spell(self.state, action) for action in self.state.legal()]

    @property
    def decision(self) -> str:
        return view.DECISIONS[self.state.step]

    @property
    def actor(self) -> int:
        return int(self.state.to_act())

    def hand(self, seat: int) -> str:
        return self._cards(self.state.hands[seat])

    @property
    def looking(self) -> str:
        return self._cards(self.state.looking)

    @property
    def discards(self) -> str:
        return self._cards(self.state.discards)

    @property
    def deck(self) -> str:
        names = [
            notation.card_name(self.box, card) for card in sorted(self.state.deck[: self.state.deck_count])
        ]
        return " ".join(names)

    def _cards(self, pile: int) -> str:
        return " ".join(
            notation.card_name(self.box, card) for card in range(CARDS) for _ in range(count(pile, card))
        )

    def face(self, seat: int) -> str:
        """Return what lies face up before a player."""
        return " ".join(
            notation.piece_name(self.box, element * KINDS + kind)
            for element in range(ELEMENTS)
            for kind in range(KINDS)
            for _ in range(count(self.state.face[seat * ELEMENTS + element], kind))
        )

    def in_bag(self, token: str) -> int:
        return int(self.state.bag.count(self.number(token)))

    # ── laying out ────────────────────────────────────────────────────────────────────────────────

    def lay(self, seat: int, pieces: str) -> "Table":
        """Lay cards of the deck and tokens of the bag face up before a player."""
        for name in pieces.split():
            element, _, kind = name.partition("-")
            number = self.box.elements.index(element)
            place = seat * ELEMENTS + number
            if kind == "token":
                self._out_of_bag(number)
                self.state.face[place] += one(TOKEN)
            else:
                self._out_of_deck(self.number(name))
                self.state.face[place] += one(int(kind) - 1)
        return self

    def give(self, seat: int, cards: str) -> "Table":
        """Give a player this hand and no other."""
        for card in range(CARDS):
            for _ in range(count(self.state.hands[seat], card)):
                self.state.deck[self.state.deck_count] = card
                self.state.deck_count += 1
        self.state.hands[seat] = 0
        for name in cards.split():
            card = self.number(name)
            self._take_from_deck(card)
            self.state.take_into_hand(seat, card)
        return self

    def leave(self, deck: str, discards: str = "") -> "Table":
        """Leave only these cards in the deck, and lay these on the discards; all others are removed."""
        self.state.deck_count = 0
        self.state.discards = sum(one(self.number(name)) for name in discards.split())
        hidden = sum(list(self.state.hands[: self.state.seats]))
        for name in deck.split():
            self.state.deck[self.state.deck_count] = self.number(name)
            self.state.deck_count += 1
            hidden += one(self.number(name))
        self.state.memory.hidden[0] = hidden
        return self

    def fill_bag(self, tokens: str) -> "Table":
        """Fill the bag with these tokens and no others."""
        self.state.bag.inside = 0
        for name in tokens.split():
            self.state.bag.put(self.number(name))
        for seat in range(int(self.state.seats)):
            self.state.gems[seat] = self.box.gems - self.state.bag.count(GEM + seat)
        return self

    def _out_of_bag(self, token: int) -> None:
        bag = self.state.bag
        place = list(bag.tokens[: bag.inside]).index(token)
        bag.inside -= 1
        bag.tokens[place] = bag.tokens[bag.inside]

    def _take_from_deck(self, card: int) -> None:
        state = self.state
        place = list(state.deck[: state.deck_count]).index(card)
        state.deck_count -= 1
        state.deck[place] = state.deck[state.deck_count]

    def _out_of_deck(self, card: int) -> None:
        self._take_from_deck(card)
        self.state.memory.hidden[0] -= one(card)


class Lay:
    """Lays tables."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def open(self, seats: int) -> Table:
        """Return a table before the deal."""
        box = self.room.box
        assert isinstance(box, FateBox)
        return Table(open_table(box, seats, {}))

    def __call__(self, seats: int, *, hands: Sequence[str] = HANDS, order: Sequence[int] = ()) -> Table:
        """Return a table after the deal: the hands, and the order of the first round."""
        table = self.open(seats)
        cards = " ".join(hands[:seats]).split()
        return table.run(table.state.deal, [*cards, *(order or range(seats))])

    def truth_holds(self, state: TheWizardAlwaysWins) -> bool:
        """Return whether what the memory says of the hidden cards is true of the real ones."""
        memory = state.memory
        if len(memory.hidden) == 1:  # one deck needs no notes
            return memory.length == 0 and memory.hidden[0] == state.unseen_cards()
        trail = list(memory.trail[: memory.length])
        hands, decks = [0] * int(state.seats), [0] * len(memory.hidden)
        for entry in trail:
            laid_open, seat, card = entry >= LAID_OPEN, (entry >> SEAT) & SEAT_BITS, entry & MASK
            hands[seat] += -one(card) if laid_open else one(card)
            decks[deck_of(entry)] += 0 if laid_open else one(card)
        if not {look_of(entry) for entry in trail} <= {
            0,
            *(look_of(entry) for entry in trail if entry >= LAID_OPEN),
        }:
            return False  # a look is over when its discards are known
        hands[state.turn] -= state.looking
        for card in state.deck[: state.deck_count]:
            decks[-1] += one(card)
        return decks == list(memory.hidden) and hands == list(state.hands)


@pytest.fixture(scope="session")
def room() -> Room:
    return open_room("the-wizard-always-wins")


@pytest.fixture
def lay(room: Room) -> Lay:
    return Lay(room)


@pytest.fixture
def here() -> Path:
    return Path(__file__).parent
