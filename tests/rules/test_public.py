"""The package's version without Jupyter."""

import re
import subprocess
import sys
from pathlib import Path

import tictactoe_widget

ROOT = Path(__file__).parents[2]


def test_version_without_installation():
    # -I -S excludes the working directory and site-packages, so there is no metadata.
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from tictactoe_widget import __version__\n"
        "print(__version__)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=True
    )
    assert re.fullmatch(r"[0-9]+[.][0-9]+[.][0-9]+", done.stdout.strip())
    assert done.stdout.strip() == tictactoe_widget.__version__
