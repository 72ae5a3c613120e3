import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NATS_URL, useTestBus, useTestStore, waitFor } from "@countersign/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { demoArguments } from "../demo/demo-flags.ts";
import { SECRET_FILE } from "../identity/development-identity.ts";
import { type CommandProcess, runCommand } from "../../test/run-command.ts";
import { DEMO_COMPANY, DEMO_PEOPLE } from "./demo-company.ts";
import { SERVICE_NAMES, type ServiceName } from "./platform-ports.ts";

const store = await useTestStore();

let dataDir: string;
let started: CommandProcess[];
function begin(): void {
  dataDir = mkdtempSync(join(tmpdir(), "countersign-start-"));
  started = [];
}
async function end(): Promise<void> {
  for (const { child, ended } of started) {
    child.kill("SIGKILL");
    await ended;
  }
  rmSync(dataDir, { recursive: true });
}
/** A data directory for each test. */
function useOwnData(): void {
  beforeEach(begin);
  afterEach(end);
}
/** One data directory for tests that follow one another. */
function useSharedData(): void {
  beforeAll(begin);
  afterAll(end);
}

/** Starts a platform for the test and waits until it reports that it runs. */
async function startOwn(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const platform = runCommand("dev/start", ["--free-ports", "--data", dataDir, ...args], env);
  started.push(platform);
  await platform.outputMatching(/Bus: .*\n/);
  return platform;
}

/** Address of a service, as the platform printed it. */
function addressOf(platform: CommandProcess, name: ServiceName, which: "public" | "internal" = "public") {
  const line = platform
    .output()
    .split("\n")
    .find((text) => text.trim().startsWith(name));
  return line!.trim().split(/\s+/)[which === "public" ? 1 : 2]!;
}

async function printToken(person: { userId: string; name: string }): Promise<string> {
  const args = ["--sub", person.userId, "--company", DEMO_COMPANY.id, "--name", person.name];
  const { ended, output } = runCommand("dev/token", [...args, "--data", dataDir]);
  expect(await ended).toBe(0);
  return output().trim();
}

/** Arguments with which the demo finds this platform. */
function addressFlags(platform: CommandProcess): string[] {
  return [...demoArguments((name) => addressOf(platform, name)), "--data", dataDir];
}

const stop = async ({ child, ended }: CommandProcess, signal: NodeJS.Signals) => {
  child.kill(signal);
  return ended;
};

describe("npm start, once it runs", () => {
  useSharedData();
  let platform: CommandProcess;
  beforeAll(async () => {
    platform = await startOwn([], { PORT: "1", INTERNAL_PORT: "1" });
  });

  // Rules: [RUN-START-01] [RUN-START-04] [RUN-START-05] [RUN-START-06] [RUN-START-08]
  it("runs every service, and prints their addresses", async () => {
    for (const name of SERVICE_NAMES) {
      const ready = await fetch(`${addressOf(platform, name, "internal")}/readyz`);
      expect(ready.status, name).toBe(200);
    }
    expect(platform.output()).toContain(DEMO_PEOPLE.manager.name);
    expect(platform.output()).toContain("npm run --silent token -- --sub");
    expect(platform.output()).toContain("npm run demo");
    expect(platform.output()).toContain("npm run mcp:try");
    const version = await fetch(`${addressOf(platform, "version-gate")}/api/version`);
    expect(await version.json()).toMatchObject({ ios: { version: "2.4.0" } });
  });

  it("refuses its data directory to another process, which leaves it unchanged", async () => {
    const second = runCommand("dev/start", ["--free-ports", "--data", dataDir, "--fresh"]);
    expect(await second.ended).toBe(2);
    expect(second.output().trim().split("\n")).toEqual([expect.stringContaining("in use")]);
    expect(readdirSync(join(dataDir, "store"))).toContain("journal");
  });

  it("has the demo take documents through it, twice, and find everything as specified [RUN-DEMO-01]", async () => {
    for (const number of ["000001", "000002"]) {
      const demo = runCommand("dev/demo", addressFlags(platform));
      expect(await demo.ended, demo.output()).toBe(0);
      for (const prefix of ["LV", "SO", "LN"]) {
        expect(demo.output()).toContain(`${prefix}-${number} has been fully approved`);
      }
      expect(demo.output()).toContain("Everything is as specified.");
    }
  });

  it("has the demo fail where it does not accept its tokens", async () => {
    const env = { AUTH_SECRET: "another secret of more than 32 bytes" };
    const demo = runCommand("dev/demo", addressFlags(platform), env);
    expect(await demo.ended).toBe(1);
    expect(demo.output()).toContain("the demo could not go on");
  });
});

describe("npm start, again on the same data", () => {
  useSharedData();
  let second: CommandProcess;

  it("ends with 0 on SIGTERM and keeps its data, for tokens printed before [RUN-START-10] [RUN-START-13] [RUN-TOKEN-01]", async () => {
    const token = await printToken(DEMO_PEOPLE.employee);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const first = await startOwn();
    const created = await fetch(`${addressOf(first, "hr-service")}/api/leaves`, {
      method: "POST",
      headers,
      body: JSON.stringify({
        employeeId: DEMO_PEOPLE.employee.employeeId,
        from: "2027-03-01",
        to: "2027-03-05",
      }),
    });
    expect(created.status).toBe(201);
    const { _id, ref } = (await created.json()) as { _id: string; ref: string };
    expect(await stop(first, "SIGTERM")).toBe(0);

    second = await startOwn();
    const read = await fetch(`${addressOf(second, "hr-service")}/api/leaves/${_id}`, { headers });
    expect(await read.json()).toMatchObject({ ref, status: "PENDING" });
  });

  it("ends with 0 on SIGINT; --fresh empties its data, --no-demo seeds nothing [RUN-START-09] [RUN-START-11] [RUN-START-12]", async () => {
    expect(second.output()).toContain(DEMO_COMPANY.name);
    expect(await stop(second, "SIGINT")).toBe(0);
    expect(second.output()).toMatch(/Stopped\.\n$/);
    const fresh = await startOwn(["--fresh", "--no-demo"]);
    expect(fresh.output()).not.toContain(DEMO_COMPANY.name);
    const version = await fetch(`${addressOf(fresh, "version-gate")}/api/version`);
    expect(version.status, "no settings record is left").toBe(500);
  });
});

