"""Built-in lessons, compared with plain search, and your own lessons."""

import doctest
import json
import random
import re
from dataclasses import fields, replace
from pathlib import Path
from typing import get_args

import pytest

from tests.support.models import nine_cells as nine
from tests.support.models.naive_rules import NaiveUltimate
from tests.support.models.naive_variants import NaiveVariant, solve, worths
from tests.support.models.plain_search import judge_all
from tictactoe_widget import (
    Game,
    IllegalMoveError,
    PlainRules,
    find_rules,
    parse_position,
    position_name,
)
from tictactoe_widget.classroom import LESSONS, Lesson, Puzzle, Step, puzzles
from tictactoe_widget.classroom.lessons.lesson import (
    Ask,
    lesson_of_example,
    lesson_of_puzzle,
    set_up_exercise,
)

SMALL = [name for name in LESSONS if name not in ("one-rule", "ultimate")]
STEPS = [
    pytest.param(lesson, exercise, id=f"{lesson.name}-{number}")
    for lesson in LESSONS.values()
    for number, exercise in enumerate(lesson.exercises, start=1)
]
EVERY_EXERCISE = pytest.mark.parametrize(
    "exercise", [pytest.param(step.values[1], id=step.id) for step in STEPS]
)
SMALL_STEPS = [step for step in STEPS if step.values[0].name in SMALL]
JUDGED = ("win", "draw", "fork", "block", "misere", "keep")


def marks_of(game):
    return "".join(mark or "." for mark in game.board)


def is_misere(lesson):
    return lesson.name == "misere"


def remarks_of(step):
    return [step.wrong] if isinstance(step.wrong, str) else list(step.wrong.values())


def said_in(lesson):
    """Yield all texts that the author wrote in a lesson."""
    yield from (lesson.title, lesson.about, lesson.learnt)
    for exercise in lesson.exercises:
        step = exercise.step
        yield from (step.text, exercise.ask, step.right, step.hint, *remarks_of(step))


def test_eight_lessons_in_order():
    order = "rules threats forks openings defence misere one-rule ultimate"
    assert list(LESSONS) == order.split()
    for name, lesson in LESSONS.items():
        assert (lesson.name, lesson.kind) == (name, "lesson")
        assert 5 <= len(lesson.exercises) <= 12
        assert lesson.about
        assert 80 <= len(lesson.learnt) <= 125  # at most four lines on a narrow phone
        lesson.check()


@EVERY_EXERCISE
def test_steps_are_short_and_complete(exercise):
    step = exercise.step
    assert len(step.text) <= 160  # at most five lines on a narrow phone
    assert len(exercise.ask) <= 64
    assert all(len(text.split()) <= 30 for text in (exercise.ask, step.right, step.hint))
    assert bool(exercise.ask) == bool(step.task)
    if step.task:
        assert step.right
    if step.task not in ("", "any"):
        assert step.hint


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_texts_name_only_existing_cells(lesson):
    for text in said_in(lesson):
        if lesson.name == "ultimate":
            for name in re.findall(r"\b[a-z]\d+\b", text):
                assert 0 <= parse_position(name, lesson.rules) < 81, text
        # Other numbers are written as words.
        for number in re.findall(r"(?<![a-z])\d+", text):
            assert number in list("123456789"), text
        assert not re.search(r"\b(ply|plies|terminal|utility|minimax)\b", text), text


@pytest.mark.parametrize(("lesson", "exercise"), STEPS)
def test_texts_name_the_player_to_move(lesson, exercise):
    who = r"(First|Second|[XO])\b"
    turn = rf"You are {who}|Now you play {who}|[Ii]t is {who}'s turn"
    told = re.findall(turn, f"{exercise.step.text} {exercise.ask}")
    if (lesson.name, exercise.step.task) != ("rules", "any"):
        is_owned = exercise.game.rules.name not in ("notakto", "wild")
        called = dict(zip("XO", "XO" if is_owned else ("First", "Second"), strict=True))
        assert {"".join(names) for names in told} <= {called[exercise.game.current_player]}
    if exercise.step.task not in ("", "any", "refused"):
        assert told


