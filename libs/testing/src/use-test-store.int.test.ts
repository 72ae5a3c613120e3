import { connectStore, openStore } from "@countersign/mongo";
import { afterAll, expect, inject, it } from "vitest";
import { commandsOf } from "./commands-of.ts";
import { testCompany } from "./test-company.ts";
import { useStoreProxy } from "./use-store-proxy.ts";
import { useTestStore } from "./use-test-store.ts";
import { waitFor } from "./wait-for.ts";

const databases: string[] = [];

// Hooks run in reverse order, so this one runs after the helper's.
afterAll(async () => {
  const other = openStore({ uri: inject("storeUri"), dbName: "admin", appName: "test" });
  const { databases: present } = await other.db.admin().listDatabases({ nameOnly: true });
  await other.close();
  expect(databases).toHaveLength(1);
  expect(present.map(({ name }) => name)).not.toContain(databases[0]);
});

const store = await useTestStore({ monitored: true });
databases.push(store.dbName);

it("has a database of its own, which is dropped afterwards", async () => {
  expect(store.dbName).toMatch(/^test_[0-9a-f]{16}$/u);
  await store.db.collection("things").insertOne({});
  const { databases: present } = await store.db.admin().listDatabases({ nameOnly: true });
  expect(present.map(({ name }) => name)).toContain(store.dbName);
});

it("counts the commands of some work, and only those of its database", async () => {
  const commands = await commandsOf(store, async () => {
    await store.client.db("admin").command({ ping: 1 });
    await store.db.collection("things").findOne();
    await store.db.collection("things").countDocuments();
  });
  expect(commands).toEqual(["find", "aggregate"]);
});

it("builds a company's people and accounts", async () => {
  const company = testCompany(store);
  const head = await company.user({ name: "Head" });
  const departmentId = await company.department({ hodId: head });
  const manager = await company.employee();
  const { userId } = await company.employee({ departmentId, reportingTo: manager.employeeId });
  await company.account({ categoryId: await company.accountCategory("EXPENSE") });
  const employees = await store.db.collection("employees").find().sort({ _id: 1 }).toArray();
  expect(employees.map((employee) => employee["userId"].toHexString())).toEqual([manager.userId, userId]);
  expect(String(employees[1]?.["reportingTo"])).toBe(manager.employeeId);
  expect(await store.db.collection("accounts").findOne()).toMatchObject({ number: expect.any(String) });
});

it("lets a store go away, hang, come back and lose an answer", async () => {
  const proxy = await useStoreProxy(store.uri);
  const options = { serverSelectionTimeoutMs: 700, socketTimeoutMs: 200 };
  const far = await connectStore({ uri: proxy.uri, dbName: store.dbName, appName: "test", ...options });
  await far.ping();
  proxy.hang();
  await expect(far.ping()).rejects.toThrow();
  proxy.accept();
  await waitFor(() => far.ping().then(() => true));
  proxy.refuse();
  await expect(far.ping()).rejects.toThrow();
  proxy.accept();
  await waitFor(() => far.ping().then(() => true));
  proxy.loseAnswerTo("things");
  await far.db.collection("things").insertOne({ lost: true });
  expect(await store.db.collection("things").countDocuments({ lost: true })).toBe(1);
  await far.close();
});
