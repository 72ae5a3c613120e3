import { describe, expect, it } from "vitest";

import {
  active,
  amend,
  approve,
  chief,
  givenContext,
  linesOf,
  reject,
  stage,
  stateOf,
  submitStages,
} from "../../test/approval-runs.ts";
import type { DecisionContext } from "./commands.ts";
import { decide } from "./decide.ts";
import { ESCALATION_MODES, type EscalationMode, type Ladder } from "./ladder.ts";
import type { Person } from "./people.ts";
import type { ApprovalRules } from "./rules.ts";
import type { Id, Run, StageInput } from "./types.ts";

const PEOPLE: Readonly<Record<Id, Person>> = {
  ann: { managerId: "mia" },
  bob: { managerId: "max" },
  mia: { name: "Mia", managerId: "moe" },
};
const known = (rules: Partial<ApprovalRules> = {}, others: Readonly<Record<Id, Person>> = {}) =>
  givenContext(rules, { ...PEOPLE, ...others });
const finance = stage(2, "Finance", ["kim"]);

const late = (mode: EscalationMode, board: StageInput): StageInput => {
  const ladder: Ladder = { escalate: { after: { hours: 3 }, to: { manager: true }, mode } };
  return { ...board, ladder };
};

function escalated(run: Run, circumstances: DecisionContext = known()) {
  const { id: taskId, activation = 1 } = active(run);
  return decide({ type: "fire", taskId, activation, action: "ESCALATE" }, run, circumstances);
}

/** The board whose members were late, escalated once. */
const lateBoard = (mode: EscalationMode, board = stage(1, "Board", ["ann", "bob"], "ALL")) =>
  escalated(submitStages([late(mode, board), finance], known()).run).run;

const reassign = (run: Run, fromUserId: Id, toUserId: Id) =>
  decide(
    { type: "reassign", taskId: active(run).id, fromUserId, toUserId, reason: "away", ...chief },
    run,
    known(),
  ).run;

const remove = (run: Run, approverId: Id) => {
  const approvalId = run.approvals.find((row) => row.approverId === approverId && !row.archived)!.id;
  return decide({ type: "removeRow", approvalId, ...chief }, run, known()).run;
};

const withdraw = (run: Run, actorId: Id, circumstances: DecisionContext) =>
  decide({ type: "withdraw", taskId: active(run).id, actorId }, run, circumstances);

