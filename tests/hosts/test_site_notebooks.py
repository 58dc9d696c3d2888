"""Every demo notebook in JupyterLite of the static site, in both front ends."""

import pytest

from tests.support.hosts.jupyterlite import FOLDERS, run_to_the_end
from tests.support.scenes.notebook_files import NOTEBOOKS


@pytest.mark.parametrize("host", FOLDERS)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_run_all_before_the_kernel_is_there_goes_to_the_end_of_each_notebook(
    open_site, site, host, path, screenshots
):
    run_to_the_end(open_site(), site, host, path, screenshots)
