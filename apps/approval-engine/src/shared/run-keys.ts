import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import {
  type OnceAnswer,
  digestOf,
  expiryAfter,
  isDuplicateKey,
  isStoreUnavailable,
  toObjectId,
} from "@countersign/mongo";
import { text } from "@countersign/texts";
import { BSON, Binary } from "mongodb";

import { type RunKey, type RunWrite, WORKFLOW_RUNS, type WrittenRun } from "./pending.ts";
import { type RunCommands, RunMoved } from "./run-commands.ts";
import type { TransactionScope } from "./transact.ts";

/** How long a repetition is known. */
export const RETENTION_DAYS = 7;
/** Of a hash, as keys and contents of commands stand in a run. */
const HASH_BYTES = 16;
/** Most of the keys in a run and their answers, so that it can always be written. Verdicts are recorded beyond it. */
const KEYS_MAX_BYTES = 1_000_000;
/** Most of those of one user, so that nobody uses up the room of the others. */
const KEYS_OF_ACTOR_MAX_BYTES = 100_000;

/** A key as a command brings it. */
export type CommandKey = Pick<RunKey, "k" | "digest">;

/** A command on one run, by which it is known again. */
export interface KeyedCommand {
  companyId: Id;
  actorId: Id;
  key: CommandKey;
  /** The key of the batch that it is a part of; absent once a run has it. */
  batchKey?: CommandKey | undefined;
  isVerdict: boolean;
}

/** @param id - fields that no other command has */
export const commandKey = (id: object, content: object): CommandKey => ({
  k: shortHash(id),
  digest: shortHash(content),
});

export const keyReused = (): DomainError =>
  new DomainError("IDEMPOTENCY_KEY_REUSED", text("run.keyReused"), { field: "idempotencyKey" });

/** The keys of a run that are not over. */
export function liveKeys({ keys = [] }: Pick<WrittenRun, "keys">, now: Date): Pick<WrittenRun, "keys"> {
  const live = keys.every(({ until }) => until > now) ? keys : keys.filter(({ until }) => until > now);
  return live.length === 0 ? {} : { keys: live };
}

/**
 * Does a command on one run once: its write leaves its key in the run (contract-2, CTRL-1). A run that the command reads
 * shows a repetition; of other runs the unique index on keys refuses one. A repetition is answered once what followed from
 * the first time is there.
 *
 * @param how - in a transaction the key is looked for first, and stands in the run that the command begins
 * @param work - its result is stored: JSON values and dates
 * @throws DomainError `IDEMPOTENCY_KEY_REUSED` when the key was used for another command; `CONFLICT` in a run with too many keys, or too many of the
 *   actor's
 */
export async function doOnceOnRun<T>(
  runs: Pick<RunCommands, "alone" | "together">,
  command: KeyedCommand,
  work: (scope: TransactionScope) => Promise<T>,
  { how, inTurn }: { how: "alone" | "together"; inTurn: string },
): Promise<OnceAnswer<T>> {
  return runs[how](async (scope): Promise<OnceAnswer<T>> => {
    const { runs: access, now } = scope;
    let heldWrite: RunWrite | undefined;
    const write = async (runWrite: RunWrite): Promise<void> => {
      if (how === "together" && runWrite.change !== undefined) await access.write(runWrite);
      else heldWrite = runWrite;
    };
    const settle = async (run: WrittenRun): Promise<void> => {
      await access.settle(run);
      const answeredKey = keyIn(run, command, now);
      if (answeredKey !== undefined) throw new DoneBefore(answeredKey);
    };
    try {
      if (how === "together") await refuseRepetition(scope, command);
      const answer = await work({ ...scope, runs: { ...access, write, settle } });
      if (heldWrite !== undefined) await access.write(withKeys(heldWrite, command, answer, now));
      return { answer, repeated: false };
    } catch (error) {
      const isOpen = how === "alone" && mayBeRepetition(error);
      const reason = isOpen ? await reasonOf(error, refuseRepetition(scope, command)) : error;
      if (reason instanceof DoneBefore) return { answer: reason.key.answer as T, repeated: true };
      throw reason;
    }
  }, inTurn);
}

/** The command was done before. */
class DoneBefore extends Error {
  override readonly name = "DoneBefore";
  readonly key: RunKey;
  constructor(key: RunKey) {
    super("The command was done before");
    this.key = key;
  }
}

