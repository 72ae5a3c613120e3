import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { ACTORS, type Scenario, type Step, scenario, stageOf, step } from "../../test/approval-histories.ts";
import { type Prediction, type StandIn, createModel } from "../../test/approval-model.ts";
import { NOW_MS, context, storedStages, submission } from "../../test/approval-runs.ts";
import { assertChangesLeadThere, assertSound } from "../../test/sound-runs.ts";
import type { Command } from "./commands.ts";
import { defined } from "../defined.ts";
import { decidableSeat } from "./actionable.ts";
import { grantsFor } from "./authority.ts";
import { decide } from "./decide.ts";
import { DEFAULT_RULES } from "./rules.ts";
import {
  EMPTY_RUN,
  activeTask,
  approvalsOf,
  isActive,
  isOpen,
  isQueued,
  seatsOf,
  standingRun,
} from "./run.ts";
import type { Person } from "./people.ts";
import type { Approval, Run, RunDocument, StageInput, Task } from "./types.ts";

/** Random histories: a few in the test command, `HISTORIES=2000` in a script. */
const HISTORIES = Number(process.env["HISTORIES"] ?? 200);
/** Of one test. */
const AT_ONCE = 200;
const PARTS = Array.from({ length: Math.ceil(HISTORIES / AT_ONCE) }, (_, part) =>
  Math.min(AT_ONCE, HISTORIES - part * AT_ONCE),
);

/** The code as if a guard were removed: it does not see what the guard looks at. */
const MUTANTS = [
  "substitute counted twice",
  "expired window accepted",
  "duty ignored",
  "leaver's seat counted",
  "leaver marked by nobody",
  "fewer needed after a leaver",
] as const;
type Mutant = (typeof MUTANTS)[number];

