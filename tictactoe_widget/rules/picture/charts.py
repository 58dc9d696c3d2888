"""Charts for notebooks: a Vega-Lite specification, and an SVG for where there is none."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Any

from . import palette
from .markup import escape
from .palette import Colour

Points = Sequence[tuple[float, float]]
"""Points of a series, by ascending x."""

_WIDTH, _HEIGHT = 560, 170
"""Size of the picture, and height of one panel, in pixels."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 116, 30, 30
"""Room around the curves of a panel for its texts, in pixels."""
_STYLES: Sequence[tuple[Colour, Colour, tuple[int, ...]]] = (
    (palette.ACCENT, palette.ACCENT, ()),
    (palette.INK, palette.INK, (7, 3)),
    (palette.SOFT, palette.SOFT, (2, 3)),
    (palette.EDGE, palette.SOFT, (10, 3, 2, 3)),
)
"""Colours of each series and of its name, and its dashes; players and results have colours
of their own."""


@dataclass(frozen=True)
class Panel:
    """One pair of axes of a chart. Immutable."""

    title: str
    """Quantity that is shown, with its unit."""
    series: Mapping[str, Points]
    """Points of each series, by its name; at most four."""
    highest: float | None = None
    """Upper end of the scale, which begins at 0; by default that of the points."""


@dataclass(frozen=True)
class Chart:
    """Chart of series over one quantity, in one or more panels, one below the other.

    Immutable. JupyterLab, Notebook 7 and JupyterLite draw its Vega-Lite specification by
    themselves; everywhere else its SVG is shown, which needs no script.
    """

    title: str
    """Title of the chart."""
    x_title: str
    """Quantity along the horizontal axis, with its unit."""
    panels: tuple[Panel, ...]
    """Panels, from top to bottom."""

    def to_vegalite(self) -> dict[str, Any]:
        """Return the chart as a specification of Vega-Lite 5, with its data."""
        return {
            "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
            "title": self.title,
            "description": self._description,
            "vconcat": [self._specify(panel) for panel in self.panels],
            "resolve": {"scale": {"color": "independent", "strokeDash": "independent"}},
        }

    def to_svg(self) -> str:
        """Return the chart as the text of an SVG, the same text for the same points."""
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
        """Return the chart in both forms, for a notebook."""
        return {
            "application/vnd.vegalite.v5+json": self.to_vegalite(),
            "image/svg+xml": self.to_svg(),
            "text/plain": f"{self.title}\n{self._description}",
        }

    @property
    def _description(self) -> str:
        """Description in words: where each series begins and ends."""
        told = [
            f"{panel.title}, {name}: {points[0][1]:.3g} at {points[0][0]:g}, "
            f"{points[-1][1]:.3g} at {points[-1][0]:g}."
            for panel in self.panels
            for name, points in panel.series.items()
            if points
        ]
        return " ".join(told)

    def _specify(self, panel: Panel) -> dict[str, Any]:
        names = list(panel.series)
        # The title says what a single series shows.
        plain: dict[str, Any] = {"legend": None} if len(names) < 2 else {"title": None}
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
                "y": {
                    "field": "y",
                    "type": "quantitative",
                    "title": panel.title,
                    **scale,
                },
                "color": {"field": "series", "type": "nominal", "scale": shown, **plain},
                "strokeDash": {
                    "field": "series",
                    "type": "nominal",
                    "scale": dashes,
                    **plain,
                },
            },
        }

    def _draw(self, panel: Panel) -> str:
        """Draw one panel, its top left corner at the origin."""
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
            f'<text x="{right + 30}" y="{bottom + 16}">{escape(self.x_title.lower())}</text>'
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
    """Return the colours of everything on light paper, 0, or on dark paper, 1."""
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
    """Yield round numbers from 0 to the highest, at most six of them.

    >>> list(_ticks(1.0)), list(_ticks(1000))
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [0, 200, 400, 600, 800, 1000])
    """
    power = 10.0 ** floor(log10(highest))
    step = next(one * power for one in (0.2, 0.5, 1.0, 2.0) if highest / (one * power) <= 5.001)
    for number in range(floor(highest / step + 1e-9) + 1):
        tick = round(number * step, 9)
        yield int(tick) if step >= 1 else tick


def _spread(ends: Sequence[tuple[float, str]]) -> list[float]:
    """Return heights for texts at the ends of curves, so that none covers another."""
    heights: list[float] = []
    for height, _ in ends:
        heights.append(max(height, heights[-1] + 14) if heights else height)
    return heights
