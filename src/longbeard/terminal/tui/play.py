"""`longbeard play --tui`: a table on a whole screen, for one person or several at one keyboard."""

from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import ClassVar, Final

from rich.text import Text
from textual import work
from textual.binding import Binding, BindingType
from textual.widgets.option_list import Option

from longbeard.bots.advice import Advice, advise
from longbeard.engine import gate
from longbeard.engine.errors import BadMove
from longbeard.engine.look import Choice, Look
from longbeard.engine.match import PERSON
from longbeard.engine.story import ALL_EYES, SPECTATOR
from longbeard.table.table import Table
from longbeard.terminal import saves
from longbeard.terminal.play import result, voices
from longbeard.terminal.tui.app import TableApp
from longbeard.terminal.tui.draw import Mark
from longbeard.terminal.tui.pace import Speed
from longbeard.terminal.tui.picking import Entry, complete, entries, open_spots
from longbeard.terminal.tui.widgets import Board, Curtain, Menu, Question

AGAIN: Final = "again"
REPLAY: Final = "replay"
LEAVE: Final = "leave"
ENDINGS: Final = {AGAIN: "Play again", REPLAY: "Look at it again, moment by moment", LEAVE: "Leave"}
DIGITS: Final = 10
HINT_SECONDS: Final = 2.0
"""Most seconds that advice may take, however slow the rules are."""
KEYS: Final = """\
| key | what it does |
|---|---|
| `↑` `↓`, Enter | go through the list of choices, and choose |
| `1` … `9`, `0` | choose by number |
| `←` `→` | go through what can be pointed at on the board |
| mouse | click a card, then where it goes; or click a choice; hover to read |
| Esc | put back what was picked |
| Tab, Shift+Tab | read the cards on the board one by one |
| `?` | explain a card, a word of the rules, or a rule by its number |
| `h` | what an Archmage would do in your place, with chances |
| `u` | take your last move back, if it showed nothing and used no luck |
| Space | skip to the next decision |
| `+` `-` | tell faster, or slower |
| `l` | the log, where there is no room beside the board |
| `r` | the rules |
| `s` | keep a copy of the game in another file |
| `q` | leave; the game is kept, and `longbeard play --tui --resume` goes on with it |
"""


