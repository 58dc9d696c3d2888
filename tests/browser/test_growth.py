"""What is left in a page of boards that were shown and taken away, as in a cell run again."""

import json
import subprocess
import sys

from tests.support.hosts.contexts import watched_contexts
from tests.support.hosts.jupyter import until
from tests.support.hosts.plain_page import PlainPage
from tictactoe_widget import TicTacToe

SHOW_AND_TAKE_AWAY = """async ([script, styles, states, count]) => {
  const source = new Blob([script], { type: "text/javascript" });
  const { default: widget } = await import(URL.createObjectURL(source));
  let held = 0;
  for (let at = 0; at < count; at++) {
    const state = structuredClone(states[at % states.length]);
    const listeners = [];
    const model = {
      get: (name) => state[name], set() {}, save_changes() {}, send() {},
      on: (...listener) => listeners.push(listener),
      off: (name, told) => {
        const found = listeners.findIndex((one) => one[0] === name && one[1] === told);
        if (found >= 0) listeners.splice(found, 1);
      },
    };
    const style = document.createElement("style");
    const el = document.createElement("div");
    style.textContent = styles;
    document.body.append(style, el);
    const over = new AbortController();
    const clean = await widget.render({ model, el, signal: over.signal });
    for (const button of el.querySelectorAll("button")) {
      if (button.checkVisibility()) button.click();
    }
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    over.abort();
    await clean?.();
    style.remove();
    el.remove();
    held += listeners.length;
  }
  return held;
}"""


def test_of_boards_that_were_taken_away_nothing_stays_in_the_page(browser):
    command = [sys.executable, "tests/support/scenes/board_states.py"]
    states = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    shown = [states[name] for name in ("EMPTY", "WON", "BACK", "LESSON", "ULTIMATE")]
    boards = [str(TicTacToe._esm), str(TicTacToe._css), shown]
    with PlainPage() as plain, watched_contexts(browser, plain.address) as new_context:
        page = new_context().new_page()
        page.goto(f"{plain.address}favicon.ico")
        counts = page.context.new_cdp_session(page)
        counts.send("Performance.enable")

        def held():
            counts.send("HeapProfiler.collectGarbage")
            metrics = counts.send("Performance.getMetrics")["metrics"]
            found = {metric["name"]: metric["value"] for metric in metrics}
            return found["Nodes"], found["JSEventListeners"]

        page.evaluate(SHOW_AND_TAKE_AWAY, [*boards, 5])
        nodes, listeners = held()
        assert page.evaluate(SHOW_AND_TAKE_AWAY, [*boards, 10]) == 0

        # A board has some 200 nodes and 30 listeners: of ten not one is left, once the page has
        # painted what was taken away, which no collection takes before.
        def is_none_left():
            nodes_after, listeners_after = held()
            return nodes_after - nodes < 100 and listeners_after - listeners < 10

        until(is_none_left, "what the page holds of ten boards goes")
