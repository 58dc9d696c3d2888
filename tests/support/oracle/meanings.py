"""The plain meaning of every diagnosis: what must be true of the answers for it to hold.

Written from the words alone. A meaning is asked with all that a function answered,
each question by itself on code executed anew.
"""

from collections.abc import Callable, Sequence
from numbers import Number
from typing import Any

from tests.support.oracle.contracts import UNREADABLE, Question, right_answer
from tests.support.oracle.execution import Answer
from tests.support.oracle.positions import (
    COLUMNS,
    FALLING,
    LINES,
    RISING,
    ROWS,
    Position,
    filled_line,
    put,
)
from tests.support.oracle.search_meanings import OF_FINISHED_BOARDS, OF_SEARCHES

Answers = Sequence[tuple[Question, Answer]]
"""What a function answered, all about legal moves or all about illegal ones."""
Meaning = Callable[[Answers], bool]
"""Function that returns whether a sentence is true of all answers."""

ANYTHING_ELSE: Any = object()
"""Stands for any value that is no right answer of any position."""


def _each(test: Callable[[Position, Answer], bool]) -> Meaning:
    """Return a meaning that holds where a test holds for each answer."""
    return lambda answers: all(
        not answer.error and not answer.changed and test(question.position, answer)
        for question, answer in answers
    )


def _returns(rule: Callable[[Position], Any]) -> Meaning:
    """Return a meaning that holds where every answer is that of a rule."""
    return _each(lambda position, answer: _is(answer.value, rule(position)))


def _is(value: Any, wanted: Any) -> bool:
    return type(value) is type(wanted) and bool(value == wanted)


def _in_words(rule: Callable[[Position], Any], role: str) -> Meaning:
    """As `_returns`, for answers as they were given: a rule may say `ANYTHING_ELSE`."""

    def test(position: Position, answer: Answer) -> bool:
        wanted = rule(position)
        if wanted is ANYTHING_ELSE:
            return answer.raw is not None and not _is(
                answer.value, right_answer(role, position)
            )
        return _is(answer.raw if answer.value is UNREADABLE else answer.value, wanted)

    return _each(test)


# winner


def _lines(*lines: tuple[int, ...]) -> Meaning:
    return _returns(lambda position: filled_line(position.cells, lines))


def _pairs(first: int, second: int) -> Meaning:
    """Hold where a mark is named that two cells of a line have, or None for lack of one."""

    def test(position: Position, answer: Answer) -> bool:
        pairs = [(position.cells[line[first]], position.cells[line[second]]) for line in LINES]
        equal = {one for one, other in pairs if one and one == other}
        return answer.value in equal if equal else answer.value is None

    return _each(test)


def _stops_at_empty(position: Position, answer: Answer) -> bool:
    if _is(answer.value, position.winner):
        return True
    return answer.value is None and any(set(line) <= set(position.empty) for line in LINES)


def _where(test: Callable[[Position], Any], then: Any) -> Callable[[Position], Any]:
    """Return a rule for winners: something where a test holds, the right answer elsewhere."""
    return lambda position: then if test(position) else position.winner


_LINE_NAMES = {
    "the top row": ROWS[0],
    "the middle row": ROWS[1],
    "the bottom row": ROWS[2],
    "the left column": COLUMNS[0],
    "the middle column": COLUMNS[1],
    "the right column": COLUMNS[2],
    "the diagonal from the top left": FALLING,
    "the diagonal from the top right": RISING,
}

