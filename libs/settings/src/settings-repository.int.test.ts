import type { ConfigPatch } from "@countersign/domain/settings";
import { createUnitOfWork, ensureIndexes, newId, toObjectId } from "@countersign/mongo";
import { commandsOf, useTestStore } from "@countersign/testing";
import { ObjectId } from "mongodb";
import { beforeEach, describe, expect, it } from "vitest";
import { configsOf } from "./config-record.ts";
import { createMostRecent } from "./most-recent.ts";
import { createSettingsReader, createSettingsRepository, SETTINGS_INDEXES } from "./settings-repository.ts";

const store = await useTestStore({ monitored: true });
const configs = configsOf(store.db);
await ensureIndexes(store, SETTINGS_INDEXES);
const unitOfWork = createUnitOfWork(store, createSettingsRepository);
const reader = createSettingsReader(store);
const mostRecent = createMostRecent(store.db);
const now = new Date("2026-01-01T00:00:00Z");
const company = newId();

beforeEach(async () => {
  await configs.deleteMany({});
});

const update = (patch: ConfigPatch, { companyId = company, at = now } = {}) => {
  const context = { newId: newId(), now: at };
  return unitOfWork((settings) => settings.update(companyId, patch, context));
};
const updatedAtOf = async (companyId: string) => (await reader.find(companyId))?.updatedAt;

const record = (fields: Record<string, unknown>) => ({
  _id: new ObjectId(),
  companyId: new ObjectId(),
  updatedAt: now,
  ...fields,
});

describe("writing", () => {
  it("creates the company's one record, then overwrites it [VG-WRITE-04] [VG-CONFIG-05]", async () => {
    const created = await update({ iosVersion: "1.0", iosForceUpdate: true });
    expect(created).not.toHaveProperty("before");
    const changed = await update({ iosVersion: "2.0" });
    expect(changed).toMatchObject({
      before: { id: created.after.id, values: { iosVersion: "1.0" } },
      after: { id: created.after.id, values: { iosVersion: "2.0", iosForceUpdate: true } },
      changes: [{ field: "iosVersion", from: "1.0", to: "2.0" }],
    });
    expect(await configs.countDocuments()).toBe(1);
  });

  it("changes only named fields, and null unsets one [VG-WRITE-05] [VG-WRITE-06]", async () => {
    const defaultWorkflows = [{ transactionType: "PURCHASE_ORDER", workflowId: newId() }];
    await update({ androidVersion: "1.0", approvalThresholdsEnabled: true, defaultWorkflows });
    await update({ androidVersion: null });
    expect((await reader.find(company))?.values).toEqual({
      approvalThresholdsEnabled: true,
      defaultWorkflows,
    });
  });

  it("stores the fields as the collection has them and leaves others alone [CT-COLL-01]", async () => {
    const [workflowId, other] = [newId(), { theme: "dark" }];
    await configs.insertOne({ _id: new ObjectId(), companyId: toObjectId(company), updatedAt: now, other });
    await update({ iosVersion: "1.0", defaultWorkflows: [{ transactionType: "t", workflowId }] });
    expect(await configs.findOne()).toEqual({
      _id: expect.any(ObjectId),
      companyId: toObjectId(company),
      iosVersion: "1.0",
      defaultWorkflows: [{ transactionType: "t", workflowId: toObjectId(workflowId) }],
      updatedAt: new Date(now.getTime() + 1),
      other,
    });
  });

  it("writes nothing when a field breaks a bound, and names it", async () => {
    const failure = update({ iosVersion: "1".repeat(101) });
    await expect(failure).rejects.toMatchObject({ code: "INVALID_INPUT", field: "iosVersion" });
    expect(await configs.countDocuments()).toBe(0);
  });

  it("moves updatedAt only with a version field, past every record's [VG-WRITE-08]", async () => {
    const future = new Date("2036-01-01T00:00:00Z");
    await update({ iosVersion: "9" }, { companyId: newId(), at: future });
    await update({ approvalThresholdsEnabled: true });
    expect(await updatedAtOf(company)).toEqual(new Date(0));
    await update({ iosVersion: "1.0" });
    const moved = new Date(future.getTime() + 1);
    expect(await updatedAtOf(company)).toEqual(moved);
    await update({ iosVersion: "1.0", approvalThresholdsEnabled: false });
    expect(await updatedAtOf(company)).toEqual(moved);
  });

  it("gives 30 simultaneous writes of 10 companies 30 moments, the last the most recent [VG-WRITE-09]", async () => {
    const companies = Array.from({ length: 10 }, newId);
    const writes = Array.from({ length: 30 }, (_, index) => {
      const at = new Date(now.getTime() - index * 60_000);
      return update({ iosVersion: `1.${index}` }, { companyId: companies[index % 10] as string, at });
    });
    const results = await Promise.all(writes);
    const moments = results.map(({ after }) => after.updatedAt.getTime());
    expect(new Set(moments).size).toBe(30);
    expect(await configs.countDocuments()).toBe(10);
    const last = results[moments.indexOf(Math.max(...moments))];
    expect(await mostRecent()).toEqual({ iosVersion: last?.after.values.iosVersion });
  });
});

describe("the most recent record", () => {
  it("is undefined in an empty store", async () => {
    expect(await mostRecent()).toBeUndefined();
  });

  it("has the greatest updatedAt, then _id, whatever the company [VG-CONFIG-07]", async () => {
    const [lesser, greater] = [new ObjectId("0".repeat(24)), new ObjectId("f".repeat(24))];
    await configs.insertMany([
      record({ _id: greater, iosVersion: "tie, won" }),
      record({ _id: lesser, iosVersion: "tie, lost" }),
      record({ _id: new ObjectId(), iosVersion: "older", updatedAt: new Date(now.getTime() - 1) }),
    ]);
    expect(await mostRecent()).toEqual({ iosVersion: "tie, won" });
    await configs.insertOne(record({ iosVersion: "newer", updatedAt: new Date(now.getTime() + 1) }));
    expect(await mostRecent()).toEqual({ iosVersion: "newer" });
  });

  it("may be pinned to one company [VG-CONFIG-08]", async () => {
    await update({ androidVersion: "1.0", androidForceUpdate: false });
    await update({ androidVersion: "2.0" }, { companyId: newId(), at: new Date(now.getTime() + 1) });
    const pinned = { androidVersion: "1.0", androidForceUpdate: false };
    expect(await mostRecent({ companyId: company })).toEqual(pinned);
    expect(await mostRecent({ companyId: newId() })).toBeUndefined();
  });

  // Rules: [VG-CONFIG-01] [VG-CONFIG-02] [VG-CONFIG-03] [VG-CONFIG-04]
  it("may have unset fields", async () => {
    await configs.insertOne(record({ iosVersion: null, androidForceUpdate: true }));
    expect(await mostRecent()).toEqual({ androidForceUpdate: true });
  });

  it("is published even if fields that the gate does not publish are broken, but is not found as settings", async () => {
    await configs.insertOne(record({ companyId: toObjectId(company), defaultWorkflows: "all" }));
    expect(await mostRecent()).toEqual({});
    await expect(reader.find(company)).rejects.toThrow(/of configs is not valid: defaultWorkflows /u);
  });

  it("is read with one command", async () => {
    expect(await commandsOf(store, () => mostRecent())).toEqual(["find"]);
  });
});

it("finds a company's settings, and not those of others", async () => {
  await update({ iosVersion: "1.0" });
  expect(await reader.find(company)).toMatchObject({ companyId: company, updatedAt: now });
  expect(await reader.find(newId())).toBeUndefined();
});
