import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@countersign/testing";
import { expect, it, onTestFinished } from "vitest";
import { runCommand } from "../../test/run-command.ts";
import { FREE_PORTS } from "../start/platform-ports.ts";
import { writeRunningPlatform } from "../start/running-platform.ts";
import { startPlatform } from "../start/start-platform.ts";

async function aDataDirectory(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "countersign-ask-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return dataDir;
}

it("npm run ask:try: the tool refuses, a person approves, and the tool runs once with these arguments [ASK-4] [MEET-1]", async () => {
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
  expect(said).toContainEqual(
    expect.stringMatching(/^ {2}grant: by the rule of workflow [0-9a-f]{24}, version 1$/u),
  );
});

it("npm run ask:try says where nothing answers", async () => {
  const dataDir = await aDataDirectory();
  // A platform that was killed: nothing answers on the ports of any service.
  const url = `http://127.0.0.1:${await freePort()}`;
  const address = { public: url, internal: url };
  writeRunningPlatform(dataDir, { bus: "in-process", services: { "approval-engine": address } });
  const command = runCommand("dev/ask-try", ["--data", dataDir], { AUTH_SECRET: "s".repeat(32) });
  expect(await command.ended).toBe(1);
  expect(command.output()).toBe(`Nothing answers at ${url}: is "npm start" running?\n`);
});
