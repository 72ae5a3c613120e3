import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { RunningService } from "@countersign/service-kit";
import { startTestService, testTokens, useTestStore, ledgerFixture } from "@countersign/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mcpJournal } from "../src/service.ts";
import { APPROVAL_ENV } from "./approval-fixture.ts";

const PACKAGE = import.meta.resolve("@modelcontextprotocol/inspector/package.json");
const { bin } = JSON.parse(await readFile(new URL(PACKAGE), "utf8")) as { bin: Record<string, string> };
const INSPECTOR = fileURLToPath(new URL(bin["mcp-inspector"]!, PACKAGE));

const store = await useTestStore();
const { companyId, userId, cash, entry } = await ledgerFixture(store);
let services: Record<"off" | "always", RunningService>;
let home: string;

beforeAll(async () => {
  services = {
    off: await startTestService(mcpJournal, store),
    always: await startTestService(mcpJournal, store, { env: APPROVAL_ENV }),
  };
  // It keeps a catalogue of servers in the home directory.
  home = await mkdtemp(join(tmpdir(), "inspector-"));
});
afterAll(async () => {
  await Promise.all(Object.values(services).map((service) => service.stop()));
  await rm(home, { recursive: true });
});

describe.each([
  { transport: "http", path: "/api/mcp", approval: "off" },
  { transport: "sse", path: "/api/mcp/sse", approval: "off" },
  { transport: "http", path: "/api/mcp", approval: "always" },
  { transport: "sse", path: "/api/mcp/sse", approval: "always" },
] as const)(
  "the Inspector's command line over $transport, approvals $approval",
  ({ transport, path, approval }) => {
    async function inspect(...args: string[]): Promise<Record<string, unknown>> {
      const authorization = await testTokens().bearer({ sub: userId, companyId });
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          INSPECTOR,
          "--cli",
          `--transport=${transport}`,
          `--server-url=${services[approval].publicUrl}${path}`,
          `--header=Authorization: ${authorization}`,
          ...args,
        ],
        { env: { ...process.env, HOME: home } },
      );
      return JSON.parse(stdout) as Record<string, unknown>;
    }

    it("lists the tools, whose schemas every client can read [MJ-SERVER-01]", async () => {
      const { tools } = await inspect("--method", "tools/list", "--strict");
      expect((tools as { name: string }[]).map(({ name }) => name)).toEqual([
        "list_accounts",
        "create_journal_entry",
        "get_journal_entry",
        "post_journal_entry",
      ]);
    });

    it("calls the tools", async () => {
      const call = ["--method", "tools/call", "--tool-name"];
      const listed = await inspect(...call, "list_accounts", "--tool-arg", "keyword=cash");
      expect(listed["structuredContent"]).toMatchObject({ accounts: [{ id: cash }] });
      const args = Object.entries(entry()).map(
        ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
      );
      const created = await inspect(...call, "create_journal_entry", "--tool-arg", ...args);
      expect(created["structuredContent"]).toMatchObject({ status: "SAVED" });
    });
  },
);
