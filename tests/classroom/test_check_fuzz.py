"""Right functions changed at random: the verdict is that of an independent comparison."""

import pytest

from tests.support.students.cs50_game import asked, is_wrong
from tests.support.students.gallery import module_of
from tests.support.students.mutants import mutant
from tictactoe_widget import Game
from tictactoe_widget.classroom import check

NAMES = ("player", "actions", "winner", "terminal", "utility", "result")


def verdicts(source, name, every):
    """The verdict of the check, and whether a comparison finds a difference."""
    some = [(p, action) for p, action in asked(name) if p.marks < 3 or p.marks > 7][::every]
    games = [Game.from_text(text) for text in dict.fromkeys(p.text for p, _ in some)]
    (part,) = check(module_of(source), "cs50", name, games).parts
    if part.counterexample and any(
        word in part.counterexample.sentence for word in ("did not end", "without end")
    ):
        return part, None
    if name == "result" and part.counterexample and part.counterexample.cell is None:
        return part, None  # an illegal move, which the comparison does not try
    module = module_of(source)
    return part, any(is_wrong(module, name, p, action) for p, action in some)


# The first mutants of each function; the long tests have more of the same.
@pytest.mark.parametrize(
    "seeds",
    [range(8), pytest.param(range(8, 25), marks=pytest.mark.long)],
    ids=["first", "more"],
)
@pytest.mark.parametrize("name", NAMES)
def test_no_wrong_mutant_passes_and_no_right_one_fails(name, seeds):
    for seed in seeds:
        part, is_different = verdicts(mutant(name, seed), name, every=5)
        if is_different is not None:
            assert part.ok != is_different, (seed, mutant(name, seed))
