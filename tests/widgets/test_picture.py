"""Pictures and text of boards in a notebook's output."""

from IPython.core.formatters import DisplayFormatter

from tests.support.models.svg_reader import Picture
from tictactoe_widget import TicTacToe

VIEW = "application/vnd.jupyter.widget-view+json"


def test_output_has_the_board_text_and_picture():
    board = TicTacToe("4x4")
    board.play(5)
    formatter = DisplayFormatter()
    data, _ = formatter.format(board)
    assert data.keys() == {VIEW, "text/plain", "image/svg+xml"}
    assert data[VIEW]["model_id"] == board.model_id
    assert data["text/plain"] == repr(board)
    picture = Picture.read(data["image/svg+xml"])
    assert picture.marks == {(1, 1): "X"}
    assert picture.title == "4 × 4, 4 in a row: Player O's turn"
    board.play(0)
    assert Picture.read(formatter.format(board)[0]["image/svg+xml"]).marks == {
        (1, 1): "X",
        (0, 0): "O",
    }


def test_picture_is_not_synced():
    board = TicTacToe()
    assert not [name for name, value in board.get_state().items() if "<svg" in str(value)[:9]]
