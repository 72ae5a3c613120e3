import { BUILT_IN_KINDS } from "@countersign/contracts";
import { createLeases } from "@countersign/mongo/due-work";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore, waitFor } from "@countersign/testing";
import type { Document, ObjectId } from "mongodb";
import { describe, expect, it, onTestFinished } from "vitest";

import { aCompany, engineOn, stagesOf, submitted } from "../../test/engine-fixture.ts";
import { costlyAmong, searchesOf } from "../../test/searches.ts";
import { createReadModels } from "../read-models.ts";
import type { Caller } from "../engine.ts";
import { INBOX_INDEXES } from "./indexes.ts";
import { keepListed } from "./keep-listed.ts";
import { toRecord } from "../shared/record-of.ts";
import { hasStale, relist } from "./relist.ts";

const store = await useTestStore({ monitored: true });
const engine = await engineOn(store);
const readModels = createReadModels(store.db, BUILT_IN_KINDS);
const tasks = store.db.collection("workflow_tasks");
const approvals = store.db.collection("workflow_approvals");
const rows = store.db.collection("run_search");
const leases = createLeases(store.db, { service: "approval-engine" });
const DERIVED = { listedFor: true, submissionOf: true, seatsListed: true, deciderId: true } as const;

const listsOf = async () =>
  Promise.all([tasks, approvals, rows].map((each) => each.find({}, { sort: { _id: 1 } }).toArray()));
const totalsOf = async (caller: Caller) =>
  Promise.all([
    readModels.runs.taskPage(caller, {}).total(),
    readModels.runs.submissionPage(caller, {}).total(),
    readModels.hr.approvalPage(caller, {}).total(),
  ]);

/** Writes a record as an older release does, which turns ids in the derived fields, unknown to it, into text. */
async function writeBackAsBefore(collection: typeof tasks, _id: ObjectId, changes: Document) {
  const { listedFor, submissionOf, seatsListed, ...known } = (await collection.findOne({ _id })) as Document;
  const unknown = toRecord({ listedFor, submissionOf, seatsListed });
  await collection.replaceOne({ _id }, { ...known, ...JSON.parse(JSON.stringify(unknown)), ...changes });
}

/** A company's runs in every state. */
async function everyState() {
  const company = aCompany();
  const [submitter, one, two] = [company.user(), company.user(), company.user()];
  const admin = company.user({ privileged: true });
  const runs = [];
  for (let n = 0; n < 4; n += 1) runs.push(await submitted(engine, submitter, stagesOf([one, two], [two])));
  const [approved, rejected, cancelled] = runs.map(({ tasks: [task], refId }) => ({ ...task, refId }));
  await engine.decideApproval(one, { taskId: approved?._id ?? "", status: "APPROVED" });
  await engine.decideApproval(one, { taskId: rejected?._id ?? "", status: "REJECTED" });
  await engine.cancelDocument(submitter, { refId: cancelled?.refId ?? "" });
  await engine.tasks.remove(admin, cancelled?._id ?? "");
  return { company, submitter, one, two, admin, runs };
}

