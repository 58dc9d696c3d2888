"""A prover that two threads use at the same time."""

from threading import Event, Thread

from tictactoe_widget import MNK
from tictactoe_widget.analysis.mnk import proofs
from tictactoe_widget.analysis.mnk.proofs import LineProver


def test_a_thread_waits_for_the_slice_of_another_and_then_has_all_of_its_own(monkeypatch):
    now = 0.0
    arrived = Event()
    found = []
    known = LineProver(MNK(3, 3, 3))

    class Door:
        """The lock of the prover, which tells when the second thread stands before it."""

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
    known._in_use = Door(known._in_use)
    thread = Thread(target=lambda: known.run_until(1.0, second))
    known.run_until(1.0, first)
    thread.join()
    # Sixty seconds after its deadline the second still has its second: nobody wins at 3x3.
    assert found == ["first begins", "first ends", "second begins", False]
