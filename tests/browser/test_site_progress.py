"""A class's progress on the built site: students hand in codes, a teacher reads them."""

import csv
import re

from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations_of_page

LAST_STEP = "lesson=rules&step=11"  # X wins with 3


def hand_in(bare, name):
    """Return the code that a student gets from the sheet."""
    bare.page.get_by_role("button", name="Hand in", exact=True).click()
    sheet = bare.page.get_by_role("dialog", name="Hand in")
    sheet.get_by_label("Your name").fill(name)
    sheet.get_by_role("button", name="Show my code").click()
    expect(sheet.get_by_role("img", name="QR code for your progress")).to_be_visible()
    return sheet.get_by_label("Progress code").input_value()


def test_lesson_handed_in_and_read(open_page, tmp_path):
    bare = open_page(LAST_STEP).ready()
    bare.board.click(3)
    code = hand_in(bare, "Ada Lovelace")
    assert violations_of_page(bare.page) == []
    bare.page.keyboard.press("Escape")

    page = bare.page.context.new_page()
    page.goto(f"{bare.site.url}progress.html#{code}")
    row = page.get_by_role("row", name="Ada Lovelace")
    expect(row.get_by_role("cell")).to_contain_text(["lesson-rules", "1 of 11 steps", "1"])
    # A damaged code doesn't stop the others, and a scanned link adds to the table.
    page.get_by_label("Progress codes").fill(f"{code}\n{code[:-2]}\n")
    page.get_by_role("button", name="Show the table").click()
    expect(page.get_by_text("Code 2 is damaged")).to_be_visible()
    expect(page.get_by_text("This is a record, not a proof")).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(2)
    assert violations_of_page(page) == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as CSV").click()
    download.value.save_as(tmp_path / "class.csv")
    rows = list(csv.DictReader((tmp_path / "class.csv").read_text("utf-8-sig").splitlines()))
    assert [(each["name"], each["exercise"], each["solved"]) for each in rows] == [
        ("Ada Lovelace", "lesson-rules", "1")
    ]
    # Each scanned code opens another tab.
    page.context.new_page().goto(f"{bare.site.url}progress.html#ttt1.eNext")
    expect(page.get_by_label("Progress codes")).to_have_value(re.compile(r"\nttt1\.eNext$"))

    # The next pupil at this computer starts without progress.
    page = bare.page
    page.get_by_role("button", name="Settings").last.click()
    page.get_by_role("button", name="New pupil").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Delete everything").click()
    bare.ready()
    assert page.url == bare.site.url
    page.get_by_role("button", name="Learn").click()
    learn = page.get_by_role("dialog", name="Learn")
    expect(learn.get_by_role("button", name="The rules")).not_to_contain_text("done")
    learn.get_by_role("button", name="Hand in your progress").click()
    expect(page.get_by_label("Your name")).to_have_value("")


def test_class_links(open_page):
    bare = open_page(permissions=["clipboard-read", "clipboard-write"]).ready()
    page = bare.page
    page.get_by_role("link", name="For teachers").click()
    page.set_viewport_size({"width": 320, "height": 400})
    page.get_by_role("button", name="Copy the link to Lesson 3: Forks").click()
    expect(page.get_by_role("status")).to_contain_text("Copied")
    expect(page.get_by_role("status")).to_be_in_viewport()
    url = bare.site.url
    assert page.evaluate("navigator.clipboard.readText()") == f"{url}#lesson=forks"
    page.get_by_label("Puzzle date").fill("2026-11-23")
    page.get_by_role("button", name="QR code for Puzzle of the day").click()
    shown = page.get_by_role("dialog", name="Puzzle of the day")
    expect(shown.get_by_label("Address")).to_have_value(f"{url}#puzzle=2026-11-23")
    expect(shown.get_by_role("img")).to_be_visible()
    assert violations_of_page(page) == []
    page.keyboard.press("Escape")
    page.get_by_label("Puzzle date").fill("")
    puzzle = page.get_by_role("link", name="Puzzle of the day")
    expect(puzzle).to_have_attribute("href", re.compile(r"#puzzle=\d"))
    hrefs = page.get_by_role("link").evaluate_all("links => links.map((link) => link.href)")
    assert f"{url}lite/notebooks/?path=play.ipynb" in hrefs
    assert len([href for href in hrefs if "#lesson=" in href]) == 8
