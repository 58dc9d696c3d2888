"""Matchboxes on a plain page: trained live, stopped, by mouse, keys and touch; resigning."""

import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations, violations_in
from tests.support.hosts.contexts import watched_contexts
from tests.support.hosts.jupyter import until
from tests.support.hosts.plain_page import MatchboxPage
from tictactoe_widget import Game
from tictactoe_widget.classroom import Menace

PHONE = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def open_matchboxes(browser):
    """Show the matchboxes of some machines on a plain page."""
    with ExitStack() as stack:

        def make(machines, context, **options):
            served = stack.enter_context(MatchboxPage(machines, **options))
            new_context = stack.enter_context(watched_contexts(browser, served.address))
            page = new_context(**context).new_page()
            page.goto(served.address)
            return served, page.locator(".ttt-matchboxes")

        yield make


def test_machines_are_trained_live_stopped_and_looked_into(
    open_matchboxes, screenshots, monkeypatch
):
    # A game or two at a time: however slow the page is, a thousand are not over before Stop.
    monkeypatch.setattr("tictactoe_widget.session.scheduler.JOB_SECONDS", 0.001)
    monkeypatch.setattr("tictactoe_widget.session.scheduler.PAUSE_SECONDS", 0.5)
    machines = {"4-3-2-1": Menace(seed=1), "8-4-2-1": Menace(beads=(8, 4, 2, 1), seed=1)}
    dark = {"viewport": {"width": 1280, "height": 720}, "color_scheme": "dark"}
    served, root = open_matchboxes(machines, dark, opponent="random", seed=2)
    finding, spoken = root.locator(".ttt-finding"), root.locator("[role=status]")
    expect(finding).to_contain_text("Nothing is learnt yet")

    # By keys alone: one game, whose boxes are lit.
    root.get_by_role("button", name="Train 1 game").focus()
    root.page.keyboard.press("Enter")
    expect(spoken).to_contain_text("Trained for 1 game against random.")
    first = root.get_by_role("region", name="4-3-2-1")
    opened = first.locator("li")
    changes = machines["4-3-2-1"].changes
    expect(opened).to_have_count(len(changes))
    expect(opened.first).to_contain_text(f"{changes[0].before} → {changes[0].after}")
    name = f"drew {changes[0].cell + 1}: {changes[0].before} → {changes[0].after}"
    expect(opened.first.get_by_role("img")).to_have_accessible_name(re.compile(re.escape(name)))
    expect(spoken).to_contain_text("4-3-2-1: Last game: X ")
    assert violations_in(root) == []
    root.page.screenshot(path=screenshots / "matchboxes-dark-1280.png")

    # A thousand games: the page answers meanwhile, and Stop keeps what was learnt.
    root.get_by_role("button", name="Train 1,000 games").click()
    expect(finding).to_contain_text("Training against random")
    root.get_by_role("combobox", name="Boxes").select_option("3")
    expect(first.locator("li")).to_have_count(12)
    expect(root.get_by_role("button", name="Train 10 games")).to_have_attribute(
        "aria-disabled", "true"
    )
    until(lambda: served.read("played_count"), "a game of them is played")
    root.get_by_role("button", name="Stop").click()
    expect(spoken).to_contain_text("Stopped after")
    played = served.read("played_count")
    assert 0 < played < 1000
    assert served.read("machines")[1]["games"] == played + 1
    expect(first.locator("h3")).to_contain_text(f"{played + 1:,} games, may err in")
    expect(first.get_by_role("img", name=re.compile("Against random"))).to_be_visible()

    # All 183 boxes of a stage are looked through by pages.
    pages = root.get_by_role("group", name="Pages of boxes")
    expect(pages).to_contain_text("1 of 16")
    pages.get_by_role("button", name="Later boxes").click()
    expect(pages).to_contain_text("2 of 16")
    root.get_by_role("button", name="Start over").click()
    expect(first.locator("h3")).to_contain_text("0 games,")


def test_a_machine_on_a_phone_gives_up_against_perfect_play(open_matchboxes, screenshots):
    served, root = open_matchboxes({"Menace": Menace(beads=(1,), seed=1)}, PHONE, seed=1)
    for control in root.locator(".ttt-controls :is(button, select):visible").all():
        assert control.bounding_box()["height"] >= 44
    root.get_by_role("radio", name="perfect").tap()
    root.get_by_role("button", name="Train 100 games").tap()
    expect(root.locator(".ttt-finding")).to_contain_text(
        "Menace loses 100 % to perfect playThe first box of Menace is empty: it resigns."
    )
    machine = root.get_by_role("region", name="Menace")
    expect(machine).to_contain_text("Last game: it resigned. No box was changed.")
    expect(machine.locator("li")).to_contain_text("empty")
    assert root.evaluate("() => document.documentElement.scrollWidth") == 320
    assert violations_in(root) == []
    root.page.screenshot(path=screenshots / "matchboxes-320.png", full_page=True)
    root.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    assert root.evaluate("root => root.getAnimations({subtree: true}).length") == 0
    root.page.screenshot(path=screenshots / "matchboxes-320-forced-colours.png")
    assert served.read("machines")[0]["resigns"] is True


def test_a_machine_learns_and_resigns_on_the_board(open_plain, screenshots):
    menace = Menace(beads=(1,), rewards=(-1, -1, -1), seed=1)
    saved = menace.save()
    saved["contents"][".../.../..."] = {"0": 1, "1": 0, "4": 0}  # one bead, for a corner
    menace.restore(saved)
    plain, (board,) = open_plain(x=menace, pages=({"viewport": PHONE["viewport"]},))
    while not plain.read("is_over"):
        cell = plain.read("legal_moves")[-1]
        board.cell(cell + 1).click()
        expect(board.cell(cell + 1)).to_have_accessible_name(re.compile(", O"))
    assert menace.box(Game()) == {0: 0, 1: 0, 4: 0}  # whatever came of it, the bead is gone

    board.button("New game").click()
    expect(board.status).to_contain_text("Player X resigned. Player O wins!")
    expect(board.root.get_by_text("Player X resigned. Player O wins!").first).to_be_visible()
    assert plain.read("scores")["O"] >= 1
    assert violations(board) == []
    board.root.page.screenshot(path=screenshots / "board-resigned-320.png")
    board.cell(5).click()
    expect(board.root).to_contain_text("Game is over. Player O won!")
