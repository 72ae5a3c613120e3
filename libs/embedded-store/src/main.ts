import { parseArgs } from "node:util";
import { startEmbeddedStore } from "./index.ts";

/** The stand-alone store: `node src/main.ts [--port N] [--data DIR] [--fsync]` prints `{ "uri": … }` when it is ready. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string" },
      data: { type: "string" },
      fsync: { type: "boolean", default: false },
    },
  });
  const port = Number(values.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port ${values.port} is not a port`);
  const store = await startEmbeddedStore({
    port,
    fsync: values.fsync,
    ...(values.data === undefined ? {} : { dataDir: values.data }),
  });
  console.error("embedded store: for development only, not a MongoDB server");
  console.log(JSON.stringify({ uri: store.uri }));
  process.send?.({ uri: store.uri });
  // A forked process ends with its parent.
  for (const event of ["SIGTERM", "SIGINT", "disconnect"] as const) {
    process.once(event, () => void store.stop().then(() => process.exit(0)));
  }
}

try {
  await main();
} catch (error) {
  console.error(`embedded store: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
