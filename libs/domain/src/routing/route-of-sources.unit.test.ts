import * as fc from "fast-check";
import { expect, it } from "vitest";

import { active, context, submission } from "../../test/approval-runs.ts";
import { decide } from "../approval/decide.ts";
import type { Person } from "../approval/people.ts";
import { DEFAULT_RULES } from "../approval/rules.ts";
import { EMPTY_RUN, activeTask, isWaiting } from "../approval/run.ts";
import type { ApproverSource, Id, Run, SourcedSeats, StageInput } from "../approval/types.ts";
import { type RouteStage, routeOf } from "./route-of.ts";

const PEOPLE = ["sam", "ann", "bob", "cid", "dee"];
const LABELS = ["law", "money"];
const SOURCES: ApproverSource[] = [
  { groupId: "board" },
  { groupId: "gone" },
  { submitterManager: { levels: 1 } },
  { submitterManager: { levels: 2 } },
  { submitterManager: { untilLimit: true } },
  { departmentHead: { of: "SUBMITTER" } },
  { departmentHead: { of: "buyer" } },
  { fact: "buyer" },
  { previousApproverManager: true },
];

const someone = fc.option(fc.constantFrom(...PEOPLE), { nil: undefined });
const person = fc
  .record({
    managerId: someone,
    departmentId: fc.option(fc.constant("sales"), { nil: undefined }),
    active: fc.oneof(
      { weight: 6, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
  })
  .map((given) => JSON.parse(JSON.stringify(given)) as Person);

const company = fc.record({
  people: fc.tuple(...PEOPLE.map(() => person)),
  board: fc.subarray(PEOPLE),
  head: fc.constantFrom(...PEOPLE),
  buyer: fc.constantFrom(...PEOPLE, "stranger"),
  byOwner: fc.boolean(),
  limited: fc.subarray(PEOPLE),
});

const sourced = fc.record({
  source: fc.constantFrom(...SOURCES),
  groups: fc.subarray(LABELS, { minLength: 1 }),
});
const stages = fc.array(
  fc.record({
    approveBy: fc.constantFrom("ANY" as const, "ALL" as const, "PER_GROUP" as const),
    approverIds: fc.subarray(PEOPLE, { maxLength: 2 }),
    sources: fc.uniqueArray(sourced, { minLength: 1, maxLength: 3, selector: ({ source }) => source }),
  }),
  { minLength: 1, maxLength: 4 },
);
const settings = fc.record({
  onEmptyStage: fc.constantFrom("UNASSIGNED" as const, "FALLBACK" as const),
  fallbackApproverIds: fc.constantFrom([], ["fay"]),
  onSubmitterIsApprover: fc.constantFrom("ALLOW" as const, "EXCLUDE" as const, "MANAGER" as const),
  submitterNeverDecides: fc.boolean(),
});

const isPrevious = ({ source }: SourcedSeats) => "previousApproverManager" in source;

/** A submission of Sam's, and what it is decided by. */
function drawn(
  given: typeof stages extends fc.Arbitrary<infer S> ? S : never,
  of: typeof company extends fc.Arbitrary<infer C> ? C : never,
  rules: typeof settings extends fc.Arbitrary<infer R> ? R : never,
) {
  const inputs = given.map(({ sources, ...rule }, order): StageInput => {
    const own = order === 0 ? sources.filter((one) => !isPrevious(one)) : sources;
    const named = own.length === 0 && rule.approverIds.length === 0 ? ["ann"] : rule.approverIds;
    const groups = Object.fromEntries(named.map((id) => [id, ["law"]]));
    return {
      ...rule,
      name: `stage ${order}`,
      order,
      approverIds: named,
      groups,
      ...(own.length > 0 && { sources: own }),
    };
  });
  const circumstances = context({
    rules: { ...DEFAULT_RULES, ...rules },
    people: new Map(of.people.map((one, place) => [PEOPLE[place] ?? "", one])),
    organisation: {
      groups: new Map([["board", { name: "Board", memberIds: of.board }]]),
      heads: new Map([["sales", of.head]]),
      limits: of.limited.map((userId) => ({ userId, kind: "Claim", currency: "EUR", upTo: "100" })),
    },
    content: {
      byOwner: of.byOwner,
      amount: "100",
      currency: "EUR",
      facts: [{ key: "buyer", type: "PERSON", value: of.buyer }],
    },
  });
  const command = submission({ kind: "Claim", submitterId: "sam", dynamicStages: inputs });
  return { inputs, circumstances, command };
}

const seatsIn = (run: Run, taskId: Id) =>
  run.approvals
    .filter((row) => row.taskId === taskId && !row.archived)
    .map(({ approverId, groups, leftOut, reason, reasonUserId, reasonGroupId }) => ({
      approverId,
      groups,
      leftOut,
      reason,
      reasonUserId,
      reasonGroupId,
    }));
const askedIn = ({ namedSeats: named, addedSeats: added }: RouteStage) =>
  [...named, ...added].map((seat) => ({
    approverId: seat.approverId,
    groups: seat.groups,
    leftOut: seat.leftOut,
    reason: seat.reason,
    reasonUserId: seat.reasonUserId,
    reasonGroupId: seat.reasonGroupId,
  }));

it("the seats of sources in a route are those that the run asks, stage by stage [SRC-1] [ROUTE-2]", () => {
  let sourcedStages = 0;
  let faults = 0;
  fc.assert(
    fc.property(stages, company, settings, (given, of, rules) => {
      const { inputs, circumstances, command } = drawn(given, of, rules);
      const { people, content } = circumstances;
      const route = routeOf(
        { stages: inputs },
        { ...command, content },
        people,
        circumstances.rules,
        circumstances,
      );
      let run: Run | null;
      try {
        ({ run } = decide(command, EMPTY_RUN, circumstances));
      } catch {
        // Under FALLBACK a submission is refused where even so nobody can decide.
        expect(route.stages.some(({ fault }) => fault !== undefined)).toBe(true);
        return;
      }
      for (const stage of route.stages) {
        if (run === null) return;
        const task = active(run);
        expect(task.orderNo).toBe(stage.task.orderNo);
        if (!stage.isPending) {
          expect(seatsIn(run, task.id)).toEqual(askedIn(stage));
          expect(task.sourceFaults).toEqual(stage.faults);
          sourcedStages += Number(task.sources !== undefined);
          faults += stage.faults?.length ?? 0;
        }
        run = approvedByAll(run, task.id, circumstances);
      }
    }),
    { numRuns: 400 },
  );
  expect(sourcedStages).toBeGreaterThan(200);
  expect(faults).toBeGreaterThan(50);
});

/** The run once everybody who waits in the stage has approved; null where nobody could. */
function approvedByAll(before: Run, taskId: Id, circumstances: ReturnType<typeof context>): Run | null {
  let run = before;
  const waiting = run.approvals.filter((row) => row.taskId === taskId && isWaiting(row));
  for (const { approverId } of waiting) {
    if (activeTask(run)?.id !== taskId) break;
    ({ run } = decide({ type: "approve", taskId, approverId }, run, circumstances));
  }
  return activeTask(run)?.id === taskId ? null : run;
}
