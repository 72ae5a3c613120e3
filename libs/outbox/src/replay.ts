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
 * The broker drops those that it still remembers, and consumers drop those that they have handled. A row that a relay
 * has sent and not yet marked went to the broker as it was before the replay, so that mark no longer counts.
 *
 * @returns the number of rows that were published before
 */
export async function replayOutbox({ db }: Pick<Store, "db">, selection: ReplaySelection): Promise<number> {
  const { since = new Date(0), key, subjectPrefixes, service } = selection;
  const selectedFields = {
    ...(key !== undefined && { key }),
    ...(subjectPrefixes && { $or: subjectPrefixes.map(beginningWith) }),
  };
  const outbox = outboxOf(db);
  // First the waiting rows: one that is marked in between is found among the published ones. Relays have named them, so
  // that the index of waiting rows finds them.
  await outbox.updateMany(
    { ...selectedFields, service: service ?? { $gte: "" }, pending: true },
    { $inc: { replays: 1 } },
  );
  const { modifiedCount } = await outbox.updateMany(
    {
      ...selectedFields,
      ...(service !== undefined && {
        service: service === UNNAMED_ROWS_OF ? { $in: [service, null] } : service,
      }),
      publishedAt: { $gte: since },
    },
    { $set: { pending: true }, $inc: { replays: 1 }, $unset: { publishedAt: true, expiresAt: true } },
  );
  return modifiedCount;
}

/** Does without a regular expression, so that no subject has to be quoted. */
function beginningWith(prefix: string) {
  return { subject: { $gte: prefix, $lt: `${prefix}\u{10FFFF}` } };
}
