"""Reports on a gallery of students' modules and mutants are true.

The oracle in `tests/support/oracle` decides, without using the package. These tests ask about
some positions, and `tests/soak/test_check_gallery.py` asks about all.
"""

from collections import Counter

import pytest

from tests.support.gallery.judged import WRONG_MODULES, untrue, untrue_of_mutant
from tests.support.gallery.keepers import KEEPERS
from tests.support.gallery.modules import BASIC
from tests.support.gallery.mutants import BASES, SEARCH_BASES
from tests.support.gallery.right import RIGHT_MODULES
from tests.support.gallery.spellings import SPELLINGS, spelled
from tests.support.oracle.positions import positions
from tests.support.samples import sampled
from tests.support.students.gallery import PLAIN, module_of
from tictactoe_widget.classroom import check

pytestmark = pytest.mark.slow

WRONG_BASICS = [module for module in WRONG_MODULES if "minimax" not in module.wrong]
KEEPING_BASICS = [module for module in KEEPERS if "minimax" not in module.wrong]
WRONG_SEARCHES = [module for module in WRONG_MODULES if "minimax" in module.wrong]

# Some positions with each number of marks, all draws, and wins on each line.
SOME = [
    position
    for number, position in enumerate(positions())
    if number % 80 == 0
    or position.marks < 2
    or position.is_draw
    or (position.winner and position.marks == 5 and number % 3 == 0)
]
# Positions that often share parts, so that coarse memo keys give wrong answers.
MORE = positions()[::16]
OPEN = [position for position in positions() if not position.is_over]
# Some positions near the end of the game, where a search is quick.
LATE = [position for position in positions() if position.marks > 5][::25]


def asked_about(module):
    """Return positions that reveal a module's mistake. Some mistakes need similar boards."""
    return MORE if "wrong already" in module.name else SOME


def test_gallery_has_five_mistakes_per_function():
    names = [str(module) for module in (*RIGHT_MODULES, *WRONG_MODULES)]
    assert len(set(names)) == len(names)
    blamed = Counter(name for module in WRONG_MODULES for name in module.wrong)
    assert min(blamed[name] for name in (*BASIC, "minimax")) >= 5


# The soak test asks about all positions and more mutants.
@pytest.mark.parametrize("module", sampled(10, WRONG_BASICS), ids=str)
def test_reports_on_wrong_functions_are_true(module, tmp_path):
    assert untrue(module, module.basics, asked_about(module), folder=tmp_path) == []


@pytest.mark.parametrize("module", sampled(2, RIGHT_MODULES), ids=str)
def test_correct_module_passes(module, tmp_path):
    assert untrue(module, module.basics, SOME, folder=tmp_path) == []


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize(
    "module", sampled(50, [m for m in WRONG_MODULES if m.contract == "cs50"]), ids=str
)
def test_reports_are_true_in_other_spellings(module, spelling, tmp_path):
    is_search = "minimax" in module.wrong
    asked = LATE if is_search else asked_about(module)
    made = spelled(module, spelling)
    assert untrue(made, module.wrong, asked, folder=tmp_path, by_hand=not is_search) == []


# A search is checked with the functions that it uses, which takes most of the time.
@pytest.mark.parametrize("module", sampled(12, WRONG_SEARCHES), ids=str)
def test_reports_on_wrong_searches_are_true(module, tmp_path):
    assert untrue(module, [module.chooser], LATE, folder=tmp_path, by_hand=False) == []


@pytest.mark.parametrize("module", sampled(32, RIGHT_MODULES), ids=str)
def test_correct_search_passes(module, tmp_path):
    assert untrue(module, [module.chooser], LATE, folder=tmp_path) == []


# Without a file, the code can't be executed again. Instead its state is restored.
@pytest.mark.parametrize("as_names", [False, True], ids=["module", "names"])
@pytest.mark.parametrize("module", sampled(2, KEEPING_BASICS), ids=str)
def test_memo_is_diagnosed_without_a_file(module, as_names):
    assert untrue(module, module.wrong, MORE, as_names=as_names) == []


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(
    "module", [m for m in WRONG_BASICS if "initial_state" not in m.wrong][::8], ids=str
)
def test_reports_are_true_for_very_few_questions(module, count):
    role = module.wrong[0]
    asked = [p for p in positions()[1:] if p.is_over] if role == "utility" else OPEN
    few = asked[7 :: len(asked) // count][:count]
    assert untrue(module, [role], few, by_hand=False) == []


@pytest.mark.parametrize("base", BASES, ids=lambda base: f"{base.role} of {base.module}")
def test_reports_on_mutants_are_true(base):
    assert untrue_of_mutant(base, 0, SOME) == []


@pytest.mark.parametrize("base", SEARCH_BASES, ids=lambda base: base.module)
def test_reports_on_mutated_searches_are_true(base):
    assert untrue_of_mutant(base, 0, LATE) == []


@pytest.mark.long
def test_plain_module_passes_on_all_positions():
    report = check(module_of(PLAIN), "cs50")
    assert report.ok
    assert report.parts[-1].checked_count == 5478
    assert len(positions()) == 5478
