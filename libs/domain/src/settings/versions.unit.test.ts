import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { ConfigPatch, ConfigValues } from "./config.ts";
import { applyConfigChanges, configChangesOf } from "./config-changes.ts";
import { assertMinimums, compareVersions, configWarningsOf } from "./versions.ts";

describe("compareVersions", () => {
  it.each([
    ["1.2", "1.2", 0],
    ["1.2", "1.10", -1],
    ["2", "1.9.9", 1],
    ["1.2", "1.2.0", 0],
    ["1.2", "1.2.1", -1],
    ["01.002", "1.2", 0],
    ["9007199254740993", "9007199254740992", 1],
    ["1.2-beta", "1.2", -1],
    ["v1.2 (34)", "1.2+35\n", 0],
    ["", "1", undefined],
    ["1..2", "1.2", undefined],
    ["nightly", "1", undefined],
  ])("%j against %j is %s", (left, right, expected) => {
    expect(compareVersions(left, right)).toBe(expected);
  });

  it("is an order: the other way round is the opposite", () => {
    const version = fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("."));
    fc.assert(
      fc.property(version, version, (left, right) => {
        expect(compareVersions(left, right)).toBe(0 - (compareVersions(right, left) as number));
      }),
    );
  });
});

describe("configWarningsOf", () => {
  const before: ConfigValues = { iosVersion: "1.10", androidVersion: "2.0" };

  it("warns of a forced version lower than the one before", () => {
    expect(configWarningsOf(before, { ...before, iosVersion: "1.9", iosForceUpdate: true })).toEqual([
      {
        field: "iosVersion",
        message: "iosVersion 1.9 is forced and lower than 1.10, the version before",
      },
    ]);
    expect(
      configWarningsOf(before, { iosVersion: "1.10", androidVersion: "1.9.9", androidForceUpdate: true }),
    ).toMatchObject([{ field: "androidVersion" }]);
  });

  it.each<[string, ConfigValues]>([
    ["is not forced", { ...before, iosVersion: "1.9" }],
    ["is higher", { ...before, iosVersion: "1.11", iosForceUpdate: true }],
    ["stays", { ...before, iosForceUpdate: true }],
    ["is unset", { androidVersion: "2.0", iosForceUpdate: true }],
    ["has none before", { ...before, androidForceUpdate: true }],
  ])("does not warn about a version that %s", (_title, after) => {
    expect(configWarningsOf(before, after)).toEqual([]);
  });

  it("does not warn about a first version", () => {
    expect(configWarningsOf({}, { iosVersion: "0.1", iosForceUpdate: true })).toEqual([]);
  });
});

describe("the warning of a minimum above the current version", () => {
  const before: ConfigValues = { iosVersion: "2.0", iosMinimumVersion: "1.0" };

  it.each<[string, ConfigValues, ConfigValues]>([
    ["the minimum is raised", before, { ...before, iosMinimumVersion: "2.1" }],
    ["the current version is lowered", before, { ...before, iosVersion: "0.9" }],
    [
      "the current version becomes a pre-release of the minimum",
      before,
      { ...before, iosVersion: "1.0-rc.1" },
    ],
    ["both are new", {}, { iosVersion: "1", iosMinimumVersion: "2" }],
    [
      "another field changes",
      { ...before, iosMinimumVersion: "3" },
      { ...before, iosMinimumVersion: "3", iosForceUpdate: true },
    ],
  ])("comes when %s [GATE-1] [FIX-6]", (_title, old, after) => {
    expect(configWarningsOf(old, after)).toEqual([
      {
        field: "iosMinimumVersion",
        message: `iosMinimumVersion ${after.iosMinimumVersion} is higher than ${after.iosVersion}, the current version: every app must update`,
      },
    ]);
  });

  it("knows the web's current version, which is a constant [GATE-1]", () => {
    expect(configWarningsOf({}, { webMinimumVersion: "1.3" })).toMatchObject([
      { field: "webMinimumVersion" },
    ]);
    expect(configWarningsOf({}, { webMinimumVersion: "1.2" })).toEqual([]);
  });

  it.each<[string, ConfigValues, ConfigValues]>([
    ["they are equal", before, { ...before, iosMinimumVersion: "2.0.0" }],
    ["there is no current version", {}, { iosMinimumVersion: "3" }],
  ])("does not come when %s [GATE-1]", (_title, old, after) => {
    expect(configWarningsOf(old, after)).toEqual([]);
  });
});

