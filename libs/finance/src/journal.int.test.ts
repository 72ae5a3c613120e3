import { draftLines } from "@countersign/domain/finance";
import { createUnitOfWork, newId, verifyAuditChain } from "@countersign/mongo";
import { commandEventsOf, commandsOf, useTestStore } from "@countersign/testing";
import { Decimal128, ObjectId } from "mongodb";
import { beforeAll, describe, expect, it } from "vitest";
import { createFinance } from "./finance.ts";
import type { JournalDraft } from "./journal.ts";
import { createJournalWriter, type FinanceActor } from "./journal-writer.ts";
import type { AccountRecord, JournalEntryRecord, LedgerEntryRecord } from "./records.ts";

const store = await useTestStore({ monitored: true });
const now = new Date("2026-03-01T10:00:00Z");
const finance = createFinance(store, { now: () => now });
const { journal, accounts } = finance;

const companyId = new ObjectId();
const cash = new ObjectId();
const rent = new ObjectId();
const foreignCash = new ObjectId();
const entries = store.db.collection<JournalEntryRecord>("journal_entries");
const ledger = store.db.collection<LedgerEntryRecord>("ledger_entries");

const actor: FinanceActor = {
  issuer: "https://issuer.test",
  userId: new ObjectId().toHexString(),
  arguments: {},
};
const draft = (changes: Partial<JournalDraft> = {}): JournalDraft => ({
  companyId: companyId.toHexString(),
  createdBy: new ObjectId().toHexString(),
  description: "Rent of March",
  lines: [
    { accountId: rent.toHexString(), debit: 0.3, credit: 0, remark: "office" },
    { accountId: cash.toHexString(), debit: 0, credit: 0.1 },
    { accountId: cash.toHexString(), debit: 0, credit: 0.2 },
  ],
  ...changes,
});

beforeAll(async () => {
  await finance.ensureIndexes();
  const expense = new ObjectId();
  await store.db.collection("account_categories").insertOne({ _id: expense, type: "EXPENSE" });
  await store.db.collection<AccountRecord>("accounts").insertMany([
    { _id: rent, companyId, name: "Office Rent (50%)", number: "6100", categoryId: expense },
    { _id: cash, companyId, name: "Cash", number: "1000" },
    { _id: foreignCash, companyId: new ObjectId(), name: "Cash of others", number: "1000" },
  ]);
});

describe("searching accounts", () => {
  it("matches a part of the name in any case, as text and not as a pattern [MJ-LIST-02]", async () => {
    const own = { companyId: companyId.toHexString(), limit: 10 };
    expect(await accounts.search({ ...own, keyword: "rent (50%" })).toMatchObject([
      { id: rent.toHexString() },
    ]);
    for (const keyword of [".*", "\0", "\u3000", "\ud800"])
      expect(await accounts.search({ ...own, keyword })).toEqual([]);
  });

  it("shows the category's type, and an empty one without a category [MJ-ACCOUNT-04]", async () => {
    expect(await accounts.search({ companyId: companyId.toHexString(), limit: 10 })).toEqual([
      { id: cash.toHexString(), name: "Cash", number: "1000", type: "" },
      { id: rent.toHexString(), name: "Office Rent (50%)", number: "6100", type: "EXPENSE" },
    ]);
  });

  it("reads the chart along its index, and the different categories once", async () => {
    const events = await commandEventsOf(store.client, () =>
      accounts.search({ companyId: companyId.toHexString(), limit: 10 }),
    );
    const [chart, categories, ...others] = events.map(({ command }) => command);
    expect(others).toEqual([]);
    expect(chart).toMatchObject({ find: "accounts", projection: { name: 1, number: 1, categoryId: 1 } });
    expect(categories).toMatchObject({
      find: "account_categories",
      filter: { _id: { $in: [expect.anything()] } },
    });
    const { find, filter, sort, limit } = chart!;
    const plan = await store.db.command({
      explain: { find, filter, sort, limit },
      verbosity: "executionStats",
    });
    expect(JSON.stringify(plan["queryPlanner"])).toContain("company_number");
    expect(plan["executionStats"]).toMatchObject({ nReturned: 2, totalDocsExamined: 2 });
  });

  it("is limited, and spans companies when none is given [CT-COLL-05]", async () => {
    expect(await accounts.search({ keyword: "cash", limit: 10 })).toHaveLength(2);
    expect(await accounts.search({ keyword: "cash", limit: 1 })).toHaveLength(1);
    expect(await accounts.search({ companyId: "nobody", limit: 1 })).toEqual([]);
  });
});