@EVERY_EXERCISE
def test_tasks_can_be_solved_and_failed(exercise):
    task, legal = exercise.step.task, exercise.game.legal_moves
    verdicts = []
    for cell in range(exercise.game.rules.action_count if task else 0):
        try:
            verdicts.append(exercise.judge(exercise.game, cell).verdict)
        except IllegalMoveError:
            assert cell not in legal
    if task == "any" or (task and exercise.game.is_over):
        assert set(verdicts) == {"right"}
    elif task and not exercise.step.to_the_end:
        assert set(verdicts) == {"right", "wrong"}


@pytest.mark.parametrize(("lesson", "exercise"), SMALL_STEPS)
def test_solutions_match_plain_search(lesson, exercise):
    task = exercise.step.task
    if task in JUDGED:
        found = nine.solutions(task, marks_of(exercise.game), misere=is_misere(lesson))
        assert list(exercise.solutions) == found != []


# Statements about marks, threats, forks and lines

STANDS = r"([XO]) has (?:(?:just )?played (?:in square )?|)([a-i]?\d)\b(?: and ([a-i]?\d)\b)?"


def test_marks_in_texts_match_the_position():
    told = 0
    for lesson in LESSONS.values():
        for exercise in lesson.exercises:
            for mark, *names in re.findall(
                STANDS, f"{exercise.step.text} {exercise.step.hint}"
            ):
                told += 1
                for name in filter(None, names):
                    assert exercise.game.board[parse_position(name, lesson.rules)] == mark
    assert told > 10


THREATENS = r"([XO]) threatens(?: to win)?(?: at)? (\d)(?: and(?: at)? (\d))?"


@pytest.mark.parametrize(
    "exercise", [pytest.param(step.values[1], id=step.id) for step in SMALL_STEPS]
)
def test_threats_and_lines_in_texts_exist(exercise):
    step, marks = exercise.step, marks_of(exercise.game)
    after = [nine.put(marks, cell) for cell in exercise.solutions if step.task != "refused"]
    for text, boards in ((step.text, [marks]), (step.right, after)):
        for mark, *cells in re.findall(THREATENS, text):
            for board in boards:
                told = [int(cell) - 1 for cell in cells if cell]
                assert nine.threats(board, mark) == told, text
        for *cells, no in re.findall(r"(\d), (\d) and (\d)(?::| are (not a|a) row)", text):
            line = tuple(int(cell) - 1 for cell in cells)
            assert (line in nine.LINES) == (no != "not a"), text


# Ultimate


def naive(game):
    again = NaiveUltimate("closed", "draw")
    for cell in game.moves:
        again.play(cell)
    return again


def boards_won_by(game, cell):
    """Return the numbers of the boards that a move wins."""
    before, after = naive(game), naive(game)
    after.play(cell)
    return [at + 1 for at in range(9) if before.owners[at] != after.owners[at]]


def can_win_a_board(game):
    return [cell for cell in naive(game).legal if boards_won_by(game, cell)]


def is_sent_to(game, cell, board):
    after = naive(game)
    after.play(cell)
    return after.open_boards == [board - 1]


ULTIMATE = {
    4: lambda game, cell: is_sent_to(game, cell, 7),
    5: lambda game, cell: boards_won_by(game, cell) == [5],
    7: lambda game, cell: len(naive(game.play(cell)).open_boards) == 1,
    8: lambda game, cell: not can_win_a_board(game.play(cell)),
    9: lambda game, cell: (
        boards_won_by(game, cell) == [8] and not can_win_a_board(game.play(cell))
    ),
    10: lambda game, cell: naive(game.play(cell)).result == "X",
}
"""Functions that decide whether a move does what a "play" step asks, by step number."""


def test_ultimate_steps_list_the_right_moves():
    exercises = LESSONS["ultimate"].exercises
    for number, exercise in enumerate(exercises, start=1):
        assert naive(exercise.game).legal == list(exercise.game.legal_moves)
        assert (exercise.step.task == "play") == (number in ULTIMATE)
        if number in ULTIMATE:
            does = ULTIMATE[number]
            right = [cell for cell in exercise.game.legal_moves if does(exercise.game, cell)]
            assert list(exercise.solutions) == right
    assert naive(exercises[-2].game).result == "draw"


