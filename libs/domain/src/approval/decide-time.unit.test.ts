import { describe, expect, it } from "vitest";

import {
  BOARD,
  NOW_MS,
  active,
  approve,
  chief,
  context,
  givenContext,
  linesOf,
  reject,
  stage,
  stateOf,
  submitStages,
} from "../../test/approval-runs.ts";
import type { DecisionContext } from "./commands.ts";
import { decide } from "./decide.ts";
import type { Escalation, Ladder } from "./ladder.ts";
import type { Person } from "./people.ts";
import { messageOf } from "./notifications.ts";
import type { ApprovalRules } from "./rules.ts";
import { APPROVE_BY, type Run, type StageInput } from "./types.ts";

const HOUR_MS = 3_600_000;
const late: Ladder = { dueIn: { hours: 4 }, remind: [{ hours: 1 }, { hours: 2 }] };
const toManager = (extra: Partial<Escalation> = {}): Ladder => ({
  escalate: { after: { hours: 3 }, to: { manager: true }, mode: "STAND_IN", ...extra },
});
const PEOPLE: Readonly<Record<string, Person>> = {
  ann: { name: "Ann", managerId: "mia" },
  bob: { name: "Bob", managerId: "mia" },
  cid: { name: "Cid", managerId: "max" },
  mia: { name: "Mia", managerId: "max" },
  max: { name: "Max" },
  eve: { name: "Eve", managerId: "mia" },
};
const known = (rules: Partial<ApprovalRules> = {}, others: Readonly<Record<string, Person>> = {}) =>
  givenContext(rules, { ...PEOPLE, ...others });

const withLadder = (ladder: Ladder, of: StageInput = stage(1, "Board", ["ann"])): StageInput => ({
  ...of,
  ladder,
});
const finance = stage(2, "Finance", ["kim"]);

function started(stages: readonly StageInput[], circumstances: DecisionContext = known()): Run {
  return submitStages(stages, circumstances).run;
}

const fire = (
  run: Run,
  action: "REMIND" | "ESCALATE" | "END",
  circumstances: DecisionContext = known(),
  extra: { seatId?: string; otherSeatIds?: string[]; activation?: number } = {},
) =>
  decide(
    { type: "fire", taskId: active(run).id, activation: active(run).activation ?? 1, action, ...extra },
    run,
    circumstances,
  );
const escalated = (run: Run, circumstances: DecisionContext = known()) =>
  fire(run, "ESCALATE", circumstances);

const at = (ms: number) => context({ nowMs: ms });

const calendarOf = (from: string, to: string) => ({
  timeZone: "UTC",
  week: [{ day: "FRIDAY" as const, from, to }],
  days: [],
});

describe("a stage with a ladder", () => {
  it("is due so long after it was asked, and anew when it is asked again [TIME-3] [TIME-4]", () => {
    const run = started([withLadder(late), finance]);
    expect(active(run).dueMs).toBe(NOW_MS + 4 * HOUR_MS);
    const taskId = active(run).id;
    const approved = decide({ type: "approve", taskId, approverId: "ann" }, run, at(NOW_MS + 1)).run;
    const back = { type: "reject", taskId: active(approved).id, approverId: "kim" } as const;
    const returned = decide(back, approved, at(NOW_MS + HOUR_MS)).run;
    expect(active(returned)).toMatchObject({ stageName: "Board", dueMs: NOW_MS + 5 * HOUR_MS });
  });

  it("is reckoned by the stage's own calendar, else the chosen one, else every hour [TIME-1]", () => {
    const byId = new Map([
      ["own", calendarOf("08:00", "12:00")],
      ["company", calendarOf("13:00", "20:00")],
    ]);
    const dueIn = { businessHours: 2 };
    const dueBy = (ladder: Ladder, ...chosenIds: string[]) => {
      const task = active(started([withLadder(ladder)], context({ calendars: { byId, chosenIds } })));
      return [task.calendarId, new Date(task.dueMs!).toISOString().slice(0, 16)];
    };
    expect(dueBy({ dueIn, calendarId: "own" }, "company")).toEqual(["own", "2026-01-02T10:00"]);
    expect(dueBy({ dueIn }, "company")).toEqual(["company", "2026-01-02T15:00"]);
    expect(dueBy({ dueIn }, "deleted", "company")).toEqual(["company", "2026-01-02T15:00"]);
    expect(dueBy({ dueIn, calendarId: "deleted" })).toEqual([undefined, "2026-01-01T02:00"]);
  });
});

