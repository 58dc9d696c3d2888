"""Questions that a check asks a student's functions, and the correct answers."""

import builtins
import random
import sys
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from inspect import iscoroutine, isgenerator
from io import StringIO
from itertools import islice
from types import MappingProxyType, TracebackType
from typing import Any, Literal, NamedTuple, NoReturn, Self

from tictactoe_widget.analysis.analyze import analyze
from tictactoe_widget.classroom.contracts.contract import Asked, Contract, Function, Role
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.plain_rules import PlainRules
from tictactoe_widget.rules.state import Board, Mark, Position
from tictactoe_widget.sandbox.isolation import muted, quick_deepcopy
from tictactoe_widget.sandbox.limits import OverBudgetError, StepBudget
from tictactoe_widget.texts import english_plural, join_and, join_sentences
from tictactoe_widget.validation import brief, describe_error, error_message

# All positions on the 3x3 board, with their search costs and best moves.


@lru_cache(maxsize=1)
def checked_positions() -> tuple[Game, ...]:
    """Return all 5,478 positions on the 3x3 board, sorted by number of marks.

    Examples
    --------
    >>> found = checked_positions()
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
def _checked_search_costs() -> dict[Any, int]:
    """Map each position key to the number of positions that plain minimax visits from there.

    Examples
    --------
    >>> _checked_search_costs()[Game().key]
    549946
    """
    calls: dict[Any, int] = {}
    for game in reversed(checked_positions()):
        calls[game.key] = 1 + sum(calls[game.play(cell).key] for cell in game.legal_moves)
    return calls


@lru_cache(maxsize=1)
def checked_optimal_moves() -> dict[Any, frozenset[int]]:
    """Map each unfinished position's key to the moves that keep the position's value."""
    optimal = {}
    for game in checked_positions():
        if not game.is_over:
            analysis = analyze(game)
            optimal[game.key] = frozenset(
                cell for cell, move in analysis.moves.items() if move.value == analysis.value
            )
    return optimal


# Table of roles. For each role, the table defines which answers are correct, and how to
# compare, convert and describe answers. All code that calls, judges, describes or replaces a
# function uses this table, so that each correct answer is defined only once.

# Sentences about a wrong move. The keys are the wrong move's value and a better move's value.
_WORSE_CHOICES: Mapping[tuple[str | None, str | None], str] = {
    ("draw", "win"): "{call} chose {move}, which draws against best play. The move {better} "
    "wins.",
    ("loss", "draw"): "{call} chose {move}, which loses against best play. The move {better} "
    "draws.",
    ("loss", "win"): "{call} chose {move}, which loses against best play. The move {better} "
    "wins.",
}

_Given = tuple[Any, ...]


class Answers:
    """Right answers for functions with the same role, as `Contract.read` returns them.

    Parameters
    ----------
    rule : callable
        Function that takes a board (even one that no game can reach) and returns the correct
        answer. If the role is to choose a move, the function takes a game and returns the
        correct cells.
    explain : callable, optional
        Function that takes a game and returns a sentence that explains the correct answer.
    """

    # True if a function chooses a move, so several answers can be right.
    chooses = False
    makes_board = False
    takes_board = True

    def __init__(
        self, rule: Callable[[Any], Any], explain: Callable[[Game], str] | None = None
    ) -> None:
        self._rule = rule
        self._explain = explain

    def right(self, game: Game, cell: int | None) -> Any:
        """Return the right answer to a question about a position.

        For some roles, the question is about a move in the position. If the role is to choose a
        move, the result is the frozenset of all right cells.
        """
        del cell
        return self._rule(game.board)

    def stand_in(self, contract: Contract, given: _Given) -> Any:
        """Return the correct answer to a call with these arguments, for `write` to convert.

        Raises
        ------
        TypeError, ValueError
            If the arguments do not follow the contract.
        """
        return self._rule(contract.marks(given[0]))

    def write(self, contract: Contract, answer: Any, given: _Given, sample: Any) -> Any:
        """Convert a result of `stand_in` to a new object of the kind that the contract expects.

        Parameters
        ----------
        contract : Contract
            Course interface that defines how answers are written.
        answer : object
            Answer to convert.
        given : tuple
            Arguments with which the function was called.
        sample : object
            Answer from the student's own function. If the contract allows several types, the
            result has the same type as this answer.
        """
        del contract, given, sample
        return answer

    def is_right(self, answer: Any, right: Any) -> bool:
        """Return True if an answer equals the right answer, or any of several right answers."""
        return bool(answer == right)

    def as_right(self, answer: Any) -> Any:
        """Convert an answer so that it can be compared with the results of `right`."""
        return answer

    def in_terms(self, question: "Question", right: Any) -> str:
        """Return a correct answer as text, in the contract's notation."""
        del question
        return repr(right)

    def fault_of(self, question: "Question", answer: Any) -> str:
        """Describe in a few sentences what is wrong with an answer."""
        fault = (
            f"{question.call} returned {brief(answer)}. It should return "
            f"{brief(question.expected)}."
        )
        return fault if self._explain is None else f"{fault} {self._explain(question.game)}"


