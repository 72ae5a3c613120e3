import { toHex, toObjectId } from "@countersign/mongo";
import { CONFIG_FIELDS, type ConfigChange, type ConfigField } from "@countersign/domain/settings";
import { type AuditedValues, CONFIG_ENTITY } from "@countersign/settings";
import type { ClientSession, Db, ObjectId } from "mongodb";

/** A change of the settings. */
export interface ConfigHistoryEntry {
  id: string;
  action: string;
  at: Date;
  actorId: string;
  changes: readonly ConfigChange[];
  rolledBack?: string;
}

/** A row of `audit_logs` about the settings. */
interface ConfigAuditRecord {
  _id: ObjectId;
  companyId: ObjectId;
  entity: string;
  action: string;
  at: Date;
  actorId: ObjectId;
  before: AuditedValues;
  after: AuditedValues;
  details?: { rolledBack?: string };
}

function toEntry({
  _id,
  action,
  at,
  actorId,
  before,
  after,
  details,
}: ConfigAuditRecord): ConfigHistoryEntry {
  const changedFields = CONFIG_FIELDS.filter((field) => field in before || field in after);
  return {
    id: toHex(_id),
    action,
    at,
    actorId: toHex(actorId),
    changes: changedFields.map((field) => changeOf(field, before[field], after[field])),
    ...(details?.rolledBack !== undefined && { rolledBack: details.rolledBack }),
  };
}

function changeOf(
  field: ConfigField,
  from: AuditedValues[ConfigField],
  to: AuditedValues[ConfigField],
): ConfigChange {
  return { field, ...(from != null && { from }), ...(to != null && { to }) };
}

/** Reads the history of companies' settings from the audit trail. */
export function createConfigHistory({ db, session }: { db: Db; session?: ClientSession }) {
  const logs = db.collection<ConfigAuditRecord>("audit_logs");
  const options = session && { session };
  return {
    find: async (companyId: string, auditId: string): Promise<ConfigHistoryEntry | undefined> => {
      const record = await logs.findOne(
        { _id: toObjectId(auditId, "auditId"), companyId: toObjectId(companyId), entity: CONFIG_ENTITY },
        options,
      );
      return record ? toEntry(record) : undefined;
    },
    /** Newest first; each half is read when it is asked for. */
    page: (companyId: string, { skip, take }: { skip: number; take: number }) => {
      const filter = { companyId: toObjectId(companyId), entity: CONFIG_ENTITY };
      const foundLogs = logs.find(filter, options).sort({ at: -1, _id: -1 }).skip(skip).limit(take);
      return {
        data: async () => (await foundLogs.toArray()).map(toEntry),
        // Not countDocuments: its aggregation reads every record it counts.
        total: () => logs.count(filter),
      };
    },
  };
}

export type ConfigHistory = ReturnType<typeof createConfigHistory>;
