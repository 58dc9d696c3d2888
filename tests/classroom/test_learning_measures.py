"""Exact results, mistakes and learning curves of machines, and the charts of curves."""

from fractions import Fraction

import pytest

from tests.support.models import matchboxes as naive
from tictactoe_widget import MNK, RESIGN, Game, PlayerError, play_match, player
from tictactoe_widget.classroom import (
    Menace,
    QLearner,
    TDLearner,
    exact_result,
    mistakes,
    train,
)
from tictactoe_widget.classroom.learning.training import Training, train_in_slices

POLICIES = {"random": naive.random_policy, "perfect": naive.perfect_policy}


def as_text(game):
    return "".join(mark or "." for mark in game.board)


def first_free(game):
    return game.legal_moves[0]


def resign(_game):
    return RESIGN


def far_off(_game):
    return 99


@pytest.mark.parametrize("x", POLICIES)
@pytest.mark.parametrize("o", POLICIES)
def test_results_of_named_policies_are_those_of_an_independent_count_in_fractions(x, o):
    found = exact_result(x, o)
    expected = naive.follow(POLICIES[x], POLICIES[o])
    assert found == pytest.approx(tuple(map(float, expected.values())), abs=1e-12)
    assert sum(expected.values()) == 1


def test_a_function_is_followed_through_every_game():
    def first(board):
        return {naive.free(board)[0]: Fraction(1)}

    found = exact_result(first_free, "random")
    assert found == pytest.approx(
        tuple(map(float, naive.follow(first, naive.random_policy).values())), abs=1e-12
    )
    assert exact_result("perfect", first_free).x == pytest.approx(1)
    assert exact_result(resign, "random") == (0.0, 0.0, 1.0)
    assert exact_result("random", resign) == pytest.approx((1, 0, 0))


def test_a_machine_that_has_learnt_is_measured_as_it_plays():
    menace = Menace(seed=1)
    train(menace, "casual", 60, seed=2)

    def policy(board):
        return {
            None if move is RESIGN else move: Fraction(chance)
            for move, chance in menace.policy(Game.from_text(board)).items()
        }

    for rival, play in POLICIES.items():
        expected = naive.follow(policy, play, 1.0)
        found = exact_result(menace, rival)
        assert found == pytest.approx(tuple(map(float, expected.values())), abs=1e-9)
    asked = exact_result(menace, menace)
    assert sum(asked) == pytest.approx(1)


@pytest.mark.parametrize("name", ["beginner", "casual"])
def test_the_other_names_play_as_the_players_of_these_names(name):
    menace = Menace(seed=3)
    match = play_match(player(name, seed=1), menace, games=1500, alternate=False)
    found = exact_result(name, menace)
    for result, chance in zip(("X", "draw", "O"), found, strict=True):
        count = sum(game.result == result for game in match.games)
        assert abs(count - 1500 * chance) < 4 * (1500 * chance * (1 - chance)) ** 0.5


def test_mistakes_are_the_reachable_positions_where_a_move_gives_something_away():
    def wrong(board, cell):
        given = -naive.worth(naive.put(board, cell))
        return (given > 0) - (given < 0) < (naive.worth(board) > 0) - (naive.worth(board) < 0)

    expected = {
        naive.box(board)
        for board in naive.boards()
        if naive.mover(board) == "X" and any(wrong(board, c) for c in naive.free(board))
    }
    found = mistakes("random")
    assert {naive.box(as_text(one.game)) for one in found} == expected
    assert len(found) == len(expected) == 234
    assert mistakes("perfect") == mistakes("perfect", "O") == ()
    for one in found:
        board = as_text(one.game)
        assert set(one.moves) == {cell for cell in naive.free(board) if wrong(board, cell)}
        assert one.chance == pytest.approx(len(one.moves) / len(naive.free(board)))


def test_only_what_the_policy_reaches_counts_and_a_resignation_errs_unless_all_is_lost():
    (one,) = mistakes(resign)
    assert (one.game.move_count, one.moves) == (0, {RESIGN: 1.0})
    assert len(mistakes(resign, "O")) == 9
    lost = Menace(boxes="287")
    boards = [one.game for one in mistakes(lost) if RESIGN in one.moves]
    assert boards == []


