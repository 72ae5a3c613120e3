// The values that resolvers get for types of the SDL, under the types' names.
export type { ListedWebhook as OwnerWebhook } from "./webhook-read-model.ts";
