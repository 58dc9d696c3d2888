"""Forecasts for slow searches."""

import io

from tictactoe_widget.classroom.checking.runner import Forecast

# Plain minimax on 5,478 positions: 2,126,493 visits, counted by a second program.
ALL = 2_126_493


class Clock:
    """A clock that advances by a fixed time for each item done."""

    def __init__(self, pace):
        self.pace = pace
        self.done = 0

    def __call__(self):
        return self.pace * self.done


def told(pace, start=0, total=ALL):
    clock, stream, shown = Clock(pace), io.StringIO(), []
    forecast = Forecast(
        lambda done, total: shown.append((done, total)), stream, start, (500, 20_000), clock
    )
    for done in range(0, total + 1, 1_000):
        clock.done = done
        forecast(done, total)
    assert shown == [(done, total) for done in range(0, total + 1, 1_000)]
    return stream.getvalue()


def test_slow_search_is_announced_once():
    # At 0.134 ms per visit, the remaining 2,123,493 visits take 284.5 s, and 20,000 take 2.7 s.
    assert told(0.000134) == (
        "\nChecking the search in every position could take another 4 min 45 s. It takes "
        "less time if the search prunes branches or remembers positions. With positions=500, "
        "it takes about 3 s. With an executor, several processes share the work.\n"
    )


def test_forecast_ignores_earlier_work():
    # The first 100,000 items take no time. The search has 10,000 left at 10 ms each.
    clock, stream = Clock(0.01), io.StringIO()
    forecast = Forecast(lambda *_: None, stream, 100_000, (500, 50), clock)
    for done in (0, 100_000, 100_001, 102_001, 112_001):
        clock.done = max(0, done - 100_000)
        forecast(done, 112_001)
    assert "could take another 1 min 40 s." in stream.getvalue()
    assert "it takes about 1 s." in stream.getvalue()


def test_quick_search_is_not_announced():
    assert told(0.00001) == ""
