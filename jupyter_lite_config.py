"""Makes what jupyter_lite_config.json names in build/site, unless it is there already."""

import subprocess
import sys
from pathlib import Path

from jupyterlite_pyodide_kernel.addons import pyodide

BUILD = Path(__file__).with_name("site") / "build.py"

subprocess.run([sys.executable, BUILD, "--prepare"], check=True)

# The build renames the script, because not every server knows .mjs.
pyodide.PYODIDE_MJS = "pyodide.js"
