"""What is written down for the page to answer until Python is there, held against Python."""

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
    """All positions of the game by its rules, each with moves that lead there."""
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
    """Play tasks on what is written down; return what became of each."""

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


def test_what_a_phone_waits_for_is_small(files):
    assert (files / "a.bin").stat().st_size < 8000


def test_every_position_is_shown_as_in_python(look_up):
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


def described(player, board):
    """The cells that a player chooses from, by what is said of it, each set as likely."""
    mark = nine.mover(board)
    own, others = (set(nine.threats(board, one)) for one in (mark, nine.other(mark)))
    anywhere = set(nine.free(board))
    if player == "perfect":
        values = {cell: value for cell, (value, _) in nine.moves(board, misere=False).items()}
        return [{cell for cell in values if values[cell] == max(values.values())}]
    if player == "beginner":
        # It sees three wins of four, and every second one of the opponent.
        return [own] * 3 + [anywhere] if own else [others or anywhere] * 2 + [anywhere] * 2
    return [anywhere if player == "random" else own or others or anywhere]


class Model:
    """A table of Python, on which is done what was done on what is written down."""

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
                *described(self.shown["players"][nine.mover(board)], board)
            )
            self.table = self.table.after_player_moved(cell)
        assert self.shown == as_json(view_state(self.table))

    def _ask(self, step, came):
        seen = {"round": self.table.round, "ply": self.table.game.move_count}
        committed = []
        code, text = board_request.carry_out({**seen, **step}, self.table, committed.append)
        assert came["answer"] == {"ok": code == "ok", "code": code, "message": text}
        self.table = committed[-1] if committed else self.table


# Choices of the sheet that the page does not change by itself.
SAME = {"undo": True, "match": 0, "first_player": "same"}


def a_step(chance):
    """What a person asks for next, or a player's move."""
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
def test_players_move_as_they_are_described(player, files):
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
        expected = described(player, board)
        if player == "perfect":  # it may like one best move better than another
            (cells,) = found
            assert cells <= expected[0]
        else:
            assert sorted(map(sorted, found)) == sorted(map(sorted, expected))


def test_another_language_has_the_same_positions(files):
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
def test_python_takes_over_at_any_moment(look_up, count):
    chance = random.Random(26)
    tasks = [[a_step(chance) for _ in range(chance.randrange(1, 40))] for _ in range(count)]
    asked = Counter()
    for task, came in zip(tasks, look_up(tasks), strict=True):
        model = Model()
        for step, became in zip(task, came["steps"], strict=True):
            if became["answer"] != "for Python":
                model.follow(step, became)
                asked[became["answer"] and became["answer"]["code"]] += 1
        # From here on Python goes on, and shows the very same.
        table = restore_state(came["saved"]).after_looking_back(model.shown["viewed_ply"])
        assert as_json(view_state(table)) == model.shown
    assert min(asked[code] for code in (None, "ok", "stale", "illegal", "busy")) > count / 4
    assert asked["over"] > count / 20


def test_what_python_alone_knows_is_left_to_it(look_up):
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
