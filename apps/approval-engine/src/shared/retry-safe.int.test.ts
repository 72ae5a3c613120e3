import { newId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import {
  aCompany,
  commandsBeforeAnswer,
  countAll,
  recordsOf,
  stagesOf,
  submitted,
} from "../../test/engine-fixture.ts";
import { bearerOf, useBus, useReplica } from "../../test/graphql-fixture.ts";
import { addressOf, openSession } from "../../test/socket-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore({ monitored: true });
const { app, as, engine } = await useReplica(store, useBus());
const records = recordsOf(store);
const keys = store.db.collection<{ _id: object; expiresAt: Date }>("approval_idempotency");

const DECIDE =
  "mutation ($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }";
const REUSED = "Idempotency key was used for another command";
const DAY_MS = 86_400_000;

/** A leave with two stages, and a workflow with one. */
async function aRun() {
  const company = aCompany();
  const [submitter, one, two] = [company.user(), company.user(), company.user()];
  const admin = company.user({ privileged: true });
  const { refId, tasks } = await submitted(engine, submitter, stagesOf([one], [two]));
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
};

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
    const rows = await keys.find({ "_id.companyId": one.companyId }).toArray();
    expect(rows.map(({ _id }) => _id)).toEqual(
      [one, two].map(({ companyId, userId: actorId }) => ({ companyId, actorId, key: "shared" })),
    );
    for (const { expiresAt } of rows) {
      expect(Math.abs(expiresAt.getTime() - Date.now() - 7 * DAY_MS)).toBeLessThan(DAY_MS);
    }
    expect(await keys.indexes()).toContainEqual(
      expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
    );
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

  it("costs a verdict a command of the store for the key, and a commit [CTRL-1]", async () => {
    const [plain, keyed] = [await aRun(), await aRun()];
    const without = await commandsBeforeAnswer(store, approving(plain, {}));
    const withKey = await commandsBeforeAnswer(store, approving(keyed, { idempotencyKey: "k" }));
    const further = ["findAndModify approval_idempotency", "commitTransaction 1"];
    expect(withKey.toSorted()).toEqual([...further, ...without].toSorted());
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

describe("a command that expects a revision", () => {
  it("is refused with the change when the document has changed, and nothing is written [CTRL-2]", async () => {
    const { company, submitter, one } = await aRun();
    await engine.updateApprovalSettings(company.user({ privileged: true }), { onAmend: "ASK_AGAIN" });
    const { refId, tasks } = await submitted(engine, submitter, stagesOf([one]), {
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
    const { tasks } = await submitted(engine, company.user(), stages);
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