describe("the warning of a current version that cannot be compared", () => {
  it.each<[ConfigValues, string[]]>([
    [{ iosVersion: "nightly" }, ["iosVersion"]],
    [{ iosVersion: "3.1", androidVersion: "three", androidMinimumVersion: "3" }, ["androidVersion"]],
    [{ iosVersion: "v3.1 (4)\n", androidVersion: "2.0-β" }, ["androidVersion"]],
    [{ iosVersion: "2.4.0-rc.1", androidVersion: "2.4.0rc1" }, ["androidVersion"]],
    [{ iosVersion: "2,4", androidVersion: "٢.٤" }, ["iosVersion", "androidVersion"]],
    [{ webMinimumVersion: "1.2" }, []],
  ])("for %j names %j, whatever the write was [FIX-6]", (values, fields) => {
    for (const before of [{}, values]) {
      expect(configWarningsOf(before, values).map(({ field }) => field)).toEqual(fields);
    }
  });

  it("says how a version is read that not every client reads [FIX-6]", () => {
    expect(configWarningsOf({}, { androidVersion: "Version 2.4.0 Beta (7)" })).toEqual([
      {
        field: "androidVersion",
        message:
          "androidVersion Version 2.4.0 Beta (7) is read as 2.4.0-beta: write it so, because apps that compare by themselves may not read it",
      },
    ]);
  });

  it("says on one line what it means [FIX-6]", () => {
    expect(configWarningsOf({}, { iosVersion: "next\n\u202Eone" })).toEqual([
      {
        field: "iosVersion",
        message:
          "iosVersion next [U+202E]one cannot be compared with installed versions: it asks nobody to update",
      },
    ]);
  });
});

describe("a minimum above the current version", () => {
  const stored: ConfigValues = { iosVersion: "v2.0 (7)", iosMinimumVersion: "1.0" };
  const refusal = (patch: ConfigPatch, before = stored) => {
    const after = applyConfigChanges(before, configChangesOf(before, patch));
    try {
      assertMinimums(patch, after);
      return undefined;
    } catch (error) {
      return error;
    }
  };

  it.each<[ConfigPatch, string, string]>([
    [
      { iosMinimumVersion: "V2.0.1" },
      "iosMinimumVersion",
      "iosMinimumVersion must not be above iosVersion: V2.0.1 is higher than v2.0 (7), so that every app would be locked out",
    ],
    [
      { iosVersion: " 0.9\n" },
      "iosVersion",
      "iosVersion must not be below iosMinimumVersion: 0.9 is lower than 1.0, so that every app would be locked out",
    ],
    [
      { iosVersion: "1.0-rc.1" },
      "iosVersion",
      "iosVersion must not be below iosMinimumVersion: 1.0-rc.1 is lower than 1.0, so that every app would be locked out",
    ],
    [
      { androidVersion: "3", androidMinimumVersion: "3.0.1" },
      "androidMinimumVersion",
      "androidMinimumVersion must not be above androidVersion: 3.0.1 is higher than 3, so that every app would be locked out",
    ],
    [
      { iosVersion: "1.0rc1" },
      "iosVersion",
      "iosVersion must not be below iosMinimumVersion: 1.0rc1 is lower than 1.0, so that every app would be locked out",
    ],
    [
      { webMinimumVersion: "1.3" },
      "webMinimumVersion",
      "webMinimumVersion must not be above the current version: 1.3 is higher than 1.2, so that every app would be locked out",
    ],
  ])("is refused when %j sets it [FIX-6]", (patch, field, message) => {
    expect(refusal(patch)).toMatchObject({ code: "INVALID_INPUT", field, message });
  });

  it.each<[string, ConfigPatch, ConfigValues]>([
    ["they are equal", { iosMinimumVersion: "2.0.0" }, stored],
    ["both rise", { iosMinimumVersion: "3", iosVersion: "3" }, stored],
    ["the current version is unset", { iosVersion: null, iosMinimumVersion: "3" }, stored],
    ["the current version cannot be compared", { iosVersion: "nightly", iosMinimumVersion: "3" }, stored],
    ["the minimum is unset", { iosVersion: "0.9", iosMinimumVersion: null }, stored],
    [
      "another field changes",
      { iosForceUpdate: true, androidVersion: "1" },
      { iosVersion: "1", iosMinimumVersion: "2" },
    ],
  ])("is not refused when %s [FIX-6]", (_title, patch, before) => {
    expect(refusal(patch, before)).toBeUndefined();
  });
});
