// A person's settings for the page, saved in the browser.

/** Return this page's path without the file name. */
const ownPath = () => new URL(".", location.href).pathname;

/** Return the storage key for the settings. Pages at different paths have different keys. */
const nameSettings = (page: string) => `tictactoe_widget ${page} settings`;

/** Choices for each setting, starting with the default. */
export const CHOICES = {
  theme: ["system", "light", "dark"],
  text: ["normal", "large", "larger"],
  marks: ["blue-orange", "purple-green", "ink-amber"],
  sound: ["off", "on"],
  vibration: ["off", "on"],
} as const;

/** The value that was chosen for each setting, by the setting's name. */
export type Settings = { [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] } & {
  /** The language's code, or empty to use the browser's language. */
  language: string;
};

/** Return a page's saved settings. If a setting can't be read, use its default. */
export function readSettings(page = ownPath()): Settings {
  let kept: Record<string, unknown> | null = null;
  try {
    kept = JSON.parse(localStorage.getItem(nameSettings(page)) ?? "null");
  } catch {
    // The browser doesn't allow storage, or the stored text isn't JSON.
  }
  const settings = Object.entries(CHOICES).map(([name, choices]) => [
    name,
    choices.find((choice) => choice === kept?.[name]) ?? choices[0],
  ]);
  const language = typeof kept?.language === "string" ? kept.language : "";
  return { ...Object.fromEntries(settings), language } as Settings;
}

/** Apply settings, and save them for the next visit if the browser allows that. */
export function changeSettings(settings: Settings): void {
  try {
    localStorage.setItem(nameSettings(ownPath()), JSON.stringify(settings));
  } catch {
    // Without storage, the settings are lost when the page closes.
  }
  showSettings(settings);
}

/** Apply settings to the document, on which the page's and the board's styles depend. */
export function showSettings({ theme, text, marks }: Settings): void {
  const root = document.documentElement;
  for (const scheme of ["light", "dark"]) {
    root.classList.toggle(scheme, theme === scheme);
    // The browser's toolbar gets the page's colour.
    const colour = document.querySelector<HTMLMetaElement>(`meta[data-scheme=${scheme}]`);
    if (!colour) continue;
    const isShown = theme === scheme ? "all" : "not all";
    colour.media = theme === "system" ? `(prefers-color-scheme: ${scheme})` : isShown;
  }
  root.dataset.text = text;
  root.dataset.marks = marks;
}
