import type { AuditRecord } from "@countersign/mongo";

import type { RecordOf } from "../shared/record-of.ts";

/** The part of an `audit_logs` row that pages show. */
export type AuditLogRecord = Omit<AuditRecord, "requestId" | "chain">;

export type AuditLog = RecordOf<AuditLogRecord>;
