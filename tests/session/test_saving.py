"""Saved sessions: restoring them, and errors for damaged ones."""

import json
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.scenes.arrivals import JSON
from tictactoe_widget import MNK, Game
from tictactoe_widget.classroom import Lesson, Step, daily_puzzle
from tictactoe_widget.rules.game import list_plies
from tictactoe_widget.session import Session
from tictactoe_widget.session.saving import restore_state, save_state
from tictactoe_widget.session.state import Seat, SessionState, resolve_seat
from tictactoe_widget.session.view import view_state


@pytest.fixture
def played():
    session = Session(o="casual", names={"X": "Ada"}, hints=True)
    session.seat("O", "human")
    for cell in (0, 3, 1, 4, 2):
        session.play(cell)
    session.new_game("misere")
    session.play(8)
    return session


def through_json(saved):
    return json.loads(json.dumps(saved))


def test_restored_session_shows_the_same_state(played):
    restored = Session()
    restored.restore(through_json(played.save()))
    assert restored.state == played.state
    restored.new_game("standard")
    assert restored.state["scores"] == {"X": 1, "O": 0, "draws": 0}


def test_records_last_until_the_scores_are_reset():
    person, casual = Seat(), resolve_seat("casual", Game().rules)

    def end(state, *moves):
        games = list_plies(Game(moves=moves[:-1]))
        return replace(state, games=games).after_player_moved(moves[-1])

    state = SessionState((Game(),), seats={"X": person, "O": casual})
    won, lost = (0, 3, 1, 4, 2), (0, 3, 1, 4, 8, 5)
    for moves in (won, lost, lost, (0, 1, 2, 4, 3, 5, 7, 6, 8)):
        state = end(state, *moves)
    # Games between two people or two computers aren't recorded.
    for seat in (person, casual):
        state = end(replace(state, seats={"X": seat, "O": seat}), *won)
    restored = restore_state(through_json(save_state(state)))
    records = {"casual": {"won": 1, "drawn": 1, "lost": 2}}
    assert view_state(restored)["records"] == records
    assert view_state(restored.without_scores())["records"] == {}


def solve(session, day):
    """Solve a daily puzzle."""
    session.open_puzzle(day)
    session.play(daily_puzzle(day).solutions[0])


def test_lesson_is_saved_with_the_waiting_game(played):
    for day in (date(2026, 11, 20), date(2026, 11, 21), date(2026, 11, 30)):
        solve(played, day)
    played.open_lesson("forks")
    played.open_lesson("forks", step=2)
    saved = played.save()
    assert saved["lesson"] == {"name": "forks", "step": 2}
    assert saved["progress"] == {"forks": [0]}
    assert saved["puzzles"] == [["2026-11-20", "2026-11-21"], ["2026-11-30", "2026-11-30"]]
    assert (saved["rules"], saved["moves"], saved["hints"]) == ("misere", [8], True)
    restored = Session()
    restored.restore(through_json(saved))
    assert restored.state == played.state
    assert through_json(restored.save()) == through_json(saved)
    for session in (played, restored):
        session.leave_lesson()
    assert restored.state == played.state
    assert "lesson" not in restored.save()


def test_daily_puzzle_is_saved_own_lesson_is_not(played):
    before = played.save()
    played.open_puzzle(date(2026, 11, 22))
    assert played.save()["lesson"] == {"day": "2026-11-22"}
    restored = Session()
    restored.restore(through_json(played.save()))
    assert restored.state == played.state
    played.open_lesson(Lesson("My own", [Step("Read this.")], "4x4"))
    assert played.save() == {**before, "round": played.state["round"]}


def test_progress_survives_restoring():
    session, other = Session(), Session()
    session.open_lesson("forks")
    solve(session, date(2026, 11, 20))
    session.new_game("4x4")
    session.restore(through_json(Session().save()))
    solve(other, date(2026, 11, 21))
    other.open_lesson("misere")
    session.restore(through_json(other.save()))
    saved = session.save()
    assert saved["progress"] == {"forks": [0], "misere": [0]}
    assert saved["puzzles"] == [["2026-11-20", "2026-11-21"]]
    streak = session.state["puzzle_streak"]
    assert (streak["day"], streak["streak"], streak["best"]) == ("2026-11-21", 2, 2)
    assert session.state["activity"]["name"] == "misere"


