import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import type { z } from "zod";

import { byPeople } from "../shared/by-people.ts";
import { type Caller, assertPrivileged } from "../shared/caller.ts";
import type { EngineParts } from "../shared/feature.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { auditWrite } from "../shared/record-use-cases.ts";
import { type ListedRule, dropRuleDraft } from "../shared/rule-lists.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { THRESHOLDS, createThresholds } from "../thresholds/index.ts";
import { assertDraftSeen } from "./assert-draft.ts";
import { changeList } from "./change-list.ts";
import { discardRuleInput } from "./inputs.ts";
import { ruleDiscarded } from "./noted-changes.ts";
import { type KeepNote, reckonNote } from "./reckon-note.ts";
import { RULES } from "./records.ts";
import { stateOf } from "./rule-view.ts";
import { type StoredRule, findRule, nameOfRule, recordOf } from "./stored-rules.ts";

/**
 * `discardRule`: discards the draft of a rule; one without a draft is deleted if it is switched off, so that a repeated
 * call never deletes what is in force (contract-3, CON-17). Its workflow stays: runs follow it.
 *
 * @throws DomainError `FORBIDDEN`, `INVALID_INPUT`, `NOT_FOUND`, and `CONFLICT` for a rule in force without a draft, another draft,
 *   or where other rules were shown
 */
export function createDiscardRule({ transact, reckon }: Pick<EngineParts, "transact" | "reckon">) {
  return byPeople(async (caller: Caller, input: z.input<typeof discardRuleInput>): Promise<void> => {
    assertPrivileged(caller);
    const { id: ruleId, expectedVersion, changeNote } = parseInput(discardRuleInput, input);
    const keepNote = await reckonNote(reckon, caller, changeNote, (scope) =>
      ruleDiscarded(scope, caller, ruleId),
    );
    await transact(async (scope) => {
      await refuseLeaver(scope, caller);
      const rule = await findRule(scope, caller.companyId, ruleId);
      if (rule === undefined) throw new DomainError("NOT_FOUND", text("missing.rule"), { field: "id" });
      assertDraftSeen(rule, expectedVersion, "expectedVersion");
      if (rule.draft !== undefined && stateOf(rule) !== "DRAFT")
        return discardDraft(scope, caller, rule, keepNote);
      return deleteRule(scope, caller, rule, keepNote);
    });
  });
}

async function discardDraft(
  scope: TransactionScope,
  caller: Caller,
  rule: StoredRule,
  keepNote: KeepNote,
): Promise<void> {
  const changeNote = await keepNote(scope, rule);
  await dropRuleDraft(scope, caller.companyId, rule.id);
  const name = await nameOfRule(scope, caller.companyId, rule);
  const after = recordOf({ ...rule, draft: undefined }, name);
  const records = { before: recordOf(rule, name), after };
  const did = { code: "draftDiscarded", ruleId: rule.id, params: { rule: name } } as const;
  await auditWrite(scope, caller, { entity: RULES, action: "discard", ...records, changeNote, did });
}

async function deleteRule(
  scope: TransactionScope,
  caller: Caller,
  rule: StoredRule,
  keepNote: KeepNote,
): Promise<void> {
  const { id, listed, isDefault } = rule;
  if (isDefault) throw new DomainError("CONFLICT", text("rule.notDeleted"), { field: "id" });
  if (stateOf(rule) === "IN_FORCE") throw new DomainError("CONFLICT", text("rule.inForce"), { field: "id" });
  const changeNote = await keepNote(scope, rule);
  const auditEntry = await auditedRule(scope, caller, rule);
  const name = await nameOfRule(scope, caller.companyId, rule);
  await dropRuleDraft(scope, caller.companyId, id);
  const did = { code: "deleted", ruleId: id, params: { rule: name } } as const;
  if (listed !== undefined) {
    const withoutRule = (rules: readonly ListedRule[]) => rules.filter((listedRule) => listedRule.id !== id);
    await changeList(scope, caller, rule, withoutRule, { did, changeNote });
  }
  await auditWrite(scope, caller, { action: "delete", ...auditEntry, changeNote, did });
}

/** A rule that is about to be deleted, as the audit has it: one that was made as a threshold stays one. */
async function auditedRule(scope: TransactionScope, { companyId }: Caller, rule: StoredRule) {
  const row = rule.listed?.byRow && (await createThresholds(scope).find(companyId, rule.id));
  if (row) return { entity: THRESHOLDS, before: row };
  return { entity: RULES, before: recordOf(rule, await nameOfRule(scope, companyId, rule)) };
}
