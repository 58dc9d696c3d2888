"""Modules of the contracts ``game`` and ``aima``, right and wrong."""

from typing import Any

from tests.support.gallery.modules import Module, written

GAME = """
from tictactoe_widget import Game


def initial_state():
    return Game()


def player(game):
    return game.current_player


def actions(game):
    return game.legal_moves


def result(game, cell):
    return game.play(cell)


def winner(game):
    return game.winner


def terminal(game):
    return game.is_over


def utility(game):
    return {"X": 1, "O": -1, None: 0}[game.winner]


def value(game):
    if game.is_over:
        return utility(game)
    values = [value(game.play(cell)) for cell in game.legal_moves]
    return max(values) if game.current_player == "X" else min(values)


def minimax(game):
    if game.is_over:
        return None
    choose = max if game.current_player == "X" else min
    return choose(game.legal_moves, key=lambda cell: value(game.play(cell)))
"""
"""A right module of the contract game."""

AIMA = """
from collections import namedtuple

GameState = namedtuple("GameState", "to_move, utility, board, moves")
LINES = [[(i, 1), (i, 2), (i, 3)] for i in (1, 2, 3)]
LINES += [[(1, j), (2, j), (3, j)] for j in (1, 2, 3)]
LINES += [[(1, 1), (2, 2), (3, 3)], [(1, 3), (2, 2), (3, 1)]]


def to_move(state):
    return state.to_move


def actions(state):
    return state.moves


def result(state, move):
    if move not in state.moves:
        return state
    board = dict(state.board)
    board[move] = state.to_move
    moves = [other for other in state.moves if other != move]
    won = any(all(board.get(square) == state.to_move for square in line) for line in LINES)
    worth = (1 if state.to_move == "X" else -1) if won else 0
    return GameState("O" if state.to_move == "X" else "X", worth, board, moves)


def terminal_test(state):
    return state.utility != 0 or len(state.moves) == 0


def utility(state, player):
    return state.utility if player == "X" else -state.utility


def minmax_decision(state, game):
    player = game.to_move(state)

    def max_value(state):
        if game.terminal_test(state):
            return game.utility(state, player)
        return max(min_value(game.result(state, move)) for move in game.actions(state))

    def min_value(state):
        if game.terminal_test(state):
            return game.utility(state, player)
        return min(max_value(game.result(state, move)) for move in game.actions(state))

    return max(game.actions(state), key=lambda move: min_value(game.result(state, move)))
"""
"""A right module of the contract aima."""


def _game(name: str, *texts: str, **known: Any) -> Module:
    return written(name, *texts, contract="game", source=GAME, **known)


def _aima(name: str, *texts: str, **known: Any) -> Module:
    return written(name, *texts, contract="aima", source=AIMA, **known)


