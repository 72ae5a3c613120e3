import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, engineOn, recordsOf } from "../../test/engine-fixture.ts";
import { staffedCompany } from "../../test/staffed-company.ts";
import type { HrApprovalPolicy } from "./records.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);

const policiesOf = async (companyId: string) =>
  records.list<HrApprovalPolicy>("hr_approval_policies", {
    companyId: toObjectId(companyId),
    deletedAt: null,
  });

const aStaffedCompany = async () => staffedCompany(engine, store);

const levels = (...roles: string[]) =>
  roles.map((role, index) => ({ role, order: index + 1, approveBy: "ANY" }));

/** A leave that waits for the manager. */
async function aLeave() {
  const { company, staff, submitter, submit } = await aStaffedCompany();
  const { refId, tasks } = await submit();
  const [taskId = "", nextId = ""] = tasks.map(({ _id }) => _id);
  return { company, staff, submitter, refId, taskId, nextId };
}

describe("default policies", () => {
  it("are seeded for a new company [AE-POLICY-14] [AE-POLICY-15] [AE-POLICY-16]", async () => {
    const { companyId } = aCompany();
    await engine.seedCompany(companyId);
    const line = levels("MANAGER", "HEAD_OF_DEPARTMENT", "HR");
    expect(await policiesOf(companyId)).toMatchObject([
      { kind: "LEAVE", levels: line, ref: "HP-000001" },
      { kind: "CLAIM", levels: line },
      { kind: "LOAN", levels: line },
      { kind: "ADVANCE", levels: levels("MANAGER", "HR"), ref: "HP-000004" },
    ]);
  });

  it("are seeded once, also by simultaneous messages [MSG-COMPANY-01]", async () => {
    const { companyId } = aCompany();
    await Promise.all(Array.from({ length: 5 }, () => engine.seedCompany(companyId)));
    await engine.seedCompany(companyId);
    expect(await policiesOf(companyId)).toHaveLength(4);
  });

  it("never come back once deleted or given another kind [MSG-COMPANY-02]", async () => {
    const company = aCompany();
    const admin = company.user({ privileged: true });
    await engine.seedCompany(company.companyId);
    const [leave, claim] = await policiesOf(company.companyId);
    await engine.policies.remove(admin, leave?._id ?? "");
    await engine.policies.update(admin, claim?._id ?? "", { kind: "LEAVE" });
    await engine.seedCompany(company.companyId);
    expect((await policiesOf(company.companyId)).map(({ kind }) => kind)).toEqual([
      "LEAVE",
      "LOAN",
      "ADVANCE",
    ]);
  });

  it("leave a policy alone that the company made before", async () => {
    const company = aCompany();
    const levels = [{ role: "HR", order: 1, approveBy: "ALL" }] as const;
    await engine.policies.create(company.user({ privileged: true }), { kind: "LOAN", levels: [...levels] });
    await engine.seedCompany(company.companyId);
    const policies = await policiesOf(company.companyId);
    expect(policies).toHaveLength(4);
    expect(policies.find(({ kind }) => kind === "LOAN")?.levels).toEqual(levels);
  });
});

