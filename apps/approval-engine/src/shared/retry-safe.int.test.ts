import { newId, toObjectId } from "@countersign/mongo";
import { startDueWork } from "@countersign/mongo/due-work";
import { silentLogger, useTestStore, waitFor } from "@countersign/testing";
import { Binary } from "mongodb";
import { describe, expect, it, onTestFinished } from "vitest";

import {
  aCompany,
  commandsBeforeAnswer,
  countAll,
  recordsOf,
  stagesOf,
  submitNew,
} from "../../test/engine-fixture.ts";
import { bearerOf, useBus, useReplica } from "../../test/graphql-fixture.ts";
import { addressOf, openSession } from "../../test/socket-fixture.ts";
import type { Caller } from "../engine.ts";
import type { RunRecord } from "../runs/index.ts";
import { runRecovery } from "../runs/run-recovery.ts";

const store = await useTestStore({ monitored: true });
const { app, as, engine } = await useReplica(store, useBus());
const records = recordsOf(store);
const runs = store.db.collection<RunRecord>("workflow_runs");

const DECIDE =
  "mutation ($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }";
const REUSED = "Idempotency key was used for another command";
const DAY_MS = 86_400_000;

/** A leave with two stages, and a workflow with one. */
async function aRun() {
  const company = aCompany();
  const [submitter, one, two] = [company.user(), company.user(), company.user()];
  const admin = company.user({ privileged: true });
  const { refId, tasks } = await submitNew(engine, submitter, stagesOf([one], [two]));
  const [taskId = "", nextId = ""] = tasks.map(({ _id }) => _id);
  const [approval] = await records.approvals(taskId);
  const { _id: workflowId } = await engine.workflows.create(admin, { name: "Orders" });
  await engine.stages.create(admin, { workflowId, name: "One", order: 1, approverIds: [one.userId] });
  return {
    company,
    submitter,
    one,
    two,
    admin,
    refId,
    taskId,
    nextId,
    approvalId: approval?._id,
    workflowId,
  };
}

/** Asks over HTTP, and reads the header beside the answer. */
async function ask(caller: Caller, query: string, variables: Record<string, unknown>) {
  const { headers, body } = await app.inject({
    method: "POST",
    url: "/graphql",
    headers: { authorization: await bearerOf(caller) },
    payload: { query, variables },
  });
  return {
    replayed: headers["idempotency-replayed"],
    ...(JSON.parse(body) as { data: unknown; errors?: [] }),
  };
}

type Scene = Awaited<ReturnType<typeof aRun>>;

/** Every mutation that acts on a run: its sender, and the answer to a second command with the same key. */
const COMMANDS: Record<
  string,
  (run: Scene) => {
    by: Caller;
    query: string;
    input: Record<string, unknown>;
    other: Record<string, unknown>;
  }
> = {
  newWorkflowTask: ({ submitter, workflowId }) => ({
    by: submitter,
    query: "mutation ($input: NewWorkflowTaskInput!) { newWorkflowTask(input: $input) }",
    input: { workflowId, refId: newId(), kind: "SalesOrder" },
    other: { workflowId, refId: newId(), kind: "SalesOrder" },
  }),
  updateWorkflowApprovalStatus: ({ one, taskId }) => ({
    by: one,
    query: DECIDE,
    input: { taskId, status: "APPROVED", remark: "fine" },
    other: { taskId, status: "APPROVED" },
  }),
  actionApproval: ({ one, taskId }) => ({
    by: one,
    query: `mutation ($input: ActionApprovalInput!) {
      actionApproval(taskId: "${taskId}", input: $input) { refId status approver { _id } }
    }`,
    input: { status: "APPROVED" },
    other: { status: "REJECTED" },
  }),
  createWorkflowApproval: ({ one, company, taskId }) => ({
    by: one,
    query: `mutation ($input: CreateWorkflowApprovalInput!) {
      createWorkflowApproval(input: $input) { _id approverId createdAt documentDate status }
    }`,
    input: { taskId, approverId: company.user().userId, documentDate: 1_700_000_000_000 },
    other: { taskId, approverId: company.user().userId },
  }),
  updateWorkflowApproval: ({ one, approvalId }) => ({
    by: one,
    query: `mutation ($input: UpdateWorkflowApprovalInput!) {
      updateWorkflowApproval(id: "${approvalId}", input: $input) { _id remark updatedAt }
    }`,
    input: { remark: "a draft" },
    other: { remark: "another" },
  }),
  updateWorkflowTask: ({ submitter, taskId }) => ({
    by: submitter,
    query: `mutation ($input: UpdateWorkflowTaskInput!) {
      updateWorkflowTask(id: "${taskId}", input: $input) { _id title updatedAt }
    }`,
    input: { title: "A title" },
    other: { title: "Another" },
  }),
  // Nothing is open any more when it is repeated.
  recallDocument: ({ admin, refId }) => ({
    by: admin,
    query: "mutation ($input: RecallDocumentInput!) { recallDocument(input: $input) }",
    input: { refId, reason: "Away" },
    other: { refId, reason: "Wrong" },
  }),
  nudge: ({ submitter, refId }) => ({
    by: submitter,
    query: "mutation ($input: NudgeInput!) { nudge(input: $input) }",
    input: { refId },
    other: { refId: newId() },
  }),
};

