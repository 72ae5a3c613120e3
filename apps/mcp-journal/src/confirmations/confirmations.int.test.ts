import { createInProcessBus } from "@countersign/bus";
import { JOURNAL_RPC, type JournalConfirmation } from "@countersign/contracts";
import { newId, toObjectId, verifyAuditChain } from "@countersign/mongo";
import {
  leaveCompany,
  ledgerFixture,
  silentLogger,
  testTokens,
  useTestService,
  useTestStore,
} from "@countersign/testing";
import { call, createdId, useAgent } from "@countersign/testing/mcp-agent";
import { afterAll, describe, expect, it } from "vitest";
import { connectModern } from "../../test/modern-agent.ts";
import { send, textOf, wireOf } from "../../test/wire.ts";
import { mcpJournal } from "../service.ts";

const CONSOLE = "https://approvals.example.com/console";
const URL_MODE = { MCP_CONFIRM_POST: "url", MCP_CONSOLE_URL: `${CONSOLE}/`, CURRENCY: "EUR" };

const store = await useTestStore();
const ledger = await ledgerFixture(store);
const { companyId, userId } = ledger;
const bus = createInProcessBus({ logger: silentLogger });
afterAll(() => bus.close());
const authorization = await testTokens().bearer({ sub: userId, companyId });
const wire = wireOf(authorization, { elicitation: { url: {} } });
const replicas = await Promise.all(
  [1, 2].map(() => useTestService(mcpJournal, store, { bus, env: URL_MODE })),
);
const [here, there] = replicas.map(({ publicUrl }) => publicUrl) as [string, string];
const rows = store.db.collection("mcp_confirmations");

const ask = (request: { userId?: string; companyId?: string; id: string }) =>
  bus.request(JOURNAL_RPC.confirmationShow.subject, { companyId, userId, ...request }) as Promise<{
    confirmation: JournalConfirmation | null;
  }>;
const answer = (id: string, accept: boolean, as: { userId?: string; companyId?: string } = {}) =>
  bus.request(JOURNAL_RPC.confirmationAnswer.subject, { companyId, userId, id, accept, ...as });

async function draft(changes: Record<string, unknown> = {}): Promise<string> {
  const drafting = wire("tools/call", { name: "create_journal_entry", arguments: ledger.entry(changes) });
  const { body } = await send(here, drafting);
  return createdId({ text: textOf(body), isError: false, data: undefined, problems: undefined });
}

/** A call of `post_journal_entry`; with a state the retry of a client that opened the address. */
async function post(
  id: string,
  {
    state,
    at = here,
    action = "accept",
    as = authorization,
  }: { state?: string; at?: string; action?: string; as?: string } = {},
) {
  const retry = state === undefined ? {} : { inputResponses: { confirm: { action } }, requestState: state };
  const params = { name: "post_journal_entry", arguments: { id, companyId }, ...retry };
  const { body } = await send(at, wire("tools/call", params, { authorization: as }));
  return body;
}

/** Asks for a posting, and takes the question apart. */
async function asked(id: string, options: Parameters<typeof post>[1] = {}) {
  const { result } = await post(id, options);
  expect(result).toMatchObject({ resultType: "input_required", requestState: expect.any(String) });
  const { method, params } = result!.inputRequests!["confirm"]!;
  expect(method).toBe("elicitation/create");
  return { state: result!.requestState!, params, id: String(params["url"]).split("/").at(-1)! };
}

const setEntry = (id: string, fields: Record<string, unknown>) =>
  store.db.collection("journal_entries").updateOne({ _id: toObjectId(id) }, { $set: fields });
const isPosted = async (id: string) => (await ledger.legs(id)).length > 0;

