import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type Scenario, scenario, stageOf } from "../../test/approval-histories.ts";
import { active, context, storedStages, submission } from "../../test/approval-runs.ts";
import { NEEDS, contentOf, testConditions } from "../../test/conditional-runs.ts";
import { decide } from "../approval/decide.ts";
import { type Person, hasLeft } from "../approval/people.ts";
import { type ApprovalRules, DEFAULT_RULES } from "../approval/rules.ts";
import { EMPTY_RUN, activeTask, isWaiting } from "../approval/run.ts";
import type { Approval, Id, Run, StageInput, Task } from "../approval/types.ts";
import { defined } from "../defined.ts";
import { ROUTE_REASONS, type RouteReason } from "./inclusion.ts";
import { type Route, type RouteStage, routeOf } from "./route-of.ts";
import type { RunRouteStage } from "./run-route.ts";

const SUBMITTER = "submitter";

/** The condition of each stage, if it has one, and what conditions read, if anybody described the document. */
const conditions = fc.record({
  whens: fc.array(
    fc.option(fc.constantFrom("above 10", "above 1000", "says law", "says hr"), { nil: undefined }),
    {
      minLength: 5,
      maxLength: 5,
    },
  ),
  content: fc.option(
    fc
      .tuple(
        fc.option(fc.constantFrom(5, 500, 5_000), { nil: undefined }),
        fc.option(fc.constantFrom("law", "hr"), { nil: undefined }),
        fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
      )
      .map(([amount, needs, byOwner]) => Object.assign(contentOf(amount, needs), { byOwner })),
    { nil: undefined },
  ),
});
type Conditional = typeof conditions extends fc.Arbitrary<infer C> ? C : never;

/** A submission of a drawn scenario, with what its route depends on. */
function drawn(
  { stages: given, orders, isStored, rules, editors }: Scenario,
  leaverIds: readonly Id[],
  { whens, content }: Conditional,
) {
  const inputs = given.map((one, place): StageInput => {
    const { approveBy, rejectBy, quorum, approvers, groups } = stageOf(one);
    const number = approveBy === "ANY" || approveBy === "ALL" ? undefined : quorum;
    const rule = { approveBy, rejectBy, quorum: number, groups };
    const order = orders[place] ?? place;
    const own = { name: `stage ${place}`, key: `stage${place}`, when: whens[place] };
    return defined<StageInput>({ ...rule, ...own, order, approverIds: approvers });
  });
  const people = new Map<Id, Person>(leaverIds.map((id) => [id, { active: false }]));
  people.set(SUBMITTER, { ...people.get(SUBMITTER), managerId: "fay" });
  const document = editors === null ? undefined : { revision: 1, ...(editors && { editorIds: editors }) };
  const stages = isStored ? storedStages(inputs) : inputs;
  const command = submission({
    submitterId: SUBMITTER,
    document,
    facts: [NEEDS],
    ...(isStored
      ? { workflowId: "workflow", storedStages: storedStages(inputs) }
      : { dynamicStages: inputs }),
  });
  return { command, stages, people, content, rules: { ...DEFAULT_RULES, ...rules } as ApprovalRules };
}

type Drawn = ReturnType<typeof drawn>;

const settings = {
  onSubmitterIsApprover: fc.constantFrom("ALLOW" as const, "EXCLUDE" as const, "MANAGER" as const),
};
const leavers = fc.subarray(["ann", "bob", "gus"]);

