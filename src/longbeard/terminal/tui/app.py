"""A match on a whole screen: board, log and clock, for playing and for replaying."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, TypeVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.theme import Theme
from textual.timer import Timer
from textual.widgets import Footer, Static

from longbeard.engine import gate
from longbeard.engine.face import Showing
from longbeard.engine.look import Choice, Frame, Told
from longbeard.engine.match import Match
from longbeard.engine.panel import Panel, in_words
from longbeard.engine.story import ALL_EYES
from longbeard.terminal.lines import moment, painted
from longbeard.terminal.rulebook import explain
from longbeard.terminal.tui.draw import SEAT_COLOURS, Mark
from longbeard.terminal.tui.pace import LAST, Speed, times
from longbeard.terminal.tui.widgets import Board, Log, Menu, Page, Question
from longbeard.terminal.words import table_lines

NARROW: Final = 100
"""Columns below which the log is hidden."""
SECOND: Final = 1000.0
SHORTEST: Final = 1.0
"""Milliseconds of a moment in which nothing is told. (Textual has no timers of 0.)"""
TURN: Final = "turn"
"""Name of the event that heads a seat's turn in the log."""
NIGHT: Final = Theme(
    name="longbeard",
    primary="#c39bff",
    secondary="#5fd0c0",
    accent="#f0d074",
    foreground="#d8d6e8",
    background="#0f0d1a",
    surface="#171426",
    panel="#211c38",
    warning="#f0a45d",
    error="#ff7b72",
    success="#7fe08a",
    dark=True,
)
CSS: Final = """
Screen { background: $background; }
#heading { height: 1; background: $panel; color: $accent; text-style: bold; padding: 0 1; }
#table { height: 1fr; }
#board { width: 1fr; padding: 0 0 0 1; background: $background; scrollbar-size-vertical: 1; }
#log { width: 36; border: round $panel; border-title-color: $accent; padding: 0 1; }
#log { scrollbar-size-vertical: 1; }
.folded #log { display: none; }
.unfolded #log { width: 1fr; display: block; }
.unfolded #board { display: none; }
#below { height: auto; border-top: solid $primary; padding: 0 1; }
#prompt { height: auto; max-height: 3; color: $accent; text-style: bold; }
#menu { height: auto; max-height: 9; border: none; background: $background; padding: 0; }
#menu:focus { border: none; }
#menu > .option-list--option-highlighted { background: $panel; text-style: bold; color: $foreground; }
.low #menu { max-height: 4; }
#info { height: 2; color: $secondary; text-style: italic; }
.low #info { height: 1; }
#curtain { align: center middle; background: $surface; }
#curtain-words { width: auto; max-width: 70; border: heavy $primary; padding: 2 4; text-align: center; }
Page, Question { align: center middle; }
.page { width: 90%; max-width: 100; height: 90%; border: round $primary; background: $surface; padding: 0 2; }
.question { height: auto; max-height: 70%; }
.question VerticalScroll { height: auto; max-height: 16; }
"""
T = TypeVar("T")


