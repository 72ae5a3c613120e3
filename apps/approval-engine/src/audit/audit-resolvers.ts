import { render } from "@countersign/texts";
import DataLoader from "dataloader";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { ChangeNote } from "../shared/change-note.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import { BATCH_MAX } from "../shared/loader.ts";
import { readerLanguage } from "../shared/reader-language.ts";
import type { AuditedDocument } from "./audit-documents.ts";
import { auditWords } from "./audit-words.ts";
import { fieldIn } from "./fields.ts";
import type { AuditReadModel } from "./audit-read-model.ts";
import type { AuditLog } from "./records.ts";

/** The document that a change is about. */
export interface AuditLoaders {
  auditedDocument: Pick<DataLoader<AuditLog, AuditedDocument | null>, "load">;
}

/** A change is read once, however many of its document's fields are shown. */
export const createAuditLoaders = (
  { companyId }: Caller,
  { audit }: { audit: AuditReadModel },
): AuditLoaders => ({
  auditedDocument: new DataLoader((logs) => audit.documentsOf(companyId, logs), {
    cacheKeyFn: ({ _id }: AuditLog): unknown => _id,
    maxBatchSize: BATCH_MAX,
  }),
});

/** The part of an operation's context that the resolvers use. */
interface AuditContext {
  caller: Caller;
  readModels: { audit: AuditReadModel };
  loaders: DirectoryLoaders & AuditLoaders;
}

/** The trail of every change (contract, "audited"). */
export const auditResolvers: Resolvers<AuditContext> = {
  Query: {
    auditLogPage: (_, { input }, { caller, readModels }) => readModels.audit.page(caller, input ?? {}),
  },
  AuditLog: {
    changeNote: ({ details }) => (fieldIn(details, "changeNote") as ChangeNote | undefined) ?? null,
    text: async (log, { locale }, context) => {
      const { loaders } = context;
      const language = await readerLanguage(locale, context);
      const document = await loaders.auditedDocument.load(log);
      return render(await auditWords(log, document, { language, loaders }), language);
    },
    actor: ({ actorId }, _, { loaders }) => (actorId === undefined ? null : loaders.user.load(actorId)),
    refId: async (log, _, { loaders }) => (await loaders.auditedDocument.load(log))?.refId ?? null,
    ref: async (log, _, { loaders }) => (await loaders.auditedDocument.load(log))?.ref ?? null,
    title: async (log, _, { loaders }) => (await loaders.auditedDocument.load(log))?.title ?? null,
    stageName: async (log, _, { loaders }) => (await loaders.auditedDocument.load(log))?.stageName ?? null,
    forUser: async (log, _, { loaders }) => {
      const id = (await loaders.auditedDocument.load(log))?.forUserId;
      return id === undefined ? null : loaders.user.load(id);
    },
  },
};
