// The person's settings of the page, kept in the browser.

/** Return the path of this page, without the name of its file. */
const ownPath = () => new URL(".", location.href).pathname;

/** Return the name of the kept settings. A page at another path has another name. */
const nameSettings = (page: string) => `tictactoe_widget ${page} settings`;

/** Choices of each setting, the default first. */
export const CHOICES = {
  theme: ["system", "light", "dark"],
  text: ["normal", "large", "larger"],
  marks: ["blue-orange", "purple-green", "ink-amber"],
  sound: ["off", "on"],
  vibration: ["off", "on"],
} as const;

/** The chosen settings by name. */
export type Settings = { [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] } & {
  /** Code of the language, or empty for that of the browser. */
  language: string;
};

/** Return the kept settings of a page. Whatever cannot be read has its default. */
export function readSettings(page = ownPath()): Settings {
  let kept: Record<string, unknown> | null = null;
  try {
    kept = JSON.parse(localStorage.getItem(nameSettings(page)) ?? "null");
  } catch {
    // Nothing is kept, or something else wrote there.
  }
  const settings = Object.entries(CHOICES).map(([name, choices]) => [
    name,
    choices.find((choice) => choice === kept?.[name]) ?? choices[0],
  ]);
  const language = typeof kept?.language === "string" ? kept.language : "";
  return { ...Object.fromEntries(settings), language } as Settings;
}

/** Keep settings for the next visit, if the browser allows that, and show them. */
export function changeSettings(settings: Settings): void {
  try {
    localStorage.setItem(nameSettings(ownPath()), JSON.stringify(settings));
  } catch {
    // They last as long as the page.
  }
  showSettings(settings);
}

/** Show settings. The styles of the page and of the board follow. */
export function showSettings({ theme, text, marks }: Settings): void {
  const root = document.documentElement;
  for (const scheme of ["light", "dark"]) {
    root.classList.toggle(scheme, theme === scheme);
    // The bar of the browser has the colour of the page.
    const colour = document.querySelector<HTMLMetaElement>(`meta[data-scheme=${scheme}]`);
    if (!colour) continue;
    const isShown = theme === scheme ? "all" : "not all";
    colour.media = theme === "system" ? `(prefers-color-scheme: ${scheme})` : isShown;
  }
  root.dataset.text = text;
  root.dataset.marks = marks;
}
