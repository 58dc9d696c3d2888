"""The plain meaning of each diagnosis of a search, as in `meanings`."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tests.support.oracle.contracts import Question
from tests.support.oracle.execution import Answer
from tests.support.oracle.positions import Position, filled_line, positions, put

Answers = Sequence[tuple[Question, Answer]]
Moves = Callable[[Position], set[int]]
"""Function that returns the moves that a search may choose."""
Meaning = Callable[[Answers], bool]
Pick = Callable[..., Any]
"""max or min."""

MORE_THAN_CHANCE = 1.5
"""How often, against chance, a search does what it is said not to see, at most.

A search that takes the best by cell number, corners or edges first, stays between 0.76
and 1.29 (1,484 positions with a threat).
"""


def _chooses(moves: Moves) -> Meaning:
    """Hold where each choice is one of some moves."""
    return lambda answers: all(
        not answer.error and not answer.changed and answer.value in moves(question.position)
        for question, answer in answers
    )


# Searches of the whole tree.


@cache
def _worths(x: Pick, o: Pick, win: int, draw: int, loss: int) -> dict[Position, int]:
    """Return what a search makes of each position, seen by X."""
    found: dict[Position, int] = {}
    for position in reversed(positions()):
        pick = x if position.mover == "X" else o
        leaf = {"X": win, None: draw, "O": loss}[position.winner]
        below = [found[then] for then in position.after.values()]
        found[position] = pick(below) if below else leaf
    return found


def _picks(position: Position, pick: Pick, worth: Callable[[Position], Any]) -> set[int]:
    """Return the moves to the positions that one pick may take."""
    worths = {cell: worth(then) for cell, then in position.after.items()}
    best = pick(worths.values())
    return {cell for cell, found in worths.items() if found == best}


def _tree(
    root: tuple[Pick, Pick], below: tuple[Pick, Pick] | None = None, values: Any = (1, 0, -1)
) -> Moves:
    """Return the moves of a search, by what X and O take at the root, and below."""
    below = below or root

    def moves(position: Position) -> set[int]:
        worths = _worths(*below, *values)
        return _picks(position, root[position.mover == "O"], worths.__getitem__)

    return moves


_RIGHT, _REVERSED = (max, min), (min, max)


@cache
def _dreams(*, quickly: bool) -> dict[tuple[Position, str], float]:
    """Return what a player makes of each position who takes the opponent for a helper.

    Quickly: a win is worth more, and a loss costs more, the nearer it is.
    """
    found: dict[tuple[Position, str], float] = {}
    for position in reversed(positions()):
        for mark in ("X", "O"):
            below = [found[then, mark] for then in position.after.values()]
            sign = position.result if mark == "X" else -position.result
            nearness = 10 - position.marks if quickly else 1
            found[position, mark] = max(below) if below else sign * nearness
    return found


def _helped(position: Position) -> set[int]:
    return _picks(position, max, lambda then: _dreams(quickly=False)[then, position.mover])


def _helped_quickly(position: Position) -> set[int]:
    return _picks(position, max, lambda then: _dreams(quickly=True)[then, position.mover])


# Searches that look ahead a little.


def _or(*choices: set[int]) -> set[int]:
    return next((choice for choice in choices if choice), set())


def _one_ahead(position: Position) -> set[int]:
    return _or(position.wins, set(position.after))


def _safe(position: Position) -> set[int]:
    """Return the moves after which the opponent cannot win at once."""
    return {cell for cell, then in position.after.items() if not then.wins}


def _two_ahead(position: Position) -> set[int]:
    return _or(position.wins, _safe(position), set(position.after))


def _blocks(position: Position) -> set[int]:
    """Return the cells where the opponent would win next."""
    return {
        cell
        for cell in position.after
        if filled_line(put(position.cells, cell, position.other)) == position.other
    }


def _no_more_than_chance(where: Moves, among: Moves) -> Meaning:
    """Hold where some moves are chosen hardly more often than by chance among others."""

    def holds(answers: Answers) -> bool:
        did = chance = 0.0
        for question, answer in answers:
            seen, free = where(question.position), among(question.position)
            if seen and seen < free:
                did += answer.value in seen
                chance += len(seen) / len(free)
        return did <= MORE_THAN_CHANCE * chance + 3

    return holds


def _threats(position: Position) -> set[int]:
    return set() if position.wins else _blocks(position)


def _unforked(position: Position) -> set[int]:
    """Return the moves that keep the value, where no move wins at once."""
    return set() if position.wins else position.best & _safe(position)


def _both(*meanings: Meaning) -> Meaning:
    return lambda answers: all(meaning(answers) for meaning in meanings)


def _but_not(meaning: Meaning, *others: Meaning) -> Meaning:
    """Hold where a meaning holds and none of others, which say more."""
    return lambda answers: meaning(answers) and not any(other(answers) for other in others)


def _returns_value(answers: Answers) -> bool:
    return all(
        type(answer.raw) in (int, float) and answer.raw == question.position.value
        for question, answer in answers
    )


def _returns(test: Callable[[Position, Any], bool]) -> Meaning:
    """Hold where something is returned of which a test holds."""
    return lambda answers: all(
        not answer.error and test(question.position, answer.raw) for question, answer in answers
    )


def _does_not_look(answers: Answers) -> bool:
    """Hold where a move is chosen as long as there is an empty cell, and none can be found."""
    return all(
        bool(answer.error)
        if question.position.is_full
        else answer.value in question.position.empty
        for question, answer in answers
    )


def _leaves(win: int, draw: int, loss: int) -> Meaning:
    return _chooses(_tree(_RIGHT, values=(win, draw, loss)))


def _signless(win: int) -> Meaning:
    """Hold where both players maximize over games whose winner does not matter."""
    return _chooses(_tree((max, max), values=(win, 0, win)))


_HELPED, _HELPED_QUICKLY = _chooses(_helped), _chooses(_helped_quickly)

OF_SEARCHES: dict[str, Meaning] = {
    "takes the first empty cell": _chooses(lambda p: set(p.empty[:1])),
    "takes the last empty cell": _chooses(lambda p: set(p.empty[-1:])),
    "looks one move ahead: it takes a win, but does not see a threat": _but_not(
        _both(
            _chooses(_one_ahead),
            _no_more_than_chance(_threats, lambda p: set(p.after)),
        ),
        _HELPED_QUICKLY,
    ),
    "looks two moves ahead: it blocks a line, but does not see a fork": _both(
        _chooses(_two_ahead), _no_more_than_chance(_unforked, _safe)
    ),
    "maximizes at every level, as if both players wanted X to win": _chooses(_tree((max, max))),
    "minimizes at every level, as if both players wanted O to win": _chooses(_tree((min, min))),
    "maximizes at every level below the first move, as if both players wanted X to win": (
        _chooses(_tree(_RIGHT, (max, max)))
    ),
    "minimizes at every level below the first move, as if both players wanted O to win": (
        _chooses(_tree(_RIGHT, (min, min)))
    ),
    "looks for a win as if the opponent helped": _but_not(_HELPED, _HELPED_QUICKLY),
    "looks for the quickest win as if the opponent helped": _HELPED_QUICKLY,
    "never changes the sign from one level to the next, so that both players avoid a win": (
        _signless(-1)
    ),
    "never changes the sign from one level to the next, so that any win is as good": (
        _signless(1)
    ),
    "minimizes for X and maximizes for O": _chooses(_tree(_REVERSED)),
    "minimizes for X and maximizes for O below the first move": _chooses(
        _tree(_RIGHT, _REVERSED)
    ),
    "chooses the move that is best for the opponent": _chooses(_tree(_REVERSED, _RIGHT)),
    "chooses the best move for X, also when O is to move": _chooses(_tree((max, max), _RIGHT)),
    "chooses the best move for O, also when X is to move": _chooses(_tree((min, min), _RIGHT)),
    "takes a draw for as bad as a win of O": _but_not(_leaves(1, -1, -1), _leaves(1, -2, -1)),
    "takes a draw for worse than a win of O": _leaves(1, -2, -1),
    "takes a draw for as good as a win of X": _but_not(_leaves(1, 1, -1), _leaves(1, 2, -1)),
    "takes a draw for better than a win of X": _leaves(1, 2, -1),
    "takes a win of O for as good as a win of X": _leaves(1, 0, 1),
    "takes a win of either player for worse than a draw": _leaves(-1, 0, -1),
    "returns the value of the position in place of a move": _returns_value,
    "returns None where the game is not over": _returns(lambda _, raw: raw is None),
}
"""Meanings by words, where a game goes on."""

OF_FINISHED_BOARDS: dict[str, Meaning] = {
    "raises an exception where the game is over": lambda answers: all(
        answer.error not in ("", "endless") for _, answer in answers
    ),
    "returns something else than None where the game is over": _returns(
        lambda _, raw: raw is not None
    ),
    "does not look whether the game is over": _does_not_look,
}
"""Meanings by words, where none does."""
