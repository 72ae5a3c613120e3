import type { Principal } from "@countersign/auth";
import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  type OperationDefinitionNode,
  OperationTypeNode,
  type Token,
  TokenKind,
  getOperationAST,
  getVariableValues,
  parse,
  specifiedRules,
  validate,
} from "graphql";
import { type OperationRequest, refuseAuditorMutation } from "./operation.ts";
import { type LimitedSchema, type OperationLimits, affordableCost, limitRule } from "./limits.ts";

/** A checked operation, as graphql-js executes it. */
export type PreparedOperation = Required<
  Pick<ExecutionArgs, "schema" | "document" | "operationName"> & { variableValues: Record<string, unknown> }
> & { operation: OperationDefinitionNode };

/** Parses and checks operations; never throws for a client's fault. */
export function createPrepareOperation(limitedSchema: LimitedSchema) {
  const { schema, limits } = limitedSchema;
  return (
    { query, operationName: name, variables }: OperationRequest,
    caller: Principal,
  ): PreparedOperation | GraphQLError[] => {
    // Some clients send an empty name for none (contract-3, FIX-4).
    const operationName = name || undefined;
    try {
      assertText(query, limits);
      const document = parse(query, { maxTokens: limits.tokens });
      assertWithinLimits(limitedSchema, document);
      const operation = operationOf(document, operationName);
      refuseAuditorMutation(caller, operation);
      const refusals = validate(schema, document, specifiedRules);
      if (refusals.length > 0) return [...refusals];
      const variableValues = variables ?? {};
      if (operation.operation === OperationTypeNode.SUBSCRIPTION) {
        assertShort(query.length + JSON.stringify(variableValues).length, limits);
      }
      const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues);
      if (errors !== undefined) return [...errors];
      const args = { document, variableValues, operationName: operationName ?? null };
      affordableCost(limitedSchema, args);
      return { ...args, schema, operation };
    } catch (error) {
      if (error instanceof GraphQLError) return [error];
      if (error instanceof Refusals) return [...error.errors];
      throw error;
    }
  };
}

/** Several refusals of one document. */
export class Refusals extends Error {
  readonly errors: readonly GraphQLError[];
  constructor(errors: readonly GraphQLError[]) {
    super("The document is refused");
    this.errors = errors;
  }
}

/**
 * Checks what depends on a document alone, before the rules of graphql-js: some of them take time with the square of the
 * fields.
 *
 * @throws Refusals
 */
export function assertWithinLimits({ schema, limits }: LimitedSchema, document: DocumentNode): void {
  const refusals = validate(schema, document, [limitRule(limits)]);
  if (refusals.length > 0) throw new Refusals(refusals);
}

/**
 * Takes the comments out of a document's list of tokens, which no limit counts: in a text within the limits they take 6 MB for
 * as long as the document is kept.
 */
export function dropComments({ loc }: DocumentNode): void {
  for (let token: Token | null = loc?.startToken ?? null; token !== null; token = token.next) {
    if (token.kind !== TokenKind.COMMENT) continue;
    const { prev, next } = token;
    if (prev) Object.assign(prev, { next });
    if (next) Object.assign(next, { prev });
  }
}

/** The operation of a document that a request asks for. @throws GraphQLError for one that it does not have */
export function operationOf(
  document: DocumentNode,
  operationName: string | null | undefined,
): OperationDefinitionNode {
  const operation = getOperationAST(document, operationName);
  if (!operation) throw unknownOperation(operationName);
  return operation;
}

/** @throws GraphQLError for a text that is too long, or is a syntax tree or a number, which some servers take for a document */
export function assertText(query: string, { characters }: OperationLimits): void {
  if (query.length > characters) {
    throw new GraphQLError(
      `The query has ${query.length} characters, more than the ${characters} allowed: send long values as variables`,
      { extensions: { code: "QUERY_TOO_COMPLEX" } },
    );
  }
  if (isJson(query)) throw new GraphQLError("query: must be a GraphQL document");
}

/** @throws GraphQLError for a subscription that is too long to be kept */
function assertShort(characters: number, { subscriptionCharacters }: OperationLimits): void {
  if (characters <= subscriptionCharacters) return;
  throw new GraphQLError(
    `The subscription has ${characters} characters with its variables, more than the ${subscriptionCharacters} allowed`,
    { extensions: { code: "QUERY_TOO_COMPLEX" } },
  );
}

/** The beginnings of JSON; other texts are not tried, because each failure costs more than this. */
const JSON_START = /^\s*(?:[[\d"-]|\{\s*["}]|true|false|null)/u;

function isJson(text: string): boolean {
  if (!JSON_START.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function unknownOperation(name: string | null | undefined): GraphQLError {
  if (name) return new GraphQLError(`Unknown operation named "${name}"`);
  return new GraphQLError("The operation name is missing: the document has several operations, or none");
}
