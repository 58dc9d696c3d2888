"""Checks of common arguments: seeds, seconds and counts."""

from math import inf

import pytest

from tictactoe_widget.validation import as_seconds, as_seed, check_int


class Five:
    """An integer type such as NumPy's."""

    def __index__(self):
        return 5


def test_other_integer_types_converted():
    assert (as_seed(Five()), check_int(Five(), "games")) == (5, 5)
    assert as_seed(None) is None


def test_failing_integer_refused():
    class Failing:
        def __index__(self):
            raise RuntimeError

    with pytest.raises(TypeError, match="games must be an int, not"):
        check_int(Failing(), "games")


def check_games(value):
    return check_int(value, "games", 0)


def test_infinite_seconds_accepted():
    assert as_seconds(inf) == inf
    assert as_seconds(10**400) == inf
    assert as_seconds(2) == 2.0


@pytest.mark.parametrize(
    ("check", "value", "error", "message"),
    [
        (as_seed, True, TypeError, "seed must be an int or None, not True"),
        (as_seed, "1", TypeError, "seed must be an int or None, not '1'"),
        (as_seconds, True, TypeError, "seconds must be a number above 0, not True"),
        (as_seconds, float("nan"), ValueError, "seconds must be above 0, not nan"),
        (as_seconds, -1, ValueError, "seconds must be above 0, not -1"),
        (check_games, 1.0, TypeError, "games must be an int, not 1.0"),
        (check_games, -3, ValueError, "games must be at least 0, not -3"),
    ],
)
def test_invalid_value_refused(check, value, error, message):
    with pytest.raises(error) as caught:
        check(value)
    assert str(caught.value) == message
