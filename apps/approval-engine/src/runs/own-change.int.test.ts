import type { ApproverSource } from "@countersign/domain/approval";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, engineOn, recordsOf } from "../../test/engine-fixture.ts";
import { daysFrom } from "../../test/days-from.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);
const replica = await useReplica(store, useBus());

/** Sam reports to Mia, and Mia to Pia, who is privileged. Quin is privileged too. */
async function aHouse() {
  const company = aCompany();
  const companyId = toObjectId(company.companyId);
  const ids = new Map<string, ReturnType<typeof toObjectId>>();
  const employed = async (caller: Caller, name: string, above?: Caller): Promise<Caller> => {
    const _id = toObjectId(caller.userId);
    await store.db.collection("users").insertOne({ _id, companyId, name });
    const employee = toObjectId(newId());
    ids.set(caller.userId, employee);
    const reportingTo = above && ids.get(above.userId);
    await store.db
      .collection("employees")
      .insertOne({ _id: employee, companyId, userId: _id, ...(reportingTo && { reportingTo }) });
    return caller;
  };
  const pia = await employed(company.user({ privileged: true }), "Pia Dahl");
  const mia = await employed(company.user(), "Mia Moe", pia);
  const sam = await employed(company.user(), "Sam Roy", mia);
  const quin = await employed(company.user({ privileged: true }), "Quin Fox");
  const ann = await employed(company.user(), "Ann Berg");
  return { company, pia, mia, sam, quin, ann };
}

type Source = ApproverSource;
const GROUP = (groupId: string): Source => ({ groupId });
const LIMIT: Source = { submitterManager: { untilLimit: true } };

/** Submits a document of 50 EUR by its owner; each stage has a source, or names an approver. */
async function submit(sam: Caller, stages: readonly (Source | Caller)[], document = {}) {
  const dynamicStages = stages.map((one, index) => ({
    name: `Stage ${index + 1}`,
    order: index + 1,
    approveBy: "ANY" as const,
    ...("userId" in one && "companyId" in one
      ? { approvers: [{ approverId: one.userId }] }
      : { approvers: [{ source: one }] }),
  }));
  const { tasks, refId } = await engine.submitDocument(
    { ...sam, isService: true },
    {
      refId: newId(),
      kind: "Leave",
      ref: "LV-7",
      submitterId: sam.userId,
      dynamicStages,
      document: { title: "Trip", amount: "50", currency: "EUR", ...document },
    },
  );
  return { refId, taskIds: tasks.map(({ _id }) => _id) };
}

const approve = (caller: Caller, taskId: string) =>
  engine.decideApproval(caller, { taskId, status: "APPROVED" });
const REFUSED = {
  code: "FORBIDDEN",
  message: "Nobody seats themselves: a change of your own after the submission put you there",
};
const userIds = (...callers: Caller[]) => callers.map(({ userId }) => userId);

async function seats(taskId: string) {
  const rows = await records.approvals(taskId);
  return rows.map(({ approverId, status, leftOut }) => [approverId, leftOut ?? status]);
}

