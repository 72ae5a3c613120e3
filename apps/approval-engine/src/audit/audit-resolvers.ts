import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import type { AuditReadModel } from "./audit-read-model.ts";

/** The part of an operation's context that the resolvers use. */
interface AuditContext {
  caller: Caller;
  readModels: { audit: AuditReadModel };
  loaders: DirectoryLoaders;
}

/** The trail of every change (contract, "audited"). */
export const auditResolvers: Resolvers<AuditContext> = {
  Query: {
    auditLogPage: (_, { input }, { caller, readModels }) => readModels.audit.page(caller, input ?? {}),
  },
  AuditLog: {
    actor: ({ actorId }, _, { loaders }) => (actorId === undefined ? null : loaders.user.load(actorId)),
  },
};
