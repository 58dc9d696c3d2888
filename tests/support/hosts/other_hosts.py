"""Programs that show notebooks, from environments of their own, which the Makefile makes."""

import re
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect

from tests.support.hosts.jupyter import Board, free_port, until, variables_in
from tests.support.patience import PATIENCE
from tests.support.scenes.scripts import ROOT

# Environment with the newest versions of the hosts of the group ``hosts``.
HOSTS = ROOT / ".venv-hosts"


def play_a_game(board: Board, picture: Path | None = None) -> None:
    """Play a game with a refusal and hints; save a picture of the page before the last move."""
    board.click(5)
    board.cell(5).click()
    board.shows(".../.X./...", "Position already taken")
    board.click(1, 2, 9)
    board.button("Hints").click()
    expect(board.cell(8)).to_have_accessible_name(re.compile("win"))
    if picture:
        board.root.page.screenshot(path=picture, full_page=True)
    board.cell(8).click()
    board.shows("OX./.X./.XO", "Player X wins!")
    assert board.score() == [1, 0, 0]


def is_answered(board: Board) -> None:
    """Play the centre, and wait for the answer of the player of O."""
    board.cell(5).click()
    expect(board.status).to_contain_text("Your turn")
    expect(board.root.get_by_role("button", name=re.compile("O, last move"))).to_have_count(1)


@contextmanager
def running(
    command: Sequence[str | Path], folder: Path, address: str, cwd: Path, **variables: str
) -> Iterator[None]:
    """Run a server of notebooks that keeps to a folder, once it answers at an address."""
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env={**variables_in(folder), **variables},
            stdout=log,
            stderr=subprocess.STDOUT,
        )

        def answers() -> bool:
            assert process.poll() is None, (folder / "server.log").read_text()
            try:
                with urllib.request.urlopen(address, timeout=PATIENCE):  # noqa: S310 - our own
                    return True
            except (ConnectionError, urllib.error.URLError):
                return False

        try:
            until(answers, f"{command[0]} serves", seconds=4 * PATIENCE)
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


@contextmanager
def serving(folder: Path, arguments: Sequence[str]) -> Iterator[str]:
    """Run a module of Python that serves pages on this machine, and yield its origin.

    Parameters
    ----------
    folder : Path
        Where it runs, and keeps whatever it writes.
    arguments : sequence of str
        Name of the module and its arguments; ``PORT`` in them stands for the port.
    """
    python = HOSTS / "bin/python"
    assert python.exists(), f"no {python}: `make test-hosts` makes it"
    port = str(free_port())
    origin = f"http://127.0.0.1:{port}"
    command: list[str | Path] = [python, "-m"]
    command += [argument.replace("PORT", port) for argument in arguments]
    with running(command, folder, origin, folder, HOME=str(folder)):
        yield origin
