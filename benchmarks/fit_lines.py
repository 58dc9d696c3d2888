"""Fit the values of line patterns in five in a row to games played by the gomoku engine.

``python benchmarks/fit_lines.py`` lets the engine play against itself on all processors for
half an hour. The script then fits the values by logistic regression and writes them into
`tictactoe_widget/analysis/mnk/patterns.py`. You can pass the number of minutes and a file with
positions, to which the new positions are added. With 0 minutes, the script only fits the values
to the positions in the file. The script needs NumPy and a C compiler. The engine searches about
fifty times as many positions as the package in the same time.

The data contains positions at which a search would stop. The target for a position is the mean
of the game's result and the value that a search finds. For a position after a move that was not
played in the game, the target is only the search's value.
"""

import json
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from math import exp
from os import cpu_count
from pathlib import Path
from random import Random
from tempfile import gettempdir
from textwrap import wrap
from time import monotonic

import numpy as np
from engine_match import Engine, build_engine

from tictactoe_widget import MNK, Game
from tictactoe_widget.analysis.mnk import patterns as line_patterns
from tictactoe_widget.analysis.mnk.large import AlphaBeta
from tictactoe_widget.analysis.mnk.patterns import (
    ODDS_POINTS,
    PLAIN_TEMPO,
    PatternPosition,
    Tempo,
    line_pattern,
    shared_patterns,
)

MINUTES = 30.0
"""Default playing time, in minutes."""
MOVE_SECONDS = 0.01
"""The engine's processor time per move, in seconds."""
ENGINE_POINTS = 300
"""Number of engine points that correspond to one unit of log odds."""
SURE = 29_000
"""Minimum number of engine points for a proved win."""
TRUST = 30.0
"""Weight of the previous values, as an equivalent number of positions that agree with them."""
STEPS, LONGEST_STEP = 25, 0.5
"""Number of fitting steps, and the maximum change of a weight in one step, in log odds."""
MODULE = Path(line_patterns.__file__)
"""Path of the module into which the script writes the values."""

RULES = MNK(15, 15, 5)
"""Rules by which the engine plays."""

Row = tuple[tuple[int, ...], float, float]
"""A position's moves, and two win probabilities for the player to move: one from a search and
one from the game's result."""


def ask(engine: Engine, game: Game) -> tuple[int, float]:
    """Return the engine's move, and its estimate of the mover's win probability.

    A probability of 0 or 1 means that the result is proved.
    """
    move = engine.move(game)
    # The engine prints no remark if it moves without an alpha-beta search.
    points = int(engine.remark.split()[4].rstrip(",")) if engine.remark else SURE
    if abs(points) >= SURE:
        return move, float(points > 0)
    return move, 1 / (1 + exp(-points / ENGINE_POINTS))


def opening(random: Random) -> Game:
    """Play one to eight random moves near the centre."""
    game, count, far = Game(RULES), random.randint(1, 8), random.choice((2, 3, 3, 4))
    while game.move_count < count:
        row = RULES.rows // 2 + random.randint(-far, far)
        cell = row * RULES.columns + RULES.columns // 2 + random.randint(-far, far)
        game = game.play(cell) if cell in game.legal_moves else game
    return game


def promising(search: AlphaBeta, game: Game) -> list[int]:
    """List the ten moves that this package's search ranks first in a position."""
    ranked = search.rank(search.patterns.position(game.state), game.move_count & 1)
    return [cell for _, cell in ranked[:10]]


def play(engine: Engine, random: Random) -> Iterator[Row]:
    """Play a game until its result is proved. Yield its positions and some unplayed ones."""
    search = AlphaBeta(shared_patterns(RULES))
    game = opening(random)
    seen: list[tuple[tuple[int, ...], float]] = []
    while not game.is_over:
        move, chance = ask(engine, game)
        if chance in (0, 1):
            for moves, said in seen:
                is_same = len(moves) % 2 == game.move_count % 2
                yield moves, said, chance if is_same else 1 - chance
            return
        seen.append((game.moves, chance))
        others = promising(search, game)
        beside = game.play(random.choice(others))
        if not beside.is_over:
            _, known = ask(engine, beside)
            yield beside.moves, known, known
        is_odd = random.random() < 0.08
        game = game.play(random.choice(others[:6]) if is_odd else move)
    for moves, said in seen:
        yield moves, said, 0.5


def play_for(minutes: float, seed: int, program: Path) -> list[Row]:
    """Play games for the given number of minutes, and return all positions."""
    random, end = Random(seed), monotonic() + 60 * minutes
    rows: list[Row] = []
    with Engine(program) as engine:
        engine.start(RULES.rows, MOVE_SECONDS)
        while monotonic() < end:
            rows += play(engine, random)
    return rows