class _Utility(Answers):
    """Correct utilities from X's point of view, which `write` converts for other contracts."""

    def write(self, contract: Contract, answer: Any, given: _Given, sample: Any) -> Any:
        del sample
        return contract.encode_utility(answer, given)


class _Moves(Answers):
    """Correct answers for functions that return all legal moves."""

    def write(self, contract: Contract, answer: Any, given: _Given, sample: Any) -> Any:
        del given
        moves = [contract.encode_move(cell) for cell in sorted(answer)]
        kind = type(sample) if type(sample) in (list, tuple, frozenset) else set
        return iter(moves) if isinstance(sample, Generator) else kind(moves)

    def in_terms(self, question: "Question", right: Any) -> str:
        return ", ".join(question.list_moves(right)) or "no move"

    def fault_of(self, question: "Question", answer: Any) -> str:
        sentences = []
        if missing := question.list_moves(question.expected - answer):
            sentence = english_plural(
                "{call} left out the move {moves}.",
                "{call} left out the moves {moves}.",
                len(missing),
                call=question.call,
                moves=join_and(missing),
            )
            sentences.append(sentence)
        if extra := question.list_moves(answer - question.expected):
            sentence = english_plural(
                "{call} returned {moves}, which is not a legal move.",
                "{call} returned {moves}, which are not legal moves.",
                len(extra),
                call=question.call,
                moves=join_and(extra),
            )
            sentences.append(sentence)
        return join_sentences(*sentences)


class _Unending(PlainRules):
    """Rules under which a game continues after a line is complete.

    These rules are needed because a search that does not check whether the game is over passes
    finished boards to ``result``, and courses let ``result`` accept these boards.
    """

    def lines(self, position: Position) -> tuple[Any, ...]:
        """Return no lines, so that only a full board ends the game."""
        del position
        return ()


_UNENDING = _Unending()


def read_unending(contract: Contract, board: Any) -> Game:
    """Convert a board to a game that continues even after a line is complete.

    Raises
    ------
    ValueError
        If `board` does not fit the contract, or if X and O cannot have reached it by taking
        turns.
    """
    if isinstance(board, Game):
        return contract.decode(board)
    text = "".join(mark or "." for mark in contract.marks(board))
    return Game.from_text(text, _UNENDING)


class _NewBoard(Answers):
    """Correct answers for functions that return the initial board or the board after a move."""

    makes_board = True

    def __init__(self, *, takes_board: bool) -> None:
        self.takes_board = takes_board

    def right(self, game: Game, cell: int | None) -> Any:
        if not self.takes_board:
            return game.board
        if cell is None:
            return None
        board = game.board
        return (*board[:cell], _player(board), *board[cell + 1 :])

    def stand_in(self, contract: Contract, given: _Given) -> Any:
        if not self.takes_board:
            return Game()
        return read_unending(contract, given[0]).play(contract.decode_move(given[1]))

    def write(self, contract: Contract, answer: Any, given: _Given, sample: Any) -> Any:
        del given, sample
        return contract.encode(answer)

    def in_terms(self, question: "Question", right: Any) -> str:
        signs = "".join(mark or "." for mark in right)
        width = question.game.rules.layout.columns
        return "/".join(signs[at : at + width] for at in range(0, len(signs), width))

    def fault_of(self, question: "Question", answer: Any) -> str:
        return (
            f"{question.call} returned the board {self.in_terms(question, answer)}. It "
            f"should return the board {self.in_terms(question, question.expected)}."
        )


