"""Sentences about wrong answers."""

from tictactoe_widget.classroom.contracts.contract import Contract, Function

from .asking import Outcome
from .questions import Question, expected_answer, topic
from .roles import ROLES

_CHANGES = {
    "returned": "changed the board it was given and returned it: return a new board",
    "shallow": "changed the board it was given, whose rows are those of the board it returned: "
    "copy the rows too",
    "changed": "changed the board it was given: make a copy first, and write to the copy",
    "shared": "returned a board whose rows are one and the same list, so that a mark in one "
    "row stands in the others too: make a new list for each row",
    "kept": "returned a board that an earlier call had returned too, with all changes made "
    "to it since: make a new board in each call",
}


_FAULTS = {
    "raised": "raised {outcome.detail}.",
    "recursion": "called itself without end ({outcome.detail}).",
    "endless": "did not end within {outcome.detail} steps: an endless loop?",
    "accepted": "returned {outcome.got}; that move is not legal, so an exception should be "
    "raised.",
    "unreadable": "returned {outcome.got}: {outcome.detail}.",
}


def describe_wrong(
    contract: Contract, function: Function, question: Question, outcome: Outcome
) -> str:
    """Return one sentence or two that say what is wrong about an outcome.

    Moves are written as the contract writes them.
    """
    call = describe_call(function, question)
    if outcome.change:
        return f"{call} {_CHANGES[outcome.change]}."
    if outcome.fault:
        told = f"{call} {_FAULTS[outcome.fault].format(outcome=outcome)}"
        if topic(function, question) == "finished" and outcome.fault == "raised":
            return f"{told} Where the game is over, it should return None."
        return told
    right = expected_answer(function, question)
    answers = ROLES[function.role]
    return f"{call} {answers.fault_of(contract, outcome.answer, right, question.game)}"


def describe_call(function: Function, question: Question) -> str:
    """Return a call as a student writes it, such as ``result(board, (1, 1))``."""
    if not ROLES[function.role].takes_board:
        return f"{function.name}()"
    move = "" if question.move is None else f", {question.move!r}"
    return f"{function.name}(board{move})"


def describe_expected(contract: Contract, function: Function, question: Question) -> str:
    """Return the right answer as text, in the terms of the contract."""
    if not question.is_legal:
        return "an exception"
    right = expected_answer(function, question)
    return ROLES[function.role].in_terms(contract, right, question.game)


def describe_got(
    contract: Contract, function: Function, question: Question, outcome: Outcome
) -> str | None:
    """Return what a function answered as text; None where it gave no answer."""
    if outcome.got:
        return outcome.got
    if outcome.fault:
        return None
    answers = ROLES[function.role]
    return answers.in_terms(contract, answers.as_right(outcome.answer), question.game)
