import { describe, expect, it } from "vitest";

import { NOW_MS, active, context, linesOf, stage, submission } from "../../test/approval-runs.ts";
import { contentOf } from "../../test/conditional-runs.ts";
import type { Command, Decision, DecisionContext, VerdictCommand } from "./commands.ts";
import { decide } from "./decide.ts";
import type { Ladder } from "./ladder.ts";
import type { ApprovalLimit, Change, Person, UserGroup } from "./people.ts";
import { type ApprovalRules, DEFAULT_RULES } from "./rules.ts";
import { EMPTY_RUN, isWaiting, seatsOf } from "./run.ts";
import type { ApproveBy, Run, StageInput } from "./types.ts";

/** Pia decides beside Ann and others. What she does to Ann's seat is the attack. */
const PIA = "pia";
const AFTER: Change = { userId: PIA, atMs: NOW_MS + 1 };
const BEFORE: Change = { userId: PIA, atMs: NOW_MS - 1 };
const BY_OTHER: Change = { userId: "quin", atMs: NOW_MS + 1 };

interface Company {
  people?: Record<string, Person>;
  board?: Partial<UserGroup>;
  limits?: readonly ApprovalLimit[];
  rules?: Partial<ApprovalRules>;
  /** The person whom Pia stands in for. */
  principal?: string;
}

function company({ people, board, limits = [], rules, principal }: Company = {}): DecisionContext {
  const window = { kinds: [], fromMs: 0, untilMs: Infinity };
  return context({
    nowMs: NOW_MS + 2,
    people: new Map(Object.entries(people ?? {})),
    rules: { ...DEFAULT_RULES, ...rules },
    substitutions:
      principal === undefined ? [] : [{ ...window, id: "one", principalId: principal, substituteId: PIA }],
    organisation: {
      groups: new Map([["board", { name: "Board", memberIds: ["ann"], ...board }]]),
      heads: new Map(),
      limits,
    },
    content: contentOf(50),
  });
}

/** A run in which the stage waits; it was submitted at {@link NOW_MS}. */
function submitted(asked: Partial<StageInput>, at = company()): Run {
  const dynamicStages = [{ ...stage(1, "Judged", []), ...asked }];
  const { run } = decide(submission({ dynamicStages }), EMPTY_RUN, { ...at, nowMs: NOW_MS });
  return { ...run, submittedMs: NOW_MS };
}

const waiting = (run: Run) =>
  seatsOf(run, active(run).id)
    .filter(isWaiting)
    .map(({ approverId }) => approverId);
const annLeft = (leaverChange: Change, more: Company = {}) =>
  company({ ...more, people: { ...more.people, ann: { active: false, leaverChange } } });
const of = ({ run }: Pick<Decision, "run">): Run => ({ ...run, submittedMs: NOW_MS });
const released = (run: Run, now: DecisionContext) => decide({ type: "release", userId: "ann" }, run, now);
const escalated = (run: Run, now: DecisionContext) => {
  const { id: taskId } = active(run);
  return of(decide({ type: "fire", taskId, activation: 1, action: "ESCALATE" }, run, now));
};
const approve = (run: Run, approverId: string, now: DecisionContext, more: Partial<VerdictCommand> = {}) =>
  decide({ type: "approve", taskId: active(run).id, approverId, ...more }, run, now);

const danLeft = (leaverChange: Change) => company({ people: { dan: { active: false, leaverChange } } });
const limit = (userId: string, upTo: string, giving?: Change): ApprovalLimit => ({
  userId,
  kind: "Leave",
  currency: "EUR",
  upTo,
  ...(giving && { giving }),
});
const seatOf = (of: Run, userId: string) => of.approvals.find(({ approverId }) => approverId === userId)!.id;

const OWN = "Nobody seats themselves";
const NOT_THEIRS = "Approval not found or cannot be updated";

