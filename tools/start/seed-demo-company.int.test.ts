import { companyData, MESSAGES, SUBJECTS } from "@countersign/contracts";
import { useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";
import { DEMO_COMPANY, DEMO_PEOPLE } from "./demo-company.ts";
import { seedDemoCompany } from "./seed-demo-company.ts";

const store = await useTestStore();
const now = new Date("2027-01-15T08:00:00Z");

it("[RUN-START-07] seeds the demo company once, and leaves alone what was changed since", async () => {
  expect(await seedDemoCompany(store, now)).toBe(true);
  const users = store.db.collection("users");
  expect(await users.countDocuments()).toBe(Object.keys(DEMO_PEOPLE).length);
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
