"""Load bots from files that students submit."""

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from runpy import run_path
from typing import Any

from tictactoe_widget.classroom.contracts.contract import Contract
from tictactoe_widget.classroom.contracts.courses import find_contract, find_functions
from tictactoe_widget.players.calling import Player, check_player
from tictactoe_widget.validation import (
    brief,
    check_kind,
    describe_where,
    did_you_mean,
    error_message,
    visible,
)

# Module name that a file can use to import itself, as in CS50's project.
_ASSIGNMENT = "tictactoe"


def load_bots(
    folder: str | PathLike[str], name: str = "bot", contract: str | Contract | None = None
) -> dict[str, Player]:
    """Run all Python files in a folder and return the bot from each file.

    The files can import each other. Files whose names begin with ``_`` or ``.`` are skipped.
    The code can do anything that you can do on this computer, so read the files before you run
    them.

    Parameters
    ----------
    folder : str or path
        Folder that contains the files.
    name : str, default "bot"
        Name of the variable that contains the bot in each file.
    contract : str or Contract, optional
        Course interface that the files implement, or the interface's name. If you pass a
        contract, each bot calls the functions in its file, as `as_player` does, and `name` is
        ignored. If the folder contains no ``tictactoe.py``, a file can import itself under the
        name ``tictactoe``.

    Returns
    -------
    dict
        Bots by file name (without ``.py``), in alphabetical order. You can pass the dict to
        `play_tournament`.

    Raises
    ------
    FileNotFoundError
        If the folder does not exist.
    ValueError
        If no file in the folder defines a bot, or if the contract does not exist.
    TypeError
        If `folder` is not a path, `name` is not a str, or `contract` is neither a contract nor
        a name.

    Warns
    -----
    UserWarning
        For each file that is skipped because it raises an error or doesn't define a bot.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as made:
    ...     _ = Path(made, "first.py").write_text("bot = lambda game: game.legal_moves[0]")
    ...     bots = load_bots(made)
    >>> list(bots)
    ['first']
    """
    check_kind(folder, "folder", str, PathLike, expected="a path")
    path = Path(folder)
    check_kind(name, "name", str, expected="a str such as 'bot'")
    interface = None if contract is None else find_contract(contract)
    if not path.is_dir():
        raise FileNotFoundError(
            f"folder must be a folder, not the file {brief(str(path))}: "
            "pass the folder that contains it"
            if path.exists()
            else f"folder must be an existing folder, not {brief(str(path))}: "
            f"the current folder is {brief(str(Path.cwd()))}"
        )
    bots: dict[str, Player] = {}
    troubles = []
    with _importing_from(path):
        for file in sorted(path.glob("[!_.]*.py")):
            try:
                bots[file.stem] = (
                    _bot_of(file, name) if interface is None else _student_of(file, interface)
                )
            except _NoBotError as error:
                troubles.append(f"{visible(file.name)} was skipped: {error}")
    if not bots:
        reasons = ". ".join(troubles) or "The folder contains no .py files"
        raise ValueError(
            f"folder must contain a bot, but {brief(str(path))} has none. {reasons}"
        )
    for trouble in troubles:
        warnings.warn(trouble, stacklevel=2)
    return bots


class _NoBotError(Exception):
    """Error that explains why a file doesn't define a usable bot."""


def _bot_of(file: Path, name: str) -> Player:
    """Run a file and return its bot, or raise _NoBotError if the file doesn't define a bot."""
    found = _run(file)
    if name not in found:
        functions = [own for own, value in found.items() if callable(value)]
        raise _NoBotError(f"it defines nothing called {name}{did_you_mean(name, functions)}")
    try:
        check_player(found[name])
    except (TypeError, ValueError) as error:
        raise _NoBotError(f"its {name} can't play: {error_message(error)}") from error
    bot: Player = found[name]
    return bot


def _student_of(file: Path, contract: Contract) -> Player:
    """Run a file and return a player that calls the file's functions.

    Raises
    ------
    _NoBotError
        If the file fails, or if its functions do not follow the contract.
    """
    is_taken = file.with_name(f"{_ASSIGNMENT}.py").exists()
    found = _run(file, None if is_taken else _ASSIGNMENT)
    try:
        return contract.as_player(find_functions(found, contract), file.stem)
    except (TypeError, ValueError) as error:
        raise _NoBotError(error_message(error)) from error


def _run(file: Path, module_name: str | None = None) -> dict[str, Any]:
    """Run a file and return its global names, or raise _NoBotError if the file fails."""
    try:
        return run_path(str(file), run_name=module_name)
    except (Exception, SystemExit) as error:
        raise _NoBotError(describe_where(error, file)) from error


@contextmanager
def _importing_from(folder: Path) -> Iterator[None]:
    """Let files in a folder import each other, and remove the imported modules afterwards."""
    home = folder.resolve()
    before = set(sys.modules)
    sys.path.insert(0, str(home))
    try:
        yield
    finally:
        sys.path.remove(str(home))
        for module in sys.modules.keys() - before:
            file = getattr(sys.modules[module], "__file__", None)
            if file and home in Path(file).parents:
                del sys.modules[module]
