import { describe, expect, it } from "vitest";

import { freeRoles, levelField, levelsToSend } from "./policy-levels.ts";
import { type RuleStage, newStage } from "./rule.ts";

const manager = newStage({ by: "role", role: "MANAGER" });
const withAnn: RuleStage = {
  ...newStage({ by: "role", role: "HR" }),
  approvers: [
    { asked: { by: "role", role: "HR" }, labels: [] },
    { asked: { by: "person", id: "ann", name: "Ann" }, labels: ["pay"] },
  ],
};

describe("the stages of a policy", () => {
  it("are sent as levels of a role and those beside it, in their order [CON-17]", () => {
    const rule = { approveBy: "ANY", quorum: null, rejectBy: "VETO", bulk: true };
    expect(levelsToSend([manager, withAnn])).toEqual([
      { ...rule, role: "MANAGER", order: 1, approvers: [] },
      { ...rule, role: "HR", order: 2, approvers: [{ approverId: "ann", groups: ["pay"] }] },
    ]);
  });

  it("leave the roles free that none of them asks [CON-17]", () => {
    expect(freeRoles([manager, withAnn])).toEqual(["HEAD_OF_DEPARTMENT"]);
  });

  it.each([
    ["stages", "levels"],
    ["stages.1.quorum", "levels.1.quorum"],
    ["stages.1.approvers.1", "levels.1.approvers.0"],
    ["stages.1.approvers.1.groups", "levels.1.approvers.0.groups"],
    ["stages.0.escalate.after", "levels.0.escalate.after"],
  ])("have the fault of %s where the engine says %s [CON-17]", (field, levelName) => {
    expect(levelField(field)).toBe(levelName);
  });
});
