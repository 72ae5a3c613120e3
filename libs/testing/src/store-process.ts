import { startEmbeddedStore } from "@countersign/embedded-store";

/** The embedded store of a test run, in a process of its own. It ends with the run, whatever became of that. */
const { uri } = await startEmbeddedStore();
process.on("disconnect", () => process.exit());
process.send?.(uri);
