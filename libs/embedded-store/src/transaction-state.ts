import type { Collection } from "./collection.ts";
import type { Row, Writer } from "./row.ts";

/** A unit of atomic work: a session's transaction, or the implicit one around a single statement. */
export interface Transaction extends Writer {
  /** Several statements under one snapshot. */
  readonly isMultiStatement: boolean;
  readonly touched: Map<Row, Collection>;
  readonly created: Collection[];
  state: "open" | "committed" | "aborted";
}
