"""Line charts for notebooks: a Vega-Lite specification, and an SVG for where there is none."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Any

from .markup import escape

Points = Sequence[tuple[float, float]]
"""Points of a line, by ascending x."""

_WIDTH, _HEIGHT = 560, 170
"""Size of the picture, and height of one panel, in pixels."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 116, 30, 30
"""Room around the lines of a panel for its texts, in pixels."""
_STYLES = (
    ("#1558c0", "#8ab8ff", ()),
    ("#b3400a", "#ffb37a", (7, 3)),
    ("#157a3c", "#7ddc9b", (2, 3)),
    ("#6b3fa0", "#c9a7ff", (10, 3, 2, 3)),
)
"""Colour of each line on a light and on a dark page, and its dashes."""


@dataclass(frozen=True)
class Panel:
    """One pair of axes of a chart. Immutable."""

    title: str
    """Quantity that is shown, with its unit."""
    lines: Mapping[str, Points]
    """Points of each line, by its name; at most four lines."""
    highest: float | None = None
    """Upper end of the scale, which begins at 0; by default that of the points."""


@dataclass(frozen=True)
class LineChart:
    """Chart of lines over one quantity, in one or more panels, one below the other.

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
        colours = "".join(
            f".l{number}{{stroke:{light}}}.t{number}{{fill:{light}}}"
            for number, (light, _, _) in enumerate(_STYLES)
        )
        dark = "".join(
            f".l{number}{{stroke:{shade}}}.t{number}{{fill:{shade}}}"
            for number, (_, shade, _) in enumerate(_STYLES)
        )
        style = (
            "text{font:12px system-ui,sans-serif;fill:#1b1f24}.a{stroke:#8a8f98;fill:none}"
            ".g{stroke:#8a8f98;opacity:.35}.l{fill:none;stroke-width:2}"
            f"{colours}.b{{fill:#fff}}"
            "@media(prefers-color-scheme:dark){text{fill:#e8eaed}.b{fill:#16181d}"
            f"{dark}}}"
        )
        drawn = "".join(
            f'<g transform="translate(0 {24 + _HEIGHT * number})">{self._draw(panel)}</g>'
            for number, panel in enumerate(self.panels)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
            f'viewBox="0 0 {_WIDTH} {height}" role="img" style="max-width:100%;height:auto">'
            f"<title>{escape(self.title)}</title><desc>{escape(self._description)}</desc>"
            f'<style>{style}</style><rect class="b" width="{_WIDTH}" height="{height}"/>'
            f'<text x="8" y="17" font-weight="600">{escape(self.title)}</text>{drawn}</svg>'
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
        """Description in words: where each line begins and ends."""
        told = [
            f"{panel.title}, {name}: {points[0][1]:.3g} at {points[0][0]:g}, "
            f"{points[-1][1]:.3g} at {points[-1][0]:g}."
            for panel in self.panels
            for name, points in panel.lines.items()
            if points
        ]
        return " ".join(told)

    def _specify(self, panel: Panel) -> dict[str, Any]:
        names = list(panel.lines)
        # The title says what a single line shows.
        plain: dict[str, Any] = {"legend": None} if len(names) < 2 else {"title": None}
        scale = {} if panel.highest is None else {"scale": {"domain": [0, panel.highest]}}
        shown = {
            "domain": names,
            "range": [light for light, _, _ in _STYLES[: len(names)]],
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
                    {"x": x, "y": y, "line": name}
                    for name, points in panel.lines.items()
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
                "color": {"field": "line", "type": "nominal", "scale": shown, **plain},
                "strokeDash": {
                    "field": "line",
                    "type": "nominal",
                    "scale": dashes,
                    **plain,
                },
            },
        }

    def _draw(self, panel: Panel) -> str:
        """Draw one panel, its top left corner at the origin."""
        right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
        points = [point for line in panel.lines.values() for point in line]
        last = max((x for x, _ in points), default=0) or 1
        top = panel.highest or max((y for _, y in points), default=0) or 1

        def across(x: float) -> float:
            return round(_LEFT + (right - _LEFT) * x / last, 1)

        def up(y: float) -> float:
            return round(bottom - (bottom - _TOP) * y / top, 1)

        parts = [f'<text x="8" y="16">{escape(panel.title)}</text>']
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
        ends = [(up(line[-1][1]), name) for name, line in panel.lines.items() if line]
        at = dict(zip((name for _, name in sorted(ends)), _spread(sorted(ends)), strict=True))
        for number, (name, line) in enumerate(panel.lines.items()):
            if line:
                dash = " ".join(map(str, _STYLES[number][2]))
                path = "L".join(f"{across(x)} {up(y)}" for x, y in line)
                dashed = f' stroke-dasharray="{dash}"' if dash else ""
                parts.append(f'<path class="l l{number}"{dashed} d="M{path}"/>')
                parts.append(
                    f'<text class="t{number}" x="{right + 8}" y="{at[name] + 4}">'
                    f"{escape(name)}</text>"
                )
        return "".join(parts)


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
    """Return heights for texts at the ends of lines, so that none covers another."""
    heights: list[float] = []
    for height, _ in ends:
        heights.append(max(height, heights[-1] + 14) if heights else height)
    return heights
