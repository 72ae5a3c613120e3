import * as fc from "fast-check";
import { expect, it } from "vitest";

import { BOARD, NOW_MS, givenContext, stage, submitStages } from "../../test/approval-runs.ts";
import { assertChangesLeadThere } from "../../test/sound-runs.ts";
import { drawWeighted } from "../../test/weighted.ts";
import { DomainError } from "../errors/index.ts";
import { isUnassigned } from "./asking.ts";
import type { Command, Decision, DecisionContext } from "./commands.ts";
import { decide } from "./decide.ts";
import { type Escalation, ESCALATION_MODES } from "./ladder.ts";
import type { Person } from "./people.ts";
import { isLate, placeOf } from "./places.ts";
import { tallyOf } from "./quorum.ts";
import { activeTask, approvalsOf, hasVerdict, isWaiting, seatsOf } from "./run.ts";
import { APPROVE_BY, type Approval, type Id, type Run, type StageInput, type Task } from "./types.ts";

const PEOPLE: Readonly<Record<Id, Person>> = {
  ann: { managerId: "mia" },
  bob: { managerId: "mia" },
  cid: { managerId: "max" },
  mia: { managerId: "max" },
  max: { managerId: "moe" },
  moe: {},
  hal: {},
  zoe: { managerId: "max" },
  kim: { managerId: "moe" },
};
const NAMES = Object.keys(PEOPLE);
const who = fc.constantFrom(...NAMES);

