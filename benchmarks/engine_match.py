"""Matches of "expert" against the gomoku engine in this folder, which is written in C.

    python benchmarks/engine_match.py [games] [seconds] [seconds of the engine]

By default, both have 0.3 seconds of processor time per move. The games are on 15x15 and begin
with three random marks near the centre. Each opening is played with both marks. The script
prints the games that "expert" did not win, the score, and the mean processor time per move.
It builds the engine in a temporary folder, which needs a C compiler. The engine speaks the
protocol of the Gomocup. `gomocup` starts any program with this protocol.
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
"""What the engine is built from."""
SECONDS = 0.3
"""Time for a move, in seconds of the processor."""


def build_engine(folder: Path) -> Path:
    """Build the engine in a folder and return the path of the program."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise FileNotFoundError("there is no C compiler: apt-get install gcc libc6-dev")
    program = folder / SOURCE.stem
    subprocess.run([compiler, "-std=c11", "-O2", "-o", program, SOURCE], check=True)
    return program


class Engine:
    """A program that speaks the protocol of the Gomocup, which runs until the context ends."""

    def __init__(self, program: Path) -> None:
        self.side = 0
        self.remark = ""
        """The last remark that the program made before its answer; ``""`` for none."""
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.communicate("END\n")

    def tell(self, *lines: str) -> None:
        """Send lines that have no answer."""
        assert self._process.stdin is not None  # noqa: S101 - it is a pipe
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()

    def ask(self, *lines: str) -> str:
        """Send lines and return the answer; keep what the program remarks before it."""
        self.tell(*lines)
        self.remark = ""
        assert self._process.stdout is not None  # noqa: S101 - as above
        for answer in self._process.stdout:
            if not answer.startswith(("MESSAGE", "DEBUG")):
                return answer.strip()
            self.remark = answer.strip()
        raise EOFError(f"the program ended after {lines[-1]!r}")

    def start(self, side: int, seconds: float) -> None:
        """Start a game on a board of `side` rows and columns, with a time for each move."""
        answer = self.ask(f"START {side}")
        if answer != "OK":
            raise ValueError(f"no board of {side} rows: {answer}")
        self.tell(f"INFO timeout_turn {round(seconds * 1000)}")
        self.side = side

    def marks(self, game: Game) -> list[str]:
        """List the marks of a game as the protocol has them: 1 for those of who is to move."""
        turn = game.move_count % 2
        return [
            f"{cell % self.side},{cell // self.side},{1 if number % 2 == turn else 2}"
            for number, cell in enumerate(game.moves)
        ]

    def move(self, game: Game) -> int:
        """Return the move of the program in a game."""
        x, _, y = self.ask("BOARD", *self.marks(game), "DONE").partition(",")
        return int(y) * self.side + int(x)


def gomocup(program: Path, side: int, seconds: float) -> Peer:
    """Return what starts a program for a game of `side` rows, with a time for each move."""

    @contextmanager
    def start() -> Iterator[Mover]:
        with Engine(program) as engine:
            engine.start(side, seconds)
            yield engine.move

    return start


def main() -> None:
    """Play the match that the command line asks for and print the times."""
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
