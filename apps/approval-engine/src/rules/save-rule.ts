import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { moneyText } from "@countersign/domain/money";
import { text } from "@countersign/texts";

import { namedApprovers, refuseUnknown } from "../approval-settings/index.ts";
import { contentsOf, readPublication, refuseDraftFaults } from "../definitions/index.ts";
import { laddersAmong, refuseReferences, refuseTimeApproval } from "../ladders/index.ts";
import { baseFields, touched } from "../shared/base-fields.ts";
import { byPeople } from "../shared/by-people.ts";
import { type Caller, assertPrivileged, stampOf } from "../shared/caller.ts";
import { labelsOfKind } from "../shared/kind-labels.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { auditWrite, nextRefs, numbered } from "../shared/record-use-cases.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { type GivenRule, type SaveRuleInput, saveRuleInput } from "./inputs.ts";
import { RULES, type RuleDraft, type RuleRow } from "./records.ts";
import { assertOwnRules, isOrderKind } from "./rule-kinds.ts";
import type { ApprovalRule } from "./rule-view.ts";
import { createRules } from "./rules-repository.ts";
import { rulesSeenBy } from "./list-rules.ts";
import { type StoredRule, findRule } from "./stored-rules.ts";

/** Most rules of a kind, drafts included; thresholds that are made otherwise are not counted. */
const RULES_MAX = 100;
const SERIES = "AR";

/**
 * `saveRule`: keeps the draft of a rule (contract-3, CON-17). What is in force stays as it is.
 *
 * @throws DomainError `FORBIDDEN`, `INVALID_INPUT`, and `NOT_FOUND` for a rule that the company does not have
 */
export function createSaveRule({ transact }: { transact: Transact }) {
  return byPeople(async (caller: Caller, input: SaveRuleInput): Promise<ApprovalRule> => {
    assertPrivileged(caller);
    const given = parseInput(saveRuleInput, input);
    assertTerms(given);
    const publication = readPublication({ name: "-", facts: input.facts, stages: input.stages });
    return transact(async (scope) => {
      const { companyId } = caller;
      await refuseLeaver(scope, caller);
      assertOwnRules(scope.kinds, given.kind);
      const rule =
        given.id === undefined ? undefined : await ruleToSave(scope, companyId, given.id, given.kind);
      if (rule?.isDefault) assertForAll(given);
      await refuseDraftFaults(scope, companyId, publication);
      assertCondition(scope, given);
      const named = given.stages.flatMap((stage, index) => namedApprovers(`stages.${index}.`, stage));
      await refuseUnknown(scope, companyId, named);
      const ladders = laddersAmong(
        "stages",
        publication.stages.map(({ fields }) => fields),
      );
      await refuseReferences(scope, companyId, ladders);
      await refuseTimeApproval(scope, companyId, ladders, given.kind);
      const name = given.name ?? (await presentName(scope, companyId, rule)) ?? nameOf(given);
      const content = { ...draftOf(given), name, ...definitionOf(input) };
      const id = await keepDraft(scope, caller, rule, content, given.kind);
      const saved = (await rulesSeenBy(scope, caller, given.kind)).find((one) => one.id === id);
      if (saved === undefined) throw new Error("The rule was just saved");
      return saved;
    });
  });
}

/** Refuses conditions that the kind cannot have. */
export function assertTerms({ kind, when, discountAbove }: GivenRule): void {
  if (isOrderKind(kind) && when !== undefined) {
    throw new DomainError("INVALID_INPUT", text("rule.whenOfOrder"), { field: "when" });
  }
  if (!isOrderKind(kind) && discountAbove !== undefined) {
    throw new DomainError("INVALID_INPUT", text("rule.discountOfDocument"), { field: "discountAbove" });
  }
}

/** Refuses a condition that is none, or that reads facts which the rule does not declare (contract-3, ROUTE-3). */
export function assertCondition({ conditions }: TransactionScope, { when, facts = [] }: GivenRule): void {
  const fault = when === undefined ? undefined : conditions.faultOf(when, facts);
  if (fault !== undefined) throw new DomainError("INVALID_INPUT", fault, { field: "when" });
}