describe("who marks a co-approver as a leaver does not decide with fewer [MEET-3]", () => {
  const rules: { approveBy: ApproveBy; quorum?: number }[] = [
    { approveBy: "ALL" },
    { approveBy: "ANY" },
    { approveBy: "COUNT", quorum: 1 },
    { approveBy: "PERCENT", quorum: 50 },
    { approveBy: "PER_GROUP", quorum: 1 },
  ];
  it.each(rules)("under $approveBy", (rule) => {
    const approverIds = ["ann", PIA, "bob"];
    const groups = Object.fromEntries(approverIds.map((userId) => [userId, ["F"]]));
    const run = submitted({ approverIds, groups, ...rule });
    for (const [by, others] of [
      [AFTER, ["bob"]],
      [BEFORE, [PIA, "bob"]],
      [BY_OTHER, [PIA, "bob"]],
    ] as const) {
      const now = annLeft(by);
      expect(waiting(released(run, now).run)).toEqual(others);
    }
    const { run: left, events } = released(run, annLeft(AFTER));
    expect(linesOf(events)).toEqual(["APPROVER_LEFT by ann to eve", "SEAT_LOST by ann to pia"]);
    expect(() => approve(left, PIA, annLeft(AFTER))).toThrow(OWN);
  });

  it("nor after taking back a verdict that was given before", () => {
    const now = annLeft(AFTER);
    const judged = approve(submitted({ approverIds: ["ann", PIA], approveBy: "ALL" }), PIA, company()).run;
    const left = released({ ...judged, submittedMs: NOW_MS }, now);
    expect(linesOf(left.events)).toEqual(["APPROVER_LEFT by ann to eve", "UNASSIGNED by ann to eve"]);
    const withdrawn = decide({ type: "withdraw", taskId: active(judged).id, actorId: PIA }, left.run, now);
    expect(waiting(withdrawn.run)).toEqual([]);
    expect(() => approve(withdrawn.run, PIA, now)).toThrow(OWN);
  });

  it("leaves the number as it was, where the leaver's verdict is taken back [MEET-3]", () => {
    const asked = submitted({ approveBy: "PERCENT", quorum: 67, approverIds: [PIA, "ann", "cid"] });
    const now = annLeft(AFTER);
    const judged = of(approve(of(approve(asked, "ann", company())), PIA, now));
    const withdrawn = of(
      decide({ type: "withdraw", taskId: active(judged).id, actorId: "ann" }, judged, now),
    );
    expect(active(of(approve(withdrawn, "cid", now))).leastNeeded).toBe(3);
  });

  it("nor in the place of another, as a substitute or by taking over", () => {
    const run = submitted({ approverIds: ["ann", "bob"], approveBy: "ALL" });
    const takeOver = { policy: "anyone", privileged: true } as const;
    for (const [by, isAllowed] of [
      [AFTER, false],
      [BY_OTHER, true],
    ] as const) {
      const standsIn = annLeft(by, { principal: "bob" });
      const { run: left } = released(run, standsIn);
      for (const attempt of [
        () => approve(left, PIA, standsIn),
        () => approve(left, PIA, annLeft(by), { takeOver }),
      ]) {
        if (isAllowed) expect(attempt()).toMatchObject({ outcome: "completed" });
        else expect(attempt).toThrow(NOT_THEIRS);
      }
    }
  });

  it("and nothing happens to anybody's seat where the leaver has come back meanwhile", () => {
    const run = submitted({ approverIds: ["ann", PIA], approveBy: "ALL" });
    expect(released(run, company({ people: { ann: { active: true } } })).run).toBe(run);
  });

  it("while both are asked by their own seats once the mark is undone and the others cannot complete the stage", () => {
    const rules = { onEmptyStage: "FALLBACK", fallbackApproverIds: [PIA] } as const;
    const run = submitted({ approverIds: ["ann", PIA, "bob"], approveBy: "ALL" });
    const { run: left } = released(run, annLeft(AFTER, { rules }));
    const bobLeft = company({ rules, people: { bob: { active: false, leaverChange: BY_OTHER } } });
    const last = decide({ type: "release", userId: "bob" }, left, bobLeft).run;
    expect(waiting(last)).toEqual(["ann", PIA]);
    expect(last.approvals).toHaveLength(3);
  });

  it("and is not asked where the users of an escalation, or approvers of the stage, are the leavers", () => {
    const ladder: Ladder = {
      escalate: { after: { hours: 1 }, to: { userIds: ["ann", PIA, "fay"] }, mode: "STAND_IN" },
    };
    const asked = (now: DecisionContext) => {
      const run = submitted({ approverIds: ["dan"], ladder });
      const fire = { type: "fire", taskId: active(run).id, activation: 1, action: "ESCALATE" } as const;
      return waiting(decide(fire, run, now).run);
    };
    expect(asked(annLeft(AFTER))).toEqual(["dan", "fay"]);
    expect(asked(annLeft(BY_OTHER))).toEqual(["dan", PIA, "fay"]);
    expect(asked(danLeft(AFTER))).toEqual(["dan", "ann", "fay"]);
    expect(asked(danLeft(BY_OTHER))).toEqual(["dan", "ann", PIA, "fay"]);
  });
});

