import { type Id, type Run, type Task, isActive, isQueued } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { type RunRouteStage, seatsOfStage } from "@countersign/domain/routing";

import { readVersion } from "../definitions/index.ts";
import { type RunContext, createRunsRepository, decisionContext, takesPart, toRun } from "../runs/index.ts";
import { type Caller, seesEverything } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { runRouteInput } from "./inputs.ts";
import type { ShownRoute, ShownStage } from "./shown-route.ts";

/**
 * `runRoute`: the way of a document's newest run (contract-3, ROUTE-2), for whoever may read the run. The values that
 * conditions read are the document's, and shown as it is: to those who take part in the run.
 */
export function createReadRunRoute({ transact }: { transact: Transact }) {
  return async (caller: Caller, refId: string): Promise<ShownRoute | null> => {
    const input = parseInput(runRouteInput, { refId });
    return transact((scope) => readRoute(scope, caller, input.refId));
  };
}

async function readRoute(scope: TransactionScope, caller: Caller, refId: Id): Promise<ShownRoute | null> {
  const { companyId } = caller;
  const foundRun = await createRunsRepository(scope).currentOf(companyId, refId);
  const [first] = foundRun.tasks;
  if (first === undefined) return null;
  const context = await decisionContext(scope, companyId, foundRun, { actor: caller });
  const isPart = seesEverything(caller) || takesPart(caller, foundRun, context);
  if (!isPart && context.settings.runReaders === "INVOLVED") return null;
  const { workflowId } = first;
  const { workflowVersion: version } = foundRun.origin;
  const { route } = foundRun;
  const keys = route ? undefined : await keysIn(scope, companyId, { workflowId, version });
  const reading = { ...context, isPart, keys };
  const stages = shownStages(toRun(foundRun), route?.stages ?? [], reading);
  return defined<ShownRoute>({ workflowId, version, warnings: [], stages });
}

/** The keys of a version's stages by their ids: tasks have them only where the version has conditions or sources. */
async function keysIn(
  scope: TransactionScope,
  companyId: Id,
  { workflowId, version }: { workflowId: Id | undefined; version: number | undefined },
): Promise<ReadonlyMap<Id, string> | undefined> {
  if (workflowId === undefined || version === undefined) return undefined;
  const storedVersion = await readVersion(scope, companyId, { workflowId, version });
  return new Map(storedVersion?.stages.map(({ stageId, key }) => [stageId, key]));
}

type Reading = RunContext & { isPart: boolean; keys: ReadonlyMap<Id, string> | undefined };

/** The stages of a run as they stand, and those that are left out. */
function shownStages(run: Run, judgedStages: readonly RunRouteStage[], reading: Reading): ShownStage[] {
  const judgedOf = new Map(judgedStages.map((stage) => [stage.stage.key, stage]));
  const tasks = newestTasks(run).map((task) => taskOnRoute(run, task, judgedOf.get(task.stageKey), reading));
  const shownKeys = new Set(tasks.map(({ key }) => key));
  const away = judgedStages
    .filter(({ stage }) => !shownKeys.has(stage.key))
    .map((stage) => leftOut(stage, reading));
  return [...tasks, ...away].toSorted((left, right) => left.order - right.order);
}

/** One task of each stage: that which a change of the document left out is none, and a stage that rejected is queued anew. */
function newestTasks({ tasks }: Run): Task[] {
  const isOver = tasks.every((task) => !isActive(task) && !isQueued(task));
  const stands = tasks.filter(({ archived, status }) => !archived || status === "REJECTED" || isOver);
  return [...new Map(stands.map((task) => [task.orderNo, task])).values()];
}

function taskOnRoute(
  run: Run,
  task: Task,
  judgedStage: RunRouteStage | undefined,
  reading: Reading,
): ShownStage {
  const { stageId, stageKey, stageName: name, orderNo: order, dueMs } = task;
  const key = stageKey ?? (stageId && reading.keys?.get(stageId));
  const { reason = "ALWAYS", values, stage } = judgedStage ?? {};
  return defined<ShownStage>({
    stageId,
    key,
    name,
    order,
    included: true,
    reason,
    when: stage?.when,
    values: reading.isPart ? values : undefined,
    dueAt: dueMs === undefined ? undefined : new Date(dueMs),
    seats: seatsOfStage(task, run, reading),
  });
}

function leftOut({ stage, reason, values }: RunRouteStage, { isPart }: Reading): ShownStage {
  const { stageId, key, name, order, when } = stage;
  const fields = { stageId, key, name, order, when, values: isPart ? values : undefined };
  return defined<ShownStage>({ ...fields, included: false, reason, seats: [] });
}
