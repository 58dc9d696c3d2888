"""A reader for pictures of boards that knows only SVG.

It takes a picture apart by its geometry: long thin strokes make the grid, a ring is an O,
two diagonal strokes that cross in the middle are an X, a stroke as wide as marks is a
ribbon, and a sign consists of short strokes within a shape.
"""

import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import floor, hypot
from typing import Self

Point = tuple[float, float]  # across and down

Stroke = tuple[Point, Point]  # a straight stroke, from one point to another

Place = tuple[int, int]  # row and column in a grid, from 0

# First row, first column, number of rows and of columns, in cells.
Area = tuple[int, int, int, int]

SPACE = "{http://www.w3.org/2000/svg}"
_TOKEN = re.compile(r"[A-Za-z]|-?(?:[0-9]+(?:[.][0-9]+)?|[.][0-9]+)")


@dataclass(frozen=True)
class Shape:
    """An element with its inherited attributes."""

    tag: str  # name of the element
    # Attributes, including those of the groups and picture around it.
    attributes: Mapping[str, str]
    text: str = ""  # its text

    def number(self, name: str) -> float:
        """Return an attribute as a number."""
        return float(self.attributes[name])

    @property
    def middle(self) -> Point:
        """Middle point of a rectangle, circle or text."""
        if self.tag == "rect":
            across = self.number("x") + self.number("width") / 2
            return across, self.number("y") + self.number("height") / 2
        if self.tag == "circle":
            return self.number("cx"), self.number("cy")
        # Letters stand on y, and their height is about 0.7 of the font size.
        return self.number("x"), self.number("y") - 0.35 * self.number("font-size")

    @cached_property
    def parts(self) -> list[list[Stroke]]:
        """Straight strokes in a path, grouped into connected parts."""
        drawn: list[list[Stroke]] = []
        at, command, numbers = (0.0, 0.0), "", []
        for word in _TOKEN.findall(self.attributes["d"]):
            if word == "z":
                begin, _ = drawn[-1][0]
                drawn[-1].append((at, begin))
                at = begin
            elif word.isalpha():
                command = word
            else:
                numbers.append(float(word))
                if len(numbers) < (1 if command in "hHvV" else 2):
                    continue
                goal = _goal(command, at, numbers)
                if command in "mM":
                    drawn.append([])
                else:
                    drawn[-1].append((at, goal))
                at, numbers = goal, []
        return drawn

    @property
    def strokes(self) -> list[Stroke]:
        """Straight strokes in a path, each as two points."""
        return [stroke for part in self.parts for stroke in part]

    @property
    def is_cross(self) -> bool:
        """True if this is two diagonal strokes with the same middle."""
        if self.tag != "path" or self.is_filled or len(self.strokes) != 2:
            return False
        first, second = self.strokes
        return _halfway(*first) == _halfway(*second) and not any(
            map(_is_straight, (first, second))
        )

    @property
    def is_filled(self) -> bool:
        """True if the shape is filled."""
        return self.attributes["fill"] != "none"

    @property
    def role(self) -> str:
        """Role from the element's class."""
        return self.attributes["class"].removeprefix("ttt-p-")

    @property
    def opacity(self) -> float:
        """Opacity, by default 1."""
        return float(self.attributes.get("opacity", 1))


def _is_straight(stroke: Stroke) -> bool:
    """Return whether a stroke is horizontal or vertical."""
    (x1, y1), (x2, y2) = stroke
    return x1 == x2 or y1 == y2


def _length(stroke: Stroke) -> float:
    (x1, y1), (x2, y2) = stroke
    return hypot(x2 - x1, y2 - y1)


def _goal(command: str, at: Point, numbers: list[float]) -> Point:
    x, y = at
    match command:
        case "M" | "L":
            return numbers[0], numbers[1]
        case "m" | "l":
            return x + numbers[0], y + numbers[1]
        case "h":
            return x + numbers[0], y
        case "v":
            return x, y + numbers[0]
    raise ValueError(f"this reader does not know the command {command!r}")