describe("policies", () => {
  const level = { role: "MANAGER", order: 1, approveBy: "ANY" } as const;

  // Rules: [AE-POLICY-01] [AE-POLICY-02] [AE-POLICY-11] [AE-POLICY-12] [AE-POLICY-13]
  it("are created, changed, deleted", async () => {
    const company = aCompany();
    const caller = company.user({ privileged: true });
    const policy = await engine.policies.create(caller, { kind: "LEAVE", levels: [level] });
    expect(policy).toMatchObject({ kind: "LEAVE", levels: [level], ref: "HP-000001" });
    const changed = await engine.policies.update(caller, policy._id, {
      kind: "CLAIM",
      levels: [level, { role: "HR", order: 2, approveBy: "ALL" }],
    });
    expect(changed).toMatchObject({ kind: "CLAIM", levels: [level, { role: "HR" }] });
    await engine.policies.remove(caller, policy._id);
    expect(await policiesOf(company.companyId)).toEqual([]);
    await engine.policies.create(caller, { kind: "CLAIM", levels: [level] });
  });

  it("are one per kind, also side by side [AE-POLICY-04]", async () => {
    const company = aCompany();
    const create = async () =>
      engine.policies.create(company.user({ privileged: true }), { kind: "LEAVE", levels: [level] });
    const outcomes = await Promise.allSettled([create(), create(), create()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "CONFLICT", field: "kind" },
    });
    expect(await policiesOf(company.companyId)).toHaveLength(1);
  });

  it.each([
    ["no level [AE-POLICY-05]", [], "levels"],
    ["an order of zero [AE-POLICY-06]", [{ ...level, order: 0 }], "levels.0.order"],
    ["an order that is no integer [AE-POLICY-06]", [{ ...level, order: 1.5 }], "levels.0.order"],
    ["an order twice [AE-POLICY-07]", [level, { ...level, role: "HR" as const }], "levels.1.order"],
    ["a role twice [AE-POLICY-08]", [level, { ...level, order: 2 }], "levels.1.role"],
    ["an unknown role [AE-POLICY-03]", [{ ...level, role: "CEO" as "HR" }], "levels.0.role"],
  ])("with %s are refused and nothing written [AE-POLICY-09]", async (_case, levels, field) => {
    const caller = aCompany().user({ privileged: true });
    const policy = await engine.policies.create(caller, { kind: "LOAN", levels: [level] });
    const before = await countAll(store);
    const refused = { code: "INVALID_INPUT", field };
    await expect(engine.policies.create(caller, { kind: "LEAVE", levels })).rejects.toMatchObject(refused);
    await expect(engine.policies.update(caller, policy._id, { levels })).rejects.toMatchObject(refused);
    expect(await countAll(store)).toBe(before);
  });
});

describe("submitting an HR document", () => {
  // Rules: [CT-COLL-03] [CT-COLL-04] [AE-HR-01] [AE-HR-02] [AE-HR-03] [AE-HR-04] [AE-HR-05] [AE-HR-06]
  it("asks the people whom the policy names", async () => {
    const { submit, staff } = await aStaffedCompany();
    const { tasks } = await submit();
    expect(tasks.map(({ stageName, orderNo }) => [stageName, orderNo])).toEqual([
      ["MANAGER", 1],
      ["HEAD_OF_DEPARTMENT", 2],
      ["HR", 3],
    ]);
    const asked = await Promise.all(
      tasks.map(async ({ _id }) => (await records.approvals(_id))[0]?.approverId),
    );
    expect(asked).toEqual([staff.manager, staff.headOfDepartment, staff.hr]);
  });

  it.each(["Leave", "Claim", "Loan", "Advance"] as const)("takes a %s [AE-HR-01]", async (kind) => {
    const { submit } = await aStaffedCompany();
    const { tasks } = await submit({ kind });
    expect(tasks).toHaveLength(kind === "Advance" ? 2 : 3);
  });

  it("drops levels that nobody holds [AE-HR-02] [AE-HR-06]", async () => {
    const { submit, setEmployee } = await aStaffedCompany();
    await setEmployee({ departmentId: null, hrId: toObjectId(newId()) });
    const { tasks } = await submit();
    expect(tasks.map(({ stageName }) => stageName)).toEqual(["MANAGER"]);
  });

  it("is refused when nobody can be asked, and nothing written [AE-HR-07] [AE-HR-08]", async () => {
    const { submit, setEmployee } = await aStaffedCompany();
    await setEmployee({ departmentId: null, hrId: null, reportingTo: null });
    const before = await countAll(store);
    await expect(submit()).rejects.toMatchObject({
      code: "NO_APPROVERS_RESOLVED",
      message: expect.stringMatching(/^No approvers could be resolved for Leave/u),
    });
    expect(await countAll(store)).toBe(before);
  });

  it("is refused without a policy [AE-HR-01]", async () => {
    const { submit, company } = await aStaffedCompany();
    const [leave] = await policiesOf(company.companyId);
    await engine.policies.remove(company.user({ privileged: true }), leave?._id ?? "");
    await expect(submit()).rejects.toMatchObject({ code: "NOT_FOUND", field: "kind" });
  });

  it("is refused for another company's employee [CT-AUTH-10]", async () => {
    const { submit } = await aStaffedCompany();
    const other = await aStaffedCompany();
    await expect(submit({ employeeId: other.staff.employeeId })).rejects.toMatchObject({
      message: "Employee not found",
    });
  });

  it("answers a repeated request with the first answer [MSG-RPC-15] [MSG-RPC-16]", async () => {
    const { submit } = await aStaffedCompany();
    const request = { refId: newId(), requestId: "leave-1" };
    const answer = await submit(request);
    expect(await submit(request)).toEqual(answer);
    await expect(submit({ ...request, ref: "LV-2" })).rejects.toMatchObject({ code: "REQUEST_ID_REUSED" });
  });
});

