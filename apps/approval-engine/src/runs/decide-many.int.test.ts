import { connectStore, newId, toObjectId } from "@countersign/mongo";
import { useStoreProxy, useTestStore } from "@countersign/testing";
import { describe, expect, it, onTestFinished } from "vitest";

import {
  aCompany,
  commandsBeforeAnswer,
  countAll,
  engineOn,
  recordsOf,
  stagesOf,
  submitNew,
} from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";
import { runsIn } from "./runs-repository.ts";

const store = await useTestStore({ monitored: true });
const { as, engine } = await useReplica(store, useBus());
const records = recordsOf(store);

const NOT_ACTIONABLE = {
  code: "APPROVAL_NOT_ACTIONABLE",
  message: "Approval not found or cannot be updated",
  textCode: "run.notActionable",
  params: {},
};
const KEY = { idempotencyKey: "batch" };
const AWAY = { code: 91, codeName: "ShutdownInProgress", errmsg: "the store is away" };

const failed = (taskId: unknown, refusal: object) => ({ taskId, result: "FAILED", ...refusal });

/** Documents of one stage that wait for one person. */
async function waitingFor(count: number) {
  const company = aCompany();
  const [submitter, approver] = [company.user(), company.user()];
  const runs = [];
  while (runs.length < count) runs.push(await submitNew(engine, submitter, stagesOf([approver])));
  const taskIds = runs.map(({ tasks }) => tasks[0]?._id ?? "");
  const items = taskIds.map((taskId) => ({ taskId, status: "APPROVED" }));
  return { company, submitter, approver, taskIds, items, refIds: runs.map(({ refId }) => refId) };
}

const statusesOf = async (refIds: readonly string[]) =>
  Promise.all(refIds.map(async (refId) => (await records.tasks(refId))[0]?.status));
const resultsOf = (answer: readonly { result: string }[]) => answer.map(({ result }) => result);