const runOf = async (taskId: string): Promise<RunRecord> =>
  (await runs.findOne({ "tasks._id": toObjectId(taskId) }))!;

/** Lets the keys of a run be over. */
const endKeys = async (taskId: string) =>
  runs.updateOne({ "tasks._id": toObjectId(taskId) }, { $set: { "keys.0.until": new Date(Date.now() - 1) } });

/** Two documents that wait for one person. */
async function twoRuns() {
  const { company, one, taskId } = await aRun();
  const { tasks } = await submitNew(engine, company.user(), stagesOf([one], [company.user()]));
  return { company, one, taskId, otherId: tasks[0]?._id ?? "" };
}

const approving =
  ({ one, taskId }: Scene, key: object) =>
  () =>
    engine.decideApproval(one, { taskId, status: "APPROVED", ...key });

describe("a command with a key", () => {
  it.each(Object.entries(COMMANDS))(
    "%s acts once and gets the first result again, marked as replayed [CTRL-1]",
    async (_, commandOf) => {
      const run = await aRun();
      const { by, query, input } = commandOf(run);
      const first = await ask(by, query, { input: { ...input, idempotencyKey: "k" } });
      const before = await countAll(store);
      const again = await ask(by, query, { input: { ...input, idempotencyKey: "k" } });
      expect(first).toEqual({ replayed: undefined, data: expect.anything() });
      expect(again).toEqual({ ...first, replayed: "true" });
      expect(await countAll(store)).toBe(before);
    },
  );

  it.each(Object.entries(COMMANDS))(
    "%s refuses other content under the key, and changes nothing [CTRL-1]",
    async (_, commandOf) => {
      const run = await aRun();
      const { by, query, input, other } = commandOf(run);
      await ask(by, query, { input: { ...input, idempotencyKey: "k" } });
      const before = await countAll(store);
      const { replayed, errors } = await ask(by, query, { input: { ...other, idempotencyKey: "k" } });
      const extensions = { code: "CONFLICT", reason: "IDEMPOTENCY_KEY_REUSED", field: "idempotencyKey" };
      expect(errors).toMatchObject([{ message: REUSED, extensions }]);
      expect(replayed).toBeUndefined();
      expect(await countAll(store)).toBe(before);
    },
  );

  it.each([
    ["deleteWorkflowApproval", (_run: Scene, addedId: string) => addedId],
    ["deleteWorkflowTask", ({ taskId }: Scene) => taskId],
  ])("%s takes it as an argument [CTRL-1] [CTRL-2]", async (name, idOf) => {
    const run = await aRun();
    const { admin, submitter, refId, taskId, company } = run;
    const approverId = company.user().userId;
    const { _id: addedId } = await engine.approvals.create(admin, { taskId, approverId });
    if (name === "deleteWorkflowTask") await engine.cancelDocument(submitter, { refId });
    const query = `mutation ($key: String!, $seen: String!) {
      ${name}(id: "${idOf(run, addedId)}", idempotencyKey: $key, expectedRevision: $seen)
    }`;
    const stale = await ask(admin, query, { key: "k", seen: "1.1" });
    expect(stale.errors).toMatchObject([{ extensions: { reason: "REVISION_CHANGED" } }]);
    expect(await ask(admin, query, { key: "k", seen: "0.1" })).toEqual({
      replayed: undefined,
      data: { [name]: true },
    });
    expect(await ask(admin, query, { key: "k", seen: "0.1" })).toEqual({
      replayed: "true",
      data: { [name]: true },
    });
  });

  it("is one of its company and actor alone, and goes after seven days [CTRL-1]", async () => {
    const { one, two, taskId, nextId } = await aRun();
    await engine.decideApproval(one, { taskId, status: "APPROVED", idempotencyKey: "shared" });
    await engine.decideApproval(two, { taskId: nextId, status: "APPROVED", idempotencyKey: "shared" });
    const { keys = [] } = await runOf(taskId);
    expect(keys).toHaveLength(2);
    expect(new Set(keys.map(({ k }) => k.toString("hex"))).size).toBe(2);
    for (const { until } of keys) {
      expect(Math.abs(until.getTime() - Date.now() - 7 * DAY_MS)).toBeLessThan(DAY_MS);
    }
  });

  it("may be sent again under its key after a refusal [CTRL-1]", async () => {
    const { one, two, taskId, nextId } = await aRun();
    const early = { taskId: nextId, status: "APPROVED", idempotencyKey: "early" };
    await expect(engine.decideApproval(two, early)).rejects.toMatchObject({
      code: "APPROVAL_NOT_ACTIONABLE",
    });
    await engine.decideApproval(one, { taskId, status: "APPROVED" });
    const replays: unknown[] = [];
    const hearing = { ...two, onReplay: () => void replays.push("replayed") };
    await engine.decideApproval(hearing, { ...early, status: "REJECTED", remark: "no" });
    expect(replays).toEqual([]);
    expect(await records.approvals(nextId)).toMatchObject([{ status: "REJECTED" }]);
  });

  it("marks a replay in the extensions of its answer on a socket [CTRL-1]", async () => {
    const { one, taskId } = await aRun();
    const socket = await openSession(await addressOf(app), await bearerOf(one));
    const variables = { input: { taskId, status: "APPROVED", idempotencyKey: "k" } };
    const data = { updateWorkflowApprovalStatus: true };
    for (const [id, payload] of [
      ["1", { data }],
      ["2", { data, extensions: { "idempotency-replayed": true } }],
    ] as const) {
      socket.send({ type: "subscribe", id, payload: { query: DECIDE, variables } });
      expect(await socket.next()).toEqual({ id, type: "next", payload });
      expect(await socket.next()).toEqual({ id, type: "complete" });
    }
  });

  it("costs a verdict no command of the store for the key [CTRL-1] [ONE-2]", async () => {
    const [plain, keyed] = [await aRun(), await aRun()];
    const without = await commandsBeforeAnswer(store, approving(plain, {}));
    const withKey = await commandsBeforeAnswer(store, approving(keyed, { idempotencyKey: "k" }));
    expect(withKey.toSorted()).toEqual(without.toSorted());
    expect(withKey).toHaveLength(12);
  });

  it.each([
    ["of 1 MB", "k".repeat(1_048_576), "idempotencyKey: must have at most 128 characters"],
    ["of nothing", "", "idempotencyKey: must not be empty"],
    ["of two lines", "a\nb", "idempotencyKey: must not contain control characters"],
  ])("%s is refused, naming field and rule [CTRL-1]", async (_, idempotencyKey, message) => {
    const { one, taskId } = await aRun();
    const command = engine.decideApproval(one, { taskId, status: "APPROVED", idempotencyKey });
    await expect(command).rejects.toMatchObject({ code: "INVALID_INPUT", field: "idempotencyKey", message });
  });

  it("of 128 characters is taken [CTRL-1]", async () => {
    const { one, taskId } = await aRun();
    await engine.decideApproval(one, { taskId, status: "APPROVED", idempotencyKey: "k".repeat(128) });
  });
});

