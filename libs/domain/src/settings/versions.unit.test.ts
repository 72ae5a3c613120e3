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
