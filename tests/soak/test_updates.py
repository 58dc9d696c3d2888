"""Updates of the static site in a browser that keeps it, one after the other."""

import random
import shutil

from tests.support.versions import WAYS, versions_of, visit, wait_until_kept, write_version
from tests.support.web import Site

UPDATES = 200


def test_no_update_costs_a_visit_and_the_next_visit_has_the_new_version(browser, tmp_path):
    chance = random.Random(14)
    versions = [
        # Now and then the service worker itself is another one.
        write_version(tmp_path / str(number), number, changes_worker=number % 4 == 0)
        for number in range(UPDATES + 1)
    ]
    site = Site(versions[0])
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(site.url)
        wait_until_kept(page, site)
        for number in range(1, UPDATES + 1):
            site.move_to(versions[number])
            page = visit(page, site, chance.choice(WAYS))
            # The last visit may still have been looking for an update.
            assert versions_of(page) in ({number - 1}, {number})
            if chance.random() < 0.5:
                # Back again while the update is on its way.
                page.wait_for_timeout(chance.uniform(0, 200))
                page = visit(page, site, chance.choice(WAYS))
            (now,) = versions_of(page)
            wait_until_kept(page, site)
            # What the page still needs is of its own version.
            assert page.evaluate("late()") == now
            page = visit(page, site, chance.choice(WAYS))
            assert versions_of(page) == {number}
            shutil.rmtree(versions[number - 1])
        assert page.evaluate("caches.keys().then(({ length }) => length)") == 1
    site.stop()