class Features:
    """Features of a position. The position's score is their weighted sum."""

    def __init__(self) -> None:
        self._patterns = shared_patterns(RULES)
        self._search = AlphaBeta(self._patterns)
        self._search.tempo = Tempo(*(4**at for at in range(len(Tempo._fields))))
        names = {
            line_pattern(RULES.k, length, own, first)
            for length in range(RULES.k, RULES.k + 3)
            for own in range(1 << length)
            for first in range(length - RULES.k + 1)
            if 0 < (own >> first & (1 << RULES.k) - 1).bit_count() < RULES.k
        }
        self.names = sorted(names)
        """Line patterns, in the order of their weights."""
        self._at = {name: at for at, name in enumerate(self.names)}
        self._lines = lru_cache(maxsize=1 << 18)(self._count)

    @property
    def count(self) -> int:
        """Number of weights for both players' lines and for the tempo."""
        return 2 * len(self.names) + len(Tempo._fields)

    def of(self, moves: tuple[int, ...]) -> list[tuple[int, int]] | None:
        """Return a position's nonzero features, or None if a search would continue there."""
        patterns, player = self._patterns, len(moves) & 1
        position = patterns.position(Game(RULES, moves).state)
        own, other = position[1 + player], position[2 - player]
        if (own | other) & patterns.fives or own & patterns.wins:
            return None
        found: dict[int, int] = {}
        for line, content in enumerate(position[0]):
            length = self._patterns.rows[line][2]
            marks = [patterns.changes.marks(content, who) for who in (player, 1 - player)]
            for role in (0, 1):
                if not marks[role]:
                    continue
                sign = -1 if role else 1
                for pattern in self._lines(length, marks[role], marks[1 - role]):
                    at = pattern + role * len(self.names)
                    found[at] = found.get(at, 0) + sign
        flags = self._search.score(without_values(position), player)
        for at in range(len(Tempo._fields)):
            if flags >> 2 * at & 3:
                found[2 * len(self.names) + at] = 1
        return list(found.items())

    def _count(self, length: int, own: int, other: int) -> list[int]:
        """List the patterns of one player's lines in a row, given both players' marks."""
        found = []
        for first, size in line_patterns.open_rows(length, other, RULES.k):
            marks = own >> first & (1 << size) - 1
            found += [
                self._at[line_pattern(RULES.k, size, marks, at)]
                for at in range(size - RULES.k + 1)
                if marks >> at & (1 << RULES.k) - 1
            ]
        return found

    def prior(self) -> np.ndarray:
        """Return the weights that were set by hand, in units of log odds."""
        plain = [
            line_patterns.plain_value(RULES.k, (name // 9).bit_count()) for name in self.names
        ]
        return np.array([*plain, *plain, *PLAIN_TEMPO]) / ODDS_POINTS


def without_values(position: PatternPosition) -> PatternPosition:
    """Return a position whose lines have no value, so that only the tempo counts."""
    lines, of_x, of_o, _, marks = position
    return lines, of_x, of_o, 0, marks


def fit(matrix: np.ndarray, goal: np.ndarray, prior: np.ndarray) -> np.ndarray:
    """Return the weights of a logistic regression, by Newton's method with short steps."""
    weights = prior.copy()
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-(matrix @ weights)))
        slope = matrix.T @ (goal - chance) - TRUST * (weights - prior)
        curve = (matrix * (chance * (1 - chance))[:, None]).T @ matrix
        step = np.linalg.solve(curve + TRUST * np.eye(len(weights)), slope)
        # A full step can overshoot while the weights are far from the optimum.
        weights = weights + step * min(1.0, LONGEST_STEP / np.abs(step).max())
    return weights


def loss(matrix: np.ndarray, goal: np.ndarray, weights: np.ndarray) -> float:
    """Return the mean cross entropy between the targets and the weights' predictions."""
    chance = np.clip(1 / (1 + np.exp(-(matrix @ weights))), 1e-6, 1 - 1e-6)
    return float(-np.mean(goal * np.log(chance) + (1 - goal) * np.log(1 - chance)))


def write(features: Features, weights: np.ndarray) -> None:
    """Write the weights into the module."""
    points = [round(float(weight) * ODDS_POINTS) for weight in weights]
    many = len(features.names)
    # A no-break space keeps a pair in one line.
    pairs = [
        f"{name}:\xa0({points[at]},\xa0{points[many + at]}),"
        for at, name in enumerate(features.names)
    ]
    rows = wrap(" ".join(pairs), 92, break_on_hyphens=False)
    table = "".join(f"    {row}\n" for row in rows).replace("\xa0", " ")
    before, start, rest = MODULE.read_text().partition("# fmt: off\n")
    _, end, after = rest.partition("# fmt: on\n")
    tempo = f"_FITTED_TEMPO = Tempo{tuple(points[2 * many :])}\n"
    values = f"FITTED_VALUES = {{\n{table}}}\n"
    MODULE.write_text(before + start + tempo + values + end + after)


def main(minutes: float, stored: Path) -> None:
    """Play games, fit the weights and write them into the module."""
    if minutes:
        workers = cpu_count() or 1
        seeds = [Random().getrandbits(32) for _ in range(workers)]
        with (
            tempfile.TemporaryDirectory() as folder,
            ProcessPoolExecutor(workers) as pool,
            stored.open("a") as file,
        ):
            program = build_engine(Path(folder))
            parts = pool.map(play_for, [minutes] * workers, seeds, [program] * workers)
            for rows in parts:
                file.writelines(json.dumps(row) + "\n" for row in rows)
    features = Features()
    known = [json.loads(line) for line in stored.read_text().splitlines()]
    quiet = [(features.of(tuple(moves)), (a + b) / 2) for moves, a, b in known]
    found = [(numbers, goal) for numbers, goal in quiet if numbers is not None]
    matrix = np.zeros((len(found), features.count), np.float32)
    goal = np.array([goal for _, goal in found])
    for row, (numbers, _) in enumerate(found):
        for at, number in numbers:
            matrix[row, at] = number
    prior = features.prior()
    held = np.arange(len(goal)) % 10 == 0
    tried = fit(matrix[~held], goal[~held], prior)
    print(f"{len(known)} positions, {len(goal)} quiet")
    print(f"loss held out: before {loss(matrix[held], goal[held], prior):.4f}")
    print(f"               after  {loss(matrix[held], goal[held], tried):.4f}")
    write(features, fit(matrix, goal, prior))


if __name__ == "__main__":
    main(
        float(sys.argv[1]) if len(sys.argv) > 1 else MINUTES,
        Path(sys.argv[2] if len(sys.argv) > 2 else Path(gettempdir()) / "fit_lines.jsonl"),
    )
