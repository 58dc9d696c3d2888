"""Tasks on an executor's workers: results, lost workers and failures."""

import os
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context

import loky
import pytest

from tictactoe_widget import ExecutorError
from tictactoe_widget.rules.errors import RulesError
from tictactoe_widget.sandbox.fan_out import Workers, fan_out, fan_out_in_slices

processes = partial(ProcessPoolExecutor, mp_context=get_context("spawn"))


def double(number):
    """Double a number; exit at 13, fail at 14."""
    if number == 13:
        os._exit(1)
    if number == 14:
        raise ZeroDivisionError("no such number")
    if number == 15:
        raise RulesError("Odd", "result", "...", "answered 7")
    return 2 * number


def done(function, *arguments):
    """Return a future that already has a call's result."""
    future = Future()
    try:
        future.set_result(function(*arguments))
    except Exception as error:  # noqa: BLE001 - as executors do
        future.set_exception(error)
    return future


def failed(error):
    future = Future()
    future.set_exception(error)
    return future


def cancelled():
    future = Future()
    future.cancel()
    future.set_running_or_notify_cancel()
    return future


class KilledWorker(Exception):  # noqa: N818 - the name that dask gives it
    """Error that dask raises when a worker dies."""


class Scripted:
    """Executor with given futures for its first tasks. It runs all other tasks at once."""

    def __init__(self, *answers):
        self.answers = list(answers)

    def submit(self, function, *arguments):
        if self.answers:
            answer = self.answers.pop(0)
            if answer is not None:
                return answer() if callable(answer) else answer
        return done(function, *arguments)


def doubled(executor, numbers, **options):
    with Workers(executor, "numbers") as workers:
        return sorted(fan_out(workers, double, numbers, int, **options))


EXPECTED = [(number, 2 * number) for number in range(9)]


@pytest.mark.parametrize(
    "executor",
    [
        Scripted,
        partial(ThreadPoolExecutor, 2),
        partial(loky.get_reusable_executor, max_workers=2),
    ],
)
def test_each_task_is_answered_once(executor):
    assert doubled(executor, range(9)) == EXPECTED


def test_tasks_are_read_when_there_is_room():
    read = []

    def numbers():
        for number in range(1000):
            read.append(number)
            yield number

    with ThreadPoolExecutor(2) as threads, Workers(threads, "numbers") as workers:
        next(fan_out(workers, double, numbers(), int))
    assert len(read) <= 6


def test_lost_task_runs_again():
    def lose():
        return failed(KilledWorker())

    assert doubled(Scripted(None, lose, None, lose), range(9)) == EXPECTED


def test_task_that_kills_workers_has_no_result():
    expected = sorted([*EXPECTED, (13, None)])
    assert doubled(partial(processes, 2), [*range(9), 13]) == expected


def test_lost_task_without_trials_is_returned():
    lost = failed(KilledWorker())
    assert doubled(Scripted(lost), [3], trials=0) == [(3, None)]


def test_broken_pool_is_replaced():
    with processes(1) as pool:
        assert doubled(pool, [13, 1], trials=1) == [(1, 2), (13, None)]


def test_dying_workers_raise_an_error():
    class Dying:
        def submit(self, *_):
            return failed(KilledWorker())

    with pytest.raises(
        ExecutorError, match="the executor's workers keep stopping without returning a result"
    ):
        doubled(Dying(), range(9))


def network_down():
    raise RuntimeError("the network is down")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (
            network_down,
            "the executor did not accept the numbers: RuntimeError: the network is down",
        ),
        (lambda: None, r"the executor's submit\(\) method must return a future .*, not None"),
        (lambda: 7, r"the executor's submit\(\) method must return a future .*, not 7"),
        (done(lambda: None), "the executor returned None instead of the task's result"),
        (done(lambda: "2"), "the executor returned '2' instead of the task's result"),
        (
            failed(ZeroDivisionError("no such row")),
            "a task on the executor raised ZeroDivisionError: no such row",
        ),
        (cancelled(), "the executor cancelled a task that it had accepted"),
    ],
)
def test_executor_error_is_raised_after_results(answer, message):
    answered = []
    with (
        Workers(Scripted(None, answer), "numbers") as workers,
        pytest.raises(ExecutorError, match=message),
    ):
        answered += fan_out(workers, double, [1, 2], int)
    assert answered == [(1, 2)]


def test_rules_error_is_raised_unchanged():
    with pytest.raises(RulesError, match="answered 7"):
        doubled(Scripted, [15])


def test_irreplaceable_executor_error_has_a_hint():
    class BrokenExecutor(Exception):  # noqa: N818 - the name that concurrent.futures gives it
        pass

    class Broken:
        def submit(self, *_):
            raise BrokenExecutor

    with pytest.raises(ExecutorError, match="pass a function that creates a new one"):
        doubled(Broken(), [1])


def test_pending_tasks_are_cancelled_on_close():
    futures = []

    class Waiting:
        def submit(self, *_):
            futures.append(Future())
            return futures[-1]

    slices = fan_out_in_slices(Workers(Waiting(), "numbers"), double, range(9), int)
    assert next(slices) is None
    slices.close()
    assert len(futures) == 9
    assert all(future.cancelled() for future in futures)
