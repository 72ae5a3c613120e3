import { readFileSync } from "node:fs";

import { defineFeature } from "../shared/feature.ts";
import { WEBHOOK_INDEXES } from "./records.ts";
import { startWebhooks } from "./start-webhooks.ts";
import { createTestWebhook } from "./test-webhook.ts";
import { createWebhookReadModel } from "./webhook-read-model.ts";
import { webhookResolvers } from "./webhook-resolvers.ts";
import { webhookWork } from "./webhook-work.ts";
import {
  findWebhookFaults,
  type WebhooksConfig,
  webhooksConfig,
  webhooksEnvironment,
} from "./webhooks-config.ts";

/** Owners' outcomes, answers and notifications by signed webhooks, and messages for chats (contract-3, WEB-2, WEB-3). */
export const webhooksFeature = defineFeature({
  name: "webhooks",
  uses: ["approval-settings", "channels", "documents", "runs"],
  indexes: WEBHOOK_INDEXES,
  environment: {
    variables: webhooksEnvironment,
    findFaults: findWebhookFaults,
    configOf: webhooksConfig,
  },
  useCases: ({ transact, config }) => ({
    testWebhook: createTestWebhook(transact, config as WebhooksConfig | undefined),
  }),
  readModels: ({ db, config }) => ({
    webhooks: createWebhookReadModel(db, config as WebhooksConfig | undefined),
  }),
  sdl: readFileSync(new URL("webhooks.graphql", import.meta.url), "utf8"),
  resolvers: webhookResolvers,
  start: startWebhooks,
  dueWork: ({ config, ...parts }) => webhookWork({ ...parts, config: config as WebhooksConfig | undefined }),
});
