import { matched } from "./matching.ts";
import { tallyOf } from "./quorum.ts";
import type { ApprovalRules } from "./rules.ts";
import { dutyAgainst } from "./separation-of-duties.ts";
import type { Approval, Run, Task } from "./types.ts";

/** A stage of a run, and its seats. */
export interface StageTask {
  task: Task;
  approvals: readonly Approval[];
}

/**
 * Verdicts at earlier stages that keep as many people as possible from deciding the stage: each earlier stage takes as
 * many approvals as complete it, and each person gives one of them at most.
 *
 * @returns the earlier stages as runs, with such verdicts only: of as many as possible, and with PER_GROUP for each
 *   group of as many as possible who carry it
 */
export function worstCasesBefore(
  { task, approvals }: StageTask,
  earlier: readonly StageTask[],
  rules: ApprovalRules,
): Run[] {
  const seatOf = earlier.map(
    (stage) =>
      new Map(stage.approvals.map((seat) => [seat.approverId, { ...seat, status: "APPROVED" as const }])),
  );
  const room = new Map(
    earlier.map(({ task: before, approvals: seats }, index) => [index, tallyOf(before, seats).needed]),
  );
  /** The earlier stages at which a verdict of the person keeps them from this one. */
  const edgesOf = ({ approverId, groups }: Approval) =>
    earlier.flatMap((stage, index) => {
      const verdict = seatOf[index]?.get(approverId);
      if (verdict === undefined) return [];
      const run = { tasks: [stage.task], approvals: [verdict] };
      return dutyAgainst(approverId, { task, groups }, run, rules) === undefined ? [] : [index];
    });
  const edges = new Map(approvals.map((seat) => [seat, edgesOf(seat)]));

  const tasks = earlier.map((stage) => stage.task);
  const verdictsOf = (seats: readonly Approval[]) =>
    [...matched(seats, (seat) => edges.get(seat) ?? [], room)].flatMap(([index, holders]) =>
      holders.flatMap(({ approverId }) => seatOf[index]?.get(approverId) ?? []),
    );
  const orders = (task.groups ?? []).map((group) =>
    approvals.toSorted((left, right) => Number(carries(right, group)) - Number(carries(left, group))),
  );
  return [approvals, ...orders].map((seats) => ({ tasks, approvals: verdictsOf(seats) }));
}

const carries = ({ groups = [] }: Approval, group: string) => groups.includes(group);
