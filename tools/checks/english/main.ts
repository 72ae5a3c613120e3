/** `npm run english`: fails when a comment does not read as plain English, as {@link findEnglishFaults} says. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findEnglishFaults } from "./check-english.ts";
import { optionsOrExit } from "../../usage.ts";

const USAGE = `Fails when a comment does not read as plain English.

usage: npm run english`;

await optionsOrExit(USAGE, { options: {} });

const root = join(import.meta.dirname, "../../..");
const paths = globSync("{apps,libs,examples,tools}/**/*.{ts,tsx}", {
  cwd: root,
  exclude: ["**/node_modules/**", "**/generated/**", "**/dist/**"],
}).toSorted();

let count = 0;
for (const path of paths) {
  for (const { line, text, reason } of findEnglishFaults(path, readFileSync(join(root, path), "utf8"))) {
    count += 1;
    console.error(`english: ${path}:${line}: ${reason}: ${text}`);
  }
}
console.log(`english: ${paths.length} files, ${count} faults`);
process.exitCode = count > 0 || paths.length === 0 ? 1 : 0;
