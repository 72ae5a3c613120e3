import { describe, expect, it } from "vitest";

import {
  CONFIG_BOUNDS,
  type ConfigPatch,
  type ConfigValues,
  assertConfigPatch,
  defaultWorkflowOf,
  withoutBlankVersions,
} from "./config.ts";
import { applyConfigChanges, configChangesOf, nextUpdatedAtMs, rollbackPatchOf } from "./config-changes.ts";

const WORKFLOW = "0123456789abcdef01234567";
const workflows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ transactionType: `type ${index}`, workflowId: WORKFLOW }));

const windowUntil = (hour: number) => [
  { from: new Date(0), until: new Date(hour * 3_600_000), message: [{ language: "en", text: "Soon" }] },
];

describe("assertConfigPatch", () => {
  it.each<[string, ConfigPatch]>([
    ["nothing", {}],
    ["any string as a version [VG-READ-17]", { iosVersion: "", androidVersion: "2.0-β (büilt ✓)" }],
    [
      "[VG-CONFIG-01] [VG-CONFIG-02] [VG-CONFIG-03] [VG-CONFIG-04] unset fields",
      {
        iosVersion: null,
        iosForceUpdate: null,
        androidVersion: null,
        androidForceUpdate: null,
      },
    ],
    ["the longest version", { iosVersion: "1".repeat(CONFIG_BOUNDS.version) }],
    ["default workflows [VG-WRITE-06]", { defaultWorkflows: workflows(CONFIG_BOUNDS.defaultWorkflows) }],
  ])("accepts %s", (_title, patch) => {
    expect(() => assertConfigPatch(patch)).not.toThrow();
  });

  it.each<[string, ConfigPatch]>([
    ["iosVersion", { iosVersion: "1".repeat(CONFIG_BOUNDS.version + 1) }],
    ["androidVersion", { androidVersion: "1".repeat(CONFIG_BOUNDS.version + 1) }],
    ["iosVersion", { iosVersion: "3.1\u202E.0" }],
    ["androidVersion", { androidVersion: "3\u200B.1" }],
    ["webMinimumVersion", { webMinimumVersion: "1 (\uFEFF2)" }],
    ["defaultWorkflows", { defaultWorkflows: workflows(CONFIG_BOUNDS.defaultWorkflows + 1) }],
    ["defaultWorkflows.1.transactionType", { defaultWorkflows: [...workflows(1), ...workflows(1)] }],
    [
      "defaultWorkflows.0.transactionType",
      { defaultWorkflows: [{ transactionType: " ", workflowId: WORKFLOW }] },
    ],
    [
      "defaultWorkflows.0.transactionType",
      { defaultWorkflows: [{ transactionType: "x".repeat(101), workflowId: WORKFLOW }] },
    ],
    [
      "defaultWorkflows.0.workflowId",
      { defaultWorkflows: [{ transactionType: "SalesOrder", workflowId: "x" }] },
    ],
  ])("names %s when it breaks a bound", (field, patch) => {
    expect(() => assertConfigPatch(patch)).toThrow(expect.objectContaining({ code: "INVALID_INPUT", field }));
  });
});

describe("a refused version", () => {
  it("says which character hides or reorders text [FIX-6] [SAFE-7]", () => {
    expect(() => assertConfigPatch({ iosVersion: "3.1\u202E.0" })).toThrow(
      "iosVersion must not contain U+202E, which hides or reorders text",
    );
  });
});

describe("a version without text", () => {
  it.each(["", " ", "\r\n", "\u00A0\u3000"])("(%j) is null, also as a minimum [FIX-6]", (blank) => {
    const patch = {
      iosVersion: blank,
      androidVersion: " 1 ",
      webMinimumVersion: blank,
      iosForceUpdate: true,
    };
    const read = withoutBlankVersions(patch);
    expect(read).toEqual({
      iosVersion: null,
      androidVersion: " 1 ",
      webMinimumVersion: null,
      iosForceUpdate: true,
    });
    expect(() => assertConfigPatch(read)).not.toThrow();
  });
});

describe("defaultWorkflowOf", () => {
  it("matches by transaction type [AE-INV-09]", () => {
    const values = { defaultWorkflows: [{ transactionType: "SalesOrder", workflowId: "w1" }] };
    expect(defaultWorkflowOf(values, "SalesOrder")).toBe("w1");
    expect(defaultWorkflowOf(values, "PurchaseOrder")).toBeUndefined();
    expect(defaultWorkflowOf({}, "SalesOrder")).toBeUndefined();
  });
});

