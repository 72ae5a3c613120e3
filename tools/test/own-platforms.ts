import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { demoArguments } from "../dev/demo/demo-flags.ts";
import type { ServiceName } from "../dev/start/platform-ports.ts";
import { type CommandProcess, endCommands, runCommand } from "./run-command.ts";

/** Platforms that the tests of a group start with `npm start`, on a data directory of their own. */
export interface OwnPlatforms {
  dataDir: () => string;
  /** Starts a platform on free ports and waits until it reports that it runs. */
  start: (args?: readonly string[], env?: Readonly<Record<string, string>>) => Promise<CommandProcess>;
  /** Arguments with which the demo finds a platform. */
  demoFlags: (platform: CommandProcess) => string[];
}

/**
 * A data directory whose commands end with the test, or with the group where its tests follow one another.
 *
 * @param ofEach `test`: a directory for each test; `group`: one for all tests of the group
 */
export function useOwnPlatforms(ofEach: "test" | "group"): OwnPlatforms {
  let dataDir = "";
  const begin = (): void => {
    dataDir = mkdtempSync(join(tmpdir(), "countersign-start-"));
  };
  const end = async (): Promise<void> => {
    await endCommands();
    rmSync(dataDir, { recursive: true });
  };
  if (ofEach === "test") {
    beforeEach(begin);
    afterEach(end);
  } else {
    beforeAll(begin);
    afterAll(end);
  }
  return {
    dataDir: () => dataDir,
    async start(args = [], env = {}) {
      const platform = runCommand("dev/start", ["--free-ports", "--data", dataDir, ...args], env);
      await platform.outputMatching(/Bus: .*\n/);
      return platform;
    },
    demoFlags: (platform) => [...demoArguments((name) => addressOf(platform, name)), "--data", dataDir],
  };
}

/** Address of a service, as the platform printed it. */
export function addressOf(
  platform: CommandProcess,
  name: ServiceName,
  listener: "public" | "internal" = "public",
): string {
  const line = platform
    .output()
    .split("\n")
    .find((text) => text.trim().startsWith(name));
  return line!.trim().split(/\s+/)[listener === "public" ? 1 : 2]!;
}

/** Ends a platform with a signal. @returns its exit code, or the signal that ended it */
export async function endWith(
  { child, ended }: CommandProcess,
  signal: NodeJS.Signals,
): Promise<number | NodeJS.Signals> {
  child.kill(signal);
  return ended;
}
