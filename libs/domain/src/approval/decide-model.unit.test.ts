import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type Prediction, type StandIn, createModel } from "../../test/approval-model.ts";
import { NOW_MS, context, stored, submission } from "../../test/approval-runs.ts";
import { assertChangesLeadThere, assertSound } from "../../test/sound-runs.ts";
import type { Command } from "./commands.ts";
import { defined } from "../defined.ts";
import { decidableSeat } from "./actionable.ts";
import { grantsFor } from "./authority.ts";
import { decide } from "./decide.ts";
import { DEFAULT_RULES } from "./rules.ts";
import { EMPTY_RUN, activeTask, isActive, isOpen } from "./run.ts";
import { type Approval, type Run, type StageInput } from "./types.ts";

const PEOPLE = ["ann", "bob", "cid", "dee", "eve"];
/** Those who act: approvers, two who only stand in for others, and the submitter. */
const ACTORS = [...PEOPLE, "zoe", "yan", "submitter"];
/** Random histories: a few in the test command, `HISTORIES=2000` in a script. */
const HISTORIES = Number(process.env["HISTORIES"] ?? 200);

const scenario = fc.record({
  stages: fc.array(
    fc.record({
      approveBy: fc.constantFrom("ANY", "ALL", "COUNT"),
      rejectBy: fc.constantFrom("VETO", "UNREACHABLE"),
      /** Of COUNT, among the numbers that the approvers can reach. */
      share: fc.nat(4),
      approvers: fc.subarray(PEOPLE, { minLength: 1 }),
      /** Approvers that the stored workflow names at the time of a return. */
      laterApprovers: fc.subarray(PEOPLE),
    }),
    { minLength: 1, maxLength: 5, size: "max" },
  ),
  orders: fc.uniqueArray(fc.double({ noNaN: true, min: -9, max: 9 }), {
    minLength: 5,
    maxLength: 5,
    comparator: "SameValueZero",
  }),
  isStored: fc.boolean(),
  requeue: fc.boolean(),
  recall: fc.constantFrom("NEVER" as const, "UNTIL_FIRST_VERDICT" as const, "ALWAYS" as const),
  /** Substitute and principal, and after how many steps the window ends. */
  standIns: fc.uniqueArray(
    fc.tuple(
      fc.constantFrom(...ACTORS),
      fc.constantFrom(...PEOPLE),
      fc.oneof(fc.constant(Infinity), fc.nat(60)),
    ),
    { maxLength: 4, selector: ([substitute, principal]) => `${substitute} ${principal}` },
  ),
});

/** `usual` 19 times out of 20. */
const mostly = <T>(usual: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 19, arbitrary: usual }, { weight: 1, arbitrary: seldom });

