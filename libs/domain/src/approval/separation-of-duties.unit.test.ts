import { describe, expect, it } from "vitest";

import { approvedBy, dynamicRun, reject, stage } from "../../test/approval-runs.ts";
import { type ApprovalRules, DEFAULT_RULES } from "./rules.ts";
import { changeApprovals } from "./steps.ts";
import { type DutyPlace, dutiesIn, dutyRefusal } from "./separation-of-duties.ts";
import type { Duty, Run } from "./types.ts";

const manager = stage(1, "Manager", ["ann"]);
const board = stage(2, "Board", ["bob", "ben"], "ALL");
const hr = stage(3, "HR", ["cid"]);

/** Eve's run: Ann approved the Manager's stage, Bob the Board's; Ben is asked. */
const halfway = approvedBy(dynamicRun(manager, board, hr), "ann", "bob");
/** The seat of one user carries these groups. */
const carrying = (run: Run, userId: string, ...groups: string[]): Run =>
  changeApprovals(run, ({ approverId }) => approverId === userId, { groups });
/** Zoe gave Ann's verdict. */
const byZoe = changeApprovals(halfway, ({ approverId }) => approverId === "ann", { decidedBy: "zoe" });

const at = (orderNo: number, ...groups: string[]): DutyPlace => ({
  task: { submitterId: "eve", orderNo },
  groups,
});
const rules = (overrides: Partial<ApprovalRules>): ApprovalRules => ({ ...DEFAULT_RULES, ...overrides });

describe("separation of duties", () => {
  const once = rules({ onePersonOneStage: true });
  const roles = rules({
    exclusiveGroups: [
      ["ASKS", "PAYS", "AUDITS"],
      ["FIN", "LAW"],
    ],
  });

  it.each<[string, string, DutyPlace, Run, ApprovalRules, Duty | undefined]>([
    ["is not asked for by default", "eve", at(3), halfway, DEFAULT_RULES, undefined],
    [
      "keeps the submitter from deciding",
      "eve",
      at(3),
      halfway,
      rules({ submitterNeverDecides: true }),
      "submitterNeverDecides",
    ],
    ["lets others decide", "cid", at(3), halfway, rules({ submitterNeverDecides: true }), undefined],
    [
      "keeps editors from deciding, without any setting",
      "cid",
      at(3),
      { ...halfway, document: { revision: 1, editorIds: ["cid"] } },
      DEFAULT_RULES,
      "editorIds",
    ],
    [
      "lets others decide what an editor wrote",
      "ann",
      at(3),
      { ...halfway, document: { revision: 1, editorIds: ["cid"] } },
      DEFAULT_RULES,
      undefined,
    ],
    ["keeps who approved another stage from a second one", "ann", at(3), halfway, once, "onePersonOneStage"],
    ["counts verdicts of a stage that is still open", "bob", at(3), halfway, once, "onePersonOneStage"],
    ["does not count seats without a verdict", "ben", at(3), halfway, once, undefined],
    ["counts whose seat a substitute decided", "ann", at(3), byZoe, once, "onePersonOneStage"],
    ["counts the substitute who decided", "zoe", at(3), byZoe, once, "onePersonOneStage"],
    [
      "counts rejections, archived as they are",
      "ben",
      at(1),
      reject(halfway, "ben").run,
      once,
      "onePersonOneStage",
    ],
    [
      "lets a person decide their own stage again after a return",
      "ben",
      at(2),
      reject(halfway, "ben").run,
      once,
      undefined,
    ],
    [
      "does not count a verdict that a return took back",
      "ann",
      at(3),
      reject(halfway, "ben").run,
      once,
      undefined,
    ],
    [
      "keeps two exclusive groups apart",
      "ann",
      at(3, "PAYS"),
      carrying(halfway, "ann", "ASKS"),
      roles,
      "exclusiveGroups",
    ],
    [
      "keeps the substitute apart, too",
      "zoe",
      at(3, "PAYS"),
      carrying(byZoe, "ann", "ASKS"),
      roles,
      "exclusiveGroups",
    ],
    [
      "lets a person decide in the same group twice",
      "ann",
      at(3, "ASKS"),
      carrying(halfway, "ann", "ASKS"),
      roles,
      undefined,
    ],
    [
      "lets groups of different sets be one person's",
      "ann",
      at(3, "LAW"),
      carrying(halfway, "ann", "ASKS"),
      roles,
      undefined,
    ],
    [
      "lets different people have exclusive groups",
      "cid",
      at(3, "PAYS"),
      carrying(halfway, "ann", "ASKS"),
      roles,
      undefined,
    ],
    [
      "does not count groups of a seat without a verdict",
      "ben",
      at(3, "LAW"),
      carrying(halfway, "ben", "FIN"),
      roles,
      undefined,
    ],
    [
      "keeps a seat of two exclusive groups from deciding",
      "cid",
      at(3, "FIN", "LAW"),
      halfway,
      roles,
      "exclusiveGroups",
    ],
    [
      "counts a group named twice once",
      "cid",
      at(3, "FIN", "FIN"),
      halfway,
      rules({ exclusiveGroups: [["FIN", "FIN"]] }),
      undefined,
    ],
  ])("%s [PPL-6]", (_title, person, place, run, given, duty) => {
    expect(dutiesIn(run, given)(person, place)).toBe(duty);
  });

  it("is refused by the name of the rule [PPL-6]", () => {
    expect(dutyRefusal("onePersonOneStage", "toUserId")).toMatchObject({
      code: "FORBIDDEN",
      message: "Separation of duties: onePersonOneStage",
      field: "toUserId",
    });
    expect(dutyRefusal("editorIds").field).toBeUndefined();
  });
});
