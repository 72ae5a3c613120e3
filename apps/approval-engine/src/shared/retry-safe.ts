import { EXPIRY, type IndexPlan, type OnceAnswer, digestOf, doOnce } from "@countersign/mongo";
import { z } from "zod";

import type { Caller } from "./caller.ts";
import { label, optional } from "./inputs.ts";
import type { RunCommands } from "./run-commands.ts";
import { RETENTION_DAYS, commandKey, doOnceOnRun, keyReused } from "./run-keys.ts";
import type { Transact, TransactionScope } from "./transact.ts";

const COLLECTION = "approval_idempotency";
const KEY_MAX_LENGTH = 128;

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
 * first result and calls `caller.onReplay`. A refused command is not remembered.
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
  const once = {
    collection: COLLECTION,
    id: keyOf(caller, key),
    content: { operation, content },
    retentionDays: RETENTION_DAYS,
    reused: keyReused,
  };
  const { answer, repeated } = await transact((scope) => doOnce(scope, once, () => work(scope)), inTurn);
  if (repeated) caller.onReplay?.();
  return answer;
}

/** A command of a service about a document of its own, as it was read. */
export interface OwnerCommand {
  companyId: string;
  owner: string;
  operation: string;
  /** The service's key, which is its own in the company; absent: the command is done whenever it comes. */
  key: string | undefined;
  content: unknown;
}

/**
 * The same for a service (contract-3, WEB-1).
 *
 * @param work - its result is stored: JSON values and dates
 * @throws DomainError `IDEMPOTENCY_KEY_REUSED` when the key was used for another command
 */
export async function transactOnceForOwner<T>(
  transact: Transact,
  { companyId, owner, operation, key, content }: OwnerCommand,
  work: (scope: TransactionScope) => Promise<T>,
): Promise<OnceAnswer<T>> {
  if (key === undefined) return { answer: await transact(work), repeated: false };
  const once = {
    collection: COLLECTION,
    id: { companyId, owner, key },
    content: { operation, content },
    retentionDays: RETENTION_DAYS,
    reused: keyReused,
  };
  return transact((scope) => doOnce(scope, once, () => work(scope)));
}

/** A command on one run, see {@link transactOnce}. */
export interface RetrySafeOnRun extends RetrySafe {
  inTurn: string;
  /** Whether it writes its run alone, or together with other records. Default: alone. */
  how?: "alone" | "together";
  isVerdict?: boolean;
}

/**
 * Runs a command that writes one run, likewise; its key stands in the run.
 *
 * @throws DomainError as {@link doOnceOnRun}
 */
export async function onRunOnce<T>(
  runs: RunCommands,
  { caller, operation, command, inTurn, how = "alone", isVerdict = false }: RetrySafeOnRun,
  work: (scope: TransactionScope) => Promise<T>,
): Promise<T> {
  const { idempotencyKey, ...content } = command;
  if (idempotencyKey === undefined) return runs[how](work, inTurn);
  const { companyId, userId: actorId } = caller;
  const key = commandKey(keyOf(caller, idempotencyKey), { operation, content });
  const keyedCommand = { companyId, actorId, key, isVerdict };
  const { answer, repeated } = await doOnceOnRun(runs, keyedCommand, work, { how, inTurn });
  if (repeated) caller.onReplay?.();
  return answer;
}

/** Does one part of a batch by itself. @returns whether an earlier batch with the key has done it */
export type DoPart = (
  runs: RunCommands,
  taskId: string,
  work: (scope: TransactionScope) => Promise<void>,
) => Promise<boolean>;

/**
 * The parts of a batch of verdicts, one a task. With a key each is done once, however often the batch is repeated; the first part
 * that is stored makes the key the batch's.
 *
 * @throws DomainError `IDEMPOTENCY_KEY_REUSED`, from a part and before any is stored, when the key was used for another command
 */
export function batchUnder(
  caller: Caller,
  operation: string,
  { idempotencyKey, ...batch }: RetrySafe["command"],
): DoPart {
  if (idempotencyKey === undefined) {
    return async (runs, taskId, work) => {
      await runs.alone(work, taskId);
      return false;
    };
  }
  const { companyId, userId: actorId } = caller;
  const ofBatch = keyOf(caller, idempotencyKey);
  const content = { operation, content: digestOf(batch) };
  const wholeBatch = commandKey(ofBatch, content);
  let isOurs = false;
  return async (runs, taskId, work) => {
    const key = commandKey({ ...ofBatch, taskId }, content);
    const part = { companyId, actorId, key, isVerdict: true, ...(!isOurs && { batchKey: wholeBatch }) };
    const { repeated } = await doOnceOnRun(runs, part, work, { how: "alone", inTurn: taskId });
    isOurs = true;
    if (repeated) caller.onReplay?.();
    return repeated;
  };
}

/** The fields that only commands of the caller under the key have. */
const keyOf = ({ companyId, userId: actorId }: Caller, key: string) => ({ companyId, actorId, key });
