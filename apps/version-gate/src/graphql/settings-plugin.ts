import { readFileSync } from "node:fs";
import type { VerifyToken } from "@countersign/auth";
import {
  APP_BOUNDS,
  CONFIG_BOUNDS,
  CONFIG_FIELDS,
  PLATFORMS,
  VERSION_FIELDS,
} from "@countersign/domain/settings";
import { addGraphql } from "@countersign/graphql";
import { makeExecutableSchema } from "@graphql-tools/schema";
import type { FastifyInstance } from "fastify";
import { dateTime } from "./date-time.ts";
import { createSettingsResolvers, type SettingsDeps, TAKE_MAX } from "./settings-resolvers.ts";

export interface SettingsPluginOptions extends SettingsDeps {
  verify: VerifyToken;
}

const QUERY_MAX_LENGTH = 16_384;

const FORM = {
  body: {
    type: "object",
    required: ["query"],
    properties: {
      query: { type: "string", maxLength: QUERY_MAX_LENGTH },
      variables: { type: "object", nullable: true },
      operationName: { type: "string", nullable: true, maxLength: 200 },
    },
  },
  bodyLimitBytes: 64 * 1024,
};

/** Legitimate documents stay far below these limits. Introspection has half of the cost. */
const LIMITS = {
  characters: QUERY_MAX_LENGTH,
  tokens: 500,
  depth: 6,
  cost: 40_000,
  answerBytes: 16 * 1024 * 1024,
};

const LISTS = {
  "Config.defaultWorkflows": CONFIG_BOUNDS.defaultWorkflows,
  "Config.warnings": VERSION_FIELDS.length,
  "ConfigHistoryEntry.changes": CONFIG_FIELDS.length,
  "ConfigHistoryPage.data": TAKE_MAX,
  "MaintenanceWindow.message": APP_BOUNDS.languages,
  ...Object.fromEntries(
    PLATFORMS.flatMap((platform) => [
      [`Config.${platform}Maintenance`, APP_BOUNDS.windows],
      [`Config.${platform}Messages`, APP_BOUNDS.languages],
    ]),
  ),
};

/** `POST /graphql` of the settings' write side, for callers with a token (contract, "Processes"). */
export async function settingsPlugin(app: FastifyInstance, options: SettingsPluginOptions): Promise<void> {
  const { verify, ...deps } = options;
  await addGraphql(app, {
    schema: makeExecutableSchema({
      typeDefs: readFileSync(new URL("schema.graphql", import.meta.url), "utf8"),
      resolvers: { ...createSettingsResolvers(deps), DateTime: dateTime },
    }),
    lists: LISTS,
    limits: LIMITS,
    contextOf: ({ caller, requestId }) => ({ principal: caller, requestId }),
    verify,
    form: FORM,
  });
}
