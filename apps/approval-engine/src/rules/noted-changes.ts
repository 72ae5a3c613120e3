import type { Id } from "@countersign/domain/approval";

import type { Caller } from "../shared/caller.ts";
import type { ChangedRules } from "../shared/reckon-change.ts";
import { parseInput } from "../shared/parse-input.ts";
import { findRuleList } from "../shared/rule-lists.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { changedRules } from "./changed-rules.ts";
import { type SaveRuleInput, saveRuleInput } from "./inputs.ts";
import { namesAll } from "./place-rules.ts";
import { stateOf, termsIn } from "./rule-view.ts";
import { findRule } from "./stored-rules.ts";

// The rules of a kind as commands would leave them. Nothing where the command refuses, or has acted before.

/** The draft of a rule published. */
export async function draftPublished(
  scope: TransactionScope,
  caller: Caller,
  id: Id,
): Promise<ChangedRules | undefined> {
  const rule = await findRule(scope, caller.companyId, id);
  if (rule?.draft === undefined) return undefined;
  const { kind, draft } = rule;
  const { name, enabled, facts, stages } = draft;
  const input = { ...termsIn(draft), id, kind, name, enabled, facts, stages } as SaveRuleInput;
  return changedRules(scope, caller, { kind, input, draft: parseInput(saveRuleInput, input) });
}

/** A rule switched on or off. */
export async function ruleSwitched(
  scope: TransactionScope,
  caller: Caller,
  { id, enabled }: { id: Id; enabled: boolean },
): Promise<ChangedRules | undefined> {
  const rule = await findRule(scope, caller.companyId, id);
  if (rule?.listed === undefined) return undefined;
  return changedRules(scope, caller, { kind: rule.kind, switched: { rule, enabled } });
}

/** The draft of a rule discarded, by which nothing else is asked; without a draft the rule deleted. */
export async function ruleDiscarded(
  scope: TransactionScope,
  caller: Caller,
  id: Id,
): Promise<ChangedRules | undefined> {
  const rule = await findRule(scope, caller.companyId, id);
  if (rule === undefined) return undefined;
  const { kind, draft, listed } = rule;
  if (draft === undefined && stateOf(rule) === "IN_FORCE") return undefined;
  const isDeleted = draft === undefined && listed !== undefined;
  return changedRules(scope, caller, { kind, ...(isDeleted && { remove: id }) });
}

/** Rules in another order. */
export async function rulesOrdered(
  scope: TransactionScope,
  caller: Caller,
  { kind, order }: { kind: string; order: readonly Id[] },
): Promise<ChangedRules | undefined> {
  const list = await findRuleList(scope, caller.companyId, kind);
  const presentIds = (list?.rules ?? []).map(({ id }) => id);
  return namesAll(order, presentIds) ? changedRules(scope, caller, { kind, order }) : undefined;
}
