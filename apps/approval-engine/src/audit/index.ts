export type { AuditedDocument } from "./audit-documents.ts";
export type { AuditedChange } from "./audit-verdicts.ts";
export type { AuditReadModel } from "./audit-read-model.ts";
export { codeLabel } from "./audit-words.ts";
export { fieldIn } from "./fields.ts";
export type { AuditLog } from "./records.ts";