/** Whether a command that failed so may have been done before: by a rule, or by the index on keys. */
const mayBeRepetition = (error: unknown): boolean =>
  error instanceof DomainError || (error instanceof RunMoved && isDuplicateKey(error.cause));

/** Why a command failed, once runs were asked for its keys. */
async function reasonOf(error: unknown, refusal: Promise<void>): Promise<unknown> {
  try {
    await refusal;
    return error;
  } catch (reason) {
    return isStoreUnavailable(reason) ? error : reason;
  }
}

/**
 * Looks for the keys of a command in all runs. Those that are over are dropped where they are.
 *
 * @throws DoneBefore; DomainError `IDEMPOTENCY_KEY_REUSED`
 */
async function refuseRepetition(
  { db, session, runs: access, now }: TransactionScope,
  command: KeyedCommand,
): Promise<void> {
  const { companyId, key, batchKey } = command;
  const runs = db.collection<WrittenRun>(WORKFLOW_RUNS);
  const keys = [key, ...(batchKey ? [batchKey] : [])].map(({ k }) => k);
  const ofKeys = { companyId: toObjectId(companyId), "keys.k": { $in: keys } };
  for (const run of await runs.find(ofKeys, { session, hint: "keys" }).toArray()) {
    const answeredKey = keyIn(run, command, now);
    if (answeredKey !== undefined) {
      await access.settle(run);
      throw new DoneBefore(answeredKey);
    }
    const { keys: keptKeys } = liveKeys(run, now);
    if (keptKeys?.length === run.keys?.length) continue;
    const { _id, companyId: ofCompany, version } = run;
    const change =
      keptKeys === undefined ? { $unset: { keys: true } as const } : { $set: { keys: keptKeys } };
    await runs.updateOne({ _id, companyId: ofCompany, version }, change, { session });
  }
}

/**
 * The key of a command, where it was done before and a run shows it. A batch's key stands in one run: where this one has it, the
 * command leaves it out.
 *
 * @throws DomainError `IDEMPOTENCY_KEY_REUSED`
 */
function keyIn(run: WrittenRun, command: KeyedCommand, now: Date): RunKey | undefined {
  const answeredKey = sameKey(run, command.key, now);
  if (command.batchKey && sameKey(run, command.batchKey, now)) command.batchKey = undefined;
  return answeredKey;
}

function sameKey({ keys = [] }: WrittenRun, { k, digest }: CommandKey, now: Date): RunKey | undefined {
  const storedKey = keys.find((runKey) => runKey.until > now && isSameHash(runKey.k, k));
  if (storedKey !== undefined && !isSameHash(storedKey.digest, digest)) throw keyReused();
  return storedKey;
}

/** The write with the keys of its command. @throws DomainError `CONFLICT` */
function withKeys(
  write: RunWrite,
  { actorId, key, batchKey, isVerdict }: KeyedCommand,
  answer: unknown,
  now: Date,
): RunWrite {
  const ofCommand = { actorId: toObjectId(actorId), until: expiryAfter(RETENTION_DAYS, now) };
  const keys: RunKey[] = [
    ...(write.record.keys ?? []),
    { ...key, ...ofCommand, ...(answer !== undefined && { answer }) },
    ...(batchKey ? [{ ...batchKey, ...ofCommand }] : []),
  ];
  const keysOfActor = keys.filter((runKey) => runKey.actorId.equals(ofCommand.actorId));
  const isFull = bytesOf(keys) > KEYS_MAX_BYTES || bytesOf(keysOfActor) > KEYS_OF_ACTOR_MAX_BYTES;
  if (isFull && !isVerdict) {
    throw new DomainError("CONFLICT", text("run.tooManyKeys"), { field: "idempotencyKey" });
  }
  return { ...write, record: { ...write.record, keys } };
}

const bytesOf = (keys: RunKey[]): number => BSON.calculateObjectSize(keys, { ignoreUndefined: true });

const shortHash = (value: unknown): Binary =>
  new Binary(Buffer.from(digestOf(value), "hex").subarray(0, HASH_BYTES));

const isSameHash = (left: Binary, right: Binary): boolean => Buffer.compare(left.buffer, right.buffer) === 0;
