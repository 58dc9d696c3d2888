"""Contrast between colours as defined by WCAG 2.2, and colours as colour-blind people see them.

The matrices come from Machado, Oliveira and Fernandes (2009), for full severity. The
difference is CIE 1976 (L*, a*, b*) with sRGB's white point.
"""

import math

Matrix = tuple[tuple[float, ...], ...]

SEEN_WITH = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.95047, 1.0, 1.08883)


def parts_of(colour: str) -> list[int]:
    """Return red, green and blue of ``#rrggbb``, each from 0 to 255."""
    assert len(colour) == 7
    assert colour.startswith("#")
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def linear_parts_of(colour: str) -> list[float]:
    """Return red, green and blue as amounts of light, each from 0 to 1."""
    shares = (part / 255 for part in parts_of(colour))
    return [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in shares
    ]


def luminance(colour: str) -> float:
    """Return the relative luminance, from 0 for black to 1 for white."""
    red, green, blue = linear_parts_of(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast between two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def blend(colour: str, ground: str, opacity: float) -> str:
    """Return the visible colour of a transparent colour over another."""
    pairs = zip(parts_of(colour), parts_of(ground), strict=True)
    parts = (round(above * opacity + below * (1 - opacity)) for above, below in pairs)
    return "#" + "".join(f"{part:02x}" for part in parts)


def seen_with(colour: str, kind: str) -> list[float]:
    """Return a colour as amounts of light that a colour-blind person sees."""
    return _times(SEEN_WITH[kind], linear_parts_of(colour))


def difference(one: list[float], other: list[float]) -> float:
    """Return the difference between two colours, as amounts of light. 1 is just visible."""
    return math.dist(_lab(one), _lab(other))


def _times(matrix: Matrix, parts: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, parts, strict=True)) for row in matrix]


def _lab(parts: list[float]) -> tuple[float, float, float]:
    shares = (
        max(part, 0) / white for part, white in zip(_times(TO_XYZ, parts), WHITE, strict=True)
    )
    x, y, z = (s ** (1 / 3) if s > 0.008856 else 7.787 * s + 16 / 116 for s in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
