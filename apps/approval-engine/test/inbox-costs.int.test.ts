import { BUILT_IN_KINDS } from "@countersign/contracts";
import type { Grant } from "@countersign/domain/approval";
import { ensureIndexes, newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import type { Document } from "mongodb";
import { beforeAll, expect, it } from "vitest";

import type { Caller } from "../src/engine.ts";
import { createReadModels } from "../src/read-models.ts";
import { sortAmountOf } from "../src/runs/index.ts";
import { WORKFLOW_RUNS } from "../src/shared/pending.ts";
import { RUN_INDEXES } from "../src/runs/indexes.ts";
import { aCompany } from "./engine-fixture.ts";
import { readBy, scansAmong, searchesOf, sortsAmong } from "./searches.ts";

const store = await useTestStore({ monitored: true });
// The indexes of the inbox alone: with all of them, an embedded store takes a minute for so many runs.
const plans = RUN_INDEXES.filter(({ collection }) => collection === WORKFLOW_RUNS);
const indexes = plans.flatMap((plan) => plan.indexes).filter(({ name }) => name?.startsWith("asked"));
await ensureIndexes(store, [{ collection: WORKFLOW_RUNS, indexes }]);
const { runs } = createReadModels({ db: store.db, kinds: BUILT_IN_KINDS });

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
  const [askedAt, title] = [new Date(1_700_000_000_000 + Math.floor(n / 10)), "Leave"];
  const document = {
    id: toObjectId(newId()),
    revision: 1,
    ...(n % 3 === 0 && { amount: String(n % 500), currency: "EUR" }),
  };
  const dueAt = n % 24 > 1 && { dueAt: new Date(1_800_000_000_000 + Math.floor(n / 20)) };
  const task = {
    _id: toObjectId(newId()),
    archived: false,
    ref: `LV-${n}`,
    title,
    stageName: "Board",
    status: "AWAITING_APPROVAL",
    orderNo: 1,
    createdAt: askedAt,
    updatedAt: askedAt,
    askedAt,
    ...dueAt,
    approvals: [],
  };
  return {
    _id: toObjectId(newId()),
    companyId,
    refId: toObjectId(newId()),
    kind: KINDS[n % 2]!,
    number: 1,
    version: 1,
    open: true,
    state: "IN_PROGRESS",
    submitterId: user,
    submittedAt: askedAt,
    writtenAt: askedAt,
    origin: {},
    document,
    tasks: [task],
    peopleIds: [user],
    stageIds: [user],
    askedIds: [user],
    askedAt,
    ...dueAt,
    sortAmount: sortAmountOf(document),
  };
}

beforeAll(async () => {
  for (const [approver, count] of [
    [short, SHORT],
    [long, LONG],
  ] as const) {
    const made = Array.from({ length: count }, (_, n) => waitingFor(approver, n));
    // In parts, between which the store serves other tests.
    while (made.length > 0) await store.db.collection(WORKFLOW_RUNS).insertMany(made.splice(0, BATCH));
  }
});

/** The keys and documents that a page and its place read; none of it by looking through everything or by sorting. */
async function costOf(caller: Caller, input: object): Promise<{ keys: number; documents: number }> {
  const found = await searchesOf(store, async () => {
    const page = runs.inboxPage(caller, input);
    expect(await page.data()).toHaveLength(50);
    expect(await page.next()).not.toBeNull();
  });
  const searches = found.filter(isOfRuns);
  expect(searches).not.toEqual([]);
  expect([await scansAmong(store, searches), await sortsAmong(store, searches)]).toEqual([[], []]);
  return sumOf(searches);
}

/** Reads of runs, but for those by their ids: the runs that a page shows. */
const isOfRuns = ({ find, aggregate, hint }: Document): boolean =>
  (find ?? aggregate) === WORKFLOW_RUNS && String(hint).startsWith("asked");

const sumOf = async (searches: readonly Document[]) => readBy(store, searches);

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
    // Kinds are judged on what is looked at, until the page is full.
    for (const [kinds, most] of [
      [undefined, 250],
      [["Leave"], 2_000],
    ] as const) {
      const input = { order, kinds, take: 50 };
      const costs = [];
      for (const caller of [short, long]) {
        const after = await placeAfter(caller, 9, input);
        costs.push([await costOf(caller, input), await costOf(caller, { ...input, after })] as const);
      }
      const [ofShort, ofLong] = costs;
      expect(ofLong![0]).toEqual(ofShort![0]);
      for (const { keys, documents } of costs.flat()) {
        expect(keys).toBeLessThan(most);
        expect(documents).toBeLessThan(most);
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
      const read = searches.filter(isOfRuns);
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
  const read = searches.filter(isOfRuns);
  expect(read).toHaveLength(1);
  expect(await sumOf(read)).toMatchObject({ keys: 5_001, documents: 0 });
});

async function totalOf(caller: Caller, input: object = {}): Promise<[number, boolean]> {
  const page = runs.inboxPage(caller, input);
  return [await page.total(), await page.totalIsLowerBound()];
}

it("counts what waits exactly up to 10,000, and only where it is asked for [READ-1]", async () => {
  expect(await totalOf(short)).toEqual([SHORT, false]);
  expect(await totalOf(long)).toEqual([10_000, true]);
  expect(await totalOf(short, { kinds: ["Leave"] })).toEqual([SHORT / 2, false]);
  expect(await totalOf(long, { kinds: ["Leave"] })).toEqual([5_000, true]);
  const searches = await searchesOf(store, async () => runs.inboxPage(short, {}).data());
  expect(JSON.stringify(searches)).not.toContain("$group");
});

it.each([
  [short, SHORT, false],
  [long, 10_000, true],
])(
  "the total of what waits ends at 10,000, and reads documents for substitutes alone [READ-1]",
  async (approver, total, isLowerBound) => {
    const substitute = { ...approver, userId: newId() };
    for (const [reader, principals] of [
      [approver, []],
      [approver, [newId()]],
      [substitute, [approver.userId]],
    ] as const) {
      const grants = async () => principals.map((principalId) => grantOf(principalId, reader.userId));
      const searches = await searchesOf(store, async () => {
        const page = runs.inboxPage(reader, {}, { grants, snoozes: async () => [] });
        expect(await page.total()).toBe(total);
        expect(await page.totalIsLowerBound()).toBe(isLowerBound);
      });
      expect(await scansAmong(store, searches)).toEqual([]);
      const { keys, documents } = await sumOf(searches);
      expect(documents).toBeLessThanOrEqual(principals.length === 0 ? 0 : total + 1);
      expect(keys).toBeLessThanOrEqual(total + 10);
    }
  },
);
