import { type DutyRun, isActive } from "@countersign/domain/approval";

import type { Revision } from "../documents/index.ts";
import { type RunRecord, type WorkflowApproval, seatsOf, taskOf } from "../runs/index.ts";
import type { User } from "../shared/directory-read-model.ts";
import type { RecordOf } from "../shared/record-of.ts";
import type { TaskRecord } from "./task-page.ts";

/** A run as lists read it, with its document's revision and its submitter where these were asked for. */
export type ListedRun = Omit<RecordOf<RunRecord>, "route"> & { joined?: Revision[]; submitters?: User[] };

/** The stage that waits as its readers get it, with its seats and what separation of duties looks at; undefined where none does. */
export function waitingTaskOf(run: ListedRun): TaskRecord | undefined {
  const storedTask = run.tasks.find(isActive);
  if (storedTask === undefined) return undefined;
  const { involvedIds: _none, ...task } = taskOf(run, storedTask);
  const { companyId, unassigned, joined, submitters, changesWanted } = run;
  return {
    ...task,
    ...(unassigned && { unassigned }),
    ...(changesWanted?.taskId === task._id && { waitsOnAnswer: changesWanted }),
    ...(joined && { joined }),
    ...(submitters && { submitter: submitters.find((user) => user.companyId === companyId) ?? null }),
    seats: liveSeats(run, storedTask),
    dutyRun: dutyRunOf(run),
  };
}

const liveSeats = (run: ListedRun, task: ListedRun["tasks"][number]): WorkflowApproval[] =>
  seatsOf(run, task).filter(({ deletedAt }) => deletedAt === null);

/** The verdicts of a run that stand, and when it was submitted. */
const dutyRunOf = (run: ListedRun): DutyRun => ({
  submittedMs: run.submittedAt.getTime(),
  tasks: run.tasks.map(({ _id: id, orderNo }) => ({ id, orderNo })),
  approvals: run.tasks.flatMap((task) =>
    liveSeats(run, task).filter(
      ({ archived, status }) => !archived && (status === "APPROVED" || status === "REJECTED"),
    ),
  ),
});
