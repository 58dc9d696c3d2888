"""Games that behave like those in AIMA's Python code, written from its documentation.

A state is (to_move, utility, board, moves); the board is a dict from (x, y), both
from 1, x being the row that `display` prints, to "X" or "O"; an illegal move has no
effect; utility is kept in the state, seen by X; players are functions of a game and
a state. Nothing here knows the package.
"""

from collections import namedtuple
from collections.abc import Callable
from itertools import product
from typing import Any

GameState = namedtuple("GameState", "to_move, utility, board, moves")  # noqa: PYI024 - the same type as in AIMA

State = Any
Player = Callable[[Any, State], Any]


class TicTacToe:
    """Three in a row, or k on h rows of v columns."""

    def __init__(self, h: int = 3, v: int = 3, k: int = 3) -> None:
        self.h, self.v, self.k = h, v, k
        squares = list(product(range(1, h + 1), range(1, v + 1)))
        self.initial = GameState("X", 0, {}, squares)

    def to_move(self, state: State) -> str:
        return str(state.to_move)

    def actions(self, state: State) -> list[tuple[int, int]]:
        return list(state.moves)

    def result(self, state: State, move: Any) -> State:
        if move not in state.moves:
            return state
        board = dict(state.board)
        board[move] = state.to_move
        utility = (1 if state.to_move == "X" else -1) if self.wins(board, move) else 0
        left = [square for square in state.moves if square != move]
        return GameState("O" if state.to_move == "X" else "X", utility, board, left)

    def wins(self, board: dict[tuple[int, int], str], move: tuple[int, int]) -> bool:
        for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = 1
            for sign in (1, -1):
                x, y = move[0] + sign * dx, move[1] + sign * dy
                while board.get((x, y)) == board[move]:
                    run += 1
                    x, y = x + sign * dx, y + sign * dy
            if run >= self.k:
                return True
        return False

    def utility(self, state: State, player: str) -> int:
        return int(state.utility if player == "X" else -state.utility)

    def terminal_test(self, state: State) -> bool:
        return bool(state.utility) or not state.moves

    def play_game(self, *players: Player) -> int:
        """Play to the end and return the utility for the first player."""
        state = self.initial
        while True:
            for player in players:
                state = self.result(state, player(self, state))
                if self.terminal_test(state):
                    return self.utility(state, "X")


def minmax_decision(state: State, game: Any) -> Any:
    """Return the move with the best value, by a search to the end."""
    player = game.to_move(state)

    def value(state: State) -> int:
        if game.terminal_test(state):
            return int(game.utility(state, player))
        values = [value(game.result(state, move)) for move in game.actions(state)]
        return max(values) if game.to_move(state) == player else min(values)

    return max(game.actions(state), key=lambda move: value(game.result(state, move)))


def first_player(game: Any, state: State) -> Any:
    """Return the first action."""
    return game.actions(state)[0]
