import { describe, expect, it } from "vitest";

import {
  NOW_MS,
  active,
  amend,
  approvedBy,
  context,
  dynamicRun,
  givenContext,
  linesOf,
  ownActor,
  stage,
  stateOf,
  submission,
  submitStages,
} from "../../test/approval-runs.ts";
import { CHANGES_WANTED_MS, wantedNow } from "./changes-wanted.ts";
import type { Command, Decision, DecisionContext } from "./commands.ts";
import { decide } from "./decide.ts";
import { messageOf } from "./notifications.ts";
import { decidableSeat } from "./actionable.ts";
import { EMPTY_RUN } from "./run.ts";
import type { Id, Run } from "./types.ts";

// The table of MEET (contract-4) for `requestChanges` and what ends it: every change × the stage × the actor.

const HOUR_MS = 3_600_000;
const at = (ms: number, overrides: Partial<DecisionContext> = {}) =>
  context({ nowMs: NOW_MS + ms, ...overrides });
const zoeForAnn = (untilMs: number) => [
  { id: "grant", principalId: "ann", substituteId: "zoe", kinds: [], fromMs: 0, untilMs },
];
const WHILE = context({ substitutions: zoeForAnn(Infinity) });

const board = stage(1, "Board", ["ann", "bob"], "ALL");
const finance = stage(2, "Finance", ["kim"]);
const begun = () => dynamicRun(board, finance);

function want(
  run: Run,
  actorId: Id,
  circumstances: DecisionContext = context(),
  extra: object = {},
): Decision {
  const { id: taskId } = active(run);
  const command = {
    type: "requestChanges",
    taskId,
    actorId,
    actorName: actorId,
    text: "Add the receipt",
  } as const;
  return decide({ ...command, ...extra }, run, circumstances);
}
const wantedBy = (actorId: Id, circumstances?: DecisionContext, run = begun()) =>
  want(run, actorId, circumstances).run;
const answered = (run: Run, circumstances = context(), actorId = "eve") =>
  decide(
    {
      type: "answerChanges",
      messageId: run.changesWanted?.id ?? "",
      actorId,
      actorName: "Eve",
      text: "Done",
    },
    run,
    circumstances,
  );
const verdict = (
  run: Run,
  approverId: Id,
  circumstances = context(),
  type: "approve" | "reject" = "approve",
) => decide({ type, taskId: active(run).id, approverId }, run, circumstances);
const EVE = "Changes are wanted from eve: nobody else decides until they have answered";

