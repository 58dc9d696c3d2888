// Parts that the page loads only on demand: the settings, and the QR code for a progress code.

export { useLanguage } from "../shared/texts.ts";
export { showCodeLink } from "./code_link.ts";
export { makeSettingsSheet } from "./settings_sheet.ts";
