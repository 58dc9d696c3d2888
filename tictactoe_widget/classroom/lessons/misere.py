"""The lesson on misère, in which three in a row lose, and on its mirror."""

from .exercise import Step
from .lesson import Lesson

MISERE = Lesson(
    "Misère and its mirror",
    [
        Step(
            "Here everything is turned round: whoever completes a line loses. X has completed "
            "the top line, so O has won. This game is called misère.",
            position="XXX/OO./...",
            look=["1", "2", "3"],
        ),
        Step(
            "A cell is safe for you if it does not complete a line of yours. It is X's turn.",
            position="XX./O../..O",
            task="play",
            cells=["5", "6", "7", "8"],
            ask="X to move: play a safe cell.",
            right="That completes no line, and the game goes on.",
            wrong="1, 2 and 3 are a line, so X has lost.",
            hint="Which cell would complete the top line?",
        ),
        Step(
            "Two marks of your own in a line are a danger to yourself: the third cell is not "
            "safe for you any more. Your opponent will leave it to you.",
            position="XO./X.X/.OO",
            task="misere",
            ask="X to move: play the one cell that is safe.",
            right="3 is the only empty cell that completes no line of X.",
            hint="Try each of the three empty cells in your head.",
        ),
        Step(
            "Three cells are left. 7 is not safe for X. 6 and 8 are, but after one of them X "
            "gets 7 at the end all the same.",
            position="XOX/XO./..O",
            task="misere",
            ask="X to move: play the cell that does not lose.",
            right="O has to take 7, for 8 would complete a line of O. Then X gets 8, which is "
            "safe.",
            hint="If X plays 8 now, O plays 6. What is left for X?",
        ),
        Step(
            "Which opening is best? The middle lies in four lines, more than any other cell. "
            "Is it the most dangerous opening, or the best one?",
            task="draw",
            right="The middle! After every other opening O can win. The next steps show why.",
            hint="It is a surprise.",
        ),
        Step(
            "The secret is a mirror. Whatever O plays, X plays the cell on the other side of "
            "the middle: 1 and 9 belong together, 2 and 8, 3 and 7, 4 and 6.",
            position="O../.X./...",
            task="play",
            cells=["9"],
            ask="X to move: play the cell across the middle from O.",
            right="1, 5 and 9 can never become a line now: it holds an O.",
            wrong="That is not across the middle from 1.",
            hint="Go from 1 through the middle, and on to the edge.",
        ),
        Step(
            "O has gone on with 6.",
            position="O../.XO/..X",
            task="play",
            cells=["4"],
            ask="X to move: play the cell across the middle from O's last move.",
            right="4 is across the middle from 6.",
            wrong="That is not across the middle from 6.",
            hint="Go from 6 through the middle, and on to the edge.",
        ),
        Step(
            "Why does X never lose like this? A line of X through the middle needs two cells "
            "that belong together, but O holds one of them.",
            position="O../XXO/..X",
        ),
        Step(
            "Any other line of X mirrors a line of O. Here X would complete 7, 8 and 9 next. "
            "But O had to complete 1, 2 and 3 before, and has lost.",
            position="OOO/.X./.XX",
            look=["7", "8", "9"],
        ),
        Step(
            "Now play a whole game as X. O makes no mistakes.",
            task="keep",
            ask="You are X: play to the end, and do not lose.",
            right="You have not lost. The mirror keeps you safe whatever O does.",
            hint="Begin in the middle. Then always play across the middle from O.",
            to_the_end=True,
        ),
        Step(
            "And if X does not begin in the middle? Then X loses against a player who makes no "
            "mistakes. X has begun in a corner. Show it as O!",
            position="X../.../...",
            task="keep",
            ask="You are O: play to the end, and win.",
            right="X had to complete a line, so O wins.",
            hint="Begin with a side. Then leave X without safe cells.",
            to_the_end=True,
        ),
    ],
    rules="misere",
    about="Whoever completes a line loses: meet the mirror.",
    learnt="A line loses here. Begin in the middle, always play across it from your "
    "opponent, and you never lose.",
    name="misere",
)