def test_a_curve_measures_before_between_and_after_the_games():
    menace = Menace(seed=4)
    curves = list(train_in_slices(Training(menace, "random", every=10, seed=5), 25))
    assert [point.game_count for point in curves[-1].points] == [0, 10, 20, 25]
    assert [len(curve.points) for curve in curves] == [1, 2, 3, 4]
    last = curves[-1].points[-1]
    assert last.random == exact_result(menace, "random")
    assert last.perfect == exact_result(menace, "perfect")
    assert last.mistake_count == len(mistakes(menace))
    first = curves[0].points[0]
    assert first.perfect == exact_result(Menace(), "perfect")


def test_the_same_seeds_give_the_same_curve_for_every_machine():
    for kind in (Menace, QLearner, TDLearner):
        one, two = (train(kind(seed=6), "casual", 40, seed=7) for _ in range(2))
        assert one.points == two.points
        assert one.points[0] != one.points[-1]


def test_a_machine_may_be_trained_as_o_by_any_player_and_by_another_machine():
    asked = []

    def watched(game):
        asked.append(game.current_player)
        return game.legal_moves[-1]

    menace = Menace(seed=8)
    curve = train(menace, watched, 20, mark="O", seed=1)
    assert set(asked) == {"X"}
    assert curve.points[-1].random == exact_result("random", menace)
    x, o = QLearner(seed=9), TDLearner(seed=10)
    before = o.save()
    train(x, o, 30)
    assert o.save() != before
    alone = Menace(seed=11)
    train(alone, alone, 10)
    assert {game.current_player for game in alone.boxes} == {"X", "O"}


def test_against_perfect_play_a_machine_that_has_emptied_its_first_box_loses_all():
    menace = Menace(beads=(1,), seed=1)
    curve = train(menace, "perfect", 200, seed=1)
    assert menace.policy(Game()) == {RESIGN: 1.0}
    last = curve.points[-1]
    assert (last.random.o, last.perfect.o, last.mistake_count) == (1.0, 1.0, 1)


def test_temporal_differences_and_q_learning_learn_to_hold_against_perfect_play():
    for kind in (QLearner, TDLearner):
        curve = train(kind(seed=1), "perfect", 600, every=600, seed=1)
        assert curve.points[-1].perfect.draw > 0.95
        assert curve.points[0].perfect.o > 0.2


def test_a_curve_is_a_chart_with_a_picture_and_a_table_beside_it():
    curve = train(Menace(seed=1), "random", 30, seed=1)
    bundle = curve._repr_mimebundle_()
    assert set(bundle) == {"application/vnd.vegalite.v5+json", "image/svg+xml", "text/plain"}
    scores, wrong = bundle["application/vnd.vegalite.v5+json"]["vconcat"]
    first = next(one for one in scores["data"]["values"] if one["series"] == "against random")
    assert first["y"] == pytest.approx(curve.points[0].random.score("X"))
    assert [one["y"] for one in wrong["data"]["values"]] == [
        point.mistake_count for point in curve.points
    ]
    assert bundle["text/plain"].startswith(" games  vs random  vs perfect  mistakes\n")


def test_records_of_a_curve_are_for_a_data_frame():
    record = train(Menace(seed=1), "random", 1, mark="O", seed=1).to_records()[0]
    assert record["game_count"] == 0
    assert record["random_win"] + record["random_draw"] + record[
        "random_loss"
    ] == pytest.approx(1)
    assert record["random_loss"] == pytest.approx(exact_result("random", Menace()).x)


@pytest.mark.parametrize(
    ("call", "error", "reason"),
    [
        (lambda: exact_result(Menace(), "random", "misere"), ValueError, "by its own rules"),
        (lambda: exact_result(far_off, "random"), PlayerError, "cells go from 0 to 8"),
        (lambda: mistakes("random", "Z"), ValueError, "mark must be 'X' or 'O'"),
        (lambda: train("menace"), TypeError, "only a machine that learns can be trained"),
        (lambda: train(Menace(), games=-1), ValueError, "games must be at least 0"),
        (lambda: train(Menace(), every=0), ValueError, "every must be at least 1"),
        (lambda: train(Menace(), "nobody"), ValueError, "there is no player 'nobody'"),
    ],
)
def test_what_cannot_be_measured_or_trained_is_refused_in_words(call, error, reason):
    with pytest.raises(error, match=reason):
        call()


def test_small_boards_are_measured_by_their_own_rules():
    assert exact_result("perfect", "perfect", MNK(2, 2, 2)).x == pytest.approx(1)
    assert exact_result("perfect", "perfect", "misere").draw == pytest.approx(1)
