"""`longbeard replay --tui`: a recorded match on a whole screen, moment by moment, as any viewer."""

from typing import ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets.option_list import Option

from longbeard.engine import gate
from longbeard.engine.look import Frame
from longbeard.engine.match import Match
from longbeard.engine.story import ALL_EYES, SPECTATOR
from longbeard.terminal.lines import moment
from longbeard.terminal.tui.app import TableApp
from longbeard.terminal.tui.pace import Speed, times
from longbeard.terminal.tui.widgets import Menu

KEYS: Final = """\
| key | what it does |
|---|---|
| `→`, `←` | the next moment, or the one before |
| `↑` `↓`, PgUp, PgDn, mouse | go to a move |
| Home, End | the deal, and the end |
| Space | play by itself, or pause |
| `+` `-` | faster, slower |
| `e` | other eyes: each player, a spectator, all cards open |
| Tab, Shift+Tab | read the cards on the board one by one |
| `?` `r` `l` `q` | explain a word, the rules, the log, leave |
"""


class ReplayApp(TableApp[None]):
    """A finished or running match, shown at any of its moments."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "app.walk(1)", "Next"),
        Binding("left", "app.walk(-1)", "Back"),
        Binding("space", "skip", "Play, pause"),
        Binding("e", "eyes", "Eyes"),
    ]

    def __init__(self, match: Match, viewer: int, speed: Speed = Speed.NORMAL) -> None:
        super().__init__(match, viewer, speed)
        self.frames: list[Frame] = gate.frames(match, viewer, 0)
        self.lasting = times(self.frames)
        self.at = 0
        self.playing = False

    def on_mount(self) -> None:
        super().on_mount()
        self._list_moves()
        self.call_after_refresh(self.go_to, 0)

    def _list_moves(self) -> None:
        self.menu.clear_options()
        for number in self._moves():
            title = gate.title(self.match, number, self.viewer) if number else "The deal"
            self.menu.add_option(Option(Text(f"{number:>3}  {title}")))

    def _moves(self) -> list[int]:
        """Return the moves that have frames."""
        return list(dict.fromkeys(frame["move"] for frame in self.frames))

    def go_to(self, at: int) -> None:
        """Show the moment with this number."""
        self.at = min(max(at, 0), len(self.frames) - 1)
        frame = self.frames[self.at]
        self.told = [one for earlier in self.frames[: self.at] for one in earlier["told"]]
        if not moment(frame):
            deed = gate.deed(self.match, frame["move"], self.viewer) if frame["move"] else "The deal."
            self.write("prompt", deed or "Nothing of it can be seen.")
        self.show_frame(frame)
        self.head(f"{frame['move']} of {len(self.match.log)}, moment {self.at + 1} of {len(self.frames)}")
        self.write("info", f"Seen by {self._eyes()}.")
        place = self._moves().index(frame["move"])
        if self.menu.highlighted != place:
            self.menu.highlighted = place

    def _eyes(self) -> str:
        named = {SPECTATOR: "a spectator", ALL_EYES: "all eyes"}
        return named.get(self.viewer) or self.match.seats[self.viewer]

    def action_walk(self, step: int) -> None:
        """Go to the next moment, or the one before."""
        self._pause()
        self.go_to(self.at + step)

    def on_option_list_option_highlighted(self, event: Menu.OptionHighlighted) -> None:
        move = self._moves()[event.option_index]
        if self.frames[self.at]["move"] != move:
            self._pause()
            self.go_to(next(at for at, frame in enumerate(self.frames) if frame["move"] == move))

    def action_skip(self) -> None:
        """Start or stop the automatic replay."""
        if self.playing:
            self._pause()
        else:
            self.playing = True
            self._play_on()

    def _pause(self) -> None:
        self.playing = False
        self.stop_clock()

    def _play_on(self) -> None:
        if not self.playing:
            return
        if self.at + 1 >= len(self.frames):
            self._pause()
            return
        self.go_to(self.at + 1)
        self.after(self.lasting[self.at], self._play_on)

    def action_eyes(self) -> None:
        """Show the same moment as the next viewer sees it."""
        self._pause()
        others = [*range(len(self.match.seats)), SPECTATOR, *([ALL_EYES] if self.match.over else [])]
        now = self.frames[self.at]
        self.viewer = others[(others.index(self.viewer) + 1) % len(others)]
        self.frames = gate.frames(self.match, self.viewer, 0)
        self.lasting = times(self.frames)
        places = [at for at, frame in enumerate(self.frames)
                  if (frame["move"], frame["beat"]) <= (now["move"], now["beat"])]  # fmt: skip
        self._list_moves()
        self.go_to(places[-1] if places else 0)

    def keys_page(self) -> str:
        return KEYS


def run(match: Match, viewer: int) -> None:
    """Show a match until the viewer leaves."""
    ReplayApp(match, viewer).run()
