/** `npm run faults`: runs histories of commands and faults on the platform and compares them with a model. */
import { parseArgs } from "node:util";
import { startEmbeddedStore } from "@countersign/embedded-store";
import { isMutant, type Mutant, MUTANTS } from "./mutants.ts";
import { runFaults } from "./run-faults.ts";
import { runTimeHistories } from "./time/run-time.ts";
import { isTimeMutant, TIME_MUTANTS, type TimeMutant } from "./time/time-world.ts";

const USAGE = `usage: npm run faults -- [options]

  --histories <n>  number of histories (default: 100)
  --seed <n>       seed of the first history; the others take the following ones. A divergence prints its seed
  --abuse          an abuser floods, holds sockets and sends poison beside the honest clients;
                   in histories of even seeds the store is killed too
  --time           a clock that jumps, in one process with two replicas: reminders, escalations and ends
  --bulk <n>       documents that one person decides together, up to 100 (default: 4)
  --mutant <name>  remove a guard, which the histories must notice (then the exit code is 0):
                   ${Object.keys(MUTANTS).join(", ")};
                   with --time: ${Object.keys(TIME_MUTANTS).join(", ")}`;

function readOptions() {
  try {
    const { values } = parseArgs({
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
      throw new Error("--histories and --seed must be whole numbers");
    }
    if (!Number.isSafeInteger(bulk) || bulk < 1 || bulk > 100) {
      throw new Error("--bulk must be a whole number from 1 to 100");
    }
    const { mutant, abuse, time } = values;
    const isKnown = time ? isTimeMutant : isMutant;
    if (mutant !== undefined && !isKnown(mutant))
      throw new Error(`--mutant ${mutant}: there is no such mutant`);
    return { histories, seed, mutant, abuse, bulk, time };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return undefined;
  }
}

type Options = NonNullable<ReturnType<typeof readOptions>>;

async function run({ time, mutant, ...options }: Options) {
  const asked = { ...options, report: console.log };
  if (!time) return runFaults({ ...asked, ...(mutant !== undefined && { mutant: mutant as Mutant }) });
  const store = await startEmbeddedStore({ port: 0 });
  try {
    const { uri } = store;
    const result = await runTimeHistories({ ...asked, uri, mutant: mutant as TimeMutant | undefined });
    return { ...result, faults: {} };
  } finally {
    await store.stop();
  }
}

const options = readOptions();
if (options === undefined) {
  process.exitCode = 2;
} else {
  const { agreed, faults, divergence } = await run(options);
  const { seed, mutant } = options;
  const seeds = agreed > 0 ? ` (seeds ${seed} to ${seed + agreed - 1})` : "";
  console.log(`\n${agreed} histories agree with the model${seeds}, ${divergence ? 1 : 0} diverged`);
  for (const [fault, count] of Object.entries(faults)) console.log(`${String(count).padStart(6)} ${fault}`);
  if (divergence) console.log(`divergence in the history of seed ${divergence.seed}: ${divergence.message}`);
  // The other clients of a history that diverged go on asking a world that has ended.
  process.exit((divergence === undefined) === (mutant === undefined) ? 0 : 1);
}
