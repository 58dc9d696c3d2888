"""Names of the package that need no Jupyter, and its version."""

import re
import subprocess
import sys
from pathlib import Path

import tictactoe_widget
from tictactoe_widget import (
    Game,
    Match,
    Rules,
    Value,
    analyze,
    play_match,
    player,
    position_name,
)

ROOT = Path(__file__).parents[2]


def test_types_that_results_have_are_public():
    assert isinstance(Game().rules, Rules)
    bot = player("random", seed=1)
    assert isinstance(play_match(bot, bot, games=2), Match)
    assert analyze(Game()).value in Value.__args__
    assert position_name(4, Game()) == "5"
    added = {"Match", "Rules", "Value", "__version__", "position_name"}
    assert added <= set(tictactoe_widget.__all__)


def test_the_version_is_known_where_nothing_is_installed():
    # -I -S: neither the working directory nor site-packages, so no metadata.
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from tictactoe_widget import __version__\n"
        "print(__version__)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script],
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.fullmatch(r"[0-9]+[.][0-9]+[.][0-9]+", done.stdout.strip())
    assert done.stdout.strip() == tictactoe_widget.__version__
