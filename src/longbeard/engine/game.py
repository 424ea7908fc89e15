"""The contract between a room and the house: one typed record, which mypy checks in the room's `game.py`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from longbeard.engine.counting import Counting
from longbeard.engine.encoder import Encoder
from longbeard.engine.face import Face, Showing
from longbeard.engine.hints import Hints
from longbeard.engine.panel import Panel
from longbeard.engine.piece import Example, Piece
from longbeard.engine.state import Box, State
from longbeard.engine.telling import Namer, Row

S = TypeVar("S", bound=State)
B = TypeVar("B", bound=Box)
L = TypeVar("L")
Names = Sequence[str]


@dataclass(frozen=True)
class Game(Generic[S, B, L]):
    """Everything that page, terminal, bots and lab need of a game: S its state, B its box, L its look."""

    open_box: Callable[[str], B]
    """A box from the text of a data file, or BadBox."""
    table: Callable[[B, int, dict[str, str]], S]
    """A table with so many seats and these options, before the deal."""
    public: Callable[[S], Mapping[str, object]]
    """What everybody sees, as plain data. It is not told who looks, so it cannot show too much."""
    private: Callable[[S, int], Mapping[str, object]]
    """What one viewer sees besides: other keys than the public ones, the same for every viewer."""
    words: Callable[[L, Names], list[str]]
    """A look, line by line, as it can be read aloud."""
    events: tuple[Row, ...]
    """Every kind of event, in the order of their numbers."""
    namers: Mapping[str, Namer]
    """How the fields of events are put into words: `namer(box, names, number)`."""
    spell: Callable[[S, int], str]
    """An action in notation."""
    parse: Callable[[S, str], int]
    """The action that a text stands for, or NotAnAction."""
    phrase: Callable[[S, int, Names], str]
    """A choice in words, for whoever has it."""
    endings: Mapping[str, str]
    """The sentence for every way to end."""
    glossary: Callable[[B], dict[str, str]]
    """Every card and word that a player may ask about."""
    fate: Callable[[L, Names, int], str] | None = None
    """How it ended for one seat, in the second person: who struck them down, with what."""
    moments: Callable[[L, Names, int], list[tuple[str, int]]] | None = None
    """What decided a match, in words for a seat (or SPECTATOR), in its order, and whether it was good (1) or
    bad (-1) for it, or for who won. Without it, the moves that turned the match are looked for."""
    label: Callable[[S, int], str] | None = None
    """A choice in two or three words, for a button."""
    steps: Callable[[S, int], list[str]] | None = None
    """The spots that one points at to choose an action; by default the action in notation."""
    risky: Callable[[S, int], bool] | None = None
    """Whether an action is easily done by mistake, and a page may ask once more."""
    ask: Callable[[L], str] | None = None
    """What is asked of whoever decides."""
    luck_number: Callable[[S, str], int] | None = None
    """The number behind a word of a scripted draw."""
    hints: Hints = field(default_factory=Hints)
    encoder: Encoder | None = None
    face: Face[L] | None = None
    """Without one, the table is shown in words."""
    panels: Callable[[Showing[L]], list[Panel]] | None = None
    """The table on a terminal's screen; without it, it is shown in words there, too."""
    pieces: Callable[[B], list[Piece]] | None = None
    """Every printed piece of a box, drawn; without it there is nothing to print, and no gallery."""
    examples: Callable[[B], list[Example]] | None = None
    """Pictures for the rulebook, of tables that were played for it."""
    needs: tuple[str, ...] = ()
    """What one needs at a real table besides the printed pieces: `a pencil for the scores`."""
    cites: Mapping[str, str] = field(default_factory=dict)
    """The rule behind each kind of event, by its name: where the rulebook's page has an anchor."""
    counting: Counting[B] | None = None
    """What the lab counts: which fields of which events are cards, goals and the like."""
    lessons: Mapping[str, Callable[[B, int, dict[str, str]], S]] = field(default_factory=dict)
    """Special tables for the tutorial, by name."""
