"""Notebook output for a review: a sentence, a board and a chart of who was winning."""

import pickle
from copy import copy
from xml.etree import ElementTree as ET

import pytest

from tictactoe_widget import Game, review
from tictactoe_widget.analysis.review import ReviewedMove
from tictactoe_widget.analysis.values import MoveValue, proved

SVG = "{http://www.w3.org/2000/svg}"
LOST = Game(moves=(0, 1, 4, 3, 6, 8, 2))
"""O answers the corner next to it. Only the centre would draw. X wins with a fork."""


@pytest.fixture(scope="module")
def lost():
    return review(LOST)


def pictures(html):
    """Parse the SVG pictures in a review's HTML."""
    parts = html.split("<svg ")[1:]
    return [_read(part) for part in parts]


def _read(part):
    return ET.fromstring(f"<svg {part.split('</svg>')[0]}</svg>")  # noqa: S314 - our own SVG


def told(picture):
    return picture.findtext(f"{SVG}title"), picture.findtext(f"{SVG}desc")


def test_review_sentence_and_board(lost):
    html = lost._repr_html_()
    assert "<p>On move 2, O could have drawn by playing 5 instead of 2.</p>" in html
    assert "<figcaption>Before move 2</figcaption>" in html
    board, _ = pictures(html)
    title, words = told(board)
    assert title == "Tic-tac-toe: Player O's turn"
    # Only the two cells in the sentence have a value, not all eight free cells.
    assert words.count("Draw: 5.") == words.count("Loss in 3: 2.") == 1


def test_chart_description(lost):
    _, course = pictures(lost._repr_html_())
    title, words = told(course)
    assert title == "Who was winning, move by move"
    # After O's second move, X could win at 9 at once. X makes a fork instead.
    assert words == (
        "Move 1, X at 1: draw. Move 2, O at 2: loss in 3. That was a mistake. "
        "Move 3, X at 5: win in 3. Move 4, O at 4: loss in 1. Move 5, X at 7: win in 2. "
        "Move 6, O at 9: loss in 1. Move 7, X at 3: win in 1."
    )
    assert course.get("role") == "img"


def test_review_of_unfinished_game():
    html = review(Game(moves=(0, 1)))._repr_html_()
    assert "<p>" not in html
    assert "<figcaption>Player X&#39;s turn</figcaption>" in html
    assert len(pictures(html)) == 2


def test_empty_review_chart():
    _, course = pictures(review(Game())._repr_html_())
    assert told(course)[1] == ""


def test_chart_of_long_game_with_estimates():
    game = Game("gomoku", moves=(112, 97, 113, 98, 114, 99, 115, 100, 116))
    _, course = pictures(review(game, seconds=1e-9)._repr_html_())
    dashed = [one for one in course.iter() if one.get("stroke-dasharray")]
    assert dashed
    assert "a mistake" not in told(course)[1]
    first = ReviewedMove(
        0, "X", 112, MoveValue(None, None, 0.2), MoveValue(None, None, 0), (97,)
    )
    many = type(review(Game()))([first] * 60, game)
    assert int(pictures(many._repr_html_())[1].get("width")) < 60 * 20


@pytest.mark.parametrize(("player", "side"), [("X", 1), ("O", -1)])
def test_lead_after_move(player, side):
    def lead(value):
        return ReviewedMove(0, player, 0, value, value, ()).lead * side

    wins = [lead(proved("win", plies)) for plies in (None, 81, 9, 5, 3, 1)]
    assert wins == sorted(set(wins))
    assert (wins[0], wins[-1]) == (0.4, 1)
    assert [lead(proved("loss", plies)) for plies in (None, 2)] == [-0.4, pytest.approx(-0.85)]
    assert lead(proved("draw", 3)) == 0
    assert lead(MoveValue(None, None, 0.3)) == 0.3


def test_review_copies_equal(lost):
    for other in (copy(lost), pickle.loads(pickle.dumps(lost))):  # noqa: S301 - our own pickle
        assert other == lost == tuple(lost)
        assert other.game == LOST
        assert other._repr_html_() == lost._repr_html_()
