import { newId } from "@countersign/mongo";
import { ledgerFixture, testTokens, useTestService, useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { call, connectAgent, createdId, useAgent } from "@countersign/testing/mcp-agent";
import { openRawSession } from "@countersign/testing/mcp-raw-client";
import { mcpJournal } from "../service.ts";

const store = await useTestStore();
const { companyId, userId, rent, cash, entry, lines, entries } = await ledgerFixture(store);
const service = await useTestService(mcpJournal, store);
const agent = await useAgent(service, {
  authorization: await testTokens().bearer({ sub: userId, companyId }),
});

const debit = (amount: unknown) => ({ accountId: rent, debit: amount, credit: 0 });
const credit = (amount: unknown) => ({ accountId: cash, debit: 0, credit: amount });
const create = (transactions: unknown, changes: Record<string, unknown> = {}) =>
  call(agent, "create_journal_entry", entry({ transactions, ...changes }));

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => (index % 2 ? credit(1) : debit(1)));
const withKey = (idempotencyKey: unknown, changes: Record<string, unknown> = {}) =>
  call(agent, "create_journal_entry", entry(changes), { idempotencyKey });

/** Calls the tool and makes sure that a refusal wrote nothing. */
async function refused(transactions: unknown, changes: Record<string, unknown> = {}) {
  const before = await entries();
  const answer = await create(transactions, changes);
  expect(answer.isError).toBe(true);
  expect(await entries()).toHaveLength(before.length);
  return answer;
}

it("keeps a description as it was given and spells out invisible characters in its summary [SAFE-7]", async () => {
  const description = "Rent \u202E0021\u202C of March";
  const { text } = await call(agent, "create_journal_entry", entry({ description }));
  expect(text).toContain("\nDescription: Rent [U+202E]0021[U+202C] of March\n");
  expect((await entries()).at(-1)?.description).toBe(description);
});

describe("the rules of a new entry", () => {
  it("refuses fewer than two lines, naming the field [MJ-CREATE-03] [MJ-LIMIT-01] [MJ-CREATE-07]", async () => {
    for (const transactions of [[], [debit(1)]]) {
      const { text, problems } = await refused(transactions);
      expect(text).toMatch(/^Error: Invalid arguments: transactions: /);
      expect(problems).toEqual(["transactions"]);
    }
  });

  it("refuses a negative amount with the text of the rule [MJ-CREATE-04] [MJ-CREATE-10] [MJ-LIMIT-01]", async () => {
    const text = "Error: Transaction amounts cannot be negative";
    expect(await refused([debit(-1), credit(-1)])).toMatchObject({ text });
    expect(await refused([debit(1), { accountId: cash, debit: -1, credit: 2 }])).toMatchObject({ text });
  });

  it("refuses a line with both sides [MJ-CREATE-05]", async () => {
    expect(await refused([{ accountId: rent, debit: 1, credit: 1 }, credit(1)])).toMatchObject({
      text: "Error: A transaction line cannot have both debit and credit",
    });
  });

  it("refuses unequal sums, printing both plainly [MJ-CREATE-06] [MJ-AMOUNT-03]", async () => {
    expect(await refused([debit(1e12), debit(0.000001), credit(2.5)])).toMatchObject({
      text: "Error: Debits (1000000000000.000001) must equal credits (2.5)",
    });
    expect(await refused([debit(100), credit(0)])).toMatchObject({
      text: "Error: Debits (100) must equal credits (0)",
    });
  });

  it("checks each rule over all lines before the next [MJ-CREATE-11]", async () => {
    const both = { accountId: rent, debit: 1, credit: 1 };
    const { text } = await refused([both, credit(7), debit(-1)]);
    expect(text).toBe("Error: Transaction amounts cannot be negative");
    expect((await refused([credit(7), both])).text).toBe(
      "Error: A transaction line cannot have both debit and credit",
    );
  });

  it("treats a line of two zeros as a credit [MJ-ENTRY-10]", async () => {
    const id = createdId(await create([debit(0), credit(-0)]));
    const stored = (await entries()).find(({ _id }) => String(_id) === id);
    expect(stored?.transactions.map(({ type }) => type)).toEqual(["CREDIT", "CREDIT"]);
  });
});

