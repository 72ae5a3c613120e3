import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import type { z } from "zod";

import { byPeople } from "../shared/by-people.ts";
import { type Caller, assertPrivileged } from "../shared/caller.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { auditWrite } from "../shared/record-use-cases.ts";
import { transactOnce } from "../shared/retry-safe.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { changeList } from "./change-list.ts";
import { switchRuleInput } from "./inputs.ts";
import { ruleSeenAfter } from "./list-rules.ts";
import { RULES } from "./records.ts";
import type { ApprovalRule } from "./rule-view.ts";
import { type StoredRule, findRule, nameOfRule, recordOf } from "./stored-rules.ts";

/**
 * `switchRule`: whether a rule is asked. Nothing is published, and a draft stays (contract-4, HIST-2).
 *
 * @throws DomainError `FORBIDDEN`, `INVALID_INPUT`, `NOT_FOUND`, and `CONFLICT` for one that was never published
 */
export function createSwitchRule({ transact }: { transact: Transact }) {
  return byPeople(async (caller: Caller, input: z.input<typeof switchRuleInput>): Promise<ApprovalRule> => {
    assertPrivileged(caller);
    const command = parseInput(switchRuleInput, input);
    const { id, enabled } = command;
    const kind = await transactOnce(transact, { caller, operation: "switchRule", command }, async (scope) => {
      await refuseLeaver(scope, caller);
      const rule = await findRule(scope, caller.companyId, id);
      if (rule === undefined) throw new DomainError("NOT_FOUND", text("missing.rule"), { field: "id" });
      await putState(scope, caller, rule, enabled);
      return rule.kind;
    });
    return transact((scope) => ruleSeenAfter(scope, caller, { id, kind }));
  });
}

async function putState(
  scope: TransactionScope,
  caller: Caller,
  rule: StoredRule,
  enabled: boolean,
): Promise<void> {
  const { listed, kind } = rule;
  if (rule.isDefault) {
    throw new DomainError("INVALID_INPUT", text("rule.defaultIsForAll", { field: "enabled" }), {
      field: "id",
    });
  }
  if (listed === undefined) throw new DomainError("CONFLICT", text("rule.notPublished"), { field: "id" });
  if (listed.enabled === enabled) return;
  const switched = { ...listed, enabled };
  await changeList(scope, caller, { kind }, (rules) =>
    rules.map((one) => (one.id === rule.id ? switched : one)),
  );
  const name = await nameOfRule(scope, caller.companyId, rule);
  const after = recordOf({ ...rule, listed: switched }, name);
  await auditWrite(scope, caller, { entity: RULES, action: "switch", before: recordOf(rule, name), after });
}
