"""One page of JupyterLab in which one notebook after another is opened.

To load JupyterLab takes longer than most tests of a board, so they share a page, as
somebody has who works on several notebooks; each has its own notebook and kernel.
"""

from playwright.sync_api import Browser, BrowserContext, Page

from tests.support.hosts.contexts import VIEWPORT, Watch
from tests.support.hosts.jupyter import SCRIPTS, Server

IS_THERE = "() => globalThis.jupyterapp?.restored.then(() => true)"

CLOSE_ALL = """() => {
  // Closed without the question whether to save.
  for (const one of [...jupyterapp.shell.widgets("main")]) one.dispose();
  return !document.querySelector(".jp-Dialog");
}"""

OPEN = """(path) => jupyterapp.commands
  .execute("docmanager:open", { path, factory: "Notebook" })
  .then((panel) => panel.context.ready)
  .then(() => {})"""


class Desk:
    """A page of JupyterLab that is kept from test to test, one for each theme."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self._server = server
        self._watch = Watch(browser, server.origin, host_scripts=SCRIPTS)
        self._kept: dict[str, tuple[BrowserContext, Page]] = {}
        self.is_taken = False
        """Whether a notebook is open in it now."""

    def open(self, name: str) -> Page:
        """Open a notebook of the server, and return the page."""
        self.is_taken = True
        theme = self._server.theme
        if theme not in self._kept:
            context = self._watch.make()
            self._kept[theme] = context, context.new_page()
            self._kept[theme][1].goto(self._server.address("lab"))
            self._kept[theme][1].wait_for_function(IS_THERE)
        page = self._kept[theme][1]
        page.evaluate(OPEN, name)
        return page

    def clear(self) -> None:
        """Close the notebook; where something else stays on the page, give the page up."""
        if not self.is_taken:
            return
        self.is_taken = False
        theme = self._server.theme
        context, page = self._kept[theme]
        page.emulate_media(
            media="null", color_scheme="null", reduced_motion="null", forced_colors="null"
        )
        page.set_viewport_size(VIEWPORT)
        if not page.evaluate(CLOSE_ALL):
            del self._kept[theme]
            context.close()
        self._watch.check()

    def close(self) -> None:
        """Close the pages."""
        for context, _ in self._kept.values():
            context.close()
