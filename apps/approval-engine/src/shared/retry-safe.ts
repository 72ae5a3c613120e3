import { DomainError } from "@countersign/domain/errors";
import { EXPIRY, type IndexPlan, type Once, digestOf, doOnce } from "@countersign/mongo";
import { text } from "@countersign/texts";
import { z } from "zod";

import type { Caller } from "./caller.ts";
import { label, optional } from "./inputs.ts";
import type { Transact, TransactionScope } from "./transact.ts";

const COLLECTION = "approval_idempotency";
const KEY_MAX_LENGTH = 128;
const RETENTION_DAYS = 7;

/** Rows are found by company, actor and key, which are their `_id`. */
export const RETRY_INDEXES: readonly IndexPlan[] = [{ collection: COLLECTION, indexes: [EXPIRY] }];

/** Fields that every command on a run accepts, so that its caller can repeat it (contract-2, CTRL-1). */
export const retryFields = { idempotencyKey: optional(label(KEY_MAX_LENGTH)) };

/** Fields that every command on a task accepts as well: the revision that its caller has seen (CTRL-2). */
export const seenFields = {
  ...retryFields,
  expectedRevision: optional(
    z.string().regex(/^\d{1,9}\.\d{1,9}$/u, "must be the revision of a task, such as 1.1"),
  ),
};

/** {@link seenFields} of operations that take them as arguments of their own. */
export const seenInput = z.object(seenFields);
export type SeenInput = z.input<typeof seenInput>;

/** A command as it was read. */
export interface RetrySafe {
  caller: Caller;
  /** Name of the operation: equal content of two operations makes two commands. */
  operation: string;
  /** Its content, with the caller's key if it has one. */
  command: { idempotencyKey?: string | undefined };
  /** See {@link Transact}. */
  inTurn?: string;
}

/**
 * Runs a command as one transaction. The same command with the same key changes nothing a second time: it returns the
 * first result and calls `caller.replayed`. A refused command is not remembered.
 *
 * @param work - its result is stored: JSON values and dates
 * @throws DomainError `IDEMPOTENCY_KEY_REUSED` when the key was used for another command
 */
export async function transactOnce<T>(
  transact: Transact,
  { caller, operation, command, inTurn }: RetrySafe,
  work: (scope: TransactionScope) => Promise<T>,
): Promise<T> {
  const { idempotencyKey: key, ...content } = command;
  if (key === undefined) return transact(work, inTurn);
  const once = keyed(caller, { key }, { operation, content });
  const { answer, repeated } = await transact((scope) => doOnce(scope, once, () => work(scope)), inTurn);
  if (repeated) caller.replayed?.();
  return answer;
}

/** Does one part of a batch in a transaction of its own. @returns whether an earlier batch with the key has done it */
export type DoPart = (
  transact: Transact,
  taskId: string,
  work: (scope: TransactionScope) => Promise<void>,
) => Promise<boolean>;

/**
 * The parts of a batch, one a task. With a key each is done once, however often the batch is repeated; the first part
 * that is stored makes the key the batch's.
 *
 * @throws DomainError `IDEMPOTENCY_KEY_REUSED`, from a part and before any is stored, when the key was used for another command
 */
export function batchUnder(
  caller: Caller,
  operation: string,
  { idempotencyKey: key, ...batch }: RetrySafe["command"],
): DoPart {
  if (key === undefined) {
    return async (transact, taskId, work) => {
      await transact(work, taskId);
      return false;
    };
  }
  const content = { operation, content: digestOf(batch) };
  const whole = keyed(caller, { key }, content);
  let isOurs = false;
  return async (transact, taskId, work) => {
    const part = keyed(caller, { key, taskId }, content);
    const { repeated } = await transact(
      (scope) =>
        doOnce(scope, part, async () => {
          if (!isOurs) await doOnce(scope, whole, async () => undefined);
          await work(scope);
        }),
      taskId,
    );
    isOurs = true;
    if (repeated) caller.replayed?.();
    return repeated;
  };
}

const reused = () =>
  new DomainError("IDEMPOTENCY_KEY_REUSED", text("run.keyReused"), {
    field: "idempotencyKey",
  });

/** Work that is done once for a key of the caller, or for a part of what the key stands for. */
function keyed(
  { companyId, userId: actorId }: Caller,
  part: { key: string; taskId?: string },
  content: { operation: string; content: unknown },
): Once {
  const id = { companyId, actorId, ...part };
  return { collection: COLLECTION, id, content, retentionDays: RETENTION_DAYS, reused };
}
