"""A browser of another engine than Chromium's, used the way a person uses it."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from tests.support.hosts.jupyter import until

# WebDriver's names of the keys that write nothing.
CODES = {
    "Tab": "\ue004",
    "Enter": "\ue006",
    "Shift": "\ue008",
    "Control": "\ue009",
    "Escape": "\ue00c",
    "Space": " ",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}

# Find the first visible element that a selector matches and that is called so.
LOOK = """(selector, name) => {
  const spoken = (part) =>
    part.getAttribute("aria-label") ?? part.labels?.[0]?.textContent ?? part.textContent;
  const part = [...document.querySelectorAll(selector)].find((part) =>
    part.checkVisibility({ visibilityProperty: true }) &&
    (name === null || new RegExp(`^\\\\s*(?:${name})\\\\s*$`).test(spoken(part))));
  if (!part) return null;
  part.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { left, top, width, height } = part.getBoundingClientRect();
  const x = left + width / 2;
  const y = top + height / 2;
  const hit = document.elementFromPoint(x, y);
  const isHit = [part, ...(part.labels ?? [])].some((each) => each.contains(hit));
  const isFocused = part === document.activeElement;
  return { x, y, isHit, isFocused, text: part.innerText };
}"""


class Engine(ABC):
    """A browser with one page, started for one test.

    Elements are found by a selector of CSS and, unless that says enough, by a regular
    expression for the whole of their names.
    """

    # Version of the browser.
    version: str
    # Errors in its pages, as far as the browser reports them.
    troubles: list[str]

    @abstractmethod
    def start(self) -> None:
        """Return once the browser does what it is told."""

    @abstractmethod
    def open(self, url: str) -> None:
        """Load a page, and return once it has loaded."""

    @abstractmethod
    def evaluate(self, function: str, *arguments: Any) -> Any:
        """Call a function of JavaScript in the page, maybe an async one; JSON in and out."""

    @abstractmethod
    def act(self, device: dict[str, Any]) -> None:
        """Perform what WebDriver calls the actions of one input source."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the page this many CSS pixels."""

    @abstractmethod
    def names(self, role: str, selector: str) -> list[str]:
        """Return the names of elements that have this role, both as the engine sees it."""

    @abstractmethod
    def picture(self) -> bytes:
        """Return what can be seen, as PNG."""

    @abstractmethod
    def stop(self) -> None:
        """End the browser."""

    def look(self, selector: str, name: str | None = None) -> Any:
        """Return place, name and text of an element, None where there is none to see."""
        return self.evaluate(LOOK, selector, name)

    def wait_for(self, selector: str, name: str | None = None) -> Any:
        """Return what `look` does once the element is there."""
        return until(lambda: self.look(selector, name), f"there is {name or selector}")

    def text(self, selector: str) -> str:
        """Return the text of the first element, empty where there is none to see."""
        found = self.look(selector)
        return found["text"] if found else ""

    def shows(self, selector: str, text: str) -> None:
        """Wait until an element has `text` in it."""
        until(lambda: text in self.text(selector), f"{selector} says {text}")

    def click(self, selector: str, name: str | None = None) -> None:
        """Press the mouse on an element once nothing lies over it."""

        def find() -> Any:
            found = self.look(selector, name)
            return found if found and found["isHit"] else None

        found = until(find, f"{name or selector} can be pressed")
        x, y = int(found["x"]), int(found["y"])
        moves = [{"type": "pointerMove", "x": x, "y": y, "duration": 0}]
        presses = [{"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")]
        self.act(
            {
                "type": "pointer",
                "id": "mouse",
                "parameters": {"pointerType": "mouse"},
                "actions": [*moves, *presses],
            }
        )

    def press(self, *keys: str) -> None:
        """Press keys one after the other; ``Shift+Tab`` is one with another held."""
        for key in keys:
            held = [CODES.get(name, name) for name in re.split(r"\+(?=.)", key)]
            actions = [{"type": "keyDown", "value": code} for code in held]
            actions += [{"type": "keyUp", "value": code} for code in reversed(held)]
            self.act({"type": "key", "id": "keyboard", "actions": actions})

    def tab_to(self, selector: str, name: str | None = None, keys: Iterable[str] = ()) -> None:
        """Press Tab until an element has the focus, then `keys`."""
        self._tab("Tab", selector, name, keys)

    def tab_back_to(
        self, selector: str, name: str | None = None, keys: Iterable[str] = ()
    ) -> None:
        """Press Shift and Tab until an element before the present one has it, then `keys`.

        Past the end of a page Tab leads into the browser itself; once it is back from there,
        Firefox, where nobody sees it, presses no buttons by Enter any more.
        """
        self._tab("Shift+Tab", selector, name, keys)

    def _tab(self, tab: str, selector: str, name: str | None, keys: Iterable[str]) -> None:
        for _ in range(60):
            self.press(tab)
            found = self.look(selector, name)
            if found and found["isFocused"]:
                self.press(*keys)
                return
        raise AssertionError(f"{tab} never reached {name or selector}")
