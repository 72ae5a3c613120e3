import type { Typed } from "../design/number-text.ts";
import { decimalText } from "../design/values.tsx";
import type { MatchingRuleInput, PreviewRouteInput, SaveRuleInput } from "../graphql/generated/documents.ts";
import { type Rule, fieldsIn, fieldsOf } from "./rule.ts";
import { stagesToSend } from "./stored-rule.ts";

/** A document of which somebody wants to know who would be asked. */
export interface Trial {
  /** That of the document where the rule has none: it is a workflow, which documents of any kind may name. */
  kind: string;
  amount: Typed;
  /** That of the rule; null: the amount has none. */
  currency: string | null;
  /** In percent. */
  discount: Typed;
  submitterId: string;
  /** A day, such as 2027-03-01; empty: today. */
  day: string;
  /** Ids of the people in fields of the document, by the keys of the fields. */
  people: Readonly<Record<string, string>>;
  /** Whether a person starts the approval, and not the service that owns the document. */
  byPerson: boolean;
}

/** In the middle of a day in every time zone of the reader's. */
const NOON = "T12:00:00";
/** Invoices are approved with the order that they name. */
const ORDER_OF: Readonly<Record<string, string>> = {
  PurchaseInvoice: "PurchaseOrder",
  SalesInvoice: "SalesOrder",
};

/** The question which rule applies to a trial. @param writtenRule - the rule that is written, in place of the one with its id */
export function matchQuestion(rule: Rule, writtenRule: SaveRuleInput, trial: Trial): MatchingRuleInput {
  const { submitterId, discount, byPerson } = trial;
  return {
    kind: rule.kind,
    written: writtenRule,
    document: documentOf(rule, trial),
    submitterId,
    asPerson: byPerson,
    ...(typeof discount === "number" && { discount }),
  };
}

/** The question who would be asked for a trial under a rule that applies. */
export function routeQuestion(rule: Rule, trial: Trial): PreviewRouteInput {
  const { submitterId, day, byPerson } = trial;
  return {
    kind: ORDER_OF[rule.kind] ?? (rule.kind || trial.kind),
    dynamicStages: stagesToSend(rule.stages),
    facts: fieldsOf(rule),
    submitterId,
    asPerson: byPerson,
    ...(day !== "" && { at: new Date(day + NOON).toISOString() }),
    document: documentOf(rule, trial),
  };
}

function documentOf(rule: Rule, { amount, currency, people }: Trial): PreviewRouteInput["document"] {
  const facts = fieldsIn(rule.stages).flatMap((key) =>
    people[key] === undefined ? [] : [{ key, label: key, type: "PERSON" as const, value: people[key] }],
  );
  return {
    ...(typeof amount === "number" && {
      amount: decimalText(amount),
      ...(currency !== null && { currency }),
    }),
    facts,
  };
}