describe("drafting", () => {
  // Rules: [MJ-ENTRY-01] [MJ-ENTRY-03] [MJ-ENTRY-10] [MJ-STATE-01] [CT-COLL-06]
  it("stores a draft with exact amounts", async () => {
    const { entry } = await journal.create(draft(), actor);
    const stored = await entries.findOne({ _id: new ObjectId(entry.id) });
    expect(stored).toMatchObject({ type: "GENERAL", status: "SAVED", documentDate: now, companyId });
    expect(stored?.transactions.map(({ type, debit, credit }) => [type, debit, credit])).toEqual([
      ["DEBIT", Decimal128.fromString("0.3"), Decimal128.fromString("0")],
      ["CREDIT", Decimal128.fromString("0"), Decimal128.fromString("0.1")],
      ["CREDIT", Decimal128.fromString("0"), Decimal128.fromString("0.2")],
    ]);
    expect(await ledger.countDocuments({ journalEntryId: new ObjectId(entry.id) })).toBe(0);
  });

  it("and posting are refused to an actor who may not act any more, in the transaction itself [FIX-2]", async () => {
    const { entry } = await journal.create(draft(), actor);
    const asked: boolean[] = [];
    const refusing = createFinance(store, {
      admit: async ({ session }, { userId }) => {
        asked.push(session.inTransaction() && userId === actor.userId);
        throw new Error("no longer here");
      },
    }).journal;
    const before = await entries.countDocuments();
    await expect(refusing.create(draft(), actor)).rejects.toThrow("no longer here");
    await expect(refusing.post(entry.id, companyId.toHexString(), actor)).rejects.toThrow("no longer here");
    expect(asked).toEqual([true, true]);
    expect(await entries.countDocuments()).toBe(before);
    expect(await ledger.countDocuments({ journalEntryId: new ObjectId(entry.id) })).toBe(0);
  });

  it("writes nothing when a rule is broken [MJ-CREATE-07]", async () => {
    const before = await entries.countDocuments();
    const unbalanced = draft({ lines: draft().lines.slice(0, 2) });
    await expect(journal.create(unbalanced, actor)).rejects.toThrow("Debits (0.3) must equal credits (0.1)");
    expect(await entries.countDocuments()).toBe(before);
  });

  it.each([
    ["that do not exist", new ObjectId()],
    ["of another company", foreignCash],
  ])(
    "names accounts %s, and writes a draft that cannot be posted [MJ-CREATE-14] [MJ-POST-05]",
    async (_, id) => {
      const unknown = id.toHexString();
      const lines = [
        { accountId: unknown, debit: 1, credit: 0 },
        { accountId: cash.toHexString(), debit: 0, credit: 1 },
      ];
      const { entry, unknownAccountIds } = await journal.create(draft({ lines }), actor);
      expect(unknownAccountIds).toEqual([unknown]);
      await expect(journal.post(entry.id, companyId.toHexString(), actor)).rejects.toThrow(
        `Account ${unknown} not found`,
      );
    },
  );

  it("takes its number before its transaction, by one command, and a draft that fails leaves a gap [MJ-ENTRY-09]", async () => {
    const own = new ObjectId().toHexString();
    const refused = createFinance(store, {
      admit: async () => {
        throw new Error("no longer here");
      },
    }).journal;
    const first = await journal.create(draft({ companyId: own }), actor);
    await expect(refused.create(draft({ companyId: own }), actor)).rejects.toThrow("no longer here");
    const events = await commandEventsOf(store.client, async () => {
      const third = await journal.create(draft({ companyId: own }), actor);
      expect([first.entry.ref, third.entry.ref]).toEqual(["JE-000001", "JE-000003"]);
    });
    const taken = events.filter(({ command }) => command["findAndModify"] === "numbers");
    expect(taken.map(({ command }) => command["startTransaction"] ?? command["autocommit"])).toEqual([
      undefined,
    ]);
    expect(events.map(({ commandName }) => commandName)).toEqual([
      "find",
      "findAndModify",
      "insert",
      "find",
      "update",
      "insert",
      "commitTransaction",
    ]);
  });

  it("takes no number for a request that is repeated [MJ-CREATE-15]", async () => {
    const same = draft({ companyId: new ObjectId().toHexString() });
    for (const repeated of [false, true, true]) {
      expect(await journal.create(same, actor, "key-3")).toMatchObject({
        repeated,
        entry: { ref: "JE-000001" },
      });
    }
    expect((await journal.create(same, actor)).entry.ref).toBe("JE-000002");
  });

  it("numbers entries without duplicates under concurrency [MJ-ENTRY-09]", async () => {
    const own = new ObjectId().toHexString();
    const created = await Promise.all(
      Array.from({ length: 30 }, () => journal.create(draft({ companyId: own }), actor)),
    );
    expect(created.map(({ entry }) => entry.ref).toSorted()).toEqual(
      Array.from({ length: 30 }, (_, index) => `JE-${String(index + 1).padStart(6, "0")}`),
    );
  });

  it("gives the first entry again for the same key and content, even at the same moment [MJ-CREATE-15]", async () => {
    const before = await entries.countDocuments();
    const same = draft();
    const created = await Promise.all(Array.from({ length: 8 }, () => journal.create(same, actor, "key-1")));
    expect(new Set(created.map(({ entry }) => entry.id)).size).toBe(1);
    expect(created.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await entries.countDocuments()).toBe(before + 1);
  });

  it("refuses a key that was used with other content, but only for the same user [MJ-CREATE-16]", async () => {
    await journal.create(draft(), actor, "key-2");
    const other = draft({ description: "Something else" });
    await expect(journal.create(other, actor, "key-2")).rejects.toMatchObject({ code: "REQUEST_ID_REUSED" });
    const somebody = { ...actor, userId: new ObjectId().toHexString() };
    expect(await journal.create(other, somebody, "key-2")).toMatchObject({ repeated: false });
  });
});

