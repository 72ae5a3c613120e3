/** `npm run boundaries`: fails when a source file has an import that the boundary rules forbid. */
import { join } from "node:path";
import { optionsOrExit } from "../../usage.ts";

const USAGE = `Fails when a source file has an import that the boundary rules forbid.

usage: npm run boundaries`;

await optionsOrExit(USAGE, { options: {} });

// Only here: an answer about options should not wait for dependency-cruiser.
const { checkBoundaries } = await import("./check-boundaries.ts");
const { violations, unseen, seenCount } = await checkBoundaries(join(import.meta.dirname, "../../.."), [
  "tools/checks/boundaries/fixture/**",
]);
for (const { rule, from, to } of violations) console.error(`boundaries: ${rule}: ${from} → ${to}`);
for (const source of unseen) console.error(`boundaries: ${source} was not checked`);
console.log(`boundaries: ${seenCount} modules, ${violations.length} violations`);
process.exitCode = violations.length + unseen.length > 0 || seenCount === 0 ? 1 : 0;
