import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { daysFrom } from "../../test/days-from.ts";
import { type Company, aCompany, engineOn, recordsOf, stagesOf } from "../../test/engine-fixture.ts";
import { anOrder, orderFixture } from "../../test/order-fixture.ts";
import type { Caller } from "../engine.ts";
import { serviceCaller } from "../shared/caller.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);
const { aCompanyWithWorkflow, start } = orderFixture(store, engine);

const AGENT = /^Separation of duties: agent$/u;
/** A company that forbids nothing that it could. */
const LENIENT = { agentsMayDecide: true, recall: "ALWAYS", onEmptyStage: "UNASSIGNED" } as const;

/** The same user's token in an agent's hands. */
const agentOf = (caller: Caller): Caller => ({ ...caller, isAgent: true, client: "Claude Desktop" });

async function lenientCompany(): Promise<Company & Record<"nora" | "milan" | "helen" | "admin", Caller>> {
  const company = aCompany();
  const person = async (name: string, fields: Partial<Caller> = {}) => {
    const user = company.user({ name, ...fields });
    await store.db.collection("users").insertOne({
      _id: toObjectId(user.userId),
      companyId: toObjectId(company.companyId),
      name,
    });
    return user;
  };
  const people = {
    nora: await person("Nora Lind", { privileged: true }),
    milan: await person("Milan Kovac"),
    helen: await person("Helen Ortiz"),
    admin: await person("Ada Admin", { privileged: true }),
  };
  await engine.updateApprovalSettings(people.admin, LENIENT);
  return { ...company, ...people };
}

type Stages = Parameters<typeof stagesOf>;

/** Submits a document as this caller; its stages ask these people. */
async function submit(caller: Caller, stages: Stages, refId = newId()) {
  const { userId: submitterId } = caller;
  const dynamicStages = stagesOf(...stages);
  const { tasks } = await engine.submitDocument(caller, { refId, kind: "Claim", submitterId, dynamicStages });
  return { refId, taskId: tasks[0]!._id, tasks };
}

const seatsOf = async (taskId: string) =>
  (await records.approvals(taskId)).map(({ approverId, leftOut, status }) => [approverId, leftOut ?? status]);

type World = Awaited<ReturnType<typeof aWorld>>;

/** A document that Nora's agent submitted to Milan, Helen and Nora herself; and what the others are called. */
async function aWorld() {
  const people = await lenientCompany();
  const { nora, milan, helen } = people;
  const document = await submit(agentOf(nora), [{ approvers: [milan, helen, nora], approveBy: "ALL" }]);
  const seats = await records.approvals(document.taskId);
  const seatOf = ({ userId }: Caller) => seats.find(({ approverId }) => approverId === userId)!._id;
  return { ...people, ...document, milansSeat: seatOf(milan) };
}

/** Everything that decides on a document or changes who does. */
const DECISIVE: Record<string, (as: Caller, world: World) => Promise<unknown>> = {
  approve: (as, { taskId }) => engine.decideApproval(as, { taskId, status: "APPROVED" }),
  reject: (as, { taskId }) => engine.decideApproval(as, { taskId, status: "REJECTED" }),
  "take over": (as, { taskId }) => engine.actionApproval(as, taskId, { status: "APPROVED" }),
  reassign: (as, { taskId, milan, helen }) =>
    engine.seats.reassign(as, { taskId, fromUserId: milan.userId, toUserId: helen.userId, reason: "Away" }),
  "give a seat": (as, { taskId, admin }) =>
    engine.seats.addApprover(as, { taskId, userId: admin.userId, position: "PARALLEL" }),
  "add a stage": (as, { taskId, admin }) =>
    engine.seats.addApprover(as, { taskId, userId: admin.userId, position: "AFTER" }),
  "add a row": (as, { taskId, admin }) => engine.approvals.create(as, { taskId, approverId: admin.userId }),
  "remove a row": (as, { milansSeat }) => engine.approvals.remove(as, milansSeat),
};

