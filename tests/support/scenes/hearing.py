"""What the live region of a board says in the page."""

from tests.support.hosts.jupyter import Board, until

_LISTEN = """region => {
  globalThis.heard = [];
  new MutationObserver(() => heard.push(region.textContent.replaceAll("\\u200b", "")))
    .observe(region, { childList: true, characterData: true, subtree: true });
}"""
"""Note what the live region says, one text after the other."""


class Hearing:
    """All that the live region of a board says from now on."""

    def __init__(self, board: Board) -> None:
        self._page = board.root.page
        self._told = ""
        board.spoken.evaluate(_LISTEN)

    def expect(self, text: str) -> None:
        """Wait until this is told next, in one text or in several."""
        self._told = f"{self._told} {text}".strip()
        what = f"told {self._told!r}, not {self._heard()!r}"
        until(lambda: self._heard() == self._told, what)

    def _heard(self) -> str:
        return " ".join(self._page.evaluate("heard"))
