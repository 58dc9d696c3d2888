"""A lesson whose answers are worked out by hand, for the tests of sessions and boards."""

from tictactoe_widget.classroom import Lesson, Step

READ, WIN, REFUSED, DRAW, NAMED = range(5)
"""The steps of `LESSON`."""

LESSON = Lesson(
    "Five steps",
    [
        Step("Opposite corners.\n\nLook at them.", position="X../.O./..X", look=["1", "9"]),
        Step(
            "Three in a row win.",
            position="XX./OO./...",
            task="win",
            hint="Look at the top row.",
            right="The top row is yours.",
        ),
        Step("A cell is played once.", position="X../.../...", task="refused", cells=["1"]),
        Step(
            "O threatens the middle column.",
            position="XOX/XO./O..",
            task="keep",
            to_the_end=True,
            right="Nobody wins.",
        ),
        Step("Corners are strong.", task="play", cells=["1", "3"], right="A corner."),
    ],
    about="What a board does with a lesson.",
    name="five",
)
"""
Step 1 of those, from 0: X wins at cell 2. At 5 it blocks O, which then must play 2; at any
other cell O wins at once, at 5.

Step 3: O threatens cell 7, so X must play it. Then O has cells 5 and 8, X the other one, and
the board is full without a line: X O X, X O X, O X O or X O X, X O O, O X X.
"""
