// Plays with prepared answers, for tests/site/test_answers.py:
//   node --import tsx play_lookup.ts ANSWERS STATE < TASKS
// ANSWERS is the gzipped file, STATE a new session's state. Each line in TASKS is a JSON list of
// requests, or of numbers that set a player's random choices. For each task, one output line
// contains the answers, the changes, and the session saved at the end.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";

import type { Traits } from "../../../frontend/board/traits.ts";
import type { Answers } from "../../../frontend/page/answers.ts";
import { makeLookup } from "../../../frontend/page/lookup.ts";
import type { BoardRequest } from "../../../frontend/page/requests.ts";

const [packed, initial] = process.argv.slice(2);
const answers = JSON.parse(gunzipSync(readFileSync(packed)).toString()) as Answers;
const start = readFileSync(initial, "utf8");

/** Play one task. Return its answers, its changes and the saved session. */
function play(task: (BoardRequest | number)[]) {
  const state = JSON.parse(start) as Traits;
  let chance = 0;
  const lookup = makeLookup(answers, state, answers.saved, () => chance);
  const steps = task.map((step) => {
    if (typeof step === "number") {
      chance = step;
      const changes = lookup.move() ?? {};
      Object.assign(state, changes);
      return { answer: null, changes };
    }
    // By default the request is about the position on the board.
    const reply = lookup.answer({ round: state.round, ply: state.move_count, ...step });
    Object.assign(state, reply?.changes);
    return reply ?? { answer: "for Python", changes: {} };
  });
  return { steps, saved: lookup.saved() };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(play(JSON.parse(line))));
}
