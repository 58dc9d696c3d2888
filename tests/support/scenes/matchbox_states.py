"""Print synced matchbox states as JSON for the front-end tests."""

import json
import sys

from tictactoe_widget.classroom.learning.machines import Menace
from tictactoe_widget.session.matchboxes import Machines, MatchboxSession

READY = MatchboxSession({"Menace": Menace(seed=1)}, opponent="random", seed=2)
PAIR = MatchboxSession(
    {"4-3-2-1": Menace(seed=1), "8-4-2-1": Menace(beads=(8, 4, 2, 1), seed=1)}, seed=2
)
PAIR.change(Machines.after_training, 10)
STAGE = MatchboxSession({"Menace": Menace(seed=1)}, opponent="random", seed=2)
STAGE.change(Machines.after_listing, 3, 1)
EMPTIED = MatchboxSession({"Menace": Menace(beads=(1,), seed=1)}, seed=1)
EMPTIED.change(Machines.after_training, 100)

SESSIONS = {"READY": READY, "PAIR": PAIR, "STAGE": STAGE, "EMPTIED": EMPTIED}
json.dump({name: session.state for name, session in SESSIONS.items()}, sys.stdout)
