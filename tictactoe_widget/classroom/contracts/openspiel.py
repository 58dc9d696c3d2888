"""Contract of OpenSpiel: bots whose ``step(state)`` returns an action."""

import sys
from typing import Any

from tictactoe_widget.players.calling import Player, choose_move, describe_player
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Board, Mark
from tictactoe_widget.validation import brief

from .contract import AgentContract, Function, read_list, read_numbers

_SIGNS = {None: ".", "X": "x", "O": "o"}
_MARKS: dict[str, Mark | None] = {sign: mark for mark, sign in _SIGNS.items()}  # type: ignore[misc]

_TERMINAL = -4
# Number that OpenSpiel gives in place of a player once the game is over.


class OpenSpielState:
    """State with the methods of OpenSpiel's, for programs that have not loaded it.

    Player 0 begins and is x. `apply_action` changes the state.

    Parameters
    ----------
    game : Game
        The game in its position.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._before: list[Game] = []

    def __str__(self) -> str:
        signs = "".join(_SIGNS[mark] for mark in self._game.board)
        return "\n".join(signs[start : start + 3] for start in (0, 3, 6))

    def __repr__(self) -> str:
        return str(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OpenSpielState):
            return NotImplemented
        return self._game.key == other._game.key

    __hash__ = None  # type: ignore[assignment] # it can change

    def current_player(self) -> int:
        """Return the number of the player to move; -4 once the game is over."""
        return _TERMINAL if self._game.is_over else self._game.move_count % 2

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the empty cells; none for a player who is not to move."""
        is_asked = player is None or player == self.current_player()
        return list(self._game.legal_moves) if is_asked else []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Return 1 for each cell that is a legal action, else 0."""
        legal = self.legal_actions(player)
        return [int(cell in legal) for cell in range(9)]

    def apply_action(self, action: int) -> None:
        """Make a move; raise `IllegalMoveError` where it is not legal."""
        following = self._game.play(action)
        self._before.append(self._game)
        self._game = following

    def undo_action(self, player: int, action: int) -> None:
        """Take the last move back, which `player` made."""
        if not self._before or self._before[-1].play(action) != self._game:
            raise ValueError(f"action {brief(action)} of player {player} was not the last one")
        self._game = self._before.pop()

    def child(self, action: int) -> "OpenSpielState":
        """Return the state after a move; this one stays as it is."""
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self) -> "OpenSpielState":
        """Return a copy."""
        copy = OpenSpielState(self._game)
        copy._before = list(self._before)
        return copy

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._game.is_over

    def is_chance_node(self) -> bool:
        """Return False: nothing is left to chance."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Return False: the players move in turn."""
        return False

    def returns(self) -> list[float]:
        """Return the value of the state for players 0 and 1: 1, 0 or -1."""
        value = {"X": 1.0, "O": -1.0}.get(self._game.winner or "", 0.0)
        return [value, -value]

    def rewards(self) -> list[float]:
        """Return what the last move brought to players 0 and 1: the same as `returns`."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """Return the value of the state for a player."""
        return self.returns()[player]

    def num_players(self) -> int:
        """Return 2."""
        return 2

    def num_distinct_actions(self) -> int:
        """Return 9."""
        return 9

    def move_number(self) -> int:
        """Return the number of moves made."""
        return self._game.move_count

    def history(self) -> list[int]:
        """Return the actions that led to this state."""
        return list(_order_of(self._game))

    def action_to_string(self, player: int, action: int) -> str:
        """Return an action as text, such as ``"x(1,2)"`` for row 1 and column 2."""
        row, column = divmod(action, 3)
        return f"{'xo'[player]}({row},{column})"

    def observation_string(self, player: int | None = None) -> str:
        """Return the board as text, the same for each player."""
        del player
        return str(self)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return 27 numbers: a plane of the empty cells, one of o and one of x."""
        del player
        board = self._game.board
        return [float(mark == plane) for plane in (None, "O", "X") for mark in board]


