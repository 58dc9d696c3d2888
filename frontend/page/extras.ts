// What the page loads once a person asks for it: the sheets to share a game and for settings,
// and the QR code of a progress code.

export { useLanguage } from "../shared/texts.ts";
export { showCodeLink } from "./code_link.ts";
export { makeSettingsSheet } from "./settings_sheet.ts";
export { makeShareSheet } from "./share_sheet.ts";
