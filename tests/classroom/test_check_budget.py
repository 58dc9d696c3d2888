"""Functions that never end, raise, print or ask for input."""

import builtins
import sys
import warnings
from contextlib import suppress

import pytest

from tests.support.oracle.positions import positions
from tests.support.students.gallery import PLAIN, module_of, replaced
from tictactoe_widget import Game
from tictactoe_widget.classroom import check
from tictactoe_widget.classroom.checking.questions import checked_positions
from tictactoe_widget.sandbox.limits import OverBudgetError, StepBudget

SOME = checked_positions()[::300]


def loop(_board):
    while True:
        pass


def loop_that_catches(_board):
    while True:
        try:
            while True:
                pass
        except BaseException:  # noqa: S110, BLE001
            pass


def loop_that_suppresses(_board):
    while True:
        with suppress(BaseException):
            while True:
                pass


def loop_over_a_generator(_board):
    def numbers():
        while True:
            try:
                yield 1
            except GeneratorExit:
                break

    return sum(numbers())


def loop_that_answers_at_last(board):
    try:
        while True:
            pass
    except BaseException:  # noqa: BLE001
        return board[9:] or None


LOOPS = (
    loop,
    loop_that_catches,
    loop_that_suppresses,
    loop_over_a_generator,
    loop_that_answers_at_last,
)


def only_part(function, contract="flat", tasks="winner", **options):
    (part,) = check(function, contract, tasks, **options).parts
    return part


@pytest.mark.parametrize("function", LOOPS)
def test_endless_loop_fails(function):
    part = only_part(function)
    assert part.counterexample.sentence == (
        "winner(board) did not finish within 50,600 steps. Is there an infinite loop?"
    )
    assert part.checked_count == 3  # not thousands
    assert part.note == "The check stopped after 3 calls that did not finish."
    # Otherwise Python would show later errors as raised "during handling" of this one.
    assert sys.exc_info() == (None, None, None)


def test_endless_recursion_fails():
    def winner(board):
        return winner(board)

    part = only_part(winner)
    assert part.counterexample.sentence.startswith("winner(board) made too many nested calls")
    assert part.checked_count == 3


def test_endless_move_generator_fails():
    def actions(board):
        while True:
            yield board.index(None)

    part = only_part(actions, tasks="actions")
    assert "must contain each move only once" in part.counterexample.sentence


@pytest.mark.parametrize("function", LOOPS)
def test_budget_stops_code_that_catches_its_error(function):
    with StepBudget() as budget:
        with pytest.raises(OverBudgetError):
            budget.run(lambda: function([]), 1000)
        assert budget.run(lambda: sum(range(10)), 1000) == 45


def test_steps_in_installed_packages_are_free():
    def winner(_board):
        for _ in range(60):
            pytest.approx(dict.fromkeys(range(100), 1.0)).__eq__(dict.fromkeys(range(100), 1.0))

    with StepBudget() as budget:
        assert budget.run(lambda: winner([]), 8_000) is None


def test_tracers_and_monitoring_are_restored():
    def tracer(*_):
        return None

    before = sys.gettrace()
    tools = [vars(sys)["monitoring"].get_tool(n) for n in range(6)] if has_tools() else []
    sys.settrace(tracer)
    try:
        check(loop, "flat", "winner")
        found = sys.gettrace()
    finally:
        sys.settrace(before)
    assert found is tracer
    assert not has_tools() or tools == [vars(sys)["monitoring"].get_tool(n) for n in range(6)]


def has_tools():
    return sys.version_info >= (3, 12)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (lambda: sys.exit(3), "winner(board) raised SystemExit: 3."),
        (lambda: input("name?"), "winner(board) raised EOFError"),
        (lambda: sys.stdin.readline()[0], "winner(board) raised IndexError"),
        (lambda: list[int]()[0], "winner(board) raised IndexError: list index out of range."),
        (
            lambda: "X" * 2,
            "winner(board) returned 'XX', which is not a valid answer: the answer must be 'X',",
        ),
    ],
)
def test_errors_are_in_the_report(what, said):
    part = only_part(lambda _board: what(), positions=SOME)
    assert part.counterexample.sentence.startswith(said)


def test_generator_as_winner_fails():
    def winner(board):
        yield board[0]

    assert only_part(winner, positions=SOME).counterexample.sentence == (
        "winner(board) returned a generator, which is not a valid answer: "
        "the function must use return, not yield."
    )


def test_ctrl_c_stops_a_check():
    def winner(_board):
        raise KeyboardInterrupt

    before = sys.stdout, sys.stdin, builtins.input, sys.gettrace()
    with pytest.raises(KeyboardInterrupt):
        check(winner, "flat")
    assert (sys.stdout, sys.stdin, builtins.input, sys.gettrace()) == before


def test_output_is_counted_and_hidden(capfd):
    def winner(_board):
        print("one\ntwo")  # noqa: T201
        print("three", file=sys.stderr)  # noqa: T201
        warnings.warn("careful", stacklevel=1)

    part = only_part(winner, positions=SOME[:10])
    assert capfd.readouterr() == ("", "")
    assert (
        part.note == "The function printed 40 lines of output, which are not shown here."
    )  # 10 boards, twice


def test_async_function_fails_without_a_warning(capfd):
    async def winner(_board):
        return None

    part = only_part(winner, positions=SOME[:5])
    assert part.counterexample.sentence == (
        "winner(board) returned a coroutine, which is not a valid answer: the function must "
        "be written with def, not async def."
    )
    assert capfd.readouterr() == ("", "")


def test_students_functions_are_restored():
    late = [Game.from_text(p.text) for p in positions() if p.marks > 6][:30]
    module = module_of(replaced("def winner(board):\n    return None\n"))
    before = dict(vars(module))
    check(module, "cs50", ("terminal", "minimax"), late)
    assert vars(module) == before
    plain = module_of(PLAIN)
    before = dict(vars(plain))
    check(plain, "cs50", "minimax", late)
    assert vars(plain) == before
