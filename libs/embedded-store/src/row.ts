import type { Doc } from "./doc.ts";

/** The transaction that writes to rows. */
export interface Writer {
  /** It sees versions up to this one; Infinity outside sessions' transactions: the latest. */
  readonly snapshot: number;
}

/** A committed state of a row; older ones are kept while a snapshot may still see them. */
export interface Version {
  /** Undefined: deleted. */
  readonly doc: Doc | undefined;
  readonly timestamp: number;
  previous: Version | undefined;
}

/** All versions of one `_id`. */
export interface Row {
  /** Order of arrival: the natural order, which also distinguishes equal index keys. */
  readonly sequence: number;
  readonly key: string;
  current: Version | undefined;
  /** The open transaction that has written here. */
  lock: Writer | undefined;
  /** The document of the lock's holder; undefined while locked: deleted. */
  pending: Doc | undefined;
}

/** The documents of a row that are or may become visible to somebody. */
export function keptDocs(row: Row): Doc[] {
  const docs = row.pending ? [row.pending] : [];
  for (let version = row.current; version; version = version.previous) {
    if (version.doc) docs.push(version.doc);
  }
  return docs;
}
