"""Forged arguments at every entry point; of the slow ones, fewer."""

import pytest

from tests.support.scenes.forgeries import entry_points

EXAMPLES = 100_000


@pytest.mark.parametrize("point", entry_points(), ids=lambda point: point.name)
def test_forged_arguments(point):
    point.attack(EXAMPLES, seed=2)
