"""Let "expert" play matches against this folder's gomoku engine, which is written in C.

    python benchmarks/engine_match.py [games] [seconds] [seconds for the engine]

By default, each side has 0.3 seconds of processor time per move. The games are played on a
15x15 board and begin with three random marks near the centre. Each opening is played twice,
with swapped marks. The script prints the games that "expert" did not win, the score, and the
mean processor time per move. The script needs a C compiler, because it builds the engine in a
temporary folder. The engine uses the Gomocup protocol. The function `gomocup` can start any
program that uses this protocol.
"""

import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import Self

from matches import Mover, Peer, near_the_centre, play_against, think

from tictactoe_widget import MNK, Game

SOURCE = Path(__file__).with_name("gomoku_engine.c")
"""The engine's source file."""
SECONDS = 0.3
"""Default processor time per move, in seconds."""


def build_engine(folder: Path) -> Path:
    """Build the engine in a folder, and return the path of the executable."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise FileNotFoundError("there is no C compiler: apt-get install gcc libc6-dev")
    program = folder / SOURCE.stem
    subprocess.run([compiler, "-std=c11", "-O2", "-o", program, SOURCE], check=True)
    return program


class Engine:
    """Context manager for a program that uses the Gomocup protocol."""

    def __init__(self, program: Path) -> None:
        self.side = 0
        self.remark = ""
        """Last remark that the program printed before its answer, or ``""`` if there was
        none."""
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.communicate("END\n")

    def tell(self, *lines: str) -> None:
        """Send lines that the program does not answer."""
        assert self._process.stdin is not None  # noqa: S101 - it is a pipe
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()

    def ask(self, *lines: str) -> str:
        """Send lines, store the program's last remark, and return its answer."""
        self.tell(*lines)
        self.remark = ""
        assert self._process.stdout is not None  # noqa: S101 - as above
        for answer in self._process.stdout:
            if not answer.startswith(("MESSAGE", "DEBUG")):
                return answer.strip()
            self.remark = answer.strip()
        raise EOFError(f"the program ended after {lines[-1]!r}")

    def start(self, side: int, seconds: float) -> None:
        """Start a game with `side` rows and columns and a time limit for each move."""
        answer = self.ask(f"START {side}")
        if answer != "OK":
            raise ValueError(f"the program refused a board of {side} rows: {answer}")
        self.tell(f"INFO timeout_turn {round(seconds * 1000)}")
        self.side = side

    def marks(self, game: Game) -> list[str]:
        """List a game's marks in the protocol's format, with 1 for the player to move."""
        turn = game.move_count % 2
        return [
            f"{cell % self.side},{cell // self.side},{1 if number % 2 == turn else 2}"
            for number, cell in enumerate(game.moves)
        ]

    def move(self, game: Game) -> int:
        """Return the program's move in a game."""
        x, _, y = self.ask("BOARD", *self.marks(game), "DONE").partition(",")
        return int(y) * self.side + int(x)


def gomocup(program: Path, side: int, seconds: float) -> Peer:
    """Return a function that starts a program on a board with `side` rows and columns."""

    @contextmanager
    def start() -> Iterator[Mover]:
        with Engine(program) as engine:
            engine.start(side, seconds)
            yield engine.move

    return start


def main() -> None:
    """Play the match that the command-line arguments describe, and print the times."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    ours = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    theirs = float(sys.argv[3]) if len(sys.argv) > 3 else ours
    rules = MNK(15, 15, 5)
    spent: list[float] = []

    def choose(game: Game, _seconds: float) -> int:
        begun = process_time()
        cell = think(game, ours)
        spent.append(process_time() - begun)
        return cell

    with tempfile.TemporaryDirectory() as folder:
        program = build_engine(Path(folder))
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        title = f"{rules.name}, expert with {ours} s against the engine with {theirs} s"
        opening = near_the_centre(rules)
        played = play_against(
            title, choose, gomocup(program, rules.rows, theirs), opening, games
        )
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    moves = sum(game.move_count - 3 for game, _ in played)
    print(f"seconds a move: ours {sum(spent) / len(spent):.3f}", end="")
    print(f", the engine {(after - before) / (moves - len(spent)):.3f}")


if __name__ == "__main__":
    main()
