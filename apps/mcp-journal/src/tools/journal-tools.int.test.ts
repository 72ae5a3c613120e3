import { createHash } from "node:crypto";
import { newId } from "@countersign/mongo";
import { ledgerFixture, testTokens, useTestService, useTestStore } from "@countersign/testing";
import { Decimal128, ObjectId } from "mongodb";
import { describe, expect, it } from "vitest";
import { call, connectAgent, createdId, TRANSPORTS, useAgent } from "@countersign/testing/mcp-agent";
import { mcpJournal } from "../service.ts";

const store = await useTestStore();
const tokens = testTokens();
const ledger = await ledgerFixture(store);
const { companyId, userId, rent, cash, entry } = ledger;
const service = await useTestService(mcpJournal, store, { env: { MCP_SERVER_NAME: "ledger-of-tests" } });

describe.each(TRANSPORTS)("the tools over %s", async (transport) => {
  // Another company's user without any privilege: neither decides anything here.
  const authorization = await tokens.bearer({ sub: newId(), companyId: newId() });
  const agent = await useAgent(service, { transport, authorization });

  const create = async (changes: Record<string, unknown> = {}) =>
    createdId(await call(agent, "create_journal_entry", entry(changes)));

  describe("the server", () => {
    it("names itself as configured, in version 1.0.0 [MJ-SERVER-05] [MJ-LIMIT-02] [CT-ENV-10]", () => {
      expect(agent.getServerVersion()).toMatchObject({ name: "ledger-of-tests", version: "1.0.0" });
    });

    it("offers exactly the four tools, and nothing else [MJ-SERVER-01] [MJ-SERVER-03] [MJ-EVENT-01]", async () => {
      const { tools } = await agent.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        "list_accounts",
        "create_journal_entry",
        "get_journal_entry",
        "post_journal_entry",
      ]);
      expect(agent.getServerCapabilities()).toEqual({ tools: {} });
    });

    it("marks the tools that clients may call without asking", async () => {
      const { tools } = await agent.listTools();
      const hints = tools.map(({ annotations = {} }) => [
        annotations.readOnlyHint,
        annotations.destructiveHint,
        annotations.idempotentHint,
        annotations.openWorldHint,
      ]);
      expect(hints).toEqual([
        [true, undefined, true, false],
        [false, false, false, false],
        [true, undefined, true, false],
        [false, true, true, false],
      ]);
      expect(tools.every(({ outputSchema }) => outputSchema?.type === "object")).toBe(true);
    });

    it("instructs agents to show and to ask, and says that posting is final [MJ-TOOL-02] [MJ-TOOL-03]", async () => {
      const { tools } = await agent.listTools();
      const [, created, , posted] = tools.map(({ description }) => description ?? "");
      expect(created).toMatch(/show the entry to the user and ask for confirmation before posting/i);
      expect(posted).toMatch(/irreversible/i);
      expect(posted).toMatch(/only after .* the user confirmed/i);
    });

    // Rules: [MJ-CREATE-01] [MJ-CREATE-09] [MJ-CREATE-10] [MJ-CREATE-18]
    it("advertises the arguments and no others", async () => {
      const { tools } = await agent.listTools();
      const [list, create, get, post] = tools.map(({ inputSchema }) => inputSchema);
      const shape = (schema: typeof list) => [
        Object.keys(schema?.properties ?? {}).toSorted(),
        (schema?.required ?? []).toSorted(),
      ];
      expect(shape(list)).toEqual([["keyword"], []]);
      expect(shape(create)).toEqual([
        ["branchId", "companyId", "createdBy", "description", "documentDate", "transactions"],
        ["companyId", "createdBy", "description", "transactions"],
      ]);
      expect(shape(get)).toEqual([
        ["companyId", "id"],
        ["companyId", "id"],
      ]);
      expect(shape(post)).toEqual(shape(get));
      expect(create?.properties?.["transactions"]).toMatchObject({
        type: "array",
        minItems: 2,
        items: {
          properties: {
            accountId: { type: "string" },
            debit: { type: "number", minimum: 0 },
            credit: { type: "number", minimum: 0 },
            remark: { type: "string" },
          },
          required: ["accountId", "debit", "credit"],
        },
      });
    });
  });

  it("advertises schemas that stay as they were, whatever it reads besides [FIX-4] [FIX-5]", async () => {
    const { tools } = await agent.listTools();
    const schemas = JSON.stringify(tools.map(({ inputSchema }) => inputSchema));
    expect(createHash("sha256").update(schemas).digest("hex")).toBe(
      "0bbdb0316f5acdbc6e94d9c9b2af8f11c990c67dc637a72e2d86af2a3a4cf43e",
    );
  });

  describe("list_accounts", () => {
    // Rules: [MJ-LIST-01] [MJ-ACCOUNT-01] [MJ-ACCOUNT-02] [MJ-ACCOUNT-03] [MJ-ACCOUNT-04]
    it("answers a JSON array of account summaries", async () => {
      const { text, data } = await call(agent, "list_accounts");
      const accounts = JSON.parse(text) as unknown[];
      expect(accounts).toEqual([
        { id: cash, name: "Cash at Bank", number: "1000", type: "" },
        { id: rent, name: "Office Rent", number: "6100", type: "EXPENSE" },
      ]);
      expect(data).toEqual({ accounts });
    });

    it.each(["  office\u00A0", "\tOffice Rent\n"])("finds %j as it was meant [FIX-7]", async (keyword) => {
      const { data } = await call(agent, "list_accounts", { keyword });
      expect(data?.["accounts"]).toMatchObject([{ id: rent }]);
    });

    it("filters by name in any case [MJ-LIST-02]", async () => {
      const { text } = await call(agent, "list_accounts", { keyword: "oFFice" });
      expect(JSON.parse(text)).toMatchObject([{ id: rent }]);
      for (const keyword of ["no such", "6100", "\0"])
        expect((await call(agent, "list_accounts", { keyword })).text).toBe("[]");
    });
  });

  describe("create_journal_entry", () => {
    // Rules: [MJ-CREATE-02] [MJ-CREATE-13] [MJ-TOOL-01] [MJ-STATE-01]
    it("summarises the draft and asks to confirm", async () => {
      const description = `Rent of March for ${newId()}`;
      const answer = await call(agent, "create_journal_entry", entry({ description }));
      const [stored] = (await ledger.entries()).toReversed();
      expect(answer.isError).toBe(false);
      expect(createdId(answer)).toBe(String(stored?._id));
      for (const part of [stored?.ref ?? "", "Status: SAVED", description]) {
        expect(answer.text).toContain(part);
      }
      expect(answer.text).toMatch(/show this entry to the user and ask for confirmation before posting/i);
      expect(answer.data).toMatchObject({ id: createdId(answer), ref: stored?.ref, status: "SAVED" });
    });

    // Rules: [MJ-ENTRY-01] [MJ-ENTRY-02] [MJ-ENTRY-03] [MJ-ENTRY-04] [MJ-ENTRY-05] [MJ-ENTRY-06]
    // [MJ-ENTRY-07] [MJ-ENTRY-08] [MJ-ENTRY-09]
    it("stores what was given, with the line types it derives", async () => {
      const branchId = newId();
      const documentDate = Date.UTC(2026, 2, 31);
      const id = await create({ branchId, documentDate });
      const stored = (await ledger.entries()).find(({ _id }) => String(_id) === id);
      expect(stored).toMatchObject({
        type: "GENERAL",
        description: "Rent of March",
        documentDate: new Date(documentDate),
        status: "SAVED",
        companyId: new ObjectId(companyId),
        branchId: new ObjectId(branchId),
        createdBy: new ObjectId(userId),
        ref: expect.stringMatching(/^JE-\d{6}$/),
      });
      expect(stored?.transactions).toEqual([
        {
          accountId: new ObjectId(rent),
          type: "DEBIT",
          debit: Decimal128.fromString("1200.5"),
          credit: Decimal128.fromString("0"),
          remark: "March",
        },
        {
          accountId: new ObjectId(cash),
          type: "CREDIT",
          debit: Decimal128.fromString("0"),
          credit: Decimal128.fromString("1200.5"),
        },
      ]);
    });

    // Rules: [MJ-SERVER-04] [MJ-CREATE-08] [MJ-FENCE-01] [MJ-AUTH-02] [MJ-AUTH-03]
    it("writes to any given company, for any caller", async () => {
      const anyCompany = newId();
      const answer = await call(agent, "create_journal_entry", entry({ companyId: anyCompany }));
      expect(answer.text).toContain("JE-000001");
      expect(answer.isError).toBe(false);
    });

    it("warns of accounts that the company does not have [MJ-CREATE-14]", async () => {
      const unknown = newId();
      const [line] = ledger.lines(10);
      const transactions = [line!, { accountId: unknown, debit: 0, credit: 10 }];
      const answer = await call(agent, "create_journal_entry", entry({ transactions }));
      expect(answer.isError).toBe(false);
      expect(answer.text).toContain(unknown);
      expect(answer.text).toMatch(/warning/i);
      expect(answer.data).toMatchObject({ unknownAccountIds: [unknown] });
      expect(createdId(answer)).not.toBe(unknown);
    });
  });

  describe("get_journal_entry", () => {
    it("answers the entry as JSON, with amounts as numbers, and changes nothing [MJ-GET-01] [MJ-AMOUNT-04] [MJ-STATE-04]", async () => {
      const id = await create();
      const before = await everything();
      const { text, data, isError } = await call(agent, "get_journal_entry", { id, companyId });
      expect(isError).toBe(false);
      expect(JSON.parse(text)).toEqual(data);
      expect(data).toMatchObject({
        _id: id,
        ref: expect.stringMatching(/^JE-/),
        status: "SAVED",
        companyId,
        transactions: [
          { accountId: rent, type: "DEBIT", debit: 1200.5, credit: 0, remark: "March" },
          { accountId: cash, type: "CREDIT", debit: 0, credit: 1200.5 },
        ],
      });
      expect(await everything()).toEqual(before);
    });

    it("says that a missing entry is not found, a malformed id included [MJ-GET-02] [MJ-GET-04]", async () => {
      for (const id of [newId(), "no-id", "", "0".repeat(25), "x".repeat(1_000)]) {
        expect(await call(agent, "get_journal_entry", { id, companyId })).toMatchObject({
          text: `Entry ${id} not found.`,
          isError: true,
        });
      }
    });

    it("refuses another company's entry [MJ-GET-03]", async () => {
      const id = await create();
      for (const other of [newId(), "nobody", "x".repeat(1_000)]) {
        expect(await call(agent, "get_journal_entry", { id, companyId: other })).toMatchObject({
          text: "Error: Access denied: entry does not belong to this company",
          isError: true,
        });
      }
    });
  });

  describe("post_journal_entry", () => {
    // Rules: [MJ-POST-01] [MJ-STATE-02] [MJ-POST-08] [MJ-POST-10] [MJ-SERVER-02] [MJ-EVENT-02]
    it("posts, with one ledger leg a line", async () => {
      const id = await create();
      const answer = await call(agent, "post_journal_entry", { id, companyId });
      expect(answer).toMatchObject({ text: `Entry ${id} has been posted successfully.`, isError: false });
      const shown = await call(agent, "get_journal_entry", { id, companyId });
      expect(shown.data).toMatchObject({ status: "POSTED" });
      const leg = {
        _id: expect.any(ObjectId),
        companyId: new ObjectId(companyId),
        journalEntryId: new ObjectId(id),
        postedAt: expect.any(Date),
      };
      const [amount, zero] = [Decimal128.fromString("1200.5"), Decimal128.fromString("0")];
      expect(await ledger.legs(id)).toEqual([
        { ...leg, accountId: new ObjectId(rent), debit: amount, credit: zero, remark: "March" },
        { ...leg, accountId: new ObjectId(cash), debit: zero, credit: amount },
      ]);
    });

    // Rules: [MJ-POST-04] [MJ-STATE-03] [MJ-TOOL-04] [MJ-TOOL-05]
    it("refuses a second post, and asks for no confirmation", async () => {
      const id = await create();
      await call(agent, "post_journal_entry", { id, companyId });
      expect(await call(agent, "post_journal_entry", { id, companyId })).toMatchObject({
        text: `Error: Entry ${id} is already posted`,
        isError: true,
      });
      expect(await ledger.legs(id)).toHaveLength(2);
    });

    it("says that a missing entry is not found, a malformed id included [MJ-POST-03]", async () => {
      for (const id of [newId(), "no-id", "x".repeat(1_000)]) {
        expect(await call(agent, "post_journal_entry", { id, companyId })).toMatchObject({
          text: `Error: Journal entry ${id} not found`,
          isError: true,
        });
      }
    });

    it("refuses another company's entry [MJ-POST-02]", async () => {
      const id = await create();
      expect(await call(agent, "post_journal_entry", { id, companyId: newId() })).toMatchObject({
        text: "Error: Access denied: entry does not belong to this company",
        isError: true,
      });
    });

    it("refuses an account that the company does not have [MJ-POST-05]", async () => {
      const unknown = newId();
      const [line] = ledger.lines(10);
      const id = await create({ transactions: [line, { accountId: unknown, debit: 0, credit: 10 }] });
      expect(await call(agent, "post_journal_entry", { id, companyId })).toMatchObject({
        text: `Error: Account ${unknown} not found`,
        isError: true,
      });
      expect(await ledger.legs(id)).toEqual([]);
    });
  });

  it("refuses arguments that are no object as a result, not as a protocol error [MJ-TOOL-06]", async () => {
    for (const args of [[], "keyword", 5]) {
      const params = { name: "list_accounts", arguments: args as unknown as Record<string, unknown> };
      expect(await agent.callTool(params)).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(/^Error: Invalid arguments: .*expected object/) }],
      });
    }
  });

  it("answers an unknown tool with a protocol error that names the four", async () => {
    await expect(agent.callTool({ name: "delete_journal_entry" })).rejects.toThrow(/list_accounts/);
  });
});

