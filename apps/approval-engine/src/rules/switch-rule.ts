import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import type { z } from "zod";

import { byPeople } from "../shared/by-people.ts";
import { type Caller, assertPrivileged } from "../shared/caller.ts";
import { notedChange } from "../shared/change-note.ts";
import type { EngineParts } from "../shared/feature.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { auditWrite } from "../shared/record-use-cases.ts";
import { transactOnce } from "../shared/retry-safe.ts";
import type { ListedRule } from "../shared/rule-lists.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { changeList } from "./change-list.ts";
import { switchRuleInput } from "./inputs.ts";
import { ruleSeenAfter } from "./list-rules.ts";
import { ruleSwitched } from "./noted-changes.ts";
import { type KeepNote, reckonNote } from "./reckon-note.ts";
import { RULES } from "./records.ts";
import type { ApprovalRule } from "./rule-view.ts";
import { type StoredRule, findRule, nameOfRule, recordOf } from "./stored-rules.ts";

/**
 * `switchRule`: whether a rule is asked. Nothing is published, and a draft stays (contract-4, HIST-2).
 *
 * @throws DomainError `FORBIDDEN`, `INVALID_INPUT`, `NOT_FOUND`, and `CONFLICT` for one that was never published, or
 *   where other rules were shown
 */
export function createSwitchRule({ transact, reckon }: Pick<EngineParts, "transact" | "reckon">) {
  const switchRule = async (
    caller: Caller,
    input: z.input<typeof switchRuleInput>,
    options: z.input<typeof notedChange> = {},
  ): Promise<ApprovalRule> => {
    assertPrivileged(caller);
    const notedOptions = parseInput(notedChange, options);
    const command = { ...parseInput(switchRuleInput, input), ...notedOptions };
    const { id, enabled } = command;
    const keepNote = await reckonNote(reckon, caller, notedOptions.changeNote, (scope) =>
      ruleSwitched(scope, caller, { id, enabled }),
    );
    const kind = await transactOnce(transact, { caller, operation: "switchRule", command }, async (scope) => {
      await refuseLeaver(scope, caller);
      const rule = await findRule(scope, caller.companyId, id);
      if (rule === undefined) throw new DomainError("NOT_FOUND", text("missing.rule"), { field: "id" });
      await putState(scope, caller, rule, { enabled, keepNote });
      return rule.kind;
    });
    return transact((scope) => ruleSeenAfter(scope, caller, { id, kind }));
  };
  return byPeople(switchRule);
}

async function putState(
  scope: TransactionScope,
  caller: Caller,
  rule: StoredRule,
  { enabled, keepNote }: { enabled: boolean; keepNote: KeepNote },
): Promise<void> {
  const { listed, kind } = rule;
  if (rule.isDefault) {
    throw new DomainError("INVALID_INPUT", text("rule.defaultIsForAll", { field: "enabled" }), {
      field: "id",
    });
  }
  if (listed === undefined) throw new DomainError("CONFLICT", text("rule.notPublished"), { field: "id" });
  if (listed.enabled === enabled) return;
  const draftVersion = enabled ? (rule.draft?.version ?? 0) : 0;
  const changeNote = await keepNote(scope, { kind, draftVersion });
  const switchedRule = { ...listed, enabled };
  const change = (rules: readonly ListedRule[]) =>
    rules.map((listedRule) => (listedRule.id === rule.id ? switchedRule : listedRule));
  const name = await nameOfRule(scope, caller.companyId, rule);
  const code = enabled ? "switchedOn" : "switchedOff";
  const did = { code, ruleId: rule.id, params: { rule: name } } as const;
  await changeList(scope, caller, { kind }, change, { did, changeNote });
  const after = recordOf({ ...rule, listed: switchedRule }, name);
  const records = { before: recordOf(rule, name), after };
  await auditWrite(scope, caller, { entity: RULES, action: "switch", ...records, changeNote, did });
}
