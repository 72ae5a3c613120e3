import { DomainError } from "@countersign/domain/errors";
import { EXPIRY, type IndexPlan, type Once, type OnceAnswer, digestOf, doOnce } from "@countersign/mongo";
import { text } from "@countersign/texts";
import { z } from "zod";

import type { Caller } from "./caller.ts";
import { label, optional } from "./inputs.ts";
import type { RunCommands, RunReference } from "./run-commands.ts";
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
  const once = onceUnder(caller, { key }, { operation, content });
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
export interface RetrySafeOnRun extends Omit<RetrySafe, "inTurn"> {
  run: RunReference;
  /** How it runs without a key. Default: it writes its run alone. */
  withoutKey?: Transact;
}

/**
 * Runs a command that writes one run, likewise; with a key, its record and the run are one transaction. A
 * repetition answers once what followed from the first time is there.
 *
 * @throws DomainError `IDEMPOTENCY_KEY_REUSED` when the key was used for another command
 */
export async function onRunOnce<T>(
  runs: RunCommands,
  { run, withoutKey = runs.alone, ...command }: RetrySafeOnRun,
  work: (scope: TransactionScope) => Promise<T>,
): Promise<T> {
  const { caller } = command;
  const [inTurn] = Object.values(run) as [string];
  if (command.command.idempotencyKey === undefined) return withoutKey(work, inTurn);
  let isRepeated = false;
  const onReplay = () => {
    isRepeated = true;
  };
  const heardCommand = { ...command, caller: { ...caller, onReplay }, inTurn };
  const answer = await transactOnce(runs.together, heardCommand, work);
  if (isRepeated) {
    await runs.settled(caller.companyId, run);
    caller.onReplay?.();
  }
  return answer;
}

/** Does one part of a batch by itself. @returns whether an earlier batch with the key has done it */
export type DoPart = (
  runs: RunCommands,
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
    return async (runs, taskId, work) => {
      await runs.alone(work, taskId);
      return false;
    };
  }
  const content = { operation, content: digestOf(batch) };
  const wholeBatch = onceUnder(caller, { key }, content);
  let isOurs = false;
  return async (runs, taskId, work) => {
    const part = onceUnder(caller, { key, taskId }, content);
    const { repeated } = await runs.together(
      (scope) =>
        doOnce(scope, part, async () => {
          if (!isOurs) await doOnce(scope, wholeBatch, async () => undefined);
          await work(scope);
        }),
      taskId,
    );
    isOurs = true;
    if (repeated) {
      await runs.settled(caller.companyId, { taskId });
      caller.onReplay?.();
    }
    return repeated;
  };
}

const keyReused = () =>
  new DomainError("IDEMPOTENCY_KEY_REUSED", text("run.keyReused"), {
    field: "idempotencyKey",
  });

/** Work that is done once for a key of the caller, or for a part of what the key stands for. */
function onceUnder(
  { companyId, userId: actorId }: Caller,
  part: { key: string; taskId?: string },
  content: { operation: string; content: unknown },
): Once {
  const id = { companyId, actorId, ...part };
  return { collection: COLLECTION, id, content, retentionDays: RETENTION_DAYS, reused: keyReused };
}