describe("amounts", () => {
  it("are exact decimals: 0.1 + 0.2 is 0.3 [MJ-AMOUNT-01] [MJ-ENTRY-10]", async () => {
    const id = createdId(await create([debit(0.1), debit(0.2), credit(0.3)]));
    const stored = (await entries()).find(({ _id }) => String(_id) === id);
    expect(stored?.transactions.map(({ debit, credit }) => [String(debit), String(credit)])).toEqual([
      ["0.1", "0"],
      ["0.2", "0"],
      ["0", "0.3"],
    ]);
    const { data } = await call(agent, "get_journal_entry", { id, companyId });
    expect(data?.["transactions"]).toMatchObject([{ debit: 0.1 }, { debit: 0.2 }, { credit: 0.3 }]);
  });

  it("are given back as they were, from the smallest to the largest [MJ-AMOUNT-01]", async () => {
    for (const amount of [0.000001, 1.1, 123456789.123456, 99999999999.9999, 1e12]) {
      const id = createdId(await create(lines(amount)));
      const { data } = await call(agent, "get_journal_entry", { id, companyId });
      expect(data?.["transactions"]).toMatchObject([{ debit: amount }, { credit: amount }]);
    }
  });

  it.each([
    ["too large", 1e13],
    ["just too large", 1_000_000_000_000.001],
    ["denormal", 5e-324],
    ["of 7 decimal places", 0.0000001],
    ["of 16 digits", 999999999999.1235],
    ["a text", "100"],
    ["null", null],
    ["an object", { toString: 1 }],
    ["missing", undefined],
  ])("refuses one that is %s, naming its field [MJ-AMOUNT-02]", async (_what, amount) => {
    const { problems } = await refused([debit(1), credit(1), debit(amount)]);
    expect(problems).toEqual(["transactions.2.debit"]);
  });

  it.each(["1e999", "-1e999"])("refuses an infinity: %s [MJ-AMOUNT-02]", async (number) => {
    const before = await entries();
    const answer = await rawCall(
      JSON.stringify(entry({ transactions: lines(12345) })).replace("12345", number),
    );
    expect(answer).toMatch(/transactions\.0\.debit/);
    expect(await entries()).toHaveLength(before.length);
  });

  it("refuses NaN, which is no JSON at all [MJ-AMOUNT-02]", async () => {
    const body = JSON.stringify(entry({ transactions: lines(12345) })).replace("12345", "NaN");
    expect(await rawCall(body)).toMatch(/"statusCode":400/);
  });
});

