import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import type { Inclusion, RouteSeat, RouteStage, RouteWarning } from "@countersign/domain/routing";

/** A stage of a route, as callers see it. */
export interface ShownStage extends Pick<Inclusion, "included" | "reason" | "values"> {
  stageId?: Id | undefined;
  key?: string | undefined;
  name: string;
  order: number;
  when?: string | undefined;
  dueAt?: Date;
  seats: readonly RouteSeat[];
}

/** A document's way through a definition, as callers see it. */
export interface ShownRoute {
  workflowId?: Id | undefined;
  version?: number | undefined;
  warnings: readonly RouteWarning[];
  stages: readonly ShownStage[];
}

/** A stage of a route with its seats, and when it is due, where that is known. */
export function shownStage(
  { stage, included, reason, values }: RouteStage,
  seats: readonly RouteSeat[],
  dueAt?: Date,
): ShownStage {
  const { stageId, key, name, order, when } = stage;
  return defined<ShownStage>({ stageId, key, name, order, included, reason, when, values, dueAt, seats });
}
