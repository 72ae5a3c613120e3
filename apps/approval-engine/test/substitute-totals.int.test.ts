import { BUILT_IN_KINDS } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import type { Document } from "mongodb";
import { beforeAll, expect, it } from "vitest";

import type { Caller } from "../src/engine.ts";
import { relist } from "../src/inbox/relist.ts";
import { createReadModels } from "../src/read-models.ts";
import { daysFrom } from "./days-from.ts";
import { aCompany, engineOn } from "./engine-fixture.ts";
import { readBy, searchesOf } from "./searches.ts";

const store = await useTestStore({ monitored: true });
const engine = await engineOn(store);
const { runs } = createReadModels(store.db, BUILT_IN_KINDS);

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
  await relist(store.db);
  await engine.createSubstitution(pia, { substituteId: ivo.userId, kinds: [], ...daysFrom(0) });
});

it("counts a substitute's own tasks from index keys alone, and each task once [READ-1]", async () => {
  const counted: number[] = [];
  const searches = await searchesOf(store, async () => {
    const page = runs.inboxPage(ivo, {});
    counted.push(await page.total());
    for (const { count } of await runs.inboxCounts(ivo)) counted.push(count);
  });
  // Nobody acts in another's place on what they submitted, or what is about them.
  expect(counted).toEqual([OWN + PIAS, OWN + PIAS]);
  const { documents, keys } = await readBy(
    store,
    searches.filter((search) => "count" in search),
  );
  expect(documents).toBeLessThanOrEqual(2 * (PIAS + 3));
  expect(keys).toBeGreaterThanOrEqual(2 * OWN);
});

it("reads no document for the total of somebody who represents nobody [READ-1]", async () => {
  const searches = await searchesOf(store, () => runs.inboxPage(pia, {}).total());
  const { documents, keys } = await readBy(
    store,
    searches.filter((search) => "count" in search),
  );
  expect([documents, keys]).toEqual([0, PIAS + 3]);
});
