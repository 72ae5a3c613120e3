import { readFileSync } from "node:fs";
import { authPlugin, type VerifyToken } from "@countersign/auth";
import { graphqlErrorFormatter } from "@countersign/graphql";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { GraphQLError, parse } from "graphql";
import mercurius, { type IResolvers } from "mercurius";
import type { Caller } from "../use-cases/change-config.ts";
import { createSettingsResolvers, type SettingsDeps } from "./settings-resolvers.ts";

export interface SettingsPluginOptions extends SettingsDeps {
  verify: VerifyToken;
}

/** A GraphQL request, as far as it is read. */
interface GraphqlBody {
  query: string;
  variables?: Record<string, unknown> | null;
  operationName?: string | null;
}

const BODY_SCHEMA = {
  type: "object",
  required: ["query"],
  properties: {
    query: { type: "string", maxLength: 16_384 },
    variables: { type: "object", nullable: true },
    operationName: { type: "string", nullable: true, maxLength: 200 },
  },
};

/** What a legitimate document stays far below: its nesting, and its length in lexical tokens. */
const QUERY_DEPTH = 6;
const QUERY_TOKENS = 500;
const BODY_LIMIT_BYTES = 64 * 1024;

/** `POST /graphql` of the settings' write side, for callers with a token (contract, "Processes"). */
export async function settingsPlugin(app: FastifyInstance, options: SettingsPluginOptions): Promise<void> {
  const { verify, ...deps } = options;
  await app.register(authPlugin, { verify });
  await app.register(mercurius, {
    schema: readFileSync(new URL("schema.graphql", import.meta.url), "utf8"),
    resolvers: createSettingsResolvers(deps) as IResolvers,
    errorFormatter: graphqlErrorFormatter,
    queryDepth: QUERY_DEPTH,
    // Only POST, only with a body of the right shape, and only text: mercurius would also take a syntax tree as JSON.
    routes: false,
    cache: false,
  });

  app.post<{ Body: GraphqlBody }>(
    "/graphql",
    { schema: { body: BODY_SCHEMA }, bodyLimit: BODY_LIMIT_BYTES },
    async (request, reply) => {
      const { query, variables, operationName } = request.body;
      try {
        const document = parse(query, { maxTokens: QUERY_TOKENS });
        return await reply.graphql(document, callerOf(request), variables ?? {}, operationName ?? undefined);
      } catch (error) {
        const refused = error instanceof GraphQLError ? error : asGraphqlError(error as Error);
        const { statusCode, response } = graphqlErrorFormatter({ errors: [refused] }, { reply, app });
        return reply.code(statusCode).send(response);
      }
    },
  );
}

function callerOf({ principal, id }: FastifyRequest): Caller & Record<string, unknown> {
  return { principal, requestId: id };
}

function asGraphqlError(originalError: Error): GraphQLError {
  return new GraphQLError(originalError.message, { originalError });
}
