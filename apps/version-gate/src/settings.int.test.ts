import { commandEventsOf, testTokens, useTestStore } from "@countersign/testing";
import { ObjectId } from "mongodb";
import { beforeEach, describe, expect, it } from "vitest";
import { ADA, adminOf, ask, COMPANY, OTHER_COMPANY, updateConfig, versions } from "../test/gate.ts";
import { useGate } from "../test/use-gate.ts";

const store = await useTestStore({ monitored: true });
const configs = store.db.collection("configs");
const audits = store.db.collection("audit_logs");
const { gate, admin } = await useGate(store);

beforeEach(async () => {
  await configs.deleteMany({});
  await audits.deleteMany({});
});

const HISTORY = `query ($skip: Int! = 0, $take: Int! = 20) {
  configHistory(skip: $skip, take: $take) { total data { _id action at actorId changes { field from to } rolledBack } }
}`;

interface HistoryPage {
  total: number;
  data: {
    _id: string;
    action: string;
    at: string;
    actorId: string;
    changes: unknown[];
    rolledBack: string | null;
  }[];
}

async function historyOf(
  authorization: string,
  page: { skip?: number; take?: number } = {},
): Promise<HistoryPage> {
  const { data, errors } = await ask(gate, authorization, HISTORY, page);
  if (!data) throw new Error(JSON.stringify(errors));
  return data["configHistory"] as HistoryPage;
}

const rollBack = (authorization: string, auditId: string) =>
  ask(
    gate,
    authorization,
    "mutation ($id: ID!) { rollbackConfig(auditId: $id) { iosVersion iosForceUpdate androidVersion } }",
    {
      id: auditId,
    },
  );

