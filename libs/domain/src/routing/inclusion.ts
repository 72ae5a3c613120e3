import { type Text, text } from "@countersign/texts";

import { defined } from "../defined.ts";
import { DomainError } from "../errors/index.ts";
import type { Id, DocumentContent, DocumentFact, StageInput } from "../approval/types.ts";
import type { ConditionInput, Conditions, FactDeclaration } from "./conditions.ts";

export const ROUTE_REASONS = [
  "ALWAYS",
  "CONDITION_TRUE",
  "CONDITION_FALSE",
  "UNVERIFIED",
  "ERROR",
  "DEFERRED",
] as const;
/**
 * Why a stage is on a document's way, or is not. `ALWAYS`: it has no condition. `UNVERIFIED`: somebody else than its owner
 * describes the document, so no condition is asked, neither the stage's nor its rule's. `ERROR`: the condition lacks something that it reads. `DEFERRED`: it reads
 * verdicts that are still to come. Only `CONDITION_FALSE` leaves a stage out.
 */
export type RouteReason = (typeof ROUTE_REASONS)[number];

/** Whether a stage is on the way, and why. */
export interface Inclusion {
  included: boolean;
  reason: RouteReason;
  /** The values that the condition read, by their paths. */
  values?: Readonly<Record<string, unknown>>;
  /** Of `ERROR`: what the condition lacks. */
  error?: Text;
}

/** The part of a definition that conditions belong to. */
export interface ConditionalVersion {
  stages: readonly StageInput[];
  /** The facts that conditions may read. */
  facts?: readonly FactDeclaration[] | undefined;
}

type ConditionalStage = Pick<StageInput, "when" | "unverified">;

/** Whether something decides that the stage is on a document's way: such runs keep their route, and the keys of stages. */
export function isConditional({ when, unverified }: ConditionalStage): boolean {
  return when !== undefined || unverified === true;
}

/** The document that conditions are asked about. */
export interface JudgedDocument {
  kind: string;
  submitter: { id: Id; departmentId?: Id | undefined };
  content?: DocumentContent | undefined;
}

/**
 * Judges one stage of a version after the other (contract-3, ROUTE-3, ROUTE-4).
 *
 * @param conditions - absent only where no stage has a condition
 */
export function inclusionsOf(
  { facts = [] }: Omit<ConditionalVersion, "stages">,
  { kind, submitter, content }: JudgedDocument,
  conditions: Conditions | undefined,
): (stage: ConditionalStage) => Inclusion {
  const input = content?.byOwner ? conditionInput(facts, { kind, submitter, content }) : undefined;
  return ({ when, unverified }) => {
    if (unverified === true) return { included: true, reason: "UNVERIFIED" };
    if (when === undefined) return { included: true, reason: "ALWAYS" };
    if (input === undefined) return { included: true, reason: "UNVERIFIED" };
    if (conditions === undefined) throw new Error("Conditions are evaluated where a stage has one");
    const { outcome, error, values } = conditions.evaluate(when, facts, input);
    if (outcome === "ERROR") return defined<Inclusion>({ included: true, reason: "ERROR", values, error });
    return { included: outcome, reason: outcome ? "CONDITION_TRUE" : "CONDITION_FALSE", values };
  };
}

/** The values that conditions read. A fact of another type than declared counts as missing. */
function conditionInput(
  declarations: readonly FactDeclaration[],
  { kind, submitter, content }: JudgedDocument & { content: DocumentContent },
): ConditionInput {
  const { title, amount, currency, facts } = content;
  const types = new Map(declarations.map(({ key, type }) => [key, type]));
  const readable = facts.filter(({ key, type }) => types.get(key) === type);
  const values = new Map(readable.map(({ key, value }) => [key, value]));
  return { kind, submitter, document: { title, amount, currency, facts: values } };
}

/**
 * Refuses a document that lacks a fact which its version requires, or has one of another type than declared. Of a document
 * that somebody else than its owner describes no fact is believed, and so none is asked for.
 *
 * @throws DomainError `INVALID_INPUT`, naming the fact and its type
 */
export function assertFacts(
  declarations: readonly FactDeclaration[],
  content: DocumentContent | undefined,
): void {
  if (!content?.byOwner) return;
  const givenFacts = new Map(content.facts.map((fact) => [fact.key, fact]));
  for (const declaration of declarations) {
    const fault = factFault(declaration, givenFacts.get(declaration.key));
    if (fault !== undefined) throw new DomainError("INVALID_INPUT", fault, { field: "document.facts" });
  }
}

/** Why a version cannot take the fact that a document has, or lacks. */
export function factFault(
  { key, type, required = false }: FactDeclaration,
  givenFact: DocumentFact | undefined,
): Text | undefined {
  if (givenFact === undefined) return required ? text("route.factMissing", { key, type }) : undefined;
  return givenFact.type === type ? undefined : text("route.factType", { key, type, given: givenFact.type });
}
