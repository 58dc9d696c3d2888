"""The gallery of students' modules and 500 mutants, held against the oracle everywhere."""

import pytest

from tests.support.gallery.judged import WRONG_MODULES, untrue, untrue_of_mutant
from tests.support.gallery.mutants import BASES, SEARCH_BASES
from tests.support.gallery.right import RIGHT_MODULES
from tests.support.oracle.positions import positions

FEW = positions()[::60]
# Positions where a search is quick.
LATE = [position for position in positions() if position.marks > 4]
# Mutants of each function: 500 with those of the searches.
MUTANTS = 20


def wanted(module):
    """Positions that a module is asked about: searches those where they are quick."""
    return LATE[::8] if "minimax" in module.wrong else None


@pytest.mark.parametrize("module", WRONG_MODULES, ids=str)
def test_reports_of_wrong_functions_are_true(module, tmp_path):
    found = untrue(module, module.wrong, wanted(module), folder=tmp_path, thorough=True)
    assert found == []


@pytest.mark.parametrize("module", WRONG_MODULES, ids=str)
def test_no_other_function_is_blamed(module):
    assert untrue(module, module.basics, FEW, by_hand=False) == []
    assert untrue(module, [module.chooser], LATE[::80], by_hand=False) == []


@pytest.mark.parametrize("module", RIGHT_MODULES, ids=str)
def test_a_right_module_passes(module, tmp_path):
    assert untrue(module, module.basics, folder=tmp_path) == []
    late = LATE[::8]
    assert untrue(module, [module.chooser], late, folder=tmp_path) == []


@pytest.mark.parametrize("base", BASES, ids=lambda base: f"{base.role} of {base.module}")
def test_all_that_is_said_of_mutants_is_so(base):
    for seed in range(MUTANTS):
        assert untrue_of_mutant(base, seed) == []


@pytest.mark.parametrize("base", SEARCH_BASES, ids=lambda base: base.module)
def test_reports_of_mutants_of_searches(base):
    for seed in range(MUTANTS // 4):
        assert untrue_of_mutant(base, seed, LATE[::3]) == []
