"""Contract of PettingZoo's tictactoe_v3: planes of marks and a mask of actions."""

import sys
from collections.abc import Mapping
from typing import Any

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Board, Mark, opponent
from tictactoe_widget.validation import brief

from .contract import AgentContract, Function, read_numbers

_AGENTS = {"X": "player_1", "O": "player_2"}


class PettingZooContract(AgentContract):
    """Contract of PettingZoo: ``policy(observation, agent)`` returns an action.

    Actions go down the columns: 0, 1 and 2 are the left column. An observation is
    the dictionary that ``env.last()`` gives the agent to move: ``"observation"`` are
    3 x 3 x 2 numbers, ``[column][row][plane]``, where plane 0 holds its own marks
    and plane 1 the opponent's, whichever mark that is; ``"action_mask"`` has a 1
    for each action that is legal. The numbers are arrays where the program has
    loaded NumPy, else lists. A policy may leave out the agent's name,
    ``"player_1"`` for X or ``"player_2"`` for O.

    Examples
    --------
    >>> contract = PettingZooContract()
    >>> contract.encode_move(5), contract.decode_move(7)
    (7, 5)
    """

    name = "pettingzoo"
    title = "PettingZoo"
    functions = (Function("policy", "agent", "open"),)

    def encode(self, game: Game) -> dict[str, Any]:
        """Return the position as the observation of the player to move."""
        self.check_rules(game.rules)
        own = game.state.to_move
        board = game.board
        planes = [
            [
                [int(board[_cell(column, row)] == mark) for mark in (own, opponent(own))]
                for row in range(3)
            ]
            for column in range(3)
        ]
        mask = [int(board[self.decode_move(action)] is None) for action in range(9)]
        return {"observation": _array(planes), "action_mask": _array(mask)}

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each cell of an observation; None where it is empty.

        The observation is one of the player to move, whose mark follows from the
        numbers of marks.
        """
        self.check_rules(rules)
        if not isinstance(board, Mapping) or "observation" not in board:
            raise ValueError(f'a dict with "observation" is expected, not {brief(board)}')
        numbers = read_numbers(board["observation"], (3, 3, 2), "the observation")
        own, other = numbers[0::2], numbers[1::2]
        if sum(other) - sum(own) not in (0, 1):
            raise ValueError(
                f"{sum(own)} own marks and {sum(other)} of the opponent: "
                "the observation must be that of the agent to move"
            )
        mover: Mark = "O" if sum(other) > sum(own) else "X"
        marks: list[Mark | None] = [None] * 9
        for action in range(9):
            if own[action] and other[action]:
                raise ValueError(f"both players have a mark at action {action}")
            if own[action] or other[action]:
                marks[self.decode_move(action)] = mover if own[action] else opponent(mover)
        return tuple(marks)

    def encode_move(self, cell: int, rules: Rules = STANDARD) -> int:
        """Return the action of a cell, which counts down the columns."""
        del rules
        row, column = divmod(cell, 3)
        return 3 * column + row

    def decode_move(self, move: Any, rules: Rules = STANDARD) -> int:
        """Return the cell of an action; ValueError where it is none."""
        return _cell(*divmod(super().decode_move(move, rules), 3))

    def arguments(
        self, function: Function, game: Game, cell: int | None = None
    ) -> tuple[Any, ...]:
        """Return a new observation and the name of the agent to move."""
        return (*super().arguments(function, game, cell), _AGENTS[game.state.to_move])


def _cell(column: int, row: int) -> int:
    return 3 * row + column


def _array(numbers: list[Any]) -> Any:
    """Return numbers as the environment does: an array, where NumPy is loaded."""
    numpy = sys.modules.get("numpy")
    return numbers if numpy is None else numpy.array(numbers, dtype=numpy.int8)
