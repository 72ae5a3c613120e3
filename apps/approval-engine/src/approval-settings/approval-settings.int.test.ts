import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());
const records = recordsOf(store);
const ROUNDS = 20;

const anAdmin = () => aCompany().user({ privileged: true });
const settingsOf = async (caller: Caller) =>
  (await as(caller).get<{ approvalSettings: unknown }>("{ approvalSettings { version onAmend } }"))
    .approvalSettings;
const UPDATE = `mutation Update($input: UpdateApprovalSettingsInput!, $seen: Int) {
  updateApprovalSettings(input: $input, expectedVersion: $seen) { version onAmend } }`;
const update = (caller: Caller, input: Record<string, unknown>, seen?: number) =>
  as(caller).ask(UPDATE, { input, ...(seen !== undefined && { seen }) });
const inDirectory = ({ userId, companyId }: Caller, name: string) =>
  store.db.collection("users").insertOne({ _id: toObjectId(userId), companyId: toObjectId(companyId), name });

describe("a company's settings of its approvals", () => {
  it("are the defaults at version 0 while nobody has set any [SETTING-01]", async () => {
    const admin = anAdmin();
    const before = await countAll(store);
    expect(await settingsOf(admin)).toEqual({ version: 0, onAmend: "REFUSE" });
    expect(await countAll(store)).toBe(before);
  });

  it("are changed by privileged users, read by everybody of the company, and by nobody else [SETTING-01]", async () => {
    const company = aCompany();
    const [admin, user] = [company.user({ privileged: true }), company.user()];
    expect((await update(user, { onAmend: "ASK_AGAIN" })).errors).toMatchObject([
      { message: "Only a privileged user may do this", extensions: { code: "FORBIDDEN" } },
    ]);
    const changed = { version: 1, onAmend: "ASK_AGAIN" };
    expect((await update(admin, { onAmend: "ASK_AGAIN" })).data).toEqual({ updateApprovalSettings: changed });
    expect(await settingsOf(user)).toEqual(changed);
    expect(await settingsOf(anAdmin())).toMatchObject({ version: 0 });
  });

  it("stay where they are left out, and return to the default with null [SETTING-01]", async () => {
    const admin = anAdmin();
    await update(admin, { onAmend: "KEEP_VERDICTS" });
    await update(admin, {});
    expect(await settingsOf(admin)).toEqual({ version: 2, onAmend: "KEEP_VERDICTS" });
    await update(admin, { onAmend: null });
    expect(await settingsOf(admin)).toEqual({ version: 3, onAmend: "REFUSE" });
  });

  it("name the fallback approvers whom the directory knows", async () => {
    const company = aCompany();
    const [admin, known, unknown] = [company.user({ privileged: true }), company.user(), company.user()];
    const fallbackApproverIds = [unknown.userId, known.userId];
    await update(admin, { fallbackApproverIds });
    await inDirectory(known, "Ann Berg");
    const query = "{ approvalSettings { fallbackApproverIds fallbackApprovers { name } } }";
    expect(await as(admin).get(query)).toEqual({
      approvalSettings: { fallbackApproverIds, fallbackApprovers: [{ name: "Ann Berg" }] },
    });
  });

  it("take as fallback approvers only people whom the directory knows, where it knows anybody [SAFE-13]", async () => {
    const company = aCompany();
    const [admin, ann, early, late] = [
      company.user({ privileged: true }),
      company.user(),
      company.user(),
      company.user(),
    ];
    const stranger = aCompany().user();
    await update(admin, { fallbackApproverIds: [early.userId] });
    await inDirectory(ann, "Ann Berg");
    await inDirectory(stranger, "Stan Moor");
    for (const { userId } of [late, stranger]) {
      const fallbackApproverIds = [early.userId, ann.userId, userId];
      expect((await update(admin, { fallbackApproverIds })).errors).toMatchObject([
        {
          message: `fallbackApproverIds: ${userId} is not known in the directory`,
          extensions: { code: "BAD_USER_INPUT", field: "fallbackApproverIds" },
        },
      ]);
    }
    expect(await settingsOf(admin)).toMatchObject({ version: 1 });
    // One that was named before stays, so that the others can be changed.
    const { data } = await update(admin, { fallbackApproverIds: [early.userId, ann.userId] });
    expect(data).toMatchObject({ updateApprovalSettings: { version: 2 } });
  });

  it.each([
    ["case and blanks", ["Finance", "Legal", " finance "]],
    ["composition", ["B\u00FCro", "bu\u0308ro"]],
    ["nothing", ["Legal", "Legal"]],
  ])(
    "refuse exclusive groups that differ by %s, and write nothing [SAFE-18]",
    async (_by, [one = "", ...others]) => {
      const admin = anAdmin();
      const exclusiveGroups = [
        ["Legal", "Finance"],
        [one, ...others],
      ];
      const { errors } = await update(admin, { exclusiveGroups });
      expect(errors).toMatchObject([
        {
          message: `exclusiveGroups.1: "${one.normalize("NFC")}" and "${others.at(-1)?.normalize("NFC")}" read the same; expected groups that people tell apart`,
          extensions: { code: "BAD_USER_INPUT", field: "exclusiveGroups.1" },
        },
      ]);
      expect(await settingsOf(admin)).toMatchObject({ version: 0 });
    },
  );

  it("keep exclusive groups that were stored when any were, while others are set [SAFE-18]", async () => {
    const admin = anAdmin();
    const _id = toObjectId(admin.companyId);
    const exclusiveGroups = [["Finance", "finance"]];
    await store.db.collection("approval_settings").insertOne({ _id, version: 1, exclusiveGroups });
    expect((await update(admin, { onAmend: "ASK_AGAIN" })).data).toMatchObject({
      updateApprovalSettings: { version: 2 },
    });
  });

  it("name who changed what from what to what in the audit trail [SETTING-01]", async () => {
    const admin = anAdmin();
    await update(admin, { onAmend: "ASK_AGAIN" });
    await update(admin, { onAmend: "KEEP_VERDICTS" });
    expect(await records.audit(admin.companyId)).toMatchObject([
      { before: { version: 0, onAmend: "REFUSE" }, after: { version: 1, onAmend: "ASK_AGAIN" } },
      {
        action: "update",
        entity: "approval_settings",
        actorId: admin.userId,
        companyId: admin.companyId,
        before: { version: 1, onAmend: "ASK_AGAIN" },
        after: { version: 2, onAmend: "KEEP_VERDICTS" },
      },
    ]);
  });

  it("refuse a change by somebody who has seen another version, and write nothing [SETTING-01]", async () => {
    const admin = anAdmin();
    for (const seen of [0, 1, 2, 3]) await update(admin, { onAmend: "ASK_AGAIN" }, seen);
    const before = await countAll(store);
    expect((await update(admin, { onAmend: "REFUSE" }, 3)).errors).toMatchObject([
      {
        message: "The settings have changed: expected version 3, found 4",
        extensions: { code: "CONFLICT", field: "expectedVersion" },
      },
    ]);
    expect(await countAll(store)).toBe(before);
    expect(await settingsOf(admin)).toEqual({ version: 4, onAmend: "ASK_AGAIN" });
  });

  it(`let one of two simultaneous changes of a version win, the first one too, ${ROUNDS} times [SETTING-01]`, async () => {
    const admin = anAdmin();
    for (let version = 0; version < ROUNDS; version += 1) {
      const outcomes = await Promise.allSettled([
        engine.updateApprovalSettings(admin, { onAmend: "ASK_AGAIN" }, version),
        engine.updateApprovalSettings(admin, { onAmend: "KEEP_VERDICTS" }, version),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
        reason: { message: `The settings have changed: expected version ${version}, found ${version + 1}` },
      });
    }
    expect(await records.audit(admin.companyId)).toHaveLength(ROUNDS);
  });

  it("switch the thresholds in the settings that version-gate owns, and change nothing else there [SETTING-01]", async () => {
    const company = aCompany();
    const [admin, user] = [company.user({ privileged: true }), company.user()];
    const configs = store.db.collection("configs");
    const companyId = toObjectId(company.companyId);
    const updatedAt = new Date("2026-01-01T00:00:00Z");
    await configs.insertOne({ companyId, iosVersion: "1.0", approvalThresholdsEnabled: null, updatedAt });
    const isOn = async () =>
      as(user).get<{ approvalSettings: { thresholdsEnabled: boolean } }>(
        "{ approvalSettings { thresholdsEnabled } }",
      );
    expect(await isOn()).toEqual({ approvalSettings: { thresholdsEnabled: false } });
    expect((await update(user, { thresholdsEnabled: true })).errors).toMatchObject([
      { extensions: { code: "FORBIDDEN" } },
    ]);
    await update(admin, { thresholdsEnabled: true });
    expect(await isOn()).toEqual({ approvalSettings: { thresholdsEnabled: true } });
    const record = { iosVersion: "1.0", approvalThresholdsEnabled: true, updatedAt };
    expect(await configs.findOne({ companyId })).toMatchObject(record);
    await update(admin, { thresholdsEnabled: true });
    await update(admin, { onAmend: "ASK_AGAIN" });
    expect(await isOn()).toEqual({ approvalSettings: { thresholdsEnabled: true } });
    await update(admin, { thresholdsEnabled: null });
    expect(await isOn()).toEqual({ approvalSettings: { thresholdsEnabled: false } });
    const config = await configs.findOne({ companyId });
    const trail = await records.audit(config?._id.toHexString() ?? "");
    expect(trail).toMatchObject([
      {
        action: "update",
        entity: "config",
        actorId: admin.userId,
        before: { approvalThresholdsEnabled: null },
        after: { approvalThresholdsEnabled: true },
      },
      { before: { approvalThresholdsEnabled: true }, after: { approvalThresholdsEnabled: null } },
    ]);
  });

  it("switch the thresholds of a company without such settings, and undo it with the rest [SETTING-01]", async () => {
    const admin = anAdmin();
    const configs = store.db.collection("configs");
    const companyId = toObjectId(admin.companyId);
    const refused = await update(admin, { thresholdsEnabled: true, onAmend: "ASK_AGAIN" }, 7);
    expect(refused.errors).toMatchObject([{ extensions: { code: "CONFLICT" } }]);
    expect(await configs.countDocuments({ companyId })).toBe(0);
    await update(admin, { thresholdsEnabled: true });
    expect(await configs.findOne({ companyId })).toMatchObject({
      approvalThresholdsEnabled: true,
      updatedAt: new Date(0),
    });
  });

  it("have the deployment's defaults where the company has set nothing, also after it has set others [OPS-2]", async () => {
    const settingsDefaults = { runReaders: "INVOLVED", substitutionDepth: 2 } as const;
    const deployed = await useReplica(store, useBus(), { settingsDefaults });
    const admin = anAdmin();
    const read = async () =>
      (
        await deployed
          .as(admin)
          .get<{ approvalSettings: object }>(
            "{ approvalSettings { version runReaders substitutionDepth onAmend } }",
          )
      ).approvalSettings;
    const change = (input: object) => deployed.as(admin).ask(UPDATE, { input });
    expect(await read()).toEqual({ version: 0, ...settingsDefaults, onAmend: "REFUSE" });
    await change({ onAmend: "ASK_AGAIN", substitutionDepth: 1 });
    expect(await read()).toEqual({
      version: 1,
      runReaders: "INVOLVED",
      substitutionDepth: 1,
      onAmend: "ASK_AGAIN",
    });
    await change({ substitutionDepth: null });
    expect(await read()).toMatchObject({ version: 2, substitutionDepth: 2, onAmend: "ASK_AGAIN" });
    // Another deployment's defaults are not stored.
    expect(await settingsOf(admin)).toMatchObject({ onAmend: "ASK_AGAIN" });
    const stored = await store.db
      .collection("approval_settings")
      .findOne({ _id: toObjectId(admin.companyId) });
    expect(stored).toEqual({
      _id: toObjectId(admin.companyId),
      version: 2,
      onAmend: "ASK_AGAIN",
      madeBy: { substitutionDepth: expect.objectContaining({ userId: admin.userId }) },
    });
  });

  it("judge what happens, the deployment's defaults too [OPS-2]", async () => {
    const settingsDefaults = {
      onAmend: "KEEP_VERDICTS",
      recall: "ALWAYS",
      submitterNeverDecides: true,
    } as const;
    const deployed = await useReplica(store, useBus(), { settingsDefaults });
    const company = aCompany();
    const [clerk, boss] = [company.user(), company.user()];
    const { refId, tasks } = await submitNew(deployed.engine, clerk, stagesOf([clerk, boss]));
    await deployed.engine.amendDocument(clerk, { refId, document: { title: "Longer" } });
    const taskId = tasks[0]?._id ?? "";
    await expect(deployed.engine.decideApproval(clerk, { taskId, status: "APPROVED" })).rejects.toThrow();
    await deployed.engine.recallDocument(clerk, { refId, reason: "Not needed" });
  });

  it("keep what only another release knows", async () => {
    const admin = anAdmin();
    await update(admin, { onAmend: "ASK_AGAIN" });
    const ofCompany = { _id: toObjectId(admin.companyId) };
    const collection = store.db.collection("approval_settings");
    await collection.updateOne(ofCompany, { $set: { ofNextRelease: 7 } });
    await update(admin, { onAmend: "REFUSE" });
    expect(await collection.findOne(ofCompany)).toEqual({
      ...ofCompany,
      version: 2,
      onAmend: "REFUSE",
      ofNextRelease: 7,
    });
  });
});
