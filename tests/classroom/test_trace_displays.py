"""What a record shows: as text, in HTML and as JSON."""

import json
import xml.etree.ElementTree as ET

import pytest

from tests.support.students import searches
from tictactoe_widget import Game
from tictactoe_widget.classroom import trace

TWO_LEFT = Game.from_text("XOX/XOX/..O")  # O wins at cell 7; after cell 6 it is a draw
INFINITY = float("inf")


@pytest.fixture
def record():
    return trace(searches.minimax, TWO_LEFT, "cs50")


def test_the_text_of_a_record_shows_the_tree_with_the_names_of_cells_for_people(record):
    assert str(record) == (
        "Trace of minimax on XOX/XOX/..O: 4 calls\n"
        "minimax 1, max_value 2, min_value 1\n"
        "4 positions visited, as many as plain minimax, alpha-beta in the order of the cells "
        "and minimax with a table of positions.\n"
        "\n"
        "minimax chose 8 (4 calls)\n"
        "  7: max_value returned 0, chose 8 (2 calls)\n"
        "    8: min_value returned 0\n"
        "  8: max_value returned -1"
    )


def test_bounds_cuts_and_exceptions_stand_in_the_text():
    bounds = trace(
        searches.alpha_beta, Game.from_text("XOX/OXO/..."), "flat", arguments=(-INFINITY, 1)
    )
    assert "alpha_beta(alpha=-inf, beta=1) returned 1, chose 7; cut 8, 9 (2 calls)" in str(
        bounds
    )

    def fragile(game):
        return 1 / len(game.legal_moves[2:])

    text = str(trace(fragile, TWO_LEFT))
    assert "It was ended by ZeroDivisionError: division by zero" in text
    assert "fragile raised ZeroDivisionError: division by zero" in text


def test_the_text_of_a_large_record_shows_whole_plies_and_counts_the_rest():
    record = trace(searches.in_place, Game.from_text("X../.O./X.."), "flat", limit=100)
    lines = str(record).splitlines()
    assert "37 calls are kept, those in no more than 2 others." in lines
    assert lines[-1] == "and 890 calls within these"
    assert sum(line.lstrip()[0].isdigit() for line in lines[4:-1]) == 6 + 30


def read(html):
    """Return the HTML of a record as XML; an attribute without a value is given one."""
    return ET.fromstring(html.replace(" open>", ' open="">').replace("<br>", "<br/>"))  # noqa: S314 - our own


def test_a_notebook_shows_nested_lists_with_a_picture_for_each_call(record):
    section = read(record._repr_html_())
    assert section.get("aria-label") == "Trace of minimax on XOX/XOX/..O: 4 calls"
    space = "{http://www.w3.org/2000/svg}"
    titles = [picture.findtext(f"{space}title") for picture in section.iter(f"{space}svg")]
    assert titles == [f"Position of call {number}" for number in (1, 2, 3, 4)]
    # The calls that made calls can be unfolded; the first one is.
    assert [folded.get("open") for folded in section.iter("details")] == ["", None]
    assert [len(calls.findall("li")) for calls in section.iter("ul")] == [1, 2, 1]


def test_a_picture_of_ultimate_shows_which_small_boards_are_open():
    def look(game, left=1):
        return look(game.play(40), left - 1) if left else 0  # the middle of the middle board

    section = read(trace(look, Game("ultimate"))._repr_html_())
    told = [picture.text for picture in section.iter("{http://www.w3.org/2000/svg}desc")]
    assert [text.partition("Open: ")[2] for text in told] == [
        "board 1, 2, 3, 4, 5, 6, 7, 8, 9.", "board 5.",
    ]  # fmt: skip


def test_a_picture_of_ultimate_that_no_game_can_reach_tells_nothing_of_small_boards():
    class Holder:
        def __init__(self, board):
            self.board = board

    def look(holder):
        return holder.board.move_count

    def start(game):
        return look(Holder(game.play(36)))

    record = trace(start, Game("ultimate").play(40), functions="look")
    assert record.nodes[1].game is None
    html = record._repr_html_()
    assert html.count("<svg") == 2
    assert html.count("Open: ") == 1


def test_nothing_that_a_search_returns_or_raises_is_markup():
    def wicked(game):
        if game.is_over:
            raise LookupError("<script>")
        try:
            wicked(game.play(game.legal_moves[-1]))
        except LookupError:
            return "<b>"

    html = trace(wicked, TWO_LEFT)._repr_html_()
    assert "<script>" not in html
    assert "<b>" not in html
    assert "&lt;script&gt;" in html


def test_a_record_is_json_from_which_the_tree_can_be_made_again(record):
    told = json.loads(json.dumps(record.to_dict(), allow_nan=False))
    assert told["position"] == "XOX/XOX/..O"
    assert (told["call_count"], told["kept_count"], told["chosen"]) == (4, 4, 7)
    assert told["counts"] == {"minimax": 1, "max_value": 2, "min_value": 1}
    assert [node["parent"] for node in told["nodes"]] == [None, 0, 1, 0]
    assert [node["board"] for node in told["nodes"]] == [
        "XOXXOX..O", "XOXXOXO.O", "XOXXOXOXO", "XOXXOX.OO",
    ]  # fmt: skip
    assert [node["value"] for node in told["nodes"]] == [None, 0, 0, -1]


def test_bounds_without_end_are_texts_in_json():
    record = trace(searches.alpha_beta, TWO_LEFT, "flat", arguments=(-INFINITY, INFINITY))
    told = json.loads(json.dumps(record.to_dict(), allow_nan=False))
    assert (told["nodes"][0]["alpha"], told["nodes"][0]["beta"]) == ("-inf", "inf")
    assert told["nodes"][0]["arguments"] == {"alpha": "-inf", "beta": "inf"}


def test_calls_and_their_arguments_cannot_be_changed(record):
    with pytest.raises(AttributeError):
        record.root.value = 3
    with pytest.raises(AttributeError):
        record.call_count = 3
    with pytest.raises(TypeError):
        record.root.arguments["depth"] = 1
    with pytest.raises(TypeError):
        record.counts["minimax"] = 1
