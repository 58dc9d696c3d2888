"""Print a front end as it ships, given the name of its script."""

import sys
from pathlib import Path

from tictactoe_widget.widgets.bundle import front_end

FOLDER = Path(__file__).parent.parent.parent.parent / "tictactoe_widget/widgets"

if __name__ == "__main__":
    sys.stdout.buffer.write(front_end(FOLDER / sys.argv[1]).encode())
