"""Colours: readable in the light and dark schemes, and the same everywhere."""

import re
from pathlib import Path

import pytest

from tests.support.models.colours import contrast, difference, seen_with
from tictactoe_widget.drawing import palette

ROOT = Path(__file__).parent.parent
SCHEMES = ("light", "dark")
HEX = re.compile(r"#[0-9a-f]{6}\b")


def tokens():
    """Return the widgets' colours by name, each for light and dark."""
    theme = (ROOT / "frontend/shared/theme.css").read_text("utf-8")
    found = {}
    for name, value in re.findall(r"--ttt-([a-z-]+):([^;]*);", theme):
        colours = HEX.findall(value)
        # The last colour is the fallback if the host defines none.
        if colours and "color-mix" not in value:
            found[name] = (colours[0], colours[-1])
    return found


def mark_sets():
    """Return the colours for X and O that the page offers, each for light and dark."""
    chosen = (ROOT / "frontend/page/marks.css").read_text("utf-8")
    sets = re.findall(r'"([a-z-]+)"\] #board \.ttt \{([^}]*light-dark[^}]*)\}', chosen)
    return {"blue-orange": [TOKENS["x"], TOKENS["o"]]} | {
        name: re.findall(r"light-dark\((#\w+), (#\w+)\)", body) for name, body in sets
    }


def page_background():
    """Return the page's background, for light and dark."""
    page = (ROOT / "frontend/page/colours.css").read_text("utf-8")
    return tuple(HEX.findall(re.search(r"--background:([^;]*);", page)[1]))


TOKENS = tokens()
# Widget backgrounds on the page, and in JupyterLab's cells and outputs.
GROUNDS = {
    "page": {"bg": page_background(), "paper": TOKENS["paper"], "ink": TOKENS["ink"]},
    "jupyterlab": {
        "bg": ("#ffffff", "#111111"),
        "paper": ("#ffffff", "#1c1c1c"),
        "ink": ("#000000", "#ffffff"),
    },
}
WORDS = [  # contrast 4.5:1, for text
    *("ink on bg", "ink on paper", "ink on wash", "ink on accent-wash"),
    *("ink on win-wash", "ink on draw-wash", "ink on loss-wash"),
    *("ink on x-wash", "ink on o-wash"),
    *("soft on bg", "soft on paper", "soft on wash", "soft on accent-wash"),
    *("soft on x-wash", "soft on o-wash"),
    *("accent on bg", "accent on paper", "accent on accent-wash", "on-accent on accent"),
    *("win on bg", "win on win-wash", "loss on bg", "loss on loss-wash"),
]
SHAPES = [  # contrast 3:1, for marks, large symbols, lines and edges
    *("edge on bg", "edge on paper", "accent on x-wash", "accent on win-wash"),
    *("x on paper", "x on wash", "x on x-wash", "x on accent-wash", "paper on x"),
    *("o on paper", "o on wash", "o on o-wash", "o on accent-wash", "paper on o"),
    *("on-win on win", "on-draw on draw-fill", "on-loss on loss", "draw on draw-wash"),
]


@pytest.mark.parametrize("scheme", [0, 1], ids=SCHEMES)
@pytest.mark.parametrize("host", GROUNDS)
@pytest.mark.parametrize(
    ("pair", "least"), [*((pair, 4.5) for pair in WORDS), *((pair, 3) for pair in SHAPES)]
)
def test_contrast(pair, least, host, scheme):
    known = {**TOKENS, **GROUNDS[host]}
    above, below = (known[name][scheme] for name in pair.split(" on "))
    assert contrast(above, below) >= least


def test_pictures_use_widget_colours():
    own = {
        name.lower().replace("_", "-"): value
        for name, value in vars(palette).items()
        if name.isupper()
    }
    assert own == {name: TOKENS[name] for name in own}
    sources = (ROOT / "tictactoe_widget").rglob("*.py")
    strange = {
        path.name: set(HEX.findall(text)) - {colour for pair in own.values() for colour in pair}
        for path in sources
        if HEX.search(text := path.read_text("utf-8")) and path.name != "palette.py"
    }
    assert not any(strange.values()), strange


def test_page_uses_widget_colours():
    known = {*page_background(), *(colour for pair in TOKENS.values() for colour in pair)}
    for name in ("colours.css", "page.css", "index.html", "manifest.json", "icon.svg"):
        found = HEX.findall((ROOT / "frontend/page" / name).read_text("utf-8"))
        assert found
        assert set(found) <= known, name


@pytest.mark.parametrize("scheme", [0, 1], ids=SCHEMES)
@pytest.mark.parametrize("name", ["blue-orange", "purple-green", "ink-amber"])
def test_marks_differ_with_colour_blindness(name, scheme):
    x, o = (pair[scheme] for pair in mark_sets()[name])
    for colour in (x, o):
        assert contrast(colour, TOKENS["paper"][scheme]) >= 4.5
    # A difference of 1 is just noticeable. The default set has 75 or more.
    for kind in ("protanopia", "deuteranopia", "tritanopia"):
        assert difference(seen_with(x, kind), seen_with(o, kind)) >= 35, kind
