"""Lessons of one's own: bad data is named, and moves are judged as plain search judges."""

import random

import pytest

from tests.support.models.plain_search import judge_all
from tictactoe_widget import Game, IllegalMoveError, find_rules
from tictactoe_widget.classroom import Lesson, Puzzle, Step, puzzles
from tictactoe_widget.classroom.lessons.lesson import (
    lesson_of_example,
    lesson_of_puzzle,
    set_up_exercise,
)

OPEN = "XX./OO./..."
OVER = "XXX/OO./..."


@pytest.mark.parametrize(
    ("step", "error", "reason"),
    [
        (Step(" \n"), ValueError, "text is empty: every step tells something"),
        (Step(5), TypeError, "text must be text, not 5"),
        (Step("a", ask=None), TypeError, "ask must be text, not None"),
        (Step("a", right=5), TypeError, "right must be text, not 5"),
        (Step("a", hint=["b"]), TypeError, r"hint must be text, not \['b'\]"),
        (Step("a", wrong=5), TypeError, "wrong must be text, or text by cell, not 5"),
        (Step("a", wrong={"10": "b"}), ValueError, "wrong has '10'. Invalid position: choose"),
        (Step("a", wrong={4: "b"}), TypeError, "named such as '5': 4 is no name"),
        (Step("a", wrong={"1": 5}), TypeError, "wrong must be text by cell: 5 is no text"),
        (Step("a", position=5), TypeError, "position must be text or a Game, not 5"),
        (Step("a", position="XX."), ValueError, "expected 3 rows of 3 cells"),
        (Step("a", position="XXX/OOO/..."), ValueError, "both players have a line"),
        (Step("a", position="XXX/.../..."), ValueError, "3 X and 0 O: X opens and marks"),
        (Step("a", position=Game("4x4")), ValueError, "the game is played by other rules than"),
        (Step("a", position=OVER, task="any"), ValueError, "the game is over here, so nobody"),
        (Step("a", task="mate"), ValueError, "no task is called 'mate': choose from '', 'any'"),
        (Step("a", task=None), ValueError, "no task is called None: choose from '', 'any'"),
        (Step("a", task="any", to_the_end=True), ValueError, "only win and keep can go on"),
        (Step("a", task="any", cells=["1"]), ValueError, "cells belong to the tasks 'play'"),
        (Step("a", task="play", cells="1"), TypeError, "cells must be a list of names"),
        (Step("a", task="play", cells=["0"]), ValueError, "cells has '0'. Invalid position"),
        (Step("a", task="play", cells=["b"]), ValueError, "cells has 'b'. Invalid input"),
        (Step("a", look=["10"]), ValueError, "look has '10'. Invalid position: choose 1-9"),
        ("text", TypeError, "step 2 must be a Step, not 'text'"),
    ],
)
def test_a_step_with_bad_data_is_refused_with_its_number_and_the_reason(step, error, reason):
    where = "step 2 " if isinstance(step, str) else "step 2: "
    with pytest.raises(error, match=reason) as refused:
        Lesson("A lesson", [Step("Read this."), step])
    assert str(refused.value).startswith(where)


@pytest.mark.parametrize(
    ("options", "error", "reason"),
    [
        ({"about": 5}, TypeError, "about must be text, not 5"),
        ({"learnt": ["much"]}, TypeError, r"learnt must be text, not \['much'\]"),
        ({"rules": "chess"}, ValueError, "no rules are called 'chess'"),
    ],
)
def test_a_lesson_with_bad_data_is_refused(options, error, reason):
    with pytest.raises(error, match=reason):
        Lesson(**{"title": "A lesson", "steps": [Step("Read this.")], **options})


