"""A reader of pictures of boards, which knows SVG and nothing of who drew them.

It takes a picture apart by its geometry: the tiles make the grid, a ring is an O,
two strokes that cross in their middles are an X, a single stroke is a line.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import floor
from typing import Self

Point = tuple[float, float]
"""Across and down."""

Place = tuple[int, int]
"""Row and column in a grid, from 0."""

SPACE = "{http://www.w3.org/2000/svg}"
_TOKEN = re.compile(r"[A-Za-z]|-?[0-9.]+")


@dataclass(frozen=True)
class Shape:
    """One element with what it inherits."""

    tag: str
    """Name of the element."""
    attributes: Mapping[str, str]
    """Attributes, those of the groups around it included."""
    text: str = ""
    """Characters in it."""

    def number(self, name: str) -> float:
        """Return an attribute as a number."""
        return float(self.attributes[name])

    @property
    def middle(self) -> Point:
        """Middle of a rectangle, a circle or a text."""
        if self.tag == "rect":
            across = self.number("x") + self.number("width") / 2
            return across, self.number("y") + self.number("height") / 2
        if self.tag == "circle":
            return self.number("cx"), self.number("cy")
        # Letters stand on their y and are some 0.7 of their size high.
        return self.number("x"), self.number("y") - 0.35 * self.number("font-size")

    @property
    def strokes(self) -> list[tuple[Point, Point]]:
        """Straight strokes of a path, each from one point to another."""
        drawn: list[tuple[Point, Point]] = []
        at, command, numbers = (0.0, 0.0), "", []
        for token in _TOKEN.findall(self.attributes["d"]):
            if token.isalpha():
                command = token
                continue
            numbers.append(float(token))
            if len(numbers) < (1 if command in "hHvV" else 2):
                continue
            goal = _goal(command, at, numbers)
            if command not in "mM":
                drawn.append((at, goal))
            at, numbers = goal, []
        return drawn

    @property
    def is_cross(self) -> bool:
        """Whether this is two strokes with one middle."""
        if self.tag != "path" or len(self.strokes) != 2:
            return False
        first, second = self.strokes
        return _halfway(*first) == _halfway(*second)


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
    """A picture of a board, read."""

    root: ET.Element
    """The element svg."""
    shapes: list[Shape] = field(default_factory=list)
    """What is drawn, in order; the paper comes first."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse the text of an SVG."""
        root = ET.fromstring(text)  # noqa: S314 (our own)
        assert root.tag == f"{SPACE}svg"
        return cls(root, list(_shapes(root, {})))

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
        """What everything is drawn on."""
        return self.shapes[0]

    @cached_property
    def tiles(self) -> dict[Place, Shape]:
        """Tile of each cell, without the frames that lie over some."""
        filled = [
            shape
            for shape in self.shapes[1:]
            if shape.tag == "rect" and shape.attributes["fill"] != "none"
        ]
        columns = sorted({shape.number("x") for shape in filled})
        rows = sorted({shape.number("y") for shape in filled})
        found = {
            (rows.index(tile.number("y")), columns.index(tile.number("x"))): tile
            for tile in filled
        }
        assert len(found) == len(filled) == len(rows) * len(columns)
        for steps in (columns, rows):
            assert len({after - before for before, after in pairwise(steps)}) <= 1
        return found

    @cached_property
    def pitch(self) -> float:
        """Distance between the middles of two neighbours; that of a lone cell is its width."""
        across = sorted({tile.middle[0] for tile in self.tiles.values()})
        down = sorted({tile.middle[1] for tile in self.tiles.values()})
        steps = across if len(across) > 1 else down
        return steps[1] - steps[0] if len(steps) > 1 else self.tiles[0, 0].number("width")

    @cached_property
    def _place_by_middle(self) -> dict[Point, Place]:
        return {tile.middle: place for place, tile in self.tiles.items()}

    def place_of(self, point: Point) -> Place | None:
        """Return the cell that has its middle there."""
        return self._place_by_middle.get(point)

    def in_cells(self, point: Point) -> Point:
        """Return a point in cells from the top left corner of the field."""
        x, y = self.tiles[0, 0].middle
        return (point[0] - x) / self.pitch + 0.5, (point[1] - y) / self.pitch + 0.5

    @property
    def _all_marks(self) -> Iterator[tuple[str, Point, float, Shape]]:
        for shape in self.shapes:
            if shape.tag == "circle":
                yield "O", shape.middle, 2 * shape.number("r"), shape
            elif shape.is_cross:
                start, end = shape.strokes[0]
                yield "X", _halfway(start, end), abs(end[0] - start[0]), shape

    @cached_property
    def marks(self) -> dict[Place, str]:
        """Mark in each cell that has one."""
        small = [mark for mark in self._all_marks if mark[2] < self.pitch]
        found = {self.place_of(middle): mark for mark, middle, _, _ in small}
        assert len(found) == len(small)
        return {place: mark for place, mark in found.items() if place is not None}

    @property
    def faded(self) -> set[Place]:
        """Cells whose tile is drawn half through."""
        return {place for place, tile in self.tiles.items() if "opacity" in tile.attributes}

    @property
    def large_marks(self) -> dict[Point, str]:
        """Marks larger than a cell, by their middle in cells."""
        large = (mark for mark in self._all_marks if mark[2] > self.pitch)
        return {self.in_cells(middle): mark for mark, middle, _, _ in large}

    @property
    def frames(self) -> list[Shape]:
        """Rectangles without a filling."""
        return [
            shape
            for shape in self.shapes
            if shape.tag == "rect" and shape.attributes["fill"] == "none"
        ]

    @property
    def framed_cells(self) -> set[Place]:
        """Cells with a frame of their own over the tile."""
        places = (
            self.place_of(f.middle) for f in self.frames if f.number("width") < self.pitch
        )
        return {place for place in places if place is not None}

    @property
    def framed_areas(self) -> set[tuple[int, int, int, int]]:
        """Larger frames: first row, first column, rows and columns, in cells."""
        found = set()
        for frame in self.frames:
            if frame.number("width") > self.pitch:
                x, y = self.in_cells((frame.number("x"), frame.number("y")))
                wide, high = frame.number("width"), frame.number("height")
                numbers = (y, x, high / self.pitch, wide / self.pitch)
                found.add(tuple(map(round, numbers)))
        return found  # type: ignore[return-value] # four numbers each

    @property
    def standing_out(self) -> set[Place]:
        """Cells whose tile has a wider edge than others."""
        return {place for place, tile in self.tiles.items() if tile.number("stroke-width") > 1}

    @property
    def lines(self) -> list[tuple[Point, Point]]:
        """Single strokes with round ends, in cells."""
        return [
            (self.in_cells(start), self.in_cells(end))
            for shape in self.shapes
            if shape.tag == "path" and shape.attributes.get("stroke-linecap") == "round"
            if not shape.is_cross
            for start, end in shape.strokes
        ]

    @property
    def rules(self) -> list[tuple[Point, Point]]:
        """Single strokes with flat ends, in cells."""
        return [
            (self.in_cells(start), self.in_cells(end))
            for shape in self.shapes
            if shape.tag == "path" and "stroke-linecap" not in shape.attributes
            for start, end in shape.strokes
        ]

    @cached_property
    def _texts(self) -> list[tuple[Place | None, Shape]]:
        found: list[tuple[Place | None, Shape]] = []
        for text in (shape for shape in self.shapes if shape.tag == "text"):
            across, down = self.in_cells(text.middle)
            place = (floor(down), floor(across))
            found.append((place if place in self.tiles else None, text))
        return found

    @property
    def written(self) -> dict[Place, str]:
        """Texts in the cells, from top to bottom, joined by blanks."""
        found: dict[Place, str] = {}
        for place, text in sorted(self._texts, key=lambda entry: entry[1].middle[1]):
            if place is not None:
                found[place] = f"{found[place]} {text.text}" if place in found else text.text
        return found

    @property
    def above(self) -> dict[int, str]:
        """Texts above the field, by the column that they are centred on."""
        columns = {tile.middle[0]: column for (_, column), tile in self.tiles.items()}
        top = self.tiles[0, 0].number("y")
        return {
            columns[text.middle[0]]: text.text
            for place, text in self._texts
            if place is None and text.middle[1] < top
        }

    @property
    def beside(self) -> dict[int, str]:
        """Texts on the left of the field, by the row whose middle they share."""
        left = self.tiles[0, 0].number("x")
        found = {}
        for place, text in self._texts:
            if place is None and text.middle[0] < left:
                _, y = self.in_cells(text.middle)
                found[floor(y)] = text.text
        return found


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
