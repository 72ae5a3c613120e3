import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { DomainError } from "@countersign/domain/errors";
import { assertThreshold } from "@countersign/domain/inventory";
import type { Scope } from "@countersign/mongo";
import { text } from "@countersign/texts";

import { contentsOf, workflowExists } from "../definitions/index.ts";
import { type Caller, assertPrivilegedPerson } from "../shared/caller.ts";
import { withoutFields } from "../shared/project-rows.ts";
import {
  type OwnFields,
  type RecordDependencies,
  withChanges,
  createRecordUseCases,
} from "../shared/record-use-cases.ts";
import type { RecordedAction } from "../shared/recorded-action.ts";
import { type ListedRule, type RuleList, dropRuleDraft, findRuleList } from "../shared/rule-lists.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { ApprovalThreshold } from "./records.ts";
import { createApprovalThresholdInput, updateApprovalThresholdInput } from "./inputs.ts";
import { createThresholds } from "./repositories.ts";
import { THRESHOLDS, THRESHOLD_SERIES, thresholdOf, writeOrderRules } from "./write-rules.ts";

/** Most rules of a kind, those included that are saved as such: its list is one record. */
export const RULES_OF_KIND_MAX = 1_000;

/**
 * `createApprovalThreshold`, `updateApprovalThreshold`, `deleteApprovalThreshold`, which edit the list of their kind's rules;
 * a limit of null is ignored.
 */
export function createThresholdUseCases(dependencies: RecordDependencies) {
  return createRecordUseCases<
    ApprovalThreshold,
    typeof createApprovalThresholdInput,
    typeof updateApprovalThresholdInput
  >(dependencies, {
    missingText: "missing.threshold",
    collection: THRESHOLDS,
    series: THRESHOLD_SERIES,
    storeOf: createThresholds,
    // An enabled one decides who is asked about orders (contract-4, MEET-4).
    fence: (_scope, caller, { before, after }) => {
      if (before?.enabled || after?.enabled) assertPrivilegedPerson(caller);
    },
    createInput: createApprovalThresholdInput,
    updateInput: updateApprovalThresholdInput,
    build: async (scope, companyId, input) => {
      const { kind, workflowId, amountThreshold, discountPercentageThreshold, enabled = true } = input;
      const { currency, order } = input;
      const limits = {
        amountThreshold: amountThreshold ?? null,
        discountPercentageThreshold: discountPercentageThreshold ?? null,
      };
      assertThreshold(limits);
      await assertWorkflow(scope, companyId, workflowId);
      const question = { currency: currency ?? undefined, order: order ?? undefined };
      return defined<OwnFields<ApprovalThreshold>>({ kind, workflowId, ...limits, ...question, enabled });
    },
    change: async (scope, record, input) => {
      const { amountThreshold, discountPercentageThreshold, ...otherFields } = input;
      const limits = {
        amountThreshold: amountThreshold === undefined ? record.amountThreshold : amountThreshold,
        discountPercentageThreshold:
          discountPercentageThreshold === undefined
            ? record.discountPercentageThreshold
            : discountPercentageThreshold,
      };
      assertThreshold(limits);
      if (otherFields.workflowId !== undefined) {
        await assertWorkflow(scope, record.companyId, otherFields.workflowId);
      }
      return { ...withChanges(record, otherFields), ...limits };
    },
    find: findThreshold,
    did: thresholdAction,
    save: async (scope, caller, { record, did }) => saveThreshold(scope, caller, record, did),
  });
}

export type ThresholdUseCases = ReturnType<typeof createThresholdUseCases>;

/** A threshold that is there: its row says where it is, the list of its kind what it asks. */
async function findThreshold(scope: Scope, companyId: Id, id: Id): Promise<ApprovalThreshold | undefined> {
  const row = await createThresholds(scope).find(companyId, id);
  const list = row && (await findRuleList(scope, companyId, row.kind));
  const rule = list?.rules.find((ruleInList) => ruleInList.id === id);
  return row && rule && { ...withoutFields(row, ["currency", "order"]), ...thresholdOf(row.kind, rule) };
}

