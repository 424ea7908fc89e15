"""`longbeard play`: the table in words, numbered choices, and every move saved."""

import getpass
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, count, groupby
from pathlib import Path
from typing import Final

from longbeard.bots import DEFAULT, LEVELS, Level, level
from longbeard.bots.advice import advise
from longbeard.bots.player import Player, command, is_outside, player, split_name
from longbeard.engine import gate
from longbeard.engine.build import compiled
from longbeard.engine.errors import BadMove, BadOptions
from longbeard.engine.look import Choice, Frame, Look
from longbeard.engine.luck import seed_secret
from longbeard.engine.match import PERSON, Match
from longbeard.engine.room import Room
from longbeard.engine.story import ALL_EYES, SPECTATOR
from longbeard.engine.telling import joined
from longbeard.table.seat import usual_seats
from longbeard.table.table import Table
from longbeard.terminal import saves
from longbeard.terminal.lines import (
    ask,
    choose_number,
    clear,
    moment,
    painted,
    say,
    say_choice,
    say_entry,
    tell,
)
from longbeard.terminal.menu import choose_game
from longbeard.terminal.options import read_options
from longbeard.terminal.rulebook import explain
from longbeard.terminal.words import did_you_mean, shared_words, table_lines

LONG_MENU: Final = 12
"""Number of choices beyond which they are grouped before they are listed."""
TOLD_HINTS: Final = 3
HELP: Final = """\
Type the number of a choice, or its word. Besides that:
  ? WORD    explain a card, a word of the rules, or a rule by its number (? C1)
  table     the table in words
  story     everything that has happened so far
  hint      what an Archmage would do in your place, with chances
  undo      take your last move back, if it showed nothing and used no luck
  save FILE keep a copy of the game in another file
  quit      stop; the game is kept, and `longbeard play --resume` goes on with it"""


@dataclass(frozen=True)
class Company:
    """The players of a table as they are typed: seat by seat, or only how many and how strong."""

    seats: str = ""
    players: int | None = None
    level: str = ""


def new_game(
    room: Room | None,
    company: Company,
    seed: int | None,
    options: tuple[str, ...],
    path: Path | None,
    tui: bool = False,
) -> None:
    """Open a table and play at it; with the TUI, as often as its players want."""
    room = room or choose_game()
    names, players = _seats(company, room)
    if path and path.exists():
        raise BadOptions(f"{path} is there already; --resume goes on with it")
    secret = None if seed is None else seed_secret(seed)
    again = True
    while again:
        match = Match(room, names, read_options(options), secret, players=players)
        path = path or saves.new_path(room.plate.slug)
        again = _play_at(Table(match, saves.keeper(path), outside=True), path, tui)
        path = secret = None  # another match has its own file, and its own luck


def resume(path: Path | None, tui: bool = False) -> None:
    """Continue a saved game."""
    path = path or saves.last_unfinished()
    match = saves.load(path)
    if _play_at(Table(match, saves.keeper(path), _may_start(match.players)), path, tui):
        named = zip(match.players, match.seats, strict=True)
        seats = ",".join(f"{'you' if player == PERSON else player}:{name}" for player, name in named)
        options = tuple(f"{name}={value}" for name, value in match.options.items())
        new_game(match.room, Company(seats), None, options, None, tui)


def _play_at(table: Table, path: Path, tui: bool) -> bool:
    """Play at a table, in lines or with the TUI; return whether its players want another match."""
    if not tui:
        LineTable(table, path).run()
        return False
    from longbeard.terminal.tui import play, replay

    wish = play.run(table)
    if wish == play.REPLAY:
        replay.run(table.match, ALL_EYES)
    elif wish == play.LEAVE:
        say_kept(table.match, path)
    return wish == play.AGAIN


def say_kept(match: Match, path: Path) -> None:
    """Print where a game is saved, and how to continue or replay it."""
    if match.over:
        say(f"The record is in {path}")
        say(f"Look at it again: longbeard replay {path}")
        say(f"Prove the deal:   longbeard verify {path}")
    else:
        say(f"The game is kept in {path}")
        say(f"Go on with: longbeard play --resume --save {path}")


