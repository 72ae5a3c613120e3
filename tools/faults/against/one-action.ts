type AuditEntry = Readonly<Record<string, unknown>>;

/** Records of rows that follow from an action on a rule, whose own record is beside them. */
const FOLLOWING: ReadonlySet<unknown> = new Set(["workflows", "approval_thresholds"]);

/**
 * Audit records without those that follow from another one of the same action: one action is one record, where b81b1356
 * wrote one a row (contract-4, HIST-3). The clock stands while a step is played.
 */
export function oneForAction<Entry extends AuditEntry>(entries: readonly Entry[]): Entry[] {
  const ofRules = entries.filter(({ entity }) => entity === "approval_rules");
  const atRules = new Set(ofRules.map(({ at }) => JSON.stringify(at)));
  return entries.filter(
    ({ at, entity, action }) =>
      action !== "replaceApprovers" && !(FOLLOWING.has(entity) && atRules.has(JSON.stringify(at))),
  );
}
