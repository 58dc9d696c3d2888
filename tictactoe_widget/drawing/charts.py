"""Charts for notebooks, as Vega-Lite and SVG, and the evaluation chart for a game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Any

from tictactoe_widget.texts import N_, _, join_sentences

from . import palette
from .markup import escape
from .palette import Colour
from .svg import (
    DEFAULTS,
    Layer,
    MoveEvaluation,
    describe_drawn_value,
    draw_mark,
    draw_text,
    svg_number,
    svg_stroke,
    svg_style,
)

Points = Sequence[tuple[float, float]]
"""Points of one data series, in ascending order of x."""

_WIDTH, _HEIGHT = 584, 170  # width of the picture and height of one panel, in pixels
# Space for text around a panel's curves, in pixels.
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 140, 30, 30
# For each series: its colour, the colour of its name, and the dash pattern of its curve.
# Players and results have their own colours.
_STYLES: Sequence[tuple[Colour, Colour, tuple[int, ...]]] = (
    (palette.ACCENT, palette.ACCENT, ()),
    (palette.INK, palette.INK, (7, 3)),
    (palette.SOFT, palette.SOFT, (2, 3)),
    (palette.EDGE, palette.SOFT, (10, 3, 2, 3)),
)


@dataclass(frozen=True)
class Panel:
    """Immutable chart panel with its own axes."""

    title: str
    """Label of the vertical axis: the quantity and its unit."""
    series: Mapping[str, Points]
    """Mapping from the names of up to four data series to their points."""
    highest: float | None = None
    """Upper end of the vertical scale, which starts at 0. By default, the scale fits the
    points."""


@dataclass(frozen=True)
class Chart:
    """Immutable line chart for notebooks, with one or more panels from top to bottom.

    JupyterLab, Notebook 7 and JupyterLite draw the chart from its Vega-Lite specification.
    Other programs show the SVG version, which needs no script.
    """

    title: str
    """Title of the chart."""
    x_title: str
    """Label of the horizontal axis: the quantity and its unit."""
    panels: tuple[Panel, ...]
    """Panels of the chart, from top to bottom."""

    def to_vegalite(self) -> dict[str, Any]:
        """Return the chart as a Vega-Lite 5 specification that includes the data."""
        return {
            "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
            "title": self.title,
            "description": self._description,
            "vconcat": [self._specify(panel) for panel in self.panels],
            "resolve": {"scale": {"color": "independent", "strokeDash": "independent"}},
        }

    def to_svg(self) -> str:
        """Return the chart as an SVG string. The same chart always gives the same string."""
        height = _HEIGHT * len(self.panels) + 24
        light, dark = map(_style_in, (0, 1))
        style = (
            "text{font:12px system-ui,sans-serif}.a,.l{fill:none}.l{stroke-width:2}"
            ".h{font-weight:600}"
            f"{light}@media screen and (prefers-color-scheme:dark){{{dark}}}"
        )
        drawn = "".join(
            f'<g transform="translate(0 {24 + _HEIGHT * number})">{self._draw(panel)}</g>'
            for number, panel in enumerate(self.panels)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
            f'viewBox="0 0 {_WIDTH} {height}" role="img" style="max-width:100%;height:auto">'
            f"<title>{escape(self.title)}</title><desc>{escape(self._description)}</desc>"
            f'<style>{style}</style><rect class="b" x=".5" y=".5" '
            f'width="{_WIDTH - 1}" height="{height - 1}" rx="12"/>'
            f'<text class="h" x="12" y="20">{escape(self.title)}</text>{drawn}</svg>'
        )

    def _repr_mimebundle_(self, **_options: Any) -> dict[str, Any]:
        """Return the chart as Vega-Lite and SVG for a notebook."""
        return {
            "application/vnd.vegalite.v5+json": self.to_vegalite(),
            "image/svg+xml": self.to_svg(),
            "text/plain": f"{self.title}\n{self._description}",
        }

    @property
    def _description(self) -> str:
        """Description of the chart in words, including each series' first and last points."""
        told = [
            _(
                "{panel}, {series}: {first} at {start}, {last} at {end}.",
                panel=panel.title,
                series=name,
                first=f"{points[0][1]:.3g}",
                start=f"{points[0][0]:g}",
                last=f"{points[-1][1]:.3g}",
                end=f"{points[-1][0]:g}",
            )
            for panel in self.panels
            for name, points in panel.series.items()
            if points
        ]
        return join_sentences(*told)

    def _specify(self, panel: Panel) -> dict[str, Any]:
        names = list(panel.series)
        # A single series needs no legend, because the panel's title names it. The legend is
        # above the panel, because a narrow notebook would cut it off at the side.
        plain = {"legend": None if len(names) < 2 else {"title": None, "orient": "top"}}
        scale = {} if panel.highest is None else {"scale": {"domain": [0, panel.highest]}}
        shown = {
            "domain": names,
            "range": [stroke[0] for stroke, _, _ in _STYLES[: len(names)]],
        }
        dashes = {
            "domain": names,
            "range": [list(dash) or [1, 0] for _, _, dash in _STYLES[: len(names)]],
        }
        return {
            # A title across the top is easier to read than a title along the axis.
            "title": {"text": panel.title, "anchor": "start", "fontWeight": "normal"},
            "width": 460,
            "height": 130,
            "data": {
                "values": [
                    {"x": x, "y": y, "series": name}
                    for name, points in panel.series.items()
                    for x, y in points
                ]
            },
            "mark": {"type": "line", "tooltip": True},
            "encoding": {
                "x": {"field": "x", "type": "quantitative", "title": self.x_title},
                "y": {"field": "y", "type": "quantitative", "title": None, **scale},
                "color": {"field": "series", "type": "nominal", "scale": shown, **plain},
                "strokeDash": {"field": "series", "type": "nominal", "scale": dashes, **plain},
            },
        }

    def _draw(self, panel: Panel) -> str:
        """Draw one panel with its top left corner at the origin."""
        right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
        every = [point for points in panel.series.values() for point in points]
        last = max((x for x, _ in every), default=0) or 1
        top = panel.highest or max((y for _, y in every), default=0) or 1

        def across(x: float) -> float:
            return round(_LEFT + (right - _LEFT) * x / last, 1)

        def up(y: float) -> float:
            return round(bottom - (bottom - _TOP) * y / top, 1)

        parts = [f'<text x="12" y="16">{escape(panel.title)}</text>']
        for y in _ticks(top):
            parts.append(f'<path class="g" d="M{_LEFT} {up(y)}H{right}"/>')
            parts.append(
                f'<text x="{_LEFT - 6}" y="{up(y) + 4}" text-anchor="end">{y:g}</text>'
            )
        parts += [
            f'<text x="{across(x)}" y="{bottom + 16}" text-anchor="middle">{x:g}</text>'
            for x in _ticks(last)
        ]
        parts.append(f'<path class="a" d="M{_LEFT} {_TOP}V{bottom}H{right}"/>')
        parts.append(
            f'<text x="{_WIDTH - 12}" y="{bottom + 16}" text-anchor="end">'
            f"{escape(self.x_title.lower())}</text>"
        )
        ends = [(up(points[-1][1]), name) for name, points in panel.series.items() if points]
        at = dict(zip((name for _, name in sorted(ends)), _spread(sorted(ends)), strict=True))
        for number, (name, points) in enumerate(panel.series.items()):
            if points:
                dash = " ".join(map(str, _STYLES[number][2]))
                path = "L".join(f"{across(x)} {up(y)}" for x, y in points)
                dashed = f' stroke-dasharray="{dash}"' if dash else ""
                parts.append(f'<path class="l l{number}"{dashed} d="M{path}"/>')
                parts.append(
                    f'<text class="t{number}" x="{right + 8}" y="{at[name] + 4}">'
                    f"{escape(name)}</text>"
                )
        return "".join(parts)


