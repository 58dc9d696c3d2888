"""Contract of Kaggle's environments: an agent of an observation and a configuration."""

from collections.abc import Callable, Mapping
from typing import Any

from tictactoe_widget.players.calling import Player, choose_move, named_after_player
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Board
from tictactoe_widget.validation import brief

from .contract import (
    AgentContract,
    Function,
    check_agent_turn,
    positional_parameters,
    read_index,
    read_list,
    read_squares,
    take_first,
)

_NUMBERS = {None: 0, "X": 1, "O": 2}


class Struct(dict[str, Any]):
    """Dictionary whose items are attributes too, as Kaggle's observations are."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


class KaggleContract(AgentContract):
    """Contract of Kaggle's tictactoe: ``agent(observation, configuration)`` returns a cell.

    ``observation.board`` is a flat list, row by row: 0 is an empty cell, 1 an X and
    2 an O. ``observation.mark`` is the agent's own number. An agent may leave the
    configuration out of its parameters, as on Kaggle.

    Examples
    --------
    >>> observation = KaggleContract().encode(Game(moves=(5, 6)))
    >>> observation.board, observation["mark"]
    ([0, 0, 0, 0, 0, 1, 2, 0, 0], 1)
    """

    name = "kaggle"
    title = "Kaggle environments"
    functions = (Function("agent", "agent", "open"),)

    def encode(self, game: Game) -> Struct:
        """Return the position as the observation of the player to move."""
        self.check_rules(game.rules)
        return Struct(
            remainingOverageTime=2,
            step=game.move_count,
            board=[_NUMBERS[mark] for mark in game.board],
            mark=_NUMBERS[game.state.to_move],
        )

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each cell of an observation; None where it is empty."""
        self.check_rules(rules)
        squares = read_list(_get(board, "board"), "the board must be a list of 9 numbers")
        if len(squares) != 9:
            raise ValueError(f"the board must have 9 cells, not {len(squares)}")
        return read_squares(squares, 1, 2, 0)

    def decode(self, board: Any, rules: Rules = STANDARD) -> Game:
        """Return the game in the position of the observation of the player to move."""
        game = super().decode(board, rules)
        check_agent_turn(game, _get(board, "mark"), _NUMBERS[game.state.to_move], "mark")
        return game

    def encode_move(self, cell: int, rules: Rules = STANDARD) -> int:
        """Return the cell."""
        del rules
        return cell

    def decode_move(self, move: Any, rules: Rules = STANDARD) -> int:
        """Return the cell; ValueError where it is none of the board."""
        self.check_rules(rules)
        return read_index(move, 9, "a move")

    def arguments(
        self, function: Function, game: Game, cell: int | None = None
    ) -> tuple[Any, ...]:
        """Return a new observation and a new configuration."""
        observation = super().arguments(function, game, cell)
        return (
            *observation,
            Struct(episodeSteps=10, actTimeout=1, runTimeout=1200, agentTimeout=2),
        )

    def adapt(self, function: Function, written: Callable[..., Any]) -> Callable[..., Any]:
        """Return an agent that may leave out the configuration as one of both arguments."""
        del function
        taken = positional_parameters(written)
        return written if taken is None or len(taken) > 1 else take_first(len(taken), written)

    def play_as(self, player: Player, rules: Rules = STANDARD) -> Callable[..., int]:
        """Return one of our players as an agent for ``env.run``."""

        def agent(observation: Any, configuration: Any = None) -> int:
            del configuration
            return choose_move(player, self.decode(observation, rules))

        return named_after_player(player, agent)


def _get(observation: Any, name: str) -> Any:
    """Return an item of an observation, which is a dict or has attributes."""
    if isinstance(observation, Mapping):
        found = observation.get(name)
    else:
        found = getattr(observation, name, None)
    if found is None:
        raise ValueError(
            f"an observation must have a {name}, which {brief(observation)} has not"
        )
    return found
