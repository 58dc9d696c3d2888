"""Submissions that harm their process, with the expected results.

They use the contract ``flat`` with the tasks player and winner. The expected messages follow
from the code, the limits and Python's own messages.
"""

from collections.abc import Iterable
from pathlib import Path
from textwrap import dedent

TASKS = ("player", "winner")
SECONDS, MEMORY = 5, 400_000_000  # limits under which these submissions are checked

LONG = "The submission took longer than 5 s."
LARGE = "The submission needed more than 400 MB."
PASSED = ("passed", "passed")

RIGHT = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def player(board):
    return "XO"[board.count(None) % 2 == 0]


def winner(board):
    for a, b, c in LINES:
        if board[a] and board[a] == board[b] == board[c]:
            return board[a]
    return None
"""


def right_after(code: str) -> str:
    """Return a correct module that first runs some code on import."""
    return dedent(code) + RIGHT


def right_but(winner: str) -> str:
    """Return a correct module with another ``winner``."""
    return RIGHT + dedent(winner)


def unimported(error: str) -> str:
    """Return the message for a module whose import raises an error."""
    return f"The import failed: {error}."


# Submissions that can't be checked, with the reason, by name.
UNCHECKED: dict[str, tuple[str | bytes, str]] = {
    "endless import": (right_after("while True:\n    pass\n"), LONG),
    "sleeping import": (right_after("import time\ntime.sleep(1000)\n"), LONG),
    "printing import": (right_after("while True:\n    print('x' * 1000)\n"), LONG),
    "writing past Python": (
        right_after("import os\nwhile True:\n    os.write(1, b'x' * 10000)\n"),
        LONG,
    ),
    "deaf to alarms": (
        right_after(
            """
            import signal
            signal.signal(signal.SIGXCPU, signal.SIG_IGN)
            while True:
                try:
                    while True: pass
                except BaseException:
                    pass
            """
        ),
        LONG,
    ),
    "exit 0": (
        right_after("import os\nos._exit(0)\n"),
        "The submission's process ended with exit code 0.",
    ),
    "exit in a call": (
        right_but("import os\ndef winner(board):\n    os._exit(3)\n"),
        "The submission's process ended with exit code 3.",
    ),
    "killed": (
        right_after("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n"),
        "The submission's process was killed by signal 9.",
    ),
    "killed in a call": (
        right_but("import os\ndef winner(board):\n    os.kill(os.getpid(), 9)\n"),
        "The submission's process was killed by signal 9.",
    ),
    "killed with its group": (
        right_after("import os\nos.killpg(0, 15)\n"),
        "The submission's process was killed by signal 15.",
    ),
    "segmentation": (
        right_but("import os\ndef winner(board):\n    os.kill(os.getpid(), 11)\n"),
        "The submission's process was killed by signal 11.",
    ),
    "without files": (
        right_after("import os\nos.closerange(3, 100)\n"),
        "The submission's process ended with exit code 0.",
    ),
    "one huge list": (right_after("zeros = [0] * 10**10\n"), LARGE),
    "growing import": (
        right_after("kept = []\nwhile True:\n    kept.append('x' * 10**6)\n"),
        LARGE,
    ),
    "growing calls": (
        right_but(
            """
            kept = []
            find = winner
            def winner(board):
                kept.append('x' * 5 * 10**7)
                return find(board)
            """
        ),
        LARGE,
    ),
    "filling the disk": (
        right_after(
            "with open('all', 'w') as f:\n    while True:\n        f.write('x' * 10**6)\n"
        ),
        unimported("OSError: [Errno 27] File too large (line 3)"),
    ),
    "no syntax": (
        "def player(board)\n    return 'X'\n",
        unimported("SyntaxError: expected ':' (line 1)"),
    ),
    "no indentation": (
        "def player(board):\nreturn 'X'\n",
        unimported(
            "IndentationError: expected an indented block after function "
            "definition on line 1 (line 2)"
        ),
    ),
    "latin": (
        'def player(board):\n    return "für"\n'.encode("latin-1"),
        unimported(
            "SyntaxError: (unicode error) 'utf-8' codec can't decode byte "
            "0xfc in position 1: invalid start byte (line 2)"
        ),
    ),
    "sys.exit": (
        right_after("import sys\nsys.exit('done')\n"),
        unimported("SystemExit: done (line 2)"),
    ),
    "input": (
        right_after("name = input('Your name? ')\n"),
        unimported("EOFError: a submission must not call input() during a check (line 1)"),
    ),
    "raising": (
        right_after("1 / 0\n"),
        unimported("ZeroDivisionError: division by zero (line 1)"),
    ),
    "interrupting": (
        right_after("raise KeyboardInterrupt\n"),
        unimported("KeyboardInterrupt (line 1)"),
    ),
    "interrupting in a call": (
        right_but("def winner(board):\n    raise KeyboardInterrupt\n"),
        "The check failed: KeyboardInterrupt.",
    ),
    "module missing": (
        right_after("import pygame_of_nobody\n"),
        unimported("ModuleNotFoundError: No module named 'pygame_of_nobody' (line 1)"),
    ),
    "another's file": (
        right_after("from raising import winner\n"),
        unimported("ModuleNotFoundError: No module named 'raising' (line 1)"),
    ),
    "calling itself": (
        right_after("def f():\n    f()\nf()\n"),
        unimported("RecursionError: maximum recursion depth exceeded (line 2)"),
    ),
}

# Submissions that can be checked despite their behaviour, with results, by name.
CHECKED: dict[str, tuple[str | bytes, tuple[str, str]]] = {
    "endless call": (
        right_but("def winner(board):\n    while True:\n        pass\n"),
        ("passed", "failed"),
    ),
    "printing call": (
        right_but("def winner(board):\n    while True:\n        print('x')\n"),
        ("passed", "failed"),
    ),
    "asking in a call": (
        right_but("def winner(board):\n    return input()\n"),
        ("passed", "failed"),
    ),
    "memory error": (
        right_but("def winner(board):\n    return [0] * 10**12\n"),
        ("passed", "failed"),
    ),
    "empty": ("", ("missing", "missing")),
    "half": (RIGHT.partition("def winner")[0], ("passed", "missing")),
    "main": (
        right_after("if __name__ == '__main__':\n    while True:\n        input()\n"),
        PASSED,
    ),
    "deleting": (
        right_after("import os, shutil\nshutil.rmtree(os.getcwd())\n"),
        PASSED,
    ),
    "forking": (right_after("import os\nos.fork()\n"), PASSED),
    "forking in calls": (
        right_but("import os\ndef winner(board):\n    os.fork()\n    return None\n"),
        ("passed", "failed"),
    ),
    "thread": (
        right_after(
            """
            import threading, time
            threading.Thread(target=time.sleep, args=(1000,)).start()
            """
        ),
        PASSED,
    ),
    "left behind": (
        right_after("import subprocess\nsubprocess.Popen(['sleep', '1000'])\n"),
        PASSED,
    ),
    "own json": (
        right_after("import json, os\njson.dumps = json.loads = os.path = None\n"),
        PASSED,
    ),
    "random": (RIGHT, PASSED),
    "tictactoe_widget": (RIGHT, PASSED),
    "byte order mark": (RIGHT.encode("utf-8-sig"), PASSED),
}


def write_course(folder: Path, names: Iterable[str]) -> None:
    """Write each submission into a file with its name."""
    for name in names:
        source, _ = (UNCHECKED | CHECKED)[name]
        content = source if isinstance(source, bytes) else source.encode()
        (folder / f"{name}.py").write_bytes(content)


def large_course() -> dict[str, tuple[str | bytes, str | tuple[str, str]]]:
    """Return 300 submissions by name, with the expected result for each.

    They include all harmful submissions and modules with different mistakes.
    """
    course: dict[str, tuple[str | bytes, str | tuple[str, str]]] = {**UNCHECKED, **CHECKED}
    kinds = [
        (RIGHT, PASSED),
        (right_but("def winner(board):\n    return None\n"), ("passed", "failed")),
        (right_but("def player(board):\n    return 'X'\n"), ("failed", "passed")),
        (right_but("def player(board):\n    return board[99]\n"), ("failed", "passed")),
        (RIGHT.partition("def winner")[0], ("passed", "missing")),
    ]
    for number in range(300 - len(course)):
        source, expected = kinds[number % len(kinds)]
        course[f"student {number:03}"] = (f"NUMBER = {number}\n{source}", expected)
    return course
