import type { DomainError } from "@countersign/domain/errors";
import type { Document } from "mongodb";
import { digestOf } from "./canonical.ts";
import { expiryAfter } from "./retention.ts";
import type { Scope } from "./scope.ts";

/** Work that is done once for each id of a collection. */
export interface Once {
  collection: string;
  /** Fields that nobody else's work has; they are the record's `_id`. */
  id: Document;
  /** The input of the work; JSON values and dates. */
  content: unknown;
  retentionDays: number;
  /** The refusal of an id that was used with other content. */
  reused: () => DomainError;
}

/** An answer, and whether it is the first one once more. */
export interface OnceAnswer<A> {
  answer: A;
  repeated: boolean;
}

interface AnswerRecord extends Document {
  /** Digest of the content. */
  digest: string;
  answer?: unknown;
  expiresAt: Date;
}

/**
 * Does the work the first time, and returns the first answer on repetitions. The record is part of the transaction: work
 * that throws leaves none. The id is written before the work, so that a simultaneous repetition conflicts at once.
 *
 * @param work - its answer is stored: JSON values and dates; `undefined` costs no command of its own
 * @throws DomainError of `reused`
 */
export async function doOnce<A>(
  { db, session }: Pick<Scope, "db" | "session">,
  { collection, id: _id, content, retentionDays, reused }: Once,
  work: () => Promise<A>,
): Promise<OnceAnswer<A>> {
  const records = db.collection<AnswerRecord>(collection);
  const digest = digestOf(content);
  const first = await records.findOneAndUpdate(
    { _id },
    { $setOnInsert: { digest, expiresAt: expiryAfter(retentionDays, new Date()) } },
    { session, upsert: true, returnDocument: "before" },
  );
  if (first === null) {
    const answer = await work();
    if (answer !== undefined) await records.updateOne({ _id }, { $set: { answer } }, { session });
    return { answer, repeated: false };
  }
  return { answer: answerIn(first, digest, reused) as A, repeated: true };
}

function answerIn(first: AnswerRecord, digest: string, errorOfReuse: Once["reused"]): unknown {
  if (first.digest !== digest) throw errorOfReuse();
  return first.answer;
}
