import { defined } from "../defined.ts";
import type { StageInput } from "../approval/types.ts";
import type { FactDeclaration } from "./conditions.ts";
import type { Inclusion } from "./inclusion.ts";
import type { Route, RoutedVersion } from "./route-of.ts";

/** A stage of a run's definition: whether it is on the run's way, and why, when that was judged last. */
export interface RunRouteStage extends Inclusion {
  stage: StageInput;
}

/** The definition that a run follows, if it has conditions, with the stages left out (contract-3, ROUTE-4). */
export interface RunRoute {
  facts?: readonly FactDeclaration[];
  stages: readonly RunRouteStage[];
}

/** The part of its route that a submission keeps; nothing where the definition has no conditions. */
export function runRouteOf({ facts }: Pick<RoutedVersion, "facts">, { stages }: Route): RunRoute | undefined {
  if (stages.every(({ stage }) => stage.when === undefined)) return undefined;
  const kept = stages.map(({ stage, included, reason, values, error }) =>
    defined<RunRouteStage>({ stage, included, reason, values, error }),
  );
  return defined<RunRoute>({ facts, stages: kept });
}
