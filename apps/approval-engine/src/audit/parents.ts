// The values that resolvers get for types of the SDL, under the types' names.
export type { AuditLogPage as AuditLogPageResult } from "./audit-read-model.ts";
export type { AuditLog } from "./records.ts";
