"""JupyterLite of the static site: demo notebooks, unchanged, with no server behind.

`make test-hosts` opens each of them in both front ends, as the first here does with two.
"""

import pytest

from tests.support.lite import ROOT, run_to_the_end


@pytest.mark.parametrize(("host", "name"), [("lab", "tournament"), ("notebook", "play")])
def test_run_all_before_the_kernel_is_there_goes_to_the_end(
    open_site, site, host, name, screenshots
):
    path = ROOT / f"notebooks/{name}.ipynb"
    run_to_the_end(open_site(), site, host, path, screenshots)
