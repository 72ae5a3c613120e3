import { execFileSync } from "node:child_process";
import { NATS_URL, useTestBus, waitFor } from "@countersign/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { addressOf, endWith, type OwnPlatforms, useOwnPlatforms } from "../../test/own-platforms.ts";
import { type CommandProcess, runCommand } from "../../test/run-command.ts";
import { SERVICE_NAMES, type ServiceName } from "./platform-ports.ts";

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

/** A store and two services are enough to see how processes end. */
const FEW: readonly ServiceName[] = ["version-gate", "mcp-journal"];

interface Processes {
  platform: CommandProcess;
  children: number[];
}

/** Starts some services, each as a process of its own, and finds them and the store among the system's processes. */
async function startProcesses(
  platforms: OwnPlatforms,
  prefix: string,
  services: readonly ServiceName[],
  args: readonly string[] = [],
): Promise<Processes> {
  const others = SERVICE_NAMES.filter((name) => !services.includes(name));
  const without = others.flatMap((name) => ["--without", name]);
  // Its build would be another process.
  const env = { NATS_URL, NATS_PREFIX: prefix, CONSOLE: "off" };
  const platform = await platforms.start(["--processes", ...without, ...args], env);
  const children = childrenOf(platform);
  expect(children).toHaveLength(services.length + 1);
  return { platform, children };
}

describe("npm start -- --processes", { tags: ["nats"] }, () => {
  const bus = useTestBus("nats");
  const platforms = useOwnPlatforms("group");
  let running: Processes;
  beforeAll(async () => {
    running = await startProcesses(platforms, bus.prefix, SERVICE_NAMES);
  });

  it("runs every service as a process of its own [RUN-START-14]", async () => {
    for (const name of SERVICE_NAMES) {
      const ready = await fetch(`${addressOf(running.platform, name, "internal")}/readyz`);
      expect(ready.status, name).toBe(200);
    }
  });

  it("takes the demo's documents through them", async () => {
    const demo = runCommand("dev/demo", platforms.demoFlags(running.platform));
    expect(await demo.ended, demo.output()).toBe(0);
  });

  it("ends with 0 on SIGTERM, and so do its processes [RUN-START-14]", async () => {
    expect(await endWith(running.platform, "SIGTERM")).toBe(0);
    expect(running.children.filter(isAlive)).toEqual([]);
  });
});

describe("npm start -- --processes, when something goes wrong", () => {
  const platforms = useOwnPlatforms("test");

  it("refuses to start with exit code 2 where no broker answers, and names its address", async () => {
    const env = { NATS_URL: "nats://127.0.0.1:1" };
    const refused = runCommand(
      "dev/start",
      ["--processes", "--free-ports", "--data", platforms.dataDir()],
      env,
    );
    expect(await refused.ended).toBe(2);
    expect(refused.output()).toContain("needs a NATS server with JetStream at nats://127.0.0.1:1");
  });

  describe("on a broker", { tags: ["nats"] }, () => {
    const bus = useTestBus("nats");
    const startFew = () => startProcesses(platforms, bus.prefix, FEW, ["--no-demo"]);

    it("stops with exit code 1 when a service dies, the others in order", async () => {
      const { platform, children } = await startFew();
      process.kill(children.at(-1)!, "SIGKILL");
      expect(await platform.ended).toBe(1);
      expect(platform.output()).toMatch(/ended with SIGKILL by itself/);
      expect(children.filter(isAlive)).toEqual([]);
    });

    it("ends with 0 on SIGTERM while they start, and so do they [CT-PROC-08]", async () => {
      const env = { NATS_URL, NATS_PREFIX: bus.prefix, CONSOLE: "off" };
      const args = ["--processes", "--free-ports", "--no-demo", "--data", platforms.dataDir()];
      const start = runCommand("dev/start", args, env);
      await start.outputMatching(/Starting/);
      const children = await waitFor(() => {
        const pids = childrenOf(start);
        return pids.length > 1 && pids;
      });
      expect(await endWith(start, "SIGTERM")).toBe(0);
      expect(start.output()).toMatch(/Stopping …\n$/);
      await waitFor(() => !children.some(isAlive), { what: "the end of the services" });
    });

    it("leaves no process behind when it is killed", async () => {
      const { platform, children } = await startFew();
      platform.child.kill("SIGKILL");
      await waitFor(() => !children.some(isAlive), { timeoutMs: 15_000, what: "the end of the services" });
    });
  });
});
