"""False statements in a check's report on a function, according to the oracle.

The module reads only a report's attributes: a counterexample's `game.to_text()` is a
position, and its statements are text.
"""

import ast
import re
from collections.abc import Iterator
from typing import Any

from tests.support.oracle.contracts import Question, right_answer
from tests.support.oracle.execution import Answer
from tests.support.oracle.oracle import Oracle
from tests.support.oracle.positions import Position, by_text

KEEPS = "The function remembers something between calls"
DRAWS = "The function uses random numbers"
KEPT = "The function returns the same board each time, so a new game has old marks."
# Part of the sentence about an answer that is wrong with another function's correct version.
CONDITION = "This happens with"
KEPT_BOARD = "the same board as an earlier call"
_ONE_BY_ONE = ("player", "winner", "terminal", "utility")


def falsehoods(part: Any, oracle: Oracle) -> list[str]:
    """Return all false statements in a part of a report.

    Parameters
    ----------
    part : object
        Part of a check's report.
    oracle : Oracle
        The facts about the checked positions.
    """
    return list(_falsehoods(part, oracle))


def _falsehoods(part: Any, oracle: Oracle) -> Iterator[str]:
    role, said = part.name, part.diagnosis or ""
    if part.ok == oracle.finds_wrong(role):
        yield f"{role} is said to be {'right' if part.ok else 'wrong'}"
    elif part.ok:
        if part.counterexample or said:
            yield f"{role} passed, but something is said of it"
    elif KEPT_BOARD in part.counterexample.sentence:
        yield from _kept_board(role, said, oracle)
    elif said.startswith(KEEPS):
        yield from _kept(part, oracle)
    elif said.startswith(DRAWS):
        yield from _drawn(part, oracle)
    else:
        yield from _counterexample(part, oracle)


def _kept_board(role: str, said: str, oracle: Oracle) -> Iterator[str]:
    if not oracle.keeps_board(role):
        yield f"{role} is said to return a board twice"
    if said not in ("", KEPT) and not said.startswith(KEEPS):
        yield f"{role} returns a board twice, and is said to have another mistake: {said}"


def _drawn(part: Any, oracle: Oracle) -> Iterator[str]:
    if not oracle.draws(part.name):
        yield f"{part.name} draws no random numbers"
    if not oracle.is_wrong_alone(part.name, asked_of(part, oracle)):
        yield f"{part.name} is right by any chance: {part.counterexample.sentence}"


# Answers that depend on earlier calls.


def _kept(part: Any, oracle: Oracle) -> Iterator[str]:
    role, found = part.name, part.counterexample
    if " Or: " in part.diagnosis or " And: " in part.diagnosis:
        yield f"beside what it keeps, {role} is said to have another mistake: {part.diagnosis}"
    if getattr(found, "before", None) is None:
        if not oracle.depends_on_calls(role):
            yield f"{role} does not depend on earlier calls"
        return
    question = asked_of(part, oracle)
    if oracle.is_wrong(role, question, oracle.alone(role, question)):
        yield f"{question} alone is wrong already, without an earlier call"
    before = by_text()[found.before.to_text()]
    if not any(
        oracle.is_wrong(role, question, a) for a in oracle.after(role, before, question)
    ):
        yield f"{question} is right also after a call about {before}"
    if "If this is the only call" not in found.sentence:
        yield f"it is not said that {question} alone was answered rightly: {found.sentence}"


# Counterexamples.


def asked_of(part: Any, oracle: Oracle) -> Question:
    """Return the question that a counterexample is about."""
    found = part.counterexample
    position = by_text()[found.game.to_text()]
    questions = [q for q in oracle.questions(part.name) if q.position is position]
    if part.name == "result":
        move = _of_call(found.sentence)
        questions = [q for q in questions if q.move == move and q.cell == found.cell]
    (question,) = questions
    return question


def _of_call(sentence: str) -> Any:
    """Return the move in ``result(board, move)``."""
    (written,) = re.findall(r"^result\(board, (\(.*?\)|-?\d+)\)", sentence)
    return ast.literal_eval(written)


