import { createLogger } from "@countersign/service-kit";
import { testEnvironment, useTestStore } from "@countersign/testing";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { ask, COMPANY, updateConfig } from "../test/gate.ts";
import { useGate } from "../test/use-gate.ts";
import { versionGate } from "./service.ts";

const store = await useTestStore();
const { gate, admin } = await useGate(store);
const configs = store.db.collection("configs");

beforeEach(async () => {
  await configs.deleteMany({});
});

const FIELDS = ["ios", "android", "web"]
  .map(
    (platform) => `${platform}MinimumVersion ${platform}RolloutPercent
      ${platform}Maintenance { from until message { language text } } ${platform}Messages { language text }`,
  )
  .join(" ");

/** Runs an operation and returns its answer, or its first error. */
async function run(operation: string, variables: Record<string, unknown>) {
  const { data, errors } = await ask(gate, admin, operation, variables);
  return (data && Object.values(data)[0]) ?? errors?.[0];
}
const update = (input: Record<string, unknown>) =>
  run(
    `mutation ($input: UpdateConfigInput!) { updateConfig(input: $input) { ${FIELDS} warnings { field message } } }`,
    { input },
  );
const rollBack = (id: string) =>
  run(`mutation ($id: ID!) { rollbackConfig(auditId: $id) { ${FIELDS} } }`, { id });
async function lastChange() {
  const page = await run("{ configHistory(take: 1) { data { _id changes { field from to } } } }", {});
  return (page as { data: { _id: string; changes: unknown[] }[] }).data[0]!;
}

const EMPTY = Object.fromEntries(
  ["ios", "android", "web"].flatMap((platform) => [
    [`${platform}MinimumVersion`, null],
    [`${platform}RolloutPercent`, null],
    [`${platform}Maintenance`, []],
    [`${platform}Messages`, []],
  ]),
);
const MESSAGE = [
  { language: "en", text: "Update, please" },
  { language: "zh-Hant", text: "請更新" },
];
const WINDOW = { from: "2026-01-01T00:00:00.000Z", until: "2026-01-01T06:00:00.000Z", message: MESSAGE };
const LATER = { from: "2026-01-01T06:00:00.000Z", until: "2026-01-02T00:00:00.000Z", message: [] };
const ALL = Object.fromEntries(
  ["ios", "android", "web"].flatMap((platform) => [
    [`${platform}MinimumVersion`, "1.0.0.1"],
    [`${platform}RolloutPercent`, 5],
    [`${platform}Maintenance`, [WINDOW, LATER]],
    [`${platform}Messages`, MESSAGE],
  ]),
);

