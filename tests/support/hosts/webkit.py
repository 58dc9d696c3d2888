"""Drive WebKitGTK by WebDriver on its own screen, or have apt-get install it.

``python -m tests.support.hosts.webkit`` does the latter and prints the driver's path.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from tests.support.hosts import debian
from tests.support.hosts.engines import Engine
from tests.support.hosts.jupyter import free_port, until
from tests.support.patience import PATIENCE

# Commands that must be there.
NEEDED = ("WebKitWebDriver", "Xvfb")


def find() -> list[str]:
    """Paths of the driver and of the screen that needs no hardware; empty if one is missing."""
    paths = [path for path in map(shutil.which, NEEDED) if path]
    return paths if len(paths) == len(NEEDED) else []


class WebKit(Engine):
    """The small browser that comes with WebKitGTK, on an Xvfb; it tells of no trouble.

    Parameters
    ----------
    folder : Path
        Where the browser keeps its data.
    """

    def __init__(self, folder: Path) -> None:
        paths = find()
        assert paths, "no WebKit: `make test-hosts` installs it"
        driver, screen = paths
        self.troubles: list[str] = []
        self._screen = subprocess.Popen(
            [screen, "-displayfd", "1", "-screen", "0", "1600x1200x24"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._screen.stdout
        number = self._screen.stdout.readline().strip()
        port = free_port()
        self._driver = subprocess.Popen(
            [driver, f"--port={port}"],
            env={**os.environ, "DISPLAY": f":{number}", "HOME": str(folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._address = f"http://127.0.0.1:{port}"

    def start(self) -> None:
        until(self._answers, "WebKitWebDriver answers")
        wanted: dict[str, Any] = {"capabilities": {"alwaysMatch": {}}}
        session = self._send("POST", "/session", wanted)
        self._address += f"/session/{session['sessionId']}"
        self.version: str = session["capabilities"]["browserVersion"]

    def _answers(self) -> Any:
        try:
            return self._send("GET", "/status")
        except urllib.error.URLError:
            return None

    def _send(self, method: str, path: str, body: object = None) -> Any:
        request = urllib.request.Request(  # noqa: S310 - our own driver
            self._address + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
                return json.loads(answer.read())["value"]
        except urllib.error.HTTPError as fault:
            message = json.loads(fault.read())["value"]["message"]
            raise AssertionError(f"{path}: {message}") from fault

    def open(self, url: str) -> None:
        self._send("POST", "/url", {"url": url})

    def evaluate(self, function: str, *arguments: Any) -> Any:
        script = f"""
            const done = arguments[arguments.length - 1];
            (async () => ({function})(...JSON.parse(arguments[0])))().then(
                (value) => done({{ value: JSON.stringify(value ?? null) }}),
                (fault) => done({{ fault: String(fault) }}))"""
        body = {"script": script, "args": [json.dumps(arguments)]}
        answer = self._send("POST", "/execute/async", body)
        assert "fault" not in answer, answer
        return json.loads(answer["value"])

    def act(self, device: dict[str, Any]) -> None:
        self._send("POST", "/actions", {"actions": [device]})

    def resize(self, width: int, height: int) -> None:
        # The window is larger than the page by its bar of tools.
        self._send("POST", "/window/rect", {"x": 0, "y": 0, "width": width, "height": height})
        inner = self.evaluate("() => [innerWidth, innerHeight]")
        rect = self._send("GET", "/window/rect")
        more = {"width": width + rect["width"] - inner[0]}
        more["height"] = height + rect["height"] - inner[1]
        self._send("POST", "/window/rect", {"x": 0, "y": 0, **more})
        until(
            lambda: self.evaluate("() => [innerWidth, innerHeight]") == [width, height],
            f"the page has {width} x {height}",
        )

    def names(self, role: str, selector: str) -> list[str]:
        body = {"using": "css selector", "value": selector}
        found = [next(iter(each.values())) for each in self._send("POST", "/elements", body)]
        return [
            self._send("GET", f"/element/{each}/computedlabel")
            for each in found
            if self._send("GET", f"/element/{each}/computedrole") == role
        ]

    def picture(self) -> bytes:
        return base64.b64decode(self._send("GET", "/screenshot"))

    def stop(self) -> None:
        for process in (self._driver, self._screen):
            process.terminate()
            process.communicate(timeout=PATIENCE)


if __name__ == "__main__":
    if not find():
        debian.install("webkit2gtk-driver", "xvfb", "fonts-dejavu")
    found = find() or sys.exit(f"apt-get left no {' and '.join(NEEDED)} on PATH")
    sys.stdout.write(f"{found[0]}\n")
