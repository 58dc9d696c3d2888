"""Rule cards for the built-in families of rules."""

from dataclasses import replace
from random import Random

from tictactoe_widget.drawing.layout import lies_straight
from tictactoe_widget.texts import _, join_and, ngettext

from .cards import (
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
    card_phase_of_slides,
    card_phase_of_turns,
    card_slide,
    card_terms_of_slides,
    first_player,
    register_card,
    with_pie_rule,
)
from .cube import Cube
from .game import Game
from .mnk import MNK, STANDARD, LineRules, Variant
from .numerical import Numerical
from .rules import Rules
from .sliding import Morris
from .sos import SOS
from .ultimate import Ultimate


def _mnk_card(rules: MNK) -> RuleCard:
    size = _("1 grid of {rows} × {columns} squares", rows=rules.rows, columns=rules.columns)
    if isinstance(rules, Variant):
        marks = {
            "own": (),
            "same": (_("Both players place X."),),
            "chosen": (_("On each move, you choose X or O."),),
        }
        steps = (*marks[rules.marks], *rules.places_in_words)
        card = _line_card(rules, size, rules.board_in_words, rules.goal_in_words, steps)
        if rules.keep is not None:
            card = _with_vanishing(card, rules.keep)
        if rules.pie:
            card = with_pie_rule(card)
        return replace(
            card,
            end_conditions=rules.ends_in_words,
            edge_cases=(*card.edge_cases, *_questions(rules)),
            examples=(*card.examples, *_variant_examples(rules)),
        )
    card = _line_card(rules, size, rules.board_in_words, rules.goal_in_words)
    cells = rules.cell_count
    misere_term = _("A game in which you lose if you complete a row.")
    return replace(
        card,
        minutes=(1, 2 if cells <= 9 else 10 if cells <= 36 else 45),
        least_age=5 if cells <= 9 and not rules.misere else 7,
        phases=card.phases if rules.k > 1 else (card_phase_of_one_move(),),
        scoring=_("A game ends with a win for X, a win for O or a draw.")
        if rules.can_draw
        else _("A game ends with a win for X or a win for O."),
        end_conditions=rules.ends_in_words,
        edge_cases=tuple(_edge_cases(rules)),
        glossary=(
            *card.glossary,
            Term(_("row"), _row_term(rules)),
            *([Term(_("misère"), misere_term)] if rules.misere else []),
        ),
        examples=(*card.examples, *_mnk_examples(rules)),
    )


def _with_vanishing(card: RuleCard, keep: int) -> RuleCard:
    """Return a copy of a card, changed to fit rules under which marks vanish."""
    action = card.actions[0]
    stays = ngettext(
        "Your mark vanishes when you place {count} more mark.",
        "Your mark vanishes when you place {count} more marks.",
        keep,
    )
    answer = _("No. Undo only restarts the game from an earlier position.")
    return replace(
        card,
        minutes=(1, 15),
        actions=(replace(action, effects=(stays, *action.effects[1:])),),
        edge_cases=(replace(card.edge_cases[0], answer=answer),),
        glossary=(
            *card.glossary,
            Term(
                _("position"),
                _(
                    "The marks on the board, the order in which they were placed, and whose "
                    "turn it is."
                ),
            ),
        ),
    )


def _row_term(rules: MNK) -> str:
    if rules.k == 1:
        return _("A single mark, which decides the game.")
    if 1 in (rules.rows, rules.columns):
        return _("{k} of the same mark next to each other.", k=rules.k)
    if rules.k > rules.rows:
        return _("{k} of the same mark next to each other, going across.", k=rules.k)
    if rules.k > rules.columns:
        return _("{k} of the same mark next to each other, going down.", k=rules.k)
    return _(
        "{k} of the same mark next to each other, going across, down or diagonally.", k=rules.k
    )


def _clarify(applies: bool, question: str, answer: str) -> list[EdgeCase]:
    return [EdgeCase("clarification", question, answer)] if applies else []


