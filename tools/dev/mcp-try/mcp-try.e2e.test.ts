import { ledgerFixture, startTestService, testTokens, useTestStore } from "@countersign/testing";
import { mcpJournal } from "@countersign/mcp-journal";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCommand } from "../../test/run-command.ts";

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

  it("reports a service that does not answer", async () => {
    const { publicUrl, stop } = await startTestService(mcpJournal, store);
    await stop();
    const away = runCommand("dev/mcp-try", ["--url", publicUrl, "--token", token]);
    expect(await away.ended).toBe(1);
    expect(away.output()).toBe(`Nothing answers at ${publicUrl}: is "npm start" running?\n`);
  });
});
