"""Contrast of colours, after the definitions of WCAG 2.2."""


def parts_of(colour: str) -> list[int]:
    """Return red, green and blue of ``#rrggbb``, each from 0 to 255."""
    assert len(colour) == 7
    assert colour.startswith("#")
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def luminance(colour: str) -> float:
    """Return the relative luminance, from 0 for black to 1 for white."""
    shares = (part / 255 for part in parts_of(colour))
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def blend(colour: str, ground: str, opacity: float) -> str:
    """Return what is seen of a colour over another."""
    pairs = zip(parts_of(colour), parts_of(ground), strict=True)
    parts = (round(above * opacity + below * (1 - opacity)) for above, below in pairs)
    return "#" + "".join(f"{part:02x}" for part in parts)
