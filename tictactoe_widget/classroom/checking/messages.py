"""Sentences about wrong answers."""

from typing import Any

from tictactoe_widget.analysis.analyze import analyze
from tictactoe_widget.classroom.contracts.contract import Contract, Function
from tictactoe_widget.rules.errors import brief
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Board

from .asking import Outcome
from .questions import Question, chooses, expected

_CHANGES = {
    "returned": "changed the board it was given and returned it: return a new board",
    "changed": "changed the board it was given: make a copy first, also of its rows",
    "shared": "returned a board whose rows are one and the same list, so that a mark in one "
    "row stands in the others too: make a new list for each row",
    "kept": "returned a board that an earlier call had returned too, with all changes made "
    "to it since: make a new board in each call",
}


def describe(
    contract: Contract, function: Function, question: Question, outcome: Outcome
) -> str:
    """Return one sentence or two that say what is wrong about an outcome.

    Moves are written as the contract writes them.
    """
    call = describe_call(function, question)
    if outcome.change:
        return f"{call} {_CHANGES[outcome.change]}."
    match outcome.fault:
        case "raised":
            return f"{call} raised {outcome.detail}."
        case "recursion":
            return f"{call} called itself without end ({outcome.detail})."
        case "endless":
            return f"{call} did not end within {outcome.detail} steps: an endless loop?"
        case "accepted":
            return (
                f"{call} returned {outcome.got}; that move is not legal, "
                "so an exception should be raised."
            )
        case "unreadable":
            return f"{call} returned {outcome.got}: {outcome.detail}."
        case "":
            return f"{call} {_wrong_answer(contract, function, question, outcome.answer)}"


def describe_call(function: Function, question: Question) -> str:
    """Return a call as a student writes it, such as ``result(board, (1, 1))``."""
    if function.role == "initial_state":
        return f"{function.name}()"
    move = "" if question.move is None else f", {question.move!r}"
    return f"{function.name}(board{move})"


def describe_expected(contract: Contract, function: Function, question: Question) -> str:
    """Return the right answer as text, in the terms of the contract."""
    if not question.is_legal:
        return "an exception"
    right = expected(function, question)
    text = _in_terms(contract, function, right, question.game)
    return f"one of {text}" if chooses(function) and len(right) > 1 else text


def describe_got(
    contract: Contract, function: Function, question: Question, outcome: Outcome
) -> str | None:
    """Return what a function answered as text; None where it gave no answer."""
    if outcome.got:
        return outcome.got
    if outcome.fault:
        return None
    answer = frozenset({outcome.answer}) if chooses(function) else outcome.answer
    return _in_terms(contract, function, answer, question.game)


def _in_terms(contract: Contract, function: Function, answer: Any, game: Game) -> str:
    if isinstance(answer, frozenset):
        return _moves(contract, answer, game) or "no move"
    if function.role in ("initial_state", "result"):
        return _rows(answer, game.rules.layout.columns)
    return repr(answer)


def _wrong_answer(
    contract: Contract, function: Function, question: Question, answer: Any
) -> str:
    game = question.game
    right = expected(function, question)
    match function.role:
        case "actions":
            missing = _moves(contract, right - answer, game)
            extra = _moves(contract, answer - right, game)
            parts = [f"left out {missing}"] if missing else []
            parts += [f"contained {extra}, which cannot be played"] if extra else []
            return f"{' and '.join(parts)}."
        case "initial_state" | "result":
            width = game.rules.layout.columns
            return (
                f"returned the board {_rows(answer, width)}; "
                f"it should be {_rows(right, width)}."
            )
        case "minimax" | "agent":
            return _wrong_choice(contract, game, answer, right)
        case _:
            return f"returned {brief(answer)}; it should be {brief(right)}."


def _wrong_choice(contract: Contract, game: Game, cell: int, right: frozenset[int]) -> str:
    chosen = repr(contract.encode_move(cell, game.rules))
    if cell not in game.legal_moves:
        return f"chose {chosen}, which is taken."
    words = {"win": "wins", "draw": "draws", "loss": "loses"}
    values = analyze(game).moves
    best = min(right)
    return (
        f"chose {chosen}, which {words[values[cell].value or 'draw']} against best play; "
        f"{contract.encode_move(best, game.rules)!r} {words[values[best].value or 'draw']}."
    )


def _moves(contract: Contract, cells: frozenset[int], game: Game) -> str:
    return ", ".join(repr(contract.encode_move(cell, game.rules)) for cell in sorted(cells))


def _rows(board: Board, width: int) -> str:
    signs = "".join(mark or "." for mark in board)
    return "/".join(signs[start : start + width] for start in range(0, len(signs), width))
