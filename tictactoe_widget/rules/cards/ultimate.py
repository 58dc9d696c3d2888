"""The card of ultimate tic-tac-toe, right for both of its switches."""

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.ultimate import Ultimate

from .any_rules import COMMON_TERMS, card_action, card_name, card_phase_of_turns
from .card import EdgeCase, Example, RuleCard, Term, register_card
from .examples import card_example, common_card_examples

_WINS_BOARD = (47, 23, 53, 77, 50)
"""Moves of which the last wins board 6 and names it, with the won boards open or closed."""
_WINS_GAME = (
    *(64, 9, 5, 45, 4, 41, 51, 61, 69, 55, 15, 56, 21, 35, 76, 38, 22, 37, 17, 78, 60, 62),
    *(72, 2, 25, 65, 19, 12, 31, 36, 7, 63, 1, 10, 16),
)
"""Moves of which the last wins a third board in a row, with the won boards open or closed."""
_LEAVES_NO_ROW = {
    "closed": (
        *(34, 71, 78, 57, 33, 56, 23, 52, 67, 42, 61, 70, 65, 25, 64, 17, 76, 40, 38, 22, 36),
        *(6, 62, 73, 12, 28, 9, 3, 27, 0, 30, 11, 20, 19, 15, 58, 41, 53, 75, 49, 37, 80, 79),
        *(69, 59, 51, 55, 77, 74, 60),
    ),
    "open": (
        *(76, 39, 33, 62, 74, 19, 16, 69, 59, 50, 48, 31, 44, 72, 7, 70, 66, 29, 20, 24, 55),
        *(14, 51, 60, 57, 32, 53, 77, 47, 21, 30, 28, 15, 61, 63, 6, 58, 43, 68, 49, 41, 52),
        *(71, 80, 79, 65, 22, 36, 3, 35, 73, 11, 25, 67, 42, 54, 5, 45, 2, 18, 4, 38, 26, 78),
        *(56, 23, 46, 17, 75, 34, 64, 9, 1, 12, 27, 8, 37, 13, 40, 0, 10),
    ),
}
"""Moves to a full end without three won boards in a row, by `Ultimate.won_boards`; one
player has won more boards."""


def _ultimate_card(rules: Ultimate) -> RuleCard:
    """Return the card of ultimate tic-tac-toe."""
    closed = rules.won_boards == "closed"
    won = (
        "A small board that is won is closed: nobody plays there any more."
        if closed
        else "A small board that is won stays open until it is full, and its winner stays."
    )
    where_not = "is won or full" if closed else "is full"
    tie = "Nobody can move and there is no such row: " + (
        "a draw."
        if rules.tie == "draw"
        else "whoever has won more small boards wins; as many each is a draw."
    )
    return RuleCard(
        game_id=rules.name,
        name=rules.title,
        description=rules.summary,
        minutes=(10, 40),
        least_age=8,
        setup=(
            "Draw a big board of 3 rows of 3 cells, and in each of its cells a small one.",
            "Decide who plays X; X begins.",
        ),
        components={"big board": "1, of nine small boards of 3 rows of 3 cells", "pencil": "1"},
        phases=(
            card_phase_of_turns(
                "X plays the first move in any cell.",
                "The place of a move in its small board names the small board in which the "
                "opponent must play next.",
                f"Where that board {where_not}, the opponent plays in any board that can "
                "still be played.",
            ),
        ),
        actions=(
            card_action(
                ("The cell is empty.", "It lies in a small board that may be played now."),
                (
                    "Three in a row in a small board that nobody has won make it yours.",
                    "If your won boards are three in a row, the game is over and you win.",
                    "The place of the cell in its small board names the opponent's board.",
                ),
            ),
        ),
        scoring="One round has one result: a win for X, a win for O, or a draw.",
        tiebreakers=("More won small boards.",) if rules.tie == "most-boards" else (),
        end_conditions=("Three won small boards in a row win the game.", tie),
        edge_cases=(
            EdgeCase("clarification", "What becomes of a board that is won?", won),
            EdgeCase(
                "clarification",
                "Where do I play when I am sent to a board that cannot be played?",
                "In any board that can still be played.",
            ),
            EdgeCase(
                "clarification",
                "Whose is a small board that is full without a row?",
                "Nobody's: it counts for neither player.",
            ),
            EdgeCase("faq", "May I take a move back?", "No: a mark stays where it is."),
            EdgeCase("variant", "Where do published rules differ?", _variants(rules)),
        ),
        glossary=(
            *COMMON_TERMS,
            Term("small board", "One of the nine boards of 3 rows of 3 cells."),
            Term("big board", "The board whose nine cells are the small boards."),
            Term("place", "Where a cell lies in its small board, 1 to 9 row by row."),
        ),
        examples=(*common_card_examples(rules), *_examples(rules)),
    )


def _variants(rules: Ultimate) -> str:
    others = [
        Ultimate(
            won_boards="open" if rules.won_boards == "closed" else "closed", tie=rules.tie
        ),
        Ultimate(
            won_boards=rules.won_boards,
            tie="most-boards" if rules.tie == "draw" else "draw",
        ),
    ]
    names = " and ".join(map(card_name, others))
    return (
        "In whether a won board can still be played, and in what decides a game without "
        f"three won boards in a row: see {names}."
    )


def _examples(rules: Ultimate) -> list[Example]:
    sent = Game(rules, (4,))
    *moves, cell = _WINS_BOARD
    winning, won = Game(rules, moves), Game(rules, _WINS_BOARD)
    if rules.won_boards == "closed":
        after_win = [
            card_example(
                "O is sent to board 6, which is won, and plays anywhere else.", won, 0
            ),
            card_example("Nobody plays in a board that is won.", won, 45),
        ]
    else:
        after_win = [
            card_example("Board 6 is won, and O is sent there all the same.", won, 45),
            card_example("While it has room, O may not play elsewhere.", won, 0),
        ]
    *moves, last = _LEAVES_NO_ROW[rules.won_boards]
    tie = (
        "Nobody can move, and no three won boards are in a row: a draw."
        if rules.tie == "draw"
        else "Nobody can move, no three won boards are in a row: more won boards decide."
    )
    return [
        card_example(
            "X plays the middle of a small board: O plays in the middle board.", sent, 36
        ),
        card_example("O may not play in another board.", sent, 0),
        card_example("Three in a row win a small board.", winning, cell),
        *after_win,
        card_example(
            "Three won boards in a row win.", Game(rules, _WINS_GAME[:-1]), _WINS_GAME[-1]
        ),
        card_example(tie, Game(rules, moves), last),
    ]


register_card(Ultimate, _ultimate_card)
