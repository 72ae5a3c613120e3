import { describe, expect, it } from "vitest";

import { type WalkRules, stepOf } from "./walk.ts";
import { type DraftStage, newStage } from "./workflow-draft.ts";

const RULES: WalkRules = {
  onEmptyStage: "REFUSE",
  onSubmitterIsApprover: "ALLOW",
  submitterNeverDecides: false,
};
const person = (name: string, ...groups: string[]) => ({ approverId: name, name, groups });
const three = [person("ann"), person("ben"), person("cleo")];
const stage = (fields: Partial<DraftStage>): DraftStage => ({
  ...newStage("key", "Legal"),
  approvers: three,
  ...fields,
});

const problemOf = (fields: Partial<DraftStage>) => stepOf(stage(fields), RULES).problem;

describe("a step of the preview", () => {
  it.each<[Partial<DraftStage>, number, number | undefined]>([
    [{ approveBy: "ANY" }, 1, 1],
    [{ approveBy: "ALL" }, 3, 1],
    [{ approveBy: "COUNT", quorum: 2 }, 2, 1],
    [{ approveBy: "PERCENT", quorum: 34 }, 2, 1],
    [{ approveBy: "ANY", rejectBy: "UNREACHABLE" }, 1, 3],
    [{ approveBy: "COUNT", quorum: 2, rejectBy: "UNREACHABLE" }, 2, 2],
    [{ approveBy: "ALL", rejectBy: "UNREACHABLE" }, 3, 1],
  ])("counts approvals and rejections of %j", (fields, needed, rejections) => {
    expect(stepOf(stage(fields), RULES)).toMatchObject({ needed, rejections, problem: undefined });
  });

  it("says what keeps a stage from being completed", () => {
    expect(problemOf({ approvers: [] })).toBe("NOBODY_NAMED");
    expect(problemOf({ approveBy: "COUNT", quorum: 4 })).toBe("TOO_FEW");
    expect(problemOf({ approveBy: "PER_GROUP" })).toBe("NO_GROUPS");
    const grouped = [person("ann", "a"), person("ben", "a", "b")];
    expect(problemOf({ approveBy: "PER_GROUP", quorum: 1, approvers: grouped })).toBeUndefined();
    expect(problemOf({ approveBy: "PER_GROUP", quorum: 2, approvers: [...grouped, ...three] })).toBe(
      "TOO_FEW",
    );
  });

  it("shows what the settings do with the place of a submitter", () => {
    const placesOf = (rules: Partial<WalkRules>) =>
      stepOf(stage({ approveBy: "ALL" }), { ...RULES, ...rules }, "ben").seats.map(({ place }) => place);
    expect(placesOf({})).toEqual(["ASKED", "ASKED", "ASKED"]);
    expect(placesOf({ onSubmitterIsApprover: "MANAGER" })).toEqual(["ASKED", "MANAGER", "ASKED"]);
    expect(placesOf({ onSubmitterIsApprover: "EXCLUDE" })).toEqual(["ASKED", "LEFT_OUT", "ASKED"]);
    expect(placesOf({ submitterNeverDecides: true })).toEqual(["ASKED", "LEFT_OUT", "ASKED"]);
    const alone = stage({ approvers: [person("ben")] });
    expect(stepOf(alone, { ...RULES, submitterNeverDecides: true }, "ben").problem).toBe("NOBODY_LEFT");
  });
});
