import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runCommand } from "../../test/run-command.ts";
import { FREE_PORTS } from "../start/platform-ports.ts";
import { startPlatform } from "../start/start-platform.ts";

async function aDataDirectory(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "countersign-ask-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return dataDir;
}

it("npm run ask:try: the tool refuses, a person approves, and the tool runs once with these arguments [ASK-4]", async () => {
  const dataDir = await aDataDirectory();
  const without = ["hr-service", "inventory-service", "mcp-journal", "version-gate"] as const;
  const options = { dataDir, ports: FREE_PORTS, demoCompany: true, without };
  const platform = await startPlatform({ ...options, env: { LOG_LEVEL: "silent", CONSOLE: "off" } });
  onTestFinished(() => platform.stop());
  const command = runCommand("dev/ask-try", ["--data", dataDir]);
  expect(await command.ended, command.output()).toBe(0);
  const said = command.output().split("\n");
  expect(said.filter((line) => line.startsWith("  tool:"))).toEqual([
    expect.stringMatching(
      /^ {2}tool: {2}This needs a person's approval: call request_approval with the action/u,
    ),
    "  tool:  The grant is for another call: people approved other arguments",
    "  tool:  customers-2019 is deleted",
    "  tool:  The grant was used already",
  ]);
  expect(said).toContain("  agent: APPROVED by Milan Cole");
});

it("npm run ask:try says where nothing answers", async () => {
  const command = runCommand("dev/ask-try", ["--data", await aDataDirectory()], {
    AUTH_SECRET: "s".repeat(32),
  });
  expect(await command.ended).toBe(1);
  expect(command.output()).toContain('is "npm start" running?');
});
