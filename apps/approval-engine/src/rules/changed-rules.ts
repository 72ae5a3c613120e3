import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { isHrTaskKind } from "@countersign/domain/hr";
import { text } from "@countersign/texts";

import { draftStages } from "../definitions/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { AskedChange, ChangedRules, DraftedRule } from "../shared/reckon-change.ts";
import { findRuleList, inAskingOrder } from "../shared/rule-lists.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { GivenRule, SaveRuleInput } from "./inputs.ts";
import { assertWhole, listedAfter } from "./listed-after.ts";
import { assertNamesAll, moveRules, putRule } from "./place-rules.ts";
import { assertOwnRules } from "./rule-kinds.ts";
import { assertSound, assertTerms, draftOf, ruleToSave } from "./save-rule.ts";
import { seenOf, seenOfAll } from "./seen-rules.ts";
import { type StoredRule, defaultOf } from "./stored-rules.ts";

/** A change of a kind's rules: the draft in, a rule switched, the removed rule out, then ordered. */
interface RulesChange {
  draft?: GivenRule | undefined;
  switched?: { rule: StoredRule; enabled: boolean };
  remove?: Id | undefined;
  order?: readonly Id[] | undefined;
  /** Of something by which the rules ask. */
  asked?: AskedChange | undefined;
}

/**
 * The rules of a kind before and after a change, by the functions that publishing, deleting and moving go by; nothing is
 * written (contract-4, HIST-1).
 *
 * @param input - the draft as it was given
 * @throws DomainError `INVALID_INPUT`, `NOT_FOUND`, as those commands do, with the change's fields
 */
export async function changedRules(
  scope: TransactionScope,
  caller: Caller,
  { kind, input, ...change }: RulesChange & { kind: string; input?: SaveRuleInput | null | undefined },
): Promise<ChangedRules> {
  const { companyId } = caller;
  const isChanged = [input, change.remove, change.order].some((part) => part != null);
  // The only rule of an HR kind is its policy: these parts change nothing of it.
  if (isChanged || !isHrTaskKind(kind)) assertOwnRules(scope.kinds, kind);
  const list = await findRuleList(scope, companyId, kind);
  const before = list?.rules ?? [];
  const defaultWorkflowId = await defaultOf(scope, companyId, kind);
  const { draft, switched, remove, order, asked } = change;
  const { drafted, draftVersion = 0 } =
    draft && input ? await inDraft(() => draftedRule(scope, companyId, { kind, draft, input })) : {};
  let after = before;
  if (drafted && draft && drafted.ruleId !== defaultWorkflowId) {
    const terms = draftOf(
      draft,
      before.find(({ id }) => id === drafted.ruleId),
    );
    const version = { workflowId: drafted.workflowId, facts: [...drafted.facts] };
    after = putRule(
      after,
      listedAfter(scope, caller, { id: drafted.ruleId, kind }, { draft: terms, version }),
    );
  }
  if (switched) {
    const { rule, enabled } = switched;
    after = after.map((listedRule) => (listedRule.id === rule.id ? { ...listedRule, enabled } : listedRule));
  }
  if (remove !== undefined) {
    if (after.every(({ id }) => id !== remove)) {
      throw new DomainError("NOT_FOUND", text("missing.rule"), { field: "remove" });
    }
    after = after.filter(({ id }) => id !== remove);
  }
  if (order !== undefined) {
    assertNamesAll(
      order,
      inAskingOrder(before).map(({ id }) => id),
    );
    const further = inAskingOrder(after).filter(({ id }) => !order.includes(id));
    after = moveRules(after, [...order, ...further.map(({ id }) => id)]);
  }
  if (asked !== undefined) {
    const { organisation, policies = [], workflow } = asked;
    const organisationHash = await seenOfAll(scope, companyId, organisation);
    return {
      kind,
      before,
      after,
      defaultWorkflowId,
      drafted: drafted ?? workflow,
      policy: policies.find((policy) => policy.kind === kind),
      organisation,
      seen: organisationHash,
    };
  }
  // Switching a rule on is shown as a draft of it.
  const seenVersion = switched?.enabled ? (switched.rule.draft?.version ?? 0) : draftVersion;
  const seenHash = await seenOf(scope, companyId, {
    kind,
    list,
    defaultWorkflowId,
    draftVersion: seenVersion,
  });
  return { kind, before, after, defaultWorkflowId, drafted, seen: seenHash };
}

async function draftedRule(
  scope: TransactionScope,
  companyId: Id,
  { kind, draft, input }: { kind: string; draft: GivenRule; input: SaveRuleInput },
): Promise<{ drafted: DraftedRule; draftVersion: number }> {
  if (draft.kind !== kind) {
    throw new DomainError("INVALID_INPUT", text("rule.otherKind", { kind }), { field: "kind" });
  }
  assertTerms(draft);
  const rule = await ruleToSave(scope, companyId, draft);
  await assertSound(scope, companyId, { given: draft, input, rule });
  const { stages, facts = [] } = draft;
  const isDefault = rule?.isDefault ?? false;
  assertWhole({ kind, isDefault }, { ...draftOf(draft, rule?.listed), stages });
  const draftedRule = {
    ruleId: rule?.id ?? scope.newId(),
    isNew: rule === undefined,
    workflowId: rule?.workflowId ?? scope.newId(),
    facts,
    stages: draftStages(stages, []),
  };
  return { drafted: draftedRule, draftVersion: rule?.draft?.version ?? 0 };
}

/** Runs checks of a draft, whose faults name its fields. */
async function inDraft<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DomainError ? asDraftFault(error) : error;
  }
}

/** The same fault with the field's name in the change. */
function asDraftFault({ code, message, text: words, field }: DomainError): DomainError {
  return new DomainError(code, words ?? message, { field: field === undefined ? "draft" : `draft.${field}` });
}
