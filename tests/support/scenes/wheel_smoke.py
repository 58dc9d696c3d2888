"""Play a game from the installed package: `python wheel_smoke.py`, away from the sources."""

from tictactoe_widget import TicTacToe


def main() -> None:
    """X opens in the centre and wins down the middle column; refuses to go on after that."""
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
