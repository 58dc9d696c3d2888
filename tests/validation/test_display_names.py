import pytest

from tictactoe_widget.validation import LONGEST_NAME, check_name, printable_name


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoe\u0308"),  # the same name with a combining diaeresis
        ("李小龍", "李小龍"),
        ("דנה", "דנה"),
        ("👩\u200d🚀", "👩\u200d🚀"),  # an astronaut: woman, joiner, rocket
        ("❤\ufe0f", "❤\ufe0f"),
        ("نرگس\u200cگل", "نرگس\u200cگل"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
        ("?", "?"),
    ],
)
def test_names_in_all_scripts_kept(name, kept):
    assert check_name(name) == kept
    assert printable_name(name) == kept


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Ada\u202e", "must not contain a control character (U+202E): 'Ada\\u202e'"),
        (
            "\u2066Ada\u2069",
            "must not contain a control character (U+2066): '\\u2066Ada\\u2069'",
        ),
        ("A\x00da", "must not contain a control character (U+0000): 'A\\x00da'"),
        ("A\x1b[31mda", "must not contain a control character (U+001B): 'A\\x1b[31mda'"),
        ("A\u200bda", "must not contain a control character (U+200B): 'A\\u200bda'"),
        ("\ud83d", "must not contain a lone surrogate (U+D83D): '\\ud83d'"),
        ("", "must contain a visible character: ''"),
        (" \t ", "must contain a visible character: ' \\t '"),
        (
            "\u3164",
            "must contain a visible character: '\u3164'",
        ),  # HANGUL FILLER, a blank letter
        ("\u2800", "must contain a visible character: '\u2800'"),  # BRAILLE PATTERN BLANK
        ("\u200d", "must contain a visible character: '\\u200d'"),
        ("\u0301\ufe0f", "must contain a visible character: '\u0301\ufe0f'"),
        ("x" * 41, "must have at most 40 characters: 'xxxxxxxxxxxx...xxxxxxxxxxxxx'"),
    ],
)
def test_invalid_name_refused(name, reason):
    with pytest.raises(ValueError, match=r"^the name of X ") as caught:
        check_name(name, "the name of X")
    assert str(caught.value) == f"the name of X {reason}"
    str(caught.value).encode()
    with pytest.raises(ValueError, match=r"^the name must be a str, not b'Ada'"):
        check_name(b"Ada")


def test_printable_names():
    assert printable_name("bot\u202etob") == "bot\N{REPLACEMENT CHARACTER}tob"
    assert printable_name("\ud83d") == "\N{REPLACEMENT CHARACTER}"
    assert printable_name("x" * 41) == "x" * 39 + "…"
    assert printable_name(" \u3164\u200d") == ""
