import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { moneyText } from "@countersign/domain/money";
import { text } from "@countersign/texts";
import type { z } from "zod";

import { namedApprovers, refuseUnknown } from "../approval-settings/index.ts";
import { readPublication, refuseDraftFaults } from "../definitions/index.ts";
import { laddersAmong, refuseReferences, refuseTimeApproval } from "../ladders/index.ts";
import { byPeople } from "../shared/by-people.ts";
import { type Caller, assertPrivileged } from "../shared/caller.ts";
import { labelsOfKind } from "../shared/kind-labels.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { auditWrite } from "../shared/record-use-cases.ts";
import type { ListedRule, RuleTerms } from "../shared/rule-lists.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { type GivenRule, type SaveRuleInput, saveRuleInput, saveRuleOptions } from "./inputs.ts";
import { RULES, type RuleDraft } from "./records.ts";
import { assertOwnRules, isOrderKind } from "./rule-kinds.ts";
import type { ApprovalRule } from "./rule-view.ts";
import { assertDraftSeen } from "./assert-draft.ts";
import { keepDraft } from "./rule-drafts.ts";
import { ruleSeenAfter } from "./list-rules.ts";
import { type StoredRule, findRule, nameOfRule, placedDraft, recordOf, storedRules } from "./stored-rules.ts";

type SaveRuleOptions = z.input<typeof saveRuleOptions>;

/** Most rules of a kind, drafts included; thresholds that are made otherwise are not counted. */
const RULES_MAX = 100;

/**
 * `saveRule`: keeps the draft of a rule (contract-3, CON-17). What is in force stays as it is. A draft switches its rule only
 * where it is given another state than the rule has: else the rule is switched as it is once the draft is published.
 *
 * @throws DomainError `FORBIDDEN`, `INVALID_INPUT`, `NOT_FOUND` for a rule that the company does not have, and `CONFLICT` for
 *   another draft than the caller has seen
 */
export function createSaveRule({ transact }: { transact: Transact }) {
  return byPeople(
    async (caller: Caller, input: SaveRuleInput, options: SaveRuleOptions = {}): Promise<ApprovalRule> => {
      assertPrivileged(caller);
      const ruleInput = parseInput(saveRuleInput, input);
      const { expectedVersion } = parseInput(saveRuleOptions, options);
      assertTerms(ruleInput);
      return transact(async (scope) => {
        const { companyId } = caller;
        await refuseLeaver(scope, caller);
        const rule = await ruleToSave(scope, companyId, ruleInput);
        assertDraftSeen(rule, expectedVersion, "expectedVersion");
        await assertSound(scope, companyId, { given: ruleInput, input, rule });
        const name = ruleInput.name ?? (await presentName(scope, companyId, rule)) ?? nameOf(ruleInput);
        const { enabled = null } = ruleInput;
        // A draft that says what its rule is does not switch it (contract-4, HIST-2).
        const state = { enabled: enabled === rule?.listed?.enabled ? null : enabled };
        const content = { ...draftOf(ruleInput), ...state, name, ...definitionOf(input) };
        const id = await saveDraft(scope, caller, rule, content, ruleInput.kind);
        return ruleSeenAfter(scope, caller, { id, kind: ruleInput.kind });
      });
    },
  );
}

