"""The package's own lessons, in the recommended order."""

from collections.abc import Iterable

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.notation import parse_position, position_name
from tictactoe_widget.rules.ultimate import Ultimate
from tictactoe_widget.validation import ByName

from .lesson import Lesson, Step

_CARD = {example.text: example for example in STANDARD.card.examples}
_BEGUN = _CARD["X begins. Then the players take turns."]
_TAKEN = _CARD["You can't play in a square with a mark."]
_ACROSS = _CARD["X completes 3 in a row, going across. This wins the game."]
_DOWN = _CARD["X completes 3 in a row, going down. This wins the game."]
_DIAGONAL = _CARD["X completes 3 in a row, going diagonally down. This wins the game."]
_EDGE = _CARD["A row ends at the edge of the board."]
_ENDED = _CARD["After the end, nobody can play."]
_DRAWN = _CARD["The board is full, and nobody has a row. The game is a draw."]

_RULES_LESSON = Lesson(
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

_THREATS_LESSON = Lesson(
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

_FORKS_LESSON = Lesson(
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

_DEFENCE_LESSON = Lesson(
    "Never losing",
    [
        Step(
            "Without a mistake you never lose. Ask yourself before every move, in this "
            "order: Can I win? Must I block? Can I make a fork? Must I stop a fork?"
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


# The lesson on openings and symmetry.

_OFF_THE_MIRROR = "In the mirror this cell changes places with another one."

_OPENINGS_LESSON = Lesson(
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


# The lesson on misère, in which three in a row lose, and on its mirror.

_MISERE_LESSON = Lesson(
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


# The lesson on the effect of one rule: lines, the edges, and the marks.

_TWO_AND_TWO = "XX./OO./..."

_ONE_RULE_LESSON = Lesson(
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


# The lesson on ultimate tic-tac-toe: where a move sends the opponent.

_ULTIMATE = Ultimate()
_ULTIMATE_CARD = {example.text: example for example in _ULTIMATE.card.examples}
_BIG_ROW = _ULTIMATE_CARD["Three won boards in a row win the game."]
_NO_ROW = _ULTIMATE_CARD[
    "Nobody can move, and nobody has three boards in a row. The game is a draw."
]


def _after(names: str) -> Game:
    """Return the game after the moves with the given names."""
    return Game(_ULTIMATE, [parse_position(name, _ULTIMATE) for name in names.split()])


def _names(cells: Iterable[int]) -> list[str]:
    return [position_name(cell, _ULTIMATE) for cell in cells]


def _others(game: Game, *names: str) -> list[str]:
    """Return the names of all legal moves except the given ones."""
    return [name for name in _names(game.legal_moves) if name not in names]


_BOARD_7 = 6  # place of board 7, counted from 0
_FIRST_MOVE = _after("c1")
_SENT_UP = _after("e4")
_IN_BOARD_5 = _after("d4 b2 e4 e2")
_TO_A_WON_BOARD = _after("d4 b2 e4 e2 f4 h2")
_FREE_CHOICE = _after("d4 b2 e4 e2 f4 h2 i9")
_TWO_GIFTS = _after("i6 g7 c1 i2 h5 d4 a3")
# a win in two moves: from board 4, from which g8 sends O to it, every cell leads to a won board
_END = _after(
    "i3 h7 d1 c3 g7 a2 c4 h2 d5 c5 g4 c1 g1 b3 f7 h1 d3 b9 e8 f5 i4 g3 c8 h6 f8 i5 h5 "
    "e5 f4 i1 g5 a5 b5 e4 d2 a6 b7 d7 b1 c7 d9 b8 e6 h8 d4 a3 a9 a8 c6 i8 h4 g9 c9 i9"
)
_TWO_WINS = _after("i2 i6 i8 h6 f9 h9 d8 b6 e8 e6")

_ULTIMATE_LESSON = Lesson(
    "Ultimate tic-tac-toe",
    [
        Step(
            "Nine small boards lie in one big board. A cell is named by its column and its "
            "row: e5 is in the middle of everything. X begins, in any cell.",
            position=Game(_ULTIMATE),
            task="any",
            ask="You are X. Play in any cell.",
            right="Your cell lies in a corner, at a side or in the middle of its small board. "
            "That matters now.",
        ),
        Step(
            "X has played c1, the top right cell of its small board. So O has to play in "
            "the top right small board: the place of a cell names the next board.",
            position=_FIRST_MOVE,
            task="any",
            ask="You are O. Play in the board where X has sent you.",
            right="And with this cell you have sent X to a board.",
            look=_names(_FIRST_MOVE.legal_moves),
        ),
        Step(
            "Small boards are numbered like cells: 1 to 3 on top, 4 to 6 in the middle, 7 "
            "to 9 below. X has played e4, at the top of board 5. That sends O to board 2.",
            position=_SENT_UP,
            task="refused",
            ask="Try to play in another board.",
            right="In any other board the move is refused.",
            wrong="This cell lies in board 2, where O may play. Try another board.",
            hint="Board 2 is the one in the middle of the top row.",
        ),
        Step(
            "Now choose where your opponent plays! You are O and have to play in board 2.",
            position=_SENT_UP,
            task="play",
            cells=["d3"],
            ask="You are O: send X to board 7, at the bottom left.",
            right="d3 is the bottom left cell of board 2, so X plays in the bottom left board.",
            wrong={
                position_name(cell, _ULTIMATE): f"That sends X to board {cell % 9 + 1}."
                for cell in _SENT_UP.legal_moves
                if cell % 9 != _BOARD_7
            },
            hint="Play the cell of board 2 that lies where board 7 lies in the big board.",
        ),
        Step(
            "Three in a row win a small board. You are X and have two in board 5.",
            position=_IN_BOARD_5,
            task="play",
            cells=["f4"],
            ask="X to move: win board 5.",
            right="Board 5 is X's now. Whoever wins three boards in a row wins the game.",
            wrong="X could have had three in a row in board 5.",
            hint="X holds d4 and e4.",
        ),
        Step(
            "Board 5 is won, and here a won board is closed: nobody plays in it any more. Now "
            "O has played in the middle of board 3, which sends X to board 5.",
            position=_TO_A_WON_BOARD,
            task="refused",
            cells=["d5", "e5", "f5", "d6", "e6", "f6"],
            ask="Try to play in board 5.",
            right="Whoever is sent to a board that is won or full may choose any open board.",
            wrong="X may play there. Try an empty cell of board 5.",
            hint="Board 5 is the one in the middle.",
        ),
        Step(
            "A free choice of the board is a gift. You are O and play in board 9. Board 5 is "
            "closed.",
            position=_FREE_CHOICE,
            task="play",
            cells=_others(_FREE_CHOICE, "h8"),
            ask="O to move: do not give X a free choice.",
            right="X has to play in the board that you have chosen.",
            wrong="That sends X to board 5. It is closed, so X may choose any other board.",
            hint="Which cell of board 9 sends X to board 5?",
        ),
        Step(
            "Look ahead before you send your opponent. X has two in a row in board 1 and in "
            "board 6. You are O and play in board 7.",
            position=_TWO_GIFTS,
            task="play",
            cells=_others(_TWO_GIFTS, "a7", "c8"),
            ask="O to move: do not send X to a board that X can win at once.",
            right="There X cannot win a board with the next move.",
            wrong={
                "a7": "That sends X to board 1, and X wins it with b2.",
                "c8": "That sends X to board 6, and X wins it with g4.",
            },
            hint="Two cells of board 7 are dangerous: those that lie where boards 1 and 6 lie.",
            look=["c1", "a3", "h5", "i6"],
        ),
        Step(
            "X can win board 8 with d7 and with f8. Is one as good as the other? Look where O "
            "is sent.",
            position=_TWO_WINS,
            task="play",
            cells=["d7"],
            ask="X to move: win board 8, and give O no board.",
            right="O is sent to board 1 and cannot win it yet. After f8 O would win board 6.",
            wrong={
                "f8": "Board 8 is won, but that sends O to board 6, and O wins it with g6.",
                **dict.fromkeys(_others(_TWO_WINS, "d7", "f8"), "X could have won board 8."),
            },
            hint="Where does d7 send O, and where does f8?",
            look=["h6", "i6"],
        ),
        Step(
            "The end of a game: X has won boards 1 and 3 and has to play in board 2.",
            position=_BIG_ROW.before,
            task="play",
            cells=[_BIG_ROW.position],
            ask="X to move: win the game.",
            right="Boards 1, 2 and 3 are X's: three in a row. The game is over.",
            wrong="That does not win board 2.",
            hint="X holds d3 and f3.",
        ),
        Step(
            "Nobody can move, and nobody has three boards in a row: here a draw. Some let "
            "more won boards decide, or keep won boards open. Agree on that first!",
            position=_NO_ROW.before.play(_NO_ROW.cell),
        ),
        Step(
            "Now play the end of a game. X has won boards 2, 6 and 8 and would win at d6, but "
            "has to play in board 9. Where does each of its cells send O?",
            position=_END,
            task="win",
            ask="You are X: win the game.",
            right="From board 4 each cell sent you to a won board, so you could play anywhere.",
            wrong=dict.fromkeys(("i7", "h9"), "O may play anywhere: that board is won."),
            hint="Look at the empty cells of board 4: where does each of them send X?",
            look=["d6"],
            to_the_end=True,
        ),
    ],
    rules=_ULTIMATE,
    about="Nine boards in one: choose where your opponent plays. Won boards are closed.",
    learnt="The place of your cell names the next board: look where you send your opponent. "
    "Three won boards in a row win.",
    name="ultimate",
)

_IN_ORDER = (
    *(_RULES_LESSON, _THREATS_LESSON, _FORKS_LESSON, _OPENINGS_LESSON),
    *(_DEFENCE_LESSON, _MISERE_LESSON, _ONE_RULE_LESSON, _ULTIMATE_LESSON),
)
LESSONS = ByName("lesson", ((lesson.name, lesson) for lesson in _IN_ORDER))
"""The package's lessons by name, in the recommended order."""