describe("one key in two requests at once", () => {
  it("lets one act, and the other replays it, 20 times on two replicas [CTRL-1]", async () => {
    const other = await useReplica(store, useBus());
    for (let round = 0; round < 20; round += 1) {
      const { one, company, taskId } = await aRun();
      const replays: string[] = [];
      const caller = { ...one, onReplay: () => void replays.push("replayed") };
      const approverId = company.user().userId;
      const [here, there] = await Promise.all(
        [engine, other.engine].map((replica) =>
          replica.approvals.create(caller, { taskId, approverId, idempotencyKey: "twins" }),
        ),
      );
      expect(here).toEqual(there);
      expect(replays).toHaveLength(1);
      expect((await records.approvals(taskId)).filter((row) => row.approverId === approverId)).toHaveLength(
        1,
      );
    }
  });
});

/** Lets an earlier command of a user have left a key with a large answer. */
async function leaveKey(taskId: string, { userId }: Caller, bytes: number): Promise<void> {
  const hash = new Binary(Buffer.alloc(16));
  const until = new Date(Date.now() + DAY_MS);
  const key = { k: hash, digest: hash, actorId: toObjectId(userId), until, answer: "x".repeat(bytes) };
  await runs.updateOne({ "tasks._id": toObjectId(taskId) }, { $set: { keys: [key] } });
}
/** The refusal of a further key. */
const tooManyKeys = {
  code: "CONFLICT",
  message: "This approval keeps too many idempotency keys; send the command without one",
  field: "idempotencyKey",
};

