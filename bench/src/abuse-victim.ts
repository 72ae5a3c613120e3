import { type EngineProcess } from "./engine-process.ts";
import type { AbuseFigures, AbuseSetting } from "./abuse.ts";
import { type Caller, occasional } from "./approval-runs.ts";
import { measure, median } from "./measure.ts";

const SIMPLE = `{ workflowPage(input: { take: 5 }) { total data { _id name } } }`;
/** The median of their p99s counts: a shared machine pauses everything now and then. */
const ROUNDS = 3;
const FULL_MS = 4_000;
const QUICK_MS = 200;
const WARM_UP_MS = 1_000;
const MEMORY_LOOK_MS = 250;

/** Something that goes on until it is stopped; tells then what it got. */
export interface Attack {
  stop(): Promise<string>;
}

/**
 * Measures a bystander's simple query alone and while the attack goes on, and the process's memory meanwhile.
 *
 * @param begin starts the attack; resolves when it goes on
 */
export async function measureBystander(
  { service, quick }: Pick<AbuseSetting, "service" | "quick">,
  begin: () => Promise<Attack>,
  bystander: Caller = occasional,
): Promise<AbuseFigures> {
  const authorization = await service.bearer({ sub: bystander.userId, companyId: bystander.companyId });
  const ask = () => service.graphql(authorization, SIMPLE);
  const durationMs = quick ? QUICK_MS : FULL_MS;
  const p99 = async (warmUpMs: number) => {
    const rounds: number[] = [];
    while (rounds.length < ROUNDS) {
      rounds.push((await measure(ask, { clients: 1, durationMs, warmUpMs })).p99Ms);
    }
    return median(rounds);
  };
  const idleP99Ms = await p99(quick ? QUICK_MS : WARM_UP_MS);
  const memoryBeforeMb = await service.residentMegabytes();
  const memory = watchMemory(service, memoryBeforeMb);
  const attack = await begin();
  const attackedP99Ms = await p99(0);
  const answers = await attack.stop();
  return { idleP99Ms, attackedP99Ms, memoryBeforeMb, memoryPeakMb: await memory.stop(), answers };
}

function watchMemory(service: EngineProcess, atFirst: number) {
  let peak = atFirst;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    peak = Math.max(peak, await service.residentMegabytes());
  };
  const timer = setInterval(() => {
    looking = looking.then(look);
    // Told at the end.
    looking.catch(() => undefined);
  }, MEMORY_LOOK_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
      await look();
      return peak;
    },
  };
}