/** The run and the model side by side. Every command goes to both, and both must agree on the result. */
function createPair(
  { stages: given, orders, isStored, requeue, rules, standIns: pairs, editors: authors }: Scenario,
  mutant?: Mutant,
) {
  const ascending = orders.toSorted((left, right) => left - right);
  const standIns = pairs.filter(([substitute, principal]) => substitute !== principal);
  const stages = given.map((drawn) => ({ ...stageOf(drawn), laterApprovers: drawn.laterApprovers }));
  const inputs = stages.map(({ approveBy, rejectBy, quorum, approvers, groups }, place): StageInput => ({
    name: `stage ${place}`,
    order: ascending[place] as number,
    approveBy,
    rejectBy,
    ...(approveBy !== "ANY" && approveBy !== "ALL" && { quorum }),
    groups,
    approverIds: [...approvers, ...approvers],
  }));
  const definition = storedStages(
    inputs.map((input, place) => ({ ...input, approverIds: stages[place]?.laterApprovers ?? [] })),
  );
  /** Those who have left. */
  const gone = new Set<string>();
  /** The people who marked them as leavers since the last submission; others are importers. */
  const leftBy = new Map<string, string>();
  const newModel = () =>
    createModel(stages, {
      ...rules,
      requeue,
      definition: isStored ? stages.map(({ laterApprovers }) => laterApprovers) : undefined,
      get standIns() {
        return standIns.flatMap(([substitute, principal, lasts]): StandIn[] =>
          taken < lasts ? [[substitute, principal]] : [],
        );
      },
      gone,
      leftBy,
      fallback: rules.fallbackApproverIds,
      editors: authors ?? [],
    });
  const substitutions = standIns.map(([substituteId, principalId, lasts], place) => ({
    id: `substitution-${place}`,
    principalId,
    substituteId,
    kinds: [],
    fromMs: 0,
    untilMs: mutant === "expired window accepted" ? Infinity : NOW_MS + lasts,
  }));
  /** Steps so far: a millisecond each. */
  let taken = 0;
  const circumstances = () =>
    context({
      nowMs: NOW_MS + taken,
      returnRequeue: requeue,
      substitutions,
      rules: { ...DEFAULT_RULES, ...rules, ...(mutant === "duty ignored" && { onePersonOneStage: false }) },
      people: new Map(
        mutant === "leaver's seat counted" ? [] : [...gone].map((person) => [person, leaver(person)]),
      ),
    });
  const leaver = (person: string): Person => {
    const userId = mutant === "leaver marked by nobody" ? undefined : leftBy.get(person);
    return { active: false, ...(userId !== undefined && { leaverChange: { userId, atMs: NOW_MS } }) };
  };
  /** The places by their order; stages that people add get theirs. */
  const placeOf = new Map(inputs.map(({ order }, place) => [order, place]));
  const submit = submission({
    submitterId: "submitter",
    ...(authors !== null && { document: defined<RunDocument>({ revision: 1, editorIds: authors }) }),
    // Either source may list the stages in any order.
    ...(isStored
      ? { workflowId: "workflow", storedStages: storedStages(inputs).toReversed() }
      : { dynamicStages: inputs.toReversed() }),
  });
  let model = newModel();
  let run = EMPTY_RUN;

  function execute(command: Command, predicted: Prediction): void {
    const before = deepFrozen(mutant === "substitute counted twice" ? withoutVotesOf(command, run) : run);
    if ("refused" in predicted) {
      expect(() => decide(command, before, circumstances())).toThrow(predicted.refused);
      return;
    }
    const decision = decide(command, before, circumstances());
    run = { ...decision.run, submittedMs: NOW_MS };
    if (mutant === "fewer needed after a leaver") {
      run = { ...run, tasks: run.tasks.map(({ leastNeeded: _kept, ...task }) => task) };
    }
    const { events, outcome } = decision;
    expect({
      events: events.map(
        ({ event, targetIds }) => `${event}>${(SORTED.has(event) ? sorted(targetIds) : targetIds).join(",")}`,
      ),
      outcome,
      active: placeOf.get(activeTask(run)?.orderNo ?? Infinity),
    }).toEqual({ events: predicted.events, outcome: predicted.outcome, active: predicted.active });
    assertChangesLeadThere(command.type === "submit" ? EMPTY_RUN : before, decision);
    assertSound(run);
    if (outcome === "completed") {
      assertNobodyPassedBy(run, requeue ? inputs : []);
    }
  }

  /** The place of a task that is active or still to come; of others none, for they may have had the same one. */
  const livePlace = (task: Task | undefined) =>
    task && (isActive(task) || isQueued(task)) ? (placeOf.get(task.orderNo) ?? -1) : -1;

  /** The seats of each place, as the model has them. */
  const seatsByPlace = () =>
    run.tasks
      .filter(({ archived }) => !archived)
      .toSorted((left, right) => left.orderNo - right.orderNo)
      .flatMap((task) =>
        approvalsOf(run, task.id).map(
          (row) => `${placeOf.get(task.orderNo)} ${row.approverId} ${seatText(row)}`,
        ),
      );

  /** The user who marks a leaver: the actor, or one of those who have approved the active stage. */
  function markerOf(actor: string, hasApproved: boolean, nth: number): string {
    const seats = hasApproved ? approvalsOf(run, activeTask(run)?.id ?? "none") : [];
    const approvedSeats = seats.filter(({ status }) => status === "APPROVED");
    const { approverId = actor, decidedBy = approverId } = approvedSeats[nth % approvedSeats.length] ?? {};
    return decidedBy;
  }

  /** The run without the votes that the actor gave for others, where the actor could give one more. */
  function withoutVotesOf(command: Command, seen: Run): Run {
    if (command.type !== "approve" && command.type !== "reject") return seen;
    const { approverId: actor } = command;
    const { people } = model.waiting();
    if (!standIns.some(([substitute, one]) => substitute === actor && people.includes(one))) return seen;
    const approvals = seen.approvals.map((row) =>
      row.decidedBy === actor ? defined<Approval>({ ...row, decidedBy: undefined }) : row,
    );
    return { ...seen, approvals };
  }

  execute(submit, model.submit());
  return {
    take({
      what,
      isAsked,
      isStandIn,
      who,
      whom,
      task: taskNumber,
      wanted: wish,
      policy,
      isAgent,
      isPrivileged,
      ...drawn
    }: Step): void {
      taken += 1;
      const waiting = model.waiting();
      const able = standIns.filter(([, principal]) => waiting.people.includes(principal));
      const [substitute] = (isStandIn && able[who % able.length]) || [];
      const approver = isAsked ? waiting.people[who % waiting.people.length] : undefined;
      const person = substitute ?? approver ?? ACTORS[who] ?? "";
      const task = taskNumber === undefined ? activeTask(run) : run.tasks[taskNumber % run.tasks.length];
      const taskId = task?.id ?? "none";
      const place = task && isActive(task) ? livePlace(task) : -1;
      const wanted = typeof wish === "number" ? wish % (Math.floor(waiting.place ?? 0) + 1) : wish;
      // After the end of a run the next command mostly submits again, and sometimes acts on the ended run.
      const verb = waiting.place === undefined && isAsked ? "submit" : what;
      const isStale = drawn.isStale && task !== undefined;
      const seen = isStale ? { expectedRevision: "0.99" } : {};
      const queue = run.tasks.filter(isQueued);
      const seatTask = (drawn.queued !== undefined && queue[drawn.queued % queue.length]) || task;
      const seatTaskId = seatTask?.id ?? "none";
      const seatPlace = livePlace(seatTask);
      const actor = isPrivileged && !isStandIn ? "chief" : person;
      const by = { actor, privileged: isPrivileged, isAgent };
      const acting = { actorId: actor, privileged: isPrivileged, isAgent };
      const rows = seatTask ? approvalsOf(run, seatTask.id) : [];
      const row = rows[who % rows.length];
      switch (verb) {
        case "approve":
          execute(
            { type: "approve", taskId, approverId: person, isAgent, ...seen },
            isStale ? CHANGED : model.approve(place, person, isAgent),
          );
          break;
        case "reject":
          execute(
            {
              type: "reject",
              taskId,
              approverId: person,
              isAgent,
              returnToStageId: wanted === undefined ? undefined : `stage-stage ${wanted}`,
              returnStage: typeof wanted === "number" ? definition[wanted] : undefined,
              ...seen,
            },
            isStale ? CHANGED : model.reject(place, person, wanted, isAgent),
          );
          break;
        case "archive":
          execute({ type: "archive", runId: "run" }, model.cancel());
          break;
        case "recall": {
          const { recalledBy: actorId } = drawn;
          const privileged = actorId === "chief";
          execute({ type: "recall", reason: "oh", actorId, privileged }, model.recall(actorId, privileged));
          break;
        }
        case "withdraw": {
          const actorId = ACTORS[who] ?? "";
          const activeId = activeTask(run)?.id ?? "none";
          execute({ type: "withdraw", taskId: activeId, actorId }, model.withdraw(actorId));
          break;
        }
        case "reassign": {
          const from = isPrivileged ? (row?.approverId ?? actor) : actor;
          execute(
            {
              type: "reassign",
              taskId: seatTaskId,
              fromUserId: from,
              toUserId: whom,
              reason: "away",
              ...acting,
            },
            model.reassign(seatPlace, by, from, whom),
          );
          break;
        }
        case "parallel":
        case "after": {
          const position = verb === "after" ? "AFTER" : "PARALLEL";
          // Between two neighbouring numbers there is no place for a stage.
          if (position === "AFTER" && !hasRoom(run, seatTask)) break;
          const predicted = model.add(seatPlace, by, whom, position);
          const known = new Set(run.tasks.map(({ id }) => id));
          execute({ type: "addApprover", taskId: seatTaskId, userId: whom, position, ...acting }, predicted);
          const fresh = run.tasks.find(({ id }) => !known.has(id));
          if (fresh && predicted.added !== undefined) placeOf.set(fresh.orderNo, predicted.added);
          break;
        }
        case "addRow":
          execute(
            { type: "addRow", taskId: seatTaskId, approverId: whom, ...acting },
            model.addRow(seatPlace, by, whom),
          );
          break;
        case "removeRow":
          if (row === undefined) break;
          execute(
            { type: "removeRow", approvalId: row.id, ...acting },
            model.removeRow(seatPlace, by, row.approverId),
          );
          break;
        case "leave":
          if (!gone.has(whom) && drawn.isMarked) leftBy.set(whom, markerOf(by.actor, isPrivileged, who));
          gone.add(whom);
          execute({ type: "release", userId: whom }, model.release(whom));
          break;
        case "rejoin":
          gone.delete(whom);
          leftBy.delete(whom);
          break;
        case "amend": {
          const { editors: editorIds } = drawn;
          execute(
            { type: "amend", policy, revision: 2, actorId: "submitter", editorIds },
            model.amend(policy, editorIds ?? []),
          );
          break;
        }
        case "submit":
          if (isOpen(run)) {
            execute(submit, { refused: "Document already has an approval in progress" });
          } else {
            leftBy.clear();
            model = newModel();
            execute(submit, model.submit());
          }
          break;
        default:
          verb satisfies never;
      }
      const active = activeTask(run);
      const grants = active ? grantsFor(active, run.approvals, circumstances()) : [];
      const duties = { run: standingRun(run), rules: circumstances().rules };
      const deciders = ACTORS.filter(
        (user) => active && decidableSeat(active, run.approvals, user, grants, duties),
      );
      // As texts, which compare faster.
      expect(deciders.join()).toBe(ACTORS.filter((user) => model.mayDecide(user)).join());
      if (active) expect(seatsByPlace().join("\n")).toBe(model.seats().join("\n"));
    },
  };
}

