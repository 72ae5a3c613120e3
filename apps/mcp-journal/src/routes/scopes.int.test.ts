import { ledgerFixture, testTokens, useTestService, useTestStore } from "@countersign/testing";
import { useAgent } from "@countersign/testing/mcp-agent";
import { describe, expect, it } from "vitest";
import { mcpJournal } from "../service.ts";
import { TOOL_SCOPES } from "./scopes.ts";

const store = await useTestStore();
const { companyId, userId } = await ledgerFixture(store);
const REQUIRED = { MCP_SCOPES: "required" };
const journal = (env: Record<string, string> = {}) => useTestService(mcpJournal, store, { env });
const tokenWith = (claims: Record<string, unknown>) =>
  testTokens().bearer({ sub: userId, companyId, ...claims });

/** The answer to a call of the tool, in the revision without sessions. */
async function answerTo(publicUrl: string, authorization: string, name: string) {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "wire", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const response = await fetch(`${publicUrl}/api/mcp`, {
    method: "POST",
    headers: {
      authorization,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 7,
      method: "tools/call",
      params: { name, arguments: {}, _meta: meta },
    }),
  });
  const challenge = response.headers.get("www-authenticate");
  return { status: response.status, challenge, body: await response.json() };
}

const SCOPES = ["journal:read", "journal:draft", "journal:post"];
const CASES = Object.entries(TOOL_SCOPES).flatMap(([tool, needed]) =>
  SCOPES.map((scope) => ({ tool, scope, allowed: scope === needed })),
);

describe("the scopes of a token [MCP-4]", () => {
  it.each(CASES)("let $scope call $tool: $allowed", async ({ tool, scope, allowed }) => {
    const { publicUrl } = await journal();
    for (const claims of [{ scope: `openid ${scope}` }, { scp: scope }, { scp: [scope] }]) {
      const { status } = await answerTo(publicUrl, await tokenWith(claims), tool);
      expect(status).toBe(allowed ? 200 : 403);
    }
  });

  it("are named where one is missing, with where to ask for it", async () => {
    const { publicUrl } = await journal();
    const answer = await answerTo(
      publicUrl,
      await tokenWith({ scope: "journal:read" }),
      "post_journal_entry",
    );
    expect(answer).toEqual({
      status: 403,
      challenge: expect.stringMatching(
        /^Bearer error="insufficient_scope", scope="journal:post", resource_metadata="http.+protected-resource"$/u,
      ),
      body: {
        jsonrpc: "2.0",
        id: 7,
        error: { code: -32_000, message: "The token lacks the scope journal:post" },
      },
    });
    const document = await fetch(`${publicUrl}/.well-known/oauth-protected-resource`);
    expect(await document.json()).toMatchObject({ scopes_supported: SCOPES });
  });

  it.each([
    [{}, 200],
    [REQUIRED, 403],
  ])("narrow nothing where a token names none, unless they are required: %o", async (env, status) => {
    const { publicUrl } = await journal(env);
    expect((await answerTo(publicUrl, await tokenWith({}), "list_accounts")).status).toBe(status);
    expect((await answerTo(publicUrl, await tokenWith({ scope: "" }), "list_accounts")).status).toBe(403);
  });

  it.each(["sse", "streamable-http"] as const)(
    "are not needed to connect over %s and to list the tools, but to call one",
    async (transport) => {
      const service = await journal(REQUIRED);
      const authorization = await tokenWith({});
      const agent = await useAgent(service, { authorization, transport });
      expect((await agent.listTools()).tools).toHaveLength(4);
      await expect(agent.callTool({ name: "list_accounts", arguments: {} })).rejects.toThrow(
        /403|lacks the scope/u,
      );
    },
  );
});

describe("an auditor's token [AUD-1]", () => {
  it.each(["sse", "streamable-http"] as const)(
    "reads over %s, and changes nothing, which is said before arguments are judged",
    async (transport) => {
      const authorization = await tokenWith({ auditor: true, privileged: true });
      const agent = await useAgent(await journal(), { authorization, transport });
      for (const { name, annotations } of (await agent.listTools()).tools) {
        const { isError, content } = await agent.callTool({ name, arguments: { nobody: "knows" } });
        expect(isError).toBe(true);
        const [{ text }] = content as [{ text: string }];
        if (annotations?.readOnlyHint) expect(text).toContain("unknown argument");
        else expect(text).toBe("Error: An auditor changes nothing");
      }
      const accounts = await agent.callTool({ name: "list_accounts", arguments: {} });
      expect(accounts.isError).not.toBe(true);
      expect(await store.db.collection("journal_entries").countDocuments()).toBe(0);
    },
  );
});