def test_ultimate_remarks_are_true():
    told = 0
    for exercise in LESSONS["ultimate"].exercises:
        if exercise.step.task != "play":
            continue
        game = exercise.game
        for cell in set(game.legal_moves) - set(exercise.solutions):
            judgement = exercise.judge(game, cell)
            after = naive(judgement.game)
            words = judgement.words
            for mark, board in re.findall(r"sends ([XO]) to board (\d)", words):
                told += 1
                assert (after.player, after.last_place) == (mark, int(board) - 1)
                closed = "It is closed" in words
                assert (after.owners[int(board) - 1] is not None) == closed
            for mark, name in re.findall(r"([XO]) wins it with (\w\d)", words):
                told += 1
                assert after.player == mark
                answer = parse_position(name, game)
                assert boards_won_by(judgement.game, answer) == [answer // 9 + 1]
            for board in re.findall(r"doesn't win board (\d)", words):
                told += 1
                assert boards_won_by(game, cell) == []
                assert any(int(board) in boards_won_by(game, one) for one in game.legal_moves)
    assert told > 10


def test_ultimate_refuses_moves_to_other_boards():
    refused = {
        number: exercise
        for number, exercise in enumerate(LESSONS["ultimate"].exercises, start=1)
        if exercise.step.task == "refused"
    }
    assert list(refused) == [3, 6]
    elsewhere = refused[3].judge(refused[3].game, 0)
    assert elsewhere.verdict == "right"
    assert (
        elsewhere.words == "Play in board 2. The rules don't allow a move in any other board."
    )
    closed = refused[6].judge(refused[6].game, parse_position("e5", "ultimate"))
    assert closed.words.startswith("Play in board 1, 2, 3, 4, 6, 7, 8 or 9. If your board")
    # A board's number is its place in the big board, as the texts say.
    for number in range(1, 10):
        middle = position_name(9 * (number - 1) + 4, "ultimate")
        column, row = "abcdefghi".index(middle[0]) // 3, (int(middle[1]) - 1) // 3
        assert 3 * row + column + 1 == number


# Lessons as shown to their authors


def test_lesson_is_shown_as_text_and_html():
    corner = Step(
        "X took <two> corners.\n\nWhere is the fork?",
        "X.O/.O./..X",
        task="fork",
        right="7 does two things.",
        hint="Block!",
    )
    lesson = Lesson("Corners", [Step("Look."), corner])
    assert str(lesson) == (
        "Corners: 2 steps\n\n1. Look.\n. . .\n. . .\n. . .\n\n"
        "2. X took <two> corners.\n\nWhere is the fork?\nX . O\n. O .\n. . X\n"
        "You are X. Win by making two threats at once. The answer is 7. 7 does two things.\n"
        "Hint: Block!"
    )
    page = lesson._repr_html_()
    assert page.count("<svg") == 2
    assert "<p>X took &lt;two&gt; corners.</p><p>Where is the fork?</p>" in page
    assert "The answer is 7. 7 does two things.</p><p>Hint: Block!</p>" in page
    mistaken = Lesson("Mistaken", [Step("Look."), Step("Play!", task="play")])
    assert "\nMistake: cells must list the right moves if task is 'play'." in str(mistaken)
    assert "Mistake: " in mistaken._repr_html_()


# Responses to moves in any lesson


def test_refusal_is_explained_in_one_text():
    ended = LESSONS["rules"].exercises[8]
    told = "Game is over. Player X won! The two empty squares stay empty."
    assert [ended.judge(ended.game, cell).words for cell in (0, 7, 8)] == [told] * 3
    taken = LESSONS["rules"].exercises[2]
    assert taken.judge(taken.game, 4).words.startswith("Position already taken. Nothing has")


UNSTOPPED = "That doesn't stop the threat. If you play 9, X wins with the next move."
NO_FORK = "That doesn't make two threats. If you play 2, O wins with the next move."
FORKED = "You threaten to win at 4 and 8. O can stop only one of these threats."


@pytest.mark.parametrize(
    ("position", "task", "cell", "verdict", "words"),
    [
        # Cell 6 blocks O and threatens twice.
        ("X.X/.../.OO", "win", 6, "wrong", "That still wins, but you can win in one move."),
        ("XX./.O./...", "block", 8, "wrong", UNSTOPPED),
        ("X.O/.O./..X", "fork", 1, "wrong", NO_FORK),
        # Cell 0 makes two threats, but O wins first.
        (".O./.../XOX", "fork", 0, "wrong", "If you play 1, O wins with the next move."),
        # O wins at 6, which does not solve the task.
        ("XX./OO./...", "win", 8, "wrong", "If you play 9, O plays 6 and wins."),
        # X must stop 1-5-9 and then threatens 3. O wins with 7, a threat before a fork.
        ("OX./..X/...", "win", 4, "wrong", "If you play 5, X plays 9 and gets a draw."),
        # O must stop 1-4-7, where X could have won.
        ("XO./XO./.XO", "win", 2, "wrong", "If you play 3, O can get a draw."),
        # X plays 7 and threatens 4 and 8.
        (
            "X../.O./..X",
            "keep",
            2,
            "wrong",
            "If you play 3, X plays 7 and wins in 1 more move.",
        ),
        ("XX./OO./...", "win", 2, "right", "X wins with this move."),
        ("X.O/.O./..X", "fork", 6, "right", FORKED),
        ("XO./.../...", "win", 4, "right", "Now you win, whatever O does."),
        ("X../.../...", "draw", 4, "right", "O's move is the only one that doesn't lose."),
    ],
)
def test_default_texts_for_moves(position, task, cell, verdict, words):
    exercise = Lesson("Plain", [Step("Play!", position, task)]).exercises[0]
    judgement = exercise.judge(exercise.game, cell)
    assert (judgement.verdict, judgement.words) == (verdict, words)


def test_no_reply_if_the_player_moves_again():
    class TurnsOfTwo(PlainRules):
        def next_player(self, _before, after):
            return "X" if after.move_count % 4 in (0, 3) else "O"

    step = Step("Play!", "..O/O.X/X.X/0:0O", "keep", rules=TurnsOfTwo())
    exercise = Lesson("Turns", [step]).exercises[0]
    judgement = exercise.judge(exercise.game, 4)  # O is to move again
    assert judgement.words == "If you play 5, X can get a draw."


@pytest.mark.parametrize(
    ("position", "task"),
    [
        # O to move draws only in the middle.
        ("X../.../...", "You are O. Play a move that doesn't lose."),
        # X to move wins, because O played next to the corner.
        ("XO./.../...", "You are X. Play a move that still wins."),
    ],
)
def test_keep_task_describes_the_value(position, task):
    step = Step("Play!", position, "keep")
    assert Lesson("Keep", [step]).exercises[0].ask == task


def numbers_in(words):
    """Return the square numbers in a judgement's words, without move counts."""
    return set(re.findall(r"\d", re.sub(r"\d more moves?", "", words)))


@pytest.mark.parametrize("kind", ["win", "draw", "fork", "block"])
def test_wrong_move_hides_the_unrevealed_solution(kind):
    for puzzle in puzzles("standard", kind)[::7]:
        (exercise,) = lesson_of_puzzle(puzzle).exercises
        solved = {str(cell + 1) for cell in puzzle.solutions}
        for cell in puzzle.wrong_moves:
            words = exercise.judge(puzzle.game, cell).words
            assert words
            assert not numbers_in(words) & solved
            revealed = exercise.judge(puzzle.game, cell, reveal=True).words
            assert revealed == f"{words} The answer is {puzzle.answer}."


def test_misere_explains_rows_and_lost_positions():
    # O has two marks in 1-4-7 and in 3-5-7, and 3 leaves X no safe move.
    (row, left) = (Step("Play.", at, "misere") for at in ("XO./.O./X..", "XO./X.X/O.."))
    lesson = Lesson("Misère", [row, replace(left, task="keep")], "misere")
    row, left = lesson.exercises
    assert row.judge(row.game, 3).words == "You complete a row, so O wins."
    told = "If you play 5, X plays 9. Then all your moves lose."
    assert left.judge(left.game, 4).words == told


# Your own lessons: errors for invalid data, and moves judged as by a plain search.


OPEN = "XX./OO./..."
SOLVABLE = "task must have a solution in this position, but "
OVER = "XXX/OO./..."


@pytest.mark.parametrize(
    ("step", "error", "reason"),
    [
        (
            Step(" \n"),
            ValueError,
            r"text must be text with at least one visible character, not ' \\n'",
        ),
        (Step(5), TypeError, "text must be text, not 5"),
        (Step("a", ask=None), TypeError, "ask must be text, not None"),
        (Step("a", right=5), TypeError, "right must be text, not 5"),
        (Step("a", hint=["b"]), TypeError, r"hint must be text, not \['b'\]"),
        (Step("a", wrong=5), TypeError, "wrong must be text or a dict that maps cell"),
        (
            Step("a", wrong={"10": "b"}),
            ValueError,
            "wrong must use cell names, not '10'. Invalid pos",
        ),
        (
            Step("a", wrong={4: "b"}),
            TypeError,
            "the keys of wrong must be cell names such as '5', not 4",
        ),
        (Step("a", wrong={"1": 5}), TypeError, "the values of wrong must be text, not 5"),
        (Step("a", position=5), TypeError, "position must be text or a Game, not 5"),
        (Step("a", position="XX."), ValueError, "text must have 3 rows of 3 cells"),
        (Step("a", position="XXX/OOO/..."), ValueError, "X and O both have a row"),
        (Step("a", position="XXX/.../..."), ValueError, "X has 3 marks and O has 0: X can"),
        (
            Step("a", position=Game("4x4")),
            ValueError,
            "position must follow the rules standard, not 4x4",
        ),
        (
            Step("a", position=OVER, task="any"),
            ValueError,
            "position must be an unfinished game",
        ),
        (
            Step("a", task="mate"),
            ValueError,
            "task must be '', 'any', .* or 'keep', not 'mate'",
        ),
        (Step("a", task=None), ValueError, "task must be '', 'any', .* or 'keep', not None"),
        (
            Step("a", task="any", to_the_end=True),
            ValueError,
            "task must be 'win' or 'keep', not 'any', if to_the_end is True",
        ),
        (
            Step("a", task="any", cells=["1"]),
            ValueError,
            "if task is 'any', leave out cells=",
        ),
        (Step("a", task="play", cells="1"), TypeError, "cells must be a list of cell names"),
        (
            Step("a", task="play", cells=["0"]),
            ValueError,
            "cells must use cell names, not '0'. Invalid",
        ),
        (
            Step("a", task="play", cells=["b"]),
            ValueError,
            "cells must use cell names, not 'b'. Invalid",
        ),
        (
            Step("a", look=["10"]),
            ValueError,
            "look must use cell names, not '10'. Invalid position",
        ),
    ],
)
def test_invalid_step_is_refused(step, error, reason):
    with pytest.raises(error, match=reason) as refused:
        Lesson("A lesson", [Step("Read this."), step])
    assert str(refused.value).startswith("step 2: ")


@pytest.mark.parametrize(
    ("options", "error", "reason"),
    [
        ({"about": 5}, TypeError, "about must be text, not 5"),
        ({"learnt": ["much"]}, TypeError, r"learnt must be text, not \['much'\]"),
        ({"rules": "chess"}, ValueError, "no rules are called 'chess'"),
    ],
)
def test_invalid_lesson_is_refused(options, error, reason):
    with pytest.raises(error, match=reason):
        Lesson(**{"title": "A lesson", "steps": [Step("Read this.")], **options})


@pytest.mark.parametrize(
    ("step", "rules", "reason"),
    [
        (Step("a", "X../.../...", "win"), "standard", f"{SOLVABLE}'win'"),
        (Step("a", "X../.../...", "fork"), "standard", f"{SOLVABLE}'fork'"),
        (Step("a", "X../.../...", "block"), "standard", f"{SOLVABLE}'block'"),
        (Step("a", "X../.../...", "misere"), "misere", f"{SOLVABLE}'misere'"),
        (Step("a", OPEN, "draw"), "standard", f"{SOLVABLE}'draw'"),
        # X has lost: O threatens 2, 4 and 5.
        (Step("a", "O.O/..X/OXX", "keep"), "standard", f"{SOLVABLE}'keep'"),
        (Step("a", task="play"), "standard", "cells must list the right moves"),
        (
            Step("a", "X../.../...", "play", cells=["1"]),
            "standard",
            "cells must name legal moves, not 1, if task is 'play'",
        ),
        (
            Step("a", OPEN, "refused", cells=["3"]),
            "standard",
            "cells must name illegal moves, not 3, if task is 'refused'",
        ),
        (Step("a", task="refused"), "standard", "position must have at least one illegal move"),
        (
            Step("a", task="keep"),
            "6x6k5",
            "task must be 'play', not 'keep', because the analysis can't",
        ),
    ],
)
def test_unsolvable_task_is_reported(step, rules, reason):
    lesson = Lesson("A lesson", [Step("Read this."), step], rules)
    with pytest.raises(ValueError, match=f"^step 2: {reason}"):
        lesson.check()
    exercise = lesson.exercises[1]
    with pytest.raises(ValueError, match=f"^{reason}"):
        exercise.solutions  # noqa: B018 - computed on access


def positions(rules, count):
    """Yield unfinished positions from random games."""
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
        *(("standard", 60), ("misere", 60), ("notakto", 40), ("drop-3x4k3", 40)),
        *(("3x4k3", 20), ("wild", 20), ("order-3x3k3", 20)),
    ],
)
def test_moves_are_judged_as_by_plain_search(name, count):
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