_WINNER: dict[str, Meaning] = {
    **{
        f"never looks at {name}": _lines(*(line for line in LINES if line != never))
        for name, never in _LINE_NAMES.items()
    },
    "looks at rows only": _lines(*ROWS),
    "looks at columns only": _lines(*COLUMNS),
    "looks at diagonals only": _lines(FALLING, RISING),
    "never looks at rows": _lines(*COLUMNS, FALLING, RISING),
    "never looks at columns": _lines(*ROWS, FALLING, RISING),
    "never looks at diagonals": _lines(*ROWS, *COLUMNS),
    "looks at the top row only": _lines(ROWS[0]),
    "looks at the top row and the left column only": _lines(ROWS[0], COLUMNS[0]),
    "takes two equal marks at the beginning of a line for a line": _pairs(0, 1),
    "compares the ends of a line only": _pairs(0, 2),
    "never finds a winner": _returns(lambda _: None),
    "gives the win to the player to move": _returns(
        lambda position: position.winner and {"X": "O", "O": "X"}[position.winner]
    ),
    "sees only wins of X": _returns(_where(lambda p: p.winner == "O", None)),
    "sees only wins of O": _returns(_where(lambda p: p.winner == "X", None)),
    "looks for a winner only once the board is full": _returns(
        _where(lambda p: not p.is_full, None)
    ),
    "takes a draw for a win of X": _returns(_where(lambda p: p.is_draw, "X")),
    "takes a draw for a win of O": _returns(_where(lambda p: p.is_draw, "O")),
    "takes three empty cells for a line and looks no further": _each(_stops_at_empty),
    "returns something other than None where nobody has won": _in_words(
        _where(lambda p: p.winner is None, ANYTHING_ELSE), "winner"
    ),
    "returns something other than None for a draw": _in_words(
        _where(lambda p: p.is_draw, ANYTHING_ELSE), "winner"
    ),
    "returns True in place of the winner's mark": _in_words(
        _where(lambda p: p.winner, True), "winner"
    ),
    "returns True and False in place of the winner's mark and None": _in_words(
        lambda position: position.winner is not None, "winner"
    ),
}

# player


def _count_of_top(position: Position) -> str:
    top = position.cells[:3]
    return "X" if top.count("X") == top.count("O") else "O"


def _counts_empty(position: Position) -> str:
    return "X" if position.cells.count("X") <= position.cells.count(None) else "O"


_PLAYER: dict[str, Meaning] = {
    "names the player who is not to move": _returns(lambda position: position.other),
    "always names X": _returns(lambda _: "X"),
    "always names O": _returns(lambda _: "O"),
    "names X on the empty board alone": _returns(lambda p: "O" if p.marks else "X"),
    "counts the marks of the top row alone": _returns(_count_of_top),
    "counts empty cells in place of the marks of O": _returns(_counts_empty),
}

# actions


def _transposed(cell: int) -> int:
    return 3 * (cell % 3) + cell // 3


def _leaves_out(*cells: int) -> Meaning:
    return _returns(lambda position: set(position.empty) - set(cells))


def _one_of_each_row(position: Position, answer: Answer) -> bool:
    if not isinstance(answer.value, set) or not answer.value <= set(position.empty):
        return False
    return all(
        len(answer.value & set(row)) == bool(set(position.empty) & set(row)) for row in ROWS
    )


def _counts_from_one(position: Position, answer: Answer) -> bool:
    """Return whether the moves are the right ones, with each number larger by one."""
    raw = list(answer.raw) if isinstance(answer.raw, list | tuple | set | frozenset) else None
    if raw is None:
        return False
    pairs = [divmod(cell, 3) for cell in position.empty]
    wanted = (
        {(i + 1, j + 1) for i, j in pairs},
        {cell + 1 for cell in position.empty},
    )
    found = {tuple(move) if isinstance(move, list) else move for move in raw}
    return len(found) == len(raw) and found in wanted


_ACTIONS: dict[str, Meaning] = {
    "returns all nine cells, also taken ones": _returns(lambda _: set(range(9))),
    "returns the taken cells": _returns(lambda p: set(range(9)) - set(p.empty)),
    "leaves out the bottom row": _leaves_out(*ROWS[2]),
    "leaves out the top row": _leaves_out(*ROWS[0]),
    "leaves out the right column": _leaves_out(*COLUMNS[2]),
    "leaves out the left column": _leaves_out(*COLUMNS[0]),
    "leaves out the bottom row and the right column": _leaves_out(*ROWS[2], *COLUMNS[2]),
    "leaves out the top row and the left column": _leaves_out(*ROWS[0], *COLUMNS[0]),
    "leaves out the last cell": _leaves_out(8),
    "leaves out the first cell": _leaves_out(0),
    "returns the moves of the top row alone": _returns(lambda p: set(p.empty) & set(ROWS[0])),
    "returns the first empty cell alone": _returns(lambda p: set(p.empty[:1])),
    "returns one empty cell of each row": _each(_one_of_each_row),
    "never returns a move": _returns(lambda _: set()),
    "swaps row and column": _returns(lambda p: set(map(_transposed, p.empty))),
    "counts rows, columns or cells from 1": _each(_counts_from_one),
}

