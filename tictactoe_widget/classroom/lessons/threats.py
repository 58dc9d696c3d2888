"""The lesson on threats and blocks."""

from .exercise import Step
from .lesson import Lesson

THREATS = Lesson(
    "Threats and blocks",
    [
        Step(
            "X has two marks in the top line, and its third cell is empty. X could win "
            "there with the next move. That is called a threat.",
            position="XX./.O./...",
            look=["3"],
        ),
        Step(
            "Make a threat yourself: two marks of your own in a line, and its third cell "
            "empty. X has the middle, O has 2.",
            position=".O./.X./...",
            task="play",
            cells=["1", "3", "4", "6", "7", "9"],
            ask="X to move: make a threat.",
            right="Two X and an empty cell in one line. O has to answer that.",
            wrong="5 and 8 share a line, but its third cell holds an O.",
            hint="Four lines go through the middle. In which of them is there no O?",
        ),
        Step(
            "A threat is stopped by a mark in its empty cell. That is called a block.",
            position="XX./.O./...",
            task="block",
            right="The top line holds an O now, so X cannot complete it any more.",
            hint="Which line holds two X?",
        ),
        Step(
            "The empty cell of a threat may lie between the two marks.",
            position="X.X/.O./...",
            task="block",
            right="2 stands between 1 and 3. And look: now O threatens to win at 8.",
            hint="Look along the top line.",
        ),
        Step(
            "Lines go down the board and from corner to corner too. Before you move, look "
            "along all eight.",
            position="X.O/.X./...",
            task="block",
            right="The diagonal from 1 to 9 is closed. And now O threatens to win at 6.",
            hint="Look along the diagonals.",
        ),
        Step(
            "Both players have a threat, and it is X's turn. Should X stop O, or win?",
            position="XX./OO./...",
            task="win",
            right="A line ends the game. O never gets to play 6.",
            wrong={"6": "That is a good block, but it is not needed here."},
            hint="Who is first?",
        ),
        Step(
            "X has 1 and 3, but O stands between them. That is no threat. So X cannot win now "
            "and has to look for threats of O.",
            position="XOX/.O./...",
            task="block",
            right="2 and 5 are O's, and X holds the third cell of their line.",
            hint="Which line holds two O?",
        ),
        Step(
            "Here X has two threats at once, at 2 and at 6. O can block only one of them. How "
            "X gets there is told in the next lesson.",
            position="X.X/.O./O.X",
            look=["2", "6"],
        ),
        Step(
            "Two questions before every move: can I win? If not, must I block? You are O. "
            "Ask both until the game ends.",
            position="XX./.O./...",
            task="keep",
            ask="You are O: play to the end, and do not lose.",
            right="A draw. You have stopped every threat.",
            hint="Can O win? If not, which line holds two X and an empty cell?",
            to_the_end=True,
        ),
    ],
    about="See what your opponent is about to do, and stop it.",
    learnt="Two marks in a line and its third cell empty are a threat. Ask before every "
    "move: can I win? Must I block?",
    name="threats",
)
