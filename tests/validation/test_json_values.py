"""Checks of JSON values from untrusted sources."""

import pytest

from tictactoe_widget.validation import check_parts, check_type, read_part


def test_value_of_right_type_returned():
    assert check_type(3, int, "round") == 3
    assert read_part({"names": {}}, "names", dict) == {}


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        (1, str, "round must be text, not 1"),
        ("1", int, "round must be a whole number, not '1'"),
        (1.0, int, "round must be a whole number, not 1.0"),
        (1, bool, "round must be true or false, not 1"),
        ((), list, "round must be a list, not ()"),
        (None, dict, "round must be an object, not None"),
    ],
)
def test_value_of_wrong_type_refused(value, kind, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the message is compared below)
        check_type(value, kind, "round")
    assert str(caught.value) == message


def test_missing_part_reported():
    with pytest.raises(ValueError, match=r"^names is missing$"):
        read_part({"round": 1}, "names", dict)


def test_first_unknown_part_reported():
    check_parts({"a": 1}, ("a", "b"))
    with pytest.raises(ValueError, match=r"^each part must be a or b, not 'c'$"):
        check_parts({"a": 1, "c": 2, "d": 3}, ("a", "b"))
