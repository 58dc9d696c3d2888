"""Programs that show notebooks, from environments of their own, which the Makefile makes."""

import os
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import randrange

from tests.support.hosts.jupyter import ROOT, until
from tests.support.patience import PATIENCE

# Environment with the newest versions of the hosts of the group ``hosts``.
HOSTS = ROOT / ".venv-hosts"


def _free_port() -> int:
    """Return a port that is free, and that the system gives to nobody who asks for any.

    One that it does give away, a kernel of another test could have before the host does.
    """
    while True:
        port = randrange(20_000, 30_000)
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port


@contextmanager
def serving(
    folder: Path, arguments: Sequence[str], *, environment: Path = HOSTS
) -> Iterator[str]:
    """Run a module of Python that serves pages on this machine, and yield its origin.

    Parameters
    ----------
    folder : Path
        Where it runs, and keeps whatever it writes.
    arguments : sequence of str
        Name of the module and its arguments; ``PORT`` in them stands for the port.
    environment : Path
        Virtual environment that has the module.
    """
    python = environment / "bin/python"
    assert python.exists(), f"no {python}: `make test-hosts` makes it"
    port = str(_free_port())
    origin = f"http://127.0.0.1:{port}"
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(
            [python, "-m", *(argument.replace("PORT", port) for argument in arguments)],
            cwd=folder,
            env={
                **os.environ,
                "HOME": str(folder),
                "IPYTHONDIR": str(folder / "ipython"),
                "JUPYTER_CONFIG_DIR": str(folder / "config"),
                "JUPYTER_DATA_DIR": str(folder / "data"),
                "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
                "PYTHONPATH": str(ROOT),
            },
            stdout=log,
            stderr=subprocess.STDOUT,
        )

        def answers() -> bool:
            assert process.poll() is None, (folder / "server.log").read_text()
            try:
                with urllib.request.urlopen(origin, timeout=PATIENCE):
                    return True
            except (ConnectionError, urllib.error.URLError):
                return False

        try:
            until(answers, f"{arguments[0]} answers", seconds=4 * PATIENCE)
            yield origin
        finally:
            process.terminate()
            process.wait(PATIENCE)
