import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startNginx, startServiceReplica, startTcpProxy } from "@countersign/testing";
import type { Mutant } from "@countersign/version-gate/testing/mutants";

/** A server that answers `/api/version` in a process of its own. */
export interface GateTarget {
  name: string;
  url: string;
  /** Sent with each request. */
  headers?: Readonly<Record<string, string>>;
  pid: number;
  internalUrl: string;
  stop: () => Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

const pathOf = (file: string) => new URL(file, import.meta.url).pathname;
const GATE_MAIN = fileURLToPath(import.meta.resolve("@countersign/version-gate/main"));
const MUTANT_MAIN = fileURLToPath(import.meta.resolve("@countersign/version-gate/testing/mutant-main"));

async function startNode(name: string, main: string, env: Environment): Promise<GateTarget> {
  const { publicUrl, ...replica } = await startServiceReplica(main, env);
  return { name, url: `${publicUrl}/api/version`, ...replica };
}

/** A store, and the environment of a gate on it. */
export interface GateStore {
  uri: string;
  env: Environment;
}

/** Puts a proxy between a gate and its store. */
export async function startStoreProxy({ uri, env }: GateStore) {
  const { hostname: host, port } = new URL(uri);
  const proxy = await startTcpProxy({ host, port: Number(port) });
  return {
    proxy,
    env: { ...env, MONGODB_URI: `mongodb://127.0.0.1:${proxy.port}/?directConnection=true` },
  };
}

/** The gate as shipped. */
export const startGate = (env: Environment) => startNode("version-gate", GATE_MAIN, env);

/** A gate with a mistake that must show in its answers. */
export const startMutant = (mutant: Mutant, env: Environment) =>
  startNode(mutant, MUTANT_MAIN, { ...env, MUTANT: mutant });

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

/** The servers compared with the gate, side by side; nginx only where it is installed. */
export async function startComparisons(env: Environment): Promise<GateTarget[]> {
  const targets = [
    await startNode("bare Fastify, constant", pathOf("gate-bare-process.ts"), env),
    await startNode("read per request", pathOf("gate-read-per-request-process.ts"), env),
  ];
  const hasNginx = spawnSync("nginx", ["-v"], { stdio: "ignore" }).status === 0;
  return hasNginx ? [...targets, await startStaticFile()] : targets;
}

/** nginx with one process that serves a file of the same size. */
async function startStaticFile(): Promise<GateTarget> {
  const { publicUrl, ...nginx } = await startNginx({
    probe: { path: "/api/version", status: 200 },
    main: "master_process off;",
    http: ({ port, folder }) => {
      const file = join(folder, "version.json");
      writeFileSync(file, JSON.stringify({ padding: "x".repeat(270) }));
      return `keepalive_requests 10000000;
        server { listen 127.0.0.1:${port}; default_type application/json;
          location = /api/version { alias ${file}; } }`;
    },
  });
  return { name: "nginx, static file", url: `${publicUrl}/api/version`, internalUrl: "", ...nginx };
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
