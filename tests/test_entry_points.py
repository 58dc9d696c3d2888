"""Forged arguments at every entry point. `make soak` tries many more."""

import pytest

from tests.support.scenes.forgeries import entry_points


@pytest.mark.parametrize("point", entry_points(), ids=lambda point: point.name)
def test_forged_arguments_refused(point):
    point.attack(1_000)