def test_right_moves_to_the_end_give_the_value():
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
def test_puzzle_becomes_a_lesson(rules, kind):
    for puzzle in puzzles(rules, kind)[::9]:
        lesson = lesson_of_puzzle(puzzle)
        (exercise,) = lesson.exercises
        assert (lesson.kind, exercise.ask) == ("puzzle", puzzle.task)
        assert exercise.game == puzzle.game
        assert exercise.solutions == puzzle.solutions
        assert exercise.judge(exercise.game, puzzle.solutions[0]).verdict == "right"
        assert exercise.judge(exercise.game, puzzle.wrong_moves[0]).verdict == "wrong"
        hinted = [int(digit) - 1 for digit in re.findall(r"\d", exercise.step.hint)]
        assert len(set(hinted) & set(puzzle.solutions)) == 1
        assert len(hinted) == min(3, 1 + len(puzzle.wrong_moves))


@pytest.mark.parametrize(
    ("position", "kind", "reason"),
    [
        (OPEN, "mate", "step 1: task must be '', 'any', .* or 'keep', not 'mate'"),
        (OVER, "win", "step 1: position must be an unfinished game if the step has a task"),
        (OPEN, "draw", f"step 1: {SOLVABLE}'draw'"),
    ],
)
def test_invalid_puzzle_is_refused(position, kind, reason):
    puzzle = Puzzle(Game.from_text(position), kind, (), None, 0)
    with pytest.raises(ValueError, match=f"^{reason}"):
        lesson_of_puzzle(puzzle).check()


