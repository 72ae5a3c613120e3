import { createConditions } from "@countersign/conditions";
import { BUILT_IN_KINDS } from "@countersign/contracts";
import { type Store, createUnitOfWork, newId, toHex } from "@countersign/mongo";
import type { Filter } from "mongodb";

import {
  type RunRecord,
  type WorkflowTask,
  createProjector,
  createRunsRepository,
  findRun,
  runsIn,
  withTask,
} from "../src/runs/index.ts";
import { createRunCommands } from "../src/shared/run-commands.ts";

const ignoreCommit = () => undefined;

/**
 * Changes the tasks of runs as no command does, and their rows with them.
 *
 * @param change - the task as it is to be; the same one to leave it alone
 */
export async function changeTasks(
  store: Pick<Store, "client" | "db" | "tracing" | "transactions">,
  filter: Filter<RunRecord>,
  change: (task: WorkflowTask) => WorkflowTask,
): Promise<void> {
  const kinds = BUILT_IN_KINDS;
  const projector = createProjector({ db: store.db, kinds, followers: {}, committed: ignoreCommit });
  const { runs } = createRunCommands({
    kinds,
    conditions: createConditions(),
    unitOfWork: createUnitOfWork(store, (scope) => scope),
    newId,
    clock: () => new Date(),
    committed: ignoreCommit,
    store,
    projector,
    findRun: (companyId, refId) => findRun(store.db, companyId, refId),
  });
  const records = await runsIn(store).find(filter).toArray();
  if (records.length === 0) throw new Error("no run is changed");
  for (const { _id, companyId } of records) {
    await runs.alone(async (scope) => {
      const repository = createRunsRepository(scope);
      const [run] = await repository.named(toHex(companyId), [toHex(_id)]);
      if (run === undefined) throw new Error("the run is gone");
      const changedRun = run.tasks.reduce((all, task) => withTask(all, change(task)), run);
      await repository.save(run, changedRun);
    });
  }
  await projector.close();
}
