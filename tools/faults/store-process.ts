/** The embedded store of the fault test. It says where it is by a message, and ends with whoever forked it. */
import { parseArgs } from "node:util";
import { startEmbeddedStore } from "@countersign/embedded-store";

/**
 * A transaction whose client was killed keeps its locks so long: a minute, as on a MongoDB server, unless told
 * otherwise. Every history would wait for that.
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
