import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import type { ApprovalThresholdKind } from "@countersign/domain/inventory";
import { text } from "@countersign/texts";

import { type WorkflowContent, contentsOf, publishIn, readPublication } from "../definitions/index.ts";
import { touched } from "../shared/base-fields.ts";
import { byPeople } from "../shared/by-people.ts";
import { type Caller, assertPrivileged, stampOf } from "../shared/caller.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { auditWrite } from "../shared/record-use-cases.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { type ApprovalThreshold, writeThreshold } from "../thresholds/index.ts";
import { publishRuleInput } from "./inputs.ts";
import { rulesSeenBy } from "./list-rules.ts";
import { RULES, type RuleDraft, type RuleRow, type RuleTerms } from "./records.ts";
import { isOrderKind } from "./rule-kinds.ts";
import type { ApprovalRule } from "./rule-view.ts";
import { createRules } from "./rules-repository.ts";
import { type StoredRule, findRule } from "./stored-rules.ts";

/** `publishRule`: which rule, and the version of it that the caller has seen. */
export interface PublishRuleInput {
  id: string;
  expectedVersion?: number | null | undefined;
  note?: string | null | undefined;
}

/**
 * `publishRule`: its draft becomes the next version of its workflow, and of an order kind its threshold, in one
 * transaction (contract-3, CON-17).
 *
 * @throws DomainError `FORBIDDEN`, `INVALID_INPUT`, `NOT_FOUND`, and `CONFLICT` at another version or without a draft
 */
export function createPublishRule({ transact }: { transact: Transact }) {
  return byPeople(async (caller: Caller, input: PublishRuleInput): Promise<ApprovalRule> => {
    assertPrivileged(caller);
    const { id, ...given } = parseInput(publishRuleInput, input);
    return transact(async (scope) => {
      await refuseLeaver(scope, caller);
      const rule = await findRule(scope, caller.companyId, id);
      if (rule === undefined) throw new DomainError("NOT_FOUND", text("missing.rule"), { field: "id" });
      await publishDraft(scope, caller, rule, given);
      const rules = await rulesSeenBy(scope, caller, rule.kind);
      const published = rules.find((one) => one.id === id);
      if (published === undefined) throw new Error("The rule was just published");
      return published;
    }, id);
  });
}

async function publishDraft(
  scope: TransactionScope,
  caller: Caller,
  rule: StoredRule,
  { expectedVersion, note }: { expectedVersion?: number | undefined; note?: string | undefined },
): Promise<void> {
  const { kind, row: before } = rule;
  const draft = before?.draft;
  const content = await workflowOf(scope, caller.companyId, rule);
  if (before === undefined || draft === undefined) {
    throw nothingToPublish(content?.version ?? 0, expectedVersion);
  }
  assertWhole(rule, draft);
  const { name, facts, stages } = draft;
  // A rule whose workflow was deleted gets a new one.
  const isNew = content === undefined && !rule.isDefault;
  const own = isNew
    ? { status: "IN_PROGRESS" }
    : { workflowId: rule.workflowId, description: content?.description };
  const publication = readPublication({ ...own, name, facts, stages, note });
  const version = await publishIn(scope, caller, { ...publication, kind }, expectedVersion);
  const hasThreshold = isOrderKind(kind) && !rule.isDefault;
  if (hasThreshold) {
    await keepThreshold(scope, caller, rule.threshold, {
      id: rule.id,
      kind,
      draft,
      workflowId: version.workflowId,
    });
  }
  const { draft: _published, ...row } = before;
  const after: RuleRow = {
    ...row,
    ...(rule.isDefault ? {} : stateAfter(draft)),
    ...(hasThreshold ? { thresholdId: rule.id } : termsAfter(draft)),
    facts: version.facts ?? [],
    workflowId: version.workflowId,
    version: version.version,
    publishedBy: caller.userId,
    publishedAt: scope.now,
    ...touched(stampOf(caller, scope.now)),
  };
  await createRules(scope).replace([after]);
  await auditWrite(scope, caller, { entity: RULES, action: "publish", before, after });
}

async function workflowOf(
  scope: TransactionScope,
  companyId: Id,
  { workflowId }: StoredRule,
): Promise<WorkflowContent | undefined> {
  if (workflowId === undefined) return undefined;
  return (await contentsOf(scope, companyId, [workflowId])).get(workflowId);
}

/** Of two who publish at once, the second has seen another version, or finds no draft. */
function nothingToPublish(version: number, expectedVersion = version): DomainError {
  return expectedVersion === version
    ? new DomainError("CONFLICT", text("rule.noDraft"), { field: "id" })
    : new DomainError("CONFLICT", text("workflow.changed"), { field: "expectedVersion" });
}

/** Refuses a draft that could never apply, or that asks nobody. */
function assertWhole({ kind, isDefault }: StoredRule, draft: RuleDraft): void {
  if (draft.stages.length === 0) {
    throw new DomainError("INVALID_INPUT", text("rule.noStages"), { field: "stages" });
  }
  const { amountAbove, discountAbove } = draft;
  if (isOrderKind(kind) && !isDefault && amountAbove === null && discountAbove === null) {
    throw new DomainError("INVALID_INPUT", text("rule.noLimit"), { field: "amountAbove" });
  }
}

const stateAfter = ({ enabled }: RuleDraft) => ({
  state: enabled ? ("IN_FORCE" as const) : ("OFF" as const),
});

const termsAfter = ({ order, amountAbove, currency, discountAbove, when }: RuleDraft): RuleTerms => ({
  order,
  amountAbove,
  currency,
  discountAbove,
  when,
});

/** The terms of an order kind's rule are its threshold's. */
async function keepThreshold(
  scope: TransactionScope,
  caller: Caller,
  before: ApprovalThreshold | undefined,
  { id, kind, draft, workflowId }: { id: Id; kind: ApprovalThresholdKind; draft: RuleDraft; workflowId: Id },
): Promise<void> {
  const { order, amountAbove, currency, discountAbove, enabled } = draft;
  const amountThreshold = amountAbove === null ? null : Number(amountAbove);
  const limits = { amountThreshold, discountPercentageThreshold: discountAbove };
  const fields = { kind, workflowId, order, currency, enabled, ...limits };
  await writeThreshold(scope, caller, before, { _id: id, ...fields });
}
