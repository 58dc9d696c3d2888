"""The package's own lessons, in the recommended order."""

from collections.abc import Iterable

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.notation import parse_position, position_name
from tictactoe_widget.rules.ultimate import Ultimate
from tictactoe_widget.validation import ByName

from .lesson import Lesson, Step

_TO_THE_END_AS_X = "You are X. Play to the end, and don't lose."
_TO_THE_END_AS_O = "You are O. Play to the end, and don't lose."
_SAFE_AS_O = "You are O. Play a move that doesn't lose."

_RULES_LESSON = Lesson(
    "The rules",
    [
        Step(
            "The board has nine squares, numbered from 1 to 9. Two players take turns. One "
            "player places X, and the other player places O. X plays first.",
            task="any",
            ask="You are X. Play in any square.",
            right="That is a move. Your mark stays there until the game ends.",
        ),
        Step(
            "X has played 5, the square in the middle. Now it is O's turn, and then X's turn "
            "again. You can't miss a turn, and you can't play twice in a row.",
            position=Game(moves=[4]),
            task="any",
            ask="You are O. Play in any empty square.",
            right="Now it is X's turn again.",
        ),
        Step(
            "A square can have only one mark. After that, nobody is allowed to play there or "
            "to take the mark away.",
            position=Game(moves=[4]),
            task="refused",
            cells=["5"],
            ask="Try it anyway: play 5, where the X is.",
            right="Nothing has changed. It is still O's turn.",
            wrong="That square is empty, so the rules allow it. Try 5, where the X is.",
            hint="5 is the square in the middle.",
        ),
        Step(
            "Three squares in a straight line make a row. The first player to get three marks "
            "in a row wins. X has two marks in the top row.",
            position="X.X/.../.OO",
            task="win",
            right="1, 2 and 3: X has the top row and wins.",
            hint="Which square in the top row is empty?",
        ),
        Step(
            "A row can also go down the board.",
            position="X../.../XOO",
            task="win",
            right="1, 4 and 7: X has a row from top to bottom and wins.",
            hint="Look at the squares below 1.",
        ),
        Step(
            "Two rows go from corner to corner through the middle. They are called diagonals. "
            "Three rows go across, and three rows go down. So there are eight rows.",
            position="X../.../OOX",
            task="win",
            right="1, 5 and 9: X has a diagonal and wins.",
            hint="Both diagonals go through the middle.",
        ),
        Step(
            "Now you play O. One of the eight rows has two Os and an empty square.",
            position="XX./.O./O.X",
            task="win",
            right="3, 5 and 7: O has the other diagonal and wins.",
            hint="Look at the diagonal from 7 to 3.",
        ),
        Step(
            "A row must be straight, and it ends at the edge of the board.",
            position=".XX/.../.OO",
            task="win",
            right="1, 2 and 3 are a row.",
            wrong={"4": "2, 3 and 4 are not a row: 3 is at the edge of the board."},
            hint="X has two marks in the top row.",
        ),
        Step(
            "X has the diagonal from 3 to 7, so the game is over. Nobody can play any more.",
            position=Game(moves=range(7)),
            task="refused",
            ask="Try it anyway: play in an empty square.",
            right="The two empty squares stay empty.",
            hint="8 and 9 are empty.",
        ),
        Step(
            "One square is empty, but a mark there doesn't complete a row. If the board is "
            "full and nobody has a row, nobody wins. This is called a draw.",
            position="XXO/OOX/X.O",
            task="any",
            ask="You are X. Play in the last square.",
            right="The board is full, and nobody has a row.",
        ),
        Step(
            "You know all the rules now. Here is one last question. Both players need only "
            "one more mark for a row, and it is O's turn.",
            position="OO./XX./..X",
            task="win",
            right="1, 2 and 3: O wins. X is one move too late.",
            hint="Look for O's row, not for X's row.",
        ),
    ],
    about="Take turns, and get three in a row.",
    learnt="Take turns, and play in an empty square. Be the first with three in a row. A full "
    "board without a row is a draw.",
    name="rules",
)


# The lesson on threats and blocks.