describe("a reminder", () => {
  it("goes to those whose verdicts are missing, and says so [TIME-3]", () => {
    const run = approve(started([withLadder(late, BOARD.ALL)]), "bob").run;
    const { events } = fire(run, "REMIND");
    expect(linesOf(events)).toEqual(["REMINDED by undefined to ann, cid"]);
    expect(events[0]!.metadata).toMatchObject({ actor: "system", stageName: "Board" });
    expect(messageOf(events[0]!)).toBe("LV-1 still awaits your approval — Board");
  });

  it("of one seat goes to it alone, and those of the stage leave it out [TIME-4]", () => {
    const run = started([withLadder(late, BOARD.ALL)]);
    const seatId = run.approvals.find(({ approverId }) => approverId === "bob")!.id;
    expect(linesOf(fire(run, "REMIND", known(), { seatId }).events)).toEqual([
      "REMINDED by undefined to bob",
    ]);
    const others = fire(run, "REMIND", known(), { otherSeatIds: [seatId] });
    expect(linesOf(others.events)).toEqual(["REMINDED by undefined to ann, cid"]);
    const decided = approve(run, "bob").run;
    expect(fire(decided, "REMIND", known(), { seatId }).events).toEqual([]);
  });

  it.each(["REMIND", "ESCALATE", "END"] as const)(
    "or %s of an earlier activation does nothing [TIME-4]",
    (action) => {
      const ladder: Ladder = { ...late, ...toManager(), atEnd: "REJECT" };
      const run = started([withLadder(ladder)]);
      const stale = fire(run, action, known(), { activation: 2 });
      expect(stale).toMatchObject({ events: [], run });
      const over = approve(run, "ann").run;
      const taskId = active(run).id;
      const decision = decide({ type: "fire", taskId, activation: 1, action }, over, known());
      expect(decision).toMatchObject({ events: [], run: over });
    },
  );
});