class _OpenSpielBot:
    """One of our players as a bot of OpenSpiel.

    Parameters
    ----------
    contract : OpenSpielContract
        Contract that converts positions and moves.
    player : callable
        The player, see :func:`.calling.think`.
    """

    def __init__(self, contract: "OpenSpielContract", player: Player) -> None:
        super().__init__()  # OpenSpiel's own base class needs it
        self.name = describe_player(player)
        self._contract = contract
        self._player = player

    def step(self, state: Any) -> int:
        """Return the action to play."""
        return choose_move(self._player, self._contract.decode(state))

    def restart(self) -> None:
        """Begin a new game: nothing is kept between moves."""

    def restart_at(self, state: Any) -> None:
        """Begin at a state: nothing is kept between moves."""

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Ignore a move of the opponent, which `step` sees in its state."""


class OpenSpielContract(AgentContract):
    """Contract of OpenSpiel's tic_tac_toe: ``step(state)`` of a bot returns an action.

    An action is a cell, row by row from 0. Where the program has loaded ``pyspiel``
    the states are those of its ``tic_tac_toe``, else states of ours with the same
    methods, see `OpenSpielState`. A bot is asked by ``step`` alone: it hears of no
    other move.

    Examples
    --------
    >>> contract = OpenSpielContract()
    >>> state = contract.encode(Game(moves=(5, 6)))
    >>> state.observation_tensor()[9:18]  # the plane of o
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]
    """

    name = "openspiel"
    title = "OpenSpiel"
    functions = (Function("step", "agent", "open"),)

    def encode(self, game: Game) -> Any:
        """Return the position as a new state."""
        self.check_rules(game.rules)
        pyspiel = sys.modules.get("pyspiel")
        if pyspiel is None:
            return OpenSpielState(game)
        state = pyspiel.load_game("tic_tac_toe").new_initial_state()
        for cell in _order_of(game):
            state.apply_action(cell)
        return state

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each cell of a state; None where it is empty.

        In place of a state, its observation will do: the string, or the tensor of
        27 numbers, in one list or in three planes (empty, o, x) of three rows.
        """
        self.check_rules(rules)
        if isinstance(board, str):
            return _read_text(board)
        if hasattr(board, "legal_actions"):
            return _read_text(str(board))
        return _read_tensor(board)

    def play_as(self, player: Player, rules: Rules = STANDARD) -> _OpenSpielBot:
        """Return one of our players as a bot.

        Where the program has loaded ``pyspiel`` it is a ``pyspiel.Bot``, which the
        functions of OpenSpiel that are written in C++ need.
        """
        del rules
        pyspiel = sys.modules.get("pyspiel")
        if pyspiel is None:
            return _OpenSpielBot(self, player)
        kind = type("OpenSpielBot", (_OpenSpielBot, pyspiel.Bot), {})
        bot: _OpenSpielBot = kind(self, player)
        return bot


def _order_of(game: Game) -> tuple[int, ...]:
    """Return moves that lead from the empty board to the position of a game.

    Where the game was set up and is won, the move that won it comes last.
    """
    if len(game.moves) == game.move_count:
        return game.moves
    x = [cell for cell, mark in enumerate(game.board) if mark == "X"]
    o = [cell for cell, mark in enumerate(game.board) if mark == "O"]
    shared = set.intersection(*map(set, game.winning_lines)) if game.winning_lines else set()
    for cells in (x, o):
        cells.sort(key=lambda cell: cell in shared)
    return tuple((o if ply % 2 else x)[ply // 2] for ply in range(game.move_count))


def _read_text(text: str) -> Board:
    rows = text.split("\n")
    signs = "".join(rows)
    if list(map(len, rows)) != [3, 3, 3] or not set(signs) <= _MARKS.keys():
        raise ValueError(
            f"a board must be three rows of three of 'x', 'o' or '.', not {text!r}"
        )
    return tuple(_MARKS[sign] for sign in signs)


def _read_tensor(tensor: Any) -> Board:
    parts = read_list(tensor, "a state or its observation is expected")
    shape = (27,) if len(parts) == 27 else (3, 3, 3)
    numbers = read_numbers(tensor, shape, "the tensor")
    empty, o, x = numbers[:9], numbers[9:18], numbers[18:]
    for cell in range(9):
        if empty[cell] + o[cell] + x[cell] != 1:
            raise ValueError(f"cell {cell} must be in one of the planes empty, o and x")
    return tuple("X" if x[c] else "O" if o[c] else None for c in range(9))
