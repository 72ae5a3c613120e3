import { ConfigError, loadConfig } from "@countersign/service-kit";
import { describe, expect, it } from "vitest";
import { mcpJournalConfig, mcpJournalEnvironment } from "./config.ts";

const REQUIRED = {
  MONGODB_URI: "mongodb://127.0.0.1:27017/?replicaSet=rs0",
  AUTH_SECRET: "a development secret of 32 bytes!",
  AUTH_ISSUER: "https://id.example.com",
  AUTH_AUDIENCE: "countersign",
};

const configOf = (own: Record<string, string>) =>
  mcpJournalConfig(loadConfig(mcpJournalEnvironment, { ...REQUIRED, ...own }));

describe("the environment of mcp-journal", () => {
  it("lists hosts and origins", () => {
    const config = configOf({
      MCP_ALLOWED_HOSTS: "journal.example.com, 127.0.0.1:3002,[::1]:3002",
      MCP_ALLOWED_ORIGINS: "https://agents.example.com,vscode-webview://panel",
    });
    expect(config.allowedHosts).toEqual(["journal.example.com", "127.0.0.1:3002", "[::1]:3002"]);
    expect(config.allowedOrigins).toEqual(["https://agents.example.com", "vscode-webview://panel"]);
    expect(configOf({})).toMatchObject({ allowedHosts: [], allowedOrigins: [] });
  });

  it.each([
    [undefined, "off"],
    ["off", "off"],
    ["always", "always"],
    ["1000", 1_000_000_000n],
    ["0", 0n],
    ["99.5", 99_500_000n],
  ])("reads which entries need approval: %s [AGT-1]", (value, postApproval) => {
    const config = configOf(value === undefined ? {} : { MCP_POST_APPROVAL: value, CURRENCY: "EUR" });
    expect(config).toMatchObject({
      postApproval,
      owner: { currency: value === undefined ? undefined : "EUR" },
    });
  });

  it("needs the console's address where people confirm there [MCP-3]", () => {
    expect(() => configOf({ MCP_CONFIRM_POST: "url" })).toThrow(
      "MCP_CONSOLE_URL: expected with MCP_CONFIRM_POST=url",
    );
    const MCP_CONSOLE_URL = "https://approvals.example.com/console/";
    expect(configOf({ MCP_CONFIRM_POST: "url", MCP_CONSOLE_URL })).toMatchObject({
      confirmPost: "url",
      consoleUrl: "https://approvals.example.com/console",
    });
  });

  it.each([
    ["MCP_SERVER_NAME", "x".repeat(101), "expected at most 100 characters"],
    ["MCP_PUBLIC_URL", "journal.example.com", "expected an http(s) URL"],
    ["MCP_CONSOLE_URL", "approvals.example.com", "expected an http(s) URL"],
    ["MCP_TENANT_FENCE", "yes", "expected one of on, off"],
    ["MCP_CONFIRM_POST", "on", "expected one of off, elicit, required, url"],
    ["MCP_POST_APPROVAL", "on", "expected off, always or an amount like 1000"],
    ["MCP_POST_APPROVAL", "-1", "expected off, always or an amount like 1000"],
    ["MCP_POST_APPROVAL", "1e3", "expected off, always or an amount like 1000"],
    ["MCP_POST_APPROVAL", "0.0000001", "expected off, always or an amount like 1000"],
    ["CURRENCY", "EURO", "must be the code of a currency, such as EUR"],
    [
      "MCP_ALLOWED_HOSTS",
      "https://journal.example.com",
      "expected hosts like journal.example.com:3002, separated by commas",
    ],
    [
      "MCP_ALLOWED_ORIGINS",
      "https://a.example.com/page",
      "expected origins like https://agents.example.com, separated by commas",
    ],
    ["MCP_MAX_SESSIONS", "0", "expected a number of at least 1"],
    ["MCP_MAX_SESSIONS_PER_USER", "many", "expected a number"],
    ["MCP_SESSION_IDLE_MS", "10", "expected a number of at least 1000"],
    ["MCP_KEEP_ALIVE_MS", "1.5", "expected a whole number"],
    ["MCP_MAX_UNREAD_BYTES", "-1", "expected a number of at least 65536"],
  ])("refuses a wrong %s in one line [CT-ENV-01]", (variable, value, expected) => {
    expect(() => configOf({ [variable]: value })).toThrow(new ConfigError([`${variable}: ${expected}`]));
  });
});