describe("an escalation", () => {
  it("asks the manager beside the late approver, and tells both [TIME-3]", () => {
    const { run, events } = escalated(started([withLadder(toManager())]));
    expect(stateOf(run)).toEqual(["1 Board AWAITING_APPROVAL: ann AWAITING_APPROVAL, mia AWAITING_APPROVAL"]);
    expect(linesOf(events)).toEqual(["ESCALATED by undefined to mia, ann"]);
    expect(events[0]!.metadata).toMatchObject({ mode: "STAND_IN", userName: "Mia", principalName: "Ann" });
    expect(messageOf(events[0]!)).toBe("LV-1 was escalated to Mia — Board");
    expect(run.approvals[1]).toMatchObject({ reason: "MANAGER_OF", reasonUserId: "ann", escalated: true });
  });

  it.each(["ann", "mia"])(
    "takes the first verdict of the two; the second is refused: %s first [TIME-3]",
    (first) => {
      const { run } = escalated(started([withLadder(toManager()), finance]));
      const second = first === "ann" ? "mia" : "ann";
      const decided = decide(
        { type: "approve", taskId: active(run).id, approverId: first },
        run,
        known(),
      ).run;
      expect(stateOf(decided)[0]).toContain(`${second} NOT_NEEDED`);
      const again = { type: "approve", taskId: active(run).id, approverId: second } as const;
      const name = PEOPLE[first]!.name!;
      expect(() => decide(again, decided, known())).toThrow(`Already decided by ${name}`);
      const rejected = reject(run, first).run;
      expect(stateOf(rejected)[0]).toMatch(/^1 Board REJECTED†/u);
    },
  );

  it.each(APPROVE_BY)("leaves the number of approvals that %s needs as it was [TIME-3]", (approveBy) => {
    const asked = started([withLadder(toManager(), BOARD[approveBy]), finance]);
    // Mia stands in for Ann; for Bob her manager does, as she is seated, and for Cid nobody above is left.
    const { run, events } = escalated(asked, known({ fallbackApproverIds: ["flo"] }));
    expect(linesOf(events)).toEqual([
      "ESCALATED by undefined to mia, ann",
      "ESCALATED by undefined to max, bob",
      "ESCALATED by undefined to flo, cid",
    ]);
    const needed = { ANY: 1, ALL: 3, COUNT: 2, PERCENT: 2, PER_GROUP: 2 }[approveBy];
    const standIns = ["mia", "max", "flo"].slice(0, needed);
    let current = run;
    for (const [index, userId] of standIns.entries()) {
      expect(active(current).stageName).toBe("Board");
      current = decide(
        { type: "approve", taskId: active(current).id, approverId: userId },
        current,
        known(),
      ).run;
      const isLast = index === standIns.length - 1;
      expect(active(current).stageName).toBe(isLast ? "Finance" : "Board");
    }
  });

  it("REPLACE takes the late seat away; its holder hears of it and decides no more [TIME-3]", () => {
    const { run, events } = escalated(started([withLadder(toManager({ mode: "REPLACE" }))]));
    expect(stateOf(run)).toEqual(["1 Board AWAITING_APPROVAL: ann NOT_NEEDED, mia AWAITING_APPROVAL"]);
    expect(linesOf(events)).toEqual(["ESCALATED by undefined to mia, ann"]);
    expect(() => approve(run, "ann")).toThrow("Approval not found or cannot be updated");
    expect(approve(run, "mia").outcome).toBe("completed");
  });

  it("asks one further up at the next level [TIME-3]", () => {
    for (const mode of ["STAND_IN", "REPLACE"] as const) {
      const first = escalated(started([withLadder(toManager({ mode, levels: 2 }))])).run;
      const { run, events } = escalated(first);
      expect(events[0]!.targetIds[0]).toBe("max");
      expect(approve(run, "max").outcome).toBe("completed");
    }
  });

  it.each<[string, Readonly<Record<string, Person>>, Partial<ApprovalRules>, string[]]>([
    ["has left", { mia: { managerId: "max", active: false } }, {}, ["ESCALATED by undefined to max, ann"]],
    [
      "is the submitter",
      { ann: { managerId: "eve" }, eve: { managerId: "max" } },
      {},
      ["ESCALATED by undefined to max, ann"],
    ],
    [
      "does not exist, and there is a fallback approver",
      { ann: {} },
      { fallbackApproverIds: ["eve", "flo"] },
      ["ESCALATED by undefined to flo, ann"],
    ],
    ["does not exist, and nobody else does", { ann: {} }, {}, ["ESCALATION_FAILED by undefined to eve"]],
  ])("whose manager %s asks others [TIME-3]", (_, others, rules, lines) => {
    const run = started([withLadder(toManager())], known(rules, others));
    expect(linesOf(escalated(run, known(rules, others)).events)).toEqual(lines);
  });

  it("looks five managers up, no further [TIME-3]", () => {
    const chain = Object.fromEntries(
      ["ann", "m1", "m2", "m3", "m4", "m5"].map((id, at) => [
        id,
        { managerId: `m${at + 1}`, active: id === "ann" || id === "m5" },
      ]),
    );
    const run = started([withLadder(toManager())], known({}, chain));
    expect(linesOf(escalated(run, known({}, chain)).events)).toEqual(["ESCALATED by undefined to m5, ann"]);
    const gone = known({}, { ...chain, m5: { managerId: "m6", active: false }, m6: {} });
    expect(linesOf(escalated(run, gone).events)).toEqual(["ESCALATION_FAILED by undefined to eve"]);
  });

  it("shares the members of a group among the late seats [TIME-3]", () => {
    const ladder: Ladder = { escalate: { after: { hours: 1 }, to: { groupId: "g" }, mode: "STAND_IN" } };
    const groups = new Map([["g", { name: "Directors", memberIds: ["d1", "bob", "d2", "d3"] }]]);
    const organisation = { groups, heads: new Map<string, string>(), limits: [] };
    const run = started([withLadder(ladder, stage(1, "Board", ["ann", "bob"], "ALL"))]);
    const { events } = escalated(run, { ...known(), organisation });
    expect(linesOf(events)).toEqual([
      "ESCALATED by undefined to d1, d2, ann",
      "ESCALATED by undefined to d3, bob",
    ]);
    expect(events[0]!.metadata.userName).toBe("Directors");
  });

  it("is over once the stage is asked again: the late approvers are asked, nobody else [TIME-4]", () => {
    for (const mode of ["STAND_IN", "REPLACE"] as const) {
      const first = escalated(started([withLadder(toManager({ mode })), finance])).run;
      const returned = reject(approve(first, "mia").run, "kim").run;
      const asked = returned.approvals
        .filter(({ taskId, archived }) => taskId === active(returned).id && !archived)
        .map(({ approverId, status }) => `${approverId} ${status}`);
      expect(asked).toEqual(["ann AWAITING_APPROVAL"]);
    }
  });

  it("lets both decide again once the verdict is withdrawn [PPL-7] [TIME-3]", () => {
    const board = stage(1, "Board", ["ann", "bob"], "ALL");
    const run = escalated(started([withLadder(toManager(), board)])).run;
    const decided = approve(run, "mia").run;
    const taskId = active(decided).id;
    const { run: withdrawn, events } = decide({ type: "withdraw", taskId, actorId: "mia" }, decided, known());
    expect(linesOf(events)).toEqual(["VERDICT_WITHDRAWN by mia to eve, ann"]);
    expect(events[0]!.asked).toEqual({ ann: { ending: "asked" } });
    expect(stateOf(withdrawn)).toEqual(stateOf(run));
    expect(
      approve(withdrawn, "ann").run.approvals.find(({ approverId }) => approverId === "mia")?.status,
    ).toBe("NOT_NEEDED");
  });

  it("stays when its seats are reassigned or the sources are looked at again [TIME-3]", () => {
    const run = escalated(started([withLadder(toManager())])).run;
    const taskId = active(run).id;
    const given = {
      type: "reassign",
      taskId,
      fromUserId: "mia",
      toUserId: "zoe",
      reason: "away",
      ...chief,
    } as const;
    const reassigned = decide(given, run, known()).run;
    const again = decide({ type: "resolveAgain", taskId, ...chief }, reassigned, known()).run;
    expect(stateOf(again)).toEqual([
      "1 Board AWAITING_APPROVAL: ann AWAITING_APPROVAL, zoe AWAITING_APPROVAL",
    ]);
    expect(approve(again, "zoe").outcome).toBe("completed");
  });

  it("outlives the late approver, who leaves [PPL-5] [TIME-3]", () => {
    const run = escalated(started([withLadder(toManager())])).run;
    const gone = known({}, { ann: { active: false } });
    const released = decide({ type: "release", userId: "ann" }, run, gone).run;
    expect(
      decide({ type: "approve", taskId: active(run).id, approverId: "mia" }, released, gone).outcome,
    ).toBe("completed");
  });
});