describe("who takes others of a stage away decides nothing for whoever is asked instead [MEET-3]", () => {
  it("a fallback approver", () => {
    const rules = { onEmptyStage: "FALLBACK", fallbackApproverIds: ["zoe"] } as const;
    const more = { rules, principal: "zoe" } as const;
    const run = submitted({ approverIds: ["ann"] }, company(more));
    for (const [by, isAllowed] of [
      [BY_OTHER, true],
      [AFTER, false],
    ] as const) {
      const left = of(released(run, annLeft(by, more)));
      expect(waiting(left)).toEqual(["zoe"]);
      if (isAllowed) expect(approve(left, PIA, annLeft(by, more)).outcome).toBe("completed");
      else expect(() => approve(left, PIA, annLeft(by, more))).toThrow(NOT_THEIRS);
    }
  });
});

/** Pia stands in for Zoe, who is a member of the group, or Dan's manager. */
const ofGroup = (by: Change) =>
  company({ principal: "zoe", board: { memberIds: ["zoe"], ...(by !== BEFORE && { givings: [by] }) } });
const ofManager = (by: Change) =>
  company({ principal: "zoe", people: { dan: { managerId: "zoe", managerChanges: [by] } } });
const ofDan = (givings: Change[]) =>
  company({ principal: "zoe", board: { memberIds: ["ann", "dan"], givings } });

