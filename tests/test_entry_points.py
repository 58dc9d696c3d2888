"""Forged arguments at every entry point, a few; `make soak` tries 100,000 of each."""

import pytest

from tests.support.scenes.forgeries import entry_points


@pytest.mark.parametrize("point", entry_points(), ids=lambda point: point.name)
def test_forged_arguments(point):
    point.attack(1_000)
