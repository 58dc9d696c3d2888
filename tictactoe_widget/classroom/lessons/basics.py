"""The lessons on the rules, threats, forks and never losing."""

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD

from .exercise import Step
from .lesson import Lesson

_CARD = {example.text: example for example in STANDARD.card.examples}
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


# The lesson on threats and blocks.

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


# The lesson on forks.

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


# The lesson on never losing.

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
