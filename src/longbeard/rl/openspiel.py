"""Every game for OpenSpiel: `import longbeard.rl.openspiel`, then `pyspiel.load_game("longbeard_…")`.

>>> import pyspiel
>>> game = pyspiel.load_game("longbeard_witless_wizards(players=3)")
>>> game.num_players(), game.new_initial_state().is_chance_node()
(3, True)

What the chance nodes are, what a seat is told and what a searcher can and cannot see: docs/openspiel.md.
"""

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, Final

import pyspiel

from longbeard.engine.luck import QuickLuck
from longbeard.engine.room import Option, Room
from longbeard.engine.state import OVER
from longbeard.games import rooms
from longbeard.rl.openspiel_observer import Observer, encoder_of
from longbeard.rl.openspiel_table import Table, open_table
from longbeard.rl.tables import win_rewards

PREFIX: Final = "longbeard_"
TINY: Final = "tiny"
"""A variant that is small enough for exact algorithms."""
MOST_MOVES: Final = 10_000
"""Random games end long before; OpenSpiel wants a number."""
CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
DEFAULT: Final = -1
"""The default of an option whose values are numbers, where it is none itself."""


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of players and its options. Every room has a class of its own."""

    room: Room
    game_type: Any

    def __init__(self, params: Mapping[str, int | str]) -> None:
        room = self.room
        seats = int(params["players"])
        self.options = {
            option.name: _option_value(option, params[option.name]) for option in room.plate.options
        }
        self.first = open_table(room, seats, self.options, str(params["box"]))
        """The table at its first draw. Tables do not change, so all matches begin with this one."""
        info = pyspiel.GameInfo(
            num_distinct_actions=self.first.state.action_count(),
            max_chance_outcomes=most_outcomes(self.first),
            num_players=seats,
            min_utility=-1.0 / (seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_MOVES,
        )
        super().__init__(self.game_type, info, dict(params))

    def new_initial_state(self) -> "State":
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.first, wanted)

    def max_chance_nodes_in_history(self) -> int:
        return MOST_MOVES * int(self.max_chance_outcomes())

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        return load, (str(self),)


class State(pyspiel.State):  # type: ignore[misc]
    """A match in OpenSpiel's words. All of it is its table; `Table` says why a copy costs nothing."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.table = game.first

    def current_player(self) -> int:
        table = self.table
        if table.asked:
            return CHANCE
        return table.turn if table.turn != OVER else TERMINAL

    def is_terminal(self) -> bool:
        return self.table.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.state.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.table.outcomes
        return [(outcome, 1.0 / outcomes) for outcome in range(outcomes)]

    def _apply_action(self, action: int) -> None:
        self.table = self.table.step(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"draw {action} of {self.table.outcomes}"
        return self.table.room.spell(self.table.state, action)

    def returns(self) -> list[float]:
        return win_rewards(self.table.state) if self.is_terminal() else [0.0] * int(self.table.state.seats)

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> "State":
        """Return a match that this seat cannot tell from this one; its history is empty: that would tell."""
        luck = QuickLuck(int(probability_sampler() * 2**53))
        other: State = self.get_game().new_initial_state()
        other.table = self.table.imagine(player, luck)
        return other

    def __str__(self) -> str:
        """Return the table as a spectator sees it."""
        return self.table.words()


def load(text: str) -> Any:
    """Return the game that a text stands for, in a process that may not have registered it."""
    return pyspiel.load_game(text)


def name_of(room: Room, variant: str = "") -> str:
    """Return OpenSpiel's name of a game, or of a variant of it."""
    return PREFIX + room.plate.slug.replace("-", "_") + (f"_{variant}" if variant else "")


def most_outcomes(table: Table) -> int:
    """Return a power of two above the number of all pieces: no pile has more, whatever the options deal."""
    dealt = table.state.clone()
    dealt.deal(QuickLuck(1))
    return 1 << max(sum(dealt.pieces()), int(dealt.seats)).bit_length()


def _option_value(option: Option, value: int | str) -> str:
    return option.default if value == DEFAULT else str(value)


def _fixed(option: Option) -> int | str:
    """Return a value of an option that leaves nothing to luck: the first seat, the first of several decks."""
    if option.seat:
        return 0
    if option.choose > 1:
        return "+".join(option.values[: option.choose])
    return _parameter(option, 2)


def _parameter(option: Option, seats: int) -> int | str:
    """Return the default of an option. OpenSpiel reads `3` as a number, so an option with numbers is one."""
    if not all(value.isdigit() for value in option.allowed(seats)):
        return option.default
    return int(option.default) if option.default.isdigit() else DEFAULT


def register(room: Room, variant: str = "") -> None:
    """Tell OpenSpiel of a game, or of a variant that it ships (`rl/boxes.py`) under a name of its own.

    A variant is for algorithms that walk the whole game, so nothing is left to luck that an option can fix.
    """
    fewest, most = room.plate.seats
    parameters: dict[str, int | str] = {
        option.name: _fixed(option) if variant else _parameter(option, most) for option in room.plate.options
    }
    name = name_of(room, variant)
    kind = pyspiel.GameType
    game_type = kind(
        short_name=name,
        long_name=f"{room.plate.title} ({variant})" if variant else room.plate.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=encoder_of(room) is not None,
        provides_observation_string=True,
        provides_observation_tensor=encoder_of(room) is not None,
        provides_factored_observation_string=True,
        parameter_specification=parameters | {"players": fewest, "box": variant},
    )
    pyspiel.register_game(game_type, type(name, (Game,), {"room": room, "game_type": game_type}))


def variants(room: Room) -> list[str]:
    """List what a game is registered as: itself, and the variant that it may ship."""
    return ["", TINY] if files(room.package).joinpath(f"{TINY}.toml").is_file() else [""]


for _room in rooms().values():
    for _variant in variants(_room):
        if name_of(_room, _variant) not in pyspiel.registered_names():
            register(_room, _variant)