class _Choice(Answers):
    """Correct answers for functions that choose a good move. Several moves can be correct."""

    chooses = True

    def right(self, game: Game, cell: int | None) -> Any:
        del cell
        return self._rule(game)

    def stand_in(self, contract: Contract, given: _Given) -> Any:
        game = contract.decode(given[0])
        return None if game.is_over else min(checked_optimal_moves()[game.key])

    def write(self, contract: Contract, answer: Any, given: _Given, sample: Any) -> Any:
        del given, sample
        return None if answer is None else contract.encode_move(answer)

    def is_right(self, answer: Any, right: Any) -> bool:
        return answer in right

    def as_right(self, answer: Any) -> Any:
        return frozenset({answer})

    def in_terms(self, question: "Question", right: Any) -> str:
        if right == {None}:
            return "None"
        moves = ", ".join(question.list_moves(right)) or "no move"
        return f"one of {moves}" if len(right) > 1 else moves

    def fault_of(self, question: "Question", answer: Any) -> str:
        (move,) = question.list_moves({answer})
        if answer not in question.game.legal_moves:
            return f"{question.call} chose {move}, which is already taken."
        values = analyze(question.game).moves
        best = min(question.expected)
        (better,) = question.list_moves({best})
        template = _WORSE_CHOICES[values[answer].value, values[best].value]
        return template.format(call=question.call, move=move, better=better)


def _player(board: Board) -> Mark:
    return "X" if board.count("X") <= board.count("O") else "O"


def _actions(board: Board) -> frozenset[int]:
    return frozenset(cell for cell, mark in enumerate(board) if mark is None)


def _winner(board: Board) -> Mark | None:
    """Return the mark that fills the first complete line, or None if no line is complete."""
    for a, b, c in STANDARD.lines:
        if board[a] is not None and board[a] == board[b] == board[c]:
            return board[a]
    return None


def _terminal(board: Board) -> bool:
    return None not in board or _winner(board) is not None


def _utility(board: Board) -> int:
    return {"X": 1, "O": -1}.get(_winner(board) or "", 0)


def _explain_player(game: Game) -> str:
    if game.move_count % 2:
        return "X has more marks than O."
    return "X and O have the same number of marks."


def _explain_winner(game: Game) -> str:
    if game.winner is None:
        return "No line is complete."
    return f"{game.winner} has a complete line."


def _explain_terminal(game: Game) -> str:
    if game.is_draw:
        return "The board is full."
    if game.winner is None:
        return "No line is complete, and the board is not full."
    return _explain_winner(game)


def _explain_utility(game: Game) -> str:
    if game.winner is None:
        return "The game is a draw."
    return _explain_winner(game)


def _best_moves(game: Game) -> frozenset[int | None]:
    """Return the moves that keep the position's value, or ``{None}`` if the game is over."""
    return frozenset({None}) if game.is_over else frozenset(checked_optimal_moves()[game.key])


ROLES: Mapping[Role, Answers] = MappingProxyType(
    {
        "initial_state": _NewBoard(takes_board=False),
        "player": Answers(_player, _explain_player),
        "actions": _Moves(_actions),
        "result": _NewBoard(takes_board=True),
        "winner": Answers(_winner, _explain_winner),
        "terminal": Answers(_terminal, _explain_terminal),
        "utility": _Utility(_utility, _explain_utility),
        "minimax": _Choice(_best_moves),
        "agent": _Choice(lambda game: frozenset(game.legal_moves)),
    }
)


def chooses(function: Function) -> bool:
    """Return True if a function must choose a move, so several answers can be right."""
    return ROLES[function.role].chooses


# A search is quick on a board with at least this many marks: plain minimax visits at most 294
# positions.
SLOW_BELOW = 4


# What a question is about: ``"illegal"`` for a move that the function must refuse,
# ``"finished"`` for choosing a move on a finished board, ``"legal"`` for everything else.
Topic = Literal["legal", "illegal", "finished"]


