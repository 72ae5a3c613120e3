import { defined } from "@countersign/domain/defined";
import { type HrTaskKind, type PolicyLevel, hrKindOf } from "@countersign/domain/hr";

import type { ApprovalRule, ApprovalRuleStage } from "./rule-view.ts";

/** An HR policy, as far as it is shown as a rule. */
interface Policy {
  _id: string;
  levels: readonly PolicyLevel[];
  updatedAt: Date;
  updatedBy?: string;
}

/** Reads the policies of a company. */
export interface PolicyReader {
  policyPage(companyId: string, input: unknown): { data: () => Promise<readonly Policy[]> };
}

/** The only rule of an HR kind: its policy. None where the company has no policy. */
export async function rulesOfHr(
  policiesOf: PolicyReader,
  companyId: string,
  kind: HrTaskKind,
): Promise<ApprovalRule[]> {
  const policies = await policiesOf.policyPage(companyId, { kind: hrKindOf(kind), take: 1 }).data();
  return policies.map(({ _id: id, levels, updatedAt, updatedBy }) => ({
    id,
    kind,
    origin: "HR",
    version: 0,
    state: "IN_FORCE",
    name: kind,
    sharedBy: 0,
    order: null,
    amountAbove: null,
    currency: null,
    discountAbove: null,
    when: null,
    facts: [],
    stages: levels.toSorted((left, right) => left.order - right.order).map(stageOf),
    publishedAt: updatedAt,
    publishedBy: updatedBy,
  }));
}

/** The level of a policy as a stage: those whom it asks beside its role, users first. */
function stageOf({ role, approvers = [], ...rule }: PolicyLevel): ApprovalRuleStage {
  const named = approvers.flatMap((one) => ("approverId" in one ? [one] : []));
  const sources = approvers.flatMap((one) => ("source" in one ? [one] : []));
  const own = { key: `level${rule.order}`, name: role, role, approvers: named };
  return defined<ApprovalRuleStage>({ ...own, ...(sources.length > 0 && { sources }), ...rule });
}
