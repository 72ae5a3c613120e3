import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { GateTarget } from "../gate-target.ts";

const isInstalled = () => existsSync(join(import.meta.dirname, "node_modules/unleash-server"));

/** Installs the compared programs into their own folder. @throws Error when npm cannot */
export function installPeers(): void {
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund"], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) throw new Error(`npm install in ${import.meta.dirname} ended with ${status}`);
}

/**
 * Unleash on the PostgreSQL at `BENCH_POSTGRES_URL`, an empty database. `undefined` where one of them is missing.
 *
 * @throws Error when it ends before it listens
 */
export async function startUnleash(): Promise<GateTarget | undefined> {
  const databaseUrl = process.env["BENCH_POSTGRES_URL"];
  if (databaseUrl === undefined || !isInstalled()) return undefined;
  const child = fork(join(import.meta.dirname, "unleash-process.mjs"), {
    env: { ...process.env, NODE_ENV: "production", DATABASE_URL: databaseUrl, DATABASE_SSL: "false" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const childExit = once(child, "exit");
  const [{ port, token }] = (await Promise.race([
    once(child, "message"),
    childExit.then(([code]) => {
      throw new Error(`Unleash ended with ${code}`);
    }),
  ])) as [{ port: number; token: string }];
  return {
    name: "unleash-server, frontend API",
    url: `http://127.0.0.1:${port}/api/frontend?appName=bench&userId=7d5f0d3e`,
    headers: { authorization: token },
    pid: child.pid!,
    stop: async () => {
      child.kill("SIGTERM");
      await childExit;
    },
  };
}
