import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Attack, Attacked } from "./abuse-process.ts";
import type { AbuseTarget } from "./abuse-target.ts";
import { measure, median, roundFigure } from "./measure.ts";

/** Number of rounds. The median of their p99s counts, because a shared machine pauses now and then. */
const ROUNDS = 5;
const FULL_MS = 1_000;
const QUICK_MS = 200;
const WARM_UP_MS = 1_000;
/** How long the abuser's first answer is waited for, once the rounds are over. */
const FIRST_ANSWER_MS = 60_000;
const BYTES_PER_KILOBYTE = 1_024;
const MEMORY_LOOK_MS = 50;

/** The effect of one habit on others and on the process. */
export interface AbuseFigures {
  /** Latency of another user's simple request, ms: alone, and during the attack. */
  idleP99Ms: number;
  attackedP99Ms: number;
  /** Resident memory of the service's process, MB: before the attack, and its maximum during it. */
  memoryBeforeMb: number;
  memoryPeakMb: number;
  /** The abuser's answers. */
  attackResult: Attacked;
}

/** Measures a bystander's simple request alone and during the attack, and the process's memory. */
export async function measureBystander(
  target: AbuseTarget,
  attack: Attack,
  options: { ask: () => Promise<unknown>; quick: boolean; awaitsAnswer: boolean },
): Promise<AbuseFigures> {
  const { ask, quick, awaitsAnswer } = options;
  const durationMs = quick ? QUICK_MS : FULL_MS;
  const p99 = async (warmUpMs: number) => {
    const rounds: number[] = [];
    while (rounds.length < ROUNDS) {
      rounds.push((await measure(ask, { clients: 1, durationMs, warmUpMs })).p99Ms);
    }
    return median(rounds);
  };
  const idleP99Ms = await p99(quick ? QUICK_MS : WARM_UP_MS / ROUNDS);
  const memory = watchMemory(target.pid);
  const memoryBeforeMb = memory.most();
  const { firstAnswer, stop } = await begin(attack);
  const attackedP99Ms = await p99(QUICK_MS);
  // The most expensive answers take longer than the rounds on a slow machine.
  if (awaitsAnswer) await Promise.race([firstAnswer, delay(FIRST_ANSWER_MS, undefined, { ref: false })]);
  const attackResult = await stop();
  return { idleP99Ms, attackedP99Ms, memoryBeforeMb, memoryPeakMb: memory.stop(), attackResult };
}

/** Looks at the resident memory of a process, in MB, until it is stopped. */
function watchMemory(pid: number) {
  let most = 0;
  const look = () => {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    most = Math.max(most, Number(kilobytes) / BYTES_PER_KILOBYTE);
  };
  look();
  const timer = setInterval(look, MEMORY_LOOK_MS);
  return {
    most: () => most,
    stop: () => {
      clearInterval(timer);
      look();
      return most;
    },
  };
}

/** Runs the attack in a process of its own. */
async function begin(
  attack: Attack,
): Promise<{ firstAnswer: Promise<unknown>; stop: () => Promise<Attacked> }> {
  const child = fork(new URL("abuse-process.ts", import.meta.url));
  await once(child, "message");
  child.send(attack);
  await once(child, "message");
  const firstAnswer = once(child, "message");
  return {
    firstAnswer,
    stop: async () => {
      child.send("stop");
      const [first] = (await firstAnswer) as [Attacked | "answered"];
      if (first !== "answered") return first;
      const [attackResult] = (await once(child, "message")) as [Attacked];
      return attackResult;
    },
  };
}

/** The abuser's answers in a few words. */
export function describe({ counts, largestBytes }: Attacked): string {
  const outcomes = Object.entries(counts).map(([answerText, count]) => `${answerText} × ${count}`);
  const largest = largestBytes > 0 ? [`at most ${roundFigure(largestBytes / BYTES_PER_KILOBYTE)} KB`] : [];
  return [...outcomes, ...largest].join("; ") || "nothing: it is neither answered nor closed";
}
