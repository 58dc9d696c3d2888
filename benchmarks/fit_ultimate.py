"""Fit the evaluation parameters for ultimate tic-tac-toe by self-play.

    python benchmarks/fit_ultimate.py [rounds]

The script writes ``tictactoe_widget/analysis/ultimate_fit.py``, with the same parameters every
time. At first, all small boards have the same win probability. In each round, the script plays
thousands of games at once, using NumPy arrays. The script then evaluates all positions from
these games, and changes the parameters so that the estimates move closer to the targets.
Richard Sutton describes the method in "Learning to predict by the methods of temporal
differences" (Machine Learning 3, 1988). Gerald Tesauro's backgammon program (1995) learned in
the same way. The target for a position is a weighted mean of the game's result and the
estimates for later positions. Later estimates count less. In the first rounds, players evaluate
only the positions after their own moves. In later rounds, they also evaluate the opponent's
replies to their best moves.

In one round out of four, the player who has won more boards wins a tied game. These rounds fit
the value that a won board has apart from its lines. The script needs only NumPy. The script
takes a quarter of an hour on one core.
"""

import sys
from base64 import b85encode
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tictactoe_widget.analysis.ultimate import READINGS, decode, number_contents
from tictactoe_widget.rules.mnk import STANDARD

Array = NDArray[Any]

MODULE = Path(__file__).parents[1] / "tictactoe_widget/analysis/ultimate_fit.py"
"""Path of the module that the script writes."""
ROUNDS = 160
"""Default number of rounds."""
EARLY = 0.375
"""Proportion of rounds in which players do not look at replies."""
GAMES = 2000
"""Number of games in each round."""
BATCH = 8192
"""Number of positions after which the parameters change."""
RATES = (0.02, 0.008, 0.003, 0.001)
"""Learning rates for the four quarters of the rounds."""
LAMBDA = 0.9
"""Weight of each estimate, relative to the estimate one ply earlier."""
RANDOM_PLIES = 6
"""Maximum number of random moves at the beginning of a game."""
RANDOM_SHARE = 0.05
"""Proportion of random moves after the beginning of a game."""
NOISE = 0.05
"""Difference between two moves' values at which the better move is chosen 2.7 times as
often."""
BLUNDER = 0.25
"""Minimum loss of value that makes a move a blunder. The moves after a blunder don't affect the
target for the position before it."""
LOOK = 4
"""Number of best moves for which a player looks at the replies."""

# A small board is a number in base 3, whose lowest digit is place 0. The digit 1 is a mark by
# the player to move, and 2 is the opponent's mark. Arrays of positions have a row for each of
# the nine boards.
COUNT = 3**9
POWERS = 3 ** np.arange(9, dtype=np.int16)
MARKS = np.arange(COUNT)[:, None] // POWERS % 3
LINES = np.array(STANDARD.lines)
IS_EMPTY = MARKS == 0
SWAPPED = (np.array([0, 2, 1])[MARKS] * POWERS).sum(1, dtype=np.int16)
"""For each small board, the same board from the opponent's point of view."""
OPEN, WON, LOST, FULL = range(4)
STATUS = np.select(
    [(MARKS[:, LINES] == mark).all(2).any(1) for mark in (1, 2)] + [~IS_EMPTY.any(1)],
    [WON, LOST, FULL],
    OPEN,
).astype(np.int8)
HAS_LINE = np.array(
    [any(won & mask == mask for mask in STANDARD.line_masks) for won in range(512)]
)
BITS = (1 << np.arange(9, dtype=np.int16))[:, None]


def number_boards() -> tuple[Array, int]:
    """Return the index of each board's win probability, and the number of fitted indices.

    Two more indices follow: one for won boards, and one for lost or full boards.
    """
    numbers = number_contents()
    count = len(set(numbers.values()))
    index = np.where(STATUS == WON, count, count + 1)
    bits = 1 << np.arange(9)
    for board in np.nonzero(STATUS == OPEN)[0]:
        own, other = ((MARKS[board] == mark) @ bits for mark in (1, 2))
        index[board] = numbers[int(own) | int(other) << 9]
    return index.astype(np.int16), count


