import { type OpenScope, type Scope, sessionOption } from "../scope.ts";
import type { Collection, Document, Filter, IndexDescription, UpdateFilter, WithId } from "mongodb";

/** A row that work waits in. */
export interface DueRow extends Document {
  /** Nobody may take the row before: its time, then the end of a claim, or of a wait. Absent: no work waits. */
  claimedUntil?: Date;
  /** How often its work has failed; absent for never. */
  failures?: number;
}

/** The index along which rows are claimed that are found by their time alone. */
export const DUE_INDEX = {
  key: { claimedUntil: 1 },
  name: "due",
  partialFilterExpression: { claimedUntil: { $exists: true } },
} as const satisfies IndexDescription;

/**
 * Claims the row that has been due longest, in one command along an index of the filter's fields and `claimedUntil`. The
 * claim moves the row's time to its own end: whoever dies meanwhile leaves a row that is due again then.
 *
 * @param options.filter fields besides the time
 * @returns the row with its claim; undefined if none is due
 */
export async function claimDue<R extends DueRow>(
  rows: Collection<R>,
  {
    filter = {},
    now,
    until,
    ...scope
  }: { filter?: Filter<R>; now: Date; until: Date } & Pick<OpenScope, "session">,
): Promise<WithId<R> | undefined> {
  const claimedRow = await rows.findOneAndUpdate(
    { ...filter, claimedUntil: { $lte: now } },
    changeOf<R>({ $set: { claimedUntil: until } }),
    { ...sessionOption(scope), sort: { claimedUntil: 1 }, returnDocument: "after" },
  );
  return claimedRow ?? undefined;
}

/** A change as the driver types it, which does not see that every kind of row has the fields of {@link DueRow}. */
const changeOf = <R extends DueRow>(change: Document): UpdateFilter<R> => change;

/** The claim of a row: only while the row carries its time, nobody else has claimed it since. */
const asClaimed = <R extends DueRow>({ _id, claimedUntil }: WithId<R>) =>
  ({ _id, claimedUntil }) as Filter<R>;

/** Puts a claimed row off whose work failed; does nothing if another has claimed it since. */
export async function putOff<R extends DueRow>(
  rows: Collection<R>,
  row: WithId<R>,
  until: Date,
): Promise<void> {
  await rows.updateOne(asClaimed(row), changeOf<R>({ $set: { claimedUntil: until }, $inc: { failures: 1 } }));
}

/**
 * Marks a claimed row as done, in the transaction of its work's effect.
 *
 * @param fields to set with the mark
 * @returns false if another has claimed the row since, or somebody has removed it or its time: then the transaction must
 *   have no effect
 */
export async function markDone<R extends DueRow>(
  { session }: Pick<Scope, "session">,
  rows: Collection<R>,
  row: WithId<R>,
  fields?: Partial<R>,
): Promise<boolean> {
  const $unset = { claimedUntil: true, failures: true };
  const change = fields === undefined ? { $unset } : { $set: fields, $unset };
  const { matchedCount } = await rows.updateOne(asClaimed(row), changeOf<R>(change), { session });
  return matchedCount === 1;
}
