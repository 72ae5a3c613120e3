import { describe, expect, it } from "vitest";

import { active, chief, context, linesOf, stage, stateOf, submission } from "../../test/approval-runs.ts";
import { contentOf } from "../../test/conditional-runs.ts";
import type { DecisionContext } from "./commands.ts";
import { decide } from "./decide.ts";
import type { EscalationTarget, Ladder } from "./ladder.ts";
import type { ApprovalLimit, Person } from "./people.ts";
import { type ApprovalRules, DEFAULT_RULES } from "./rules.ts";
import { EMPTY_RUN, approvalsOf, isWaiting, seatsOf } from "./run.ts";
import type { AmendCommand, ApproveCommand, RejectCommand } from "./commands.ts";
import type { Run, StageInput } from "./types.ts";

/** Eve reports to Mia, who may approve 100, Mia to Max, who may approve 1,000,000. */
const PEOPLE: Record<string, Person> = {
  eve: { managerId: "mia" },
  mia: { name: "Mia", managerId: "max" },
  max: { name: "Max" },
  lou: { name: "Lou" },
  bob: { name: "Bob" },
};
const limit = (userId: string, upTo: string): ApprovalLimit => ({
  userId,
  kind: "Leave",
  currency: "EUR",
  upTo,
});
const LIMITS = [limit("mia", "100"), limit("max", "1000000"), limit("lou", "300")];

interface World {
  amount?: number;
  limits?: readonly ApprovalLimit[];
  rules?: Partial<ApprovalRules>;
  people?: Record<string, Person>;
  more?: Partial<DecisionContext>;
}

function world({ amount = 50, limits = LIMITS, rules, people, more }: World = {}) {
  return context({
    people: new Map(Object.entries({ ...PEOPLE, ...people })),
    rules: { ...DEFAULT_RULES, allowTimeApproval: ["Leave"], ...rules },
    organisation: {
      groups: new Map([["directors", { name: "Directors", memberIds: ["bob", "lou"] }]]),
      heads: new Map(),
      limits,
    },
    content: contentOf(amount),
    ...more,
  });
}

const limited = (order = 1, more: Partial<StageInput> = {}): StageInput => ({
  ...stage(order, "Limit", []),
  sources: [{ source: { submitterManager: { untilLimit: true } } }],
  ...more,
});

const started = (stages: readonly StageInput[], at = world()): Run =>
  decide(submission({ dynamicStages: stages, document: { revision: 1 } }), EMPTY_RUN, at).run;

const judge = (run: Run, approverId: string, at = world(), more: Partial<ApproveCommand> = {}) =>
  decide({ type: "approve", taskId: active(run).id, approverId, ...more }, run, at);

const amended = (run: Run, at: DecisionContext, more: Partial<AmendCommand> = {}) =>
  decide({ type: "amend", policy: "KEEP_VERDICTS", revision: 2, actorId: "eve", ...more }, run, at);

const waiting = (run: Run) =>
  seatsOf(run, active(run).id)
    .filter(isWaiting)
    .map(({ approverId }) => approverId);

const reassign = (run: Run, toUserId: string, at = world(), fromUserId = "mia") =>
  decide(
    { type: "reassign", taskId: active(run).id, fromUserId, toUserId, reason: "away", ...chief },
    run,
    at,
  );

