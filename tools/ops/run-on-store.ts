import { connectStore, OtherVersionError, type Store } from "@countersign/mongo";
import { CONTRACT_PORTS } from "../dev/start/platform-ports.ts";
import { readRunningPlatform } from "../dev/start/running-platform.ts";
import { lineToType } from "../line-to-type.ts";
import { readOrExplain, UsageError } from "../usage.ts";
import { DEFAULT_DATA_DIR } from "../workspace.ts";

const DEFAULT_URI = `mongodb://127.0.0.1:${CONTRACT_PORTS.store}/?replicaSet=rs0`;

/** A command for operators. */
export interface StoreCommand<Arguments> {
  name: string;
  /** Its name among the scripts of package.json, where that is another. */
  script?: string;
  usage: string;
  /** Reads the arguments. A UsageError is shown with the usage. */
  parse: (args: string[]) => Arguments;
  /** @returns whether the exit code is 0 */
  run: (store: Store, args: Arguments) => Promise<boolean>;
}

/** Takes `--data <dir>` out of the arguments: the data directory of an `npm start`. @throws UsageError without a value */
function takeDataDir(args: string[]): { dataDir: string; others: string[] } {
  const at = args.indexOf("--data");
  if (at === -1) return { dataDir: DEFAULT_DATA_DIR, others: args };
  const dataDir = args[at + 1];
  if (dataDir === undefined) throw new UsageError("--data: expected a directory");
  return { dataDir, others: args.toSpliced(at, 2) };
}

/**
 * Runs a command of the terminal on the platform's store, `MONGODB_URI` and `MONGODB_DB`. Exit code 2 for invalid
 * arguments, 1 when the command fails or finds faults.
 */
export async function runOnStore<Arguments>(command: StoreCommand<Arguments>): Promise<void> {
  const givenArguments = await readOrExplain(command.usage, (all) => {
    const { dataDir, others } = takeDataDir(all);
    return { dataDir, args: command.parse(others) };
  });
  if (givenArguments === undefined) return;
  try {
    const store = await openStore(command, givenArguments.dataDir);
    try {
      process.exitCode = (await command.run(store, givenArguments.args)) ? 0 : 1;
    } finally {
      await store.close();
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

/** @throws Error that says how to name the store, or to start one; OtherVersionError (contract-4, ONE-1) */
async function openStore<Arguments>(
  { name, script = name }: StoreCommand<Arguments>,
  dataDir: string,
): Promise<Store> {
  try {
    return await connectStore({
      uri: process.env["MONGODB_URI"] || readRunningPlatform(dataDir)?.store || DEFAULT_URI,
      dbName: process.env["MONGODB_DB"] || "countersign",
      appName: name,
    });
  } catch (error) {
    if (error instanceof OtherVersionError) throw error;
    const line = lineToType(script, { MONGODB_URI: "mongodb://…" });
    const { message } = error as Error;
    throw new Error(`${message}. Start the platform with npm start, or type: ${line}`, { cause: error });
  }
}
