"""The lesson on forks."""

from .exercise import Step
from .lesson import Lesson

FORKS = Lesson(
    "Forks",
    [
        Step(
            "A fork is a move that makes two threats at once. Your opponent can block only "
            "one of them, and you win with the other.",
            position="X../.O./..X",
            look=["1", "9"],
        ),
    ],
    about="Make two threats with one move, and win.",
    name="forks",
)
