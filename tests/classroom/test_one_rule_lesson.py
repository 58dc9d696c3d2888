"""The lesson on what one rule changes: each game searched here, each sentence held to it."""

from itertools import combinations

import pytest

from tests.support.models import nine_cells as nine
from tests.support.models.naive_variants import NaiveVariant, solve, worths
from tictactoe_widget.classroom import LESSONS, Lesson, Step

EXERCISES = LESSONS["one-rule"].exercises
EMPTY = (None,) * 9
NAIVE = {
    "standard": NaiveVariant(3, 3, 3),
    "misere": NaiveVariant(3, 3, 3, misere=True),
    "torus-3x3k3": NaiveVariant(3, 3, 3, torus=True),
    "notakto": NaiveVariant(3, 3, 3, misere=True, marks="same"),
    "wild": NaiveVariant(3, 3, 3, marks="chosen"),
}
TORUS, NOTAKTO, WILD = (NAIVE[name] for name in ("torus-3x3k3", "notakto", "wild"))
NUMBERS = range(1, 11)


def move_of(rules, cell, mark):
    """Number of a move, as the rules of the package count them."""
    return cell + 9 * (rules.marks == "chosen" and mark == "O")


def values(rules, board):
    """By number of the move: its value for who makes it, and the plies to the end."""
    return {move_of(rules, *move): worth for move, worth in worths(rules, board).items()}


def wins_and_plies(rules):
    """Value of the empty board for the first player, the plies, and the cells that win."""
    best = {cell for (cell, _), (value, _) in worths(rules, EMPTY).items() if value == 1}
    return *solve(rules, EMPTY), best


def solutions(exercise):
    """Moves that the task of a step means, by its words."""
    game, task = exercise.game, exercise.step.task
    moves = values(NAIVE[game.rules.name], game.board)
    best = solve(NAIVE[game.rules.name], game.board)
    if task == "win":
        assert best[0] == 1
        return [move for move, worth in moves.items() if worth == best]
    assert task in ("keep", "draw")
    assert best[0] >= 0
    return [move for move, (value, _) in moves.items() if value == best[0]]


def test_the_steps_go_from_game_to_game():
    named = [exercise.game.rules.name for exercise in EXERCISES]
    assert named == [
        "standard",
        *["misere"] * 2,
        *["torus-3x3k3"] * 2,
        *["notakto"] * 2,
        *["wild"] * 3,
    ]
    shared = [EXERCISES[number - 1].game.board for number in (1, 2, 8)]
    assert shared == [tuple("XX") + (None,) + tuple("OO") + (None,) * 4] * 3


@pytest.mark.parametrize("number", NUMBERS)
def test_the_right_moves_of_a_step_are_those_of_plain_search(number):
    exercise = EXERCISES[number - 1]
    assert sorted(solutions(exercise)) == list(exercise.solutions)


def test_who_wins_each_game_and_by_which_first_moves_is_as_the_lesson_says():
    assert wins_and_plies(NAIVE["standard"]) == (0, 9, set())
    assert wins_and_plies(NAIVE["misere"]) == (0, 9, set())
    # Four moves of X among seven; Second completes the line with its third move.
    assert wins_and_plies(TORUS) == (1, 7, set(range(9)))
    assert wins_and_plies(NOTAKTO) == (1, 6, {4})
    assert wins_and_plies(WILD) == (1, 7, {4})
    firsts = {name: worths(rules, EMPTY) for name, rules in NAIVE.items()}
    assert {value for value, _ in firsts["standard"].values()} == {0}
    assert [cell for (cell, _), (value, _) in firsts["misere"].items() if not value] == [4]
    middle = {(4, "X"): 1, (4, "O"): 1}
    assert {move: value for move, (value, _) in firsts["wild"].items()} == {
        **{(cell, mark): 0 for cell in range(9) for mark in "XO"},
        **middle,
    }


def test_the_torus_has_twelve_lines_and_the_ones_that_are_told_of():
    def is_line(*cells):
        return TORUS.has_line(tuple("X" if at in cells else None for at in range(9)), "X")

    lines = [cells for cells in combinations(range(9), 3) if is_line(*cells)]
    assert len(lines) == 12
    assert (1, 3, 8) in lines
    assert (0, 5, 7) in lines
    assert not {(1, 3, 8), (0, 5, 7)} & set(nine.LINES)
    # Any two cells share a line with a third one, and any five hold one.
    assert all(
        sum(set(pair) < set(line) for line in lines) == 1 for pair in combinations(range(9), 2)
    )
    assert all(is_line(*cells) for cells in combinations(range(9), 5))


def test_the_winning_move_on_the_torus_only_blocks_where_edges_end():
    (cell,) = EXERCISES[3].solutions
    marks = "".join(mark or "." for mark in EXERCISES[3].game.board)
    assert cell in nine.threats(marks, "O")
    assert cell not in nine.threats(marks, "X")
    assert nine.worth(marks, misere=False)[0] == 0


def test_the_hint_on_misere_names_the_other_move_that_loses():
    found = worths(NAIVE["misere"], EXERCISES[1].game.board)
    assert [cell + 1 for (cell, _), (value, _) in found.items() if value < 0] == [3, 6]
    assert found[2, "X"] == (-1, 1)
    for_o = (*EXERCISES[1].game.board[:5], "O", *EXERCISES[1].game.board[6:])
    assert NAIVE["misere"].has_line(for_o, "O")


