"""Settings with which Sphinx builds the manual: ``make docs``."""

import gc
import sys
from pathlib import Path

# The build creates many objects that it keeps. By default, searching them for garbage takes a
# quarter of the build time.
gc.set_threshold(100_000)

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE / "_ext")]

from tictactoe_widget import __version__
from tictactoe_widget.drawing import palette

project = "tictactoe_widget"
project_copyright = "The tictactoe_widget developers"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "numpydoc", "boards", "names"]
exclude_patterns = ["_ext", "grading"]
suppress_warnings: list[str] = []

# A name in single backticks is a parameter or becomes a link: see _ext/names.py.
default_role = "py:obj"
nitpicky = True
autodoc_typehints = "none"  # the docstrings say what is expected, in words
autodoc_member_order = "groupwise"
numpydoc_show_class_members = False
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "tictactoe_widget"
html_favicon = "../frontend/page/icon.svg"
html_static_path = ["_static"]
templates_path = ["_templates"]
html_css_files = ["boards.css"]
html_js_files = [("tables.js", {"defer": "defer"})]
html_copy_source = False
# Pages use the widgets' paper colour, and links use the widgets' accent colour.
_COLOURS = {
    "color-background-primary": palette.PAPER,
    "color-background-secondary": palette.WASH,
    "color-background-hover": palette.WASH,
    "color-background-border": palette.RULE,
    "color-foreground-primary": palette.INK,
    "color-foreground-secondary": palette.SOFT,
    "color-foreground-muted": palette.SOFT,
    "color-foreground-border": palette.EDGE,
    "color-brand-primary": palette.ACCENT,
    "color-brand-content": palette.ACCENT,
    "color-brand-visited": palette.ACCENT,
}
html_theme_options = {
    "sidebar_hide_name": False,
    "light_css_variables": {name: light for name, (light, _) in _COLOURS.items()},
    "dark_css_variables": {name: dark for name, (_, dark) in _COLOURS.items()},
}
