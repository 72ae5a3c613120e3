import { describe, expect, it } from "vitest";

import { DEFAULT_POLICIES, assertLevels } from "./policies.ts";
import type { HrApprovalRole, PolicyLevel } from "./types.ts";

const level = (order: number, role: HrApprovalRole): PolicyLevel => ({ order, role, approveBy: "ANY" });

const count = (quorum: number): PolicyLevel => ({ ...level(1, "HR"), approveBy: "COUNT", quorum });
const percent = (quorum: number): PolicyLevel => ({ ...level(1, "HR"), approveBy: "PERCENT", quorum });

const timed = (remind: PolicyLevel["remind"] & object): PolicyLevel[] => [
  level(1, "MANAGER"),
  { ...level(2, "HR"), remind },
];

describe("the default policies", () => {
  it("are the specification's table, ANY on every level [AE-POLICY-14] [AE-POLICY-15] [AE-POLICY-16]", () => {
    const line = [level(1, "MANAGER"), level(2, "HEAD_OF_DEPARTMENT"), level(3, "HR")];
    expect(DEFAULT_POLICIES).toEqual([
      { kind: "LEAVE", levels: line },
      { kind: "CLAIM", levels: line },
      { kind: "LOAN", levels: line },
      { kind: "ADVANCE", levels: [level(1, "MANAGER"), level(2, "HR")] },
    ]);
  });

  it("follow the rules of policies [AE-POLICY-05]", () => {
    for (const { levels } of DEFAULT_POLICIES) {
      expect(() => assertLevels(levels)).not.toThrow();
    }
  });
});

describe("the levels of a policy", () => {
  it("may leave orders out and stand in any order [AE-POLICY-06]", () => {
    expect(() => assertLevels([level(7, "HR"), level(2, "MANAGER")])).not.toThrow();
  });

  it("may have ladders, whose rungs ascend [TIME-3]", () => {
    expect(() => assertLevels(timed([{ hours: 1 }, { hours: 2 }]))).not.toThrow();
    expect(() => assertLevels(timed([{ hours: 2 }, { hours: 1 }]))).toThrow(
      "levels.1.remind.1: must be later than levels.1.remind.0",
    );
  });

  it("may have a quorum that one approver reaches [PPL-4]", () => {
    expect(() => assertLevels([count(1)])).not.toThrow();
    expect(() => assertLevels([percent(100)])).not.toThrow();
  });

  it("may have a quorum that the holder and those beside them reach [PPL-4] [SRC-1]", () => {
    const beside = [{ approverId: "dan" }];
    expect(() => assertLevels([{ ...count(2), approvers: beside }])).not.toThrow();
    expect(() =>
      assertLevels([{ ...count(9), approvers: [{ source: { groupId: "board" } }] }]),
    ).not.toThrow();
  });

  it.each<[string, PolicyLevel[], string]>([
    [
      "more approvals than those beside the role give [SRC-1]",
      [{ ...count(3), approvers: [{ approverId: "dan" }] }],
      "levels.0.quorum",
    ],
    [
      "managers of earlier approvers on the first level [SRC-1]",
      [
        level(2, "HR"),
        { ...level(1, "MANAGER"), approvers: [{ source: { previousApproverManager: true } }] },
      ],
      "levels.1.approvers",
    ],
    ["no level [AE-POLICY-05]", [], "levels"],
    ["order 0 [AE-POLICY-06]", [level(0, "HR")], "levels.0.order"],
    ["a negative order [AE-POLICY-06]", [level(-1, "HR")], "levels.0.order"],
    ["a fraction [AE-POLICY-06]", [level(1, "MANAGER"), level(1.5, "HR")], "levels.1.order"],
    ["an order that is not finite [AE-POLICY-06]", [level(Number.NaN, "HR")], "levels.0.order"],
    ["an order twice [AE-POLICY-07]", [level(1, "MANAGER"), level(1, "HR")], "levels.1.order"],
    ["a role twice [AE-POLICY-08]", [level(1, "HR"), level(2, "HR")], "levels.1.role"],
    ["a number beside ANY [PPL-4]", [{ ...level(1, "HR"), quorum: 1 }], "levels.0.quorum"],
    ["COUNT without its number [PPL-4]", [{ ...level(1, "HR"), approveBy: "COUNT" }], "levels.0.quorum"],
    ["more than 100 % [PPL-4]", [percent(101)], "levels.0.quorum"],
    ["more approvals than its one seat gives [PPL-4]", [count(2)], "levels.0.quorum"],
    [
      "groups that nobody carries [PPL-4]",
      [{ ...level(1, "HR"), approveBy: "PER_GROUP" }],
      "levels.0.quorum",
    ],
  ])("%s is refused, naming the field", (_title, levels, field) => {
    expect(() => assertLevels(levels)).toThrow(expect.objectContaining({ code: "INVALID_INPUT", field }));
  });
});