class Question(NamedTuple):
    """Question to ask a function: a position and, for some functions, a move."""

    contract: Contract
    function: Function
    game: Game
    # Move in the contract's notation, or None for functions that take no move.
    move: Any = None
    # Cell of the move. None if the question has no move, or if the move is outside the board.
    cell: int | None = None
    # False for a move that the function must refuse by raising an exception.
    is_legal: bool = True

    def __hash__(self) -> int:
        return hash((self.game.key, self.move))  # faster than hashing every field

    @property
    def answers(self) -> Answers:
        """Right answers for the function's role."""
        return ROLES[self.function.role]

    @property
    def expected(self) -> Any:
        """Right answer to this question, in the form that `Contract.read` returns.

        If the function chooses a move, the right answer is the frozenset of all right cells.
        """
        return self.answers.right(self.game, self.cell)

    @property
    def is_slow(self) -> bool:
        """True if the question starts a long search, because the board has only a few marks."""
        return self.answers.chooses and self.game.move_count < SLOW_BELOW

    @property
    def topic(self) -> Topic:
        """Topic of the question, which determines the misconceptions to consider."""
        if not self.is_legal:
            return "illegal"
        return "finished" if self.answers.chooses and self.game.is_over else "legal"

    @property
    def weight(self) -> int:
        """Number of positions that a plain search visits to find the answer."""
        return _checked_search_costs()[self.game.key] if self.answers.chooses else 1

    def arguments(self) -> tuple[Any, ...]:
        """Create new arguments for a call that asks this question."""
        if self.is_legal:
            return self.contract.arguments(self.function, self.game, self.cell)
        board, *_ = self.contract.arguments(self.function, self.game)
        return (board, self.move)

    def is_right(self, outcome: "Outcome") -> bool:
        """Return True if the contract accepts an outcome as right."""
        if outcome.change:
            return False
        if not self.is_legal:
            return outcome.fault == "raised"
        return not outcome.fault and self.answers.is_right(outcome.answer, self.expected)

    @property
    def call(self) -> str:
        """Python call that asks this question, such as ``result(board, (1, 1))``."""
        if not self.answers.takes_board:
            return f"{self.function.name}()"
        move = "" if self.move is None else f", {self.move!r}"
        return f"{self.function.name}(board{move})"

    def list_moves(self, cells: Iterable[int]) -> list[str]:
        """Return the given cells as text, in the contract's notation for moves."""
        rules = self.game.rules
        return [repr(self.contract.encode_move(cell, rules)) for cell in sorted(cells)]


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
    """Return all questions for a function, sorted by number of marks.

    For a search, positions with the most marks come first, because they are quick to search.
    """
    games = _asked(function.asked)
    if chooses(function):
        games.reverse()
    if function.asked != "moves":
        return tuple(Question(contract, function, game) for game in games)
    found: list[Question] = []
    for number, game in enumerate(games):
        for cell in game.legal_moves:
            move = contract.encode_move(cell, game.rules)
            found.append(Question(contract, function, game, move, cell))
        illegal = contract.illegal_moves(game)
        if illegal:  # for each position, only one of its illegal moves
            move = illegal[number % len(illegal)]
            found.append(Question(contract, function, game, move, is_legal=False))
    return tuple(found)


# Calls to a student's functions, isolated from the check and the page.

STEPS = 50_000  # maximum number of steps in a call to a function that does not search
# Number of additional steps that a search is allowed for each position that it has to visit.
STEPS_OF_A_VISIT = 600
_STEPS_OF_A_MODULE = 2_000_000
_IDENTITY: object = object.__eq__
_MOST_ITEMS = 100
# Maximum number of items to take from a generator.
_DEEPEST = 3000
# Maximum depth of nested calls. A student's code cannot raise this limit.

_Written = Callable[..., Any]
_PLAIN = (bool, int, float, str, list, tuple, set, frozenset, type(None))
# Types of values that are read without a step limit, because none of their methods can be a
# student's code.

# Reason why a call gave no readable answer. ``"accepted"`` means that an illegal move raised no
# exception.
Fault = Literal["", "raised", "recursion", "endless", "unreadable", "accepted"]
# How a call misused a board: ``"returned"`` (changed its argument and returned the same
# object), ``"shallow"`` (changed its argument and returned a new board with the same rows),
# ``"changed"`` (changed its argument in another way), ``"shared"`` (returned a board that uses
# one list for several rows) or ``"kept"`` (returned a board that an earlier call also
# returned).
BoardChange = Literal["", "returned", "shallow", "changed", "shared", "kept"]