const approved = (taskId: string) => ({ taskId, status: "APPROVED", idempotencyKey: "k" });

describe("a key that a run has", () => {
  const reused = { code: "IDEMPOTENCY_KEY_REUSED", message: REUSED };

  it("is refused on another run, whether a verdict is possible there or not [CTRL-1]", async () => {
    const { company, one, taskId, otherId } = await twoRuns();
    await engine.decideApproval(one, approved(taskId));
    const before = await countAll(store);
    await expect(engine.decideApproval(one, approved(otherId))).rejects.toMatchObject(reused);
    await expect(engine.decideApproval(one, approved(newId()))).rejects.toMatchObject(reused);
    expect(await countAll(store)).toBe(before);
    expect((await runOf(otherId)).keys).toBeUndefined();
    const submission = { refId: newId(), kind: "Leave", submitterId: one.userId } as const;
    const dynamicStages = stagesOf([company.user()]);
    const submit = engine.submitDocument(one, { ...submission, dynamicStages, idempotencyKey: "k" });
    await expect(submit).rejects.toMatchObject(reused);
  });

  it("of two commands on two runs at once lets one act, 10 times on two replicas [CTRL-1]", async () => {
    const other = await useReplica(store, useBus());
    for (let round = 0; round < 10; round += 1) {
      const { one, taskId, otherId } = await twoRuns();
      const answers = await Promise.allSettled([
        engine.decideApproval(one, approved(taskId)),
        other.engine.decideApproval(one, approved(otherId)),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(answers).toContainEqual({ status: "rejected", reason: expect.objectContaining(reused) });
      const keys = [await runOf(taskId), await runOf(otherId)].flatMap(({ keys: all = [] }) => all);
      expect(keys).toHaveLength(1);
    }
  });

  it("makes another command once it is over, on its run and on others [CTRL-1]", async () => {
    const { company, one, taskId, otherId } = await twoRuns();
    const approverId = company.user().userId;
    const add = { taskId, approverId, idempotencyKey: "k" };
    await engine.approvals.create(one, add);
    await expect(engine.decideApproval(one, approved(taskId))).rejects.toMatchObject(reused);
    await endKeys(taskId);
    await engine.decideApproval(one, approved(otherId));
    expect(await runOf(taskId)).not.toHaveProperty("keys");
    await endKeys(otherId);
    await engine.decideApproval(one, approved(taskId));
    expect(await runOf(otherId)).not.toHaveProperty("keys");
  });

  it("is dropped by any later write of its run once it is over [CTRL-1]", async () => {
    const { one, submitter, refId, taskId } = await aRun();
    await engine.decideApproval(one, approved(taskId));
    await endKeys(taskId);
    await engine.nudge(submitter, { refId });
    expect(await runOf(taskId)).not.toHaveProperty("keys");
  });

  it("is left by no command that is refused [CTRL-1]", async () => {
    const { one, taskId } = await aRun();
    const stale = { ...approved(taskId), expectedRevision: "3.1" };
    await expect(engine.decideApproval(one, stale)).rejects.toMatchObject({ code: "REVISION_CHANGED" });
    expect(await runOf(taskId)).not.toHaveProperty("keys");
  });

  it("goes from a run that has ended when it is over, and not before [CTRL-1]", async () => {
    const { one, two, taskId, nextId } = await aRun();
    await engine.decideApproval(one, approved(taskId));
    await engine.decideApproval(two, approved(nextId));
    await waitFor(async () => (await runOf(nextId)).pending === undefined);
    const { claimedUntil, keys = [] } = await runOf(nextId);
    expect(claimedUntil).toEqual(keys[1]?.until);
    const { projector } = engine;
    const { db } = store;
    const emptying = startDueWork({
      db,
      works: [runRecovery({ db, logger: silentLogger, projector })],
      failed: (error) => expect.unreachable(String(error)),
      pauseMs: 20,
    });
    onTestFinished(() => emptying.close());
    const isOver = { $set: { "keys.0.until": new Date(0), claimedUntil: new Date(0) } };
    await runs.updateOne({ "tasks._id": toObjectId(nextId) }, isOver);
    await waitFor(async () => (await runOf(nextId)).claimedUntil?.getTime() === keys[1]?.until.getTime());
    expect((await runOf(nextId)).keys).toEqual([keys[1]]);
    await runs.updateOne({ "tasks._id": toObjectId(nextId) }, isOver);
    await waitFor(async () => (await runOf(nextId)).claimedUntil === undefined);
    expect(await runOf(nextId)).not.toHaveProperty("keys");
  });

  it("with a large answer leaves room for verdicts: other commands are refused beyond a megabyte [CTRL-1]", async () => {
    const { one, company, taskId, submitter, refId } = await aRun();
    await leaveKey(taskId, company.user(), 1_000_000);
    const add = { taskId, approverId: company.user().userId };
    await expect(engine.approvals.create(one, { ...add, idempotencyKey: "k" })).rejects.toMatchObject(
      tooManyKeys,
    );
    await expect(engine.nudge(submitter, { refId, idempotencyKey: "k" })).rejects.toMatchObject(tooManyKeys);
    await engine.approvals.create(one, add);
    await engine.decideApproval(one, approved(taskId));
    expect((await runOf(taskId)).keys).toHaveLength(2);
  });

  it("leaves room for those of others: beyond 100 KB of one user's only their verdicts are taken with one [CTRL-1]", async () => {
    const { one, company, taskId, submitter, refId } = await aRun();
    await leaveKey(taskId, one, 100_000);
    const add = { taskId, approverId: company.user().userId, idempotencyKey: "k" };
    await expect(engine.approvals.create(one, add)).rejects.toMatchObject(tooManyKeys);
    await engine.nudge(submitter, { refId, idempotencyKey: "k" });
    await engine.decideApproval(one, approved(taskId));
    expect((await runOf(taskId)).keys).toHaveLength(3);
  });
});

describe("a command that expects a revision", () => {
  it("is refused with the change when the document has changed, and nothing is written [CTRL-2]", async () => {
    const { company, submitter, one } = await aRun();
    await engine.updateApprovalSettings(company.user({ privileged: true }), { onAmend: "ASK_AGAIN" });
    const { refId, tasks } = await submitNew(engine, submitter, stagesOf([one]), {
      document: { title: "Ten days" },
    });
    const [taskId = ""] = tasks.map(({ _id }) => _id);
    const revision = async () =>
      (
        await as(one).get<{ findOneWorkflowTask: { revision: string } }>(
          `{ findOneWorkflowTask(input: { _id: "${taskId}" }) { revision } }`,
        )
      ).findOneWorkflowTask.revision;
    const seen = await revision();
    await engine.amendDocument(submitter, { refId, document: { title: "Twenty days" } });
    const before = await countAll(store);
    const verdict = { taskId, status: "APPROVED" };
    const stale = await ask(one, DECIDE, {
      input: { ...verdict, expectedRevision: seen, idempotencyKey: "k" },
    });
    expect(stale.errors).toMatchObject([
      {
        message: "The document or its stage has changed",
        extensions: { code: "CONFLICT", changed: { document: { from: 1, to: 2 } } },
      },
    ]);
    expect(await countAll(store)).toBe(before);
    const current = await revision();
    await engine.decideApproval(one, { ...verdict, expectedRevision: current });
    expect(await records.approvals(taskId)).toMatchObject([{ status: "APPROVED", revision: current }]);
  });

  it("passes after a sibling's verdict, and every verdict stores what it judged [CTRL-2]", async () => {
    const company = aCompany();
    const [ann, bob] = [company.user(), company.user()];
    const stages = stagesOf({ approvers: [ann, bob], approveBy: "ALL" });
    const { tasks } = await submitNew(engine, company.user(), stages);
    const [taskId = ""] = tasks.map(({ _id }) => _id);
    await engine.decideApproval(ann, { taskId, status: "APPROVED" });
    await engine.decideApproval(bob, { taskId, status: "APPROVED", expectedRevision: "0.1" });
    expect((await records.approvals(taskId)).map(({ revision }) => revision)).toEqual(["0.1", "0.1"]);
  });

  it.each(["", "1", "1.1.1", "-1.1", "x".repeat(1_000)])(
    "of the form %j is refused by field and rule [CTRL-2]",
    async (expectedRevision) => {
      const { one, taskId } = await aRun();
      const command = engine.decideApproval(one, { taskId, status: "APPROVED", expectedRevision });
      const message = "expectedRevision: must be the revision of a task, such as 1.1";
      await expect(command).rejects.toMatchObject({ code: "INVALID_INPUT", message });
    },
  );
});
