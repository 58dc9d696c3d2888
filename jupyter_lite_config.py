"""Makes what jupyter_lite_config.json names in build/site, unless it is there already."""

import subprocess
import sys
from pathlib import Path

BUILD = Path(__file__).with_name("site") / "build.py"

subprocess.run([sys.executable, BUILD, "--prepare"], check=True)