describe("who puts somebody there decides nothing for them [MEET-3]", () => {
  const modes = (["STAND_IN", "REPLACE"] as const).flatMap((mode) => [
    { mode, to: { groupId: "board" }, at: ofGroup },
    { mode, to: { manager: true as const }, at: ofManager },
  ]);
  it.each(modes)("by an escalation, $mode, to $to", ({ mode, to, at }) => {
    for (const by of [BEFORE, BY_OTHER, AFTER]) {
      const waitingRun = submitted({
        approverIds: ["dan"],
        ladder: { escalate: { after: { hours: 1 }, to, mode } },
      });
      const run = escalated(waitingRun, at(by));
      expect(waiting(run)).toContain("zoe");
      if (by === AFTER) expect(() => approve(run, PIA, at(by))).toThrow(NOT_THEIRS);
      else expect(approve(run, PIA, at(by)).outcome).toBe("completed");
    }
  });

  it("as a fallback approver whom the settings name", () => {
    for (const by of [BEFORE, BY_OTHER, AFTER]) {
      const seatChanges = { fallbackGivings: [by] };
      const rules = { onEmptyStage: "FALLBACK", fallbackApproverIds: ["zoe"], seatChanges } as const;
      const now = company({
        rules,
        principal: "zoe",
        people: { ann: { active: false, leaverChange: BY_OTHER } },
      });
      const run = of(released(submitted({ approverIds: ["ann"] }), now));
      expect(waiting(run)).toEqual(["zoe"]);
      if (by === AFTER) expect(() => approve(run, PIA, now)).toThrow(NOT_THEIRS);
      else expect(approve(run, PIA, now).outcome).toBe("completed");
      const ladder: Ladder = { escalate: { after: { hours: 1 }, to: { manager: true }, mode: "STAND_IN" } };
      const late = escalated(submitted({ approverIds: ["dan"], ladder }), now);
      expect(waiting(late)).toEqual(["dan", "zoe"]);
      if (by === AFTER) expect(() => approve(late, PIA, now)).toThrow(NOT_THEIRS);
      else expect(approve(late, PIA, now).outcome).toBe("completed");
    }
  });

  it("nor for whom these give the seat to", () => {
    for (const by of [BY_OTHER, AFTER]) {
      const run = submitted({ sources: [{ source: { groupId: "board" } }] }, ofDan([]));
      const { id: taskId } = active(run);
      const again = { type: "resolveAgain", taskId, actorId: "chief", privileged: true } as const;
      const resolvedRun = of(decide(again, run, ofDan([by])));
      const passing = { actorId: "dan", toUserId: "zoe", reason: "away", privileged: false } as const;
      const passedRun = of(decide({ type: "reassign", taskId, ...passing }, resolvedRun, ofDan([by])));
      if (by === AFTER) expect(() => approve(passedRun, PIA, ofDan([by]))).toThrow(NOT_THEIRS);
      else expect(approve(passedRun, PIA, ofDan([by])).outcome).toBe("completed");
    }
  });
});

describe("who changes the stage in its workflow decides there for nobody [MEET-3]", () => {
  it("whom it names then", () => {
    const now = company({ principal: "zoe" });
    for (const [changerIds, isAllowed] of [
      [["quin"], true],
      [[PIA], false],
    ] as const) {
      const run = submitted({ approverIds: ["zoe"], changerIds }, now);
      if (isAllowed) expect(approve(run, PIA, now).outcome).toBe("completed");
      else expect(() => approve(run, PIA, now)).toThrow(NOT_THEIRS);
    }
  });
});

