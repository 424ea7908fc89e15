"""A table that tests lay out by name, with the cards as the rulebook lists them.

The numbers on the cards are data and may be tuned; the rules are tested with a box of their own, so that
tuning breaks no test of a rule.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from longbeard.engine.luck import Luck, LuckError
from longbeard.engine.room import Room
from longbeard.engine.story import Story
from longbeard.games import room as open_room
from longbeard.games.witless_wizards import cards, events, notation
from longbeard.games.witless_wizards.box import NO_CARD, SLOTS, WizardBox
from longbeard.games.witless_wizards.rules import WitlessWizards
from longbeard.games.witless_wizards.rules import table as open_table

# deck: name kind value/income and abilities
PRINTED = """
standard: Magical Crook of Standing = offensive 1/0
standard: Magical Armor of Resting = defensive 1/0
samurai: Katana = offensive 4/0 steady 3
samurai: Nunchaku = offensive 2/1 twice 1
samurai: Bamboo Practice Sword = offensive 1/2
samurai: O-Yoroi = defensive 4/0
samurai: Kabuto Helm = defensive 2/1 dodge 1
samurai: Straw Raincoat = defensive 1/2
samurai: War Banner = special 0/1 might 1
samurai: Smoke Bomb = special 0/0 block 1
wizard: Staff of Fireballs = offensive 3/0 splash 1
wizard: Wand of Mild Sparks = offensive 1/2 focus-attack 3
wizard: Tome Thrown in Anger = offensive 5/0 recoil 1
wizard: Circle of Salt = defensive 3/0 focus-defence 2
wizard: Mirror Cloak = defensive 2/1 thorns 1
wizard: Robe of Many Pockets = defensive 1/3
wizard: Crystal Ball = special 0/1 scry 1
wizard: Philosopher's Thermos = special 0/0 heal 5
sci-fi: Plasma Rifle = offensive 6/0
sci-fi: Gravity Hammer = offensive 5/0
sci-fi: Laser Pointer = offensive 2/1
sci-fi: Power Armor = defensive 5/0
sci-fi: Force Bubble = defensive 4/0
sci-fi: Foil Hat = defensive 0/2
sci-fi: Battery Pack = special 0/3
sci-fi: Jetpack = special 0/0 reach 1 dodge 1
medieval: Longsword = offensive 3/1
medieval: Trebuchet = offensive 4/0 pierce 2
medieval: Rusty Pitchfork = offensive 1/1
medieval: Breastplate = defensive 3/1
medieval: Tower Shield = defensive 4/0 might -1
medieval: Barrel with Straps = defensive 1/1
medieval: Royal Banner = special 0/1 ward 1
medieval: Court Jester = special 0/0 cursed 1
pirate: Blunderbuss = offensive 4/0 splash 1
pirate: Cutlass = offensive 3/0 drain 1
pirate: Hook Hand = offensive 2/1 leech 1
pirate: Ship's Door = defensive 3/0
pirate: Barnacled Coat = defensive 2/1
pirate: Watchful Parrot = defensive 1/2 dodge 2
pirate: Bottle of Grog = special 0/0 reroll 1
pirate: Black Spot = special 0/0 cursed 1 might -1
"""
HEAD = """
stamina = 20
weakened = 5
die = [1, 2, 3, 4, 5, 6]
decks_in_play = 3
start = [
  { cards = ["magical-crook-of-standing"], cubes = 1 },
  { cards = ["magical-armor-of-resting"], cubes = 1 },
  { cards = ["magical-crook-of-standing", "magical-armor-of-resting"], cubes = 1 },
  { cards = ["magical-crook-of-standing", "magical-armor-of-resting"], cubes = 2 },
]
"""


def slug_of(name: str) -> str:
    return name.lower().replace(" ", "-").replace("'", "")


def card_text(changes: dict[str, str]) -> str:
    """Return a card file with the rulebook's cards, some of them changed: `{"katana": "offensive 4/0 regrow
    2"}`."""
    decks: dict[str, list[str]] = {}
    for line in PRINTED.strip().splitlines():
        deck, _, card = line.partition(": ")
        name, _, printed = card.partition(" = ")
        kind, numbers, *words = changes.get(slug_of(name), printed).split()
        value, _, income = numbers.partition("/")
        powers = ", ".join(f"{word} = {number}" for word, number in zip(words[::2], words[1::2], strict=True))
        copies = 3 if deck == "standard" else 1
        decks.setdefault(deck, []).append(
            f'  {{ slug = "{slug_of(name)}", name = "{name}", kind = "{kind}", copies = {copies}, '
            f'value = {value}, income = {income}, abilities = {{ {powers} }}, icon = "katana", text = "-" }},'
        )
    tables = []
    for deck, rows in decks.items():
        header = "[standard]" if deck == "standard" else f"[decks.{deck}]"
        tables.append(f'{header}\ntitle = "{deck.title()}"\ncards = [\n' + "\n".join(rows) + "\n]\n")
    return HEAD + "".join(tables)


