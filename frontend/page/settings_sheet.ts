// The sheet on which people choose the page's settings.

import { makeChoices } from "../board/choices.ts";
import { makeChooser } from "../shared/channel.ts";
import { element, KEEPS_KEYS, makeButton } from "../shared/elements.ts";
import { makeHead, makeSheet, OPENS_SHEET } from "../shared/sheet.ts";
import { _ } from "../shared/texts.ts";
import type { Settings } from "./settings.ts";
import { CHOICES, changeSettings, readSettings } from "./settings.ts";

/** Return each setting's legend and the titles of its choices, in the order of `CHOICES`. */
const listTitles = () => ({
  theme: [_("Page colours"), _("Automatic"), _("Light"), _("Dark")],
  text: [_("Text size"), _("Normal"), _("Large"), _("Larger")],
  marks: [
    _("Colours of X and O"),
    _("Blue and orange"),
    _("Purple and green"),
    _("Ink and amber"),
  ],
});
const listSwitches = () => ({ sound: _("Sounds"), vibration: _("Vibration") });

/** Return the name of a language, written in that language. */
const nameLanguage = (code: string) =>
  new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;

/**
 * Make the sheet.
 *
 * @param languages codes for the languages that people can choose
 * @param beginAnew deletes everything that belongs to a person
 * @param changeLanguage called when a person has chosen another language
 */
export function makeSettingsSheet(
  languages: string[],
  beginAnew: () => void,
  changeLanguage: () => void,
) {
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
  const chooser = makeChooser(_("Language"), (language) => {
    change({ language });
    changeLanguage();
    return true;
  });
  const names = languages.map((code): [string, string] => [code, nameLanguage(code)]);
  chooser.draw([["", _("Automatic")], ...names], [settings.language, settings.language]);
  const language = element(
    "label",
    { class: "ttt-labelled" },
    element("span", {}, _("Language")),
    chooser.root,
  );
  // Only touch devices offer vibration.
  switches[1].hidden = !("vibrate" in navigator && matchMedia("(pointer: coarse)").matches);
  const sheet = makeSheet(
    _("Settings"),
    "ttt-setup ttt-lab settings",
    makeHead(element("h2", {}, _("Settings")), () => sheet.close()),
    element("form", {}, language, ...groups, ...switches, makeNewPupil(beginAnew)),
  );
  return sheet;
}

/** Make the button for the next person at a shared computer, with its confirmation question. */
function makeNewPupil(beginAnew: () => void) {
  const question = makeSheet(
    _("New pupil"),
    "settings",
    makeHead(element("h2", {}, _("New pupil")), () => question.close()),
    element(
      "div",
      { class: "question" },
      element("p", {}, _("This deletes the previous pupil's work on this board:")),
      element(
        "ul",
        {},
        element("li", {}, _("the game, the names and the scores")),
        element("li", {}, _("the solved lessons and puzzles, and the days in a row")),
        element("li", {}, _("the name and the progress code")),
      ),
      element("p", {}, _("The settings and the notebooks are kept.")),
      element(
        "div",
        { class: "ttt-bar" },
        makeButton(_("Cancel"), {}, () => question.close()),
        makeButton(_("Delete everything"), {}, beginAnew),
      ),
    ),
  );
  const button = makeButton(_("New pupil"), OPENS_SHEET, () => question.showModal());
  return element("div", {}, button, question);
}
