"""How messages quote a value."""

_LONGEST = 60  # most characters of a value that a message quotes


def brief(value: object) -> str:
    """Return the `repr` of a value for a message, shortened where it is long.

    >>> brief("a"), brief("a" * 1000)
    ("'a'", "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...")
    """
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 (any repr may raise; that of an int of 5,000 digits does)
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
