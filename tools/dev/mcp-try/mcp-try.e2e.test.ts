import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ledgerFixture, startTestService, testTokens, useTestStore } from "@countersign/testing";
import { mcpJournal } from "@countersign/mcp-journal";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCommand } from "../../test/run-command.ts";
import { FREE_PORTS } from "../start/platform-ports.ts";
import { startPlatform } from "../start/start-platform.ts";

const store = await useTestStore();
const { companyId, userId, entries } = await ledgerFixture(store);
const token = await testTokens().sign({ sub: userId, companyId });

async function typed(input: string, transport: string, env: Record<string, string> = {}) {
  const service = await startTestService(mcpJournal, store, { env });
  onTestFinished(() => service.stop());
  const args = ["--url", service.publicUrl, "--company", companyId, "--token", token];
  const command = runCommand("dev/mcp-try", [...args, "--transport", transport], {}, input);
  return { exitCode: await command.ended, output: command.output() };
}

describe("npm run mcp:try", () => {
  it.each(["sse", "streamable-http"])("lists, drafts, shows and posts over %s", async (transport) => {
    const { exitCode, output } = await typed("6100\n1000\n99.5\nRent of March\nyes\n", transport);
    expect(exitCode, output).toBe(0);
    for (const part of ["post_journal_entry", "6100  Office Rent", "99.50  6100 Office Rent", "is POSTED"]) {
      expect(output).toContain(part);
    }
    expect((await entries()).at(-1)).toMatchObject({ description: "Rent of March", status: "POSTED" });
  });

  it("leaves a draft without a yes, and asks again for an account that does not exist", async () => {
    const { exitCode, output } = await typed("7\n\n\n\n", "streamable-http");
    expect(exitCode, output).toBe(0);
    expect(output).toContain("There is no account 7.");
    expect(output).toContain("stays a draft");
    expect((await entries()).at(-1)).toMatchObject({ status: "SAVED" });
  });

  it("shows the service's question to the person", async () => {
    const { exitCode, output } = await typed("\n\n\n\nyes\nno\n", "sse", { MCP_CONFIRM_POST: "elicit" });
    expect(exitCode, output).toBe(1);
    expect(output).toContain("The service asks:");
    expect(output).toContain("The user did not confirm");
    expect((await entries()).at(-1)).toMatchObject({ status: "SAVED" });
  });

  it.each(["--url", "--engine"])("names an address of %s that is none", async (option) => {
    const command = runCommand("dev/mcp-try", [option, "nope", "--token", token]);
    expect(await command.ended).toBe(2);
    expect(command.output()).toMatch(
      /^--(url|engine) nope: expected an address such as http:\S+\n\n[^]*\nusage: /u,
    );
  });

  it("reports a service that does not answer", async () => {
    const { publicUrl, stop } = await startTestService(mcpJournal, store);
    await stop();
    const away = runCommand("dev/mcp-try", ["--url", publicUrl, "--token", token]);
    expect(await away.ended).toBe(1);
    expect(away.output()).toBe(`Nothing answers at ${publicUrl}: is "npm start" running?\n`);
  });

  it("takes entries above the demo company's limit through their approval: one is posted, one rejected [AGT-1]", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "countersign-try-"));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const options = { dataDir, ports: FREE_PORTS, demoCompany: true };
    const platform = await startPlatform({ ...options, env: { LOG_LEVEL: "silent" } });
    onTestFinished(() => platform.stop());
    const urlOf = (name: string) => platform.services.find((service) => service.name === name)!.publicUrl;
    const below = "\n\n1000\nPaper\nyes\n";
    const approved = "yes\n\n\n2400\nChairs\nyes\nyes\n";
    const rejected = "yes\n\n\n3100.5\nDesks\nyes\nreject\nWhich invoice?\n";
    const args = ["--url", urlOf("mcp-journal"), "--engine", urlOf("approval-engine"), "--data", dataDir];
    const command = runCommand("dev/mcp-try", args, {}, below + approved + rejected);
    expect(await command.ended, command.output()).toBe(0);
    const said = command.output();
    for (const part of [
      "post_journal_entry is done: JE-000001 is POSTED.",
      "Journal entry JE-000002 submitted for approval.",
      "Helen Ortiz sees, at the stage Head of department:",
      "Description  Chairs",
      "Debits       2400.00 EUR",
      "Line 1       DEBIT 2400 on 5200 Travel",
      "Agent        countersign-try 1.0.0",
      "get_journal_entry shows: JE-000002 is POSTED.",
      "Journal entry JE-000003 submitted for approval.",
      "Error: Journal entry JE-000003 was rejected: Which invoice?",
    ]) {
      expect(said).toContain(part);
    }
  });
});
