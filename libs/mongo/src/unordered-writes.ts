import {
  type AnyBulkWriteOperation,
  type Collection,
  type Document,
  MongoBulkWriteError,
  type OptionalId,
  type WriteError,
} from "mongodb";

const DUPLICATE_KEY = 11_000;

/** Why statements failed, by their places; those that are not among them are done. */
export type StatementFailures = ReadonlyMap<number, Error>;

/** The outcome of inserting documents. */
export interface InsertedMissing {
  failures: StatementFailures;
  /** Places of documents whose `_id` was there already: they stay as they are. */
  present: ReadonlySet<number>;
}

/**
 * Inserts the documents that are not there yet, by their `_id`, with one command and in no order.
 *
 * @throws the driver's errors where the whole command failed
 */
export async function insertMissing<D extends Document>(
  collection: Collection<D>,
  documents: readonly OptionalId<D>[],
): Promise<InsertedMissing> {
  const inserts = documents.map((document) => ({ insertOne: { document } }));
  const failures = new Map<number, Error>();
  const present = new Set<number>();
  for (const error of await bulkErrors(collection, inserts)) {
    if (isPresent(error)) present.add(error.index);
    else failures.set(error.index, asError(error));
  }
  return { failures, present };
}

/**
 * Writes rows of a version whole, with one command and in no order. Rows of the same version or of a later one stay as they
 * are.
 *
 * @throws the driver's errors where the whole command failed
 */
export async function replaceOlder(
  collection: Collection,
  rows: readonly Document[],
): Promise<StatementFailures> {
  const replacements = rows.map(({ ...row }) => ({
    replaceOne: {
      filter: { _id: row._id, companyId: row.companyId, version: { $lt: row.version } },
      replacement: row,
      upsert: true,
    },
  }));
  const refusedWrites = await bulkErrors(collection, replacements);
  // Somebody else has made the row meanwhile; it may be an older one.
  const again = refusedWrites.filter(isPresent);
  const refusedAgain = await bulkErrors(
    collection,
    again.map(({ index }) => replacements[index]!),
  );
  const failures = new Map<number, Error>();
  for (const error of refusedWrites) if (!isPresent(error)) failures.set(error.index, asError(error));
  for (const error of refusedAgain) {
    if (!isPresent(error)) failures.set(again[error.index]!.index, asError(error));
  }
  return failures;
}

/** The errors of statements; none where all succeeded. */
async function bulkErrors<D extends Document>(
  collection: Collection<D>,
  statements: AnyBulkWriteOperation<D>[],
): Promise<WriteError[]> {
  if (statements.length === 0) return [];
  try {
    await collection.bulkWrite(statements, { ordered: false });
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const errors = [error.writeErrors].flat();
    if (errors.length === 0) throw error;
    return errors;
  }
}

const isPresent = ({ code, errmsg }: WriteError): boolean =>
  code === DUPLICATE_KEY && / index: _id_ /u.test(errmsg ?? "");

const asError = ({ code, errmsg }: WriteError): Error =>
  Object.assign(new Error(errmsg ?? "A statement failed"), { code });
