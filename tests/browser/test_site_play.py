"""Larger games and thinking players on the bare page, where Python runs in a worker."""

import pytest
from playwright.sync_api import expect

from tests.support.hosts.jupyter import until
from tests.support.scenes.board_scenes import EMPTY, cell

# Presses a button as soon as a text appears, because Expert has only one second.
PRESS_AS_SOON_AS = """(root, steps) => {
  const observer = new MutationObserver(look);
  root.steps = steps;
  function look() {
    const [seen, press] = steps[0];
    if (!root.textContent.includes(seen)) return;
    steps.shift();
    if (!steps.length) observer.disconnect();
    root.querySelector(press).click();
  }
  observer.observe(root, { subtree: true, childList: true, characterData: true });
  look();
}"""

# Python hangs in its worker: while asking O, after opening the page, or at New game.
ASK_O_FOR_EVER = """() => {
  const post = self.postMessage.bind(self);
  self.postMessage = (message) => {
    post(message);
    if (message.changes?.thinking === "O") for (;;);
  };
}"""
OPEN_FOR_EVER = """() => {
  const post = self.postMessage.bind(self);
  self.postMessage = (message) => {
    post(message);
    if (message.kind === "ready") for (;;);
  };
}"""
START_ANEW_FOR_EVER = """() => {
  const hear = self.onmessage;
  self.onmessage = (event) => {
    if (event.data.text?.includes("new_game")) for (;;);
    return hear(event);
  };
}"""


def test_new_game_while_expert_thinks(open_page):
    bare = open_page("rules=ultimate&o=expert").ready()
    board = bare.board
    board.root.evaluate(
        PRESS_AS_SOON_AS,
        [
            ["Move 0 of 0", "[data-position='41']"],
            ["The computer is thinking", "[aria-label='Step back']"],
            # One move was made. The second, the answer, is still missing.
            ["Move 0 of 1", "[aria-label='Step forward']"],
            ["Move 1 of 1", ".ttt-tools button"],
        ],
    )
    until(lambda: not board.root.evaluate("root => root.steps.length"), "all is pressed")
    expect(board.root.get_by_role("radiogroup", name="Play with")).to_be_visible()
    cell(board, 37).click()
    expect(board.root).to_contain_text("Move 2 of 2")
    expect(board.status).to_contain_text("Your turn")
    state = bare.kept_state()
    assert state["round"] == 2
    # The answer belongs to the new round's first move, not to the previous round.
    assert state["moves"][0] == 36
    assert state["moves"][1] // 9 == 0


def test_computers_pause_on_hidden_page(open_page):
    bare = open_page("rules=13x13k13&x=beginner&o=beginner").ready()
    thinking = bare.page.locator(".ttt[data-thinking]")
    expect(thinking).to_be_visible()
    hide = """hidden => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    bare.page.evaluate(hide, True)
    expect(thinking).to_be_hidden()
    assert not bare.kept_state()["is_over"]
    bare.page.evaluate(hide, False)
    expect(thinking).to_be_visible()


@pytest.mark.long
def test_hanging_python_is_stopped(open_page):
    bare = open_page("o=strong").ready()
    page, board, clock = bare.page, bare.board, bare.page.clock
    clock.install()
    page.reload()
    bare.ready()
    hints = board.button("Hints")

    page.workers[-1].evaluate(ASK_O_FOR_EVER)
    board.cell(5).click()
    expect(board.status).to_contain_text("The computer is thinking")
    bare.reload_with(OPEN_FOR_EVER)
    bare.ready()
    hints.click()
    clock.run_for(21_000)
    expect(bare.notice).to_contain_text(
        "strong (O) has not moved for 20 seconds. "
        "To play O yourself, press “Stop”. The game stays as it is."
    )
    expect(board.notice).to_be_hidden()
    bare.notice.get_by_role("button", name="Stop").click()
    expect(bare.notice).to_contain_text("You play O now because its player was stopped.")
    expect(hints).to_have_attribute("aria-pressed", "true")
    board.click(1)
    board.shows("O../.X./...", "Player X's turn")

    page.workers[-1].evaluate(START_ANEW_FOR_EVER)
    board.button("New game").click()
    clock.run_for(21_000)
    expect(bare.notice).to_contain_text("Python has not responded for 20 seconds")
    bare.notice.get_by_role("button", name="Stop").click()
    expect(board.status).to_contain_text("Python did not respond, so it was stopped")

    # Stopping it didn't help.
    expect(bare.loading).to_be_hidden()
    page.workers[-1].evaluate(START_ANEW_FOR_EVER)
    board.button("New game").click()
    clock.run_for(21_000)
    expect(bare.notice).to_contain_text(
        "Python did not respond this time either. The game is saved for your next visit. "
        "You can play another game now."
    )
    bare.notice.get_by_role("button", name="Play another game").click()
    board.shows(EMPTY, "Player X's turn")
    board.click(9)
    page.reload()
    bare.ready()
    board.shows("O../.X./...", "Player X's turn")
    board.click(2)
    board.shows("OX./.X./...", "Player O's turn")
