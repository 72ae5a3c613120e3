/**
 * `npm run first-hour`: follows the pages that a newcomer follows, in a fresh clone of the last commit, by running their
 * blocks of code in order. Needs the usual ports, `nats-server`, bash and a registry; blocks that need more are named and
 * left out where it is not there. Exit code 1 when a block fails.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { until } from "../../dev/until.ts";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { type Block, blocksOf, PAGES } from "./page-blocks.ts";
import { openShell, openTerminal, type Shell, type Terminal } from "./shell.ts";

const USUAL_BROKER = "127.0.0.1:4222";
const PLATFORM_READY = /Bus: .*\n/u;
/** A program that the reader has written: it serves its first answer. */
const SERVICE_PORT = 3006;

/** Commands that work where a need is met; default: the program is there. */
const PROBES: Readonly<Record<string, string>> = {
  docker: "docker compose version && docker info",
  kubectl: "kubectl cluster-info",
  mongodb: "command -v mongodump",
};
const isMet = (need: string): boolean =>
  spawnSync("sh", ["-c", PROBES[need] ?? `command -v ${need}`]).status === 0;
const missingOf = ({ needs }: Block): string[] => needs.filter((need) => !isMet(need));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const untilServed = (port: number): Promise<Response> =>
  until(`an answer at port ${port}`, () => fetch(`http://127.0.0.1:${port}/`).catch(() => undefined));

const folder = mkdtempSync(join(tmpdir(), "countersign-first-hour-"));
const clone = join(folder, "countersign");
execFileSync("git", ["clone", "--quiet", WORKSPACE_ROOT, clone]);
const brokerPort = await freePort();
const broker = spawn("nats-server", ["-js", "-p", String(brokerPort), "-sd", join(folder, "nats")], {
  stdio: "ignore",
});

// A reader's environment: without this workspace's programs and variables.
const own = new Set([
  "NATS_URL",
  "NATS_PREFIX",
  "MONGODB_URI",
  "MONGODB_DB",
  "AUTH_SECRET",
  "DOCUMENT_KINDS",
]);
const env: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !own.has(name) && !/^npm_/iu.test(name)),
);
env["PATH"] = (process.env["PATH"] ?? "")
  .split(":")
  .filter((place) => !place.includes("node_modules"))
  .join(":");
const started = { cwd: clone, env, say: (text: string) => void process.stdout.write(text) };

const leftOut: string[] = [];
let failed: string | undefined;
let ran = 0;

/** Follows one page. */
async function follow(page: string): Promise<void> {
  let platform: Terminal | undefined;
  let service: Terminal | undefined;
  const shell: Shell = openShell(started);
  try {
    const blocks = blocksOf(page);
    if (!blocks.some(({ isTerminal }) => isTerminal))
      platform = await openTerminal("npm start", PLATFORM_READY, started);
    for (const block of blocks) {
      const place = `${page}:${block.line}`;
      if (block.saveAs !== undefined) {
        const file = join(clone, block.saveAs);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, block.code);
        continue;
      }
      if (block.language !== "sh") continue;
      const missing = missingOf(block);
      if (missing.length > 0) {
        leftOut.push(`${place}: needs ${missing.join(", ")}`);
        continue;
      }
      console.log(`\n── ${place}\n${block.code}`);
      const code = block.code.replaceAll(USUAL_BROKER, `127.0.0.1:${brokerPort}`);
      failed = place;
      if (!block.isTerminal) await shell.run(code);
      else if (code.includes("npm start")) {
        await platform?.close();
        platform = await openTerminal(code, PLATFORM_READY, started);
      } else {
        await service?.close();
        service = await openTerminal(code, /./u, started);
        await untilServed(SERVICE_PORT);
      }
      failed = undefined;
      ran += 1;
    }
  } finally {
    await shell.close();
    await service?.close();
    await platform?.close();
    // As `--fresh`: documents of the kinds of one page keep the engine of the next one from starting.
    rmSync(join(clone, ".data"), { recursive: true, force: true });
  }
}

try {
  for (const page of PAGES) await follow(page);
} catch (error) {
  console.error(`\n${failed ?? "first-hour"}: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  broker.kill();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${ran} blocks ran${leftOut.length > 0 ? `; left out:\n  ${leftOut.join("\n  ")}` : ""}`);
