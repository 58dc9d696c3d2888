"""Reports on the student modules and 500 mutants, checked against the oracle."""

import pytest

from tests.support.gallery.judged import WRONG_MODULES, untrue, untrue_of_mutant
from tests.support.gallery.mutants import BASES, SEARCH_BASES
from tests.support.gallery.right import RIGHT_MODULES
from tests.support.oracle.positions import positions

FEW = positions()[::60]
# Positions that a search solves quickly.
LATE = [position for position in positions() if position.marks > 4]
# Mutants for each function. With the mutants of searches, there are 500.
MUTANTS = 20


def positions_for(module):
    """Return the positions for checking this module. For a search, only quick ones."""
    return LATE[::8] if "minimax" in module.wrong else None


@pytest.mark.parametrize("module", WRONG_MODULES, ids=str)
def test_reports_on_wrong_functions(module, tmp_path):
    found = untrue(module, module.wrong, positions_for(module), folder=tmp_path, thorough=True)
    assert found == []


@pytest.mark.parametrize("module", WRONG_MODULES, ids=str)
def test_other_functions_not_blamed(module):
    assert untrue(module, module.basics, FEW, by_hand=False) == []
    assert untrue(module, [module.chooser], LATE[::80], by_hand=False) == []


@pytest.mark.parametrize("module", RIGHT_MODULES, ids=str)
def test_correct_module_passes(module, tmp_path):
    assert untrue(module, module.basics, folder=tmp_path) == []
    late = LATE[::8]
    assert untrue(module, [module.chooser], late, folder=tmp_path) == []


@pytest.mark.parametrize("base", BASES, ids=lambda base: f"{base.role} of {base.module}")
def test_reports_on_mutants(base):
    for seed in range(MUTANTS):
        assert untrue_of_mutant(base, seed) == []


@pytest.mark.parametrize("base", SEARCH_BASES, ids=lambda base: base.module)
def test_reports_on_search_mutants(base):
    for seed in range(MUTANTS // 4):
        assert untrue_of_mutant(base, seed, LATE[::3]) == []