/** The action of a command on a threshold, as that of a rule with the name of its workflow. */
async function thresholdAction(
  scope: Scope,
  { before, after }: { before?: ApprovalThreshold; after: ApprovalThreshold },
): Promise<RecordedAction> {
  const { _id: ruleId, companyId, workflowId, enabled } = after;
  const params = { rule: (await contentsOf(scope, companyId, [workflowId])).get(workflowId)?.name };
  const codeOf = (): RecordedAction["code"] => {
    if (after.deletedAt !== null) return "deleted";
    if (before === undefined) return "added";
    if (before.enabled === enabled) return "terms";
    return enabled ? "switchedOn" : "switchedOff";
  };
  return { code: codeOf(), ruleId, params };
}

/** Puts a threshold as it is now into the list of its kind, or takes a deleted one out. */
async function saveThreshold(
  scope: TransactionScope,
  caller: Caller,
  threshold: ApprovalThreshold,
  did: RecordedAction | undefined,
): Promise<void> {
  const { companyId } = caller;
  const { _id: id, kind, deletedAt } = threshold;
  const earlierKind = (await createThresholds(scope).find(companyId, id))?.kind ?? kind;
  const present = await findRuleList(scope, companyId, earlierKind);
  const presentRules = present?.rules ?? [];
  const earlier = presentRules.find((rule) => rule.id === id);
  const otherRules = presentRules.filter((rule) => rule !== earlier);
  if (deletedAt !== null || kind !== earlierKind) await dropRuleDraft(scope, companyId, id);
  if (deletedAt !== null) {
    const change = { kind, before: present, rules: otherRules, did };
    return writeOrderRules(scope, caller, [change], { threshold });
  }
  const rule = ruleOf(scope, caller, threshold, kind === earlierKind ? earlier : undefined);
  if (kind === earlierKind) {
    if (earlier === undefined) assertRoom(kind, present);
    const change = { kind, before: present, rules: [...otherRules, rule], did };
    return writeOrderRules(scope, caller, [change], { threshold });
  }
  const into = await findRuleList(scope, companyId, kind);
  assertRoom(kind, into);
  const changes = [
    { kind: earlierKind, before: present, rules: otherRules, did },
    { kind, before: into, rules: [...(into?.rules ?? []), rule], did },
  ];
  return writeOrderRules(scope, caller, changes, { threshold });
}

/** Refuses one more rule of a kind. */
function assertRoom(kind: string, list: RuleList | undefined): void {
  if ((list?.rules.length ?? 0) < RULES_OF_KIND_MAX) return;
  throw new DomainError("INVALID_INPUT", text("rule.tooMany", { kind, maximum: RULES_OF_KIND_MAX }), {
    field: "kind",
  });
}

/** @param earlier - absent of a new one in the list */
function ruleOf(
  scope: Pick<TransactionScope, "now">,
  { userId: publishedBy }: Pick<Caller, "userId">,
  threshold: ApprovalThreshold,
  earlier: ListedRule | undefined,
): ListedRule {
  const { _id: id, workflowId, enabled, amountThreshold, discountPercentageThreshold } = threshold;
  const { order = null, currency = null } = threshold;
  const terms = {
    order,
    amountAbove: amountThreshold === null ? null : String(amountThreshold),
    currency,
    discountAbove: discountPercentageThreshold,
    when: null,
  };
  const isByRow = earlier === undefined || earlier.byRow === true;
  return {
    id,
    workflowId,
    enabled,
    ...terms,
    ...(earlier?.facts && { facts: earlier.facts }),
    ...(isByRow && { byRow: isByRow }),
    publishedAt: scope.now,
    publishedBy,
  };
}

async function assertWorkflow(scope: Scope, companyId: string, workflowId: string): Promise<void> {
  if (!(await workflowExists(scope, companyId, workflowId))) {
    throw new DomainError("WORKFLOW_NOT_FOUND", text("missing.workflow"), { field: "workflowId" });
  }
}
