"""The lesson on never losing."""

from .exercise import Step
from .lesson import Lesson

DEFENCE = Lesson(
    "Never losing",
    [
        Step(
            "Without a mistake you never lose. Ask yourself before every move, in this "
            "order: Can I win? Must I block? Can I make a fork? Must I stop a fork?",
        ),
        Step(
            "The first question: can I win?",
            position="O.O/X.X/...",
            task="win",
            right="Done. No other question matters any more.",
            hint="Look along the middle row.",
        ),
        Step(
            "X cannot win at once. So the second question: must I block?",
            position="OX./.O./X..",
            task="block",
            right="The diagonal is closed. And now X threatens to win at 8.",
            hint="Which line holds two O and an empty cell?",
        ),
        Step(
            "X cannot win at once, and O has no threat. So the third question: can I make a "
            "fork?",
            position="X.O/..X/.O.",
            task="fork",
            right="Two threats at once, and O can stop only one.",
            hint="A line through 1 and a line through 6 have to cross in an empty cell.",
        ),
        Step(
            "You are O. No win, no block, no fork. So the fourth question: must I stop a fork? "
            "X could make one with the next move, at 1.",
            position=".X./XO./...",
            task="keep",
            ask="You are O: stop the fork.",
            right="X gets no fork now.",
            hint="Take the cell yourself, or make a threat that X has to stop somewhere else.",
            look=["1"],
        ),
        Step(
            "Be careful with threats: where your opponent blocks, a fork may arise. X would "
            "like to play 7 here.",
            position="X../.O./.X.",
            task="keep",
            ask="You are O: stop the fork.",
            right="Now X has no fork, or no time for one.",
            wrong={"3": "X blocks it with a fork."},
            hint="Do not make X play 7.",
            look=["7"],
        ),
        Step(
            "Four times no? Then the middle is a good move, and a corner if the middle is "
            "taken. X has taken it.",
            position=".../.X./...",
            task="keep",
            ask="You are O: play an answer that does not lose.",
            right="A corner lies in three lines, a side only in two.",
            hint="A corner, or a side?",
        ),
        Step(
            "Now play a whole game as O. X has begun in a corner, and X makes no mistakes.",
            position="X../.../...",
            task="keep",
            ask="You are O: play to the end, and do not lose.",
            right="A draw against a player who makes no mistakes. Nobody can do better.",
            hint="Is the middle free? After that, ask the four questions.",
            to_the_end=True,
        ),
        Step(
            "At last a whole game as X, from the empty board. Three openings, four questions: "
            "you know all that is needed.",
            task="keep",
            ask="You are X: play to the end, and do not lose.",
            right="A draw against a player who makes no mistakes. You need not lose at "
            "tic-tac-toe any more.",
            hint="Can I win? Must I block? Can I make a fork? Must I stop a fork?",
            to_the_end=True,
        ),
    ],
    about="Four questions before every move, and a whole game.",
    learnt="Four questions keep you from losing: can I win, must I block, can I make a "
    "fork, must I stop a fork?",
    name="defence",
)
