/**
 * `npm run trace`: has a request for leave approved on a platform of its own, and prints the trace of its last approval,
 * from `POST /graphql` to the HR record. On the NATS server at `NATS_URL` if that is set, else inside one process.
 * `--write` also puts it into docs/tracing.md.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { optionsOrExit } from "../../usage.ts";
import { TRACE_IN_PAGE, TRACE_PAGE } from "./trace-page.ts";

const USAGE = `Has a request for leave approved on a platform of its own, and prints the trace of its last approval. On the NATS
server at NATS_URL if that is set, else inside one process.

usage: npm run trace [-- --write]

  --write  puts the trace into docs/tracing.md too`;

const { values } = await optionsOrExit(USAGE, { options: { write: { type: "boolean", default: false } } });
// Only here: an answer about options should not wait for the platform.
const { deleteStreams, randomPrefix } = await import("@countersign/testing");
const { traceLeave } = await import("./trace-leave.ts");
const { formatTrace } = await import("./trace-tree.ts");
const { NATS_URL } = process.env;
const prefix = randomPrefix();
const dataDir = mkdtempSync(join(tmpdir(), "countersign-trace-"));
try {
  const env = NATS_URL ? { NATS_URL, NATS_PREFIX: prefix } : {};
  const { approvalTrace, spans } = await traceLeave({ env, dataDir });
  const trace = formatTrace(spans, approvalTrace);
  console.log(trace);
  if (values.write) {
    const page = readFileSync(TRACE_PAGE, "utf8");
    writeFileSync(
      TRACE_PAGE,
      page.replace(TRACE_IN_PAGE, () => `\`\`\`text\n${trace}\n\`\`\``),
    );
  }
} finally {
  rmSync(dataDir, { recursive: true });
  if (NATS_URL) await deleteStreams(prefix);
}