# result and initial_state


def _makes(make: Callable[[Position, int], Any]) -> Meaning:
    """Return a meaning that holds where each answer is a board made from a move."""
    return lambda answers: all(
        not answer.error
        and not answer.changed
        and not answer.shares_rows
        and question.cell is not None
        and answer.value == make(question.position, question.cell)
        for question, answer in answers
    )


def _makes_right(test: Callable[[Answer], bool]) -> Meaning:
    """Return a meaning that holds where the boards are right and a test holds for each."""
    return lambda answers: all(
        answer.value == right_answer("result", question.position, question.cell)
        and test(answer)
        for question, answer in answers
    )


_RESULT: dict[str, Meaning] = {
    "always puts X": _makes(lambda p, cell: put(p.cells, cell, "X")),
    "always puts O": _makes(lambda p, cell: put(p.cells, cell, "O")),
    "puts the mark of the player who is not to move": _makes(
        lambda p, cell: put(p.cells, cell, p.other)
    ),
    "returns the board without the move": _makes(lambda p, _: p.cells),
    "forgets the marks that are on the board already": _makes(
        lambda p, cell: put((None,) * 9, cell, p.mover)
    ),
    "swaps row and column": _makes(lambda p, cell: put(p.cells, _transposed(cell), p.mover)),
    "makes the move on the board it was given": _makes_right(
        lambda answer: answer.changed and answer.returned_argument
    ),
    "makes the move on a shallow copy: the rows are still those of the board it was given": (
        _makes_right(
            lambda answer: answer.changed and answer.keeps_rows and not answer.returned_argument
        )
    ),
    "makes the move on the board it was given, and returns another board": _makes_right(
        lambda answer: answer.changed and not answer.keeps_rows and not answer.returned_argument
    ),
    "makes the rows of its board one and the same list, as [row] * 3 does": lambda answers: all(
        answer.shares_rows for _, answer in answers
    ),
}
_INITIAL: dict[str, Meaning] = {
    "makes its rows one and the same list, as [row] * 3 does": lambda answers: all(
        answer.shares_rows for _, answer in answers
    ),
}
KEPT = "returns the same board each time, so that the next game begins on a used one"
"""Diagnosis of ``initial_state`` about two calls, which no answers alone can show."""

# Illegal moves: (row, column).


def _refusal(accepts: Callable[[bool, bool], bool]) -> Meaning:
    """Return a meaning that says which moves are accepted; those that Python finds no cell
    for raise IndexError.

    The rule is told whether the cell that Python finds is taken, and whether a number is
    negative.
    """

    def holds(answers: Answers) -> bool:
        return all(_follows(question, answer) for question, answer in answers)

    def _follows(question: Question, answer: Answer) -> bool:
        i, j = question.move
        if max(i, j) > 2:
            return bool(answer.error) and not answer.changed
        is_taken = question.position.cells[3 * (i % 3) + j % 3] is not None
        return not answer.changed and (not answer.error) == accepts(is_taken, min(i, j) < 0)

    return holds


_ILLEGAL: dict[str, Meaning] = {
    "returns something for every illegal move, in place of raising an exception": (
        lambda answers: all(not a.error and not a.changed for _, a in answers)
    ),
    "refuses no illegal move": _refusal(lambda _, __: True),
    "does not refuse a cell that is taken": _refusal(lambda _, is_negative: not is_negative),
    "accepts negative rows and columns, which Python counts from the end": _refusal(
        lambda is_taken, is_negative: is_negative and not is_taken
    ),
}

# terminal

