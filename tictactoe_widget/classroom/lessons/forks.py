"""The lesson on forks."""

from tictactoe_widget.rules.game import Game

from .exercise import Step
from .lesson import Lesson

FORKS = Lesson(
    "Forks",
    [
        Step(
            "A fork makes two threats at once. Your opponent can block only one of them, "
            "and you win with the other. X has just played 3: X threatens 2 and 6.",
            position=Game.from_text("X../.O./O.X", moves=[2]),
            look=["2", "6"],
        ),
        Step(
            "Where are forks found? Look for an empty cell where two of your lines cross. Each "
            "line must hold one mark of yours and none of your opponent's.",
            position="O../.XO/..X",
            task="fork",
            right="Two threats with one move. O blocks one, and X wins with the other.",
            hint="Take one line through 5 and another one through 9. Where do they cross?",
        ),
        Step(
            "O threatens to win with the diagonal from 1 to 9. A fork can be a block as well.",
            position="OX./X../..O",
            task="win",
            ask="You are X: make a fork, and then win.",
            right="O could stop one of the two threats only.",
            hint="Two lines of X cross in the middle.",
            to_the_end=True,
        ),
        Step(
            "O has taken a third corner and threatens to win at 7. X has to play there anyway.",
            position="X.O/.O./..X",
            task="fork",
            right="7 stops O, and X threatens 4 and 8. O should not have played a corner.",
            hint="First look for O's threat.",
        ),
        Step(
            "O can make forks too. X threatens to win at 9.",
            position="XXO/.X./.O.",
            task="fork",
            right="9 stops X, and O threatens 6 and 7.",
            hint="First look for X's threat.",
        ),
        Step(
            "Now stop a fork. There is no threat yet. But X could make two with the next move: "
            "at 3, at 4, at 5 or at 9. One move of O spoils all of this.",
            position="X../..X/.O.",
            task="draw",
            right="O threatens to win at 2. X has to play there and makes only one threat.",
            hint="Which of the four cells lies in the most lines?",
            look=["3", "4", "5", "9"],
        ),
        Step(
            "X has two corners and wants the third one. A corner for O does not help: X then "
            "has to play the last corner, and makes a fork there. What can O do instead?",
            position="X../.O./..X",
            task="keep",
            ask="You are O: do not lose.",
            right="That is a threat. X has to block it and has no time for a fork.",
            hint="Make a threat that X has to stop at a side, not in a corner.",
        ),
        Step(
            "O has answered beside the corner. That was a mistake, and X can win now. Begin "
            "with a threat: while O blocks, X gets a third mark for a fork.",
            position="XO./.../...",
            task="win",
            ask="You are X: win, whatever O does.",
            right="A threat, then a fork, then the line: O never had a choice.",
            hint="Play so that two lines of X cross in an empty cell after O's block.",
            to_the_end=True,
        ),
    ],
    about="Make two threats with one move, and win.",
    learnt="A fork makes two threats, and only one can be blocked. Look where two lines of "
    "yours cross, and where your opponent's do.",
    name="forks",
)