def _may_start(players: list[str]) -> bool:
    """Ask whether the programs that a file names may be started: a file can come from anybody."""
    programs = [" ".join(command(spec)) for spec in dict.fromkeys(players) if is_outside(spec)]
    for program in programs:
        if ask(f"In this game a program plays: {program!a}. Start it? (yes or no) ").lower() not in (
            "yes",
            "y",
        ):
            raise BadOptions("this game needs its programs: answer yes to start them")
    return bool(programs)


def _seats(company: Company, room: Room) -> tuple[list[str], list[str]]:
    """Parse `you:Ada,bot,random,./mybot.py` into names and players."""
    bot = _level(company.level)
    number = usual_seats(room.plate) if company.players is None else company.players
    parts = company.seats.split(",") if company.seats else ["you"] + ["bot"] * (number - 1)
    if company.players not in (None, len(parts)):
        raise BadOptions(f"--players is {company.players}, but --seats names {len(parts)}")
    names: list[str] = []
    players: list[str] = []
    for part in parts:
        who, name = split_name(part.strip())
        who = {"you": PERSON, "me": PERSON, "bot": bot}.get(who, who)
        names.append(name or _free_name(who, names, room))
        players.append(who)
    return names, players


def _level(name: str) -> str:
    """Return the bot that plays at a level; the default, if none is named."""
    known = [one.name for one in LEVELS]
    if name and name.lower() not in known:
        raise BadOptions(
            f"there is no level {name!r}.{did_you_mean(name, known)} There are: {', '.join(known)}"
        )
    return name.lower() or DEFAULT


def _free_name(who: str, taken: list[str], room: Room) -> str:
    """Return a name that nobody at the table has; a program brings its own. BadOptions if there is no such
    bot."""
    wanted: tuple[str, ...] = (_own_name(),)
    kind = "Player"
    if who != PERSON:
        program, played_at = _known(who, room), level(who)
        own = program.name if is_outside(who) else program.name.title()
        wanted = played_at.names if played_at else (own,)
        kind = wanted[0]
    return next(name for name in chain(wanted, (f"{kind} {n}" for n in count(2))) if name not in taken)


def _known(who: str, room: Room) -> Player:
    try:
        return player(who, room)
    except BadOptions as error:
        raise BadOptions(f"--seats: {who!r} is neither you nor bot: {error}") from error


def _own_name() -> str:
    try:
        name = getpass.getuser()
    except (OSError, KeyError):
        return "Player"
    return "Player" if name == "root" or not name.isprintable() else name.title()


def prefix(choice: Choice) -> str:
    """Return the kind of a choice: the part of its notation before `@` or `:`.

    >>> prefix({"action": "bear@1.forest"}), prefix({"action": "keep"})
    ('bear', 'keep')
    """
    return choice["action"].partition("@")[0].partition(":")[0]


def grouped(choices: list[Choice]) -> list[list[Choice]]:
    """Return the choices as they are listed: one by one, or grouped by kind."""
    if len(choices) <= LONG_MENU or len({prefix(choice) for choice in choices}) == 1:
        return [[choice] for choice in choices]
    return [list(ways) for _, ways in groupby(choices, key=prefix)]


def _gathered(ways: Sequence[Choice]) -> str:
    return shared_words([way["words"] for way in ways]) or prefix(ways[0])


def voices(match: Match, line: Callable[[Level, int], str]) -> list[str]:
    """Return what the bots at a table say; each kind of bot once."""
    said: dict[str, str] = {}
    for seat, who in enumerate(match.players):
        voice = level(who)
        if voice and voice.name not in said:
            said[voice.name] = f"{match.seats[seat]}: “{line(voice, seat)}”"
    return list(said.values())


def result(match: Match, look: Look, persons: Sequence[int]) -> str:
    """Return the result of a match, in words for the people at this terminal."""
    winners = [match.seats[seat] for seat in look["winners"]]
    if len(persons) == 1 and look["winners"] == [*persons]:
        who = "You win."
    elif len(winners) > 1:
        who = f"{joined(winners)} share the win."
    else:
        who = f"{winners[0] if winners else 'Nobody'} wins."
    return f"It is over: {match.room.ending_words(look['ending'])} {who}"


