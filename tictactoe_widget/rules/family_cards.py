"""Rule cards for the built-in families: m,n,k-games with options, cubes and ultimate."""

from dataclasses import replace
from random import Random

from tictactoe_widget.drawing.layout import lies_straight

from .cards import (
    COMMON_TERMS,
    EdgeCase,
    Example,
    RuleCard,
    Term,
    any_card,
    card_action,
    card_example,
    card_game_before_draw,
    card_game_before_line,
    card_name,
    card_phase_of_one_move,
    card_phase_of_turns,
    register_card,
)
from .cube import Cube
from .game import Game
from .mnk import MNK, LineRules, Variant
from .rules import Rules
from .ultimate import Ultimate


def _mnk_card(rules: MNK) -> RuleCard:
    """Return the rule card for an m,n,k-game, including its `Variant` options."""
    if isinstance(rules, Variant):
        marks = {
            "own": (),
            "same": ("Both players draw X.",),
            "chosen": ("You choose at each move whether you draw X or O.",),
        }
        who = "First wins" if rules.order else "you lose" if rules.misere else "you win"
        card = _line_card(
            rules,
            rules.size_in_words,
            f"If it completes {rules.line_in_words}, the game is over and {who}.",
            (*marks[rules.marks], *rules.places_in_words),
        )
        return replace(
            card,
            end_conditions=tuple(
                f"{part.rstrip('.')}." for part in rules.goal_in_words.split(". ")
            ),
            edge_cases=(*card.edge_cases, *_questions(rules)),
            examples=(*card.examples, *_variant_examples(rules)),
        )
    verdict = "loses" if rules.misere else "wins"
    line = "one mark" if rules.k == 1 else f"{rules.k} in a row"
    board = "a single cell" if rules.cell_count == 1 else rules.size_in_words
    card = _line_card(
        rules, board, f"If it completes {line}, the game is over and you {verdict[:-1]}."
    )
    ends = [f"Whoever completes {line} {verdict}."]
    if rules.can_draw:
        ends.append("A full board without such a row is a draw.")
    cells = rules.cell_count
    line_term = (
        f"{rules.k} cells in a row{rules.directions_in_words.rstrip(',')}."
        if rules.k > 1
        else "One cell: a single mark decides the game."
    )
    misere_term = "The form of a game in which whoever completes a line loses."
    return replace(
        card,
        minutes=(1, 2 if cells <= 9 else 10 if cells <= 36 else 45),
        least_age=5 if cells <= 9 and not rules.misere else 7,
        setup=(card.setup[0], "Decide who plays X; X begins."),
        phases=card.phases if rules.k > 1 else (card_phase_of_one_move(),),
        scoring="One round has one result: a win for X, a win for O"
        + (", or a draw." if rules.can_draw else "."),
        end_conditions=tuple(ends),
        edge_cases=tuple(_edge_cases(rules, verdict)),
        glossary=(
            *COMMON_TERMS,
            Term("line", line_term),
            *([Term("misère", misere_term)] if rules.misere else []),
        ),
        examples=(*card.examples, *_mnk_examples(rules, verdict)),
    )


def _clarify(applies: bool, question: str, answer: str) -> list[EdgeCase]:
    return [EdgeCase("clarification", question, answer)] if applies else []


def _edge_cases(rules: MNK, verdict: str) -> list[EdgeCase]:
    k, other = rules.k, MNK(rules.rows, rules.columns, rules.k, misere=not rules.misere)
    longer = f"Yes: a longer row holds {k} in a row, and whoever completes it {verdict}."
    around = "Does a row count when it goes around the edge of the board?"
    ends = "loses" if other.misere else "wins"
    return [
        *_clarify(rules.can_overrun and k > 1, f"Does a row of more than {k} count?", longer),
        *_clarify(_line_across_corner(rules) is not None, around, "No: the edge ends it."),
        EdgeCase("faq", "May I take a move back?", "No: a mark stays where it is."),
        EdgeCase(
            "variant",
            "Is there a misère form?" if other.misere else "Is there a form to win?",
            f"Yes, {card_name(other)}: there whoever completes a row {ends}.",
        ),
    ]


