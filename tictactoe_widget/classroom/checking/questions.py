"""Questions that a function is asked, and the answers that are right."""

from functools import lru_cache
from typing import Any, NamedTuple

from tictactoe_widget.analysis.analyze import analyze
from tictactoe_widget.classroom.contracts.contract import Asked, Contract, Function
from tictactoe_widget.rules.game import Game

_SLOW_BELOW = 4
"""Marks from which on a search is quick: plain minimax visits 294 positions at most."""


class Question(NamedTuple):
    """One call of a function: a position and, for some functions, a move."""

    game: Game
    """Position that the function is asked about."""
    move: Any = None
    """The move, as the contract writes it; None for functions that take none."""
    cell: int | None = None
    """Cell of the move; None without a move, or when the move is outside the board."""
    is_legal: bool = True
    """False for a move that the function must refuse by raising an exception."""
    is_long: bool = False
    """True where the answer may take a search to the end of the game."""

    @property
    def is_slow(self) -> bool:
        """True where a search has so few marks before it that it takes long."""
        return self.is_long and self.game.move_count < _SLOW_BELOW


@lru_cache(maxsize=1)
def positions() -> tuple[Game, ...]:
    """Return the 5,478 positions of 3x3, those with the fewest marks first.

    Examples
    --------
    >>> found = positions()
    >>> len(found), sum(game.is_over for game in found)
    (5478, 958)
    """
    layer = [Game()]
    found: list[Game] = []
    while layer:
        found += layer
        following = (game.play(cell) for game in layer for cell in game.legal_moves)
        layer = list({game.key: game for game in following}.values())
    return tuple(found)


@lru_cache(maxsize=1)
def calls_of_plain_search() -> dict[Any, int]:
    """Return how many positions plain minimax visits, from each position, by its key.

    Examples
    --------
    >>> calls_of_plain_search()[Game().key]
    549946
    """
    calls: dict[Any, int] = {}
    for game in reversed(positions()):
        calls[game.key] = 1 + sum(calls[game.play(cell).key] for cell in game.legal_moves)
    return calls


@lru_cache(maxsize=1)
def optimal_moves() -> dict[Any, frozenset[int]]:
    """Return the moves that keep the value of each open position, by its key."""
    optimal = {}
    for game in positions():
        if not game.is_over:
            analysis = analyze(game)
            optimal[game.key] = frozenset(
                cell for cell, move in analysis.moves.items() if move.value == analysis.value
            )
    return optimal


def weight(question: Question) -> int:
    """Return how many positions a plain function visits for an answer."""
    return calls_of_plain_search()[question.game.key] if question.is_long else 1


def _asked(asked: Asked) -> list[Game]:
    match asked:
        case "start":
            return [Game()]
        case "over":
            return [game for game in positions() if game.is_over]
        case "all":
            return list(positions())
        case "open" | "moves":
            return [game for game in positions() if not game.is_over]


@lru_cache(maxsize=64)
def questions(contract: Contract, function: Function) -> tuple[Question, ...]:
    """Return the questions for a function, those with the fewest marks first.

    A search is asked from the end of the game backwards, because it is quick there.
    """
    games = _asked(function.asked)
    if chooses(function):
        return tuple(Question(game, is_long=True) for game in reversed(games))
    if function.asked != "moves":
        return tuple(Question(game) for game in games)
    found: list[Question] = []
    for number, game in enumerate(games):
        found += [
            Question(game, contract.encode_move(cell, game.rules), cell)
            for cell in game.legal_moves
        ]
        illegal = contract.illegal_moves(game)
        if illegal:  # one in each position, in turn
            move = illegal[number % len(illegal)]
            found.append(Question(game, move, None, is_legal=False))
    return tuple(found)


def expected(function: Function, question: Question) -> Any:
    """Return the right answer, in the form of `Contract.read`.

    For functions that choose a move: the frozenset of the cells that are right.
    """
    game = question.game
    match function.role:
        case "initial_state":
            return game.board
        case "player":
            return game.current_player
        case "actions":
            return frozenset(game.legal_moves)
        case "result":
            return None if question.cell is None else game.play(question.cell).board
        case "winner":
            return game.winner
        case "terminal":
            return game.is_over
        case "utility":
            return {"X": 1, "O": -1}.get(game.winner or "", 0)
        case "minimax":
            return optimal_moves()[game.key]
        case "agent":
            return frozenset(game.legal_moves)


def chooses(function: Function) -> bool:
    """Return whether a function chooses a move, so that several answers may be right."""
    return function.role in ("minimax", "agent")