/** Facts and stages as they were given, as JSON: they are read again when the draft is. */
function definitionOf({ facts, stages }: SaveRuleInput): Pick<RuleDraft, "facts" | "stages"> {
  return JSON.parse(JSON.stringify({ facts: facts ?? [], stages })) as Pick<RuleDraft, "facts" | "stages">;
}

/** Refuses what the default workflow cannot have: it is for all documents that no rule is for. */
function assertForAll(given: GivenRule): void {
  const fields = ["order", "amountAbove", "currency", "discountAbove", "when"] as const;
  const field = given.enabled === false ? "enabled" : fields.find((name) => given[name] !== undefined);
  if (field !== undefined) {
    throw new DomainError("INVALID_INPUT", text("rule.defaultIsForAll", { field }), { field });
  }
}

async function ruleToSave(scope: TransactionScope, companyId: Id, id: Id, kind: string): Promise<StoredRule> {
  const rule = await findRule(scope, companyId, id, kind);
  if (rule === undefined) throw new DomainError("NOT_FOUND", text("missing.rule"), { field: "id" });
  if (rule.kind !== kind) {
    throw new DomainError("INVALID_INPUT", text("rule.otherKind", { kind: rule.kind }), { field: "kind" });
  }
  return rule;
}

async function presentName(
  scope: TransactionScope,
  companyId: Id,
  rule: StoredRule | undefined,
): Promise<string | undefined> {
  if (rule?.row?.draft !== undefined) return rule.row.draft.name;
  if (rule?.workflowId === undefined) return undefined;
  return (await contentsOf(scope, companyId, [rule.workflowId])).get(rule.workflowId)?.name;
}

/** A name for a new rule: its kind and the amount above which it applies. */
function nameOf({ kind, amountAbove, currency }: GivenRule): string {
  const [label] = labelsOfKind(kind, new Map());
  const name = label?.text ?? kind;
  return amountAbove === undefined ? name : `${name} above ${moneyText(amountAbove, currency)}`;
}

export const draftOf = (given: GivenRule) => ({
  order: given.order ?? null,
  enabled: given.enabled ?? true,
  amountAbove: given.amountAbove ?? null,
  currency: given.currency ?? null,
  discountAbove: given.discountAbove ?? null,
  when: given.when ?? null,
});

/** Writes the draft on the rule's row, or on a new one. @returns the rule's id */
async function keepDraft(
  scope: TransactionScope,
  caller: Caller,
  rule: StoredRule | undefined,
  content: Omit<RuleDraft, "savedBy" | "savedAt">,
  kind: string,
): Promise<Id> {
  const { companyId, userId } = caller;
  const { now } = scope;
  const rules = createRules(scope);
  const stamp = stampOf(caller, now);
  const draft: RuleDraft = { ...content, savedBy: userId, savedAt: now };
  const before = rule?.row;
  if (before !== undefined) {
    const after = { ...before, draft, ...touched(stamp) };
    await rules.replace([after]);
    await auditWrite(scope, caller, { entity: RULES, action: "update", before, after });
    return before._id;
  }
  if (rule === undefined) await assertRoom(scope, companyId, kind);
  const [ref = ""] = await nextRefs(scope, companyId, SERIES, 1);
  const row: RuleRow = {
    ...baseFields(stamp, numbered(SERIES, ref)),
    _id: rule?.id ?? scope.newId(),
    kind,
    state: "DRAFT",
    order: null,
    amountAbove: null,
    currency: null,
    discountAbove: null,
    when: null,
    version: 0,
    draft,
    ...(rule?.workflowId !== undefined && { workflowId: rule.workflowId }),
    ...(rule?.threshold !== undefined && { thresholdId: rule.threshold._id }),
  };
  await rules.insert([row]);
  await auditWrite(scope, caller, { entity: RULES, action: "create", after: row });
  return row._id;
}

async function assertRoom(scope: TransactionScope, companyId: Id, kind: string): Promise<void> {
  if ((await createRules(scope).list(companyId, { kind })).length < RULES_MAX) return;
  throw new DomainError("INVALID_INPUT", text("rule.tooMany", { kind, maximum: RULES_MAX }), {
    field: "kind",
  });
}
