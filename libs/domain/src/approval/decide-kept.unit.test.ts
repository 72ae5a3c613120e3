import { describe, expect, it } from "vitest";

import {
  BOARD,
  NEEDED,
  active,
  amend,
  approve,
  approvedBy,
  chief,
  context,
  dynamicRun,
  givenContext,
  linesOf,
  reject,
  stage,
  stateOf,
  storedRun,
  submitStages,
} from "../../test/approval-runs.ts";
import { decide } from "./decide.ts";
import { revisionOf } from "./revision.ts";
import { isActive } from "./run.ts";
import { APPROVE_BY, type StageInput } from "./types.ts";

const three = (first: StageInput) => [
  first,
  stage(2, "Board", ["bob", "ben"], "ALL"),
  stage(3, "HR", ["cid"]),
];

describe("an amendment that keeps verdicts", () => {
  const byAnn = { editorIds: ["ann"], actorId: "eve" };

  it("clears those of its editors, and asks the stage again that is thereby incomplete; later ones wait [SAFE-16]", () => {
    const run = approvedBy(dynamicRun(...three(stage(1, "Manager", ["ann", "kim"]))), "ann", "bob");
    const { run: after, events } = amend(run, "KEEP_VERDICTS", byAnn);
    expect(stateOf(after)).toEqual([
      "1 Manager AWAITING_APPROVAL: ann NOT_NEEDED, kim AWAITING_APPROVAL",
      "2 Board PENDING: bob APPROVED, ben PENDING",
      "3 HR PENDING: cid PENDING",
    ]);
    expect(linesOf(events)).toEqual(["AMENDED by eve to eve, kim, ann, bob"]);
    expect(() => approve(after, "ann")).toThrow("Separation of duties: editorIds");
    expect(stateOf(approvedBy(after, "kim"))[1]).toBe(
      "2 Board AWAITING_APPROVAL: bob APPROVED, ben AWAITING_APPROVAL",
    );
    expect(approve(approvedBy(after, "kim", "ben"), "cid").outcome).toBe("completed");
    expect(revisionOf(active(after), after)).toBe("2.2");
  });

  it("counts who made it as an editor of that revision, who does not decide on it [SAFE-16] [MEET-5]", () => {
    const run = approvedBy(dynamicRun(...three(stage(1, "Manager", ["ann", "kim"]))), "ann");
    const { run: after, events } = amend(run, "KEEP_VERDICTS", { actorId: "ann" });
    expect(stateOf(after)[0]).toBe("1 Manager AWAITING_APPROVAL: ann NOT_NEEDED, kim AWAITING_APPROVAL");
    expect(() => approve(after, "ann")).toThrow("Separation of duties: editorIds");
    expect(linesOf(events)).toEqual(["AMENDED by ann to eve, kim, ann"]);
    const next = amend(after, "KEEP_VERDICTS", { revision: 3 }).run;
    expect(stateOf(next)[0]).toBe(
      "1 Manager AWAITING_APPROVAL: ann AWAITING_APPROVAL, kim AWAITING_APPROVAL",
    );
  });

  it("tells those that they are asked who may decide again, or whose verdict it clears [SAFE-16] [DOC-3]", () => {
    const barred = amend(dynamicRun(stage(1, "Board", ["ann", "bob"])), "KEEP_VERDICTS", byAnn).run;
    const { events } = amend(barred, "KEEP_VERDICTS", { revision: 3 });
    expect(events.map(({ asked }) => asked)).toEqual([{ ann: { ending: "asked" } }]);
    const taken = approve(dynamicRun(stage(1, "Board", ["ann", "bob"], "ALL")), "zoe", {
      takeOver: { policy: "anyone", privileged: false },
    }).run;
    const cleared = amend(taken, "KEEP_VERDICTS", { actorId: "zoe" });
    expect(cleared.events.map(({ asked }) => asked)).toEqual([{ ann: { ending: "asked" } }]);
  });

  it("leaves the verdicts of others, and the stages that they complete [SAFE-16]", () => {
    const run = approvedBy(dynamicRun(...three(stage(1, "Manager", ["ann"]))), "ann", "bob");
    const after = amend(run, "KEEP_VERDICTS", { editorIds: ["cid"], actorId: "eve" }).run;
    expect(stateOf(after)).toEqual(stateOf(run));
  });

  it("lets a later stage that is thereby incomplete wait, and does not ask the present one again [SAFE-16]", () => {
    const stages = [stage(1, "Manager", ["kim"]), stage(2, "Board", ["ann"]), stage(3, "HR", ["cid"])];
    const returned = reject(approvedBy(storedRun(...stages), "kim", "ann"), "cid", {
      returnToStageId: "stage-Manager",
    }).run;
    expect(active(returned).stageName).toBe("Manager");
    const { run: after, events } = amend(returned, "KEEP_VERDICTS", byAnn);
    expect(stateOf(after).slice(0, 2)).toEqual([
      "1 Manager AWAITING_APPROVAL: kim AWAITING_APPROVAL",
      "2 Board PENDING: ann PENDING",
    ]);
    expect(active(after).activation).toBe(active(returned).activation);
    expect(events[0]?.asked).toBeUndefined();
  });

  it("completes no stage by leaving an editor out: it waits for somebody [SAFE-16]", () => {
    const run = approvedBy(
      dynamicRun(stage(1, "Board", ["ann", "kim"], "ALL"), stage(2, "HR", ["cid"])),
      "ann",
      "kim",
    );
    const { run: after, events } = amend(run, "KEEP_VERDICTS", byAnn);
    expect(stateOf(after)[0]).toBe("1 Board AWAITING_APPROVAL: ann NOT_NEEDED, kim APPROVED");
    expect(events.at(-1)?.event).toBe("UNASSIGNED");
  });

  it.each(APPROVE_BY)("of a later %s stage clears an editor's verdict there too [SAFE-16]", (rule) => {
    const second = { ...BOARD[rule], order: 2 };
    const run = approvedBy(
      dynamicRun(stage(1, "Manager", ["kim"]), second, stage(3, "HR", ["zoe"])),
      "kim",
      ...NEEDED[rule],
    );
    const after = amend(run, "KEEP_VERDICTS", byAnn).run;
    expect(active(after).stageName).toBe("Board");
    expect(after.approvals.find((row) => row.approverId === "ann")).toMatchObject({ leftOut: "editorIds" });
    expect(after.tasks.filter(isActive)).toHaveLength(1);
  });

  it("and then one that asks again leaves none [SAFE-16] [DOC-3]", () => {
    const run = approvedBy(dynamicRun(...three(stage(1, "Manager", ["ann", "kim"]))), "ann", "bob");
    const kept = amend(run, "KEEP_VERDICTS", byAnn).run;
    const again = amend(kept, "ASK_AGAIN", { editorIds: [], revision: 3 }).run;
    expect(again.approvals.every(({ status }) => status !== "APPROVED")).toBe(true);
  });
});