def test_progress_in_unknown_lessons_is_kept():
    session = Session()
    progress = {"sonnets": [0, 3], "forks": [0, 900]}
    session.restore({**session.save(), "progress": progress})
    assert session.save()["progress"] == progress
    listed = {entry["name"]: entry["solved"] for entry in session.state["lessons"]}
    assert listed["forks"] == 1
    assert "sonnets" not in listed


def test_player_to_move_moves_when_restored():
    session = Session(o="perfect")
    saved = {**session.save(), "moves": [4]}
    session.restore(saved)
    assert session.game.move_count == 2


class Nameless(MNK):
    """Rules with a name that can't be looked up."""

    name = "a game of mine"


def test_rules_without_a_name_cannot_be_saved():
    with pytest.raises(ValueError, match=r"rules must have a name .* not Nameless\(rows=2"):
        Session(Nameless(2, 3, 2)).save()


@pytest.mark.parametrize(
    ("part", "value", "reason"),
    [
        ("version", 2, "version of the saved game must be 1, not"),
        ("version", 1.0, "version of the saved game must be 1, not"),
        ("rules", ["standard"], "rules must be text, not \\['standard'\\]"),
        ("start", 0, "start must be text, not 0"),
        ("start", "XXX/OOO/...", "X and O both have a row"),
        ("moves", [True], "each move must be a whole number, not True"),
        ("moves", [10**400], "Invalid position: choose 1-9"),
        ("round", 10**400, "round must be from 1 to 1000000000, not 1000"),
        ("round", 10**5000, "round must be from 1 to 1000000000, not <int>"),
        ("round", 10**9 + 1, "round must be from 1 to 1000000000, not 1000000001"),
        ("scores", {"chess": {"X": 0, "O": 0, "draws": 0}}, "no rules are called 'chess'"),
        ("scores", {"standard": {"X": 0, "O": 0, "draws": 10**400}}, "draws must be from 0"),
        (
            "scores",
            {"standard": {"X": 0, "O": 0, "draws": 0, "Q": 0}},
            "must be X, O or draws, not 'Q'",
        ),
        ("names", {"X": "Ada\u202e"}, "the name of X must not contain a control character"),
        (
            "players",
            {"X": "human", "O": "human", "Q": "human"},
            "must be X or O, not 'Q'",
        ),
        ("players", {"X": "human", "O": 1}, "O must be text, not 1"),
        ("viewed_ply", 0, "each part must be version, rules, .*, not 'viewed_ply'"),
        ("moves", [0, 0], "Position already taken"),
        ("moves", 7, "moves must be a list, not 7"),
        ("round", 0, "round must be from 1 to 1000000000, not 0"),
        ("scores", {"standard": {"X": 0, "O": -1, "draws": 0}}, "O must be from 0 to"),
        ("scores", {"standard": {"X": 0}}, "O is missing"),
        ("players", {"X": "human", "O": "hal"}, "for O must be 'human', .* not 'hal'"),
        ("players", {"X": "human"}, "O is missing"),
        ("hints", 1, "hints must be true or false, not 1"),
        ("paused", True, "damaged: You can pause a game only if both players are computers"),
        ("pace", "breakneck", "pace must be 'slow', 'normal' or 'fast', not 'breakneck'"),
        ("lesson", {}, "name is missing"),
        ("lesson", {"name": "sonnets"}, "lesson must be 'rules', .*, not 'sonnets'"),
        ("lesson", {"name": "forks", "step": True}, "step must be a whole number, not True"),
        ("lesson", {"name": "forks", "step": 99}, "step must be an int from 0 to .*, not 99"),
        ("lesson", {"name": "forks", "step": -1}, "step must be an int from 0 to .*, not -1"),
        ("lesson", {"name": "forks", "page": 1}, "each part must be name or step, not 'page'"),
        ("lesson", {"day": "2026-11-22", "name": "forks"}, "each part must be day, not 'name'"),
        ("lesson", {"day": "22.11.2026"}, "day must be text such as 2026-11-22, not '22.11"),
        ("lesson", {"day": "9999-01-01"}, "day must be from 2000-01-01 to 2099-12-31"),
        ("progress", {"forks": 3}, "progress of 'forks' must be a list, not 3"),
        ("progress", {1: []}, "each lesson name in progress must be text, not 1"),
        ("progress", {"forks": [True]}, "each solved step must be a whole number"),
        ("progress", {"forks": [-1]}, "each solved step must be from 0 to 999, not -1"),
        ("progress", {"forks": [10**400]}, "each solved step must be from 0 to 999"),
        ("puzzles", ["2026-11-22"], "each item in puzzles must be a list, not '2026-11-22'"),
        ("puzzles", [["2026-11-22"]], "puzzles must be a first and a last day, not"),
        ("puzzles", [["2026-11-22", 1]], "each day in puzzles must be text, not 1"),
        (
            "puzzles",
            [["2026-11-22", "2026-11-21"]],
            "puzzles must be in ascending order, not",
        ),
        (
            "puzzles",
            [["2026-11-21"] * 2] * 2,
            "puzzles must be in ascending order, not",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_damaged_save_is_refused(played, part, value, reason):
    before = played.state
    with pytest.raises(ValueError, match=reason):
        played.restore({**through_json(played.save()), part: value})
    assert played.state == before


@pytest.mark.parametrize("saved", [None, [], "", 1, {}])
def test_only_saved_sessions_can_be_restored(played, saved):
    with pytest.raises(ValueError, match=r"game must be 1|the dict from save"):
        played.restore(saved)


def test_player_must_suit_the_saved_rules(played):
    saved = {**Session("gomoku").save(), "players": {"X": "perfect", "O": "human"}}
    with pytest.raises(ValueError, match=r"under these rules must be .*, not 'perfect'"):
        played.restore(saved)


def test_old_save_without_start_is_read():
    session = Session()
    session.restore(
        {
            "version": 1,
            "rules": "misere",
            "moves": [4, 0],
            "round": 3,
            "scores": {"standard": {"X": 1, "O": 0, "draws": 1}},
            "names": {"X": "Ada", "O": "Player O"},
            "players": {"X": "human", "O": "human"},
            "hints": False,
        }
    )
    assert session.game == Game("misere", (4, 0))
    assert (session.state["round"], session.state["names"]["X"]) == (3, "Ada")


PARTS = st.sampled_from([*Session().save(), "start", "paused", "pace", "lesson", "puzzles"])
ODD = st.one_of(
    JSON,
    st.binary(max_size=3),
    st.sampled_from(
        [10**400, 10**5000, -(2**63), float("nan"), object(), (), frozenset(), "4x4", "X.O"]
    ),
    st.dictionaries(st.sampled_from(["X", "O", "draws", "standard", "4x4"]), JSON),
    st.fixed_dictionaries({"name": st.just("forks"), "step": st.integers(-1, 20)}),
    st.dictionaries(st.just("forks"), st.lists(st.integers(-1, 20))),
    st.lists(st.lists(st.sampled_from(["2026-11-21", "2026-11-22", "2099-12-31"]))),
    st.lists(st.integers(-1, 9)),
)


@settings(max_examples=100)
@given(
    st.dictionaries(PARTS | st.text(max_size=3), ODD, min_size=1, max_size=3),
    st.sets(PARTS, max_size=1),
)
def test_random_save_is_restored_or_refused(changed, missing):
    session = Session()
    session.play(4)
    before, saved = session.state, session.save()
    damaged = {**saved, **changed}
    for part in missing:
        damaged.pop(part, None)
    refusal = None
    try:
        session.restore(damaged)
    except ValueError as error:
        refusal = str(error)
    if refusal is not None:
        assert refusal.startswith(("the saved game is ", "version of the saved game "))
        assert len(refusal) < 400
        assert session.state == before
        return
    restored = Session()
    restored.restore(through_json(session.save()))
    assert restored.state == session.state
    json.dumps(session.state, allow_nan=False)


def test_deeply_nested_save_is_refused():
    nested = []
    for _ in range(100_000):
        nested = [nested]
    for part in ("rules", "moves", "round", "scores", "names", "players", "hints"):
        session = Session()
        with pytest.raises(ValueError, match="the saved game is damaged: "):
            session.restore({**session.save(), part: [nested] if part == "moves" else nested})
