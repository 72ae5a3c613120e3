import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import { touched } from "../shared/base-fields.ts";
import { byPeople } from "../shared/by-people.ts";
import { type Caller, assertPrivileged, stampOf } from "../shared/caller.ts";
import { idInput } from "../shared/inputs.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { auditWrite, deleted } from "../shared/record-use-cases.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { deleteThreshold } from "../thresholds/index.ts";
import { RULES, type RuleRow } from "./records.ts";
import { stateOf } from "./rule-view.ts";
import { createRules } from "./rules-repository.ts";
import { type StoredRule, findRule } from "./stored-rules.ts";

/**
 * `discardRule`: discards the draft of a rule; one without a draft is deleted if it is switched off, so that a repeated
 * call never deletes what is in force (contract-3, CON-17). Its workflow stays: runs follow it.
 *
 * @throws DomainError `FORBIDDEN`, `INVALID_INPUT`, `NOT_FOUND`, and `CONFLICT` for a rule in force without a draft
 */
export function createDiscardRule({ transact }: { transact: Transact }) {
  return byPeople(async (caller: Caller, id: string): Promise<void> => {
    assertPrivileged(caller);
    const ruleId = parseInput(idInput("id"), id);
    await transact(async (scope) => {
      await refuseLeaver(scope, caller);
      const rule = await findRule(scope, caller.companyId, ruleId);
      if (rule === undefined) throw new DomainError("NOT_FOUND", text("missing.rule"), { field: "id" });
      const { row } = rule;
      if (row?.draft !== undefined && isKeptWithoutDraft(rule)) return dropDraft(scope, caller, row);
      return deleteRule(scope, caller, rule);
    });
  });
}

const isKeptWithoutDraft = (rule: StoredRule) => stateOf(rule) !== "DRAFT";

async function dropDraft(scope: TransactionScope, caller: Caller, before: RuleRow): Promise<void> {
  const { draft: _draft, ...kept } = before;
  const after = { ...kept, ...touched(stampOf(caller, scope.now)) };
  await createRules(scope).replace([after]);
  await auditWrite(scope, caller, { entity: RULES, action: "discard", before, after });
}

async function deleteRule(scope: TransactionScope, caller: Caller, rule: StoredRule): Promise<void> {
  if (rule.isDefault) throw new DomainError("CONFLICT", text("rule.notDeleted"), { field: "id" });
  if (stateOf(rule) === "IN_FORCE") throw new DomainError("CONFLICT", text("rule.inForce"), { field: "id" });
  const { row, threshold } = rule;
  if (threshold !== undefined) await deleteThreshold(scope, caller, threshold);
  if (row === undefined) return;
  await createRules(scope).replace([deleted(row, stampOf(caller, scope.now))]);
  await auditWrite(scope, caller, { entity: RULES, action: "delete", before: row });
}
