"""The lesson on what one rule changes: what a line does, the edges, and the marks."""

from .exercise import Step
from .lesson import Lesson

_TWO_AND_TWO = "XX./OO./..."
"""Position that three of the games share."""

ONE_RULE = Lesson(
    "What one rule changes",
    [
        Step(
            "In tic-tac-toe three in a row win, and with best play nobody gets them. Each of "
            "the next steps changes a rule. Remember this position: it comes back.",
            position=_TWO_AND_TWO,
            task="win",
            right="1, 2 and 3: X wins. So it is in tic-tac-toe.",
            hint="X has two marks in the top line.",
        ),
        Step(
            "First change what a line does: now whoever completes one loses. That is misère. "
            "The marks are the same as before, but 3 has become the worst cell.",
            rules="misere",
            position=_TWO_AND_TWO,
            task="keep",
            ask="X to move: do not lose, now or later.",
            right="From here X can keep clear of lines to the end, and so can O.",
            hint="O must not play 6. So leave it empty.",
        ),
        Step(
            "Misère is a draw too, if nobody makes a mistake. But in tic-tac-toe every first "
            "move holds the draw. In misère one alone does.",
            rules="misere",
            task="draw",
            ask="X to move: find the first move that does not lose.",
            right="The middle alone. After any other first move O can win.",
            hint="It is the cell with the most lines.",
        ),
        Step(
            "Now change the edges: a row goes on at the opposite edge. There are twelve lines "
            "in place of eight. 2, 4 and 9 are a line: go down and to the left.",
            rules="torus-3x3k3",
            position="XO./.OX/...",
            task="win",
            right="1, 6 and 8: X wins. In tic-tac-toe 8 would only have blocked O.",
            hint="From 1 too go down and to the left, over the edge.",
            look=["2", "4", "9"],
        ),
        Step(
            "Who wins now? X, with any first move, and four moves of X are enough. A draw is "
            "impossible: any five cells hold a line. Show it!",
            rules="torus-3x3k3",
            task="keep",
            ask="You are X: play to the end, and win.",
            right="Other edges, and X wins a game that was a draw.",
            hint="Any two of your marks share a line with a third cell. Make two threats at "
            "once.",
            to_the_end=True,
        ),
        Step(
            "Now the marks: both players draw X, and a line loses. Nobody owns an X, so the "
            "players are called First and Second. This game is notakto.",
            rules="notakto",
            position="XX./.XX/...",
            task="win",
            ask="First to move: play the one cell that completes no line.",
            right="Now every empty cell completes a line, and Second has to play one.",
            hint="Try each of the five empty cells in your head.",
        ),
        Step(
            "Notakto has no draw: seven X always hold a line. First wins, by one first move "
            "alone, and Second has three moves at most. Show it!",
            rules="notakto",
            task="keep",
            ask="You are First: play to the end, and win.",
            right="Second had to complete a line, so First wins.",
            hint="Begin in the middle. Then go a knight's move, two on and one aside, from "
            "Second's mark, and complete no line.",
            to_the_end=True,
        ),
        Step(
            "In wild tic-tac-toe each move is X or O. Whoever completes three alike wins. It "
            "is First's turn.",
            rules="wild",
            position=_TWO_AND_TWO,
            task="win",
            ask="Win at once.",
            right="Three alike. The other mark in the other row would have won as well.",
            hint="Which mark is missing in the top row? Choose it first, then the cell.",
        ),
        Step(
            "Two alike with an empty third cell are a gift to whoever moves next. It is "
            "First's turn.",
            rules="wild",
            position="O../.X./...",
            task="keep",
            ask="Keep the win.",
            right="1, 5 and 9 hold both marks, and no other line holds two alike.",
            hint="Think of the mirror of misère, and draw the same mark as Second.",
        ),
        Step(
            "First wins in four moves, with either mark in the middle. All other first moves "
            "draw. You are First.",
            rules="wild",
            task="keep",
            ask="Play on and win.",
            right="The mirror that holds misère wins the wild game.",
            hint="Begin in the middle. Then draw Second's mark across the middle from it, "
            "unless you can complete a line.",
            to_the_end=True,
        ),
    ],
    about="Change what a line does, where it ends or who draws what: who wins then?",
    learnt="One rule decides who wins. Ask of each game what a line does, where it ends, and "
    "whose a mark is.",
    name="one-rule",
)