describe("a question in the console [MCP-3]", () => {
  it("is an address that says nothing of the person or the entry", async () => {
    const entryId = await draft();
    const { params, id } = await asked(entryId);
    expect(params).toEqual({
      mode: "url",
      message: expect.stringMatching(/^Confirm journal entry JE-\d{6} in the console$/u),
      url: expect.stringMatching(new RegExp(`^${CONSOLE}/confirm/[0-9a-f]{24}$`, "u")),
    });
    expect([entryId, userId, companyId]).not.toContain(id);
  });

  it("shows every line of the entry to the user who is asked, and to nobody else", async () => {
    const lines = Array.from({ length: 25 }, () => ledger.lines(2)).flat();
    const documentDate = Date.UTC(2026, 2, 1, 23, 59);
    const entryId = await draft({ transactions: lines, documentDate });
    const { id } = await asked(entryId);
    const { confirmation } = await ask({ id });
    expect(confirmation).toMatchObject({
      id,
      entryId,
      ref: expect.stringMatching(/^JE-/u),
      description: "Rent of March",
      date: "2026-03-01",
      total: "50",
      currency: "EUR",
      status: "OPEN",
      changed: false,
    });
    expect(confirmation!.lines).toHaveLength(50);
    expect(confirmation!.lines[0]).toBe("DEBIT 2 on 6100 Office Rent: March");
    expect(confirmation!.cells[49]).toEqual(["50", "1000", "Cash at Bank", "", "2", ""]);
    const others = [{ userId: newId() }, { companyId: newId() }, { id: newId() }, { id: entryId }];
    for (const other of others) {
      expect(await ask({ id, ...other })).toEqual({ confirmation: null });
    }
  });

  it("spells out what the agent hid in its texts [SAFE-7]", async () => {
    const entryId = await draft({ description: "Rent \u202Efo" });
    const { id } = await asked(entryId);
    expect((await ask({ id })).confirmation!.description).toBe("Rent [U+202E]fo");
  });

  it("is the same question when the call is repeated before the answer", async () => {
    const entryId = await draft();
    const { id, state } = await asked(entryId);
    expect(await asked(entryId)).toMatchObject({ id });
    expect(await asked(entryId, { state })).toMatchObject({ id });
    expect(await isPosted(entryId)).toBe(false);
  });

  it("is not asked where the client opens no addresses", async () => {
    const entryId = await draft();
    const unable = wireOf(authorization, { elicitation: { form: {} } });
    const params = { name: "post_journal_entry", arguments: { id: entryId, companyId } };
    const { body } = await send(here, unable("tools/call", params));
    expect(textOf(body)).toBe("Error: Posting needs a person's confirmation");
  });

  it("is refused for an entry of which one page cannot show every line", async () => {
    const remark = "x".repeat(490);
    const [debit, credit] = ledger.lines(1) as [object, object];
    const transactions = Array.from({ length: 500 }, () => [
      { ...debit, remark },
      { ...credit, remark },
    ]).flat();
    const entryId = await draft({ transactions });
    expect(textOf(await post(entryId))).toMatch(
      /^Error: Journal entry JE-\d+ is too large to be confirmed$/u,
    );
  });
});