describe("acting on an HR approval", () => {
  const approve = { status: "APPROVED", remark: "Fine" };
  const refused = { code: "APPROVAL_NOT_ACTIONABLE", message: "Approval not found or cannot be updated" };

  it("records the approver's own verdict [AE-FACADE-03]", async () => {
    const { company, staff, taskId, refId } = await aLeave();
    const manager = company.user({ userId: staff.manager });
    const approval = await engine.actionApproval(manager, taskId, approve);
    expect(approval).toMatchObject({ taskId, approverId: staff.manager, status: "APPROVED", remark: "Fine" });
    const [, verdict] = await records.events(refId);
    expect(verdict?.metadata).not.toHaveProperty("reassignedFrom");
  });

  it("lets a colleague take over, and records it [AE-FACADE-05] [AE-FACADE-13] [AE-AUTH-07]", async () => {
    const { company, staff, taskId, refId } = await aLeave();
    const colleague = company.user();
    const approval = await engine.actionApproval(colleague, taskId, { status: "REJECTED", remark: "No" });
    expect(approval).toMatchObject({ approverId: colleague.userId, status: "REJECTED" });
    expect((await records.events(refId)).at(-1)).toMatchObject({
      actorId: colleague.userId,
      metadata: { reassignedFrom: staff.manager, reassignedTo: colleague.userId },
    });
    const [task] = await records.tasks(refId);
    expect(task?.involvedIds).toContain(colleague.userId);
  });

  it("never lets the submitter take over [AE-FACADE-11]", async () => {
    const { submitter, taskId } = await aLeave();
    await expect(engine.actionApproval(submitter, taskId, approve)).rejects.toMatchObject(refused);
  });

  it("allows a take-over by the people of HR_TAKEOVER [AE-FACADE-12]", async () => {
    const { company, staff, taskId } = await aLeave();
    const participant = company.user({ userId: staff.hr });
    const admin = company.user({ privileged: true });
    const act = async (hrTakeOver: "participants" | "privileged" | "off", caller = participant) =>
      (await engineOn(store, { rules: { hrTakeOver } })).actionApproval(caller, taskId, approve);
    await expect(act("off", admin)).rejects.toMatchObject(refused);
    await expect(act("privileged")).rejects.toMatchObject(refused);
    await expect(act("participants", company.user())).rejects.toMatchObject(refused);
    await act("participants");
  });

  it("refuses stages that are not active, foreign companies and other statuses [AE-FACADE-03]", async () => {
    const { company, taskId, nextId } = await aLeave();
    const colleague = company.user();
    await expect(engine.actionApproval(colleague, nextId, approve)).rejects.toMatchObject(refused);
    await expect(engine.actionApproval(aCompany().user(), taskId, approve)).rejects.toMatchObject(refused);
    await expect(engine.actionApproval(colleague, taskId, { status: "PENDING" })).rejects.toMatchObject({
      message: "Cannot set approval status to PENDING",
    });
  });

  it("is for HR documents only [AE-FACADE-01]", async () => {
    const company = aCompany();
    const [submitter, approver] = [company.user(), company.user()];
    const { tasks } = await engine.submitDocument(submitter, {
      refId: newId(),
      kind: "SalesOrder",
      submitterId: submitter.userId,
      dynamicStages: [{ name: "S", order: 1, approveBy: "ANY", approverIds: [approver.userId] }],
    });
    const verdict = engine.actionApproval(approver, tasks[0]?._id ?? "", approve);
    await expect(verdict).rejects.toMatchObject(refused);
  });
});
