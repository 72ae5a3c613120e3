export type { AuditedDocument } from "./audit-documents.ts";
export type { AuditReadModel } from "./audit-read-model.ts";
export type { AuditLog } from "./records.ts";
