"""The memory limit shared by all proof caches."""

import gc
from threading import Event, Thread

import pytest

from tictactoe_widget import MNK
from tictactoe_widget.analysis.mnk import proofs
from tictactoe_widget.analysis.mnk import proofs as cache
from tictactoe_widget.analysis.mnk.proofs import (
    LineProver,
    ProofCache,
    proof_key,
    prover,
    root_value,
)


@pytest.fixture(autouse=True)
def _no_caches_of_other_tests(monkeypatch):
    gc.collect()
    monkeypatch.setattr(cache, "_caches", type(cache._caches)())


def key(number, masks=5):
    """Return a key of 21 bytes plus five per mask: five for a number or tuple, one for True."""
    return proof_key(tuple(range(masks)), (), number, True)


def test_caches_share_memory_limit(monkeypatch):
    monkeypatch.setattr(cache, "MOST_BYTES", 300_000)
    monkeypatch.setattr(cache, "_BYTES_PER_CHECK", 10_000)
    small, large = ProofCache[bool](), ProofCache[bool]()
    for number in range(100):
        small.store(key(number), answer=number % 3 == 0)
    for number in range(5_000):
        large.store(key(number), answer=number % 2 == 0)
        assert small.size + large.size <= 300_000 + 10_000 + 200
    assert [small.get(key(number)) for number in range(100)] == [
        number % 3 == 0 for number in range(100)
    ]
    kept = len(large)
    assert 1_500 < kept <= 1_900
    assert [large.get(key(number)) for number in range(5_000)] == [
        *[None] * (5_000 - kept),
        *[number % 2 == 0 for number in range(5_000 - kept, 5_000)],
    ]
    assert (small.size, large.size) == (100 * 156, kept * 156)


def test_key_size_counted():
    lean, fat = ProofCache[bool](), ProofCache[bool]()
    lean.store(key(0, masks=1), answer=True)
    fat.store(key(0, masks=241), answer=True)
    assert fat.size - lean.size == 240 * 5


def test_deleted_caches_free_memory(monkeypatch):
    monkeypatch.setattr(cache, "MOST_BYTES", 300_000)
    gone, kept = ProofCache[bool](), ProofCache[bool]()
    for number in range(1_900):
        gone.store(key(number), answer=True)
    del gone
    for number in range(1_900):
        kept.store(key(number), answer=True)
    assert len(kept) == 1_900


def test_caches_not_tracked_by_gc():
    proofs = ProofCache[bool]()
    gc.collect()
    before = len(gc.get_objects())
    for number in range(20_000):
        proofs.store(key(number), answer=True)
    assert len(gc.get_objects()) < before + 100
    assert not gc.is_tracked(proofs._answers)


def test_values_same_with_little_memory(monkeypatch):
    sets = [(4, 3, 3, True), (3, 4, 3, False), (4, 4, 4, True), (4, 4, 4, False)]
    rules = [MNK(*one) for one in sets]
    roomy = [root_value(one) for one in rules]
    monkeypatch.setattr(cache, "MOST_BYTES", 64_000)
    monkeypatch.setattr(cache, "_BYTES_PER_CHECK", 8_000)
    narrow = [prover(one) for one in rules]
    assert [root_value(one, known) for one, known in zip(rules, narrow, strict=True)] == roomy
    assert roomy == ["loss", "win", "draw", "draw"]
    assert sum(known._proofs.size for known in narrow) < 64_000 + 4 * 8_000


def test_waiting_thread_keeps_its_time(monkeypatch):
    now = 0.0
    arrived = Event()
    found = []
    known = LineProver(MNK(3, 3, 3))

    class SignallingLock:
        """The prover's lock. It signals when the second thread waits for it."""

        def __init__(self, lock):
            self.lock = lock

        def __enter__(self):
            if self.lock.locked():
                arrived.set()
            self.lock.acquire()

        def __exit__(self, *_):
            self.lock.release()

    def second():
        found.append("second begins")
        arrived.set()
        answer = known.wins(0, 0)
        found.append(answer)
        return answer

    def first():
        nonlocal now
        found.append("first begins")
        thread.start()
        arrived.wait()
        now = 60.0
        found.append("first ends")
        return True

    monkeypatch.setattr(proofs, "perf_counter", lambda: now)
    known._in_use = SignallingLock(known._in_use)
    thread = Thread(target=lambda: known.run_until(1.0, second))
    known.run_until(1.0, first)
    thread.join()
    # Although its deadline passed sixty seconds ago, the second thread still gets its full
    # second. It finds that nobody wins on 3x3.
    assert found == ["first begins", "first ends", "second begins", False]
