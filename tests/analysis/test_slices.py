from itertools import count

from tictactoe_widget.analysis import values as slices
from tictactoe_widget.analysis.values import last_search_within


def test_time_that_the_host_spends_between_slices_is_not_counted(monkeypatch):
    now = 0
    monkeypatch.setattr(slices, "perf_counter", lambda: now)

    def work():
        nonlocal now
        for answer in count(1):
            now += 1
            yield answer

    steps = last_search_within(work(), seconds=4)
    answer = None
    while answer is None:
        try:
            next(steps)
            now += 100
        except StopIteration as end:
            answer = end.value
    assert answer == 4
