/** `npm run names`: fails when a name is a bare participle or pronoun, as {@link findBareNames} says. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { optionsOrExit } from "../../usage.ts";
import { findBareNames } from "./check-names.ts";
import foldersLeft from "./folders-left.json" with { type: "json" };

const USAGE = `Fails when a name is a bare participle or pronoun, such as "found": a noun has to stand after it.

usage: npm run names`;

await optionsOrExit(USAGE, { options: {} });

const root = join(import.meta.dirname, "../../..");
const paths = globSync("{apps,libs,examples,tools}/**/*.{ts,tsx}", {
  cwd: root,
  exclude: ["**/node_modules/**", "**/generated/**", "**/dist/**", "**/*.d.ts", "**/*.test.ts"],
}).toSorted();

/** Bare names of each folder (or file) that has not been worked through. */
const countsLeft = new Map(foldersLeft.map((folder) => [folder, 0]));
let count = 0;
for (const path of paths) {
  const folder = foldersLeft.find((folderLeft) => path === folderLeft || path.startsWith(`${folderLeft}/`));
  const bareNames = findBareNames(path, readFileSync(join(root, path), "utf8"));
  if (folder !== undefined) {
    countsLeft.set(folder, countsLeft.get(folder)! + bareNames.length);
    continue;
  }
  count += bareNames.length;
  for (const { line, name } of bareNames) {
    console.error(`names: ${path}:${line}: put a noun behind "${name}"`);
  }
}
for (const [folder, inFolder] of countsLeft) {
  if (inFolder > 0) continue;
  count += 1;
  console.error(`names: ${folder} has none left: take it out of tools/checks/names/folders-left.json`);
}
const total = [...countsLeft.values()].reduce((sum, inFolder) => sum + inFolder, 0);
console.log(`names: ${paths.length} files, ${count} faults, ${total} left in ${countsLeft.size} folders`);
process.exitCode = count > 0 || paths.length === 0 ? 1 : 0;
