import { readFileSync } from "node:fs";

import { refusingAmong } from "../channels/index.ts";
import type { Caller } from "../shared/caller.ts";
import { defineFeature } from "../shared/feature.ts";
import { batchLoad, type Load } from "../shared/loader.ts";
import { EMAIL, findMailFaults, mailConfig, mailEnvironment, openMail } from "./mail-channel.ts";
import { mailResolvers } from "./mail-resolvers.ts";

interface MailReadModel {
  /** Of each user of the company in turn, whether their address refuses mails. */
  failing(companyId: string, userIds: readonly string[]): Promise<boolean[]>;
}

/** Notifications by mail (contract-3, TIME-5). */
export const mailFeature = defineFeature({
  name: "mail",
  uses: ["channels"],
  environment: { variables: mailEnvironment, findFaults: findMailFaults, configOf: mailConfig },
  channel: { name: EMAIL, open: openMail },
  readModels: ({ db }): { mail: MailReadModel } => ({
    mail: { failing: (companyId, userIds) => refusingAmong(db, EMAIL, companyId, userIds) },
  }),
  loaders: createMailLoaders,
  sdl: readFileSync(new URL("mail.graphql", import.meta.url), "utf8"),
  resolvers: mailResolvers,
});

function createMailLoaders(
  { companyId }: Caller,
  { mail }: { mail: MailReadModel },
): { mailFailing: Load<boolean> } {
  return { mailFailing: batchLoad((userIds) => mail.failing(companyId, userIds)) };
}
