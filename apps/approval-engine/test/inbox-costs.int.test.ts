import { BUILT_IN_KINDS } from "@countersign/contracts";
import type { Grant } from "@countersign/domain/approval";
import { ensureIndexes, newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import type { Document } from "mongodb";
import { beforeAll, expect, it } from "vitest";

import type { Caller } from "../src/engine.ts";
import { INBOX_INDEXES } from "../src/inbox/indexes.ts";
import { createReadModels } from "../src/read-models.ts";
import { askedText, sortAmountOf } from "../src/runs/index.ts";
import { aCompany } from "./engine-fixture.ts";
import { scansAmong, searchesOf, sortsAmong } from "./searches.ts";

const store = await useTestStore({ monitored: true });
// The indexes of the inbox alone: with all of them, an embedded store takes a minute for so many tasks.
const plans = INBOX_INDEXES.filter(({ collection }) => collection === "workflow_tasks");
const indexes = plans
  .flatMap((plan) => plan.indexes)
  .filter(({ name }) => /_by_(?:status|kind)$/u.test(name ?? ""));
await ensureIndexes(store, [
  { collection: "workflow_tasks", indexes: indexes.filter(({ name }) => !name?.startsWith("listed")) },
]);
const { runs } = createReadModels(store.db, BUILT_IN_KINDS);

const KINDS = ["Leave", "PurchaseOrder"];
const ORDERS = ["ASKED", "OLDEST", "DUE", "AMOUNT"] as const;
const SHORT = 1_200;
const LONG = 20_000;
const BATCH = 200;
const short = aCompany().user();
const long = aCompany().user();

/**
 * Waits for one approver, as an engine writes it; ten are asked at the same moment, two thirds have no amount, and a
 * few no due time.
 */
function waitingFor(approver: Caller, n: number): Document {
  const [companyId, user] = [toObjectId(approver.companyId), toObjectId(approver.userId)];
  const task = {
    _id: toObjectId(newId()),
    companyId,
    createdAt: new Date(1_700_000_000_000 + n),
    updatedAt: new Date(),
    deletedAt: null,
    archived: false,
    runId: toObjectId(newId()),
    refId: toObjectId(newId()),
    ref: `LV-${n}`,
    title: "Leave",
    stageName: "Board",
    status: "AWAITING_APPROVAL",
    kind: KINDS[n % 2]!,
    document: {
      id: toObjectId(newId()),
      revision: 1,
      ...(n % 3 === 0 && { amount: String(n % 500), currency: "EUR" }),
    },
    submitterId: user,
    involvedIds: [user],
    askedIds: [user],
    askedAt: new Date(1_700_000_000_000 + Math.floor(n / 10)),
    ...(n % 24 > 1 && { dueAt: new Date(1_800_000_000_000 + Math.floor(n / 20)) }),
    version: 0,
  };
  const listedFor = [askedText(approver.userId), askedText(approver.userId, task.kind)];
  return { ...task, listedFor, sortAmount: sortAmountOf(task.document) };
}

beforeAll(async () => {
  for (const [approver, count] of [
    [short, SHORT],
    [long, LONG],
  ] as const) {
    const tasks = Array.from({ length: count }, (_, n) => waitingFor(approver, n));
    // In parts, between which the store serves other tests.
    while (tasks.length > 0) {
      await store.db.collection("workflow_tasks").insertMany(tasks.splice(0, BATCH));
    }
  }
});

/** The keys and documents that a page and its place read; none of it by looking through everything or by sorting. */
async function costOf(caller: Caller, input: object): Promise<{ keys: number; documents: number }> {
  const found = await searchesOf(store, async () => {
    const page = runs.inboxPage(caller, input);
    expect(await page.data()).toHaveLength(50);
    expect(await page.next()).not.toBeNull();
  });
  const searches = found.filter(({ find }) => find === "workflow_tasks");
  expect(searches).not.toEqual([]);
  expect([await scansAmong(store, searches), await sortsAmong(store, searches)]).toEqual([[], []]);
  return sumOf(searches);
}

async function sumOf(searches: readonly Document[]): Promise<{ keys: number; documents: number }> {
  const costs = { keys: 0, documents: 0 };
  for (const search of searches) {
    const { executionStats } = await store.db.command({ explain: search, verbosity: "executionStats" });
    costs.keys += executionStats.totalKeysExamined;
    costs.documents += executionStats.totalDocsExamined;
  }
  return costs;
}

/** Somebody's right to decide for another one now, whatever the kind. */
function grantOf(principalId: string, substituteId: string): Grant {
  const window = { fromMs: 0, untilMs: 8.64e15 };
  return { ...window, principalId, substituteId, kinds: [], substitutionIds: [], throughIds: [] };
}

/** The place after some pages. */
async function placeAfter(caller: Caller, pages: number, input: object): Promise<string> {
  let after: string | null = null;
  for (let page = 0; page < pages; page += 1) {
    after = await runs.inboxPage(caller, { ...input, after }).next();
  }
  return after!;
}

it.each(ORDERS)(
  "a page by %s reads as much of 20,000 as of 1,200, at the beginning and later [READ-2]",
  async (order) => {
    for (const kinds of [undefined, ["Leave"]]) {
      const input = { order, kinds, take: 50 };
      const costs = [];
      for (const caller of [short, long]) {
        const after = await placeAfter(caller, 9, input);
        costs.push([await costOf(caller, input), await costOf(caller, { ...input, after })] as const);
      }
      const [ofShort, ofLong] = costs;
      expect(ofLong![0]).toEqual(ofShort![0]);
      for (const { keys, documents } of costs.flat()) {
        expect(keys).toBeLessThan(50 + 200);
        expect(documents).toBeLessThan(50 + 200);
      }
    }
  },
);

it("a page of what has no due time reads as much of 20,000 as of 1,200 [READ-2] [TIME-4]", async () => {
  const costs = [];
  for (const caller of [short, long]) {
    const after = await placeAfter(caller, 3, { take: 50 });
    costs.push(await costOf(caller, { order: "DUE", take: 50, after }));
  }
  expect(costs[1]).toEqual(costs[0]);
  expect(costs[0]!.keys).toBeLessThan(2_000);
  expect(costs[0]!.documents).toBeLessThan(2_000);
});

it.each([
  ["submitters", { submitterIds: [newId()] }],
  ["amounts", { currency: "EUR", amountFrom: "490" }],
  ["a group of amounts", { groupBy: "AMOUNT", group: "EUR:1000" }],
  ["what changed", { changed: true }],
  ["what is late", { overdue: true }],
  ["a group by due time", { groupBy: "DUE", group: "THIS_WEEK" }],
])(
  "a page narrowed by %s reads as much of 20,000 as of 1,200, whatever matches [READ-2]",
  async (_what, input) => {
    const costs = [];
    for (const caller of [short, long]) {
      const searches = await searchesOf(store, async () => {
        const page = runs.inboxPage(caller, input);
        await page.data();
        expect(await page.next()).not.toBeNull();
      });
      const read = searches.filter(({ find }) => find === "workflow_tasks");
      expect([await scansAmong(store, read), await sortsAmong(store, read)]).toEqual([[], []]);
      costs.push(await sumOf(read));
    }
    expect(costs[1]).toEqual(costs[0]);
    for (const { keys, documents } of costs)
      expect([keys, documents].every((cost) => cost <= 2_000)).toBe(true);
  },
);

it("groups as much as 5,000 that wait, by reading each once, and no more [CON-13] [READ-2]", async () => {
  const groupBy = "KIND";
  const groups = await runs.inboxPage(short, { groupBy }).groups();
  expect(groups?.map(({ key, count }) => [key, count])).toEqual([
    ["Leave", SHORT / 2],
    ["PurchaseOrder", SHORT / 2],
  ]);
  const searches = await searchesOf(store, async () => {
    expect(await runs.inboxPage(long, { groupBy }).groups()).toBeNull();
  });
  expect(searches.filter(({ find }) => find === "workflow_tasks")).toEqual([]);
});

async function totalOf(caller: Caller, input: object = {}): Promise<[number, boolean]> {
  const page = runs.inboxPage(caller, input);
  return [await page.total(), await page.totalIsLowerBound()];
}

it("counts what waits exactly up to 10,000, and only where it is asked for [READ-1]", async () => {
  expect(await totalOf(short)).toEqual([SHORT, false]);
  expect(await totalOf(long)).toEqual([10_000, true]);
  expect(await totalOf(long, { kinds: ["Leave"] })).toEqual([10_000, false]);
  const searches = await searchesOf(store, async () => runs.inboxPage(short, {}).data());
  expect(searches.filter((search) => "count" in search)).toEqual([]);
});

it.each([
  [short, SHORT, false],
  [long, 10_000, true],
])(
  "the total of what waits reads no document, for approver and substitute, and ends at 10,000 [READ-1]",
  async (approver, total, isLowerBound) => {
    const substitute = { ...approver, userId: newId() };
    for (const [reader, principals] of [
      [approver, []],
      [approver, [newId()]],
      [substitute, [approver.userId]],
    ] as const) {
      const grants = async () => principals.map((principalId) => grantOf(principalId, reader.userId));
      const searches = await searchesOf(store, async () => {
        const page = runs.inboxPage(reader, {}, grants);
        expect(await page.total()).toBe(total);
        expect(await page.totalIsLowerBound()).toBe(isLowerBound);
      });
      expect(await scansAmong(store, searches)).toEqual([]);
      const { keys, documents } = await sumOf(searches);
      expect(documents).toBe(0);
      expect(keys).toBeLessThanOrEqual(5 * total + 10);
    }
  },
);
