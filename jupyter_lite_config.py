"""Makes what jupyter_lite_config.json names in build/site, unless it is there already."""

from pathlib import Path
from runpy import run_path

run_path(str(Path(__file__).with_name("site") / "build.py"))["prepare"]()
