import type { Caller } from "../shared/caller.ts";
import { defineFeature } from "../shared/feature.ts";
import { batched, type Load } from "../shared/loader.ts";
import { createMailReadModel, type MailReadModel } from "./mail-read-model.ts";
import { mailResolvers } from "./mail-resolvers.ts";
import { createPreferenceUseCases } from "./preferences-use-cases.ts";
import { MAIL_INDEXES } from "./records.ts";
import { SDL } from "./sdl.ts";

/** Notifications by mail, and what users want to hear of (contract-3, TIME-5). */
export const mailFeature = defineFeature({
  name: "mail",
  uses: ["approval-settings", "calendars", "documents", "runs", "substitutions"],
  indexes: MAIL_INDEXES,
  useCases: createPreferenceUseCases,
  readModels: ({ db, sendsMail }) => ({ mail: createMailReadModel(db, sendsMail) }),
  loaders: createMailLoaders,
  sdl: SDL,
  resolvers: mailResolvers,
});

function createMailLoaders(
  { companyId }: Caller,
  { mail }: { mail: MailReadModel },
): { mailFailing: Load<boolean> } {
  return { mailFailing: batched((userIds) => mail.failing(companyId, userIds)) };
}
