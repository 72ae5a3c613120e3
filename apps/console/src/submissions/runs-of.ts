/** A stage of a run, as a list of submissions has it. */
interface Stage {
  runId: string;
  orderNo: number;
}

/** Tasks of the same run together, each run's in the order of its stages; runs keep their order. */
export function runsOf<Task extends Stage>(tasks: readonly Task[]): Task[][] {
  const runs = Map.groupBy(tasks, ({ runId }) => runId);
  return [...runs.values()].map((stages) => stages.toSorted((left, right) => left.orderNo - right.orderNo));
}
