import { readFileSync } from "node:fs";

import { makeExecutableSchema } from "@graphql-tools/schema";
import type { GraphQLSchema } from "graphql";

import type { GraphqlContext } from "./context.ts";
import { resolvers } from "./resolvers/index.ts";
import { scalars } from "./resolvers/scalars.ts";

/** The SDL with its resolvers. A resolver for a field that the SDL lacks is an error. */
export function createSchema(): GraphQLSchema {
  return makeExecutableSchema<GraphqlContext>({
    typeDefs: readFileSync(new URL("schema.graphql", import.meta.url), "utf8"),
    resolvers: [scalars, ...resolvers],
    inheritResolversFromInterfaces: true,
  });
}
