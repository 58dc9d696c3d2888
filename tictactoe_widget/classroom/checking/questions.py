"""Questions that a function is asked."""

from functools import lru_cache
from typing import Any, Literal, NamedTuple

from tictactoe_widget.classroom.contracts.contract import Asked, Contract, Function
from tictactoe_widget.rules.game import Game

from .positions import checked_positions, checked_search_costs
from .roles import ROLES, chooses

_SLOW_BELOW = 4
"""Marks from which on a search is quick: plain minimax visits 294 positions at most."""


Topic = Literal["legal", "illegal", "finished"]
"""Subject of a question: ``"illegal"``: a move that must be refused; ``"finished"``: a move is
to be chosen where none is left to choose; ``"legal"``: all else."""


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


def topic(function: Function, question: Question) -> Topic:
    """Return the subject of a question, by which misconceptions are told apart."""
    if not question.is_legal:
        return "illegal"
    return "finished" if chooses(function) and question.game.is_over else "legal"


def question_weight(question: Question) -> int:
    """Return how many positions a plain function visits for an answer."""
    return checked_search_costs()[question.game.key] if question.is_long else 1


def _asked(asked: Asked) -> list[Game]:
    if asked == "start":
        return [Game()]
    return [
        game
        for game in checked_positions()
        if asked == "all" or game.is_over == (asked == "over")
    ]


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


def expected_answer(function: Function, question: Question) -> Any:
    """Return the right answer, in the form of `Contract.read`.

    For functions that choose a move: the frozenset of the cells that are right.
    """
    return ROLES[function.role].right(question.game, question.cell)
