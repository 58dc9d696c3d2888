"""The lesson on the rules, on the positions of the rule card."""

from tictactoe_widget.rules.mnk import STANDARD

from .exercise import Step
from .lesson import Lesson

_CARD = {example.text: example for example in STANDARD.card.examples}
"""Examples of the rule card, by what they claim."""
_BEGUN = _CARD["X begins, and then the players take turns."]
_TAKEN = _CARD["A cell that holds a mark cannot be played again."]
_ACROSS = _CARD["3 in a row across: X completes it and wins."]
_DOWN = _CARD["3 in a row down: X completes it and wins."]
_DIAGONAL = _CARD["3 in a row diagonally: X completes it and wins."]
_EDGE = _CARD["A row ends at the edge of the board."]
_ENDED = _CARD["After the end nothing can be played."]
_DRAWN = _CARD["The board is full and nobody has a row: a draw."]

RULES = Lesson(
    "The rules",
    [
        Step(
            "The board has nine cells, numbered row by row from 1 to 9. Two players take "
            "turns: one writes X, the other O. X begins.",
            position=_BEGUN.before,
            task="any",
            ask="You are X. Play in any cell.",
            right="That is a move. Your mark stays where it is until the end of the game.",
        ),
        Step(
            "X has played in the middle, in cell 5. Now it is O's turn, then X's again, and so "
            "on. Nobody may pass, and nobody may move twice.",
            position=_BEGUN.before.play(_BEGUN.cell),
            task="any",
            ask="You are O now. Play in any empty cell.",
            right="Now it would be X's turn again.",
        ),
        Step(
            f"{_TAKEN.text} You may not take a mark away either.",
            position=_TAKEN.before,
            task="refused",
            cells=[_TAKEN.position],
            ask="Try it all the same: play in cell 5, where the X is.",
            right="Nothing has changed, and it is still O's turn.",
            wrong="That cell is empty, so the rules allow it. Try cell 5, where the X is.",
            hint="Cell 5 is the one in the middle.",
        ),
        Step(
            "Whoever first has three marks in a row wins. Three cells in a row are called a "
            "line. X has two marks in the top line.",
            position=_ACROSS.before,
            task="win",
            right="1, 2 and 3: X has the top line and wins.",
            hint="Which cell of the top line is empty?",
        ),
        Step(
            "A line may also go down the board.",
            position=_DOWN.before,
            task="win",
            right="1, 4 and 7: X has a line from top to bottom and wins.",
            hint="Look at the cells below 1.",
        ),
        Step(
            "Two lines go from corner to corner. They are called diagonals. With three lines "
            "across and three lines down there are eight lines in all.",
            position=_DIAGONAL.before,
            task="win",
            right="1, 5 and 9: X has a diagonal and wins.",
            hint="Both diagonals go through the middle.",
        ),
        Step(
            "Now you are O. One of the eight lines holds two O and an empty cell.",
            position="XX./.O./O.X",
            task="win",
            right="3, 5 and 7: O has the other diagonal and wins.",
            hint="Look at the diagonal from 7 to 3.",
        ),
        Step(
            "A line has to be straight, and the edge of the board ends it. You are X.",
            position=_EDGE.before,
            task="win",
            right="1, 2 and 3 are a line.",
            wrong={_EDGE.position: "2, 3 and 4 are no line: 3 is at the edge of the board."},
            hint="X has two marks in the top line.",
        ),
        Step(
            f"X has the diagonal from 3 to 7, so the game is over. {_ENDED.text}",
            position=_ENDED.before,
            task="refused",
            ask="Try it all the same: play in an empty cell.",
            right="The two empty cells stay empty.",
            hint="Cells 8 and 9 are empty.",
        ),
        Step(
            "One cell is left. It completes no line. When the board is full and nobody has a "
            "line, nobody wins. That is called a draw.",
            position=_DRAWN.before,
            task="any",
            ask="You are X. Play in the last cell.",
            right="The board is full, and nobody has a line.",
        ),
        Step(
            "These are all the rules. One last question: both players have two marks in a "
            "line, and it is O's turn.",
            position="OO./XX./..X",
            task="win",
            right="1, 2 and 3: O was first. X's two marks come too late.",
            hint="Look for O's line, not for X's.",
        ),
    ],
    about="Take turns, and get three in a row.",
    learnt="Take turns, play in an empty cell, and be the first with three in a row. A full "
    "board without a line is a draw.",
    name="rules",
)
