import { describe, expect, it } from "vitest";
import { render } from "@countersign/texts";

import {
  active,
  approvedBy,
  chief,
  dynamicRun,
  givenContext,
  stage,
  stateOf,
  submitStages,
  taskIn,
} from "../../test/approval-runs.ts";
import type { DecisionContext } from "./commands.ts";
import { decide } from "./decide.ts";
import type { Person } from "./people.ts";
import type { ApprovalRules } from "./rules.ts";
import { unattendedText } from "./unattended.ts";
import type { Run, StageInput } from "./types.ts";

const LEFT: Person = { active: false };
const HELEN: Person = { name: "Helen Ortiz", active: false };

const verdict = (run: Run, type: "approve" | "reject", approverId: string, circumstances: DecisionContext) =>
  decide({ type, taskId: active(run).id, approverId }, run, circumstances);

const tired = (run: Run): Run => ({
  ...run,
  approvals: run.approvals.map((row) => Object.assign({}, row, { hops: 5 })),
});

const leftSeat = (approverId: string, leftOut?: "INACTIVE" | "submitterNeverDecides") =>
  ({ approverId, status: "NOT_NEEDED", archived: false, ...(leftOut && { leftOut }) }) as const;

describe("a submission", () => {
  it.each<[string, StageInput[], Partial<ApprovalRules>, Record<string, Person>, string]>([
    [
      "somebody who has left",
      [stage(1, "Head", ["ann"]), stage(2, "HR", ["helen"])],
      {},
      { helen: HELEN },
      'Stage "HR" has nobody who can decide: Helen Ortiz has left',
    ],
    [
      "several who have left",
      [stage(1, "Head", ["ann"]), stage(2, "HR", ["helen", "ben"], "ALL")],
      {},
      { helen: HELEN, ben: { ...LEFT, name: "Ben" } },
      'Stage "HR" has nobody who can decide: Helen Ortiz has left; Ben has left',
    ],
    [
      "its submitter",
      [stage(1, "Head", ["ann"]), stage(2, "HR", ["eve"])],
      { onSubmitterIsApprover: "EXCLUDE" },
      { eve: { name: "Eve" } },
      'Stage "HR" has nobody who can decide: Eve submitted the document',
    ],
    [
      "its submitter, who never decides",
      [stage(1, "Head", ["ann"]), stage(2, "HR", ["eve"])],
      { submitterNeverDecides: true },
      { eve: { name: "Eve" } },
      'Stage "HR" has nobody who can decide: Eve submitted the document',
    ],
    [
      "the only one who can decide the stage before",
      [stage(1, "Head", ["ann"]), stage(2, "HR", ["ann"])],
      { onePersonOneStage: true },
      { ann: { name: "Ann" } },
      'Stage "HR" has nobody who can decide: Ann decides another stage',
    ],
    [
      "fewer than it needs",
      [stage(1, "Head", ["ann"]), { ...stage(2, "HR", ["helen", "ben"], "COUNT"), quorum: 2 }],
      {},
      { helen: HELEN },
      'Stage "HR" cannot reach its quorum: Helen Ortiz has left',
    ],
  ])("is refused for a later stage with nobody but %s [FIX-1]", (_who, stages, rules, people, message) => {
    expect(() => submitStages(stages, givenContext(rules, people))).toThrow(
      expect.objectContaining({ code: "CONFLICT", message }),
    );
    const waiting = { ...rules, onEmptyStage: "UNASSIGNED" } as const;
    expect(() => submitStages(stages, givenContext(waiting, people))).not.toThrow();
  });

  it("is accepted where somebody else can decide the stage before, or a fallback approver can [FIX-1]", () => {
    const either = [stage(1, "Head", ["ann", "bob"]), stage(2, "HR", ["ann"])];
    expect(() => submitStages(either, givenContext({ onePersonOneStage: true }))).not.toThrow();
    const fallback = { onEmptyStage: "FALLBACK", fallbackApproverIds: ["fay"] } as const;
    const left = [stage(1, "Head", ["ann"]), stage(2, "HR", ["helen"])];
    expect(() => submitStages(left, givenContext(fallback, { helen: HELEN }))).not.toThrow();
  });
});

describe("a command that reaches a stage whose only approver has left", () => {
  const board = [stage(1, "Manager", ["ann"]), stage(2, "Board", ["bob"]), stage(3, "HR", ["cid"])];
  const asked = dynamicRun(...board);
  const halfway = approvedBy(asked, "ann");
  const skipping = givenContext({ onRepeatedApprover: "SKIP_CONSECUTIVE" }, { bob: LEFT });
  it.each<[string, () => ReturnType<typeof decide>, string]>([
    ["approves", () => verdict(asked, "approve", "ann", givenContext({}, { bob: LEFT })), "Board"],
    ["skips", () => verdict(asked, "approve", "ann", skipping), "Board"],
    ["returns", () => verdict(halfway, "reject", "bob", givenContext({}, { ann: LEFT })), "Manager"],
    [
      "amends",
      () =>
        decide(
          { type: "amend", policy: "ASK_AGAIN", revision: 2, actorId: "eve" },
          halfway,
          givenContext({}, { ann: LEFT }),
        ),
      "Manager",
    ],
  ])("%s, is recorded, and the stage waits UNASSIGNED [FIX-1]", (_what, command, stageName) => {
    const { run, events } = command();
    expect(active(run).stageName).toBe(stageName);
    expect(events.at(-1)).toMatchObject({ event: "UNASSIGNED", targetIds: ["eve"] });
    const seat = run.approvals.find(({ taskId }) => taskId === active(run).id);
    expect(seat).toMatchObject({ leftOut: "INACTIVE", status: "NOT_NEEDED" });
  });

  it("lets a privileged user give the leaver's seat away in every state, also at the sixth hop [FIX-1]", () => {
    const left = givenContext({}, { bob: LEFT });
    const to = (run: Run, name: string) => {
      const seat = { fromUserId: "bob", toUserId: "kim", reason: "left" };
      return decide({ type: "reassign", taskId: taskIn(run, name), ...seat, ...chief }, run, left).run;
    };
    const waiting = decide({ type: "approve", taskId: active(asked).id, approverId: "ann" }, asked, left).run;
    for (const run of [asked, halfway, waiting, tired(waiting)]) {
      expect(stateOf(to(run, "Board"))[1]).toMatch(/: kim (PENDING|AWAITING_APPROVAL)$/u);
    }
    expect(stateOf(approvedBy(to(waiting, "Board"), "kim"))[1]).toBe("2 Board APPROVED: kim APPROVED");
  });
});

const text = (...seats: ReturnType<typeof leftSeat>[]) =>
  render(unattendedText({ stageName: "HR", submitterId: "eve" }, seats, (id) => id));

describe("why nobody can decide", () => {
  it("names stage, people and reasons, and counts those above five [FIX-1]", () => {
    expect(text()).toBe('Stage "HR" has no approvers');
    expect(text(leftSeat("nora", "submitterNeverDecides"))).toBe(
      'Stage "HR" has nobody who can decide: nora is the person it is about',
    );
    const seven = ["a", "b", "c", "d", "e", "f", "g"].map((id) => leftSeat(id, "INACTIVE"));
    expect(text(...seven)).toMatch(/: a has left; .*; e has left; 2 others$/u);
  });
});
