import type { Text } from "@countersign/texts";

/** The types of facts about a document (contract-2, DOC-2). */
export type ConditionFactType =
  | "TEXT"
  | "NUMBER"
  | "MONEY"
  | "DATE"
  | "DATETIME"
  | "BOOLEAN"
  | "PERSON"
  | "LINK";

/** A fact that the conditions and sources of a version read (contract-3, ROUTE-3). */
export interface FactDeclaration {
  key: string;
  type: ConditionFactType;
  /** Default false; a submission without a required one is refused. */
  required?: boolean;
}

/** The value of a fact, as the document sends it. */
export type ConditionFactValue = string | boolean | { amount: string; currency: string };

/** The parts of a document that conditions read. */
export interface ConditionInput {
  kind: string;
  submitter: { id: string; departmentId?: string | undefined };
  document: {
    title?: string | undefined;
    /** Decimal text. */
    amount?: string | undefined;
    currency?: string | undefined;
    facts: ReadonlyMap<string, ConditionFactValue>;
  };
}

/** The outcome of a condition for a document, with the values that led to it. */
export interface ConditionResult {
  /** `ERROR`: a fact is missing, or an amount is in another currency. */
  outcome: boolean | "ERROR";
  /** The reason for `ERROR`. */
  error?: Text;
  /**
   * The values that the condition names, by their paths such as `document.facts.costCentre`, as the document sends them:
   * `{ "document.amount": "18500", "document.currency": "EUR" }`. A missing one is null.
   */
  values: Readonly<Record<string, unknown>>;
}

/** The language of conditions, as the rules need it; `@countersign/conditions` speaks it. */
export interface Conditions {
  /** Why a version cannot have the condition, naming the right form; nothing if it can. Never throws. */
  faultOf(when: string, facts: readonly FactDeclaration[]): Text | undefined;
  /**
   * The comparisons of an amount that are true above a limit and false of a credit as large, as the condition says them
   * (contract-4, MEET-8); none of a condition with a fault. Never throws.
   */
  amountsAbove(when: string, facts: readonly FactDeclaration[]): readonly string[];
  /** Never throws. @param when - a condition without a fault; with one, the outcome is `ERROR` with the fault */
  evaluate(when: string, facts: readonly FactDeclaration[], input: ConditionInput): ConditionResult;
}
