import type { Attributes } from "@opentelemetry/api";
import { type DocumentNode, Kind, getOperationAST } from "graphql";

/** What an operation's span tells of it: its type, its name if it has one, and the fields that it asks for. */
export function operationAttributes(document: DocumentNode, operationName?: string | null): Attributes {
  const operation = getOperationAST(document, operationName);
  if (!operation) return {};
  const fields = operation.selectionSet.selections.filter((selection) => selection.kind === Kind.FIELD);
  return {
    "graphql.operation.type": operation.operation,
    ...(operation.name && { "graphql.operation.name": operation.name.value }),
    "graphql.operation.fields": fields.map(({ name }) => name.value),
  };
}
