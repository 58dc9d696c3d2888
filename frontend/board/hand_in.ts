// The sheet on which students type their name and copy a progress code for their teacher.

import type { Ask } from "../shared/channel.ts";
import { copyText, element, KEEPS_KEYS, makeButton, setText } from "../shared/elements.ts";
import { makeAskingSheet } from "../shared/sheet.ts";
import { keepStudent, readStudent } from "../shared/student.ts";
import { _ } from "../shared/texts.ts";
import type { View } from "./view.ts";

/**
 * Make the sheet for the progress code. When the sheet shows a code, it dispatches the event
 * `ttt-code` with the code and an element to which a QR code, for example, can be added.
 */
export function makeHandIn(ask: Ask) {
  let present = { name: "", code: "" };
  let isOpen = false;
  /** Whether the name in the displayed code isn't the typed name. */
  let isOutdated = false;
  const name = element("input", { autocomplete: "off", maxlength: "60", ...KEEPS_KEYS });
  const code = element("textarea", {
    "aria-label": _("Progress code"),
    readonly: "",
    rows: "3",
    ...KEEPS_KEYS,
  });
  const about = element("p");
  // Screen readers don't read anything outside an open sheet.
  const copied = element("p", { role: "alert" });
  const place = element("div");
  const show = makeButton(_("Show my code"), {}, send);
  const copy = makeButton(_("Copy code"), { class: "ttt-main" }, () => void copyCode());
  const sheet = makeAskingSheet(
    ask,
    _("Hand in"),
    "ttt-setup ttt-hand-in",
    element(
      "div",
      { class: "ttt-draft" },
      element("label", { class: "ttt-labelled" }, element("span", {}, _("Your name")), name),
      about,
      code,
      copied,
      place,
    ),
    [show, copy],
  );
  sheet.root.querySelector("form")?.addEventListener("submit", send);
  sheet.root.addEventListener("close", () => {
    isOpen = false;
  });
  name.addEventListener("input", () => setOutdated(true));

  function send() {
    sheet.send("hand_in", { name: name.value }, () => {
      keepStudent(name.value);
      setOutdated(false);
    });
  }
  function setOutdated(isNow: boolean) {
    isOutdated = isNow;
    setText(copied, "");
    drawCode();
  }
  async function copyCode() {
    const isCopied = await copyText(code.value);
    if (!isCopied) code.select();
    setText(
      copied,
      isCopied ? _("Copied. Send the code to your teacher.") : _("Copy the selected text."),
    );
  }
  function drawCode() {
    if (!isOpen) return;
    const hasCode = !!present.code && !isOutdated;
    for (const part of [code, copied, copy, place]) part.hidden = !hasCode;
    show.classList.toggle("ttt-main", !hasCode);
    setText(
      about,
      hasCode
        ? _("The code shows what you solved, when, and in how many tries. Nothing is sent.")
        : present.name && !present.code
          ? _("Solve a lesson or a puzzle first.")
          : "",
    );
    if (!hasCode || code.value === present.code) return;
    code.value = present.code;
    const detail = { code: present.code, place };
    sheet.root.dispatchEvent(new CustomEvent("ttt-code", { bubbles: true, detail }));
  }
  return {
    root: sheet.root,
    draw({ hand_in: given }: View) {
      present = given;
      drawCode();
    },
    open() {
      isOpen = true;
      name.value = present.name || readStudent();
      sheet.open();
      setOutdated(false);
      (present.code ? copy : name).focus();
    },
  };
}