def test_seven_x_hold_a_line_and_after_the_one_safe_cell_of_notakto_there_is_none():
    for cells in combinations(range(9), 7):
        assert NOTAKTO.has_line(tuple("X" if at in cells else None for at in range(9)), "X")
    exercise = EXERCISES[5]
    safe = [
        move
        for move in NOTAKTO.moves(exercise.game.board)
        if NOTAKTO.after(exercise.game.board, move)[1] is None
    ]
    assert [cell for cell, _ in safe] == list(exercise.solutions)
    assert exercise.game.board.count(None) == 5
    board, _ = NOTAKTO.after(exercise.game.board, safe[0])
    assert {NOTAKTO.after(board, move)[1] for move in NOTAKTO.moves(board)} == {-1}


def play_on(rules, board, answer):
    """Results for First, who has begun, of all games against every move of Second."""
    found = set()
    for move in rules.moves(board):
        after, result = rules.after(board, move)
        if result is not None:
            found.add(-result)
            continue
        answers = answer(after, move)
        assert answers, (board, move)
        for chosen in answers:
            again, result = rules.after(after, chosen)
            found |= play_on(rules, again, answer) if result is None else {result}
    return found


def knight_moves(board, move):
    """Moves that the hint on notakto allows after a move of Second."""
    row, column = divmod(move[0], 3)
    return [
        (cell, mark)
        for cell, mark in NOTAKTO.moves(board)
        if {abs(cell // 3 - row), abs(cell % 3 - column)} == {1, 2}
        and NOTAKTO.after(board, (cell, mark))[1] is None
    ]


def mirrored_moves(board, move):
    """Moves that the hint on the wild game allows after a move of Second."""
    winning = [one for one in WILD.moves(board) if WILD.after(board, one)[1] == 1]
    return winning or [(8 - move[0], move[1])]


def test_who_follows_the_hints_on_notakto_and_on_the_wild_game_always_wins():
    begun = NOTAKTO.after(EMPTY, (4, "X"))[0]
    assert play_on(NOTAKTO, begun, knight_moves) == {1}
    for mark in "XO":
        begun = WILD.after(EMPTY, (4, mark))[0]
        assert play_on(WILD, begun, mirrored_moves) == {1}


def test_the_mirrored_mark_leaves_no_line_with_two_alike_and_an_empty_cell():
    exercise = EXERCISES[8]
    (move,) = exercise.solutions
    assert (move % 9, move // 9) == (8, 1)  # the cell across from the O, and an O
    marks = "".join(mark or "." for mark in exercise.game.play(move).board)
    assert nine.threats(marks, "X") == nine.threats(marks, "O") == []
    assert [marks[cell] for cell in (0, 4, 8)] == ["O", "X", "O"]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_wrong_move_is_answered_by_moves_that_refute_it(number):
    exercise = EXERCISES[number - 1]
    game = exercise.game
    rules = NAIVE[game.rules.name]
    moves = values(rules, game.board)
    best, _ = solve(rules, game.board)
    for move in set(game.legal_moves) - set(exercise.solutions):
        judged = exercise.judge(game, move)
        value, plies = moves[move]
        assert (judged.verdict, value < best) == ("wrong", True)
        shown = judged.game
        assert shown.moves[0] == move
        if value < 0:
            assert shown.result == {"X": "O", "O": "X"}[game.current_player]
            assert len(shown.moves) == plies
        else:
            assert len(shown.moves) == 2
        assert judged.words


@pytest.mark.parametrize("number", [5, 7, 10])
def test_whichever_right_moves_are_chosen_a_whole_game_is_won(number):
    exercise = EXERCISES[number - 1]
    rules = NAIVE[exercise.game.rules.name]
    waiting, seen, failed, ends = [exercise.game], set(), 0, set()
    while waiting:
        game = waiting.pop()
        if game.key in seen:
            continue
        seen.add(game.key)
        right = {move for move, (value, _) in values(rules, game.board).items() if value == 1}
        assert right
        for move in game.legal_moves:
            judged = exercise.judge(game, move)
            assert (judged.verdict == "wrong") == (move not in right)
            failed += judged.verdict == "wrong"
            if judged.verdict == "on":
                waiting.append(judged.game)
            elif judged.verdict == "right":
                ends.add(judged.game.result)
    assert failed > 20
    assert ends == {"X"}


# Steps by rules of their own, in any lesson


def test_a_step_by_other_rules_than_its_lesson_is_set_up_and_judged_by_them():
    lesson = Lesson(
        "Two games",
        [
            Step("Four by four.", task="any"),
            Step("A line loses.", "XO./X.X/.OO", "misere", rules="misere"),
        ],
        rules="4x4",
    )
    lesson.check()
    assert [one.game.rules.name for one in lesson.exercises] == ["4x4", "misere"]
    assert lesson.exercises[1].solutions == (2,)
    with pytest.raises(ValueError, match=r"^step 1: no rules are called 'chess'"):
        Lesson("Wrong", [Step("Chess.", rules="chess")])


def test_players_are_called_first_and_second_where_marks_tell_nobody_who_drew_them():
    win = Step("Win.", "XX./OO./...", "win", rules="wild")
    told = Lesson("Wild", [win, Step("Play.", task="play", cells=["5o"], rules="wild")])
    assert [one.ask for one in told.exercises] == [
        "First to move: win at once.",
        "First to move: play 5o.",
    ]
    assert told.exercises[1].solutions == (13,)
    end = Step("End.", "XX./.XX/...", "win", rules="notakto", to_the_end=True)
    exercise = Lesson("Notakto", [end]).exercises[0]
    assert exercise.judge(exercise.game, 6).words.startswith("Second answers ")
