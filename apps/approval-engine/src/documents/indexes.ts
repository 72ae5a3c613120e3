import type { IndexPlan } from "@countersign/mongo";

import { COLLECTION } from "./revision.ts";
import { ROWS } from "./table.ts";

export const DOCUMENT_INDEXES: readonly IndexPlan[] = [
  {
    collection: COLLECTION,
    // Of two changes at once the index lets one be the next revision.
    indexes: [{ key: { companyId: 1, refId: 1, revision: 1 }, name: "one_revision", unique: true }],
  },
  {
    collection: ROWS,
    indexes: [{ key: { documentId: 1, key: 1, from: 1 }, name: "rows_of_revision", unique: true }],
  },
];
