"""A course checked by a cluster of dask.distributed: the report is that of this computer."""

from functools import partial

import dask
import pytest
from distributed import Client, LocalCluster

from tests.support.students.troublesome import MEMORY, SECONDS, TASKS, large_course
from tictactoe_widget.classroom import check_all


@pytest.fixture(scope="module")
def executor():
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        yield client.get_executor(pure=False)


def test_dask_says_of_300_submissions_what_two_processes_say(executor, tmp_path):
    for name, (source, _) in large_course().items():
        content = source if isinstance(source, bytes) else source.encode()
        (tmp_path / f"{name}.py").write_bytes(content)
    check_course = partial(
        check_all, tmp_path, "flat", TASKS, 20, seconds=SECONDS, memory=MEMORY
    )
    here = check_course(workers=2)
    assert check_course(executor=executor).to_dict() == here.to_dict()
    assert len(here) == 300
