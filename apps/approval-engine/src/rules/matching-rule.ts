import type { Id } from "@countersign/domain/approval";
import { type ApprovalThresholdKind, evaluate, inOrder } from "@countersign/domain/inventory";
import { type FactDeclaration, firstRule } from "@countersign/domain/routing";
import { createSettingsReader } from "@countersign/settings";

import { type Caller, assertPrivileged } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { type GivenDocument, type GivenRule, type MatchingRuleInput, matchingRuleInput } from "./inputs.ts";
import { judgedDocument } from "./judged-document.ts";
import { rulesSeenBy } from "./list-rules.ts";
import type { RuleTerms } from "./records.ts";
import { assertOwnRules, isOrderKind } from "./rule-kinds.ts";
import { type ApprovalRule, stateOf, termsInForce } from "./rule-view.ts";
import { assertCondition, assertTerms, draftOf } from "./save-rule.ts";
import { type StoredRule, storedRules } from "./stored-rules.ts";

/** The rule that a document would start by. */
export interface MatchingRule {
  /** Whether it is the one that was written in the question. */
  isWritten: boolean;
  rule?: ApprovalRule | undefined;
}

/** A rule that a document may start by. */
interface Candidate extends RuleTerms {
  /** Absent of a new rule that is being written. */
  id?: Id | undefined;
  isWritten: boolean;
  facts?: readonly FactDeclaration[] | undefined;
}

/**
 * `matchingRule`: which rule a document would start by, by the same functions as submissions and evaluations; nothing is
 * written (contract-3, CON-17). Nothing: no approval.
 *
 * @throws DomainError `INVALID_INPUT`, and `FORBIDDEN` for documents of others and rules that are not saved
 */
export function createMatchingRule({ transact }: { transact: Transact }) {
  return async (caller: Caller, input: MatchingRuleInput): Promise<MatchingRule | undefined> => {
    const given = parseInput(matchingRuleInput, input);
    const { kind, written, submitterId = caller.userId } = given;
    if (written !== undefined || submitterId !== caller.userId) assertPrivileged(caller);
    if (written !== undefined) assertTerms({ ...written, kind });
    return transact(async (scope) => {
      const { companyId } = caller;
      assertOwnRules(scope.kinds, kind);
      if (written !== undefined) assertCondition(scope, written);
      const stored = await storedRules(scope, companyId, kind);
      const otherwise = stored.find(({ isDefault }) => isDefault)?.id;
      const isDefault = otherwise !== undefined && written?.id === otherwise;
      const candidates = candidatesAmong(stored, isDefault ? undefined : written);
      const own = { ...given, submitterId };
      const found = isOrderKind(kind)
        ? await firstOfOrder(scope, companyId, candidates, { ...own, kind })
        : await firstOfDocument(scope, companyId, candidates, own);
      if (found?.isWritten ?? isDefault) return { isWritten: true };
      const id = found?.id ?? otherwise;
      const rule = (await rulesSeenBy(scope, caller, kind)).find((one) => one.id === id);
      return rule && { isWritten: false, rule };
    });
  };
}

function candidateOf(rule: StoredRule): Candidate {
  return { ...termsInForce(rule), id: rule.id, facts: rule.row?.facts, isWritten: false };
}

/** The rules that are asked, in their order; the written one stands at its own place. */
function candidatesAmong(stored: readonly StoredRule[], written: GivenRule | undefined): Candidate[] {
  const others = stored.filter((rule) => !rule.isDefault && rule.id !== written?.id);
  const asked = others.filter((rule) => stateOf(rule) === "IN_FORCE").map(candidateOf);
  const isAsked = written !== undefined && written.enabled !== false;
  const own = isAsked ? [{ ...draftOf(written), id: written.id, facts: written.facts, isWritten: true }] : [];
  // Ids rise with time; a rule that has none yet is the newest.
  const newestFirst = [...own, ...asked].toSorted(({ id: left = "g" }, { id: right = "g" }) =>
    left < right ? 1 : -1,
  );
  return inOrder<Candidate>(newestFirst);
}

async function firstOfOrder(
  scope: TransactionScope,
  companyId: Id,
  candidates: readonly Candidate[],
  { kind, document, discount }: GivenDocument & { kind: ApprovalThresholdKind },
): Promise<Candidate | undefined> {
  const values = (await createSettingsReader(scope).find(companyId))?.values;
  const order = {
    kind,
    totalAmount: Number(document?.amount ?? 0),
    currency: document?.currency,
    discount: { valueType: "PERCENTAGE", value: discount ?? 0 },
  };
  return candidates.find(({ amountAbove, discountAbove, currency }) => {
    const limits = {
      amountThreshold: amountAbove === null ? null : Number(amountAbove),
      discountPercentageThreshold: discountAbove,
    };
    const threshold = { kind, workflowId: "", ...limits, currency: currency ?? undefined, enabled: true };
    return evaluate(order, threshold, values?.approvalThresholdsEnabled).required;
  });
}

async function firstOfDocument(
  scope: TransactionScope,
  companyId: Id,
  candidates: readonly Candidate[],
  { kind, submitterId, document, asPerson = false }: GivenDocument & { submitterId: Id },
): Promise<Candidate | undefined> {
  const described = { kind, submitterId, byOwner: !asPerson, document };
  const judged = await judgedDocument(scope, companyId, described, candidates);
  return firstRule(candidates, judged, scope.conditions);
}