class Outcome(NamedTuple):
    """Outcome of one call to a student's function."""

    answer: Any = None  # answer as returned by `Contract.read`, or None if there is a fault
    fault: Fault = ""  # what went wrong in the call, or empty
    detail: str = ""  # exception that was raised, or a description of what was expected
    change: BoardChange = ""  # how the call misused a board, or empty
    got: str = ""  # the answer as Python shows it, shortened
    remark: str = ""  # remark on how a readable answer is written, or empty

    @property
    def pattern(self) -> tuple[Any, ...]:
        """Properties of the outcome that a misconception can predict."""
        return (self.answer, self.fault, self.change)


class Asker:
    """Context manager for calling a student's functions under controlled conditions.

    Inside the context, printed lines are counted but not shown, warnings are ignored, ``input``
    raises an error, and `random` always produces the same numbers. On exit, everything is
    restored.
    """

    def __init__(self) -> None:
        self._context = ExitStack()
        self._budget = StepBudget()
        self._returned: tuple[Any, Question | None] = (None, None)

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._printed = stack.enter_context(muted())
            stack.enter_context(warnings.catch_warnings())
            warnings.simplefilter("ignore")
            stack.enter_context(_isolation())
            stack.enter_context(quick_deepcopy())
            stack.enter_context(self._budget)
            self._context = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._context.__exit__(kind, error, traceback)

    @property
    def printed_line_count(self) -> int:
        """Number of lines that the student's functions have printed."""
        return self._printed.line_count

    def execute(self, call: Callable[[], Any], steps: int = _STEPS_OF_A_MODULE) -> Any:
        """Call a function that runs a student's code, and return the function's result.

        Raises
        ------
        BaseException
            If the code raises an exception.
        OverBudgetError
            If the code takes more than `steps` steps.
        """
        return self._budget.run(call, steps)

    def ask(self, written: _Written, question: Question) -> Outcome:
        """Ask a function a question, with newly created arguments, and return the outcome."""
        arguments, unchanged = question.arguments(), question.arguments()
        outcome, answer = self._call(written, arguments, question)
        if not _is_same(arguments, unchanged):
            return outcome._replace(change=_change_of(arguments, answer))
        if question.answers.makes_board and not outcome.fault:
            return self._with_new_board(written, question, outcome, answer)
        return outcome

    def _with_new_board(
        self, written: _Written, question: Question, outcome: Outcome, answer: Any
    ) -> Outcome:
        """Check that a function returned a new board, and return the outcome.

        If the board was returned earlier, or if two rows are the same list, `change` is set.
        """
        if _has_shared_rows(answer):
            return outcome._replace(change="shared")
        before, asked = self._returned
        self._returned = answer, question
        if answer is before and asked != question and _can_change(answer):
            return outcome._replace(change="kept")
        if not question.answers.takes_board:
            with _changed(answer):
                again, _ = self._call(written, (), question)
            if again.answer != outcome.answer:
                return outcome._replace(change="kept")
        return outcome

    def answer(self, written: _Written, question: Question) -> Any:
        """Ask a function a question and return the raw answer, or None if the call fails."""
        return self._call(written, question.arguments(), question)[1]

    def moves_in_order(self, written: _Written, question: Question) -> list[int] | None:
        """Return the cells that a function returns as moves, in order, or None if it fails."""
        arguments = question.arguments()

        def read() -> list[int]:
            moves = islice(written(*arguments), _MOST_ITEMS)
            rules = question.game.rules
            return [question.contract.decode_move(move, rules) for move in moves]

        cells: list[int] | None = self._try(read, STEPS)[0]
        return cells

    def _try(
        self, call: Callable[[], Any], steps: int | None
    ) -> tuple[Any, BaseException | None]:
        """Return a call's result and its exception, if any. Don't catch KeyboardInterrupt."""
        try:
            return call() if steps is None else self._budget.run(call, steps), None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - a student's code can raise anything
            return None, error

    def _call(
        self, written: _Written, arguments: tuple[Any, ...], question: Question
    ) -> tuple[Outcome, Any]:
        steps = STEPS + STEPS_OF_A_VISIT * question.weight
        answer: Any = None

        def call() -> Any:
            nonlocal answer
            answer = written(*arguments)
            if isinstance(answer, Iterator):
                return list(islice(answer, _MOST_ITEMS))
            return answer

        given, error = self._try(call, steps)
        if error is not None:
            return _fault_of(error, steps), None
        if question.is_legal:
            outcome = self._read(given, question)
            is_list = isinstance(question.answers, _Moves)  # generators are allowed
            if outcome.fault and isgenerator(answer) and not is_list:
                detail = "the function must use return, not yield"
                outcome = outcome._replace(detail=detail, got="a generator")
            if not outcome.fault:
                remark = question.contract.remark(question.function, answer)
                outcome = outcome._replace(remark=remark) if remark else outcome
            return outcome, answer
        return Outcome(fault="accepted", got=brief(given)), answer

    def _read(self, given: Any, question: Question) -> Outcome:
        """Read an answer with `Contract.read`, and return the outcome."""
        if iscoroutine(given):
            given.close()  # otherwise Python warns that the coroutine was not awaited
            detail = "the function must be written with def, not async def"
            return Outcome(fault="unreadable", detail=detail, got="a coroutine")

        def read() -> Any:
            return question.contract.read(question.function, given, question.game)

        found, error = self._try(read, None if type(given) in _PLAIN else STEPS)
        if error is not None:
            is_told = isinstance(error, ValueError)
            detail = error_message(error) if is_told else describe_error(error)
            return Outcome(fault="unreadable", detail=detail, got=brief(given))
        return Outcome(found)


