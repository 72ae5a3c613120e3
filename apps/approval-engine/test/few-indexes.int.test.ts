import { platformIndexes, toObjectId } from "@countersign/mongo";
import { OUTBOX_INDEXES } from "@countersign/outbox";
import { useTestStore, waitFor } from "@countersign/testing";
import { expect, it } from "vitest";

import { engineIndexes } from "../src/engine.ts";
import { aCompany, engineOn, stagesOf, submitNew } from "./engine-fixture.ts";
import { ONE_RUN_KINDS, oneRunScenes } from "./one-run-scenes.ts";
import { changesBetween, entriesOf } from "./index-entries.ts";

const store = await useTestStore();
const engine = await engineOn(store, { kinds: ONE_RUN_KINDS });
const { db } = store;
const namesOf = async (collection: string) =>
  (await db.collection(collection).indexes()).map(({ name }) => name ?? "").filter((name) => name !== "_id_");

it.each([
  ["workflow_runs", 16],
  ["workflow_tasks", 7],
  ["workflow_approvals", 5],
  ["outbox", 4],
])("%s has %i indexes at most, besides that of ids [CT-COLL-10]", async (collection, most) => {
  expect((await namesOf(collection)).length).toBeLessThanOrEqual(most);
});

const PLANS = [...platformIndexes(), ...OUTBOX_INDEXES, ...engineIndexes()];

it("a decision changes few entries of indexes [CT-COLL-10]", async () => {
  const company = aCompany();
  const [one, two] = [company.user(), company.user()];
  const { tasks } = await submitNew(engine, company.user(), stagesOf([one], [two]));
  const before = await entriesOf(db, PLANS);
  await engine.decideApproval(one, { taskId: tasks[0]!._id, status: "APPROVED" });
  expect(changesBetween(before, await entriesOf(db, PLANS))).toBeLessThanOrEqual(68);
});

it("a key to repeat a decision changes one entry more [CTRL-1] [CT-COLL-10]", async () => {
  const company = aCompany();
  const [one, two] = [company.user(), company.user()];
  const changes: number[] = [];
  for (const key of [{}, { idempotencyKey: "k" }]) {
    const { refId, tasks } = await submitNew(engine, company.user(), stagesOf([one], [two]));
    const before = await entriesOf(db, PLANS);
    await engine.decideApproval(one, { taskId: tasks[0]!._id, status: "APPROVED", ...key });
    const isPending = { refId: toObjectId(refId), pending: { $exists: true } };
    await waitFor(async () => (await db.collection("workflow_runs").countDocuments(isPending)) === 0);
    changes.push(changesBetween(before, await entriesOf(db, PLANS)));
  }
  const [withoutKey = 0, withKey] = changes;
  expect(withKey).toBe(withoutKey + 1);
});

/** How many entries of indexes each command changes, once what followed is cleared. */
const CHANGES: Record<string, number> = {
  "a verdict": 28,
  "a nudge": 28,
  "a recall": 93,
  "a seat handed on": 63,
  "an added approver": 40,
  "a withdrawn verdict": 28,
  "a cancellation": 62,
  "an added row": 22,
  "a changed row": 6,
  "a deleted row": 32,
  "a changed task": 6,
  "a deleted task": 18,
  "a reminder": 29,
  "an amendment": 47,
  "a durable amendment": 54,
  "a leaver": 32,
  "a withdrawn request": 51,
  "an expired request": 59,
};

it("a command on one run changes few entries of indexes [CT-COLL-10]", async () => {
  const changes: Record<string, number> = {};
  const scenes = Object.entries(await oneRunScenes(engine, store));
  let before = await entriesOf(db, PLANS);
  for (const [name, { act, runId }] of scenes) {
    await act(engine);
    const isPending = { _id: toObjectId(runId), pending: { $exists: true } };
    await waitFor(async () => (await db.collection("workflow_runs").countDocuments(isPending)) === 0);
    const after = await entriesOf(db, PLANS);
    changes[name] = changesBetween(before, after);
    before = after;
  }
  expect(changes).toEqual(CHANGES);
});