_THREATS_LESSON = Lesson(
    "Threats and blocks",
    [
        Step(
            "X has two marks in the top row, and the third square is empty. X could win there "
            "with the next move. This is called a threat.",
            position="XX./.O./...",
            look=["3"],
        ),
        Step(
            "Make a threat. You need a row with two of your marks and an empty third square. "
            "X has 5, and O has 2.",
            position=".O./.X./...",
            task="play",
            cells=["1", "3", "4", "6", "7", "9"],
            ask="You are X. Make a threat.",
            right="One row has two Xs and an empty square. O must stop that.",
            wrong="5 and 8 are in the same row, but the third square in this row has an O.",
            hint="Four rows go through the middle. Which of them have no O?",
        ),
        Step(
            "To stop a threat, place your mark in the empty square. This is called a block.",
            position="XX./.O./...",
            task="block",
            right="The top row has an O now, so X can't complete it.",
            hint="Which row has two Xs?",
        ),
        Step(
            "The empty square in a threat can be between the two marks.",
            position="X.X/.O./...",
            task="block",
            right="Your O is between 1 and 3. And look: now O threatens to win at 8.",
            hint="Look along the top row.",
        ),
        Step(
            "Rows also go down the board and along the diagonals. Before you move, look at "
            "all eight rows.",
            position="X.O/.X./...",
            task="block",
            right="You blocked the diagonal from 1 to 9. And now O threatens to win at 6.",
            hint="Look along the diagonals.",
        ),
        Step(
            "Both players have a threat, and it is X's turn. Should X stop O, or win?",
            position="XX./OO./...",
            task="win",
            right="A row ends the game, so O can't play 6 any more.",
            wrong={"6": "That is a good block, but you don't need it here."},
            hint="Who can win first?",
        ),
        Step(
            "X has 1 and 3, but an O is between them. That is not a threat. X can't win now, "
            "so look for O's threats.",
            position="XOX/.O./...",
            task="block",
            right="O has 2 and 5, but now X has the third square in that row.",
            hint="Which row has two Os?",
        ),
        Step(
            "Here X has two threats, at 2 and at 6. O can block only one of them. The next "
            "lesson shows how to make two threats.",
            position="X.X/.O./O.X",
            look=["2", "6"],
        ),
        Step(
            "Ask yourself two questions before every move. Can I win? If not, must I block? "
            "Now you play O. Ask both questions until the game ends.",
            position="XX./.O./...",
            task="keep",
            ask=_TO_THE_END_AS_O,
            right="It's a draw. You stopped every threat.",
            hint="Can O win? If not, which row has two Xs and an empty square?",
            to_the_end=True,
        ),
    ],
    about="See what your opponent wants to do, and stop it.",
    learnt="A row with two of the same mark and an empty square is a threat. Before every "
    "move, ask yourself: can I win? Must I block?",
    name="threats",
)


# The lesson on forks.

_FORKS_LESSON = Lesson(
    "Forks",
    [
        Step(
            "A fork makes two threats with one move. Your opponent can block only one, and you "
            "win with the other. X has just played 3 and threatens to win at 2 and at 6.",
            position=Game.from_text("X../.O./O.X", moves=[2]),
            look=["2", "6"],
        ),
        Step(
            "Look for an empty square where two of your rows cross. Each row must have one of "
            "your marks and none of your opponent's marks.",
            position="O../.XO/..X",
            task="fork",
            right="You made two threats. O blocks one, and X wins with the other.",
            hint="Take one row through 5 and another row through 9. Where do they cross?",
        ),
        Step(
            "O threatens to win on the diagonal from 1 to 9. A fork can also be a block.",
            position="OX./X../..O",
            task="win",
            ask="You are X. Make a fork, and then win.",
            right="O could stop only one of the two threats.",
            hint="Two of X's rows cross in the middle.",
            to_the_end=True,
        ),
        Step(
            "O has played a corner and threatens to win at 7. So X must play there, and that "
            "helps X.",
            position="X.O/.O./..X",
            task="fork",
            right="Your X at 7 stops O, and now X threatens to win at 4 and at 8. O should not "
            "have played a corner.",
            hint="First look for O's threat.",
        ),
        Step(
            "O can make forks too. X threatens to win at 9.",
            position="XXO/.X./.O.",
            task="fork",
            right="Your O at 9 stops X, and now O threatens to win at 6 and at 7.",
            hint="First look for X's threat.",
        ),
        Step(
            "Now stop a fork. X has no threat yet. But X could make a fork next, at 3, 4, 5 or "
            "9. One move by O stops all of these forks.",
            position="X../..X/.O.",
            task="draw",
            right="O threatens to win at 2. X must play there, which makes only one threat.",
            hint="Which of the four squares is in the most rows?",
            look=["3", "4", "5", "9"],
        ),
        Step(
            "X has two corners and wants a third one. If O takes a corner, X must block in the "
            "last corner. That block makes a fork. What else can O do?",
            position="X../.O./..X",
            task="keep",
            ask="You are O. Don't lose.",
            right="You made a threat. X must block it and has no time for a fork.",
            hint="Make a threat. But make sure that X must block it on a side, not in a "
            "corner.",
        ),
        Step(
            "O played next to the corner. That was a mistake, and X can win now. Start with a "
            "threat. O must block it, and then X makes a fork.",
            position="XO./.../...",
            task="win",
            ask="You are X. Win, whatever O does.",
            right="First a threat, then a fork, then a row: O never had a choice.",
            hint="After O's block, two of X's rows must cross in an empty square.",
            to_the_end=True,
        ),
    ],
    about="Make two threats with one move, and win.",
    learnt="A fork makes two threats, but your opponent can block only one. Look for squares "
    "where two of your rows cross.",
    name="forks",
)


