"""Colours for pictures and charts on light and dark pages.

The widgets use the same colours, under the same names, in ``frontend/shared/theme.css``. Each
colour has a meaning: blue is X, orange is O, and violet draws attention. Results are
blue-green, gold or purple-red. Even people with red-green colour blindness can tell these
colours apart.
"""

Colour = tuple[str, str]
"""Pair of colours, for light and for dark backgrounds, as ``#rrggbb``."""

PAPER: Colour = ("#ffffff", "#211e29")
"""Background of the whole picture."""
INK: Colour = ("#241f31", "#f1eef7")
"""Colour of the main text."""
SOFT: Colour = ("#5d5769", "#b9b3c6")
"""Colour of secondary text."""
RULE: Colour = ("#e7e0d6", "#383342")
"""Colour for decoration. No boundary is marked by this colour alone."""
EDGE: Colour = ("#8a8298", "#7d768c")
"""Colour of the lines on a board and of chart axes."""
WASH: Colour = ("#f3eee6", "#2b2734")
"""Background colour of the last move's cell."""
ACCENT: Colour = ("#5a3cc4", "#c3b3ff")
"""Colour for highlights: the best move, open boards, and the first series in a chart."""
ACCENT_WASH: Colour = ("#eee9fc", "#342c52")
"""Background colour of open boards."""

X: Colour = ("#1b5ad1", "#8fb8ff")
X_WASH: Colour = ("#e6eefc", "#1f2d4a")
O: Colour = ("#c1440a", "#ffae75")  # noqa: E741 - the mark's name
O_WASH: Colour = ("#fdebe0", "#442a1a")

WIN: Colour = ("#007268", "#5ddbc3")
ON_WIN: Colour = ("#ffffff", "#04231f")
WIN_WASH: Colour = ("#d5f2ec", "#103a35")
DRAW: Colour = ("#7a5800", "#f4cd5d")
DRAW_FILL: Colour = ("#ffd65c", "#f4cd5d")
ON_DRAW: Colour = ("#2e2200", "#2e2200")
DRAW_WASH: Colour = ("#fff3cf", "#3d3417")
LOSS: Colour = ("#ae1140", "#ff9cb2")
ON_LOSS: Colour = ("#ffffff", "#3b0617")
LOSS_WASH: Colour = ("#fde4ea", "#4a1e2c")


def css_light_dark(colour: Colour) -> str:
    """Return a CSS colour that adapts to the element's colour scheme, light or dark.

    >>> css_light_dark(INK)
    'light-dark(#241f31,#f1eef7)'
    """
    return f"light-dark({colour[0]},{colour[1]})"


def css_following_host(name: str) -> str:
    """Return CSS rules that make elements with a CSS class follow Jupyter's colour theme."""
    return (
        f":is([data-jp-theme-light=true],.vscode-light) .{name}{{color-scheme:light}}"
        f":is([data-jp-theme-light=false],.vscode-dark,.dark) .{name}{{color-scheme:dark}}"
        f"@media print{{.{name}{{color-scheme:light!important}}}}"
    )


def colour_on_paper(colour: Colour, percent: int) -> Colour:
    """Mix `percent` of a colour into the background colour.

    >>> colour_on_paper(("#000000", "#ffffff"), 50)
    ('#808080', '#908e94')
    """

    def mixed(ink: str, paper: str) -> str:
        pairs = ((int(ink[at : at + 2], 16), int(paper[at : at + 2], 16)) for at in (1, 3, 5))
        parts = [round((a * percent + b * (100 - percent)) / 100) for a, b in pairs]
        return "#" + "".join(f"{part:02x}" for part in parts)

    return mixed(colour[0], PAPER[0]), mixed(colour[1], PAPER[1])
