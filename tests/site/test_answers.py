"""The page's prepared answers until Python is ready, compared with Python."""

import gzip
import json
import random
import shutil
import sys
from collections import Counter
from functools import cache

import pytest

from tests.support.models import nine_cells as nine
from tests.support.models.nine_cells import is_over
from tests.support.scenes.scripts import ROOT, run
from tictactoe_widget.session import Session
from tictactoe_widget.session.saving import restore_state
from tictactoe_widget.session.state import board_request
from tictactoe_widget.session.view import view_state

pytestmark = pytest.mark.slow

PLAYERS = ("random", "beginner", "casual", "perfect")


@cache
def every_position():
    """Return all positions, each with moves that lead to it."""
    found = {"." * 9: ()}
    queue = ["." * 9]
    for board in queue:
        if is_over(board):
            continue
        for cell in nine.free(board):
            following = nine.put(board, cell)
            if following not in found:
                found[following] = (*found[board], cell)
                queue.append(following)
    return found


@pytest.fixture(scope="module")
def files(tmp_path_factory, built_site):
    folder = tmp_path_factory.mktemp("answers")
    shutil.copy(built_site / "answers.bin", folder / "a.bin")
    (folder / "state.json").write_text(json.dumps(Session().state), "utf-8")
    return folder


@pytest.fixture(scope="module")
def look_up(files):
    """Play tasks with the prepared answers. Return the results."""

    node = shutil.which("node")

    def play(tasks):
        script = ROOT / "tests/frontend/page/play_lookup.ts"
        said = run(
            *(node, "--import", "tsx", script, files / "a.bin", files / "state.json"),
            given="".join(f"{json.dumps(task)}\n" for task in tasks),
        )
        return [json.loads(line) for line in said.splitlines()]

    return play


def ask(kind, **details):
    return {"kind": kind, "request": "r", "client": "c", **details}


def as_json(view):
    return json.loads(json.dumps(view))


def test_answers_file_is_small(files):
    assert (files / "a.bin").stat().st_size < 8000


def test_positions_match_python(look_up):
    positions = every_position()
    assert len(positions) == 5478
    tasks = [[ask("play", cell=cell) for cell in moves] for moves in positions.values()]
    tasks[0] = [ask("view", to=None)]
    new = restore_state(Session().save())
    before = as_json(view_state(new))
    tables = {}
    for moves, came in zip(positions.values(), look_up(tasks), strict=True):
        table = tables[moves[:-1]].after_move(moves[-1]) if moves else new
        tables[moves] = table
        shown = {**before}
        for step in came["steps"]:
            shown.update(step["changes"])
            assert step["answer"] == {"ok": True, "code": "ok", "message": ""}
        assert shown == as_json(view_state(table))


def choices_of(player, board):
    """Return equally likely sets of cells that the player chooses from, by its description."""
    mark = nine.mover(board)
    own, others = (set(nine.threats(board, one)) for one in (mark, nine.other(mark)))
    anywhere = set(nine.free(board))
    if player == "perfect":
        values = {cell: value for cell, (value, _) in nine.moves(board, misere=False).items()}
        return [{cell for cell in values if values[cell] == max(values.values())}]
    if player == "beginner":
        # It sees 3 of 4 winning moves, and half of the opponent's.
        return [own] * 3 + [anywhere] if own else [others or anywhere] * 2 + [anywhere] * 2
    return [anywhere if player == "random" else own or others or anywhere]


class Mirror:
    """Python's session state, which repeats what the page did."""

    def __init__(self):
        self.table = restore_state(Session().save())
        self.shown = as_json(view_state(self.table))

    def follow(self, step, came):
        before = len(self.table.game.moves)
        self.shown.update(came["changes"])
        if isinstance(step, dict):
            self._ask(step, came)
        elif self.table.thinking:
            (cell,) = self.shown["moves"][before:]
            board = "".join(mark or "." for mark in self.table.game.board)
            assert cell in set().union(
                *choices_of(self.shown["players"][nine.mover(board)], board)
            )
            self.table = self.table.after_player_moved(cell)
        assert self.shown == as_json(view_state(self.table))

    def _ask(self, step, came):
        seen = {"round": self.table.round, "ply": self.table.game.move_count}
        committed = []
        code, text = board_request.carry_out({**seen, **step}, self.table, committed.append)
        assert came["answer"] == {"ok": code == "ok", "code": code, "message": text}
        self.table = committed[-1] if committed else self.table


# Choices in the sheet that the page doesn't change by itself.
SAME = {"undo": True, "match": 0, "first_player": "same"}