OURS, FITTED = number_boards()
THEIRS = OURS[SWAPPED]


class Model:
    """Evaluation model: the parameters, and the estimates that they give."""

    def __init__(self) -> None:
        self.numbers = [
            np.full((READINGS, FITTED), -1.0),  # logarithms of the odds to win a small board
            np.array([1.0]),  # logarithm of the weight of a line
            np.array([0.1, 0.1]),  # weights of a free choice, and of a board by majority
        ]
        self.means = [np.zeros_like(part) for part in self.numbers]
        self.squares = [np.zeros_like(part) for part in self.numbers]
        self.steps = 0
        self.refresh()

    def refresh(self) -> None:
        """Compute probabilities and weights from the parameters."""
        odds, line, weights = self.numbers
        fixed = np.broadcast_to([1.0, 0.0], (READINGS, 2))
        self.chances = np.hstack([1 / (1 + np.exp(-odds)), fixed]).astype(np.float32)
        self.line = np.float32(np.exp(line[0]))
        self.free, self.majority = weights.astype(np.float32)

    def evaluate(self, boards: Array, active: Array, majority: float) -> "Estimates":
        """Return the log odds that the player to move wins.

        Parameters
        ----------
        boards : array of int
            Small boards, as an array with nine rows and one column for each position.
        active : array of int
            Board in which the next move must be made, or -1 for any board.
        majority : float
            Value that a won board has apart from its lines.
        """
        ours, theirs = OURS[boards], THEIRS[boards]
        x, y = self.chances[0][ours], self.chances[0][theirs]
        chosen, free = active.copy(), active < 0
        if free.any():
            own, other = ours[:, free], theirs[:, free]
            gains = slopes(x[:, free], majority) * (self.chances[1][own] - x[:, free])
            gains -= slopes(y[:, free], majority) * (self.chances[2][other] - y[:, free])
            gains[STATUS[boards[:, free]] != OPEN] = -np.inf
            chosen[free] = gains.argmax(0)
        at = (chosen, np.arange(len(active)))
        x[at], y[at] = self.chances[1][ours[at]], self.chances[2][theirs[at]]
        lead = add_lines(x, majority) - add_lines(y, majority)
        odds = np.clip(self.line * lead + self.free * free, -14, 14)
        return Estimates(odds, ours, theirs, x, y, at, free, lead)

    def values(self, boards: Array, active: Array, majority: float) -> Array:
        """Return values for the player to move, from -1 to 1."""
        found: Array = np.tanh(self.evaluate(boards, active, majority).odds / 2)
        return found

    def step(self, boards: Array, active: Array, shown: Array, rate: float, most: bool) -> None:
        """Change the parameters so that the estimates move closer to the targets.

        ``shown`` contains the targets, which are win probabilities from 0 to 1. The method
        follows the gradient of the cross entropy (Diederik Kingma and Jimmy Ba, "Adam", 2015).
        """
        majority = float(self.majority) if most else 0.0
        found = self.evaluate(boards, active, majority)
        odds, ours, theirs, x, y, at, free, lead = found
        error = ((1 / (1 + np.exp(-odds)) - shown) / len(shown)).astype(np.float32)
        rise = slopes(x, majority) * (error * self.line)
        fall = slopes(y, majority) * (-error * self.line)
        by_chance = np.zeros((READINGS, FITTED + 2))
        by_chance[1] = np.bincount(ours[at], rise[at], FITTED + 2)
        by_chance[2] = np.bincount(theirs[at], fall[at], FITTED + 2)
        rise[at] = fall[at] = 0
        by_chance[0] = np.bincount(ours.ravel(), rise.ravel(), FITTED + 2)
        by_chance[0] += np.bincount(theirs.ravel(), fall.ravel(), FITTED + 2)
        chances = self.chances[:, :FITTED]
        boards_ahead = (x - y).sum(0) * self.line if most else np.zeros(1)
        self.steps += 1
        gradients = [
            by_chance[:, :FITTED] * chances * (1 - chances),
            np.array([(error * lead).sum() * self.line]),
            np.array([error[free].sum(), (error * boards_ahead).sum()]),
        ]
        for at_part, gradient in enumerate(gradients):
            mean, square = self.means[at_part], self.squares[at_part]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            unbiased = mean / (1 - 0.9**self.steps)
            size = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            self.numbers[at_part] -= rate * unbiased / size
        self.refresh()