def _style_in(scheme: int) -> str:
    """Return CSS with all colours for a light (0) or dark (1) background."""
    series = (
        f".l{at}{{stroke:{stroke[scheme]}}}.t{at}{{fill:{name[scheme]}}}"
        for at, (stroke, name, _) in enumerate(_STYLES)
    )
    return (
        f".b{{fill:{palette.PAPER[scheme]};stroke:{palette.RULE[scheme]}}}"
        f"text{{fill:{palette.SOFT[scheme]}}}.h{{fill:{palette.INK[scheme]}}}"
        f".a{{stroke:{palette.EDGE[scheme]}}}.g{{stroke:{palette.RULE[scheme]}}}"
        f"{''.join(series)}"
    )


def _ticks(highest: float) -> Iterator[float]:
    """Yield at most six round numbers from 0 to the highest value, such as 0, 20 and 40.

    >>> list(_ticks(1.0)), list(_ticks(1000))
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [0, 200, 400, 600, 800, 1000])
    """
    power = 10.0 ** floor(log10(highest))
    step = next(one * power for one in (0.2, 0.5, 1.0, 2.0) if highest / (one * power) <= 5.001)
    for number in range(floor(highest / step + 1e-9) + 1):
        tick = round(number * step, 9)
        yield int(tick) if step >= 1 else tick