const ends = (atEnd: "REJECT" | "APPROVE"): Ladder => ({ dueIn: { hours: 1 }, atEnd });

describe("the end of a ladder", () => {
  it("REJECT ends the run, from any stage [TIME-3]", () => {
    const run = approve(
      started([stage(1, "First", ["ann"]), { ...finance, ladder: ends("REJECT") }]),
      "ann",
    ).run;
    const decision = fire(run, "END");
    expect(decision.outcome).toBe("rejected");
    expect(linesOf(decision.events)).toEqual(["TIMED_OUT by undefined to eve, kim"]);
    expect(messageOf(decision.events[0]!)).toBe("LV-1 was rejected by time — Finance");
    expect(stateOf(decision.run)).toEqual([
      "1 First APPROVED: ann APPROVED",
      "2 Finance REJECTED†: kim NOT_NEEDED†",
    ]);
  });

  it("APPROVE asks the next stage; the seats were not needed [TIME-3]", () => {
    const run = started([withLadder(ends("APPROVE")), finance], known({ allowTimeApproval: ["Leave"] }));
    const decision = fire(run, "END");
    expect(decision.outcome).toBeUndefined();
    expect(linesOf(decision.events)).toEqual([
      "TIMED_OUT by undefined to eve, ann",
      "STAGE_ADVANCED by undefined to kim",
    ]);
    expect(messageOf(decision.events[0]!)).toBe("LV-1 was approved by time — Board");
    expect(stateOf(decision.run)).toEqual([
      "1 Board APPROVED: ann NOT_NEEDED",
      "2 Finance AWAITING_APPROVAL: kim AWAITING_APPROVAL",
    ]);
    expect(decision.run.tasks[0]).toMatchObject({ byTime: true });
    expect(approve(decision.run, "kim").outcome).toBe("completed");
  });

  it("APPROVE completes a run that a person has approved before, and no other [TIME-3]", () => {
    const allowed = known({ allowTimeApproval: ["Leave"] });
    const last = { ...finance, ladder: ends("APPROVE") };
    const judged = approve(started([stage(1, "First", ["ann"]), last], allowed), "ann").run;
    expect(fire(judged, "END").outcome).toBe("completed");
    const alone = started([withLadder(ends("APPROVE"))], allowed);
    expect(fire(alone, "END")).toMatchObject({ events: [], run: alone });
    const both = fire(started([withLadder(ends("APPROVE")), last], allowed), "END").run;
    expect(fire(both, "END")).toMatchObject({ events: [], run: both });
  });

  it.each(["AFTER", "PARALLEL"] as const)(
    "APPROVE does not count whom an approver added: %s [TIME-3] [SAFE-13]",
    (position) => {
      const board = withLadder(ends("APPROVE"), stage(1, "Board", ["ann", "bob"], "ALL"));
      const alone = started([board], known({ allowTimeApproval: ["Leave"] }));
      const add = { type: "addApprover", taskId: active(alone).id, userId: "zoe", position } as const;
      const added = decide({ ...add, actorId: "ann", privileged: false }, alone, known()).run;
      const run = position === "PARALLEL" ? approve(added, "zoe").run : added;
      expect(fire(run, "END")).toMatchObject({ events: [], run });
    },
  );

  it("APPROVE waits where an agent submitted the document [TIME-3] [AGT-3]", () => {
    const stages = [withLadder(ends("APPROVE")), finance];
    const run = submitStages(stages, known({ allowTimeApproval: ["Leave"] }), {
      agentPrincipalIds: ["eve"],
    }).run;
    expect(fire(run, "END")).toMatchObject({ events: [], run });
  });
});

const nudge = (run: Run, actorId = "eve", nowMs = NOW_MS) =>
  decide({ type: "nudge", actorId, actorName: "Eve" }, run, { ...known(), nowMs });

describe("a nudge", () => {
  it("reminds those who are asked, once in four hours, and again when another stage is asked [TIME-4]", () => {
    const run = started([stage(1, "Board", ["ann"]), finance]);
    const { run: nudged, events } = nudge(run);
    expect(linesOf(events)).toEqual(["REMINDED by eve to ann"]);
    expect(() => nudge(nudged, "eve", NOW_MS + 4 * HOUR_MS - 1)).toThrow("Already nudged");
    expect(linesOf(nudge(nudged, "eve", NOW_MS + 4 * HOUR_MS).events)).toEqual(["REMINDED by eve to ann"]);
    expect(linesOf(nudge(approve(nudged, "ann").run).events)).toEqual(["REMINDED by eve to kim"]);
  });

  it("is the submitter's alone [TIME-4]", () => {
    const run = started([stage(1, "Board", ["ann"])]);
    expect(() => nudge(run, "ann")).toThrow("Only the submitter nudges the approvers of a document");
    expect(() => nudge(approve(run, "ann").run)).toThrow("There is no approval in progress");
  });
});
