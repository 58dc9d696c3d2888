"""Forged arguments at every entry point, with fewer examples for slow ones."""

import pytest

from tests.support.scenes.forgeries import entry_points

EXAMPLES = 100_000


@pytest.mark.parametrize("point", entry_points(), ids=lambda point: point.name)
def test_forged_arguments_refused(point):
    point.attack(EXAMPLES, seed=2)
