/** `npm run names`: fails when a name is a bare participle or pronoun, as {@link findBareNames} says. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { optionsOrExit } from "../../usage.ts";
import { findBareNames } from "./check-names.ts";

const USAGE = `Fails when a name is a bare participle or pronoun, such as "found": a noun has to stand after it.

usage: npm run names`;

await optionsOrExit(USAGE, { options: {} });

const root = join(import.meta.dirname, "../../..");
const paths = globSync("{apps,libs,examples,tools}/**/*.{ts,tsx}", {
  cwd: root,
  exclude: ["**/node_modules/**", "**/generated/**", "**/dist/**", "**/*.d.ts", "**/*.test.ts"],
}).toSorted();

let count = 0;
for (const path of paths) {
  for (const { line, name } of findBareNames(path, readFileSync(join(root, path), "utf8"))) {
    count += 1;
    console.error(`names: ${path}:${line}: put a noun behind "${name}"`);
  }
}
console.log(`names: ${paths.length} files, ${count} faults`);
process.exitCode = count > 0 || paths.length === 0 ? 1 : 0;
