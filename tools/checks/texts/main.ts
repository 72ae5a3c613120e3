/** `npm run texts`: fails for texts that a language lacks or nothing uses, and for refusals that are none. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CATALOGUES } from "@countersign/texts";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { findTextFaults, refusalsWithoutCode } from "./check-texts.ts";
import { optionsOrExit } from "../../usage.ts";

const USAGE = `Fails for texts that a language lacks or nothing uses, and for refusals that are none.

usage: npm run texts`;

await optionsOrExit(USAGE, { options: {} });

const paths = globSync("{apps,libs}/**/*.{ts,tsx}", {
  cwd: WORKSPACE_ROOT,
  exclude: ["**/node_modules/**", "**/*.test.ts", "**/test/**", "libs/texts/src/catalogue/**"],
});
const sources = paths.map((path) => readFileSync(join(WORKSPACE_ROOT, path), "utf8"));
/** Refusals that people read; those of mcp-journal, of version-gate and of tools are for programs. */
const READ_BY_PEOPLE =
  /^(apps\/approval-engine|libs\/(directory|mongo|domain\/src\/(approval|hr|inventory|routing)))\//u;
const uncodedRefusals = paths.flatMap((path, index) =>
  READ_BY_PEOPLE.test(path)
    ? refusalsWithoutCode(sources[index] ?? "").map((line) => `${path}:${line}: a refusal without a code`)
    : [],
);
const faults = [...findTextFaults(CATALOGUES, sources), ...uncodedRefusals];
for (const fault of faults) console.error(`texts: ${fault}`);
const languages = Object.keys(CATALOGUES).length;
console.log(
  `texts: ${Object.keys(CATALOGUES.en).length} texts in ${languages} languages, ${faults.length} faults`,
);
process.exitCode = faults.length > 0 || paths.length === 0 ? 1 : 0;
