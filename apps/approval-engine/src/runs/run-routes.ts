import { defined } from "@countersign/domain/defined";
import type { RunRoute, RunRouteStage } from "@countersign/domain/routing";

/**
 * The definition that a run follows, if it has conditions or unverified stages, and which stages are on its way (contract-3,
 * ROUTE-4), as the run keeps it.
 */
export interface RunRouteRecord extends Pick<RunRoute, "facts"> {
  stages: RunRouteStageRecord[];
}

/** A stage, with the values that its condition read: paths have dots, which names of fields do not. */
interface RunRouteStageRecord extends Omit<RunRouteStage, "values"> {
  values?: { path: string; value: unknown }[];
}

/** The route as it is stored. */
export const storedRoute = ({ facts, stages }: RunRoute): RunRouteRecord =>
  defined<RunRouteRecord>({ facts, stages: stages.map(storedStage) });

/** The route as rules read it. */
export const readRoute = ({ facts, stages }: RunRouteRecord): RunRoute =>
  defined<RunRoute>({ facts, stages: stages.map(readStage) });

function storedStage({ values, ...stage }: RunRouteStage): RunRouteStageRecord {
  const read = values && Object.entries(values).map(([path, value]) => ({ path, value }));
  return defined<RunRouteStageRecord>({ ...stage, values: read });
}

function readStage({ values, ...stage }: RunRouteStageRecord): RunRouteStage {
  const read = values && Object.fromEntries(values.map(({ path, value }) => [path, value]));
  return defined<RunRouteStage>({ ...stage, values: read });
}