_TERMINAL: dict[str, Meaning] = {
    "sees that the board is full, but not that somebody has won": _returns(lambda p: p.is_full),
    "sees that somebody has won, but not that the board is full": _returns(
        lambda p: p.winner is not None
    ),
    "never finds the game over": _returns(lambda _: False),
    "always finds the game over": _returns(lambda _: True),
    "returns the opposite": _returns(lambda p: not p.is_over),
    "sees a win of X and a full board, but no win of O": _returns(
        lambda p: p.winner == "X" or p.is_full
    ),
    "sees a win of O and a full board, but no win of X": _returns(
        lambda p: p.winner == "O" or p.is_full
    ),
    "finds the game over while one cell is empty": _returns(
        lambda p: p.is_over or len(p.empty) == 1
    ),
    "finds a full board over only when nobody has won": _returns(
        lambda p: p.is_draw or (p.winner is not None and not p.is_full)
    ),
    "asks for a win and a full board at once": _returns(
        lambda p: p.winner is not None and p.is_full
    ),
}

# utility


def _worth(x: Any, o: Any, draw: Any) -> Meaning:
    return _in_words(lambda p: {"X": x, "O": o, None: draw}[p.winner], "utility")


def _is_number(raw: Any) -> bool:
    return isinstance(raw, Number) and not isinstance(raw, bool)


def _is_one_of(raw: Any, *numbers: int) -> bool:
    return _is_number(raw) and raw in numbers


def _no_number_for_wins(position: Position, answer: Answer) -> bool:
    if position.winner is None:
        return _is(answer.value, 0)
    return not _is_one_of(answer.raw, 1, -1)


_UTILITY: dict[str, Meaning] = {
    "takes a win of O for 0": _worth(1, 0, 0),
    "takes a win of X for 0": _worth(0, -1, 0),
    "reverses the sign: a win of X must be 1, a win of O -1": _worth(-1, 1, 0),
    "returns 1 for every win, as the winner sees it": _worth(1, 1, 0),
    "returns -1 for every win, as the loser sees it": _worth(-1, -1, 0),
    "takes a draw for a win of X": _worth(1, -1, 1),
    "takes a draw for a win of O": _worth(1, -1, -1),
    "always returns 0": _worth(0, 0, 0),
    "always returns 1": _worth(1, 1, 1),
    "returns nothing for a draw": _worth(1, -1, None),
    "returns the winner in place of a number": _each(
        lambda position, answer: (
            _is(answer.raw, position.winner) if position.winner else not _is_number(answer.raw)
        )
    ),
    "takes a draw for -1 and a win of O for 0": _worth(1, 0, -1),
    "returns True for a win of X and False otherwise": _worth(True, False, False),
    "returns something else than the numbers 1 and -1 for a win": _each(_no_number_for_wins),
    "returns something else than the numbers 1, -1 and 0": _each(
        lambda _, answer: not _is_one_of(answer.raw, 1, 0, -1)
    ),
}

MEANINGS: dict[tuple[str, str], dict[str, Meaning]] = {
    ("initial_state", "legal"): _INITIAL,
    ("winner", "legal"): _WINNER,
    ("player", "legal"): _PLAYER,
    ("actions", "legal"): _ACTIONS,
    ("result", "legal"): _RESULT,
    ("result", "illegal"): _ILLEGAL,
    ("terminal", "legal"): _TERMINAL,
    ("utility", "legal"): _UTILITY,
    ("minimax", "legal"): OF_SEARCHES,
    ("minimax", "finished"): OF_FINISHED_BOARDS,
}
"""Meanings by role, topic and words; a diagnosis joins those of several topics by "and"."""
TOPICS = ("legal", "illegal", "finished")


def meanings_of(role: str, said: str) -> list[tuple[str, str, Meaning]] | None:
    """Return the topic, the words and the meaning of each sentence that is joined in one.

    None where there is a sentence of which no meaning is known.
    """
    return _of_topics(role, said, TOPICS)


def _of_topics(
    role: str, said: str, topics: Sequence[str]
) -> list[tuple[str, str, Meaning]] | None:
    for at, topic in enumerate(topics):
        known = MEANINGS.get((role, topic), {})
        for text in known:
            if said == text:
                return [(topic, text, known[text])]
            rest = None
            if said.startswith(f"{text} or "):
                rest = _of_topics(role, said[len(f"{text} or ") :], topics[at:])
            elif said.startswith(f"{text}, and "):
                rest = _of_topics(role, said[len(f"{text}, and ") :], topics[at + 1 :])
            if rest:
                return [(topic, text, known[text]), *rest]
    return None
