import {
  type DocumentNode,
  GraphQLError,
  OperationTypeNode,
  getOperationAST,
  getVariableValues,
  parse,
  specifiedRules,
  validate,
} from "graphql";
import { LRUCache } from "lru-cache";

import type { OperationRequest } from "./execute-operation.ts";
import { type LimitedSchema, type OperationLimits, affordableCost, limitRule } from "./limits.ts";

/** Most bytes that one character of a document takes when it is parsed; short comments take most. */
const BYTES_PER_CHARACTER = 100;
/** Bytes of all remembered documents. */
const DOCUMENTS_MAX_BYTES = 16 * 1024 * 1024;

/**
 * Remembers valid documents, within a bound on their bytes.
 *
 * @returns parses and checks an operation; never throws for a client's fault
 */
export function createPrepareOperation(limited: LimitedSchema) {
  const { schema, limits } = limited;
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: DOCUMENTS_MAX_BYTES,
    sizeCalculation: (_, query) => query.length * BYTES_PER_CHARACTER,
    // A document that would push out most others is not remembered.
    maxEntrySize: DOCUMENTS_MAX_BYTES / 16,
  });

  function documentOf(query: string): DocumentNode | readonly GraphQLError[] {
    const known = documents.get(query);
    if (known !== undefined) return known;
    const document = parseText(query, limits);
    // The limits first: some of the other rules take time with the square of the fields.
    for (const rules of [[limitRule(limits)], specifiedRules]) {
      const refusals = validate(schema, document, rules);
      if (refusals.length > 0) return refusals;
    }
    documents.set(query, document);
    return document;
  }

  return ({ query, operationName: name, variables }: OperationRequest) => {
    // Some clients send an empty name for none (contract-3, FIX-4).
    const operationName = name || undefined;
    try {
      const document = documentOf(query);
      if (!("kind" in document)) return [...document];
      const operation = getOperationAST(document, operationName);
      if (!operation) return [unknownOperation(operationName)];
      const variableValues = variables ?? {};
      if (operation.operation === OperationTypeNode.SUBSCRIPTION) {
        assertShort(query.length + JSON.stringify(variableValues).length, limits);
      }
      const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues);
      if (errors !== undefined) return [...errors];
      const args = { document, variableValues, operationName: operationName ?? null };
      return { ...args, schema, operation, cost: affordableCost(limited, args) };
    } catch (error) {
      if (error instanceof GraphQLError) return [error];
      throw error;
    }
  };
}

/** @throws GraphQLError */
function parseText(query: string, { characters, tokens }: OperationLimits): DocumentNode {
  if (query.length > characters) {
    throw new GraphQLError(
      `The query has ${query.length} characters, more than the ${characters} allowed: send long values as variables`,
      { extensions: { code: "QUERY_TOO_COMPLEX" } },
    );
  }
  try {
    return parse(query, { maxTokens: tokens });
  } catch (error) {
    if (isJson(query)) throw new GraphQLError("query: must be a GraphQL document");
    throw error;
  }
}

/** @throws GraphQLError for a subscription that is too long to be kept */
function assertShort(characters: number, { subscriptionCharacters }: OperationLimits): void {
  if (characters <= subscriptionCharacters) return;
  throw new GraphQLError(
    `The subscription has ${characters} characters with its variables, more than the ${subscriptionCharacters} allowed`,
    { extensions: { code: "QUERY_TOO_COMPLEX" } },
  );
}

/** Whether the text is JSON, such as a syntax tree or a number, which some servers take for a document. */
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
