import { inclusionsOf } from "../routing/inclusion.ts";
import type { RunRoute, RunRouteStage } from "../routing/run-route.ts";
import type { DecisionContext } from "./commands.ts";
import { archiveTask } from "./returning.ts";
import { isQueued, stageInProgress } from "./run.ts";
import { addTask } from "./steps.ts";
import type { Run, Task } from "./types.ts";

/** A run whose way was judged anew. */
interface Rerouted {
  run: Run;
  /** Absent: the run's definition has no conditions. */
  route?: RunRoute;
  /** The tasks of the stages that are on the way now, and were not before. */
  addedTasks: readonly Task[];
}

/**
 * Judges the conditions of a run's definition on its changed document (contract-3, ROUTE-4). A stage that is on the way now
 * and was not → a PENDING task of its order; one that is not any more: its task → ARCHIEVED, if it was never asked.
 */
export function reroute(before: Run, route: RunRoute | undefined, context: DecisionContext): Rerouted {
  if (route === undefined) return { run: before, addedTasks: [] };
  const origin = stageInProgress(before);
  const { kind, submitterId } = origin;
  const submitter = { id: submitterId, departmentId: context.people.get(submitterId)?.departmentId };
  const judge = inclusionsOf(route, { kind, submitter, content: context.content }, context.conditions);
  let run = before;
  const addedTasks: Task[] = [];
  const stages = route.stages.map((earlierStage): RunRouteStage => {
    const { stage } = earlierStage;
    const judgedStage = judge(stage);
    const live = liveTaskOf(run, stage.key);
    if (!judgedStage.included) {
      const stays = wasAsked(run, stage.key);
      if (live !== undefined && !stays) run = archiveTask(run, live);
      return { ...judgedStage, stage, included: stays };
    }
    if (!earlierStage.included && live === undefined) {
      run = addTask(
        run,
        { ...origin, parentId: undefined, isKeyed: true },
        ownStage(origin, earlierStage),
        "PENDING",
        context,
      );
      const fresh = run.tasks.at(-1);
      if (fresh !== undefined) addedTasks.push(fresh);
    }
    return { ...judgedStage, stage };
  });
  return { run, route: { ...route, stages }, addedTasks };
}

/** Only stages of a stored workflow can be named later. */
function ownStage({ workflowId }: Task, { stage }: RunRouteStage) {
  return { ...stage, stageId: workflowId === undefined ? undefined : stage.stageId };
}

function liveTaskOf(run: Run, stageKey: string | undefined): Task | undefined {
  return run.tasks.find((task) => !task.archived && task.stageKey === stageKey);
}

/** Whether a stage was ever asked: by its task, or by one that was archived when it rejected. */
function wasAsked(run: Run, stageKey: string | undefined): boolean {
  return run.tasks.some(
    (task) =>
      task.stageKey === stageKey &&
      (task.activation !== undefined || !(isQueued(task) || task.status === "ARCHIEVED")),
  );
}