describe("who takes another's seat of a stage decides on no seat that comes there later [MEET-3]", () => {
  const chief = { actorId: "chief", privileged: true } as const;
  const takeOver = { policy: "anyone", privileged: true } as const;

  describe.each(["STAND_IN", "REPLACE"] as const)("by an escalation, %s,", (mode) => {
    const askedFor = (userId: string) =>
      submitted({
        approverIds: ["ann", "dan"],
        approveBy: "ALL",
        ladder: { escalate: { after: { hours: 1 }, to: { userIds: [userId] }, mode } },
      });
    it.each(["is a leaver", "is back"])("while the other %s", (state) => {
      const now = annLeft(AFTER, { principal: "fay" });
      const later = state === "is back" ? company({ principal: "fay" }) : now;
      const run = escalated(of(released(askedFor("fay"), now)), later);
      expect(waiting(run)).toContain("fay");
      expect(() => approve(run, PIA, later)).toThrow(NOT_THEIRS);
      expect(() => approve(run, PIA, { ...later, substitutions: [] }, { takeOver })).toThrow(NOT_THEIRS);
      expect(approve(run, "fay", later).outcome).toBe("completed");
      expect(waiting(escalated(of(released(askedFor(PIA), now)), later))).toEqual(["dan"]);
    });
  });

  it("nor on one that waits again, once its holder takes a verdict back", () => {
    const asked = submitted({ approverIds: ["ann", "bob", "cas"], approveBy: "ALL" });
    const judgedRun = of(approve(asked, "bob", company()));
    for (const by of [BY_OTHER, AFTER]) {
      const now = annLeft(by, { principal: "bob" });
      const left = of(released(judgedRun, now));
      const withdrawal = { type: "withdraw", taskId: active(left).id, actorId: "bob" } as const;
      const run = of(decide(withdrawal, left, now));
      expect(waiting(run)).toEqual(["bob", "cas"]);
      if (by === AFTER) expect(() => approve(run, PIA, now)).toThrow(NOT_THEIRS);
      else expect(approve(run, PIA, now).run).not.toBe(run);
    }
  });

  const givings: Record<string, (taskId: string, to: string) => Command> = {
    "adds a row": (taskId, approverId) => ({ type: "addRow", taskId, approverId, ...chief }),
    "adds somebody": (taskId, userId) => ({
      type: "addApprover",
      taskId,
      userId,
      position: "PARALLEL",
      ...chief,
    }),
    "gives the seat away": (taskId, toUserId) => ({
      type: "reassign",
      taskId,
      fromUserId: "ann",
      toUserId,
      reason: "left",
      ...chief,
    }),
  };
  it.each(Object.entries(givings))("where another %s", (_title, giving) => {
    for (const [by, isAllowed] of [
      [AFTER, false],
      [BY_OTHER, true],
    ] as const) {
      const now = annLeft(by, { principal: "zoe" });
      const left = of(released(submitted({ approverIds: ["ann"] }), now));
      const run = of(decide(giving(active(left).id, "zoe"), left, now));
      const attempts = [
        () => approve(run, PIA, now).outcome,
        () => approve(run, PIA, { ...now, substitutions: [] }, { takeOver }).outcome,
        () => decide(giving(active(left).id, PIA), left, now).outcome ?? "completed",
      ];
      for (const attempt of attempts) {
        if (isAllowed) expect(attempt()).toBe("completed");
        else
          expect(attempt).toThrow(
            /^(Approval not found or cannot|The user changed this stage or took a seat)/u,
          );
      }
    }
  });

  it("as a fallback approver, while the other is back", () => {
    const rules = { onEmptyStage: "FALLBACK", fallbackApproverIds: [PIA] } as const;
    const run = submitted({ approverIds: ["ann", "dan"], approveBy: "ALL" }, company({ rules }));
    const left = of(released(run, annLeft(AFTER, { rules })));
    const later = company({ rules, people: { dan: { active: false, leaverChange: BY_OTHER } } });
    expect(waiting(decide({ type: "release", userId: "dan" }, left, later).run)).toEqual(["ann"]);
  });
});

/** Ann and Bob have left. */
const marked = (by: Change) =>
  company({
    people: { ann: { active: false, leaverChange: by }, bob: { active: false, leaverChange: by } },
  });
const reject = (run: Run, approverId: string, now: DecisionContext) =>
  decide({ type: "reject", taskId: active(run).id, approverId, remark: "no" }, run, now);
const boardOf = (takings: Change[], ...memberIds: string[]) => company({ board: { memberIds, takings } });

/** Pia has approved beside three others, and two of them have left. */
function leftBy(by: Change, rule: Partial<StageInput>): Run {
  const approverIds = ["ann", PIA, "bob", "cas"];
  const run = submitted({ approverIds, rejectBy: "UNREACHABLE", ...rule });
  const judgedRun = { ...approve(run, PIA, company()).run, submittedMs: NOW_MS };
  const withoutAnn = decide({ type: "release", userId: "ann" }, judgedRun, marked(by)).run;
  return decide({ type: "release", userId: "bob" }, withoutAnn, marked(by)).run;
}

