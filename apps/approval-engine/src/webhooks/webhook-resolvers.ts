import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { createTestWebhook } from "./test-webhook.ts";
import type { WebhookReadModel } from "./webhook-read-model.ts";

/** The part of an operation's context that the resolvers use. */
interface WebhookContext {
  caller: Caller;
  engine: { testWebhook: ReturnType<typeof createTestWebhook> };
  readModels: { webhooks: WebhookReadModel };
}

/** Webhooks as administrators see and test them. */
export const webhookResolvers: Resolvers<WebhookContext> = {
  Query: {
    ownerWebhooks: (_, __, { caller, readModels }) => readModels.webhooks.list(caller),
  },
  Mutation: {
    testWebhook: async (_, input, { caller, engine }) => {
      await engine.testWebhook(caller, input);
      return true;
    },
  },
};
