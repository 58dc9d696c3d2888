"""Players are First and Second in all that is said where marks do not tell who drew them."""

import re

import pytest

from tictactoe_widget import Game, explain, review
from tictactoe_widget.session.board import Session

PLAYER = re.compile(r"\b(X|O|First|Second)\b")


@pytest.mark.parametrize(
    ("game", "move", "text"),
    [
        # A third O beside two wins at once for whoever is to move.
        (Game("wild", (13, 0)), 17, "Second"),
        (Game("notakto", (4,)), 0, "First"),
        (Game("wild", (9, 13)), 17, "First wins with that move."),
        (Game("notakto", (0, 1)), 2, "First completes a line and loses."),
    ],
)
def test_an_explanation_calls_them_so(game, move, text):
    said = explain(game, move)
    assert text in said
    assert set(PLAYER.findall(said)) <= {"First", "Second"}


def test_the_review_of_a_game_calls_them_so():
    # Second completes the line of X that First began.
    game = Game("wild", (4, 10, 0, 8))
    said = str(review(game))
    assert game.message == "Second wins!"
    session = Session(game=Game("wild", (4, 10, 0)), names={"O": "Ada"})
    assert session.read("names") == {"X": "First", "O": "Ada"}
    session.play(8, mark="X")
    assert session.read("message") == "Ada wins!"
    assert "Player" not in said


def test_players_of_other_rules_keep_their_marks():
    assert explain(Game(moves=(0, 4, 1, 5)), 2) == "X wins with that move."
    session = Session()
    assert session.read("names") == {"X": "Player X", "O": "Player O"}
    session.new_game("wild")
    assert session.read("names") == {"X": "First", "O": "Second"}
    session.rename({"X": "Ada"})
    session.new_game("standard")
    assert session.read("names") == {"X": "Ada", "O": "Player O"}