describe("many verdicts", () => {
  it("are recorded one by one, in their order, each with the remark of all or its own [CTRL-6]", async () => {
    const { approver, items, taskIds, refIds } = await waitingFor(3);
    const [first, second, third] = items;
    const answer = await engine.decideMany(approver, {
      items: [{ ...second!, remark: "Only this" }, third!, first!],
      remark: "All fine",
    });
    expect(answer).toEqual(
      [taskIds[1], taskIds[2], taskIds[0]].map((taskId) => ({ taskId, result: "DONE" })),
    );
    const rows = (await Promise.all(taskIds.map((taskId) => records.approvals(taskId)))).flat();
    expect(rows.map(({ remark }) => remark)).toEqual(["All fine", "Only this", "All fine"]);
    expect(await statusesOf(refIds)).toEqual(["APPROVED", "APPROVED", "APPROVED"]);
    const decided = (await records.list<{ event: string; taskId: string }>("workflow_events", {}))
      .filter(({ event, taskId }) => event === "APPROVED" && taskIds.includes(taskId))
      .map(({ taskId }) => taskId);
    expect(decided).toEqual([taskIds[1], taskIds[2], taskIds[0]]);
  });

  it("go on after one that is refused, which says why, with and without words [CTRL-6] [TEXT-1]", async () => {
    const { approver, submitter, items, refIds, taskIds } = await waitingFor(4);
    await engine.cancelDocument(submitter, { refId: refIds[0] ?? "" });
    const asked = stagesOf([approver]).map((stage) => Object.assign(stage, { bulk: false }));
    const careful = await submitNew(engine, submitter, asked);
    const carefulId = careful.tasks[0]?._id ?? "";
    const [cancelled, stale, unknown, sound] = items;
    const answer = await as(approver).get<{ decideMany: object[] }>(
      `mutation ($input: DecideManyInput!) { decideMany(input: $input) {
        taskId result code message textCode params } }`,
      {
        input: {
          items: [
            cancelled,
            { taskId: carefulId, status: "APPROVED" },
            { ...stale, expectedRevision: "3.1" },
            { ...unknown, taskId: newId() },
            sound,
          ],
        },
      },
    );
    expect(answer.decideMany).toEqual([
      failed(taskIds[0], NOT_ACTIONABLE),
      failed(carefulId, {
        code: "CONFLICT",
        message: 'Stage "Stage 1" is not decided in bulk',
        textCode: "run.notInBulk",
        params: { stage: "Stage 1" },
      }),
      failed(taskIds[1], {
        code: "REVISION_CHANGED",
        message: "The document or its stage has changed",
        textCode: "run.revisionChanged",
        params: {},
      }),
      failed(expect.any(String), NOT_ACTIONABLE),
      { taskId: taskIds[3], result: "DONE", code: null, message: null, textCode: null, params: null },
    ]);
    const waits = "AWAITING_APPROVAL";
    expect(await statusesOf([...refIds, careful.refId])).toEqual([
      "ARCHIEVED",
      waits,
      waits,
      "APPROVED",
      waits,
    ]);
  });

  it("reject with a remark, of an item or of all [CTRL-6]", async () => {
    const { approver, taskIds, refIds } = await waitingFor(2);
    const [one, other] = taskIds.map((taskId) => ({ taskId, status: "REJECTED" }));
    const rejected = [one!, { ...other!, remark: "No longer needed" }];
    const answer = await engine.decideMany(approver, { items: rejected, remark: "Over budget" });
    expect(resultsOf(answer)).toEqual(["DONE", "DONE"]);
    expect(await statusesOf(refIds)).toEqual(["REJECTED", "REJECTED"]);
  });

  it.each([
    ["no items", () => [], "items: must have at least 1 item"],
    [
      "101 items",
      () => Array.from({ length: 101 }, () => ({ taskId: newId(), status: "APPROVED" })),
      "items: must have at most 100 items",
    ],
    [
      "the same task twice, in either case",
      ([one, two]: object[]) => [
        one,
        two,
        { ...one, taskId: (one as { taskId: string }).taskId.toUpperCase() },
      ],
      "items.2.taskId: must not name a task a second time",
    ],
    [
      "a rejection without a remark",
      ([one, two]: object[]) => [one, { ...two, status: "REJECTED", remark: " \n" }],
      "items.1.remark: must say why it is rejected",
    ],
    [
      "a revision that is none",
      ([one]: object[]) => [{ ...one, expectedRevision: "new" }],
      "items.0.expectedRevision: must be the revision of a task, such as 1.1",
    ],
  ])("with %s are refused by field and rule, and none is recorded [CTRL-6]", async (_, itemsOf, message) => {
    const { approver, items } = await waitingFor(2);
    const before = await countAll(store);
    const batch = { items: itemsOf(items) as typeof items };
    await expect(engine.decideMany(approver, batch)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message,
    });
    expect(await countAll(store)).toBe(before);
  });
});

