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
    const question = parseInput(matchingRuleInput, input);
    const { kind, written, submitterId = caller.userId } = question;
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
      const storedList = await storedRules(scope, companyId, kind);
      const otherwise = storedList.find(({ isDefault }) => isDefault)?.id;
      const isDefault = otherwise !== undefined && written?.id === otherwise;
      const candidates = candidatesAmong(storedList, isDefault ? undefined : written);
      const submission = { ...question, submitterId };
      const match = isOrderKind(kind)
        ? await firstOfOrder(scope, companyId, candidates, { ...submission, kind })
        : await firstOfDocument(scope, companyId, candidates, submission);
      if (match?.isWritten ?? isDefault) return { isWritten: true };
      const id = match?.id ?? otherwise;
      const rule = (await rulesSeenBy(scope, caller, kind)).find((candidate) => candidate.id === id);
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
function candidatesAmong(storedList: readonly StoredRule[], writtenRule: GivenRule | undefined): Candidate[] {
  const otherRules = storedList.filter((rule) => !rule.isDefault && rule.id !== writtenRule?.id);
  const askedRules = otherRules.filter((rule) => stateOf(rule) === "IN_FORCE").map(candidateOf);
  const present = storedList.find(({ id }) => id === writtenRule?.id)?.listed;
  const draft = writtenRule && draftOf(writtenRule, present);
  if (writtenRule === undefined || draft?.enabled !== true) return inAskingOrder(askedRules);
  const writtenDraft = { ...draft, id: writtenRule.id ?? NEWEST, facts: writtenRule.facts, isWritten: true };
  // Once it is published, a new one without a place comes last.
  const isLast = writtenDraft.order === null && present === undefined;
  return isLast ? [...inAskingOrder(askedRules), writtenDraft] : inAskingOrder([...askedRules, writtenDraft]);
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
  const description = { kind, submitterId, byOwner: !asPerson, document };
  const judgement = await judgedDocument(scope, companyId, description, candidates);
  return applyingRules(candidates, judgement, scope.conditions)[0];
}
