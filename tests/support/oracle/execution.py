"""Students' code that can be executed repeatedly, with a limit on steps."""

import ast
import random
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from types import CodeType, ModuleType
from typing import Any, NoReturn

from tests.support.oracle.contracts import UNREADABLE, Contract, Question

NAME = "student_of_the_oracle"
MOST_ITEMS = 100
STEPS, STEPS_OF_A_VISIT = 100_000, 2_000


class EndlessError(BaseException):
    """Error for a call that takes too many steps."""


@dataclass(frozen=True)
class Answer:
    """Outcome of a call."""

    value: Any = UNREADABLE  # answer from `Contract.read`
    raw: Any = None  # the student's answer
    error: str = (
        ""  # name of the exception's type, ``"endless"``, or empty if there was no exception
    )
    changed: bool = False  # True if it changed the board that it got
    shares_rows: bool = False  # True if two returned rows are the same list

    def same_as(self, other: "Answer") -> bool:
        """Return whether another call had the same outcome."""
        return (
            self.value == other.value
            and type(self.value) is type(other.value)
            and (self.error, self.changed, self.shares_rows)
            == (other.error, other.changed, other.shares_rows)
            and (self.value is not UNREADABLE or _plain(self.raw) == _plain(other.raw))
        )


def _plain(raw: Any) -> Any:
    """Return an unreadable answer in a form that can be compared."""
    return raw if isinstance(raw, str | int | float | tuple | list | None) else type(raw)


class _Ticking(ast.NodeTransformer):
    """Add a step counter to every function, loop and comprehension."""

    @staticmethod
    def _tick() -> ast.Call:
        return ast.Call(ast.Name("__tick__", ast.Load()), [], [])

    def _body(self, node: Any) -> Any:
        self.generic_visit(node)
        node.body.insert(0, ast.Expr(self._tick()))
        return node

    visit_FunctionDef = visit_For = visit_While = _body  # noqa: N815 (ast's names)

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.ifs.insert(0, self._tick())
        return node


@lru_cache(maxsize=8)
def _compiled(source: str) -> CodeType:
    tree = _Ticking().visit(ast.parse(source))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python warns about some wrong comparisons
        return compile(ast.fix_missing_locations(tree), f"<{NAME}>", "exec")


def _no_input(*_: object) -> NoReturn:
    raise EOFError


class Run:
    """A student's code, executed once.

    Parameters
    ----------
    source : str
        The code.
    contract : Contract
        The code's contract.
    instead : dict
        Functions that replace the student's own, by name.
    seed : int, default 0
        Seed for the random numbers, which are the same in each call.
    """

    def __init__(
        self, source: str, contract: Contract, instead: dict[str, Any], seed: int = 0
    ) -> None:
        self.draws = False  # True once an answer has used random numbers
        self._contract = contract
        self._seed = seed
        self._uses_chance = "random" in source
        self._left = STEPS
        module = ModuleType(NAME)
        sys.modules[NAME] = module  # dataclasses look for the module here
        self.names = vars(module)
        self.names |= {"__tick__": self._tick, "print": _nothing, "input": _no_input}
        random.seed(seed)
        exec(_compiled(source), self.names)  # noqa: S102 (our own)
        self.names |= instead

    def _tick(self) -> bool:
        self._left -= 1
        if self._left < 0:
            raise EndlessError
        return True

    def ask(self, role: str, question: Question) -> Answer:
        """Call a function with a new board and return the outcome."""
        contract = self._contract
        board = contract.encode(question.position.cells)
        given: tuple[Any, ...] = () if role == "initial_state" else (board,)
        if question.move is not None:
            given = (board, question.move)
        before = self._chance()
        visits = question.position.visits if role == "minimax" else 0
        self._left = STEPS + STEPS_OF_A_VISIT * visits
        try:
            raw = self.names[role](*given)
            if isinstance(raw, Iterator):
                raw = list(islice(raw, MOST_ITEMS))
        except EndlessError:
            return Answer(error="endless")
        except (Exception, SystemExit, GeneratorExit) as error:  # noqa: BLE001 (students' code can raise anything)
            return Answer(error=type(error).__name__, changed=self._changed(board, question))
        finally:
            self._left = STEPS
            self.draws |= self._uses_chance and random.getstate() != before
        rows = _rows(raw)
        lists = [row for row in raw if isinstance(row, list)] if _is_sequence(raw) else []
        return Answer(
            contract.read(role, raw),
            raw,
            changed=self._changed(board, question),
            shares_rows=len(rows) < len(lists),
        )

    def _chance(self) -> Any:
        """Reset the random numbers and return their state, or None if they aren't used."""
        if not self._uses_chance:
            return None
        random.seed(self._seed)
        return random.getstate()

    def _changed(self, board: Any, question: Question) -> bool:
        return bool(board != self._contract.encode(question.position.cells))


def _nothing(*_: object, **__: object) -> None:
    pass


def _rows(board: Any) -> set[int]:
    return {id(row) for row in board if isinstance(row, list)} if _is_sequence(board) else set()


def _is_sequence(board: Any) -> bool:
    return isinstance(board, list | tuple)