def _mnk_examples(rules: MNK, verdict: str) -> list[Example]:
    """Return the examples for an m,n,k-game: lines in all directions and a draw."""
    examples = []
    for words, step in _directions(rules).items() if rules.k > 1 else ():
        line = next(one for one in rules.lines if one[1] - one[0] == step)
        last = line[rules.k // 2]
        if before := card_game_before_line(rules, line, last):
            text = f"{rules.k} in a row {words}: X completes it and {verdict}."
            examples.append(card_example(text, before, last))
    if longer := _longer_row(rules):
        examples.append(longer)
    if around := _line_across_corner(rules):
        examples.append(card_example("A row ends at the edge of the board.", *around))
    if drawn := card_game_before_draw(rules) if rules.can_draw else None:
        examples.append(card_example("The board is full and nobody has a row: a draw.", *drawn))
    return examples


def _directions(rules: MNK) -> dict[str, int]:
    """Return the directions of lines, each with the step from one cell to the next."""
    n = rules.columns
    steps = {"across": 1, "down": n, "diagonally": n + 1, "up the other diagonal": n - 1}
    if 1 in (rules.rows, rules.columns):
        steps = {"across": 1} if rules.rows == 1 else {"down": 1}
    return {
        words: step
        for words, step in steps.items()
        if any(line[1] - line[0] == step for line in rules.lines)
    }


def _longer_row(rules: MNK) -> Example | None:
    """Return an example that shows that more than `k` marks in a row also count."""
    if not rules.can_overrun or rules.k < 2:
        return None
    step = 1 if rules.columns > rules.k or 1 in (rules.rows, rules.columns) else rules.columns
    row = tuple(step * at for at in range(rules.k + 1))
    before = card_game_before_line(rules, row, row[1])
    if before is None:
        return None
    return card_example(f"A row of {rules.k + 1} counts too.", before, row[1])


def _line_across_corner(rules: MNK) -> tuple[Game, int] | None:
    """Return a game in which X can complete a line across an edge, and that cell."""
    if rules.k < 3 or rules.rows < 2 or rules.columns < rules.k:
        return None
    edge = rules.columns - 1
    cells = range(edge - rules.k + 2, edge + 2)
    before = card_game_before_line(rules, cells, edge + 1)
    return None if before is None else (before, edge + 1)


_MOST_GAMES = 300  # random games to search for examples
_SEED = 9  # seed of these games, which gives all named rules short examples of X's lines


def _cube_card(rules: Cube) -> RuleCard:
    """Return the rule card for tic-tac-toe in a cube."""
    side = rules.side
    card = _line_card(
        rules,
        f"{side} layers of {side} rows of {side} cells",
        f"If it completes {side} in a row, the game is over and you win.",
        ("The layers lie on top of each other.",),
    )
    other = Cube(7 - side)
    lines = f"{len(other.lines)} lines in place of {len(rules.lines)}"
    answer = f"Yes, {card_name(other)}, with {lines}."
    size = EdgeCase("variant", "Is there a cube of another size?", answer)
    through = _ended_game(rules, is_straight=False)
    return replace(
        card,
        end_conditions=(
            f"Whoever completes {side} in a row wins, within a layer or through all of them.",
            "A full cube without such a row is a draw.",
        ),
        edge_cases=(*card.edge_cases, size),
        examples=(*card.examples, *_last_move("A row through all layers wins.", through)),
    )


def _line_card(
    rules: LineRules, board: str, effect: str, steps: tuple[str, ...] = ()
) -> RuleCard:
    """Return the rule card for a game in which lines decide."""
    card = any_card(rules)
    terms = card.glossary
    if rules.shares_marks:
        terms = (Term("mark", "An X or an O; it belongs to no player.", ("X", "O")), *terms[1:])
    first = "First" if rules.shares_marks else "X"
    return replace(
        card,
        minutes=(1, 3 if rules.cell_count <= 9 else 15),
        least_age=6 if rules.cell_count <= 9 else 8,
        setup=(f"Draw a board of {board}.", f"Decide who is {first}, who begins."),
        components={"board": f"1, of {board}", "pencil": "1"},
        phases=(card_phase_of_turns(*steps, first=first),),
        actions=(card_action(("The cell is empty.",), (effect,)),),
        glossary=terms,
    )


def _questions(rules: Variant) -> list[EdgeCase]:
    above = "May I play in a free cell above other free cells?"
    falls = "No: the mark would fall to the lowest of them, so play there."
    top, joined = (
        "Do rows go on at the top?",
        "No: only the left and the right edge are joined.",
    )
    plain = MNK(rules.rows, rules.columns, rules.k, rules.misere)
    question = "What is the game without the changed rules?"
    return [
        *_clarify(rules.drop, above, falls),
        *_clarify(rules.torus and rules.drop, top, joined),
        EdgeCase("variant", question, f"{card_name(plain)}."),
    ]


def _variant_examples(rules: Variant) -> list[Example]:
    """Return examples from random games: moves that a rule option allows or refuses."""
    examples = []
    if rules.drop and rules.rows > 1:
        examples.append(
            card_example("A mark falls; no cell above a free one is played.", Game(rules), 0)
        )
    who = "Whoever completes" if rules.order else "It completes"
    text = f"{who} {rules.line_in_words}: the game is over."
    examples += _last_move(text, _ended_game(rules, is_straight=True))
    if rules.torus:
        around = _ended_game(rules, is_straight=False)
        examples += _last_move("A row that goes on at the other edge counts.", around)
    return examples


def _last_move(text: str, game: Game | None) -> list[Example]:
    """Return a list with an example of a game's last move, or an empty list for None."""
    if game is None:
        return []
    return [card_example(text, game.at(len(game.moves) - 1), game.moves[-1])]


def _ended_game(rules: Rules, *, is_straight: bool) -> Game | None:
    """Play some random games and return the shortest one that ended with a line."""
    random = Random(_SEED)
    found: Game | None = None
    shortest = rules.cell_count + 1  # moves
    for _ in range(_MOST_GAMES):
        game = Game(rules)
        while not game.is_over and game.move_count < shortest:
            game = game.play(random.choice(game.legal_moves))
        suits = [lies_straight(rules.layout, line) for line in game.winning_lines[:1]]
        if suits == [is_straight] and game.move_count < shortest:
            found, shortest = game, game.move_count
    return found


register_card(MNK, _mnk_card)
register_card(Variant, _mnk_card)
register_card(Cube, _cube_card)


# Moves, the last of which wins board 6 and selects it, with the won boards open or closed.
_WINS_BOARD = (47, 23, 53, 77, 50)
# Moves, the last of which wins a third board in a row, with the won boards open or closed.
_WINS_GAME = (
    *(64, 9, 5, 45, 4, 41, 51, 61, 69, 55, 15, 56, 21, 35, 76, 38, 22, 37, 17, 78, 60, 62),
    *(72, 2, 25, 65, 19, 12, 31, 36, 7, 63, 1, 10, 16),
)
# Moves to a full end without three won boards in a row, by `Ultimate.won_boards`. One player
# has won more boards.
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


def _ultimate_card(rules: Ultimate) -> RuleCard:
    """Return the rule card for ultimate tic-tac-toe."""
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
    card = any_card(rules)
    return replace(
        card,
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
            *card.edge_cases,
            EdgeCase("variant", "Where do published rules differ?", _variants(rules)),
        ),
        glossary=(
            *card.glossary,
            Term("small board", "One of the nine boards of 3 rows of 3 cells."),
            Term("big board", "The board whose nine cells are the small boards."),
            Term("place", "Where a cell lies in its small board, 1 to 9 row by row."),
        ),
        examples=(*card.examples, *_ultimate_examples(rules)),
    )


def _variants(rules: Ultimate) -> str:
    others = [
        Ultimate(
            won_boards="open" if rules.won_boards == "closed" else "closed", tie=rules.tie
        ),
        Ultimate(
            won_boards=rules.won_boards, tie="most-boards" if rules.tie == "draw" else "draw"
        ),
    ]
    names = " and ".join(map(card_name, others))
    return (
        "In whether a won board can still be played, and in what decides a game without "
        f"three won boards in a row: see {names}."
    )


def _ultimate_examples(rules: Ultimate) -> list[Example]:
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
