// What the page loads once a person asks for it: the sheets to share a game, and for settings.

export { useLanguage } from "../shared/texts.ts";
export { makeSettingsSheet } from "./settings_sheet.ts";
export { makeShareSheet } from "./share_sheet.ts";