@pytest.mark.parametrize(
    ("step", "rules", "reason"),
    [
        (Step("a", "X../.../...", "win"), "standard", "no move solves the task 'win'"),
        (Step("a", "X../.../...", "fork"), "standard", "no move solves the task 'fork'"),
        (Step("a", "X../.../...", "block"), "standard", "no move solves the task 'block'"),
        (Step("a", "X../.../...", "misere"), "misere", "no move solves the task 'misere'"),
        (Step("a", OPEN, "draw"), "standard", "no move solves the task 'draw'"),
        # X has lost: O threatens 2, 4 and 5.
        (Step("a", "O.O/..X/OXX", "keep"), "standard", "no move solves the task 'keep'"),
        (Step("a", task="play"), "standard", "the task 'play' needs cells"),
        (Step("a", "X../.../...", "play", cells=["1"]), "standard", "1 is no legal move"),
        (
            Step("a", OPEN, "refused", cells=["3"]),
            "standard",
            "3 is a legal move, which is not",
        ),
        (Step("a", task="refused"), "standard", "every cell may be played here: no move"),
        (Step("a", task="keep"), "gomoku", "the position cannot be solved, so 'keep' cannot"),
    ],
)
def test_a_task_that_nobody_can_solve_is_named_when_it_is_checked(step, rules, reason):
    lesson = Lesson("A lesson", [Step("Read this."), step], rules)
    with pytest.raises(ValueError, match=f"^step 2: {reason}"):
        lesson.check()
    exercise = lesson.exercises[1]
    with pytest.raises(ValueError, match=f"^{reason}"):
        exercise.solutions  # noqa: B018 - worked out here


def positions(rules, count):
    """Positions of games that are played by chance, none of them over."""
    chance = random.Random(7)
    for _ in range(count):
        game = Game(rules)
        for _ in range(chance.randrange(rules.cell_count)):
            after = game.play(chance.choice(game.legal_moves))
            if after.is_over:
                break
            game = after
        yield game


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("standard", 60),
        ("misere", 60),
        ("3x4k3", 20),
        ("wild", 20),
        ("notakto", 40),
        ("drop-3x4k3", 40),
        ("order-3x3k3", 20),
    ],
)
def test_moves_are_judged_and_refuted_as_plain_search_judges_them(name, count):
    rules = find_rules(name)
    judge = judge_all(rules)
    judged = 0
    for game in positions(rules, count):
        value, plies = judge(game.state)
        if value < 0:
            continue
        task = "win" if value == 1 else "keep"
        exercise = set_up_exercise(Step("Play.", game, task), rules)
        for cell in game.legal_moves:
            after = game.play(cell)
            theirs, left = judge(after.state)
            is_right = -theirs == value and (task == "keep" or left + 1 == plies)
            judgement = exercise.judge(game, cell)
            assert (judgement.verdict == "right") == is_right
            assert judgement.words
            shown = judgement.game
            assert shown.moves[: after.move_count] == after.moves
            if is_right:
                assert shown == after
            elif theirs == 1:
                assert shown.winner == ("O" if game.current_player == "X" else "X")
                assert shown.move_count == after.move_count + left
            judged += 1
    assert judged > 50


def test_whoever_plays_right_moves_to_the_end_reaches_what_the_position_is_worth():
    rules = find_rules("standard")
    judge = judge_all(rules)
    for game in positions(rules, 40):
        value, _ = judge(game.state)
        if value < 0:
            continue
        task = "win" if value == 1 else "keep"
        exercise = set_up_exercise(Step("Play.", game, task, to_the_end=True), rules)
        ends = []
        on = [game]
        while on:
            now = on.pop()
            for cell in now.legal_moves:
                judgement = exercise.judge(now, cell)
                if judgement.verdict == "on":
                    assert judgement.game.current_player == game.current_player
                    on.append(judgement.game)
                elif judgement.verdict == "right":
                    ends.append(judgement.game)
        assert ends
        assert {end.winner for end in ends} == {game.current_player if value else None}
        assert all(end.is_over for end in ends)


@pytest.mark.parametrize(
    ("rules", "kind"), [("standard", kind) for kind in ("win", "draw", "fork", "block")]
)
def test_a_puzzle_is_a_lesson_whose_task_has_the_same_solutions(rules, kind):
    for puzzle in puzzles(rules, kind)[::9]:
        lesson = lesson_of_puzzle(puzzle)
        (exercise,) = lesson.exercises
        assert (lesson.kind, exercise.ask, exercise.game) == (
            "puzzle",
            puzzle.task,
            puzzle.game,
        )
        assert exercise.solutions == puzzle.solutions
        assert exercise.judge(exercise.game, puzzle.solutions[0]).verdict == "right"
        assert exercise.judge(exercise.game, puzzle.wrong_moves[0]).verdict == "wrong"
        hinted = [
            int(word) - 1
            for word in exercise.step.hint.rstrip(".").replace(",", "").split()
            if word.isdigit()
        ]
        assert len(set(hinted) & set(puzzle.solutions)) == 1
        assert len(hinted) == min(3, 1 + len(puzzle.wrong_moves))


