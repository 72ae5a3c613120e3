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
  const room = earlier.map((stage) => tallyOf(stage.task, stage.approvals).needed);
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
    matched(seats, edges, room).flatMap((holders, index) =>
      holders.flatMap(({ approverId }) => seatOf[index]?.get(approverId) ?? []),
    );
  const orders = (task.groups ?? []).map((group) =>
    approvals.toSorted((left, right) => Number(carries(right, group)) - Number(carries(left, group))),
  );
  return [approvals, ...orders].map((seats) => ({ tasks, approvals: verdictsOf(seats) }));
}

const carries = ({ groups = [] }: Approval, group: string) => groups.includes(group);

/**
 * Places as many seats as the places have room for, the first ones rather than the last: augmenting paths.
 *
 * @param edges - the places that a seat may take
 */
function matched(
  seats: readonly Approval[],
  edges: ReadonlyMap<Approval, readonly number[]>,
  room: readonly number[],
): Approval[][] {
  const taken = room.map((): Approval[] => []);
  function place(seat: Approval, tried: Set<number>): boolean {
    for (const index of edges.get(seat) ?? []) {
      const holders = taken[index];
      if (holders === undefined || tried.has(index)) continue;
      tried.add(index);
      if (holders.length < (room[index] ?? 0)) {
        holders.push(seat);
        return true;
      }
      const movable = holders.findIndex((holder) => place(holder, tried));
      if (movable !== -1) {
        holders[movable] = seat;
        return true;
      }
    }
    return false;
  }
  for (const seat of seats) place(seat, new Set());
  return taken;
}