describe("configChangesOf", () => {
  const before: ConfigValues = {
    iosVersion: "1.0",
    iosForceUpdate: false,
    defaultWorkflows: [{ transactionType: "SalesOrder", workflowId: "w1" }],
  };

  it("lists each field with its old and new value [VG-WRITE-05] [VG-WRITE-07]", () => {
    expect(
      configChangesOf(before, { iosVersion: "1.1", androidVersion: "2.0", iosForceUpdate: null }),
    ).toEqual([
      { field: "iosVersion", from: "1.0", to: "1.1" },
      { field: "iosForceUpdate", from: false },
      { field: "androidVersion", to: "2.0" },
    ]);
  });

  it.each<[string, ConfigPatch]>([
    ["nothing is named", {}],
    ["undefined is given", { iosVersion: undefined }],
    ["the same values are given again", { iosVersion: "1.0", iosForceUpdate: false }],
    ["an unset field is unset", { androidVersion: null }],
    [
      "the same workflows are given again",
      { defaultWorkflows: [{ workflowId: "w1", transactionType: "SalesOrder" }] },
    ],
  ])("finds no change when %s [VG-WRITE-05]", (_title, patch) => {
    expect(configChangesOf(before, patch)).toEqual([]);
  });

  it("sees a change inside the default workflows", () => {
    const defaultWorkflows = [{ transactionType: "SalesOrder", workflowId: "w2" }];
    expect(configChangesOf(before, { defaultWorkflows })).toEqual([
      { field: "defaultWorkflows", from: before.defaultWorkflows, to: defaultWorkflows },
    ]);
  });

  it("sees a change inside maintenance windows and messages, and none in equal ones [GATE-1]", () => {
    const settings: ConfigValues = {
      iosMaintenance: windowUntil(1),
      webMessages: [{ language: "en", text: "New" }],
    };
    expect(
      configChangesOf(settings, {
        iosMaintenance: windowUntil(1),
        webMessages: [{ text: "New", language: "en" }],
      }),
    ).toEqual([]);
    expect(configChangesOf(settings, { iosMaintenance: windowUntil(2) })).toHaveLength(1);
    expect(configChangesOf(settings, { webMessages: [{ language: "en", text: "Newer" }] })).toHaveLength(1);
  });

  it("are applied to the fields they name alone, and taken back [VG-CONFIG-05] [VG-WRITE-05]", () => {
    const changes = configChangesOf(before, {
      iosVersion: "1.1",
      iosForceUpdate: null,
      androidVersion: "2.0",
    });
    const after = applyConfigChanges(before, changes);
    expect(after).toEqual({
      iosVersion: "1.1",
      androidVersion: "2.0",
      defaultWorkflows: before.defaultWorkflows,
    });
    const rollback = rollbackPatchOf(changes);
    expect(rollback).toEqual({ iosVersion: "1.0", iosForceUpdate: false, androidVersion: null });
    expect(applyConfigChanges(after, configChangesOf(after, rollback))).toEqual(before);
  });
});

describe("nextUpdatedAtMs", () => {
  it.each(["iosVersion", "iosForceUpdate", "androidVersion", "androidForceUpdate"] as const)(
    "moves when %s changes [VG-WRITE-08]",
    (field) => {
      const times = { currentMs: 10, greatestMs: 20, nowMs: 30 };
      expect(nextUpdatedAtMs([{ field, to: "x" }], times)).toBe(30);
    },
  );

  it("moves when a setting of an app changes, as the gate publishes it [GATE-1]", () => {
    const times = { currentMs: 10, greatestMs: 20, nowMs: 30 };
    expect(nextUpdatedAtMs([{ field: "webRolloutPercent", to: 5 }], times)).toBe(30);
  });

  it("moves past every record's, whatever the clock says [VG-WRITE-08] [VG-WRITE-09]", () => {
    const changes = [{ field: "iosVersion", to: "2" } as const];
    expect(nextUpdatedAtMs(changes, { currentMs: 10, greatestMs: 90, nowMs: 30 })).toBe(91);
    expect(nextUpdatedAtMs(changes, { currentMs: 30, greatestMs: 30, nowMs: 30 })).toBe(31);
    expect(nextUpdatedAtMs(changes, { currentMs: undefined, greatestMs: undefined, nowMs: 30 })).toBe(30);
  });

  it("stays when no version field changes [VG-WRITE-08]", () => {
    const times = { currentMs: 10, greatestMs: 20, nowMs: 30 };
    expect(nextUpdatedAtMs([], times)).toBe(10);
    expect(nextUpdatedAtMs([{ field: "approvalThresholdsEnabled", to: true }], times)).toBe(10);
  });

  it("puts a new record without versions behind every other one [VG-WRITE-04] [VG-CONFIG-07]", () => {
    const times = { currentMs: undefined, greatestMs: 20, nowMs: 30 };
    expect(nextUpdatedAtMs([{ field: "approvalThresholdsEnabled", to: true }], times)).toBe(0);
  });
});