describe("an amendment that keeps verdicts asks limits anew [MEET-5]", () => {
  it("where an approved stage's limit does not cover the new amount", () => {
    const run = judge(started([limited(), stage(2, "HR", ["kim"])]), "mia").run;
    const { run: after, events } = amended(run, world({ amount: 900_000 }));
    expect(active(after).stageName).toBe("Limit");
    expect(waiting(after)).toEqual(["max"]);
    expect(linesOf(events)).toEqual(["AMENDED by eve to eve, max, mia"]);
    const big = world({ amount: 900_000 });
    expect(() => judge(after, "mia", big)).toThrow("Approval not found or cannot be updated");
    const second = judge(after, "max", big).run;
    expect(judge(second, "kim", big).outcome).toBe("completed");
  });

  it("where the stage waits, and tells whoever loses the seat", () => {
    const { run, events } = amended(started([limited()]), world({ amount: 900_000 }));
    expect(waiting(run)).toEqual(["max"]);
    expect(linesOf(events)).toEqual(["AMENDED by eve to eve, max", "SEAT_LOST by eve to mia"]);
  });

  it.each([
    ["the amount that the limit still covers", world({ amount: 100 })],
    ["less", world({ amount: 1 })],
  ])("and leaves a verdict on %s", (_amount, at) => {
    const run = judge(started([limited(), stage(2, "HR", ["kim"])]), "mia").run;
    const after = amended(run, at).run;
    expect(active(after).stageName).toBe("HR");
    expect(stateOf(after)[0]).toBe("1 Limit APPROVED: mia APPROVED");
  });

  it("where the document has no amount any more, or another currency: the stage waits for somebody", () => {
    const run = judge(started([limited(), stage(2, "HR", ["kim"])]), "mia").run;
    for (const content of [contentOf(undefined), { ...contentOf(50), currency: "SEK" }]) {
      const { run: after, events } = amended(run, world({ more: { content } }));
      expect(active(after).stageName).toBe("Limit");
      expect(waiting(after)).toEqual([]);
      expect(events.map(({ event }) => event)).toContain("UNASSIGNED");
    }
  });

  it("where a substitute approved for somebody whose limit does not cover the new amount", () => {
    const substitutions = [
      { id: "s", principalId: "mia", substituteId: "bob", kinds: [], fromMs: 0, untilMs: Infinity },
    ];
    const at = world({ more: { substitutions } });
    const run = judge(started([limited(), stage(2, "HR", ["kim"])], at), "bob", at).run;
    expect(waiting(amended(run, world({ amount: 900_000 })).run)).toEqual(["max"]);
  });

  it("where the one to whom it was given has too low a limit: it returns to the source's", () => {
    const run = reassign(started([limited()]), "lou").run;
    expect(waiting(amended(run, world({ amount: 200 })).run)).toEqual(["max"]);
    const fits = world({ amount: 80 });
    expect(waiting(amended(run, fits).run)).toEqual(["lou"]);
    const limits = [limit("mia", "500"), limit("max", "1000000"), limit("lou", "300")];
    const lower = world({ amount: 400, limits });
    expect(waiting(amended(run, lower).run)).toEqual(["mia"]);
  });

  it("where time approved a stage whose limits do not cover the new amount", () => {
    const ladder: Ladder = { endAfter: { hours: 1 }, atEnd: "APPROVE" };
    const run = started([limited(1, { ladder }), stage(2, "HR", ["kim"])]);
    const fire = { type: "fire", taskId: active(run).id, activation: 1, action: "END" } as const;
    const passed = decide(fire, run, world()).run;
    expect(active(passed).stageName).toBe("HR");
    expect(active(amended(passed, world({ amount: 90 })).run).stageName).toBe("HR");
    const after = amended(passed, world({ amount: 900_000 })).run;
    expect([active(after).stageName, ...waiting(after)]).toEqual(["Limit", "max"]);
  });

  it("but not where another source gives the seat as well", () => {
    const both = limited(1, {
      sources: [
        { source: { submitterManager: { untilLimit: true } } },
        { source: { submitterManager: { levels: 1 } } },
      ],
    });
    const run = judge(started([both, stage(2, "HR", ["kim"])]), "mia").run;
    expect(active(amended(run, world({ amount: 900_000 })).run).stageName).toBe("HR");
  });
});

const APPROVE: Ladder = { endAfter: { hours: 1 }, atEnd: "APPROVE" };
const last = (more: Partial<StageInput> = {}): StageInput => ({
  ...stage(2, "Last", ["kim"]),
  ladder: APPROVE,
  ...more,
});

function timeOut(run: Run, at = world()) {
  const { id, activation = 1 } = active(run);
  return decide({ type: "fire", taskId: id, activation, action: "END" }, run, at);
}

