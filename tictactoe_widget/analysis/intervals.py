"""Intervals of confidence: where what is estimated from a sample may lie."""

from math import sqrt

NORMAL_QUANTILE = 1.959964
"""Number of standard deviations on each side that hold 95 % of a normal distribution."""


def interval_of_share(count: int, total: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, from 0 to 1, by E. B. Wilson (1927).

    Parameters
    ----------
    count : int
        Number of things in the sample that are counted.
    total : int
        Number of things in the sample, above 0.

    Examples
    --------
    >>> low, high = interval_of_share(50, 100)
    >>> f"{low:.3f} to {high:.3f}"
    '0.404 to 0.596'
    """
    share = count / total
    spread = NORMAL_QUANTILE**2 / total
    middle = (share + spread / 2) / (1 + spread)
    half = (
        NORMAL_QUANTILE
        / (1 + spread)
        * sqrt(share * (1 - share) / total + spread / (4 * total))
    )
    return max(0.0, middle - half), min(1.0, middle + half)
