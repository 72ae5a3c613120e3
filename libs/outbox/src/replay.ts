import type { Store } from "@countersign/mongo";
import { outboxOf, UNNAMED_ROWS_OF } from "./record.ts";

/** Rows to publish again: those that match all given conditions. */
export interface ReplaySelection {
  /** Published at or after this moment. */
  since?: Date | undefined;
  /** Of one key, mostly a `refId`. */
  key?: string | undefined;
  /** Under subjects that begin with one of these. */
  subjectPrefixes?: readonly string[] | undefined;
  /** Written by this service. */
  service?: string | undefined;
}

/**
 * Puts retained rows back into the queue: their services' relays send them again, in their order and under their ids.
 * The broker drops those that it still remembers, and consumers drop those that they have handled.
 *
 * @returns the number of rows
 */
export async function replayOutbox({ db }: Pick<Store, "db">, selection: ReplaySelection): Promise<number> {
  const { since = new Date(0), key, subjectPrefixes, service } = selection;
  const { modifiedCount } = await outboxOf(db).updateMany(
    {
      publishedAt: { $gte: since },
      ...(key !== undefined && { key }),
      ...(service !== undefined && {
        service: service === UNNAMED_ROWS_OF ? { $in: [service, null] } : service,
      }),
      ...(subjectPrefixes && { $or: subjectPrefixes.map(beginningWith) }),
    },
    { $set: { pending: true }, $unset: { publishedAt: true, expiresAt: true } },
  );
  return modifiedCount;
}

/** Does without a regular expression, so that no subject has to be quoted. */
function beginningWith(prefix: string) {
  return { subject: { $gte: prefix, $lt: `${prefix}\u{10FFFF}` } };
}
