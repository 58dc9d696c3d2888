from functools import cache, partial
from random import Random

import pytest

from tictactoe_widget import MNK
from tictactoe_widget.analysis.mnk.proofs import LineProver, MakerBreaker, lines_through

RULES = MNK(3, 4, 4)  # lines of up to four cells among twelve, anywhere


def do_not_count():
    """Ignore a visited position."""


@cache
def naive_makes(lines, free):
    """Return whether the maker moves first and completes a line, by trying all moves."""
    for bit in free:
        after = frozenset(line & ~bit for line in lines)
        if 0 in after or naive_breaks_in_vain(after, free - {bit}):
            return True
    return False


@cache
def naive_breaks_in_vain(lines, free):
    return bool(free) and all(
        naive_makes(frozenset(line for line in lines if not line & bit), free - {bit})
        for bit in free
    )


def random_lines(random):
    cells = [1 << cell for cell in range(random.randrange(4, 9))]
    return frozenset(
        sum(random.sample(cells, random.choice((2, 2, 3, 3, 4))))
        for _ in range(random.randrange(4, 16))
    ), frozenset(cells)


def test_maker_breaker_matches_plain_search():
    random = Random(4)
    answers = {True: 0, False: 0}
    for _ in range(1500):
        lines, cells = random_lines(random)
        judge = MakerBreaker(RULES, do_not_count)
        assert (judge.makes(lines) > 0) == naive_makes(lines, cells)
        in_vain = naive_breaks_in_vain(lines, cells)
        assert (judge.breaks_in_vain(lines) > 0) == in_vain
        answers[in_vain] += 1
    assert min(answers.values()) > 100


def test_needed_cells_suffice_for_maker():
    random = Random(5)
    fewer = 0
    for _ in range(1000):
        lines, cells = random_lines(random)
        for ask, plainly in (
            (MakerBreaker(RULES, do_not_count).makes, naive_makes),
            (MakerBreaker(RULES, do_not_count).breaks_in_vain, naive_breaks_in_vain),
        ):
            needed = ask(lines)
            if needed:
                within = frozenset(line for line in lines if line & needed == line)
                assert plainly(within, cells)
                fewer += needed.bit_count() < len(cells)
    assert fewer > 300


@pytest.mark.parametrize(
    "feature", ["without_supersets", "_unpaired", "undominated", "_MANY", "_potential"]
)
def test_pruning_keeps_results(monkeypatch, feature):
    random = Random(6)
    positions = [random_lines(random)[0] for _ in range(300)]
    judge = partial(MakerBreaker, RULES, do_not_count)
    saved = [bool(judge().breaks_in_vain(lines)) for lines in positions]
    if feature == "_potential":
        monkeypatch.setattr(MakerBreaker, "_potential", lambda _, lines: len(lines) << 40)
    else:
        without = {
            "without_supersets": lambda lines: lines,
            "_unpaired": lambda lines: (lines, lines_through(lines)),
            "undominated": lambda moves, _: moves,
            "_MANY": 1,
        }
        monkeypatch.setattr(f"tictactoe_widget.analysis.mnk.proofs.{feature}", without[feature])
    assert [bool(judge().breaks_in_vain(lines)) for lines in positions] == saved


def test_breaker_visits_few_nodes():
    nodes = []
    for size in ((4, 4, 4), (5, 5, 4)):
        known = LineProver(MNK(*size))
        known.wins(0, 0)
        nodes.append(known.node_count)
    few, many = nodes
    assert few < 20
    assert MakerBreaker(MNK(4, 4, 4), do_not_count).makes(MNK(4, 4, 4).line_masks) == 0
    assert MakerBreaker(MNK(5, 5, 4), do_not_count).makes(MNK(5, 5, 4).line_masks) > 0
    assert many < 60_000
