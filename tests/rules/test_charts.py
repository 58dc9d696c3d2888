"""Charts: the Vega-Lite specification and the SVG picture."""

import json
import xml.etree.ElementTree as ET

from tictactoe_widget.drawing.charts import Chart, Panel

SPACE = "{http://www.w3.org/2000/svg}"
CHART = Chart(
    "Ada & <Bob>",
    "Games",
    (
        Panel("Points", {"up": [(0, 0.0), (10, 1.0)], "flat": [(0, 0.5), (10, 0.5)]}, 1.0),
        Panel("Errors", {"errors": [(0, 40), (10, 20)]}),
    ),
)


def paths(svg, name):
    return [path for path in svg.iter(f"{SPACE}path") if name in path.get("class", "").split()]


def test_vegalite_contents():
    made = json.loads(json.dumps(CHART.to_vegalite()))
    points, errors = made["vconcat"]
    assert [(v["series"], v["x"], v["y"]) for v in points["data"]["values"]] == [
        ("up", 0, 0.0),
        ("up", 10, 1.0),
        ("flat", 0, 0.5),
        ("flat", 10, 0.5),
    ]
    assert points["encoding"]["y"]["scale"] == {"domain": [0, 1.0]}
    assert "scale" not in errors["encoding"]["y"]
    # The axis name is a heading above the plot, because Vega-Lite rotates axis titles.
    assert [one["title"]["text"] for one in (points, errors)] == ["Points", "Errors"]
    assert points["encoding"]["y"]["title"] is errors["encoding"]["y"]["title"] is None
    # Next to a panel, the legend wouldn't fit in a narrow notebook.
    assert points["encoding"]["color"]["legend"] == {"title": None, "orient": "top"}
    assert "url" not in json.dumps(made)  # works offline


def test_series_drawn_to_scale():
    svg = ET.fromstring(CHART.to_svg())  # noqa: S314 (our own)
    up, flat, errors = (
        [tuple(map(float, point.split())) for point in path.get("d")[1:].split("L")]
        for path in paths(svg, "l")
    )
    assert up[0][0] == flat[0][0] == errors[0][0] < up[1][0] == errors[1][0]
    assert up[1][1] < flat[1][1] == flat[0][1] < up[0][1]
    assert flat[0][1] - up[1][1] == up[0][1] - flat[0][1]
    # In the second panel, 40 is at the top and 20 is halfway.
    bottom = up[0][1]
    assert errors[1][1] - errors[0][1] == bottom - errors[1][1]


def test_chart_text_alternative():
    text = CHART.to_svg()
    assert "Ada &amp; &lt;Bob&gt;" in text
    svg = ET.fromstring(text)  # noqa: S314 (our own)
    assert svg.findtext(f"{SPACE}title") == "Ada & <Bob>"
    assert svg.findtext(f"{SPACE}desc") == (
        "Points, up: 0 at 0, 1 at 10. Points, flat: 0.5 at 0, 0.5 at 10. "
        "Errors, errors: 40 at 0, 20 at 10."
    )
    assert svg.get("role") == "img"
    written = [one.text for one in svg.iter(f"{SPACE}text")]
    assert {"up", "flat", "errors", "0.2", "40", "games"} <= set(written)


def test_series_differ_by_dash_pattern():
    svg = ET.fromstring(CHART.to_svg())  # noqa: S314 (our own)
    up, flat, _ = paths(svg, "l")
    assert up.get("stroke-dasharray") is None
    assert flat.get("stroke-dasharray")


def test_labels_do_not_overlap():
    same = {"one": [(0, 1.0), (5, 2.0)], "two": [(0, 2.0), (5, 2.0)]}
    svg = ET.fromstring(Chart("t", "x", (Panel("y", same),)).to_svg())  # noqa: S314 (our own)
    heights = [float(t.get("y")) for t in svg.iter(f"{SPACE}text") if t.text in ("one", "two")]
    assert abs(heights[0] - heights[1]) >= 14


def test_chart_with_one_or_no_point():
    for points in ([], [(0, 0.0)]):
        chart = Chart("t", "x", (Panel("y", {"points": points}),))
        ET.fromstring(chart.to_svg())  # noqa: S314 (our own)
        assert set(chart._repr_mimebundle_()) == {
            "application/vnd.vegalite.v5+json",
            "image/svg+xml",
            "text/plain",
        }
