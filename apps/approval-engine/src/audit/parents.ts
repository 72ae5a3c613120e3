// The values that resolvers get for types of the SDL, under the types' names.
export type { AuditLog, AuditLogPage as AuditLogPageResult } from "./audit-read-model.ts";