const STEPS = [
  ["approve", 6],
  ["reject", 2],
  ["takeOver", 1],
  ["withdraw", 4],
  ["escalate", 5],
  ["reassign", 3],
  ["add", 1],
  ["addRow", 1],
  ["remove", 2],
  ["leave", 2],
  ["amend", 2],
  ["askAgain", 1],
  ["regroup", 2],
] as const;
const step = fc.record({
  kind: drawWeighted(STEPS),
  who,
  whom: who,
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const history = fc.record({
  approveBy: fc.constantFrom(...APPROVE_BY),
  rejectBy: fc.constantFrom("VETO" as const, "UNREACHABLE" as const),
  mode: fc.constantFrom(...ESCALATION_MODES),
  to: fc.constantFrom<Escalation["to"]>({ manager: true }, { userIds: ["kim", "zoe", "moe"] }),
  fallback: fc.boolean(),
  isSourced: fc.boolean(),
  steps: fc.array(step, { minLength: 4, maxLength: 25 }),
});
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

/** The command of a step; none where it needs a seat that is not there. */
function commandOf(
  { kind, who: person, whom }: Step,
  run: Run,
  task: Task,
  revision: number,
): Command | undefined {
  const taskId = task.id;
  const chief = { actorId: "chief", privileged: true } as const;
  switch (kind) {
    case "approve":
    case "reject":
      return { type: kind, taskId, approverId: person };
    case "takeOver":
      return {
        type: "approve",
        taskId,
        approverId: person,
        takeOver: { policy: "anyone", privileged: false },
      };
    case "withdraw":
      return { type: "withdraw", taskId, actorId: person };
    case "escalate":
      return { type: "fire", taskId, activation: task.activation ?? 1, action: "ESCALATE" };
    case "reassign":
      return { type: "reassign", taskId, fromUserId: person, toUserId: whom, reason: "away", ...chief };
    case "add":
      return { type: "addApprover", taskId, userId: person, position: "PARALLEL", ...chief };
    case "addRow":
      return { type: "addRow", taskId, approverId: person, ...chief };
    case "remove": {
      const seat = approvalsOf(run, taskId).find(({ approverId }) => approverId === person);
      return seat && { type: "removeRow", approvalId: seat.id, ...chief };
    }
    case "leave":
      return { type: "release", userId: person };
    case "amend":
      return { type: "amend", policy: "KEEP_VERDICTS", revision, actorId: person, editorIds: [person] };
    case "askAgain":
      return { type: "amend", policy: "ASK_AGAIN", revision, actorId: "eve" };
    case "regroup":
      return { type: "resolveAgain", taskId, ...chief };
    default:
      return kind satisfies never;
  }
}

/** The stage whose approvers are members of a group. */
function sourced({ approveBy, quorum, groups: _labels, ...board }: StageInput): StageInput {
  const source = { groupId: "board" };
  if (approveBy !== "PER_GROUP") {
    return { ...board, approveBy, ...(quorum && { quorum }), approverIds: [], sources: [{ source }] };
  }
  return { ...board, approveBy, approverIds: [], sources: [{ source, groups: ["FIN", "LAW"] }] };
}

/** The seats as they would be asked again: without those that escalations added. */
const askedAnew = (run: Run, { id }: Task): Approval[] =>
  approvalsOf(run, id)
    .filter((row) => !row.escalated && (row.leftOut === undefined || isLate(row)))
    .map((row) => Object.assign({}, row, { status: "AWAITING_APPROVAL" as const }));

/** The rules of the active stage that are broken, whatever has happened. */
function faultsOf(run: Run, task: Task, gone: ReadonlySet<Id>): string[] {
  const rows = approvalsOf(run, task.id);
  const places = [...Map.groupBy(rows, placeOf).values()];
  const editors = new Set(run.document?.editorIds);
  const isRight = {
    "a place has one verdict": places.every((seats) => seats.filter(hasVerdict).length <= 1),
    "nobody waits beside a verdict": places.every(
      (seats) => !(seats.some(hasVerdict) && seats.some(isWaiting)),
    ),
    "who was stood in for has a verdict beside them": places.every(
      (seats) => seats.some(hasVerdict) || !seats.some(({ leftOut }) => leftOut === "STOOD_IN"),
    ),
    "a person has one seat": new Set(rows.map(({ approverId }) => approverId)).size === rows.length,
    "nobody waits who has left": !rows.some((row) => isWaiting(row) && gone.has(row.approverId)),
    "no editor waits": !rows.some((row) => isWaiting(row) && editors.has(row.approverId)),
  };
  return Object.entries(isRight).flatMap(([rule, holds]) => (holds ? [] : [rule]));
}

function assertStep(command: Command, before: Run, task: Task, { run, events }: Decision): void {
  const now = run.tasks.find(({ id }) => id === task.id);
  const neededIn = (one: Run) => tallyOf(task, seatsOf(one, task.id)).needed;
  if (command.type === "fire") expect(neededIn(run)).toBe(neededIn(before));
  if (command.type === "reassign") expect(neededIn(run)).toBeGreaterThanOrEqual(neededIn(before));
  if (command.type === "removeRow" && task.approveBy !== "ALL") {
    const anew = (one: Run) => tallyOf(task, askedAnew(one, task)).needed;
    const asked = Math.min(task.askedNeeded ?? Infinity, anew(before));
    expect(anew(run)).toBeGreaterThanOrEqual(asked);
  }
  if (now?.status === "APPROVED" && command.type === "approve") {
    const approved = seatsOf(run, task.id).filter(({ status }) => status === "APPROVED");
    expect(new Set(approved.map(placeOf)).size).toBe(approved.length);
    expect(approved.length).toBeGreaterThanOrEqual(neededIn(before));
  }
  const isStuck = now !== undefined && isUnassigned(run, now) && !isUnassigned(before, task);
  if (isStuck) expect(events.map(({ event }) => event)).toContain("UNASSIGNED");
}

function play({ approveBy, rejectBy, mode, to, fallback, isSourced, steps }: History): void {
  const escalate: Escalation = { after: { hours: 1 }, to, mode };
  const named: StageInput = { ...BOARD[approveBy], rejectBy, ladder: { escalate } };
  const board = isSourced ? sourced(named) : named;
  const members = new Set(["ann", "bob", "cid"]);
  const gone = new Set<Id>();
  const context = (): DecisionContext => {
    const left = [...gone].map((id) => [id, { ...PEOPLE[id], active: false }]);
    const rules = fallback ? { fallbackApproverIds: ["hal"], onEmptyStage: "FALLBACK" as const } : {};
    const groups = new Map([["board", { name: "Board", memberIds: [...members] }]]);
    const organisation = { groups, heads: new Map<Id, Id>(), limits: [] };
    return {
      ...givenContext(rules, { ...PEOPLE, ...Object.fromEntries(left) }),
      nowMs: NOW_MS,
      organisation,
    };
  };
  let { run } = submitStages([board, stage(2, "Finance", ["kim"])], context());
  const played: string[] = [];
  for (const [index, one] of steps.entries()) {
    const task = activeTask(run);
    if (task === undefined) return;
    const command = commandOf(one, run, task, index + 2);
    if (command === undefined) continue;
    if (one.kind === "leave") gone.add(one.who);
    if (one.kind === "regroup" && !members.delete(one.who)) members.add(one.who);
    played.push(`${one.kind} ${one.who} ${one.whom}`);
    try {
      const decision = decide(command, run, context());
      assertChangesLeadThere(run, decision);
      assertStep(command, run, task, decision);
      run = decision.run;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
    const now = activeTask(run);
    if (now !== undefined) expect(faultsOf(run, now, gone), played.join("\n")).toEqual([]);
  }
}

const stepOf = (kind: Step["kind"], who: Step["who"]): Step => ({ kind, who, whom: "ann" });

it("a member who comes back is not asked beside whoever stood in and has decided [TIME-3]", () => {
  const steps = [
    stepOf("regroup", "cid"),
    stepOf("escalate", "ann"),
    stepOf("regroup", "bob"),
    stepOf("approve", "moe"),
  ];
  play({
    approveBy: "PERCENT",
    rejectBy: "VETO",
    mode: "STAND_IN",
    to: { userIds: ["kim", "zoe", "moe"] },
    fallback: false,
    isSourced: true,
    steps: [...steps, stepOf("regroup", "bob")],
  });
});

it("a place has one vote, whatever happens to its seats [TIME-3] [SAFE-13]", () => {
  fc.assert(fc.property(history, play), { numRuns: Number(process.env["HISTORIES"] ?? 2_000) });
});
