import type { Transaction } from "./transaction.ts";
import type { Doc } from "./values.ts";

/** A committed state of a row; older ones are kept while a snapshot may still see them. */
export interface Version {
  /** Undefined: deleted. */
  readonly doc: Doc | undefined;
  readonly timestamp: number;
  previous: Version | undefined;
}

/** All that is known under one `_id`. */
export interface Row {
  /** Order of arrival: the natural order, and what tells equal index keys apart. */
  readonly sequence: number;
  readonly key: string;
  current: Version | undefined;
  /** The transaction that has written here and is not over. */
  lock: Transaction | undefined;
  /** What the lock's holder wrote; undefined while locked: deleted. */
  pending: Doc | undefined;
}

/** The documents of all versions still kept. */
export function keptDocs(row: Row): Doc[] {
  const docs: Doc[] = [];
  for (let version = row.current; version; version = version.previous)
    if (version.doc) docs.push(version.doc);
  return docs;
}
