import type { ConfigChange, ConfigValues } from "@countersign/domain/settings";

/** Kind of a company's settings record in the audit trail. */
export const CONFIG_ENTITY = "config";

/** Values of the changed fields on one side of a change; null is unset. */
export type AuditedValues = { [F in keyof ConfigValues]?: ConfigValues[F] | null };

/** The changes as the two sides that the audit trail keeps. */
export function auditedSides(changes: readonly ConfigChange[]): {
  before: AuditedValues;
  after: AuditedValues;
} {
  return {
    before: Object.fromEntries(changes.map(({ field, from }) => [field, from ?? null])),
    after: Object.fromEntries(changes.map(({ field, to }) => [field, to ?? null])),
  };
}
