import { type People, grantsFor, nameIn } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";

import { type Caller, seesEverything } from "../shared/caller.ts";
import type { RunContext } from "./decision-context.ts";
import { type RunRecords, toRun } from "./run-records.ts";

/** A person in the facts about a refusal. */
interface Decider {
  _id: string;
  name: string;
}

/** The decision that took a stage from the caller (contract-3, CON-12). */
export interface Decided {
  status: "APPROVED" | "REJECTED";
  at: Date;
  by: Decider;
  /** In whose place, where it was a substitute. */
  for?: Decider;
  stageName: string;
}

const SECOND_MS = 1_000;

/**
 * A refused verdict, with who decided what and when, for callers who may see the document. Other errors, and refusals on
 * a stage that nobody has decided, stay as they are.
 *
 * @param context - the one in which the verdict was refused
 */
export function withDecided(
  error: unknown,
  {
    caller,
    taskId,
    loaded,
    context,
  }: { caller: Caller; taskId: string; loaded: RunRecords; context: RunContext },
): unknown {
  if (!(error instanceof DomainError) || !isAboutState(error)) return error;
  if (!seesDocument(caller, loaded, context)) return error;
  const decided = decidedOf(loaded, { taskId, userId: caller.userId, people: context.people });
  if (decided === undefined) return error;
  const { code, message, text, field, details, cause } = error;
  return new DomainError(code, text ?? message, {
    ...(field !== undefined && { field }),
    details: { ...details, decided },
    cause,
  });
}

const isAboutState = ({ code, text }: DomainError) =>
  code === "APPROVAL_NOT_ACTIONABLE" || text?.code === "run.alreadyDecided";

/** The verdict that took the stage from the caller: the one on their own seat, else the last. */
function decidedOf(
  { tasks, approvals }: RunRecords,
  { taskId, userId, people }: { taskId: string; userId: string; people: People },
): Decided | undefined {
  const task = tasks.find(({ _id }) => _id === taskId);
  const verdicts = approvals.flatMap((row) =>
    row.taskId === taskId && (row.status === "APPROVED" || row.status === "REJECTED") && row.statusUpdateDate
      ? [{ ...row, status: row.status, at: row.statusUpdateDate }]
      : [],
  );
  const row =
    verdicts.find(({ approverId }) => approverId === userId) ??
    verdicts.toSorted((one, other) => one.at - other.at).at(-1);
  if (task === undefined || row === undefined) return undefined;
  const person = (id: string) => ({ _id: id, name: nameIn(people, id) });
  return {
    status: row.status,
    at: new Date(row.at * SECOND_MS),
    by: person(row.decidedBy ?? row.approverId),
    ...(row.decidedBy !== undefined && { for: person(row.approverId) }),
    stageName: task.stageName,
  };
}

/** Whether the caller reads the document: those involved, their substitutes, and who sees everything. */
function seesDocument(caller: Caller, loaded: RunRecords, context: RunContext): boolean {
  const { userId } = caller;
  if (seesEverything(caller)) return true;
  if (loaded.tasks.some((task) => task.involvedIds.includes(userId) || task.beneficiaryId === userId))
    return true;
  const run = toRun(loaded);
  return run.tasks.some((task) => {
    const seats = run.approvals.filter(({ taskId }) => taskId === task.id);
    return grantsFor(task, seats, context).some(({ substituteId }) => substituteId === userId);
  });
}
