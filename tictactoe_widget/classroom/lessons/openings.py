"""The lesson on openings and symmetry."""

from .exercise import Step
from .lesson import Lesson

_OFF_THE_MIRROR = "In the mirror this cell changes places with another one."

OPENINGS = Lesson(
    "Openings and symmetry",
    [
        Step(
            "X has begun in cell 1. Turn the board a quarter turn to the right, like a "
            "sheet of paper: the X comes to where 3 was. It is still the same game.",
            position="X../.../...",
            look=["3"],
        ),
        Step(
            "The first move of a game is called its opening. There are nine cells, so there "
            "are nine openings. But are they all different?",
            task="play",
            cells=["3", "7", "9"],
            ask="X to move: play an opening that 1 becomes when turned.",
            right="All four corners are the same opening, turned.",
            wrong={
                "1": "That is 1 itself. Turn the board: where does 1 go?",
                "5": "The middle stays in the middle, however you turn the board.",
                **dict.fromkeys("2468", "A corner stays a corner, however you turn the board."),
            },
            hint="1 is a corner.",
        ),
        Step(
            "Between two corners lies the middle of a side, such as cell 2.",
            task="play",
            cells=["4", "6", "8"],
            ask="X to move: play an opening that 2 becomes when turned.",
            right="All four sides are the same opening, turned.",
            wrong={
                "2": "That is 2 itself. Turn the board: where does 2 go?",
                "5": "The middle stays in the middle, however you turn the board.",
                **dict.fromkeys("1379", "A side stays a side, however you turn the board."),
            },
            hint="2 is the middle of the top side. Which other sides are there?",
        ),
        Step(
            "The four corners are one opening, and the four sides are one.",
            task="play",
            cells=["5"],
            ask="X to move: play the opening that is like no other.",
            right="A corner, a side or the middle: nine openings are only three.",
            wrong={
                **dict.fromkeys("1379", "That is a corner, and there are four of them."),
                **dict.fromkeys("2468", "That is a side, and there are four of them."),
            },
            hint="Which cell stays where it is when you turn the board?",
        ),
        Step(
            "A mirror changes nothing either. Put one on the diagonal from 1 to 9: then 3 and "
            "7 change places, and so do 6 and 8.",
            position="X../.../...",
            task="play",
            cells=["4"],
            ask="O to move: play the cell that changes places with 2.",
            right="2 and 4 are both beside the corner. They are the same answer, mirrored.",
            wrong="In this mirror cell 2 does not go there.",
            hint="2 is to the right of the X. Which cell is below it?",
            look=["1", "5", "9"],
        ),
        Step(
            "Three pairs of cells change places in this mirror. The others stay where they "
            "are.",
            position="X../.../...",
            task="play",
            cells=["5", "9"],
            ask="O to move: play a cell that stays where it is.",
            right="5 and 9 lie on the mirror. So O's eight answers are only five: 2 or 4, 3 or "
            "7, 6 or 8, 5, and 9.",
            wrong=_OFF_THE_MIRROR,
            hint="The mirror goes through 1. Where else?",
        ),
        Step(
            "Nine openings with eight answers each make seventy-two. Without turned and "
            "mirrored ones twelve are left: five to a corner, five to a side, two to the "
            "middle.",
            position=".../.X./...",
            look=["1", "2"],
        ),
        Step(
            "So you need to know three openings only. The first one: X begins in a corner. "
            "Most answers lose against a good player.",
            position="X../.../...",
            task="draw",
            right="The middle. It lies in four lines, and each of them is closed to X now.",
            hint="Which cell lies in the most lines?",
        ),
        Step(
            "The second opening: X begins in the middle. O has two kinds of answers, a corner "
            "or a side. One kind loses.",
            position=".../.X./...",
            task="keep",
            ask="O to move: play an answer that does not lose.",
            right="Each corner is as good as the others. A side would have lost.",
            hint="A corner lies in three lines, a side in two.",
        ),
        Step(
            "The third opening: X begins at a side. Against 2 there are four good answers: 1 "
            "and 3 beside it, 5, and 8 at the other side. But X has played 6!",
            position=".../..X/...",
            task="keep",
            ask="O to move: play an answer that does not lose.",
            right="The corner beside it, the middle, or the side across: as against 2, turned.",
            hint="A quarter turn to the right brings 2 to 6. Where does it bring 1, 3, 5, 8?",
        ),
        Step(
            "If nobody makes a mistake, every opening ends in a draw. But people do make "
            "mistakes. After which opening does O have to know the only right answer?",
            task="play",
            cells=["1", "3", "7", "9"],
            ask="X to move: play the opening that is hardest to answer.",
            right="After a corner only one of eight answers does not lose. After a side or the "
            "middle it is four of eight.",
            wrong={
                "5": "After the middle four answers do not lose: the corners.",
                **dict.fromkeys("2468", "After a side four answers do not lose."),
            },
            hint="Think of the last three steps.",
        ),
        Step(
            "Now a game. X begins in a corner and makes no mistakes. Ask before every move: "
            "can I win? Must I block?",
            position="X../.../...",
            task="keep",
            ask="You are O: play to the end, and do not lose.",
            right="You have not lost, against the opening that is hardest to answer.",
            hint="One answer to a corner does not lose. After it: which line holds two X?",
            to_the_end=True,
        ),
    ],
    about="Find out why nine openings are only three.",
    learnt="Turned or mirrored, a game stays the same: nine openings are only three. Answer "
    "a corner with the middle.",
    name="openings",
)
