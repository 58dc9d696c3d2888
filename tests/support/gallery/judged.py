"""Checks of the gallery's modules, compared with the oracle."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from tests.support.gallery.keepers import KEEPERS
from tests.support.gallery.modules import Module, loaded
from tests.support.gallery.mutants import Base, mutant
from tests.support.gallery.wrong_basics import WRONG_BASICS
from tests.support.gallery.wrong_searches import WRONG_SEARCHES
from tests.support.oracle.agreement import falsehoods
from tests.support.oracle.contracts import BY_NAME, FLAT
from tests.support.oracle.oracle import Oracle
from tests.support.oracle.positions import Position, positions
from tests.support.students.gallery import module_of
from tictactoe_widget import Game
from tictactoe_widget.classroom import check

WRONG_MODULES = (*WRONG_BASICS, *KEEPERS, *WRONG_SEARCHES)

BY_NAME["game"] = replace(
    FLAT,
    name="game",
    encode=lambda cells: Game.from_text("".join(mark or "." for mark in cells)),
    flatten=lambda game: list(game.board),
)

# Modules with one known mistake, by function and diagnosis.
_EXAMPLES = {
    (module.wrong[0], module.diagnosis): module
    for module in WRONG_BASICS
    if module.contract in BY_NAME and len(module.wrong) == 1
}


def _unlike_example(role: str, said: str | None, oracle: Oracle) -> list[str]:
    """Return the answers that differ from an example of the function's diagnosis."""
    example = _EXAMPLES.get((role, said or ""))
    if example is None:
        return []
    answers = Oracle(example.source, example.contract, example.wrong, oracle.wanted).answers(
        role
    )
    values = {(q.position, q.cell): a.value for q, a in answers if q.is_legal}
    return [
        f"{question}: {answer.value!r} is not what a function answers that {said}"
        for question, answer in oracle.answers(role)
        if question.is_legal
        and answer.value != values.get((question.position, question.cell), answer.value)
    ]


@cache
def _games() -> dict[Position, Game]:
    return {position: Game.from_text(position.text) for position in positions()}


def untrue(
    module: Module,
    tasks: Iterable[str],
    wanted: Sequence[Position] | None = None,
    *,
    folder: Path | None = None,
    as_names: bool = False,
    by_hand: bool = True,
    thorough: bool = False,
) -> list[str]:
    """Check a module and return the false statements in the report.

    The oracle doesn't know the contract aima. For its modules, only the handwritten facts are
    compared.

    Parameters
    ----------
    module : Module
        The module with the facts about it.
    tasks : iterable of str
        Functions to check.
    wanted : sequence of Position, optional
        Positions to check. By default, all.
    folder : Path, optional
        Folder for the module's file. By default, the module has no file.
    as_names : bool, default False
        True to pass the module's dict of names to the check.
    by_hand : bool, default True
        True to also require the handwritten verdicts and diagnosis. This needs enough
        positions.
    thorough : bool, default False
        As in `Oracle`.
    """
    tasks = list(tasks)
    games = None if wanted is None else [_games()[position] for position in wanted]
    if folder is not None:
        with loaded(module, folder) as made:
            report = check(made, module.contract, tasks, games)
    else:
        made = module_of(module.source)
        report = check(vars(made) if as_names else made, module.contract, tasks, games)
    found = []
    if module.contract in BY_NAME:
        every = positions() if wanted is None else wanted
        oracle = Oracle(module.source, module.contract, module.wrong, every, thorough)
        found += [said for part in report.parts for said in falsehoods(part, oracle)]
    failed = [part for part in report.parts if not part.ok]
    found += [f"{part.name} is blamed" for part in failed if part.name not in module.wrong]
    if by_hand:
        passed = [part.name for part in report.parts if part.ok and part.name in module.wrong]
        found += [f"{name} passed, which is wrong by hand" for name in passed]
        if module.diagnosis and module.diagnosis not in (failed[0].diagnosis or ""):
            found.append(f"{failed[0].diagnosis}; by hand: {module.diagnosis}")
    return found


def untrue_of_mutant(
    base: Base, seed: int, wanted: Sequence[Position] | None = None, *, thorough: bool = False
) -> list[str]:
    """Check a mutant's changed function, and return the false statements in the report."""
    made = mutant(base, seed)
    games = None if wanted is None else [_games()[position] for position in wanted]
    (part,) = check(module_of(made.source), made.contract, base.role, games).parts
    every = positions() if wanted is None else wanted
    oracle = Oracle(made.source, made.contract, (), every, thorough)
    found = falsehoods(part, oracle) + _unlike_example(base.role, part.diagnosis, oracle)
    return [f"{made.name}: {false}\n{made.source}" for false in found]