@pytest.mark.parametrize(
    ("position", "kind", "reason"),
    [
        (OPEN, "mate", "step 1: no task is called 'mate': choose from"),
        (OVER, "win", "step 1: the game is over here, so nobody can move"),
        (OPEN, "draw", "step 1: no move solves the task 'draw' in this position"),
    ],
)
def test_a_puzzle_made_by_hand_that_is_none_is_named(position, kind, reason):
    puzzle = Puzzle(Game.from_text(position), kind, "X to move.", (), None, 0)
    with pytest.raises(ValueError, match=f"^{reason}"):
        lesson_of_puzzle(puzzle).check()


@pytest.mark.parametrize(
    "name", ["standard", "wild", "notakto", "connect4", "qubic", "order-and-chaos"]
)
def test_every_example_but_a_cell_off_the_board_is_tried(name):
    examples = find_rules(name).card.examples
    told = 0
    for example in examples:
        lesson = lesson_of_example(example)
        lesson.check()
        (exercise,) = lesson.exercises
        if exercise.step.task == "":
            assert example.outcome in exercise.step.text
            told += 1
        else:
            assert exercise.judge(exercise.game, example.cell).verdict == "right"
    assert told == 1 < len(examples)


def test_a_lesson_whose_marks_are_chosen_speaks_of_first_and_second_and_names_marks():
    step = Step(
        "Here both may draw either mark.",
        position="X.X/.O./..O",
        task="win",
        look=["2", "2o", "5o"],
        wrong={"2o": "Nobody needs a nought there."},
    )
    lesson = Lesson("Wild", [step], "wild")
    lesson.check()
    (exercise,) = lesson.exercises
    assert exercise.look == (1, 4)  # cells to point at, whatever mark is drawn there
    assert exercise.ask == "First to move: win at once."
    # An X at 2 completes the row, an O at 1, were it free, the diagonal.
    assert exercise.solutions == (1,)
    assert exercise.answer == "Right: 2x."
    assert exercise.judge(exercise.game, 1).words == "First wins with that move."
    wrong = exercise.judge(exercise.game, 10)
    assert wrong.verdict == "wrong"
    assert wrong.words.startswith("Nobody needs a nought there. That ")
    assert "X" not in wrong.words.replace("2x", "")
    steps = [Step("Begin.", task="any"), Step("Go.", task="play", cells=["5o"])]
    named = Lesson("Any", steps, "wild")
    assert [one.ask for one in named.exercises] == [
        "First to move: play where you like.",
        "First to move: play 5o.",
    ]


def test_the_answer_of_the_other_player_is_told_with_first_and_second():
    # Both draw X and a line loses: First takes the centre, and wins by answering opposite.
    step = Step("Play to the end.", task="win", to_the_end=True)
    lesson = Lesson("Notakto", [step], "notakto")
    (exercise,) = lesson.exercises
    assert exercise.ask == "First to move: win in 3 moves."
    judged = exercise.judge(exercise.game, 4)
    assert judged.verdict == "on"
    assert judged.words.startswith("Right so far. Second answers ")
    assert exercise.judge(exercise.game, 0).verdict == "wrong"


def test_a_refused_move_counts_only_where_it_is_meant():
    exercise = set_up_exercise(
        Step("Taken.", OPEN, "refused", cells=["1"]), find_rules("standard")
    )
    with pytest.raises(IllegalMoveError, match="Position already taken"):
        exercise.judge(exercise.game, 1)
    assert exercise.judge(exercise.game, 0).verdict == "right"
    assert exercise.judge(exercise.game, 2).verdict == "wrong"
