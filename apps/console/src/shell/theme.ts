/** `system` follows the browser. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const STORED = "countersign.theme";

/** The theme that was chosen here before. */
export function preferredTheme(): Theme {
  const storedTheme = localStorage.getItem(STORED);
  return THEMES.find((theme) => theme === storedTheme) ?? "system";
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
}

/** {@link applyTheme}, and the same theme at the next visit. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(STORED, theme);
  applyTheme(theme);
}
