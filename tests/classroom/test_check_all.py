"""check_all: isolated submissions, and one report on every executor."""

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from types import ModuleType

import pytest

from tests.support.scenes.scripts import ROOT, run
from tests.support.students.gallery import module_of
from tests.support.students.troublesome import (
    CHECKED,
    MEMORY,
    RIGHT,
    SECONDS,
    TASKS,
    UNCHECKED,
    right_after,
    write_course,
)
from tictactoe_widget import ExecutorError, Game, TravelError
from tictactoe_widget.classroom import check, check_all
from tictactoe_widget.classroom.checking.questions import checked_positions
from tictactoe_widget.classroom.contracts.courses import FlatContract

pytestmark = pytest.mark.slow

SOME = checked_positions()[::270]
ALWAYS_X = RIGHT + "\n\ndef player(board):\n    return 'X'\n"

QUICK = (
    *("exit 0", "exit in a call", "killed", "killed in a call", "killed with its group"),
    *("one huge list", "no syntax", "latin", "sys.exit", "input", "raising"),
    *("interrupting in a call", "another's file", "endless import"),
)
QUICK_CHECKED = ("endless call", "empty", "half", "main", "deleting", "forking", "thread")

quick_check = partial(
    check_all, contract="flat", tasks=TASKS, positions=SOME, seconds=SECONDS, memory=MEMORY
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder of harmful and harmless submissions."""
    made = tmp_path_factory.mktemp("course")
    write_course(made, [*QUICK, *QUICK_CHECKED])
    return made


@pytest.fixture(scope="module")
def report(folder):
    return quick_check(folder)


def test_unchecked_submissions_have_a_reason(report):
    expected = {name: UNCHECKED[name][1] for name in QUICK}
    assert {one.name: one.trouble for one in report if one.report is None} == expected


def test_other_submissions_are_checked(report):
    found = {one.name: tuple(one.results.values()) for one in report if one.report is not None}
    assert found == {name: CHECKED[name][1] for name in QUICK_CHECKED}


def test_checked_folder_is_unchanged(folder, report):
    assert report.passing
    assert sorted(path.stem for path in folder.iterdir()) == sorted([*QUICK, *QUICK_CHECKED])


FEW = {"ada": RIGHT, "ben": ALWAYS_X, "cai": right_after("import os\nos._exit(7)\n")}


@pytest.fixture(scope="module")
def few():
    return quick_check(FEW)


@pytest.mark.parametrize(
    "options",
    [
        {"workers": 1},
        {"workers": 3},
        {"executor": partial(ThreadPoolExecutor, 2)},
        {"executor": partial(ProcessPoolExecutor, 2, mp_context=get_context("spawn"))},
    ],
    ids=["one after the other", "three at once", "threads", "processes"],
)
def test_report_is_the_same_on_every_executor(options, few):
    again = quick_check(dict(reversed(FEW.items())), **options)
    assert again.to_dict() == few.to_dict()
    assert str(again) == str(few)


def test_report_for_one_submission_equals_check(few):
    alone = check(module_of(ALWAYS_X), "flat", TASKS, SOME)
    assert few["ben"].report.to_dict() == alone.to_dict()
    # The picture uses the contract's names for cells.
    assert few["ben"].report._repr_html_() == alone._repr_html_()


def test_mapping_can_contain_files_and_source(tmp_path):
    (tmp_path / "mine.py").write_text(RIGHT)
    group = tmp_path / "group"
    group.mkdir()
    (group / "tictactoe.py").write_text("from lines import LINES\n" + RIGHT)
    (group / "lines.py").write_text("LINES = ()\n")
    module = ModuleType("mine")
    module.__file__ = str(tmp_path / "mine.py")
    given = {
        "source": RIGHT,
        "text of a path": str(tmp_path / "mine.py"),
        "path": tmp_path / "mine.py",
        "folder": group,
        "module": module,
    }
    found = quick_check(given, positions=SOME)
    assert found.passing == ("folder", "module", "path", "source", "text of a path")


def test_folder_is_one_submission_in_a_copy(tmp_path):
    code = """
    open("log.txt", "a").write("played")
    assert open("data/lines.txt").read() == "3"
    """
    one = tmp_path / "one"
    (one / "data").mkdir(parents=True)
    (one / "data/lines.txt").write_text("3")
    (one / "anything.py").write_text(right_after(code))
    before = sorted(tmp_path.rglob("*"))
    assert quick_check(tmp_path, positions=SOME).passing == ("one",)
    assert sorted(tmp_path.rglob("*")) == before


def test_file_can_import_itself_by_assigned_name(tmp_path):
    code = """
    def player(board):
        import tictactoe
        return tictactoe.own_player(board)
    def own_player(board):
        return "X" if board.count("X") == board.count("O") else "O"
    import tictactoe
    """
    (tmp_path / "ada.py").write_text(right_after(code))
    assert quick_check(tmp_path).passing == ("ada",)


def write_notebook(path, *cells):
    made = [{"cell_type": "code", "source": cell.splitlines(keepends=True)} for cell in cells]
    text = {"cell_type": "markdown", "source": ["# Not code"]}
    path.write_text(json.dumps({"nbformat": 4, "cells": [text, *made]}))


def test_notebook_code_cells_are_run(tmp_path):
    player, _, winner = RIGHT.partition("def winner")
    commands = "%matplotlib inline\nif True:\n    !pip list\nfiles = !ls\nprint?\n"
    shell = "%%bash\nexit 1\n"
    shown = "%%time\ndisplay(player([None] * 9))\n"
    (tmp_path / "ben").mkdir()
    cells = (commands + player, shell, shown, f"def winner{winner}")
    write_notebook(tmp_path / "ada.ipynb", *cells)
    write_notebook(
        tmp_path / "ben/work.ipynb", *cells[:1], "def winner(board):\n    return 3\n"
    )
    write_notebook(tmp_path / "cai.ipynb", RIGHT, "x = 1\nplayer(x)\n")
    write_notebook(tmp_path / "dot.ipynb", "def player(board)\n")
    (tmp_path / "eva.ipynb").write_text("{}")
    report = quick_check(tmp_path)
    assert report.passing == ("ada",)
    assert report["ben"].results == {"player": "passed", "winner": "failed"}
    assert {one.name: one.trouble for one in report if one.trouble} == {
        "cai": (
            "Its code cell 2 failed: AttributeError: 'int' object has no attribute 'count' "
            "(code cell 1, line 6)."
        ),
        "dot": "The import failed: SyntaxError: expected ':' (code cell 1, line 1).",
        "eva": ("The import failed: ImportError: the file must be a notebook in format 4."),
    }


def test_notebook_supports_ipython_syntax(tmp_path):
    look_alikes = """
%matplotlib inline
def asked():  # whose turn?
    '''Is it X?
!%d?
'''
    return (7
        % 5)
assert asked() == 2
assert asked.__doc__ == "Is it X?\\n!%d?\\n"
"""
    cells = (
        look_alikes,
        "\n%%bash\nexit 1\n",
        "!pip install \\\n    numpy\n",
        "    %time y = 2 + \\\n        3\n    assert y == 5\n",
        "d = {}\nd['a'] = !ls\nassert d == {'a': []}\n",
        "async def four():\n    return 4\nassert await four() == 4\n",
    )
    write_notebook(tmp_path / "ada.ipynb", *cells, RIGHT)
    assert quick_check(tmp_path).passing == ("ada",)


def test_folder_needs_one_module(tmp_path):
    for name in ("none", "two", "large", ".hidden", "__pycache__"):
        (tmp_path / name).mkdir()
    (tmp_path / "none/tictactoe.txt").write_text(RIGHT)
    (tmp_path / "two/a.py").write_text(RIGHT)
    (tmp_path / "two/b.py").write_text(RIGHT)
    (tmp_path / "large/a.py").write_text(RIGHT)
    (tmp_path / "large/film.mp4").write_bytes(bytes(5_000_001))
    (tmp_path / "notes.txt").write_text("no submission")
    assert {one.name: one.trouble for one in quick_check(tmp_path)} == {
        "large": "The submission is larger than 5 MB.",
        "none": "The submission contains no .py file and no notebook.",
        "two": "The submission contains several .py files, but none is called tictactoe.py.",
    }


def test_links_in_a_submission_are_left_out(tmp_path):
    secret = tmp_path / "solution.txt"
    secret.write_text("42")
    one = tmp_path / "course/one"
    one.mkdir(parents=True)
    (one / "a.py").write_text(right_after("open('solution.txt')\n"))
    (one / "solution.txt").symlink_to(secret)
    trouble = quick_check(tmp_path / "course")["one"].trouble
    assert trouble.startswith("The import failed: FileNotFoundError")


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ("nowhere", FileNotFoundError, "there is no folder 'nowhere'"),
        ({}, ValueError, "submissions must contain .py files, notebooks or folders"),
        (
            {"ada": "ada.py"},
            FileNotFoundError,
            "the file 'ada.py' for the submission 'ada' does not exist",
        ),
        ({"ada": "x" * 5000}, FileNotFoundError, "the file 'xxx"),
        ({3: RIGHT}, TypeError, "the name of a submission must be a str, not 3"),
        (
            {"ada": ModuleType("ada")},
            TypeError,
            "the submission 'ada' must be a module that was loaded from a file",
        ),
    ],
)
def test_invalid_submissions_are_refused(given, error, message):
    with pytest.raises(error, match=message):
        quick_check(given)


def test_empty_folder_and_equal_names_are_refused(tmp_path):
    with pytest.raises(ValueError, match=r"but the folder '.*' contains none of these"):
        quick_check(tmp_path)
    (tmp_path / "ada.py").write_text(RIGHT)
    (tmp_path / "ada").mkdir()
    with pytest.raises(ValueError, match="two submissions have the name 'ada'"):
        quick_check(tmp_path)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"contract": "cs51"}, ValueError, "contract must be .*, not 'cs51'"),
        ({"tasks": "win"}, ValueError, "has no function 'win'"),
        ({"seconds": 0}, ValueError, "seconds must be above 0"),
        ({"memory": 1000}, ValueError, "memory must be at least 200000000"),
        ({"workers": 0}, ValueError, "workers must be at least 1"),
        ({"executor": 3}, TypeError, r"executor must have a submit\(\) method"),
        ({"progress": "yes"}, TypeError, "progress must be"),
    ],
)
def test_wrong_arguments_are_refused_at_once(options, error, message):
    with pytest.raises(error, match=message):
        quick_check({"ada": RIGHT}, **options)


def test_error_without_processes_says_what_to_do(monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    with pytest.raises(RuntimeError, match="run it in Jupyter on your computer"):
        quick_check({"ada": RIGHT})


def test_own_contract_and_positions_reach_workers():
    class Own(FlatContract):
        name = "own"

    found = quick_check({"ada": RIGHT}, contract=Own(), positions=[Game(), Game(moves=(4,))])
    assert found.contract == "own"
    assert [part.checked_count for part in found["ada"].report.parts] == [2, 2]


CONTRACT = """
from tictactoe_widget import STANDARD
from tictactoe_widget.classroom import Contract, Function
{more}

class Own(Contract):
    name = "own"
    title = "Text"
    functions = (Function("whose_turn", "player", "open"),)

    def encode(self, game):
        return "".join(mark or "-" for mark in game.board)

    def marks(self, board, rules=STANDARD):
        return tuple(None if sign == "-" else sign for sign in board)
"""
CHECK = """
from tictactoe_widget.classroom import check_all
right = "def whose_turn(text):\\n    return 'XO'[text.count('-') % 2 == 0]\\n"
print(check_all({"ada": right}, Own(), progress=False).summary)
"""


@pytest.mark.parametrize("is_module", [False, True], ids=["script", "module"])
def test_contract_can_be_in_a_script_or_module(is_module, tmp_path):
    own = CONTRACT.format(more="")
    if is_module:
        (tmp_path / "course.py").write_text(own)
        own = "from course import Own\n"
    (tmp_path / "script.py").write_text(own + CHECK)
    said = run(sys.executable, "script.py", cwd=tmp_path, PYTHONPATH=str(ROOT))
    assert said == "1 of 1 submission passed everything.\n"


def test_contract_in_a_script_needs_cloudpickle(tmp_path):
    hide = "import sys\nsys.modules['cloudpickle'] = None\n"
    told = "except ValueError as error:\n    print(error)\n"
    tried = "".join(f"    {line}\n" for line in CHECK.strip().splitlines())
    (tmp_path / "script.py").write_text(f"{hide}{CONTRACT.format(more='')}try:\n{tried}{told}")
    said = run(sys.executable, "script.py", cwd=tmp_path, PYTHONPATH=str(ROOT))
    assert "cannot load the contract (AttributeError" in said
    assert said.endswith("run pip install cloudpickle\n")


def test_contract_that_workers_cannot_load(tmp_path, monkeypatch):
    (tmp_path / "helper_of_one.py").write_text("EMPTY = '-'\n")
    used = CONTRACT.format(more="import helper_of_one").replace('"-"', "helper_of_one.EMPTY")
    (tmp_path / "contract_of_one.py").write_text(used)
    monkeypatch.syspath_prepend(tmp_path)
    import contract_of_one  # noqa: PLC0415 - the file has just been written

    with pytest.raises(TravelError, match=r"load the contract \(ModuleNotFoundError"):
        check_all({"ada": RIGHT}, contract_of_one.Own())


def test_progress_counts_from_0_to_all(capsys):
    told = []
    quick_check(FEW, progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert capsys.readouterr() == ("", "")


def test_random_numbers_and_set_order_are_fixed():
    code = """
    import random
    ORDER = list({"a", "b", "c", "d", "e", "f"})
    SIGN = random.choice(ORDER)


    def winner(board):
        return SIGN + ORDER[0]
    """
    source = RIGHT + "\n" + "\n".join(line[4:] for line in code.splitlines())
    first, second = (quick_check({"ada": source}).to_dict() for _ in range(2))
    assert first == second
    assert first["submissions"][0]["report"]["parts"][1]["failed_count"] > 0


def test_control_characters_are_shown_as_text():
    source = right_after("raise ValueError('\\x1b[2J \\u202e\\n=cmd')\n")
    found = quick_check({"a\x1b[31mda\u202e": source})
    (one,) = found
    assert one.name == "a\\x1b[31mda\\u202e"
    assert one.trouble == ("The import failed: ValueError: \\x1b[2J \\u202e\\n=cmd (line 1).")
    assert not set("\x1b\u202e") & set(str(found) + found._repr_html_() + found.to_csv())


class Cancelling:
    """An executor that runs its first task at once and cancels all others."""

    def __init__(self):
        self.count = 0

    def submit(self, function, *arguments):
        future = Future()
        self.count += 1
        if self.count == 1:
            future.set_result(function(*arguments))
        else:
            future.cancel()
            future.set_running_or_notify_cancel()
        return future


def test_results_are_kept_if_an_executor_gives_up(tmp_path):
    file = tmp_path / "kept.jsonl"
    with pytest.raises(
        ExecutorError, match="the executor cancelled a task that it had accepted"
    ) as caught:
        quick_check(FEW, executor=Cancelling(), resume=file)
    assert caught.value.__notes__ == [
        f"Checked 1 of 3 submissions. The results so far are in {str(file)!r}."
    ]
    told = []
    quick_check(FEW, resume=file, progress=lambda done, total: told.append((done, total)))
    assert told[0] == (1, 3)


class Mortal(ProcessPoolExecutor):
    """A process pool in which each task for one submission kills a process."""

    def submit(self, function, *arguments):
        if arguments and b"fatal" in next(iter(arguments[0].files.values())):
            return super().submit(os._exit, 1)
        return super().submit(function, *arguments)


def test_crashed_worker_is_reported(tmp_path):
    given = {**FEW, "bad": "# fatal\n", "dot": RIGHT}
    pool = partial(Mortal, 2, mp_context=get_context("spawn"))
    file = tmp_path / "kept.jsonl"
    found = quick_check(given, executor=pool, resume=file)
    assert found["bad"].trouble == "The worker stopped on every attempt to check it."
    assert found.passing == ("ada", "dot")
    # This result isn't kept, because another executor could check the submission.
    assert quick_check(given, resume=file)["bad"].report is not None


@pytest.mark.usefixtures("ctrl_c_enabled")
def test_ctrl_c_stops_processes_and_keeps_results(tmp_path):
    file, script, pipe = (tmp_path / name for name in ("kept.jsonl", "run.py", "pipe"))
    os.mkfifo(pipe)
    hanging = (
        "import os, time\n"
        f"with open({str(pipe)!r}, 'w') as pipe: pipe.write(str(os.getpid()))\n"
        "time.sleep(999)\n"
    )
    script.write_text(
        "from tictactoe_widget.classroom import check_all\n"
        f"given = {{'ada': {RIGHT!r}, 'zoe': {hanging!r}}}\n"
        "def tell(done, total):\n"
        "    if done == 1: print('one', flush=True)\n"
        f"check_all(given, 'flat', {TASKS!r}, 20, resume={str(file)!r}, progress=tell)\n"
    )
    running = subprocess.Popen(
        [sys.executable, script],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    pid = int(pipe.read_text())
    assert running.stdout.readline() == "one\n"
    running.send_signal(signal.SIGINT)
    _, said = running.communicate()
    assert "KeyboardInterrupt" in said
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line.get("name") for line in lines] == [None, "ada"]
