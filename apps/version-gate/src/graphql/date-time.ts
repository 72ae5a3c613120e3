import { GraphQLError, Kind, type ValueNode } from "graphql";
import { z } from "zod";

const instant = z.iso.datetime({ offset: true });

/** @throws GraphQLError, to whose message graphql-js adds the field */
function parseInstant(value: unknown): Date {
  const { data } = instant.safeParse(value);
  if (data === undefined) {
    throw new GraphQLError("Expected an ISO 8601 date-time such as 2026-01-31T08:30:00Z");
  }
  return new Date(data);
}

/** The SDL's scalar `DateTime`. */
export const dateTime = {
  serialize: (value: unknown) => (value as Date).toISOString(),
  parseValue: parseInstant,
  parseLiteral: (node: ValueNode) => parseInstant(node.kind === Kind.STRING ? node.value : undefined),
};