def random_step(chance):
    """Return a random request, or a random number for a player's move."""
    kind = chance.choices(
        ["play", "move", "view", "new_game", "player", "start", "reset_scores", "late"],
        [12, 6, 2, 1, 1, 1, 0.5, 1],
    )[0]
    if kind == "move":
        return chance.random()
    x, o = chance.choice([("human", "human"), ("human", "casual"), ("perfect", "human")])
    names = {"x_name": "Player X", "o_name": "Player O"}
    cell = chance.randrange(9)
    details = {
        "play": {"cell": cell},
        "late": {"kind": "play", "cell": cell, "ply": 7, "round": 1},
        "view": {"to": chance.choice([None, 0, 1])},
        "player": {"mark": chance.choice("XO"), "player": chance.choice(PLAYERS)},
        "start": {"rules": "standard", "x": x, "o": o, **names, **SAME},
    }
    return {**ask(kind), **details.get(kind, {})}


@pytest.mark.parametrize("player", PLAYERS)
def test_players_move_as_described(player, files):
    answers = json.loads(gzip.decompress((files / "a.bin").read_bytes()))
    boards = sorted(
        (board for board in every_position() if not is_over(board)),
        key=lambda board: int("".join(str(".XO".index(mark)) for mark in reversed(board)), 3),
    )
    for board, letter in zip(boards, answers["choices"], strict=True):
        found = [
            {cell for cell in nine.free(board) if not among or among >> cell & 1}
            for way in answers["players"][player]
            for among in [ord(way[ord(letter) - ord("0")]) - ord("0")]
        ]
        expected = choices_of(player, board)
        if player == "perfect":  # it can prefer one of the best moves
            (cells,) = found
            assert cells <= expected[0]
        else:
            assert sorted(map(sorted, found)) == sorted(map(sorted, expected))


def test_german_answers_differ_only_in_words(files):
    code = "import sys; from pathlib import Path; from answers import write_words"
    code += "; write_words(Path(sys.argv[1]), 'de')"
    run(sys.executable, "-c", code, files / "de.json", cwd=ROOT / "site")
    words = json.loads((files / "de.json").read_text("utf-8"))
    german = words["answers"]["outcomes"]
    english = json.loads(gzip.decompress((files / "a.bin").read_bytes()))["outcomes"]
    said = {"message", "guide", "refusal"}
    for one, other in zip(english, german, strict=True):
        assert {name for name in one if one[name] != other[name]} <= said
    assert {one["message"] for one in german} >= {"«X ist am Zug", "«O ist am Zug"}
    assert words["state"]["language"] == "de"


@pytest.mark.parametrize("count", [200, pytest.param(2000, marks=pytest.mark.long)])
def test_python_continues_any_game(look_up, count):
    chance = random.Random(26)
    tasks = [
        [random_step(chance) for _ in range(chance.randrange(1, 40))] for _ in range(count)
    ]
    asked = Counter()
    for task, came in zip(tasks, look_up(tasks), strict=True):
        model = Mirror()
        for step, became in zip(task, came["steps"], strict=True):
            if became["answer"] != "for Python":
                model.follow(step, became)
                asked[became["answer"] and became["answer"]["code"]] += 1
        # From here on Python continues with the same view.
        table = restore_state(came["saved"]).after_looking_back(model.shown["viewed_ply"])
        assert as_json(view_state(table)) == model.shown
    assert min(asked[code] for code in (None, "ok", "stale", "illegal", "busy")) > count / 4
    assert asked["over"] > count / 20


def test_other_requests_left_to_python(look_up):
    names = {"x_name": "Player X", "o_name": "Player O"}
    start = {"rules": "standard", "x": "human", "o": "human", **names, **SAME}
    left = [
        ask("hints", on=True),
        ask("start", **{**start, "rules": "4x4"}),
        ask("start", **{**start, "o": "expert"}),
        ask("start", **{**start, "x": "perfect", "o": "random"}),
        ask("start", **{**start, "x_name": "Ada"}),
        ask("start", **{**start, "match": 3}),
        ask("rename", mark="X", name="Ada"),
        ask("swap"),
        ask("lesson", name="rules"),
        ask("puzzle", day="2026-11-25"),
        ask("player", mark="O", player="strong"),
        ask("view", to=5),
        ask("play", cell=9),
        ask("play_from", to=0),
        ask("card"),
    ]
    for step, came in zip(left, look_up([[step] for step in left]), strict=True):
        assert came["steps"] == [{"answer": "for Python", "changes": {}}], step
    exchanged = [
        ask("player", mark="O", player="perfect"),
        ask("start", **{**start, "x": "perfect"}),
    ]
    (came,) = look_up([exchanged])
    assert came["steps"][-1]["answer"] == "for Python"