class Script(Luck):
    """Luck in the order written down; a card that nobody named is the first of the deck."""

    def __init__(self, state: WitlessWizards, script: Sequence[str | int]) -> None:
        super().__init__()
        self.faces = len(state.box.die)
        self.script = [
            word if isinstance(word, int) else notation.luck_number(state, word) for word in script
        ]

    def below(self, n: i64) -> i64:
        return self.script.pop(0)

    def pick(self, pile: vec[i64], count: i64) -> i64:
        if not self.script and len(pile) == self.faces:
            raise LuckError("a die is rolled that the test does not name")
        wanted = self.script.pop(0) if self.script else pile[0]
        for place in range(int(count)):
            if pile[place] == wanted:
                return place
        raise LuckError(f"{wanted} is not among {list(pile[:count])}")


class Table:
    """A table, played in notation and read by name."""

    def __init__(self, state: WitlessWizards) -> None:
        self.state = state
        self.box = state.box
        self.told: list[tuple[str, list[int]]] = []
        """What happened in the last move: the event's name and its numbers."""

    def luck(self, script: Sequence[str | int]) -> Script:
        """Return luck that gives what is written down."""
        return Script(self.state, script)

    def run(self, what: Callable[[Luck], None], script: Sequence[str | int]) -> "Table":
        luck = self.luck(script)
        story = Story()
        self.state.story = story
        what(luck)
        self.state.story = None
        assert not luck.script, f"chance was not asked for {luck.script}"
        self.told = [(events.ROWS[event.kind].name, event.data) for event in story.events]
        return self

    def play(self, text: str, *script: str | int) -> "Table":
        """Make a move; luck brings what is named, in this order."""
        assert text in self.choices, f"{text} is not among {self.choices}"
        action = notation.parse(self.state, text)
        return self.run(lambda luck: self.state.resolve(action, luck), script)

    def draft(self, *script: str | int) -> "Table":
        """Begin the turn of the player whose turn it is."""
        return self.run(self.state._begin_turn, script)

    def fight(self, *script: str | int) -> "Table":
        """Begin the battle phase of the player whose turn it is, up to its first decision."""
        return self.run(self.state._battle, script)

    @property
    def choices(self) -> list[str]:
        return [notation.spell(self.state, action) for action in self.state.legal()]

    @property
    def actor(self) -> int:
        return int(self.state.to_act())

    @property
    def stamina(self) -> list[int]:
        return list(self.state.stamina)

    @property
    def cubes(self) -> list[int]:
        return list(self.state.cubes)

    @property
    def alive(self) -> list[int]:
        return [seat for seat in range(int(self.state.seats)) if (self.state.alive >> seat) & 1]

    def worn(self, seat: int) -> list[str]:
        """Return what a wizard wears, in the order of the slots."""
        return self.names(list(self.state.worn[seat * SLOTS : (seat + 1) * SLOTS]))

    @property
    def hand(self) -> list[str]:
        return self.names(list(self.state.hand[: self.state.held]))

    @property
    def deck(self) -> list[str]:
        return sorted(self.names(list(self.state.deck[: self.state.deck_count])))

    @property
    def discards(self) -> list[str]:
        return self.names(list(self.state.discards[: self.state.discard_count]))

    def names(self, numbers: list[int]) -> list[str]:
        return [self.box.slugs[card] for card in numbers if card != NO_CARD]

    def events(self, name: str) -> list[list[int]]:
        """Return the numbers of every event of that name in the last move."""
        return [data for event, data in self.told if event == name]

    def wear(self, seat: int, cards: str) -> None:
        """Give a wizard these cards and no others."""
        for slot in range(SLOTS):
            self.state.worn[seat * SLOTS + slot] = NO_CARD
        self.state.read_board(seat)
        for slug in cards.split():
            self.state.wear(seat, self.box.slugs.index(slug))

    def pile_up(self, deck: str, discards: str = "") -> "Table":
        """Lay out the piles: these cards and no others."""
        state = self.state
        for place, slug in enumerate(deck.split()):
            state.deck[place] = self.box.slugs.index(slug)
        for place, slug in enumerate(discards.split()):
            state.discards[place] = self.box.slugs.index(slug)
        state.deck_count, state.discard_count = len(deck.split()), len(discards.split())
        return self