def _fault_of(error: BaseException, steps: int) -> Outcome:
    if isinstance(error, OverBudgetError):
        return Outcome(fault="endless", detail=f"{steps:,}")
    if isinstance(error, RecursionError):
        return Outcome(fault="recursion", detail=describe_error(error))
    return Outcome(fault="raised", detail=describe_error(error))


@contextmanager
def _isolation() -> Iterator[None]:
    state, limit = random.getstate(), sys.getrecursionlimit()
    hook, stdin, ask = sys.unraisablehook, sys.stdin, builtins.input
    set_limit = sys.setrecursionlimit
    sys.unraisablehook = lambda _: None
    sys.stdin, builtins.input = StringIO(), _no_input
    random.seed(0)
    set_limit(min(limit, _DEEPEST))
    vars(sys)["setrecursionlimit"] = lambda _limit: None
    try:
        yield
    finally:
        random.setstate(state)
        vars(sys)["setrecursionlimit"] = set_limit
        set_limit(limit)
        sys.unraisablehook, sys.stdin, builtins.input = hook, stdin, ask


def _no_input(*_: object) -> NoReturn:
    raise EOFError("a function must not call input() during a check")


def _change_of(arguments: tuple[Any, ...], answer: Any) -> BoardChange:
    """Classify how a call changed the board that it received."""
    if arguments and answer is arguments[0]:
        return "returned"
    if isinstance(answer, list) and isinstance(arguments[0], list):
        rows = {id(row) for row in arguments[0] if isinstance(row, list)}
        if any(id(row) in rows for row in answer):
            return "shallow"
    return "changed"


def _has_shared_rows(board: Any) -> bool:
    if not isinstance(board, list | tuple):
        return False
    rows = [id(row) for row in board if isinstance(row, list)]
    return len(set(rows)) < len(rows)


@contextmanager
def _changed(board: Any) -> Iterator[None]:
    """Context manager that temporarily puts a mark in a board's first cell, if possible."""
    cells: Any = None
    before = None
    with suppress(Exception):  # a board can be anything
        cells = board[0] if _can_change(board[0]) else board
        before = cells[0]
        cells[0] = "X"
    try:
        yield
    finally:
        with suppress(Exception):
            cells[0] = before


def _can_change(board: Any) -> bool:
    """Return True if a board or row can be changed, because it is a list or an array."""
    return isinstance(board, list) or hasattr(board, "tolist")


def _is_same(before: Any, after: Any) -> bool:
    """Return True if two values are equal, even if they are nested lists or arrays."""
    with suppress(Exception):  # comparing arrays gives an array, which has no truth value
        if before == after:
            return True
    if isinstance(before, list | tuple):
        return (
            type(before) is type(after)
            and len(before) == len(after)
            and all(_is_same(a, b) for a, b in zip(before, after, strict=True))
        )
    if isinstance(before, dict):
        return (
            isinstance(after, dict)
            and before.keys() == after.keys()
            and _is_same(list(before.values()), [after[key] for key in before])
        )
    if hasattr(before, "tolist"):
        return bool(hasattr(after, "tolist") and before.tolist() == after.tolist())
    if type(before).__eq__ is _IDENTITY:
        return str(before) == str(after)
    return bool(before == after)
