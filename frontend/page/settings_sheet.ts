// The sheet on which people choose the settings of the page.

import { makeChoices } from "../board/choices.ts";
import { element, KEEPS_KEYS } from "../shared/elements.ts";
import { makeHead, makeSheet } from "../shared/sheet.ts";
import type { Settings } from "./settings.ts";
import { CHOICES, changeSettings, readSettings } from "./settings.ts";

/** Titles of the choices, in the order of `CHOICES`. */
const TITLES = {
  theme: ["Colours of the page", "As the system", "Light", "Dark"],
  text: ["Text size", "Normal", "Large", "Larger"],
  marks: ["Colours of the marks", "Blue and orange", "Purple and green", "Ink and amber"],
} as const;
const SWITCHES = { sound: "Sounds", vibration: "Vibration" } as const;

/** Make the sheet. */
export function makeSettingsSheet() {
  let settings = readSettings();

  function change(changes: Partial<Settings>): void {
    settings = { ...settings, ...changes };
    changeSettings(settings);
  }
  const groups = (["theme", "text", "marks"] as const).map((name) => {
    const [legend, ...titles] = TITLES[name];
    const group = makeChoices(legend, (value) => change({ [name]: value }));
    const choices = CHOICES[name].map((value, at) => ({ value, title: titles[at] }));
    group.draw(choices, settings[name]);
    return group.root;
  });
  const switches = (["sound", "vibration"] as const).map((name) => {
    const box = element("input", { type: "checkbox", ...KEEPS_KEYS });
    box.checked = settings[name] === "on";
    box.addEventListener("change", () => change({ [name]: box.checked ? "on" : "off" }));
    return element("label", { class: "ttt-switch" }, box, SWITCHES[name]);
  });
  // A desk has no vibration to offer.
  switches[1].hidden = !("vibrate" in navigator && matchMedia("(pointer: coarse)").matches);
  const sheet = makeSheet(
    "Settings",
    "ttt-setup ttt-lab settings",
    makeHead(element("h2", {}, "Settings"), () => sheet.close()),
    element("form", {}, ...groups, ...switches),
  );
  return sheet;
}
