"""How messages quote a value."""

from tictactoe_widget.validation.quoting import brief


def test_a_value_of_60_characters_is_quoted_whole_and_a_longer_one_is_cut():
    assert brief("a" * 58) == f"'{'a' * 58}'"
    assert brief("a" * 59) == f"'{'a' * 56}..."


def test_a_value_whose_repr_fails_is_called_by_its_type():
    class Broken:
        def __repr__(self):
            raise RuntimeError

    assert brief(Broken()) == "<Broken>"
    assert brief(10**5000) == "<int>"
