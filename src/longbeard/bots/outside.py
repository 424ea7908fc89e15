"""Bots in any language: programs that are asked and answer in JSON lines (docs/bots.md).

A program is told what the gate tells its seat, and nothing else. An error costs it the decision.
"""

import contextlib
import json
import os
import selectors
import shutil
import signal
import subprocess
import weakref
from pathlib import Path
from time import monotonic
from typing import IO, Any, Final, Literal, NotRequired, TypedDict

from longbeard.bots.player import Forfeit, Player
from longbeard.bots.policy import Asked
from longbeard.engine import gate
from longbeard.engine.errors import BadMove, BadOptions
from longbeard.engine.look import Frame, Look, Told
from longbeard.engine.luck import Luck, QuickLuck
from longbeard.engine.match import Match

PROTOCOL: Final = 1
TIME_LIMIT: Final = 5.0
"""Seconds for a decision."""
START_LIMIT: Final = 30.0
"""Seconds for the first answer of a program that was just started: it may have to load something large."""
WANTS: Final = ("observation", "mask", "frames")
"""What a program is sent if it asks for it."""
IDLE: Final = 4
"""How many programs of one command are kept for the next matches, if they want to be."""
GRACE: Final = 1.0
"""Seconds that a program has to end by itself after the last message."""
STARTS: Final = 4
"""How often a program is started in one match: once, and three more times after failures."""
ANSWER_BYTES: Final = 65_536
TAIL_BYTES: Final = 2_000
"""How much of a program's standard error is kept."""
CHUNK: Final = 65_536


class Hello(TypedDict):
    """The first message to a program."""

    type: Literal["hello"]
    protocol: int
    game: str
    seats: list[str]
    seat: int
    options: dict[str, str]
    seconds: float
    seed: int
    """Lets a bot be repeatable."""


class Decide(TypedDict):
    """A decision of its seat."""

    type: Literal["decide"]
    move: int
    view: Look
    story: list[Told]
    legal: list[str]
    frames: NotRequired[list[Frame]]
    """What happened since its last decision, moment by moment, if the program asked for that."""
    observation: NotRequired[list[int]]
    """What the seat may know, as the numbers of docs/layouts.md, if it asked for them."""
    mask: NotRequired[list[int]]
    """A 1 for every action of the game that is allowed now, if it asked for that."""
    actions: NotRequired[list[int]]
    """With either of them: the numbers of the legal actions, in the order of `legal`."""


class Failed(TypedDict):
    """A decision that was made for the program."""

    move: int
    reason: str


class Over(TypedDict):
    """The last message."""

    type: Literal["over"]
    ending: str
    winners: list[int]
    scores: list[int]
    forfeits: list[Failed]
    view: Look
    story: list[Told]
    frames: NotRequired[list[Frame]]


class Answer(TypedDict):
    """What a program may say."""

    action: str | int | None
    """In notation, or by its number; None if it only says what it wants."""
    wants: frozenset[str] | None
    """What it wants to be sent from now on; None if it does not say."""
    stays: bool | None
    """Whether it can play another match after this one; None if it does not say."""


class Fault(Exception):
    """An error of a program: the message says what it did wrong."""