/** All that is stored. */
async function everything() {
  const collections = await store.db.listCollections({}, { nameOnly: true }).toArray();
  const names = collections.map(({ name }) => name).toSorted();
  return await Promise.all(
    names.map(async (name) => [name, await store.db.collection(name).find().sort({ _id: 1 }).toArray()]),
  );
}

it("lets one of 50 simultaneous posts win, with one set of ledger legs [MJ-POST-09]", async () => {
  const authorization = await tokens.bearer({ sub: userId, companyId });
  const agents = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      connectAgent(service, { transport: TRANSPORTS[index % 2]!, authorization }),
    ),
  );
  const id = createdId(await call(agents[0]!, "create_journal_entry", entry()));
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      call(agents[index % agents.length]!, "post_journal_entry", { id, companyId }),
    ),
  );
  const texts = answers.map(({ text }) => text).toSorted();
  expect(texts).toEqual([
    `Entry ${id} has been posted successfully.`,
    ...Array.from({ length: 49 }, () => `Error: Entry ${id} is already posted`),
  ]);
  expect(await ledger.legs(id)).toHaveLength(2);
  await Promise.all(agents.map((agent) => agent.close()));
});

it("stores the records of the finance services, and none of its own [MJ-SERVER-06]", async () => {
  const collections = await store.db.listCollections({}, { nameOnly: true }).toArray();
  const filled: string[] = [];
  for (const { name } of collections) {
    if ((await store.db.collection(name).estimatedDocumentCount()) > 0) filled.push(name);
  }
  const finance = ["accounts", "account_categories", "journal_entries", "ledger_entries"];
  expect(filled.toSorted()).toEqual(
    [...finance, "audit_chains", "audit_logs", "numbers", "platform"].toSorted(),
  );
});
