import { DomainError } from "@countersign/domain/errors";
import { toObjectId } from "@countersign/mongo";
import { text } from "@countersign/texts";

import { type WorkflowTask, createRunsRepository, waitsFor } from "../runs/index.ts";
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
 * @throws DomainError `INVALID_INPUT`, `IDEMPOTENCY_KEY_REUSED`; `NOT_FOUND` for a task that is not in the caller's inbox
 */
export function createSnoozeTask({ transact }: { transact: Transact }) {
  return async (caller: Caller, input: SnoozeTaskInput): Promise<void> => {
    const given = parseInput(snoozeTaskInput, input);
    const { taskId, until } = given;
    const command = { caller, operation: "snoozeTask", command: given, inTurn: taskId };
    await transactOnce(transact, command, async (scope) => {
      await refuseLeaver(scope, caller);
      const task = await createRunsRepository(scope).lockTask(caller.companyId, taskId);
      if (task === undefined || !waitsFor(caller.userId, task, await grantsOf(scope, caller, scope.now))) {
        throw new DomainError("NOT_FOUND", text("missing.task"), { field: "taskId" });
      }
      if (until !== undefined) assertUntil(until, task, scope.now);
      await keepRow(scope, caller, taskId, until);
      await keepSnooze(scope, task, { userId: caller.userId, until });
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

/** The row by whose time the snooze ends; none, once the task was woken by hand. */
async function keepRow(
  scope: TransactionScope,
  { companyId, userId }: Caller,
  taskId: string,
  until: Date | undefined,
): Promise<void> {
  const { session } = scope;
  const own = { taskId: toObjectId(taskId), userId: toObjectId(userId) };
  if (until === undefined) {
    await snoozesIn(scope).deleteOne(own, { session });
    return;
  }
  const $set = { companyId: toObjectId(companyId), claimedUntil: until };
  await snoozesIn(scope).updateOne(own, { $set, $unset: { failures: true } }, { session, upsert: true });
}

/** Writes until when a user snoozes a task that was read in this transaction, and tells their open lists. */
export async function keepSnooze(
  scope: TransactionScope,
  task: WorkflowTask,
  { userId, until }: { userId: string; until?: Date | undefined },
): Promise<void> {
  const { snoozed: before = [], ...fields } = task;
  const others = before.filter((one) => one.userId !== userId);
  if (until === undefined && others.length === before.length) return;
  const snoozed = until === undefined ? others : [...others, { userId, until }];
  const after: WorkflowTask = snoozed.length === 0 ? fields : { ...fields, snoozed };
  await createRunsRepository(scope).tasks.update([{ before: task, after }]);
  const { companyId, refId, runId } = task;
  const changed = { id: scope.newId(), companyId, refId, runId, userIds: [userId] };
  await recordFacts(scope, { changed });
}
