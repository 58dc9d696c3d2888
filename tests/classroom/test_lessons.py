"""The lessons of the package: each step held against plain search, each sentence read."""

import re

import pytest

from tests.support.models import nine_cells as nine
from tests.support.models.naive_rules import NaiveUltimate
from tictactoe_widget import IllegalMoveError, parse_position, position_name
from tictactoe_widget.classroom import LESSONS, Lesson, Step

SMALL = [name for name in LESSONS if name not in ("one-rule", "ultimate")]
STEPS = [
    pytest.param(lesson, exercise, id=f"{lesson.name}-{number}")
    for lesson in LESSONS.values()
    for number, exercise in enumerate(lesson.exercises, start=1)
]
SMALL_STEPS = [step for step in STEPS if step.values[0].name in SMALL]
JUDGED = ("win", "draw", "fork", "block", "misere", "keep")


def marks_of(game):
    return "".join(mark or "." for mark in game.board)


def is_misere(lesson):
    return lesson.name == "misere"


def remarks_of(step):
    return [step.wrong] if isinstance(step.wrong, str) else list(step.wrong.values())


def said_in(lesson):
    """Every sentence that a lesson says by itself."""
    yield from (lesson.title, lesson.about, lesson.learnt)
    for exercise in lesson.exercises:
        step = exercise.step
        yield from (step.text, exercise.ask, step.right, step.hint, *remarks_of(step))


def test_eight_lessons_are_there_in_the_order_in_which_to_take_them():
    assert list(LESSONS) == [
        "rules",
        "threats",
        "forks",
        "openings",
        "defence",
        "misere",
        "one-rule",
        "ultimate",
    ]
    for name, lesson in LESSONS.items():
        assert (lesson.name, lesson.kind) == (name, "lesson")
        assert 5 <= len(lesson.exercises) <= 12
        assert lesson.about
        assert 80 <= len(lesson.learnt) <= 125  # four lines on a narrow phone
        lesson.check()


@pytest.mark.parametrize(
    "exercise", [pytest.param(step.values[1], id=step.id) for step in STEPS]
)
def test_a_step_is_short_and_says_what_is_needed(exercise):
    step = exercise.step
    assert len(step.text) <= 160  # five lines on a narrow phone
    assert len(exercise.ask) <= 64
    assert all(len(text.split()) <= 30 for text in (exercise.ask, step.right, step.hint))
    assert bool(exercise.ask) == bool(step.task)
    if step.task:
        assert step.right
    if step.task not in ("", "any"):
        assert step.hint


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_the_words_of_a_lesson_name_no_cell_that_is_not_there(lesson):
    for text in said_in(lesson):
        if lesson.name == "ultimate":
            for name in re.findall(r"\b[a-z]\d+\b", text):
                assert 0 <= parse_position(name, lesson.rules) < 81, text
        # Whatever else is counted, is counted in words.
        for number in re.findall(r"(?<![a-z])\d+", text):
            assert number in list("123456789"), text
        assert not re.search(r"\b(ply|plies|terminal|utility|minimax)\b", text), text


@pytest.mark.parametrize(("lesson", "exercise"), STEPS)
def test_whose_turn_it_is_said_to_be_is_the_turn_of_the_position(lesson, exercise):
    who = r"(First|Second|[XO])\b"
    turn = rf"You are {who}|\b{who} to move|[Ii]t is (?:now )?{who}'s turn"
    told = re.findall(turn, f"{exercise.step.text} {exercise.ask}")
    if (lesson.name, exercise.step.task) != ("rules", "any"):
        is_owned = exercise.game.rules.name not in ("notakto", "wild")
        called = dict(zip("XO", "XO" if is_owned else ("First", "Second"), strict=True))
        assert {"".join(names) for names in told} <= {called[exercise.game.current_player]}
    if exercise.step.task not in ("", "any", "refused"):
        assert told


@pytest.mark.parametrize(
    "exercise", [pytest.param(step.values[1], id=step.id) for step in STEPS]
)
def test_a_task_can_be_solved_and_can_be_failed(exercise):
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
def test_the_solutions_of_a_step_are_those_of_plain_search(lesson, exercise):
    task = exercise.step.task
    if task in JUDGED:
        found = nine.solutions(task, marks_of(exercise.game), misere=is_misere(lesson))
        assert list(exercise.solutions) == found != []


# What is said of marks, threats, forks and lines

STANDS = (
    r"([XO]) (?:has|holds) (?:(?:just )?played (?:in the middle, in cell )?|begun in cell "
    r"|gone on with |)([a-i]?\d)\b(?: and ([a-i]?\d)\b)?"
)


def test_marks_that_are_told_of_stand_where_they_are_said_to_stand():
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
def test_threats_and_lines_that_are_told_of_are_there(exercise):
    step, marks = exercise.step, marks_of(exercise.game)
    after = [nine.put(marks, cell) for cell in exercise.solutions if step.task != "refused"]
    for text, boards in ((step.text, [marks]), (step.right, after)):
        for mark, *cells in re.findall(THREATENS, text):
            for board in boards:
                told = [int(cell) - 1 for cell in cells if cell]
                assert nine.threats(board, mark) == told, text
        for *cells, no in re.findall(r"(\d), (\d) and (\d)(?::| are (no|a) line)", text):
            line = tuple(int(cell) - 1 for cell in cells)
            assert (line in nine.LINES) == (no != "no"), text


