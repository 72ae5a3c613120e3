import type { TaskNowQuery } from "../graphql/generated/documents.ts";

/** Why a task no longer waits for the reader. */
export type Gone = { how: "decided"; by: string } | { how: "byReader" | "takenBack" | "other" };

const VERDICTS = new Set(["APPROVED", "REJECTED"]);

/** The reason why a task left the reader's inbox, from its present state. */
export function goneOf(
  task: NonNullable<TaskNowQuery["findOneWorkflowTask"]> | undefined,
  readerId: string,
): Gone {
  if (task === undefined) return { how: "other" };
  if (task.status === "ARCHIEVED") return { how: "takenBack" };
  const decided = task.approvals.filter(({ status }) => VERDICTS.has(status));
  const own = decided.find(({ approverId, decider }) => readerId === (decider?._id ?? approverId));
  if (own) return { how: "byReader" };
  const ofReader = decided.find(({ approverId }) => approverId === readerId);
  const [last] = decided.toSorted(
    (one, other) => (other.statusUpdateDate ?? 0) - (one.statusUpdateDate ?? 0),
  );
  // While the stage is open, others' verdicts do not take the task off the reader's list.
  const seat = ofReader ?? (task.status === "AWAITING_APPROVAL" ? undefined : last);
  const by = (seat?.decider ?? seat?.approver)?.name;
  return by == null ? { how: "other" } : { how: "decided", by };
}
