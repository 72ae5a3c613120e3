import type { StageInput } from "../approval/types.ts";
import type { FactDeclaration } from "./conditions.ts";
import type { Inclusion } from "./inclusion.ts";

/** A stage of a run's definition: whether it is on the run's way, and why, when that was judged last. */
export interface RunRouteStage extends Inclusion {
  stage: StageInput;
}

/** The definition that a run follows, if it has conditions or unverified stages, with the stages left out (contract-3, ROUTE-4). */
export interface RunRoute {
  facts?: readonly FactDeclaration[];
  stages: readonly RunRouteStage[];
}