describe("a place that several share", () => {
  it.each(ESCALATION_MODES)("is decided once, whoever gets the late seat: %s [TIME-3] [PPL-7]", (mode) => {
    const shared = reassign(lateBoard(mode), "ann", "zoe");
    const decided = approve(shared, "zoe").run;
    expect(() => approve(decided, "mia")).toThrow("Already decided by zoe");
    expect(active(approve(decided, "max").run).stageName).toBe("Finance");
  });

  it.each(ESCALATION_MODES)("is given to nobody once it is decided: %s [TIME-3] [PPL-7]", (mode) => {
    const decided = approve(lateBoard(mode), "mia").run;
    expect(() => reassign(decided, "ann", "zoe")).toThrow("Already decided by Mia");
  });

  it("waits for all who share it once its verdict is withdrawn, and they hear of it [TIME-3] [PPL-7]", () => {
    const decided = approve(lateBoard("STAND_IN"), "ann").run;
    const { events } = withdraw(decided, "ann", known());
    expect(linesOf(events)).toEqual(["VERDICT_WITHDRAWN by ann to eve, mia"]);
    expect(events[0]?.asked).toEqual({ mia: { ending: "asked" } });
  });

  it("is not given back to people who may not decide any more [SAFE-16] [PPL-5]", () => {
    const leavers = known({}, { ann: { active: false } });
    const decided = approve(lateBoard("STAND_IN"), "mia").run;
    expect(stateOf(withdraw(decided, "mia", leavers).run)[0]).toBe(
      "1 Board AWAITING_APPROVAL: ann NOT_NEEDED, bob AWAITING_APPROVAL, mia AWAITING_APPROVAL, max AWAITING_APPROVAL",
    );
    const edited = amend(decided, "KEEP_VERDICTS", { actorId: "eve", editorIds: ["ann"] }).run;
    const after = withdraw(edited, "mia", known()).run;
    expect(after.approvals.find(({ approverId }) => approverId === "ann")).toMatchObject({
      status: "NOT_NEEDED",
      leftOut: "editorIds",
    });
  });

  it("waits for somebody where the verdict of an editor's seat is withdrawn [SAFE-18] [FIX-1]", () => {
    const board: StageInput = { ...stage(1, "Board", ["ann", "bob"], "COUNT"), quorum: 2 };
    const { run } = submitStages([board, finance], known());
    const takeOver = { policy: "anyone", privileged: false } as const;
    const taken = approve(run, "zoe", { takeOver }).run;
    const edited = amend(taken, "KEEP_VERDICTS", { actorId: "eve", editorIds: ["ann"] }).run;
    const { run: after, events } = withdraw(edited, "zoe", known());
    expect(stateOf(after)[0]).toBe("1 Board AWAITING_APPROVAL: ann NOT_NEEDED, bob AWAITING_APPROVAL");
    expect(events.map(({ event }) => event)).toEqual(["VERDICT_WITHDRAWN", "UNASSIGNED"]);
  });

  it("stays where the stage was to be asked with fewer approvals without it [SAFE-13] [TIME-4]", () => {
    const board: StageInput = { ...stage(1, "Board", ["ann", "bob", "cid"], "PERCENT"), quorum: 34 };
    const run = lateBoard("STAND_IN", board);
    expect(() => remove(run, "ann")).toThrow("Fewer approvers would be left than the stage needs");
    expect(stateOf(remove(run, "mia"))[0]).not.toContain("mia");
  });

  it("is not one with that of a seat which is still to be added [PPL-5]", () => {
    const groups = new Map([["board", { name: "Board", memberIds: ["ann", "bob"] }]]);
    const members = { ...known(), organisation: { groups, heads: new Map<Id, Id>(), limits: [] } };
    const sources = [{ source: { groupId: "board" } }];
    const board = late("STAND_IN", { ...stage(1, "Board", [], "COUNT"), quorum: 2, sources });
    const run = escalated(submitStages([board], members).run, members).run;
    const gone = { ...members, people: new Map([...members.people, ["bob", { active: false }]] as const) };
    const without = decide({ type: "release", userId: "bob" }, run, gone).run;
    const still = decide({ type: "release", userId: "max" }, without, {
      ...gone,
      people: new Map([...gone.people, ["max", { active: false }]] as const),
    });
    expect(linesOf(still.events)).toEqual(["APPROVER_LEFT by max to eve", "UNASSIGNED by max to eve"]);
  });
});

describe("a stage that is over", () => {
  it("keeps no place for those who were asked because others were late [TIME-4] [PPL-5]", () => {
    const rules = { fallbackApproverIds: ["mia"], onEmptyStage: "FALLBACK" } as const;
    const run = submitStages([late("STAND_IN", stage(1, "Board", ["ann"])), finance], known(rules)).run;
    const passed = approve(escalated(run, known(rules)).run, "mia").run;
    const returned = reject(passed, "kim").run;
    const left = known(rules, { ann: { active: false } });
    const released = decide({ type: "release", userId: "ann" }, returned, left).run;
    const asked = released.approvals.filter(({ approverId, archived }) => approverId === "mia" && !archived);
    expect(asked).toMatchObject([{ reason: "FALLBACK", status: "AWAITING_APPROVAL" }]);
    expect(asked[0]).not.toHaveProperty("standsInFor");
    expect(asked[0]).not.toHaveProperty("escalated");
  });

  it("by time stays over when an amendment clears an editor's verdict [SAFE-16] [TIME-3]", () => {
    const ladder: Ladder = { dueIn: { hours: 1 }, atEnd: "APPROVE" };
    const allowed = known({ allowTimeApproval: ["Leave"] });
    const stages = [
      stage(1, "First", ["ann"]),
      { ...stage(2, "Second", ["bob"]), ladder },
      stage(3, "Third", ["kim"]),
    ];
    const asked = approve(submitStages(stages, allowed).run, "ann").run;
    const { id: taskId, activation = 1 } = active(asked);
    const passed = decide({ type: "fire", taskId, activation, action: "END" }, asked, allowed).run;
    const unrelated = amend(passed, "KEEP_VERDICTS", { actorId: "eve", editorIds: [] }).run;
    expect(active(unrelated).stageName).toBe("Third");
    const edited = amend(passed, "KEEP_VERDICTS", { actorId: "ann", editorIds: ["ann"] }).run;
    expect(stateOf(edited)).toEqual([
      "1 First AWAITING_APPROVAL: ann NOT_NEEDED",
      "2 Second APPROVED: bob NOT_NEEDED",
      "3 Third PENDING: kim PENDING",
    ]);
  });
});
