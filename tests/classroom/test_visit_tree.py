"""Trees with visits: what is taken, how it is ordered, what is shown without a front end."""

import json
import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest

from tictactoe_widget import Game
from tictactoe_widget.classroom import VisitTree

NODES = {
    (): (9, 1 / 3),
    (0,): (2, -0.5),
    (0, 4): (1, -1.0),
    (4,): (4, 0.75),
    (2,): (2, 0.0),
    (4, 1): (1, 1.0),
    (4, 0): (2, -0.004),
}


class NumberLike:
    """An integer of another type, as a NumPy one is."""

    def __index__(self):
        return 4


@pytest.fixture
def tree():
    return VisitTree(Game(), NODES)


def test_parents_come_first_and_of_siblings_the_one_visited_most(tree):
    # 0 and 2 are visited twice each: the smaller cell comes first.
    assert list(tree.nodes) == [(), (4,), (4, 0), (4, 1), (0,), (0, 4), (2,)]
    assert dict(tree.nodes) == NODES


def test_the_tree_keeps_nothing_of_the_dict_it_was_given():
    given = dict(NODES)
    tree = VisitTree(Game(), given)
    given[()] = (1, 0)
    assert tree.nodes[()] == (9, 1 / 3)
    with pytest.raises(TypeError):
        tree.nodes[()] = (1, 0)
    with pytest.raises(AttributeError):
        tree.nodes = {}


def test_numbers_of_other_types_become_plain_ones():
    four = NumberLike()
    tree = VisitTree(Game(), {(): [four, Fraction(1, 2)], (four,): (1, 1)})
    assert repr(tree.nodes) == "mappingproxy({(): (4, 0.5), (4,): (1, 1.0)})"


def test_the_root_may_be_any_position_and_a_game_that_is_over():
    game = Game.from_text("XX./OO./...")
    assert "3: 2 visits" in str(VisitTree(game, {(): (3, 1), (2,): (2, 1)}))
    with pytest.raises(ValueError, match=r"^node \(2, 5\) cannot be reached: .*over"):
        VisitTree(game, {(): (3, 1), (2,): (2, 1), (2, 5): (1, 1)})
    over = VisitTree(game.play(2), {(): (1, 1)})
    assert list(over.nodes) == [()]


def test_the_text_has_the_names_of_cells_for_people(tree):
    assert str(tree) == (
        "Tree of 7 nodes on .../.../..., visited 9 times\n"
        "start: 9 visits, mean 0.33\n"
        "  5: 4 visits, mean 0.75\n"
        "    1: 2 visits, mean 0.00\n"
        "    2: 1 visit, mean 1.00\n"
        "  1: 2 visits, mean -0.50\n"
        "    5: 1 visit, mean -1.00\n"
        "  3: 2 visits, mean 0.00"
    )


@pytest.fixture(scope="module")
def large():
    """A tree of 1 + 9 + 9 * 8 nodes, those after cell 8 visited more often than others."""
    nodes = {(): (1000, 0)}
    for cell in range(9):
        nodes[(cell,)] = (500 if cell == 8 else 50, 0)
        for answer in set(range(9)) - {cell}:
            nodes[(cell, answer)] = (20 if cell == 8 else 2, 0)
    return VisitTree(Game(), nodes)


def test_the_text_of_a_large_tree_shows_what_was_visited_most(large):
    lines = str(large).splitlines()
    assert lines[1:3] == ["start: 1,000 visits, mean 0.00", "  9: 500 visits, mean 0.00"]
    assert lines[-1] == "and 22 nodes visited no more often"
    assert len(lines) == 1 + 60 + 1
    assert sum(line.startswith("    ") and "20 visits" in line for line in lines) == 8


def read(html):
    return ET.fromstring(html)  # noqa: S314 - our own


def test_a_notebook_shows_nested_lists_with_a_picture_for_each_node(tree, large):
    section = read(tree._repr_html_())
    assert section.get("aria-label") == "Tree of 7 nodes on .../.../..., visited 9 times"
    space = "{http://www.w3.org/2000/svg}"
    titles = [picture.findtext(f"{space}title") for picture in section.iter(f"{space}svg")]
    assert titles[:2] == [
        "Position of start: 9 visits, mean 0.33",
        "Position of 5: 4 visits, mean 0.75",
    ]
    assert len(titles) == 7
    assert [len(nodes.findall("li")) for nodes in section.iter("ul")] == [1, 3, 2, 1]
    section = read(large._repr_html_())
    assert len(list(section.iter("li"))) == 20
    assert section.findtext("p[2]") == "and 62 nodes visited no more often"


def test_a_tree_is_json(tree):
    told = json.loads(json.dumps(tree.to_dict()))
    assert told["rules"] == "Tic-tac-toe"
    assert told["position"] == ".../.../..."
    assert told["nodes"] == tree.to_records()
    assert told["nodes"][2] == {"moves": [4, 0], "visits": 2, "mean": -0.004}


@pytest.mark.parametrize(
    ("nodes", "error", "told"),
    [
        ({(): (1, float("nan"))}, ValueError, r"mean of node \(\) must be from -1 to 1, not n"),
        ({(): (1, 10**400)}, ValueError, r"from -1 to 1, not .*: divide the sum"),
        ({(): (1, True)}, TypeError, r"mean of node \(\) must be a number, not True"),
        ({(): (2, 0), (True,): (1, 0)}, TypeError, "a node is named by its moves in a tuple"),
        ({(): (2, 0), Game(): (1, 0)}, TypeError, r"such as \(4, 0\), not Game"),
        ({(): (2, 0), (-1,): (1, 0)}, ValueError, r"node \(-1,\) cannot be reached"),
    ],
)
def test_what_is_no_tree_is_refused_with_what_is_wrong(nodes, error, told):
    with pytest.raises(error, match=told):
        VisitTree(Game(), nodes)
