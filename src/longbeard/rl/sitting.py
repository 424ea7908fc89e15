"""A match as learners meet it: what a seat may know and do as arrays, rewards, and the table to look at."""

import warnings
from collections.abc import Callable, Iterable, Mapping
from operator import index
from secrets import randbits
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from longbeard.engine import gate
from longbeard.engine.encoder import Sheet, width, write_row
from longbeard.engine.errors import BadOptions, NotAnAction
from longbeard.engine.luck import KeyedLuck, seed_secret
from longbeard.engine.match import Match
from longbeard.engine.room import Room
from longbeard.engine.state import State
from longbeard.engine.story import SPECTATOR
from longbeard.engine.telling import joined
from longbeard.games import room
from longbeard.rl.boxes import absolute, box_of
from longbeard.rl.picture import draw
from longbeard.rl.tables import score_rewards, win_rewards

REWARDS: Final = {"win": win_rewards, "score": score_rewards}
RENDER_MODES: Final = ("human", "ansi", "rgb_array")
FORCED: Final = ("ask", "take")
"""What is done with a decision that has one legal action: ask for it as for any other, or take it."""
MASKS: Final = ("observation", "info")
"""Where the mask is: beside the observation in a dict, and in the info; or in the info alone."""
ILLEGAL: Final = ("raise", "forfeit")
"""What becomes of an action that is not allowed: an error, or chance decides in its place."""
SEED_BITS: Final = 62
Seen = dict[str, NDArray[Any]]


def one_of(name: str, value: str | None, values: tuple[str | None, ...]) -> str | None:
    """Return an argument that is one of several values, or raise BadOptions."""
    if value not in values:
        raise BadOptions(f"{name}={value!r}: it is one of {', '.join(map(str, values))}")
    return value


def whole(name: str, value: Any, lowest: int) -> int:
    """Return an argument that is a whole number, or raise BadOptions."""
    try:
        number = index(value)
    except TypeError:
        number = lowest - 1
    if number < lowest:
        raise BadOptions(f"{name}={value!r}: it is a whole number, at least {lowest}")
    return number


def players_of(room: Room, players: int | None) -> int:
    """Return a number of players, the fewest of the game if none is given; `Room.settle` knows the most."""
    return room.plate.seats[0] if players is None else whole("players", players, 1)


def listed(name: str, players: Any, count: int) -> list[Any]:
    """Return opponents as a list: one for all (`count` times), or several; or raise BadOptions."""
    if is_opponent(players):
        return [players] * count
    found = list(players) if isinstance(players, Iterable) else [players]
    for one in found:
        if not is_opponent(one):
            raise BadOptions(f"{name}={players!r}: it is the name of a bot, a function, or a list of them")
    return found


def is_opponent(one: Any) -> bool:
    """Tell whether something can be an opponent: the name of a bot, or a function."""
    return isinstance(one, str) or callable(one)


def number_of(action: Any) -> int:
    """Return an action as a whole number, or raise NotAnAction."""
    try:
        return index(action)
    except TypeError:
        raise NotAnAction(
            f"an action is a whole number, and this is {action!r}; the mask says which are allowed now"
        ) from None


def rewards_by(room: Room, name: str) -> str:
    """Return a way of giving rewards that the game has, or raise BadOptions."""
    one_of("rewards", name, tuple(REWARDS))
    if name == "score" and not room.plate.scored:
        raise BadOptions(f"rewards='score': {room.plate.title} has no points, only winners; say 'win'")
    return name


def refuse_options(options: Mapping[str, Any] | None) -> None:
    """Refuse options of a reset: those of a table are given when the environment is made."""
    if options:
        raise BadOptions(no_options(options))


def ignore_options(options: Mapping[str, Any] | None) -> None:
    """Warn of options of a reset. PettingZoo's own tests give some, so they cannot be refused there."""
    if options:
        warnings.warn(no_options(options), UserWarning, stacklevel=3)


def no_options(options: Mapping[str, Any]) -> str:
    """Return what is wrong with options of a reset."""
    return (
        f"reset takes no options, and was given {', '.join(map(str, options))}; "
        "give the options of the table when you make the environment: options={...}"
    )


def numbers_space(room: Room, blank: State) -> spaces.Box:
    """Return the space of a table's observations: every number between the bounds of its part."""
    fields = room.encoder.layout(blank)
    lowest = [field.lowest for field in fields for _number in range(field.numbers)]
    highest = [field.highest for field in fields for _number in range(field.numbers)]
    return spaces.Box(np.array(lowest, np.int16), np.array(highest, np.int16), dtype=np.int16)


