import type { Id } from "@countersign/domain/approval";
import type { Inclusion, RouteSeat, RouteWarning } from "@countersign/domain/routing";

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