def _halfway(start: Point, end: Point) -> Point:
    return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2


@dataclass(frozen=True)
class Picture:
    """A parsed picture of a board."""

    root: ET.Element  # the element svg
    # Shapes in drawing order. The background comes first.
    shapes: list[Shape] = field(default_factory=list)

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse SVG text."""
        root = ET.fromstring(text)  # noqa: S314 (our own)
        assert root.tag == f"{SPACE}svg"
        return cls(root, list(_shapes(root, {"fill": root.attrib["fill"]})))

    @property
    def title(self) -> str:
        """Content of the element title."""
        return self.root.findtext(f"{SPACE}title") or ""

    @property
    def description(self) -> str:
        """Content of the element desc."""
        return self.root.findtext(f"{SPACE}desc") or ""

    @property
    def style(self) -> str:
        """Content of the element style."""
        return self.root.findtext(f"{SPACE}style") or ""

    @property
    def paper(self) -> Shape:
        """The background."""
        return self.shapes[0]

    @cached_property
    def ruling(self) -> list[tuple[Stroke, float]]:
        """Thin horizontal or vertical strokes between cells, each with its width."""
        return [
            (stroke, shape.number("stroke-width"))
            for shape in self.shapes
            if shape.tag == "path" and not shape.is_filled
            for stroke, *more in shape.parts
            if not more
            and _is_straight(stroke)
            and _length(stroke) > 12 * shape.number("stroke-width")
        ]

    @cached_property
    def _lines(self) -> tuple[list[float], list[float]]:
        """x values of vertical lines and y values of horizontal lines, sorted."""
        strokes = [stroke for stroke, _ in self.ruling]
        down = {x1 for (x1, _), (x2, _) in strokes if x1 == x2}
        across = {y1 for (_, y1), (_, y2) in strokes if y1 == y2}
        return sorted(down), sorted(across)

    @cached_property
    def pitch(self) -> float:
        """Distance between neighbouring cells' middles."""
        steps = {after - before for lines in self._lines for before, after in pairwise(lines)}
        (step,) = steps  # a board with fewer than three rows and columns has none
        return step

    @cached_property
    def _middles(self) -> tuple[list[float], list[float]]:
        """Middles of the columns and rows."""
        across, down = self._lines
        if any(x1 == x2 and y1 in down for ((x1, y1), (x2, _)), _ in self.ruling):
            return across, down  # the lines go from cell to cell
        found = []
        for at, lines in enumerate((across, down)):
            if lines:
                half = self.pitch / 2
                found.append([lines[0] - half, *(line + half for line in lines)])
            else:  # with one column or row, its middle is the middle of the other lines
                found.append([_halfway(*self.ruling[0][0])[at]])
        return found[0], found[1]

    @cached_property
    def _place_by_middle(self) -> dict[Point, Place]:
        across, down = self._middles
        return {
            (x, y): (row, column)
            for row, y in enumerate(down)
            for column, x in enumerate(across)
        }

    @property
    def places(self) -> set[Place]:
        """All cells."""
        return set(self._place_by_middle.values())

    def place_of(self, point: Point) -> Place | None:
        """Return the cell with this middle."""
        x, y = point
        return self._place_by_middle.get((round(x, 6), round(y, 6)))

    def place_around(self, point: Point) -> Place | None:
        """Return the cell that contains a point."""
        across, down = self.in_cells(point)
        place = floor(down), floor(across)
        return place if place in self.places else None

    def in_cells(self, point: Point) -> Point:
        """Return a point in cells from the top left corner of the field."""
        left, top = (middles[0] for middles in self._middles)
        return (point[0] - left) / self.pitch + 0.5, (point[1] - top) / self.pitch + 0.5

    def _area_of(self, rect: Shape) -> Area:
        x, y = self.in_cells((rect.number("x"), rect.number("y")))
        high, wide = rect.number("height"), rect.number("width")
        return round(y), round(x), round(high / self.pitch), round(wide / self.pitch)

    @cached_property
    def _rects(self) -> list[Shape]:
        return [shape for shape in self.shapes[1:] if shape.tag == "rect"]

    @cached_property
    def grounds(self) -> dict[Place, Shape]:
        """Background of each cell that has its own."""
        filled = [
            rect
            for rect in self._rects
            if rect.is_filled and 0.5 < rect.number("width") / self.pitch < 1
        ]
        found = {self.place_of(rect.middle): rect for rect in filled}
        assert len(found) == len(filled)
        return {place: rect for place, rect in found.items() if place is not None}

    @property
    def areas(self) -> dict[Area, Shape]:
        """Backgrounds that cover several cells."""
        large = (r for r in self._rects if r.is_filled and r.number("width") > self.pitch)
        return {self._area_of(rect): rect for rect in large}

    @property
    def outline(self) -> list[Stroke]:
        """Strokes of closed, unfilled shapes, in cells."""
        return [
            (self.in_cells(start), self.in_cells(end))
            for shape in self.shapes
            if shape.tag == "path" and not shape.is_filled
            for part in shape.parts
            if len(part) > 2 and part[0][0] == part[-1][1]
            for start, end in part
        ]

    @property
    def framed_cells(self) -> set[Place]:
        """Cells with a frame that isn't the edge of a background."""
        places = (self.place_of(r.middle) for r in self._rects if not r.is_filled)
        return {place for place in places if place is not None}

    @property
    def _all_marks(self) -> Iterator[tuple[str, Point, float, Shape]]:
        for shape in self.shapes:
            if shape.tag == "circle" and not shape.is_filled:
                yield "O", shape.middle, 2 * shape.number("r"), shape
            elif shape.is_cross:
                start, end = shape.strokes[0]
                yield "X", _halfway(start, end), abs(end[0] - start[0]), shape

    @cached_property
    def mark_shapes(self) -> dict[Place, tuple[str, Shape]]:
        """Marks and their shapes, by cell."""
        small = [one for one in self._all_marks if one[2] < self.pitch]
        found = {self.place_of(middle): (mark, shape) for mark, middle, _, shape in small}
        assert len(found) == len(small)
        return {place: one for place, one in found.items() if place is not None}

    @property
    def marks(self) -> dict[Place, str]:
        """Marks by cell."""
        return {place: mark for place, (mark, _) in self.mark_shapes.items()}

    @property
    def pale(self) -> set[Place]:
        """Cells with a faint mark."""
        return {at for at, (_, shape) in self.mark_shapes.items() if shape.opacity < 0.5}

    @property
    def large_marks(self) -> dict[Point, tuple[str, Shape]]:
        """Marks larger than a cell, by their middle in cells, with their shapes."""
        return {
            self.in_cells(middle): (mark, shape)
            for mark, middle, wide, shape in self._all_marks
            if wide > self.pitch
        }

    @property
    def ribbons(self) -> list[tuple[Stroke, float, str]]:
        """Strokes at least as wide as a mark, with both ends, width and colour."""
        return [
            (
                (self.in_cells(start), self.in_cells(end)),
                shape.number("stroke-width") / self.pitch,
                shape.attributes["stroke"],
            )
            for shape in self.shapes
            if shape.tag == "path" and not shape.is_filled and not shape.is_cross
            if shape.number("stroke-width") > self.pitch / 2
            for start, end in shape.strokes
        ]

    @property
    def joined(self) -> set[Place]:
        """Cells whose mark is on a ribbon, in the background's colour."""
        paper = self.paper.attributes["fill"]
        return {
            place
            for place, (_, shape) in self.mark_shapes.items()
            if shape.attributes["stroke"] == paper
        }

    @property
    def outlines(self) -> dict[Place, str]:
        """Shape of each proved value: a disc, square or triangle."""
        found = {}
        for shape in self.shapes[1:]:
            if not shape.is_filled or shape.tag == "text":
                continue
            if shape.tag == "circle":
                found[self.place_around(shape.middle)] = "disc"
            elif shape.tag == "rect" and shape.number("width") < self.pitch / 2:
                found[self.place_around(shape.middle)] = "square"
            elif shape.tag == "path":
                for sides in shape.parts:
                    if len(sides) == 3:
                        found[self.place_around(_mean(sides))] = "triangle"
        return {place: name for place, name in found.items() if place is not None}

    @property
    def stars(self) -> set[Place]:
        """Cells with a star."""
        found = {
            self.place_around(_mean(sides))
            for shape in self.shapes
            if shape.tag == "path" and shape.is_filled
            for sides in shape.parts
            if len(sides) == 10
        }
        return {place for place in found if place is not None}

    @property
    def _short_strokes(self) -> Iterator[tuple[Place, Stroke]]:
        """Horizontal or vertical strokes other than board lines, with their cells."""
        for shape in self.shapes:
            if shape.tag == "path" and not shape.is_filled and not shape.is_cross:
                for stroke in shape.strokes:
                    place = self.place_around(_halfway(*stroke))
                    is_short = _length(stroke) < 0.8 * self.pitch
                    if place is not None and is_short and _is_straight(stroke):
                        yield place, stroke

    @property
    def signs(self) -> dict[Place, str]:
        """Sign of each value: plus, equals or minus."""
        found: dict[Place, list[Stroke]] = defaultdict(list)
        for place, stroke in self._short_strokes:
            if place in self.outlines:
                found[place].append(stroke)
        names = {(0, 1): "\N{MINUS SIGN}", (0, 2): "=", (1, 1): "+"}
        return {
            place: names[down, len(strokes) - down]
            for place, strokes in found.items()
            if (down := sum(x1 == x2 for (x1, _), (x2, _) in strokes)) >= 0
        }

    @property
    def bars(self) -> dict[Place, float]:
        """Filled share of the bar in each cell."""
        found: dict[Place, list[float]] = defaultdict(list)
        for place, stroke in self._short_strokes:
            if place not in self.outlines:
                found[place].append(_length(stroke))
        return {place: min(lengths) / max(lengths) for place, lengths in found.items()}

    @cached_property
    def texts(self) -> list[tuple[Place | None, Shape]]:
        texts = (shape for shape in self.shapes if shape.tag == "text")
        return [(self.place_around(text.middle), text) for text in texts]

    @property
    def written(self) -> dict[Place, str]:
        """Sign and texts in each cell, from top to bottom, joined with spaces."""
        found = dict(self.signs)
        for place, text in sorted(self.texts, key=lambda entry: entry[1].middle[1]):
            if place is not None:
                found[place] = f"{found[place]} {text.text}" if place in found else text.text
        return found

    @property
    def above(self) -> dict[int, str]:
        """Texts above the board, by the column that they are centred on."""
        columns, _ = self._middles
        return {
            columns.index(text.middle[0]): text.text
            for place, text in self.texts
            if place is None and self.in_cells(text.middle)[1] < 0
        }

    @property
    def beside(self) -> dict[int, str]:
        """Texts to the left of the board, by row."""
        found = {}
        for place, text in self.texts:
            across, down = self.in_cells(text.middle)
            if place is None and across < 0 <= down:
                found[floor(down)] = text.text
        return found


def _mean(sides: list[Stroke]) -> Point:
    """Return the middle of the enclosed shape's corners."""
    across, down = zip(*(start for start, _ in sides), strict=True)
    return sum(across) / len(sides), sum(down) / len(sides)


def _shapes(element: ET.Element, inherited: Mapping[str, str]) -> Iterator[Shape]:
    for child in element:
        tag = child.tag.removeprefix(SPACE)
        if tag in {"title", "desc", "style"}:
            continue
        attributes = {**inherited, **child.attrib}
        if tag == "g":
            yield from _shapes(child, attributes)
        else:
            yield Shape(tag, attributes, child.text or "")
