import { activeSubstitutes } from "../approval/authority.ts";
import type { PeopleContext } from "../approval/commands.ts";
import { defined } from "../defined.ts";
import type { Approval, Id, Run, SeatReason, Task } from "../approval/types.ts";
import type { RouteStage, RoutedDocument } from "./route-of.ts";

/** A seat that a document's way asks, and those who may decide in its holder's place at that time. */
export interface RouteSeat {
  userId: Id;
  groups: readonly string[];
  reason: SeatReason;
  reasonUserId?: Id;
  reasonGroupId?: Id;
  substituteIds: readonly Id[];
}

type ShownSeat = Pick<Approval, "approverId" | "groups" | "reason" | "reasonUserId" | "reasonGroupId">;

/**
 * The seats of a stage as they would be asked; those that are left out are none.
 *
 * @param context - with the substitutions of all those people, at the time that the context names
 */
export function seatsOnRoute(
  { task, namedSeats, addedSeats }: Pick<RouteStage, "task" | "namedSeats" | "addedSeats">,
  { document, agentPrincipalIds }: Pick<RoutedDocument, "document" | "agentPrincipalIds">,
  context: PeopleContext,
): RouteSeat[] {
  const seatFields = { taskId: task.id, archived: false, status: "AWAITING_APPROVAL" as const };
  const derivedSeats = addedSeats.map((seat, place): Approval => ({
    ...seat,
    ...seatFields,
    id: `added ${place}`,
  }));
  const askedSeats = [...namedSeats, ...derivedSeats].filter(({ leftOut }) => leftOut === undefined);
  const waitingSeats = askedSeats.map((seat) => Object.assign({}, seat, seatFields));
  const run = defined<Run>({ tasks: [task], approvals: waitingSeats, document, agentPrincipalIds });
  return waitingSeats.map((seat) => {
    const substitutes = activeSubstitutes(task, run, [seat.approverId], context);
    return routeSeat(seat, [...substitutes.keys()]);
  });
}

/** The seats of a stage of a run as they stand; those that are left out are none. */
export function seatsOfStage(task: Task, run: Run, context: PeopleContext): RouteSeat[] {
  const rows = run.approvals.filter(
    (row) => row.taskId === task.id && row.archived === task.archived && row.leftOut === undefined,
  );
  return rows.map((row) => {
    const substitutes = activeSubstitutes(task, run, [row.approverId], context);
    return routeSeat(row, [...substitutes.keys()]);
  });
}

function routeSeat(
  { approverId: userId, groups = [], reason = "RULE", reasonUserId, reasonGroupId }: ShownSeat,
  substituteIds: readonly Id[],
): RouteSeat {
  return defined<RouteSeat>({ userId, groups, reason, reasonUserId, reasonGroupId, substituteIds });
}
