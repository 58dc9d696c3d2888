import re
from dataclasses import replace

import pytest

from tictactoe_widget import MNK, Game, ReviewedMove, Ultimate, analyze, explain, review
from tictactoe_widget.analysis import review as reviewing
from tictactoe_widget.analysis import values as slices
from tictactoe_widget.analysis.analyze import analyze_in_slices
from tictactoe_widget.analysis.explain import explain_in_slices
from tictactoe_widget.analysis.values import MoveValue, MoveValues, proved, run_to_end


@pytest.mark.parametrize(
    ("rules", "moves", "text"),
    [
        # X has two corners of the top row. After one block, X makes a fork.
        (
            *("standard", (0, 5, 2)),
            "X wins in 2 more moves. O must block at 2. Then X wins with 5 or 7.",
        ),
        # X has 1 and 5, and O has 9. Playing 7 threatens two lines.
        (
            *("standard", (0, 8, 4, 1, 6)),
            (
                "X wins in 1 more move. X threatens to win at 3 and 4, and O can block "
                "only one of them."
            ),
        ),
        ("standard", (0, 3, 1, 4, 2), "X wins with this move."),
        # Blocking at 3 would have threatened 3-6-9. After X's answer, O would fork at 7.
        (*("standard", (0, 8, 1, 7)), "O's move loses. O could have won at 3. X wins at 3."),
        (
            *("standard", (4, 1)),
            (
                "O's move loses. O could have drawn at 1, 3, 7 or 9. "
                "X wins with 1, 3, 4, 6, 7 or 9."
            ),
        ),
        ("standard", (0, 4), "O's move is the only one that doesn't lose."),
        ("standard", (0, 4, 8, 1), "O's move is enough for a draw. X must block at 8."),
        ("standard", (0, 4, 8, 1, 7, 6, 2, 5, 3), "X's move ends the game in a draw."),
        ("misere", (0, 1, 3, 2, 6), "X completes a row and loses."),
        (
            *("4x4", (0, 12, 1, 13, 2)),
            "X's move draws, and so would every other move. O must block at d1.",
        ),
    ],
)
def test_explanation_text(rules, moves, text):
    *before, cell = moves
    assert explain(Game(rules, before), cell) == text


def test_explain_uses_given_analysis():
    game = Game("4x4", (0, 12, 1, 13))
    after = game.play(2)
    # According to this analysis all moves lose. In fact O can block at d1.
    known = analyze(after)
    moves = {cell: proved("loss", 2) for cell in after.legal_moves}
    given = replace(known, moves=moves, best_moves=(5,), value="loss")
    said = run_to_end(explain_in_slices(game, 2, reply=given))
    assert said.startswith("X wins in 1 more move.")


@pytest.mark.parametrize(
    ("rules", "moves", "cell", "names"),
    [
        # O plays at b15 although X has three in column h.
        ("gomoku", (112, 0, 97, 14, 127), 211, r"[a-o]\d"),
        ("ultimate", (40, 36), 4, r"[a-i]\d"),
    ],
)
def test_explanations_use_board_coordinates(rules, moves, cell, names):
    text = explain(Game(rules, moves), cell, seconds=0.05)
    cells = re.findall(r"\b\w*\d+\b", re.sub(r"about \d+%", "", text))
    assert cells
    assert all(re.fullmatch(names + r"\d?", word) for word in cells), text


def test_explain_marks_estimates():
    text = explain(Game(Ultimate()), 0, seconds=0.05)
    assert re.match(
        r"Estimate: the game looks .* after X's move\. X's chance of winning is about \d\d%\.",
        text,
    )


def test_proof_applies_to_previous_move(monkeypatch):
    def know_nothing_of_ply_1(game, *, seconds, seed=None):
        del seconds, seed
        yield from ()
        known = analyze(game)
        if len(game.moves) != 1:
            return known
        moves = MoveValues.of((cell, MoveValue(None, None, 0.1)) for cell in known.moves)
        return replace(known, value=None, remoteness=None, score=0.1, moves=moves, exact=False)

    monkeypatch.setattr(reviewing, "analyze_briefly", know_nothing_of_ply_1)
    moves = review(Game(moves=(0, 5, 4, 8, 2, 1, 6)))
    # X then wins in 5 plies, so O's previous move loses in 6.
    assert (moves[1].played.value, moves[1].played.remoteness) == ("loss", 6)
    assert (moves[1].best.value, moves[1].verdict) == (None, "unknown")
    assert moves[1].estimated_loss == 0.0


def test_unused_time_goes_to_earlier_positions(monkeypatch):
    now = 0.0
    given = []

    def take_half(game, *, seconds, seed=None):
        del seed
        nonlocal now
        given.append((len(game.moves), seconds))
        now += seconds / 2
        yield from ()
        return analyze(game)

    monkeypatch.setattr(slices, "perf_counter", lambda: now)
    monkeypatch.setattr(reviewing, "analyze_briefly", take_half)
    *_, moves = reviewing.review_in_slices(Game(moves=(0, 5, 4, 8)), seconds=8.0)
    assert [move.ply for move in moves] == [0, 1, 2, 3]
    # First 8 / 5. Half of it is left over, so the next position gets 7.2 / 4, and so on.
    assert given == [
        (4, pytest.approx(1.6)),
        (3, pytest.approx(1.8)),
        (2, pytest.approx(2.1)),
        (1, pytest.approx(2.625)),
        (0, pytest.approx(3.9375)),
    ]
    assert now < 8.0


def test_estimated_loss():
    best, played = MoveValue(None, None, 0.4), MoveValue(None, None, -0.1)
    move = ReviewedMove(0, "X", 4, best, played, (0,))
    assert (move.verdict, move.estimated_loss) == ("unknown", pytest.approx(0.5))
    assert ReviewedMove(0, "X", 4, played, best, (0,)).estimated_loss == 0.0


def test_quickest_win_is_best_in_gomoku():
    # X has an open three. No move wins at once, so none wins in fewer than 3 plies.
    rules = MNK(15, 15, 5)
    game = Game(rules, moves=(112, 0, 113, 14, 114, 210))
    known = next(found for found in analyze_in_slices(game) if found.value is not None)
    assert not known.exact
    best = reviewing.best_for_certain(known, known.moves[111])
    move = ReviewedMove(6, "X", 111, best, known.moves[111], known.best_moves)
    assert (move.verdict, move.best.remoteness) == ("best", 3)


PLAYER = re.compile(r"\b(X|O|First|Second)\b")


@pytest.mark.parametrize(
    ("game", "move", "text"),
    [
        # A row of either mark wins for the player who completes it.
        (Game("wild", (13, 0)), 17, "Second"),
        (Game("notakto", (4,)), 0, "First"),
        (Game("wild", (9, 13)), 17, "First wins with this move."),
        (Game("notakto", (0, 1)), 2, "First completes a row and loses."),
    ],
)
def test_shared_marks_name_first_and_second(game, move, text):
    said = explain(game, move)
    assert text in said
    assert set(PLAYER.findall(said)) <= {"First", "Second"}