# The lesson on never losing.

_DEFENCE_LESSON = Lesson(
    "Never losing",
    [
        Step(
            "If you don't make a mistake, you never lose. Before every move, ask yourself: Can "
            "I win? Must I block? Can I make a fork? Must I stop a fork?"
        ),
        Step(
            "Ask the first question: can I win?",
            position="O.O/X.X/...",
            task="win",
            right="You won. The other questions don't matter any more.",
            hint="Look along the middle row.",
        ),
        Step(
            "X can't win with this move. So ask the second question: must I block?",
            position="OX./.O./X..",
            task="block",
            right="You blocked the diagonal. And now X threatens to win at 8.",
            hint="Which row has two Os and an empty square?",
        ),
        Step(
            "X can't win with this move, and O has no threat. So ask the third question: can "
            "I make a fork?",
            position="X.O/..X/.O.",
            task="fork",
            right="You made two threats, and O can stop only one.",
            hint="A row through 1 and a row through 6 must cross in an empty square.",
        ),
        Step(
            "O can't win, has nothing to block and can't make a fork. So ask the fourth "
            "question: must I stop a fork? X could make a fork next, at 1.",
            position=".X./XO./...",
            task="keep",
            ask="You are O. Stop the fork.",
            right="X can't make a fork now.",
            hint="Play in that square, or make a threat that X must stop somewhere else.",
            look=["1"],
        ),
        Step(
            "Be careful with threats. Your opponent blocks them, and a block can make a fork. "
            "X would like to play 7 here.",
            position="X../.O./.X.",
            task="keep",
            ask="You are O. Stop the fork.",
            right="Now X can't make a fork, or has no time for a fork.",
            wrong={"3": "X blocks this threat, and the block makes a fork."},
            hint="Don't force X to play 7.",
            look=["7"],
        ),
        Step(
            "Are all four answers no? Then the middle is a good move. If the middle is taken, "
            "a corner is good. Here X has taken the middle.",
            position=".../.X./...",
            task="keep",
            ask=_SAFE_AS_O,
            right="A corner square is in three rows, but a side square is in only two.",
            hint="Which is better for O: a corner or a side?",
        ),
        Step(
            "Now play a whole game as O. X has played a corner, and X makes no mistakes.",
            position="X../.../...",
            task="keep",
            ask=_TO_THE_END_AS_O,
            right="It's a draw against a perfect player. Nobody can do better.",
            hint="Is the middle free? After that, ask the four questions.",
            to_the_end=True,
        ),
        Step(
            "Now play a whole game as X, from the empty board. You know three openings and "
            "four questions. You don't need more.",
            task="keep",
            ask=_TO_THE_END_AS_X,
            right="It's a draw against a perfect player. Now you never have to lose.",
            hint="Can I win? Must I block? Can I make a fork? Must I stop a fork?",
            to_the_end=True,
        ),
    ],
    about="Ask yourself four questions before every move, and play a whole game.",
    learnt="Four questions keep you safe. Can I win? Must I block? Can I make a fork? Must I "
    "stop a fork?",
    name="defence",
)


# The lesson on openings and symmetry.

_MIDDLE_STAYS = "The middle stays in the middle when you turn the board."
_OFF_THE_MIRROR = "This mirror swaps that square with another one."

