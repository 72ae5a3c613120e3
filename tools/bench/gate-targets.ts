import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startNginx, startServiceReplica } from "@countersign/testing";

/** A server that answers `/api/version` in a process of its own. */
export interface GateTarget {
  name: string;
  url: string;
  pid: number;
  internalUrl: string;
  stop: () => Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

const pathOf = (file: string) => new URL(file, import.meta.url).pathname;
const GATE_MAIN = fileURLToPath(import.meta.resolve("@countersign/version-gate/main"));

async function startNode(name: string, main: string, env: Environment): Promise<GateTarget> {
  const { publicUrl, ...replica } = await startServiceReplica(main, env);
  return { name, url: `${publicUrl}/api/version`, ...replica };
}

/** The gate as shipped. */
export const startGate = (env: Environment) => startNode("version-gate", GATE_MAIN, env);

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
