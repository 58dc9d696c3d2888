"""Drive Firefox by WebDriver BiDi, or have apt-get install it.

``python -m tests.support.hosts.firefox`` does the latter and prints its path.
"""

import base64
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from websocket import WebSocket, create_connection

from tests.support.hosts import debian
from tests.support.hosts.engines import Engine
from tests.support.hosts.jupyter import until
from tests.support.patience import PATIENCE

# Commands that start a browser that will do.
NAMES = ("firefox-esr", "firefox")


def find() -> str | None:
    """Path of the browser: the environment's FIREFOX, else the first on PATH."""
    return debian.find("FIREFOX", NAMES)


class Firefox(Engine):
    """A Firefox without a window, with its own profile.

    Parameters
    ----------
    folder : Path
        Where the profile is kept.
    """

    def __init__(self, folder: Path) -> None:
        path = find()
        assert path, "no Firefox: `make test-hosts` installs one, or name it in FIREFOX"
        profile = folder / "profile"
        profile.mkdir()
        self.troubles: list[str] = []
        self._count = 0
        self._socket: WebSocket | None = None
        self._process = subprocess.Popen(
            [
                *(path, "--headless", "--no-remote", "--remote-debugging-port=0"),
                *("--profile", str(profile), "about:blank"),
            ],
            # To root, Firefox does not start in the home of somebody else.
            env={**os.environ, "HOME": str(folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._listens = profile / "WebDriverBiDiServer.json"

    def start(self) -> None:
        written = until(self._read_listens, "Firefox listens")
        port = json.loads(written)["ws_port"]
        self._socket = create_connection(
            f"ws://127.0.0.1:{port}/session", timeout=PATIENCE, suppress_origin=True
        )
        self.version: str = self._send("session.new", capabilities={})["capabilities"][
            "browserVersion"
        ]
        self._send("session.subscribe", events=["log.entryAdded"])
        # The page that Firefox opens by itself never has the focus.
        self._page = self._send("browsingContext.create", type="tab")["context"]

    def _read_listens(self) -> str:
        return self._listens.read_text() if self._listens.is_file() else ""

    def _send(self, method: str, **params: Any) -> Any:
        assert self._socket
        self._count += 1
        message = {"id": self._count, "method": method, "params": params}
        self._socket.send(json.dumps(message))
        while True:
            heard = json.loads(self._socket.recv())
            if heard.get("id") == self._count:
                assert heard["type"] == "success", f"{method}: {heard['message']}"
                return heard["result"]
            entry = heard.get("params", {})
            if heard.get("method") == "log.entryAdded" and entry["level"] == "error":
                self.troubles.append(entry["text"])

    def open(self, url: str) -> None:
        self._send("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def evaluate(self, function: str, *arguments: Any) -> Any:
        given = json.dumps(arguments)
        answer = self._send(
            "script.callFunction",
            target={"context": self._page},
            functionDeclaration="async (given) => "
            f"JSON.stringify(await ({function})(...JSON.parse(given)) ?? null)",
            arguments=[{"type": "string", "value": given}],
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def act(self, device: dict[str, Any]) -> None:
        self._send("input.performActions", context=self._page, actions=[device])

    def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self._page, viewport=viewport)

    def names(self, role: str, selector: str) -> list[str]:
        candidates = self.evaluate(
            "(selector) => [...document.querySelectorAll(selector)]"
            ".map((part) => part.getAttribute('aria-label') ?? part.textContent.trim())",
            selector,
        )
        return [name for name in candidates if self._has(role, name)]

    def _has(self, role: str, name: str) -> bool:
        value = {"role": role, "name": name}
        locator = {"type": "accessibility", "value": value}
        found = self._send(
            "browsingContext.locateNodes", context=self._page, locator=locator, maxNodeCount=1
        )
        return bool(found["nodes"])

    def picture(self) -> bytes:
        taken = self._send("browsingContext.captureScreenshot", context=self._page)
        return base64.b64decode(taken["data"])

    def stop(self) -> None:
        if self._socket:
            self._socket.close()
        self._process.terminate()
        self._process.wait(PATIENCE)


if __name__ == "__main__":
    if find() is None:
        debian.install("firefox-esr", "fonts-dejavu")
    sys.stdout.write(f"{find() or sys.exit('apt-get left no firefox-esr on PATH')}\n")