/** Refuses a draft that `publishRule` would refuse, or that could not do its work. @throws DomainError `INVALID_INPUT` */
export async function assertSound(
  scope: TransactionScope,
  companyId: Id,
  { given, input, rule }: { given: GivenRule; input: SaveRuleInput; rule: StoredRule | undefined },
): Promise<void> {
  if (rule?.isDefault) assertForAll(given);
  const publication = readPublication({ name: "-", facts: input.facts, stages: input.stages });
  await refuseDraftFaults(scope, companyId, publication);
  assertCondition(scope, given);
  const namedPeople = given.stages.flatMap((stage, index) => namedApprovers(`stages.${index}.`, stage));
  await refuseUnknown(scope, companyId, namedPeople);
  const ladders = laddersAmong(
    "stages",
    publication.stages.map(({ fields }) => fields),
  );
  await refuseReferences(scope, companyId, ladders);
  await refuseTimeApproval(scope, companyId, ladders, given.kind);
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
function assertForAll(ruleInput: GivenRule): void {
  const fields = ["order", "amountAbove", "currency", "discountAbove", "when"] as const;
  const field =
    ruleInput.enabled === false ? "enabled" : fields.find((name) => ruleInput[name] !== undefined);
  if (field !== undefined) {
    throw new DomainError("INVALID_INPUT", text("rule.defaultIsForAll", { field }), { field });
  }
}

/** The rule that a draft is of; nothing of a new one. @throws DomainError `NOT_FOUND`, `INVALID_INPUT` for another kind */
export async function ruleToSave(
  scope: TransactionScope,
  companyId: Id,
  { id, kind }: Pick<GivenRule, "id" | "kind">,
): Promise<StoredRule | undefined> {
  assertOwnRules(scope.kinds, kind);
  if (id === undefined) return undefined;
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
  return rule?.draft?.name ?? (rule && (await nameOfRule(scope, companyId, rule)));
}

/** A name for a new rule: its kind and the amount above which it applies. */
function nameOf({ kind, amountAbove, currency }: GivenRule): string {
  const [label] = labelsOfKind(kind, new Map());
  const name = label?.text ?? kind;
  return amountAbove === undefined ? name : `${name} above ${moneyText(amountAbove, currency)}`;
}

/** @param present - the rule as it is, whose place and state it has unless others are given */
export const draftOf = (ruleInput: GivenRule, present?: Pick<ListedRule, "order" | "enabled">) => ({
  order: ruleInput.order ?? present?.order ?? null,
  enabled: ruleInput.enabled ?? present?.enabled ?? true,
  amountAbove: ruleInput.amountAbove ?? null,
  currency: ruleInput.currency ?? null,
  discountAbove: ruleInput.discountAbove ?? null,
  when: ruleInput.when ?? null,
});

/** Keeps the draft of the rule, or of a new one. @returns the rule's id */
async function saveDraft(
  scope: TransactionScope,
  caller: Caller,
  rule: StoredRule | undefined,
  content: Pick<RuleDraft, "name" | "enabled" | "facts" | "stages"> & RuleTerms,
  kind: string,
): Promise<Id> {
  const { companyId, userId: savedBy } = caller;
  if (rule?.draft === undefined) await assertRoom(scope, companyId, kind, rule);
  const _id = rule?.id ?? scope.newId();
  const ofDefault = rule?.isDefault ? { ofDefault: true as const } : {};
  const savedDraft = await keepDraft(scope, { _id, companyId, kind, ...ofDefault, ...content, savedBy });
  const draft = placedDraft(savedDraft, rule?.listed);
  const name = rule && (await nameOfRule(scope, companyId, rule));
  const before = rule && recordOf(rule, name);
  const after = recordOf({ id: _id, kind, isDefault: false, ...rule, draft }, name ?? draft.name);
  const action = rule === undefined ? "create" : "update";
  const did = { code: "draftSaved", ruleId: _id, params: { rule: after.name } } as const;
  await auditWrite(scope, caller, { entity: RULES, action, ...(before && { before }), after, did });
  return _id;
}

/** Refuses one more rule that is saved as such. */
async function assertRoom(
  scope: TransactionScope,
  companyId: Id,
  kind: string,
  rule: StoredRule | undefined,
): Promise<void> {
  if (rule?.listed !== undefined) return;
  const savedRules = (await storedRules(scope, companyId, kind)).filter(
    ({ listed, draft }) => listed?.byRow !== true || draft !== undefined,
  );
  if (savedRules.length < RULES_MAX) return;
  throw new DomainError("INVALID_INPUT", text("rule.tooMany", { kind, maximum: RULES_MAX }), {
    field: "kind",
  });
}
