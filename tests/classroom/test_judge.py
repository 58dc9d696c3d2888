"""Feedback on answers to exercises."""

import pytest

from tictactoe_widget.classroom import answer, hint


def centre_or_first(game):
    return 4 if 4 in game.legal_moves else game.legal_moves[0]


def test_correct_answer_is_true():
    feedback = answer("play-3", centre_or_first)
    assert feedback
    # 4,520 unfinished tic-tac-toe positions can be reached from the empty board.
    assert str(feedback) == "Right: mine works in all 4,520 positions."


def test_error_shows_the_students_line():
    def mine(game):
        return game.legal_moves[9]

    assert str(answer("play-3", mine)) == (
        "Not yet: mine raised IndexError: tuple index out of range\n"
        f"  line {mine.__code__.co_firstlineno + 1} in mine: return game.legal_moves[9]\n"
        ". . .\n. . .\n. . ."
    )


def test_missing_name_asks_for_earlier_cells():
    said = str(answer("play-3", lambda _: letters))  # noqa: F821
    assert "NameError: name 'letters' is not defined. Did you run the cells above?" in said


def test_notebook_feedback_is_escaped():
    html = answer("play-3", lambda _: "<b>")._repr_html_()
    assert "&lt;b&gt;" in html
    assert "<svg" in html


def test_feedback_as_data():
    assert answer("play-3", lambda _: 0).to_dict() == {
        "exercise": "play-3",
        "state": "not yet",
        "message": "Not yet: The centre is free, but mine returned 0.",
        "position": ".../.../...",
    }


@pytest.mark.parametrize("given", [None, ..., lambda _: None])
def test_exercise_without_an_answer_waits(given):
    feedback = answer("play-3", given)
    assert not feedback
    assert str(feedback) == "Exercise 3 is waiting for your function, which still returns None."


def test_ctrl_c_passes_through():
    def mine(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        answer("play-3", mine)


def test_hints_come_in_two_steps():
    answer("play-1", ())
    assert [hint().step for _ in range(3)] == [1, 2, 1]
    assert str(hint("play-2")).startswith("Hint 1 of 2: ")


def test_unknown_exercise():
    with pytest.raises(ValueError, match="exercise must be the name of an exercise, not 'x'"):
        answer("x", 1)
