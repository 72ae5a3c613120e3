import { decimalText } from "../design/values.tsx";
import type { Typed } from "../design/number-text.ts";
import type { PreviewRouteInput } from "../graphql/generated/documents.ts";
import type { Translate } from "../messages/i18n.ts";
import { type Rule, type RuleConditions, fieldsIn, fieldsOf } from "./rule.ts";
import { stagesToSend } from "./stored-rule.ts";

/** A document of which somebody wants to know who would be asked. */
export interface Trial {
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

/** The longest condition that the engine takes. */
const WHEN_MAX = 500;
/** In the middle of a day in every time zone of the reader's. */
const NOON = "T12:00:00";
/** Invoices are approved with the order that they name. */
const ORDER_OF: Readonly<Record<string, string>> = {
  PurchaseInvoice: "PurchaseOrder",
  SalesInvoice: "SalesOrder",
};

/**
 * The question about a trial under a rule. What the rule asks for stands before the condition of each of its stages, so
 * that the engine judges it, and not the console: a rule that does not apply leaves out every stage.
 */
export function questionOf(t: Translate, rule: Rule, trial: Trial): PreviewRouteInput {
  const { submitterId, day, byPerson } = trial;
  const condition = conditionOf(rule, trial);
  const stages = stagesToSend(t, rule.stages).map((stage) => {
    const own = stage.when == null ? "" : condition === "" ? stage.when : `(${stage.when})`;
    const when = [condition, own].filter((one) => one !== "").join(" && ");
    return when === "" || when.length > WHEN_MAX ? stage : Object.assign(stage, { when });
  });
  return {
    kind: ORDER_OF[rule.kind] ?? rule.kind,
    dynamicStages: stages,
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

/** When a rule applies, as a condition of the engine's language; empty: always. */
export function conditionOf(
  { amount, discount, when }: RuleConditions,
  trial: Pick<Trial, "discount">,
): string {
  const limits = [
    amount && typeof amount.above === "number" ? amountCondition(amount.above, amount.currency) : undefined,
    discount && typeof discount.above === "number" && typeof trial.discount === "number"
      ? `${decimalText(trial.discount)} > ${decimalText(discount.above)}`
      : undefined,
    // A discount that nobody typed is none.
    discount && amount === undefined && trial.discount === null ? "false" : undefined,
  ].filter((one) => one !== undefined);
  const either = limits.length > 1 ? `(${limits.join(" || ")})` : limits[0];
  const expression = when?.trim();
  return [either, expression === undefined || expression === "" ? undefined : `(${expression})`]
    .filter((one) => one !== undefined)
    .join(" && ");
}

const amountCondition = (above: number, currency: string | null): string =>
  `${currency === null ? "document.amount" : `document.amountIn("${currency}")`} > ${decimalText(above)}`;
