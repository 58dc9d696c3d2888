"""Play a game with the installed package: run `python wheel_smoke.py` outside the sources."""

from tictactoe_widget import TicTacToe


def main() -> None:
    """Play a game that X wins with the middle column, and check that no move follows."""
    board = TicTacToe()
    for cell in (4, 0, 1, 8, 7):
        board.play(cell)
    assert board.winner == "X"
    assert board.winning_lines == ((1, 4, 7),)
    assert board.message == "Player X wins!"
    assert board._esm
    assert board._css
    assert repr(board) == "O X .\n. X .\n. X O\nPlayer X wins!"
    refusal = ""
    try:
        board.play(2)
    except ValueError as error:
        refusal = str(error)
    assert refusal == "Game is over. Player X won!"


if __name__ == "__main__":
    main()
