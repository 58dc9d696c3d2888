"""Find the C compiler that builds programs for tests, or have apt-get install it.

``python -m tests.support.hosts.compiler`` does so and prints its path.
"""

import shutil
import sys

from tests.support.hosts import debian

if __name__ == "__main__":
    if shutil.which("cc") is None:
        debian.install("gcc", "libc6-dev")
    sys.stdout.write(f"{shutil.which('cc') or sys.exit('apt-get left no cc on PATH')}\n")
