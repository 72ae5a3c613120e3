/** `npm run faults`: runs histories of commands and faults on the platform and compares them with a model. */
import { parseArgs } from "node:util";
import { isMutant, MUTANTS } from "./mutants.ts";
import { runFaults } from "./run-faults.ts";

const USAGE = `usage: npm run faults -- [options]

  --histories <n>  number of histories (default: 100)
  --seed <n>       seed of the first history; the others take the following ones. A divergence prints its seed
  --abuse          an abuser floods, holds sockets and sends poison beside the honest clients;
                   in histories of even seeds the store is killed too
  --bulk <n>       documents that one person decides together, up to 100 (default: 4)
  --mutant <name>  remove a guard, which the histories must notice (then the exit code is 0):
                   ${Object.keys(MUTANTS).join(", ")}`;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        histories: { type: "string", default: "100" },
        seed: { type: "string", default: String(Math.floor(Date.now() / 1000)) },
        mutant: { type: "string" },
        abuse: { type: "boolean" },
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
    const { mutant, abuse } = values;
    if (mutant !== undefined && !isMutant(mutant))
      throw new Error(`--mutant ${mutant}: there is no such mutant`);
    return { histories, seed, mutant, abuse, bulk };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return undefined;
  }
}

const options = readOptions();
if (options === undefined) {
  process.exitCode = 2;
} else {
  const { agreed, faults, divergence } = await runFaults({ ...options, report: console.log });
  const { seed, mutant } = options;
  const seeds = agreed > 0 ? ` (seeds ${seed} to ${seed + agreed - 1})` : "";
  console.log(`\n${agreed} histories agree with the model${seeds}, ${divergence ? 1 : 0} diverged`);
  for (const [fault, count] of Object.entries(faults)) console.log(`${String(count).padStart(6)} ${fault}`);
  if (divergence) console.log(`divergence in the history of seed ${divergence.seed}: ${divergence.message}`);
  // The other clients of a history that diverged go on asking a world that has ended.
  process.exit((divergence === undefined) === (mutant === undefined) ? 0 : 1);
}