@pytest.mark.parametrize(
    "name", ["standard", "wild", "notakto", "connect4", "qubic", "order-and-chaos"]
)
def test_rule_card_examples_become_lessons(name):
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


def test_wild_lesson_names_first_and_second():
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
    assert exercise.look == (1, 4)  # cells to point at, for either mark
    assert exercise.ask == "You are First. Win in one move."
    # An X at 2 completes the row.
    assert exercise.solutions == (1,)
    assert exercise.answer == "The answer is 2x."
    assert exercise.judge(exercise.game, 1).words == "First wins with this move."
    wrong = exercise.judge(exercise.game, 10)
    assert wrong.verdict == "wrong"
    assert wrong.words.startswith("Nobody needs a nought there. If you play 2o, Second plays ")
    steps = [Step("Begin.", task="any"), Step("Go.", task="play", cells=["5o"])]
    named = Lesson("Any", steps, "wild")
    assert [one.ask for one in named.exercises] == [
        "You are First. Play where you like.",
        "You are First. Play 5o.",
    ]


def test_reply_names_first_and_second():
    # Both players place X, and a line loses. First takes the centre and mirrors each move.
    step = Step("Play to the end.", task="win", to_the_end=True)
    lesson = Lesson("Notakto", [step], "notakto")
    (exercise,) = lesson.exercises
    assert exercise.ask == "You are First. Win in 3 moves."
    judged = exercise.judge(exercise.game, 4)
    assert judged.verdict == "on"
    assert judged.words.startswith("Right so far. Second plays ")
    assert exercise.judge(exercise.game, 0).verdict == "wrong"


