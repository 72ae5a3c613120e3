export { changesBetween, type DocumentChange } from "./document-changes.ts";
export {
  DOCUMENT_OF_TASK,
  type DocumentAction,
  type EarlierRejection,
  type DocumentReference,
  type Revision,
  type RevisionRecord,
  referenceTo,
} from "./revision.ts";
export { type Described, ROWS_MAX, type TablePage, describedOf } from "./table.ts";
export { createRevisionReader } from "./revision-reader.ts";
export {
  documentsAt,
  documentsNamed,
  findRevision,
  nextRevision,
  storeRevision,
  submittedRevisions,
  type UnstoredRevision,
} from "./revisions.ts";
