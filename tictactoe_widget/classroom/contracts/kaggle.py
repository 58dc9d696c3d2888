"""Contract of Kaggle's environments: an agent of an observation and a configuration."""

from collections.abc import Mapping
from typing import Any

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Board
from tictactoe_widget.validation import brief

from .contract import AgentContract, Function, check_agent_turn, read_items, read_squares

_NUMBERS = {None: 0, "X": 1, "O": 2}


class _Struct(dict[str, Any]):
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

    def encode(self, game: Game) -> _Struct:
        """Return the position as the observation of the player to move."""
        self.check_rules(game.rules)
        return _Struct(
            remainingOverageTime=2,
            step=game.move_count,
            board=[_NUMBERS[mark] for mark in game.board],
            mark=_NUMBERS[game.state.to_move],
        )

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each cell of an observation; None where it is empty."""
        self.check_rules(rules)
        return read_squares(read_items(_get(board, "board"), 9, "the board"), 1, 2, 0)

    def decode(self, board: Any, rules: Rules = STANDARD) -> Game:
        """Return the game in the position of the observation of the player to move."""
        game = super().decode(board, rules)
        check_agent_turn(game, _get(board, "mark"), _NUMBERS[game.state.to_move], "mark")
        return game

    def arguments(
        self, function: Function, game: Game, cell: int | None = None
    ) -> tuple[Any, ...]:
        """Return a new observation and a new configuration."""
        configuration = _Struct(episodeSteps=10, actTimeout=1, runTimeout=1200, agentTimeout=2)
        return (*super().arguments(function, game, cell), configuration)


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
