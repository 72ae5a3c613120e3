import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A text that the console has, and the engine has not. */
const OWN_TEXT = /["'`]action\.cancel["'`]/u;

/**
 * The files that a browser needs before the console shows the inbox in English: what the page names, the texts, and the
 * part of the typeface for Latin. What the inbox fetches ahead while it is read, such as the document's part, is not
 * among them.
 *
 * @param directory - of a built console
 * @returns paths below the directory, such as `assets/index-<hash>.js`
 */
export function firstLoadOf(directory: string): string[] {
  const page = readFileSync(join(directory, "index.html"), "utf8");
  const namedAssets = [...page.matchAll(/\/console\/(assets\/[^"]+)/gu)].map(([, name]) => name!);
  const assets = readdirSync(join(directory, "assets")).filter((name) => !name.endsWith(".gz"));
  // The console's own texts, and not the engine's, which come with the first page for privileged users.
  const texts = assets.filter(
    (name) => name.startsWith("en-") && OWN_TEXT.test(readFileSync(join(directory, "assets", name), "utf8")),
  );
  const fonts = assets.filter((name) => name.startsWith("inter-latin-wght") && name.endsWith(".woff2"));
  return [...namedAssets, ...[...texts, ...fonts].map((name) => `assets/${name}`)];
}
