/**
 * `npm run requirements`: every rule of the specifications and of the contract has an id in `docs/requirements`, and
 * tests name the ids they prove. Lists the rules without a test; fails as {@link checkRequirements} says.
 * With `--quiet` the list is left out, and only the counts are printed.
 */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  checkRequirements,
  findUnnamedDepartures,
  parseSection,
  type Requirement,
} from "./check-requirements.ts";
import { findTestIds } from "./find-test-ids.ts";
import { optionsOrExit } from "../../usage.ts";

const USAGE = `Lists the rules without a test; fails for ids that no rule has, and for finished areas with such rules.

usage: npm run requirements [-- --quiet]

  --quiet  prints the counts only`;

const { quiet } = (await optionsOrExit(USAGE, { options: { quiet: { type: "boolean", default: false } } }))
  .values;

const root = join(import.meta.dirname, "../../..");

function readRequirements(): Requirement[] {
  return globSync("docs/requirements/*.json", { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const sections = JSON.parse(readFileSync(join(root, file), "utf8")) as unknown[];
      return sections.flatMap((section) => parseSection(section, basename(file)));
    });
}

const requirements = readRequirements();
const testFiles = globSync("{apps,libs,examples,tools}/**/*.{test,contract}.ts", {
  cwd: root,
  exclude: ["**/node_modules/**", "tools/checks/requirements/**"],
}).map((path) => ({ path, ids: findTestIds(path, readFileSync(join(root, path), "utf8")) }));
const resolvedIssues = JSON.parse(
  readFileSync(join(import.meta.dirname, "resolved.json"), "utf8"),
) as unknown as number[];

const { faults, untested, testedCount } = checkRequirements(requirements, testFiles, resolvedIssues);
faults.push(...findUnnamedDepartures(requirements, readFileSync(join(root, "docs/departures.md"), "utf8")));
for (const [issue, rules] of [...untested].toSorted(([a], [b]) => a - b)) {
  console.log(`issue ${issue}: ${rules.length} rules without a test`);
  if (!quiet) for (const { id, rule } of rules) console.log(`  ${id}  ${rule}`);
}
console.log(
  `requirements: ${requirements.length} rules, ${testedCount} with a test (in ${testFiles.length} test files)`,
);
for (const fault of faults) console.error(`requirements: ${fault}`);
process.exitCode = faults.length > 0 || requirements.length === 0 ? 1 : 0;
