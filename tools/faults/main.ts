/** `npm run faults`: runs histories of commands and faults on the platform and compares them with a model. */
import { isMutant, isTimeMutant, type Mutant, MUTANTS, TIME_MUTANTS, type TimeMutant } from "./mutants.ts";
import type { FaultsResult } from "./run-faults.ts";
import { readOptions, readOrExplain, UsageError } from "../usage.ts";

const USAGE = `Runs histories of commands and faults on the platform, and compares them with a model. Needs a NATS server program
(nats-server), but with --time.

usage: npm run faults -- [options]

  --histories <n>  number of histories (default: 100)
  --seed <n>       seed of the first history; the others take the following ones. A divergence prints its seed
  --abuse          an abuser floods, holds sockets and sends poison beside the honest clients;
                   in histories of even seeds the store is killed too
  --time           a clock that jumps, in one process with two replicas: reminders, escalations and ends
  --bulk <n>       documents that one person decides together, up to 100 (default: 4)
  --mutant <name>  remove a guard, which the histories must notice (then the exit code is 0):
                   ${Object.keys(MUTANTS).join(", ")};
                   with --time: ${Object.keys(TIME_MUTANTS).join(", ")}

Exit code 1: a history diverged, or could not be judged because a wait timed out; 2: wrong arguments.`;

type Options = Awaited<ReturnType<typeof readFaultsOptions>>;

/** @throws UsageError */
function readFaultsOptions(args: string[]) {
  const { values } = readOptions({
    args,
    options: {
      histories: { type: "string", default: "100" },
      seed: { type: "string", default: String(Math.floor(Date.now() / 1000)) },
      mutant: { type: "string" },
      abuse: { type: "boolean" },
      time: { type: "boolean", default: false },
      bulk: { type: "string", default: "4" },
    },
  });
  const [histories, seed] = [Number(values.histories), Number(values.seed)];
  const bulk = Number(values.bulk);
  if (!Number.isSafeInteger(histories) || histories < 1 || !Number.isSafeInteger(seed)) {
    throw new UsageError("--histories and --seed must be whole numbers");
  }
  if (!Number.isSafeInteger(bulk) || bulk < 1 || bulk > 100) {
    throw new UsageError("--bulk must be a whole number from 1 to 100");
  }
  const { mutant, abuse, time } = values;
  const isKnown = time ? isTimeMutant : isMutant;
  if (mutant !== undefined && !isKnown(mutant)) {
    throw new UsageError(`--mutant ${mutant}: there is no such mutant`);
  }
  return { histories, seed, mutant, abuse, bulk, time };
}

/** Loads the platform, which takes seconds, once there is something to run. */
async function runHistories({ time, mutant, ...options }: Options): Promise<FaultsResult> {
  const reportedOptions = { ...options, report: console.log };
  if (!time) {
    const { runFaults } = await import("./run-faults.ts");
    return runFaults({ ...reportedOptions, ...(mutant !== undefined && { mutant: mutant as Mutant }) });
  }
  const { runTimeHistories } = await import("./time/run-time.ts");
  const { startEmbeddedStore } = await import("@countersign/embedded-store");
  const store = await startEmbeddedStore({ port: 0 });
  try {
    const timeOptions = { ...reportedOptions, uri: store.uri, mutant: mutant as TimeMutant | undefined };
    return { ...(await runTimeHistories(timeOptions)), faults: {} };
  } finally {
    await store.stop();
  }
}

const options = await readOrExplain(USAGE, readFaultsOptions);
if (options !== undefined) {
  const { summaryOf } = await import("./run-faults.ts");
  const { lines, exitCode } = summaryOf(await runHistories(options), options);
  for (const line of lines) console.log(line);
  // The other clients of a history that diverged go on asking a world that has ended.
  process.exit(exitCode);
}