describe("a document that an agent submitted", () => {
  const actors: Record<string, (world: World) => Caller> = {
    "its principal": ({ nora }) => nora,
    "its principal's agent": ({ nora }) => agentOf(nora),
    "an approver's agent": ({ milan }) => agentOf(milan),
    "a privileged user's agent": ({ admin }) => agentOf(admin),
  };
  const attempts = Object.keys(DECISIVE).flatMap((what) =>
    Object.keys(actors).map((who): [string, string] => [what, who]),
  );

  it.each(attempts)("refuses to %s by %s, whatever the settings [AGT-3] [SAFE-15]", async (what, who) => {
    const world = await aWorld();
    const before = await seatsOf(world.taskId);
    await expect(DECISIVE[what]!(actors[who]!(world), world)).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringMatching(AGENT),
    });
    expect(await seatsOf(world.taskId)).toEqual(before);
  });

  it("refuses every way in bulk too [AGT-3]", async () => {
    const { nora, taskId } = await aWorld();
    const items = [{ taskId, status: "APPROVED" }];
    for (const caller of [nora, agentOf(nora)]) {
      expect(await engine.decideMany(caller, { items })).toMatchObject([
        { result: "FAILED", code: "FORBIDDEN", message: "Separation of duties: agent" },
      ]);
    }
  });

  it("is decided by other people", async () => {
    const { milan, helen, taskId, refId } = await aWorld();
    for (const person of [milan, helen]) {
      await engine.decideApproval(person, { taskId, status: "APPROVED" });
    }
    expect((await records.events(refId)).map(({ event }) => event)).toContain("COMPLETED");
  });

  it("leaves its principal's seat out, and asks the others [AGT-3]", async () => {
    const { nora, milan, helen, taskId } = await aWorld();
    expect(await seatsOf(taskId)).toEqual([
      [milan.userId, "AWAITING_APPROVAL"],
      [helen.userId, "AWAITING_APPROVAL"],
      [nora.userId, "agent"],
    ]);
  });

  it("goes on by onEmptyStage where its principal alone was named [AGT-3] [PPL-5]", async () => {
    const { nora, admin, milan } = await lenientCompany();
    await engine.updateApprovalSettings(admin, { onEmptyStage: "REFUSE" });
    await expect(submit(agentOf(nora), [[nora]])).rejects.toMatchObject({ code: "CONFLICT" });
    await engine.updateApprovalSettings(admin, {
      onEmptyStage: "FALLBACK",
      fallbackApproverIds: [nora.userId, milan.userId],
    });
    const { taskId } = await submit(agentOf(nora), [[nora]]);
    expect(await seatsOf(taskId)).toEqual([
      [nora.userId, "agent"],
      [milan.userId, "AWAITING_APPROVAL"],
    ]);
  });

  it("gives its principal no seat by anybody's hand, in no stage [AGT-3]", async () => {
    const { nora, milan, admin, taskId } = await aWorld();
    const given = [
      () => engine.seats.reassign(milan, { taskId, toUserId: nora.userId, reason: "Away" }),
      () => engine.seats.addApprover(admin, { taskId, userId: nora.userId, position: "PARALLEL" }),
      () => engine.seats.addApprover(admin, { taskId, userId: nora.userId, position: "AFTER" }),
      () => engine.approvals.create(admin, { taskId, approverId: nora.userId }),
    ];
    for (const give of given) await expect(give()).rejects.toThrow(AGENT);
  });

  it("is not decided by its principal as a substitute, nor by a substitute of its principal [AGT-3] [PPL-2]", async () => {
    const { nora, milan, helen, admin } = await lenientCompany();
    await engine.createSubstitution(milan, { substituteId: nora.userId, ...daysFrom(0) });
    const ofMilan = await submit(agentOf(nora), [[milan]]);
    await expect(engine.decideApproval(nora, { taskId: ofMilan.taskId, status: "APPROVED" })).rejects.toThrow(
      AGENT,
    );
    await engine.createSubstitution(nora, { substituteId: helen.userId, ...daysFrom(0) });
    const ofNora = await submit(agentOf(nora), [{ approvers: [nora, admin], approveBy: "ANY" }]);
    await expect(engine.decideApproval(helen, { taskId: ofNora.taskId, status: "APPROVED" })).rejects.toThrow(
      AGENT,
    );
  });

  it("keeps its mark when a person submits it again, and bars every principal there was [AGT-3]", async () => {
    const { nora, milan, helen, admin } = await lenientCompany();
    const first = await submit(agentOf(nora), [[helen]]);
    await engine.decideApproval(helen, { taskId: first.taskId, status: "REJECTED" });
    const second = await submit(agentOf(milan), [[helen]], first.refId);
    await engine.recallDocument(milan, { refId: first.refId, reason: "Too early" });
    const third = await submit(admin, [[nora, milan, helen]], first.refId);
    expect(await seatsOf(third.taskId)).toEqual([
      [nora.userId, "agent"],
      [milan.userId, "agent"],
      [helen.userId, "AWAITING_APPROVAL"],
    ]);
    for (const caller of [nora, milan, agentOf(helen)]) {
      await expect(
        engine.decideApproval(caller, { taskId: third.taskId, status: "APPROVED" }),
      ).rejects.toThrow(AGENT);
    }
    const submitters = (await records.tasks(first.refId)).map(({ submittedBy }) => submittedBy?.userId);
    expect(submitters).toEqual([nora.userId, milan.userId, undefined]);
    expect(second.tasks).toHaveLength(1);
  });

  it("is one too where its owner says so [AGT-3]", async () => {
    const { companyId, nora, helen } = await lenientCompany();
    const owner = serviceCaller({ companyId }, nora.userId, { agent: true, client: "books\u202e" });
    const { taskId, refId } = await submit(owner, [[helen, nora]]);
    expect(await seatsOf(taskId)).toContainEqual([nora.userId, "agent"]);
    await expect(engine.decideApproval(nora, { taskId, status: "APPROVED" })).rejects.toThrow(AGENT);
    const [created] = await records.events(refId);
    expect(created?.metadata).toMatchObject({
      actorName: `Nora Lind's agent (claims to be "books[U+202E]")`,
      agent: true,
      client: "books[U+202E]",
    });
  });

  it.each(["creator", "admin"] as const)(
    "is one too where an order's record says so and its %s starts the run by hand [AGT-3] [SAFE-10]",
    async (by) => {
      const { submitter, one, admin, add, threshold } = await aCompanyWithWorkflow();
      const { _id: workflowId } = await engine.workflows.create(admin, { name: "Both" });
      const approverIds = [submitter.userId, one.userId];
      await engine.stages.create(admin, { workflowId, name: "Both", order: 1, approverIds });
      await threshold({ workflowId });
      const order = anOrder({ totalAmount: 18_500 });
      await add(order, { submittedBy: { agent: true, client: "Claude Desktop" } });
      const { tasks } = await start(by === "admin" ? admin : submitter, order._id, workflowId);
      const taskId = tasks[0]!._id;
      expect(await seatsOf(taskId)).toContainEqual([submitter.userId, "agent"]);
      await expect(engine.decideApproval(submitter, { taskId, status: "APPROVED" })).rejects.toThrow(AGENT);
    },
  );
});

