/** `npm run outbox`: operators publish outgoing messages again. Exit code 2 for invalid arguments. */
import { connectStore } from "@countersign/mongo";
import { replayOutbox } from "@countersign/outbox";
import { CONTRACT_PORTS } from "../../dev/start/platform-ports.ts";
import { OUTBOX_USAGE, OutboxUsageError, parseOutboxArguments } from "./outbox-command.ts";

const DEFAULT_URI = `mongodb://127.0.0.1:${CONTRACT_PORTS.store}/?replicaSet=rs0`;

async function main(args: readonly string[]): Promise<void> {
  const selection = parseOutboxArguments(args, new Date());
  await using open = new AsyncDisposableStack();
  const store = await connectStore({
    uri: process.env["MONGODB_URI"] || DEFAULT_URI,
    dbName: process.env["MONGODB_DB"] || "countersign",
    appName: "outbox",
  });
  open.defer(() => store.close());
  const rows = await replayOutbox(store, selection);
  console.log(`${rows} ${rows === 1 ? "message is" : "messages are"} to be published again`);
}

const args = process.argv.slice(2);
if (args.includes("--help")) {
  console.log(OUTBOX_USAGE);
} else {
  try {
    await main(args);
  } catch (error) {
    const isUsage = error instanceof OutboxUsageError;
    console.error(isUsage ? `${error.message}\n\n${OUTBOX_USAGE}` : (error as Error).message);
    process.exitCode = isUsage ? 2 : 1;
  }
}
