import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type Scenario, scenario, stageOf } from "../../test/approval-histories.ts";
import { active, context, stored, submission } from "../../test/approval-runs.ts";
import { decide } from "../approval/decide.ts";
import { type Person, hasLeft } from "../approval/people.ts";
import { type ApprovalRules, DEFAULT_RULES } from "../approval/rules.ts";
import { EMPTY_RUN, activeTask, isWaiting } from "../approval/run.ts";
import type { Approval, Id, Run, StageInput, Task } from "../approval/types.ts";
import { defined } from "../defined.ts";
import { type Route, type RouteStage, routeOf } from "./route-of.ts";

const SUBMITTER = "submitter";

/** A submission of a drawn scenario, with what its route depends on. */
function drawn({ stages: given, orders, isStored, rules, editors }: Scenario, leaverIds: readonly Id[]) {
  const inputs = given.map((one, place): StageInput => {
    const { approveBy, rejectBy, quorum, approvers, groups } = stageOf(one);
    const number = approveBy === "ANY" || approveBy === "ALL" ? undefined : quorum;
    const rule = { approveBy, rejectBy, quorum: number, groups };
    const order = orders[place] ?? place;
    return defined<StageInput>({ ...rule, name: `stage ${place}`, order, approverIds: approvers });
  });
  const people = new Map<Id, Person>(leaverIds.map((id) => [id, { active: false }]));
  people.set(SUBMITTER, { ...people.get(SUBMITTER), managerId: "fay" });
  const document = editors === null ? undefined : { revision: 1, ...(editors && { editorIds: editors }) };
  const stages = isStored ? stored(inputs) : inputs;
  const command = submission({
    submitterId: SUBMITTER,
    document,
    ...(isStored ? { workflowId: "workflow", storedStages: stored(inputs) } : { dynamicStages: inputs }),
  });
  return { command, stages, people, rules: { ...DEFAULT_RULES, ...rules } as ApprovalRules };
}

type Drawn = ReturnType<typeof drawn>;

const settings = {
  onSubmitterIsApprover: fc.constantFrom("ALLOW" as const, "EXCLUDE" as const, "MANAGER" as const),
};
const leavers = fc.subarray(["ann", "bob", "gus"]);

/** The route, and the run of the submission; null where it is refused. */
function bothOf({ command, stages, people, rules }: Drawn): { route: Route; run: Run | null } {
  const route = routeOf({ stages }, command, people, rules);
  if (rules.onEmptyStage !== "UNASSIGNED" && route.stages.some(({ fault }) => fault !== undefined)) {
    expect(() => decide(command, EMPTY_RUN, context({ rules, people }))).toThrow(/^Stage "/u);
    return { route, run: null };
  }
  return { route, run: decide(command, EMPTY_RUN, context({ rules, people })).run };
}

/** A stage's task and the seats that its version names, without what follows from having been asked. */
const plain = ({ id: _id, runId: _run, refId: _ref, ref: _r, status: _s, askedNeeded: _n, ...task }: Task) =>
  task;
const namedSeat = ({ approverId, groups }: Approval) => ({ approverId, groups });

/** The seats as they are asked: with why some are left out, and those that settings add. */
const askedIn = ({ named, added }: RouteStage) => [
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
      fc.property(scenario, fc.record(settings), leavers, (given, more, gone) => {
        const own = drawn(given, gone);
        const rules = { ...own.rules, ...more };
        const { route, run } = bothOf({ ...own, rules });
        if (run === null) return;
        submitted += 1;
        expect(run.tasks.map(plain)).toEqual(route.stages.map(({ task }) => plain(task)));
        for (const [place, { id }] of run.tasks.entries()) {
          const seats = run.approvals.filter((row) => row.taskId === id && row.derived === undefined);
          expect(seats.map(namedSeat)).toEqual(route.stages[place]?.named.map(namedSeat));
        }
        expect(seatsIn(run, active(run).id)).toEqual(askedIn(route.stages[0]!));
      }),
    );
    expect(submitted).toBeGreaterThan(20);
  });

  it("is the one that the run takes, stage by stage, where no verdict bars anybody", () => {
    let walked = 0;
    fc.assert(
      fc.property(scenario, fc.record(settings), leavers, (given, more, gone) => {
        const own = drawn(given, gone);
        const rules = { ...own.rules, ...more, onePersonOneStage: false, exclusiveGroups: [] };
        const both = bothOf({ ...own, rules });
        let { run } = both;
        for (const stage of both.route.stages) {
          if (run === null) return;
          const task = active(run);
          expect(task.orderNo).toBe(stage.task.orderNo);
          expect(seatsIn(run, task.id)).toEqual(askedIn(stage));
          run = approvedByAll(run, task, context({ rules, people: own.people }));
          walked += 1;
        }
      }),
    );
    expect(walked).toBeGreaterThan(40);
  });

  it("keeps who must decide one stage from a later one that they alone could decide", () => {
    const stages = [
      { name: "One", order: 1, approveBy: "ANY", approverIds: ["ann"] },
      { name: "Two", order: 2, approveBy: "ALL", approverIds: ["ann", "bob"] },
    ] as const;
    const document = { kind: "Leave", submitterId: "eve" };
    const rules = { ...DEFAULT_RULES, onePersonOneStage: true };
    const [one, two] = routeOf({ stages: stages.toReversed() }, document, new Map(), rules).stages;
    expect(one?.named).toMatchObject([{ approverId: "ann" }]);
    expect(two?.named).toMatchObject([
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
