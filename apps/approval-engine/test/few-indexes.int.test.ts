import { readFileSync } from "node:fs";
import { ensureIndexes, platformIndexes, toObjectId } from "@countersign/mongo";
import { createLeases } from "@countersign/mongo/due-work";
import { BUILT_IN_KINDS } from "@countersign/contracts";
import { OUTBOX_INDEXES } from "@countersign/outbox";
import { silentLogger, waitFor } from "@countersign/testing";
import type { Document, IndexDescription } from "mongodb";
import { expect, it, onTestFinished } from "vitest";

import { type Caller, engineIndexes } from "../src/engine.ts";
import { keepListed } from "../src/inbox/keep-listed.ts";
import { createReadModels } from "../src/read-models.ts";
import { EARLIER_INDEXES, NEW_INDEXES } from "./earlier-indexes.ts";
import { aCompany, stagesOf, submitted } from "./engine-fixture.ts";
import { changesBetween, entriesOf } from "./index-entries.ts";
import { useTwoReplicas } from "./two-replicas.ts";

const { store, engine, replica } = await useTwoReplicas();
const { db } = store;
const runs = createReadModels(db, BUILT_IN_KINDS).runs;
const namesOf = async (collection: string) =>
  (await db.collection(collection).indexes()).map(({ name }) => name ?? "").filter((name) => name !== "_id_");

it.each([
  ["workflow_tasks", 12],
  ["workflow_approvals", 5],
  ["outbox", 4],
])("%s has %i indexes at most, besides that of ids [CT-COLL-10]", async (collection, most) => {
  expect((await namesOf(collection)).length).toBeLessThanOrEqual(most);
});

const PLANS = [...platformIndexes(), ...OUTBOX_INDEXES, ...engineIndexes()];
const nameOf = ({ name, key }: IndexDescription) => name ?? Object.entries(key).flat().join("_");
const withEarlier = PLANS.map(({ collection, indexes }) => ({
  collection,
  indexes: [
    ...indexes.filter((index) => !NEW_INDEXES[collection]?.includes(nameOf(index))),
    ...EARLIER_INDEXES.filter((earlier) => earlier.collection === collection).flatMap((plan) => plan.indexes),
  ],
}));

it("a decision changes fewer entries of indexes than with those of earlier releases [CT-COLL-10]", async () => {
  const company = aCompany();
  const [one, two] = [company.user(), company.user()];
  const { tasks } = await submitted(engine, company.user(), stagesOf([one], [two]));
  const counted = [];
  const before = [await entriesOf(db, PLANS), await entriesOf(db, withEarlier)] as const;
  await engine.decideApproval(one, { taskId: tasks[0]!._id, status: "APPROVED" });
  counted.push(changesBetween(before[0], await entriesOf(db, PLANS)));
  counted.push(changesBetween(before[1], await entriesOf(db, withEarlier)));
  const [now, earlier] = counted as [number, number];
  expect(now).toBeLessThan(earlier * 0.7);
});

/** Names of indexes by collection, of the command that operations gives to drop them. */
function documentedIndexes(): Record<string, string[]> {
  const page = readFileSync(new URL("../../../docs/operations.md", import.meta.url), "utf8");
  const [, list = ""] = /const unused = \{\n(.*?)\n\};/su.exec(page) ?? [];
  return Object.fromEntries(
    list.split("\n").map((line) => {
      const [, collection = "", names = ""] = /^ {2}(\w+): (\[.*\]),$/u.exec(line) ?? [];
      return [collection, JSON.parse(names) as string[]];
    }),
  );
}

const inboxOf = async (caller: Caller) =>
  (await runs.inboxPage(caller, {}).data()).map(({ refId }) => refId).toSorted();
const submissionsOf = async (caller: Caller) =>
  (await runs.submissionPage(caller, {}).data()).map(({ refId }) => refId).toSorted();

it("a store with the earlier indexes serves two replicas, also while these are dropped [CT-COLL-10]", async () => {
  const documented = documentedIndexes();
  for (const { collection, indexes } of EARLIER_INDEXES) {
    expect(documented[collection]).toEqual(expect.arrayContaining(indexes.map(({ name }) => name)));
  }
  await ensureIndexes(store, EARLIER_INDEXES);
  const company = aCompany();
  const [submitter, one, two] = [company.user(), company.user(), company.user()];
  const started = await Promise.all(
    Array.from({ length: 6 }, () => submitted(engine, submitter, stagesOf([one], [two]))),
  );
  const all = started.map(({ refId }) => refId).toSorted();
  // As the release before wrote them.
  const tasks = db.collection("workflow_tasks");
  const asBefore = [{ $set: { seatsListed: "$companyId", askedAt: "$$REMOVE" } }] as Document[];
  await tasks.updateMany({ companyId: toObjectId(company.companyId) }, asBefore);

  const leases = createLeases(db, { service: "approval-engine" });
  const kept = await Promise.all(
    [1, 2].map(async () => keepListed({ db, leases, logger: silentLogger, everyMs: 5 })),
  );
  onTestFinished(async () => void (await Promise.all(kept.map((one) => one.close()))));
  expect(await inboxOf(one)).toEqual(all);
  expect(await submissionsOf(submitter)).toEqual([...all, ...all].toSorted());

  const dropped = async () => {
    for (const [collection, names] of Object.entries(documented)) {
      const present = await namesOf(collection);
      for (const name of names.filter((name) => present.includes(name))) {
        await db.collection(collection).dropIndex(name);
      }
    }
  };
  const decided = started.map(async ({ tasks: [task] }, at) => {
    const verdict = { taskId: task!._id, status: "APPROVED" };
    await (at % 2 === 0 ? engine : replica).decideApproval(one, verdict);
  });
  await Promise.all([dropped(), ...decided]);
  // A replica of the release before writes once more.
  await tasks.updateMany({ refId: toObjectId(all[0]!) }, asBefore);
  await waitFor(async () => (await submissionsOf(submitter)).length === 2 * all.length);
  expect(await inboxOf(two)).toEqual(all);
  expect(await inboxOf(one)).toEqual([]);
  expect(await submissionsOf(submitter)).toEqual([...all, ...all].toSorted());
  for (const [collection, plans] of Map.groupBy(PLANS, (plan) => plan.collection)) {
    const wanted = plans.flatMap(({ indexes }) => indexes.map(nameOf));
    expect((await namesOf(collection)).toSorted()).toEqual(wanted.toSorted());
  }
});
