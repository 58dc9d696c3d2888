"""IPython's traceback for an illegal move: it shows the user's lines, not the package's."""

import pytest
from IPython.core.interactiveshell import InteractiveShell

REFUSED = [
    "tictactoe_widget.rules.errors.OutOfBoardError: Invalid position: choose 1-9",
    "cell must be 0 to 8, not 9 (code counts from 0)",
]


@pytest.fixture
def run_cells(capsys):
    """Return a function that runs cells in IPython and returns the printed lines."""
    shell = InteractiveShell()

    def run(*cells):
        for cell in ("from tictactoe_widget import Game, TicTacToe", *cells):
            shell.run_cell(cell)
        return capsys.readouterr().out.splitlines()

    return run


@pytest.mark.parametrize("call", ["Game().play(9)", "TicTacToe().play(9)"])
def test_traceback_shows_call(run_cells, call):
    assert run_cells(call) == [
        "Traceback (most recent call last):",
        '  File "cell", line 1, in <module>',
        f"    {call}",
        *REFUSED,
    ]


def test_traceback_shows_user_functions(run_cells):
    assert run_cells("def try_it(game):\n    return game.play(9)", "try_it(Game())") == [
        "Traceback (most recent call last):",
        '  File "cell", line 1, in <module>',
        "    try_it(Game())",
        '  File "cell", line 2, in try_it',
        "    return game.play(9)",
        *REFUSED,
    ]


def test_traceback_shows_context(run_cells):
    shown = run_cells("try:\n    1 / 0\nexcept ZeroDivisionError:\n    Game().play(9)")
    assert shown[2:5] == ["    1 / 0", "ZeroDivisionError: division by zero", ""]
    assert shown[-3:] == ["    Game().play(9)", *REFUSED]


def test_traceback_shows_user_module(run_cells, tmp_path, monkeypatch):
    (tmp_path / "opening.py").write_text("def begin(game):\n    return game.play(9)\n")
    monkeypatch.syspath_prepend(tmp_path)
    shown = run_cells("import opening", "opening.begin(Game())")
    assert shown[3:5] == [
        f'  File "{tmp_path / "opening.py"}", line 2, in begin',
        "    return game.play(9)",
    ]
    assert shown[-2:] == REFUSED
