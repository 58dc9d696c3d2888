"""One page of JupyterLab in which one notebook after another is opened.

To load JupyterLab takes longer than most tests of a board, so they share a page, as
somebody has who works on several notebooks; each has its own notebook and kernel.
"""

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

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


USE_THEME = """async (theme) => {
  await jupyterapp.commands.execute("apputils:change-theme", { theme });
  return true;
}"""
HAS_THEME = "(theme) => document.body.dataset.jpThemeName === theme"


class Desk:
    """A page of JupyterLab that is kept from test to test."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self._server = server
        self._watch = Watch(browser, server.origin, host_scripts=SCRIPTS)
        self._kept: tuple[BrowserContext, Page] | None = None
        # True if a notebook is open in it now.
        self.is_taken = False

    def open(self, name: str, viewport: ViewportSize = VIEWPORT) -> Page:
        """Open a notebook of the server in a page of this size, and return the page."""
        self.is_taken = True
        if self._kept is None:
            context = self._watch.make()
            self._kept = context, context.new_page()
            self._kept[1].goto(self._server.address("lab"))
            self._kept[1].wait_for_function(IS_THERE)
        page = self._kept[1]
        page.set_viewport_size(viewport)
        if not page.evaluate(HAS_THEME, self._server.theme):
            page.evaluate(USE_THEME, self._server.theme)
            page.wait_for_function(HAS_THEME, arg=self._server.theme)
        page.evaluate(OPEN, name)
        return page

    def clear(self) -> None:
        """Close the notebook; where something else stays on the page, give the page up."""
        if not self.is_taken:
            return
        self.is_taken = False
        assert self._kept, "a notebook is open in a page"
        context, page = self._kept
        page.emulate_media(
            media="null", color_scheme="null", reduced_motion="null", forced_colors="null"
        )
        if not page.evaluate(CLOSE_ALL):
            self._kept = None
            context.close()
        self._watch.check()

    def close(self) -> None:
        """Close the page."""
        if self._kept is not None:
            self._kept[0].close()
