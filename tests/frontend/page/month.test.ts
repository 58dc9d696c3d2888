// The calendar of solved puzzles.

import assert from "node:assert/strict";
import { it, mock } from "node:test";

import { useFreshPage } from "../host.ts";

const { makeMonth } = await import("../../../frontend/page/month.ts");

useFreshPage();

it("marks this month's solved days under their weekdays", () => {
  // 29 February 2024 is a Thursday. So is 1 February.
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date"], now: new Date(2024, 1, 29, 23, 30) });
  const { root, draw } = makeMonth();
  const days = (selector: string) =>
    [...root.querySelectorAll<HTMLElement>(selector)].map((day) => day.textContent);
  draw({ day: "2024-02-28", streak: 1, best: 1, month: [3, 28] });
  assert.deepEqual(days("[data-solved]"), ["3", "28"]);
  assert.deepEqual(days("[data-today]"), ["29"]);
  assert.equal(days("i").length, 29);
  assert.equal(root.querySelector("i")?.style.getPropertyValue("grid-column-start"), "4");
  assert.equal(root.querySelector("figcaption")?.textContent, "February: 2 puzzles solved");
  // A month without solved puzzles shows nothing.
  draw({ day: "2024-01-28", streak: 1, best: 1, month: [28] });
  assert.equal(root.hidden, true);
  mock.timers.reset();
});
