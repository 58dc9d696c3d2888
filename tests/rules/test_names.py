"""Finding rules by name."""

import re

import pytest

from tictactoe_widget import (
    MNK,
    NAMED,
    STANDARD,
    Cube,
    Numerical,
    Rules,
    Ultimate,
    Variant,
    find_rules,
)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("standard", MNK(3, 3, 3)),
        ("misere", MNK(3, 3, 3, misere=True)),
        ("4x4", MNK(4, 4, 4)),
        ("5x5", MNK(5, 5, 4)),
        ("gomoku", MNK(15, 15, 5)),
        ("ultimate", Ultimate(won_boards="closed", tie="draw")),
        ("ultimate-open", Ultimate(won_boards="open", tie="draw")),
        ("connect4", Variant(6, 7, 4, drop=True)),
        ("notakto", Variant(3, 3, 3, misere=True, marks="same")),
        ("wild", Variant(3, 3, 3, marks="chosen")),
        ("qubic", Cube(4)),
        ("order-and-chaos", Variant(6, 6, 5, order=True)),
        ("numerical", Numerical()),
    ],
)
def test_named_rules(name, rules):
    assert find_rules(name) is NAMED[name] is find_rules(rules.systematic_name)
    assert find_rules(rules) is rules == NAMED[name]
    assert rules.name == name
    assert eval(repr(rules)) == rules  # noqa: S307
    with pytest.raises(TypeError):
        NAMED["mine"] = STANDARD


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        (MNK(4, 5, 3), "4x5k3"),
        (MNK(19, 10, 12), "19x10k12"),
        (MNK(1, 1, 1), "1x1k1"),
        (MNK(4, 4, 4, misere=True), "misere-4x4k4"),
        (MNK(5, 5, 5), "5x5k5"),
        (Cube(3), "cube3"),
        (Variant(4, 4, 4, torus=True), "torus-4x4k4"),
        (Variant(6, 7, 4, misere=True, drop=True, torus=True), "misere-drop-torus-6x7k4"),
        (Variant(4, 5, 3, misere=True, marks="same"), "misere-same-4x5k3"),
        (Variant(5, 5, 4, marks="chosen", drop=True), "wild-drop-5x5k4"),
        (Variant(5, 5, 4, order=True, torus=True), "order-torus-5x5k4"),
        (Ultimate(tie="most-boards"), "ultimate-most-boards"),
        (Ultimate(won_boards="open", tie="most-boards"), "ultimate-open-most-boards"),
    ],
)
def test_systematic_names(rules, name):
    assert rules.name == rules.systematic_name == name
    assert find_rules(name) == rules


def test_names_round_trip():
    sizes = [(r, c, k) for r in range(1, 20) for c in range(1, 20) for k in (1, 4, 5, r, c)]
    boards = {
        MNK(*size, misere=misere)
        for size in sizes
        if size[2] <= max(size[:2])
        for misere in (False, True)
    }
    ultimates = {Ultimate(w, t) for w in ("closed", "open") for t in ("draw", "most-boards")}
    names = {rules.name for rules in boards | ultimates}
    assert len(names) == len(boards | ultimates)
    assert {find_rules(name) for name in names} == boards | ultimates
    assert {name for name, rules in NAMED.items() if type(rules) in (MNK, Ultimate)} <= names


def test_size_error_gives_reason():
    reason = "no rules are called '4x5k9': k must be from 1 to 5 (the longer side of the board)"
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}, not 9$"):
        find_rules("4x5k9")


@pytest.mark.parametrize(
    "name",
    [
        *("4x5", "4X5K3", " 4x5k3", "4x5k3\n", "4x5k³", "\N{ARABIC-INDIC DIGIT FOUR}x5k3"),
        *("4x5k-3", "4x5k+3", "4x5k3.0", "misere-ultimate", "misere-misere-4x4k4"),
        *("ultimate-closed", "ultimate-draw", "ultimate-most-boards-open", "ultimate-"),
        *("9" * 10_000, "4x5k" + "9" * 10_000, "standard" * 1250),
    ],
)
def test_unknown_name_refused(name):
    with pytest.raises(ValueError, match=r"^no rules are called '") as refused:
        find_rules(name)
    assert ": choose standard, misere, 4x4, 5x5, gomoku, ultimate, " in str(refused.value)
    assert len(str(refused.value)) < 300
    assert refused.value.__notes__ == [
        "Other rules have names such as 4x5k3, torus-4x4k4 or ultimate-open-most-boards."
    ]


def test_unnamed_rules_use_repr():
    class Plain(MNK):
        systematic_name = Rules.systematic_name
        from_name = classmethod(Rules.from_name.__func__)

    rules = Plain(3, 3, 3)
    assert rules.name == repr(rules)
    assert Plain.from_name(repr(rules)) is None


@pytest.mark.parametrize("value", [None, 3, True, ["standard"], int, {}])
def test_wrong_type_refused(value):
    with pytest.raises(TypeError) as refused:
        find_rules(value)
    assert str(refused.value) == (
        "rules must be standard, misere, 4x4, 5x5, gomoku, ultimate, ultimate-open, "
        "connect4, infinite, notakto, wild, three-mens-morris, tapatan, achi, picaria, "
        "numerical, sos, qubic or order-and-chaos, "
        f"or rules such as MNK(3, 3, 3), not {value!r}"
    )