# Ultimate


def naive(game):
    again = NaiveUltimate("closed", "draw")
    for cell in game.moves:
        again.play(cell)
    return again


def boards_won_by(game, cell):
    """Boards that the player to move wins with a move, as numbers."""
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
"""Whether a move does what a step with the task "play" asks, by number of the step."""


def test_steps_of_ultimate_name_the_moves_that_do_what_is_asked():
    exercises = LESSONS["ultimate"].exercises
    for number, exercise in enumerate(exercises, start=1):
        assert naive(exercise.game).legal == list(exercise.game.legal_moves)
        assert (exercise.step.task == "play") == (number in ULTIMATE)
        if number in ULTIMATE:
            does = ULTIMATE[number]
            right = [cell for cell in exercise.game.legal_moves if does(exercise.game, cell)]
            assert list(exercise.solutions) == right
    assert naive(exercises[-2].game).result == "draw"


def test_where_ultimate_says_that_a_move_sends_the_opponent_it_does():
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
            for board in re.findall(r"could have won board (\d)", words):
                told += 1
                assert boards_won_by(game, cell) == []
                assert any(int(board) in boards_won_by(game, one) for one in game.legal_moves)
    assert told > 10


def test_moves_to_other_boards_are_refused_where_ultimate_asks_for_that():
    refused = {
        number: exercise
        for number, exercise in enumerate(LESSONS["ultimate"].exercises, start=1)
        if exercise.step.task == "refused"
    }
    assert list(refused) == [3, 6]
    elsewhere = refused[3].judge(refused[3].game, 0)
    assert elsewhere.verdict == "right"
    assert elsewhere.words == "Play in board 2. In any other board the move is refused."
    closed = refused[6].judge(refused[6].game, parse_position("e5", "ultimate"))
    assert closed.words.startswith("Play in board 1, 2, 3, 4, 6, 7, 8 or 9. Whoever is sent")
    # The number of a board is its place in the big one, as the texts say.
    for number in range(1, 10):
        middle = position_name(9 * (number - 1) + 4, "ultimate")
        column, row = "abcdefghi".index(middle[0]) // 3, (int(middle[1]) - 1) // 3
        assert 3 * row + column + 1 == number


# How a lesson is shown to its author


def test_a_lesson_is_shown_with_its_solutions_as_text_and_with_pictures():
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
        "X to move: make two threats at once, and win. Right: 7. 7 does two things.\n"
        "Hint: Block!"
    )
    page = lesson._repr_html_()
    assert page.count("<svg") == 2
    assert "<p>X took &lt;two&gt; corners.</p><p>Where is the fork?</p>" in page
    assert "Right: 7. 7 does two things.</p><p>Hint: Block!</p>" in page
    mistaken = Lesson("Mistaken", [Step("Look."), Step("Play!", task="play")])
    assert "\nMistake: the task 'play' needs cells" in str(mistaken)
    assert "Mistake: " in mistaken._repr_html_()


# What is said to moves of any lesson


def test_a_refusal_that_is_asked_for_is_told_as_one_sentence():
    ended = LESSONS["rules"].exercises[8]
    told = "Game is over. Player X won! The two empty cells stay empty."
    assert [ended.judge(ended.game, cell).words for cell in (0, 7, 8)] == [told] * 3
    taken = LESSONS["rules"].exercises[2]
    assert taken.judge(taken.game, 4).words.startswith("Position already taken. Nothing has")


@pytest.mark.parametrize(
    ("position", "task", "cell", "words"),
    [
        # Cell 6 blocks O and threatens twice.
        ("X.X/.../.OO", "win", 6, "X still wins, but 2 would have won at once."),
        (
            "XX./.O./...",
            "block",
            8,
            "The threat still stands. That loses: 3 would have drawn. X wins at 3.",
        ),
        (
            "X.O/.O./..X",
            "fork",
            1,
            "That does not make two threats. That loses: 7 would have won. O wins at 7.",
        ),
        # Cell 0 makes two threats, but O wins before.
        (".O./.../XOX", "fork", 0, "That loses: 5 would have won. O wins at 5."),
    ],
)
def test_a_wrong_move_is_told_what_it_misses(position, task, cell, words):
    exercise = Lesson("Plain", [Step("Play!", position, task)]).exercises[0]
    judgement = exercise.judge(exercise.game, cell)
    assert (judgement.verdict, judgement.words) == ("wrong", words)


@pytest.mark.parametrize(
    ("position", "task", "cell", "words"),
    [
        ("XX./OO./...", "win", 2, "X wins with that move."),
        ("X.O/.O./..X", "fork", 6, "X threatens 4 and 8, and O can block only one."),
        ("XO./.../...", "win", 4, "X wins now, whatever O does."),
        ("X../.../...", "draw", 4, "The only move that does not lose."),
    ],
)
def test_a_right_move_is_praised_in_plain_words_where_its_author_wrote_none(
    position, task, cell, words
):
    exercise = Lesson("Plain", [Step("Play!", position, task)]).exercises[0]
    assert exercise.judge(exercise.game, cell).words == words
