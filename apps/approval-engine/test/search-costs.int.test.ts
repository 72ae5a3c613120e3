import { BUILT_IN_KINDS } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import type { Document } from "mongodb";
import { beforeAll, describe, expect, it } from "vitest";

import type { Caller } from "../src/engine.ts";
import { createReadModels } from "../src/read-models.ts";
import { aCompany, engineOn } from "./engine-fixture.ts";
import { scansAmong, searchesOf, sortsAmong } from "./searches.ts";

const store = await useTestStore({ monitored: true });
await engineOn(store);
const { search } = createReadModels({ db: store.db, kinds: BUILT_IN_KINDS });

const SHORT = 1_200;
const LONG = 20_000;
const BATCH = 500;
/** Keys, and documents, that a page may read beyond what it shows (contract-3, READ-2). */
const MOST = 2_000;

/** A company with so many documents, and people who see all of them. */
function aCompanyWith(count: number) {
  const company = aCompany();
  return { company, count, submitter: company.user(), admin: company.user({ privileged: true }) };
}
const COMPANIES = [aCompanyWith(SHORT), aCompanyWith(LONG)];

/** Every document has a common word, a third of them another, and ten in a thousand a rare one. */
function rowOf({ company, submitter }: (typeof COMPANIES)[number], n: number): Document {
  const [companyId, user] = [toObjectId(company.companyId), toObjectId(submitter.userId)];
  const submittedAt = new Date(1_700_000_000_000 + Math.floor(n / 10) * 1_000);
  const words = ["purchase", ...(n % 3 === 0 ? ["desks"] : []), ...(n < 10 ? ["piano"] : []), `${n}`];
  words.push("株式", "式会", "会社", ...(n < 10 ? ["社山", "山田", "田"] : ["社"]));
  return {
    _id: toObjectId(newId()),
    companyId,
    refId: toObjectId(newId()),
    number: 1,
    version: 1,
    ref: `PO-${n}`,
    kind: n % 2 === 0 ? "PurchaseOrder" : "Leave",
    state: "IN_PROGRESS",
    submitterId: user,
    peopleIds: [user],
    viewerIds: [user, companyId],
    deciderIds: [],
    words,
    askedIds: [],
    tasks: [],
    submittedAt,
    sortedAt: submittedAt,
    tab: "IN_PROGRESS",
    writtenAt: submittedAt,
  };
}

beforeAll(async () => {
  for (const company of COMPANIES) {
    const rows = Array.from({ length: company.count }, (_, n) => rowOf(company, n));
    while (rows.length > 0) await store.db.collection("workflow_runs").insertMany(rows.splice(0, BATCH));
  }
});

const READ = new Set(["workflow_runs", "workflow_approvals", "workflow_tasks"]);

/** The keys and documents that a read examines; none of it by looking through everything or by sorting. */
async function costOf(read: () => Promise<unknown>): Promise<{ keys: number; documents: number }> {
  const found = await searchesOf(store, read);
  // The caller's grants are read elsewhere.
  const searches = found.filter(({ find, count }) => READ.has((find ?? count) as string));
  expect(searches).not.toEqual([]);
  expect([await scansAmong(store, searches), await sortsAmong(store, searches)]).toEqual([[], []]);
  const costs = { keys: 0, documents: 0 };
  for (const one of searches) {
    const { executionStats } = await store.db.command({ explain: one, verbosity: "executionStats" });
    costs.keys += executionStats.totalKeysExamined;
    costs.documents += executionStats.totalDocsExamined;
  }
  return costs;
}

type Person = "submitter" | "admin";

/** The costs of a read in both companies, at the beginning and at a later place. */
async function costsOf(
  person: Person,
  page: (caller: Caller, after: string | null) => Promise<{ next: string | null }>,
) {
  const costs = [];
  for (const company of COMPANIES) {
    const caller = company[person];
    let after: string | null = null;
    for (let n = 0; n < 3; n += 1) after = (await page(caller, after)).next ?? after;
    costs.push([await costOf(() => page(caller, null)), await costOf(() => page(caller, after))]);
  }
  return costs;
}

const SEARCHES: readonly (readonly [string, object])[] = [
  ["everything", {}],
  ["a common word", { text: "purchase" }],
  ["the beginning of a common word", { text: "pur" }],
  ["the beginning of a word of a third", { text: "desk" }],
  ["a rare word", { text: "purchase piano" }],
  ["no word of any", { text: "violin" }],
  ["common letters without blanks", { text: "株式会社" }],
  ["rare letters beside common ones", { text: "株式会社山田" }],
  ["one letter of many documents", { text: "会" }],
  ["a kind", { kinds: ["Leave"] }],
  ["nothing that exists", { states: ["APPROVED"] }],
  ["a number", { number: "PO-7" }],
  ["a time", { submittedUntil: new Date(1_700_000_060_000) }],
];

describe.each(["submitter", "admin"] as const)("a search by the %s", (person) => {
  it.each(SEARCHES)("for %s reads as much of 20,000 as of 1,200 [CON-14] [READ-2]", async (_what, input) => {
    const [ofShort, ofLong] = await costsOf(person, (caller, after) =>
      search.documents(caller, { ...input, after }),
    );
    expect(ofLong![0]).toEqual(ofShort![0]);
    for (const { keys, documents } of [ofShort!, ofLong!].flat()) {
      expect(keys).toBeLessThanOrEqual(MOST + 50);
      expect(documents).toBeLessThanOrEqual(MOST + 50);
    }
  });
});
