"""Matchboxes on a plain page: live training, stopping, resigning, by mouse, keys and touch."""

from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations_in
from tests.support.hosts.jupyter import until
from tests.support.hosts.plain_page import MatchboxPage
from tictactoe_widget.classroom import Menace

PHONE = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}


def test_training_live_and_stopped(open_served, screenshots, monkeypatch):
    # One or two games at a time, so Stop comes before the end even on a slow page.
    monkeypatch.setattr("tictactoe_widget.session.scheduler.JOB_SECONDS", 0.001)
    monkeypatch.setattr("tictactoe_widget.session.scheduler.PAUSE_SECONDS", 0.5)
    machines = {"4-3-2-1": Menace(seed=1), "8-4-2-1": Menace(beads=(8, 4, 2, 1), seed=1)}
    dark = {"viewport": {"width": 1280, "height": 720}, "color_scheme": "dark"}
    served = MatchboxPage(machines, opponent="random", seed=2)
    root = open_served(served, **dark).locator(".ttt-matchboxes")
    spoken, first = root.locator("[role=status]"), root.get_by_role("region", name="4-3-2-1")

    root.get_by_role("button", name="Train for 1 game").focus()
    root.page.keyboard.press("Enter")
    expect(spoken).to_contain_text("Trained for 1 game against random.")
    expect(first.locator("li")).to_have_count(len(machines["4-3-2-1"].changes))
    assert violations_in(root) == []
    root.page.screenshot(path=screenshots / "matchboxes-dark-1280.png")

    # The page responds meanwhile, and Stop keeps the learned beads.
    root.get_by_role("button", name="Train for 1,000 games").click()
    root.get_by_role("combobox", name="Boxes").select_option("3")
    expect(first.locator("li")).to_have_count(12)
    until(lambda: served.read("played_count"), "a game of them is played")
    root.get_by_role("button", name="Stop").click()
    expect(spoken).to_contain_text("Stopped after")
    played = served.read("played_count")
    assert 0 < played < 1000
    expect(first.locator("h3")).to_contain_text(f"{played + 1:,} games, can go wrong in")


def test_machine_resigns_on_phone(open_served, screenshots):
    served = MatchboxPage({"Menace": Menace(beads=(1,), seed=1)}, seed=1)
    root = open_served(served, **PHONE).locator(".ttt-matchboxes")
    for control in root.locator(".ttt-controls :is(button, select):visible").all():
        assert control.bounding_box()["height"] >= 44
    root.get_by_role("radio", name="perfect").tap()
    root.get_by_role("button", name="Train for 100 games").tap()
    expect(root.locator(".ttt-finding")).to_contain_text(
        "resigns because its first box is empty"
    )
    assert root.evaluate("() => document.documentElement.scrollWidth") == 320
    assert violations_in(root) == []
    root.page.screenshot(path=screenshots / "matchboxes-320.png", full_page=True)
    root.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    assert root.evaluate("root => root.getAnimations({subtree: true}).length") == 0
    root.page.screenshot(path=screenshots / "matchboxes-320-forced-colours.png")
    assert served.read("machines")[0]["resigns"] is True
