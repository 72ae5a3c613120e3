import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import type { RunRoute, RunRouteStage } from "@countersign/domain/routing";
import { type OpenScope, type Scope, sessionOption, toObjectId } from "@countersign/mongo";
import type { Db, ObjectId } from "mongodb";

const RUN_ROUTES = "run_routes";

/**
 * `run_routes`: the definition that a run follows, if it has conditions, and which stages are on its way (contract-3,
 * ROUTE-4). Amendments read it, and `runRoute`.
 */
export interface RunRouteRecord extends Pick<RunRoute, "facts"> {
  /** The run's. */
  _id: ObjectId;
  companyId: ObjectId;
  refId: ObjectId;
  stages: RunRouteStageRecord[];
}

/** A stage, with the values that its condition read: paths have dots, which names of fields do not. */
interface RunRouteStageRecord extends Omit<RunRouteStage, "values"> {
  values?: { path: string; value: unknown }[];
}

interface PlacedRoute {
  companyId: Id;
  refId: Id;
  runId: Id;
  route: RunRoute;
}

/** Writes the route of a run. @param isNew - whether the run begins with the decision */
export async function saveRunRoute(
  scope: Scope,
  { companyId, refId, runId, route }: PlacedRoute,
  isNew: boolean,
): Promise<void> {
  const stages = route.stages.map(storedStage);
  const own = { _id: toObjectId(runId), companyId: toObjectId(companyId) };
  if (isNew) {
    const record = defined<RunRouteRecord>({ ...own, refId: toObjectId(refId), facts: route.facts, stages });
    await scope.write({ insert: RUN_ROUTES, documents: [record] });
    return;
  }
  await scope.write({ update: RUN_ROUTES, updates: [{ q: own, u: { $set: { stages } } }] });
}

/** The route of a run; nothing where its definition has no conditions. */
export async function findRunRoute(
  { db, ...scope }: Pick<OpenScope, "session"> & { db: Pick<Db, "collection"> },
  companyId: Id,
  runId: Id,
): Promise<RunRoute | undefined> {
  const own = { _id: toObjectId(runId), companyId: toObjectId(companyId) };
  const found = await db.collection<RunRouteRecord>(RUN_ROUTES).findOne(own, sessionOption(scope));
  if (found === null) return undefined;
  return defined<RunRoute>({ facts: found.facts, stages: found.stages.map(readStage) });
}

function storedStage({ values, ...stage }: RunRouteStage): RunRouteStageRecord {
  const read = values && Object.entries(values).map(([path, value]) => ({ path, value }));
  return defined<RunRouteStageRecord>({ ...stage, values: read });
}

function readStage({ values, ...stage }: RunRouteStageRecord): RunRouteStage {
  const read = values && Object.fromEntries(values.map(({ path, value }) => [path, value]));
  return defined<RunRouteStage>({ ...stage, values: read });
}
