export {
  type AuditLog,
  type AuditLogPage,
  type AuditReadModel,
  createAuditReadModel,
} from "./audit-read-model.ts";
export { auditSchema } from "./audit-resolvers.ts";
