"""The methods of the widget, the text of a board, and rules it has never heard of."""

import asyncio
import json
import logging

import pytest
import traitlets

from tests.support.models.drop_rules import Drop
from tests.support.scenes.comms import (
    FIRST_MOVE,
    X_WINS,
    arrive,
    custom,
    moves_sent,
    play_all,
    request,
    shown,
    update,
)
from tests.support.scenes.requests import ack
from tictactoe_widget import MNK, Game, GameOverError, OutOfBoardError, TicTacToe, find_rules


def test_the_methods_do_what_the_session_does(board):
    play_all(board, X_WINS)
    with pytest.raises(GameOverError, match=r"Game is over\. Player X won!"):
        board.play(8)
    board.look_back(2)
    assert (board.viewed_ply, board.viewed["board"][:4]) == (2, ("X", None, None, "O"))
    with pytest.raises(ValueError, match="plies 0 to 5"):
        board.look_back(6)
    board.new_game()
    assert (board.round, board.move_count, board.viewed_ply) == (2, 0, None)
    assert board.scores == {"X": 1, "O": 0, "draws": 0}
    board.reset_scores()
    assert board.scores == {"X": 0, "O": 0, "draws": 0}
    assert board.game == Game()


def test_a_cell_that_is_not_on_the_board_is_told_as_code_counts_cells(board):
    with pytest.raises(OutOfBoardError) as refused:
        board.play(9)
    assert str(refused.value) == "Invalid position: choose 1-9"
    assert refused.value.__notes__ == ["code counts cells from 0 to 8, not 9"]
    assert board.moves == ()


def test_a_player_that_opens_has_moved_in_the_open_message():
    board = TicTacToe(x=lambda _: 4)
    assert board.comm.opened["state"]["moves"] == [4]
    assert board.comm.opened["state"]["thinking"] is None
    assert board.comm.sent == []


def test_the_answer_comes_between_a_move_and_that_of_the_player():
    board = TicTacToe(o=lambda game: game.legal_moves[0])
    message = request(board, "play", cell=4)
    first, answered, second = board.comm.sent
    assert first == update(**FIRST_MOVE, thinking="O")
    assert answered == custom(ack(message))
    assert (second["state"]["moves"], second["state"]["thinking"]) == ([4, 0], None)


def test_an_observer_that_raises_when_a_player_moves_by_itself_is_logged(caplog):
    def fail(change):
        if change.new == 2:
            raise ZeroDivisionError("an observer of a notebook")

    def hesitant(game):
        while not may_answer:
            yield None
        yield game.legal_moves[0]

    async def scene():
        board.play(4)
        may_answer.append(True)
        while board.move_count < 2:  # noqa: ASYNC110 - the board has no event to wait for
            await asyncio.sleep(0)

    may_answer = []
    board = TicTacToe(o=hesitant)
    board.observe(fail, "move_count")
    with caplog.at_level(logging.ERROR):
        asyncio.run(scene())
    assert "an observer of a notebook" in caplog.text
    assert board.comm.sent[-1]["state"]["moves"] == [4, 0]
    board.play(8)
    assert board.moves == (4, 0, 8, 1)


def test_hints_can_be_set_and_are_one_message_with_the_switch_then_the_values(board):
    board.hints = True
    switched, told = board.comm.sent
    assert switched == update(hints=True, working="hints")
    assert told["state"].keys() == {"values", "working"}
    assert told["state"]["working"] == ""
    assert {value["value"] for value in told["state"]["values"]} == {"draw"}
    with pytest.raises(traitlets.TraitError):
        board.hints = "off"
    assert board.hints is True


def test_the_text_of_a_board_is_the_same_for_the_same_state():
    one, other = TicTacToe(), TicTacToe()
    play_all(one, X_WINS)
    play_all(other, X_WINS)
    text = "X X X\nO O .\n. . .\nPlayer X wins!"
    assert repr(one) == repr(other) == text
    assert one._repr_mimebundle_()[0]["text/plain"] == text
    one.names = {"X": "Ada"}
    assert repr(one) == "X X X\nO O .\n. . .\nAda wins!"


def test_sides_can_be_swapped_and_a_round_played_on_from_python(board):
    board.names = {"X": "Ada", "O": "Grace"}
    play_all(board, X_WINS)
    board.play_from(4)
    assert (board.moves, board.round, board.message) == (X_WINS[:4], 2, "Ada's turn")
    with pytest.raises(ValueError, match="This round has plies 0 to 4, not 5"):
        board.play_from(5)
    board.swap_sides()
    assert (board.moves, board.round, board.message) == ((), 3, "Grace's turn")
    assert board.names == {"X": "Grace", "O": "Ada"}
    assert board.scores == {"X": 0, "O": 1, "draws": 0}


