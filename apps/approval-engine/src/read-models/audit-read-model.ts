export interface AuditLog {
  _id: string;
}
