import type { Id } from "@countersign/domain/approval";
import type { ApprovalThresholdKind } from "@countersign/domain/inventory";
import { type FactDeclaration, applyingRules } from "@countersign/domain/routing";
import { createSettingsReader } from "@countersign/settings";

import { type Caller, assertSeesEverything } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { type RuleTerms, inAskingOrder } from "../shared/rule-lists.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { ruleForOrder } from "../thresholds/index.ts";
import { type GivenDocument, type GivenRule, type MatchingRuleInput, matchingRuleInput } from "./inputs.ts";
import { judgedDocument } from "./judged-document.ts";
import { rulesSeenBy } from "./list-rules.ts";
import { assertOwnRules, isHrKind, isOrderKind } from "./rule-kinds.ts";
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
  id: Id;
  isWritten: boolean;
  facts?: readonly FactDeclaration[] | undefined;
}

/**
 * `matchingRule`: which rule a document would start by, of several the first, by the same functions as submissions and evaluations; nothing is
 * written (contract-3, CON-17). Nothing: no approval.
 *
 * @throws DomainError `INVALID_INPUT`, and `FORBIDDEN` for documents of others and rules that are not saved
 */
export function createMatchingRule({ transact }: { transact: Transact }) {
  return async (caller: Caller, input: MatchingRuleInput): Promise<MatchingRule | undefined> => {
    const given = parseInput(matchingRuleInput, input);
    const { kind, written, submitterId = caller.userId } = given;
    if (isHrKind(kind)) {
      const [rule] = await transact((scope) => rulesSeenBy(scope, caller, kind));
      return rule && { isWritten: false, rule };
    }
    if (written !== undefined || submitterId !== caller.userId) assertSeesEverything(caller);
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
  return { ...termsInForce(rule), id: rule.id, facts: rule.listed?.facts, isWritten: false };
}

/** In place of the id of a rule that has none yet: ids rise with time. */
const NEWEST = "g";

/** The rules that are asked, in their order; the written one stands at its own place. */
function candidatesAmong(stored: readonly StoredRule[], written: GivenRule | undefined): Candidate[] {
  const others = stored.filter((rule) => !rule.isDefault && rule.id !== written?.id);
  const asked = others.filter((rule) => stateOf(rule) === "IN_FORCE").map(candidateOf);
  const present = stored.find(({ id }) => id === written?.id)?.listed;
  const draft = written && draftOf(written, present);
  if (written === undefined || draft?.enabled !== true) return inAskingOrder(asked);
  const own = { ...draft, id: written.id ?? NEWEST, facts: written.facts, isWritten: true };
  // Once it is published, a new one without a place comes last.
  const isLast = own.order === null && present === undefined;
  return isLast ? [...inAskingOrder(asked), own] : inAskingOrder([...asked, own]);
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
  return ruleForOrder(candidates, order, values?.approvalThresholdsEnabled);
}

async function firstOfDocument(
  scope: TransactionScope,
  companyId: Id,
  candidates: readonly Candidate[],
  { kind, submitterId, document, asPerson = false }: GivenDocument & { submitterId: Id },
): Promise<Candidate | undefined> {
  const described = { kind, submitterId, byOwner: !asPerson, document };
  const judged = await judgedDocument(scope, companyId, described, candidates);
  return applyingRules(candidates, judged, scope.conditions)[0];
}