describe("who has approved and then takes others' seats does not make fewer decide [MEET-3]", () => {
  const chief = { actorId: "chief", privileged: true } as const;
  const rules: [string, Partial<StageInput>][] = [
    ["ALL", { approveBy: "ALL" }],
    ["a required seat beside ANY", { approveBy: "ANY", requiredIds: ["ann", "bob"] }],
    ["a required seat beside COUNT", { approveBy: "COUNT", quorum: 1, requiredIds: ["ann", "bob"] }],
    ["PERCENT", { approveBy: "PERCENT", quorum: 50 }],
    [
      "a required seat beside PER_GROUP",
      { approveBy: "PER_GROUP", quorum: 1, groups: { pia: ["F"] }, requiredIds: ["ann", "bob"] },
    ],
  ];
  it.each(rules)("with %s: an objection of the last one never completes the stage", (_title, rule) => {
    expect(reject(leftBy(AFTER, rule), "cas", marked(AFTER)).outcome).toBe("rejected");
  });

  it.each(rules)("with %s: so many approve as the stage was asked for", (title, rule) => {
    const needed = { ALL: 4, PERCENT: 2 }[title] ?? 3;
    let judged: Pick<Decision, "run" | "outcome"> = approve(leftBy(AFTER, rule), "cas", marked(AFTER));
    for (let nth = 3; nth <= needed; nth += 1) {
      expect(judged.outcome).toBeUndefined();
      const approverId = `zoe-${nth}`;
      const addRow = { type: "addRow", taskId: active(judged.run).id, approverId, ...chief } as const;
      judged = approve(decide(addRow, judged.run, marked(AFTER)).run, approverId, marked(AFTER));
    }
    expect(judged.outcome).toBe("completed");
  });

  it.each(rules)("with %s: it is different where another, or an importer, marks them", (_title, rule) => {
    for (const by of [BY_OTHER, BEFORE]) {
      expect(approve(leftBy(by, rule), "cas", marked(by)).outcome).toBe("completed");
    }
  });

  it("nor where sources are looked at again", () => {
    const source = { sources: [{ source: { groupId: "board" } }], approveBy: "PERCENT", quorum: 50 } as const;
    const before = boardOf([], "ann", PIA, "bob", "cas");
    const run = submitted({ ...source, rejectBy: "UNREACHABLE" }, before);
    const judgedRun = { ...approve(run, PIA, before).run, submittedMs: NOW_MS };
    const objected = (by: Change) => {
      const now = boardOf([by], PIA, "cas");
      const command = { type: "resolveAgain", taskId: active(judgedRun).id, ...chief } as const;
      const again = decide(command, judgedRun, now).run;
      expect(waiting(again)).toEqual(["cas"]);
      return { outcome: reject(again, "cas", now).outcome, needed: active(again).leastNeeded };
    };
    expect(objected(BY_OTHER)).toMatchObject({ outcome: "completed", needed: undefined });
    expect(objected(AFTER)).toEqual({ outcome: "rejected", needed: 2 });
  });
});

describe("who has approved and then takes a member from the group [MEET-3]", () => {
  it("does not make fewer decide once somebody else's leaver is released, or removed", () => {
    const memberIds = [PIA, "ann", "bob", "cas", "dan"];
    const board = { memberIds: memberIds.filter((userId) => userId !== "ann"), takings: [AFTER] };
    const asked = submitted(
      { sources: [{ source: { groupId: "board" } }], approveBy: "PERCENT", quorum: 50 },
      company({ board: { memberIds } }),
    );
    const judgedRun = of(approve(asked, PIA, company({ board: { memberIds } })));
    const again = {
      type: "resolveAgain",
      taskId: active(asked).id,
      actorId: "chief",
      privileged: true,
    } as const;
    const resolvedRun = of(decide(again, judgedRun, company({ board })));
    expect(active(resolvedRun).leastNeeded).toBe(3);
    const now = company({ board, people: { bob: { active: false, leaverChange: BY_OTHER } } });
    const approvalId = seatOf(resolvedRun, "bob");
    const commands = [
      { type: "release", userId: "bob" },
      { type: "removeRow", approvalId, actorId: "chief", privileged: true },
    ] as const;
    for (const command of commands) {
      const run = of(decide(command, resolvedRun, now));
      expect(approve(run, "cas", now).outcome, command.type).toBeUndefined();
    }
  });
});

