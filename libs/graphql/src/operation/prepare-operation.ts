import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  type OperationDefinitionNode,
  OperationTypeNode,
  getOperationAST,
  getVariableValues,
  parse,
  specifiedRules,
  validate,
} from "graphql";
import type { OperationRequest } from "./operation.ts";
import { type LimitedSchema, type OperationLimits, affordableCost, limitRule } from "./limits.ts";

/** A checked operation, as graphql-js executes it. */
export type PreparedOperation = Required<
  Pick<ExecutionArgs, "schema" | "document" | "operationName"> & { variableValues: Record<string, unknown> }
> & { operation: OperationDefinitionNode };

/** Parses and checks operations; never throws for a client's fault. */
export function createPrepareOperation(limited: LimitedSchema) {
  const { schema, limits } = limited;
  return ({
    query,
    operationName: name,
    variables,
  }: OperationRequest): PreparedOperation | GraphQLError[] => {
    // Some clients send an empty name for none (contract-3, FIX-4).
    const operationName = name || undefined;
    try {
      assertText(query, limits);
      const document = parse(query, { maxTokens: limits.tokens });
      assertWithinLimits(limited, document, operationName);
      const refusals = validate(schema, document, specifiedRules);
      if (refusals.length > 0) return [...refusals];
      const variableValues = variables ?? {};
      const operation = getOperationAST(document, operationName)!;
      if (operation.operation === OperationTypeNode.SUBSCRIPTION) {
        assertShort(query.length + JSON.stringify(variableValues).length, limits);
      }
      const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues);
      if (errors !== undefined) return [...errors];
      const args = { document, variableValues, operationName: operationName ?? null };
      affordableCost(limited, args);
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
 * @throws Refusals, GraphQLError
 */
export function assertWithinLimits(
  { schema, limits }: LimitedSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): void {
  const refusals = validate(schema, document, [limitRule(limits)]);
  if (refusals.length > 0) throw new Refusals(refusals);
  if (!getOperationAST(document, operationName)) throw unknownOperation(operationName);
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

function isJson(text: string): boolean {
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
