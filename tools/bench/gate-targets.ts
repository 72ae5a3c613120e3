import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startServiceReplica } from "@countersign/testing";
import type { GateTarget } from "./gate-target.ts";
import { EXPRESS_GATE } from "./peers/express-peers.ts";
import { startUnleash } from "./peers/start-unleash.ts";

type Environment = Readonly<Record<string, string>>;

const GATE_MAIN = fileURLToPath(import.meta.resolve("@countersign/version-gate/main"));
const BARE_MAIN = fileURLToPath(new URL("gate-bare-process.ts", import.meta.url));

async function startNode(name: string, main: string, env: Environment): Promise<GateTarget> {
  const { publicUrl, ...replica } = await startServiceReplica(main, env);
  return { name, url: `${publicUrl}/api/version`, ...replica };
}

/** The gate as shipped. */
export const startGate = (env: Environment) => startNode("version-gate", GATE_MAIN, env);

/**
 * The same gate, asked for the check that takes most: a device that the roll-out has reached, and a message in its
 * language.
 */
export function checkOf(gate: GateTarget): GateTarget {
  const query = "platform=ios&version=0.9.1-beta.2&device=7d5f0d3e-0b0c-4c3a-9d4e-5a1f0c9b8e21";
  return {
    ...gate,
    name: `${gate.name}, check`,
    url: `${gate.url}/check?${query}`,
    headers: { "accept-language": "fr-CH, fr;q=0.9, de;q=0.8, en;q=0.7, *;q=0.5" },
    stop: async () => undefined,
  };
}

/** The servers compared with the gate, side by side; Unleash only where it is installed. */
export async function startComparisons(env: Environment): Promise<GateTarget[]> {
  const unleash = await startUnleash();
  const peer = fileURLToPath(EXPRESS_GATE);
  const otherTargets = [
    await startNode("bare Fastify, constant", BARE_MAIN, env),
    await startNode("Express, a read each", peer, env),
    await startNode("Express, cache of a second", peer, { ...env, CACHE_MS: "1000" }),
  ];
  return unleash ? [...otherTargets, unleash] : otherTargets;
}

const CLOCK_TICKS_PER_SECOND = 100;

/**
 * CPU time of a process so far, in seconds.
 *
 * @throws Error where there is no /proc
 */
export function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // After the name, which is in brackets and may hold spaces; utime and stime are the 14th and 15th field of all.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
}
