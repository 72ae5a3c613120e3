/**
 * `npm run first-hour`: installs and starts fresh clones of the last commit with several versions of npm, and follows the
 * pages that a newcomer follows in another, by running their blocks of code in order. Exit code 1 when one fails.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { until } from "../../dev/until.ts";
import { readOptions, readOrExit, UsageError } from "../../usage.ts";
import { cloneInto, NPM_VERSIONS, startWithNpm } from "./npm-versions.ts";
import { type Block, blocksOf, PAGES } from "./page-blocks.ts";
import { openShell, openTerminal, type Shell, type Terminal } from "./shell.ts";

const USAGE = `Installs and starts fresh clones with several versions of npm, and follows the pages of a newcomer.

usage: npm run first-hour [-- --only npm|pages|<page>]

Needs the usual ports, nats-server, bash and a registry; blocks of pages that need more are
named and left out where it is not there.`;

const PARTS = ["npm", ...PAGES] as const;
const parts = await readOrExit(USAGE, (args): readonly string[] => {
  const { only } = readOptions({ args, options: { only: { type: "string" } } }).values;
  if (only === undefined) return PARTS;
  if (only === "pages") return PAGES;
  const part = PARTS.find((name) => name === only);
  if (part === undefined) throw new UsageError(`--only: expected pages, ${PARTS.join(", ")}`);
  return [part];
});
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
const clone = cloneInto(join(folder, "countersign"));
const brokerPort = await freePort();
const broker = spawn("nats-server", ["-js", "-p", String(brokerPort), "-sd", join(folder, "nats")], {
  stdio: "ignore",
});

// A reader's environment: without this workspace's programs and variables.
const ownVariables = new Set([
  "NATS_URL",
  "NATS_PREFIX",
  "MONGODB_URI",
  "MONGODB_DB",
  "AUTH_SECRET",
  "DOCUMENT_KINDS",
]);
const env: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !ownVariables.has(name) && !/^npm_/iu.test(name)),
);
env["PATH"] = (process.env["PATH"] ?? "")
  .split(":")
  .filter((place) => !place.includes("node_modules"))
  .join(":");
const reader = { env, say: (text: string) => void process.stdout.write(text) };
const startOptions = { cwd: clone, ...reader };

const leftOut: string[] = [];
let failedBlock: string | undefined;
let ran = 0;

/** README installs the clone; it is not there where only another page is followed. */
const isInstalled = (): boolean => existsSync(join(clone, "node_modules"));

/** Follows one page. */
async function follow(page: string): Promise<void> {
  let platform: Terminal | undefined;
  let service: Terminal | undefined;
  const shell: Shell = openShell(startOptions);
  try {
    const blocks = blocksOf(page);
    if (!blocks.some(({ isTerminal }) => isTerminal))
      platform = await openTerminal(
        isInstalled() ? "npm start" : "npm ci && npm start",
        PLATFORM_READY,
        startOptions,
      );
    for (const block of blocks) {
      const place = `${page}:${block.line}`;
      if (block.saveAs !== undefined) {
        const file = join(clone, block.saveAs);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, block.code);
        continue;
      }
      if (block.language !== "sh") continue;
      const missingPrograms = missingOf(block);
      if (missingPrograms.length > 0) {
        leftOut.push(`${place}: needs ${missingPrograms.join(", ")}`);
        continue;
      }
      console.log(`\n── ${place}\n${block.code}`);
      const code = block.code.replaceAll(USUAL_BROKER, `127.0.0.1:${brokerPort}`);
      failedBlock = place;
      if (!block.isTerminal) await shell.run(code);
      else if (code.includes("npm start")) {
        await platform?.close();
        platform = await openTerminal(code, PLATFORM_READY, startOptions);
      } else {
        await service?.close();
        service = await openTerminal(code, /./u, startOptions);
        await untilServed(SERVICE_PORT);
      }
      failedBlock = undefined;
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
  for (const version of parts.includes("npm") ? NPM_VERSIONS : []) {
    console.log(`\n── npm ${version}`);
    failedBlock = `npm ${version}`;
    await startWithNpm(version, { folder, ready: PLATFORM_READY, ...reader });
    failedBlock = undefined;
  }
  for (const page of PAGES) if (parts.includes(page)) await follow(page);
} catch (error) {
  console.error(`\n${failedBlock ?? "first-hour"}: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  broker.kill();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${ran} blocks ran${leftOut.length > 0 ? `; left out:\n  ${leftOut.join("\n  ")}` : ""}`);
