"""A real Jupyter server, its kernels, and its pages as a person finds them."""

import ast
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import randrange
from typing import Any, TypeVar

from jupyter_client.blocking.client import BlockingKernelClient
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.support.patience import PATIENCE
from tests.support.scenes.notebook_files import KERNEL, new_notebook
from tests.support.scenes.scripts import ROOT

# Seconds until an entry of a menu that cannot be pressed is taken to be gone with the menu.
MENU_STAYS = 10

# Paths of the scripts of JupyterLab and Notebook on a server. Widgets have other paths.
SCRIPTS = (
    *("/static/lab/", "/static/notebook/", "/lab/extensions/@jupyter-notebook/"),
    "/lab/extensions/@jupyterlite/",  # the site is built with it, and JupyterLab finds it too
)

NO_NEWS = {"fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True}


Found = TypeVar("Found")


def until(condition: Callable[[], Found], what: str, seconds: float = PATIENCE) -> Found:
    """Ask again and again until `condition()` is truthy, and return that."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"waited {seconds} s in vain: {what}"
        time.sleep(0.02)
    return found


def free_port() -> int:
    """Return a port that is free, and that the system gives to nobody who asks for any.

    One that it does give away, a kernel of another test could have before the server does.
    """
    while True:
        port = randrange(20_000, 30_000)
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port


def variables_in(folder: Path) -> dict[str, str]:
    """Return the environment of a server of notebooks that keeps to a folder."""
    places = {
        "IPYTHONDIR": "ipython",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
    }
    kept = {name: str(folder / place) for name, place in places.items()}
    return {**os.environ, **kept, "PYTHONPATH": str(ROOT)}


class Server:
    """One jupyter-server with the front ends of JupyterLab and Notebook 7.

    It runs in `folder` and keeps to it: configuration, settings, workspaces, runtime
    files and the notebooks all lie there, so nothing of the developer's own Jupyter is
    read or changed. `python` is that of an environment with JupyterLab.
    """

    def __init__(self, folder: Path, python: str = sys.executable) -> None:
        self.files = folder / "files"
        self.files.mkdir()
        # Theme of pages that are opened now.
        self.theme = "JupyterLab Light"
        self._runtime = folder / "runtime"
        settings = folder / "settings/@jupyterlab/apputils-extension"
        settings.mkdir(parents=True)
        (settings / "notification.jupyterlab-settings").write_text(json.dumps(NO_NEWS))
        port = free_port()
        self.origin = f"http://127.0.0.1:{port}"
        self.token = secrets.token_hex(16)
        self._log = (folder / "server.log").open("w")
        self._process = subprocess.Popen(
            [
                *(python, "-m", "jupyterlab", "--no-browser", "--allow-root"),
                f"--ServerApp.port={port}",
                "--ServerApp.port_retries=0",
                f"--IdentityProvider.token={self.token}",
                f"--ServerApp.root_dir={self.files}",
                "--LabApp.expose_app_in_browser=True",
            ],
            env=variables_in(folder),
            cwd=folder,
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )

    def wait(self) -> None:
        """Return once the server answers."""
        until(self._answers, "the Jupyter server starts", seconds=4 * PATIENCE)

    def _answers(self) -> Any:
        assert self._process.poll() is None, Path(self._log.name).read_text()
        try:
            return self.api("GET", "api/status")
        except (ConnectionError, urllib.error.URLError):
            return None

    def stop(self) -> None:
        """End the server and its kernels."""
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:  # with jupyter-collaboration it was seen to hang
            self._process.kill()
            self._process.wait()
        self._log.close()

    def api(self, method: str, path: str, body: object = None) -> Any:
        """Call the REST API of the server."""
        request = urllib.request.Request(  # noqa: S310 - our own server
            f"{self.origin}/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"token {self.token}"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            return json.loads(answer.read() or b"null")

    def address(self, where: str) -> str:
        """Address of a page of the server, in its own workspace if that is JupyterLab.

        So nothing of another test's layout is restored.
        """
        lab = re.sub(r"^lab\b", f"lab/workspaces/{secrets.token_hex(4)}", where)
        return f"{self.origin}/{lab}?token={self.token}"

    def set_theme(self, theme: str) -> None:
        """Choose the theme of pages that are opened from now on."""
        self.theme = theme
        raw = json.dumps({"theme": theme})
        self.api("PUT", "lab/api/settings/@jupyterlab/apputils-extension:themes", {"raw": raw})

    def add_notebook(self, name: str, sources: Iterable[str]) -> None:
        """Write a notebook with one code cell for each of `sources`."""
        notebook = new_notebook(*sources, kernelspec=KERNEL)
        (self.files / name).write_text(json.dumps(notebook))

    def connections(self, path: str) -> int:
        """How many pages are connected to the kernel of a notebook."""
        sessions = self.api("GET", "api/sessions")
        return sum(one["kernel"]["connections"] for one in sessions if one["path"] == path)

    @contextmanager
    def session(self, path: str) -> Iterator["Kernel"]:
        """Start the kernel of a notebook; the pages that open it connect to it."""
        kernel = {"name": "python3"}
        session = {"path": path, "name": path, "type": "notebook", "kernel": kernel}
        made = self.api("POST", "api/sessions", session)
        opened = Kernel(self, made["kernel"]["id"], self._runtime)
        try:
            yield opened
        finally:
            opened.hang_up()
        left = {entry["id"] for entry in self.api("GET", "api/sessions")}
        if made["id"] in left:
            self.api("DELETE", f"api/sessions/{made['id']}")


@contextmanager
def running_jupyter(folder: Path, environment: str = "") -> Iterator[Server]:
    """Run a Jupyter server, of another environment of the project if that is named."""
    python = ROOT / environment / "bin/python" if environment else Path(sys.executable)
    assert python.exists(), f"no {python}: `make test-hosts` makes it"
    server = Server(folder, str(python))
    try:
        server.wait()
        yield server
    finally:
        server.stop()


class Kernel:
    """A kernel of the server, asked directly and not through a page."""

    def __init__(self, server: Server, kernel_id: str, runtime: Path) -> None:
        self._server = server
        self.id = kernel_id
        self._file = runtime / f"kernel-{kernel_id}.json"
        self._client: BlockingKernelClient | None = None

    def evaluate(self, expression: str) -> Any:
        """Value of a Python expression in the kernel, as far as a literal can say it."""
        reply = self._call().execute(
            "",
            silent=True,
            store_history=False,
            user_expressions={"value": expression},
            reply=True,
            timeout=PATIENCE,
        )
        value = reply["content"]["user_expressions"]["value"]
        assert value["status"] == "ok", value
        return ast.literal_eval(value["data"]["text/plain"])

    def _call(self) -> BlockingKernelClient:
        """Connect to the kernel, or return the connection that there is."""
        if self._client is None:
            client = BlockingKernelClient(connection_file=str(self._file))
            client.load_connection_file()
            client.start_channels()
            try:
                client.wait_for_ready(PATIENCE)
            except BaseException:
                client.stop_channels()
                raise
            client.iopub_channel.stop()  # what cells put out is for pages to read
            self._client = client
        return self._client

    def hang_up(self) -> None:
        """End the connection; who asks anything later connects again."""
        if self._client is not None:
            self._client.stop_channels()
            self._client = None

    def _signal(self, number: signal.Signals) -> int:
        process: int = self.evaluate("__import__('os').getpid()")
        os.kill(process, number)
        return process

    def kill(self) -> None:
        """End the process with no chance to say goodbye."""
        self._signal(signal.SIGKILL)

    def halt(self) -> Callable[[], None]:
        """Stop the process in its tracks, and return what lets it go on."""
        process = self._signal(signal.SIGSTOP)
        return lambda: os.kill(process, signal.SIGCONT)

    def wait_until_restarted(self) -> None:
        """Return once a new process answers, in which there is no board."""
        until(self._knows_no_board, "the kernel restarts")

    def _knows_no_board(self) -> bool:
        self.hang_up()  # what the old process was asked, the new one would not answer
        try:
            return not self.evaluate("'board' in globals()")
        except RuntimeError:  # the old process is gone, the new one not yet there
            return False


# Condition of a page: what a kernel says of widgets is lost before, as nobody hears it.
HEARS_WIDGETS = """() => {
  if (typeof jupyterapp === "undefined") return true; // Notebook hides it
  const { session } = jupyterapp.shell.currentWidget?.sessionContext ?? {};
  return "jupyter.widget" in (session?.kernel?._targetRegistry ?? {});
}"""


class Notebook:
    """A page with one notebook open, in JupyterLab or in Notebook 7."""

    def __init__(self, page: Page, kernel: Kernel | None, host: str, name: str) -> None:
        self.page = page
        self._kernel = kernel
        self.host = host
        self.name = name

    @property
    def kernel(self) -> Kernel:
        """The kernel of the notebook on the server."""
        assert self._kernel, "a page without a server has no kernel that could be asked"
        return self._kernel

    def open(self, server: Server) -> None:
        """Load the page and wait until it is connected to its kernel."""
        folder = {"lab": "lab/tree", "notebook": "notebooks"}[self.host]
        others = server.connections(self.name)
        self.page.goto(server.address(f"{folder}/{self.name}"))
        self.cell(0).wait_for()
        self.wait_until_connected(server, others)

    def wait_until_connected(self, server: Server, others: int = 0) -> None:
        """Return once one page more than `others` has the kernel, hears widgets, and is idle.

        The indicator of the page says idle before there is any connection, and a
        cell that is run then makes JupyterLab ask for a kernel.
        """
        until(lambda: server.connections(self.name) > others, "the page has its kernel")
        self.page.wait_for_function(HEARS_WIDGETS)
        self.wait_until_idle()

    def wait_until_idle(self) -> None:
        """Return once the page says that its kernel is idle."""
        self.page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(
            state="attached"  # it is hidden where the page is narrow
        )

    def cell(self, index: int) -> Locator:
        """The cell at `index`."""
        return self.page.locator(".jp-Notebook .jp-Cell").nth(index)

    def output(self, index: int) -> Locator:
        """What a cell has put out."""
        return self.cell(index).locator(".jp-Cell-outputArea")

    def texts(self, indexes: Iterable[int]) -> list[str]:
        """What these cells have put out, as text, also where it is out of sight."""
        return [self.output(index).text_content() or "" for index in indexes]

    def board(self, index: int) -> "Board":
        """The board in the output of a cell."""
        return Board(self.output(index).locator(".ttt"))

    def choose(self, menu: str, entry: str) -> None:
        """Choose an entry of the menu bar.

        A host closes the menu that is open when it adds one to the bar or an entry to it, as
        it does for a while after the page is there; then it is opened again.
        """
        opener = self.page.locator(".lm-MenuBar").get_by_role("menuitem", name=menu, exact=True)
        # A press on an entry that is dimmed would close the menu and do nothing.
        entries = self.page.locator(".lm-Menu-item:not(.lm-mod-disabled)")
        chosen = entries.get_by_text(entry, exact=True)

        def is_chosen() -> bool:
            if not chosen.is_visible():
                opener.click()
            try:
                chosen.click(timeout=MENU_STAYS * 1000)
            except TooLate:
                return False
            # One that is pressed while the host changes the menu does nothing, and stays.
            return not chosen.is_visible()

        until(is_chosen, f"{entry} is chosen in the menu {menu}")

    def reload(self, server: Server) -> None:
        """Load the page again, and wait until it is connected to its kernel once more.

        The server may still count the connection of the page before.
        """
        channels = f"/api/kernels/{self.kernel.id}/channels"
        with self.page.expect_websocket(lambda one: channels in one.url):
            self.page.reload()
        self.wait_until_connected(server)

    def shut_down(self) -> None:
        """Shut the kernel down, and wait until the page knows."""
        self.choose("Kernel", "Shut Down Kernel")
        expect(self.page.locator(".jp-KernelName:visible")).to_have_text("No Kernel")

    def run_all(self) -> None:
        """Run every cell."""
        self.choose("Run", "Run All Cells")

    def run(self, index: int) -> None:
        """Run one cell the way most people do."""
        editor = self.cell(index).locator(".cm-content")
        editor.click()
        expect(editor).to_be_focused()
        # Before the notebook knows, the keys are the editor's own, and add a line.
        expect(self.page.locator(".jp-Notebook")).to_contain_class("jp-mod-editMode")
        self.page.keyboard.press("Control+Enter")


class Board:
    """A board in a page; positions are the numbers that people see, from 1."""

    def __init__(self, root: Locator) -> None:
        self.root = root
        self.cells = root.get_by_role("gridcell").get_by_role("button")
        self.status = root.locator(".ttt-status")
        self.spoken = root.get_by_role("status")
        self.notice = root.get_by_role("alert")

    def cell(self, position: int) -> Locator:
        """The button of a position."""
        return self.cells.nth(position - 1)

    def click(self, *positions: int) -> None:
        """Click positions, each once the board has answered the one before."""
        for position in positions:
            self.cell(position).click()
            expect(self.cell(position)).to_have_accessible_name(re.compile("last move"))

    def button(self, name: str) -> Locator:
        """One of the buttons beside the grid."""
        return self.root.get_by_role("button", name=name, exact=True)

    def score(self) -> list[int]:
        """Rounds won by X, drawn, and won by O."""
        return [int(text) for text in self.root.locator(".ttt-score").all_inner_texts()]

    def marks(self) -> str:
        """The marks as text, such as ``X.O/.X./..O``."""
        names = self.cells.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
        marks = ["." if "empty" in name else name.split(", ")[3] for name in names]
        return "/".join("".join(marks[at : at + 3]) for at in range(0, len(marks), 3))

    def shows(self, marks: str, message: str) -> None:
        """Wait until the board shows these marks and says this message."""
        expect(self.status).to_contain_text(message)
        until(lambda: self.marks() == marks, f"the board shows {marks}, not {self.marks()}")
