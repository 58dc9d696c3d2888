"""Compare the times for several ways to do the same work, as ratios measured in one run.

The contenders take turns in each round, so that a slower computer slows all of them down. The
result is the median of the rounds' ratios. Other scripts in this folder, such as
``rules_walk.py``, import this module.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True)
class Timing:
    """Time of one contender."""

    name: str
    """Name of the contender."""
    seconds: float
    """Median time of one run, in seconds."""
    ratio: float
    """Median ratio of this contender's time to the first contender's time, over all rounds."""


def compare(contenders: Mapping[str, Callable[[], object]], rounds: int = 5) -> list[Timing]:
    """Run every contender once in each round, after a warm-up round that does not count.

    Parameters
    ----------
    contenders : mapping of str to callable
        Functions to time, by name. Ratios are relative to the first function.
    rounds : int, default 5
        Number of rounds that count.

    Raises
    ------
    ValueError
        If two contenders return different values, because they then did different work. A
        contender that returns None is not compared.
    """
    answers = {name: run() for name, run in contenders.items()}
    if len({answer for answer in answers.values() if answer is not None}) > 1:
        raise ValueError(f"contenders must return equal values, not {answers}")
    taken: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, run in contenders.items():
            start = perf_counter()
            run()
            taken[name].append(perf_counter() - start)
    first = next(iter(taken.values()))
    return [
        Timing(
            name,
            median(times),
            median(own / base for own, base in zip(times, first, strict=True)),
        )
        for name, times in taken.items()
    ]


def report(title: str, timings: list[Timing]) -> None:
    """Print each contender's name, median time, and ratio to the first contender."""
    print(title)
    width = max(len(timing.name) for timing in timings)
    for timing in timings:
        print(f"  {timing.name:<{width}}  {timing.seconds:10.6f} s  {timing.ratio:8.2f} x")