describe("updateConfig", () => {
  it("writes the settings of every app, and moves updatedAt as they are published [GATE-1]", async () => {
    expect(await update(ALL)).toEqual({ ...ALL, warnings: [] });
    const stored = await configs.findOne({});
    expect(stored).toMatchObject({ iosMaintenance: [{ from: new Date(WINDOW.from) }, {}] });
    expect((stored!["updatedAt"] as Date).getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it("takes instants of another offset, and windows without a message [GATE-1]", async () => {
    const input = { from: "2026-01-01T02:00:00+02:00", until: "2026-01-01T06:00:00Z" };
    expect(await update({ iosMaintenance: [input] })).toMatchObject({
      iosMaintenance: [{ ...WINDOW, message: [] }],
    });
    const inline = `mutation { updateConfig(input: {
      webMaintenance: [{ from: "2026-01-01T02:00:00+02:00", until: "2026-01-01T06:00:00Z" }]
    }) { webMaintenance { from } } }`;
    expect(await run(inline, {})).toEqual({ webMaintenance: [{ from: WINDOW.from }] });
  });

  it.each([
    [{ iosMinimumVersion: "v2.1" }, "iosMinimumVersion"],
    [{ iosVersion: "1.9" }, "iosVersion"],
    [{ androidVersion: "1", androidMinimumVersion: "1.0.1" }, "androidMinimumVersion"],
    [{ webMinimumVersion: "1.3" }, "webMinimumVersion"],
  ])(
    "refuses %j, whose minimum is above the current version, and writes nothing [FIX-6]",
    async (input, field) => {
      await update({ iosVersion: "2.0 (7)", iosMinimumVersion: "2" });
      const before = await configs.findOne({});
      expect(await update({ ...input, webRolloutPercent: 5 })).toMatchObject({
        message: expect.stringContaining("so that every app would be locked out") as string,
        extensions: { code: "BAD_USER_INPUT", field },
      });
      expect(await configs.findOne({})).toEqual(before);
      expect(await update({ iosMinimumVersion: "3", iosVersion: "3" })).toMatchObject({ warnings: [] });
    },
  );

  it("warns of such a minimum that was stored before, when another field changes [FIX-6]", async () => {
    await update({ iosVersion: "2.0" });
    await configs.updateOne({}, { $set: { iosMinimumVersion: "2.1" } });
    expect(await update({ iosForceUpdate: true })).toMatchObject({
      iosMinimumVersion: "2.1",
      warnings: [
        {
          field: "iosMinimumVersion",
          message: "iosMinimumVersion 2.1 is higher than 2.0, the current version: every app must update",
        },
      ],
    });
    expect(await update({ iosVersion: "2.1" })).toMatchObject({ warnings: [] });
  });

  it("warns in result, log and metric of a current version that cannot be compared [FIX-6]", async () => {
    const lines: string[] = [];
    const logger = createLogger({
      name: "gate",
      level: "warn",
      destination: { write: (line) => lines.push(line) },
    });
    const watched = await versionGate.start(testEnvironment(store), { store, logger });
    onTestFinished(watched.stop);
    const counted = async () => {
      const metrics = await (await fetch(`${watched.internalUrl}/metrics`)).text();
      return /^version_gate_config_warnings_total\{field="androidVersion".*\} (\d+)$/m.exec(metrics)?.[1];
    };
    await updateConfig(watched, admin, { androidVersion: "2" });
    expect([await counted(), lines]).toEqual(["0", []]);
    expect(await updateConfig(watched, admin, { androidVersion: "nightly" })).toMatchObject({
      androidVersion: "nightly",
      warnings: [{ field: "androidVersion" }],
    });
    expect(await counted()).toBe("1");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        companyId: COMPANY,
        field: "androidVersion",
        msg: "androidVersion nightly cannot be compared with installed versions: it asks nobody to update",
      }),
    ]);
  });

  it.each([
    [{ iosMinimumVersion: "1..2" }, "iosMinimumVersion"],
    [{ iosVersion: "1\u202E2" }, "iosVersion"],
    [{ androidMinimumVersion: "1 (\u200B)" }, "androidMinimumVersion"],
    [{ androidRolloutPercent: 101 }, "androidRolloutPercent"],
    [
      { webMaintenance: [WINDOW, { ...WINDOW, from: "2026-01-01T05:59:59Z", until: LATER.until }] },
      "webMaintenance.1",
    ],
    [{ webMaintenance: [{ ...WINDOW, until: WINDOW.from }] }, "webMaintenance.0.until"],
    [{ iosMessages: [{ language: "de_DE", text: "Neu" }] }, "iosMessages.0.language"],
  ])("refuses what breaks a rule, naming the field (%#) [GATE-1]", async (input, field) => {
    expect(await update(input)).toMatchObject({ extensions: { code: "BAD_USER_INPUT", field } });
    expect(await configs.countDocuments()).toBe(0);
  });

  it.each([
    [{ iosMaintenance: [{ ...WINDOW, from: "tomorrow" }] }, "input.iosMaintenance[0].from"],
    [{ iosMaintenance: [{ ...WINDOW, until: "2026-02-30T00:00:00Z" }] }, "input.iosMaintenance[0].until"],
    [{ iosMaintenance: [{ ...WINDOW, until: 5 }] }, "input.iosMaintenance[0].until"],
    [{ iosRolloutPercent: 0.5 }, "input.iosRolloutPercent"],
    [{ iosMessages: [{ language: "de" }] }, "text"],
  ])("refuses what does not fit the input type, naming the field (%#) [GATE-1]", async (input, field) => {
    const error = await update(input);
    expect(error).toMatchObject({ extensions: { code: "BAD_USER_INPUT" } });
    expect((error as { message: string }).message).toContain(field);
  });
});

describe("configHistory and rollbackConfig", () => {
  it("cover the settings of every app: one step restores all of them [GATE-1]", async () => {
    await update(ALL);
    const { _id, changes } = await lastChange();
    expect(changes).toHaveLength(12);
    expect(changes).toContainEqual({ field: "webMaintenance", from: null, to: [WINDOW, LATER] });
    expect(await rollBack(_id)).toEqual(EMPTY);
    expect(await configs.findOne({})).not.toHaveProperty("iosMaintenance");

    const undone = await lastChange();
    expect(undone.changes).toContainEqual({ field: "webMaintenance", from: [WINDOW, LATER], to: null });
    expect(await rollBack(undone._id)).toEqual(ALL);
    expect(await configs.findOne({})).toMatchObject({
      iosMaintenance: [{ from: new Date(WINDOW.from) }, {}],
    });
  });

  it("refuse to restore a minimum above the current version [FIX-6]", async () => {
    await update({ iosVersion: "2", iosMinimumVersion: "2" });
    await update({ iosVersion: "3" });
    const raised = await lastChange();
    await update({ iosMinimumVersion: "3" });
    expect(await rollBack(raised._id)).toMatchObject({
      extensions: { code: "BAD_USER_INPUT", field: "iosVersion" },
    });
    expect(await configs.findOne({})).toMatchObject({ iosVersion: "3", iosMinimumVersion: "3" });
  });

  it("have no change where the same settings are given again [GATE-1]", async () => {
    await update(ALL);
    const { _id } = await lastChange();
    await update(ALL);
    expect((await lastChange())._id).toBe(_id);
  });
});
