import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { ConfigValues } from "./config.ts";
import { compareVersions, configWarningsOf } from "./versions.ts";

describe("compareVersions", () => {
  it.each([
    ["1.2", "1.2", 0],
    ["1.2", "1.10", -1],
    ["2", "1.9.9", 1],
    ["1.2", "1.2.0", 0],
    ["1.2", "1.2.1", -1],
    ["01.002", "1.2", 0],
    ["9007199254740993", "9007199254740992", 1],
    ["1.2-beta", "1.2", undefined],
    ["", "1", undefined],
    ["1..2", "1.2", undefined],
    ["v1", "1", undefined],
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
    ["cannot be compared", { ...before, iosVersion: "one", iosForceUpdate: true }],
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
  ])("comes when %s [GATE-1]", (_title, old, after) => {
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
    [
      "another field changes",
      { ...before, iosMinimumVersion: "3" },
      { ...before, iosMinimumVersion: "3", iosForceUpdate: true },
    ],
    ["there is no current version", {}, { iosMinimumVersion: "3" }],
    ["they cannot be compared", {}, { iosVersion: "nightly", iosMinimumVersion: "3" }],
  ])("does not come when %s [GATE-1]", (_title, old, after) => {
    expect(configWarningsOf(old, after)).toEqual([]);
  });
});