_OPENINGS_LESSON = Lesson(
    "Openings and symmetry",
    [
        Step(
            "X has played 1. Turn the board a quarter turn to the right, like a sheet of "
            "paper. The X is now in the corner where 3 was. It is still the same game.",
            position="X../.../...",
            look=["3"],
        ),
        Step(
            "The first move of a game is called the opening. There are nine squares, so there "
            "are nine openings. But are they all different?",
            task="play",
            cells=["3", "7", "9"],
            ask="You are X. Turn the board. Where can 1 end up? Play there.",
            right="All four corners are the same opening, just turned.",
            wrong={
                "1": "That is 1 itself. Turn the board: where does 1 go?",
                "5": _MIDDLE_STAYS,
                **dict.fromkeys("2468", "A corner stays a corner when you turn the board."),
            },
            hint="1 is a corner.",
        ),
        Step(
            "The square between two corners is called a side. 2 is a side.",
            task="play",
            cells=["4", "6", "8"],
            ask="You are X. Turn the board. Where can 2 end up? Play there.",
            right="All four sides are the same opening, just turned.",
            wrong={
                "2": "That is 2 itself. Turn the board: where does 2 go?",
                "5": _MIDDLE_STAYS,
                **dict.fromkeys("1379", "A side stays a side when you turn the board."),
            },
            hint="2 is the side at the top. Which other sides are there?",
        ),
        Step(
            "The four corners count as one opening. The four sides count as another opening.",
            task="play",
            cells=["5"],
            ask="You are X. Play the one opening that is still missing.",
            right="A corner, a side or the middle: there are really only three openings.",
            wrong={
                **dict.fromkeys("1379", "That is a corner, and there are four of them."),
                **dict.fromkeys("2468", "That is a side, and there are four of them."),
            },
            hint="Which square stays where it is when you turn the board?",
        ),
        Step(
            "A mirror doesn't change the game either. Put a mirror on the diagonal from 1 to "
            "9. Then 3 and 7 swap places, and so do 6 and 8.",
            position="X../.../...",
            task="play",
            cells=["4"],
            ask="You are O. Play the square that swaps places with 2.",
            right="2 and 4 are both next to the corner. They are the same answer, mirrored.",
            wrong="This mirror doesn't swap 2 with that square.",
            hint="2 is to the right of the X. Which square is below the X?",
            look=["1", "5", "9"],
        ),
        Step(
            "This mirror swaps three pairs of squares. The other squares stay where they are.",
            position="X../.../...",
            task="play",
            cells=["5", "9"],
            ask="You are O. Play a square that stays where it is.",
            right="5 and 9 are on the mirror line. So O has only five different answers: 2 or "
            "4, 3 or 7, 6 or 8, 5, and 9.",
            wrong=_OFF_THE_MIRROR,
            hint="The mirror line passes through square 1. Which other squares does it pass "
            "through?",
        ),
        Step(
            "Nine openings with eight answers each make seventy-two pairs. Only twelve are "
            "really different: five with a corner, five with a side, two with the middle.",
            position=".../.X./...",
            look=["1", "2"],
        ),
        Step(
            "So you need to know only three openings. In the first opening, X plays a corner. "
            "Most answers lose against a good player.",
            position="X../.../...",
            task="draw",
            right="The middle is in four rows. X can't complete any of them now.",
            hint="Which square is in the most rows?",
        ),
        Step(
            "In the second opening, X plays the middle. O can answer with a corner or with a "
            "side. One of these answers loses.",
            position=".../.X./...",
            task="keep",
            ask=_SAFE_AS_O,
            right="All corners are equally good. A side would lose.",
            hint="A corner square is in three rows, but a side square is in only two.",
        ),
        Step(
            "In the third opening, X plays a side. Against 2, there are four good answers: "
            "1, 3, 5 and 8. But X has played in square 6!",
            position=".../..X/...",
            task="keep",
            ask=_SAFE_AS_O,
            right="The good answers to 6 are 3, 4, 5 and 9. They are the good answers to 2, "
            "just turned.",
            hint="A quarter turn to the right moves 2 to 6. Where does it move 1, 3, 5 and 8?",
        ),
        Step(
            "If nobody makes a mistake, every opening ends in a draw. But people make "
            "mistakes. After which opening is there only one good answer?",
            task="play",
            cells=["1", "3", "7", "9"],
            ask="You are X. Play the opening that is hardest to answer.",
            right="After a corner, only one of the eight answers doesn't lose. After a side or "
            "the middle, four of the eight answers don't lose.",
            wrong={
                "5": "After the middle, four answers don't lose.",
                **dict.fromkeys("2468", "After a side, four answers don't lose."),
            },
            hint="Think back to the last three steps.",
        ),
        Step(
            "Now play a game. X has played a corner and makes no mistakes. Before every move, "
            "ask yourself: can I win? Must I block?",
            position="X../.../...",
            task="keep",
            ask=_TO_THE_END_AS_O,
            right="You didn't lose against the opening that is hardest to answer.",
            hint="Only one answer to a corner doesn't lose. After that, which row has two Xs?",
            to_the_end=True,
        ),
    ],
    about="Find out why there are really only three openings, not nine.",
    learnt="A turned or mirrored game is the same game, so there are really only three "
    "openings. Answer a corner with the middle.",
    name="openings",
)


