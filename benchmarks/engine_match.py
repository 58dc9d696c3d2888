"""Matches of "expert" against the gomoku engine beside this script, which is written in C.

    python benchmarks/engine_match.py [games] [seconds] [seconds of the engine]

Both have 0.3 seconds of processor time for a move, where nothing else is said. The games
are on 15x15, from three random marks near the centre, and each opening is played with both
marks. Those that were not won are printed, then the score, and the processor time that a
move of each took. The engine is built in a folder that is removed again, which needs a C
compiler. It speaks the protocol of the Gomocup, and `gomocup` starts any program that does.
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
    subprocess.run([compiler, "-std=c11", "-O2", "-o", program, SOURCE], check=True)  # noqa: S603
    return program


def gomocup(program: Path, seconds: float) -> Peer:
    """Return what starts a program of the Gomocup for a game, with a time for each move."""

    @contextmanager
    def start() -> Iterator[Mover]:
        with subprocess.Popen(  # noqa: S603 - the program is the caller's choice
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            engine = _Engine(process)

            def choose(game: Game) -> int:
                side = game.rules.columns
                if not engine.is_started:
                    engine.start(side, seconds)
                x, _, y = engine.ask(*board_lines(game)).partition(",")
                return int(y) * side + int(x)

            yield choose
            engine.tell("END")

    return start


class _Engine:
    """A program of the Gomocup that runs."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None  # noqa: S101 - it is a pipe
        assert process.stdout is not None  # noqa: S101 - as above
        self._questions, self._answers = process.stdin, process.stdout
        self.is_started = False

    def start(self, side: int, seconds: float) -> None:
        """Start a game on a square board, with a time for each move."""
        answer = self.ask(f"START {side}")
        if answer != "OK":
            raise ValueError(f"no board of {side} rows: {answer}")
        self.tell(f"INFO timeout_turn {round(seconds * 1000)}")
        self.is_started = True

    def tell(self, *lines: str) -> None:
        """Send lines that have no answer."""
        self._questions.write("".join(f"{line}\n" for line in lines))
        self._questions.flush()

    def ask(self, *lines: str) -> str:
        """Send lines and return the answer, without what the program remarks before it."""
        self.tell(*lines)
        for answer in self._answers:
            if not answer.startswith(("MESSAGE", "DEBUG")):
                return answer.strip()
        raise EOFError(f"the program ended after {lines[-1]!r}")


def board_lines(game: Game) -> list[str]:
    """Return the lines that hand over a game: 1 for the marks of who is to move, else 2."""
    side, turn = game.rules.columns, game.move_count % 2
    marks = [
        f"{cell % side},{cell // side},{1 if number % 2 == turn else 2}"
        for number, cell in enumerate(game.moves)
    ]
    return ["BOARD", *marks, "DONE"]


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
        played = play_against(title, choose, gomocup(program, theirs), opening, games)
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    moves = sum(game.move_count - 3 for game, _ in played)
    print(f"seconds a move: ours {sum(spent) / len(spent):.3f}", end="")
    print(f", the engine {(after - before) / (moves - len(spent)):.3f}")


if __name__ == "__main__":
    main()