def _spread(ends: Sequence[tuple[float, str]]) -> list[float]:
    """Return y coordinates for the curves' labels, spaced so that no labels overlap."""
    heights: list[float] = []
    for height, _name in ends:
        heights.append(max(height, heights[-1] + 14) if heights else height)
    return heights


@dataclass(frozen=True, slots=True)
class PlottedMove:
    """Data that the evaluation chart shows about one move."""

    mark: str
    """Player who made the move, ``"X"`` or ``"O"``."""
    cell: str
    """Name of the cell, as players see it."""
    evaluation: float
    """Evaluation after the move, from 1 (X has won) to -1 (O has won)."""
    value: MoveEvaluation
    """Evaluation of the move from the point of view of the player who made the move."""
    is_mistake: bool
    """True if another move would have led to a better result."""


_BAND_LEFT, _BAND_TOP, _BAND_RIGHT = 62, 44, 12  # space around the bands, in pixels
_BAND = 44
_HIGH = 3 * _BAND
_REACH = 0.87 * _HIGH / 2  # distance from the middle line to the dot for a won game
_FOOT = 48  # space below the bands for numbers and cell names
# Minimum width of columns that show the mark and the cell, and width of all other columns.
_COLUMNS, _NARROW = 40, 14
_LETTER, _GAP = 8, 12  # width of a letter in a cell name, and width of the gap between names
_FEW = 16  # maximum number of moves in a chart with wide columns