describe("time approves only what somebody approved as it is now [MEET-5]", () => {
  it("and not an older revision", () => {
    const run = judge(started([stage(1, "First", ["ann"]), last()]), "ann").run;
    expect(timeOut(run).outcome).toBe("completed");
    const bigger = amended(run, world({ amount: 1_000_000 })).run;
    expect(stateOf(bigger)[0]).toBe("1 First APPROVED: ann APPROVED");
    expect(timeOut(bigger)).toMatchObject({ events: [], run: bigger });
  });

  it.each([
    ["its submitter", {}, {}],
    ["the person whom it is about", { kind: "Claim", beneficiaryId: "ann", submitterId: "eve" }, {}],
    ["an editor", {}, { document: { revision: 1, editorIds: ["kim"] } }],
  ])("not what only %s approved", (_who, command, more) => {
    const approverId = "beneficiaryId" in command ? "ann" : "eve";
    const rules = { allowTimeApproval: ["Leave", "Claim"] };
    const made = submission({
      dynamicStages: [stage(1, "First", [approverId]), last({ approverIds: ["zoe"] })],
      document: { revision: 1 },
      ...command,
    });
    const run = judge(decide(made, EMPTY_RUN, world({ rules })).run, approverId).run;
    const judged = { ...run, ...more };
    expect(timeOut(judged, world({ rules }))).toMatchObject({ events: [], run: judged });
  });

  it("not what the person approved who changed it since", () => {
    const run = judge(started([stage(1, "First", ["ann", "bob"]), last()]), "ann").run;
    const after = amended(run, world(), { actorId: "ann" }).run;
    expect(active(after).stageName).toBe("First");
    expect(() => judge(after, "ann")).toThrow("Separation of duties: editorIds");
    const again = judge(after, "bob").run;
    expect(timeOut(again).outcome).toBe("completed");
  });

  it("but a stage before others that people decide", () => {
    const first = { ...stage(1, "First", ["ann"]), ladder: APPROVE };
    expect(active(timeOut(started([first, stage(2, "HR", ["kim"])])).run).stageName).toBe("HR");
  });
});

