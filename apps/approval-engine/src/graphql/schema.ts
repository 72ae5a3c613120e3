import { BUILT_IN_KINDS, type KindRegistry } from "@countersign/contracts";
import { type ListLimits, maximaOf, withoutMaxima } from "@countersign/graphql";
import { type IExecutableSchemaDefinition, makeExecutableSchema } from "@graphql-tools/schema";
import { type GraphQLSchema, extendSchema, parse } from "graphql";

import { FEATURES } from "../all-features.ts";
import type { GraphqlContext } from "./context.ts";

type Resolvers = NonNullable<IExecutableSchemaDefinition<GraphqlContext>["resolvers"]>;

/**
 * The SDL of all features with its resolvers, and with the kinds that a deployment adds. A resolver for a field that the
 * SDL lacks is an error.
 */
export function createSchema({ kinds }: KindRegistry, features = FEATURES): GraphQLSchema {
  const addedKinds = kinds.filter((kind) => BUILT_IN_KINDS.ownerOf(kind) === undefined);
  const schema = makeExecutableSchema<GraphqlContext>({
    typeDefs: features.flatMap(({ sdl }) => (sdl === undefined ? [] : [withoutMaxima(sdl)])),
    resolvers: features.map(({ resolvers = {} }) => resolvers) as Resolvers,
    inheritResolversFromInterfaces: true,
  });
  if (addedKinds.length === 0) return schema;
  const growing = ENUMS_OF_KINDS.filter((name) => schema.getType(name) !== undefined);
  const extensions = growing.map((name) => `extend enum ${name} { ${addedKinds.join(" ")} }`);
  return extendSchema(schema, parse(extensions.join(" ")));
}

/** The enums that get the kinds which a deployment adds. */
const ENUMS_OF_KINDS = ["WorkflowTaskKind", "ApprovalRuleKind"];

/**
 * Most items of every list field: what `@max` says in the SDL, and of lists of kinds what the configuration has. A list
 * field without a maximum keeps the service from starting.
 */
export function listLimits(kinds: KindRegistry, features = FEATURES): ListLimits {
  return Object.assign(
    {},
    ...features.map(({ sdl = "", lists }) => ({ ...(sdl && maximaOf(sdl)), ...lists?.(kinds) })),
  ) as ListLimits;
}