def draw_evaluation_chart(title: str, moves: Sequence[PlottedMove]) -> str:
    """Return a move-by-move evaluation chart for a game, as an SVG string.

    The chart has three bands and a dot for each move. A dot at the top means that X has won,
    and a dot at the bottom means that O has won. The closer a player is to winning, the nearer
    the dot is to that player's edge. The widget shows the same chart below its board.

    Parameters
    ----------
    title : str
        Title that appears above the chart.
    moves : sequence of PlottedMove
        All the moves in the game, in the order in which they were played.
    """
    longest = max((len(move.cell) for move in moves), default=0)
    wide = max(_COLUMNS, _LETTER * longest + _GAP)
    step = wide if len(moves) <= _FEW else _NARROW
    across = max(step * len(moves), 220)
    width, height = _BAND_LEFT + across + _BAND_RIGHT, _BAND_TOP + _HIGH + _FOOT
    layers = [layer for layer in _layers(title, moves, step, across) if layer.shapes]
    spoken = join_sentences(*(_tell(ply, move) for ply, move in enumerate(moves, start=1)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ttt-picture" role="img" '
        f'width="{width}" height="{height}" viewBox="0 0 {width} {height}" {DEFAULTS}>'
        f"<title>{escape(title)}</title><desc>{escape(spoken)}</desc>"
        f"<style>{svg_style(layer.role for layer in layers)}</style>"
        f"{''.join(map(str, layers))}</svg>"
    )


def _tell(ply: int, move: PlottedMove) -> str:
    template = (
        N_("Move {ply}, {player} at {square}: {value}. That was a mistake.")
        if move.is_mistake
        else N_("Move {ply}, {player} at {square}: {value}.")
    )
    value = describe_drawn_value(move.value)[0]
    return _(template, ply=ply, player=move.mark, square=move.cell, value=value)


def _layers(
    title: str, moves: Sequence[PlottedMove], step: int, across: int
) -> Iterator[Layer]:
    """Draw all parts of the evaluation chart, from back to front."""
    width, height = _BAND_LEFT + across + _BAND_RIGHT, _BAND_TOP + _HIGH + _FOOT
    box = f'x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="12"'
    yield Layer("paper", [f"<rect {box}/>"])
    heading = 'font-size="13" font-weight="600" text-anchor="start"'
    yield Layer("word", [draw_text(12, 24, title)], heading)
    for at, role in enumerate(("x-wash", "even", "o-wash")):
        band = (
            f'x="{_BAND_LEFT}" y="{_BAND_TOP + _BAND * at}" width="{across}" height="{_BAND}"'
        )
        yield Layer(role, [f"<rect {band}/>"])
    sides = [_BAND_TOP + _BAND * at + _BAND // 2 for at in range(3)]
    words = ("wins", "draw", "wins")
    beside = [
        draw_text(_BAND_LEFT - 8, y + 4, word) for y, word in zip(sides, words, strict=True)
    ]
    yield Layer("name", beside, 'font-size="12" text-anchor="end"')
    for mark, side in (("X", sides[0]), ("O", sides[2])):
        yield Layer(mark.lower(), [draw_mark(mark, 16, side, 20)], svg_stroke(2.6))

    points = [
        (_BAND_LEFT + step * at + step / 2, _BAND_TOP + _HIGH / 2 - _REACH * move.evaluation)
        for at, move in enumerate(moves)
    ]
    for at in range(1, len(moves)):
        (x1, y1), (x2, y2) = points[at - 1], points[at]
        way = (
            f'<path d="M{svg_number(x1)} {svg_number(y1)}L{svg_number(x2)} {svg_number(y2)}"/>'
        )
        is_proved = moves[at - 1].value.value is not None and moves[at].value.value is not None
        role, wide = ("mistake", 4) if moves[at].is_mistake else ("way", 2)
        yield Layer(role, [way], f"{svg_stroke(wide)}{'' if is_proved else _DASHED}")
    radius = 10 if step >= _COLUMNS else 4
    for (x, y), move in zip(points, moves, strict=True):
        dot = f'<circle cx="{svg_number(x)}" cy="{svg_number(y)}" r="{radius}"/>'
        role = "mistaken" if move.is_mistake else "dot"
        dashed = _DASHED if move.value.value is None else ""
        yield Layer(role, [dot], f"{svg_stroke(3 if move.is_mistake else 2)}{dashed}")
        if step >= _COLUMNS:
            yield Layer(move.mark.lower(), [draw_mark(move.mark, x, y, 15)], svg_stroke(2.6))
        if move.is_mistake:
            # Keep the text inside the picture, however high the dot is.
            doubt = draw_text(x + radius + 4, y - radius + 2, "?")
            yield Layer("doubt", [doubt], 'font-size="15" font-weight="700"')
    yield from _feet(moves, step)


_DASHED = ' stroke-dasharray="3.5 3.5" stroke-linecap="butt"'


def _feet(moves: Sequence[PlottedMove], step: int) -> Iterator[Layer]:
    """Draw the number of every move (or every fifth move), and the cell names if they fit."""
    foot = _BAND_TOP + _HIGH
    every = 1 if step >= _COLUMNS else 5
    numbers = [
        draw_text(_BAND_LEFT + step * ply - step / 2, foot + 18, ply)
        for ply in range(every, len(moves) + 1, every)
    ]
    yield Layer("name", numbers, 'font-size="12"')
    if step >= _COLUMNS:
        cells = [
            draw_text(_BAND_LEFT + step * at + step / 2, foot + 36, move.cell)
            for at, move in enumerate(moves)
        ]
        yield Layer("word", cells, 'font-size="13" font-weight="600"')
