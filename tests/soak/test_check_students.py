"""A thousand mutants of a right module: each is judged as by a plain comparison."""

import pytest

from tests.support.students.cs50_game import asked, is_wrong
from tests.support.students.gallery import module_of
from tests.support.students.mutants import mutant
from tictactoe_widget import Game
from tictactoe_widget.classroom import check

NAMES = ("player", "actions", "winner", "terminal", "utility", "result")
MUTANTS = 70  # of each function, with one change, two and three


def ended(part):
    """Whether every call came to an end, so that plain calls can be compared."""
    found = part.counterexample
    return found is None or not (
        "did not end" in found.sentence or "without end" in found.sentence
    )


@pytest.mark.parametrize("changes", [1, 2, 3])
@pytest.mark.parametrize("name", NAMES)
def test_the_verdict_on_a_mutant_is_that_of_a_comparison(name, changes):
    compared = 0
    every = 5 if name != "result" else 23
    texts = dict.fromkeys(p.text for p, _ in list(asked(name))[::every])
    games = [Game.from_text(text) for text in texts]
    some = [(p, a) for p, a in asked(name) if p.text in texts]
    for seed in range(MUTANTS):
        source = mutant(name, seed, changes)
        (part,) = check(module_of(source), "cs50", name, games).parts
        found = part.counterexample
        if not ended(part) or (found and name == "result" and found.cell is None):
            continue
        module = module_of(source)
        wrong = [p for p, action in some if is_wrong(module, name, p, action)]
        assert part.ok == (not wrong), (name, seed, changes)
        if wrong and not (part.diagnosis or "").startswith("keeps something"):
            assert found.game.move_count <= wrong[0].marks, (name, seed, changes)
        compared += 1
    assert compared > MUTANTS // 2
