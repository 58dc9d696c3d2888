"""Machines that learn, and how they are measured."""

import copy
import json
from collections import Counter
from fractions import Fraction
from random import Random
from statistics import pstdev

import pytest

from tests.support.models import matchboxes as naive
from tests.support.scenes.players import first_free
from tictactoe_widget import (
    MNK,
    RESIGN,
    Game,
    PlayerError,
    Ultimate,
    play_match,
    play_tournament,
    player,
)
from tictactoe_widget.classroom import (
    Menace,
    QLearner,
    TDLearner,
    exact_result,
    mistakes,
    train,
)
from tictactoe_widget.classroom.learning.training import Training, train_in_slices
from tictactoe_widget.session import Session

MACHINES = (Menace, QLearner, TDLearner)
X_WINS = Game(moves=(0, 3, 1, 4, 2))
DRAWN = Game(moves=(4, 0, 8, 2, 1, 7, 3, 5, 6))
O_WINS = Game(moves=(0, 3, 1, 4, 8, 5))


def as_text(game):
    return "".join(mark or "." for mark in game.board)


def test_menace_has_304_boxes():
    boxes = Menace().boxes
    assert len(boxes) == 304
    assert {naive.box(as_text(game)) for game in boxes} == set(
        map(naive.box, naive.boxes_of_x())
    )
    by_stage = Counter(game.move_count // 2 for game in boxes)
    assert by_stage == {0: 1, 1: 12, 2: 108, 3: 183}


def test_287_boxes_leave_out_lost_positions():
    left_out = Menace().boxes.keys() - Menace(boxes="287").boxes.keys()
    assert len(left_out) == 17
    for game in left_out:
        board = as_text(game)
        after = [naive.put(board, cell) for cell in naive.free(board)]
        assert all(
            any(naive.result(naive.put(one, cell)) == "O" for cell in naive.free(one))
            for one in after
        )


def test_boxes_contain_1720_beads():
    boxes = Menace().boxes
    assert sum(sum(box.values()) for box in boxes.values()) == 1720
    for game, box in boxes.items():
        board = as_text(game)
        reached = [naive.box(naive.put(board, cell)) for cell in box]
        assert len(set(reached)) == len(reached)
        assert set(reached) == {naive.box(naive.put(board, c)) for c in naive.free(board)}
        assert set(box.values()) == {4 - game.move_count // 2}
    assert boxes[Game().canonical()] == {0: 4, 1: 4, 4: 4}
    # The last number also applies to later moves.
    few = {
        game.move_count: max(box.values()) for game, box in Menace(beads=(5, 2)).boxes.items()
    }
    assert few == {0: 5, 2: 2, 4: 2, 6: 2}


@pytest.mark.parametrize(
    ("game", "reward", "moves"),
    [(X_WINS, 3, (0, 1, 2)), (DRAWN, 1, (4, 8, 1, 3)), (O_WINS, -1, (0, 1, 8))],
)
def test_beads_change_for_each_move(game, reward, moves):
    menace = Menace()
    before = [menace.box(game.at(2 * number)) for number in range(len(moves))]
    changes = menace.learn(game, "X")
    assert len(changes) == len(moves)  # the forced last move of the draw has no box
    for number, change in enumerate(changes):
        # The box can contain a turned game, so a move is identified by its result.
        assert change.after - change.before == reward
        assert change.before == 4 - number
        after = change.position.play(change.cell)
        assert after.canonical() == game.at(2 * number + 1).canonical()
        box = menace.box(game.at(2 * number))
        assert sum(box.values()) == sum(before[number].values()) + reward
    assert menace.changes == changes


def test_symmetric_positions_share_a_box():
    menace = Menace()
    menace.learn(Game(moves=(4, 0, 2, 6, 8, 3)), "X")  # O completes the left column
    menace.learn(Game(moves=(4, 8, 6, 2, 0, 5)), "X")  # the same, turned
    assert menace.box(Game()) == {0: 4, 1: 4, 4: 2}
    assert sorted(menace.box(Game(moves=(4, 0))).values()) == [1, 3, 3, 3]
    assert sorted(menace.box(Game(moves=(4, 2))).values()) == [1, 3, 3, 3]


def test_menace_resigns_if_its_box_is_empty():
    menace = Menace(beads=(1,), seed=1)
    for cell in (0, 1, 4):
        lost = {0: (0, 3, 1, 4, 8, 5), 1: (1, 3, 0, 4, 8, 5), 4: (4, 0, 8, 1, 3, 2)}[cell]
        assert menace.policy(Game())[cell] > 0
        menace.learn(Game(moves=lost), "X")
    assert menace.box(Game()) == {0: 0, 1: 0, 4: 0}
    assert menace.policy(Game()) == {RESIGN: 1.0}
    assert menace(Game()) is RESIGN
    assert play_match(menace, "random", games=1).resignations == ("Player X (Menace) resigned",)


def test_menace_with_287_boxes_resigns_when_lost():
    lost = next(iter(Menace().boxes.keys() - Menace(boxes="287").boxes.keys()))
    assert Menace(boxes="287").policy(lost) == {RESIGN: 1.0}
    assert RESIGN not in Menace().policy(lost)
    # The last move is forced, so it needs no box.
    assert (Menace().box(DRAWN.at(8)), Menace().policy(DRAWN.at(8))) == (None, {6: 1.0})


def test_menace_has_boxes_for_o():
    menace = Menace(seed=2)
    session = Session(o=menace)
    while not session.state["is_over"]:
        session.play(session.state["legal_moves"][0])
    boxes = menace.boxes
    assert sum(game.current_player == "X" for game in boxes) == 304
    with_o = [game for game in boxes if game.current_player == "O"]
    expected = {
        naive.box(board)
        for board in naive.boards()
        if naive.mover(board) == "O" and len(naive.free(board)) > 1
    }
    assert {naive.box(as_text(game)) for game in with_o} == expected
    assert {change.position.current_player for change in menace.changes} == {"O"}


@pytest.mark.parametrize("kind", MACHINES)
def test_moves_follow_the_policy(kind):
    machine = kind(seed=3)
    train(machine, "random", 30, seed=4)
    for game in (Game(), Game(moves=(8, 4)), Game(moves=(3,))):
        policy = machine.policy(game)
        assert sum(policy.values()) == pytest.approx(1)
        assert all(chance > 0 and cell in game.legal_moves for cell, chance in policy.items())
        played = Counter(machine(game) for _ in range(3000))
        assert played.keys() <= policy.keys()
        for cell, chance in policy.items():
            spread = (3000 * chance * (1 - chance)) ** 0.5
            assert abs(played[cell] - 3000 * chance) <= 4 * spread + 1


@pytest.mark.parametrize("kind", MACHINES)
def test_machine_learns_after_each_round(kind):
    machine = kind(seed=5)
    session = Session(o=machine)
    for number in range(3):
        while not session.state["is_over"]:
            session.play(session.state["legal_moves"][0])
        own = map(session.game.at, range(len(session.game.moves)))
        assert [change.position for change in machine.changes] == [
            game.canonical()
            for game in own
            if game.current_player == "O" and len(game.legal_moves) > 1
        ]
        assert session.state["notice"] == ""
        learnt = machine.save()
        session.new_game()
        assert machine.save() == learnt
        assert session.state["round"] == number + 2


@pytest.mark.parametrize("kind", MACHINES)
def test_machine_learns_only_its_chosen_moves(kind):
    machine = kind(seed=6)
    before = machine.save()
    assert machine.learn(X_WINS) == ()
    assert machine.save() == before
    cell = machine(Game())
    others = [other for other in range(9) if other != cell]
    game = Game(moves=(others[0],))
    assert machine.learn(game) == ()  # another move was made
    assert len(machine.learn(Game(moves=(cell, others[0])))) == 1  # as if X had resigned
    assert machine.learn(Game(moves=(cell, others[0]))) == ()  # but once


def test_game_against_itself_teaches_both_sides():
    menace = Menace(seed=7)
    session = Session(x=menace, o=menace)
    marks = {change.position.current_player for change in menace.changes}
    assert marks == {"X", "O"}
    game = session.game
    by_mark = {
        mark: {
            change.after - change.before
            for change in menace.changes
            if change.position.current_player == mark
        }
        for mark in "XO"
    }
    expected = {"X": ({3}, {-1}), "O": ({-1}, {3}), None: ({1}, {1})}[game.winner]
    assert (by_mark["X"], by_mark["O"]) == expected


def test_matches_and_tournaments_teach_nothing():
    menace = Menace(seed=8)
    menace.fill("O")
    before = menace.save()
    play_match(menace, "casual", games=4)
    play_tournament({"menace": menace, "casual": "casual"}, games=4, seed=1)
    assert menace.save() == before


def test_q_learning_by_hand():
    learner = QLearner(alpha=0.5, epsilon=0.0)
    learner.learn(X_WINS, "X")
    # Backwards: the last value moves halfway to 1, the others halfway to the best later value.
    assert learner.values(Game())[0] == 0.125
    assert learner.values(X_WINS.at(2))[1] == 0.25
    assert learner.values(X_WINS.at(4))[2] == 0.5
    learner.learn(O_WINS, "X")  # the same two moves, then square 9, which loses
    assert learner.values(X_WINS.at(4))[8] == -0.5
    assert learner.values(X_WINS.at(2))[1] == 0.25 + 0.5 * (0.5 - 0.25)
    assert learner.policy(X_WINS.at(4)) == {2: 1.0}


def test_exploration_spreads_over_all_moves():
    learner = QLearner(alpha=0.5, epsilon=0.3)
    learner.learn(X_WINS, "X")
    assert learner.policy(Game()) == pytest.approx({0: 0.8, 1: 0.1, 4: 0.1})
    assert learner.settled.policy(Game()) == {0: 1.0}
    learner.learn(DRAWN, "X")
    assert learner.settled.values(Game()) == learner.values(Game())


def test_temporal_differences_by_hand():
    learner = TDLearner(alpha=0.5, epsilon=0.0)
    learner.learn(O_WINS, "X")
    # Only the last value changes, halfway to 0. The others were 0.5 and stay so.
    assert learner.values(O_WINS.at(4))[8] == 0.25
    assert learner.values(O_WINS.at(2))[1] == 0.5
    assert learner.values(O_WINS.at(4))[2] == 1.0  # a win always has the value 1
    learner.learn(X_WINS, "X")
    assert learner.values(X_WINS.at(2))[1] == 0.75
    assert learner.values(Game())[0] == 0.5
    learner.learn(X_WINS, "X")
    assert learner.values(Game())[0] == 0.625


def test_exploring_move_keeps_earlier_values():
    learner = TDLearner(alpha=0.5)
    learner.learn(O_WINS, "X")
    # In X_WINS.at(4), only the win is greedy. After square 9, the move before keeps its value.
    worth = learner.values(O_WINS.at(2))[1]
    learner.learn(O_WINS, "X")
    assert learner.values(O_WINS.at(2))[1] == worth
    assert learner.values(O_WINS.at(4))[8] == 0.125


@pytest.mark.parametrize("kind", MACHINES)
def test_learnt_state_is_saved_and_restored(kind):
    machine = kind(seed=9)
    train(machine, "casual", 40, seed=1)
    saved = json.loads(json.dumps(machine.save()))
    restored = kind(seed=10)
    restored.restore(saved)
    assert restored.save() == machine.save()
    for board in ("X../.O./...", "XO./.../...", ".../.../..."):
        game = Game.from_text(board)
        assert restored.policy(game) == machine.policy(game)


@pytest.mark.parametrize(
    ("part", "value", "reason"),
    [
        ("version", 2, r"saved\['version'\] must be 1, not 2"),
        ("version", True, "must be 1, not True"),
        ("kind", "q", "must be 'menace', not 'q'"),
        ("rules", "misere", "must be 'standard', not 'misere'"),
        ("boxes", "300", "boxes must be"),
        ("beads", [0], "beads must be one or more integers above 0"),
        ("rewards", [1], "rewards must be three numbers"),
        ("contents", [], r"\['contents'\] must be a dict, not \[\]"),
        ("contents", {}, r"\['contents'\] must contain 304 boxes"),
        ("contents", {"XXX": {}}, "must be positions, not 'XXX'"),
    ],
)
def test_damaged_save_is_refused(part, value, reason):
    menace = Menace(seed=11)
    before = menace.save()
    with pytest.raises(ValueError, match=reason):
        menace.restore({**before, part: value})
    missing = {name: kept for name, kept in before.items() if name != part}
    with pytest.raises(ValueError, match=part):
        menace.restore(missing)
    assert menace.save() == before


def test_damaged_box_or_value_has_a_message():
    saved = Menace().save()
    contents = {**saved["contents"], ".../.../...": {"0": -1, "1": 4, "4": 4}}
    with pytest.raises(
        ValueError, match="beads in saved must be whole numbers of at least 0, not -1"
    ):
        Menace().restore({**saved, "contents": contents})
    contents[".../.../..."] = {"0": 1}
    with pytest.raises(ValueError, match="must contain beads for the cells 0, 1, 4"):
        Menace().restore({**saved, "contents": contents})
    for kind, values, reason in (
        (
            QLearner,
            {"0": 2.0, "1": 0, "4": 0},
            "a value in saved must be a number from -1 to 1, not 2.0",
        ),
        (QLearner, {"0": 0.0}, "must contain values for the cells 0, 1, 4"),
        (TDLearner, "half", "a value in saved must be a number from 0 to 1, not 'half'"),
    ):
        with pytest.raises(ValueError, match=reason):
            kind().restore({**kind().save(), "values": {".../.../...": values}})


def test_other_small_boards_can_be_learnt():
    small = MNK(2, 4, 3)
    for kind in MACHINES:
        machine = kind(seed=1, rules=small)
        train(machine, "random", 20, seed=1)
        assert machine.changes
    assert len(Menace(rules="misere").boxes) == 304
    for rules in (Ultimate(), "4x4"):
        with pytest.raises(ValueError, match="board must have at most 10 cells"):
            Menace(rules=rules)
    with pytest.raises(ValueError, match="choose their marks, as Wild tic-tac-toe does"):
        Menace(rules="wild")
    with pytest.raises(ValueError, match=r"game must follow the rules MNK\(rows=2"):
        Menace(rules=small).policy(Game())
    with pytest.raises(ValueError, match="game must not be over: Player X wins!"):
        Menace().policy(X_WINS)


@pytest.mark.parametrize(
    ("make", "error", "reason"),
    [
        (lambda: Menace(beads=()), ValueError, "beads must be one or more integers above 0"),
        (lambda: QLearner(alpha=0), ValueError, "alpha must be above 0"),
        (lambda: TDLearner(epsilon=2), ValueError, "epsilon must be a number from 0 to 1"),
        (lambda: Menace().learn(X_WINS, "Z"), ValueError, "mark must be 'X' or 'O'"),
    ],
)
def test_wrong_arguments_are_refused(make, error, reason):
    with pytest.raises(error, match=reason):
        make()


def test_copies_learn_separately():
    one, two = Menace(seed=12), Menace(seed=12)
    assert [one(Game()) for _ in range(20)] == [two(Game()) for _ in range(20)]
    twin = copy.deepcopy(one)
    train(twin, "random", 5, seed=1)
    assert one.save() == two.save() != twin.save()


def test_learning_matches_a_naive_menace():
    """Compare means over 16 machines after 150 games against random play."""
    ours, theirs = [], []
    for seed in range(16):
        menace = Menace(seed=seed)
        curve = train(menace, "random", 150, every=150, seed=seed + 1000)
        ours.append(curve.points[-1].random.x)
        rival = naive.Matchboxes((4, 3, 2, 1), Random(seed))
        for _ in range(150):
            rival.play(naive.free)
        theirs.append(naive.follow(rival.policy, naive.random_policy, 1.0)["X"])
    spread = pstdev(ours) + pstdev(theirs)
    assert abs(sum(ours) - sum(theirs)) / 16 < 4 * spread / 16**0.5
    assert sum(ours) / 16 > 0.61  # before learning, it is 0.59


# Exact results, mistakes and learning curves.


POLICIES = {"random": naive.random_policy, "perfect": naive.perfect_policy}


def resign(_game):
    return RESIGN


@pytest.mark.parametrize("x", POLICIES)
@pytest.mark.parametrize("o", POLICIES)
def test_exact_results_match_a_naive_count(x, o):
    found = exact_result(x, o)
    expected = naive.follow(POLICIES[x], POLICIES[o])
    assert found == pytest.approx(tuple(map(float, expected.values())), abs=1e-12)
    assert sum(expected.values()) == 1


def test_exact_result_of_a_function():
    def first(board):
        return {naive.free(board)[0]: Fraction(1)}

    found = exact_result(first_free, "random")
    assert found == pytest.approx(
        tuple(map(float, naive.follow(first, naive.random_policy).values())), abs=1e-12
    )
    assert exact_result("perfect", first_free).x == pytest.approx(1)
    assert exact_result(resign, "random") == (0.0, 0.0, 1.0)
    assert exact_result("random", resign) == pytest.approx((1, 0, 0))


def test_exact_result_of_a_trained_machine():
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
def test_named_policies_match_the_players(name):
    menace = Menace(seed=3)
    match = play_match(player(name, seed=1), menace, games=1500, alternate=False)
    found = exact_result(name, menace)
    for result, chance in zip(("X", "draw", "O"), found, strict=True):
        count = sum(game.result == result for game in match.games)
        assert abs(count - 1500 * chance) < 4 * (1500 * chance * (1 - chance)) ** 0.5


def test_mistakes_are_reachable_bad_moves():
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


def test_resignation_is_a_mistake_unless_lost():
    (one,) = mistakes(resign)
    assert (one.game.move_count, one.moves) == (0, {RESIGN: 1.0})
    assert len(mistakes(resign, "O")) == 9
    lost = Menace(boxes="287")
    assert not any(RESIGN in one.moves for one in mistakes(lost))


def test_curve_has_points_before_and_after():
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


def test_same_seeds_give_the_same_curve():
    for kind in (Menace, QLearner, TDLearner):
        one, two = (train(kind(seed=6), "casual", 40, seed=7) for _ in range(2))
        assert one.points == two.points
        assert one.points[0] != one.points[-1]


def test_machines_can_train_as_o_or_each_other():
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


def test_machine_with_an_empty_first_box_loses():
    menace = Menace(beads=(1,), seed=1)
    curve = train(menace, "perfect", 200, seed=1)
    assert menace.policy(Game()) == {RESIGN: 1.0}
    last = curve.points[-1]
    assert (last.random.o, last.perfect.o, last.mistake_count) == (1.0, 1.0, 1)


def test_learners_learn_to_draw_with_perfect():
    for kind in (QLearner, TDLearner):
        curve = train(kind(seed=1), "perfect", 600, every=600, seed=1)
        assert curve.points[-1].perfect.draw > 0.95
        assert curve.points[0].perfect.o > 0.2


def test_curve_has_chart_picture_and_text():
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


def test_curve_as_records():
    curve = train(Menace(seed=1), "random", 1, mark="O", seed=1)
    record = curve.to_records()[0]
    assert json.loads(json.dumps(curve.to_dict()))["points"][0]["game_count"] == 0
    assert (record["game_count"], curve.to_dict()["mark"]) == (0, "O")
    shares = [record[f"random_{result}"] for result in ("win", "draw", "loss")]
    assert sum(shares) == pytest.approx(1)
    assert record["random_loss"] == pytest.approx(exact_result("random", Menace()).x)


@pytest.mark.parametrize(
    ("call", "error", "reason"),
    [
        (
            lambda: exact_result(Menace(), "random", "misere"),
            ValueError,
            "must follow the rules .*misere=True.*, not MNK",
        ),
        (
            lambda: exact_result(lambda _: 99, "random"),
            PlayerError,
            "cell must be an int",
        ),
        (lambda: mistakes("random", "Z"), ValueError, "mark must be 'X' or 'O'"),
        (
            lambda: train("menace"),
            TypeError,
            "learner must be a machine that learns, not 'menace'",
        ),
        (lambda: train(Menace(), games=-1), ValueError, "games must be at least 0"),
        (lambda: train(Menace(), every=0), ValueError, "every must be at least 1"),
    ],
)
def test_invalid_measurement_is_refused(call, error, reason):
    with pytest.raises(error, match=reason):
        call()


def test_small_boards_have_exact_results():
    assert exact_result("perfect", "perfect", MNK(2, 2, 2)).x == pytest.approx(1)
    assert exact_result("perfect", "perfect", "misere").draw == pytest.approx(1)


def test_results_and_changes_as_json():
    told = exact_result("random", "random").to_dict()
    assert told == pytest.approx({"x": 737 / 1260, "draw": 8 / 63, "o": 121 / 420})
    empty = ".../.../..."
    (one,) = mistakes(resign)
    told = {"position": empty, "moves": {"resign": 1.0}, "chance": 1.0}
    assert json.loads(json.dumps(one.to_dict())) == told
    menace = Menace(seed=1)
    menace.learn(Game(moves=(4, 0, 2, 6, 8, 3)), "X")
    told = {"position": empty, "cell": 4, "before": 4, "after": 3}
    assert json.loads(json.dumps(menace.changes[0].to_dict())) == told


@pytest.mark.parametrize(
    "make",
    [
        lambda: Menace("304", (4, 3), (3, 1, -1), 1),
        lambda: Training(Menace(), "random", "X"),
    ],
)
def test_seeds_and_marks_are_keyword_only(make):
    with pytest.raises(TypeError, match="positional"):
        make()
