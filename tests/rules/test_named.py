"""Rules by name."""

import pytest

from tictactoe_widget import MNK, NAMED, STANDARD, Ultimate, find_rules, rules_name


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
    ],
)
def test_a_name_finds_its_rules_and_rules_find_their_name(name, rules):
    assert find_rules(name) == rules
    assert rules_name(rules) == name
    assert eval(repr(rules)) == rules  # noqa: S307


def test_the_names_are_these_in_this_order():
    assert list(NAMED) == [
        "standard",
        "misere",
        "4x4",
        "5x5",
        "gomoku",
        "ultimate",
        "ultimate-open",
    ]
    with pytest.raises(TypeError):
        NAMED["mine"] = STANDARD


def test_rules_are_found_as_they_are():
    rules = MNK(4, 5, 3)
    assert find_rules(rules) is rules


def test_other_rules_go_by_their_size_or_switches():
    assert rules_name(MNK(4, 5, 3)) == "4x5k3"
    assert rules_name(Ultimate(tie="most-boards")) == "ultimate-most-boards"


@pytest.mark.parametrize("name", ["", "Standard", "chess", "MNK(3, 3, 3)"])
def test_an_unknown_name_is_refused_with_the_names_there_are(name):
    with pytest.raises(ValueError, match="no rules are called") as refused:
        find_rules(name)
    assert str(refused.value) == (
        f"no rules are called {name!r}: choose standard, misere, 4x4, 5x5, gomoku, "
        "ultimate or ultimate-open"
    )


@pytest.mark.parametrize("value", [None, 3, True, ["standard"], MNK, {}])
def test_what_is_neither_a_name_nor_rules_is_refused(value):
    with pytest.raises(TypeError) as refused:
        find_rules(value)
    assert str(refused.value) == (
        "rules must be standard, misere, 4x4, 5x5, gomoku, ultimate or ultimate-open, "
        f"or rules such as MNK(3, 3, 3), not {value!r}"
    )


def test_each_has_a_title_and_a_summary_of_its_own():
    assert len({rules.title for rules in NAMED.values()}) == len(NAMED)
    assert len({rules.summary for rules in NAMED.values()}) == len(NAMED)
    for rules in NAMED.values():
        assert "\n" not in rules.summary
        assert rules.summary.endswith(".")


def test_the_summary_says_how_many_in_a_row_and_what_they_do():
    assert "4 marks in a row" in find_rules("4x4").summary
    assert "longer row" not in find_rules("4x4").summary
    assert "4 marks in a row" in find_rules("5x5").summary
    assert "A longer row counts too." in find_rules("gomoku").summary
    assert find_rules("gomoku").title == "Gomoku, 15 × 15, 5 in a row"
    assert "diagonally, loses." in find_rules("misere").summary