def test_two_boards_are_independent():
    one, other = TicTacToe(), TicTacToe(names={"X": "Ada"})
    message = request(one, "play", cell=4)
    one.names = {"O": "Grace"}
    assert other.moves == ()
    assert other.names == {"X": "Ada", "O": "Player O"}
    assert other.comm.sent == []
    arrive(other, custom(message))
    assert other.moves == (4,)


def test_what_a_notebook_does_to_a_dict_it_was_given_keeps_no_message_away():
    board = TicTacToe(MNK(1, 1, 1))
    board.scores["X"] = 1
    board.grid.clear()
    board.play(0)
    assert moves_sent(board)[-1]["state"]["scores"] == {"X": 1, "O": 0, "draws": 0}
    board.names["O"] = "Mallory"
    board.names = {"O": "Mallory"}
    assert board.comm.sent[-1] == update(names={"X": "Player X", "O": "Mallory"})
    assert TicTacToe(MNK(1, 1, 1)).comm.opened["state"]["grid"]["cells"] == [0]


def test_a_board_begins_from_a_position_and_does_not_score_that_round():
    board = TicTacToe(game=Game.from_text("XX./OO./..."))
    state = board.comm.opened["state"]
    assert state["board"] == ["X", "X", None, "O", "O", None, None, None, None]
    assert (state["move_count"], state["moves"], state["legal_moves"]) == (
        4,
        [],
        [2, 5, 6, 7, 8],
    )
    board.play(2)
    assert (board.winner, board.moves) == ("X", (2,))
    assert board.scores == {"X": 0, "O": 0, "draws": 0}
    board.look_back(0)
    assert board.viewed is not None
    assert board.viewed["board"] == ("X", "X", None, "O", "O", None, None, None, None)


def test_a_new_game_begins_where_another_stands_in_one_message(board):
    game = Game(find_rules("misere"), moves=[4, 0])
    board.new_game(game=game)
    (sent,) = moves_sent(board)
    assert board.comm.sent == [sent]
    assert (sent["state"]["rules_name"], sent["state"]["moves"]) == ("misere", [4, 0])
    assert board.game == game
    assert (board.round, board.current_player) == (2, "X")
    with pytest.raises(ValueError, match="misere"):
        board.new_game("standard", game=game)
    assert board.game == game


def test_a_saved_board_is_json_that_another_board_goes_on_from(board):
    board.names = {"X": "Ada"}
    play_all(board, X_WINS)
    board.new_game("4x4")
    board.seat("O", "random")
    board.new_game(game=Game.from_text("X.../.O../..../....", find_rules("4x4")))
    saved = json.loads(json.dumps(board.save()))
    other = TicTacToe()
    other.restore(saved)
    (sent,) = moves_sent(other) or other.comm.sent
    assert other.comm.sent == [sent]
    assert shown(other) == shown(board)
    assert other.game == board.game
    other.new_game("standard")
    assert other.scores == {"X": 1, "O": 0, "draws": 0}


@pytest.mark.parametrize(
    "damage",
    [{"version": True}, {"rules": "5x5k9"}, {"moves": [9]}, {"moves": None}],
)
def test_a_damaged_save_is_refused_and_changes_nothing(board, damage):
    board.play(4)
    refuses(board, {**board.save(), **damage}, "the saved game is")


@pytest.mark.parametrize(
    ("saved", "told"), [(None, "not None"), ({}, "the saved game is"), ([4], r"not \[4\]")]
)
def test_what_is_no_save_is_refused_and_changes_nothing(board, saved, told):
    board.play(4)
    refuses(board, saved, told)


def refuses(board, saved, told):
    before = shown(board)
    board.comm.sent.clear()
    with pytest.raises(ValueError, match=told):
        board.restore(saved)
    assert shown(board) == before
    assert board.comm.sent == []


def test_a_family_of_rules_from_outside_the_package_is_shown_and_plays():
    board = TicTacToe(Drop().name, o="casual", hints=True)
    state = board.comm.opened["state"]
    assert (state["rules_name"], state["rules_title"]) == (
        "falling-4x5k4",
        "Drop 4 × 5, 4 in a row",
    )
    assert {key: state["grid"][key] for key in ("rows", "columns", "block")} == {
        "rows": 4,
        "columns": 5,
        "block": 0,
    }
    assert state["legal_moves"] == [15, 16, 17, 18, 19]
    assert {value["cell"] for value in state["values"]} == {15, 16, 17, 18, 19}
    message = request(board, "play", cell=2)
    assert board.comm.sent == [custom(ack(message, "illegal", "Marks fall: play c4"))]
    message = request(board, "play", cell=17)
    assert custom(ack(message)) in board.comm.sent
    assert (board.move_count, board.moves[0], board.thinking) == (2, 17, None)