const step = fc.record({
  what: fc.oneof(
    { weight: 24, arbitrary: fc.constant("approve" as const) },
    { weight: 12, arbitrary: fc.constant("reject" as const) },
    { weight: 4, arbitrary: fc.constant("submit" as const) },
    { weight: 2, arbitrary: fc.constant("add" as const) },
    { weight: 4, arbitrary: fc.constant("amend" as const) },
    { weight: 1, arbitrary: fc.constant("archive" as const) },
    { weight: 2, arbitrary: fc.constant("recall" as const) },
    { weight: 4, arbitrary: fc.constant("withdraw" as const) },
    { weight: 4, arbitrary: fc.constant("reassign" as const) },
    { weight: 3, arbitrary: fc.constant("parallel" as const) },
    { weight: 3, arbitrary: fc.constant("after" as const) },
  ),
  /** An approver of the active stage, or anybody. */
  isAsked: mostly(fc.constant(true), fc.constant(false)),
  who: fc.nat(ACTORS.length - 1),
  /** Whether a substitute of somebody who is asked acts, if there is one. */
  isStandIn: fc.oneof(
    { weight: 2, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  /** Whether the person has seen an earlier revision. */
  isStale: mostly(fc.constant(false), fc.constant(true)),
  /** Whether the submitter recalls, or a privileged user, or anybody. */
  recalledBy: fc.constantFrom("submitter", "chief", ...PEOPLE),
  /** Whom a seat goes to. */
  whom: fc.constantFrom(...ACTORS),
  /** The active task, or any of the run by number. */
  task: mostly<number | undefined>(fc.constant(undefined), fc.nat(20)),
  /** The place that a rejection asks to return to, among those up to the current one. */
  wanted: fc.oneof(
    { weight: 10, arbitrary: fc.constant(undefined) },
    { weight: 10, arbitrary: fc.nat(59) },
    { weight: 1, arbitrary: fc.constant("unknown" as const) },
  ),
  policy: fc.constantFrom("ASK_AGAIN" as const, "KEEP_VERDICTS" as const),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never;
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The code as if a guard were removed: it does not see what the guard looks at. */
const MUTANTS = ["substitute counted twice", "expired window accepted"] as const;
type Mutant = (typeof MUTANTS)[number];

/** The run and the model side by side. Every command goes to both, and both must agree on the result. */
function createPair(
  { stages: given, orders, isStored, requeue, recall, standIns: pairs }: Scenario,
  mutant?: Mutant,
) {
  const ascending = orders.toSorted((left, right) => left - right);
  const standIns = pairs.filter(([substitute, principal]) => substitute !== principal);
  const stages = given.map((one) => ({ ...one, quorum: 1 + (one.share % one.approvers.length) }));
  const inputs = stages.map(({ approveBy, rejectBy, quorum, approvers }, place): StageInput => ({
    name: `stage ${place}`,
    order: ascending[place] as number,
    approveBy,
    rejectBy,
    ...(approveBy === "COUNT" && { quorum }),
    approverIds: [...approvers, ...approvers],
  }));
  const definition = stored(
    inputs.map(({ name, order, approveBy, quorum, rejectBy }, place) => ({
      ...defined<StageInput>({ name, order, approveBy, quorum, rejectBy, approverIds: [] }),
      approverIds: stages[place]?.laterApprovers ?? [],
    })),
  );
  const newModel = () =>
    createModel(stages, {
      requeue,
      definition: isStored ? stages.map(({ laterApprovers }) => laterApprovers) : undefined,
      get standIns() {
        return standIns.flatMap(([substitute, principal, lasts]): StandIn[] =>
          taken < lasts ? [[substitute, principal]] : [],
        );
      },
      recall,
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
      rules: { ...DEFAULT_RULES, recall },
    });
  /** The places by their order; stages that people add get theirs. */
  const placeOf = new Map(inputs.map(({ order }, place) => [order, place]));
  const submit = submission({
    submitterId: "submitter",
    // Either source may list the stages in any order.
    ...(isStored
      ? { workflowId: "workflow", storedStages: stored(inputs).toReversed() }
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
    run = decision.run;
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
      // For the model only the active task has a place: an earlier task may have had the same one.
      const place = task && isActive(task) ? (waiting.place ?? -1) : -1;
      const wanted = typeof wish === "number" ? wish % (Math.floor(waiting.place ?? 0) + 1) : wish;
      // After the end of a run the next command mostly submits again, and sometimes acts on the ended run.
      const verb = waiting.place === undefined && isAsked ? "submit" : what;
      const activeId = activeTask(run)?.id ?? "none";
      const isStale = drawn.isStale && task !== undefined;
      const seen = isStale ? { expectedRevision: "0.99" } : {};
      const acting = { actorId: person, privileged: false };
      switch (verb) {
        case "approve":
          execute(
            { type: "approve", taskId, approverId: person, ...seen },
            isStale ? CHANGED : model.approve(place, person),
          );
          break;
        case "reject":
          execute(
            {
              type: "reject",
              taskId,
              approverId: person,
              returnToStageId: wanted === undefined ? undefined : `stage-stage ${wanted}`,
              returnStage: typeof wanted === "number" ? definition[wanted] : undefined,
              ...seen,
            },
            isStale ? CHANGED : model.reject(place, person, wanted),
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
          execute({ type: "withdraw", taskId: activeId, actorId }, model.withdraw(actorId));
          break;
        }
        case "reassign":
          execute(
            { type: "reassign", taskId: activeId, toUserId: whom, reason: "away", ...acting },
            model.reassign(person, whom),
          );
          break;
        case "parallel":
        case "after": {
          const position = verb === "after" ? "AFTER" : "PARALLEL";
          // Between two neighbouring numbers there is no place for a stage.
          if (position === "AFTER" && !hasRoom(run)) break;
          const predicted = model.add(person, whom, position);
          const known = new Set(run.tasks.map(({ id }) => id));
          execute({ type: "addApprover", taskId: activeId, userId: whom, position, ...acting }, predicted);
          const fresh = run.tasks.find(({ id }) => !known.has(id));
          if (fresh && predicted.added !== undefined) placeOf.set(fresh.orderNo, predicted.added);
          break;
        }
        case "amend":
          execute({ type: "amend", policy, revision: 2, actorId: "submitter" }, model.amend(policy));
          break;
        case "submit":
          if (isOpen(run)) {
            execute(submit, { refused: "Document already has an approval in progress" });
          } else {
            model = newModel();
            execute(submit, model.submit());
          }
          break;
        case "add":
          if (
            place !== -1 &&
            !run.approvals.some((row) => row.taskId === taskId && row.approverId === person)
          ) {
            run = { ...run, approvals: [...run.approvals, byHand(taskId, person)] };
            model.addByHand(person);
          }
          break;
        default:
          verb satisfies never;
      }
      const active = activeTask(run);
      const grants = active ? grantsFor(active, run.approvals, circumstances()) : [];
      expect(ACTORS.filter((user) => active && decidableSeat(active, run.approvals, user, grants))).toEqual(
        ACTORS.filter((user) => model.mayDecide(user)),
      );
    },
  };
}

/** A verdict on another revision than the task has. */
const CHANGED: Prediction = { refused: "The document or its stage has changed" };

/** Events whose recipients have no order of their own. */
const SORTED: ReadonlySet<string> = new Set(["AMENDED", "RECALLED"]);

/** Each once; whom an amendment tells has no order of its own. */
const sorted = (ids: readonly string[]) => [...new Set(ids)].toSorted();

/** Whether numbers are left between the active stage and the next one, and few stages were added so far. */
function hasRoom(run: Run): boolean {
  const order = activeTask(run)?.orderNo ?? 0;
  const next = Math.min(...run.tasks.map(({ orderNo }) => orderNo).filter((later) => later > order));
  return run.tasks.length < 20 && next - order > 1e-6;
}

function byHand(taskId: string, approverId: string): Approval {
  return { id: context().newId(), taskId, approverId, archived: false, status: "PENDING" };
}

function deepFrozen(run: Run): Run {
  for (const record of [...run.tasks, ...run.approvals]) {
    Object.freeze(record);
  }
  return Object.freeze({
    tasks: Object.freeze([...run.tasks]),
    approvals: Object.freeze([...run.approvals]),
  });
}

/** Every submitted stage of a completed run is approved by its rule. */
function assertNobodyPassedBy(run: Run, inputs: readonly StageInput[]): void {
  for (const { order, approveBy, quorum = 1 } of inputs) {
    const standing = run.tasks.filter((task) => task.orderNo === order && !task.archived);
    expect(standing.map((task) => task.status)).toEqual(["APPROVED"]);
    const rows = run.approvals.filter((row) => row.taskId === standing[0]?.id);
    const approved = rows.filter((row) => row.status === "APPROVED");
    expect(rows).not.toEqual([]);
    expect(approved.length).toBeGreaterThanOrEqual(approveBy === "ALL" ? rows.length : quorum);
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
  // Rules: [PPL-3] [PPL-4] [PPL-7] [CTRL-2] [CTRL-3]
  // Rules: [AE-STAGE-08] [AE-APPROVE-11] [AE-RETURN-06] [AE-RETURN-07] [AE-EVENT-15]
  it("agrees on every random history", () => {
    fc.assert(historiesOf(), { numRuns: HISTORIES });
  });

  it.each(MUTANTS)("notices the mutant: %s [PPL-1] [PPL-3]", (mutant) => {
    const checked = fc.check(historiesOf(mutant), { numRuns: 1_000, endOnFailure: true, seed: 24 });
    expect(checked.failed).toBe(true);
  });
});