describe("posting", () => {
  it("makes the entry final and writes one ledger leg a line [MJ-POST-08] [MJ-POST-10] [MJ-STATE-02]", async () => {
    const { entry } = await journal.create(draft(), actor);
    await journal.post(entry.id, companyId.toHexString(), actor);
    expect(await journal.find(entry.id, companyId.toHexString())).toMatchObject({
      status: "POSTED",
      postedAt: now,
    });
    const legs = await ledger.find({ journalEntryId: new ObjectId(entry.id) }).toArray();
    expect(legs).toHaveLength(3);
    expect(legs[0]).toMatchObject({
      companyId,
      accountId: rent,
      debit: Decimal128.fromString("0.3"),
      credit: Decimal128.fromString("0"),
      remark: "office",
      postedAt: now,
    });
  });

  it("writes all of it in one transaction [MJ-POST-08]", async () => {
    const { entry } = await journal.create(draft(), actor);
    const commands = await commandsOf(store, () => journal.post(entry.id, companyId.toHexString(), actor));
    expect(commands.filter((name) => name === "commitTransaction")).toHaveLength(1);
    expect(commands.slice(commands.indexOf("update"))).toEqual([
      "update",
      "insert",
      "find",
      "update",
      "insert",
      "commitTransaction",
    ]);
    expect(await journal.find(entry.id, companyId.toHexString())).toMatchObject({ status: "POSTED" });
    expect(await ledger.countDocuments({ journalEntryId: new ObjectId(entry.id) })).toBe(3);
  });

  it("leaves the draft as it was when a ledger leg cannot be written [MJ-POST-08]", async () => {
    const { entry } = await journal.create(draft(), actor);
    const once = "one_leg_an_entry";
    const partialFilterExpression = { journalEntryId: new ObjectId(entry.id) };
    await ledger.createIndex(
      { journalEntryId: 1, companyId: 1 },
      { name: once, unique: true, partialFilterExpression },
    );
    await expect(journal.post(entry.id, companyId.toHexString(), actor)).rejects.toThrow(/E11000/);
    await ledger.dropIndex(once);
    expect(await entries.findOne({ _id: new ObjectId(entry.id) })).not.toHaveProperty("postedAt");
    expect(await ledger.countDocuments({ journalEntryId: new ObjectId(entry.id) })).toBe(0);
    expect(await journal.post(entry.id, companyId.toHexString(), actor)).toMatchObject({ status: "POSTED" });
  });

  it("lets one of 50 simultaneous posts win, with one set of legs [MJ-POST-09] [MJ-STATE-03]", async () => {
    const { entry } = await journal.create(draft(), actor);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => journal.post(entry.id, companyId.toHexString(), actor)),
    );
    const reasons = results.flatMap((result) =>
      result.status === "rejected" ? [String(result.reason.message)] : [],
    );
    expect(reasons).toEqual(Array.from({ length: 49 }, () => `Entry ${entry.id} is already posted`));
    expect(await ledger.countDocuments({ journalEntryId: new ObjectId(entry.id) })).toBe(3);
  });

  it("takes a malformed id for a missing entry [MJ-POST-03] [MJ-GET-04]", async () => {
    await expect(journal.post("x", companyId.toHexString(), actor)).rejects.toThrow(
      "Journal entry x not found",
    );
    expect(await journal.find("x", companyId.toHexString())).toBeUndefined();
  });

  it("refuses entries of other companies [MJ-POST-02] [MJ-GET-03]", async () => {
    const { entry } = await journal.create(draft(), actor);
    const text = "Access denied: entry does not belong to this company";
    await expect(journal.post(entry.id, new ObjectId().toHexString(), actor)).rejects.toThrow(text);
    await expect(journal.find(entry.id, "nobody")).rejects.toThrow(text);
  });
});

