import { describe, expect, it } from "vitest";

import { DEFAULT_POLICIES, assertLevels } from "./policies.ts";
import type { HrApprovalRole, PolicyLevel } from "./types.ts";

const level = (order: number, role: HrApprovalRole): PolicyLevel => ({ order, role, approveBy: "ANY" });

describe("the default policies", () => {
  it("[AE-POLICY-14] [AE-POLICY-15] [AE-POLICY-16] are the specification's table, ANY on every level", () => {
    const line = [level(1, "MANAGER"), level(2, "HEAD_OF_DEPARTMENT"), level(3, "HR")];
    expect(DEFAULT_POLICIES).toEqual([
      { kind: "LEAVE", levels: line },
      { kind: "CLAIM", levels: line },
      { kind: "LOAN", levels: line },
      { kind: "ADVANCE", levels: [level(1, "MANAGER"), level(2, "HR")] },
    ]);
  });

  it("[AE-POLICY-05] keep the rules of policies themselves", () => {
    for (const { levels } of DEFAULT_POLICIES) {
      expect(() => assertLevels(levels)).not.toThrow();
    }
  });
});

describe("the levels of a policy", () => {
  it("[AE-POLICY-06] may leave orders out and stand in any order", () => {
    expect(() => assertLevels([level(7, "HR"), level(2, "MANAGER")])).not.toThrow();
  });

  it.each<[string, PolicyLevel[], string]>([
    ["[AE-POLICY-05] no level", [], "levels"],
    ["[AE-POLICY-06] order 0", [level(0, "HR")], "levels.0.order"],
    ["[AE-POLICY-06] a negative order", [level(-1, "HR")], "levels.0.order"],
    ["[AE-POLICY-06] a fraction", [level(1, "MANAGER"), level(1.5, "HR")], "levels.1.order"],
    ["[AE-POLICY-06] an order that is not finite", [level(Number.NaN, "HR")], "levels.0.order"],
    ["[AE-POLICY-07] an order twice", [level(1, "MANAGER"), level(1, "HR")], "levels.1.order"],
    ["[AE-POLICY-08] a role twice", [level(1, "HR"), level(2, "HR")], "levels.1.role"],
  ])("%s is refused, naming the field", (_title, levels, field) => {
    expect(() => assertLevels(levels)).toThrow(expect.objectContaining({ code: "INVALID_INPUT", field }));
  });
});
