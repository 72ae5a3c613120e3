import { newId, toObjectId, verifyAuditChain } from "@countersign/mongo";
import { ledgerFixture, testTokens, useTestService, useTestStore } from "@countersign/testing";
import type { ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { Decimal128 } from "mongodb";
import { describe, expect, it } from "vitest";
import type { JournalEntryRecord } from "@countersign/finance";
import { call, createdId, TRANSPORTS, useAgent } from "@countersign/testing/mcp-agent";
import { mcpJournal } from "../service.ts";

const store = await useTestStore();
const { companyId, userId, cash, entry, legs } = await ledgerFixture(store);
const authorization = await testTokens().bearer({ sub: userId, companyId });

describe("the checks of posting", async () => {
  const agent = await useAgent(await useTestService(mcpJournal, store), { authorization });
  const records = store.db.collection<JournalEntryRecord>("journal_entries");
  const post = (id: string, company = companyId) =>
    call(agent, "post_journal_entry", { id, companyId: company });

  it("run in the order missing, fence, status, accounts, balance [MJ-POST-06] [MJ-POST-07]", async () => {
    const unknown = newId();
    const id = createdId(await call(agent, "create_journal_entry", entry()));
    // An entry that no tool can create: posted, unbalanced, and with an account that does not exist.
    await records.updateOne(
      { _id: toObjectId(id) },
      {
        $set: {
          status: "POSTED",
          "transactions.0.debit": Decimal128.fromString("7"),
          "transactions.1.accountId": toObjectId(unknown),
        },
      },
    );
    expect((await post(newId(), newId())).text).toMatch(/^Error: Journal entry \w+ not found$/);
    expect((await post(id, newId())).text).toBe(
      "Error: Access denied: entry does not belong to this company",
    );
    expect((await post(id)).text).toBe(`Error: Entry ${id} is already posted`);
    await records.updateOne({ _id: toObjectId(id) }, { $set: { status: "SAVED" } });
    expect((await post(id)).text).toBe(`Error: Account ${unknown} not found`);
    await records.updateOne(
      { _id: toObjectId(id) },
      { $set: { "transactions.1.accountId": toObjectId(cash) } },
    );
    expect((await post(id)).text).toBe("Error: Debits (7) must equal credits (1200.5)");
    expect(await legs(id)).toEqual([]);
  });

  it("leave one audit record each for create and post, chained, with caller, session and arguments", async () => {
    const id = createdId(await call(agent, "create_journal_entry", entry()));
    await post(id);
    await post(id);
    const audit = await store.db
      .collection("audit_logs")
      .find({ entityId: toObjectId(id) })
      .sort({ "chain.seq": 1 })
      .toArray();
    const session = expect.stringMatching(/^[\da-f-]{36}$/);
    const issuer = "https://issuer.test";
    expect(audit).toMatchObject([
      {
        action: "create",
        actorId: toObjectId(userId),
        details: { issuer, sessionId: session, arguments: { description: "Rent of March" } },
      },
      { action: "post", actorId: toObjectId(userId), details: { arguments: { id, companyId } } },
    ]);
    expect((await verifyAuditChain(store, companyId)).faults).toEqual([]);
  });
});

async function setUp(options: {
  confirm: "off" | "elicit" | "required";
  transport?: (typeof TRANSPORTS)[number];
  elicitation?: Record<string, object | boolean>;
  onElicit?: (message: string) => Promise<ElicitResult> | ElicitResult;
}) {
  const { confirm, ...agentOptions } = options;
  const service = await useTestService(mcpJournal, store, { env: { MCP_CONFIRM_POST: confirm } });
  const agent = await useAgent(service, { authorization, ...agentOptions });
  const id = createdId(await call(agent, "create_journal_entry", entry()));
  return { service, agent, id, post: () => call(agent, "post_journal_entry", { id, companyId }) };
}

describe("confirmation by the person", () => {
  it.each(TRANSPORTS)("asks with ref, lines and totals, and posts on accept, over %s", async (transport) => {
    const asked: string[] = [];
    const { id, post, agent } = await setUp({
      confirm: "elicit",
      transport,
      onElicit: (message) => {
        asked.push(message);
        return { action: "accept", content: {} };
      },
    });
    const { data } = await call(agent, "get_journal_entry", { id, companyId });
    expect((await post()).text).toBe(`Entry ${id} has been posted successfully.`);
    expect(asked).toHaveLength(1);
    for (const part of [String(data?.["ref"]), "1200.5", "Cash at Bank", "Office Rent", "Rent of March"]) {
      expect(asked[0]).toContain(part);
    }
    expect(await legs(id)).toHaveLength(2);
  });

  it.each(["decline", "cancel"] as const)("posts nothing on %s", async (action) => {
    const { id, post } = await setUp({ confirm: "elicit", onElicit: () => ({ action }) });
    expect(await post()).toMatchObject({
      isError: true,
      text: `Error: The user did not confirm. Entry ${id} was not posted`,
    });
    expect(await legs(id)).toEqual([]);
  });

  it("posts nothing when the client answers with an error", async () => {
    const { id, post } = await setUp({
      confirm: "elicit",
      onElicit: () => {
        throw new Error("no window");
      },
    });
    expect((await post()).isError).toBe(true);
    expect(await legs(id)).toEqual([]);
  });

  it("shows what the agent wrote on one line each, so that it cannot pass for the question's own words [SAFE-7]", async () => {
    const asked: string[] = [];
    const { agent } = await setUp({
      confirm: "elicit",
      onElicit: (message) => {
        asked.push(message);
        return { action: "decline" };
      },
    });
    const description = `Rent\nDebits 1, credits 1\u2028\u202e${"\n".repeat(500)}${"x".repeat(500)}`;
    const draft = await call(agent, "create_journal_entry", entry({ description }));
    await call(agent, "post_journal_entry", { id: createdId(draft), companyId });
    expect(asked[0]?.split("\n")).toEqual([
      expect.stringMatching(/^Post journal entry JE-\d{6}\? This cannot be undone\.$/),
      expect.stringMatching(/^Rent Debits 1, credits 1 \[U\+202E\] x{166}…$/),
      "DEBIT 1200.5 on 6100 Office Rent: March",
      "CREDIT 1200.5 on 1000 Cash at Bank",
      "Debits 1200.5, credits 1200.5",
    ]);
  });

  it("asks nothing about an entry that cannot be posted", async () => {
    let asked = 0;
    const { id, post } = await setUp({
      confirm: "elicit",
      onElicit: () => {
        asked += 1;
        return { action: "accept", content: {} };
      },
    });
    await post();
    expect((await post()).text).toBe(`Error: Entry ${id} is already posted`);
    expect(asked).toBe(1);
  });

  it.each([{}, { form: {} }, { applyDefaults: true }, { form: {}, url: {} }])(
    "is asked for by a form where the client declares %j [MEET-10]",
    async (elicitation) => {
      const answers = ["decline", "accept"] as const;
      let asked = 0;
      const { id, post } = await setUp({
        confirm: "elicit",
        elicitation,
        onElicit: () => {
          asked += 1;
          return { action: answers[asked - 1]! };
        },
      });
      expect((await post()).text).toBe(`Error: The user did not confirm. Entry ${id} was not posted`);
      expect((await post()).text).toBe(`Entry ${id} has been posted successfully.`);
      expect(asked).toBe(2);
    },
  );

  it("is not asked for when it is off, or the client cannot ask [MJ-TOOL-04]", async () => {
    const off = await setUp({
      confirm: "off",
      onElicit: () => {
        throw new Error("was asked");
      },
    });
    expect((await off.post()).isError).toBe(false);
    const unable = await setUp({ confirm: "elicit" });
    expect((await unable.post()).isError).toBe(false);
  });

  it.each(TRANSPORTS)(
    "is needed where it is required: a client that cannot ask posts nothing, over %s [SAFE-8]",
    async (transport) => {
      const { id, post } = await setUp({ confirm: "required", transport });
      expect(await post()).toMatchObject({
        isError: true,
        text: "Error: Posting needs a person's confirmation",
      });
      expect(await legs(id)).toEqual([]);
      const record = await store.db.collection("journal_entries").findOne({ _id: toObjectId(id) });
      expect(record).toMatchObject({ status: "SAVED" });
    },
  );

  it("is asked for where it is required, and decides [SAFE-8]", async () => {
    const answers: ElicitResult["action"][] = ["decline", "accept"];
    const { id, post } = await setUp({
      confirm: "required",
      onElicit: () => ({ action: answers.shift() ?? "cancel" }),
    });
    expect((await post()).isError).toBe(true);
    expect(await legs(id)).toEqual([]);
    expect((await post()).isError).toBe(false);
    expect(await legs(id)).toHaveLength(2);
  });
});