/** The route, and the run of the submission; null where it is refused. */
function bothOf({ command, stages, people, rules, content }: Drawn): { route: Route; run: Run | null } {
  const judging = { conditions: testConditions, content };
  const route = routeOf({ stages, facts: [NEEDS] }, { ...command, content }, people, rules, judging);
  const circumstances = context({ rules, people, ...judging });
  if (route.stages.every(({ included }) => !included)) {
    expect(() => decide(command, EMPTY_RUN, circumstances)).toThrow("No stage applies to this document");
    return { route, run: null };
  }
  if (rules.onEmptyStage !== "UNASSIGNED" && route.stages.some(({ fault }) => fault !== undefined)) {
    expect(() => decide(command, EMPTY_RUN, circumstances)).toThrow(/^Stage "/u);
    return { route, run: null };
  }
  const { run, route: kept } = decide(command, EMPTY_RUN, circumstances);
  const isConditional = stages.some(({ when }) => when !== undefined);
  expect(kept?.stages.map(judgedOf)).toEqual(isConditional ? route.stages.map(judgedOf) : undefined);
  return { route, run };
}

const judgedOf = ({ stage: { key }, included, reason, values, error }: RunRouteStage) => ({
  key,
  included,
  reason,
  values,
  error,
});

/** The stages of a route that are on the way. */
const included = ({ stages }: Route) => stages.filter((stage) => stage.included);

/** A stage's task and the seats that its version names, without what follows from having been asked. */
const plain = ({ id: _id, runId: _run, refId: _ref, ref: _r, status: _s, askedNeeded: _n, ...task }: Task) =>
  task;
const namedSeat = ({ approverId, groups }: Approval) => ({ approverId, groups });

/** The seats as they are asked: with why some are left out, and those that settings add. */
const askedIn = ({ namedSeats: named, addedSeats: added }: RouteStage) => [
  ...named.map(({ approverId, groups, leftOut }) => ({ approverId, groups, leftOut, reason: undefined })),
  ...added.map(({ approverId, groups, reason }) => ({ approverId, groups, leftOut: undefined, reason })),
];
const seatsIn = (run: Run, taskId: Id) =>
  run.approvals
    .filter((row) => row.taskId === taskId && !row.archived)
    .map(({ approverId, groups, leftOut, reason }) => ({ approverId, groups, leftOut, reason }));

describe("the route of a document [ROUTE-2]", () => {
  it("is what a submission stores: the stages in their order, each with its seats, the first as asked", () => {
    let submitted = 0;
    fc.assert(
      fc.property(scenario, fc.record(settings), leavers, conditions, (given, more, gone, judged) => {
        const own = drawn(given, gone, judged);
        const rules = { ...own.rules, ...more };
        const { route, run } = bothOf({ ...own, rules });
        if (run === null) return;
        submitted += 1;
        const onTheWay = included(route);
        expect(run.tasks.map(plain)).toEqual(onTheWay.map(({ task }) => plain(task)));
        for (const [place, { id }] of run.tasks.entries()) {
          const seats = run.approvals.filter((row) => row.taskId === id && row.derived === undefined);
          expect(seats.map(namedSeat)).toEqual(onTheWay[place]?.namedSeats.map(namedSeat));
        }
        expect(seatsIn(run, active(run).id)).toEqual(askedIn(onTheWay[0]!));
      }),
    );
    expect(submitted).toBeGreaterThan(20);
  });

  it("is the one that the run takes, stage by stage, where no verdict bars anybody", () => {
    let walked = 0;
    fc.assert(
      fc.property(scenario, fc.record(settings), leavers, conditions, (given, more, gone, judged) => {
        const own = drawn(given, gone, judged);
        const rules = { ...own.rules, ...more, onePersonOneStage: false, exclusiveGroups: [] };
        const both = bothOf({ ...own, rules });
        let { run } = both;
        for (const stage of included(both.route)) {
          if (run === null) return;
          const task = active(run);
          expect(task.orderNo).toBe(stage.task.orderNo);
          expect(seatsIn(run, task.id)).toEqual(askedIn(stage));
          const { people } = own;
          run = approvedByAll(run, task, context({ rules, people, conditions: testConditions }));
          walked += 1;
        }
      }),
    );
    expect(walked).toBeGreaterThan(40);
  });

  it("says of every stage why it is on the way, or left out [ROUTE-2] [ROUTE-4]", () => {
    const reasons = new Set<RouteReason>();
    fc.assert(
      fc.property(scenario, leavers, conditions, (given, gone, judged) => {
        const { command, stages, people, rules, content } = drawn(given, gone, judged);
        const version = { stages, facts: [NEEDS] };
        const document = { ...command, content };
        const route = routeOf(version, document, people, rules, { conditions: testConditions });
        expect(route.stages).toHaveLength(stages.length);
        for (const { stage, reason, included: isIn, namedSeats: named, values } of route.stages) {
          reasons.add(reason);
          expect(isIn).toBe(reason !== "CONDITION_FALSE");
          expect(reason === "ALWAYS").toBe(stage.when === undefined);
          expect(values !== undefined).toBe(["CONDITION_TRUE", "CONDITION_FALSE", "ERROR"].includes(reason));
          if (stage.when !== undefined) expect(reason === "UNVERIFIED").toBe(!content?.byOwner);
          expect(named.length > 0).toBe(isIn);
        }
      }),
    );
    expect([...reasons].toSorted()).toEqual(ROUTE_REASONS.filter((one) => one !== "DEFERRED").toSorted());
  });

  it("keeps who must decide one stage from a later one that they alone could decide", () => {
    const stages = [
      { name: "One", order: 1, approveBy: "ANY", approverIds: ["ann"] },
      { name: "Two", order: 2, approveBy: "ALL", approverIds: ["ann", "bob"] },
    ] as const;
    const document = { kind: "Leave", submitterId: "eve" };
    const rules = { ...DEFAULT_RULES, onePersonOneStage: true };
    const [one, two] = routeOf({ stages: stages.toReversed() }, document, new Map(), rules).stages;
    expect(one?.namedSeats).toMatchObject([{ approverId: "ann" }]);
    expect(two?.namedSeats).toMatchObject([
      { approverId: "ann", leftOut: "onePersonOneStage" },
      { approverId: "bob" },
    ]);
  });
});

/** The run once everybody who waits in the stage has approved; null where nobody could. */
function approvedByAll(
  before: Run,
  { id: taskId }: Task,
  circumstances: ReturnType<typeof context>,
): Run | null {
  let run = before;
  const waiting = run.approvals.filter((row) => row.taskId === taskId && isWaiting(row));
  for (const { approverId } of waiting) {
    if (activeTask(run)?.id !== taskId) break;
    if (hasLeft(circumstances.people, approverId)) continue;
    ({ run } = decide({ type: "approve", taskId, approverId }, run, circumstances));
  }
  return activeTask(run)?.id === taskId ? null : run;
}