describe("an agent", () => {
  it("changes nothing that decides who decides, even with a privileged user's token [SAFE-15]", async () => {
    const { milan, admin, nora } = await lenientCompany();
    const agent = agentOf(admin);
    const workflow = await engine.workflows.create(admin, { name: "Claims" });
    const stage = { workflowId: workflow._id, name: "First", order: 1 };
    const grant = await engine.createSubstitution(milan, { substituteId: nora.userId, ...daysFrom(0) });
    const threshold = { kind: "PURCHASE_ORDER", amountAbove: 1, workflowId: workflow._id };
    const writes: Record<string, () => Promise<unknown>> = {
      settings: () => engine.updateApprovalSettings(agent, { agentsMayDecide: false }),
      substitution: () => engine.createSubstitution(agent, { substituteId: milan.userId, ...daysFrom(0) }),
      revocation: () => engine.revokeSubstitution(agent, grant._id),
      workflow: () => engine.workflows.create(agent, { name: "Mine" }),
      "workflow's name": () => engine.workflows.update(agent, workflow._id, { name: "Mine" }),
      "workflow's end": () => engine.workflows.remove(agent, workflow._id),
      stage: () => engine.stages.create(agent, { ...stage, approvers: [{ approverId: milan.userId }] }),
      policy: () => engine.policies.create(agent, { kind: "CLAIM", levels: [] }),
      threshold: () => engine.thresholds.create(agent, threshold as never),
    };
    const refusals = await Promise.all(
      Object.entries(writes).map(async ([what, write]) => [
        what,
        await write().then(
          () => "written",
          (error: Error) => error.message,
        ),
      ]),
    );
    expect(refusals).toEqual(Object.keys(writes).map((what) => [what, "Separation of duties: agent"]));
  });

  it("decides where it may, and event, audit and message say so [SAFE-15] [PPL-6]", async () => {
    const { milan, helen } = await lenientCompany();
    const { taskId, refId } = await submit(helen, [[milan]]);
    await engine.decideApproval(agentOf(milan), { taskId, status: "APPROVED" });
    const label = `Milan Kovac's agent (claims to be "Claude Desktop")`;
    const approved = (await records.events(refId)).find(({ event }) => event === "APPROVED");
    expect(approved).toMatchObject({
      actorId: milan.userId,
      metadata: { actorName: label, agent: true, client: "Claude Desktop" },
    });
    expect(await records.audit(taskId)).toMatchObject([
      { action: "changeStatus", actorId: milan.userId, details: { agent: true, client: "Claude Desktop" } },
    ]);
    const messages = (await records.notifications(refId)).map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringContaining(label));
  });

  it("takes back no verdict and recalls no other's document; its own it may [SAFE-15]", async () => {
    const { milan, helen, admin } = await lenientCompany();
    const stages: Stages = [{ approvers: [milan, admin], approveBy: "ALL" }];
    const { taskId, refId } = await submit(helen, stages);
    await engine.decideApproval(agentOf(milan), { taskId, status: "APPROVED" });
    await expect(engine.seats.withdraw(agentOf(milan), { taskId })).rejects.toThrow(AGENT);
    await expect(engine.recallDocument(agentOf(admin), { refId, reason: "Mine" })).rejects.toThrow(AGENT);
    await engine.seats.withdraw(milan, { taskId });
    await engine.recallDocument(agentOf(helen), { refId, reason: "Too early" });
    expect((await records.tasks(refId)).map(({ status }) => status)).toEqual(["ARCHIEVED"]);
  });
});
