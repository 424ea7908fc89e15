"""Widgets of the screen: the board, the log, the list of choices, and pages that cover them."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Input, Markdown, OptionList, Static

from longbeard.engine.panel import Panel
from longbeard.terminal.lines import painted, screen
from longbeard.terminal.tui.draw import SEAT_COLOURS, Drawing, Mark, draw

KEPT_LINES: Final = 300
"""Lines of the log that can be scrolled back to."""


class Board(ScrollView, can_focus=False):
    """The table, redrawn whenever it, its marks or the size of the screen change."""

    class Pointed(Message):
        """Posted when somebody clicks on the board."""

        def __init__(self, spot: str, ground: str) -> None:
            super().__init__()
            self.spot = spot
            self.ground = ground
            """The spot of the panel round it."""

    class Asked(Message):
        """Posted when the mouse enters something that can be explained, or leaves it."""

        def __init__(self, about: str) -> None:
            super().__init__()
            self.about = about

    def __init__(self) -> None:
        super().__init__(id="board")
        self.panels: Sequence[Panel] = ()
        self.marks: Mapping[str, Mark] = {}
        self.drawing = Drawing([])
        self._over = ""

    def show(self, panels: Sequence[Panel], marks: Mapping[str, Mark]) -> None:
        """Show a table, and scroll what is marked into view."""
        self.panels, self.marks = panels, marks
        self._draw()
        self._follow()

    def mark(self, marks: Mapping[str, Mark]) -> None:
        """Change the marks alone."""
        if marks != self.marks:
            self.show(self.panels, marks)

    def clear(self) -> None:
        """Leave nothing on it."""
        self.show((), {})

    def on_resize(self) -> None:
        self._draw()
        self._follow()

    def _draw(self) -> None:
        room = self.container_size
        if room.width < 1:
            return
        width = room.width - self.styles.padding.width - 1  # the scrollbar is one column
        self.drawing = draw(self.panels, width, room.height, self.marks)
        self.virtual_size = Size(width, len(self.drawing.lines))
        self.refresh()

    def _follow(self) -> None:
        """Scroll to what the reader should see: the cursor, or else where something happened."""
        for mark in (Mark.READ, Mark.CURSOR, Mark.TOUCHED):
            places = [self.drawing.places[spot] for spot, found in self.marks.items()
                      if found is mark and spot in self.drawing.places]  # fmt: skip
            if places:
                top, bottom = min(places)[0], max(places)[0]
                high = min(max(bottom - top + 5, 5), max(self.size.height, 1))
                self.scroll_to_region(Region(0, max(top - 1, 0), 1, high), animate=False, force=True)
                return

    def render_line(self, y: int) -> Strip:
        """Return one line of what can be seen."""
        number = y + int(self.scroll_offset.y)
        if number >= len(self.drawing.lines):
            return Strip.blank(self.size.width, self.rich_style)
        strip = Strip(self.drawing.lines[number].render(screen()))
        return strip.adjust_cell_length(self.size.width).apply_style(self.rich_style)

    def on_click(self, event: events.Click) -> None:
        meta = event.style.meta
        self.post_message(self.Pointed(meta.get("spot", ""), meta.get("ground", "")))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._ask(str(event.style.meta.get("about", "")))

    def on_leave(self) -> None:
        self._ask("")

    def _ask(self, about: str) -> None:
        if about != self._over:
            self._over = about
            self.post_message(self.Asked(about))


class Log(VerticalScroll, can_focus=False):
    """The story, the newest line last."""

    def __init__(self) -> None:
        super().__init__(id="log")
        self.border_title = "What happened"
        self.text = Text()

    def compose(self) -> ComposeResult:
        yield Static(id="story", markup=False)

    def show(self, lines: Sequence[tuple[str, bool]], seats: Sequence[str], viewer: int) -> None:
        """Show lines, of which some are headings."""
        text = Text()
        for line, heading in lines[-KEPT_LINES:]:
            if text:
                text.append("\n")
            said = f"── {line.rstrip('.')}" if heading else line
            text.append_text(painted(said, seats, viewer, "bold" if heading else "", SEAT_COLOURS))
        self.text = text
        self.query_one("#story", Static).update(text)
        self.call_after_refresh(self.scroll_end, animate=False)


class Menu(OptionList):
    """The choices, numbered. It has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.read(1)", show=False),
        Binding("shift+tab", "app.read(-1)", show=False),
        Binding("left", "app.walk(-1)", show=False),
        Binding("right", "app.walk(1)", show=False),
        *(Binding(str(digit), f"app.digit({digit})", show=False) for digit in range(10)),
    ]

    def __init__(self) -> None:
        super().__init__(id="menu", markup=False)


class Curtain(Screen[None]):
    """Hides the whole table until the next player is alone with it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss", "I am alone: show my side"),
        Binding("q", "app.leave", "Leave"),
    ]

    def __init__(self, words: str) -> None:
        super().__init__(id="curtain")
        self.words = words

    def compose(self) -> ComposeResult:
        yield Static(self.words, id="curtain-words", markup=False)

    def on_click(self) -> None:
        self.dismiss()


class Page(ModalScreen[None]):
    """A page of text over the table: the rules, or the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "dismiss", "Back")]

    def __init__(self, title: str, markdown: str) -> None:
        super().__init__()
        self.words = title
        self.markdown = markdown

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="page") as page:
            page.border_title = self.words
            page.border_subtitle = "Esc goes back"
            yield Markdown(self.markdown)


class Question(ModalScreen[None]):
    """An input, and the answer below it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Back")]

    def __init__(self, title: str, answer: Callable[[str], str], first: str = "") -> None:
        super().__init__()
        self.words = title
        self.answer = answer
        self.first = first

    def compose(self) -> ComposeResult:
        with Vertical(classes="page question") as page:
            page.border_title = self.words
            page.border_subtitle = "Enter asks, Esc goes back"
            yield Input()
            with VerticalScroll():
                yield Static(self.first, id="answer", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self.query_one("#answer", Static).update(self.answer(event.value.strip()))
            event.input.clear()
