"""Compare the times of several ways to do the same work, as ratios measured in one run.

The contenders take turns in each round. If the machine slows down, all of them slow down. The
result is the median of the ratios within a round. Other scripts in this folder import this
module, for example ``rules_walk.py``.
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
    """Median, over the rounds, of its time over the first contender's."""


def compare(contenders: Mapping[str, Callable[[], object]], rounds: int = 5) -> list[Timing]:
    """Run every contender once a round, after one round that does not count.

    Parameters
    ----------
    contenders : mapping of str to callable
        Functions to time, by name; ratios are to the first.
    rounds : int, default 5
        Number of rounds that count.

    Raises
    ------
    ValueError
        When two contenders return different values, and so did different work. A
        contender without a value to compare returns None.
    """
    answers = {name: run() for name, run in contenders.items()}
    if len({answer for answer in answers.values() if answer is not None}) > 1:
        raise ValueError(f"not the same work: {answers}")
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
    """Print a table: the name, the median time, the ratio to the first."""
    print(title)
    width = max(len(timing.name) for timing in timings)
    for timing in timings:
        print(f"  {timing.name:<{width}}  {timing.seconds:10.6f} s  {timing.ratio:8.2f} x")
