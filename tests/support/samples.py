"""Samples of long lists of cases."""

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(every: int, cases: Iterable[Any]) -> list[Any]:
    """Cases of which `make test` has each n-th, and `make test-long` the others."""
    return [
        case if number % every == 0 else pytest.param(case, marks=pytest.mark.long)
        for number, case in enumerate(cases)
    ]