describe("the answer in the console [MCP-3]", () => {
  it("lets the retry post, at whichever replica, and leaves its record in the chain", async () => {
    const entryId = await draft();
    const { id, state } = await asked(entryId);
    expect(await answer(id, true)).toMatchObject({ result: "TAKEN" });
    expect(textOf(await post(entryId, { state, at: there }))).toBe(
      `Entry ${entryId} has been posted successfully.`,
    );
    expect(await rows.findOne({ _id: toObjectId(id) })).toMatchObject({ status: "USED" });
    expect((await ask({ id })).confirmation).toMatchObject({ status: "ACCEPTED", changed: false });
    const audit = store.db.collection("audit_logs").find({ entityId: toObjectId(entryId) });
    const actions = (await audit.sort({ "chain.seq": 1 }).toArray()).map(({ action }) => String(action));
    expect(actions).toEqual(["create", "confirm", "post"]);
    expect((await verifyAuditChain(store, companyId)).faults).toEqual([]);
  });

  it("counts for a call without a state too, since the store knows it", async () => {
    const entryId = await draft();
    await answer((await asked(entryId)).id, true);
    expect(textOf(await post(entryId, { at: there }))).toContain("has been posted successfully");
  });

  it("keeps the entry from being posted where it was declined", async () => {
    const entryId = await draft();
    const { id, state } = await asked(entryId);
    expect(await answer(id, false)).toMatchObject({ result: "TAKEN" });
    for (const options of [{ state }, {}]) {
      expect(textOf(await post(entryId, options))).toBe(
        `Error: The user did not confirm. Entry ${entryId} was not posted`,
      );
    }
    expect((await ask({ id })).confirmation).toMatchObject({ status: "DECLINED" });
  });

  it.each(["decline", "cancel"])("is not waited for after the person's %s at the client", async (action) => {
    const entryId = await draft();
    const { state } = await asked(entryId);
    expect(textOf(await post(entryId, { state, action }))).toContain("The user did not confirm");
  });

  it("is no more after a decline at the client, though the console accepted it [MEET-10]", async () => {
    const entryId = await draft();
    const { id, state } = await asked(entryId);
    await answer(id, true);
    expect(textOf(await post(entryId, { state, action: "decline" }))).toContain("The user did not confirm");
    expect(textOf(await post(entryId, { state }))).toContain("The user did not confirm");
    expect(await isPosted(entryId)).toBe(false);
    const other = await draft();
    const open = await asked(other);
    await post(other, { state: open.state, action: "decline" });
    expect(await answer(open.id, true)).toMatchObject({ result: "ANSWERED" });
    expect(textOf(await post(other, { state: open.state }))).toContain("The user did not confirm");
    expect(await isPosted(other)).toBe(false);
  });

  it("may be given again, but not changed", async () => {
    const { id } = await asked(await draft());
    const both = await Promise.all([answer(id, true), answer(id, true)]);
    expect(both).toMatchObject([{ result: "TAKEN" }, { result: "TAKEN" }]);
    expect(await answer(id, false)).toMatchObject({ result: "ANSWERED" });
    expect(await rows.findOne({ _id: toObjectId(id) })).toMatchObject({ status: "ACCEPTED" });
  });

  it("is one of two that contradict each other", async () => {
    const { id } = await asked(await draft());
    const both = (await Promise.all([answer(id, true), answer(id, false)])) as { result: string }[];
    expect(both.map(({ result }) => result).toSorted()).toEqual(["ANSWERED", "TAKEN"]);
  });

  it("is not taken from another user, for another company, by a forged id, or from a leaver", async () => {
    const entryId = await draft();
    const { id } = await asked(entryId);
    expect(await answer(id, true, { userId: newId() })).toEqual({ result: "MISSING" });
    expect(await answer(id, true, { companyId: newId() })).toEqual({ result: "MISSING" });
    expect(await answer(newId(), true)).toEqual({ result: "MISSING" });
    await expect(answer("1", true)).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining("id:"),
    });
    const leaver = newId();
    const bearer = await testTokens().bearer({ sub: leaver, companyId });
    const question = await asked(entryId, { as: bearer });
    await leaveCompany(store, { companyId, userId: leaver });
    await expect(answer(question.id, true, { userId: leaver })).rejects.toMatchObject({ code: 403 });
    expect(await rows.countDocuments({ entryId: toObjectId(entryId), status: { $ne: "OPEN" } })).toBe(0);
  });

  it("accepts only the entry that was asked about", async () => {
    const entryId = await draft();
    const { id, state } = await asked(entryId);
    await setEntry(entryId, { description: "Something else" });
    expect((await ask({ id })).confirmation).toMatchObject({ changed: true, description: "Something else" });
    expect(await answer(id, true)).toMatchObject({ result: "CHANGED", ref: expect.any(String) });
    expect(textOf(await post(entryId, { state }))).toMatch(
      /^Error: Journal entry JE-\d+ has changed since it was shown$/u,
    );
    const anew = await asked(entryId);
    expect(anew.id).not.toBe(id);
    await answer(anew.id, true);
    await setEntry(entryId, { description: "Once more" });
    expect(textOf(await post(entryId, { state: anew.state }))).toContain("has changed since it was shown");
    expect(await isPosted(entryId)).toBe(false);
  });

  it("ends with ten minutes, for the page and for the retry", async () => {
    const entryId = await draft();
    const { id, state } = await asked(entryId);
    const record = (await rows.findOne({ _id: toObjectId(id) }))!;
    const left = record["page"].validUntil.getTime() - Date.now();
    expect(left).toBeGreaterThan(9 * 60_000);
    expect(left).toBeLessThanOrEqual(10 * 60_000);
    await rows.updateOne({ _id: record._id }, { $set: { "page.validUntil": new Date(Date.now() - 1) } });
    expect((await ask({ id })).confirmation).toMatchObject({ status: "EXPIRED" });
    expect(await answer(id, true)).toMatchObject({ result: "EXPIRED" });
    expect(textOf(await post(entryId, { state }))).toBe("Error: The confirmation has expired");
    expect((await asked(entryId)).id).not.toBe(id);
  });
});

describe("a question in the console, at the official client of 2026-07-28 [MCP-3]", () => {
  it("is asked until the person has answered, and the same call then posts", async () => {
    const opened: string[] = [];
    const agent = await connectModern(here, {
      authorization,
      onAddress: async (url) => {
        opened.push(url);
        if (opened.length === 2) await answer(url.split("/").at(-1)!, true);
        return { action: "accept" };
      },
    });
    const entryId = await draft();
    const posted = await agent.callTool({
      name: "post_journal_entry",
      arguments: { id: entryId, companyId },
    });
    expect(posted.content).toMatchObject([{ text: `Entry ${entryId} has been posted successfully.` }]);
    expect(opened).toHaveLength(2);
    expect(new Set(opened).size).toBe(1);
  });
});