describe("updateConfig", () => {
  // Rules: [VG-WRITE-01] [VG-WRITE-04] [VG-CONFIG-01] [VG-CONFIG-02] [VG-CONFIG-03] [VG-CONFIG-04]
  it("creates the company's record and answers it", async () => {
    const written = await updateConfig(gate, admin, {
      iosVersion: "2.4.1",
      iosForceUpdate: true,
      androidVersion: "2.4",
      androidForceUpdate: false,
    });
    expect(written).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      companyId: COMPANY,
      iosVersion: "2.4.1",
      iosForceUpdate: true,
      androidVersion: "2.4",
      androidForceUpdate: false,
      approvalThresholdsEnabled: null,
      defaultWorkflows: [],
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      warnings: [],
    });
  });

  it("changes only the named fields of the one record [VG-WRITE-04] [VG-WRITE-05] [VG-CONFIG-05]", async () => {
    const first = await updateConfig(gate, admin, { iosVersion: "1", androidVersion: "1" });
    const second = await updateConfig(gate, admin, { iosVersion: "2", androidForceUpdate: true });
    expect(second).toMatchObject({
      _id: first["_id"],
      iosVersion: "2",
      androidVersion: "1",
      androidForceUpdate: true,
    });
    expect(await configs.countDocuments()).toBe(1);
  });

  it("unsets a field that is named as null [VG-WRITE-05]", async () => {
    await updateConfig(gate, admin, { iosVersion: "1", iosForceUpdate: true });
    const written = await updateConfig(gate, admin, { iosVersion: null });
    expect(written).toMatchObject({ iosVersion: null, iosForceUpdate: true });
    expect(await versions(gate)).toMatchObject({ ios: { version: null, forceUpdate: true } });
  });

  it("also writes the approval settings, without moving updatedAt [VG-WRITE-06] [CT-COLL-01]", async () => {
    const before = await updateConfig(gate, admin, { iosVersion: "1" });
    const workflowId = "65f0a1b2c3d4e5f6a7b8c921";
    const after = await updateConfig(gate, admin, {
      approvalThresholdsEnabled: true,
      defaultWorkflows: [{ transactionType: "PurchaseOrder", workflowId }],
    });
    expect(after).toMatchObject({
      approvalThresholdsEnabled: true,
      defaultWorkflows: [{ transactionType: "PurchaseOrder", workflowId }],
      updatedAt: before["updatedAt"],
    });
    expect(await configs.findOne({})).toMatchObject({
      companyId: new ObjectId(COMPANY),
      iosVersion: "1",
      approvalThresholdsEnabled: true,
      defaultWorkflows: [{ transactionType: "PurchaseOrder", workflowId: new ObjectId(workflowId) }],
    });
  });

  it("is published even when another record is dated in the future [VG-WRITE-08] [VG-WRITE-09]", async () => {
    const inAnHour = new Date(Date.now() + 3_600_000);
    await configs.insertOne({
      companyId: new ObjectId(OTHER_COMPANY),
      iosVersion: "future",
      updatedAt: inAnHour,
    });
    await updateConfig(gate, admin, { iosVersion: "now" });
    expect(await versions(gate)).toMatchObject({ ios: { version: "now" } });
  });

  it("keeps every one of many simultaneous writes, from two replicas [VG-WRITE-09]", async () => {
    const { gate: other } = await useGate(store);
    const otherAdmin = await adminOf(OTHER_COMPANY);
    const writes = Array.from({ length: 20 }, (_, version) =>
      updateConfig(version % 2 ? gate : other, version % 3 ? admin : otherAdmin, {
        iosVersion: String(version),
      }),
    );
    const written = await Promise.all(writes);
    const times = written.map((config) => config["updatedAt"]);
    expect(new Set(times).size).toBe(20);
    expect(await audits.countDocuments()).toBe(20);
    const last = written
      .toSorted((a, b) => String(a["updatedAt"]).localeCompare(String(b["updatedAt"])))
      .at(-1)!;
    expect(await versions(gate)).toMatchObject({ ios: { version: last["iosVersion"] } });
  });

  it("is audited with the user, the time, and the values before and after [VG-WRITE-07]", async () => {
    const config = await updateConfig(gate, admin, { iosVersion: "1", iosForceUpdate: true });
    const startedAt = Date.now();
    await updateConfig(gate, admin, { iosVersion: "2", iosForceUpdate: true, androidVersion: "1" });
    const records = await audits.find({}).sort({ _id: 1 }).toArray();
    expect(records).toHaveLength(2);
    expect(records[1]).toMatchObject({
      companyId: new ObjectId(COMPANY),
      actorId: new ObjectId(ADA),
      action: "update",
      entity: "config",
      entityId: new ObjectId(String(config["_id"])),
      before: { iosVersion: "1", androidVersion: null },
      after: { iosVersion: "2", androidVersion: "1" },
    });
    const at = (records[1]!["at"] as Date).getTime();
    expect(at).toBeGreaterThanOrEqual(startedAt);
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  it("leaves no audit record where nothing changed [VG-WRITE-07]", async () => {
    await updateConfig(gate, admin, { iosVersion: "1" });
    await updateConfig(gate, admin, { iosVersion: "1" });
    await updateConfig(gate, admin, {});
    expect(await audits.countDocuments()).toBe(1);
  });

  it.each([
    [{ iosVersion: "1.9" }, ["iosVersion"]],
    [{ androidVersion: "1.10.0", androidForceUpdate: true }, []],
    [{ androidVersion: "1.2" }, []],
    [{ iosVersion: "v1.9 (3)" }, ["iosVersion"]],
    [{ iosVersion: "2.0+4" }, []],
  ])("warns of a forced version that is lower than the one before: %j", async (input, fields) => {
    await updateConfig(gate, admin, { iosVersion: "2.0", iosForceUpdate: true, androidVersion: "1.9" });
    const { warnings } = await updateConfig(gate, admin, input);
    expect((warnings as { field: string }[]).map(({ field }) => field)).toEqual(fields);
  });
});

/** The errors of a write that must leave nothing behind. */
const refusedBy = async (authorization: string, input: Record<string, unknown>) => {
  const { errors } = await ask(
    gate,
    authorization,
    "mutation ($input: UpdateConfigInput!) { updateConfig(input: $input) { _id } }",
    { input },
  );
  expect(await configs.countDocuments()).toBe(0);
  expect(await audits.countDocuments()).toBe(0);
  return errors;
};