class LineTable:
    """One terminal at a table: it shows what passes the gate, and passes on what is typed."""

    def __init__(self, table: Table, path: Path) -> None:
        self.table = table
        self.path = path
        self.persons = [seat for seat, player in enumerate(self.match.players) if player == PERSON]
        self.viewer = self.persons[0] if len(self.persons) == 1 else SPECTATOR
        """The viewer for whom the screen was last drawn."""
        self.shown: list[str] = []
        """The lines of the table as they were last shown."""
        self.heard = dict.fromkeys((SPECTATOR, *self.persons), 0)
        """Number of chapters of the story that each person has been told: the deal, then the moves."""

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def shared(self) -> bool:
        """Whether several people play at this terminal, each with a hand to hide."""
        return len(self.persons) > 1

    def run(self) -> None:
        """Play until the end, or until the player leaves."""
        try:
            self._greet()
            while not self.match.over:
                if self.table.waits_for_person:
                    self._decide()
                else:
                    self._play_bot()
            self._finish()
        except (EOFError, KeyboardInterrupt):
            say()
            say_kept(self.match, self.path)
        finally:
            self.table.close()

    def _play_bot(self) -> None:
        move = self.table.play_bot()
        if self.table.forfeit:
            name = self.match.seats[move.seat]
            say(f"  ({name} forfeits its decision to chance: {self.table.forfeit.reason}.)")
        self._tell_news()

    def _greet(self) -> None:
        plate = self.match.room.plate
        say(plate.title, "bold")
        say(plate.tagline, "italic")
        say(painted(f"At the table: {', '.join(self.match.seats)}.", self.match.seats))
        say(f"The luck is fixed already; its seal is {self.match.commitment}.")
        say("Type ? for help.")
        if not compiled():
            say("(The rules run as plain Python here, so bots think slowly.)")
        if self.match.log:
            say(f"Going on after move {len(self.match.log)}.")
            self.heard = dict.fromkeys(self.heard, len(self.match.log) + 1)
        else:
            self._say_lines(voices(self.match, lambda voice, seat: voice.hello))
        self._tell_news()

    def _tell_news(self) -> None:
        """Tell what has happened since, a line for each moment."""
        news = gate.frames(self.match, self.viewer, self.heard[self.viewer])
        self.heard[self.viewer] = len(self.match.log) + 1
        self._tell(news)

    def _tell(self, frames: Sequence[Frame]) -> None:
        tell(list(filter(None, map(moment, frames))), self.match.seats, self.viewer)

    def _decide(self) -> None:
        seat = self.match.to_act
        if seat != self.viewer:
            self._hand_over(seat)
        self._show_table()
        while self.match.to_act == seat:
            self._choose(seat)
            if self.match.to_act == seat:
                self._show_changes()

    def _hand_over(self, seat: int) -> None:
        if self.shared:
            if self.viewer != SPECTATOR:
                ask(f"{self.match.seats[self.viewer]}, press Enter to hide your side of the table. ")
                clear()
            ask(f"{self.match.seats[seat]} decides. Press Enter when nobody else is looking. ")
        self.viewer = seat
        self._tell_news()

    def _show_table(self) -> None:
        """Show the whole table."""
        self.shown = self._table_lines(gate.look(self.match, self.viewer))
        say()
        self._say_lines(self.shown)

    def _show_changes(self) -> None:
        """Show the lines that have changed since the table was last shown, or all if most have."""
        lines = self._table_lines(gate.look(self.match, self.viewer))
        changed = [line for line in lines if line not in self.shown]
        if 2 * len(changed) > len(lines):
            self._show_table()
        else:
            self._say_lines(changed)
            self.shown = lines

    def _say_lines(self, lines: Sequence[str]) -> None:
        for line in lines:
            say(painted(line, self.match.seats, self.viewer))

    def _table_lines(self, look: Look) -> list[str]:
        """Return the table in words. A single person is addressed as "you"; people who share a screen have
        names."""
        reader = -1 if self.shared or not self.persons else self.persons[0]
        return table_lines(self.match.room, self.match.box, look["table"], self.match.seats, reader)

    def _choose(self, seat: int) -> None:
        """Ask for one decision until the answer is legal."""
        choices = gate.look(self.match, seat)["choices"]
        menu = grouped(choices)
        self._show_menu(menu, f"{self.match.seats[seat]}, choose:" if self.shared else "You choose:")
        before = len(self.match.log)
        while len(self.match.log) == before:
            text = ask("> ")
            place = choose_number(text, len(menu))
            if place >= 0 and len(menu[place]) > 1:
                menu = [[choice] for choice in menu[place]]
                self._show_menu(menu, "Which way? (Enter goes back.)")
            elif place >= 0:
                self._play(seat, menu[place][0]["action"])
            elif text.isdecimal():
                say(f"There is no choice {text}: a number from 1 to {len(menu)}, please.")
            elif text:
                if self._obey(seat, text, choices):
                    return
            else:
                menu = grouped(choices)
                self._show_menu(menu, "Choose:")

    def _show_menu(self, menu: list[list[Choice]], title: str) -> None:
        say(painted(title, self.match.seats, style="bold"))
        for number, entry in enumerate(menu, start=1):
            if len(entry) == 1:
                say_choice(number, entry[0])
            else:
                say_entry(number, f"{_gathered(entry)} … ({len(entry)} ways)")

    def _obey(self, seat: int, text: str, choices: list[Choice]) -> bool:
        """Run a typed command; return whether the choices are to be shown again."""
        word, _, rest = text.partition(" ")
        if word in ("quit", "exit", "q"):
            raise EOFError
        if word in ("?", "help") or text.startswith("?"):
            self._explain(text.removeprefix("help").removeprefix("?").strip(), choices)
        elif word == "table":
            self._show_table()
        elif word == "story":
            self._tell(gate.frames(self.match, self.viewer, 0))
        elif text == "hint":
            self._hint(seat)
        elif word == "undo":
            return self._undo(seat)
        elif word == "save":
            self._save_copy(rest)
        else:
            self._play(seat, text)
        return False

    def _play(self, seat: int, text: str) -> None:
        try:
            self.table.play(seat, text)
        except BadMove as error:
            say(f"{error}. Type a number, a word in brackets, or ? for help.")
            return
        except OSError as error:
            say(f"The game could not be kept ({error.strerror}), so the move was not made.")
            return
        self._tell_news()

    def _hint(self, seat: int) -> None:
        for advice in advise(self.match, seat)[:TOLD_HINTS]:
            why = f", {advice.why}" if advice.why else ""
            say(f"  {advice.chance:.0%} ±{advice.margin:.0%}: {advice.words}{why} [{advice.action}]")

    def _undo(self, seat: int) -> bool:
        try:
            move = self.table.undo(seat)
        except (BadMove, OSError) as error:
            reason = str(error)
            say(f"{reason[:1].upper()}{reason[1:]}.")
            return False
        self.heard = {viewer: min(heard, len(self.match.log) + 1) for viewer, heard in self.heard.items()}
        words = self.match.room.phrase(self.match.state, move.action, self.match.seats)
        say(f"Taken back: {words}.")
        return True

    def _save_copy(self, name: str) -> None:
        try:
            if not name or Path(name).exists():
                say("save FILE, with the name of a file that is not there yet.")
                return
            saves.keeper(Path(name))(self.match)
            say(f"A copy is kept in {name}")
        except OSError as error:
            say(f"That did not work: {error.strerror}.")

    def _explain(self, word: str, choices: list[Choice]) -> None:
        if not word:
            for line in HELP.splitlines():
                say(line)
            self._show_menu(grouped(choices), "You may now:")
            return
        glossary = self.match.room.glossary(self.match.box)
        for line in explain(self.match.room.text("rulebook.md"), glossary, word):
            say(line)

    def _finish(self) -> None:
        if self.shared:
            self.viewer = ALL_EYES  # everybody looks at the screen now, and all cards are open
        look = gate.look(self.match, self.viewer)
        self._show_table()
        say()
        say(painted(result(self.match, look, self.persons), self.match.seats, self.viewer, "bold"))
        self._say_lines(voices(self.match, lambda voice, seat: voice.last_words(seat, look["winners"])))
        say_kept(self.match, self.path)