describe("a seat that a limit gave [MEET-7]", () => {
  it("is reassigned only to somebody whom a limit covers", () => {
    const run = started([limited()], world({ amount: 90 }));
    const at = world({ amount: 90 });
    expect(() => reassign(run, "bob", at)).toThrow("Bob may approve nothing here");
    expect(waiting(reassign(run, "lou", at).run)).toEqual(["lou"]);
    const higher = world({ amount: 900, limits: [limit("mia", "1000"), limit("lou", "300")] });
    const above = started([limited()], higher);
    expect(() => reassign(above, "lou", higher)).toThrow("Lou may approve up to 300 EUR");
    const twice = reassign(run, "lou", at).run;
    expect(() => reassign(twice, "bob", at, "lou")).toThrow("Bob may approve nothing here");
  });

  it("is not needed of those whom the stage names", () => {
    const run = started([limited(1, { approverIds: ["ann"] })]);
    expect(reassign(run, "bob", world(), "ann").events).toHaveLength(1);
  });

  it("is decided by a substitute with the principal's limit", () => {
    const substitutions = [
      { id: "s", principalId: "mia", substituteId: "bob", kinds: [], fromMs: 0, untilMs: Infinity },
    ];
    const at = world({ more: { substitutions } });
    const decision = judge(started([limited()], at), "bob", at);
    expect(decision.outcome).toBe("completed");
    expect(decision.run.approvals[0]).toMatchObject({ approverId: "mia", decidedBy: "bob", byLimit: true });
  });

  it("is taken over only by somebody whom a limit covers", () => {
    const takeOver = { policy: "anyone", privileged: false } as const;
    const run = started([limited()]);
    expect(() => judge(run, "bob", world(), { takeOver })).toThrow("Bob may approve nothing here");
    expect(judge(run, "lou", world(), { takeOver }).outcome).toBe("completed");
    const beside = started([limited(1, { approverIds: ["ann"], approveBy: "ALL" })]);
    expect(judge(beside, "bob", world(), { takeOver }).run.approvals[0]).toMatchObject({ takenFrom: "ann" });
  });

  it("goes to nobody else by an escalation", () => {
    const escalated = (to: EscalationTarget, rules: Partial<ApprovalRules> = {}) => {
      const ladder: Ladder = { escalate: { after: { hours: 1 }, to, mode: "STAND_IN" } };
      const run = started([limited(1, { ladder })]);
      const fire = { type: "fire", taskId: active(run).id, activation: 1, action: "ESCALATE" } as const;
      return decide(fire, run, world({ rules }));
    };
    expect(linesOf(escalated({ groupId: "directors" }).events)).toEqual([
      "ESCALATED by undefined to lou, mia",
    ]);
    expect(linesOf(escalated({ userIds: ["bob"] }).events)).toEqual([
      "ESCALATION_FAILED by undefined to eve",
    ]);
    const fallback = { fallbackApproverIds: ["bob"] };
    expect(linesOf(escalated({ userIds: ["bob"] }, fallback).events)).toEqual([
      "ESCALATION_FAILED by undefined to eve",
    ]);
    const { run } = escalated({ groupId: "directors" });
    expect(waiting(amended(run, world({ amount: 200 })).run)).toEqual(["lou", "max"].toSorted());
    expect(waiting(amended(run, world({ amount: 400 })).run)).toEqual(["max"]);
  });

  it("is given to somebody whom a limit covers where nobody had it", () => {
    const nobody = { limits: [], rules: { onEmptyStage: "UNASSIGNED" } } as const;
    const run = started([limited()], world(nobody));
    const add = { type: "addApprover", taskId: active(run).id, position: "PARALLEL", ...chief } as const;
    const addRow = { type: "addRow", taskId: active(run).id, ...chief } as const;
    const at = world({ rules: nobody.rules });
    for (const bob of [
      { ...add, userId: "bob" },
      { ...addRow, approverId: "bob" },
    ]) {
      expect(() => decide(bob, run, at)).toThrow("Bob may approve nothing here");
    }
    const filled = decide({ ...add, userId: "lou" }, run, at).run;
    expect(judge(filled, "lou", at).outcome).toBe("completed");
    expect(waiting(amended(filled, world({ ...nobody, amount: 400 })).run)).toEqual([]);
  });

  it("is asked of nobody beside it who only adds an approval", () => {
    const run = started([limited()]);
    const add = { type: "addApprover", taskId: active(run).id, userId: "bob", actorId: "mia" } as const;
    for (const position of ["PARALLEL", "AFTER"] as const) {
      expect(decide({ ...add, position, privileged: false }, run, world()).events).toHaveLength(1);
    }
  });

  it("returns with its stage, but to nobody whom no limit covers any more", () => {
    const run = reassign(started([limited(), stage(2, "HR", ["kim"])]), "lou").run;
    const judged = judge(run, "lou").run;
    const back: RejectCommand = { type: "reject", taskId: active(judged).id, approverId: "kim" };
    expect(waiting(decide(back, judged, world()).run)).toEqual(["lou"]);
    const without = world({ limits: LIMITS.slice(0, 2) });
    const returned = decide(back, judged, without).run;
    expect(waiting(returned)).toEqual(["mia"]);
    const rejected: RejectCommand = { type: "reject", taskId: active(run).id, approverId: "lou" };
    const twoStages = started([stage(0, "Before", ["ann"]), limited(), stage(2, "HR", ["kim"])]);
    const second = reassign(judge(twoStages, "ann").run, "lou").run;
    const first = decide({ ...rejected, taskId: active(second).id }, second, world()).run;
    const requeued = judge(first, "ann", without).run;
    expect(waiting(requeued)).toEqual(["mia"]);
    expect(approvalsOf(requeued, active(requeued).id).some(({ approverId }) => approverId === "lou")).toBe(
      false,
    );
  });
});