describe("a refused write", () => {
  it("is one by a user who is not privileged [VG-WRITE-03]", async () => {
    const user = await testTokens().bearer({ sub: ADA, companyId: COMPANY });
    expect(await refusedBy(user, { iosVersion: "1" })).toMatchObject([
      { message: "Only a privileged user may do this", extensions: { code: "FORBIDDEN" } },
    ]);
  });

  it("is one by an auditor, privileged or not, who reads the history [AUD-1]", async () => {
    const before = await historyOf(admin);
    for (const privileged of [true, false]) {
      const auditor = await testTokens().bearer({ sub: ADA, companyId: COMPANY, auditor: true, privileged });
      expect(await refusedBy(auditor, { iosVersion: "1" })).toMatchObject([
        { message: "An auditor changes nothing", extensions: { code: "FORBIDDEN" } },
      ]);
      expect(await historyOf(auditor)).toEqual(before);
    }
  });

  it("is one by an agent, with a privileged user's token too [SAFE-15]", async () => {
    const before = await historyOf(admin);
    const claims = { sub: ADA, companyId: COMPANY, privileged: true };
    for (const own of [{ agent: true }, { act: { sub: "claude" } }]) {
      const agent = await testTokens().bearer({ ...claims, ...own });
      expect(await refusedBy(agent, { iosVersion: "1" })).toMatchObject([
        { message: "Separation of duties: agent", extensions: { code: "FORBIDDEN" } },
      ]);
    }
    expect(await historyOf(admin)).toEqual(before);
  });

  it.each([
    [{ iosVersion: "x".repeat(101) }, "iosVersion"],
    [{ defaultWorkflows: [{ transactionType: "a", workflowId: "nope" }] }, "defaultWorkflows.0.workflowId"],
    [{ defaultWorkflows: [{ transactionType: "", workflowId: ADA }] }, "defaultWorkflows.0.transactionType"],
    [
      {
        defaultWorkflows: Array.from({ length: 101 }, (_, n) => ({
          transactionType: `t${n}`,
          workflowId: ADA,
        })),
      },
      "defaultWorkflows",
    ],
  ])("names the field at fault (%#)", async (input, field) => {
    expect(await refusedBy(admin, input)).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", field } }]);
  });

  it.each([
    { iosVersion: 5 },
    { iosForceUpdate: "yes" },
    { webVersion: "1.3" },
    { defaultWorkflows: [null] },
  ])("does not fit the input type: %j [VG-READ-12]", async (input) => {
    const [error] = (await refusedBy(admin, input)) ?? [];
    expect(error).toMatchObject({ extensions: { code: "BAD_USER_INPUT" } });
    expect(error!.message).toContain(Object.keys(input)[0]);
  });
});

describe("another company", () => {
  it("has its own record and history, which nobody else sees [CT-AUTH-10]", async () => {
    const other = await adminOf(OTHER_COMPANY);
    await updateConfig(gate, admin, { iosVersion: "1" });
    const { data: unseen } = await ask(gate, other, "{ config { _id } }");
    expect(unseen).toEqual({ config: null });
    expect(await historyOf(other)).toEqual({ total: 0, data: [] });

    const [entry] = (await historyOf(admin)).data;
    const foreign = await rollBack(other, entry!._id);
    const missing = await rollBack(other, "65f0a1b2c3d4e5f6a7b8c9aa");
    expect(foreign.errors).toMatchObject([
      { message: "Change not found", extensions: { code: "NOT_FOUND" } },
    ]);
    expect(foreign).toEqual(missing);
  });
});