describe("a verdict by take-over", () => {
  const takeOver = { policy: "anyone", privileged: false } as const;

  it("that is withdrawn gives the seat back to its holder, who is asked again [SAFE-18]", () => {
    const run = dynamicRun(stage(1, "Board", ["ann", "bob"], "ALL"), stage(2, "HR", ["cid"]));
    const taken = approve(run, "zoe", { takeOver }).run;
    expect(taken.approvals[0]).toMatchObject({ approverId: "zoe", takenFrom: "ann" });
    // Whose seat it was has a vote still: it may return to them.
    const add = {
      type: "addApprover",
      taskId: active(run).id,
      userId: "ann",
      position: "PARALLEL",
      ...chief,
    } as const;
    expect(() => decide(add, taken, context())).toThrow("The user is an approver of this task already");
    const { run: after, events } = decide(
      { type: "withdraw", taskId: active(run).id, actorId: "zoe" },
      taken,
      context(),
    );
    expect(after.approvals).toEqual(run.approvals);
    expect(linesOf(events)).toEqual(["VERDICT_WITHDRAWN by zoe to eve, ann"]);
    expect(() => approve(after, "zoe")).toThrow("Approval not found or cannot be updated");
  });

  it("stays with who gave it after a return [SAFE-18]", () => {
    const run = dynamicRun(stage(1, "Manager", ["ann"]), stage(2, "HR", ["cid"]));
    const returned = reject(approve(run, "zoe", { takeOver }).run, "cid").run;
    expect(returned.approvals[0]).toMatchObject({ approverId: "zoe" });
    expect(returned.approvals[0]).not.toHaveProperty("takenFrom");
  });
});

describe("the beneficiary", () => {
  it("never decides where submitters never do [SAFE-18]", () => {
    const rules = givenContext({ submitterNeverDecides: true });
    const { run } = submitStages([stage(1, "Head", ["nora", "ann"])], rules, { beneficiaryId: "nora" });
    expect(run.approvals[0]).toMatchObject({ approverId: "nora", leftOut: "submitterNeverDecides" });
    const before = submitStages([stage(1, "Head", ["nora", "ann"])], givenContext(), {
      beneficiaryId: "nora",
    }).run;
    expect(() =>
      decide({ type: "approve", taskId: active(before).id, approverId: "nora" }, before, rules),
    ).toThrow("Separation of duties: submitterNeverDecides");
  });
});

describe("a verdict that is taken back by somebody who may not decide any more", () => {
  it("tells those whom the stage asks instead [PPL-5] [PPL-6]", () => {
    const board: StageInput = { ...stage(1, "Board", ["eve", "ann"], "COUNT"), quorum: 2 };
    const before = approvedBy(dynamicRun(board), "eve");
    const rules = {
      submitterNeverDecides: true,
      onEmptyStage: "FALLBACK",
      fallbackApproverIds: ["fay"],
    } as const;
    const withdraw = { type: "withdraw", taskId: active(before).id, actorId: "eve" } as const;
    const { run, events } = decide(withdraw, before, givenContext(rules));
    expect(stateOf(run)).toEqual([
      "1 Board AWAITING_APPROVAL: eve NOT_NEEDED, ann AWAITING_APPROVAL, fay AWAITING_APPROVAL",
    ]);
    expect(linesOf(events)).toEqual(["VERDICT_WITHDRAWN by eve to eve, fay"]);
    expect(events[0]?.asked).toEqual({ fay: { ending: "asked" } });
  });
});

describe("groups that exclude each other", () => {
  it.each(["pays", " PAYS", "PAYS\u00A0", "Za\u0308hlt"])(
    "are compared as people read them: %j [SAFE-18]",
    (label) => {
      const rules = givenContext({
        exclusiveGroups: [
          ["ASKS", "PAYS"],
          ["ASKS", "z\u00E4hlt"],
        ],
      });
      const stages = [
        { ...stage(1, "Asks", ["ann", "bob"]), groups: { ann: ["asks"] } },
        { ...stage(2, "Pays", ["ann", "cid"]), groups: { ann: [label] } },
      ];
      const { run } = submitStages(stages, rules);
      const after = decide({ type: "approve", taskId: active(run).id, approverId: "ann" }, run, rules).run;
      expect(after.approvals.find((row) => row.taskId === active(after).id)).toMatchObject({
        approverId: "ann",
        leftOut: "exclusiveGroups",
      });
    },
  );
});
