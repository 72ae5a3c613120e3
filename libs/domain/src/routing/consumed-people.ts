import { matchSeats } from "../approval/matching.ts";
import { tallyOf } from "../approval/quorum.ts";
import type { ApprovalRules } from "../approval/rules.ts";
import { dutiesIn } from "../approval/separation-of-duties.ts";
import type { Approval, Id, Run } from "../approval/types.ts";
import type { RouteStage } from "./route-of.ts";

/** A stage of a route, and the seats that its version names. */
export type NamedStage = Pick<RouteStage, "task" | "namedSeats">;

/**
 * Verdicts at earlier stages that keep as many people as possible from deciding the stage: each earlier stage takes as
 * many approvals as complete it, and each person gives one of them at most.
 *
 * @returns one by one the earlier stages as runs, with such verdicts only: of as many as possible, and with PER_GROUP
 *   for each group of as many as possible who carry it, where that is somebody else; `undefined` where the work may pause
 */
export function* worstCasesBefore(
  { task, namedSeats }: NamedStage,
  earlier: readonly NamedStage[],
  rules: ApprovalRules,
): Generator<Run | undefined> {
  const tasks = earlier.map((stage) => stage.task);
  const room = new Map(earlier.map((stage) => [stage, tallyOf(stage.task, stage.namedSeats).needed]));
  const verdictOf = new Map<NamedStage, ReadonlyMap<Id, Approval>>();
  /** The earlier stages at which a verdict of the person keeps them from this one. */
  const edges = new Map<Approval, NamedStage[]>();
  for (const stage of earlier) {
    const verdicts = stage.namedSeats.map((seat): Approval =>
      Object.assign({}, seat, { status: "APPROVED" }),
    );
    const verdictsHere = new Map(verdicts.map((seat) => [seat.approverId, seat]));
    verdictOf.set(stage, verdictsHere);
    const judge = dutiesIn({ tasks: [stage.task], approvals: verdicts }, rules);
    for (const seat of namedSeats) {
      const { approverId, groups } = seat;
      if (!verdictsHere.has(approverId) || judge(approverId, { task, groups }) === undefined) continue;
      edges.set(seat, [...(edges.get(seat) ?? []), stage]);
    }
    yield undefined;
  }
  const keepable = namedSeats.filter((seat) => edges.has(seat));
  const verdictsOf = (seats: readonly Approval[]) =>
    [...matchSeats(seats, (seat) => edges.get(seat) ?? [], room)].flatMap(([stage, holders]) =>
      holders.flatMap(({ approverId }) => verdictOf.get(stage)?.get(approverId) ?? []),
    );

  const first = verdictsOf(keepable);
  yield { tasks, approvals: first };
  const keptIds = new Set(first.map(({ approverId }) => approverId));
  const sparedSeats = keepable.filter(({ approverId }) => !keptIds.has(approverId));
  const sparedGroups = new Set(sparedSeats.flatMap(({ groups = [] }) => groups));
  for (const group of (task.groups ?? []).filter((taskGroup) => sparedGroups.has(taskGroup))) {
    const carriersFirst = keepable.toSorted(
      (left, right) => Number(carries(right, group)) - Number(carries(left, group)),
    );
    yield { tasks, approvals: verdictsOf(carriersFirst) };
  }
}

const carries = ({ groups = [] }: Approval, group: string) => groups.includes(group);