class Program:
    """Runs a program in a session of its own, so that it can be ended with its child processes."""

    def __init__(self, command: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise Fault(f"it cannot be started: {error.strerror}") from error
        # No program outlives us, even if nobody calls `stop`.
        self._end = weakref.finalize(self, _end, self._process)
        self._stdin, self._stdout, self._stderr = map(_pipe, self._pipes())
        self._said = b""
        self._tail = b""
        self.awake = False
        """Whether it has answered anything yet."""
        self.wants: frozenset[str] = frozenset()
        self.stays = False

    def _pipes(self) -> list[IO[bytes]]:
        process = self._process
        return [pipe for pipe in (process.stdin, process.stdout, process.stderr) if pipe]

    def ask(self, message: bytes, seconds: float) -> bytes:
        """Send a message and wait for the line that answers it."""
        self._drain()
        if self._said:
            raise Fault("it spoke without being asked")
        self._exchange(message, monotonic() + seconds, seconds)
        line, _, rest = self._said.partition(b"\n")
        self._said = b""
        if rest:
            raise Fault("it answered with more than one line")
        return line

    def tell(self, message: bytes, seconds: float) -> None:
        """Send a message that needs no answer; whether it arrives does not matter."""
        with contextlib.suppress(Fault):
            self._exchange(message, monotonic() + seconds, seconds, answer=False)

    def _exchange(self, message: bytes, deadline: float, seconds: float, answer: bool = True) -> None:
        with selectors.DefaultSelector() as ready:
            for pipe in (self._stdout, self._stderr):
                ready.register(pipe, selectors.EVENT_READ)
            ready.register(self._stdin, selectors.EVENT_WRITE)
            while message or (answer and b"\n" not in self._said):
                events = ready.select(max(0.0, deadline - monotonic()))
                if not events and monotonic() >= deadline:
                    raise Fault(f"no answer in {seconds:g} s")
                for key, _ in events:
                    if key.fd == self._stdin:
                        message = self._write(message)
                        if not message:
                            ready.unregister(self._stdin)
                    elif key.fd == self._stderr and not self._hear():
                        ready.unregister(self._stderr)
                    elif key.fd == self._stdout:
                        self._read()

    def _write(self, message: bytes) -> bytes:
        """Send as much as fits; return the rest."""
        try:
            return message[os.write(self._stdin, message[:CHUNK]) :]
        except BlockingIOError:
            return message
        except BrokenPipeError as error:
            raise self._gone() from error

    def _read(self) -> None:
        said = os.read(self._stdout, CHUNK)
        if not said:
            raise self._gone()
        self._said += said
        if len(self._said) > ANSWER_BYTES:
            raise Fault(f"it answered with more than {ANSWER_BYTES} bytes")

    def _hear(self) -> bool:
        """Read from standard error; return whether there may be more."""
        said = os.read(self._stderr, CHUNK)
        self._tail = (self._tail + said)[-TAIL_BYTES:]
        return bool(said)

    def _drain(self) -> None:
        """Read what was written since the last question."""
        with contextlib.suppress(BlockingIOError):
            self._read()
        with contextlib.suppress(BlockingIOError):
            self._hear()

    def _gone(self) -> Fault:
        """Return the fault of a program that closed a pipe: how it ended, if it did."""
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return Fault("it does not listen any more")
        _end_group(self._process)
        with contextlib.suppress(BlockingIOError):
            while self._hear() and len(self._tail) < TAIL_BYTES:
                pass
        how = f"signal {-code}" if code < 0 else f"code {code}"
        return Fault(f"it ended with {how}{self.last_words()}")

    def last_words(self) -> str:
        """Return the last line of its standard error in brackets, to follow a reason."""
        lines = self._tail.decode("utf-8", "replace").split("\n")
        words = [line.strip() for line in lines if line.strip()]
        return f" ({printable(words[-1])})" if words else ""

    @property
    def tail(self) -> str:
        """Return the end of its standard error."""
        return self._tail.decode("utf-8", "replace")

    def leave(self) -> None:
        """Wait a moment for it to end by itself, then end it."""
        if self._process.stdin:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self.stop()

    def stop(self) -> None:
        """End it now, with its child processes, and reap it."""
        self._end()


def _pipe(pipe: IO[bytes]) -> int:
    os.set_blocking(pipe.fileno(), False)
    return pipe.fileno()


def _end_group(process: subprocess.Popen[bytes]) -> None:
    # Its child processes may outlive it, so the group is ended in any case.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _end(process: subprocess.Popen[bytes]) -> None:
    _end_group(process)
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            with contextlib.suppress(OSError):
                pipe.close()


_idle: dict[tuple[str, ...], list[Program]] = {}
"""Programs that wait for the next match, by command. They are ended with this process."""


class OutsidePlayer(Player):
    """Lets a program play a seat; it is started for its first decision."""

    def __init__(
        self,
        command: list[str],
        seconds: float = TIME_LIMIT,
        starts: int = STARTS,
        start_seconds: float = START_LIMIT,
    ) -> None:
        super().__init__(program_name(command))
        if shutil.which(command[0]) is None:
            raise BadOptions(f"there is no program {command[0]} that can be run")
        self.command = command
        self.seconds = seconds
        self.start_seconds = start_seconds
        self.tail = ""
        """The end of the standard error of its programs."""
        self._starts_left = starts
        self._program: Program | None = None
        self._told = 0
        """How many chapters of the story it has been sent: the deal, then the moves."""

    def decide(self, match: Match, seat: int, luck: Luck) -> int:
        try:
            return self._ask(match, seat, luck)
        except Fault as fault:
            self.forfeits.append(Forfeit(len(match.log), seat, str(fault)))
            legal = match.state.legal()
            return legal[luck.below(len(legal))]
        except BaseException:
            self.close()
            raise

    def _ask(self, match: Match, seat: int, luck: Luck) -> int:
        greeting = b"" if self._program else self._start(match, seat, luck)
        assert self._program
        program = self._program
        try:
            answer = self._answer(program, greeting, match, seat)
            if answer["action"] is None:  # it said what it wants: the same question, with that
                answer = self._answer(program, b"", match, seat)
            if answer["action"] is None:
                raise Fault("it asked twice instead of answering")
        except Fault:
            # A program that crashed, stalled or said too much is out of step: it is started afresh.
            self.close()
            raise
        self._told = len(match.log) + 1
        return legal_action(match, answer["action"])

    def _answer(self, program: Program, greeting: bytes, match: Match, seat: int) -> Answer:
        question = greeting + line(self._question(match, seat))
        seconds = self.seconds if program.awake else max(self.seconds, self.start_seconds)
        answer = read_answer(program.ask(question, seconds))
        program.awake = True
        if answer["wants"] is not None:
            program.wants = answer["wants"]
        if answer["stays"] is not None:
            program.stays = answer["stays"]
        return answer

    def _start(self, match: Match, seat: int, luck: Luck) -> bytes:
        if not self._starts_left:
            raise Fault("it failed too often and is not started again")
        self._starts_left -= 1
        self._told = 0
        seed = int(luck.below(1 << 31))
        idle = _idle.get(tuple(self.command))
        self._program = idle.pop() if idle else Program(self.command)
        return line(hello(match, seat, self.seconds, seed))

    def _question(self, match: Match, seat: int) -> Decide:
        view = gate.look(match, seat)
        question: Decide = {
            "type": "decide",
            "move": view["move"],
            "view": view,
            "story": gate.story(match, seat, self._told),
            "legal": [choice["action"] for choice in view["choices"]],
        }
        wants = self._program.wants if self._program else frozenset()
        if "frames" in wants:
            question["frames"] = gate.frames(match, seat, self._told)
        if wants & {"observation", "mask"}:
            asked = Asked(match, seat, QuickLuck())
            question["actions"] = [match.room.parse(match.state, text) for text in question["legal"]]
            if "observation" in wants:
                question["observation"] = asked.observation.tolist()
            if "mask" in wants:
                question["mask"] = asked.mask.tolist()
        return question

    def finish(self, match: Match, seat: int) -> None:
        if not self._program or not match.over:
            return
        view = gate.look(match, seat)
        message: Over = {
            "type": "over",
            "ending": view["ending"],
            "winners": view["winners"],
            "scores": view["scores"],
            "forfeits": [{"move": forfeit.move, "reason": forfeit.reason} for forfeit in self.forfeits],
            "view": view,
            "story": gate.story(match, seat, self._told),
        }
        if "frames" in self._program.wants:
            message["frames"] = gate.frames(match, seat, self._told)
        self._program.tell(line(message), GRACE)
        idle = _idle.setdefault(tuple(self.command), [])
        if self._program.stays and len(idle) < IDLE:
            idle.append(self._program)
            self._program = None
            return
        self._program.leave()
        self.close()

    def close(self) -> None:
        if self._program:
            self._program.stop()
            self.tail = (self.tail + self._program.tail)[-TAIL_BYTES:]
            self._program = None


def hello(match: Match, seat: int, seconds: float, seed: int) -> Hello:
    """Return the first message to a program."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": match.room.plate.slug,
        "seats": list(match.seats),
        "seat": seat,
        "options": dict(match.options),
        "seconds": seconds,
        "seed": seed,
    }


def line(message: Hello | Decide | Over) -> bytes:
    """Encode a message as it is sent."""
    return json.dumps(message).encode() + b"\n"


def read_answer(answer: bytes) -> Answer:
    """Read what an answer says: an action, or what the program wants to be sent; Fault if neither."""
    try:
        data = json.loads(answer.decode())
    except (ValueError, RecursionError) as error:
        raise Fault(f"its answer is no JSON: {printable(answer.decode('utf-8', 'replace'))}") from error
    if not isinstance(data, dict):
        data = {}
    action, wants, stays = data.get("action"), read_wants(data), data.get("stays")
    is_number = isinstance(action, int) and not isinstance(action, bool)
    if not (isinstance(action, str) or is_number or (action is None and "wants" in data)):
        raise Fault(f'its answer is not {{"action": "…"}}: {printable(answer.decode())}')
    return {"action": action, "wants": wants, "stays": stays if isinstance(stays, bool) else None}


def read_wants(data: dict[str, Any]) -> frozenset[str] | None:
    """Read what a program wants to be sent; `"frames": true` says it in the old way."""
    if "wants" not in data:
        return frozenset({"frames"}) if data.get("frames") is True else None
    wants = data["wants"]
    if not isinstance(wants, list) or not all(one in WANTS for one in wants):
        raise Fault(f"it wants {printable(json.dumps(wants))}; there are {', '.join(WANTS)}")
    return frozenset(wants)


def legal_action(match: Match, said: str | int) -> int:
    """Return the legal action that a text or a number names; Fault if there is none."""
    try:
        action = said if isinstance(said, int) else match.room.parse(match.state, said)
    except BadMove as error:
        raise Fault(f"{printable(str(said))} is not an action") from error
    if action not in match.state.legal():
        # Unlike `NotAllowedNow` this does not list what is legal: everybody at the table reads a forfeit.
        raise Fault(f"{printable(str(said))} is not allowed now")
    return action


def printable(text: str, most: int = 80) -> str:
    """Shorten and escape a stranger's text for a line in a terminal.

    >>> printable("no\\x1b[2Jway")
    "'no\\\\x1b[2Jway'"
    """
    return ascii(text if len(text) <= most else f"{text[:most]}...")


def program_name(command: list[str]) -> str:
    """Return a name for a program: the last file in its command, without folders and suffix.

    >>> program_name(["node", "bots/nettle.js"]), program_name(["./mybot.py", "--bold"])
    ('nettle', 'mybot')
    """
    files = [word for word in command if not word.startswith("-")]
    scripts = [word for word in files[1:] if Path(word).suffix] or files[:1] or command[:1]
    return printable(Path(scripts[0]).stem)[1:-1].strip() or "program"