# The lesson on misère (three in a row loses) and on the mirror strategy.

_MISERE_LESSON = Lesson(
    "Misère and its mirror",
    [
        Step(
            "In this game, you lose if you complete a row. X has completed the top row, so O "
            "has won. This game is called misère.",
            position="XXX/OO./...",
            look=["1", "2", "3"],
        ),
        Step(
            "A square is safe for you if it doesn't complete a row of your marks. It is X's "
            "turn.",
            position="XX./O../..O",
            task="play",
            cells=["5", "6", "7", "8"],
            ask="You are X. Play a safe square.",
            right="You didn't complete a row, so the game continues.",
            wrong="1, 2 and 3 are a row, so X has lost.",
            hint="Which square would complete the top row?",
        ),
        Step(
            "A row with two of your marks is dangerous. Its third square isn't safe for you "
            "any more. Your opponent will leave this square for you.",
            position="XO./X.X/.OO",
            task="misere",
            ask="You are X. Play the only safe square.",
            right="3 is the only empty square where X doesn't complete a row.",
            hint="Try each of the three empty squares in your head.",
        ),
        Step(
            "Three squares are empty. 7 isn't safe for X. 6 and 8 are safe now. But after one "
            "of them, X must play 7 in the end.",
            position="XOX/XO./..O",
            task="misere",
            ask="You are X. Play the square that doesn't lose.",
            right="O must play 7, because 8 would complete a row of Os. Then X plays 8, which "
            "is safe.",
            hint="If X plays 8 now, O plays 6. Where must X play then?",
        ),
        Step(
            "Which opening is best? The middle is in four rows, more than any other square. "
            "Is it the most dangerous opening, or the best one?",
            task="draw",
            right="The middle is best! After every other opening, O can win. The next steps "
            "show why.",
            hint="The answer is a surprise.",
        ),
        Step(
            "The secret is a mirror. When O plays a square, X plays the square across the "
            "middle. The pairs are 1 and 9, 2 and 8, 3 and 7, 4 and 6.",
            position="O../.X./...",
            task="play",
            cells=["9"],
            ask="You are X. Play the square across the middle from O.",
            right="1, 5 and 9 can't become a row now, because 1 has an O.",
            wrong="That is not across the middle from 1.",
            hint="Go from 1 through the middle, and on to the edge.",
        ),
        Step(
            "O has played in square 6.",
            position="O../.XO/..X",
            task="play",
            cells=["4"],
            ask="You are X. Play the square across the middle from 6.",
            right="4 is across the middle from 6.",
            wrong="That is not across the middle from 6.",
            hint="Go from 6 through the middle, and on to the edge.",
        ),
        Step(
            "Why does X never lose this way? A row through the middle needs both squares of "
            "a pair. But O has one of them.",
            position="O../XXO/..X",
        ),
        Step(
            "Any other row of Xs mirrors a row of Os. Here X would complete 7, 8 and 9 next. "
            "But O had to complete 1, 2 and 3 first, and has lost.",
            position="OOO/.X./.XX",
            look=["7", "8", "9"],
        ),
        Step(
            "Now play a whole game as X. O makes no mistakes.",
            task="keep",
            ask=_TO_THE_END_AS_X,
            right="You didn't lose. The mirror keeps you safe, whatever O does.",
            hint="Start in the middle. Then always play across the middle from O.",
            to_the_end=True,
        ),
        Step(
            "What if X doesn't start in the middle? Then O can always win. X has played a "
            "corner. Now show how O wins!",
            position="X../.../...",
            task="keep",
            ask="You are O. Play to the end, and win.",
            right="X had to complete a row, so O wins.",
            hint="Start with a side. Then leave X with no safe squares.",
            to_the_end=True,
        ),
    ],
    rules="misere",
    about="If you complete a row, you lose. A mirror keeps you safe.",
    learnt="You lose if you complete a row. Start in the middle. Then play across the middle "
    "from your opponent, and you never lose.",
    name="misere",
)