describe("a privileged user does not become an approver of what waits [MEET-3]", () => {
  it("by joining the group of the stage and having it resolved again", async () => {
    const { pia, sam, quin, ann } = await aHouse();
    const { _id: groupId } = await engine.groups.create(quin, { name: "Board", memberIds: userIds(ann) });
    const { taskIds, refId } = await submit(sam, [GROUP(groupId)]);
    const taskId = taskIds[0]!;
    await engine.groups.update(pia, groupId, { memberIds: userIds(ann, pia) });
    await engine.seats.resolveAgain(pia, { taskId });
    await engine.seats.resolveAgain(quin, { taskId });
    expect(await seats(taskId)).toEqual([
      [ann.userId, "AWAITING_APPROVAL"],
      [pia.userId, "OWN_CHANGE"],
    ]);
    const before = await countAll(store);
    await expect(approve(pia, taskId)).rejects.toMatchObject(REFUSED);
    expect(await countAll(store)).toBe(before);
    expect((await records.notifications(refId)).map(({ userId }) => userId)).not.toContain(pia.userId);
    // A rename by somebody else does not make the entry theirs; putting her there themselves does.
    await engine.groups.update(quin, groupId, { name: `Board ${newId()}` });
    await engine.seats.resolveAgain(quin, { taskId });
    await expect(approve(pia, taskId)).rejects.toMatchObject(REFUSED);
    await engine.groups.update(quin, groupId, { memberIds: userIds(ann) });
    await engine.groups.update(quin, groupId, { memberIds: userIds(pia, ann) });
    await engine.seats.resolveAgain(quin, { taskId });
    await approve(pia, taskId);
  });

  it("by removing herself and coming back, nor by the order of the members", async () => {
    const { pia, sam, quin, ann } = await aHouse();
    const members = userIds(ann, pia);
    const { _id: groupId } = await engine.groups.create(quin, { name: "Board", memberIds: members });
    const { taskIds } = await submit(sam, [ann, GROUP(groupId)]);
    await engine.groups.update(pia, groupId, { memberIds: members.toReversed() });
    await engine.groups.update(pia, groupId, { memberIds: userIds(ann) });
    await engine.groups.update(pia, groupId, { memberIds: userIds(pia, ann) });
    await approve(ann, taskIds[0]!);
    expect(await seats(taskIds[1]!)).toEqual([
      [pia.userId, "OWN_CHANGE"],
      [ann.userId, "AWAITING_APPROVAL"],
    ]);
  });

  it("by joining the group of a later stage before it is asked; members of before are asked", async () => {
    const { pia, sam, quin, ann, mia } = await aHouse();
    const { _id: groupId } = await engine.groups.create(pia, { name: "Board", memberIds: userIds(pia) });
    const early = await submit(sam, [ann, GROUP(groupId)]);
    await approve(ann, early.taskIds[0]!);
    await approve(pia, early.taskIds[1]!);
    const late = await engine.groups.create(quin, { name: "Late", memberIds: userIds(mia) });
    const { taskIds } = await submit(sam, [ann, GROUP(late._id)]);
    await engine.groups.update(pia, late._id, { memberIds: userIds(pia, mia) });
    await approve(ann, taskIds[0]!);
    await expect(approve(pia, taskIds[1]!)).rejects.toMatchObject(REFUSED);
  });

  it("by raising her limit, deleting and making it again, or moving it to a group of hers", async () => {
    const { pia, mia, sam, quin, ann } = await aHouse();
    await engine.updateApprovalSettings(quin, { onEmptyStage: "UNASSIGNED" });
    const own = { userId: pia.userId, kind: "Leave", currency: "EUR" };
    const { _id } = await engine.limits.create(quin, { ...own, upTo: "10" });
    const { taskIds } = await submit(sam, [ann, LIMIT]);
    await engine.limits.update(pia, _id, { upTo: "900" });
    await engine.limits.update(pia, _id, { upTo: "800" });
    await approve(ann, taskIds[0]!);
    expect(await seats(taskIds[1]!)).toEqual([[pia.userId, "OWN_CHANGE"]]);
    await engine.limits.remove(pia, _id);
    const again = await engine.limits.create(pia, { ...own, upTo: "900" });
    await engine.seats.resolveAgain(quin, { taskId: taskIds[1]! });
    await expect(approve(pia, taskIds[1]!)).rejects.toMatchObject(REFUSED);
    const { _id: groupId } = await engine.groups.create(quin, { name: "Hers", memberIds: userIds(pia) });
    await engine.limits.update(pia, again._id, { groupId });
    await engine.seats.resolveAgain(quin, { taskId: taskIds[1]! });
    await expect(approve(pia, taskIds[1]!)).rejects.toMatchObject(REFUSED);
    const reason = await records.list<{ unassigned?: true }>("workflow_tasks", {
      _id: toObjectId(taskIds[1]!),
    });
    expect(reason).toMatchObject([{ unassigned: true }]);
    const shown = await replica
      .as(quin)
      .get<object>(`{ unassignedTaskPage(input: {}) { data { unassignedReason } } }`);
    expect(JSON.stringify(shown)).toContain("Pia Dahl (changed by themselves)");
    await engine.limits.create(quin, { ...own, userId: mia.userId, upTo: "900" });
    await engine.seats.resolveAgain(quin, { taskId: taskIds[1]! });
    await approve(mia, taskIds[1]!);
  });

  it.each(["lowered", "deleted", "taken from its group", "lost with its group"])(
    "by the limit of a nearer manager, which was %s",
    async (how) => {
      const { pia, mia, sam, quin, ann } = await aHouse();
      const terms = { kind: "Leave", currency: "EUR", upTo: "100" };
      await engine.limits.create(quin, { ...terms, userId: pia.userId });
      const group = await engine.groups.create(quin, { name: "Near", memberIds: userIds(mia, ann) });
      const holder = how.endsWith("its group") ? { groupId: group._id } : { userId: mia.userId };
      const { _id } = await engine.limits.create(quin, { ...terms, ...holder });
      const { taskIds } = await submit(sam, [ann, LIMIT]);
      if (how === "lowered") await engine.limits.update(pia, _id, { upTo: "1" });
      else if (how === "deleted") await engine.limits.remove(pia, _id);
      else if (how === "lost with its group") await engine.groups.remove(pia, group._id);
      else await engine.groups.update(pia, group._id, { memberIds: userIds(ann) });
      await approve(ann, taskIds[0]!);
      await expect(approve(pia, taskIds[1]!)).rejects.toMatchObject(REFUSED);
    },
  );

  it("as a fallback approver, by naming herself, by the setting, or by emptying or deleting the group", async () => {
    const { pia, sam, quin, ann, mia } = await aHouse();
    const groupOf = (...members: Caller[]) =>
      engine.groups.create(quin, { name: `G ${newId()}`, memberIds: userIds(...members) });
    await engine.updateApprovalSettings(quin, {
      onEmptyStage: "FALLBACK",
      fallbackApproverIds: userIds(mia),
    });
    const [empty, emptied, deleted] = [await groupOf(), await groupOf(ann), await groupOf(ann)];
    const first = await submit(sam, [ann, GROUP(empty._id)]);
    await engine.updateApprovalSettings(pia, { fallbackApproverIds: userIds(pia, mia) });
    await approve(ann, first.taskIds[0]!);
    expect(await seats(first.taskIds[1]!)).toEqual([
      [pia.userId, "OWN_CHANGE"],
      [mia.userId, "AWAITING_APPROVAL"],
    ]);
    await engine.updateApprovalSettings(quin, { fallbackApproverIds: userIds(mia) });
    await engine.updateApprovalSettings(quin, { fallbackApproverIds: userIds(pia, mia) });
    for (const { _id } of [emptied, deleted]) {
      const { taskIds } = await submit(sam, [ann, GROUP(_id)]);
      if (_id === emptied._id) await engine.groups.update(pia, _id, { memberIds: [] });
      else await engine.groups.remove(pia, _id);
      await approve(ann, taskIds[0]!);
      await expect(approve(pia, taskIds[1]!)).rejects.toMatchObject(REFUSED);
      await approve(mia, taskIds[1]!);
    }
    await engine.updateApprovalSettings(quin, { onEmptyStage: "UNASSIGNED" });
    const last = await submit(sam, [ann, GROUP(empty._id)]);
    await engine.updateApprovalSettings(pia, { onEmptyStage: "FALLBACK" });
    await approve(ann, last.taskIds[0]!);
    await expect(approve(pia, last.taskIds[1]!)).rejects.toMatchObject(REFUSED);
  });

  it.each(["the group", "another's group", "a reassignment", "a further seat", "a row", "the settings"])(
    "by standing in for whom she seats by %s; for whom somebody else seats she does",
    async (way) => {
      const { pia, sam, quin, ann, mia } = await aHouse();
      await engine.createSubstitution(mia, { substituteId: pia.userId, ...daysFrom(0) });
      const { _id: groupId } = await engine.groups.create(quin, { name: "Board", memberIds: userIds(ann) });
      const decided = async (by: Caller) => {
        const fallbackApproverIds = userIds(quin);
        await engine.updateApprovalSettings(quin, { onEmptyStage: "FALLBACK", fallbackApproverIds });
        await engine.groups.update(quin, groupId, { memberIds: userIds(ann) });
        const { taskIds } = await submit(sam, [GROUP(groupId)]);
        const taskId = taskIds[0]!;
        const toUserId = mia.userId;
        if (way === "a reassignment") {
          await engine.seats.reassign(by, { taskId, fromUserId: ann.userId, toUserId, reason: "Away" });
        } else if (way === "a further seat") {
          await engine.seats.addApprover(by, { taskId, userId: toUserId, position: "PARALLEL" });
        } else if (way === "a row") {
          await engine.approvals.create(by, { taskId, approverId: toUserId });
        } else if (way === "the settings") {
          await engine.updateApprovalSettings(by, { fallbackApproverIds: userIds(mia) });
          await engine.groups.update(quin, groupId, { memberIds: [] });
          await engine.seats.resolveAgain(quin, { taskId });
        } else {
          const [giver, looker] = way === "the group" ? [by, quin] : [quin, by];
          await engine.groups.update(giver, groupId, { memberIds: userIds(ann, mia) });
          await engine.seats.resolveAgain(looker, { taskId });
        }
        return approve(pia, taskId);
      };
      await expect(decided(pia)).rejects.toMatchObject({ code: "APPROVAL_NOT_ACTIONABLE" });
      await decided(quin);
    },
  );

  it("by removing another's seat, for whom she stands in", async () => {
    const { pia, sam, quin, ann, mia } = await aHouse();
    await engine.createSubstitution(mia, { substituteId: pia.userId, ...daysFrom(0) });
    const decided = async (by: Caller) => {
      const { _id: groupId } = await engine.groups.create(quin, {
        name: `G ${newId()}`,
        memberIds: userIds(ann, mia),
      });
      const { taskIds, refId } = await submit(sam, [GROUP(groupId)]);
      const [row] = await records.approvals(taskIds[0]!);
      await engine.approvals.remove(by, row!._id);
      const hears = { event: "SEAT_LOST", targetIds: [ann.userId] };
      expect((await records.events(refId)).at(-1)).toMatchObject(hears);
      return approve(pia, taskIds[0]!);
    };
    await expect(decided(pia)).rejects.toMatchObject({ code: "APPROVAL_NOT_ACTIONABLE" });
    await decided(quin);
  });

  it("and whoever loses a seat hears of it", async () => {
    const { pia, sam, quin, ann, mia } = await aHouse();
    const { _id: groupId } = await engine.groups.create(quin, {
      name: "Board",
      memberIds: userIds(ann, mia),
    });
    const { taskIds, refId } = await submit(sam, [GROUP(groupId)]);
    await engine.groups.update(pia, groupId, { memberIds: userIds(mia) });
    await engine.seats.resolveAgain(pia, { taskId: taskIds[0]! });
    expect((await records.events(refId)).at(-1)).toMatchObject({
      event: "SEAT_LOST",
      targetIds: [ann.userId],
    });
    expect((await records.notifications(refId)).at(-1)).toMatchObject({
      userId: ann.userId,
      part: "APPROVER",
      message: "LV-7 no longer needs you — Stage 1",
    });
  });
});

