export { createDirectoryCopy, type DirectoryCopy } from "./directory-copy.ts";
export { directoryChange, type DirectoryChange } from "./directory-change.ts";
export {
  type ChangeResult,
  createDirectoryEditor,
  type DirectoryEditor,
  type RecordChange,
} from "./directory-editor.ts";
export { createDirectoryReader, DIRECTORY_INDEXES, type DirectoryReader } from "./directory-reader.ts";
export { type LeaverWatch, refuseLeaver, verifyMember, watchLeavers } from "./leavers.ts";
export { type DirectoryField, type DirectoryRecord, shownRecord } from "./stored-records.ts";
