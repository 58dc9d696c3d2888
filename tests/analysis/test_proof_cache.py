"""The bound that all caches of proofs share."""

import gc

import pytest

from tictactoe_widget import MNK
from tictactoe_widget.analysis.mnk import cache
from tictactoe_widget.analysis.mnk.cache import ProofCache
from tictactoe_widget.analysis.mnk.proofs import prover
from tictactoe_widget.analysis.mnk.solver import root_value


@pytest.fixture(autouse=True)
def _no_caches_of_other_tests(monkeypatch):
    gc.collect()
    monkeypatch.setattr(cache, "_caches", type(cache._caches)())


def key(number, masks=5):
    return (tuple(range(masks)), (), number, True)


def test_all_caches_together_stay_within_their_bound_and_the_largest_makes_room(monkeypatch):
    monkeypatch.setattr(cache, "MOST_WORDS", 30_000)
    small, large = ProofCache[bool](), ProofCache[bool]()
    for number in range(100):
        small.store(key(number), answer=True)
    for number in range(5_000):
        large.store(key(number), answer=number % 2 == 0)
        assert small.words + large.words <= 30_000 + 10_000
    assert list(small) == [key(number) for number in range(100)]
    assert 500 < len(large) <= 2_000
    assert list(large) == [key(number) for number in range(5_000 - len(large), 5_000)]
    assert (small.words, large.words) == (100 * 20, len(large) * 20)


def test_a_key_with_more_lines_takes_more_of_the_bound():
    lean, fat = ProofCache[bool](), ProofCache[bool]()
    lean.store(key(0, masks=1), answer=True)
    fat.store(key(0, masks=241), answer=True)
    assert (lean.words, fat.words) == (16, 256)


def test_a_cache_that_nothing_refers_to_takes_nothing(monkeypatch):
    monkeypatch.setattr(cache, "MOST_WORDS", 30_000)
    gone, kept = ProofCache[bool](), ProofCache[bool]()
    for number in range(1_300):
        gone.store(key(number), answer=True)
    del gone
    for number in range(1_300):
        kept.store(key(number), answer=True)
    assert len(kept) == 1_300


def test_values_found_with_little_room_are_those_found_with_much(monkeypatch):
    sets = [(4, 3, 3, True), (3, 4, 3, False), (4, 4, 4, True), (4, 4, 4, False)]
    rules = [MNK(*one) for one in sets]
    roomy = [root_value(one) for one in rules]
    monkeypatch.setattr(cache, "MOST_WORDS", 4_000)
    monkeypatch.setattr(cache, "_WORDS_PER_CHECK", 500)
    narrow = [prover(one) for one in rules]
    assert [root_value(one, known) for one, known in zip(rules, narrow, strict=True)] == roomy
    assert roomy == ["loss", "win", "draw", "draw"]
    assert sum(known._proofs.words for known in narrow) < 4_000 + 4 * 500
