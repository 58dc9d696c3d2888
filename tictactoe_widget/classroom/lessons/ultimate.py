"""The lesson on ultimate tic-tac-toe: where a move sends the opponent."""

from collections.abc import Iterable

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.notation import parse_position, position_name
from tictactoe_widget.rules.ultimate import Ultimate

from .exercise import Step
from .lesson import Lesson

_RULES = Ultimate()
_CARD = {example.text: example for example in _RULES.card.examples}
"""Examples of the rule card, by what they claim."""
_WON = _CARD["Three won boards in a row win."]
_DRAWN = _CARD["Nobody can move, and no three won boards are in a row: a draw."]


def _after(names: str) -> Game:
    """Return the game after moves by their names."""
    return Game(_RULES, [parse_position(name, _RULES) for name in names.split()])


def _names(cells: Iterable[int]) -> list[str]:
    return [position_name(cell, _RULES) for cell in cells]


def _others(game: Game, *names: str) -> list[str]:
    """Return the names of all legal moves but some."""
    return [name for name in _names(game.legal_moves) if name not in names]


_BOARD_7 = 6
"""Place of board 7, counted from 0."""
_BEGUN = _after("c1")
_SENT_UP = _after("e4")
_IN_BOARD_5 = _after("d4 b2 e4 e2")
_TO_A_WON_BOARD = _after("d4 b2 e4 e2 f4 h2")
_FREE_CHOICE = _after("d4 b2 e4 e2 f4 h2 i9")
_TWO_GIFTS = _after("i6 g7 c1 i2 h5 d4 a3")
_END = _after(
    "i3 h7 d1 c3 g7 a2 c4 h2 d5 c5 g4 c1 g1 b3 f7 h1 d3 b9 e8 f5 i4 g3 c8 h6 f8 i5 h5 "
    "e5 f4 i1 g5 a5 b5 e4 d2 a6 b7 d7 b1 c7 d9 b8 e6 h8 d4 a3 a9 a8 c6 i8 h4 g9 c9 i9"
)
"""A win in two moves: from board 4, where g8 sends O, every cell leads to a won board."""
_TWO_WINS = _after("i2 i6 i8 h6 f9 h9 d8 b6 e8 e6")

ULTIMATE = Lesson(
    "Ultimate tic-tac-toe",
    [
        Step(
            "Nine small boards lie in one big board. A cell is named by its column and its "
            "row: e5 is in the middle of everything. X begins, in any cell.",
            position=Game(_RULES),
            task="any",
            ask="You are X. Play in any cell.",
            right="Your cell lies in a corner, at a side or in the middle of its small board. "
            "That matters now.",
        ),
        Step(
            "X has played c1, the top right cell of its small board. So O has to play in "
            "the top right small board: the place of a cell names the next board.",
            position=_BEGUN,
            task="any",
            ask="You are O. Play in the board where X has sent you.",
            right="And with this cell you have sent X to a board.",
            look=_names(_BEGUN.legal_moves),
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
                position_name(cell, _RULES): f"That sends X to board {cell % 9 + 1}."
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
            position=_WON.before,
            task="play",
            cells=[_WON.position],
            ask="X to move: win the game.",
            right="Boards 1, 2 and 3 are X's: three in a row. The game is over.",
            wrong="That does not win board 2.",
            hint="X holds d3 and f3.",
        ),
        Step(
            "Nobody can move, and nobody has three boards in a row: here a draw. Some let "
            "more won boards decide, or keep won boards open. Agree on that first!",
            position=_DRAWN.before.play(_DRAWN.cell),
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
    rules=_RULES,
    about="Nine boards in one: choose where your opponent plays. Won boards are closed.",
    learnt="The place of your cell names the next board: look where you send your opponent. "
    "Three won boards in a row win.",
    name="ultimate",
)