describe("npm start", () => {
  useOwnData();

  it("stops when the npm that runs it is gone", async () => {
    const main = join(import.meta.dirname, "main.ts");
    const args = JSON.stringify([main, "--free-ports", "--data", dataDir, "--no-demo"]);
    const npm = spawn(
      process.execPath,
      ["-e", `require("child_process").spawn(process.execPath, ${args}, { stdio: "inherit" })`],
      { env: { ...process.env, npm_lifecycle_event: "start" }, stdio: ["ignore", "pipe", "inherit"] },
    );
    let output = "";
    npm.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
    await waitFor(() => output.includes("Bus:"), { timeoutMs: 15_000, what: "the platform" });
    npm.kill("SIGKILL");
    await waitFor(() => output.endsWith("Stopped.\n"), { timeoutMs: 10_000, what: "its end" });
  });

  it.each([
    ["an invalid variable", [], { LOG_LEVEL: "loud" }, /^LOG_LEVEL: /],
    ["NODE_ENV=production with the embedded store", [], { NODE_ENV: "production" }, /set MONGODB_URI/],
    ["an unknown option", ["--quick"], {}, /usage: npm start/],
    ["to run without an unknown service", ["--without", "x"], {}, /there is no service x: version-gate/],
  ])("refuses %s with exit code 2", async (_, args, env, message) => {
    const refused = runCommand("dev/start", ["--free-ports", "--data", dataDir, ...args], env);
    expect(await refused.ended).toBe(2);
    expect(refused.output()).toMatch(message);
    expect(refused.output()).not.toContain("    at ");
  });
});

/** The platform's child processes, by the system's list. */
function childrenOf({ child }: CommandProcess): number[] {
  const listed = execFileSync("ps", ["-o", "pid=", "--ppid", String(child.pid)], { encoding: "utf8" });
  return listed.trim().split(/\s+/).map(Number);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("npm start -- --processes", () => {
  useOwnData();

  it("refuses to start with exit code 2 where no broker answers, and names its address", async () => {
    const env = { NATS_URL: "nats://127.0.0.1:1" };
    const refused = runCommand("dev/start", ["--processes", "--free-ports", "--data", dataDir], env);
    expect(await refused.ended).toBe(2);
    expect(refused.output()).toContain("needs a NATS server with JetStream at nats://127.0.0.1:1");
  });

  describe("on a broker", { tags: ["nats"] }, () => {
    const bus = useTestBus("nats");
    async function startProcesses() {
      const platform = await startOwn(["--processes"], { NATS_URL, NATS_PREFIX: bus.prefix });
      const children = childrenOf(platform);
      expect(children).toHaveLength(SERVICE_NAMES.length + 1);
      return { platform, children };
    }

    it("runs every service as a process of its own, and ends with 0 on SIGTERM [RUN-START-14]", async () => {
      const { platform, children } = await startProcesses();
      for (const name of SERVICE_NAMES) {
        const ready = await fetch(`${addressOf(platform, name, "internal")}/readyz`);
        expect(ready.status, name).toBe(200);
      }
      const demo = runCommand("dev/demo", addressFlags(platform));
      expect(await demo.ended, demo.output()).toBe(0);
      expect(await stop(platform, "SIGTERM")).toBe(0);
      expect(children.filter(isAlive)).toEqual([]);
    });

    it("stops with exit code 1 when a service dies, the others in order", async () => {
      const { platform, children } = await startProcesses();
      process.kill(children.at(-1)!, "SIGKILL");
      expect(await platform.ended).toBe(1);
      expect(platform.output()).toMatch(/ended with SIGKILL by itself/);
      expect(children.filter(isAlive)).toEqual([]);
    });

    it("leaves no process behind when it is killed", async () => {
      const { platform, children } = await startProcesses();
      platform.child.kill("SIGKILL");
      await waitFor(() => !children.some(isAlive), { timeoutMs: 15_000, what: "the end of the services" });
    });
  });
});

describe("npm run demo", () => {
  useOwnData();

  it("starts its own platform where none answers, and leaves nothing behind", async () => {
    const nowhere = "http://127.0.0.1:1";
    const demo = runCommand("dev/demo", ["--engine", nowhere, "--data", dataDir]);
    expect(await demo.ended, demo.output()).toBe(0);
    expect(demo.output()).toContain("npm start");
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

describe("npm start with the user's own store and broker", { tags: ["nats"] }, () => {
  useOwnData();
  const { prefix } = useTestBus("nats");

  it("keeps everything there, and the demo passes [RUN-START-02] [RUN-START-03]", async () => {
    const platform = await startOwn([], {
      MONGODB_URI: store.uri,
      MONGODB_DB: store.dbName,
      NATS_URL,
      NATS_PREFIX: prefix,
    });
    expect(platform.output()).toContain("Store: MONGODB_URI");
    expect(platform.output()).toContain("Bus: NATS_URL");
    const demo = runCommand("dev/demo", addressFlags(platform));
    expect(await demo.ended, demo.output()).toBe(0);
    expect(await store.db.collection("workflow_events").countDocuments()).toBe(22);
    expect(readdirSync(dataDir)).toEqual([SECRET_FILE]);
  });
});
