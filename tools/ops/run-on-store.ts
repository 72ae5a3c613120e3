import { connectStore, type Store } from "@countersign/mongo";
import { CONTRACT_PORTS } from "../dev/start/platform-ports.ts";
import { readOrExplain } from "../usage.ts";

const DEFAULT_URI = `mongodb://127.0.0.1:${CONTRACT_PORTS.store}/?replicaSet=rs0`;

/** A command for operators. */
export interface StoreCommand<Arguments> {
  name: string;
  usage: string;
  /** Reads the arguments. A UsageError is shown with the usage. */
  parse: (args: string[]) => Arguments;
  /** @returns whether the exit code is 0 */
  run: (store: Store, args: Arguments) => Promise<boolean>;
}

/**
 * Runs a command of the terminal on the platform's store, `MONGODB_URI` and `MONGODB_DB`. Exit code 2 for invalid
 * arguments, 1 when the command fails or finds faults.
 */
export async function runOnStore<Arguments>(command: StoreCommand<Arguments>): Promise<void> {
  const args = await readOrExplain(command.usage, command.parse);
  if (args === undefined) return;
  try {
    process.exitCode = (await withStore(command, args)) ? 0 : 1;
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

async function withStore<Arguments>(
  { name, run }: StoreCommand<Arguments>,
  args: Arguments,
): Promise<boolean> {
  const store = await connectStore({
    uri: process.env["MONGODB_URI"] || DEFAULT_URI,
    dbName: process.env["MONGODB_DB"] || "countersign",
    appName: name,
  });
  try {
    return await run(store, args);
  } finally {
    await store.close();
  }
}