def test_refused_move_counts_only_if_asked_for():
    exercise = set_up_exercise(
        Step("Taken.", OPEN, "refused", cells=["1"]), find_rules("standard")
    )
    with pytest.raises(IllegalMoveError, match="Position already taken"):
        exercise.judge(exercise.game, 1)
    assert exercise.judge(exercise.game, 0).verdict == "right"
    assert exercise.judge(exercise.game, 2).verdict == "wrong"


# The lesson on rule changes, compared with a search in each of its games.


EXERCISES = LESSONS["one-rule"].exercises
NAIVE = {
    "standard": NaiveVariant(3, 3, 3),
    "misere": NaiveVariant(3, 3, 3, misere=True),
    "torus-3x3k3": NaiveVariant(3, 3, 3, torus=True),
    "notakto": NaiveVariant(3, 3, 3, misere=True, marks="same"),
    "wild": NaiveVariant(3, 3, 3, marks="chosen"),
}
NUMBERS = range(1, 11)


def move_of(rules, cell, mark):
    """Return a move's number in the package's rules."""
    return cell + 9 * (rules.marks == "chosen" and mark == "O")


def values(rules, board):
    """Return each move's value for its player and the plies to the end, by move number."""
    return {move_of(rules, *move): worth for move, worth in worths(rules, board).items()}