def _counterexample(part: Any, oracle: Oracle) -> Iterator[str]:
    role, found = part.name, part.counterexample
    question = asked_of(part, oracle)
    answer = oracle.alone(role, question)
    if not oracle.is_wrong_alone(role, question):
        yield f"{question} alone is answered rightly: {found.sentence}"
        return
    if not oracle.is_wrong(role, question, answer):
        return  # the answer is random, so nothing else is certain
    if getattr(found, "before", None) is not None:
        yield f"{question} alone is wrong, and an earlier call is shown"
    if oracle.own(role).alone(role, question).same_as(answer) == (CONDITION in found.sentence):
        yield f"by itself the code answers {question} otherwise than is said: {found.sentence}"
    for other, found_there in oracle.answers(role):
        if other.position.marks == question.position.marks:
            break
        # The check asks about only some of the illegal moves that the oracle tries.
        is_wrong = other.is_legal and oracle.is_wrong(role, other, found_there)
        if is_wrong and oracle.own(role).alone(role, other).same_as(found_there):
            yield f"{other} is a smaller counterexample than {question}"
            break
    yield from _sentence(role, question, answer, found)
    if role in (*_ONE_BY_ONE, "actions"):
        asked = oracle.answers(role)
        count = sum(oracle.is_wrong(role, q, answer) for q, answer in asked)
        if (len(asked), count) != (part.checked_count, part.failed_count):
            yield (
                f"{part.failed_count} of {part.checked_count} are said to be wrong, "
                f"{count} of {len(asked)} are"
            )


def _sentence(role: str, question: Question, answer: Answer, found: Any) -> Iterator[str]:
    """Yield false statements in a counterexample's sentence and fields."""
    said = found.sentence
    wanted = right_answer(role, question.position, question.cell)
    claims = {
        "did not finish": answer.error == "endless",
        "too many nested calls": answer.error == "RecursionError",
        "changed the board": answer.changed,
        "the same list for more than one row": answer.shares_rows,
        " raised ": answer.error not in ("", "endless"),
        " returned ": not answer.error or answer.changed,
        " chose ": not answer.error,
        "should raise an exception": not question.is_legal,
        "which is already taken": answer.value in range(9)
        and answer.value not in question.position.empty,
    }
    for words, is_true in claims.items():
        if words in said and not is_true:
            yield f"{words!r} is false: {said}"
    if found.raised and answer.error not in found.raised:
        yield f"{answer.error} was raised, not {found.raised}"
    if role in _ONE_BY_ONE and found.expected != repr(wanted):
        yield f"{wanted!r} is right, not {found.expected}"
    if role in _ONE_BY_ONE and not answer.error and not answer.changed:
        simple = answer.raw if answer.value != answer.raw else answer.value
        if type(simple) in (str, int, float, bool, type(None)) and found.got != repr(simple):
            yield f"it returned {simple!r}, not {found.got}"
    yield from _choices(question, answer, said)
    yield from _sets(role, question, answer, said)


def _choices(question: Question, answer: Answer, said: str) -> Iterator[str]:
    """Yield false statements about two moves' values."""
    told = re.search(r"chose (.*), which (\w+) against best play\. The move (.*) (\w+)\.", said)
    if not told:
        return
    cells = [_cell(ast.literal_eval(told[place])) for place in (1, 3)]
    if cells[0] != answer.value:
        yield f"cell {answer.value} was chosen: {said}"
    for cell, word in zip(cells, (told[2], told[4]), strict=True):
        if word != _outcome(question.position, cell):
            yield f"cell {cell} {_outcome(question.position, cell)}: {said}"


def _outcome(position: Position, cell: int) -> str:
    value = position.after[cell].value * (1 if position.mover == "X" else -1)
    return {1: "wins", 0: "draws", -1: "loses"}[value]


def _cell(move: Any) -> int:
    return move if isinstance(move, int) else 3 * move[0] + move[1]


def _sets(role: str, question: Question, answer: Answer, said: str) -> Iterator[str]:
    """Yield false statements about missing or extra moves."""
    if role != "actions" or not isinstance(answer.value, set):
        return
    right = set(question.position.empty)
    for words, cells in (
        (r"left out the moves? (.*?)\.", right - answer.value),
        (r"returned (.*?), which", answer.value - right),
    ):
        told = re.search(words, said)
        moves = ast.literal_eval(f"[{told[1].replace(' and ', ', ')}]") if told else []
        if sorted(map(_cell, moves)) != sorted(cells):
            yield f"{sorted(cells)} is not what {words!r} finds: {said}"