class Lay:
    """Lays tables."""

    def __init__(self) -> None:
        self.printed = self.box()

    def box(self, weakened: int = 5, **changes: str) -> WizardBox:
        """Return the rulebook's box with some cards changed: `katana="offensive 4/0 regrow 2"` (`_` for
        `-`)."""
        text = card_text({slug.replace("_", "-"): card for slug, card in changes.items()})
        return cards.open_box(text.replace("weakened = 5", f"weakened = {weakened}"))

    def text(self) -> str:
        """Return the rulebook's box as a card file."""
        return card_text({})

    def open(self, seats: int, box: WizardBox | None = None, **options: str) -> Table:
        """Return a table before the deal."""
        settled = {"first": "0", "decks": "samurai+wizard+pirate"} | options
        return Table(open_table(box or self.printed, seats, settled))

    def deal(self, seats: int, *script: str | int, box: WizardBox | None = None, **options: str) -> Table:
        """Return a table after a real deal; luck brings what is named."""
        table = self.open(seats, box, **options)
        return table.run(table.state.deal, script)

    def __call__(
        self,
        *boards: str,
        stamina: Sequence[int] = (),
        cubes: Sequence[int] = (),
        turn: int = 0,
        box: WizardBox | None = None,
    ) -> Table:
        """Return a table in the middle of a match: what each wizard wears; then call `draft` or `fight`.

        Nobody has cubes and everyone 20 stamina unless it is said; the deck is what is not worn.
        """
        table = self.open(len(boards), box)
        table.run(table.state.deal, ())
        state = table.state
        state.held = 0
        for seat, board in enumerate(boards):
            table.wear(seat, board)
            state.stamina[seat] = stamina[seat] if stamina else 20
            state.cubes[seat] = cubes[seat] if cubes else 0
        worn = " ".join(boards).split()
        start, stop = int(table.box.deck_starts[0]), int(table.box.deck_starts[2])
        table.pile_up(" ".join(slug for slug in table.box.slugs[start:stop] if slug not in worn))
        state.turn, state.turns = turn, 8
        return table


@pytest.fixture(scope="session")
def lay() -> Lay:
    """Tables by name, with the rulebook's cards."""
    return Lay()


@pytest.fixture(scope="session")
def room() -> Room:
    """The room as it is installed, with its own cards."""
    return open_room("witless-wizards")


@pytest.fixture(scope="session")
def here() -> Path:
    """The folder of these tests."""
    return Path(__file__).parent