def _edge_cases(rules: MNK) -> list[EdgeCase]:
    other = MNK(rules.rows, rules.columns, rules.k, misere=not rules.misere)
    if rules.misere:
        longer = _("Yes. If you complete a longer row, you lose.")
        change = _("Is there a game in which you win if you complete a row?")
        changed = _("Yes, {game}. If you complete a row there, you win.", game=card_name(other))
    else:
        longer = _("Yes. If you complete a longer row, you win.")
        change = _("Is there a game in which you lose if you complete a row?")
        changed = _(
            "Yes, {game}. If you complete a row there, you lose.", game=card_name(other)
        )
    return [
        *_clarify(
            rules.can_overrun and rules.k > 1,
            _("Does a row of more than {k} count?", k=rules.k),
            longer,
        ),
        *_clarify(
            _line_across_corner(rules) is not None,
            _("Can a row continue at the opposite edge of the board?"),
            _("No. A row ends at the edge."),
        ),
        EdgeCase(
            "faq",
            _("May I take a move back?"),
            _(
                "No. A mark stays where it is. Undo only restarts the game "
                "from an earlier position."
            ),
        ),
        EdgeCase("variant", change, changed),
    ]


def _mnk_examples(rules: MNK) -> list[Example]:
    """Return examples for an m,n,k-game: a line in each direction, and a draw."""
    examples = []
    verdict = _("This loses the game.") if rules.misere else _("This wins the game.")
    for words, step in _directions(rules).items() if rules.k > 1 else ():
        line = next(one for one in rules.lines if one[1] - one[0] == step)
        last = line[rules.k // 2]
        if before := card_game_before_line(rules, line, last):
            examples.append(card_example(f"{words} {verdict}", before, last))
    if longer := _longer_row(rules):
        examples.append(longer)
    if around := _line_across_corner(rules):
        examples.append(card_example(_("A row ends at the edge of the board."), *around))
    if drawn := card_game_before_draw(rules) if rules.can_draw else None:
        text = _("The board is full, and nobody has a row. The game is a draw.")
        examples.append(card_example(text, *drawn))
    return examples


def _directions(rules: MNK) -> dict[str, int]:
    """Return a sentence and the step between cells for each direction that a line can have."""
    k, n = rules.k, rules.columns
    steps = {
        _("X completes {k} in a row, going across.", k=k): 1,
        _("X completes {k} in a row, going down.", k=k): n,
        _("X completes {k} in a row, going diagonally down.", k=k): n + 1,
        _("X completes {k} in a row, going diagonally up.", k=k): n - 1,
    }
    if 1 in (rules.rows, rules.columns):
        steps = {_("X completes {k} in a row.", k=k): 1}
    return {
        words: step
        for words, step in steps.items()
        if any(line[1] - line[0] == step for line in rules.lines)
    }


def _longer_row(rules: MNK) -> Example | None:
    """Return an example in which more than `k` marks in a row also count as a line."""
    if not rules.can_overrun or rules.k < 2:
        return None
    step = 1 if rules.columns > rules.k or 1 in (rules.rows, rules.columns) else rules.columns
    row = tuple(step * at for at in range(rules.k + 1))
    before = card_game_before_line(rules, row, row[1])
    if before is None:
        return None
    return card_example(_("A row of {count} counts too.", count=len(row)), before, row[1])


def _line_across_corner(rules: MNK) -> tuple[Game, int] | None:
    """Return a game, and a cell in which X would complete a line if the edges wrapped."""
    if rules.k < 3 or rules.rows < 2 or rules.columns < rules.k:
        return None
    edge = rules.columns - 1
    cells = range(edge - rules.k + 2, edge + 2)
    before = card_game_before_line(rules, cells, edge + 1)
    return None if before is None else (before, edge + 1)


_MOST_GAMES = 300  # number of random games to search for examples
_SEED = 9  # seed that gives all named rules short examples with lines of Xs


def _cube_card(rules: Cube) -> RuleCard:
    side = rules.side
    card = _line_card(
        rules,
        _("1 cube with {side} layers of {side} × {side} squares", side=side),
        _("The cube has {side} layers, each with {side} rows of {side} squares.", side=side),
        _("The first player to get {k} in a row wins.", k=side),
        (_("The layers are on top of each other."),),
    )
    other = Cube(7 - side)
    answer = _(
        "Yes, {game}. It has {other_count} winning rows. This cube has {count}.",
        game=card_name(other),
        other_count=len(other.lines),
        count=len(rules.lines),
    )
    through = _ended_game(rules, is_straight=False)
    return replace(
        card,
        end_conditions=(
            _("The first player to get {k} in a row, within or across layers, wins.", k=side),
            _("A full cube without a winning row is a draw."),
        ),
        edge_cases=(
            *card.edge_cases,
            EdgeCase("variant", _("Is there a cube of another size?"), answer),
        ),
        examples=(*card.examples, *_last_move(_("A row through all layers wins."), through)),
    )


def _line_card(
    rules: LineRules, size: str, board: str, effect: str, steps: tuple[str, ...] = ()
) -> RuleCard:
    """Return the rule card for a game that is decided by completing a line."""
    card = any_card(rules)
    return replace(
        card,
        minutes=(1, 3 if rules.cell_count <= 9 else 15),
        least_age=6 if rules.cell_count <= 9 else 8,
        setup=(
            _("Draw the empty board."),
            board,
            _("Decide who is {player}.", player=first_player(rules)),
        ),
        components={_("board"): size, _("pencil"): "1"},
        phases=(card_phase_of_turns(rules, *steps),),
        actions=(card_action((_("The square is empty."),), (effect,)),),
    )


def _questions(rules: Variant) -> list[EdgeCase]:
    plain = MNK(rules.rows, rules.columns, rules.k, rules.misere)
    return [
        *_clarify(
            rules.drop,
            _("May I play in a free square above other free squares?"),
            _("No. The mark falls to the lowest free square, so play there."),
        ),
        *_clarify(
            rules.keep is not None,
            _("May I play in the square of my oldest mark?"),
            _("No. The oldest mark vanishes only when you place the new one."),
        ),
        *_clarify(
            rules.torus and rules.drop,
            _("Can a row continue from the top edge to the bottom edge?"),
            _("No. A row can continue only from the left edge to the right edge."),
        ),
        EdgeCase(
            "variant",
            _("Which game is this without the changed rules?"),
            _("It is {game}.", game=card_name(plain)),
        ),
    ]


def _variant_examples(rules: Variant) -> list[Example]:
    """Return examples of moves in random games that the rule options allow or forbid."""
    examples = []
    if rules.drop and rules.rows > 1:
        text = _("Marks fall, so you can't play above a free square.")
        examples.append(card_example(text, Game(rules), 0))
    if rules.keep is not None:
        game = Game(rules)
        random = Random(_SEED)
        while game.vanishing is None:
            game = Game(rules) if game.is_over else game.play(random.choice(game.legal_moves))
        text = _("The oldest X vanishes as the new X is placed.")
        examples.append(card_example(text, game, game.legal_moves[0]))
        text = _("You can't play in the square of your oldest mark.")
        examples.append(card_example(text, game, game.vanishing))
    if rules.k == 1:
        text = _("The first move ends the game.")
    elif rules.chooses_mark:
        text = _("This completes {k} of the same mark in a row. The game is over.", k=rules.k)
    else:
        text = _("This completes {k} in a row. The game is over.", k=rules.k)
    examples += _last_move(text, _ended_game(rules, is_straight=True))
    if rules.torus:
        around = _ended_game(rules, is_straight=False)
        examples += _last_move(_("A row can continue at the opposite edge."), around)
    return examples


def _last_move(text: str, game: Game | None) -> list[Example]:
    """Return a list with an example of the game's last move, or ``[]`` if there is no game."""
    if game is None:
        return []
    return [card_example(text, game.at(len(game.moves) - 1), game.moves[-1])]


def _ended_game(rules: Rules, *, is_straight: bool) -> Game | None:
    """Return the shortest of several random games that ended with a line.

    If `is_straight` is True, the line must be straight. Otherwise, it must not be straight.
    """
    random = Random(_SEED)
    found: Game | None = None
    shortest = rules.cell_count + 1  # moves
    for _game in range(_MOST_GAMES):
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


def _morris_card(rules: Morris) -> RuleCard:
    size = _("1 grid of {rows} × {columns} squares", rows=3, columns=3)
    card = _line_card(rules, size, STANDARD.board_in_words, STANDARD.goal_in_words)
    placing, after = rules.placing_in_words, rules.sliding_in_words
    action = card.actions[0]
    stays = _("Your mark stays in the square until you slide it.")
    other = Morris(pieces=4, diagonals="long") if rules == Morris() else Morris()
    return replace(
        card,
        minutes=(1, 15),
        components={
            _("board"): size,
            _("marks"): _("{count} X and {count} O, cut out", count=rules.pieces),
        },
        phases=(card_phase_of_turns(rules, *placing), card_phase_of_slides(*after)),
        actions=(
            replace(action, effects=(stays, *action.effects[1:])),
            card_slide(
                (_("All marks have been placed."), _("The next square is empty.")),
                (_("Your mark leaves its old square."), STANDARD.goal_in_words),
            ),
        ),
        scoring=_("A game ends with a win for X, a win for O or a draw."),
        end_conditions=rules.ends_in_words,
        edge_cases=(
            EdgeCase(
                "faq",
                _("May I take a move back?"),
                _("No. Undo only restarts the game from an earlier position."),
            ),
            EdgeCase(
                "variant",
                _("Is there a similar game?"),
                _("Yes, {game}.", game=card_name(other)),
            ),
        ),
        glossary=(
            *card.glossary[:2],
            *card_terms_of_slides(),
            Term(_("row"), _row_term(STANDARD)),
        ),
        examples=(*card.examples, *_morris_examples(rules)),
    )


def _morris_examples(rules: Morris) -> list[Example]:
    """Return examples of moves in random games that the rules allow or forbid."""
    examples = []
    if rules.closed:
        text = _("Nobody is allowed to place a mark in the centre.")
        examples.append(card_example(text, Game(rules), 4))
    text = _("This completes {k} in a row. The game is over.", k=3)
    examples += _last_move(text, _ended_game(rules, is_straight=True))
    game, random = Game(rules), Random(_SEED)
    while game.is_over or not rules.slides(game.state):
        game = Game(rules) if game.is_over else game.play(random.choice(game.legal_moves))
    text = _("All marks have been placed, so X slides one of them.")
    examples.append(card_example(text, game, game.legal_moves[0]))
    text = _("You can't slide one of the other player's marks.")
    theirs = game.board.index("O") * rules.cell_count + game.board.index(None)
    examples.append(card_example(text, game, theirs))
    return examples


register_card(Morris, _morris_card)


def _numerical_card(rules: Numerical) -> RuleCard:
    card = any_card(rules)
    action = card_action(
        (_("The square is empty."), _("The number is yours, and nobody has used it.")),
        (_("A row of three numbers that add up to 15 wins the game."),),
    )
    stays = _("The number stays in the square until the end of the game.")
    lost = Game.from_moves("2=1 1=8 5=5", rules)
    return replace(
        card,
        minutes=(2, 10),
        least_age=7,
        setup=(
            _("Draw the empty board."),
            _(
                "Write the numbers 1 to 9 next to the board. Cross out each number that you "
                "use."
            ),
            _("Decide who is {player}.", player=first_player(rules)),
        ),
        components={
            _("board"): _("1 grid of {rows} × {columns} squares", rows=3, columns=3),
            _("pencil"): "1",
        },
        phases=(card_phase_of_turns(rules, *rules.numbers_in_words),),
        actions=(replace(action, effects=(stays, *action.effects[1:])),),
        end_conditions=(
            _("If you complete a row of three numbers that add up to 15, you win."),
            _("A full board without a winning row is a draw."),
        ),
        edge_cases=(
            EdgeCase(
                "clarification",
                _("Do all numbers in the row have to be mine?"),
                _("No. The player who completes the row wins."),
            ),
            EdgeCase(
                "clarification",
                _("Are two numbers that add up to 15 enough?"),
                _("No. Only a row of three numbers wins."),
            ),
            replace(
                card.edge_cases[0],
                answer=_("No. Undo only restarts the game from an earlier position."),
            ),
            EdgeCase(
                "variant",
                _("Which game is this without numbers?"),
                _("It is {game}.", game=card_name(STANDARD)),
            ),
        ),
        glossary=(
            Term(_("square"), _("A place for one number.")),
            Term(
                _("row"),
                _("Three squares next to each other, going across, down or diagonally."),
            ),
            Term(_("move"), _("To place a number in a square.")),
        ),
        examples=(
            *card.examples,
            card_example(_("Nobody can use a number again."), lost, lost.move_of(8, "8")),
            card_example(
                _("The second player completes a row that adds up to 15 and wins."),
                lost,
                lost.move_of(8, "2"),
            ),
        ),
    )


register_card(Numerical, _numerical_card)


def _sos_card(rules: SOS) -> RuleCard:
    card = any_card(rules)
    point, *_directions = rules.points_in_words
    action = card_action((_("The square is empty."),), (point,))
    stays = _("The letter stays in the square until the end of the game.")
    before = Game(rules, (0, rules.cell_count + 1))
    return replace(
        card,
        minutes=(2, 20),
        components={
            _("board"): _(
                "1 grid of {rows} × {columns} squares", rows=rules.rows, columns=rules.columns
            ),
            _("pencil"): "1",
        },
        phases=(card_phase_of_turns(rules, _("On each move, you choose S or O."), point),),
        actions=(replace(action, effects=(stays, *action.effects[1:])),),
        end_conditions=(
            rules.end_in_words,
            _("If both have the same number of points, it's a draw."),
        ),
        edge_cases=(
            EdgeCase(
                "clarification",
                _("What if one letter completes more than one S-O-S?"),
                _("You get a point for each S-O-S, but only one extra move."),
            ),
            EdgeCase(
                "clarification",
                _("May I use letters that my opponent wrote?"),
                _("Yes. The player who completes an S-O-S gets the point."),
            ),
            replace(
                card.edge_cases[0],
                answer=_("No. Undo only restarts the game from an earlier position."),
            ),
            EdgeCase(
                "variant",
                _("Is there a similar game?"),
                _("Yes, {game}.", game=card_name(SOS(4, 4) if rules == SOS() else SOS())),
            ),
        ),
        glossary=(
            Term(_("square"), _("A place for one letter.")),
            Term(_("move"), _("To write S or O in a square.")),
            Term("S-O-S", _("The letters S, O and S next to each other, in this order.")),
        ),
        examples=(
            *card.examples,
            card_example(
                _("The first player completes an S-O-S, gets a point and moves again."),
                before,
                2,
            ),
        ),
    )


register_card(SOS, _sos_card)


# Moves of a game that is legal whether won boards are open or closed. The last move wins board
# 6 and sends the opponent there.
_WINS_BOARD = (47, 23, 53, 77, 50)
# Moves of a game that is legal whether won boards are open or closed. The last move wins a
# third board in a row.
_WINS_GAME = (
    *(64, 9, 5, 45, 4, 41, 51, 61, 69, 55, 15, 56, 21, 35, 76, 38, 22, 37, 17, 78, 60, 62),
    *(72, 2, 25, 65, 19, 12, 31, 36, 7, 63, 1, 10, 16),
)
# For each value of `Ultimate.won_boards`, moves of a game in which nobody wins three boards in
# a row. At the end, nobody can move, and one player has won more boards than the other.
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
    if rules.won_boards == "closed":
        won = _("A small board that has been won is closed. Nobody can play there any more.")
        elsewhere = _(
            "If that board has been won or is full, the opponent chooses any open board."
        )
    else:
        won = _(
            "A small board that has been won stays open until it is full. "
            "Its winner stays the same."
        )
        elsewhere = _("If that board is full, the opponent chooses any open board.")
    card = any_card(rules)
    return replace(
        card,
        minutes=(10, 40),
        least_age=8,
        setup=(
            _("Draw a big board of 3 × 3 squares, with a small board in each square."),
            _("Decide who is {player}.", player=first_player(rules)),
        ),
        components={
            _("big board"): _("1 grid of 9 small boards, each with 3 × 3 squares"),
            _("pencil"): "1",
        },
        phases=(
            card_phase_of_turns(
                rules,
                _("X can play the first move in any square."),
                _(
                    "Where you play in a small board decides which board your opponent "
                    "plays in next."
                ),
                elsewhere,
            ),
        ),
        actions=(
            card_action(
                (_("The square is empty."), _("Its small board is open for this move.")),
                (
                    _("The first player to get three in a row in a small board wins it."),
                    _("Winning a row of three boards wins the game."),
                    _("Your move decides which board your opponent plays in next."),
                ),
            ),
        ),
        scoring=_("A game ends with a win for X, a win for O or a draw."),
        tiebreakers=(
            _("If nobody has three boards in a row, the player who has won more boards wins."),
        )
        if rules.tie == "most-boards"
        else (),
        end_conditions=(
            _("Winning a row of three boards wins the game."),
            rules.tie_in_words,
        ),
        edge_cases=(
            EdgeCase(
                "clarification", _("What happens to a small board that has been won?"), won
            ),
            EdgeCase(
                "clarification",
                _("Where do I play if my next board is not open?"),
                _("In any open board."),
            ),
            EdgeCase(
                "clarification",
                _("Who wins a small board that fills up without a row?"),
                _("Nobody. The board counts for neither player."),
            ),
            *card.edge_cases,
            EdgeCase("variant", _("Do all published rules agree?"), _others(rules)),
        ),
        glossary=(
            *card.glossary,
            Term(_("small board"), _("One of the nine boards of 3 × 3 squares.")),
            Term(_("big board"), _("The board made up of the nine small boards.")),
            Term(_("open board"), _("A small board on which you can still play.")),
            Term(
                _("place"), _("The number of a square in its small board, counted row by row.")
            ),
        ),
        examples=(*card.examples, *_ultimate_examples(rules)),
    )


def _others(rules: Ultimate) -> str:
    """Return the rule card's answer to the question of whether all published rules agree."""
    others = (
        Ultimate("open" if rules.won_boards == "closed" else "closed", rules.tie),
        Ultimate(rules.won_boards, "most-boards" if rules.tie == "draw" else "draw"),
    )
    return _("No. For other versions, see {games}.", games=join_and(map(card_name, others)))


def _ultimate_examples(rules: Ultimate) -> list[Example]:
    sent = Game(rules, (4,))
    *moves, cell = _WINS_BOARD
    winning, won = Game(rules, moves), Game(rules, _WINS_BOARD)
    if rules.won_boards == "closed":
        after_win = [
            card_example(
                _("X has won O's next board, so O chooses any open board."),
                won,
                0,
            ),
            card_example(_("Nobody can play in a board that has been won."), won, 45),
        ]
    else:
        after_win = [
            card_example(_("X has won board 6, but O must still play there."), won, 45),
            card_example(_("O can't choose another board while board 6 is open."), won, 0),
        ]
    if rules.tie == "draw":
        ending = _("Nobody can move, and nobody has three boards in a row. The game is a draw.")
    else:
        ending = _("Nobody can move. The player who has won more boards wins.")
    *moves, last = _LEAVES_NO_ROW[rules.won_boards]
    return [
        card_example(
            _("X plays in the middle of a small board, so O must play in the middle board."),
            sent,
            36,
        ),
        card_example(_("O can't play in another board."), sent, 0),
        card_example(_("Three in a row wins a small board."), winning, cell),
        *after_win,
        card_example(
            _("Winning a row of three boards wins the game."),
            Game(rules, _WINS_GAME[:-1]),
            _WINS_GAME[-1],
        ),
        card_example(ending, Game(rules, moves), last),
    ]


register_card(Ultimate, _ultimate_card)
