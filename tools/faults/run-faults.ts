import { startAbuser } from "./abuser.ts";
import type { Mutant } from "./mutants.ts";
import { runHistory } from "./run-history.ts";
import { Divergence } from "./tracker.ts";
import { startWorld, type World, type WorldFault } from "./world.ts";

export interface FaultsOptions {
  /** Seed of the first history; the others take the following seeds. */
  seed: number;
  histories: number;
  mutant?: Mutant | undefined;
  /** An abuser works beside the honest clients in every history; in histories of even seeds the store is killed too. */
  abuse?: boolean | undefined;
  /** Documents that one person decides together, up to 100; an engine dies in the middle of a batch of 100. */
  bulk?: number | undefined;
  /** A world of no mutant that is there already, and stays. Default: one of the run's own. */
  world?: World;
  report?: (line: string) => void;
}

export interface FaultsResult {
  /** Histories that ended as the model says. */
  agreed: number;
  /** Faults of all histories, each with its count. */
  faults: Partial<Record<WorldFault, number>>;
  /** The first history that diverged, which ended the run. */
  divergence?: HistoryFault;
  /** The first history that could not be judged, which ended the run: a wait timed out, or the world failed. */
  unjudged?: HistoryFault;
}

/** A history that did not end as the model says, and why. */
export interface HistoryFault {
  seed: number;
  message: string;
}

/** Runs histories one after the other in one world, until one diverges from the model. */
export async function runFaults(options: FaultsOptions): Promise<FaultsResult> {
  if (options.world) return runIn(options.world, options);
  const world = await startWorld(options.seed, options.mutant);
  try {
    return await runIn(world, options);
  } finally {
    await world.stop();
  }
}

async function runIn(world: World, options: FaultsOptions): Promise<FaultsResult> {
  const { seed: first, histories, abuse = false, bulk, report = () => undefined } = options;
  const abuser = abuse ? startAbuser(world) : undefined;
  const earlierFaults = world.faults.length;
  let agreedCount = 0;
  const result = () => ({ agreed: agreedCount, faults: tally(world.faults.slice(earlierFaults)) });
  try {
    for (let seed = first; seed < first + histories; seed++) {
      const faults: string[] = [];
      try {
        await runHistory(world, seed, faults, { storeKill: abuse && seed % 2 === 0, bulk });
        agreedCount += 1;
      } catch (error) {
        return { ...result(), ...judgementOf(seed, error) };
      } finally {
        report(`${seed} ${faults.join("; ") || "no fault"}`);
      }
    }
    return result();
  } finally {
    await abuser?.stop();
  }
}

/** Only what the model does not allow is a divergence. */
export function judgementOf(seed: number, error: unknown): Pick<FaultsResult, "divergence" | "unjudged"> {
  const fault = { seed, message: (error as Error).message };
  return error instanceof Divergence ? { divergence: fault } : { unjudged: fault };
}

/** The report of a run and its exit code: with a mutant, 0 where the histories noticed it. */
export function summaryOf(
  { agreed, faults, divergence, unjudged }: FaultsResult,
  { seed, mutant }: { seed: number; mutant?: string | undefined },
): { lines: string[]; exitCode: 0 | 1 } {
  const seeds = agreed > 0 ? ` (seeds ${seed} to ${seed + agreed - 1})` : "";
  const lines = [
    `\n${agreed} histories agree with the model${seeds}, ${divergence ? 1 : 0} diverged`,
    ...Object.entries(faults).map(([fault, count]) => `${String(count).padStart(6)} ${fault}`),
  ];
  if (divergence) lines.push(`divergence in the history of seed ${divergence.seed}: ${divergence.message}`);
  if (unjudged) {
    lines.push(`the history of seed ${unjudged.seed} could not be judged: ${unjudged.message}`);
    lines.push(`busy machines end like this too: npm run faults -- --histories 1 --seed ${unjudged.seed}`);
  }
  const isExpected = (divergence === undefined) === (mutant === undefined);
  return { lines, exitCode: isExpected && unjudged === undefined ? 0 : 1 };
}

const tally = (faults: readonly WorldFault[]): FaultsResult["faults"] =>
  Object.fromEntries([...Map.groupBy(faults, (fault) => fault)].map(([fault, all]) => [fault, all.length]));
