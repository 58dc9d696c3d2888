"""Front ends of the widgets, as ``frontend/build.mjs`` made them."""

import os
from pathlib import Path

_STATIC = Path(__file__).parent.parent / "static"


def find_front_end(name: str) -> str | Path:
    """Find a script or a style sheet that was built, for anywidget to hand to the browser.

    Parameters
    ----------
    name : str
        Name of the file, such as ``"board.js"``.

    Returns
    -------
    str or Path
        Its text; its path where anywidget is to watch it (``ANYWIDGET_HMR=1``). A path
        would have anywidget refer to every widget for as long as the process runs.

    Raises
    ------
    FileNotFoundError
        The front ends were not built.
    """
    path = _STATIC / name
    if not path.is_file():
        raise FileNotFoundError(
            f"{path} is missing: build the front ends with `make frontend` "
            "or `pip install --editable .`"
        )
    return path if os.environ.get("ANYWIDGET_HMR") == "1" else path.read_text("utf-8")
