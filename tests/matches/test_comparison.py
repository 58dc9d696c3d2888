"""Rules compared side by side, with the basis for each fact."""

import json

import pytest

from tests.support.models.drop_rules import Drop
from tictactoe_widget import MNK, Variant, compare_rules
from tictactoe_widget.analysis import registry

pytestmark = pytest.mark.slow


class Named(Drop):
    """An invented game that uses a known game's name."""

    systematic_name = "qubic"


def told(one):
    """Return each fact about the rules as value and basis, except facts about random play."""
    return {
        name: (known.value, known.basis)
        for name, known in one.facts.items()
        if not name.startswith("random")
    }


def test_standard_misere_and_wild():
    standard, misere, wild = compare_rules(
        "standard", "misere", Variant(3, 3, 3, marks="chosen"), seed=1
    ).rules
    assert (standard.rules_name, misere.rules_name) == ("standard", "misere")
    counted = {"cells": 9, "positions": 5478, "games": 255168, "first_moves": 9}
    proved = {"winner": "draw", "plies": 9, "winning_first_moves": 0}
    assert told(standard) == {
        **{name: (value, "counted") for name, value in counted.items()},
        **{name: (value, "proved") for name, value in proved.items()},
    }
    assert told(misere) == told(standard)
    # The picture shows each first move's value. In misère, all but the centre lose.
    words = [(">draw<", 9, 1), (">loss in", 0, 8), (">win in", 0, 0)]
    for word, *counts in words:
        assert [one.picture.count(word) for one in (standard, misere)] == counts
    # The first player wins with either mark in the centre.
    assert told(wild)["winner"] == ("first", "proved")
    assert told(wild)["plies"] == (7, "proved")
    assert told(wild)["first_moves"] == (18, "counted")
    assert told(wild)["winning_first_moves"] == (2, "proved")


def test_second_player_wins():
    (found,) = compare_rules(MNK(1, 2, 1, misere=True), seed=1).rules
    assert told(found)["winner"] == ("second", "proved")
    assert told(found)["plies"] == (1, "proved")


def test_samples_of_random_play():
    (found,) = compare_rules("standard", seed=1).rules
    # Exact probabilities if all moves are equally likely: 737/1260, 121/420, 8/63.
    shares = {"random_first": 737 / 1260, "random_second": 121 / 420, "random_draw": 8 / 63}
    for name, share in shares.items():
        known = found.facts[name]
        low, high = known.interval
        assert known.basis == "sampled"
        assert low < share < high
        assert low < known.value < high
        assert high - low < 0.07
    assert sum(found.facts[name].value for name in shares) == pytest.approx(1)


def test_interval_of_a_certain_event():
    (found,) = compare_rules(MNK(3, 3, 1), seed=1).rules
    # After 1000 wins in 1000 games, the width is z * z / (n + z * z) = 3.8415 / 1003.8415.
    assert found.random_first.value == 1
    assert found.random_first.interval == pytest.approx((1 - 0.0038268, 1), abs=1e-6)
    assert found.random_draw.interval == pytest.approx((0, 0.0038268), abs=1e-6)
    assert str(found.random_first) == "100.0% (sampled, 99.6% to 100.0%)"


def test_same_seed_gives_same_numbers():
    assert compare_rules("4x3k3", "misere", seed=5) == compare_rules("4x3k3", "misere", seed=5)
    assert compare_rules("misere", seed=5) != compare_rules("misere", seed=6)


def test_facts_from_print():
    found = compare_rules("connect4", Named(6, 7, 4), seed=1)
    known, unknown = found.rules
    unknown_facts = ("positions", "games", "plies", "winning_first_moves")
    assert told(known) == {
        "cells": (42, "counted"),
        "winner": ("first", "from print"),
        "first_moves": (7, "counted"),
        **dict.fromkeys(unknown_facts, (None, "unknown")),
    }
    assert "Allis" in known.winner.source
    assert told(unknown)["winner"] == (None, "unknown")
    assert unknown.winner.source == ""
    text = str(found).splitlines()
    assert text[-1].startswith("connect4: L. V. Allis")
    assert text[4].split("  ")[0] == "Winner with best play"
    assert "first (published)" in text[4]
    assert text[4].endswith("unknown")
    assert "Allis" in found._repr_html_()


def test_qubic_and_order_and_chaos():
    found = compare_rules("qubic", "order-and-chaos", "cube3", seed=1)
    qubic, order, cube = found.rules
    assert told(qubic)["winner"] == ("first", "from print")
    assert qubic.winner.source.startswith("O. Patashnik, ")
    assert "1980" in qubic.winner.source
    assert told(order)["winner"] == (None, "unknown")
    assert told(order)["first_moves"] == (72, "counted")
    # A fact that is proved here needs no source.
    assert told(cube)["winner"] == ("first", "proved")
    assert [one.winner.source for one in (order, cube)] == ["", ""]


def test_unknown_facts(monkeypatch):
    monkeypatch.setattr(registry, "_trials", {Drop(4, 5, 4): False})
    (found,) = compare_rules(Drop(4, 5, 4), seed=1).rules
    assert told(found)["positions"] == told(found)["winner"] == (None, "unknown")


def test_forms_of_a_comparison():
    found = compare_rules("standard", "4x3k3", seed=1)
    text = str(found).splitlines()
    assert text[0].split() == ["standard", "4x3k3"]
    assert text[2].split() == ["Positions", "5,478", "(counted)", "111,973", "(counted)"]
    assert len(text) == 11
    html = found._repr_html_()
    assert html.count("<tr>") == 3
    assert "111,973<small>counted</small>" in html
    assert html.count("<svg") == 2
    data = json.loads(json.dumps(found.to_dict()))
    fact = {"value": "first", "basis": "proved", "interval": None, "source": ""}
    assert data["rules"][1]["winner"] == fact
    record = found.to_records()[0]
    names = ("rules", "positions", "positions_basis", "random_draw_basis")
    assert [record[name] for name in names] == ["standard", 5478, "counted", "sampled"]


def test_progress_of_a_comparison():
    seen = []
    compare_rules("standard", "misere", seed=1, progress=lambda *done: seen.append(done))
    assert seen == sorted(seen)
    assert {(0, 600), (100, 600), (250, 600), (600, 600)} <= set(seen)
