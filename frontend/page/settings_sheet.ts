// The sheet on which people choose the settings of the page.

import { makeChoices } from "../board/choices.ts";
import { element, KEEPS_KEYS } from "../shared/elements.ts";
import { makeHead, makeSheet } from "../shared/sheet.ts";
import { _ } from "../shared/texts.ts";
import type { Settings } from "./settings.ts";
import { CHOICES, changeSettings, readSettings } from "./settings.ts";

/** Return the legends and titles of the choices, in the order of `CHOICES`. */
const listTitles = () => ({
  theme: [_("Colours of the page"), _("As the system"), _("Light"), _("Dark")],
  text: [_("Text size"), _("Normal"), _("Large"), _("Larger")],
  marks: [
    _("Colours of the marks"),
    _("Blue and orange"),
    _("Purple and green"),
    _("Ink and amber"),
  ],
});
const listSwitches = () => ({ sound: _("Sounds"), vibration: _("Vibration") });

/** Make the sheet. */
export function makeSettingsSheet() {
  let settings = readSettings();
  const [allTitles, labels] = [listTitles(), listSwitches()];

  function change(changes: Partial<Settings>): void {
    settings = { ...settings, ...changes };
    changeSettings(settings);
  }
  const groups = (["theme", "text", "marks"] as const).map((name) => {
    const [legend, ...titles] = allTitles[name];
    const group = makeChoices(legend, (value) => change({ [name]: value }));
    const choices = CHOICES[name].map((value, at) => ({ value, title: titles[at] }));
    group.draw(choices, settings[name]);
    return group.root;
  });
  const switches = (["sound", "vibration"] as const).map((name) => {
    const box = element("input", { type: "checkbox", ...KEEPS_KEYS });
    box.checked = settings[name] === "on";
    box.addEventListener("change", () => change({ [name]: box.checked ? "on" : "off" }));
    return element("label", { class: "ttt-switch" }, box, labels[name]);
  });
  // A desk has no vibration to offer.
  switches[1].hidden = !("vibrate" in navigator && matchMedia("(pointer: coarse)").matches);
  const sheet = makeSheet(
    _("Settings"),
    "ttt-setup ttt-lab settings",
    makeHead(element("h2", {}, _("Settings")), () => sheet.close()),
    element("form", {}, ...groups, ...switches),
  );
  return sheet;
}
