"""Work in short slices, so that the caller can do other things in between."""

from collections.abc import Generator, Iterator
from time import perf_counter
from typing import TypeVar

SLICE_SECONDS = 0.008
"""Time that an analysis works before it pauses, in seconds."""

AnswerT = TypeVar("AnswerT")

Slices = Generator[None, None, AnswerT]
"""Generator that pauses about every `SLICE_SECONDS` and returns its answer at the end."""


def run_to_end(slices: Slices[AnswerT]) -> AnswerT:
    """Run all slices of a generator and return its answer."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            answer: AnswerT = end.value
            return answer


def search_within(answers: Iterator[AnswerT], *, seconds: float) -> Iterator[AnswerT]:
    """Yield better and better answers until the time limit, at least one.

    Parameters
    ----------
    answers : iterator
        Answers, each better than the one before.
    seconds : float
        Work to stop after, pauses not counted; ``inf`` for no limit.
    """
    begun = perf_counter()
    for answer in answers:
        seconds -= perf_counter() - begun
        yield answer
        if seconds <= 0:
            return
        begun = perf_counter()


def last_search_within(answers: Iterator[AnswerT], *, seconds: float) -> Slices[AnswerT]:
    """Return the last answer of `search_within`: the best one until the time limit.

    Examples
    --------
    >>> run_to_end(last_search_within(iter("abc"), seconds=60))
    'c'
    """
    latest: list[AnswerT] = []
    for answer in search_within(answers, seconds=seconds):
        latest[:] = [answer]
        yield
    return latest.pop()


def run_timed(slices: Slices[AnswerT]) -> Slices[tuple[AnswerT, float]]:
    """Run a generator; return its answer and the work it took, in seconds without pauses."""
    spent = 0.0
    while True:
        begun = perf_counter()
        try:
            next(slices)
        except StopIteration as end:
            return end.value, spent + perf_counter() - begun
        spent += perf_counter() - begun
        yield


class PauseError(Exception):
    """Signal, inside a search, that its slice is used up; its proofs are kept."""
