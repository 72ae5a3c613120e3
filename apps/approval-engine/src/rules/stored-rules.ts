import type { Id } from "@countersign/domain/approval";
import { taskKindOfOrder } from "@countersign/domain/inventory";
import { defaultWorkflowOf } from "@countersign/domain/settings";
import type { Scope } from "@countersign/mongo";
import { createSettingsReader } from "@countersign/settings";

import { contentsOf } from "../definitions/index.ts";
import { type ListedRule, findListWith, findRuleList, inAskingOrder } from "../shared/rule-lists.ts";
import type { PlacedDraft, RuleDraft } from "./records.ts";
import { draftsOfKind, findDraft } from "./rule-drafts.ts";
import { isHrKind, isOrderKind } from "./rule-kinds.ts";

/** A rule as the list of its kind has it, with its draft. */
export interface StoredRule {
  id: Id;
  kind: string;
  /** Absent while it was never published, and of a default. */
  listed?: ListedRule | undefined;
  draft?: PlacedDraft | undefined;
  /** Whether it is the company's default workflow of the kind, whose id it has. */
  isDefault: boolean;
  /** Absent while it was never published. */
  workflowId?: Id | undefined;
}

/** The company's default workflow of a kind, if documents of it are submitted. */
export async function defaultOf(scope: Scope, companyId: Id, kind: string): Promise<Id | undefined> {
  // Those of HR are asked by their policies alone.
  if (isHrKind(kind)) return undefined;
  // Invoices are submitted by nobody: the run of their order counts.
  if (isOrderKind(kind) && taskKindOfOrder(kind) === undefined) return undefined;
  const config = await createSettingsReader(scope).find(companyId);
  return config && defaultWorkflowOf(config.values, kind);
}

/** The kinds for which the company has a default workflow; HR policies are asked for theirs. */
export async function defaultKinds(scope: Scope, companyId: Id): Promise<string[]> {
  const config = await createSettingsReader(scope).find(companyId);
  const kinds = (config?.values.defaultWorkflows ?? []).map(({ transactionType }) => transactionType);
  return kinds.filter((kind) => !isHrKind(kind));
}

/** The rules of a kind in the order in which they are asked, with those that are only drafts; the default is the last. */
export async function storedRules(scope: Scope, companyId: Id, kind: string): Promise<StoredRule[]> {
  const list = await findRuleList(scope, companyId, kind);
  const drafts = new Map((await draftsOfKind(scope, companyId, kind)).map((draft) => [draft._id, draft]));
  const defaultId = await defaultOf(scope, companyId, kind);
  const listedRules = (list?.rules ?? []).map((rule) => listedRule(kind, rule, drafts.get(rule.id)));
  const listedIds = new Set(listedRules.map(({ id }) => id));
  const unpublishedDrafts = [...drafts.values()].filter(
    ({ _id, ofDefault }) => !ofDefault && !listedIds.has(_id),
  );
  const draftedRules = unpublishedDrafts.map(draftedRule);
  const placedRules = [...listedRules, ...draftedRules.filter((rule) => orderOf(rule) !== null)];
  const inPlace = inAskingOrder(placedRules.map((rule) => ({ id: rule.id, order: orderOf(rule), rule })));
  // A new rule without a place comes last once it is published.
  const last = draftedRules.filter((rule) => orderOf(rule) === null);
  const orderedRules = [...inPlace.map(({ rule }) => rule), ...last];
  return defaultId === undefined
    ? orderedRules
    : [...orderedRules, defaultRule(kind, defaultId, drafts.get(defaultId))];
}

const orderOf = ({ listed, draft }: StoredRule) => (listed ?? draft)?.order ?? null;

/** A draft changes place and state of its rule where it was given others: wherever that was moved and switched meanwhile. */
export const placedDraft = (draft: RuleDraft, presentRule?: ListedRule): PlacedDraft => ({
  ...draft,
  order: draft.order ?? presentRule?.order ?? null,
  enabled: draft.enabled ?? presentRule?.enabled ?? true,
});

const listedRule = (kind: string, presentRule: ListedRule, draft: RuleDraft | undefined): StoredRule => {
  const { id, workflowId } = presentRule;
  return {
    id,
    kind,
    listed: presentRule,
    draft: draft && placedDraft(draft, presentRule),
    isDefault: false,
    workflowId,
  };
};

const draftedRule = (draft: RuleDraft): StoredRule => ({
  id: draft._id,
  kind: draft.kind,
  draft: placedDraft(draft),
  isDefault: false,
});

const defaultRule = (kind: string, id: Id, draft: RuleDraft | undefined): StoredRule => ({
  id,
  kind,
  draft: draft && placedDraft(draft),
  isDefault: true,
  workflowId: id,
});

/**
 * One rule that is saved as such, or a threshold.
 *
 * @param kind - of the default workflow, which has the id, if it has no draft yet
 */
export async function findRule(
  scope: Scope,
  companyId: Id,
  id: Id,
  kind?: string,
): Promise<StoredRule | undefined> {
  const list = await findListWith(scope, companyId, id);
  if (list !== undefined && isHrKind(list.kind)) return undefined;
  const presentRule = list?.rules.find((rule) => rule.id === id);
  const draft = await findDraft(scope, companyId, id);
  if (list !== undefined && presentRule !== undefined) return listedRule(list.kind, presentRule, draft);
  if (draft !== undefined && draft.ofDefault !== true) return draftedRule(draft);
  const ofKind = draft?.kind ?? kind;
  if (ofKind === undefined || (await defaultOf(scope, companyId, ofKind)) !== id) return undefined;
  return defaultRule(ofKind, id, draft);
}

/** The name of a rule: its workflow's, and of one that was never published its draft's. */
export async function nameOfRule(
  scope: Scope,
  companyId: Id,
  { draft, workflowId }: StoredRule,
): Promise<string | undefined> {
  const contents = workflowId && (await contentsOf(scope, companyId, [workflowId]));
  return (contents && contents.get(workflowId)?.name) ?? draft?.name;
}

/** A rule as the audit has it. */
export const recordOf = ({ id: _id, kind, listed, draft }: StoredRule, name: string | undefined) => ({
  _id,
  kind,
  ...(name !== undefined && { name }),
  ...listed,
  ...(draft && { draft }),
});
