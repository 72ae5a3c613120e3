import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServiceReplica, waitFor } from "@countersign/testing";

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
const GATE_MAIN = pathOf("../../apps/version-gate/src/main.ts");

async function startNode(name: string, main: string, env: Environment): Promise<GateTarget> {
  const { publicUrl, ...replica } = await startServiceReplica(main, env);
  return { name, url: `${publicUrl}/api/version`, ...replica };
}

/** The gate as it is shipped. */
export const startGate = (env: Environment) => startNode("version-gate", GATE_MAIN, env);

/** What the gate is compared with, side by side; nginx only where it is installed. */
export async function startComparisons(env: Environment): Promise<GateTarget[]> {
  const targets = [
    await startNode("bare Fastify, constant", pathOf("gate-bare-process.ts"), env),
    await startNode("read per request", pathOf("gate-read-per-request-process.ts"), env),
  ];
  const hasNginx = spawnSync("nginx", ["-v"], { stdio: "ignore" }).status === 0;
  return hasNginx ? [...targets, await startNginx()] : targets;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** nginx with one process that serves a file of the same size. */
async function startNginx(): Promise<GateTarget> {
  const folder = mkdtempSync(join(tmpdir(), "bench-nginx-"));
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(" ");
  writeFileSync(join(folder, "version.json"), JSON.stringify({ padding: "x".repeat(270) }));
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; master_process off; pid ${join(folder, "nginx.pid")}; error_log stderr crit;
     events { worker_connections 4096; }
     http { access_log off; keepalive_requests 10000000; ${temporary}
       server { listen 127.0.0.1:${port}; default_type application/json;
         location = /api/version { alias ${join(folder, "version.json")}; } } }`,
  );
  const child = spawn("nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = once(child, "exit");
  const url = `http://127.0.0.1:${port}/api/version`;
  await waitFor(async () => (await fetch(url)).ok, { what: "nginx" });
  return {
    name: "nginx, static file",
    url,
    pid: child.pid!,
    internalUrl: "",
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

const CLOCK_TICKS_PER_SECOND = 100;

/**
 * CPU time that a process has used so far, in seconds.
 *
 * @throws Error where there is no /proc
 */
export function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // After the name, which is in brackets and may hold spaces; utime and stime are the 14th and 15th field of all.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
}
