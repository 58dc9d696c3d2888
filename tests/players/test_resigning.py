"""Players that resign in matches and in course interfaces."""

import copy
import pickle

import pytest

import tictactoe_widget
from tests.support.scenes.players import first_free
from tictactoe_widget import RESIGN, Game, PlayerError, ResignedError, play_match
from tictactoe_widget.classroom import RESIGN as CLASSROOM_RESIGN
from tictactoe_widget.classroom import play_as
from tictactoe_widget.players.calling import choose_move


class Quitter:
    """A player that resigns with its second move."""

    name = "quitter"

    def __call__(self, game):
        return RESIGN if game.move_count > 1 else game.legal_moves[0]


def test_copies_of_resign():
    assert repr(RESIGN) == "RESIGN"
    assert CLASSROOM_RESIGN is tictactoe_widget.RESIGN is RESIGN
    assert copy.copy(RESIGN) is copy.deepcopy([RESIGN])[0] is RESIGN
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(RESIGN, protocol)) is RESIGN  # noqa: S301 (our own)


def test_resignations_in_a_match():
    match = play_match(Quitter(), first_free, games=4)
    assert [game.result for game in match.games] == ["O", "X"] * 2
    assert {game.winner for game in match.games} == {"first_free"}
    # X resigns with two marks on the board, O with three.
    assert [game.game.move_count for game in match.games] == [2, 3, 2, 3]
    assert match.faults == ()
    said = tuple(f"Player {mark} (quitter) resigned" for mark in "XO")
    assert match.resignations == said * 2
    assert str(match).splitlines()[-1] == said[1]
    assert f"<li>{said[0]}</li>" in match._repr_html_()


def test_last_answer_can_be_a_resignation():
    def hesitant(game):
        yield game.legal_moves[0]
        return RESIGN

    def bold(game):
        yield RESIGN
        yield game.legal_moves[0]

    (game,) = play_match(hesitant, bold, games=1).games
    assert (game.result, game.game) == ("O", Game())
    assert game.resignation == "Player X (hesitant) resigned"


def test_resignation_as_an_error():
    with pytest.raises(ResignedError, match=r"^Player X \(quitter\) resigned$"):
        choose_move(Quitter(), Game(moves=(0, 1)))
    assert issubclass(ResignedError, PlayerError)
    agent = play_as(Quitter(), contract="cs50")
    assert agent([[None] * 3] * 3) == (0, 0)
    with pytest.raises(ResignedError):
        agent([["X", "O", None], [None] * 3, [None] * 3])