# The lesson on what happens if you change one rule, about rows, edges or marks.

_TWO_AND_TWO = "XX./OO./..."

_ONE_RULE_LESSON = Lesson(
    "What one rule changes",
    [
        Step(
            "In tic-tac-toe, you win by making a row. If nobody makes a mistake, it's a draw. "
            "The next steps change the rules. Remember this board: you will see it again.",
            position=_TWO_AND_TWO,
            task="win",
            right="1, 2 and 3: X wins. That is tic-tac-toe.",
            hint="X has two marks in the top row.",
        ),
        Step(
            "First change what a row does: now you lose if you complete a row. This is misère. "
            "The marks are the same as before, but 3 is the worst square now.",
            rules="misere",
            position=_TWO_AND_TWO,
            task="keep",
            ask="You are X. Don't lose, now or later.",
            right="From here, X can play to the end without completing a row, and so can O.",
            hint="O must not play 6. So leave 6 empty.",
        ),
        Step(
            "Misère is also a draw if nobody makes a mistake. In tic-tac-toe, no first move "
            "loses. But in misère, all first moves lose except one.",
            rules="misere",
            task="draw",
            ask="You are X. Find the first move that doesn't lose.",
            right="Only the middle doesn't lose. After any other first move, O can win.",
            hint="It is the square that is in the most rows.",
        ),
        Step(
            "Now change the edges: a row continues at the opposite edge. So there are twelve "
            "rows, not eight. 2, 4 and 9 are a row: go down and to the left.",
            rules="torus-3x3k3",
            position="XO./.OX/...",
            task="win",
            right="1, 6 and 8: X wins. In tic-tac-toe, 8 would only block O.",
            hint="Start at 1. Go down and to the left, over the edge.",
            look=["2", "4", "9"],
        ),
        Step(
            "Who wins now? X wins with any first move, in four moves or fewer. There is never "
            "a draw, because any five squares contain a row. Show how!",
            rules="torus-3x3k3",
            task="keep",
            ask="You are X. Play to the end, and win.",
            right="On this board, X wins a game that used to be a draw.",
            hint="Any two of your marks form a row with a third square. Make two threats at "
            "once.",
            to_the_end=True,
        ),
        Step(
            "Now both players place X, and you lose if you complete a row. Nobody owns an X, "
            "so we call the players First and Second. This is notakto.",
            rules="notakto",
            position="XX./.XX/...",
            task="win",
            ask="You are First. Play the only square that doesn't complete a row.",
            right="Now every empty square completes a row, and your opponent must play in one "
            "of them.",
            hint="Try each of the five empty squares in your head.",
        ),
        Step(
            "Notakto never ends in a draw, because seven Xs always contain a row. Only one "
            "opening wins, and then your opponent gets at most three moves. Show how!",
            rules="notakto",
            task="keep",
            ask="You are First. Play to the end, and win.",
            right="Your opponent had to complete a row, so you win.",
            hint="Start in the middle. Then, from your opponent's mark, go two squares "
            "straight and one square to the side. Never complete a row.",
            to_the_end=True,
        ),
        Step(
            "In wild tic-tac-toe, you choose X or O on each move. You win with three of the "
            "same mark in a row.",
            rules="wild",
            position=_TWO_AND_TWO,
            task="win",
            right="Three of the same mark win. You could also have won in the other row, with "
            "the other mark.",
            hint="Which mark is missing from the top row? Choose it first, then the square.",
        ),
        Step(
            "A row with two of the same mark and an empty square is a gift: the next player "
            "can win there.",
            rules="wild",
            position="O../.X./...",
            task="keep",
            right="The diagonal from 1 to 9 has both marks, and no other row has two of the "
            "same mark.",
            hint="Think of the mirror in misère, and place the same mark as your opponent did.",
        ),
        Step(
            "If you start in the middle, with either mark, you can win in four moves. All "
            "other openings lead to a draw.",
            rules="wild",
            task="keep",
            ask="You are First. Play to the end, and win.",
            right="In misère, the mirror saves you from losing. In the wild game, it lets you "
            "win.",
            hint="Start in the middle. Then place the same mark as your opponent did, across "
            "the middle from it. If you can complete a row, do that.",
            to_the_end=True,
        ),
    ],
    about="Change what a row does, where it ends, or who places which mark. Who wins then?",
    learnt="One rule decides who wins. In each game, ask yourself: what does a row do, where "
    "does it end, and who owns the marks?",
    name="one-rule",
)