class Estimates(NamedTuple):
    """Result of `Model.evaluate` for several positions."""

    odds: Array
    ours: Array
    theirs: Array
    x: Array
    y: Array
    at: tuple[Array, Array]
    free: Array
    lead: Array


def add_lines(chances: Array, majority: float) -> Array:
    """Return the sum of line products, plus `majority` times the sum of probabilities."""
    total: Array = chances.sum(0) * np.float32(majority)
    for a, b, c in LINES:
        total += chances[a] * chances[b] * chances[c]
    return total


def slopes(chances: Array, majority: float) -> Array:
    """Return the derivatives of `add_lines` with respect to each probability."""
    found = np.full_like(chances, majority)
    for line in LINES:
        for at in line:
            one, two = (other for other in line if other != at)
            found[at] += chances[one] * chances[two]
    return found


class Moves(NamedTuple):
    """All legal moves in several positions, grouped by position."""

    origin: Array
    """Index of the position in which the move is made."""
    boards: Array
    """Small boards after the move, from the opponent's point of view."""
    active: Array
    """Board in which the opponent must play, or -1 for any board."""
    result: Array
    """Result of the move: 1 for a win, -1 for a loss, 0 for a draw, 2 if the game continues."""
    value: Array
    """Value of the move for the player who makes it."""


def list_moves(model: Model, boards: Array, active: Array, most: bool) -> Moves:
    """Return the legal moves in several positions, and their values."""
    playable = np.where(active < 0, STATUS[boards] == OPEN, np.arange(9)[:, None] == active)
    legal = (playable[:, :, None] & IS_EMPTY[boards]).transpose(1, 0, 2)
    origin, board, place = np.nonzero(legal)
    after, row = boards[:, origin], np.arange(len(origin))
    after[board, row] += POWERS[place]
    status = STATUS[after]
    wins = HAS_LINE[((status == WON) * BITS).sum(0, dtype=np.int16)]
    lead = np.sign((status == WON).sum(0) - (status == LOST).sum(0)) if most else 0
    result = np.where(wins, 1, np.where((status == OPEN).any(0), 2, lead))
    following = np.where(status[place, row] == OPEN, place, -1)
    after = SWAPPED[after]
    value = result.astype(np.float32)
    on = result == 2
    majority = float(model.majority) if most else 0.0
    value[on] = -model.values(after[:, on], following[on], majority)
    return Moves(origin, after, following, result, value)


def look_at_replies(model: Model, moves: Moves, most: bool) -> Array:
    """Return the values of moves after looking at the opponent's replies to the best moves."""
    origin, value = moves.origin, moves.value.copy()
    first = np.searchsorted(origin, np.arange(origin[-1] + 1))
    order = np.lexsort((-value, origin))
    rank = np.empty(len(value), int)
    rank[order] = np.arange(len(value)) - first[origin[order]]
    on = moves.result == 2
    few = np.nonzero(on & (rank < LOOK))[0]
    if not len(few):
        return value
    replies = list_moves(model, moves.boards[:, few], moves.active[few], most)
    value[few] = -np.maximum.reduceat(
        replies.value, np.searchsorted(replies.origin, np.arange(len(few)))
    )
    least = np.full(len(first), np.inf, np.float32)
    np.minimum.at(least, origin[few], value[few])
    rest = on & (rank >= LOOK)
    value[rest] = np.minimum(value[rest], least[origin[rest]] - 0.001)
    return value


class Ply(NamedTuple):
    """One move in each of the unfinished games."""

    games: Array
    """Indices of the games in which the moves are made."""
    boards: Array
    active: Array
    best: Array
    """Value of the best move in each game."""
    made: Array
    """Value of the move that was made in each game."""
    result: Array
    """Result of the move that was made, as in `Moves`."""