class PlayApp(TableApp[str]):
    """People and bots at a table. It shows what passes the gate, and passes on what is chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "Hint"),
        Binding("u", "undo", "Undo"),
        Binding("s", "save", "Save", show=False),
        Binding("escape", "put_back", "Back", show=False),
    ]

    def __init__(self, table: Table, speed: Speed = Speed.NORMAL) -> None:
        match = table.match
        self.persons = [seat for seat, player in enumerate(match.players) if player == PERSON]
        super().__init__(match, self.persons[0] if len(self.persons) == 1 else SPECTATOR, speed)
        self.table = table
        self.heard = dict.fromkeys((SPECTATOR, *self.persons), 0)
        """Number of chapters of the story that each person has been told: the deal, then the moves."""
        self.look: Look | None = None
        """The look of the person who decides now; None while something else goes on."""
        self.picked: list[str] = []
        self.entries: list[Entry] = []
        self.advice: dict[str, Advice] = {}
        self.armed = ""
        """The risky choice that was made once and waits for confirmation."""
        self.hiding = False
        """Whether the list asks the last player to hide their side of the table."""
        self.error: OSError | None = None
        self._thinking = False

    @property
    def shared(self) -> bool:
        """Whether several people play at this terminal, each with a hand to hide."""
        return len(self.persons) > 1

    def on_mount(self) -> None:
        super().on_mount()
        match = self.match
        self.greeting = [match.room.plate.tagline, "Press k for the keys, ? to ask."]
        if match.log:
            self.greeting.append(f"Going on after move {len(match.log)}.")
            self.heard = dict.fromkeys(self.heard, len(match.log) + 1)
            self.remember()
        else:
            self.greeting += voices(match, lambda voice, seat: voice.hello)
            self.show_log()
        self.show_table(gate.look(match, self.viewer)["table"] if match.log else self._deal(), {})
        self._go_on()

    def _deal(self) -> Mapping[str, object]:
        return gate.frames(self.match, self.viewer, 0, 1)[0]["table"]

    # ── one move after the other ──────────────────────────────────────────────────────────────────

    def _go_on(self) -> None:
        """Tell what is new while the next bot thinks; when everything has been told, continue in `idle`."""
        self.head()
        news = gate.frames(self.match, self.viewer, self.heard[self.viewer])
        self.heard[self.viewer] = len(self.match.log) + 1
        if not self.match.over and not self.table.waits_for_person:
            self._thinking = True
            self._let_bot_play()
        if news:
            self.tell(news)
        elif not self.telling:
            self.idle()

    @work(thread=True)
    def _let_bot_play(self) -> None:
        try:
            self.table.play_bot()
        except OSError as error:
            self.call_from_thread(self._fail, error)
            return
        self.call_from_thread(self._bot_played)

    def _bot_played(self) -> None:
        self._thinking = False
        if forfeit := self.table.forfeit:
            name = self.match.seats[forfeit.seat]
            self.notify(f"{name} forfeits its decision to chance: {forfeit.reason}.", markup=False)
        self._go_on()

    def _fail(self, error: OSError) -> None:
        """Leave with an error that cannot be fixed here: the disk is full, or the folder is gone."""
        self.error = error
        self.exit()

    def idle(self) -> None:
        """Ask whoever decides, since everything has been told."""
        if self._thinking:
            if not self.match.over:
                self.write("info", "The bots are thinking …")
        elif self.match.over:
            self._finish()
        elif self.match.to_act == self.viewer:
            self._offer()
        else:
            self._hand_over()

    # ── several people at one screen ──────────────────────────────────────────────────────────────

    def _hand_over(self) -> None:
        if self.viewer == SPECTATOR:
            self._draw_curtain()
            return
        self.hiding = True
        self._list(["Hide my side of the table"])
        self.write("prompt", f"{self.match.seats[self.viewer]}, press Enter to hide your side of the table.")

    def _draw_curtain(self) -> None:
        """Clear the screen, then ask for privacy."""
        self.hiding = False
        self.viewer = SPECTATOR
        self.look = None
        self.told, self.table_now, self.advice = [], {}, {}
        self.board.clear()
        self.show_log()
        self._list([])
        self.write("prompt", "")
        self.write("info", "")
        seat = self.match.to_act
        words = f"{self.match.seats[seat]} decides.\n\nPress Enter when nobody else is looking."
        self.push_screen(Curtain(words), lambda _: self._sit_down(seat))

    def _sit_down(self, seat: int) -> None:
        self.viewer = seat
        self.told = [one for one in gate.story(self.match, seat) if one["move"] < self.heard[seat]]
        self.show_log()
        self._go_on()

    # ── deciding ──────────────────────────────────────────────────────────────────────────────────

    def _offer(self) -> None:
        """Show the table and the choices."""
        self.look = gate.look(self.match, self.viewer)
        self.advice = {}
        self.remember()
        self.head()
        self._pick([])

    def _pick(self, picked: list[str]) -> None:
        """Show what is left to choose after some spots were pointed at."""
        if self.look is None:
            return
        self.picked, self.armed, self.reading = picked, "", -1
        self.entries = entries(self.look["choices"], picked)
        self._list([self._words(entry) for entry in self.entries])
        self.show_table(self.look["table"], self._marks(), self.look["choices"])
        self._prompt()

    def _prompt(self) -> None:
        if self.look is None:
            return
        asked = self.look["asked"] or ("You choose:" if not self.shared else "Choose:")
        if self.shared:
            asked = f"{self.match.seats[self.viewer]}: {asked}"
        if self.picked:
            asked = f"{asked}  And now? (Esc goes back.)"
        self.write("prompt", asked)
        self.write("info", self.hint_line())

    def _words(self, entry: Entry) -> str:
        best = self._best(entry)
        if best is None:
            return entry.words
        star = "★ " if best.action == next(iter(self.advice)) else ""
        return f"{star}{entry.words}  {best.chance:.0%} ±{best.margin:.0%}"

    def _list(self, lines: list[str]) -> None:
        options = []
        for number, words in enumerate(lines, start=1):
            digit = f"{number % DIGITS}" if number <= DIGITS else " "
            options.append(Option(Text.assemble((f"{digit}  ", "bold #f0d074"), words)))
        self.menu.set_options(options)
        self.menu.highlighted = 0 if lines else None

    def _marks(self) -> dict[str, Mark]:
        """Return the marks of spots: what can be pointed at, what was picked, and what the list stands at."""
        if self.look is None:
            return {}
        marks = dict.fromkeys(open_spots(self.look["choices"], self.picked), Mark.OPEN)
        marks |= dict.fromkeys(self.picked, Mark.PICKED)
        entry = self._entry()
        return marks | dict.fromkeys(entry.spots if entry else (), Mark.CURSOR)

    def _entry(self) -> Entry | None:
        at = self.menu.highlighted
        return self.entries[at] if self.look and at is not None and at < len(self.entries) else None

    def hint_line(self) -> str:
        """Return the reason for the highlighted choice, if there is advice; or what it points at."""
        entry = self._entry()
        if entry is None:
            return ""
        if best := self._best(entry):
            why = f" {best.why[:1].upper()}{best.why[1:]}." if best.why else ""
            return f"{best.words}: {best.chance:.0%} ±{best.margin:.0%}.{why}"
        abouts = dict(self.board.drawing.abouts.values())
        return next((abouts[spot] for spot in entry.spots if spot in abouts), "")

    def _best(self, entry: Entry) -> Advice | None:
        """Return the best advice on the choices of an entry, if there is any: advice is sorted."""
        actions = {one["action"] for one in entry.choices}
        return next((advice for action, advice in self.advice.items() if action in actions), None)

    def on_option_list_option_highlighted(self, event: Menu.OptionHighlighted) -> None:
        entry = self._entry()
        if entry is None or self.hiding:
            return
        if self.armed and (entry.choice is None or entry.choice["action"] != self.armed):
            self.armed = ""
            self._prompt()
        self.board.mark(self._marks())
        self.write("info", self.hint_line())

    def on_option_list_option_selected(self, event: Menu.OptionSelected) -> None:
        self._choose(event.option_index)

    def action_digit(self, digit: int) -> None:
        """Choose by number; 0 is the tenth."""
        at = (digit - 1) % DIGITS
        if at < self.menu.option_count:
            self.menu.highlighted = at
            self._choose(at)

    def _choose(self, at: int) -> None:
        if self.hiding:
            self._draw_curtain()
        elif self.match.over and not self._thinking and not self.telling:
            self.exit(list(ENDINGS)[at])
        elif self.look is not None and at < len(self.entries):
            entry = self.entries[at]
            if entry.choice:
                self._play(entry.choice)
            else:
                self._pick([*self.picked, entry.spots[0]])

    def on_board_pointed(self, event: Board.Pointed) -> None:
        """Take a click as the next step of a choice: the thing itself, or what it lies on."""
        if self.telling:
            self.action_skip()
            return
        if self.look is None:
            return
        choices = self.look["choices"]
        for spots in (open_spots(choices, self.picked), open_spots(choices, [])):
            for spot in (event.spot, event.ground):
                if spot in spots:
                    # Another card instead of the one that was picked counts, too.
                    picked = [*self.picked, spot] if spots == open_spots(choices, self.picked) else [spot]
                    self._point(picked)
                    return
        self._pick([])

    def _point(self, picked: list[str]) -> None:
        choices = self.look["choices"] if self.look else []
        found = complete(choices, picked)
        if found is None:
            self._pick(picked)
            return
        at = next((at for at, entry in enumerate(self.entries) if found in entry.choices), None)
        if at is not None and at != self.menu.highlighted:
            self.menu.highlighted = at
        self._play(found)

    def action_walk(self, step: int) -> None:
        """Go to the next spot on the board that can be pointed at."""
        places = self.board.drawing.places
        spots = [spot for spot in places if any(spot in entry.spots for entry in self.entries)]
        if self.look is None or not spots:
            return
        entry = self._entry()
        now = next((spots.index(spot) for spot in (entry.spots if entry else ()) if spot in spots), -1)
        wanted = spots[(now + step) % len(spots)] if now >= 0 else spots[0 if step > 0 else -1]
        self.menu.highlighted = next(at for at, one in enumerate(self.entries) if wanted in one.spots)

    def _play(self, choice: Choice) -> None:
        """Play a choice; a risky one only if it is chosen twice."""
        if choice["risky"] and self.armed != choice["action"]:
            self.armed = choice["action"]
            self.write("prompt", f"{choice['words']}: are you sure? Choose it once more.")
            return
        try:
            self.table.play(self.viewer, choice["action"])
        except BadMove as error:
            self.notify(f"{error}.", severity="warning", markup=False)
            return
        except OSError as error:
            reason = f"The game could not be kept ({error.strerror}), so the move was not made."
            self.notify(reason, severity="error", markup=False)
            return
        self.look = None
        self.picked, self.entries, self.armed = [], [], ""
        self._list([])
        self.write("info", "")
        self._go_on()

    # ── keys ──────────────────────────────────────────────────────────────────────────────────────

    def action_put_back(self) -> None:
        """Undo the last pick."""
        self._pick(self.picked[:-1])

    def action_undo(self) -> None:
        """Take the last move back."""
        if self.look is None:
            return
        try:
            move = self.table.undo(self.viewer)
        except (BadMove, OSError) as error:
            reason = str(error)
            self.notify(f"{reason[:1].upper()}{reason[1:]}.", severity="warning", markup=False)
            return
        self.heard = {viewer: min(heard, len(self.match.log) + 1) for viewer, heard in self.heard.items()}
        words = self.match.room.phrase(self.match.state, move.action, self.match.seats)
        self._offer()
        self.notify(f"Taken back: {words}.", markup=False)

    def action_hint(self) -> None:
        """Ask what a good player would do."""
        if self.look is not None:
            self.write("info", "An Archmage thinks about it …")
            self._advise(self.viewer, len(self.match.log))

    @work(thread=True, exclusive=True, group="advice")
    def _advise(self, seat: int, move: int) -> None:
        until = monotonic() + HINT_SECONDS
        found = advise(self.match, seat, stop=lambda: self.look is None or monotonic() > until)
        self.call_from_thread(self._advised, found, move)

    def _advised(self, found: list[Advice], move: int) -> None:
        if self.look is None or self.look["move"] != move:
            return  # the player has decided without it
        self.advice = {one.action: one for one in found}
        self._pick(self.picked)
        best = found[0].action
        self.menu.highlighted = next(
            (at for at, entry in enumerate(self.entries)
             if any(one["action"] == best for one in entry.choices)), 0)  # fmt: skip
        self.write("info", self.hint_line())

    def action_save(self) -> None:
        """Keep a copy in another file."""
        if self.look is not None or self.match.over:
            self.push_screen(Question("Keep a copy of the game: the name of a new file", self._save))

    def _save(self, name: str) -> str:
        path = Path(name).expanduser()
        try:
            if path.exists():
                return f"{path} is there already: the name of a file that is not there yet, please."
            saves.keeper(path)(self.match)
        except OSError as error:
            return f"That did not work: {error.strerror}."
        return f"A copy is kept in {path}"

    def keys_page(self) -> str:
        return f"{KEYS}\nThe luck is fixed already; its seal is `{self.match.commitment}`.\n"

    # ── the end ───────────────────────────────────────────────────────────────────────────────────

    def _finish(self) -> None:
        if self.shared:
            self.viewer = ALL_EYES  # everybody looks at the screen now, and all cards are open
        look = gate.look(self.match, self.viewer)
        self.look = None
        self.remember()
        self.greeting = []
        self.show_table(look["table"], {})
        self._list(list(ENDINGS.values()))
        self.write("prompt", result(self.match, look, self.persons))
        said = voices(self.match, lambda voice, seat: voice.last_words(seat, look["winners"]))
        self.write("info", "  ".join(said))


def run(table: Table, speed: Speed = Speed.NORMAL) -> str:
    """Play at a table until its players leave; return what they want next."""
    app = PlayApp(table, speed)
    try:
        wish = app.run()
    finally:
        table.close()
    if app.error:
        raise app.error
    return wish or LEAVE