describe("who takes others of a stage away is not asked there for another reason [MEET-3]", () => {
  it("as a fallback approver, after making a group too large to be asked", () => {
    const rules = { onEmptyStage: "FALLBACK", fallbackApproverIds: [PIA, "fay"] } as const;
    const run = submitted({ sources: [{ source: { groupId: "board" } }] }, company({ rules }));
    const memberIds = ["ann", ...Array.from({ length: 50 }, (_, at) => `user-${at}`)];
    const again = (givings: Change[]) => {
      const command = {
        type: "resolveAgain",
        taskId: active(run).id,
        actorId: "chief",
        privileged: true,
      } as const;
      return waiting(decide(command, run, company({ rules, board: { memberIds, givings } })).run);
    };
    expect(again([AFTER])).toEqual(["fay"]);
    expect(again([BY_OTHER])).toEqual([PIA, "fay"]);
  });

  it("nor decides for a manager whom a limit that they raised gave the seat", () => {
    const people = { eve: { managerId: "mia" }, mia: { managerId: "max" } };
    const source = { submitterManager: { untilLimit: true } } as const;
    const before = company({ people, limits: [limit("mia", "10"), limit("max", "1000")] });
    const decided = (giving: Change) => {
      const now = company({
        people,
        principal: "mia",
        limits: [limit("mia", "100", giving), limit("max", "1000")],
      });
      const run = submitted({ sources: [{ source }] }, before);
      const command = {
        type: "resolveAgain",
        taskId: active(run).id,
        actorId: "chief",
        privileged: true,
      } as const;
      const again = decide(command, run, now).run;
      expect(waiting(again)).toEqual(["mia"]);
      return approve(again, PIA, now).outcome;
    };
    expect(decided(BY_OTHER)).toBe("completed");
    expect(decided(BEFORE)).toBe("completed");
    expect(() => decided(AFTER)).toThrow(NOT_THEIRS);
  });
});

const quin = { actorId: "quin", privileged: true } as const;
/** A run whose later stage is asked, after the steps. */
function askedLater(approverIds: string[], now: DecisionContext, steps: (queued: Run) => Run): Run {
  const dynamicStages = [stage(1, "First", ["kim"]), stage(2, "Later", approverIds, "ALL")];
  const { run } = decide(submission({ dynamicStages }), EMPTY_RUN, { ...now, nowMs: NOW_MS });
  return of(approve(steps({ ...run, submittedMs: NOW_MS }), "kim", now));
}
const withoutAnn = (run: Run, now: DecisionContext) =>
  of(decide({ type: "removeRow", approvalId: seatOf(run, "ann"), ...quin }, run, now));

