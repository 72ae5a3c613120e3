import { startAbuser } from "./abuser.ts";
import type { Mutant } from "./mutants.ts";
import { runHistory } from "./run-history.ts";
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
  divergence?: { seed: number; message: string };
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
  let agreed = 0;
  const result = () => ({ agreed, faults: tally(world.faults.slice(earlierFaults)) });
  try {
    for (let seed = first; seed < first + histories; seed++) {
      const faults: string[] = [];
      try {
        await runHistory(world, seed, faults, { storeKill: abuse && seed % 2 === 0, bulk });
        agreed += 1;
      } catch (error) {
        return { ...result(), divergence: { seed, message: (error as Error).message } };
      } finally {
        report(`${seed} ${faults.join("; ") || "no fault"}`);
      }
    }
    return result();
  } finally {
    await abuser?.stop();
  }
}

const tally = (faults: readonly WorldFault[]): FaultsResult["faults"] =>
  Object.fromEntries([...Map.groupBy(faults, (fault) => fault)].map(([fault, all]) => [fault, all.length]));