describe("a batch with a key", () => {
  it("that is repeated does only what no earlier one has done, and says so [CTRL-1] [CTRL-6]", async () => {
    const { approver, submitter, items, refIds } = await waitingFor(3);
    const late = { refId: refIds[1] ?? "" };
    await engine.cancelDocument(submitter, late);
    const replays: string[] = [];
    const caller = { ...approver, onReplay: () => void replays.push("replayed") };
    expect(resultsOf(await engine.decideMany(caller, { items, ...KEY }))).toEqual(["DONE", "FAILED", "DONE"]);
    expect(replays).toEqual([]);
    const before = await countAll(store);
    const again = await engine.decideMany(caller, { items, ...KEY });
    expect(resultsOf(again)).toEqual(["REPLAYED", "FAILED", "REPLAYED"]);
    expect(replays).toHaveLength(2);
    expect(await countAll(store)).toBe(before);
  });

  it("refuses another content as a whole, also its new items [CTRL-1] [CTRL-6]", async () => {
    const { approver, items, taskIds } = await waitingFor(3);
    const [first, second, third] = items;
    await engine.decideMany(approver, { items: [first!], ...KEY });
    const before = await countAll(store);
    const reused = { code: "IDEMPOTENCY_KEY_REUSED", field: "idempotencyKey" };
    for (const others of [[second!, third!], [third!], [first!, second!]]) {
      await expect(engine.decideMany(approver, { items: others, ...KEY })).rejects.toMatchObject(reused);
    }
    const single = engine.decideApproval(approver, { taskId: taskIds[1] ?? "", status: "APPROVED", ...KEY });
    await expect(single).rejects.toMatchObject(reused);
    expect(await countAll(store)).toBe(before);
  });

  it("of which nothing was done is not remembered [CTRL-1]", async () => {
    const { approver, items } = await waitingFor(1);
    const unknown = [{ taskId: newId(), status: "APPROVED" }];
    expect(resultsOf(await engine.decideMany(approver, { items: unknown, ...KEY }))).toEqual(["FAILED"]);
    expect(resultsOf(await engine.decideMany(approver, { items, ...KEY }))).toEqual(["DONE"]);
  });

  it("that is sent twice at once does each item once, 10 times [CTRL-1] [CTRL-6]", async () => {
    const other = await engineOn(store);
    for (let round = 0; round < 10; round += 1) {
      const { approver, items, taskIds } = await waitingFor(4);
      const answers = await Promise.all(
        [engine, other].map((replica) => replica.decideMany(approver, { items, ...KEY })),
      );
      const [here = [], there = []] = answers.map(resultsOf);
      for (const at of items.keys())
        expect(new Set([here[at], there[at]])).toEqual(new Set(["DONE", "REPLAYED"]));
      const events = await records.list<{ event: string; taskId: string }>("workflow_events", {});
      const approved = events.filter(({ event, taskId }) => event === "APPROVED" && taskIds.includes(taskId));
      expect(approved).toHaveLength(4);
    }
  });

  it("costs no command of the store for its keys [CTRL-6] [ONE-2]", async () => {
    const items = 4;
    const [plain, keyed] = [await waitingFor(items), await waitingFor(items)];
    const commands = async (batch: { approver: Caller; items: typeof plain.items }, key: object) =>
      commandsBeforeAnswer(store, () => engine.decideMany(batch.approver, { items: batch.items, ...key }));
    const withoutKey = await commands(plain, {});
    expect(await commands(keyed, KEY)).toEqual(withoutKey);
    expect(withoutKey.length).toBeGreaterThan(items);
  });

  it("leaves one key in each run, and the batch's own in the first one [CTRL-6]", async () => {
    const { approver, items, taskIds } = await waitingFor(3);
    await engine.decideMany(approver, { items, ...KEY });
    const counts = taskIds.map(async (taskId) => {
      const { keys = [] } = (await runsIn(store).findOne({ "tasks._id": toObjectId(taskId) }))!;
      return keys.length;
    });
    expect(await Promise.all(counts)).toEqual([2, 1, 1]);
  });

  it("of which others may begin again by its first items finds out that its key is used [CTRL-1] [CTRL-6]", async () => {
    const { approver, submitter, items, refIds } = await waitingFor(4);
    const [first, second, third, fourth] = items;
    await engine.decideMany(approver, { items: [first!, second!, third!], ...KEY });
    const reused = { code: "IDEMPOTENCY_KEY_REUSED" };
    const others = { items: [fourth!, first!], ...KEY };
    await expect(engine.decideMany(approver, others)).rejects.toMatchObject(reused);
    // Not even the refusal of each of its items hides it.
    await engine.cancelDocument(submitter, { refId: refIds[3] ?? "" });
    await expect(engine.decideMany(approver, others)).rejects.toMatchObject(reused);
  });
});

describe("a store that is away", () => {
  it("ends the batch: the rest is not tried, and a repetition does it [CTRL-6]", async () => {
    const { approver, items, refIds, taskIds } = await waitingFor(4);
    const proxy = await useStoreProxy(store.uri);
    const far = await connectStore({ uri: proxy.uri, dbName: store.dbName, appName: "far-replica" });
    onTestFinished(() => far.close());
    const farEngine = await engineOn(far);
    proxy.failCommands(({ find, filter }) =>
      find === "workflow_runs" && String(filter["tasks._id"]) === taskIds[1] ? AWAY : undefined,
    );
    const answer = await farEngine.decideMany(approver, { items, ...KEY });
    const code = "UNAVAILABLE";
    expect(answer).toMatchObject([
      { result: "DONE" },
      { result: "FAILED", code, message: expect.stringMatching(/^The store is not available/u) },
      { result: "FAILED", code, message: expect.stringMatching(/^Not tried/u) },
      { result: "FAILED", code, message: expect.stringMatching(/^Not tried/u) },
    ]);
    const again = await engine.decideMany(approver, { items, ...KEY });
    expect(resultsOf(again)).toEqual(["REPLAYED", "DONE", "DONE", "DONE"]);
    expect(await statusesOf(refIds)).toEqual(["APPROVED", "APPROVED", "APPROVED", "APPROVED"]);
  });
});