describe("who marks an approver of a later stage as a leaver decides nothing there once another removes the seat [MEET-3]", () => {
  it("by a seat of their own", () => {
    for (const [by, askedIds] of [
      [AFTER, ["bob"]],
      [BEFORE, [PIA, "bob"]],
      [BY_OTHER, [PIA, "bob"]],
    ] as const) {
      const now = annLeft(by);
      const run = askedLater(["ann", PIA, "bob"], now, (queued) => withoutAnn(queued, now));
      expect(waiting(run)).toEqual(askedIds);
    }
  });

  it("nor in the place of another, also of whom somebody adds later", () => {
    for (const by of [BY_OTHER, AFTER]) {
      const now = annLeft(by, { principal: "bob" });
      const run = askedLater(["ann", "bob"], now, (queued) => withoutAnn(queued, now));
      if (by === AFTER) expect(() => approve(run, PIA, now)).toThrow(NOT_THEIRS);
      else expect(approve(run, PIA, now).outcome).toBe("completed");
      const standsInForZoe = annLeft(by, { principal: "zoe" });
      const addRow = { type: "addRow", taskId: active(run).id, approverId: "zoe", ...quin } as const;
      const added = of(decide(addRow, run, standsInForZoe));
      const bobJudged = of(approve(added, "bob", standsInForZoe));
      if (by === AFTER) expect(() => approve(bobJudged, PIA, standsInForZoe)).toThrow(NOT_THEIRS);
      else expect(approve(bobJudged, PIA, standsInForZoe).outcome).toBe("completed");
    }
  });

  it("nor do fewer decide where they have approved before", () => {
    for (const [by, needed] of [
      [AFTER, 3],
      [BY_OTHER, undefined],
    ] as const) {
      const now = annLeft(by);
      const run = askedLater(["ann", PIA, "bob"], now, (queued) => {
        // As an amendment leaves it that keeps verdicts.
        const approvals = queued.approvals.map((row) =>
          row.approverId === PIA ? { ...row, status: "APPROVED" as const } : row,
        );
        return withoutAnn({ ...queued, approvals }, now);
      });
      expect(active(run).leastNeeded).toBe(needed);
      expect(approve(run, "bob", now).outcome).toBe(by === AFTER ? undefined : "completed");
    }
  });

  it("nor once the seat of a leaver whom somebody else marked is removed, too", () => {
    const asked = submitted({
      approverIds: [PIA, "ann", "bob", "cas", "dan"],
      approveBy: "PERCENT",
      quorum: 50,
    });
    const judgedRun = of(approve(asked, PIA, company()));
    const left = of(released(judgedRun, annLeft(AFTER)));
    expect(active(left).leastNeeded).toBe(3);
    const bobLeft = annLeft(AFTER, { people: { bob: { active: false, leaverChange: BY_OTHER } } });
    const removal = {
      type: "removeRow",
      approvalId: seatOf(left, "bob"),
      actorId: "chief",
      privileged: true,
    } as const;
    const run = of(decide(removal, left, bobLeft));
    expect(approve(run, "cas", bobLeft).outcome).toBeUndefined();
  });

  it("but where the seat was the remover's own addition", () => {
    const now = annLeft(AFTER);
    const run = askedLater([PIA, "bob"], now, (queued) => {
      const later = queued.tasks.find(({ stageName }) => stageName === "Later")!;
      const addRow = { type: "addRow", taskId: later.id, approverId: "ann", ...quin } as const;
      return withoutAnn(of(decide(addRow, queued, company())), now);
    });
    expect(waiting(run)).toEqual([PIA, "bob"]);
  });
});

describe("who decides on a stage removes nobody from it [MEET-3]", () => {
  const chief = { actorId: PIA, privileged: true } as const;
  const run = submitted({ approverIds: ["ann", "bob"], approveBy: "ALL" });
  const withPia = submitted({ approverIds: ["ann", PIA], approveBy: "ALL" });
  const remove = (of: Run, userId: string) =>
    decide({ type: "removeRow", approvalId: seatOf(of, userId), ...chief }, of, company());

  it("but whom they added", () => {
    expect(() => remove(withPia, "ann")).toThrow("Nobody removes approvals from a stage that they decide on");
    const added = decide(
      { type: "addRow", taskId: active(withPia).id, approverId: "zoe", ...chief },
      withPia,
      company(),
    );
    expect(waiting(remove(added.run, "zoe").run)).toEqual(["ann", PIA]);
    const given = {
      type: "reassign",
      taskId: active(withPia).id,
      fromUserId: "ann",
      toUserId: "zoe",
      reason: "r",
    } as const;
    const passed = decide({ ...given, ...chief }, withPia, company()).run;
    expect(() => remove(passed, "zoe")).toThrow("Nobody removes approvals");
  });

  it("and who removed somebody decides there for nobody", () => {
    const standsIn = company({ principal: "bob" });
    const left = remove(run, "ann").run;
    expect(() => approve(left, PIA, standsIn)).toThrow(NOT_THEIRS);
    expect(approve(left, "bob", standsIn).outcome).toBe("completed");
  });
});
