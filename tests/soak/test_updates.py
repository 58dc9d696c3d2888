"""Successive updates of the static site in a browser that caches it."""

import random
import shutil
from functools import partial

import pytest

from tests.support.hosts.contexts import make_context
from tests.support.hosts.file_server import Site
from tests.support.hosts.jupyter import until
from tests.support.hosts.site_versions import (
    WAYS,
    versions_of,
    visit,
    wait_until_kept,
    write_version,
)

# True if no service worker is about to replace another.
IS_SETTLED = """async () => {
  const { installing, waiting, active } = await navigator.serviceWorker.getRegistration();
  return !installing && !waiting && active.state === "activated";
}"""


# Chromium may lose a visit in the milliseconds when one service worker replaces another. So
# builds keep the worker's text. If it changes, this test doesn't return at that moment.
@pytest.mark.parametrize(("updates", "changes_worker"), [(50, False), (10, True)])
def test_updates_lose_no_visit(browser, tmp_path, updates, changes_worker):
    chance = random.Random(14)
    versions = [
        write_version(tmp_path / str(number), number, changes_worker=changes_worker)
        for number in range(updates + 1)
    ]
    site = Site(versions[0])
    with make_context(browser) as context:
        page = context.new_page()
        page.goto(site.url)
        wait_until_kept(page, site)
        for number in range(1, updates + 1):
            site.move_to(versions[number])
            page = visit(page, site, chance.choice(WAYS))
            # The previous visit may still have been checking for an update.
            assert versions_of(page) in ({number - 1}, {number})
            if not changes_worker and chance.random() < 0.5:
                # Visit again while the update is in progress.
                page.wait_for_timeout(chance.uniform(0, 200))
                page = visit(page, site, chance.choice(WAYS))
            (now,) = versions_of(page)
            wait_until_kept(page, site)
            until(partial(page.evaluate, IS_SETTLED), "one service worker is left")
            # Files that the page loads late are from its own version.
            assert page.evaluate("late()") == now
            page = visit(page, site, chance.choice(WAYS))
            assert versions_of(page) == {number}
            shutil.rmtree(versions[number - 1])
        assert page.evaluate("caches.keys().then(({ length }) => length)") == 1
    site.stop()