class TableApp(App[T]):
    """Shows a match to one viewer at a time, moment by moment."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "skip", "Skip"),
        Binding("plus,equals_sign", "speed(1)", "Faster", show=False),
        Binding("minus", "speed(-1)", "Slower", show=False),
        Binding("question_mark", "explain", "Explain", key_display="?"),
        Binding("r", "rules", "Rules"),
        Binding("l", "log", "Log"),
        Binding("f1,k", "keys", "Keys", key_display="k"),
        Binding("q", "leave", "Leave"),
    ]

    def __init__(self, match: Match, viewer: int, speed: Speed = Speed.NORMAL) -> None:
        super().__init__()
        self.match = match
        self.viewer = viewer
        self.speed = speed
        self.queue: deque[tuple[Frame, float]] = deque()
        """Moments that wait, with their milliseconds."""
        self.told: list[Told] = []
        """The log, as far as the viewer has been shown it."""
        self.greeting: list[str] = []
        self.table_now: Mapping[str, object] = {}
        """The look that the board shows."""
        self.reading = -1
        """Index of the thing that is being explained, of all that can be."""
        self._timer: Timer | None = None
        self._log_wanted = False

    # ── the screen ────────────────────────────────────────────────────────────────────────────────

    def compose(self) -> ComposeResult:
        yield Static(id="heading", markup=False)
        with Horizontal(id="table"):
            yield Board()
            yield Log()
        with Vertical(id="below"):
            yield Static(id="prompt", markup=False)
            yield Menu()
            yield Static(id="info", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self.register_theme(NIGHT)
        self.theme = NIGHT.name
        self.title = self.match.room.plate.title
        self.menu.focus()
        self.head()

    def on_resize(self) -> None:
        self._fold()

    def _fold(self) -> None:
        """Hide what does not fit."""
        narrow = self.size.width < NARROW
        base = self.screen_stack[0]
        base.set_class(narrow and not self._log_wanted, "folded")
        base.set_class(narrow and self._log_wanted, "unfolded")
        base.set_class(self.size.height < 32, "low")

    @property
    def board(self) -> Board:
        return self.screen_stack[0].query_one(Board)

    @property
    def menu(self) -> Menu:
        return self.screen_stack[0].query_one(Menu)

    def write(self, part: str, words: str) -> None:
        """Write words into the heading, the prompt or the line of information."""
        said = painted(words, self.match.seats, self.viewer, colours=SEAT_COLOURS)
        self.screen_stack[0].query_one(f"#{part}", Static).update(said)

    def head(self, more: str = "") -> None:
        """Write the heading: the game, the viewer, and the speed."""
        parts = [self.match.room.plate.title, f"move {len(self.match.log)}", more]
        parts.append("" if self.speed is Speed.NORMAL else f"speed: {self.speed.name.lower()} (+ −)")
        self.screen_stack[0].query_one("#heading", Static).update(" · ".join(part for part in parts if part))

    def panels(self, table: Mapping[str, object], choices: Sequence[Choice] = ()) -> list[Panel]:
        """Return the panels of a look that passed the gate."""
        match, me = self.match, self.viewer if self.viewer >= 0 else None
        over = self.viewer == ALL_EYES
        winners = match.state.winners() if over else []
        found = match.room.panels(Showing(table, match.seats, winners, over, me, choices))
        if found is None:
            return in_words(table_lines(match.room, match.box, table, match.seats, self.viewer))
        return found

    def show_table(
        self, table: Mapping[str, object], marks: Mapping[str, Mark], choices: Sequence[Choice] = ()
    ) -> None:
        """Show a look at the table."""
        self.table_now = table
        self.board.show(self.panels(table, choices), marks)

    def show_log(self) -> None:
        lines = [(line, False) for line in self.greeting]
        lines += [(one["words"], one["event"] == TURN) for one in self.told if one["words"]]
        self.screen_stack[0].query_one(Log).show(lines, self.match.seats, self.viewer)

    # ── the clock ─────────────────────────────────────────────────────────────────────────────────

    def tell(self, frames: Sequence[Frame]) -> None:
        """Show moments one after the other, after those that wait already."""
        waiting = [*(frame for frame, lasting in self.queue), *frames]
        self.queue = deque(zip(waiting, times(waiting), strict=True))
        if self._timer is None:
            self._next()

    @property
    def telling(self) -> bool:
        """Whether moments are being shown."""
        return bool(self.queue) or self._timer is not None

    def _next(self) -> None:
        self._timer = None
        if self.speed is Speed.INSTANT:
            self._show_all()
        if not self.queue:
            self.idle()
            return
        frame, lasting = self.queue.popleft()
        self.show_frame(frame)
        self.after(lasting if self.queue else min(LAST, lasting), self._next)

    def after(self, lasting: float, then: Callable[[], None]) -> None:
        """Call a function after a number of milliseconds at normal speed."""
        self._timer = self.set_timer(max(lasting * self.speed.value, SHORTEST) / SECOND, then)

    def show_frame(self, frame: Frame) -> None:
        """Show one moment: where it happened, what is told of it, and the log."""
        spots = {spot: Mark.TOUCHED for one in frame["told"] for spot in (*one["spots"], *one["path"])}
        self.show_table(frame["table"], spots)
        self.told += frame["told"]
        self.show_log()
        if said := moment(frame):
            self.write("prompt", said)

    def stop_clock(self) -> None:
        """Stop the timer, and drop what waits."""
        if self._timer:
            self._timer.stop()
        self._timer = None
        self.queue.clear()

    def idle(self) -> None:
        """Do nothing; called when everything has been shown."""

    def action_skip(self) -> None:
        """Show all that waits at once."""
        if not self.telling:
            return
        if self._timer:
            self._timer.stop()
        self._show_all()
        self._next()

    def _show_all(self) -> None:
        """Show the last of the moments that wait, and add the others to the log."""
        while len(self.queue) > 1:
            self.told += self.queue.popleft()[0]["told"]
        if self.queue:
            self.show_frame(self.queue.popleft()[0])

    def action_speed(self, step: int) -> None:
        self.speed = self.speed.other(step)
        self.head()

    # ── asking ────────────────────────────────────────────────────────────────────────────────────

    def on_board_asked(self, event: Board.Asked) -> None:
        self.write("info", event.about or self.hint_line())

    def hint_line(self) -> str:
        """Return the line of information for when nothing is asked about."""
        return ""

    def action_read(self, step: int) -> None:
        """Go to the next thing on the board that can be explained, and explain it."""
        found = list(self.board.drawing.abouts.values())
        if not found:
            return
        self.reading = (self.reading + step) % len(found) if self.reading >= 0 or step > 0 else len(found) - 1
        spot, about = found[self.reading]
        marks = {one: mark for one, mark in self.board.marks.items() if mark is not Mark.READ}
        self.board.mark(marks | {spot: Mark.READ} if spot else marks)
        self.write("info", about)

    def action_explain(self) -> None:
        room, box = self.match.room, self.match.box
        text, glossary = room.text("rulebook.md"), room.glossary(box)
        about = list(self.board.drawing.abouts.values())
        first = about[self.reading][1] if 0 <= self.reading < len(about) else ""
        answer: Callable[[str], str] = lambda word: "\n\n".join(explain(text, glossary, word))  # noqa: E731
        self.push_screen(
            Question("Explain a card, a word of the rules, or a rule by its number", answer, first)
        )

    def action_rules(self) -> None:
        self.push_screen(
            Page(f"The rules of {self.match.room.plate.title}", self.match.room.text("rulebook.md"))
        )

    def action_log(self) -> None:
        self._log_wanted = not self._log_wanted
        self._fold()

    def action_keys(self) -> None:
        self.push_screen(Page("Keys", self.keys_page()))

    def keys_page(self) -> str:
        """Return the keys, as Markdown."""
        return ""

    def action_leave(self) -> None:
        self.exit()

    # ── the log ───────────────────────────────────────────────────────────────────────────────────

    def remember(self) -> None:
        """Reduce the log to what the viewer may be told now: where memory is part of the game, old lines
        go."""
        self.told = gate.story(self.match, self.viewer)
        self.show_log()