describe("changes that are wanted", () => {
  it("are asked of the submitter; the stage and its verdicts stay as they are [TALK-2]", () => {
    const before = approvedBy(begun(), "bob");
    const { run, events, outcome } = want(before, "ann");
    expect(stateOf(run)).toEqual(stateOf(before));
    expect(outcome).toBeUndefined();
    expect(linesOf(events)).toEqual(["CHANGES_WANTED by ann to eve"]);
    expect(events.map((event) => messageOf(event))).toEqual(["LV-1: ann wants changes: Add the receipt"]);
    expect(run.changesWanted).toMatchObject({ askerId: "ann", principalId: "ann", text: "Add the receipt" });
  });

  it.each<[string, Id, DecisionContext, Partial<Run>, string]>([
    ["somebody without a seat", "max", context(), {}, "Approval not found or cannot be updated"],
    ["an approver of a later stage", "kim", context(), {}, "Approval not found or cannot be updated"],
    ["who left", "ann", givenContext({}, { eve: { name: "Eve", active: false } }), {}, "Eve has left"],
    ["an editor", "ann", context(), { document: { revision: 1, editorIds: ["ann"] } }, "editorIds"],
    [
      "whose agent submitted it",
      "ann",
      context(),
      { agentPrincipalIds: ["ann"] },
      "Separation of duties: agent",
    ],
    ["after three wishes", "ann", context(), { changesAsked: 3 }, "Changes may be wanted 3 times in a run"],
    [
      "where the company wants none",
      "ann",
      givenContext({ maxChanges: 0 }),
      {},
      "Changes may be wanted 0 times in a run",
    ],
  ])("are refused: %s [TALK-2]", (_who, actorId, circumstances, extra, message) => {
    expect(() => want({ ...begun(), ...extra }, actorId, circumstances)).toThrow(message);
  });

  it("are refused to agents, to the submitter, and while some are wanted [TALK-2]", () => {
    expect(() => want(begun(), "ann", context(), { isAgent: true })).toThrow("Separation of duties: agent");
    const ofAnn = decide(
      submission({ dynamicStages: [board], submitterId: "ann" }),
      EMPTY_RUN,
      context(),
    ).run;
    expect(() => want(ofAnn, "ann")).toThrow("Nobody asks themselves for changes");
    for (const actorId of ["ann", "bob"]) {
      expect(() => want(wantedBy("ann"), actorId)).toThrow(
        expect.objectContaining({ code: "CONFLICT", message: "Changes are wanted already" }),
      );
    }
    expect(() => want(begun(), "ann", context(), { expectedRevision: "0.9" })).toThrow();
  });

  it.each<[string, Id, DecisionContext, boolean]>([
    ["whoever wants them", "ann", context(), true],
    ["another approver", "bob", context(), false],
    ["another's substitute", "yan", at(0, { substitutions: zoeForBob() }), false],
  ])("let decide: %s [TALK-2]", (_who, userId, circumstances, decides) => {
    const run = wantedBy("ann");
    const judged = { ...active(run), waitsOnAnswer: run.changesWanted };
    const grants = userId === "yan" ? [grantOf("yan", "bob")] : [];
    expect(decidableSeat(judged, run.approvals, userId, grants) !== undefined).toBe(decides);
    if (decides) expect(verdict(run, userId, circumstances).run.changesWanted).toBeUndefined();
    else expect(() => verdict(run, userId, circumstances)).toThrow(EVE);
  });

  it("let the substitute who wants them decide, and their principal, but no other substitute [TALK-2]", () => {
    const run = wantedBy("zoe", WHILE);
    expect(run.changesWanted).toMatchObject({ askerId: "zoe", principalId: "ann" });
    for (const userId of ["ann", "zoe"]) {
      expect(verdict(run, userId, WHILE).run.changesWanted).toBeUndefined();
    }
    const both = context({
      substitutions: [...zoeForAnn(Infinity), { ...zoeForAnn(Infinity)[0]!, id: "g2", substituteId: "yan" }],
    });
    expect(() => verdict(run, "yan", both)).toThrow(EVE);
  });

  it("let nobody take over, nudge or be rejected meanwhile [TALK-2]", () => {
    const run = wantedBy("ann");
    const takeOver = { takeOver: { policy: "anyone", privileged: true } } as const;
    const { id: taskId } = active(run);
    expect(() => decide({ type: "approve", taskId, approverId: "max", ...takeOver }, run, context())).toThrow(
      EVE,
    );
    expect(() => verdict(run, "bob", context(), "reject")).toThrow(EVE);
    expect(() => decide({ type: "nudge", actorId: "eve" }, run, context())).toThrow(
      "Nobody is asked at the moment",
    );
  });

  it("end with the submitter's answer, which asks those again who were asked [TALK-2]", () => {
    const { run, events } = answered(wantedBy("ann"));
    expect(run.changesWanted).toBeUndefined();
    expect(linesOf(events)).toEqual(["QUESTION_ANSWERED by eve to ann, ann, bob"]);
    expect(messageOf(events[0]!, events[0]!.asked?.["bob"])).toBe(
      "LV-1: Eve answered: Done — awaiting your approval again",
    );
    expect(verdict(run, "bob").run).not.toEqual(run);
    expect(() => answered({ ...run })).toThrow("This question is closed");
    expect(() => answered(wantedBy("ann"), context(), "bob")).toThrow("Only who is asked answers");
  });

  it.each(["ASK_AGAIN", "KEEP_VERDICTS"] as const)("end with an amendment: %s [TALK-2]", (policy) => {
    const { run } = amend(want(approvedBy(begun(), "bob"), "ann").run, policy);
    expect(run.changesWanted).toBeUndefined();
    expect(stateOf(run)[0]).toBe(
      policy === "ASK_AGAIN"
        ? "1 Board AWAITING_APPROVAL: ann AWAITING_APPROVAL, bob AWAITING_APPROVAL"
        : "1 Board AWAITING_APPROVAL: ann AWAITING_APPROVAL, bob APPROVED",
    );
  });

  it.each<[string, (run: Run) => Command, DecisionContext]>([
    ["is recalled", () => ({ type: "recall", ...ownActor("eve") }), givenContext({ recall: "ALWAYS" })],
    ["is cancelled", (run) => ({ type: "archive", runId: active(run).runId }), context()],
    [
      "asks somebody else on the seat",
      (run) => ({
        type: "reassign",
        taskId: active(run).id,
        fromUserId: "ann",
        toUserId: "max",
        reason: "away",
        ...ownActor("ann"),
      }),
      context(),
    ],
    [
      "loses its approver",
      () => ({ type: "release", userId: "ann" }),
      givenContext({}, { ann: { active: false } }),
    ],
    [
      "loses its submitter",
      () => ({ type: "release", userId: "eve" }),
      givenContext({}, { eve: { active: false } }),
    ],
    [
      "is returned by who wants them",
      (run) => ({ type: "reject", taskId: active(run).id, approverId: "ann" }),
      context(),
    ],
  ])("end where the run %s [TALK-1]", (_what, commandOf, circumstances) => {
    const run = wantedBy("ann");
    const { run: after } = decide(commandOf(run), run, circumstances);
    expect(after.changesWanted).toBeUndefined();
    expect(after.changesAsked).toBe(1);
  });

  it("stay where another seat changes or another's verdict is withdrawn [TALK-1]", () => {
    const run = want(approvedBy(begun(), "bob"), "ann").run;
    const { id: taskId } = active(run);
    const commands: Command[] = [
      { type: "withdraw", taskId, actorId: "bob", isAgent: false },
      { type: "addApprover", taskId, userId: "max", position: "PARALLEL", ...ownActor("ann") },
      { type: "release", userId: "max" },
    ];
    for (const command of commands) {
      expect(decide(command, run, context()).run.changesWanted).toEqual(run.changesWanted);
    }
  });

  it("end once whoever wants them stands in for nobody, or after thirty days [TALK-1] [TALK-2]", () => {
    const run = wantedBy("zoe", WHILE);
    const look = (circumstances: DecisionContext) =>
      decide({ type: "endChanges", messageId: run.changesWanted?.id ?? "" }, run, circumstances).run
        .changesWanted;
    expect(look(WHILE)).toBeDefined();
    expect(look(context())).toBeUndefined();
    expect(look(at(CHANGES_WANTED_MS - 1, { substitutions: zoeForAnn(Infinity) }))).toBeDefined();
    expect(look(at(CHANGES_WANTED_MS, { substitutions: zoeForAnn(Infinity) }))).toBeUndefined();
    // Nobody is kept from deciding by a wish that is over, though nothing has ended it yet.
    expect(wantedNow(run, context())).toBeUndefined();
    expect(verdict(run, "bob").run.changesWanted).toBeUndefined();
  });

  it("count over returns, and anew with the next run [TALK-2]", () => {
    let run = dynamicRun(stage(1, "Manager", ["ann"]), finance);
    for (const who of ["ann", "ann"]) run = answered(want(run, who).run).run;
    run = approvedBy(run, "ann");
    run = verdict(want(run, "kim").run, "kim", context(), "reject").run;
    expect(active(run).stageName).toBe("Manager");
    expect(() => want(run, "ann")).toThrow("Changes may be wanted 3 times in a run");
    const ended = verdict(run, "ann", context(), "reject").run;
    const next = decide(submission({ dynamicStages: [board] }), ended, context()).run;
    expect(want(next, "ann").run.changesAsked).toBe(1);
  });

  it("stop the clock: what was left of it counts on [TALK-2] [TIME-4]", () => {
    const timed = {
      ...board,
      ladder: { dueIn: { hours: 4 }, remind: [{ hours: 1 }], atEnd: "REJECT" as const },
    };
    const begunRun = submitStages([timed, finance], context()).run;
    expect(active(begunRun).dueMs).toBe(NOW_MS + 4 * HOUR_MS);
    const wanted = want(begunRun, "ann", at(HOUR_MS)).run;
    expect(active(wanted).dueMs).toBeUndefined();
    const { id: taskId } = active(wanted);
    for (const action of ["REMIND", "ESCALATE", "END"] as const) {
      const fired = decide({ type: "fire", taskId, activation: 1, action }, wanted, at(9 * HOUR_MS));
      expect(fired.events).toEqual([]);
      expect(fired.run).toEqual(wanted);
    }
    expect(active(answered(wanted, at(10 * HOUR_MS)).run).dueMs).toBe(NOW_MS + 13 * HOUR_MS);
    expect(
      active(
        decide(
          { type: "endChanges", messageId: wanted.changesWanted!.id },
          wanted,
          at(CHANGES_WANTED_MS + HOUR_MS),
        ).run,
      ).dueMs,
    ).toBe(NOW_MS + CHANGES_WANTED_MS + 4 * HOUR_MS);
  });

  it("keep the time that was left where a wish takes the place of one that is over [TALK-2] [TIME-4]", () => {
    const timed = { ...board, ladder: { dueIn: { hours: 4 } } };
    const begunRun = submitStages([timed, finance], context()).run;
    const ofZoe = want(begunRun, "zoe", at(HOUR_MS, { substitutions: zoeForAnn(Infinity) })).run;
    const ofAnn = want(ofZoe, "ann", at(2 * HOUR_MS)).run;
    expect(ofAnn.changesWanted).toMatchObject({ askerId: "ann", leftMs: 3 * HOUR_MS });
    expect(active(answered(ofAnn, at(5 * HOUR_MS)).run).dueMs).toBe(NOW_MS + 8 * HOUR_MS);
  });

  it("leave the mark that a stage stood still, also where it is never due [TALK-2] [TIME-4]", () => {
    const reminded = { ...board, ladder: { remind: [{ hours: 1 }] } };
    const run = answered(want(submitStages([reminded], context()).run, "ann").run).run;
    expect(active(run)).toMatchObject({ stoodStill: true });
    expect(active(answered(wantedBy("ann")).run)).not.toHaveProperty("stoodStill");
  });

  it("change nothing of the revision that approvers have seen [TALK-2]", () => {
    const run = wantedBy("ann");
    const { id: taskId } = active(run);
    const seen = { type: "approve", taskId, approverId: "ann", expectedRevision: "0.1" } as const;
    expect(decide(seen, run, context()).run.changesWanted).toBeUndefined();
  });
});

function zoeForBob() {
  return [{ id: "g", principalId: "bob", substituteId: "yan", kinds: [], fromMs: 0, untilMs: Infinity }];
}
function grantOf(substituteId: Id, principalId: Id) {
  return {
    substituteId,
    principalId,
    kinds: [],
    throughIds: [],
    substitutionIds: ["g"],
    fromMs: 0,
    untilMs: Infinity,
  };
}
