import { BUILT_IN_KINDS } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import type { Document } from "mongodb";
import { beforeAll, expect, it } from "vitest";

import type { Caller } from "../src/engine.ts";
import { deriveLists } from "./derive-lists.ts";
import { WORKFLOW_RUNS } from "../src/shared/pending.ts";
import { createReadModels } from "../src/read-models.ts";
import { daysFrom } from "./days-from.ts";
import { aCompany, engineOn } from "./engine-fixture.ts";
import { readBy, searchesOf } from "./searches.ts";

const store = await useTestStore({ monitored: true });
const engine = await engineOn(store);
const { runs } = createReadModels({ db: store.db, kinds: BUILT_IN_KINDS });

const company = aCompany();
/** Ivo has much to decide, and stands in for Pia. */
const [ivo, pia] = [company.user(), company.user()];
const OWN = 300;
const PIAS = 6;
const idOf = ({ userId }: Caller) => toObjectId(userId);

/** A waiting task with a seat for each approver. */
function waiting(approvers: Caller[], people: { submitter?: Caller; about?: Caller } = {}) {
  const { submitter = company.user() } = people;
  const { about = submitter } = people;
  const ids = { _id: toObjectId(newId()), companyId: toObjectId(company.companyId) };
  const common = { createdAt: new Date(), updatedAt: new Date(), deletedAt: null, archived: false };
  const status = "AWAITING_APPROVAL";
  const task: Document = {
    ...ids,
    ...common,
    kind: "Leave",
    status,
    title: "Leave",
    stageName: "Board",
    submitterId: idOf(submitter),
    beneficiaryId: idOf(about),
    createdBy: idOf(submitter),
    involvedIds: [submitter, ...approvers].map(idOf),
    runId: toObjectId(newId()),
    refId: toObjectId(newId()),
    runNumber: 1,
    version: 0,
  };
  const seat = { ...common, companyId: ids.companyId, kind: "Leave", runId: task["runId"], status };
  const rows = approvers.map((approver) => ({
    ...seat,
    taskId: ids._id,
    taskStatus: status,
    approverId: idOf(approver),
  }));
  return { task, rows };
}

beforeAll(async () => {
  const made = [
    ...Array.from({ length: OWN - 1 }, () => waiting([ivo])),
    waiting([ivo, pia]),
    ...Array.from({ length: PIAS }, () => waiting([pia])),
    waiting([pia], { submitter: ivo }),
    waiting([pia], { about: ivo }),
  ];
  await store.db.collection("workflow_tasks").insertMany(made.map(({ task }) => task));
  await store.db.collection("workflow_approvals").insertMany(made.flatMap(({ rows }) => rows));
  await deriveLists(store.db);
  await engine.createSubstitution(pia, { substituteId: ivo.userId, kinds: [], ...daysFrom(0) });
});

/** A count of what waits, by kind. */
const isCount = ({ aggregate, hint }: Document): boolean => aggregate === WORKFLOW_RUNS && hint === "asked";

it("counts what waits for a substitute, each document once, and reads no other [READ-1]", async () => {
  const counted: number[] = [];
  const searches = await searchesOf(store, async () => {
    const page = runs.inboxPage(ivo, {});
    counted.push(await page.total());
    for (const { count } of await runs.inboxCounts(ivo)) counted.push(count);
  });
  // Nobody acts in another's place on what they submitted, or what is about them.
  expect(counted).toEqual([OWN + PIAS, OWN + PIAS]);
  const { documents, keys } = await readBy(store, searches.filter(isCount));
  expect(documents).toBeLessThanOrEqual(2 * (OWN + PIAS + 2));
  expect(keys).toBeGreaterThanOrEqual(2 * OWN);
});

it.each([
  ["only for the principal", { forUserIds: [pia.userId] }, PIAS],
  ["only for the substitute", { forUserIds: [ivo.userId] }, OWN],
  ["for both", { forUserIds: [ivo.userId, pia.userId] }, OWN + PIAS],
  ["of one kind", { kinds: ["Leave"] }, OWN + PIAS],
  ["of two kinds", { kinds: ["Leave", "Loan"] }, OWN + PIAS],
  ["of a kind that nothing has", { kinds: ["Loan"] }, 0],
])(
  "counts what waits %s, as its pages show it, and reads no other document [READ-1]",
  async (_what, input, most) => {
    const shown = new Set<string>();
    let after: string | null = null;
    do {
      const page = runs.inboxPage(ivo, { ...input, take: 100, after });
      for (const { _id } of await page.data()) shown.add(_id);
      after = await page.next();
    } while (after !== null);
    const totals: [number, boolean][] = [];
    const searches = await searchesOf(store, async () => {
      const page = runs.inboxPage(ivo, input);
      totals.push([await page.total(), await page.totalIsLowerBound()]);
    });
    expect(totals).toEqual([[most, false]]);
    expect(shown.size).toBe(most);
    const counts = searches.filter(isCount);
    expect(counts).not.toEqual([]);
    expect((await readBy(store, counts)).documents).toBeLessThanOrEqual(OWN + PIAS + 2);
  },
);

it("reads no document for the total of somebody who represents nobody [READ-1]", async () => {
  const searches = await searchesOf(store, () => runs.inboxPage(pia, {}).total());
  const { documents, keys } = await readBy(store, searches.filter(isCount));
  expect([documents, keys]).toEqual([0, PIAS + 3]);
});