describe("a verdict counts for what it saw [MEET-5]", () => {
  it("a limit's approval of 50 does not count for 900,000", async () => {
    const { pia, mia, sam, quin, ann } = await aHouse();
    await engine.updateApprovalSettings(quin, { onAmend: "KEEP_VERDICTS" });
    const terms = { kind: "Leave", currency: "EUR" };
    await engine.limits.create(quin, { ...terms, userId: mia.userId, upTo: "100" });
    await engine.limits.create(quin, { ...terms, userId: pia.userId, upTo: "1000000" });
    const { taskIds, refId } = await submit(sam, [LIMIT, ann]);
    await approve(mia, taskIds[0]!);
    const document = { title: "Trip", amount: "900000", currency: "EUR" };
    await engine.amendDocument({ ...sam, isService: true }, { refId, document });
    await expect(approve(ann, taskIds[1]!)).rejects.toMatchObject({ code: "APPROVAL_NOT_ACTIONABLE" });
    expect(await seats(taskIds[0]!)).toEqual([
      [mia.userId, "NOT_NEEDED"],
      [pia.userId, "AWAITING_APPROVAL"],
    ]);
    await approve(pia, taskIds[0]!);
    await approve(ann, taskIds[1]!);
  });

  it("whoever changed a document by the console does not decide on that revision, but on the next", async () => {
    const { sam, quin, ann, mia } = await aHouse();
    await engine.updateApprovalSettings(quin, { onAmend: "ASK_AGAIN" });
    const { _id: groupId } = await engine.groups.create(quin, {
      name: "Board",
      memberIds: userIds(ann, mia),
    });
    const { taskIds, refId } = await submit(sam, [GROUP(groupId)]);
    const taskId = taskIds[0]!;
    const amend = (caller: Caller, amount: string) =>
      engine.amendDocument({ ...caller, isService: true }, { refId, document: { amount, currency: "EUR" } });
    await amend(ann, "1000000");
    await expect(approve(ann, taskId)).rejects.toMatchObject({ message: "Separation of duties: editorIds" });
    // The same document again is no change.
    expect(await amend(ann, "1000000")).toMatchObject({ revision: 2 });
    await amend(sam, "10");
    await approve(ann, taskId);
  });
});