/** Sends arguments that `JSON.stringify` would not write. Answers the text that came back. */
async function rawCall(args: string): Promise<string> {
  const session = await openRawSession(service, await testTokens().bearer({ sub: userId, companyId }));
  const params = `{"name":"create_journal_entry","arguments":${args}}`;
  return await (
    await session.post(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":${params}}`)
  ).text();
}

describe("malformed arguments", () => {
  it.each([
    ["companyId", "no-id"],
    ["createdBy", "5"],
    ["branchId", "x".repeat(24)],
    ["description", "x".repeat(2_001)],
    ["description", 5],
    ["documentDate", "2026-03-01"],
    ["documentDate", 1e17],
    ["documentDate", 1_769_817_600],
    ["documentDate", Date.UTC(1989, 11, 31)],
    ["documentDate", Date.now() + 6 * 366 * 24 * 3_600_000],
    ["transactions", { length: 2 }],
  ])(
    "refuse a bad %s as a result, not as a protocol error [MJ-CREATE-12] [MJ-TOOL-06]",
    async (field, value) => {
      const answer = await refused(lines(1), { [field]: value });
      expect(answer.problems).toEqual([field]);
      expect(answer.text).toMatch(/^Error: Invalid arguments: /);
    },
  );

  it("names the path of every problem in _meta [MJ-CREATE-12]", async () => {
    const { problems, text } = await refused(
      [
        { accountId: "x", debit: 1, credit: 0 },
        { accountId: cash, debit: "1", credit: 1e13 },
      ],
      { companyId: "no", createdBy: undefined },
    );
    expect(problems?.toSorted()).toEqual([
      "companyId",
      "createdBy",
      "transactions.0.accountId",
      "transactions.1.credit",
      "transactions.1.debit",
    ]);
    for (const path of problems ?? []) expect(text).toContain(path);
  });

  it("spells out only the first problems of very many, and names all their paths", async () => {
    const { text, problems } = await refused(Array.from({ length: 500 }, () => debit("1")));
    expect(problems).toHaveLength(500);
    expect(text.length).toBeLessThan(5_000);
    expect(text).toMatch(/and 480 more problems/);
  });

  it("take a thousand lines and no more, without looking at the rest [MJ-CREATE-03]", async () => {
    expect((await create(many(1_000))).isError).toBe(false);
    expect(await refused(many(1_002))).toMatchObject({ problems: ["transactions"] });
    const nothings = Array.from({ length: 15_000 }, () => 0);
    expect(await refused(nothings)).toMatchObject({ problems: ["transactions"] });
  });

  it("refuses arguments that are missing altogether", async () => {
    const result = await call(agent, "create_journal_entry", {});
    expect(result.problems).toEqual(["description", "companyId", "createdBy", "transactions"]);
  });

  it.each([
    ["one", lines(1), { date: "2026-01-31" }, "date: unknown argument", ["date"]],
    [
      "several",
      lines(1),
      { status: "POSTED", currency: "USD" },
      "status: unknown argument; currency: unknown argument",
      ["status", "currency"],
    ],
    [
      "one of a line",
      [{ ...debit(1), note: "x" }, credit(1)],
      {},
      "transactions.0.note: unknown argument",
      ["transactions.0.note"],
    ],
    [
      "one among other faults",
      lines(1),
      { companyid: companyId, companyId: undefined },
      "companyid: unknown argument; companyId: Invalid input: expected string, received undefined",
      ["companyid", "companyId"],
    ],
  ])("refuse unknown arguments by name: %s [FIX-4]", async (_what, transactions, changes, said, paths) => {
    const { text, problems } = await refused(transactions, changes);
    expect(text).toBe(`Error: Invalid arguments: ${said}`);
    expect(problems).toEqual(paths);
  });

  it("are absent where they are null and optional [FIX-4]", async () => {
    const nulls = { documentDate: null, branchId: null };
    const id = createdId(await create([{ ...debit(1), remark: null }, credit(1)], nulls));
    const stored = (await entries()).find(({ _id }) => String(_id) === id);
    expect(stored?.["branchId"]).toBeUndefined();
    expect(Date.now() - Number(stored?.["documentDate"])).toBeLessThan(60_000);
    const meta = { idempotencyKey: null, dryRun: null };
    expect(createdId(await call(agent, "create_journal_entry", entry(), meta))).toMatch(/^[0-9a-f]{24}$/);
  });
});

describe("what clients really send", () => {
  it("may be the lines as the JSON text of a list [FIX-5]", async () => {
    const id = createdId(await create(JSON.stringify(lines(12.5))));
    const { data } = await call(agent, "get_journal_entry", { id, companyId });
    expect(data?.["transactions"]).toMatchObject([{ debit: 12.5 }, { credit: 12.5 }]);
  });

  it.each(["no JSON", '{"accountId":1}', "[1"])(
    "is refused as no list where its text is none: %s",
    async (transactions) => {
      expect((await refused(transactions)).problems).toEqual(["transactions"]);
    },
  );

  it("refuses a date in seconds, naming milliseconds, and shows the date that it took [FIX-5]", async () => {
    const seconds = Date.UTC(2026, 0, 31) / 1_000;
    expect((await refused(lines(1), { documentDate: seconds })).text).toBe(
      "Error: Invalid arguments: documentDate: expected milliseconds since 1970, of a date from 1990-01-01 to 5 years from now",
    );
    const { text } = await create(lines(1), { documentDate: Date.UTC(2026, 0, 31, 23, 59) });
    expect(text).toContain("\nStatus: SAVED\nDate: 2026-01-31\nDescription: ");
  });

  it("refuses two amounts that are not equal, and were once read as one [FIX-5]", async () => {
    const [one, other] = ["999999999999.123456", "999999999999.123457"].map(Number);
    const { text } = await refused([debit(one), credit(other)]);
    expect(text).toMatch(/transactions\.0\.debit: expected at most 15 significant digits/);
  });
});

async function recordCounts() {
  const collections = await store.db.listCollections({}, { nameOnly: true }).toArray();
  const names = collections.map(({ name }) => name).toSorted();
  return await Promise.all(
    names.map(async (name) => [name, await store.db.collection(name).countDocuments()]),
  );
}

describe("dry run", () => {
  it("validates and writes nothing [MJ-CREATE-17]", async () => {
    const before = await recordCounts();
    const meta = { dryRun: true, idempotencyKey: "dry" };
    const valid = await call(agent, "create_journal_entry", entry(), meta);
    expect(valid).toMatchObject({ isError: false, data: { dryRun: true, unknownAccountIds: [] } });
    const unbalanced = entry({ transactions: [debit(1), credit(2)] });
    const invalid = await call(agent, "create_journal_entry", unbalanced, { dryRun: true });
    expect(invalid).toMatchObject({ isError: true, text: "Error: Debits (1) must equal credits (2)" });
    expect(await recordCounts()).toEqual(before);
  });

  it("refuses a value that is neither true nor false, naming its place", async () => {
    const answer = await call(agent, "create_journal_entry", entry(), { dryRun: "yes" });
    expect(answer).toMatchObject({ isError: true, problems: ["_meta.dryRun"] });
  });
});

describe("idempotency keys", () => {
  it("give the first entry again for the same content, from any session of the user [MJ-CREATE-15]", async () => {
    const before = await entries();
    const authorization = await testTokens().bearer({ sub: userId, companyId });
    const other = await connectAgent(service, { authorization, transport: "sse" });
    const first = await withKey("key-1");
    const again = await withKey("key-1");
    const elsewhere = await call(other, "create_journal_entry", entry(), { idempotencyKey: "key-1" });
    await other.close();
    expect(new Set([first, again, elsewhere].map(createdId)).size).toBe(1);
    expect([first, again, elsewhere].map(({ data }) => data?.["repeated"])).toEqual([false, true, true]);
    expect(await entries()).toHaveLength(before.length + 1);
  });

  it("refuse other content, saying so [MJ-CREATE-16]", async () => {
    await withKey("key-2");
    const before = await recordCounts();
    const documentDate = Date.UTC(2026, 2, 31);
    const others = [
      { description: "Something else" },
      { companyId: newId() },
      { branchId: newId() },
      { createdBy: newId() },
      { documentDate },
      { transactions: lines(1200.51) },
    ];
    for (const changes of others) {
      expect(await withKey("key-2", changes)).toMatchObject({
        isError: true,
        text: "Error: The idempotency key was used before with other content",
      });
    }
    expect(await recordCounts()).toEqual(before);
  });

  it("leave a refused creation free to be repeated", async () => {
    const unbalanced = { transactions: [debit(1), credit(2)] };
    expect((await withKey("key-3", unbalanced)).isError).toBe(true);
    expect((await withKey("key-3")).isError).toBe(false);
  });

  it("are kept 30 days [MJ-CREATE-15]", async () => {
    await withKey("key-4");
    const record = await store.db.collection("requests").findOne({ "_id.requestId": "key-4" });
    const days = (record?.["expiresAt"].getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
  });

  it.each([[""], ["x".repeat(201)], [5]])("refuse a malformed one: %s", async (key) => {
    expect(await withKey(key)).toMatchObject({ isError: true, problems: ["_meta.idempotencyKey"] });
  });
});
