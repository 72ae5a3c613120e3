import { assertPerson } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { toObjectId } from "@countersign/mongo";
import { text } from "@countersign/texts";

import { type TaskInRun, type WorkflowTask, createRunsRepository, waitsFor } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { recordFacts } from "../shared/record-facts.ts";
import { transactOnce } from "../shared/retry-safe.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { grantsOf } from "../substitutions/index.ts";
import { type SnoozeTaskInput, snoozeTaskInput } from "./inputs.ts";
import { snoozesIn } from "./records.ts";

const DAYS_MAX = 30;
const DAY_MS = 86_400_000;

/**
 * `snoozeTask`: a task that waits for the caller leaves their own inbox until a time, or comes back to it (contract-3,
 * TIME-6). A reminder or an escalation that tells them, a change of the document, a new activation and a due time that moves
 * before `until` wake it before. It is not audited.
 *
 * @throws DomainError `INVALID_INPUT`, `IDEMPOTENCY_KEY_REUSED`; `NOT_FOUND` for a task that is not in the caller's inbox;
 *   `FORBIDDEN` for agents (contract-4, MEET-11)
 */
export function createSnoozeTask({ transact }: { transact: Transact }) {
  return async (caller: Caller, input: SnoozeTaskInput): Promise<void> => {
    assertPerson(caller);
    const snooze = parseInput(snoozeTaskInput, input);
    const { taskId, until } = snooze;
    const command = { caller, operation: "snoozeTask", command: snooze, inTurn: taskId };
    await transactOnce(transact, command, async (scope) => {
      await refuseLeaver(scope, caller);
      const taskInRun = await createRunsRepository(scope).ofTask(caller.companyId, taskId);
      if (!taskInRun || !waitsFor(caller.userId, taskInRun.task, await grantsOf(scope, caller, scope.now))) {
        throw new DomainError("NOT_FOUND", text("missing.task"), { field: "taskId" });
      }
      if (until !== undefined) assertUntil(until, taskInRun.task, scope.now);
      const isKept = await keepRow(scope, caller, taskInRun, until);
      if (isKept) await tellLists(scope, taskInRun.task, caller.userId);
    });
  };
}

function assertUntil(until: Date, { dueAt }: WorkflowTask, now: Date): void {
  const field = "until";
  if (until <= now) throw new DomainError("INVALID_INPUT", text("snooze.past", { field }), { field });
  if (until.getTime() - now.getTime() > DAYS_MAX * DAY_MS) {
    throw new DomainError("INVALID_INPUT", text("snooze.tooLong", { field, days: DAYS_MAX }), { field });
  }
  if (dueAt !== undefined && until > dueAt) {
    const params = { field, due: dueAt.toISOString() };
    throw new DomainError("INVALID_INPUT", text("snooze.afterDue", params), { field });
  }
}

/** Writes the snooze, or removes it once the task was woken by hand. @returns whether something has changed */
async function keepRow(
  scope: TransactionScope,
  { companyId, userId }: Caller,
  { task: { _id: taskId, runId, activation = 1, askedIds = [] } }: TaskInRun,
  until: Date | undefined,
): Promise<boolean> {
  const { session } = scope;
  const ofUser = { taskId: toObjectId(taskId), userId: toObjectId(userId) };
  if (until === undefined) {
    const { deletedCount } = await snoozesIn(scope).deleteOne(ofUser, { session });
    return deletedCount > 0;
  }
  const $set = {
    companyId: toObjectId(companyId),
    runId: toObjectId(runId),
    activation,
    isAsked: askedIds.includes(userId),
    begunAt: scope.now,
    until,
    claimedUntil: until,
  };
  await snoozesIn(scope).updateOne(ofUser, { $set, $unset: { failures: true } }, { session, upsert: true });
  return true;
}

/** Says to a user's open lists that they show a document no longer, or again. */
export async function tellLists(
  scope: TransactionScope,
  { companyId, refId, runId }: WorkflowTask,
  userId: string,
): Promise<void> {
  const runChange = { id: scope.newId(), companyId, refId, runId, userIds: [userId] };
  await recordFacts(scope, { changed: runChange });
}
