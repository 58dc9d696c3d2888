"""Contract of easyAI: a game that moves change, and players with ``ask_move``."""

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from tictactoe_widget.players.calling import Player, choose_move, describe_player
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Board

from .contract import (
    AgentContract,
    Function,
    check_agent_turn,
    read_index,
    read_items,
    read_squares,
)

_NUMBERS = {None: 0, "X": 1, "O": 2}


@dataclass
class _EasyAIGame:
    """Game with the methods that easyAI's players and algorithms call.

    Positions count from 1 to 9, row by row. Player 1 begins and is X. A move
    changes the game itself, and whose turn it is is changed apart from it.
    """

    # number in each cell: 0 for empty, else that of the player
    board: list[int] = field(default_factory=lambda: [0] * 9)
    current_player: int = 1  # number of the player to move, 1 or 2
    players: list[Any] = field(default_factory=lambda: [None, None])
    nmove: int = 0

    @property
    def opponent_index(self) -> int:
        """Number of the opponent of the player to move."""
        return 3 - self.current_player

    @property
    def player(self) -> Any:
        """Player to move."""
        return self.players[self.current_player - 1]

    @property
    def opponent(self) -> Any:
        """Opponent of the player to move."""
        return self.players[self.opponent_index - 1]

    def possible_moves(self) -> list[int]:
        """Return the positions of the empty cells."""
        return [position for position, number in enumerate(self.board, 1) if not number]

    def make_move(self, move: int | str) -> None:
        """Put the number of the player to move at a position."""
        self.board[int(move) - 1] = self.current_player

    def unmake_move(self, move: int | str) -> None:
        """Empty a position again."""
        self.board[int(move) - 1] = 0

    def lose(self) -> bool:
        """Return whether the opponent of the player to move has a line."""
        return any(
            all(self.board[cell] == self.opponent_index for cell in line)
            for line in STANDARD.lines
        )

    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.lose() or 0 not in self.board

    def scoring(self) -> int:
        """Return -100 when the player to move has lost, else 0."""
        return -100 if self.lose() else 0

    def switch_player(self) -> None:
        """Give the turn to the opponent."""
        self.current_player = self.opponent_index

    def play_move(self, move: int | str) -> None:
        """Make a move and give the turn to the opponent."""
        self.make_move(move)
        self.switch_player()

    def copy(self) -> "_EasyAIGame":
        """Return a deep copy."""
        return deepcopy(self)

    def ttentry(self) -> tuple[int, ...]:
        """Return a key of the position for a transposition table."""
        return (self.current_player, *self.board)

    def ttrestore(self, entry: tuple[int, ...]) -> None:
        """Return to the position of a key."""
        self.current_player, *self.board = entry

    def show(self) -> None:
        """Print the board."""
        marks = [".XO"[number] for number in self.board]
        for row in range(3):
            print(*marks[3 * row : 3 * row + 3])  # noqa: T201 - what easyAI's does


class _EasyAIPlayer:
    """One of our players as a player of easyAI.

    Parameters
    ----------
    contract : EasyAIContract
        Contract that converts positions and moves.
    player : callable
        The player, see :func:`.calling.think`.
    """

    def __init__(self, contract: "EasyAIContract", player: Player) -> None:
        self.name = describe_player(player)
        self._contract = contract
        self._player = player

    def ask_move(self, game: Any) -> int:
        """Return the position to play, 1 to 9."""
        position = self._contract.decode(game)
        return self._contract.encode_move(choose_move(self._player, position))


class EasyAIContract(AgentContract):
    """Contract of easyAI: ``ask_move(game)`` of a player returns a position from 1 to 9.

    The game has ``board`` (nine numbers: 0 for empty, 1 for X, 2 for O),
    ``current_player``, ``possible_moves()``, ``make_move(move)``, which changes the
    game, ``is_over()``, ``switch_player()`` and what else the algorithms of easyAI
    call. A move may be given as a str, ``"5"``.

    Examples
    --------
    >>> contract = EasyAIContract()
    >>> contract.encode(Game(moves=(5, 6))).board
    [0, 0, 0, 0, 0, 1, 2, 0, 0]
    >>> contract.encode_move(5)
    6
    """

    name = "easyai"
    title = "easyAI"
    functions = (Function("ask_move", "agent", "open"),)

    def encode(self, game: Game) -> _EasyAIGame:
        """Return the position as a new game of easyAI."""
        self.check_rules(game.rules)
        return _EasyAIGame(
            board=[_NUMBERS[mark] for mark in game.board],
            current_player=_NUMBERS[game.state.to_move],
            nmove=game.move_count,
        )

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each cell of a game of easyAI; None where it is empty."""
        self.check_rules(rules)
        squares = read_items(getattr(board, "board", None), 9, "the board of a game")
        return read_squares(squares, 1, 2, 0)

    def decode(self, board: Any, rules: Rules = STANDARD) -> Game:
        """Return the game in the position of a game of easyAI."""
        game = super().decode(board, rules)
        turn = getattr(board, "current_player", None)
        check_agent_turn(game, turn, _NUMBERS[game.state.to_move], "current_player")
        return game

    def encode_move(self, cell: int, rules: Rules = STANDARD) -> int:
        """Return the position of a cell, from 1."""
        del rules
        return cell + 1

    def decode_move(self, move: Any, rules: Rules = STANDARD) -> int:
        """Return the cell of a position, an int or a str; ValueError where it is none."""
        self.check_rules(rules)
        is_number = isinstance(move, str) and move.isascii() and move.isdigit()
        number = int(move) if is_number and len(move) == 1 else move
        return read_index(number, 9, "a move", first=1) - 1

    def play_as(self, player: Player, rules: Rules = STANDARD) -> _EasyAIPlayer:
        """Return one of our players with easyAI's ``ask_move(game)`` and ``name``."""
        del rules
        return _EasyAIPlayer(self, player)