/** The state of a seat in the words of the model. */
function seatText({ leftOut, status, decidedBy, approverId }: Approval): string {
  if (leftOut !== undefined) return "out";
  if (status === "APPROVED" || status === "REJECTED") return `${status} by ${decidedBy ?? approverId}`;
  return status === "NOT_NEEDED" ? status : "waits";
}

/** A verdict on another revision than the task has. */
const CHANGED: Prediction = { refused: "The document or its stage has changed" };

/** Events whose recipients have no order of their own. */
const SORTED: ReadonlySet<string> = new Set(["AMENDED", "RECALLED"]);

/** Each once; whom an amendment tells has no order of its own. */
const sorted = (ids: readonly string[]) => [...new Set(ids)].toSorted();

/** Whether numbers are left between the stage and the next one, and few stages were added so far. */
function hasRoom(run: Run, task: Task | undefined): boolean {
  const order = task?.orderNo ?? 0;
  const next = Math.min(...run.tasks.map(({ orderNo }) => orderNo).filter((later) => later > order));
  return run.tasks.length < 20 && next - order > 1e-6;
}

function deepFrozen(run: Run): Run {
  for (const record of [...run.tasks, ...run.approvals]) {
    Object.freeze(record);
  }
  return Object.freeze({
    ...run,
    tasks: Object.freeze([...run.tasks]),
    approvals: Object.freeze([...run.approvals]),
  });
}

