import { companyData, MESSAGES, SUBJECTS } from "@countersign/contracts";
import { toHex, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";
import {
  DEMO_COMPANY,
  DEMO_DIRECTORS,
  DEMO_ENTRY_WORKFLOW,
  DEMO_PEOPLE,
  DEMO_TEAM,
  DEMO_THRESHOLD,
  DEMO_WORKFLOW,
} from "./demo-company.ts";
import { seedDemoCompany, waitForPolicies } from "./seed-demo-company.ts";

const store = await useTestStore();
const now = new Date("2027-01-15T08:00:00Z");

it("seeds the demo company once, and keeps later changes [RUN-START-07]", async () => {
  expect(await seedDemoCompany(store, now)).toBe(true);
  const users = store.db.collection("users");
  // The team too, whom examples/workflows names.
  const everybody = [...Object.values(DEMO_PEOPLE), ...Object.values(DEMO_TEAM)];
  expect(await users.countDocuments()).toBe(everybody.length);
  await users.updateOne({ name: DEMO_PEOPLE.head.name }, { $set: { name: "Somebody Else" } });
  await users.deleteOne({ name: DEMO_PEOPLE.admin.name });

  expect(await seedDemoCompany(store, now)).toBe(false);
  expect(await users.countDocuments({ name: "Somebody Else" })).toBe(1);
  expect(await users.countDocuments({ name: DEMO_PEOPLE.admin.name })).toBe(0);
});

it("announces the company to the platform, through the outbox", async () => {
  const rows = await store.db.collection("outbox").find({ subject: SUBJECTS.companyCreated }).toArray();
  expect(rows).toHaveLength(1);
  const event = MESSAGES.companyCreated.event.parse(rows[0]!["data"]);
  expect(companyData.parse(event.data)).toEqual({ companyId: DEMO_COMPANY.id, name: DEMO_COMPANY.name });
});

it("waits for the policies that the platform writes then, until it is told to stop", async () => {
  const stopping = new AbortController();
  const waited = waitForPolicies(store, { timeoutMs: Infinity, stopping: stopping.signal });
  stopping.abort(new Error("stopped"));
  await expect(waited).rejects.toThrow("stopped");
  await expect(waitForPolicies(store, { timeoutMs: 60 })).rejects.toThrow(/policies: not within 0\.06 s/);
});

it("gives the employee a manager, a head of department and somebody in HR", async () => {
  const { db } = store;
  const people = await db.collection("users").find().toArray();
  const nora = people.find(({ name }) => name === DEMO_PEOPLE.employee.name);
  const employee = await db.collection("employees").findOne({ userId: nora!._id });
  const manager = await db.collection("employees").findOne({ _id: employee!["reportingTo"] });
  const hr = await db.collection("employees").findOne({ _id: employee!["hrId"] });
  const department = await db.collection("departments").findOne({ _id: employee!["departmentId"] });
  expect(manager!["userId"].toHexString()).toBe(DEMO_PEOPLE.manager.userId);
  expect(hr!["userId"].toHexString()).toBe(DEMO_PEOPLE.hr.userId);
  expect(department!["hodId"].toHexString()).toBe(DEMO_PEOPLE.head.userId);
});

it("has a threshold for sales orders whose workflow can be submitted", async () => {
  const { db } = store;
  const companyId = toObjectId(DEMO_COMPANY.id);
  const threshold = await db.collection("approval_thresholds").findOne({ companyId });
  expect(threshold).toMatchObject({ ...DEMO_THRESHOLD, enabled: true, ref: "AT-000001" });
  const workflowId = threshold!["workflowId"];
  expect(await db.collection("workflows").findOne({ _id: workflowId })).toMatchObject({ companyId });
  const stages = await db.collection("workflow_stages").find({ workflowId }).sort({ order: 1 }).toArray();
  const approvers = await db.collection("workflow_approvers").find({ workflowId }).toArray();
  const named = stages.map(({ _id, name }) => ({
    name,
    approvers: approvers.filter(({ stageId }) => _id.equals(stageId)).map((row) => toHex(row["approverId"])),
  }));
  expect(named).toEqual(
    DEMO_WORKFLOW.stages.map(({ name, approver }) => ({ name, approvers: [approver.userId] })),
  );
  const settings = await db.collection("configs").findOne({ companyId });
  expect(settings).toMatchObject({ approvalThresholdsEnabled: true });
});

it("has a default workflow for journal entries [AGT-1]", async () => {
  const { db } = store;
  const settings = await db.collection("configs").findOne({ companyId: toObjectId(DEMO_COMPANY.id) });
  const [{ transactionType, workflowId }] = settings!["defaultWorkflows"];
  expect(transactionType).toBe("JournalEntry");
  const [approver] = await db.collection("workflow_approvers").find({ workflowId }).toArray();
  expect(toHex(approver!["approverId"])).toBe(DEMO_ENTRY_WORKFLOW.stages[0].approver.userId);
});

it("has a group of three directors, who can log in [SRC-2]", async () => {
  const [group, ...others] = await store.db.collection("user_groups").find().toArray();
  expect(others).toEqual([]);
  expect(group).toMatchObject({
    companyId: toObjectId(DEMO_COMPANY.id),
    ref: "UG-000001",
    name: "Directors",
    memberIds: DEMO_DIRECTORS.members.map(({ userId }) => toObjectId(userId)),
  });
  expect(group!["memberIds"]).toHaveLength(3);
});
