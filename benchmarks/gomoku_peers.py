"""Third-party programs for five in a row, which are opponents in `strength.py`.

The Python package ``gomoku`` is in the dependency group ``peers`` and plays on a 15x15 board.
Debian's ``bsdgames`` plays on a 19x19 board, in a terminal.
"""

import fcntl
import io
import os
import pty
import re
import select
import shutil
import signal
import struct
import tempfile
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from time import monotonic

from matches import Mover

from tictactoe_widget import Game

PATIENCE = 60.0
"""Maximum time that a program can take for a move, in seconds."""
_COLUMNS = "ABCDEFGHJKLMNOPQRST"
_SIDE = len(_COLUMNS)
_TOKEN = re.compile(
    r"\x1b\[([0-9;?]*)([A-Za-z])|\x1b[()][A-Z0-9]|([\r\n\b\x0e\x0f])|(.)", re.DOTALL
)
"""Pattern for the output of a terminal program: escape sequences, control characters and
letters."""


@contextmanager
def threat_space() -> Iterator[Mover]:
    """Provide the player ThreatSpace from the package ``gomoku`` for one game."""
    from gomoku.board import Board  # noqa: PLC0415 - the package is an opponent, not needed
    from gomoku.player.threat_space import ThreatSpace  # noqa: PLC0415

    bot = ThreatSpace()

    def choose(game: Game) -> int:
        while True:
            board = Board()
            for cell in game.moves:
                board.move_index(cell)
            with redirect_stdout(io.StringIO()):
                move = bot.make_move(board)
            cell = move[0] * 15 + move[1] if isinstance(move, tuple) else int(move)
            if cell in game.legal_moves:
                return cell
            # The bot's stored winning line no longer works, so let it search again.
            bot.winning_line = []

    yield choose


@contextmanager
def bsdgames() -> Iterator[Mover]:
    """Provide the installed gomoku program from ``bsdgames`` for one game."""
    terminals: list[_Terminal] = []

    def choose(game: Game) -> int:
        if not terminals:
            terminals.append(_Terminal(game.moves[:-1]))
        return terminals[0].answer(game)

    try:
        yield choose
    finally:
        for terminal in terminals:
            terminal.close()


class _Terminal:
    """Terminal in which the program runs. The program restores the first moves from a file."""

    def __init__(self, opening: tuple[int, ...]) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".moves", delete=False) as file:
            file.writelines(f"{_name(cell)}\n" for cell in opening)
        self._file = Path(file.name)
        program = shutil.which("gomoku", path="/usr/games")
        if program is None:
            raise FileNotFoundError("bsdgames is not installed: apt-get install bsdgames")
        self._marks = [[" "] * 120 for _ in range(50)]
        self._row = self._column = 0
        self._process, self._pipe = pty.fork()
        if self._process == 0:
            os.environ.update(TERM="vt100", LINES="40", COLUMNS="100")
            os.execv(program, [program, file.name])  # noqa: S606 - it draws on a terminal
        size = struct.pack("HHHH", 40, 100, 0, 0)
        fcntl.ioctl(self._pipe, termios.TIOCSWINSZ, size)
        self._wait(lambda: "move?" in self._text())

    def answer(self, game: Game) -> int:
        """Send a game's last move to the program, and return the cell of its answer."""
        os.write(self._pipe, f"{_name(game.moves[-1])}\n".encode())
        self._wait(lambda: bool(self._new_cells(game)))
        return self._new_cells(game)[0]

    def close(self) -> None:
        """Stop the program."""
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        os.close(self._pipe)
        self._file.unlink()

    def _new_cells(self, game: Game) -> list[int]:
        """List the cells that have a mark on the screen but not in the game."""
        return [
            cell
            for cell in game.legal_moves
            if self._marks[1 + cell // _SIDE][3 + 2 * (cell % _SIDE)] in "*OX"
        ]

    def _text(self) -> str:
        return "\n".join("".join(row) for row in self._marks)

    def _wait(self, is_there: Callable[[], bool]) -> None:
        """Read the program's output until a condition about the screen is true."""
        end = monotonic() + PATIENCE
        while not is_there():
            if monotonic() > end:
                raise TimeoutError(f"no answer within {PATIENCE} s:\n{self._text()}")
            if select.select([self._pipe], [], [], 0.1)[0]:
                self._draw(os.read(self._pipe, 1 << 16).decode("latin1"))

    def _draw(self, text: str) -> None:
        """Update the screen as a terminal would."""
        for token in _TOKEN.finditer(text):
            arguments, command, control, letter = token.groups()
            if letter is not None and letter >= " ":
                self._marks[self._row][self._column] = letter
                self._column += 1
            elif control == "\r":
                self._column = 0
            elif control in {"\n", "\b"}:
                self._row += control == "\n"
                self._column -= control == "\b"
            elif command == "H":
                row, _, column = arguments.partition(";")
                self._row, self._column = int(row or 1) - 1, int(column or 1) - 1
            elif command in {"A", "B", "C", "D"}:
                steps = int(arguments or 1)
                self._row += {"A": -steps, "B": steps}.get(command, 0)
                self._column += {"D": -steps, "C": steps}.get(command, 0)
            elif command == "J":
                self._marks = [[" "] * 120 for _ in range(50)]
            elif command == "K":
                row_left = self._marks[self._row]
                row_left[self._column :] = [" "] * (len(row_left) - self._column)


def _name(cell: int) -> str:
    """Return the name of a cell in the form that the program reads."""
    return f"{_COLUMNS[cell % _SIDE]}{_SIDE - cell // _SIDE}"