describe("the derived fields", () => {
  it("are the same whether the engine or the store made them, in every state of the record", async () => {
    await everyState();
    const made = await listsOf();
    expect(new Set(made[0]?.map(({ listedFor }) => Array.isArray(listedFor)))).toEqual(
      new Set([true, false]),
    );
    await Promise.all([tasks, approvals].map((each) => each.updateMany({}, { $unset: DERIVED })));
    await rows.deleteMany({});
    expect(await relist(store.db)).toBe(made.slice(0, 2).flat().length);
    expect(await listsOf()).toEqual(made);
    expect(await relist(store.db)).toBe(0);
  });

  it("are in no audit record and no answer of a use case", async () => {
    const { admin, runs } = await everyState();
    const taskId = runs[0]?.tasks[0]?._id ?? "";
    const changed = await engine.tasks.update(admin, taskId, { title: "Renamed" });
    expect(Object.keys(changed)).not.toContain("listedFor");
    const trail = await store.db.collection("audit_logs").find({}).toArray();
    expect(JSON.stringify(trail)).not.toMatch(/listedFor|submissionOf/u);
  });

  it("follow an older release's writes: changed labels, a deletion, a decision", async () => {
    const { submitter, one, runs } = await everyState();
    const before = await totalsOf(submitter);
    const [first, , , fourth] = runs.map(({ tasks: [task] }) => toObjectId(task?._id ?? ""));
    await writeBackAsBefore(tasks, first as ObjectId, { title: "Renamed" });
    await writeBackAsBefore(tasks, fourth as ObjectId, { deletedAt: new Date() });
    const row = await approvals.findOne({ taskId: fourth });
    await writeBackAsBefore(approvals, (row as Document)["_id"], { deletedAt: new Date() });
    await relist(store.db);
    expect(await totalsOf(submitter)).toEqual(before.map((total) => total - 1));
    const shown = await readModels.runs.taskPage(one, {}).data();
    expect(shown.map(({ title }) => title)).toContain("Renamed");

    // On a decision that release rewrites the record from the fields it knows.
    await tasks.updateOne({ _id: first as ObjectId }, { $unset: DERIVED, $set: { archived: true } });
    await relist(store.db);
    expect((await totalsOf(submitter))[0]).toBe(before[0] - 2);
  });

  it("let a round end although records are malformed", async () => {
    const odd = { companyId: "x", createdBy: "y", deletedAt: null, archived: false, involvedIds: "z" };
    await tasks.insertOne({ ...odd });
    await approvals.insertOne({ ...odd });
    expect(await relist(store.db)).toBe(2);
    expect(await relist(store.db)).toBe(0);
    await Promise.all([tasks, approvals].map((each) => each.deleteMany({ companyId: "x" })));
  });
});

describe("bringing lists up to date", () => {
  const company = aCompany();
  const user = company.user();

  async function written(count: number): Promise<void> {
    const sample = { companyId: toObjectId(company.companyId), deletedAt: null, archived: false };
    const involvedIds = [toObjectId(user.userId)];
    await tasks.insertMany(Array.from({ length: count }, () => ({ ...sample, involvedIds, refId: newId() })));
  }

  it("continues where it was stopped, beside other rounds and writers", async () => {
    await written(1_300);
    const ended = relist(store.db, () => {
      throw new Error("killed");
    });
    await expect(ended).rejects.toThrow("killed");
    expect(await readModels.runs.taskPage(user, {}).total()).toBe(500);
    const submitter = company.user();
    await Promise.all([
      relist(store.db),
      relist(store.db),
      submitted(engine, submitter, stagesOf([user])),
      written(10).then(() => relist(store.db)),
    ]);
    expect(await readModels.runs.taskPage(user, {}).total()).toBe(1_311);
  });

  it("reads next to nothing when all lists are up to date", async () => {
    await relist(store.db);
    const searches = await searchesOf(store, () => hasStale(store.db));
    expect(searches).toHaveLength(8);
    expect(await costlyAmong(store, searches)).toEqual([]);
  });

  it("is done once by two replicas that start together, and for both when they have started", async () => {
    await relist(store.db);
    await written(1_300);
    const reported: object[] = [];
    const logger = {
      info: (about: object) => void reported.push(about),
      warn: (about: object) => expect.unreachable(JSON.stringify(about)),
    };
    const replicas = [1, 2].map(async () => {
      const kept = await keepListed({ db: store.db, leases, logger, everyMs: 60_000 });
      onTestFinished(() => kept.close());
      return hasStale(store.db);
    });
    expect(await Promise.all(replicas)).toEqual([false, false]);
    expect(reported).toEqual([{ records: 1_300 }]);
  });

  it("runs when a replica starts, and again after an older one has written; it survives a fault", async () => {
    const warnings: unknown[] = [];
    await written(3);
    const before = await readModels.runs.taskPage(user, {}).total();
    const kept = await keepListed({
      db: store.db,
      leases,
      logger: { info: () => undefined, warn: (about: unknown) => void warnings.push(about) },
      everyMs: 5,
    });
    onTestFinished(() => kept.close());
    expect(await readModels.runs.taskPage(user, {}).total()).toBe(before + 3);
    await written(2);
    await waitFor(async () => (await readModels.runs.taskPage(user, {}).total()) === before + 5);

    const plan = INBOX_INDEXES.flatMap(({ indexes }) => indexes).find(
      ({ name }) => name === "own_submissions",
    );
    await tasks.dropIndex("own_submissions");
    await waitFor(() => warnings.length > 0);
    await tasks.createIndexes([plan!]);
    await written(1);
    await waitFor(async () => (await readModels.runs.taskPage(user, {}).total()) === before + 6);
    expect(warnings).toHaveLength(1);
    await kept.close();
  });
});