# The lesson on ultimate tic-tac-toe, where each move sends the opponent to a board.

_ULTIMATE = Ultimate()
_BIG_ROW, _NO_ROW = _ULTIMATE.card.examples[-2:]


def _after(names: str) -> Game:
    """Return the game after the moves with the given names."""
    return Game(_ULTIMATE, [parse_position(name, _ULTIMATE) for name in names.split()])


def _names(cells: Iterable[int]) -> list[str]:
    return [position_name(cell, _ULTIMATE) for cell in cells]


def _others(game: Game, *names: str) -> list[str]:
    """Return the names of all legal moves except the given ones."""
    return [name for name in _names(game.legal_moves) if name not in names]


_FIRST_MOVE = _after("c1")
_SENT_UP = _after("e4")
_IN_BOARD_5 = _after("d4 b2 e4 e2")
_TO_A_WON_BOARD = _after("d4 b2 e4 e2 f4 h2")
_FREE_CHOICE = _after("d4 b2 e4 e2 f4 h2 i9")
_TWO_GIFTS = _after("i6 g7 c1 i2 h5 d4 a3")
# A win in two moves: g8 sends O to board 4, where every cell leads to a won board.
_END = _after(
    "i3 h7 d1 c3 g7 a2 c4 h2 d5 c5 g4 c1 g1 b3 f7 h1 d3 b9 e8 f5 i4 g3 c8 h6 f8 i5 h5 "
    "e5 f4 i1 g5 a5 b5 e4 d2 a6 b7 d7 b1 c7 d9 b8 e6 h8 d4 a3 a9 a8 c6 i8 h4 g9 c9 i9"
)
_TWO_WINS = _after("i2 i6 i8 h6 f9 h9 d8 b6 e8 e6")