describe("the state of a question in the console [MCP-3]", () => {
  it("is refused for another entry and for another user", async () => {
    const [entryId, other] = [await draft(), await draft()];
    const { id, state } = await asked(entryId);
    await answer(id, true);
    expect(textOf(await post(other, { state }))).toBe("Error: The confirmation is not valid");
    const colleague = await testTokens().bearer({ sub: newId(), companyId });
    expect(textOf(await post(entryId, { state, as: colleague }))).toBe(
      "Error: The confirmation is not valid",
    );
    expect(await isPosted(other)).toBe(false);
    expect(await isPosted(entryId)).toBe(false);
  });

  it("is refused as an invalid parameter where it is forged", async () => {
    const entryId = await draft();
    const { state } = await asked(entryId);
    expect((await post(entryId, { state: state.replace(/.{4}$/u, "AAAA") })).error).toMatchObject({
      code: -32_602,
    });
  });

  it("lets one of two calls with it through", async () => {
    const entryId = await draft();
    const { id, state } = await asked(entryId);
    await answer(id, true);
    const both = await Promise.all([here, there].map((at) => post(entryId, { state, at })));
    const texts = both.map((body) => textOf(body));
    expect(texts.filter((text) => text.startsWith("Error: "))).toHaveLength(1);
    expect(await ledger.legs(entryId)).toHaveLength(2);
  });

  it("is not one of the questions in the client, nor the other way round", async () => {
    const env = { ...URL_MODE, MCP_CONFIRM_POST: "elicit" };
    const { publicUrl: client } = await useTestService(mcpJournal, store, { bus, env });
    const entryId = await draft();
    const { state } = await asked(entryId);
    const confirmed = {
      name: "post_journal_entry",
      arguments: { id: entryId, companyId },
      inputResponses: { confirm: { action: "accept", content: { confirm: true } } },
    };
    const retried = await send(client, wire("tools/call", { ...confirmed, requestState: state }));
    expect(textOf(retried.body)).toBe("Error: The confirmation was used already");
    const form = wireOf(authorization, { elicitation: { form: {} } });
    const { body } = await send(
      client,
      form("tools/call", { name: confirmed.name, arguments: confirmed.arguments }),
    );
    const requestState = body.result!.requestState!;
    expect(textOf(await post(entryId, { state: requestState }))).toBe("Error: The confirmation is not valid");
    expect(await isPosted(entryId)).toBe(false);
  });
});

describe("a question in the console, in a session of 2025-11-25 [MCP-3]", () => {
  it("opens the address, asks again with the same id, and posts once the person has accepted", async () => {
    const opened: string[] = [];
    const agent = await useAgent(replicas[0]!, {
      authorization,
      onAddress: ({ url, elicitationId }) => {
        expect(url).toBe(`${CONSOLE}/confirm/${elicitationId}`);
        opened.push(elicitationId);
        return { action: "accept" };
      },
    });
    const entryId = createdId(await call(agent, "create_journal_entry", ledger.entry()));
    const posting = () => call(agent, "post_journal_entry", { id: entryId, companyId });
    for (const _ of [1, 2]) {
      expect(await posting()).toMatchObject({
        isError: true,
        text: `Error: The user has not answered in the console yet. Entry ${entryId} was not posted; call again once they have`,
      });
    }
    expect(opened).toHaveLength(2);
    expect(new Set(opened).size).toBe(1);
    await answer(opened[0]!, true);
    expect((await posting()).text).toBe(`Entry ${entryId} has been posted successfully.`);
    expect(opened).toHaveLength(2);
  });

  it("posts in the same call where the person answers before the client does", async () => {
    const agent = await useAgent(replicas[0]!, {
      authorization,
      onAddress: async ({ elicitationId }) => {
        await answer(elicitationId, true);
        return { action: "accept" };
      },
    });
    const id = createdId(await call(agent, "create_journal_entry", ledger.entry()));
    expect((await call(agent, "post_journal_entry", { id, companyId })).isError).toBe(false);
  });

  it.each(["decline", "cancel"] as const)("posts nothing on %s", async (action) => {
    const agent = await useAgent(replicas[0]!, { authorization, onAddress: () => ({ action }) });
    const id = createdId(await call(agent, "create_journal_entry", ledger.entry()));
    const { text } = await call(agent, "post_journal_entry", { id, companyId });
    expect(text).toBe(`Error: The user did not confirm. Entry ${id} was not posted`);
  });

  it("is not asked where the client opens no addresses", async () => {
    const agent = await useAgent(replicas[0]!, { authorization, onElicit: () => ({ action: "accept" }) });
    const id = createdId(await call(agent, "create_journal_entry", ledger.entry()));
    const { text } = await call(agent, "post_journal_entry", { id, companyId });
    expect(text).toBe("Error: Posting needs a person's confirmation");
    expect(await isPosted(id)).toBe(false);
  });
});
