export { changesBetween, type DocumentChange } from "./document-changes.ts";
export { documentSchema } from "./document-schema.ts";
export { DOCUMENT_INDEXES } from "./indexes.ts";
export {
  DOCUMENT_OF_TASK,
  type DocumentReference,
  type Revision,
  type RevisionRecord,
  referenceTo,
} from "./revision.ts";
export { type Described, type TablePage, describedOf } from "./table.ts";
export { createRevisionReader } from "./revision-reader.ts";
export { findRevision, nextRevision, storeRevision, type UnstoredRevision } from "./revisions.ts";
