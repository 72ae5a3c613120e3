import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import type { FactDeclaration } from "@countersign/domain/routing";
import { text } from "@countersign/texts";
import type { z } from "zod";

import { type WorkflowContent, contentsOf, publishIn, readPublication } from "../definitions/index.ts";
import { byPeople } from "../shared/by-people.ts";
import { type Caller, assertPrivileged } from "../shared/caller.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { auditWrite } from "../shared/record-use-cases.ts";
import { type ListedRule, type RuleTerms, dropRuleDraft } from "../shared/rule-lists.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { assertDraftSeen } from "./assert-draft.ts";
import { changeList } from "./change-list.ts";
import { publishRuleInput } from "./inputs.ts";
import { ruleSeenAfter } from "./list-rules.ts";
import { putRule } from "./place-rules.ts";
import { RULES, type RuleDraft } from "./records.ts";
import { isOrderKind } from "./rule-kinds.ts";
import { type ApprovalRule, termsIn } from "./rule-view.ts";
import { type StoredRule, findRule, recordOf } from "./stored-rules.ts";

/** `publishRule`: which rule, and the version of it that the caller has seen. */
export interface PublishRuleInput {
  id: string;
  expectedVersion?: number | null | undefined;
  expectedDraft?: number | null | undefined;
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
      return ruleSeenAfter(scope, caller, rule);
    }, id);
  });
}

async function publishDraft(
  scope: TransactionScope,
  caller: Caller,
  rule: StoredRule,
  { expectedVersion, expectedDraft, note }: Omit<z.output<typeof publishRuleInput>, "id">,
): Promise<void> {
  const { kind, draft } = rule;
  const content = await workflowOf(scope, caller.companyId, rule);
  if (draft === undefined) throw nothingToPublish(content?.version ?? 0, expectedVersion);
  assertDraftSeen(rule, expectedDraft, "expectedDraft");
  assertWhole(rule, draft);
  const { name, facts, stages } = draft;
  // A rule whose workflow was deleted gets a new one.
  const isNew = content === undefined && !rule.isDefault;
  const own = isNew ? { status: "IN_PROGRESS" } : { workflowId: rule.workflowId };
  const publication = readPublication({ ...own, name, facts, stages, note });
  const published = await publishIn(
    scope,
    caller,
    { ...publication, kind, keepsDescription: true },
    expectedVersion,
  );
  const { version } = published;
  const listed = rule.isDefault ? undefined : listedAfter(scope, caller, rule, { draft, version });
  if (listed !== undefined) {
    await changeList(scope, caller, rule, (rules) => putRule(rules, listed));
  }
  await dropRuleDraft(scope, caller.companyId, rule.id);
  // One action is one record, with what the rule and its workflow were and are (contract-4, HIST-3).
  const ruleAfter = (await findRule(scope, caller.companyId, rule.id, kind)) ?? rule;
  const before = { ...published.before, ...recordOf(rule, content?.name) };
  const after = { ...published.after, ...recordOf(ruleAfter, version.name) };
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
export function assertWhole(
  { kind, isDefault }: Pick<StoredRule, "kind" | "isDefault">,
  draft: Pick<RuleDraft, "amountAbove" | "discountAbove"> & { stages: readonly unknown[] },
): void {
  if (draft.stages.length === 0) {
    throw new DomainError("INVALID_INPUT", text("rule.noStages"), { field: "stages" });
  }
  const { amountAbove, discountAbove } = draft;
  if (isOrderKind(kind) && !isDefault && amountAbove === null && discountAbove === null) {
    throw new DomainError("INVALID_INPUT", text("rule.noLimit"), { field: "amountAbove" });
  }
}

/** The rule as the list of its kind has it once the draft is published. */
export function listedAfter(
  { now: publishedAt }: Pick<TransactionScope, "now">,
  { userId: publishedBy }: Pick<Caller, "userId">,
  { id, kind }: Pick<StoredRule, "id" | "kind">,
  {
    draft,
    version: { workflowId, facts },
  }: {
    draft: RuleTerms & { enabled: boolean };
    version: { workflowId: Id; facts?: FactDeclaration[] | undefined };
  },
): ListedRule {
  const { enabled } = draft;
  const terms = termsIn(draft);
  const amountAbove =
    isOrderKind(kind) && terms.amountAbove !== null ? String(Number(terms.amountAbove)) : terms.amountAbove;
  return {
    id,
    workflowId,
    enabled,
    ...terms,
    amountAbove,
    ...(facts && { facts }),
    publishedAt,
    publishedBy,
  };
}