const SEATS = `query ($refId: ID!) {
  runTasks(refId: $refId) { approvals { byLimit approver { name } } } }`;

describe("a seat that a limit gave [MEET-7]", () => {
  it("goes to nobody without a limit, and says whose limit a substitute has", async () => {
    const { pia, mia, sam, quin, ann } = await aHouse();
    const terms = { kind: "Leave", currency: "EUR" };
    await engine.limits.create(quin, { ...terms, userId: mia.userId, upTo: "300" });
    await engine.limits.create(quin, { ...terms, userId: ann.userId, upTo: "30" });
    const { taskIds, refId } = await submit(sam, [LIMIT]);
    const taskId = taskIds[0]!;
    const before = await countAll(store);
    for (const [to, message] of [
      [pia, "Pia Dahl may approve nothing here"],
      [ann, "Ann Berg may approve up to 30 EUR"],
    ] as const) {
      const given = engine.seats.reassign(mia, { taskId, toUserId: to.userId, reason: "Away" });
      await expect(given).rejects.toMatchObject({ code: "FORBIDDEN", message, field: "toUserId" });
    }
    expect(await countAll(store)).toBe(before);
    const shown = await replica.as(mia).get<object>(SEATS, { refId });
    expect(shown).toEqual({ runTasks: [{ approvals: [{ byLimit: true, approver: { name: "Mia Moe" } }] }] });
  });
});