function entryOf(changes: Partial<JournalDraft> = {}) {
  const { lines, ...fields } = draft(changes);
  return { ...fields, id: newId(), documentDate: now, lines: draftLines(lines) };
}

describe("within a transaction of the caller's", () => {
  const unitOfWork = createUnitOfWork(store, createJournalWriter);

  it("writes an entry and makes it final at once", async () => {
    const entry = entryOf();
    const posted = await unitOfWork((writer) => writer.createPosted(entry, actor, now));
    expect(await entries.findOne({ _id: new ObjectId(entry.id) })).toMatchObject({
      ref: posted.ref,
      status: "POSTED",
      postedAt: now,
    });
    expect(await ledger.countDocuments({ journalEntryId: new ObjectId(entry.id) })).toBe(3);
  });

  it("writes nothing for an account that the company does not have, and the caller may go on", async () => {
    const unknown = newId();
    const entry = entryOf({
      lines: [
        { accountId: unknown, debit: 1, credit: 0 },
        { accountId: cash.toHexString(), debit: 0, credit: 1 },
      ],
    });
    const refusal = await unitOfWork((writer) =>
      writer.createPosted(entry, actor, now).catch((error: unknown) => error),
    );
    expect(refusal).toMatchObject({ code: "NOT_FOUND", message: `Account ${unknown} not found` });
    expect(await entries.findOne({ _id: new ObjectId(entry.id) })).toBeNull();
  });

  it("is rolled back with the caller's transaction", async () => {
    const entry = entryOf();
    const work = unitOfWork(async (writer) => {
      await writer.createPosted(entry, actor, now);
      throw new Error("the caller's rule");
    });
    await expect(work).rejects.toThrow("the caller's rule");
    expect(await entries.findOne({ _id: new ObjectId(entry.id) })).toBeNull();
    expect(await ledger.countDocuments({ journalEntryId: new ObjectId(entry.id) })).toBe(0);
  });
});

it("leaves one sound chain of audit records per company [CT-COLL-06]", async () => {
  const report = await verifyAuditChain(store, companyId.toHexString());
  expect(report.faults).toEqual([]);
  const records = await store.db
    .collection("audit_logs")
    .countDocuments({ companyId, entity: "journal_entry" });
  expect(report.head.seq).toBe(records);
});
