"""Build the files that jupyter_lite_config.json names, unless they are current."""

import subprocess
import sys
from pathlib import Path

from jupyterlite_pyodide_kernel.addons import pyodide

BUILD = Path(__file__).with_name("site") / "build.py"

subprocess.run([sys.executable, BUILD, "--prepare"], check=True)

# The build renames the script, because not every server knows .mjs.
pyodide.PYODIDE_MJS = "pyodide.js"
