import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { forgetConsoleBuild } from "../release/console/build-console.ts";
import { COMPILE_CACHE, WORKSPACE_ROOT } from "../workspace.ts";
import { median, rounded } from "./measure.ts";
import type { BenchSuite } from "./suite.ts";

const STARTS = 5;
const PAGE_INTERVAL_MS = 50;

/** The waits after `npm start`, in milliseconds. */
interface Start {
  /** Until every service answers, and the addresses are printed. */
  platformMs: number;
  /** Until the console's page is there instead of the one that says that it is being built. */
  consoleMs: number;
}

/** The start of the platform on a developer's machine. */
export const startSuite: BenchSuite = {
  name: "start",
  about:
    "`npm start` with an empty data directory, the first time with nothing compiled and the console still to be built",
  bounds: [
    { name: "platformMs", what: "first start, until every service answers, ms", must: "<", limit: 5_000 },
    { name: "consoleMs", what: "first start, until the console is there, ms", must: "<", limit: 10_000 },
  ],
  async run(report, { quick }) {
    const starts = quick ? 1 : STARTS;
    const first: Start[] = [];
    const later: Start[] = [];
    for (let time = 1; time <= starts; time += 1) {
      report(`start ${time} of ${starts}`);
      forgetConsoleBuild();
      rmSync(COMPILE_CACHE, { recursive: true, force: true });
      first.push(await start());
      later.push(await start());
    }
    const row = (name: string, list: readonly Start[]) => [
      name,
      rounded(median(list.map(({ platformMs }) => platformMs))),
      rounded(median(list.map(({ consoleMs }) => consoleMs))),
    ];
    const slowest = (name: keyof Start) => rounded(Math.max(...first.map((one) => one[name])));
    return {
      ratios: {},
      figures: { platformMs: slowest("platformMs"), consoleMs: slowest("consoleMs") },
      tables: [
        {
          title: "From npm start",
          columns: ["start", "every service answers ms", "the console is there ms"],
          rows: [
            row("first: modules are compiled, the console is built", first),
            row("later: both are there", later),
          ],
        },
      ],
    };
  },
};

/** @throws Error when the platform ends before it runs */
async function start(): Promise<Start> {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-bench-start-"));
  const startedAt = performance.now();
  const npm = spawn("npm", ["start", "--", "--free-ports", "--data", dataDir], {
    cwd: WORKSPACE_ROOT,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(npm, "close");
  try {
    const url = await consoleUrlIn(npm.stdout.iterator({ destroyOnReturn: false }));
    npm.stdout.resume();
    const platformMs = performance.now() - startedAt;
    while ((await fetch(url)).status !== 200) await delay(PAGE_INTERVAL_MS);
    return { platformMs, consoleMs: performance.now() - startedAt };
  } finally {
    // The group: npm and what it runs.
    if (npm.exitCode === null) process.kill(-npm.pid!, "SIGTERM");
    await closed;
    rmSync(dataDir, { recursive: true });
  }
}

/** The address of the console, which is printed once everything runs. */
async function consoleUrlIn(output: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const chunk of output) {
    text += chunk.toString("utf8");
    const [, url] = /^Console {2}(\S+)$/mu.exec(text) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`npm start ended before it ran:\n${text}`);
}
