/** The embedded store of the fault test. It sends its address in a message, and ends with its parent. */
import { parseArgs } from "node:util";
import { startEmbeddedStore } from "@countersign/embedded-store";

/**
 * How long a transaction of a killed client keeps its locks. The default, a minute as on a MongoDB server, would delay
 * every history.
 */
const TRANSACTION_LIFETIME_MS = 1_500;

const { values } = parseArgs({
  options: { data: { type: "string" }, port: { type: "string", default: "0" } },
});
const { uri } = await startEmbeddedStore({
  port: Number(values.port),
  transactionLifetimeMs: TRANSACTION_LIFETIME_MS,
  ...(values.data !== undefined && { dataDir: values.data }),
});
process.on("disconnect", () => process.exit());
process.send?.({ uri });
