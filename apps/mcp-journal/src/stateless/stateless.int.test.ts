import { createInProcessBus } from "@countersign/bus";
import {
  ledgerFixture,
  silentLogger,
  startTestService,
  testTokens,
  useTestService,
  useTestStore,
} from "@countersign/testing";
import { connectAgent } from "@countersign/testing/mcp-agent";
import type { ElicitResult } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectModern as connect, type ModernOptions } from "../../test/modern-agent.ts";
import { REVISION, send, textOf, wireOf } from "../../test/wire.ts";
import { mcpJournal } from "../service.ts";
import { createConfirmations } from "../confirmations/states.ts";

const store = await useTestStore();
const ledger = await ledgerFixture(store);
const { companyId, userId } = ledger;
const authorization = await testTokens().bearer({ sub: userId, companyId });
const CONFIRMING = { MCP_CONFIRM_POST: "required" };
const journal = (env: Record<string, string> = {}) => useTestService(mcpJournal, store, { env });

const connectModern = (publicUrl: string, options: Partial<ModernOptions> = {}) =>
  connect(publicUrl, { authorization, ...options });

type Modern = Awaited<ReturnType<typeof connectModern>>;

async function call(client: Modern, name: string, args: Record<string, unknown>) {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  const [first] = content;
  if (first?.type !== "text") throw new Error("a result has one text");
  return { text: first.text, isError };
}

async function draft(client: Modern): Promise<string> {
  const { text } = await call(client, "create_journal_entry", ledger.entry());
  const [id] = /[0-9a-f]{24}/u.exec(text) ?? [];
  if (id === undefined) throw new Error(`no entry was created: ${text}`);
  return id;
}

const wire = wireOf(authorization, { elicitation: { form: {} } });

describe("revision 2026-07-28 without sessions [MCP-1]", () => {
  it("offers the same tools as the revisions with sessions", async () => {
    const service = await journal();
    const older = await connectAgent(service, { authorization });
    onTestFinished(() => older.close());
    const modern = await connectModern(service.publicUrl);
    expect((await modern.listTools()).tools).toEqual((await older.listTools()).tools);
  });

  it("says how long and for whom a list may be kept", async () => {
    const { publicUrl } = await journal();
    const { body } = await send(publicUrl, wire("tools/list"));
    expect(body.result).toMatchObject({
      resultType: "complete",
      cacheScope: "private",
      ttlMs: expect.any(Number),
    });
    const discovered = await send(publicUrl, wire("server/discover"));
    expect(discovered.body.result).toMatchObject({ supportedVersions: [REVISION] });
  });

  it("drafts, reads and posts with the texts of the other revisions", async () => {
    const { publicUrl } = await journal();
    const agent = await connectModern(publicUrl);
    const id = await draft(agent);
    expect(await call(agent, "post_journal_entry", { id, companyId })).toEqual({
      text: `Entry ${id} has been posted successfully.`,
      isError: false,
    });
    expect(await call(agent, "post_journal_entry", { id, companyId })).toEqual({
      text: `Error: Entry ${id} is already posted`,
      isError: true,
    });
    expect(await call(agent, "create_journal_entry", ledger.entry({ date: 1 }))).toMatchObject({
      text: expect.stringContaining("date: unknown argument"),
    });
  });

  it("answers each call at whichever replica it reaches, and keeps nothing between them", async () => {
    const bus = createInProcessBus({ logger: silentLogger });
    onTestFinished(() => bus.close());
    const replicas = await Promise.all([1, 2].map(() => startTestService(mcpJournal, store, { bus })));
    for (const replica of replicas) onTestFinished(() => replica.stop());
    const [one, two] = replicas;
    const id = await draft(await connectModern(one!.publicUrl));
    const posting = wire("tools/call", { name: "post_journal_entry", arguments: { id, companyId } });
    const { body } = await send(two!.publicUrl, posting);
    expect(body.result).toMatchObject({
      content: [{ text: `Entry ${id} has been posted successfully.` }],
    });
    const metrics = await (await fetch(`${two!.internalUrl}/metrics`)).text();
    expect(metrics).toMatch(/mcp_sessions\{transport="streamable-http"[^}]*\} 0/u);
  });

  it.each([
    ["an unknown version", wire("tools/list", {}, { "mcp-protocol-version": "2031-01-01" }), 400, -32_020],
    [
      "a method that differs from the header's",
      wire("tools/list", {}, { "mcp-method": "tools/call" }),
      400,
      -32_020,
    ],
    [
      "a name that differs from the header's",
      wire("tools/call", { name: "list_accounts" }, { "mcp-name": "get_journal_entry" }),
      400,
      -32_020,
    ],
    ["an unknown method", wire("prompts/list"), 404, -32_601],
    // The package refuses them, by the revision's own schema of a call.
    [
      "arguments that are no object",
      wire("tools/call", { name: "list_accounts", arguments: "all" }),
      200,
      -32_602,
    ],
    ["an unknown tool", wire("tools/call", { name: "delete_everything" }), 200, -32_602],
  ])("refuses %s", async (_what, request, status, code) => {
    const { publicUrl } = await journal();
    const answer = await send(publicUrl, request);
    expect(answer).toMatchObject({ status, body: { id: 1, error: { code } } });
  });

  it("names the supported versions to a client of another one", async () => {
    const { publicUrl } = await journal();
    const request = wire("tools/list", {}, { "mcp-protocol-version": "2031-01-01" });
    const other = { ...request, body: request.body.replace(REVISION, "2031-01-01") };
    expect(await send(publicUrl, other)).toMatchObject({
      status: 400,
      body: { error: { code: -32_022, data: { supported: [REVISION] } } },
    });
  });

  it("refuses a call without a token", async () => {
    const { publicUrl } = await journal();
    const { authorization: _token, ...headers } = wire("tools/list").headers;
    const response = await fetch(`${publicUrl}/api/mcp`, { ...wire("tools/list"), headers });
    expect(response.status).toBe(401);
  });
});

