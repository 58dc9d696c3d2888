"""Course checks on a dask.distributed cluster give the same report as on this computer."""

from functools import partial

import dask
import pytest
from distributed import Client, LocalCluster

from tests.support.students.gallery import PLAIN, module_of, replaced
from tests.support.students.troublesome import MEMORY, SECONDS, TASKS, large_course
from tictactoe_widget.classroom import check, check_all
from tictactoe_widget.classroom.checking.questions import checked_positions

# Wrong only after X opens in the centre: then it plays an edge, which loses.
WRONG_AT_THE_CENTRE = """
    def minimax(board):
        if terminal(board):
            return None
        if sum(row.count(None) for row in board) == 8 and board[1][1] == X:
            return (0, 1)
        choose, value = (max, min_value) if player(board) == X else (min, max_value)
        return choose(actions(board), key=lambda action: value(result(board, action)))
    """


@pytest.fixture(scope="module")
def executor():
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        yield client.get_executor(pure=False)


def test_dask_checks_300_submissions(executor, tmp_path):
    for name, (source, _) in large_course().items():
        content = source if isinstance(source, bytes) else source.encode()
        (tmp_path / f"{name}.py").write_bytes(content)
    check_course = partial(
        check_all,
        tmp_path,
        "flat",
        TASKS,
        checked_positions()[::270],
        seconds=SECONDS,
        memory=MEMORY,
    )
    here = check_course(workers=2)
    assert check_course(executor=executor).to_dict() == here.to_dict()
    assert len(here) == 300


@pytest.mark.parametrize("wrong", [False, True])
def test_dask_splits_search_check(executor, wrong):
    module = module_of(replaced(WRONG_AT_THE_CENTRE) if wrong else PLAIN)
    some = [game for game in checked_positions() if game.move_count in (1, 2)][::6]
    check_search = partial(check, module, "cs50", "minimax", some)
    assert check_search(executor=executor).to_dict() == check_search().to_dict()
