"""Measure how many learning machines give up, how well they learn, and how long they take.

A machine gives up when its first box is empty. The machines use the seeds 0 to 99, and each
opponent's seed is 1,000 higher. All results are exact.
"""

from statistics import mean
from time import perf_counter

from tictactoe_widget import RESIGN, Game
from tictactoe_widget.classroom import Menace, QLearner, TDLearner, train
from tictactoe_widget.classroom.learning.machines import Learner
from tictactoe_widget.classroom.learning.training import Training

MACHINES = 100
"""Number of machines of each kind."""

GAMES = 1000
"""Number of games that each machine plays."""


def give_up_after(menace: Menace, seed: int) -> int | None:
    """Return the number of games against perfect play until a machine gives up, or None."""
    training = Training(menace, "perfect", every=GAMES, seed=seed)
    for _ in range(GAMES):
        training.play()
        if RESIGN in menace.policy(Game()):
            return training.game_count
    return None


def report_giving_up() -> None:
    """Print the proportion of machines that give up, for two initial numbers of beads."""
    for beads in ((4, 3, 2, 1), (8, 4, 2, 1)):
        ends = [
            give_up_after(Menace(beads=beads, seed=seed), 1000 + seed)
            for seed in range(MACHINES)
        ]
        given_up = [end for end in ends if end is not None]
        print(
            f"beads {beads}: {len(given_up)} of {MACHINES} gave up within {GAMES:,} games, "
            f"the last after {max(given_up)}"
        )


def report_learning(machines: int = 20) -> None:
    """Print the average scores of machines that have learned from a thousand games."""
    kinds: tuple[type[Learner], ...] = (Menace, QLearner, TDLearner)
    for kind in kinds:
        for opponent in ("random", "perfect"):
            ends = [
                train(kind(seed=seed), opponent, GAMES, every=GAMES, seed=1000 + seed).points[
                    -1
                ]
                for seed in range(machines)
            ]
            scores = [mean(end.random.score("X") for end in ends)]
            scores.append(mean(end.perfect.score("X") for end in ends))
            print(
                f"{kind.__name__} trained against {opponent}: {scores[0]:.2f} points a game "
                f"against random, {scores[1]:.2f} against perfect"
            )


def report_time() -> None:
    """Print the time for a thousand games with a learning curve of 101 points."""
    start = perf_counter()
    train(Menace(seed=1), "random", GAMES, seed=1)
    print(f"{GAMES:,} games with a curve of 101 points: {perf_counter() - start:.1f} s")


if __name__ == "__main__":
    report_time()
    report_giving_up()
    report_learning()