def play_games(
    model: Model, random: np.random.Generator, deep: bool, most: bool
) -> Iterator[Ply]:
    """Play the games in one round, and yield all games' moves ply by ply."""
    games = np.arange(GAMES)
    boards, active = np.zeros((9, GAMES), np.int16), np.full(GAMES, -1)
    random_plies = random.integers(0, RANDOM_PLIES + 1, GAMES)
    ply = 0
    while len(games):
        moves = list_moves(model, boards, active, most)
        value = look_at_replies(model, moves, most) if deep else moves.value
        first = np.searchsorted(moves.origin, np.arange(len(games)))
        is_random = (ply < random_plies[games]) | (random.random(len(games)) < RANDOM_SHARE)
        # With Gumbel noise, the greatest value is a random choice weighted by exponentials.
        taste = random.gumbel(size=len(value)) + np.where(
            is_random[moves.origin], 0, value / NOISE
        )
        order = np.lexsort((-taste, moves.origin))
        made = order[first]
        result = moves.result[made]
        best = np.maximum.reduceat(value, first)
        yield Ply(games, boards, active, best, value[made], result)
        on = result == 2
        games, made, ply = games[on], made[on], ply + 1
        boards, active = moves.boards[:, made], moves.active[made]


def what_games_showed(plies: list[Ply]) -> list[Array]:
    """Return the targets for each ply: the mover's win probabilities, given later plies."""
    later = np.zeros(GAMES)
    shown = []
    for ply in reversed(plies):
        is_over = ply.result != 2
        end = np.where(is_over, ply.result, -later[ply.games])
        mixed = np.where(is_over, end, (1 - LAMBDA) * ply.best + LAMBDA * end)
        later[ply.games] = np.where(ply.best - ply.made > BLUNDER, ply.best, mixed)
        shown.append((1 + later[ply.games]) / 2)
    return shown[::-1]


def fit(rounds: int) -> Model:
    """Return the model after the given number of rounds."""
    random = np.random.default_rng(1)
    model = Model()
    for number in range(rounds):
        most = number % 4 == 3
        plies = list(play_games(model, random, number >= EARLY * rounds, most))
        boards = np.concatenate([ply.boards for ply in plies], 1)
        active = np.concatenate([ply.active for ply in plies])
        shown = np.concatenate(what_games_showed(plies))
        rate = RATES[number * len(RATES) // rounds]
        order = random.permutation(len(shown))
        for at in range(0, len(order), BATCH):
            few = order[at : at + BATCH]
            model.step(boards[:, few], active[few], shown[few], rate, most)
        if number % 10 == 9:
            print(
                f"round {number + 1}: {len(shown) / GAMES:.1f} plies a game, "
                f"line {model.line:.2f}, free choice {model.free:.3f}, "
                f"majority {model.majority:.3f}, "
                f"empty board {model.chances[:, OURS[0]].round(3)}",
                flush=True,
            )
    return model


def write(model: Model) -> None:
    """Write the module that contains the parameters."""
    middles = [decode(code - 0.5) for code in range(1, 256)]
    coded = np.searchsorted(middles, model.chances[:, :FITTED].T.ravel()).astype(np.uint8)
    rows = wrap(b85encode(coded.tobytes()).decode(), 88, break_on_hyphens=False)
    text = f'''\
"""Parameters for evaluating ultimate positions, fitted by `benchmarks/fit_ultimate.py`."""

LINE = {model.line:.4f}
"""Weight of a line of won boards, in log-odds of winning."""
FREE_CHOICE = {model.free / model.line:.4f}
"""Value of being free to choose the board, in units of one line."""
MAJORITY = {model.majority:.4f}
"""Extra value of a won board under the most-boards option, in units of one line."""
CHANCES = (
{chr(10).join(f'    "{row}"' for row in rows)}
)
"""Win probabilities on open small boards, encoded in base 85.

The data contain three values for each board number. ``ultimate.won_chances`` returns them.
"""
'''
    MODULE.write_text(text)


def main() -> None:
    """Fit the parameters, and write the module."""
    write(fit(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS))


if __name__ == "__main__":
    main()
