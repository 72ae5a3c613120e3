import { DomainError } from "@countersign/domain/errors";
import type { AuditRecord } from "@countersign/mongo";
import { text } from "@countersign/texts";
import { type Db, ObjectId } from "mongodb";

import { type RecordOf, toRecord } from "../shared/record-of.ts";
import type { Caller } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { splitPaging } from "../shared/filters.ts";
import { pageAdvised } from "../shared/narrowed.ts";
import { auditLogPageInput } from "./inputs.ts";
import type { Page } from "../shared/record-reader.ts";

/** The part of an `audit_logs` row that pages show. */
type AuditLogRecord = Omit<AuditRecord, "requestId" | "chain">;

export type AuditLog = RecordOf<AuditLogRecord>;

export interface AuditReadModel {
  /**
   * Changes made in the caller's company, newest first.
   *
   * @throws DomainError `FORBIDDEN` unless the caller is privileged
   */
  page(caller: Caller, input: unknown): Page<AuditLog>;
}

export function createAuditReadModel(db: Pick<Db, "collection">): AuditReadModel {
  const logs = db.collection<AuditLogRecord>("audit_logs");
  return {
    page: ({ companyId, privileged }, input) => {
      if (!privileged) throw new DomainError("FORBIDDEN", text("person.auditNotPrivileged"));
      const { paging, filter } = splitPaging(parseInput(auditLogPageInput, input));
      const { skip, take: limit } = paging;
      const fenced = { ...filter, companyId: new ObjectId(companyId) };
      return pageAdvised(NARROWING, {
        data: () =>
          logs
            .find(fenced, { sort: { at: -1, _id: -1 }, skip, limit })
            .map((document) => toRecord(document))
            .toArray(),
        // Not countDocuments: its aggregation reads every record it counts.
        total: () => logs.count(fenced),
      });
    },
  };
}

/** Names the filters with an index, for a page that took too long (OPS-7). */
const NARROWING = { text: text("input.auditTooLong"), field: "input.entity" };

/** By the name that the generated resolver types refer to. */
export type AuditLogPage = Page<AuditLog>;
