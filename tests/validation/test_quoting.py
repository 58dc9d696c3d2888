"""How error messages quote values."""

import sys
import unicodedata

import pytest

from tictactoe_widget.validation import (
    ESCAPED_SIGNS,
    brief,
    error_message,
    type_name,
    visible,
)

PLAIN = object()
BIDI_CLASSES = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
"""The Unicode standard's classes for bidirectional control characters."""


def test_long_values_shortened():
    assert brief("a" * 58) == f"'{'a' * 58}'"
    assert brief("a" * 59) == f"'{'a' * 56}..."


def test_failing_repr_replaced_by_type():
    class Broken:
        def __repr__(self):
            raise RuntimeError

    assert brief(Broken()) == "<Broken>"
    assert brief(10**5000) == "<int>"


def test_memory_addresses_left_out():
    """Addresses differ between runs, so one fault would look like many."""
    assert brief(PLAIN) == "<object object>"
    assert brief([PLAIN, (PLAIN,)]) == "[<object object>, (<object object>,)]"
    assert brief(PLAIN.__str__) == "<method-wrapper '__str__' of object object>"
    assert brief(brief.__code__).startswith("<code object brief, file ")
    with pytest.raises(TypeError) as raised:
        raise TypeError(f"{PLAIN} is no cell")
    assert error_message(raised.value) == "<object object> is no cell"
    assert brief("it is at 0x10") == "'it is at 0x10'"


@pytest.mark.parametrize("sign", ["\x00", "\x07", "\x1b", "\x7f", "\x9b", "\n", "\r", "\t"])
def test_control_characters_escaped(sign):
    assert visible(f"a{sign}b") == f"a{sign.encode('unicode_escape').decode()}b"
    assert visible(f"a{sign}b").isprintable()


@pytest.mark.parametrize("code", [0x202E, 0x2066, 0x2069, 0x200F, 0x061C, 0x2028, 0xD800])
def test_bidi_controls_escaped(code):
    assert visible(f"a{chr(code)}b") == f"a\\u{code:04x}b"


def test_words_in_all_scripts_kept():
    assert visible("Zoë 李 עדה é 🙂 ok") == "Zoë 李 עדה é 🙂 ok"


def test_every_control_character_is_escaped():
    obeyed = {
        code
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)) in {"Cc", "Cs", "Zl", "Zp"}
        or unicodedata.bidirectional(chr(code)) in BIDI_CLASSES
        or code in {0x200E, 0x200F, 0x061C}
    }
    assert obeyed == ESCAPED_SIGNS.keys()


def test_long_escaped_text_shortened():
    assert visible("\x1b" * 10, 12) == "\\x1b\\x1b\\..."
    assert visible("a" * 2_000) == "a" * 2_000
    assert visible("a" * 2_001) == f"{'a' * 1_997}..."
    assert len(visible("\x1b" * 1_000_000, None)) == 4_000_000


def test_multiline_text_keeps_line_breaks():
    assert visible("a\n\tb\r\x1b", in_lines=True) == "a\n\tb\\r\\x1b"


def test_type_name():
    class Lying(type):
        __name__ = property(lambda _cls: "\x1b[2J")

    assert type_name(Lying("Honest", (), {})) == "Honest"
    assert type_name(type("m" * 1_000_000, (), {})) == f"{'m' * 57}..."


def test_repr_that_exits_python():
    class Exiting:
        def __repr__(self):
            raise SystemExit

    assert brief(Exiting()) == "<Exiting>"
