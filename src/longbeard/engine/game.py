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
    """Everything that page, terminal, bots and lab need of a game: S is its state, B its box, L its look."""

    open_box: Callable[[str], B]
    """Makes a box from the text of a data file, or raises BadBox."""
    table: Callable[[B, int, dict[str, str]], S]
    """Makes a table with a number of seats and these options, before the deal."""
    public: Callable[[S], Mapping[str, object]]
    """Returns what everybody sees, as plain data. It is not given the viewer, so it cannot show too much."""
    private: Callable[[S, int], Mapping[str, object]]
    """Returns what one viewer sees besides: keys that are not public ones, the same for every viewer."""
    words: Callable[[L, Names], list[str]]
    """Puts a look into lines that can be read aloud."""
    events: tuple[Row, ...]
    """Every kind of event, in the order of their numbers."""
    namers: Mapping[str, Namer]
    """Functions that put the fields of events into words: `namer(box, names, number)`."""
    spell: Callable[[S, int], str]
    """Writes an action in notation."""
    parse: Callable[[S, str], int]
    """Returns the action that a text stands for, or raises NotAnAction."""
    phrase: Callable[[S, int, Names], str]
    """Puts a choice into words, for the seat that has it."""
    endings: Mapping[str, str]
    """The sentence for every way to end."""
    glossary: Callable[[B], dict[str, str]]
    """Returns an explanation of every card and word that a player may ask about."""
    fate: Callable[[L, Names, int], str] | None = None
    """Says how the match ended for one seat, in the second person: who struck them down, with what."""
    moments: Callable[[L, Names, int], list[tuple[str, int]]] | None = None
    """Lists what decided a match, in order, in words for a seat (or SPECTATOR), each with 1 (good) or -1
    (bad) for that seat, or for the winner. Without it, the moves that turned the match are searched for."""
    label: Callable[[S, int], str] | None = None
    """Puts a choice into two or three words, for a button."""
    steps: Callable[[S, int], list[str]] | None = None
    """Returns the spots to point at to choose an action; by default the action in notation."""
    risky: Callable[[S, int], bool] | None = None
    """Returns whether an action is easily done by mistake, so that a page may ask for confirmation."""
    ask: Callable[[L], str] | None = None
    """Returns the question to the seat that decides."""
    luck_number: Callable[[S, str], int] | None = None
    """Returns the number that a word of a scripted draw stands for."""
    hints: Hints = field(default_factory=Hints)
    encoder: Encoder | None = None
    face: Face[L] | None = None
    """Drawing in the browser; without it, the table is shown in words."""
    panels: Callable[[Showing[L]], list[Panel]] | None = None
    """Panels for a terminal's screen; without them, the table is shown in words there, too."""
    pieces: Callable[[B], list[Piece]] | None = None
    """Draws every printed piece of a box; without it there is nothing to print, and no gallery."""
    examples: Callable[[B], list[Example]] | None = None
    """Draws pictures for the rulebook, of tables that were played for it."""
    needs: tuple[str, ...] = ()
    """Things that a real table needs besides the printed pieces: `a pencil for the scores`."""
    cites: Mapping[str, str] = field(default_factory=dict)
    """The rule behind each kind of event, by the event's name: an anchor on the rulebook's page."""
    counting: Counting[B] | None = None
    """What the lab counts: the fields of events that are cards, goals and the like."""
    lessons: Mapping[str, Callable[[B, int, dict[str, str]], S]] = field(default_factory=dict)
    """Special tables for the tutorial, by name."""