/** Every submitted stage of a completed run is approved by its rule. */
function assertNobodyPassedBy(run: Run, inputs: readonly StageInput[]): void {
  for (const { order, approveBy, quorum = 1 } of inputs) {
    const standingTasks = run.tasks.filter((task) => task.orderNo === order && !task.archived);
    expect(standingTasks.map((task) => task.status)).toEqual(["APPROVED"]);
    const rows = seatsOf(run, standingTasks[0]?.id ?? "");
    const approved = rows.filter((row) => row.status === "APPROVED");
    expect(approved).not.toEqual([]);
    const free = rows.filter(({ required }) => !required).length;
    const needed = {
      ANY: 1,
      ALL: rows.length,
      COUNT: quorum,
      PERCENT: (free * quorum) / 100,
      PER_GROUP: quorum * (standingTasks[0]?.groups?.length ?? Infinity),
    };
    expect(approved.length).toBeGreaterThanOrEqual(needed[approveBy]);
  }
}

const historiesOf = (mutant?: Mutant) =>
  fc.property(
    fc.noBias(scenario),
    fc.noBias(fc.array(step, { maxLength: 60, size: "max" })),
    (given, steps) => {
      const pair = createPair(given, mutant);
      for (const taken of steps) {
        pair.take(taken);
      }
    },
  );

describe("decide against an independent model", () => {
  // Rules: [PPL-1] [PPL-3] [PPL-4] [PPL-5] [PPL-6] [PPL-7] [CTRL-2] [CTRL-3] [SAFE-3]
  // Rules: [AE-STAGE-08] [AE-APPROVE-11] [AE-RETURN-06] [AE-RETURN-07] [AE-EVENT-15]
  it.each(PARTS)("agrees on %d random histories", (numRuns) => {
    fc.assert(historiesOf(), { numRuns });
  });

  it.each(MUTANTS)("notices the mutant: %s [PPL-3] [PPL-5] [PPL-6]", (mutant) => {
    const checked = fc.check(historiesOf(mutant), { numRuns: 1_000, endOnFailure: true, seed: 24 });
    expect(checked.failed).toBe(true);
  });
});
