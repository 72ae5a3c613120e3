import { toHex, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { beforeAll, expect, it } from "vitest";
import { verifyTrails } from "../../ops/audit/audit-command.ts";
import { DEMO_COMPANY, DEMO_PEOPLE } from "./demo-company.ts";
import { seedDemoCompany } from "./seed-demo-company.ts";

const store = await useTestStore();
const now = new Date("2027-01-15T08:00:00Z");
beforeAll(async () => {
  await seedDemoCompany(store, now, { openWork: true });
});

/** References of the documents that ask each person. */
async function waiting(): Promise<Record<string, string[]>> {
  const tasks = await store.db
    .collection("workflow_tasks")
    .find({ status: "AWAITING_APPROVAL", archived: false })
    .sort({ createdAt: 1 })
    .toArray();
  const seats = await store.db
    .collection("workflow_approvals")
    .find({ taskId: { $in: tasks.map(({ _id }) => _id) } })
    .toArray();
  const refsOf = ({ userId }: { userId: string }) =>
    tasks
      .filter(({ _id }) =>
        seats.some((seat) => _id.equals(seat["taskId"]) && toHex(seat["approverId"]) === userId),
      )
      .map(({ ref }) => String(ref));
  return Object.fromEntries(Object.values(DEMO_PEOPLE).map((person) => [person.key, refsOf(person)]));
}

it("has documents wait for the manager, the head of department and human resources [RUN-START-07]", async () => {
  expect(await waiting()).toEqual({
    employee: [],
    manager: ["PR-0107", "SQ-0391", "PO-0231", "SO-0512", "PO-0244", "LV-000001"],
    head: ["CL-000001"],
    hr: ["AD-000001"],
    admin: [],
  });
});

it("has the records of its HR documents wait for the runs of their approvals", async () => {
  const tasks = store.db.collection("workflow_tasks");
  for (const collection of ["leaves", "claims", "advances"]) {
    const [record] = await store.db.collection(collection).find().toArray();
    expect(record, collection).toMatchObject({ status: "PENDING" });
    expect(record, collection).not.toHaveProperty("claimedUntil");
    expect(await tasks.countDocuments({ refId: record!._id, runId: record!["runId"] })).toBeGreaterThan(0);
  }
});

it("leaves trails that audit:verify finds sound", async () => {
  const printed: string[] = [];
  expect(
    await verifyTrails(store, { companyIds: [], anchors: new Map() }, (text) => printed.push(text)),
  ).toBe(true);
  expect(printed.join("\n")).toContain("sound");
});

it("lets the documents wait since before the start", async () => {
  const companyId = toObjectId(DEMO_COMPANY.id);
  const tasks = await store.db.collection("workflow_tasks").find({ companyId }).toArray();
  expect(tasks.length).toBeGreaterThan(7);
  for (const { createdAt } of tasks) expect(createdAt.getTime()).toBeLessThan(now.getTime());
});