_ULTIMATE_LESSON = Lesson(
    "Ultimate tic-tac-toe",
    [
        Step(
            "Nine small boards make one big board. Each square has a letter and a number: e5 "
            "is in the middle of the big board. X plays first, in any square.",
            position=Game(_ULTIMATE),
            task="any",
            ask="You are X. Play in any square.",
            right="Is your square in a corner, on an edge or in the middle of its small board? "
            "That is important now.",
        ),
        Step(
            "X has played c1, at the top right of its small board. So O must play in the small "
            "board at the top right. Where you play decides the next board.",
            position=_FIRST_MOVE,
            task="any",
            ask="You are O. Play in the board where X has sent you.",
            right="And your square sends X to a board, too.",
            look=_names(_FIRST_MOVE.legal_moves),
        ),
        Step(
            "Boards are numbered like squares: 1 to 3 at the top, 4 to 6 in the middle, 7 to 9 "
            "at the bottom. X has played e4, at the top of board 5. So O goes to board 2.",
            position=_SENT_UP,
            task="refused",
            ask="Try to play in another board.",
            right="The rules don't allow a move in any other board.",
            wrong="This square is in board 2, where O is allowed to play. Try another board.",
            hint="Board 2 is at the top, in the middle.",
        ),
        Step(
            "Now choose where your opponent plays! O must play in board 2.",
            position=_SENT_UP,
            task="play",
            cells=["d3"],
            ask="You are O. Send X to board 7, at the bottom left.",
            right="d3 is at the bottom left of board 2. So X must play in the bottom left "
            "board.",
            wrong="That sends X to another board.",
            hint="Where is board 7 in the big board? Play the square in the same place in "
            "board 2.",
        ),
        Step(
            "Three in a row wins a small board. In board 5, X already has two marks in one "
            "row.",
            position=_IN_BOARD_5,
            task="play",
            cells=["f4"],
            ask="You are X. Win board 5.",
            right="X has won board 5. To win the game, win three boards that form a row.",
            wrong="That doesn't win board 5.",
            hint="X has d4 and e4.",
        ),
        Step(
            "Board 5 has been won, so it is closed: nobody can play in it any more. Now O has "
            "played in the middle of board 3, which sends X to board 5.",
            position=_TO_A_WON_BOARD,
            task="refused",
            cells=["d5", "e5", "f5", "d6", "e6", "f6"],
            ask="Try to play in board 5.",
            right="If your board has been won or is full, you can choose any open board.",
            wrong="X is allowed to play there. Try an empty square in board 5.",
            hint="Board 5 is in the middle.",
        ),
        Step(
            "A free choice of board is a gift to your opponent. O must play in board 9. Board "
            "5 is closed.",
            position=_FREE_CHOICE,
            task="play",
            cells=_others(_FREE_CHOICE, "h8"),
            ask="You are O. Don't give X a free choice.",
            right="X must play in the board that you have chosen.",
            wrong="That sends X to board 5. It is closed, so X can choose any other board.",
            hint="Which square in board 9 sends X to board 5?",
        ),
        Step(
            "Look ahead before you send your opponent. X needs one more mark to win board 1 or "
            "board 6. O must play in board 7.",
            position=_TWO_GIFTS,
            task="play",
            cells=_others(_TWO_GIFTS, "a7", "c8"),
            ask="You are O. Don't send X to a board that X can win.",
            right="X can't win a board there with the next move.",
            wrong={
                "a7": "That sends X to board 1, and X wins it with b2.",
                "c8": "That sends X to board 6, and X wins it with g4.",
            },
            hint="Two squares in board 7 are dangerous: one sends X to board 1, and the other "
            "to board 6.",
            look=["c1", "a3", "h5", "i6"],
        ),
        Step(
            "X can win board 8 with d7 or with f8. Are both moves equally good? Look where "
            "they send O.",
            position=_TWO_WINS,
            task="play",
            cells=["d7"],
            ask="You are X. Win board 8, but don't let O win a board.",
            right="O must play in board 1 and can't win it yet. After f8, O would win board 6.",
            wrong={
                "f8": "You win board 8, but that sends O to board 6, and O wins it with g6.",
                **dict.fromkeys(_others(_TWO_WINS, "d7", "f8"), "That doesn't win board 8."),
            },
            hint="Where does d7 send O, and where does f8 send O?",
            look=["h6", "i6"],
        ),
        Step(
            "This is the end of a game. X has won boards 1 and 3 and must play in board 2.",
            position=_BIG_ROW.before,
            task="play",
            cells=[_BIG_ROW.position],
            ask="You are X. Win the game.",
            right="X has won boards 1, 2 and 3. They are three in a row, so the game is over.",
            wrong="That doesn't win board 2.",
            hint="X has d3 and f3.",
        ),
        Step(
            "Nobody can move, and nobody has three boards in a row. Here that is a draw. In "
            "other versions, the player with more boards wins. Agree on the rules first!",
            position=_NO_ROW.before.play(_NO_ROW.cell),
        ),
        Step(
            "Now play the end of a game. X has won boards 2, 6 and 8. X would win at d6, but "
            "must play in board 9. Where does each square send O?",
            position=_END,
            task="win",
            ask="You are X. Win the game.",
            right="In board 4, each square sent you to a board that had been won. So you "
            "could play anywhere.",
            wrong=dict.fromkeys(
                ("i7", "h9"), "That board has been won, so O can play anywhere."
            ),
            hint="Look at the empty squares in board 4. Where does each of them send X?",
            look=["d6"],
            to_the_end=True,
        ),
    ],
    rules=_ULTIMATE,
    about="Nine boards in one: you choose where your opponent plays. Won boards are closed.",
    learnt="Where you play decides the next board, so look where you send your opponent. To "
    "win the game, win a row of three boards.",
    name="ultimate",
)

_IN_ORDER = (
    *(_RULES_LESSON, _THREATS_LESSON, _FORKS_LESSON, _OPENINGS_LESSON),
    *(_DEFENCE_LESSON, _MISERE_LESSON, _ONE_RULE_LESSON, _ULTIMATE_LESSON),
)
LESSONS = ByName("lesson", ((lesson.name, lesson) for lesson in _IN_ORDER))
"""The package's lessons by name, in the recommended order."""