const ACCEPTED = { action: "accept" as const, content: { confirm: true } };

/** Asks for a posting, and takes the state of the question. */
async function askedState(publicUrl: string, id: string): Promise<string> {
  const request = wire("tools/call", { name: "post_journal_entry", arguments: { id, companyId } });
  const { body } = await send(publicUrl, request);
  const { resultType, requestState } = body.result!;
  expect(resultType).toBe("input_required");
  return requestState!;
}

const answered = (id: string, requestState: string, headers: Record<string, string> = {}) =>
  wire(
    "tools/call",
    {
      name: "post_journal_entry",
      arguments: { id, companyId },
      inputResponses: { confirm: ACCEPTED },
      requestState,
    },
    headers,
  );

describe("confirming a posting without a session [MCP-2]", () => {
  it("shows the entry to the person and posts once they confirm", async () => {
    const { publicUrl } = await journal(CONFIRMING);
    const onElicit = vi.fn<(message: string) => ElicitResult>(() => ACCEPTED);
    const agent = await connectModern(publicUrl, { onElicit });
    const id = await draft(agent);
    const { text } = await call(agent, "post_journal_entry", { id, companyId });
    expect(text).toBe(`Entry ${id} has been posted successfully.`);
    expect(onElicit).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Post journal entry JE-/u));
  });

  it.each([
    { action: "decline" as const },
    { action: "cancel" as const },
    { action: "accept" as const, content: { confirm: false } },
  ])("does not post on $action $content", async (answer) => {
    const { publicUrl } = await journal(CONFIRMING);
    const agent = await connectModern(publicUrl, { onElicit: () => answer });
    const id = await draft(agent);
    const { text } = await call(agent, "post_journal_entry", { id, companyId });
    expect(text).toBe(`Error: The user did not confirm. Entry ${id} was not posted`);
  });

  it.each([{}, { applyDefaults: true }])(
    "asks by a form where the client declares %j [MEET-10]",
    async (elicitation) => {
      const { publicUrl } = await journal({ MCP_CONFIRM_POST: "elicit" });
      const id = await draft(await connectModern(publicUrl));
      const posting = { name: "post_journal_entry", arguments: { id, companyId } };
      const { body } = await send(publicUrl, wireOf(authorization, { elicitation })("tools/call", posting));
      expect(body.result).toMatchObject({
        resultType: "input_required",
        inputRequests: { confirm: { method: "elicitation/create" } },
      });
      expect(await ledger.legs(id)).toEqual([]);
      const { body: posted } = await send(publicUrl, answered(id, body.result!.requestState!));
      expect(textOf(posted)).toBe(`Entry ${id} has been posted successfully.`);
    },
  );

  it.each([
    ["declines", { action: "decline" }],
    ["cancels", { action: "cancel" }],
    ["does not tick the box", { action: "accept", content: { confirm: false } }],
    ["sends something else", { action: "accept", content: { confirm: "yes" } }],
  ])("uses the state up where the person %s [MEET-10]", async (_, answer) => {
    const { publicUrl } = await journal({ MCP_CONFIRM_POST: "elicit" });
    const id = await draft(await connectModern(publicUrl));
    const requestState = await askedState(publicUrl, id);
    const retry = { name: "post_journal_entry", arguments: { id, companyId }, requestState };
    const declined = wire("tools/call", { ...retry, inputResponses: { confirm: answer } });
    expect(textOf((await send(publicUrl, declined)).body)).toBe(
      `Error: The user did not confirm. Entry ${id} was not posted`,
    );
    expect(textOf((await send(publicUrl, answered(id, requestState))).body)).toBe(
      "Error: The confirmation was used already",
    );
    expect(await ledger.legs(id)).toEqual([]);
    const anew = await askedState(publicUrl, id);
    expect(textOf((await send(publicUrl, answered(id, anew))).body)).toContain("has been posted");
  });

  it("asks the same question again where a retry has no answer [MEET-10]", async () => {
    const { publicUrl } = await journal(CONFIRMING);
    const id = await draft(await connectModern(publicUrl));
    const retry = { name: "post_journal_entry", arguments: { id, companyId } };
    const first = await askedState(publicUrl, id);
    const asks = async (more: object) => {
      const { body } = await send(publicUrl, wire("tools/call", { ...retry, requestState: first, ...more }));
      expect(body.result).toMatchObject({ resultType: "input_required" });
      return body.result!.requestState!;
    };
    await asks({ inputResponses: {} });
    const again = await asks({});
    const inputResponses = { confirm: { action: "decline" } };
    await send(publicUrl, wire("tools/call", { ...retry, requestState: again, inputResponses }));
    for (const state of [first, again]) {
      expect(textOf((await send(publicUrl, answered(id, state))).body)).toBe(
        "Error: The confirmation was used already",
      );
    }
    expect(await ledger.legs(id)).toEqual([]);
  });

  it("refuses where the client cannot ask", async () => {
    const { publicUrl } = await journal(CONFIRMING);
    const agent = await connectModern(publicUrl);
    const id = await draft(agent);
    const { text } = await call(agent, "post_journal_entry", { id, companyId });
    expect(text).toBe("Error: Posting needs a person's confirmation");
  });

  it("refuses a state of an entry that has changed since it was shown", async () => {
    const { publicUrl } = await journal(CONFIRMING);
    const id = await draft(await connectModern(publicUrl));
    const state = await askedState(publicUrl, id);
    const entries = store.db.collection("journal_entries");
    const { _id, ref } = (await entries.findOne({ description: { $exists: true } }, { sort: { _id: -1 } }))!;
    await entries.updateOne({ _id }, { $set: { description: "Something else" } });
    const { body } = await send(publicUrl, answered(id, state));
    expect(textOf(body)).toBe(`Error: Journal entry ${ref} has changed since it was shown`);
  });

  it("refuses a state of another entry and of another user, and one that was used", async () => {
    const { publicUrl } = await journal(CONFIRMING);
    const agent = await connectModern(publicUrl);
    const [id, other] = [await draft(agent), await draft(agent)];
    const state = await askedState(publicUrl, id);
    expect(textOf((await send(publicUrl, answered(other, state))).body)).toBe(
      "Error: The confirmation is not valid",
    );
    const colleague = await testTokens().bearer({ sub: "6".repeat(24), companyId });
    expect(textOf((await send(publicUrl, answered(id, state, { authorization: colleague }))).body)).toBe(
      "Error: The confirmation is not valid",
    );
    const both = await Promise.all([1, 2].map(() => send(publicUrl, answered(id, state))));
    const texts = both.map(({ body }) => textOf(body));
    expect(texts).toContain(`Entry ${id} has been posted successfully.`);
    expect(await store.db.collection("ledger_entries").countDocuments()).toBeGreaterThan(0);
    expect(texts.filter((text) => text.startsWith("Error: "))).toHaveLength(1);
  });

  it.each([
    ["another signature", (state: string) => state.replace(/.{4}$/u, "AAAA")],
    ["another content", (state: string) => state.replace(/\.(.{8})/u, ".AAAAAAAA")],
    ["none of ours", () => "v1.e30.e30"],
  ])("refuses a state with %s as an invalid parameter", async (_what, forge) => {
    const { publicUrl } = await journal(CONFIRMING);
    const id = await draft(await connectModern(publicUrl));
    const state = await askedState(publicUrl, id);
    const { body } = await send(publicUrl, answered(id, forge(state)));
    expect(body.error).toMatchObject({ code: -32_602 });
  });

  it("refuses a confirmation after ten minutes, and one that was redeemed before", async () => {
    const caller = { issuer: "tests", userId, companyId, privileged: false, expiresAt: 0 };
    const question = { entryId: "e".repeat(24), ref: "JE-1", contentHash: "hash" };
    let now = new Date();
    const confirmations = createConfirmations(store, () => now);
    const state = confirmations.stateOf(question, caller);
    const { redeem } = confirmations.consentOf(state, question, caller);
    await redeem!();
    await expect(redeem!()).rejects.toMatchObject({ message: "The confirmation was used already" });
    now = new Date(now.getTime() + 10 * 60_000);
    expect(() => confirmations.consentOf(state, question, caller)).toThrow("The confirmation has expired");
  });

  it("takes a state at another replica", async () => {
    const [one, two] = [await journal(CONFIRMING), await journal(CONFIRMING)];
    const id = await draft(await connectModern(one.publicUrl));
    const state = await askedState(one.publicUrl, id);
    const { body } = await send(two.publicUrl, answered(id, state));
    expect(textOf(body)).toBe(`Entry ${id} has been posted successfully.`);
  });
});
