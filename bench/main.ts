import { parseArgs } from "node:util";
import Table from "cli-table3";
import { approvalSuite } from "./src/approval.ts";
import { gateSuite } from "./src/gate.ts";
import { mcpSuite } from "./src/mcp.ts";
import { messagesSuite } from "./src/messages.ts";
import { storeSuite } from "./src/store.ts";
import type { BenchResult, BenchSuite } from "./src/suite.ts";
import { xlsxSuite } from "./src/xlsx.ts";

const SUITES: readonly BenchSuite[] = [
  storeSuite,
  approvalSuite,
  gateSuite,
  mcpSuite,
  xlsxSuite,
  messagesSuite,
];

/** The suites named by `--only` (may be repeated), or all. */
function chosen(only: readonly string[] | undefined): readonly BenchSuite[] {
  const unknown = only?.filter((name) => !SUITES.some((suite) => suite.name === name)) ?? [];
  if (unknown.length > 0) {
    console.error(
      `--only ${unknown.join(", ")}: expected one of ${SUITES.map(({ name }) => name).join(", ")}`,
    );
    process.exit(2);
  }
  return only ? SUITES.filter(({ name }) => only.includes(name)) : SUITES;
}

function print({ about }: BenchSuite, { tables, ratios }: BenchResult): void {
  console.log(`\n${about}`);
  for (const { title, columns, rows } of tables) {
    const table = new Table({ head: [...columns], style: { head: [], border: [] } });
    table.push(...rows);
    console.log(`\n${title}\n${table.toString()}`);
  }
  console.log(`ratios: ${JSON.stringify(ratios)}`);
}

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
    quick: { type: "boolean", default: false },
  },
});
const results: Record<string, Pick<BenchResult, "ratios" | "figures">> = {};
for (const suite of chosen(values.only)) {
  const result = await suite.run((line) => process.stderr.write(`${suite.name}: ${line}\n`), values);
  results[suite.name] = { ratios: result.ratios, figures: result.figures };
  if (!values.json) print(suite, result);
}
if (values.json) console.log(JSON.stringify(results, null, 2));
