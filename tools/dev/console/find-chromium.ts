import { existsSync } from "node:fs";

/** First the one without windows, Debian's package of that name: it takes a fifth less time for the same pages. */
const PATHS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** The Chromium of this machine, if there is one; `CHROMIUM` names another program. */
export function findChromium(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return env["CHROMIUM"] || PATHS.find((path) => existsSync(path));
}