class Sitting:
    """Plays one match after another with the same game, seats and options.

    A seed deals what it deals everywhere: `longbeard play --seed` with it is the same match.
    """

    def __init__(
        self,
        game: str,
        players: int | None,
        options: Mapping[str, str],
        rewards: str,
        waits: bool = False,
        forced: str = "ask",
        box: str | None = None,
        masks: str = "observation",
    ) -> None:
        self.room = room(game)
        self.players = players_of(self.room, players)
        self.options = self.room.settle(self.players, options)
        self.names = [f"Wizard {seat}" for seat in range(self.players)]
        self.reward = rewards_by(self.room, rewards)
        self.forced = one_of("forced", forced, FORCED)
        self.flat = one_of("masks", masks, MASKS) == "info"
        self._box = absolute(box)
        self.box = box_of(self.room, box)
        self.blank = self.room.table(self.players, self.options, self.box)
        self.actions = self.blank.action_count()
        self.waits = waits
        """Whether seats that do not decide have an action of their own, one past the last: to wait."""
        self._sheet = Sheet(1, width(self.room.encoder, self.blank))
        self._numbers = np.frombuffer(memoryview(self._sheet.numbers), np.int16)
        self._seed = randbits(SEED_BITS)
        self.match = self.deal(self._seed)

    def deal(self, seed: int | None = None) -> Match:
        """Deal a new match: that of the seed, or of the one after the last."""
        self._seed = self._seed + 1 if seed is None else seed
        self.match = Match(self.room, self.names, self.options, seed_secret(self._seed), self.box)
        return self.match

    # ── copies ────────────────────────────────────────────────────────────────────────────────────

    def __reduce__(self) -> tuple[Callable[..., "Sitting"], tuple[object, ...]]:
        """Pickle it as a seed and the moves since: a table itself cannot be pickled or copied deeply."""
        asked = (self.room.plate.slug, self.players, self.options, self.reward, self.waits, self.forced)
        masks = MASKS[self.flat]
        return again, ((*asked, self._box, masks), self._seed, [move.action for move in self.match.log])

    def deal_again(self) -> list[int]:
        """Deal the match once more, and return the moves that had been played in it."""
        moves = [move.action for move in self.match.log]
        self.deal(self._seed)
        return moves

    # ── spaces, and what is in them ───────────────────────────────────────────────────────────────

    def action_space(self) -> spaces.Space[Any]:
        return spaces.Discrete(self.actions + self.waits)

    def observation_space(self) -> spaces.Space[Any]:
        numbers = numbers_space(self.room, self.blank)
        if self.flat:
            return numbers
        return spaces.Dict(
            {
                "observation": numbers,
                "action_mask": spaces.Box(0, 1, (self.actions + self.waits,), np.int8),
            }
        )

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return a one for everything that the seat may do now.

        Where the match is over it is all ones (but where seats can wait, that): nothing is asked any more,
        and a mask that allows nothing could be sampled by nobody.
        """
        if self.match.over and not self.waits:
            return np.ones(self.actions, np.int8)
        mask = np.zeros(self.actions + self.waits, np.int8)
        if seat == self.match.to_act:
            mask[self.match.state.legal()] = 1
        elif self.waits:
            mask[self.actions] = 1
        return mask

    def see(self, seat: int) -> Any:
        """Return what a seat may know, and (unless the mask is in the info alone) what it may do."""
        write_row(self.room.encoder, self.match.state, seat, self._sheet, 0)
        numbers = self._numbers.copy()
        return numbers if self.flat else {"observation": numbers, "action_mask": self.mask(seat)}

    def rewards(self) -> list[float]:
        """Return the reward of each seat: nought, until it is over."""
        return REWARDS[self.reward](self.match.state) if self.match.over else [0.0] * self.players

    # ── what is done ──────────────────────────────────────────────────────────────────────────────

    def play(self, action: Any) -> None:
        """Play an action of the seat that decides; one that is not allowed is refused and changes nothing."""
        if self.match.over:
            raise NotAnAction("the match is over: reset it before the next step")
        self.match.play(self.match.to_act, number_of(action))

    def is_forced(self) -> bool:
        """Tell whether the next decision is taken without being asked, because it has one legal action."""
        return self.forced == "take" and not self.match.over and len(self.match.state.legal()) == 1

    def take_forced(self) -> bool:
        """Play a forced decision, if there is one now."""
        if not self.is_forced():
            return False
        self.match.play(self.match.to_act, self.match.state.legal()[0])
        return True

    def play_or_forfeit(self, action: Any) -> bool:
        """Play an action or, if it is not allowed, a random one in its place; tell whether that was so.

        Programs at our tables lose a bad decision in the same way: docs/bots.md.
        """
        legal, action = self.match.state.legal(), number_of(action)
        forfeited = action not in legal
        if forfeited and not self.match.over:
            chance = KeyedLuck(self.match.secret, len(self.match.log), b"longbeard lapse")
            action = legal[chance.below(len(legal))]
        self.play(action)
        return forfeited

    # ── the table to look at ──────────────────────────────────────────────────────────────────────

    def lines(self) -> list[str]:
        """Return the table in the terminal's words, as a spectator sees it."""
        look = gate.look(self.match, SPECTATOR)
        lines = self.room.words(look["table"], self.names)
        if not look["over"]:
            return [*lines, f"{self.names[look['to_act']]} decides."]
        won = joined([self.names[seat] for seat in look["winners"]])
        return [*lines, self.room.ending_words(look["ending"]), f"Won by {won or 'nobody'}."]

    def render(self, mode: str | None) -> str | NDArray[np.uint8] | None:
        """Return the table as text (`ansi`) or as a picture (`rgb_array`), or print it (`human`)."""
        if mode == "rgb_array":
            return draw(self.room.plate.title, self.lines())
        text = "\n".join(self.lines())
        if mode == "human":
            print(text, flush=True)
        return text if mode == "ansi" else None


def again(asked: tuple[Any, ...], seed: int, moves: list[int]) -> Sitting:
    """Return the sitting that a pickle stands for."""
    sitting = Sitting(*asked)
    sitting.deal(seed)
    for action in moves:
        sitting.match.play(sitting.match.to_act, action)
    return sitting
