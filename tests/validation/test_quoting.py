"""How messages quote a value."""

import pytest

from tictactoe_widget.validation.quoting import brief, error_message, visible

PLAIN = object()


def test_a_value_of_60_characters_is_quoted_whole_and_a_longer_one_is_cut():
    assert brief("a" * 58) == f"'{'a' * 58}'"
    assert brief("a" * 59) == f"'{'a' * 56}..."


def test_a_value_whose_repr_fails_is_called_by_its_type():
    class Broken:
        def __repr__(self):
            raise RuntimeError

    assert brief(Broken()) == "<Broken>"
    assert brief(10**5000) == "<int>"


def test_where_an_object_lies_in_memory_is_left_out():
    """Addresses differ from run to run, and split what is one fault in many."""
    assert brief(PLAIN) == "<object object>"
    assert brief([PLAIN, (PLAIN,)]) == "[<object object>, (<object object>,)]"
    assert brief(PLAIN.__str__) == "<method-wrapper '__str__' of object object>"
    assert brief(brief.__code__).startswith("<code object brief, file ")
    with pytest.raises(TypeError) as raised:
        raise TypeError(f"{PLAIN} is no cell")
    assert error_message(raised.value) == "<object object> is no cell"
    assert brief("it is at 0x10") == "'it is at 0x10'"


@pytest.mark.parametrize("sign", ["\x00", "\x07", "\x1b", "\x7f", "\x9b", "\n", "\r", "\t"])
def test_control_characters_are_shown_and_not_obeyed(sign):
    assert visible(f"a{sign}b") == f"a{sign.encode('unicode_escape').decode()}b"
    assert visible(f"a{sign}b").isprintable()


@pytest.mark.parametrize("code", [0x202E, 0x2066, 0x2069, 0x200F, 0x061C, 0x2028, 0xD800])
def test_characters_that_turn_the_writing_or_break_it_are_shown_by_their_number(code):
    assert visible(f"a{chr(code)}b") == f"a\\u{code:04x}b"


def test_words_in_any_writing_stay_as_they_are():
    assert visible("Zoë 李 עדה é 🙂 ok") == "Zoë 李 עדה é 🙂 ok"