describe("configHistory and rollbackConfig", () => {
  it("lists the changes, newest first, in pages", async () => {
    await updateConfig(gate, admin, { iosVersion: "1" });
    await updateConfig(gate, admin, {
      iosVersion: "2",
      defaultWorkflows: [{ transactionType: "Leave", workflowId: ADA }],
    });
    await updateConfig(gate, admin, { iosVersion: null });
    const all = await historyOf(admin);
    expect(all.total).toBe(3);
    expect(all.data.map(({ action, actorId, changes }) => ({ action, actorId, changes }))).toEqual([
      { action: "update", actorId: ADA, changes: [{ field: "iosVersion", from: "2", to: null }] },
      {
        action: "update",
        actorId: ADA,
        changes: [
          { field: "iosVersion", from: "1", to: "2" },
          { field: "defaultWorkflows", from: null, to: [{ transactionType: "Leave", workflowId: ADA }] },
        ],
      },
      { action: "update", actorId: ADA, changes: [{ field: "iosVersion", from: null, to: "1" }] },
    ]);
    const page = await historyOf(admin, { skip: 1, take: 1 });
    expect(page).toEqual({ total: 3, data: [all.data[1]] });
  });

  it("reads as many changes as it shows, and counts index keys where the total is asked for [READ-1] [READ-2]", async () => {
    const companyId = new ObjectId(COMPANY);
    const row = { companyId, entity: "config", action: "update", actorId: new ObjectId(ADA), after: {} };
    await audits.insertMany(
      Array.from({ length: 1_000 }, (_, n) => ({ ...row, entityId: companyId, at: new Date(n), before: {} })),
    );
    const readBy = async (query: string) => {
      const read = { documents: 0, counts: 0 };
      for (const { command } of await commandEventsOf(store.client, () => ask(gate, admin, query, {}))) {
        const { find, count, filter, query: counted, sort, skip, limit } = command;
        if (find !== "audit_logs" && count !== "audit_logs") continue;
        const explain = find ? { find, filter, sort, skip, limit } : { count, query: counted };
        const plan = await store.db.command({ explain, verbosity: "executionStats" });
        read.documents += Number(plan["executionStats"].totalDocsExamined);
        read.counts += count ? 1 : 0;
      }
      return read;
    };
    expect(await readBy("{ configHistory { data { _id } } }")).toEqual({ documents: 20, counts: 0 });
    expect(await readBy("{ configHistory { total data { _id } } }")).toEqual({ documents: 20, counts: 1 });
    expect(await historyOf(admin)).toMatchObject({ total: 1_000 });
  });

  it("writes the values from before a change, as a new change of the one record", async () => {
    await updateConfig(gate, admin, { iosVersion: "1", androidVersion: "1" });
    await updateConfig(gate, admin, { iosVersion: "2", iosForceUpdate: true });
    await updateConfig(gate, admin, { androidVersion: "2" });
    const change = (await historyOf(admin)).data[1]!;

    const { data } = await rollBack(admin, change._id);

    expect(data).toEqual({ rollbackConfig: { iosVersion: "1", iosForceUpdate: null, androidVersion: "2" } });
    expect(await versions(gate)).toMatchObject({
      ios: { version: "1", forceUpdate: false },
      android: { version: "2" },
    });
    expect(await configs.countDocuments()).toBe(1);
    const [entry] = (await historyOf(admin)).data;
    expect(entry).toMatchObject({
      action: "rollback",
      rolledBack: change._id,
      changes: [
        { field: "iosVersion", from: "2", to: "1" },
        { field: "iosForceUpdate", from: true, to: null },
      ],
    });
  });

  it("can take a rollback back", async () => {
    await updateConfig(gate, admin, { iosVersion: "1" });
    await updateConfig(gate, admin, { iosVersion: "2" });
    await rollBack(admin, (await historyOf(admin)).data[0]!._id);
    await rollBack(admin, (await historyOf(admin)).data[0]!._id);
    expect(await versions(gate)).toMatchObject({ ios: { version: "2" } });
  });

  it("are for privileged users [VG-WRITE-03]", async () => {
    await updateConfig(gate, admin, { iosVersion: "1" });
    const [entry] = (await historyOf(admin)).data;
    const user = await testTokens().bearer({ sub: ADA, companyId: COMPANY });
    const answers = [await rollBack(user, entry!._id), await ask(gate, user, HISTORY)];
    for (const { errors } of answers) expect(errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
  });

  it.each([
    [{ take: 0 }, "take"],
    [{ take: 101 }, "take"],
    [{ skip: -1 }, "skip"],
  ])("refuse the page %j", async (page, field) => {
    const { errors } = await ask(gate, admin, HISTORY, page);
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", field } }]);
  });

  it.each(["", "nope", "65f0a1b2c3d4e5f6a7b8c9a"])("refuse the change %j", async (auditId) => {
    const { errors } = await rollBack(admin, auditId);
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", field: "auditId" } }]);
  });
});
