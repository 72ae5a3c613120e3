import type { ApproverSource } from "@countersign/domain/approval";
import { newId, toObjectId } from "@countersign/mongo";
import { commandEventsOf, useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, engineOn, recordsOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { daysFrom } from "../../test/days-from.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore({ monitored: true });
const engine = await engineOn(store);
const records = recordsOf(store);
const replica = await useReplica(store, useBus());

/** A company whose directory and organisation the tests fill. */
function anOrganisation() {
  const company = aCompany();
  const companyId = toObjectId(company.companyId);
  const employees = new Map<string, string>();
  const employeeOf = ({ userId }: Caller) => {
    const id = employees.get(userId) ?? newId();
    employees.set(userId, id);
    return toObjectId(id);
  };
  return {
    company,
    admin: company.user({ privileged: true }),
    /** Somebody of the company, reporting to somebody, in a department. */
    person: async (name: string, reportingTo?: Caller, departmentId?: string): Promise<Caller> => {
      const caller = company.user();
      const _id = toObjectId(caller.userId);
      await store.db.collection("users").insertOne({ _id, companyId, name });
      await store.db.collection("employees").insertOne({
        _id: employeeOf(caller),
        companyId,
        userId: _id,
        ...(reportingTo && { reportingTo: employeeOf(reportingTo) }),
        ...(departmentId !== undefined && { departmentId: toObjectId(departmentId) }),
      });
      return caller;
    },
    /** Their employment ends, and another one begins, which those who report to them do not name. */
    comesBack: async ({ userId }: Caller, reportingTo: Caller, departmentId: string): Promise<void> => {
      const own = { userId: toObjectId(userId), companyId };
      await store.db.collection("employees").updateMany(own, { $set: { active: false } });
      await store.db.collection("employees").insertOne({
        _id: toObjectId(newId()),
        ...own,
        reportingTo: employeeOf(reportingTo),
        departmentId: toObjectId(departmentId),
      });
    },
    department: async (head: Caller): Promise<string> => {
      const _id = newId();
      await store.db
        .collection("departments")
        .insertOne({ _id: toObjectId(_id), companyId, name: "Sales", hodId: toObjectId(head.userId) });
      return _id;
    },
    group: async (members: readonly Caller[]): Promise<string> => {
      const _id = newId();
      await store.db.collection("user_groups").insertOne({
        _id: toObjectId(_id),
        companyId,
        name: "Board",
        memberIds: members.map(({ userId }) => toObjectId(userId)),
        deletedAt: null,
      });
      return _id;
    },
    members: async (groupId: string, members: readonly Caller[]): Promise<void> => {
      const memberIds = members.map(({ userId }) => toObjectId(userId));
      await store.db
        .collection("user_groups")
        .updateOne({ _id: toObjectId(groupId) }, { $set: { memberIds } });
    },
    limit: async ({ userId }: Caller, upTo: string, currency = "EUR"): Promise<void> => {
      const holder = toObjectId(userId);
      await store.db.collection("approval_limits").insertOne({
        _id: toObjectId(newId()),
        companyId,
        userId: holder,
        holderId: holder,
        kind: "Leave",
        currency,
        upTo,
        deletedAt: null,
      });
    },
    leaves: async ({ userId }: Caller): Promise<void> => {
      await store.db.collection("users").updateOne({ _id: toObjectId(userId) }, { $set: { active: false } });
      await engine.releaseLeaver(company.companyId, userId);
    },
  };
}

interface Stage {
  approveBy?: "ANY" | "ALL" | "COUNT";
  quorum?: number;
}
const stagesOf = (
  ...stages: (readonly ApproverSource[] | (Stage & { sources: readonly ApproverSource[] }))[]
) =>
  stages.map((given, index) => {
    const { sources, ...rule } = "sources" in given ? given : { sources: given };
    const approvers = sources.map((source) => ({ source }));
    const own = { name: `Stage ${index + 1}`, order: index + 1, approveBy: "ANY" as const, approvers };
    return Object.assign(own, rule);
  });

/** Submits a document of Sam's, by its owner, to stages of these sources. */
async function submit(
  submitter: Caller,
  stages: ReturnType<typeof stagesOf>,
  document: Parameters<typeof submitNew>[3] = {},
  byOwner = true,
) {
  const caller: Caller = byOwner ? { ...submitter, isService: true } : submitter;
  const { tasks, refId } = await engine.submitDocument(caller, {
    refId: newId(),
    kind: "Leave",
    ref: "LV-1",
    submitterId: submitter.userId,
    dynamicStages: stages,
    ...document,
  });
  return { refId, taskIds: tasks.map(({ _id }) => _id) };
}

const seatsOf = async (taskId = "") =>
  (await records.approvals(taskId))
    .filter(({ archived }) => !archived)
    .map(({ approverId, reason, reasonUserId, reasonGroupId, leftOut }) =>
      leftOut === undefined ? [approverId, reason, reasonUserId ?? reasonGroupId] : [approverId, leftOut],
    );
const askedIn = async (taskId = "") =>
  (await records.approvals(taskId))
    .filter(({ status }) => status === "AWAITING_APPROVAL")
    .map(({ approverId }) => approverId);
const approve = async (caller: Caller, taskId = "") =>
  engine.decideApproval(caller, { taskId, status: "APPROVED" });
const untilLimit: ApproverSource = { submitterManager: { untilLimit: true } };

describe("a stage with sources", () => {
  it("asks whom they yield when it is asked, each with the reason [SRC-1]", async () => {
    const org = anOrganisation();
    const [hal, max] = [await org.person("Hal"), await org.person("Max")];
    const sales = await org.department(hal);
    const mia = await org.person("Mia", max);
    const sam = await org.person("Sam", mia, sales);
    const [lea, ann] = [await org.person("Lea", undefined, sales), await org.person("Ann")];
    const groupId = await org.group([ann]);
    const document = {
      facts: [{ key: "buyer", label: "Buyer", type: "PERSON" as const, value: lea.userId }],
    };
    const { taskIds } = await submit(
      sam,
      stagesOf(
        [{ submitterManager: { levels: 2 } }, { fact: "buyer" }],
        [{ departmentHead: { of: "SUBMITTER" } }, { departmentHead: { of: "buyer" } }, { groupId }],
        [{ previousApproverManager: true }, { submitterManager: { levels: 1 } }],
      ),
      { document },
    );
    expect(await seatsOf(taskIds[0])).toEqual([
      [max.userId, "MANAGER_OF", sam.userId],
      [lea.userId, "FACT", undefined],
    ]);
    expect(await seatsOf(taskIds[1])).toEqual([]);
    await approve(lea, taskIds[0]);
    expect(await seatsOf(taskIds[1])).toEqual([
      [hal.userId, "HEAD_OF", undefined],
      [ann.userId, "GROUP", groupId],
    ]);
    await approve(ann, taskIds[1]);
    // Ann reports to nobody: the other source asks Mia.
    expect(await seatsOf(taskIds[2])).toEqual([[mia.userId, "MANAGER_OF", sam.userId]]);
    const [, , last] = await records.list<{ sourceFaults: unknown }>("workflow_tasks", {
      _id: { $in: taskIds.map((id) => toObjectId(id)) },
    });
    expect(last?.sourceFaults).toEqual([{ code: "source.noManager", params: { name: "Ann" } }]);
  });

  it("climbs to the manager who may approve the amount [SRC-3]", async () => {
    const org = anOrganisation();
    const max = await org.person("Max");
    const mia = await org.person("Mia", max);
    const sam = await org.person("Sam", mia);
    await org.limit(mia, "1000");
    await org.limit(mia, "9000", "USD");
    await org.limit(max, "5000");
    const of = async (amount: string) => {
      const { taskIds } = await submit(sam, stagesOf([untilLimit]), {
        document: { amount, currency: "EUR" },
      });
      return askedIn(taskIds[0]);
    };
    expect(await of("1000")).toEqual([mia.userId]);
    expect(await of("1000.01")).toEqual([max.userId]);
    await expect(of("5000.01")).rejects.toThrow(
      'Stage "Stage 1" has nobody who can decide: no manager of Sam may approve 5000.01 EUR',
    );
  });

  it("asks no manager of somebody whom an approver added after their stage [SRC-1] [SAFE-13]", async () => {
    const org = anOrganisation();
    const max = await org.person("Max");
    const ann = await org.person("Ann", max);
    const [sam, cid] = [await org.person("Sam"), await org.person("Cid", ann)];
    const groupId = await org.group([ann]);
    const { refId, taskIds } = await submit(
      sam,
      stagesOf([{ groupId }], [{ previousApproverManager: true }]),
    );
    const added = { taskId: taskIds[0] ?? "", userId: cid.userId, position: "AFTER" as const };
    await engine.seats.addApprover(ann, added);
    await approve(ann, taskIds[0]);
    const further = (await records.tasks(refId)).find(({ _id }) => !taskIds.includes(_id));
    await approve(cid, further?._id);
    expect(await askedIn(taskIds[1])).toEqual([max.userId]);
  });

  it("asks no head of a department that was closed [SRC-1] [DOC-4]", async () => {
    const org = anOrganisation();
    const sales = await org.department(await org.person("Hal"));
    const sam = await org.person("Sam", undefined, sales);
    const ofSales = { _id: toObjectId(sales) };
    await store.db.collection("departments").updateOne(ofSales, { $set: { active: false } });
    await expect(submit(sam, stagesOf([{ departmentHead: { of: "SUBMITTER" } }]))).rejects.toThrow(
      'Stage "Stage 1" has nobody who can decide',
    );
  });

  it("asks the managers of the present employment of somebody who came back [SRC-1] [DOC-4]", async () => {
    const org = anOrganisation();
    const [old, max, kim] = [await org.person("Old"), await org.person("Max"), await org.person("Kim")];
    const [hal, liz] = [await org.person("Hal"), await org.person("Liz")];
    const [sales, legal] = [await org.department(hal), await org.department(liz)];
    const mia = await org.person("Mia", old, sales);
    const sam = await org.person("Sam", mia);
    await org.comesBack(mia, max, legal);
    await org.comesBack(sam, mia, legal);
    const asks = async (source: ApproverSource) => {
      const { taskIds } = await submit(sam, stagesOf([source]));
      return askedIn(taskIds[0]);
    };
    expect(await asks({ submitterManager: { levels: 2 } })).toEqual([max.userId]);
    expect(await asks({ departmentHead: { of: "SUBMITTER" } })).toEqual([liz.userId]);
    await org.comesBack(mia, kim, legal);
    const { taskIds } = await submit(
      sam,
      stagesOf([{ submitterManager: { levels: 1 } }], [{ previousApproverManager: true }]),
    );
    await approve(mia, taskIds[0]);
    expect(await askedIn(taskIds[1])).toEqual([kim.userId]);
  });

  it("believes people whom only a person names of nobody [SRC-1]", async () => {
    const org = anOrganisation();
    const [sam, lea] = [await org.person("Sam"), await org.person("Lea")];
    const document = {
      facts: [{ key: "buyer", label: "Buyer", type: "PERSON" as const, value: lea.userId }],
    };
    const before = await countAll(store);
    await expect(submit(sam, stagesOf([{ fact: "buyer" }]), { document }, false)).rejects.toThrow(
      'Stage "Stage 1" has nobody who can decide: only the document\'s owner says who buyer is',
    );
    expect(await countAll(store)).toBe(before);
    const stranger = aCompany().user();
    await store.db
      .collection("users")
      .insertOne({ _id: toObjectId(stranger.userId), companyId: toObjectId(stranger.companyId), name: "X" });
    const abroad = { facts: [{ ...document.facts[0]!, value: stranger.userId }] };
    await expect(submit(sam, stagesOf([{ fact: "buyer" }]), { document: abroad })).rejects.toThrow(
      "buyer names nobody of the company",
    );
  });

  it("asks no group of another company, nor one of 51 members [SRC-2]", async () => {
    const [org, other] = [anOrganisation(), anOrganisation()];
    const sam = await org.person("Sam");
    const groupId = await other.group([await other.person("Ann")]);
    await expect(submit(sam, stagesOf([{ groupId }]))).rejects.toThrow(
      'Stage "Stage 1" has nobody who can decide: the group that is to approve does not exist',
    );
    const crowd = await org.group(Array.from({ length: 51 }, () => org.company.user()));
    await engine.updateApprovalSettings(org.admin, { onEmptyStage: "UNASSIGNED" });
    const { taskIds, refId } = await submit(sam, stagesOf([{ groupId: crowd }]));
    const question = `{ unassignedTaskPage { data { _id unassignedReason german: unassignedReason(locale: "de") } } }`;
    const answer = await replica.as(org.admin).ask(question);
    expect(answer.data).toEqual({
      unassignedTaskPage: {
        data: [
          {
            _id: taskIds[0],
            unassignedReason:
              'Stage "Stage 1" has nobody who can decide: group Board has 51 members, at most 50',
            german:
              "In der Stufe „Stage 1“ kann niemand entscheiden: die Gruppe Board hat 51 Mitglieder, höchstens 50 sind möglich",
          },
        ],
      },
    });
    expect((await records.events(refId)).map(({ event }) => event)).toEqual(["TASK_CREATED", "UNASSIGNED"]);
  });

  it("tells the substitutes of whom it asks [SRC-1] [PPL-3]", async () => {
    const org = anOrganisation();
    const [sam, ann, zoe] = [await org.person("Sam"), await org.person("Ann"), await org.person("Zoe")];
    await engine.createSubstitution(ann, { substituteId: zoe.userId, ...daysFrom(-1) });
    const groupId = await org.group([ann]);
    const { refId, taskIds } = await submit(sam, stagesOf([{ groupId }]));
    const told = (await records.notifications(refId)).map(({ userId }) => userId);
    expect(told).toEqual([ann.userId, zoe.userId]);
    await approve(zoe, taskIds[0]);
  });

  it("asks the next manager where the one who was asked leaves [SRC-1] [PPL-5]", async () => {
    const org = anOrganisation();
    const max = await org.person("Max");
    const mia = await org.person("Mia", max);
    const sam = await org.person("Sam", mia);
    await org.limit(mia, "10");
    await org.limit(max, "10");
    const document = { amount: "10", currency: "EUR" };
    const { taskIds } = await submit(sam, stagesOf([untilLimit]), { document });
    expect(await askedIn(taskIds[0])).toEqual([mia.userId]);
    await org.leaves(mia);
    expect(await askedIn(taskIds[0])).toEqual([max.userId]);
  });

  it("reads the organisation of a run with sources alone, and no more for more of them [SRC-1]", async () => {
    const org = anOrganisation();
    const ann = await org.person("Ann");
    const [sam, mia] = [await org.person("Sam", ann), await org.person("Mia")];
    const groups = await Promise.all(Array.from({ length: 12 }, async () => org.group([ann, mia])));
    const readsOf = async (sources: readonly ApproverSource[]) => {
      const { taskIds } = await submit(sam, stagesOf([{ groupId: groups[0]! }], sources));
      const events = await commandEventsOf(store.client, async () => approve(ann, taskIds[0]));
      return events.flatMap(({ command: { find } }) => (typeof find === "string" ? [find] : []));
    };
    const few = await readsOf([{ groupId: groups[1]! }]);
    expect(await readsOf(groups.map((groupId) => ({ groupId })))).toEqual(few);
    expect(few.filter((name) => name === "user_groups")).toHaveLength(1);
    expect(few).not.toContain("employees");
    const plain = await submitNew(engine, sam, [
      { name: "One", order: 1, approveBy: "ANY", approverIds: [ann.userId] },
    ]);
    const events = await commandEventsOf(store.client, async () => approve(ann, plain.tasks[0]?._id));
    const reads = events.flatMap(({ command: { find } }) => (typeof find === "string" ? [find] : []));
    expect(reads).not.toContain("user_groups");
    expect(few.length).toBe(reads.length + 1);
  });
});

async function aBoard(rule: Stage) {
  const org = anOrganisation();
  const [sam, ann, bob, cid] = [
    await org.person("Sam"),
    await org.person("Ann"),
    await org.person("Bob"),
    await org.person("Cid"),
  ];
  const groupId = await org.group([ann, bob]);
  const { taskIds, refId } = await submit(sam, stagesOf({ sources: [{ groupId }], ...rule }));
  return { ...org, ann, bob, cid, groupId, refId, taskId: taskIds[0] ?? "" };
}

describe("resolveAgain", () => {
  it("asks new members, keeps verdicts, and drops the open seats of those who are gone [SRC-2]", async () => {
    const { ann, bob, cid, groupId, taskId, refId, admin, members } = await aBoard({ approveBy: "ALL" });
    await approve(ann, taskId);
    await members(groupId, [cid]);
    const query = "mutation Again($id: ID!) { resolveAgain(taskId: $id) }";
    expect((await replica.as(admin).ask(query, { id: taskId })).data).toEqual({ resolveAgain: true });
    expect(await seatsOf(taskId)).toEqual([
      [ann.userId, "GROUP", groupId],
      [cid.userId, "GROUP", groupId],
    ]);
    const notifications = await records.notifications(refId);
    expect(notifications.at(-1)).toMatchObject({
      userId: cid.userId,
      message: expect.stringMatching(/added Cid to Stage 1 — awaiting your approval$/u) as string,
    });
    await expect(approve(bob, taskId)).rejects.toThrow("Approval not found or cannot be updated");
    await approve(cid, taskId);
    expect((await records.events(refId)).at(-1)?.event).toBe("COMPLETED");
    expect((await records.audit(taskId)).map(({ action }) => action as string)).toContain("resolveAgain");
  });

  it("acts once for a key [SRC-2] [CTRL-1]", async () => {
    const { cid, groupId, taskId, refId, admin, members } = await aBoard({ approveBy: "ALL" });
    await members(groupId, [cid]);
    const input = { taskId, idempotencyKey: "again-1" };
    await engine.seats.resolveAgain(admin, input);
    await members(groupId, []);
    await engine.seats.resolveAgain(admin, input);
    expect(await askedIn(taskId)).toEqual([cid.userId]);
    expect((await records.events(refId)).map(({ event }) => event)).toEqual([
      "TASK_CREATED",
      "SEAT_LOST",
      "APPROVER_ADDED",
    ]);
  });

  it("leaves a stage that cannot reach its number to privileged users [SRC-2]", async () => {
    const board = await aBoard({ approveBy: "COUNT", quorum: 2 });
    const { ann, cid, groupId, taskId, refId, admin, members } = board;
    await members(groupId, [ann]);
    await engine.seats.resolveAgain(admin, { taskId });
    const [task] = await records.list<{ unassigned?: true }>("workflow_tasks", { _id: toObjectId(taskId) });
    expect(task?.unassigned).toBe(true);
    await engine.seats.addApprover(admin, {
      taskId,
      userId: cid.userId,
      position: "PARALLEL",
      reason: "Gone",
    });
    await approve(ann, taskId);
    await approve(cid, taskId);
    expect((await records.events(refId)).at(-1)?.event).toBe("COMPLETED");
  });

  it("and a verdict at the same moment follow each other [SRC-2]", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ann, bob, cid, groupId, taskId, refId, admin, members } = await aBoard({ approveBy: "ALL" });
      await members(groupId, [ann, cid]);
      const other = await engineOn(store);
      await Promise.all([
        approve(ann, taskId),
        engine.seats.resolveAgain(admin, { taskId }),
        other.seats.resolveAgain(admin, { taskId }),
      ]);
      const seats = await records.approvals(taskId);
      expect(seats.map(({ approverId, status, archived }) => [approverId, status, archived])).toEqual([
        [ann.userId, "APPROVED", false],
        [bob.userId, "NOT_NEEDED", true],
        [cid.userId, "AWAITING_APPROVAL", false],
      ]);
      const events = (await records.events(refId)).map(({ event }) => event);
      expect(events.toSorted()).toEqual(["APPROVED", "APPROVER_ADDED", "SEAT_LOST", "TASK_CREATED"]);
    }
  });
});