OTHER_RIGHT_MODULES = (
    _game("games"),
    _game(
        "games read cell by cell",
        """
        def winner(game):
            board = game.board
            for a, b, c in game.rules.lines:
                if board[a] is not None and board[a] == board[b] == board[c]:
                    return board[a]
        """,
        """
        def player(game):
            return "X" if game.board.count("X") == game.board.count("O") else "O"
        """,
    ),
    _game(
        "a table by the game",
        """
        def value(game):
            if game not in table:
                if game.is_over:
                    table[game] = utility(game)
                else:
                    values = [value(game.play(cell)) for cell in game.legal_moves]
                    table[game] = max(values) if game.current_player == "X" else min(values)
            return table[game]
        """,
        "table = {}\n",
    ),
    _game(
        "negamax of games",
        """
        def minimax(game):
            if game.is_over:
                return None
            return max(game.legal_moves, key=lambda cell: -negamax(game.play(cell)))
        """,
        """
        def negamax(game):
            if game.is_over:
                return -1 if game.winner else 0
            return max(-negamax(game.play(cell)) for cell in game.legal_moves)
        """,
    ),
    _game(
        "members of an enum, games",
        """
        def player(game):
            return M(game.current_player)
        """,
        """
        from enum import StrEnum


        class M(StrEnum):
            X = "X"
            O = "O"
        """,
    ),
    _aima("states"),
    _aima(
        "states with a set of moves as a list, utility counted anew",
        """
        def utility(state, player):
            for mark, worth in (("X", 1), ("O", -1)):
                if any(all(state.board.get(s) == mark for s in line) for line in LINES):
                    return worth if player == "X" else -worth
            return 0
        """,
        """
        def actions(state):
            squares = {(i, j) for i in (1, 2, 3) for j in (1, 2, 3)}
            return sorted(squares - state.board.keys())
        """,
    ),
    _aima(
        "alpha-beta of states, game first",
        """
        def minmax_decision(game, state):
            player = game.to_move(state)

            def value(state, alpha, beta):
                if game.terminal_test(state):
                    return game.utility(state, player)
                mine = game.to_move(state) == player
                best = -2 if mine else 2
                for move in game.actions(state):
                    found = value(game.result(state, move), alpha, beta)
                    if mine:
                        best = max(best, found)
                        alpha = max(alpha, best)
                    else:
                        best = min(best, found)
                        beta = min(beta, best)
                    if alpha >= beta:
                        break
                return best

            return max(game.actions(state), key=lambda m: value(game.result(state, m), -2, 2))
        """,
    ),
    _aima(
        "states by _replace",
        """
        def result(state, move):
            if move not in state.moves:
                return state
            board = {**state.board, move: state.to_move}
            won = any({board.get(s) for s in line} == {state.to_move} for line in LINES)
            worth = {"X": 1, "O": -1}[state.to_move] * won
            return state._replace(
                to_move="XO"[state.to_move == "X"],
                utility=worth,
                board=board,
                moves=[m for m in state.moves if m != move],
            )
        """,
    ),
)
"""Right modules, by their style."""

OTHER_WRONG_MODULES = (
    _game(
        "the player of a finished game wins, games",
        """
        def winner(game):
            return game.current_player if game.is_over else None
        """,
        wrong=("winner",),
    ),
    _game(
        "legal moves of a list that is kept, games",
        """
        def actions(game):
            moves.extend(cell for cell in game.legal_moves if cell not in moves)
            return list(moves)
        """,
        "moves = []\n",
        wrong=("actions",),
    ),
    _game(
        "a winner by the number of moves, games",
        """
        def winner(game):
            if game.move_count not in known:
                known[game.move_count] = game.winner
            return known[game.move_count]
        """,
        "known = {}\n",
        wrong=("winner",),
        diagnosis="keeps something from one call to the next: asked again, it answered "
        "differently",
    ),
    _game(
        "plays for the other player, games",
        """
        def minimax(game):
            if game.is_over:
                return None
            choose = min if game.current_player == "X" else max
            return choose(game.legal_moves, key=lambda cell: value(game.play(cell)))
        """,
        wrong=("minimax",),
        diagnosis="chooses the move that is best for the opponent",
    ),
    _aima(
        "utility seen by X alone",
        "def utility(state, player):\n    return state.utility\n",
        wrong=("utility",),
    ),
    _aima(
        "the same dict of marks",
        """
        def result(state, move):
            if move not in state.moves:
                return state
            state.board[move] = state.to_move
            moves = [other for other in state.moves if other != move]
            won = any(all(state.board.get(s) == state.to_move for s in line) for line in LINES)
            worth = (1 if state.to_move == "X" else -1) if won else 0
            return GameState("O" if state.to_move == "X" else "X", worth, state.board, moves)
        """,
        wrong=("result",),
    ),
    _aima(
        "over only when nobody can move",
        "def terminal_test(state):\n    return not state.moves\n",
        wrong=("terminal_test",),
        diagnosis="sees that the board is full, but not that somebody has won",
    ),
)
"""Wrong modules, by what is special about them."""