def solutions(exercise):
    """Return the moves that a step's task asks for."""
    game, task = exercise.game, exercise.step.task
    moves = values(NAIVE[game.rules.name], game.board)
    best = solve(NAIVE[game.rules.name], game.board)
    if task == "win":
        assert best[0] == 1
        return [move for move, worth in moves.items() if worth == best]
    assert task in ("keep", "draw")
    assert best[0] >= 0
    return [move for move, (value, _) in moves.items() if value == best[0]]


def test_steps_follow_the_games():
    named = [exercise.game.rules.name for exercise in EXERCISES]
    counts = {"standard": 1, "misere": 2, "torus-3x3k3": 2, "notakto": 2, "wild": 3}
    assert named == [name for name, count in counts.items() for _ in range(count)]
    shared = [EXERCISES[number - 1].game.board for number in (1, 2, 8)]
    assert shared == [tuple("XX") + (None,) + tuple("OO") + (None,) * 4] * 3


@pytest.mark.parametrize("number", NUMBERS)
def test_one_rule_solutions_match_plain_search(number):
    exercise = EXERCISES[number - 1]
    assert sorted(solutions(exercise)) == list(exercise.solutions)


# Steps with their own rules


def test_steps_can_have_their_own_rules():
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


# Lessons do what docs/lessons.md says.


PAGE = (Path(__file__).parents[2] / "docs/lessons.md").read_text()


def table_under(heading):
    """Return the first column in the table under a heading, without code marks."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [name.strip('"') for name in re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)]


def test_documented_examples_run():
    example = doctest.DocTestParser().get_doctest(PAGE, {}, "lessons", None, 0)
    found = doctest.DocTestRunner().run(example)
    assert (found.failed, found.attempted) == (0, 14)


def test_documentation_lists_all_fields_and_tasks():
    assert table_under("Fields of a step") == [field.name for field in fields(Step)]
    tasks = [task for part in get_args(Ask) for task in get_args(part) or [part]]
    assert sorted(table_under("Tasks")) == sorted(tasks)


def test_documentation_counts_the_lessons():
    assert all(f"`{name}`" in PAGE for name in LESSONS)
    lengths = [len(lesson.exercises) for lesson in LESSONS.values()]
    assert f"{min(lengths)} to {max(lengths)} steps" in PAGE


def test_judgement_as_json():
    exercise = next(one for one in LESSONS["threats"].exercises if one.step.task == "win")
    told = json.dumps(exercise.judge(exercise.game, exercise.solutions[0]).to_dict())
    assert json.loads(told)["verdict"] == "right"
    assert Game.from_text(json.loads(told)["position"]).winner == "X"
